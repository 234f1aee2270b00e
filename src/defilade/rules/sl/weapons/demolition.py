"""Demolition charges (SL:8.11): placed in the MPh and set off in the AFPh, or thrown in Defensive Fire (SL:8.11.9).

A placed charge lies in the hex from which it was placed and remembers where to; the weapon's carrier is who placed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import movement, terrain
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.fire import (
    ADVANCING,
    DEFENSIVE,
    Attack,
    attack_done,
    carry_out,
    dice_fallen,
    in_the_hex,
    planned_otherwise,
    table_read,
)
from defilade.rules.sl.fire_phases import (
    acted_otherwise,
    other_acts,
    passed_through,
    put_back,
    suspected_hexes,
)
from defilade.rules.sl.firers import BROKEN, HAS_FIRED, IN_MELEE, ONLY_LOOKS
from defilade.rules.sl.marches.sewers import close_entrance, open_entrances
from defilade.rules.sl.movement import Left
from defilade.rules.sl.state import AFPH, DFPH, SCOUT, SlPlay
from defilade.rules.sl.tables import KIA, Hit
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.exposed import passenger_piece
from defilade.rules.sl.vehicles.penetration import KillRoll, face_hit, height_lines, read_kill
from defilade.rules.sl.vehicles.yard import change, manned_in, ride_of
from defilade.rules.sl.weapons.captured import UNFAMILIAR, captured_refusal, lowered_by
from defilade.rules.sl.weapons.flamethrowers import weapons_lost
from defilade.rules.sl.weapons.machine_guns import BY_HAND, MALFUNCTIONED
from defilade.rules.sl.weapons.usage import chart_refusal, costs_own, note_kind, other_type
from defilade.tactics.arcs import REAR
from defilade.tactics.attack_plan import Aim, Plan, plan_of_targets, target_lines_of
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon

PART = Part()

CHARGE = "DC"
"""Its kind, and its column of the kill table."""
PLACE, EXPLODE, THROW, THROW_AT = "place-charge", "explode", "throw-charge", "throw-charge-at"
THROWN = 1
"""SL:8.11.9.1: against whoever it is thrown at."""
THROWN_AT_MOVING = 2

NO_ORDERS = Refusal("it has no orders in this player turn", "SL:3.1.10")
NOT_ADJACENT = Refusal("a charge is placed in an adjacent hex", "SL:8.11.3-a")
UP_A_CLIFF = Refusal("not up a cliff", "SL:8.11.3-a")
OTHER_WEAPON = Refusal("it has used another support weapon in this player turn", "SL:8.11-q2")
NOBODY_THERE = Refusal("no enemy is there", "SL:8.11.3-a")
FIRED_ELSEWHERE = Refusal("who placed it has fired at another hex", "SL:8.11.6")
COMMITTED = Refusal("it fires only at the hex of its charge", "SL:8.11.6")


def is_charge(g: SlPlay, weapon: Weapon) -> bool:
    return g.weapon_type(weapon).kind == CHARGE


def charges_of(g: SlPlay, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in g.weapons_of(unit) if is_charge(g, weapon)]


# -- placing (SL:8.11.3-a) ---------------------------------------------------------------------------------


def handling_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why a unit may not use a charge at all."""
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.kind == SCOUT:
        return ONLY_LOOKS
    if weapon.owner != unit.id or not is_charge(g, weapon):
        return BY_HAND
    if weapon.malfunctioned:
        return MALFUNCTIONED
    if unit.captive or unit.ti:
        return HAS_FIRED
    if unit.id in g.state.withheld:
        return NO_ORDERS
    if unit.weapons_used:
        return OTHER_WEAPON
    return captured_refusal(g, unit, weapon) or chart_refusal(g, unit, weapon)


def reach_refusal(g: SlPlay, origin: str, hex: Hex) -> Refusal | None:
    if hex not in g.map.adjacent.get(origin, ()):
        return NOT_ADJACENT
    cliff = g.map.hexside_kind(origin, hex) == terrain.CLIFF and g.map.level(hex) > g.map.level(origin)
    return UP_A_CLIFF if cliff else None


def placing_refusal(g: SlPlay, unit: Unit, weapon: Weapon, hex: Hex) -> Refusal | None:
    """SL:8.11-q2: also who has fired his own firepower in the PFPh; SL:8.11-q3: also who has just got out of a
    vehicle, not who is in one (SL:8.11-q4)."""
    found = handling_refusal(g, unit, weapon) or reach_refusal(g, unit.hex, hex)
    if found is not None:
        return found
    return None if hex in worth_blasting(g, unit.side) else NOBODY_THERE


def worth_blasting(g: SlPlay, side: Side) -> set[str]:
    """Hexes with enemies on foot or in vehicles, or where somebody may hide; and sewers (SL:4.9.9)."""
    enemy = g.enemy_of(side)
    found = {hex for hex in g.state.stacks if g.has_side(hex, enemy)}
    found.update(v.hex for v in g.state.vehicles.values() if v.hex and v.manned and v.side == enemy)
    return found | set(suspected_hexes(g, side)) | set(open_entrances(g))


def placements(g: SlPlay, unit: Unit) -> list[Action]:
    """SL:8.11-q1: on a vehicle, or among whoever is in a hex."""
    found = []
    for weapon in charges_of(g, unit):
        for hex in g.map.adjacent.get(unit.hex, ()):
            if placing_refusal(g, unit, weapon, hex) is not None:
                continue
            enemy = g.enemy_of(unit.side)
            found += [Action(PLACE, (unit.id, weapon.id, v.id), hex) for v in manned_in(g, hex, enemy)]
            if g.has_side(hex, enemy) or not manned_in(g, hex, enemy):
                found.append(Action(PLACE, (unit.id, weapon.id), hex))
    return found


@PART.answers(movement.other_moves)
def who_places(g: SlPlay, side: Side) -> list[Action]:
    return [
        action
        for weapon in g.state.weapons.values()
        if weapon.owner and is_charge(g, weapon) and g.unit(weapon.owner).side == side
        for action in placements(g, g.unit(weapon.owner))
        if action.who[1] == weapon.id
    ]


def on_the_way(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    """From any hex that it comes to; it need not stay there."""
    return [action for member in members for action in placements(g, member.unit)]


def why_not_place(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if len(action.who) > 1 else None
    weapon = g.state.weapons.get(action.who[1]) if unit is not None else None
    if unit is None or weapon is None or unit.id not in frame.members:
        return BY_HAND
    return placing_refusal(g, unit, weapon, action.at)


def place(g: SlPlay, action: Action) -> None:
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    vehicle = g.state.vehicles[action.who[2]] if len(action.who) > 2 else None
    note_kind(g, unit, weapon)
    weapon = g.update_weapon(
        weapon,
        owner="",
        carrier=unit.id,
        placed_at=action.at,
        placed_x=g.weapon_type(weapon).breakdown - lowered_by(g, unit, weapon),
        placed_on=vehicle.id if vehicle is not None else "",
        placed_facings=(face_hit(g, vehicle, unit.hex),) if vehicle is not None else (),
    )
    gives_up = unit.no_fp or not unit.is_mmc or costs_own(g, unit, CHARGE, 1)
    g.update(unit, no_fp=gives_up)
    on = f" on {g.piece_name(vehicle.id)}" if vehicle is not None else ""
    g.say(
        "places_charge",
        f"{g.name(unit)} places the {g.weapon_name(weapon)} in {g.place_name(action.at)}{on}.",
        "SL:8.11.3-a",
        *(("SL:8.11-q1",) if vehicle is not None else ()),
        side=unit.side,
        who=(unit.id, weapon.id),
        at=action.at,
    )


@PART.answers(movement.moved_otherwise)
def place_without_moving(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == PLACE:
        place(g, action)


PART.adds(
    MOVE_VERBS, MoveVerb(PLACE, 24, on_the_way, lambda g, frame, action: place(g, action), why_not_place)
)


@PART.answers(movement.entered)
def where_he_knelt(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:5.6-q3: who has placed a charge where he began, and goes on from there, may be fired on there as well."""
    for charge in placed(g):
        track = g.state.tracks.get(charge.carrier)
        if charge.carrier not in frame.members or track is None or charge.hex != origin:
            continue
        if origin not in track.hexes and not track.placed_from:
            way, spent = (origin, *track.hexes), (0.0, *track.spent)
            track = msgspec.structs.replace(track, hexes=way, spent=spent, placed_from=origin)
            g.state.tracks[charge.carrier] = track


@PART.answers(attack_done)
def placer_must_survive(g: SlPlay, attack: Attack) -> None:
    """SL:8.11.3-b: fire at the hex from which he placed it; what becomes of him elsewhere does not matter."""
    if attack.phase != DFPH:
        return
    for charge in placed(g):
        unit = g.state.units.get(charge.carrier)
        if attack.target != charge.hex or charge.carrier not in attack.targets:
            continue
        if unit is None or unit.broken:
            g.update_weapon(charge, placed_at="", placed_on="", placed_facings=(), placed_x=0)
            text = f"The {g.weapon_name(charge)} was not made ready; it stays in {g.place_name(charge.hex)}."
            g.say("charge_fails", text, "SL:8.11.3-b", side=charge.side, who=(charge.id,), at=charge.hex)


# -- setting it off (SL:8.11.4) ----------------------------------------------------------------------------


def placed(g: SlPlay) -> list[Weapon]:
    return [weapon for weapon in g.state.weapons.values() if weapon.placed_at]


def explosion_refusal(g: SlPlay, charge: Weapon) -> Refusal | None:
    """SL:8.11.6: who placed it fires at nothing else in this phase, and with no other weapon (SL:8.2)."""
    unit = g.state.units.get(charge.carrier)
    if unit is None or unit.fire != ADVANCING:
        return None
    if g.state.committed.get(unit.id, charge.placed_at) != charge.placed_at:
        return FIRED_ELSEWHERE
    return other_type(g, unit, charge)


@PART.answers(other_acts)
def what_explodes(g: SlPlay, side: Side) -> list[Action]:
    """SL:1.3.1-p5.1: before anybody fires, or at any later time in the phase (SL:8.11.4)."""
    if g.state.phase != AFPH or side != g.attacker:
        return []
    return [
        Action(EXPLODE, (charge.id,), charge.placed_at)
        for charge in placed(g)
        if explosion_refusal(g, charge) is None
    ]


@PART.answers(dice_fallen)
def note_where_placers_fire(g: SlPlay, attack: Attack) -> None:
    waiting = {charge.carrier for charge in placed(g)} if attack.phase == AFPH else ()
    for shot in attack.shots:
        if shot.unit in waiting:
            g.state.committed[shot.unit] = attack.target


@PART.answers(acted_otherwise)
def blast(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == EXPLODE:
        charge = g.state.weapons[action.who[0]]
        unit = g.state.units.get(charge.carrier)
        if unit is not None:
            g.state.committed[unit.id] = charge.placed_at
            note_kind(g, unit, charge)
        g.push(Explosion(charge.id, side))
    elif action.verb == THROW:
        throw(g, side, action)


class Explosion(Frame):
    """A charge goes off. `thrower` is who has thrown it, `thrown_at` the vehicle at which."""

    weapon: str
    side: Side
    thrower: str = ""
    thrown_at: str = ""


@PART.decisions(Explosion)
def ask_explosion(g: SlPlay, frame: Explosion) -> Chance:
    charge = g.state.weapons[frame.weapon]
    asks = f"The {g.weapon_name(charge)} goes off in {g.place_name(charge.placed_at)}."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:8.11.1",), about=(charge.id,))


@ask_explosion
def take_explosion(g: SlPlay, frame: Explosion, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    charge = g.state.weapons[frame.weapon]
    if sum(answer.dice) >= charge.placed_x:
        say_dud(g, charge, answer.dice)
    else:
        if not frame.thrower:
            close_entrance(g, charge.placed_at, frame.side)
        strike(g, frame, charge, answer.dice)
    g.remove_weapon(g.state.weapons[charge.id])


def say_dud(g: SlPlay, charge: Weapon, dice: tuple[int, ...]) -> None:
    """SL:8.11.8; in untrained hands two lower (SL:8.6.4-a)."""
    text = f"The {g.weapon_name(charge)} does not go off (roll {sum(dice)})."
    rule = "SL:8.11.8"
    g.say("charge_fails", text, rule, side=charge.side, who=(charge.id,), at=charge.placed_at, dice=dice)


def strike(g: SlPlay, frame: Explosion, charge: Weapon, dice: tuple[int, ...]) -> None:
    """Everybody in the hex, on its storey alone (SL:14.3.20.9); a vehicle that it lies on (SL:8.11-q1), and no other
    (SL:8.11.9-q1)."""
    phase = DFPH if frame.thrower else AFPH
    hex, on = charge.placed_at, charge.placed_on
    targets = tuple([piece for piece in in_the_hex(g, hex) if piece != on])
    if frame.thrower:
        blow_back(g, frame, charge, dice)
    if targets or not on:
        attack = Attack(phase, frame.side, hex, targets, (), dice=dice, charge=charge.id)
        g.push(attack)
        carry_out(g, attack)
    vehicle = g.state.vehicles.get(on)
    if vehicle is not None and vehicle.hex == hex and not vehicle.wreck:
        strike_vehicle(g, frame, charge, vehicle, dice)


def strike_vehicle(
    g: SlPlay, frame: Explosion, charge: Weapon, vehicle: Vehicle, dice: tuple[int, ...]
) -> None:
    lines = []
    if frame.thrower and (vehicle.moved or vehicle.motion):
        lines.append(Line("thrown at a moving AFV", THROWN_AT_MOVING, "SL:8.11.9.1"))
    if frame.thrower:
        lines += height_lines(g, vehicle, charge.hex)  # SL:8.11.9-q2
    hit = KillRoll(vehicle.id, CHARGE, charge.placed_facings[0], frame.side, "a charge", tuple(lines))
    g.push(hit)
    read_kill(g, hit, dice)


# -- what it adds up to (SL:8.11.5) ------------------------------------------------------------------------


@PART.answers(planned_otherwise)
def plan_of_blast(g: SlPlay, attack: Attack, title: str, targets: Sequence[str]) -> Plan | None:
    """Cover counts as always, leadership does not (SL:8.11-q5), nor what is beside the target or moved."""
    if not attack.charge:
        return None
    charge = g.state.weapons[attack.charge]
    kind = g.weapon_type(charge)
    lines = [Line(kind.kind, kind.fp, "SL:8.11.1", "fp")]
    strange = (kind.breakdown - charge.placed_x) // UNFAMILIAR
    if strange:
        lines.append(Line("captured", 0.5**strange, "SL:8.6.5-b", "x"))
    units = g.state.units
    if targets and all(
        uid in units and (is_concealed(units[uid]) or uid in g.state.hidden) for uid in targets
    ):
        lines.append(Line("area fire", 0.5, "SL:8.11.5", "x"))
    fp = 1.0
    for line in lines:
        fp *= line.value
    aim = Aim((charge.hex if attack.target != charge.hex else charge.placed_at,), attack.phase, True)
    found = []
    for uid, own in target_lines_of(g, targets, aim):
        hostile = uid not in units or units[uid].side != attack.side
        thrown = attack.phase == DFPH and hostile
        more = (Line("thrown", THROWN, "SL:8.11.9.1"),) if thrown else ()
        found.append((uid, (*own, *more)))
    title = f"The {g.weapon_name(charge)} in {g.place_name(attack.target)}"
    return plan_of_targets(g, title, lines, fp, found)


@PART.answers(table_read)
def blast_destroys_weapons(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """SL:8.11.7"""
    if attack.charge and any(hit.kind == KIA for hit in found):
        weapons_lost(g, attack.target, "SL:8.11.7")


@PART.answers(phase_ends)
def too_late(g: SlPlay, phase: str) -> None:
    """SL:8.11.4: what is not set off in this AFPh is lost."""
    if phase != AFPH:
        return
    for charge in placed(g):
        text = f"The {g.weapon_name(charge)} in {g.place_name(charge.placed_at)} is given up."
        g.say("charge_fails", text, "SL:8.11.4", side=charge.side, who=(charge.id,), at=charge.placed_at)
        g.remove_weapon(charge)


# -- throwing (SL:8.11.9) ----------------------------------------------------------------------------------


def where_thrower_is(g: SlPlay, unit: Unit) -> str:
    """SL:8.11-q4: also out of a vehicle."""
    ride = ride_of(g, unit.id)
    return ride.hex if ride is not None and ride.manned else unit.hex


def throwing_refusal(g: SlPlay, unit: Unit, weapon: Weapon, hex: Hex) -> Refusal | None:
    if unit.fire not in ("", DEFENSIVE):
        return HAS_FIRED
    found = handling_refusal(g, unit, weapon)
    origin = where_thrower_is(g, unit)
    return found if found is not None or thrown_down(g, origin, hex) else reach_refusal(g, origin, hex)


def thrown_down(g: SlPlay, origin: str, hex: Hex) -> bool:
    """SL:8.11.9-q2: out of an upper storey into the hex beside the house."""
    if not origin or g.map.distance(origin, hex) != 1 or g.map.level(hex) > g.map.level(origin):
        return False
    return g.map.storey_of(origin) > 0 and terrain.sees(g, origin, hex)


def throwers(g: SlPlay, side: Side, hex: Hex) -> Iterable[tuple[Unit, Weapon]]:
    for weapon in g.state.weapons.values():
        if weapon.owner and is_charge(g, weapon) and not weapon.placed_at:
            unit = g.unit(weapon.owner)
            if unit.side == side and throwing_refusal(g, unit, weapon, hex) is None:
                yield unit, weapon


@PART.answers(other_acts)
def throws(g: SlPlay, side: Side) -> list[Action]:
    """SL:8.11.9.1: in the DFPh, also at those who came by."""
    if g.state.phase != DFPH or not any(is_charge(g, weapon) for weapon in g.state.weapons.values()):
        return []
    enemy = g.enemy_of(side)
    there = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
    found = [Action(THROW, (u.id, w.id), hex) for hex in there for u, w in throwers(g, side, hex)]
    for who, hex in passed_through(g):
        found += [Action(THROW, (u.id, w.id, *who), hex) for u, w in throwers(g, side, hex)]
    return found


def at_vehicles(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    """While it moves, or where it stands; SL:8.11.9.3: at one that overruns somebody when that is over."""
    return [
        Action(THROW_AT, (u.id, w.id, vehicle.id), vehicle.hex) for u, w in throwers(g, side, vehicle.hex)
    ]


def throw(g: SlPlay, side: Side, action: Action) -> None:
    """SL:8.11.9.1: it goes off at once. It lies on the rear of an AFV that overruns (SL:8.11.9-q3)."""
    uid, wid, *at = action.who
    unit, weapon = g.unit(uid), g.state.weapons[wid]
    vehicle = g.state.vehicles.get(at[0]) if at else None
    origin = where_thrower_is(g, unit)
    if at and vehicle is None:
        put_back(g, tuple(at), action.at)
    face: tuple[str, ...] = ()
    if vehicle is not None:
        face = (REAR if vehicle.overran == vehicle.hex else face_hit(g, vehicle, origin),)
    ride = ride_of(g, uid)
    if ride is not None:
        change(g, ride, exposed_passengers=True)  # SL:7.1.8-a
    note_kind(g, unit, weapon)
    g.update_weapon(
        weapon,
        owner="",
        hex=origin,
        carrier=uid,
        placed_at=action.at,
        placed_x=g.weapon_type(weapon).breakdown - lowered_by(g, unit, weapon),
        placed_on=vehicle.id if vehicle is not None else "",
        placed_facings=face,
    )
    given_up = not unit.is_mmc or costs_own(g, unit, CHARGE, 1)
    g.update(unit, fire=DEFENSIVE, weapons_used=(*unit.weapons_used, wid), no_fp=given_up)
    g.say(
        "throws_charge",
        f"{g.name(unit)} throws the {g.weapon_name(weapon)} into {g.place_name(action.at)}.",
        "SL:8.11.9.1",
        side=side,
        who=(uid, wid),
        at=action.at,
    )
    g.push(Explosion(wid, side, uid, vehicle.id if vehicle is not None else ""))


PART.adds(VEHICLE_ATTACKS, VehicleAttack(THROW_AT, at_vehicles, throw))


def blow_back(g: SlPlay, frame: Explosion, charge: Weapon, dice: tuple[int, ...]) -> None:
    """SL:8.11.9.2: who throws it is as near to it as its target, behind the cover of his own hex."""
    ride = ride_of(g, frame.thrower)
    piece = passenger_piece(ride, frame.thrower) if ride is not None else frame.thrower
    attack = Attack(DFPH, frame.side, charge.hex, (piece,), (), dice=dice, charge=charge.id)
    g.push(attack)
    carry_out(g, attack)

"""Close combat with vehicles (SL:7.2.6): not simultaneous, but one after the other.

First the escorts of an AFV attack, as infantry does (SL:7.2.6.9-b). Then everybody else says whom he will attack, dice
decide the order (SL:7.2.6.4-a), and each attacks in his turn if he still can (SL:7.2.6.4-c). So it goes where there
are only trucks and jeeps, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Entries, Part
from defilade.rules.sl import morale
from defilade.rules.sl.close_combat import (
    CloseCombat,
    attack_lines_of,
    close_combat_fp,
    combat_over,
    contested,
    contested_otherwise,
    fought_otherwise,
    lines_against,
    mark_melee,
    may_cower,
    stays_out,
)
from defilade.rules.sl.state import SNIPER, SlPlay
from defilade.rules.sl.vehicle_pieces import HALFTRACK, Vehicle
from defilade.rules.sl.vehicles.armour_leaders import leader_line
from defilade.rules.sl.vehicles.exposed import passenger_piece, vehicle_of_piece
from defilade.rules.sl.vehicles.immobilization import ESCORT, bare_hands_bar
from defilade.rules.sl.vehicles.nerve import Paamc, braced, may_check
from defilade.rules.sl.vehicles.storming import came_from
from defilade.rules.sl.vehicles.yard import (
    change,
    immobilize,
    is_afv,
    kind_of,
    manned_in,
    passengers_of,
    set_down,
    vehicles_in,
    working_mgs,
    wreck,
)
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import AAMG, RMG

PART = Part()

PASS, NO_LEADER = Action("hold-back"), Action("no-leader")
CAPTURE = "capture"

SOFT, OPEN_TOPPED, HATCHES_OPEN, NO_MG = -3, -2, -1, -1
CAPTURING, AGAINST_PASSENGERS, BY_PASSENGERS = 1, -2, 2
SMC_FP = 1
STOPPED_FROM = 4
"""SL:13.23.1.1-a: the die that makes a hit exactly at the number no more than an immobilization."""

NOT_HERE = Refusal("close combat is between units in the same hex", "SL:6.1.1-a")


class CombatWeapon(NamedTuple):
    """Something in a unit's hands with which it attacks a vehicle in close combat, in its turn."""

    how: str
    usable: Callable[[Any, Unit, Vehicle], bool]
    frame: Callable[[Unit, Vehicle, str], Frame]
    """The attack itself, by a unit on a vehicle under a leader, or none."""
    besides: bool = False
    """It attacks with its bare hands as well."""


COMBAT_WEAPONS = Entries[CombatWeapon]("weapons of close combat with vehicles", key=lambda one: one.how)


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """One who attacks in his turn: a unit, a vehicle, or a passenger (`vehicle/unit`)."""

    piece: str
    side: Side
    targets: tuple[str, ...] = ()
    leader: str = ""
    capture: bool = False
    how: str = ""
    """With which weapon, where not with bare hands."""
    order: int | None = None
    asked: bool = False


class VehicleCombat(Frame):
    """The close combat of a hex with vehicles, after that of their escorts."""

    hex: Hex
    fighters: tuple[Fighter, ...] = ()
    lined_up: bool = False
    turn: int = -1
    """The place of the one whose turn it is, once the order is known."""
    exactly: str = ""
    """The vehicle that was hit exactly at the number; a die decides."""


# -- who fights --------------------------------------------------------------------------------------------


@PART.answers(contested_otherwise)
def vehicles_are_fought_for(g: SlPlay, hex: Hex) -> bool:
    if not g.state.vehicles:
        return False
    return any(
        manned_in(g, hex, g.enemy_of(unit.side)) and not unit.broken and not unit.captive
        for unit in g.units_in(hex)
    )


@PART.answers(fought_otherwise)
def frames_of_combat(g: SlPlay, hex: Hex) -> Sequence[Frame] | None:
    """SL:7.2.6.9-b: escorts attack first, by themselves."""
    if not vehicles_are_fought_for(g, hex):
        return None
    frames: list[Frame] = []
    squads = tuple([unit.id for unit in g.units_in(hex) if unit.is_mmc])
    for side in g.in_order():
        if (
            manned_in(g, hex, side)
            and contested(g, hex)
            and any(is_afv(g, v) for v in manned_in(g, hex, side))
        ):
            frames.append(CloseCombat(hex, squads, only=side))
    return [*frames, VehicleCombat(hex)]


def fires_in_combat(g: SlPlay, vehicle: Vehicle) -> float:
    """SL:7.2.6.10, SL:7.2.6-q9: the AAMG of a CE crew, or a remote one, and a MG in the rear of a turret."""
    if not vehicle.able:
        return 0
    mgs = working_mgs(g, vehicle)
    roof = mgs.get(AAMG, 0) if vehicle.ce or kind_of(g, vehicle).remote_aamg else 0
    return roof + mgs.get(RMG, 0)


def line_up(g: SlPlay, hex: Hex) -> tuple[Fighter, ...]:
    """SL:7.2.6.4-a: every attacker, AFV and CE passenger rolls for himself. Escorts have had their turn."""
    found: list[Fighter] = []
    for side in g.in_order():
        afvs = [v for v in manned_in(g, hex, side) if is_afv(g, v)]
        enemy = g.enemy_of(side)
        if not afvs and (manned_in(g, hex, enemy) or g.has_side(hex, enemy)):
            found += [Fighter(unit.id, side) for unit in g.side_in(hex, side) if can_fight(g, unit)]
        for vehicle in manned_in(g, hex, side):
            if not any(unit.side != side for unit in g.units_in(hex)):
                continue
            if fires_in_combat(g, vehicle):
                found.append(Fighter(vehicle.id, side))
            if vehicle.ce or not is_afv(g, vehicle):  # SL:7.2.6.3
                inside = [unit for unit in passengers_of(g, vehicle) if not unit.broken and unit.is_mmc]
                found += [Fighter(passenger_piece(vehicle, unit.id), side) for unit in inside]
    return tuple(found)


def can_fight(g: SlPlay, unit: Unit) -> bool:
    return not unit.broken and not unit.captive and not stays_out(g, unit)


def still_there(g: SlPlay, hex: Hex, piece: str) -> bool:
    """SL:7.2.6.4-c: who is eliminated or broken before his turn has lost it."""
    unit = g.state.units.get(piece.rpartition("/")[2])
    vehicle = vehicle_of_piece(g, piece)
    if vehicle is not None:
        inside = unit is not None and unit.id in vehicle.passengers and not unit.broken
        return vehicle.manned and vehicle.hex == hex and (inside or "/" not in piece)
    return unit is not None and unit.hex == hex and not unit.broken


# -- designation -------------------------------------------------------------------------------------------


def targets_for(g: SlPlay, frame: VehicleCombat, fighter: Fighter) -> list[Action]:
    """SL:6.1.4-b: all is said before any dice, so that an AFV may choose whoever comes after it (SL:7.2.6-q11).
    SL:7.2.6.9-d: an AFV may be attacked though its escorts are there; that they had to go first (SL:7.2.6-q4) is the
    older rule."""
    enemy = g.enemy_of(fighter.side)
    men = [unit for unit in g.side_in(frame.hex, enemy) if unit.is_mmc and not unit.captive]
    men = men or [unit for unit in g.side_in(frame.hex, enemy) if not unit.captive]
    found = [Action("attack", (unit.id,)) for unit in men]
    if vehicle_of_piece(g, fighter.piece) is not None:
        if len(men) > 1:
            found.append(Action("attack", tuple([unit.id for unit in men])))
        return found
    unit = g.unit(fighter.piece)
    for vehicle in manned_in(g, frame.hex, enemy):
        inside = [u for u in passengers_of(g, vehicle) if u.is_mmc]
        if is_afv(g, vehicle):
            if unit.kind == SNIPER:
                continue  # SL:7.2.6-q6: snipers fight men only
            if braced(g, unit, vehicle.id) or may_check(g, unit, vehicle.id):
                if bare_hands_bar(g, unit, vehicle) is None:
                    found.append(Action("attack", (vehicle.id,)))
                found += armed_attacks(g, unit, vehicle)
            continue  # SL:7.2.6.3: who rides in it shares its fate; SL:7.2.6.7-d: it is not captured
        found += [Action("attack", (vehicle.id,)), *armed_attacks(g, unit, vehicle)]
        found += [Action("attack", (passenger_piece(vehicle, u.id),)) for u in inside]
        if not inside and not men:
            found.append(Action("attack", (vehicle.id,), "", CAPTURE))
    return found


def armed_attacks(g: SlPlay, unit: Unit, vehicle: Vehicle) -> list[Action]:
    return [
        Action("attack", (vehicle.id,), "", weapon.how)
        for weapon in COMBAT_WEAPONS(g).values()
        if weapon.usable(g, unit, vehicle)
    ]


def leaders_for(g: SlPlay, frame: VehicleCombat, fighter: Fighter) -> list[Unit]:
    """SL:7.2.3, SL:6.1.6: a leader helps one attack; who attacks himself helps nobody else (SL:7.2.6-q8)."""
    taken = {other.leader for other in frame.fighters}
    taken.update(other.piece for other in frame.fighters if other.targets)
    if fighter.piece not in g.state.units or not g.unit(fighter.piece).is_mmc:
        return []
    return [
        unit
        for unit in g.side_in(frame.hex, fighter.side)
        if unit.is_leader and not unit.broken and unit.id not in taken and not stays_out(g, unit)
    ]


def replace(frame: VehicleCombat, place: int, fighter: Fighter) -> None:
    frame.fighters = (*frame.fighters[:place], fighter, *frame.fighters[place + 1 :])


def ask_designation(g: SlPlay, frame: VehicleCombat, place: int) -> Choice:
    fighter = frame.fighters[place]
    place_name = g.place_name(frame.hex)
    if fighter.targets:
        leaders = tuple([Action("lead", (unit.id,)) for unit in leaders_for(g, frame, fighter)])
        asks = f"Who directs the attack of {g.name(fighter.piece)}?"
        return Choice(fighter.side, asks, (*leaders, NO_LEADER), ("SL:7.2.3",), (fighter.piece,), frame.hex)
    asks = f"Whom does {g.name(fighter.piece)} attack in {place_name}?"
    leads = any(other.leader == fighter.piece for other in frame.fighters)  # SL:7.2.3
    options = (*(() if leads else targets_for(g, frame, fighter)), PASS)
    return Choice(fighter.side, asks, options, ("SL:6.1.4-b", "SL:7.2.6.5"), (fighter.piece,), frame.hex)


def designate(g: SlPlay, frame: VehicleCombat, place: int, answer: Action) -> None:
    fighter = frame.fighters[place]
    if answer.verb == "attack":
        how = "" if answer.how == CAPTURE else answer.how
        capture = answer.how == CAPTURE
        fighter = msgspec.structs.replace(fighter, targets=answer.who, capture=capture, how=how)
        if not leaders_for(g, frame, fighter):
            fighter = msgspec.structs.replace(fighter, asked=True)
        vehicle = g.state.vehicles.get(answer.who[0])
        unit = g.state.units.get(fighter.piece)
        if (
            vehicle is not None
            and unit is not None
            and is_afv(g, vehicle)
            and not braced(g, unit, vehicle.id)
        ):
            g.push(Paamc(unit.id, vehicle.id))
    elif answer.verb == "lead":
        fighter = msgspec.structs.replace(fighter, leader=answer.who[0], asked=True)
    else:
        fighter = msgspec.structs.replace(fighter, asked=True)
    replace(frame, place, fighter)


# -- the procedure -----------------------------------------------------------------------------------------


def next_to_ask(frame: VehicleCombat) -> int | None:
    return next((place for place, fighter in enumerate(frame.fighters) if not fighter.asked), None)


def next_to_roll(frame: VehicleCombat) -> int | None:
    return next((place for place, fighter in enumerate(frame.fighters) if fighter.order is None), None)


def loses_turn(g: SlPlay, frame: VehicleCombat, fighter: Fighter) -> bool:
    if not still_there(g, frame.hex, fighter.piece):
        return True
    unit = g.state.units.get(fighter.piece)
    target = g.state.vehicles.get(fighter.targets[0])
    if unit is not None and target is not None and is_afv(g, target) and not braced(g, unit, target.id):
        return True
    return not any(is_target(g, frame.hex, piece) for piece in fighter.targets)


def is_target(g: SlPlay, hex: Hex, piece: str) -> bool:
    vehicle = vehicle_of_piece(g, piece)
    if vehicle is not None:
        inside = piece.partition("/")[2]
        return vehicle.manned and vehicle.hex == hex and (not inside or inside in vehicle.passengers)
    unit = g.state.units.get(piece)
    return unit is not None and unit.hex == hex


@PART.decisions(VehicleCombat)
def ask_combat(g: SlPlay, frame: VehicleCombat) -> Choice | Chance | None:
    if not frame.lined_up:
        return None
    asking = next_to_ask(frame)
    if asking is not None:
        return ask_designation(g, frame, asking)
    rolling = next_to_roll(frame)
    if rolling is not None:
        fighter = frame.fighters[rolling]
        asks = f"Order of attack: {g.name(fighter.piece)}."
        return Chance(asks, dice=2, side=fighter.side, rules=("SL:7.2.6.4-a",), about=(fighter.piece,))
    if frame.exactly:
        asks = f"{g.piece_name(frame.exactly)} is hit: destroyed, or only stopped?"
        side = g.enemy_of(g.state.vehicles[frame.exactly].side)
        return Chance(asks, dice=1, side=side, rules=("SL:7.2.6.13",), about=(frame.exactly,))
    if not 0 <= frame.turn < len(frame.fighters) or loses_turn(g, frame, frame.fighters[frame.turn]):
        return None
    fighter = frame.fighters[frame.turn]
    if fighter.how:
        return None
    asks = f"{g.name(fighter.piece)} attacks {g.names(fighter.targets)} in close combat."
    return Chance(asks, dice=2, side=fighter.side, rules=("SL:7.2.6.5",), about=fighter.targets)


@ask_combat
def take_combat(g: SlPlay, frame: VehicleCombat, answer: Action | Outcome | None) -> None:
    asking, rolling = next_to_ask(frame), next_to_roll(frame)
    if not frame.lined_up:
        frame.lined_up = True
        frame.fighters = line_up(g, frame.hex)
    elif asking is not None:
        assert isinstance(answer, Action)
        designate(g, frame, asking, answer)
        if next_to_ask(frame) is None:  # who attacks nobody needs no turn
            frame.fighters = tuple([fighter for fighter in frame.fighters if fighter.targets])
    elif rolling is not None:
        assert isinstance(answer, Outcome)
        roll_order(g, frame, rolling, answer.dice)
    elif frame.exactly:
        assert isinstance(answer, Outcome)
        exactly_hit(g, frame, answer.dice[0])
    elif isinstance(answer, Outcome):
        frame.turn += 1
        strike(g, frame, frame.fighters[frame.turn - 1], answer.dice)
    elif frame.turn < len(frame.fighters):
        take_turn(g, frame, frame.fighters[frame.turn])
    else:
        finish(g, frame)


def take_turn(g: SlPlay, frame: VehicleCombat, fighter: Fighter) -> None:
    """Whoever has lost his turn does nothing; what is in his hands he uses first."""
    weapon = COMBAT_WEAPONS(g)[fighter.how] if fighter.how else None
    if weapon is None or loses_turn(g, frame, fighter):
        frame.turn += 1
        return
    unit, vehicle = g.unit(fighter.piece), g.state.vehicles[fighter.targets[0]]
    if weapon.besides:
        replace(frame, frame.turn, msgspec.structs.replace(fighter, how=""))
    else:
        frame.turn += 1
    g.push(weapon.frame(unit, vehicle, fighter.leader))


def roll_order(g: SlPlay, frame: VehicleCombat, place: int, dice: tuple[int, ...]) -> None:
    """SL:7.2.6.4-b: infantry that attacks deducts the terrain; SL:3.3-q3: an armour leader helps. The lowest goes
    first, of equals the ATTACKER's, in the order in which they stand."""
    fighter = frame.fighters[place]
    lines = []
    vehicle = g.state.vehicles.get(fighter.piece)
    if fighter.piece in g.state.units and g.terrain_of(frame.hex).tem:
        kind = g.terrain_of(frame.hex)
        lines.append(Line(kind.name, -kind.tem, "SL:7.2.6.4-b"))
    if vehicle is not None and (line := leader_line(g, vehicle)) is not None:
        lines.append(msgspec.structs.replace(line, rule="SL:3.3-q3"))
    total = sum(dice) + int(sum(line.value for line in lines))
    replace(frame, place, msgspec.structs.replace(fighter, order=total))
    g.say(
        "order",
        f"{g.name(fighter.piece)}: order of attack {total}.",
        "SL:7.2.6.4-a",
        side=fighter.side,
        who=(fighter.piece,),
        at=frame.hex,
        dice=dice,
        breakdown=Breakdown("Order of attack", tuple(lines), total=total, rules=("SL:7.2.6.4-a",)),
    )
    if next_to_roll(frame) is None:
        frame.fighters = tuple(sorted(frame.fighters, key=lambda one: one.order or 0))
        frame.turn = 0


# -- attacks -----------------------------------------------------------------------------------------------


def strike(g: SlPlay, frame: VehicleCombat, fighter: Fighter, dice: tuple[int, ...]) -> None:
    target = g.state.vehicles.get(fighter.targets[0])
    if target is not None:
        strike_vehicle(g, frame, fighter, target, dice)
    else:
        strike_men(g, frame, fighter, dice)


def escorts(g: SlPlay, hex: Hex, vehicle: Vehicle) -> list[Unit]:
    """SL:7.2.6.9-a: unbroken, unpinned enemies on foot, and passengers who look out of a halftrack."""
    aboard = passengers_of(g, vehicle) if vehicle.ce and kind_of(g, vehicle).kind == HALFTRACK else []
    return [
        unit
        for unit in (*g.side_in(hex, vehicle.side), *aboard)
        if unit.is_mmc and not unit.broken and not unit.pinned
    ]


def lines_against_vehicle(g: SlPlay, frame: VehicleCombat, fighter: Fighter, vehicle: Vehicle) -> list[Line]:
    """SL:7.2.6.8: what makes it easier; SL:7.2.6.9-a: what protects it. A stunned AFV counts as open, without MG
    (SL:7.2.6-q10)."""
    kind, unit = kind_of(g, vehicle), g.unit(fighter.piece)
    lines = []
    if not kind.armoured:
        lines.append(Line("unarmoured", SOFT, "SL:7.2.6.8-a"))
    elif kind.open_topped:
        lines.append(Line("open-topped", OPEN_TOPPED, "SL:7.2.6.8-b"))
    elif vehicle.ce or vehicle.stun:
        lines.append(Line("hatches open", HATCHES_OPEN, "SL:7.2.6.8-c"))
    if vehicle.stun or not working_mgs(g, vehicle):
        lines.append(Line("no MG", NO_MG, "SL:7.2.6.8-d"))
    for other in escorts(g, frame.hex, vehicle):
        lines.append(Line(f"{g.name(other)} with it", ESCORT[other.kind], "SL:7.2.6.9-a"))
    if fighter.capture:
        lines.append(Line("to capture it", CAPTURING, "SL:7.2.6.7-c"))
    leading = g.state.units.get(fighter.leader) if fighter.leader else unit if unit.is_leader else None
    if leading is not None and not leading.broken:
        lines.append(Line(f"leadership of the {g.name(leading)}", morale.leadership(g, leading), "SL:7.2.3"))
    return lines


def fp_against_vehicle(g: SlPlay, unit: Unit) -> Line:
    """SL:7.2.6.5; SL:7.2.6.7-e: one man counts one; SL:6.1.10: the pinned half."""
    if not unit.is_mmc:
        return Line(g.name(unit), SMC_FP, "SL:7.2.6.7-e", "fp")
    fp = g.counter(unit).fp
    return Line(g.name(unit), fp / 2 if unit.pinned else fp, "SL:7.2.6.5", "fp")


def strike_vehicle(
    g: SlPlay, frame: VehicleCombat, fighter: Fighter, vehicle: Vehicle, dice: tuple[int, ...]
) -> None:
    unit = g.unit(fighter.piece)
    fp, lines = fp_against_vehicle(g, unit), lines_against_vehicle(g, frame, fighter, vehicle)
    original = sum(dice)
    final = original + int(sum(line.value for line in lines))
    hit = final <= fp.value
    g.say(
        "close_combat",
        f"{g.name(unit)} against {g.piece_name(vehicle.id)}: {fp.value:g} or less, roll {original}, final {final}: "
        + ("a hit." if hit else "no effect."),
        "SL:7.2.6.5",
        side=fighter.side,
        who=(unit.id, vehicle.id),
        at=frame.hex,
        dice=dice,
        breakdown=Breakdown("Close combat", (fp, *lines), total=final, rules=("SL:7.2.6.5",)),
    )
    if original == 12 and is_afv(g, vehicle):
        morale.eliminate(g, unit, "is eliminated by the crew", "SL:7.2.6.12")
    elif hit and fighter.capture:
        captured(g, vehicle, fighter.side)
    elif hit and final == fp.value and is_afv(g, vehicle):
        frame.exactly = vehicle.id
    elif hit:
        destroyed(g, vehicle)


def destroyed(g: SlPlay, vehicle: Vehicle) -> None:
    wreck(g, vehicle, "is destroyed in close combat, with all inside", "SL:7.2.6.11", "SL:7.2.6.5")


def captured(g: SlPlay, vehicle: Vehicle, side: Side) -> None:
    g.say(
        "captured",
        f"{g.piece_name(vehicle.id)} is captured.",
        "SL:7.2.6.7-a",
        side=side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    change(g, vehicle, side=side)


def exactly_hit(g: SlPlay, frame: VehicleCombat, die: int) -> None:
    """SL:7.2.6.13: stopped only; SL:7.1.24-q2: a second time is the end of it."""
    vehicle = g.state.vehicles[frame.exactly]
    frame.exactly = ""
    if die >= STOPPED_FROM and not vehicle.immobilized:
        immobilize(g, vehicle, "hit in close combat", "SL:7.2.6.13")
    else:
        destroyed(g, vehicle)


def man_of_piece(g: SlPlay, piece: str) -> Unit | None:
    """Who fights, on foot or out of a vehicle; nobody where it is the vehicle itself."""
    return g.state.units.get(piece.rpartition("/")[2])


def strength_of(g: SlPlay, fighter: Fighter, targets: Sequence[Unit]) -> list[Line]:
    """SL:6.1.5: a LMG counts against men, not against what it cannot pierce."""
    unit = man_of_piece(g, fighter.piece)
    if unit is None:
        vehicle = g.state.vehicles[fighter.piece]
        return [Line("MG", fires_in_combat(g, vehicle), "SL:7.2.6.10", "fp")]
    return attack_lines_of(g, [unit], tuple([target.id for target in targets]))


def lines_by(g: SlPlay, fighter: Fighter) -> list[Line]:
    """Who fights out of a truck is hampered (SL:7.2.6.7-b); leaders, and armour leaders (SL:3.3-q3)."""
    vehicle = vehicle_of_piece(g, fighter.piece)
    if vehicle is None:
        leader = g.state.units.get(fighter.leader)
        lone = g.unit(fighter.piece)
        leading = leader if leader is not None else lone if lone.is_leader else None
        if leading is None or leading.broken:
            return []
        return [Line(f"leadership of the {g.name(leading)}", morale.leadership(g, leading), "SL:6.1.6")]
    if "/" in fighter.piece:
        aboard = Line("out of a vehicle", BY_PASSENGERS, "SL:7.2.6.7-b")
        return [] if is_afv(g, vehicle) else [aboard]
    line = leader_line(g, vehicle)
    return [msgspec.structs.replace(line, rule="SL:3.3-q3")] if line is not None else []


def strike_men(g: SlPlay, frame: VehicleCombat, fighter: Fighter, dice: tuple[int, ...]) -> None:
    """SL:6.1.3-b: by odds, as always."""
    targets = [piece for piece in fighter.targets if is_target(g, frame.hex, piece)]
    units = [g.unit(piece.rpartition("/")[2]) for piece in targets]
    strength, lines = strength_of(g, fighter, units), lines_by(g, fighter)
    fp = float(sum(line.value for line in strength))
    aboard = [Line("in a vehicle", AGAINST_PASSENGERS, "SL:7.2.6.7-b")] if "/" in targets[0] else []
    defence = float(sum(close_combat_fp(g, unit) for unit in units))
    man = man_of_piece(g, fighter.piece)
    led = any(line.rule == "SL:6.1.6" for line in lines)
    cowers = man is not None and not led and may_cower([man], strength)  # SL:6.5.1
    shift = 1 if len(set(dice)) == 1 and cowers else 0
    odds, kill = g.tables.close_combat.kill(fp, defence, shift)
    drm = int(sum(line.value for line in (*lines, *aboard)))
    dead = [
        unit
        for unit in units
        if sum(dice) + drm + int(sum(line.value for line in lines_against(g, unit))) <= kill
    ]
    g.say(
        "close_combat",
        f"{g.name(fighter.piece)} against {g.names(units)}: {odds}, kill number {kill}, roll {sum(dice)}{drm:+d}: "
        + (f"{g.names(dead)} eliminated." if dead else "no effect."),
        "SL:6.1.3-b",
        *(("SL:6.5.1",) if shift else ()),
        side=fighter.side,
        who=tuple([unit.id for unit in units]),
        at=frame.hex,
        dice=dice,
        breakdown=Breakdown(
            "Close combat",
            (*strength, Line("defence", defence, "SL:6.1.3-a", "="), *lines, *aboard),
            total=fp,
            column=kill,
            rules=("SL:6.1.3-a",),
        ),
    )
    for unit in dead:
        morale.eliminate(g, unit, "is eliminated in close combat", "SL:6.1.3-b")
    for piece in targets:
        dismount(g, piece)


def dismount(g: SlPlay, piece: str) -> None:
    """SL:7.2.6-q3: a passenger who has been attacked gets out, whatever came of it."""
    vehicle, unit_id = vehicle_of_piece(g, piece), piece.partition("/")[2]
    if vehicle is not None and unit_id in vehicle.passengers and unit_id in g.state.units:
        unit = g.unit(unit_id)
        set_down(g, vehicle, unit, vehicle.hex)
        g.say(
            "unloads",
            f"{g.name(unit)} gets out of {g.piece_name(vehicle.id)}.",
            "SL:7.2.6-q3",
            side=unit.side,
            who=(unit_id, vehicle.id),
            at=vehicle.hex,
        )


# -- the end -----------------------------------------------------------------------------------------------


def finish(g: SlPlay, frame: VehicleCombat) -> None:
    """SL:7.2.6.9-c: where enemies on foot are left there is a melee. SL:7.2.6.6: otherwise those who have not finished
    their AFV go back; who has stays with the wreck (SL:7.2.6-q7), which covers them (SL:7.2.6-q12)."""
    g.pop()
    for vehicle in vehicles_in(g, frame.hex):
        gone = [uid for uid in vehicle.passengers if uid not in g.state.units]
        if gone:
            left = tuple([uid for uid in vehicle.passengers if uid not in gone])
            change(g, vehicle, passengers=left)
    mark_melee(g, frame.hex)
    for side in g.in_order():
        enemy = g.enemy_of(side)
        if any(is_afv(g, v) for v in manned_in(g, frame.hex, enemy)) and not g.has_side(frame.hex, enemy):
            for unit, origin in came_from(g, g.side_in(frame.hex, side)):
                goes_back(g, unit, origin)
    seize(g, frame.hex)
    g.push_in_order(*combat_over(g, frame.hex))


def goes_back(g: SlPlay, unit: Unit, origin: str) -> None:
    g.place(unit, origin, melee=False)
    g.say(
        "goes_back",
        f"{g.name(unit)} goes back to {g.place_name(origin)}.",
        "SL:7.2.6.6",
        side=unit.side,
        who=(unit.id,),
        at=origin,
    )

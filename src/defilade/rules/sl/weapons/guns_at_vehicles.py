"""Machine guns at vehicles (SL:8.9.4): at the vehicle with all who look out of it or lie beneath it, by one throw.

That throw is read on the fire table for the men, and for the vehicle on the kill table. No leader helps there
(SL:8.9-q1), nor is a gun any better that is laid on the hex (SL:8.9.8-q4), or worse for being captured (SL:8.6-q4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.fire import MARKS, Attack, before_attack, seen_otherwise, table_read, weapon_marked
from defilade.rules.sl.fire_phases import other_acts
from defilade.rules.sl.firers import directing_refusal, joining_bar
from defilade.rules.sl.growth import sees_vehicle
from defilade.rules.sl.state import AFPH, DFPH, MPH, PFPH, SlPlay
from defilade.rules.sl.tables import Hit
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.exposed import exposed_of
from defilade.rules.sl.vehicles.nerve import Paamc, braced, may_check
from defilade.rules.sl.vehicles.penetration import (
    KillRoll,
    face_hit,
    height_lines,
    kill_lines,
    kill_number,
    range_lines,
)
from defilade.rules.sl.vehicles.shelter import sheltered
from defilade.rules.sl.vehicles.yard import is_afv, kind_of, of_side, vehicles_in
from defilade.rules.sl.weapons.anti_tank_fire import SIZE
from defilade.rules.sl.weapons.machine_guns import gun_refusal, helpers, machine_guns
from defilade.rules.sl.weapons.ways_of_fire import AT, SPRAYING, aimed_at, fires
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.units import PREP, Unit, Weapon

PART = Part()

NO_LEADER = Action("no-leader")
COUNTS_AS = {MPH: DFPH}
"""Who fires at a vehicle on the move is in his Defensive Fire."""


def with_vehicle(g: SlPlay, vehicle: Vehicle) -> tuple[str, ...]:
    """SL:8.9.4.1-b: who is struck with a vehicle: who is exposed on it, and infantry that lies beneath it."""
    beneath = sheltered(g, vehicle.hex)
    return (*exposed_of(g, vehicle), *(unit.id for unit in g.units_in(vehicle.hex) if unit.id in beneath))


# -- what it can do to armour ------------------------------------------------------------------------------


def column_of(g: SlPlay, shot: Shot) -> str:
    return g.anti_tank.machine_guns.of(g.state.weapons[shot.weapon].type)


def at_hand(g: SlPlay, shot: Shot, vehicle: Vehicle) -> bool:
    return is_afv(g, vehicle) and g.map.distance(g.unit(shot.unit).hex, vehicle.hex) <= 1


def keeps_nerve(g: SlPlay, shot: Shot, vehicle: Vehicle) -> bool:
    """SL:7.2.5-q6: a machine gun is no anti-tank weapon; at the armour of an AFV beside them only those fire it who
    have passed their PAAMC against it. Men who look out of it anybody fires at."""
    crew = [uid for uid in (shot.unit, shot.second) if uid]
    return not at_hand(g, shot, vehicle) or all(braced(g, g.unit(uid), vehicle.id) for uid in crew)


def may_dare(g: SlPlay, shot: Shot, vehicle: Vehicle) -> bool:
    crew = [uid for uid in (shot.unit, shot.second) if uid]
    return not at_hand(g, shot, vehicle) or all(
        braced(g, g.unit(uid), vehicle.id) or may_check(g, g.unit(uid), vehicle.id) for uid in crew
    )


def could_destroy(g: SlPlay, shot: Shot, vehicle: Vehicle) -> bool:
    """SL:8.9.4-q2: within normal range; SL:8.9-q6: not by one man alone. SL:8.9.4-q1: what has no armour suffers by the
    fire table only, but from guns of 12.7 mm, whose column is for such vehicles, too."""
    unit, weapon = g.unit(shot.unit), g.state.weapons[shot.weapon]
    crewed = unit.is_mmc or bool(shot.second)
    near = g.map.distance(unit.hex, vehicle.hex) <= g.weapon_type(weapon).range
    told = is_afv(g, vehicle) or g.anti_tank.kill.columns[column_of(g, shot)].unarmoured is not None
    return crewed and near and told and not vehicle.wreck


def may_destroy(g: SlPlay, shot: Shot, vehicle: Vehicle) -> bool:
    return could_destroy(g, shot, vehicle) and keeps_nerve(g, shot, vehicle)


def kill_roll(g: SlPlay, shot: Shot, vehicle: Vehicle) -> KillRoll:
    """SL:8.9.4.4: where the armour that is turned to it is weakest, hull or turret. SL:8.9.4-q3: size counts."""
    unit = g.unit(shot.unit)
    size = SIZE.get(kind_of(g, vehicle).size, 0)
    column = column_of(g, shot)
    lines = range_lines(g, column, g.map.distance(unit.hex, vehicle.hex))
    lines += height_lines(g, vehicle, unit.hex)
    if size:
        lines.append(Line(f"{kind_of(g, vehicle).size} target", size, "SL:8.9.4-q3"))

    def roll(turret: bool) -> KillRoll:
        face = face_hit(g, vehicle, unit.hex, turret=turret)
        what = f"the {g.weapon_name(shot.weapon)}"
        return KillRoll(vehicle.id, column, face, unit.side, what, tuple(lines), turret)

    def needed(found: KillRoll) -> float:
        number = kill_number(g, found)
        return -99 if number is None else number - sum(line.value for line in kill_lines(g, found))

    return max((roll(False), roll(True)), key=needed)


# -- declaring it ------------------------------------------------------------------------------------------


class GunsAim(Frame):
    """A machine gun is fired at a vehicle: who directs it?"""

    phase: str
    side: Side
    unit: str
    weapon: str
    vehicle: str
    second: str = ""


def worth_a_burst(g: SlPlay, shot: Shot, vehicle: Vehicle) -> bool:
    return bool(with_vehicle(g, vehicle)) or (could_destroy(g, shot, vehicle) and may_dare(g, shot, vehicle))


def crews_of(g: SlPlay, unit: Unit, weapon: Weapon) -> list[Shot]:
    alone = Shot(unit.id, weapon.id)
    return [
        alone,
        *(Shot(unit.id, weapon.id, second=two.id) for two in helpers(g, unit, (alone,)) if not unit.is_mmc),
    ]


def bursts_at(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    """SL:8.9.4.1-a: the firer says that the vehicle is what he fires at."""
    found = []
    for unit in g.on_map(side):
        for weapon in machine_guns(g, unit):
            if gun_refusal(g, unit, weapon, vehicle.hex) is not None:
                continue
            if not sees_vehicle(g, unit.hex, vehicle):
                continue
            if joining_bar(g, (), unit, weapon.id, vehicle.hex) is not None:
                continue
            for shot in crews_of(g, unit, weapon):
                if worth_a_burst(g, shot, vehicle):
                    crew = (unit.id, weapon.id, *((shot.second,) if shot.second else ()))
                    found.append(Action("rake", (*crew, vehicle.id), vehicle.hex))
    return found


def begin(g: SlPlay, side: Side, action: Action) -> None:
    second = action.who[2] if len(action.who) > 3 else ""
    shot = Shot(action.who[0], action.who[1], second=second)
    vehicle = g.state.vehicles[action.who[-1]]
    checks: list[Frame] = []
    if could_destroy(g, shot, vehicle) and may_dare(g, shot, vehicle) and not keeps_nerve(g, shot, vehicle):
        crew = [uid for uid in (shot.unit, second) if uid and not braced(g, g.unit(uid), vehicle.id)]
        checks = [Paamc(uid, vehicle.id) for uid in crew]
    aim = GunsAim(g.state.phase, side, action.who[0], action.who[1], action.who[-1], second)
    g.push_in_order(*checks, aim)


PART.adds(VEHICLE_ATTACKS, VehicleAttack("rake", bursts_at, begin))


@PART.answers(other_acts)
def in_the_own_player_turn(g: SlPlay, side: Side) -> list[Action]:
    if g.state.phase not in (PFPH, AFPH) or not g.state.vehicles or not g.state.weapons:
        return []
    return [action for vehicle in of_side(g, g.enemy_of(side)) for action in bursts_at(g, side, vehicle)]


def may_direct(g: SlPlay, frame: GunsAim) -> list[Unit]:
    unit = g.unit(frame.unit)
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader
        and leader.id not in (unit.id, frame.second)
        and directing_refusal(g, leader, unit.hex) is None
    ]


def dares_not(g: SlPlay, frame: GunsAim) -> bool:
    """SL:7.2.5.2-b: who has lost his nerve may fire at anything else, so he does not fire this burst, if it is for the
    armour alone."""
    vehicle, shot = g.state.vehicles[frame.vehicle], Shot(frame.unit, frame.weapon, second=frame.second)
    return not with_vehicle(g, vehicle) and not may_destroy(g, shot, vehicle)


@PART.decisions(GunsAim)
def ask_aim(g: SlPlay, frame: GunsAim) -> Choice | None:
    leaders = may_direct(g, frame)
    if not leaders or dares_not(g, frame):
        return None
    options = tuple([Action("direct", (leader.id,)) for leader in leaders])
    asks = f"Which leader directs the {g.weapon_name(frame.weapon)}?"
    return Choice(frame.side, asks, (*options, NO_LEADER), ("SL:8.9.4-q3",), (frame.unit,))


@ask_aim
def take_aim(g: SlPlay, frame: GunsAim, answer: Action | Outcome | None) -> None:
    """SL:8.9.4-q3: a leader helps against the men; one vehicle an attack."""
    g.pop()
    if dares_not(g, frame):
        return
    leaders = answer.who if isinstance(answer, Action) and answer.verb == "direct" else ()
    vehicle = g.state.vehicles[frame.vehicle]
    shot = Shot(frame.unit, frame.weapon, f"{AT}{vehicle.id}", frame.second)
    phase = COUNTS_AS.get(frame.phase, frame.phase)
    marker = MARKS.get(phase, PREP)
    weapon_marked(g, shot, marker)
    for uid in leaders:
        g.update(g.unit(uid), fire=marker, directed=(frame.unit,))
    g.state.fired = (*g.state.fired, (g.unit(frame.unit).hex, vehicle.hex))
    g.say(
        "declare",
        f"{g.name(frame.unit)} fires the {g.weapon_name(frame.weapon)} at {g.piece_name(vehicle.id)}.",
        "SL:8.9.4.1-a",
        side=frame.side,
        who=(frame.unit, vehicle.id),
        at=vehicle.hex,
    )
    attack = Attack(phase, frame.side, vehicle.hex, with_vehicle(g, vehicle), (shot,), leaders)
    g.push_in_order(*before_attack(g, attack), attack)


# -- what comes of it --------------------------------------------------------------------------------------


@PART.answers(table_read)
def through_the_armour(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """SL:8.9.4.1-b: the same throw; SL:8.9.4.1-c: once the men have taken their checks, with the cover that the vehicle
    gave them."""
    for shot in attack.shots:
        vehicle = g.state.vehicles.get(aimed_at(shot))
        if vehicle is not None and may_destroy(g, shot, vehicle):
            roll = kill_roll(g, shot, vehicle)
            roll.known = attack.dice
            g.push(roll)


@PART.answers(seen_otherwise)
def vehicle_in_sight(g: SlPlay, attack: Attack) -> bool:
    return any(aimed_at(shot) for shot in attack.shots)


@PART.answers(before_attack)
def the_others_in_the_hex(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    """SL:8.9.4.1-d: machine guns that are not fired at the vehicle in a hex spare it, and who is struck with it, as
    long as there are others there."""
    guns = all(shot.weapon and not aimed_at(shot) and not fires(shot, SPRAYING) for shot in attack.shots)
    machine = guns and all(
        g.weapon_type(g.state.weapons[shot.weapon]).is_machine_gun for shot in attack.shots
    )
    if not machine or not attack.shots:
        return ()
    spared = {
        piece
        for vehicle in vehicles_in(g, attack.target)
        if is_afv(g, vehicle)
        for piece in with_vehicle(g, vehicle)
    }
    others = tuple([piece for piece in attack.targets if piece not in spared])
    if others:
        attack.targets = others
    return ()


PART.adds(
    SPOKEN,
    Spoken(
        "rake",
        lambda g, action: f"{g.names(action.who[:-1])}: fire at {g.piece_name(action.who[-1])}",
    ),
)
PART.adds(OPTION_LOOKS, VerbLook("rake", OptionLook("Machine gun at it", hex="target")))

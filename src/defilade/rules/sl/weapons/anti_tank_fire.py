"""A shot at a vehicle with an anti-tank weapon of infantry: it must hit (SL:13.3), and then go through (SL:13.19.2).

In the DFPh, and against vehicles on the move, it is one of the ways of attacking a vehicle; in the other fire phases it
is an act of its own. Anti-tank rifles are fired at nothing else (SL:8.15.2). No nerve has to be kept for it
(SL:7.2.4): these are weapons made to pierce armour (SL:7.2.5-q2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part, all_of, any_of, first_of, handed_on, told
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.eyes.night import only_flashes
from defilade.rules.sl.fire_phases import other_acts
from defilade.rules.sl.firers import directing_refusal
from defilade.rules.sl.growth import sees_vehicle
from defilade.rules.sl.state import AFPH, DFPH, MPH, PFPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.afv_fear import faces_it
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.penetration import (
    KillRoll,
    face_hit,
    height_lines,
    kill_lines,
    kill_number,
    range_lines,
    runs_on_through_bullets,
)
from defilade.rules.sl.vehicles.yard import change, immobilize, is_afv, kind_of, of_side, ride_of
from defilade.rules.sl.weapons.breakdown import break_down, number_led
from defilade.rules.sl.weapons.captured import times_strange
from defilade.rules.sl.weapons.launchers import (
    BULLETS,
    at_its_post,
    bearers,
    from_nowhere,
    gunners,
    just_manned,
    kind_of_launcher,
    launcher,
    launcher_refusal,
    lone_hero,
    marker,
    note_shot,
    reach,
    stands,
    uses_red,
)
from defilade.tactics.arcs import FRONT, REAR, sides_crossed
from defilade.tactics.attack_plan import attack_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import LARGE, SMALL, VERY_LARGE, VERY_SMALL

PART = Part()

NO_LEADER = Action("no-leader")
IMMOBILIZE = "immobilize"
"""How a shot is fired that is only to stop its target (SL:13.23.2.1)."""
IN_THE_HEX = "in-the-hex"
"""How a gun fires at what is overrunning it (SL:7.1.20)."""

MOVING, CAPTURED, ALONE, RECOILLESS_MOVED, JUST_MANNED, AT_FLASHES = 2, 2, 1, 2, 2, 2
THROUGH_GROWTH = 2
FROM_SIDE, FROM_REAR, STOPPING_RANGE, TOO_HIGH = 3, 5, 6, 2
SIZE = {VERY_LARGE: -2, LARGE: -1, SMALL: 1, VERY_SMALL: 2}
ALL_DICE = tuple(product(range(1, 7), repeat=2))
LOWEST = 2
"""The best that two dice can do."""
LUCKY = 6
"""SL:13.7-b: the third die must stay below it."""


@all_of
def after_shot(
    g: SlPlay, unit: Unit, weapon: Weapon, others: tuple[str, ...], target: str
) -> Iterable[Frame]:
    """A unit, with the help of others, has fired a weapon at a hex: what does that do around them?"""
    return ()


@told
def shot_thrown(g: SlPlay, unit: Unit, target: str, dice: tuple[int, ...]) -> None:
    """The To Hit roll of a shot at a hex has been made."""


@told
def taken_aim(g: SlPlay, unit: Unit, weapon: Weapon, at: tuple[str, ...], hex: Hex) -> None:
    """A unit aims a weapon at units or a vehicle in a hex, and is about to fire it."""


@all_of
def lines_of_gunner(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """What else makes it harder or easier to hit anything in a hex?"""
    return ()


@handed_on
def lines_to_hit(g: SlPlay, lines: list[Line], unit: Unit, weapon: Weapon, target: str) -> list[Line]:
    """What makes a unit, vehicle or gun harder or easier to hit for this weapon, of all that has been found?"""
    return lines


@any_of
def hits_it_twice(g: SlPlay, weapon: Weapon) -> bool:
    """Can a weapon hit twice at once?"""
    return False


@first_of
def strikes_otherwise(g: SlPlay, weapon: Weapon, vehicle: Vehicle, side: Side) -> Frame | None:
    """What does a hit on a vehicle bring about that is no kill roll?"""


@first_of
def deadly_otherwise(g: SlPlay, weapon: Weapon, vehicle: Vehicle) -> float | None:
    """How likely does such a hit destroy it?"""


class AntiTankShot(Frame):
    """A shot at a vehicle: who leads it, its To Hit roll, and a third die for luck."""

    unit: str
    weapon: str
    vehicle: str
    second: str = ""
    how: str = ""
    leader: str = ""
    led: bool = False
    dice: tuple[int, ...] = ()
    """The To Hit roll, where a third die is due."""


# -- what may be fired at ----------------------------------------------------------------------------------


def may_only_stop(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """SL:13.23.2.1, SL:13.23.2.3, SL:13.23.2.4, SL:13.23.2.6: an AFV that shows its side or rear, within 6 hexes, not
    hull down, and not from two levels above."""
    here = stands(g, unit)
    return (
        is_afv(g, vehicle)
        and face_hit(g, vehicle, here) != FRONT
        and g.map.distance(here, vehicle.hex) <= STOPPING_RANGE
        and hull_down(g, here, vehicle, shaped=True) is None
        and g.map.level(here) - g.map.level(vehicle.hex) < TOO_HIGH
        and not vehicle.immobilized
    )


def runs_on(g: SlPlay, weapon: Weapon, vehicle: Vehicle) -> bool:
    back = launcher(g, weapon)
    return back is not None and runs_on_through_bullets(g, vehicle, back.column)


def shots_at(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    found = []
    for unit, weapon in bearers(g, side):
        if launcher_refusal(g, unit, weapon, vehicle.hex) is not None:
            continue
        if not sees_vehicle(g, stands(g, unit), vehicle):
            continue
        stops = may_only_stop(g, unit, vehicle) and not runs_on(g, weapon, vehicle)
        hows = ("", IMMOBILIZE) if stops else ("",)
        found += [
            Action("shoot", (*crew, vehicle.id), vehicle.hex, how)
            for crew in gunners(g, unit, weapon)
            for how in hows
        ]
    return found


def shot_of(action: Action) -> AntiTankShot:
    second = action.who[2] if len(action.who) > 3 else ""
    return AntiTankShot(action.who[0], action.who[1], action.who[-1], second, action.how)


def begin(g: SlPlay, side: Side, action: Action) -> None:
    """SL:7.1-q5: who has let himself be overrun fires at the rear of what stands on him, as from the next hex."""
    shot = shot_of(action)
    unit, weapon = g.unit(shot.unit), g.state.weapons[shot.weapon]
    taken_aim(g, unit, weapon, (shot.vehicle,), action.at)
    unit, weapon = g.unit(shot.unit), g.state.weapons[shot.weapon]
    note_shot(g, unit, weapon, shot.second)
    ride = ride_of(g, unit.id)
    if ride is not None:
        change(g, ride, exposed_passengers=True)  # SL:11.13.7-a
    g.push(shot)


PART.adds(VEHICLE_ATTACKS, VehicleAttack("shoot", shots_at, begin))


@PART.answers(other_acts)
def in_the_own_player_turn(g: SlPlay, side: Side) -> list[Action]:
    """SL:1.3.1-p2.3: Prep and Advancing Fire, taken up like attacks in the DFPh."""
    if g.state.phase not in (PFPH, AFPH) or not g.state.vehicles or not g.state.weapons:
        return []
    return [action for vehicle in of_side(g, g.enemy_of(side)) for action in shots_at(g, side, vehicle)]


# -- to hit ------------------------------------------------------------------------------------------------


def beside(g: SlPlay, firer: str, target: str) -> list[str]:
    """What stands on the hexsides of a target hex through which a line comes in."""
    if g.map.ground_hex(firer) == g.map.ground_hex(target):
        return []
    found = [g.map.neighbours[target][side] for side in sides_crossed(g.map, firer, target)]
    return [g.map.hexside_kind(target, hex) or "" for hex in found if hex is not None]


def hull_down(g: SlPlay, firer: str, vehicle: Vehicle, *, shaped: bool) -> Line | None:
    """SL:13.20.5: behind a wall, also from above; SL:8.16.1-a, SL:13.20.6-c: against shaped charges behind a hedge,
    not in woods or rubble."""
    if not is_afv(g, vehicle):
        return None
    kinds = beside(g, firer, vehicle.hex)
    if not kinds:
        return None
    if all(kind == "wall" for kind in kinds):
        return Line("behind a wall", 0, "SL:13.20.5", "=")
    if shaped and all(kind in ("wall", "hedge") for kind in kinds):
        return Line("behind a hedge", 0, "SL:8.16.1-a", "=")
    return None


def hit_number(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> int:
    """SL:8.17.4, SL:8.20.1: on the back of the counter, by range and whether who fires it has moved; an ATR or a
    recoilless rifle goes by the table for ordnance."""
    back, here = launcher(g, weapon), stands(g, unit)
    assert back is not None
    distance = max(1, g.map.distance(here, vehicle.hex))
    if back.to_hit:
        return (back.moved if unit.moved else back.to_hit)[distance - 1]
    return g.anti_tank.to_hit.number("vehicle", distance, red=uses_red(g, unit, weapon))


def is_moving(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:8.16-q1, SL:13.16.1-a: in Defensive Fire; one in motion is it at all times."""
    return vehicle.motion or g.state.phase == MPH or (g.state.phase == DFPH and vehicle.moved)


def own_lines(g: SlPlay, unit: Unit, weapon: Weapon, second: str, target: str) -> list[Line]:
    """What who fires brings with him, but for his leader, and what is in the way."""
    kind, back = kind_of_launcher(g, weapon), launcher(g, weapon)
    lines = []
    strange = times_strange(g, unit, weapon)
    if strange:
        lines.append(Line("captured", CAPTURED * strange, "SL:8.6.5-a"))
    if lone_hero(unit, kind, second):
        lines.append(Line("a hero alone", ALONE, "SL:8.3-g"))
    if back is not None and back.fires_on_the_move and (unit.moved or weapon.moved):
        lines.append(Line("moved", RECOILLESS_MOVED, "SL:8.21.4-c"))
    if just_manned(g, unit, weapon):
        lines.append(Line("only just manned", JUST_MANNED, "SL:4.2-q5"))
    if only_flashes(g, stands(g, unit), target, g.enemy_of(unit.side)):
        lines.append(Line("at flashes", AT_FLASHES, "SL:2.8.9-a"))
    lines += [*out_of_breath(g, unit, second), *lines_of_gunner(g, unit, weapon, target)]
    return [*lines, *lines_between(g, unit, target)]


def lines_between(g: SlPlay, unit: Unit, target: str) -> Sequence[Line]:
    """What is in the way of a unit's fire, also of one that fires from hiding."""
    there = at_its_post(g, unit)
    if not there.hex:
        return ()
    g.state.units[unit.id] = there
    found = attack_lines(g, (Shot(unit.id),), target, ())
    g.state.units[unit.id] = unit
    return found


def out_of_breath(g: SlPlay, unit: Unit, other: str) -> list[Line]:
    """SL:4.7.11: who directs it, or helps with it, while who fires it is not exhausted himself."""
    entry, man = g.tables.fire_drm.exhausted, g.state.units.get(other)
    return [Line("exhausted", entry.drm, entry.rule)] if man is not None and man.cx and not unit.cx else []


def leadership_line(g: SlPlay, weapon: Weapon, leaders: Iterable[str]) -> list[Line]:
    """SL:8.17.9, SL:8.18.6: it helps to hit, not to kill; SL:8.18.5: of two leaders one modifier. SL:3.2.3: neither an
    ATR (SL:8.15.5) nor a recoilless rifle (SL:8.21.3) has anything of it."""
    if not kind_of_launcher(g, weapon).shaped:
        return []
    found = [(morale.leadership(g, g.unit(uid)), uid) for uid in leaders if uid and g.unit(uid).is_leader]
    if not found:
        return []
    value, uid = min(found)
    rule = "SL:8.17.9" if g.weapon_type(weapon).kind == "PF" else "SL:8.18.6"
    return [Line(f"leadership of the {g.name(uid)}", value, rule)] if value else []


def cover_lines(g: SlPlay, here: Hex, vehicle: Vehicle, *, own_table: bool, shaped: bool) -> list[Line]:
    """SL:8.16-q2, SL:13.19.10-a: the terrain makes it harder to hit, not to kill. A wall or hedge does where it does
    not make the vehicle hull down (SL:13.20.6-b, SL:13.20.6-c)."""
    rule = "SL:8.16-q2" if own_table else "SL:13.19.10-a"
    kinds = () if vehicle.bypass else terrain.kinds_in(g, vehicle.hex)
    lines = [Line(kind.name, kind.tem, rule) for kind in kinds if kind.tem]
    if hull_down(g, here, vehicle, shaped=shaped) is None:
        entries = [g.tables.fire_drm.hexside.get(kind) for kind in beside(g, here, vehicle.hex)]
        drms = [entry.drm for entry in entries if entry is not None]
        if drms and len(drms) == len(entries):
            lines.append(Line("wall or hedge", min(drms), "SL:13.20.6-c"))
    return lines


def to_hit_lines(g: SlPlay, frame: AntiTankShot) -> list[Line]:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    vehicle = g.state.vehicles[frame.vehicle]
    here, back = stands(g, unit), launcher(g, weapon)
    leaders = (frame.leader, unit.id, frame.second)
    lines = [*leadership_line(g, weapon, leaders), *own_lines(g, unit, weapon, frame.second, vehicle.hex)]
    lines += out_of_breath(g, unit, frame.leader)
    if is_moving(g, vehicle) and frame.how != IN_THE_HEX:
        lines.append(Line("moving", MOVING, "SL:8.16-q1"))
    size = SIZE.get(kind_of(g, vehicle).size, 0)  # SL:11.6.2-b: of unarmoured ones as well
    if size:
        lines.append(
            Line(f"{kind_of(g, vehicle).size} target", size, "SL:11.6.2-a" if size > 0 else "SL:11.6.1")
        )
    if not terrain.sees(g, here, vehicle.hex):
        lines.append(Line("through wheat or brush", THROUGH_GROWTH, "SL:14.13.1-c"))
    shaped = kind_of_launcher(g, weapon).shaped
    lines += cover_lines(g, here, vehicle, own_table=back is not None and bool(back.to_hit), shaped=shaped)
    if frame.how == IMMOBILIZE:
        rear = face_hit(g, vehicle, here) == REAR
        rule = "SL:13.23.2.2" if rear else "SL:13.23.2.1"
        lines.append(Line("only to stop it", FROM_REAR if rear else FROM_SIDE, rule))
    down = hull_down(g, here, vehicle, shaped=shaped)
    found = [*lines, down] if down is not None else lines
    return lines_to_hit(g, found, unit, weapon, vehicle.id)


def leaders_of(g: SlPlay, unit: Unit, weapon: Weapon) -> list[Unit]:
    """SL:8.16-q3: who directs this fire directs nothing else, the firepower of the same squad neither."""
    if not kind_of_launcher(g, weapon).shaped or not unit.is_mmc or not unit.hex:
        return []
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader
        and not leader.fire
        and not leader.captive
        and directing_refusal(g, leader, unit.hex) is None
    ]


# -- the shot ----------------------------------------------------------------------------------------------


@PART.decisions(AntiTankShot)
def ask_shot(g: SlPlay, frame: AntiTankShot) -> Choice | Chance | None:
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    vehicle = g.state.vehicles[frame.vehicle]
    if unit is None or weapon is None or vehicle.wreck:
        return None
    if not stands(g, unit):
        return from_nowhere(g, unit, weapon)
    if frame.dice:
        asks = f"{g.name(unit)} rolled a 2: a third die."
        return Chance(asks, dice=1, side=unit.side, rules=("SL:13.7-b", "SL:13.25.1"), about=(vehicle.id,))
    if not frame.led and leaders_of(g, unit, weapon):
        found = tuple([Action("direct", (leader.id,)) for leader in leaders_of(g, unit, weapon)])
        asks = f"Who directs the {g.weapon_name(weapon)}?"
        return Choice(
            unit.side, asks, (*found, NO_LEADER), ("SL:8.17.9", "SL:8.18.6"), (unit.id,), vehicle.hex
        )
    number = hit_number(g, unit, weapon, vehicle)
    asks = (
        f"{g.name(unit)} fires the {g.weapon_name(weapon)} at {g.piece_name(vehicle.id)}: {number} or less."
    )
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.16-q1",), about=(unit.id, vehicle.id))


@ask_shot
def take_shot(g: SlPlay, frame: AntiTankShot, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led = True
        if answer.verb == "direct":
            frame.leader = answer.who[0]
            g.update(g.unit(frame.leader), fire=marker(g), directed=(frame.unit,))
        return
    if not isinstance(answer, Outcome) or not stands(g, g.unit(frame.unit)):
        g.pop()
        return
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    vehicle = g.state.vehicles[frame.vehicle]
    number = hit_number(g, unit, weapon, vehicle)
    lines = to_hit_lines(g, frame)
    drm = int(sum(line.value for line in lines if line.sign == "+"))
    needed = number - drm
    if frame.dice:
        die = answer.dice[0]
        critical = needed >= 2 and (die == 1 or die * 2 < needed) and frame.how != IMMOBILIZE
        lucky = needed >= 2 or die + 2 - needed < LUCKY
        finish(
            g, frame, frame.dice, hit=lucky and connects(g, frame, frame.dice, critical), critical=critical
        )
        return
    final = sum(answer.dice) + drm
    down = hull_down(g, stands(g, unit), vehicle, shaped=kind_of_launcher(g, weapon).shaped) is not None
    say_to_hit(g, frame, number, lines, answer.dice, final)
    if sum(answer.dice) == 2:
        frame.dice = answer.dice
        return
    hit = final <= number and (not down or connects(g, frame, answer.dice, critical=False))
    finish(g, frame, answer.dice, hit=hit, critical=False)


def connects(g: SlPlay, frame: AntiTankShot, dice: tuple[int, ...], critical: bool) -> bool:
    """SL:13.20.6-a: of one that is hull down only the turret can be hit: by a coloured die at least as high as the
    white one, or by a critical hit."""
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    shaped = kind_of_launcher(g, weapon).shaped
    down = hull_down(g, stands(g, unit), g.state.vehicles[frame.vehicle], shaped=shaped)
    return down is None or critical or dice[0] >= dice[1]


def odds(g: SlPlay, frame: AntiTankShot) -> tuple[Breakdown, dict[str, float]]:
    """How likely a shot is to hit, and to go through the hull, by two dice; a third one for luck is left out."""
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    number, lines = hit_number(g, unit, weapon, g.state.vehicles[frame.vehicle]), to_hit_lines(g, frame)
    needed = number - int(sum(line.value for line in lines if line.sign == "+"))
    hit = sum(connects(g, frame, dice, critical=False) for dice in ALL_DICE if sum(dice) <= needed) / len(
        ALL_DICE
    )
    otherwise = deadly_otherwise(g, weapon, g.state.vehicles[frame.vehicle])
    kill = 1.0 if otherwise is None else otherwise
    if frame.how != IMMOBILIZE and otherwise is None:
        roll = kill_rolls(g, frame, (1, 2), critical=False)[0]
        least = kill_number(g, roll)
        drm = int(sum(line.value for line in kill_lines(g, roll)))
        kill = chance_at_most(least - drm) if least is not None else 0.0
    shown = Breakdown("To hit", tuple(lines), total=needed, column=number, rules=("SL:13.3",))
    done = "stopped" if frame.how == IMMOBILIZE else "destroyed"
    return shown, {done: hit * kill, "hit without effect": hit * (1 - kill), "missed": 1 - hit}


def say_to_hit(
    g: SlPlay, frame: AntiTankShot, number: int, lines: list[Line], dice: tuple[int, ...], final: int
) -> None:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    shot_thrown(g, unit, g.state.vehicles[frame.vehicle].hex, dice)
    g.say(
        "to_hit",
        f"{g.name(unit)} fires the {g.weapon_name(weapon)} at {g.piece_name(frame.vehicle)}: "
        f"{number} or less, roll {sum(dice)}, final {final}.",
        "SL:13.3",
        side=unit.side,
        who=(unit.id, frame.vehicle),
        at=g.state.vehicles[frame.vehicle].hex,
        dice=dice,
        breakdown=Breakdown("To hit", tuple(lines), total=final, column=number, rules=("SL:13.3",)),
    )


def finish(g: SlPlay, frame: AntiTankShot, dice: tuple[int, ...], *, hit: bool, critical: bool) -> None:
    """Nobody but the vehicle comes to harm, also not those whom it is overrunning (SL:7.1.13-b)."""
    g.pop()
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    vehicle, here = g.state.vehicles[frame.vehicle], stands(g, unit)
    frames: list[Frame] = []
    if not hit:
        g.say("missed", "A miss.", "SL:13.5", side=unit.side, who=(unit.id,), at=vehicle.hex)
    elif frame.how == IMMOBILIZE:
        immobilize(g, vehicle, f"hit by the {g.weapon_name(weapon)}", "SL:13.23.2.1")
    else:
        otherwise = strikes_otherwise(g, weapon, vehicle, unit.side)
        frames += kill_rolls(g, frame, dice, critical=critical) if otherwise is None else [otherwise]
    helping = tuple(uid for uid in (frame.second, frame.leader) if uid)
    frames += after_shot(g, unit, weapon, helping, vehicle.hex)
    g.push_in_order(*frames)
    spend(g, unit, weapon, frame.second, dice, here, frame.leader)


def weapon_lines(g: SlPlay, weapon: Weapon, vehicle: Vehicle, here: Hex) -> list[Line]:
    """What a weapon fired from a hex adds to its kill roll: the make (SL:8.15.7, SL:8.17.7, SL:8.18.4-a), the range
    with rifles (SL:8.15.4), not with shaped charges (SL:8.16.1-b). Its column is that of its type (SL:8.19.4,
    SL:8.20.3)."""
    back = launcher(g, weapon)
    assert back is not None
    lines = [Line("make", back.kill_drm, back.kill_rule)] if back.kill_drm else []
    lines += range_lines(g, back.column, g.map.distance(here, vehicle.hex))
    return lines if here == vehicle.hex else [*lines, *height_lines(g, vehicle, here)]


def kill_rolls(g: SlPlay, frame: AntiTankShot, dice: tuple[int, ...], *, critical: bool) -> list[KillRoll]:
    """SL:13.20.2: the turret is hit where the coloured die is the higher one. SL:13.13.1: an ATR that hits an AFV with
    half the number hits it twice."""
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    vehicle, here, back = g.state.vehicles[frame.vehicle], stands(g, unit), launcher(g, weapon)
    assert back is not None
    kind = kind_of_launcher(g, weapon)
    down = hull_down(g, here, vehicle, shaped=kind.shaped) is not None
    turret = is_afv(g, vehicle) and (dice[0] > dice[1] or down)
    lines = weapon_lines(g, weapon, vehicle, here)
    face = face_hit(g, vehicle, here, turret=turret)

    def roll(critical: bool) -> KillRoll:
        what = f"the {g.weapon_name(weapon)}"
        return KillRoll(
            vehicle.id,
            back.column,
            face,
            unit.side,
            what,
            tuple(lines),
            turret,
            down,
            critical=critical,
            weapon=weapon.id,
        )

    rolls = [roll(critical)]
    number, drm = hit_number(g, unit, weapon, vehicle), sum(line.value for line in to_hit_lines(g, frame))
    twice = (sum(dice) + drm) * 2 <= number
    small = g.weapon_type(weapon).kind in BULLETS or hits_it_twice(g, weapon)
    if is_afv(g, vehicle) and small and twice:
        rolls.append(roll(critical=False))  # SL:13.13.5
    return rolls


@PART.answers(faces_it)
def can_destroy_it(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """SL:7.3.4: who has a working weapon against armour in the hex with him, manned and able to destroy the AFV as it
    stands, without a critical hit."""
    return any(
        able_to_kill(g, friend, weapon, vehicle)
        for friend in g.side_in(unit.hex, unit.side)
        if not friend.broken
        for weapon in g.weapons_of(friend)
    )


def able_to_kill(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> bool:
    back = launcher(g, weapon)
    if back is None or weapon.malfunctioned or g.map.distance(unit.hex, vehicle.hex) > reach(g, weapon):
        return False
    lines = weapon_lines(g, weapon, vehicle, unit.hex)
    roll = KillRoll(vehicle.id, back.column, face_hit(g, vehicle, unit.hex), unit.side, "", tuple(lines))
    number = kill_number(g, roll)
    return number is not None and LOWEST + sum(line.value for line in kill_lines(g, roll)) <= number


def spend(
    g: SlPlay, unit: Unit, weapon: Weapon, second: str, dice: tuple[int, ...], at: str, leader: str = ""
) -> None:
    """SL:8.17.1: one shot, and it is gone. SL:8.18.7, SL:8.20.6: from its number on the weapon is out of ammunition
    and taken off, never to be repaired (SL:8.16.5); an ATR or recoilless rifle malfunctions (SL:8.15.6)."""
    kind, printed = kind_of_launcher(g, weapon), g.weapon_type(weapon)
    number = number_led(g, Shot(unit.id, weapon.id, second=second), (leader,)) - lone_hero(unit, kind, second)
    if kind.once:
        g.remove_weapon(weapon)
    elif sum(dice) >= number and printed.removed:
        g.say(
            "weapon_lost",
            f"The {g.weapon_name(weapon)} is out of ammunition.",
            "SL:8.18.7" if kind.backblast else "SL:8.20.6",
            "SL:8.16.5",
            side=unit.side,
            who=(weapon.id,),
            at=at,
        )
        g.remove_weapon(weapon)
    elif sum(dice) >= number:
        break_down(g, weapon)

"""Ordnance that fires from hiding (SL:2.7): it stays hidden, or under its "?", until a shot gives it away.

What counts is any gun that is no vehicle's and needs its crew, neither rocket nor shaped charge (SL:2.7.1-b).
Recoilless rifles are never dug in, so that they hide only as other units do. The enemy hears what was fired at, what
was rolled and what it did, and never from where (SL:2.7.3).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Breakdown, Frame, Line, Refusal
from defilade.kernel.composition import Part, all_of
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import counter_over, is_concealed, uncover_hex, whereabouts
from defilade.rules.sl.eyes.hidden import reveal
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.yard import is_afv, of_side
from defilade.rules.sl.weapons.anti_tank_fire import shot_thrown
from defilade.rules.sl.weapons.launchers import (
    kind_of_launcher,
    launcher,
    launching_bar,
    post_of,
    shot_begins,
)
from defilade.tactics.names import Side
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

FOUND = 6
"""The coloured die from which a gun is found (SL:2.7.2-a)."""
HEXES_A_DRM = 6

MUST_SHOW = Refusal("it comes into the open before it fires that", "SL:2.5.2")
ON_THE_MOVE = Refusal('who moves under a "?" fires nothing from beneath it', "SL:2.3.9.1-a")


def is_at_gun(g: SlPlay, weapon: Weapon) -> bool:
    """SL:2.7.1-b"""
    if launcher(g, weapon) is None:
        return False
    kind = kind_of_launcher(g, weapon)
    return kind.recoilless or kind.gun


@all_of
def seen_more_easily(g: SlPlay, weapon: Weapon) -> Iterable[Line]:
    """What in a gun itself gives it away more easily, or less?"""
    return ()


@PART.answers(post_of)
def from_its_hiding_place(g: SlPlay, unit: Unit) -> str | None:
    """A crew of which the enemy knows nothing, with such a gun."""
    if unit.kind != CREW or unit.id not in g.state.unseen:
        return None
    place = whereabouts(g, unit)
    return place if place and any(is_at_gun(g, weapon) for weapon in g.weapons_of(unit)) else None


@PART.answers(launching_bar)
def shows_itself_first(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    if unit.id not in g.state.unseen:
        return None
    counter = counter_over(g, unit.id)
    if counter is not None and (counter.moved or counter.advanced):
        return ON_THE_MOVE
    return None if is_at_gun(g, weapon) else MUST_SHOW


# -- whether it is found -----------------------------------------------------------------------------------


class Detection(Frame):
    """A gun has fired from hiding: when all that follows from its shot is over, is it found? The frame is seen by both
    sides, and so does not say where the gun is."""

    unit: str
    weapon: str
    target: str = ""
    die: int = 0
    watching: tuple[str, ...] = ()
    """Enemies in the target hex who could be seen before the shot."""


@PART.answers(shot_begins)
def keep_an_eye_on_it(g: SlPlay, unit: Unit, weapon: Weapon) -> None:
    if unit.id in g.state.unseen and is_at_gun(g, weapon):
        g.push(Detection(unit.id, weapon.id))


@PART.answers(shot_thrown)
def note_the_die(g: SlPlay, unit: Unit, target: str, dice: tuple[int, ...]) -> None:
    """SL:2.7.2-a: the coloured die of the To Hit roll."""
    frame = next((one for one in reversed(g.state.stack) if isinstance(one, Detection)), None)
    if frame is not None and frame.unit == unit.id:
        enemy = g.enemy_of(unit.side)
        frame.target, frame.die = target, dice[0]
        frame.watching = tuple([one.id for one in g.side_in(target, enemy) if not is_concealed(one)])


def watchers(g: SlPlay, side: Side, home: str) -> list[str]:
    """SL:2.7.2-g: the hexes of enemies who could see the gun: neither broken nor stunned, no single men, no AFV with
    shut hatches, nobody who is out of sight himself."""
    enemy = g.enemy_of(side)
    hexes = [
        unit.hex
        for unit in g.on_map(enemy)
        if unit.is_mmc and not unit.broken and not unit.captive and not is_concealed(unit)
    ]
    hexes += [
        vehicle.hex
        for vehicle in of_side(g, enemy)
        if vehicle.hex and vehicle.able and (vehicle.ce or not is_afv(g, vehicle))
    ]
    return [hex for hex in dict.fromkeys(hexes) if terrain.sees(g, hex, home)]


def detection_lines(g: SlPlay, frame: Detection, side: Side, home: str) -> list[Line]:
    """SL:2.7.2-b: they have nothing to do with hitting."""
    enemy = g.enemy_of(side)
    lines = []
    before = g.state.shots_from_hiding.get(frame.weapon, 0)
    if before:
        lines.append(Line("shots before", before, "SL:2.7.2-d"))
    vehicles = [one for one in of_side(g, enemy) if one.hex == g.map.ground_hex(frame.target) and one.manned]
    if g.has_side(frame.target, enemy) or any(not vehicle.stun for vehicle in vehicles):
        lines.append(Line("its target is still there", 1, "SL:2.7.2-e"))
    men = [g.state.units[uid] for uid in frame.watching if uid in g.state.units]
    looking = any(man.hex == frame.target and not man.broken and not man.captive for man in men)
    if looking or any(vehicle.ce and vehicle.able for vehicle in vehicles):
        lines.append(Line("seen from the target hex", 1, "SL:2.7.2-f"))
    lines += seen_more_easily(g, g.state.weapons[frame.weapon]) if frame.weapon in g.state.weapons else ()
    near = min((g.map.distance(hex, home) for hex in watchers(g, side, home)), default=0)
    if near >= HEXES_A_DRM:
        lines.append(Line(f"nobody within {near} hexes sees it", -(near // HEXES_A_DRM), "SL:2.7.2-g"))
    return lines


def beside_the_enemy(g: SlPlay, side: Side, home: str) -> bool:
    """SL:2.7.2-a: adjacent to an enemy who has survived the shot."""
    enemy = g.enemy_of(side)
    if terrain.adjacent_enemy(g, home, side):
        return True
    return any(one.manned and one.hex and g.map.distance(one.hex, home) <= 1 for one in of_side(g, enemy))


@PART.automatic(Detection)
def look_for_it(g: SlPlay, frame: Detection) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is None or unit.id not in g.state.unseen or not frame.die:
        return
    home = whereabouts(g, unit)
    if not home:
        return
    lines = detection_lines(g, frame, unit.side, home)
    total = frame.die + int(sum(line.value for line in lines))
    shots = g.state.shots_from_hiding
    shots[frame.weapon] = shots.get(frame.weapon, 0) + 1
    g.say(
        "detection",
        f"The {g.weapon_name(frame.weapon)} has fired from hiding: {FOUND} gives it away, {total} after all.",
        "SL:2.7.2-a",
        side=unit.side,
        who=(unit.id,),
        at=home,
        breakdown=Breakdown("Detection", tuple(lines), total=total, rules=("SL:2.7.2-b",)),
        seen_by=(unit.side,),
    )
    if beside_the_enemy(g, unit.side, home):
        come_to_light(g, unit, home, "it fired beside an enemy")
    elif total >= FOUND and watchers(g, unit.side, home):
        come_to_light(g, unit, home, "its fire gave it away")


def come_to_light(g: SlPlay, unit: Unit, home: str, why: str, rule: str = "SL:2.7.2-a") -> None:
    if unit.id in g.state.hidden:
        reveal(g, (unit.id,), why, rule)
    else:
        uncover_hex(g, home, unit.side, why, rule)

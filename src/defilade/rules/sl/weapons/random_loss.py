"""Weapons perish with their crews: after a KIA each in the hex is rolled for (SL:8.8.1).

What the dice spare stays where it is, for whoever takes it up (SL:8.8.1-c).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import Attack, killed
from defilade.rules.sl.ground.fires import burns
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.vehicles.exposed import OVERRUN
from defilade.rules.sl.vehicles.overrun import overrun_read
from defilade.rules.sl.weapons.flamethrowers import weapons_lost
from defilade.rules.sl.weapons.launchers import kind_of_launcher
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens
from defilade.tactics.units import Weapon
from defilade.tactics.vehicles import MA

PART = Part()

SMALL_ARMS, TRACKS = 1, -1
"""SL:8.8.1-b"""


class RandomLoss(Frame):
    """Each of these weapons is rolled for, on one column."""

    weapons: tuple[str, ...]
    column: int
    side: Side
    drm: int = 0


def by_small_arms(g: SlPlay, attack: Attack, shot: Shot) -> bool:
    """SL:8.8.1-b: a machine gun, or men's own firepower but at point blank."""
    if shot.weapon:
        return shot.weapon in g.state.weapons and g.weapon_type(g.state.weapons[shot.weapon]).is_machine_gun
    return g.map.distance(g.unit(shot.unit).hex, attack.target) > 1


def in_the_trees(g: SlPlay, attack: Attack) -> bool:
    """SL:8.8.1-b: whether artillery or mortar bombs burst above."""
    if g.map.terrain[attack.target] not in terrain.TREES:
        return False
    weapon = g.state.weapons.get(attack.shell)
    return bool(attack.barrage) or (weapon is not None and kind_of_launcher(g, weapon).mortar)


def loss_drm(g: SlPlay, attack: Attack) -> int:
    """SL:8.8.1-b: no other modifier of the fire itself counts."""
    if attack.phase == OVERRUN:
        return TRACKS
    if in_the_trees(g, attack):
        return SMALL_ARMS
    if attack.mounted is not None:
        return 0 if MA in attack.mounted.places else SMALL_ARMS
    small = bool(attack.shots) and all(by_small_arms(g, attack, shot) for shot in attack.shots)
    return SMALL_ARMS if small else 0


def lying_in(g: SlPlay, hex: Hex) -> list[Weapon]:
    return [weapon for weapon in g.state.weapons.values() if weapon.hex == hex and not weapon.placed_at]


@PART.answers(killed)
def roll_for_weapons(g: SlPlay, attack: Attack, column: int) -> None:
    """SL:8.8.1-a: on the column to the left of that of the KIA; SL:8.8.1-d: there is none left of the first. This is
    for fire and overruns; close combat destroys no weapons. SL:8.8.1-f: in a burning hex none is spared."""
    if burns(g, attack.target):
        weapons_lost(g, attack.target, "SL:8.8.1-f")
    there = tuple([weapon.id for weapon in lying_in(g, attack.target)])
    if there and column > 0:
        g.push(RandomLoss(there, column - 1, attack.side, loss_drm(g, attack)))


@PART.decisions(RandomLoss)
def ask_loss(g: SlPlay, frame: RandomLoss) -> Chance | None:
    left = [wid for wid in frame.weapons if wid in g.state.weapons]
    if not left:
        return None
    asks = f"Is the {g.weapon_name(left[0])} destroyed, too?"
    return Chance(asks, dice=2, side=frame.side, rules=("SL:8.8.1-a",), about=(left[0],))


@ask_loss
def take_loss(g: SlPlay, frame: RandomLoss, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    left = [wid for wid in frame.weapons if wid in g.state.weapons]
    weapon, frame.weapons = g.state.weapons[left[0]], tuple(left[1:])
    final = sum(answer.dice) + frame.drm
    found = g.fire_table.result(frame.column, final)
    gone = found.kind == KIA
    lines = (Line("of the fire", frame.drm, "SL:8.8.1-b"),) if frame.drm else ()
    g.say(
        "weapon_lost" if gone else "weapon_spared",
        f"{g.weapon_name(weapon)}: roll {sum(answer.dice)}, final {final}: "
        + ("it is destroyed." if gone else "it stays."),
        "SL:8.8.1-a" if gone else "SL:8.8.1-c",
        *(line.rule for line in lines),
        side=weapon.side,
        who=(weapon.id,),
        at=weapon.hex,
        dice=answer.dice,
    )
    if gone:
        g.remove_weapon(weapon)


# -- overruns ----------------------------------------------------------------------------------------------


@PART.answers(overrun_read)
def what_it_drives_over(g: SlPlay, vehicle: str, column: int | None, deadly: bool) -> None:
    """SL:8.8.1-e: if it stays there, what lies about is rolled for also without a KIA."""
    if column and not deadly:
        g.state.overrun_columns = {**g.state.overrun_columns, vehicle: column}


@PART.answers(phase_opens)
def crushed(g: SlPlay, phase: str) -> Iterable[Frame]:
    """SL:8.8.1-e: once the MPh is over, abandoned weapons and guns in the hex in which an overrun has ended."""
    if phase != DFPH:
        return []
    frames: list[Frame] = []
    for vehicle_id, column in g.state.overrun_columns.items():
        vehicle = g.state.vehicles.get(vehicle_id)
        if vehicle is None or not vehicle.hex or vehicle.hex != vehicle.overran:
            continue
        loose = tuple(
            [
                weapon.id
                for weapon in lying_in(g, vehicle.hex)
                if not weapon.owner or g.anti_tank.is_heavy(weapon.type, g.weapon_type(weapon).kind)
            ]
        )
        if loose:
            frames.append(RandomLoss(loose, column - 1, vehicle.side, TRACKS))
    g.state.overrun_columns = {}
    return frames

"""Guns that set up hidden, though the scenario card says nothing of hiding (SL:2.7.1-a).

Each gun of a group hides one crew counter, in woods, on a forest road, in brush or in a building. Who has no gun when
play begins, or is seen by an enemy then, is put on the map after all.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.eyes.hidden import hides, may_be_hidden, reveal
from defilade.rules.sl.set_up import before_first_turn
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit

PART = Part()

HIDE = "hide"


@any_of
def serves_a_gun(g: SlPlay, unit: Unit) -> bool:
    """Has a crew a gun that is dug in?"""
    return False


def guns_of_group(g: SlPlay, number: int) -> int:
    """How many guns a group has that are dug in; recoilless rifles never are (SL:8.21.4-d)."""
    kinds = g.anti_tank.weapons.kinds
    return sum(
        count
        for name, count in g.scenario.groups[number].weapons.items()
        if (kind := kinds.get(g.weapon_types[name].kind)) is not None and kind.gun
    )


def crews_hide(g: SlPlay, number: int) -> bool:
    """Whether crews of a group may hide with their guns."""
    counters = g.scenario.groups[number].units
    return guns_of_group(g, number) > 0 and any(g.counters[kind].kind == CREW for kind in counters)


@PART.answers(may_be_hidden)
def with_its_gun(g: SlPlay, unit: Unit, hex: Hex) -> bool | None:
    """SL:2.7.1-a, SL:2.7.1-c: crew counters, and not in the upper storeys."""
    if unit.kind != CREW or unit.group >= len(g.scenario.groups) or not crews_hide(g, unit.group):
        return None
    planned = list(g.state.plans)
    before = planned[: planned.index(unit.id)] if unit.id in g.state.plans else planned
    others = [
        uid
        for uid in before
        if g.state.plans[uid].how == HIDE and uid in g.state.units and g.unit(uid).kind == CREW
        if g.unit(uid).group == unit.group
    ]
    room = len(others) < guns_of_group(g, unit.group)
    return True if room and hex not in g.map.below and hides(g, hex) else None


class FirstLook(Frame):
    """Play is about to begin: which crews are not hidden after all?"""


@PART.answers(before_first_turn)
def look_around(g: SlPlay) -> Iterable[Frame]:
    return [FirstLook()] if any(crews_hide(g, n) for n in range(len(g.scenario.groups))) else []


@PART.automatic(FirstLook)
def who_is_seen(g: SlPlay, frame: FirstLook) -> None:
    """SL:2.7.1-a: out of the LOS of any enemy; by those who are under a "?" nobody can tell, and they do not count."""
    g.pop()
    for uid, hex in list(g.state.hidden.items()):
        unit = g.unit(uid)
        if unit.kind != CREW or g.scenario.groups[unit.group].hidden:
            continue
        enemy = g.enemy_of(unit.side)
        posts = [one.hex for one in g.on_map(enemy) if not is_concealed(one)]
        posts += [
            one.hex for one in g.state.vehicles.values() if one.side == enemy and one.hex and one.manned
        ]
        if not serves_a_gun(g, unit) or any(terrain.sees(g, post, hex) for post in posts):
            reveal(g, (uid,), "in sight of the enemy from the start", "SL:2.7.1-a")

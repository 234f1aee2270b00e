"""Marsh (SL:14.18): slow to get into, slower to leave, and no place to fight from.

It hides like wheat, from the level of the ground about it: boards do not lay marsh any lower.
"""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.state import APH, RTPH, SlPlay
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

MARSH, POND = "marsh", "pond"
RUSSIAN = "russian"

OVER_LAND = Refusal("from marsh or water one comes into marsh in the APh only", "SL:14.18.5")
IN_THE_APH = Refusal("marsh is left in the APh only", "SL:14.18.6-a")
NO_ROUT = Refusal("nobody routs out of marsh", "SL:14.18.6-b")


def is_marsh(g: SlPlay, hex: Hex) -> bool:
    """SL:14.18.7-b: where snow lies it is open ground."""
    return g.ground_in(hex) == MARSH


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def through_marsh(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:14.18.3, SL:14.18.5, SL:14.18.6-a: in the MPh into it from the land; all else is for the APh."""
    if g.state.phase == APH:
        return None
    if is_marsh(g, origin):
        return NO_ROUT if g.state.phase == RTPH else IN_THE_APH
    if is_marsh(g, hex) and g.ground_in(origin) == POND:
        return OVER_LAND
    return None


@PART.modifies(shot_factors, "SL:14.18.11", step=3)
def waist_deep(g: SlPlay, firing: Firing) -> list[Line]:
    if not is_marsh(g, firing.unit.hex):
        return []
    entry = g.tables.fire_factors.from_marsh
    return [Line("from marsh", entry.factor, entry.rule, "x")]


@PART.answers(morale.changed_morale)
def wet_feet(g: SlPlay, level: int, unit: Unit) -> int:
    """SL:14.18.13: Russians do not mind."""
    if not unit.hex or not is_marsh(g, unit.hex) or g.counters[unit.type].nationality == RUSSIAN:
        return level
    return level - 1

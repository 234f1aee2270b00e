"""Polder (DAE:1.3): ditches that Infantry may take cover in, at a price, and must climb out of."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.first_fire import covered_in_the_open
from defilade.rules.sk.movement import comes_uncovered, exit_toll, spent_in_leaving
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.terrain import other_rates, toll
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.moving import mover_of
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

POLDER = "polder"
IN_COVER = "in-the-polder"
"""The rate at which a hex is entered by going down into its ditches (DAE:1.3-c)."""

TEM = 1
ENTRY, EXIT = 1, 1
NONE: frozenset[str] = frozenset()


def is_polder(g: SkPlay, hex: Hex) -> bool:
    """DAE:1.3-a: what a hex is in addition to its terrain; it does nothing to LOS."""
    return hex in g.map.also.get(POLDER, NONE)


@PART.answers(other_rates)
def into_the_ditches(g: SkPlay, origin: str, hex: Hex) -> Iterable[str]:
    """DAE:1.3-c; as no other rate it forfeits the road bonus (DAE:1.3-g)."""
    return (IN_COVER,) if is_polder(g, hex) else ()


def exit_cost(g: SkPlay, origin: str, hex: Hex, rate: str) -> int:
    """DAE:1.3-d, DAE:1.3-j: not over a road hexside, unless one goes down into the next polder."""
    if not origin or not is_polder(g, origin):
        return 0
    return 0 if rate != IN_COVER and terrain.crosses_road(g, origin, hex) else EXIT


@PART.answers(toll)
def ditches(g: SkPlay, cost: float, origin: str, hex: Hex, rate: str) -> float:
    return cost + exit_cost(g, origin, hex, rate) + (ENTRY if rate == IN_COVER else 0)


@PART.answers(exit_toll)
def off_the_map(g: SkPlay, cost: float, hex: Hex) -> float:
    """DAE:1.3-d: also who leaves the map climbs out first, but not along a road."""
    return cost + (EXIT if is_polder(g, hex) and not terrain.road_leaves_map(g, hex) else 0)


@PART.answers(spent_in_leaving)
def climbing_out(g: SkPlay, origin: str, hex: Hex, rate: str) -> float | None:
    """DAE:1.3-e: the exit MF is spent in the polder, and who is stopped there stays there."""
    return exit_cost(g, origin, hex, rate) or None


@PART.answers(comes_uncovered)
def stays_up(g: SkPlay, hex: Hex, rate: str) -> bool:
    return rate != IN_COVER and is_polder(g, hex)


def in_the_ditch(g: SkPlay, unit: Unit, phase: str) -> bool:
    """DAE:1.3-c: in the MPh only who paid for it, or spends MF in the hex where it is (DAE:1.3-f); never who pushes a
    Gun. Otherwise always."""
    if not is_polder(g, unit.hex):
        return False
    mover = mover_of(g, unit.id) if phase == MPH else None
    return mover is None or not (mover.exposed or unit.hazardous)


@PART.modifies(target_lines, "DAE:1.3-b", step=COVER)
def polder_cover(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """DAE:1.3-b: for Infantry only, and never on top of other cover."""
    if not aim.covered or not in_the_ditch(g, unit, aim.phase):
        return []
    for modifier in target_lines.of(g.rules):
        if modifier.step == COVER and modifier.lines is not polder_cover:
            if any(line.value > 0 for line in modifier.lines(g, unit, aim)):
                return []
    return [Line("polder", TEM, "DAE:1.3-b")]


@PART.answers(covered_in_the_open)
def not_in_the_open(g: SkPlay, unit: Unit) -> bool:
    """DAE:1.3-c"""
    return in_the_ditch(g, unit, MPH)

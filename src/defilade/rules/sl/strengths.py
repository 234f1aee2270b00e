"""How much of a side is left, in squads: a half-squad or crew counts for half of one."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Side
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit

EQUIVALENTS = {SQUAD: 1.0, HALF_SQUAD: 0.5, CREW: 0.5}


def squad_equivalents(units: Iterable[Unit]) -> float:
    return sum(EQUIVALENTS.get(unit.kind, 0.0) for unit in units)


def squads_on_the_card(g: SlPlay, side: Side) -> float:
    """What a side has at the start."""
    return sum(
        count * EQUIVALENTS.get(g.counters[counter].kind, 0.0)
        for group in g.scenario.groups
        if group.side == side
        for counter, count in group.units.items()
    )


def squads_lost(g: SlPlay, side: Side) -> float:
    left = squad_equivalents(unit for unit in g.state.units.values() if unit.side == side)
    return max(0.0, squads_on_the_card(g, side) - left)

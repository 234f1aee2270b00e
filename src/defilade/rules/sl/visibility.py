"""What lessens sight over a few steps: night, and whatever else its sections bring (SL:7.2.5.1-d, SL:6.2.1-a)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Line
from defilade.kernel.composition import Part, all_of
from defilade.rules.sl.close_combat import made_by
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

SURPRISE = -1


@all_of
def dim(g: SlPlay, hex: Hex) -> Iterable[str]:
    """What makes it hard to see in a hex: night, fog, smoke?"""
    return ()


@PART.answers(made_by)
def out_of_the_dark(g: SlPlay, units: Sequence[Unit]) -> list[Line]:
    """SL:6.2.1-a: for who has advanced into close combat in this player turn, for one such condition. Who comes to a
    melee later has nothing of it."""
    if not all(unit.advanced for unit in units):
        return []
    hex = units[0].hex
    fresh = not any(unit.melee for unit in g.units_in(hex))
    return [Line("hard to see", SURPRISE, "SL:6.2.1-a")] if fresh and dim(g, hex) else []


@PART.answers(dim)
def by_night(g: SlPlay, hex: Hex) -> list[str]:
    return ["night"] if g.scenario.night else []

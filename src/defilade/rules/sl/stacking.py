"""SL:4.3: how many units of a side fit into a hex."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Refusal
from defilade.rules.sl.state import SlPlay
from defilade.tactics.units import Unit

FULL = Refusal("at most four infantry units of a side fit into a hex", "SL:4.3.1")
TOO_MANY_MMC = Refusal("at most three of the units of a side in a hex are MMC", "SL:4.3.1")


def refusal(g: SlPlay, side: str, hex: str, adding: Iterable[Unit]) -> Refusal | None:
    """SL:4.3.1: four units, of them three MMC; half-squads and crews count like squads (SL:4.3.4), and each side has a
    limit of its own (SL:4.3.2)."""
    new = list(adding)
    ids = {unit.id for unit in new}
    there = [*new, *(unit for unit in g.side_in(hex, side) if unit.id not in ids)]
    limits = g.tables.stacking
    if len(there) > limits.units:
        return FULL
    return TOO_MANY_MMC if sum(unit.is_mmc for unit in there) > limits.mmc else None

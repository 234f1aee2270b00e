"""What lessens sight over a few steps: night, and whatever else its sections bring (SL:7.2.5.1-d, SL:6.2.1-a)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel.composition import Part, all_of
from defilade.rules.sl.state import SlPlay

PART = Part()


@all_of
def dim(g: SlPlay, hex: str) -> Iterable[str]:
    """What makes it hard to see in a hex: night, fog, smoke?"""
    return ()


@PART.answers(dim)
def by_night(g: SlPlay, hex: str) -> list[str]:
    return ["night"] if g.scenario.night else []

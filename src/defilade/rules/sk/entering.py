"""Units come into a hex, in whatever phase: what follows from it (SK1:3.2.1-z, SK1:S3-ssr1)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame
from defilade.kernel.composition import all_of, told
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side


@told
def came_in(g: SkPlay, hex: Hex, side: Side) -> None:
    """Units of a side have come into a hex, by moving, advancing or routing."""


@all_of
def strikes_who_enter(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> Iterable[Frame]:
    """These units have come into a hex, by moving, advancing or routing: what strikes them there before all else?"""
    return ()

"""Units come into a hex, in whatever phase: what follows from it (SK1:3.2.1-z, SK1:S3-ssr1)."""

from __future__ import annotations

from defilade.kernel.composition import told
from defilade.rules.sk.state import SkPlay


@told
def came_in(g: SkPlay, hex: str, side: str) -> None:
    """Units of a side have come into a hex, by moving, advancing or routing."""

"""Two ways to read heights, by what they do.  A system takes one and puts its own rules in (`dataclasses.replace`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .relief import HexsideReading, ReliefReading, Rise

#: Nobody sees past an obstacle on the ground between levels, however high he stands: a line down a hill leaves the
#: upper hex over its crest line and crosses no other. From upper storeys one sees over, but for the hex behind.
ONE_SLOPE: Final = ReliefReading(
    between_levels={"orchard": ("obstacle", "orchard between levels")},
    sees_over=False,
    sees_over_from_storeys=True,
    one_slope=True,
)

#: Who is higher than an obstacle sees over it; hexes behind it are blind, the more the farther away it is and the fewer
#: the higher the viewer. Taller buildings hide more. What is half a level high stops lines on its own level alone.
BLIND_HEXES: Final = ReliefReading(
    rises={kind: Rise(1, 0) for kind in ("grain", "brush", "marsh")},
    buildings=(Rise(2, 1), Rise(3, 1), Rise(5, 2), Rise(7, 3)),
    hexsides={
        "wall": HexsideReading(Rise(1, 0), "wall"),
        "hedge": HexsideReading(Rise(1, 0), "hedge"),
        "hedgerow": HexsideReading(Rise(2, 1), "hedgerow"),
        "bocage": HexsideReading(Rise(2, 1), "bocage"),
    },
    between_levels={"orchard": ("obstacle", "orchard between levels")},
    blind_every=10,
    height_saves=True,
    own_hill_blinds=False,
    steep=2,
    out_of_depression=3,
    depression_every=10,
)

#: By the names that a file of facts may use.
READINGS: Final[Mapping[str, ReliefReading]] = {
    "plain": ReliefReading(),
    "one_slope": ONE_SLOPE,
    "blind_hexes": BLIND_HEXES,
}

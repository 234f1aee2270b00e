"""Ground that is not flat: locations, what a playing area knows of heights, and how a system reads them.

Heights are counted in half-levels where obstacles are concerned (a wall is half a level high, a two-storey house one
and a half), in levels where men stand.  What systems do differently is in `ReliefReading`, as data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from defilade.hexgrid.names import Hex

from .coords import Point
from .geometry import Polygon

_LOCATION = re.compile(r"(?P<hex>[^@]+?)(?:@(?P<storey>\d+))?")


class BadLocation(ValueError):
    """A text that names no location."""


class Location(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place where men can be: a hex, a storey above its ground, and hexsides that are bypassed.

    >>> Location.parse("yK5"), Location.parse("yK5@2")
    (Location(hex='yK5', storey=0, bypass=()), Location(hex='yK5', storey=2, bypass=()))
    >>> str(Location("yK5", 1)), str(Location("yK5"))
    ('yK5@1', 'yK5')
    """

    hex: Hex
    storey: int = 0
    bypass: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Location:
        """From the short form: a hex is its ground, `hex@n` the n-th storey above it."""
        found = _LOCATION.fullmatch(text.strip())
        if found is None:
            raise BadLocation(f"{text!r}: a location is a hex, or a hex and a storey, like yK5@1")
        return cls(found["hex"], int(found["storey"] or 0))

    def __str__(self) -> str:
        return f"{self.hex}@{self.storey}" if self.storey else self.hex


@dataclass(frozen=True)
class Rise:
    """How an obstacle stands: half-levels high, and how many hexes behind it one who is a level higher can not see."""

    height: int
    blind: int = 1


@dataclass(frozen=True)
class HexsideReading:
    """What a kind of hexside does to lines across it that neither begin nor end in a hex it belongs to."""

    rise: Rise
    rule: str
    #: whether a line along it is stopped too, where it belongs to neither end
    along: bool = True


@dataclass(frozen=True)
class ReliefReading:
    """How a system reads heights.  The names of rules come along as data."""

    #: obstacles by kind; what is not listed is as high as `obstacle`
    rises: dict[str, Rise] = field(default_factory=dict)
    obstacle: Rise = Rise(2)
    #: buildings by their storeys above the ground floor, and what has more than are listed is like the last
    buildings: tuple[Rise, ...] = (Rise(2),)
    hexsides: dict[str, HexsideReading] = field(default_factory=dict)
    #: what hinders on one level and does something else between levels: kind -> (what, rule); else it is ignored
    between_levels: dict[str, tuple[Literal["hindrance", "obstacle"], str]] = field(default_factory=dict)
    #: Whether one who is higher than an obstacle sees over it, and its blind hexes alone are hidden. If not, no
    #: line between levels passes an obstacle.
    sees_over: bool = True
    #: the same for one on an upper storey
    sees_over_from_storeys: bool = True
    #: how many levels above its ground a steeple is
    steeple: int = 2
    #: whether men can be up there, so that it is a place of its own beside the hex below
    in_steeples: bool = False
    #: the same for the storeys of buildings, which one reaches by stairs
    in_storeys: bool = False
    #: so many hexes from the viewer to the obstacle make one more blind hex; 0: they never do
    blind_every: int = 0
    #: whether each further level above the obstacle saves one of its blind hexes
    height_saves: bool = False
    #: whether crest lines of the viewer's own hill make blind hexes
    own_hill_blinds: bool = True
    #: whether a line between levels must leave the upper hex straight for the lower level and keep to it
    one_slope: bool = False
    #: a drop of so many levels over one hexside hides its lower hex from the rest of the hill; 0: never
    steep: int = 0
    #: who is in a depression sees, and is seen by, only adjacent hexes and those so many levels higher; 0: all alike
    out_of_depression: int = 0
    #: so many hexes of range ask for one level more; 0: they never do
    depression_every: int = 0
    hill_rule: str = "hill"
    height_rule: str = "height"
    blind_rule: str = "blind hex"
    slope_rule: str = "slope"
    cliff_rule: str = "cliff"
    steep_rule: str = "steep slope"
    depression_rule: str = "depression"

    def building(self, storeys: int) -> Rise:
        return self.buildings[min(storeys, len(self.buildings) - 1)]


@dataclass(frozen=True)
class ContourPiece:
    """The part of a hex that is at a level or higher."""

    level: int
    polygon: Polygon


@dataclass(frozen=True)
class HexsideFeature:
    """What stands on a hexside of the playing area."""

    kind: str
    side: tuple[Point, Point]
    hexes: tuple[str, str]


@dataclass(frozen=True)
class Relief:
    """The heights of a playing area; what is not named is flat ground on level 0."""

    levels: Mapping[str, int]
    contours: Mapping[str, tuple[ContourPiece, ...]]
    depressions: Mapping[str, str]
    #: what stands on the hexsides of a hex
    hexsides: Mapping[str, tuple[HexsideFeature, ...]]
    #: storeys above the ground floor, by hex
    storeys: Mapping[str, int]
    #: which hill a hex is part of
    hills: Mapping[str, int]
    #: hexes whose one upper storey is a steeple
    steeples: frozenset[str] = frozenset()

    @property
    def is_level(self) -> bool:
        """Whether all ground is on level 0 and nothing stands on hexsides: then there are only storeys."""
        return not (self.levels or self.depressions or self.hexsides)

    def hexside(self, a: str, b: str) -> HexsideFeature | None:
        """What stands on the hexside between two adjacent hexes."""
        return next((feature for feature in self.hexsides.get(a, ()) if b in feature.hexes), None)

    def level(self, hex: Hex) -> int:
        """The level of the ground on which men in a hex stand."""
        return self.levels.get(hex, 0)

    def surface(self, hex: Hex) -> int:
        """The level of the ground about: that of a depression's banks."""
        return self.level(hex) + (hex in self.depressions)

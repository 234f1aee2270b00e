"""The part of a board file that is about heights: hills, depressions, what stands on hexsides, bridges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from defilade.hexgrid.names import Hex

from .coords import BoardSize, Point, centre, direction_to, name_of, on_board, parse_name, position, step
from .geometry import Polygon, box_half_planes, clip
from .outlines import contour_art

HEXSIDE_KINDS: Final = ("wall", "hedge", "hedgerow", "bocage", "cliff")
DEPRESSION_KINDS: Final = ("gully", "stream")
BRIDGE_KINDS: Final = ("stone", "wooden")
HIGHEST: Final = 9


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the parts of a board file share: no unknown keys."""


HexList = list[str] | str


def words(hexes: HexList) -> list[str]:
    return hexes.split() if isinstance(hexes, str) else hexes


class HexsideSpec(_Part, frozen=True):
    """A wall or the like on hexsides; each is given by its two hexes, as in C3-C4."""

    kind: str
    sides: HexList


class BridgeSpec(_Part, frozen=True):
    kind: str
    hexes: HexList


@dataclass(frozen=True)
class Contour:
    """The ground of a hex that is at a level or higher; where it ends inside the hex is the crest line."""

    hex: Hex
    level: int
    outline: Polygon


@dataclass(frozen=True)
class Hexside:
    """What stands on the hexside between two hexes."""

    kind: str
    hexes: tuple[str, str]


class ReliefSpec(Protocol):
    """What a board file says of heights."""

    @property
    def hills(self) -> dict[int, HexList]: ...
    @property
    def depressions(self) -> dict[str, HexList]: ...
    @property
    def hexsides(self) -> list[HexsideSpec]: ...
    @property
    def bridges(self) -> list[BridgeSpec]: ...


class Maker(Protocol):
    """What is known of the rest of the board when its heights are laid."""

    size: BoardSize
    terrain: dict[str, str]
    building_of: dict[str, str]
    roads: dict[str, set[int]]

    def wrong(self, place: str, reason: str) -> Exception: ...

    def hex(self, place: str, text: str) -> tuple[str, Point]: ...


class ReliefMaker:
    """Works through what a board file says of levels, depressions, hexsides and bridges."""

    def __init__(self, spec: ReliefSpec, maker: Maker) -> None:
        self.maker, self.spec = maker, spec
        #: the ground about, without the depth of depressions
        self.ground: dict[str, int] = {}
        self.depressions: dict[str, str] = {}
        self.hexsides: dict[frozenset[str], Hexside] = {}
        self.bridges: dict[str, str] = {}

    @property
    def levels(self) -> dict[str, int]:
        sunk = {hex: self.ground.get(hex, 0) - 1 for hex in self.depressions}
        return {hex: level for hex, level in {**self.ground, **sunk}.items() if level}

    def lay(self) -> None:
        for level, hexes in self.spec.hills.items():
            self._lay_level(f"hills.{level}", level, hexes)
        for kind, hexes in self.spec.depressions.items():
            self._lay_depression(f"depressions.{kind}", kind, hexes)
        for i, given in enumerate(self.spec.hexsides):
            self._lay_hexsides(f"hexsides[{i}]", given)
        for i, bridge in enumerate(self.spec.bridges):
            self._lay_bridge(f"bridges[{i}]", bridge)

    def _lay_level(self, place: str, level: int, hexes: HexList) -> None:
        if not 1 <= level <= HIGHEST:
            raise self.maker.wrong(place, f"hills are on levels 1 to {HIGHEST}")
        for text in words(hexes):
            hex, _ = self.maker.hex(place, text)
            if hex in self.ground:
                raise self.maker.wrong(
                    place, f"hex {hex} is given twice: level {self.ground[hex]} and {level}"
                )
            self.ground[hex] = level

    def _lay_depression(self, place: str, kind: str, hexes: HexList) -> None:
        if kind not in DEPRESSION_KINDS:
            raise self.maker.wrong(place, f"unknown kind {kind!r}; known: {', '.join(DEPRESSION_KINDS)}")
        for text in words(hexes):
            hex, _ = self.maker.hex(place, text)
            if hex in self.depressions or hex in self.maker.building_of:
                raise self.maker.wrong(place, f"hex {hex} is a depression already, or built on")
            self.depressions[hex] = kind

    def _lay_hexsides(self, place: str, given: HexsideSpec) -> None:
        if given.kind not in HEXSIDE_KINDS:
            raise self.maker.wrong(place, f"unknown kind {given.kind!r}; known: {', '.join(HEXSIDE_KINDS)}")
        for text in words(given.sides):
            first, dash, second = text.partition("-")
            if not dash:
                raise self.maker.wrong(place, f"{text!r}: a hexside is given by its two hexes, as in C3-C4")
            (a, at), (b, to) = self.maker.hex(place, first), self.maker.hex(place, second)
            if direction_to(at, to) is None:
                raise self.maker.wrong(place, f"{a} and {b} are not adjacent: they share no hexside")
            if frozenset((a, b)) in self.hexsides:
                raise self.maker.wrong(place, f"the hexside {a}-{b} is given twice")
            if given.kind == "cliff" and self.ground.get(a, 0) == self.ground.get(b, 0):
                raise self.maker.wrong(place, f"a cliff between {a} and {b}, which are on the same level")
            self.hexsides[frozenset((a, b))] = Hexside(given.kind, (a, b))

    def _lay_bridge(self, place: str, given: BridgeSpec) -> None:
        if given.kind not in BRIDGE_KINDS:
            raise self.maker.wrong(
                place, f"unknown kind of bridge {given.kind!r}; known: {', '.join(BRIDGE_KINDS)}"
            )
        for text in words(given.hexes):
            hex, _ = self.maker.hex(place, text)
            if hex not in self.maker.roads or not (
                hex in self.depressions or self.maker.terrain.get(hex) == "pond"
            ):
                raise self.maker.wrong(
                    place, f"{hex}: a bridge carries a road over a gully, a stream or a pond"
                )
            self.bridges[hex] = given.kind

    def contours(self) -> Iterable[Contour]:
        """For every hex and level up to its own: the outline of what is at least so high."""
        size = self.maker.size
        for hex, own in sorted(self.ground.items(), key=lambda item: parse_name(item[0])):
            at = centre(*parse_name(hex))
            around = [position(step(at, direction)) for direction in range(6)]
            for level in range(1, own + 1):
                joined = [
                    not on_board(size, *there) or self.ground.get(name_of(*there), 0) >= level
                    for there in around
                ]
                for outline in clip(contour_art(at, joined, level), box_half_planes(size.width, size.height)):
                    yield Contour(hex, level, outline)

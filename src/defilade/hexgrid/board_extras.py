"""What a hex can have besides its one terrain, and what is drawn for the eye alone.

`also` gives hexes a second nature that leaves their terrain as it is: a polder may be open ground, grain or an
orchard, a sewer entrance lies in a street or a cellar, and a house may stand among woods.
`scenery` (a railway, a sidewalk, the sails of a windmill) stands for nothing in any rule and does nothing to a line
of sight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol

import msgspec

from .board_relief import HexList, words
from .coords import Point, direction_to

ALSO_KINDS: Final = ("polder", "sewer_entrance", "woods")
#: Scenery that follows a path from hex to hex, and scenery that stands in one hex.
LINES: Final = ("railway", "sidewalk")
SPOTS: Final = ("windmill",)


class SceneryOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of scenery: a `path` from hex to hex, or the hex `at` which it stands."""

    kind: str
    path: HexList = []
    at: str | None = None


@dataclass(frozen=True)
class Scenery:
    """Something that is drawn and has no part in any rule, and the hexes through or in which it is drawn."""

    kind: str
    hexes: tuple[str, ...]


class ExtrasSpec(Protocol):
    """What a board file says of these."""

    @property
    def also(self) -> dict[str, HexList]: ...
    @property
    def scenery(self) -> list[SceneryOf]: ...


class Maker(Protocol):
    """What is known of the rest of the board."""

    building_of: dict[str, str]

    def wrong(self, place: str, reason: str) -> Exception: ...

    def hex(self, place: str, text: str) -> tuple[str, Point]: ...


def lay_also(spec: ExtrasSpec, maker: Maker) -> Mapping[str, frozenset[str]]:
    """Which hexes are something besides their terrain."""
    found: dict[str, frozenset[str]] = {}
    for kind, hexes in spec.also.items():
        place = f"also.{kind}"
        if kind not in ALSO_KINDS:
            raise maker.wrong(place, f"unknown kind {kind!r}; known: {', '.join(ALSO_KINDS)}")
        given = [maker.hex(place, text)[0] for text in words(hexes)]
        twice = sorted({hex for hex in given if given.count(hex) > 1})
        if twice:
            raise maker.wrong(place, f"hex {twice[0]} is given twice")
        found[kind] = frozenset(given)
    return found


def lay_scenery(spec: ExtrasSpec, maker: Maker) -> tuple[Scenery, ...]:
    """Scenery in its place."""
    return tuple(_scenery(f"scenery[{i}]", one, maker) for i, one in enumerate(spec.scenery))


def _scenery(place: str, given: SceneryOf, maker: Maker) -> Scenery:
    if given.kind in SPOTS and given.at is not None and not given.path:
        return Scenery(given.kind, (maker.hex(place, given.at)[0],))
    if given.kind in LINES and given.at is None:
        named = [maker.hex(place, text) for text in words(given.path)]
        for (a, at), (b, to) in pairwise(named):
            if direction_to(at, to) is None:
                raise maker.wrong(place, f"the {given.kind} goes from {a} to {b}, which are not adjacent")
        if len(named) < 2:
            raise maker.wrong(place, f"a {given.kind} needs two hexes")
        return Scenery(given.kind, tuple(hex for hex, _ in named))
    known = f"with a path: {', '.join(LINES)}; with `at`: {', '.join(SPOTS)}"
    raise maker.wrong(place, f"{given.kind!r} can not be drawn so; {known}")

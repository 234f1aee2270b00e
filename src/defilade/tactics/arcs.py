"""Facings and covered arcs.

A facing is 0 to 5: the hexspine (vertex) that a piece points at, which lies between hexsides `facing` and
`(facing + 1) % 6` of its hex in `hexgrid`'s directions.  What it covers are the two hexes that meet at that hexspine,
the two hexrows that run on from its own hex through them, and everything between these hexrows.

Where a line strikes a piece is told by hexsides: the two at the hexspine it points at are its front, the two opposite
its rear, the others its sides.  A line along the hexspine between two of these strikes the one that is better for the
target.  All is decided in whole numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from defilade.hexgrid import GameMap
from defilade.hexgrid.coords import CORNERS, DIRECTIONS, Point
from defilade.tactics.names import Hex

FACINGS: Final = range(6)
FACING_NAMES: Final = ("NE", "E", "SE", "SW", "W", "NW")
"""The compass names of the hexspines, by facing: hexes stand flat side up."""

FRONT: Final = "front"
SIDE: Final = "side"
REAR: Final = "rear"

#: What is struck through a hexside that lies so many hexsides clockwise of `facing`.
_STRUCK: Final = (FRONT, FRONT, SIDE, REAR, REAR, SIDE)
#: From the best for the target to the worst.
_HARDNESS: Final = (FRONT, SIDE, REAR)


def _cross(a: Point, b: Point) -> int:
    """Positive when b lies clockwise of a on the screen."""
    return a[0] * b[1] - a[1] * b[0]


def _from(map: GameMap, hex: Hex, target: str) -> Point:
    a, b = map.centres[hex], map.centres[target]
    return b[0] - a[0], b[1] - a[1]


@lru_cache(maxsize=8192)
def _covers(facing: int, way: Point) -> bool:
    left, right = DIRECTIONS[facing], DIRECTIONS[(facing + 1) % 6]
    return way != (0, 0) and _cross(left, way) >= 0 and _cross(way, right) >= 0


def in_arc(map: GameMap, hex: Hex, facing: int, target: str) -> bool:
    """Whether a piece in `hex` with this facing covers `target`. Its own hex is not in its arc: rules that count it
    in do so by themselves."""
    return _covers(facing, _from(map, hex, target))


def facings_to(map: GameMap, hex: Hex, target: str) -> tuple[int, ...]:
    """The facings from which a piece in `hex` covers `target`: one, or two where it lies on a hexrow between them;
    all for its own hex, which no facing keeps out of sight."""
    way = _from(map, hex, target)
    return tuple(facing for facing in FACINGS if way == (0, 0) or _covers(facing, way))


def front_hexes(map: GameMap, hex: Hex, facing: int) -> tuple[str, ...]:
    """The two hexes at the hexspine, of which one or both may lie off the map."""
    around = map.neighbours[hex]
    return tuple(near for near in (around[facing], around[(facing + 1) % 6]) if near is not None)


def turns_between(a: int, b: int) -> int:
    """How many hexspines a piece turns from one facing to another, the shorter way.

    >>> turns_between(0, 5), turns_between(1, 4), turns_between(2, 2)
    (1, 3, 0)
    """
    clockwise = (b - a) % 6
    return min(clockwise, 6 - clockwise)


def direction_hit(map: GameMap, from_hex: Hex, hex: Hex, facing: int) -> str:
    """Whether a line from `from_hex` strikes a piece with this facing in `hex` in its front, side or rear. Who
    fires from the piece's own hex has no line by which to tell; the rules must."""
    crossed = sides_crossed(map, from_hex, hex)
    return min((_STRUCK[(side - facing) % 6] for side in crossed), key=_HARDNESS.index)


def sides_crossed(map: GameMap, from_hex: Hex, hex: Hex) -> tuple[int, ...]:
    """The hexsides of `hex` through which a line from another hex comes in: one, or two where it comes in along the
    hexspine between them."""
    way = _from(map, hex, from_hex)
    if way == (0, 0):
        raise ValueError(f"a line from {hex} to itself has no direction")
    return tuple(
        [
            side
            for side in range(6)
            if _cross(CORNERS[side], way) >= 0 and _cross(way, CORNERS[(side + 1) % 6]) >= 0
        ]
    )

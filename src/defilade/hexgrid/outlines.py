"""From the short words of a board file to outlines: building shapes, woods, fields.

Shapes are given in true measure (a hex side is 200 both across and down, so a hex is 400 wide and 346 high)
and turned into polygons of the plane. Woods and fields get their outline from the hex, its neighbours and its
roads; chance in it comes from a hash, so that a board looks and plays alike on every machine. No float is
used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import isqrt
from typing import Final

from .coords import CORNERS, Point, hexside_middle
from .geometry import Polygon, divide, tidy

#: Half the width, in true measure, of the strip that a road keeps clear through woods and fields.
ROAD_GAP: Final = 36

#: How far woods and fields stay inside the hexsides they do not share with their like, at most.
CANOPY_DEPTH: Final = 15
FIELD_MARGIN: Final = 12

#: The square root of 3, and the sines of 0, 5, .. 90 degrees, as whole numbers over these scales.
ROOT_SCALE: Final = 10_000_000
ROOT_OF_3: Final = 17_320_508
SINE_SCALE: Final = 10_000
_SINES: Final = (
    0, 872, 1736, 2588, 3420, 4226, 5000, 5736, 6428, 7071, 7660, 8192, 8660, 9063, 9397, 9659, 9848, 9962,
    10000,
)  # fmt: skip


def _sine(degrees: int) -> int:
    quarter, step = divmod(degrees % 360 // 5, 18)
    value = _SINES[step] if quarter % 2 == 0 else _SINES[18 - step]
    return value if quarter < 2 else -value


def _turned(at: Point, turn: int, points: Sequence[tuple[int, int]], scale: int) -> Polygon:
    """Points in true measure (over a scale) turned clockwise about their middle and set down in the plane."""
    sine, cosine = _sine(turn), _sine(turn + 90)
    scale *= SINE_SCALE
    return tuple(
        (
            at[0] + divide(u * cosine - v * sine, scale),
            at[1] + divide((u * sine + v * cosine) * ROOT_SCALE, scale * ROOT_OF_3),
        )
        for u, v in points
    )


def _offset(centre: Point, across: int, down: int) -> Point:
    return centre[0] + across, centre[1] + divide(down * ROOT_SCALE, ROOT_OF_3)


def rectangle(centre: Point, across: int, down: int, width: int, height: int, turn: int) -> Polygon:
    """A house: a rectangle about a point given from the hex centre, turned clockwise."""
    half = ((-width, -height), (width, -height), (width, height), (-width, height))
    return _turned(_offset(centre, across, down), turn, half, 2)


def rounded(centre: Point, across: int, down: int, width: int, height: int, turn: int) -> Polygon:
    """A tower, an apse, a tank: twelve sides about a point given from the hex centre."""
    around = [(width * _sine(d + 90), height * _sine(d)) for d in range(0, 360, 30)]
    return _turned(_offset(centre, across, down), turn, around, 2 * SINE_SCALE)


def link(a: Point, b: Point, width: int, over: int) -> Polygon:
    """A wing from the centre of one hex to the next and `over` beyond both."""
    dx, dy = b[0] - a[0], b[1] - a[1]

    def at(end: Point, along: int, aside: int) -> Point:
        scale = 200 * ROOT_OF_3
        return (
            end[0] + divide(along * dx * ROOT_SCALE, scale) - divide(aside * dy, 400),
            end[1] + divide(along * dy * ROOT_SCALE, scale) + divide(aside * dx, 1200),
        )

    return tidy((at(a, -over, -width), at(b, over, -width), at(b, over, width), at(a, -over, width)))


# Roads.


def _between(a: Point, b: Point, part: int, whole: int) -> Point:
    return a[0] + divide((b[0] - a[0]) * part, whole), a[1] + divide((b[1] - a[1]) * part, whole)


def _bow(start: Point, control: Point, end: Point, steps: int) -> list[Point]:
    """Points of a quadratic curve between start and end, both left out."""
    square = steps * steps
    return [
        (
            divide((steps - t) ** 2 * start[0] + 2 * t * (steps - t) * control[0] + t * t * end[0], square),
            divide((steps - t) ** 2 * start[1] + 2 * t * (steps - t) * control[1] + t * t * end[1], square),
        )
        for t in range(1, steps)
    ]


def _side_point(direction: int, along: int) -> Point:
    """The point of a hexside `along` of its 200 parts, clockwise."""
    return _between(CORNERS[direction], CORNERS[(direction + 1) % 6], along, 200)


def _road_edge(left: int, right: int, roads: Sequence[int]) -> list[Point]:
    """The edge of the cleared strip in the sector from the road at hexside `left` round to that at `right`.

    The sector's outline arrives on hexside `right` and leaves again from hexside `left`.
    """
    arrive, leave = _side_point(right, 100 - ROAD_GAP), _side_point(left, 100 + ROAD_GAP)
    width = (right - left) % 6
    if width == 3:
        return []
    if width == 0:
        back = _scaled(hexside_middle(left), -ROAD_GAP, 173)
        along = _minus(leave, hexside_middle(left))
        return [(back[0] - along[0], back[1] - along[1]), (back[0] + along[0], back[1] + along[1])]
    if width % 2 == 0:
        control = _scaled(hexside_middle((left + width // 2) % 6), ROAD_GAP, 150)
    else:
        control = _scaled(CORNERS[(left + (width + 1) // 2) % 6], ROAD_GAP, 100)
    return _bow(arrive, control, leave, 6) if len(roads) == 2 else [control]


def _scaled(point: Point, part: int, whole: int) -> Point:
    return divide(point[0] * part, whole), divide(point[1] * part, whole)


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


# Woods and fields.


class _Chance:
    """Small whole numbers from a hash of what they are for."""

    def __init__(self, *what: object) -> None:
        self._what = what

    def number(self, below: int, *more: object) -> int:
        text = "|".join(str(part) for part in (*self._what, *more))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") % below


def _inset(point: Point, direction: int, depth: int) -> Point:
    """A point moved square to a hexside, into the hex."""
    a, b = CORNERS[direction], CORNERS[(direction + 1) % 6]
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = isqrt(3 * (dx * dx + 3 * dy * dy) * 10_000)
    return point[0] + divide(-3 * dy * depth * 100, long), point[1] + divide(dx * depth * 100, long)


def _canopy_side(direction: int, begin: int, end: int, chance: _Chance) -> list[Point]:
    """Tree crowns along a free hexside: round lobes that almost reach it, notches between them."""
    lobes = 3 if end - begin > 120 else 2 if end - begin > 60 else 1
    length = end - begin
    points = []
    for lobe in range(lobes):
        jitter = chance.number(17, direction, lobe, "at") - 8 if lobe else 0
        start = begin + length * lobe // lobes + jitter
        stop = begin + length * (lobe + 1) // lobes
        notch = CANOPY_DEPTH - chance.number(6, direction, lobe, "notch")
        crown = 1 + chance.number(3, direction, lobe, "crown")
        for part, depth in (
            (0, notch),
            (14, notch // 2),
            (32, crown + 1),
            (50, crown),
            (68, crown + 1),
            (86, notch // 2),
        ):
            points.append(
                _inset(_side_point(direction, start + (stop - start) * part // 100), direction, depth)
            )
    points.append(_inset(_side_point(direction, end), direction, CANOPY_DEPTH - 4))
    return points


def _side(
    style: str, direction: int, begin: int, end: int, joined: Sequence[bool], chance: _Chance
) -> list[Point]:
    """The outline along a part of a hexside. At a corner it keeps clear of what it does not share."""
    before, after = joined[direction - 1], joined[(direction + 1) % 6]
    if joined[direction]:
        slide = 14
        first = begin if begin or before else slide
        last = end if end < 200 or after else 200 - slide
        return [_side_point(direction, first), _side_point(direction, last)]
    if style == "canopy":
        first = begin or (6 if before else 24)
        last = end if end < 200 else (194 if after else 176)
        return _canopy_side(direction, first, last, chance)
    points = []
    if begin or not before:
        points.append(_inset(_side_point(direction, begin or 7), direction, FIELD_MARGIN))
    if end < 200 or not after:
        points.append(_inset(_side_point(direction, end if end < 200 else 193), direction, FIELD_MARGIN))
    return points


def terrain_art(
    style: str, at: Point, joined: Sequence[bool], roads: Sequence[int], seed: int
) -> list[Polygon]:
    """The outlines of woods (`canopy`), fields (`field`) or `whole` hexes about a centre.

    joined says for each hexside whether the same terrain goes on beyond it: there the outline runs on the
    hexside itself. Roads cut the hex into sectors with a clear strip between them (SK1:1.1.2-j), an avenue in whole
    hexes (SKF:1.1.1-ag).
    """
    if style == "whole" and not roads:
        return [tuple((at[0] + x, at[1] + y) for x, y in CORNERS)]
    chance = _Chance(seed, *at)
    outlines = []
    for ring in _sectors(style, joined, sorted(roads), chance):
        polygon = tidy((at[0] + x, at[1] + y) for x, y in ring)
        if polygon:
            outlines.append(polygon)
    return outlines


def _sectors(style: str, joined: Sequence[bool], roads: Sequence[int], chance: _Chance) -> list[list[Point]]:
    if not roads:
        return [[p for d in range(6) for p in _side(style, d, 0, 200, joined, chance)]]
    sectors = []
    for i, left in enumerate(roads):
        right = roads[(i + 1) % len(roads)]
        ring = _side(style, left, 100 + ROAD_GAP, 200, joined, chance)
        for step in range(1, (right - left - 1) % 6 + 1):
            ring += _side(style, (left + step) % 6, 0, 200, joined, chance)
        ring += _side(style, right, 0, 100 - ROAD_GAP, joined, chance)
        sectors.append(ring + _road_edge(left, right, roads))
    return sectors


def contour_art(at: Point, joined: Sequence[bool], level: int) -> Polygon:
    """The ground of a hill hex that is at least at a level; joined says where it goes on beyond the hexside.

    The crest line keeps the farther inside the hex the higher its level is, so that two of them do not touch.
    """
    margin = 6 + 8 * level
    chance = _Chance("contour", *at, level)
    ring: list[Point] = []
    for direction in range(6):
        before, after = joined[direction - 1], joined[(direction + 1) % 6]
        if joined[direction]:
            ring.append(_side_point(direction, 0 if before else margin + 8))
            ring.append(_side_point(direction, 200 if after else 192 - margin))
            continue
        first, last = (margin + 4 if before else 46), (196 - margin if after else 154)
        middle = 85 + chance.number(31, "along", direction)
        depth = margin - 1 - chance.number(6, "depth", direction)
        ring.append(_inset(_side_point(direction, first), direction, margin))
        ring.append(_inset(_side_point(direction, middle), direction, depth))
        ring.append(_inset(_side_point(direction, last), direction, margin))
    return tidy((at[0] + x, at[1] + y) for x, y in ring)

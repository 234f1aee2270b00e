"""Exact plane geometry on whole numbers: sides, areas, polygons cut into pieces.

Nothing here uses a float. Where a cut falls between whole points it is moved along the cutting line to the
next whole point, so that both pieces keep sharing it and stay on their sides of the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .coords import Point

Polygon = tuple[Point, ...]
#: a*x + b*y <= c
HalfPlane = tuple[int, int, int]


def cross(origin: Point, a: Point, b: Point) -> int:
    """Twice the signed area of a triangle; positive when b lies clockwise of a (y grows downward)."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def divide(numerator: int, denominator: int) -> int:
    """Quotient rounded to a whole number, halves away from zero: a mirrored shape stays mirrored."""
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    half = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half if numerator >= 0 else -half


def double_area(polygon: Sequence[Point]) -> int:
    """Twice the signed area; positive when the corners run clockwise on the screen."""
    return sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


def tidy(polygon: Iterable[Point]) -> Polygon:
    """The polygon clockwise, without repeated or idle corners; empty if nothing is left."""
    points: list[Point] = []
    for point in polygon:
        if not points or points[-1] != point:
            points.append(point)
    while len(points) > 1 and points[0] == points[-1]:
        points.pop()
    changed = True
    while changed and len(points) > 2:
        changed = False
        for i in range(len(points)):
            if cross(points[i - 1], points[i], points[(i + 1) % len(points)]) == 0:
                del points[i]
                changed = True
                break
    if len(points) < 3 or double_area(points) == 0:
        return ()
    return tuple(points) if double_area(points) > 0 else tuple(reversed(points))


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull, without corners on its sides: what of an outline can be outermost from anywhere outside.

    >>> hull([(0, 0), (4, 0), (2, 1), (4, 4), (2, 0), (0, 4)])
    ((0, 0), (4, 0), (4, 4), (0, 4))
    """
    ordered = sorted(set(points))
    rim: list[Point] = []
    for half in (ordered, ordered[::-1]):
        start = len(rim)
        for point in half:
            while len(rim) > start + 1 and cross(rim[-2], rim[-1], point) <= 0:
                rim.pop()
            rim.append(point)
        rim.pop()
    return tuple(rim)


def is_simple(polygon: Polygon) -> bool:
    """Whether no two sides of a polygon meet except neighbours in their common corner."""
    count = len(polygon)
    if count < 3 or len(set(polygon)) != count:
        return False
    sides = [(polygon[i], polygon[(i + 1) % count]) for i in range(count)]
    for i, one in enumerate(sides):
        for j in range(i + 1, count):
            if j in (i + 1, (i - 1) % count):
                continue
            if segments_meet(one, sides[j]):
                return False
    return not any(_turns_back(polygon[i - 1], polygon[i], polygon[(i + 1) % count]) for i in range(count))


def _turns_back(before: Point, corner: Point, after: Point) -> bool:
    if cross(before, corner, after) != 0:
        return False
    return (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (
        after[1] - corner[1]
    ) < 0


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def segments_meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two segments have a point in common."""
    a, b = one
    c, d = other
    ab_c, ab_d = _sign(cross(a, b, c)), _sign(cross(a, b, d))
    cd_a, cd_b = _sign(cross(c, d, a)), _sign(cross(c, d, b))
    if ab_c != ab_d and cd_a != cd_b:
        return True
    return any(
        side == 0 and _within_box(p, q, point)
        for side, p, q, point in ((ab_c, a, b, c), (ab_d, a, b, d), (cd_a, c, d, a), (cd_b, c, d, b))
    )


def _within_box(a: Point, b: Point, point: Point) -> bool:
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies inside a polygon or on its outline."""
    inside = False
    y = point[1]
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        side = cross(a, b, point)
        if side == 0 and _within_box(a, b, point):
            return True
        if (a[1] > y) != (b[1] > y) and (side > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def hex_half_planes(point: Point) -> tuple[HalfPlane, ...]:
    """The six half-planes whose common part is the hex about a centre."""
    x, y = point
    return (
        (0, -1, 100 - y),
        (0, 1, 100 + y),
        (1, 1, 200 + x + y),
        (-1, -1, 200 - x - y),
        (1, -1, 200 + x - y),
        (-1, 1, 200 - x + y),
    )


def box_half_planes(width: int, height: int) -> tuple[HalfPlane, ...]:
    return ((-1, 0, 0), (1, 0, width), (0, -1, 0), (0, 1, height))


def clip(polygon: Polygon, half_planes: Iterable[HalfPlane]) -> tuple[Polygon, ...]:
    """The parts of a simple polygon inside all the half-planes, as tidy polygons."""
    parts: list[Polygon] = [polygon]
    for plane in half_planes:
        parts = [piece for part in parts for piece in _clip_once(part, plane)]
    return tuple(parts)


@dataclass(frozen=True)
class _Run:
    """A stretch of outline strictly inside a half-plane, and the border points at its two ends."""

    start: Point
    inner: tuple[Point, ...]
    end: Point


def _clip_once(polygon: Polygon, plane: HalfPlane) -> list[Polygon]:
    a, b, c = plane
    over = [a * x + b * y - c for x, y in polygon]
    if max(over) <= 0:
        return [polygon]
    if min(over) >= 0:
        return []
    runs = _runs_inside(polygon, over, plane)
    pieces = [tidy(ring) for ring in _close_rings(runs, plane)]
    return [piece for piece in pieces if piece]


def _runs_inside(polygon: Polygon, over: list[int], plane: HalfPlane) -> list[_Run]:
    count = len(polygon)
    runs = []
    for first in range(count):
        if over[first] >= 0 or over[first - 1] < 0:
            continue
        last = first
        while over[(last + 1) % count] < 0:
            last += 1
        inner = tuple(polygon[i % count] for i in range(first, last + 1))
        start = _cut(polygon[first - 1], inner[0], plane)
        runs.append(_Run(start, inner, _cut(inner[-1], polygon[(last + 1) % count], plane)))
    return runs


def _close_rings(runs: list[_Run], plane: HalfPlane) -> list[list[Point]]:
    """Join the runs along the border: just inside it, the ends of the runs bound the polygon in pairs."""
    ends = [(run.start, run.inner[0], i, True) for i, run in enumerate(runs)]
    ends += [(run.end, run.inner[-1], i, False) for i, run in enumerate(runs)]
    ends.sort(key=lambda end: _place_on_border(end[0], end[1], plane))
    follows: dict[int, int] = {}
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        leaving, coming = (other, one) if one[3] else (one, other)
        follows[leaving[2]] = coming[2]
    rings = []
    while follows:
        first = next(iter(follows))
        ring: list[Point] = []
        run: int | None = first
        while run is not None:
            ring += (runs[run].start, *runs[run].inner, runs[run].end)
            run = follows.pop(run, None)
            if run == first:
                break
        rings.append(ring)
    return rings


def _place_on_border(point: Point, inner: Point, plane: HalfPlane) -> tuple[int, Fraction]:
    """Order along the border; runs that meet it in one point are ordered by where they lie just inside."""
    a, b, c = plane
    along = a * point[1] - b * point[0]
    depth = c - a * inner[0] - b * inner[1]
    return along, Fraction(a * inner[1] - b * inner[0] - along, depth)


def _cut(p: Point, q: Point, plane: HalfPlane) -> Point:
    """Where the side p-q meets the border of a half-plane, moved along the border to a whole point."""
    a, b, c = plane
    p, q = min(p, q), max(p, q)
    over_p, over_q = a * p[0] + b * p[1] - c, a * q[0] + b * q[1] - c
    if over_p == 0 or over_q == 0:
        return p if over_p == 0 else q
    if b == 0:
        return c * a, divide(p[1] * over_q - q[1] * over_p, over_q - over_p)
    x = divide(p[0] * over_q - q[0] * over_p, over_q - over_p)
    return x, (c - a * x) * b

"""Roofs from above: each wing of a building has its own, and where wings meet the higher one is seen.

All roofs have one pitch, so the height of a roof over a spot is its distance from the nearest eave. Where two
wings overlap, the boundary between them falls where their heights are equal: a straight line on any two roof
sides. So the visible part of a side is found by cutting it with half-planes, and valleys come out as built.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot
from random import Random
from typing import Final

from defilade.drawing.artwork import LIGHT, Ring, Spot, along, number, point, ring_path, tinted

#: How much brighter than its colour a side in full light is, and how much darker one in full shade.
CONTRAST: Final = 0.085

#: A side of a roof: a*x + b*y + c is the height over a spot.
Slope = tuple[float, float, float]


@dataclass(frozen=True)
class _Wing:
    """A rectangle under a gable or hipped roof."""

    ring: tuple[Spot, ...]
    faces: tuple[tuple[tuple[Spot, ...], Slope], ...]
    #: Spots beyond one of these are outside the wing, or are lower on it than the side asked for.
    eaves: tuple[Slope, ...]
    ends: tuple[Slope, ...]
    ridge: tuple[Spot, Spot]
    hips: tuple[tuple[Spot, Spot], ...]
    depth: float


def roofs(rings: Sequence[Ring], colour: str, seed: str) -> list[str]:
    """The roofs of a building with these outlines, as pieces of SVG."""
    chance = Random(seed)
    wings = [_wing(_long_first(ring), chance) for ring in rings if is_rectangle(ring)]
    wings.sort(key=lambda wing: wing.depth)
    parts = [f'<path class="eaves" d="{"".join(ring_path(ring) for ring in rings)}"/>']
    for ring in rings:
        if not is_rectangle(ring):
            parts += _spire(ring, colour) if len(ring) > 8 else _flat_roof(ring, colour)
    for i, wing in enumerate(wings):
        parts += _wing_art(wing, wings[:i], colour)
    for i, wing in enumerate(wings):
        parts += _chimneys(wing, wings[i + 1 :], chance)
    return parts


def is_rectangle(ring: Ring) -> bool:
    if len(ring) != 4:
        return False
    for i in range(4):
        before, corner, after = ring[i - 1], ring[i], ring[(i + 1) % 4]
        u = (before[0] - corner[0], before[1] - corner[1])
        v = (after[0] - corner[0], after[1] - corner[1])
        if abs(u[0] * v[0] + u[1] * v[1]) > 0.12 * hypot(*u) * hypot(*v):
            return False
    return True


def _long_first(ring: Ring) -> tuple[Spot, Spot, Spot, Spot]:
    """The corners of a rectangle from the start of a long side."""
    a, b, c, d = ring
    if hypot(b[0] - a[0], b[1] - a[1]) < hypot(c[0] - b[0], c[1] - b[1]):
        a, b, c, d = b, c, d, a
    return a, b, c, d


def _slope(a: Spot, b: Spot, within: Spot) -> Slope:
    """The height of the roof side that rises from the eave a-b, towards a spot within."""
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    u, v = (a[1] - b[1]) / size, (b[0] - a[0]) / size
    c = -(u * a[0] + v * a[1])
    sign = 1.0 if u * within[0] + v * within[1] + c > 0 else -1.0
    return sign * u, sign * v, sign * c


def _wing(corners: tuple[Spot, Spot, Spot, Spot], chance: Random) -> _Wing:
    a, b, c, d = corners
    middle = along(a, c, 0.5)
    length, depth = hypot(b[0] - a[0], b[1] - a[1]), hypot(c[0] - b[0], c[1] - b[1])
    # A square house has a tent roof; on longer ones both kinds are met.
    hipped = chance.random() < 0.5 or length < 1.2 * depth
    inset = depth / 2 / length if hipped else 0.0
    left, right = along(d, a, 0.5), along(b, c, 0.5)
    ridge = along(left, right, inset), along(left, right, 1 - inset)
    long_sides = (_slope(a, b, middle), _slope(c, d, middle))
    short_sides = (_slope(b, c, middle), _slope(d, a, middle))
    faces: list[tuple[tuple[Spot, ...], Slope]] = [
        ((a, b, ridge[1], ridge[0]), long_sides[0]),
        ((c, d, ridge[0], ridge[1]), long_sides[1]),
    ]
    hips: tuple[tuple[Spot, Spot], ...] = ()
    if hipped:
        faces += [((b, c, ridge[1]), short_sides[0]), ((d, a, ridge[0]), short_sides[1])]
        hips = ((a, ridge[0]), (d, ridge[0]), (b, ridge[1]), (c, ridge[1]))
    return _Wing(
        ring=corners,
        faces=tuple(faces),
        eaves=long_sides + short_sides if hipped else long_sides,
        ends=() if hipped else short_sides,
        ridge=ridge,
        hips=hips,
        depth=depth,
    )


def _seen_over(wing: _Wing, slope: Slope) -> list[Slope]:
    """Half-planes of which one must hold where a side of another roof is seen above this wing."""
    higher = [(slope[0] - eave[0], slope[1] - eave[1], slope[2] - eave[2]) for eave in wing.eaves]
    beyond = [(-end[0], -end[1], -end[2]) for end in wing.ends]
    return higher + beyond


def _cut(ring: Sequence[Spot], plane: Slope) -> list[Spot]:
    """The part of a convex outline where the plane is not below 0."""
    kept: list[Spot] = []
    value = [plane[0] * x + plane[1] * y + plane[2] for x, y in ring]
    for i, spot in enumerate(ring):
        before = value[i - 1]
        if (before < 0) != (value[i] < 0):
            kept.append(along(ring[i - 1], spot, before / (before - value[i])))
        if value[i] >= 0:
            kept.append(spot)
    return kept


def _visible(ring: Sequence[Spot], slope: Slope, lower: Iterable[_Wing]) -> list[list[Spot]]:
    pieces = [list(ring)]
    for wing in lower:
        planes = _seen_over(wing, slope)
        pieces = [
            cut
            for piece in pieces
            for plane in planes
            if len(cut := _cut(piece, plane)) >= 3 and _area(cut) > 0.5
        ]
    return pieces


def _area(ring: Sequence[Spot]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2


def _visible_line(a: Spot, b: Spot, slope: Slope, lower: Iterable[_Wing]) -> str:
    """The parts of a line on a roof side that no other wing hides."""
    spans = [(0.0, 1.0)]
    for wing in lower:
        spans = [
            cut
            for span in spans
            for plane in _seen_over(wing, slope)
            if (cut := _cut_span(a, b, span, plane)) is not None
        ]
    seen = [(along(a, b, start), along(a, b, stop)) for start, stop in _merged(spans)]
    return "".join(f"M{point(start)}L{point(stop)}" for start, stop in seen)


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans that overlap as one, so that no part of a line is drawn twice."""
    found: list[tuple[float, float]] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], stop))
        else:
            found.append((start, stop))
    return found


def _cut_span(a: Spot, b: Spot, span: tuple[float, float], plane: Slope) -> tuple[float, float] | None:
    at_a, at_b = (plane[0] * x + plane[1] * y + plane[2] for x, y in (a, b))
    start, stop = span
    if at_a < 0 and at_b < 0:
        return None
    if at_a < 0:
        start = max(start, at_a / (at_a - at_b))
    elif at_b < 0:
        stop = min(stop, at_a / (at_a - at_b))
    return (start, stop) if stop - start > 0.02 else None


def _wing_art(wing: _Wing, lower: Sequence[_Wing], colour: str) -> list[str]:
    parts, tiles, ridges = [], [], []
    for ring, slope in wing.faces:
        shape = "".join(ring_path(piece) for piece in _visible(ring, slope, lower))
        if shape:
            fill = tinted(colour, _lit(slope) * CONTRAST)
            parts.append(f'<path fill="{fill}" stroke="{fill}" stroke-width=".35" d="{shape}"/>')
        if len(ring) == 4:
            rows = max(2, round(wing.depth / 9))
            for row in range(1, rows):
                start, stop = along(ring[0], ring[3], row / rows), along(ring[1], ring[2], row / rows)
                tiles.append(_visible_line(start, stop, slope, lower))
    slope = wing.faces[0][1]
    ridges.append(_visible_line(*wing.ridge, slope, lower))
    ridges += [_visible_line(corner, top, slope, lower) for corner, top in wing.hips]
    parts.append(f'<path class="tiles" d="{"".join(tiles)}"/><path class="ridge" d="{"".join(ridges)}"/>')
    return parts


def _lit(slope: Slope) -> float:
    """How much a side faces the light (-1..1): it falls the way its height shrinks."""
    return -(slope[0] * LIGHT[0] + slope[1] * LIGHT[1])


def _chimneys(wing: _Wing, higher: Sequence[_Wing], chance: Random) -> list[str]:
    """Chimneys on the ridge, one or two by its length, where no higher wing stands."""
    (x1, y1), (x2, y2) = wing.ridge
    length = hypot(x2 - x1, y2 - y1)
    if length < 14:
        return []
    angle = number(degrees(atan2(y2 - y1, x2 - x1)))
    places = (0.16, 0.84) if length > 62 else (chance.choice((0.15, 0.85)),)
    parts = []
    for place in places:
        spot = along(*wing.ridge, place)
        if any(all(u * spot[0] + v * spot[1] + c > -2 for u, v, c in one.eaves + one.ends) for one in higher):
            continue
        parts.append(
            f'<g transform="translate({point(spot)}) rotate({angle})">'
            '<path class="chimney" d="M-2.2 -2.8h4.4v4.4h-4.4z"/>'
            '<path class="flue" d="M-1.1 -1.7h2.2v2.2h-2.2z"/></g>'
        )
    return parts


def _spire(ring: Ring, colour: str) -> list[str]:
    """A round tower: its roof runs up to a point."""
    top = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    parts = []
    for i, corner in enumerate(ring):
        slope = _slope(ring[i - 1], corner, top)
        fill = tinted(colour, _lit(slope) * CONTRAST * 1.3)
        side = ring_path((ring[i - 1], corner, top))
        parts.append(f'<path fill="{fill}" stroke="{fill}" stroke-width=".3" d="{side}"/>')
    return parts


def _flat_roof(ring: Ring, colour: str) -> list[str]:
    """A roof behind a parapet, for halls and works of any shape."""
    inner = _shrunk(ring, 3.2)
    parts = [f'<path fill="{tinted(colour, 0.05)}" d="{ring_path(ring)}"/>']
    for i in range(len(ring)):
        following = (i + 1) % len(ring)
        side = (ring[i], ring[following], inner[following], inner[i])
        # The inner side of a parapet falls inward, so it is lit from the other way.
        rise = _slope(ring[i], ring[following], along(inner[i], inner[following], 0.5))
        fill = tinted(colour, -_lit(rise) * CONTRAST)
        parts.append(f'<path fill="{fill}" d="{ring_path(side)}"/>')
    return parts


def _shrunk(ring: Ring, by: float) -> list[Spot]:
    """The outline moved inward; good for the blunt shapes that houses have."""
    turn = (
        1.0
        if sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) > 0
        else -1.0
    )
    inner = []
    for i, corner in enumerate(ring):
        u, v = _inward(ring[i - 1], corner, turn), _inward(corner, ring[(i + 1) % len(ring)], turn)
        scale = by / max(1 + u[0] * v[0] + u[1] * v[1], 0.35)
        inner.append((corner[0] + (u[0] + v[0]) * scale, corner[1] + (u[1] + v[1]) * scale))
    return inner


def _inward(a: Spot, b: Spot, turn: float) -> Spot:
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return -(b[1] - a[1]) / size * turn, (b[0] - a[0]) / size * turn

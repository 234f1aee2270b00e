"""How terrain is painted: canopies, orchards, curves, as pieces of SVG.

The outlines come from the board and are never moved: a canopy stays inside its woods, a roof inside its
walls, so that the picture shows just what stops a line of sight. Everything here works on the paper (`Spot`,
in pixels of the drawing at its own size); chance comes from a seed, so that a board always looks the same.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from random import Random
from typing import Final

Spot = tuple[float, float]
Ring = Sequence[Spot]

#: Light falls from the upper left; a roof side is as bright as it faces this way.
LIGHT: Final[Spot] = (-0.55, -0.84)


def number(value: float) -> str:
    """A coordinate with one decimal and nothing to spare.

    >>> number(3.0), number(-0.04), number(12.25)
    ('3', '0', '12.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def point(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def group(layer: str, parts: Iterable[str]) -> str:
    return f'<g class="{layer}">{"".join(parts)}</g>'


def ring_path(ring: Ring) -> str:
    return "M" + "L".join(point(spot) for spot in ring) + "Z"


def dots_path(spots: Iterable[Spot]) -> str:
    """Dots as one path without length: drawn with round ends, its stroke width is their diameter."""
    return "".join(f"M{point(spot)}h.01" for spot in spots)


def along(a: Spot, b: Spot, part: float) -> Spot:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def tinted(colour: str, lightness: float, warmth: float = 0.0) -> str:
    """A colour made lighter or darker (-1..1), and a little warmer or colder.

    >>> tinted("#808080", 0.1), tinted("#808080", -0.1)
    ('#9a9a9a', '#666666')
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = min(1.0, max(0.0, light + lightness))
    red, green, blue = colorsys.hls_to_rgb(hue, light, saturation)
    parts = (red + warmth, green, blue - warmth)
    return "#" + "".join(f"{round(min(1.0, max(0.0, part)) * 255):02x}" for part in parts)


def inside(ring: Ring, spot: Spot) -> bool:
    found = False
    x, y = spot
    before = ring[-1]
    for corner in ring:
        if (corner[1] > y) != (before[1] > y):
            cut = (before[0] - corner[0]) * (y - corner[1]) / (before[1] - corner[1]) + corner[0]
            found ^= x < cut
        before = corner
    return found


class Cover:
    """Several outlines that touch, seen as one area."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        self.rings = list(rings)
        self._boxes = [_box(ring) for ring in self.rings]
        self.left = min(box[0] for box in self._boxes)
        self.top = min(box[1] for box in self._boxes)
        self.right = max(box[2] for box in self._boxes)
        self.bottom = max(box[3] for box in self._boxes)

    def holds(self, spot: Spot) -> bool:
        x, y = spot
        return any(
            box[0] <= x <= box[2] and box[1] <= y <= box[3] and inside(ring, spot)
            for ring, box in zip(self.rings, self._boxes, strict=True)
        )

    def holds_circle(self, centre: Spot, radius: float) -> bool:
        return all(self.holds((centre[0] + radius * u, centre[1] + radius * v)) for u, v in _ROUND)


_ROUND: Final = tuple((cos(step * pi / 5), sin(step * pi / 5)) for step in range(10))


def _box(ring: Ring) -> tuple[float, float, float, float]:
    xs, ys = [spot[0] for spot in ring], [spot[1] for spot in ring]
    return min(xs), min(ys), max(xs), max(ys)


# Woods.

#: Radii of tree crowns. Few sizes make few nodes: all crowns of one size and tone are one path of round dots.
CROWNS: Final = (10.4, 8.8, 7.2, 5.8, 4.4)
TONES: Final = ("dark", "mid", "light")
LAYERS: Final = 3


def crowns(cover: Cover, seed: str) -> list[tuple[Spot, float]]:
    """Tree crowns all over a wood, each wholly inside it: smaller ones where they fill the rim."""
    chance = Random(seed)
    found: list[tuple[Spot, float]] = []
    spacing = 12.5
    row = 0
    y = cover.top
    while y <= cover.bottom:
        x = cover.left + (spacing / 2 if row % 2 else 0.0)
        while x <= cover.right:
            spot = (x + chance.uniform(-4.2, 4.2), y + chance.uniform(-4.2, 4.2))
            largest = chance.choice((0, 1, 1, 2, 2))
            radius = next((size for size in CROWNS[largest:] if cover.holds_circle(spot, size)), None)
            if radius is not None:
                found.append((spot, radius))
            x += spacing
        y += spacing * 0.866
        row += 1
    chance.shuffle(found)
    return found


def canopy(woods: Sequence[Sequence[Ring]]) -> list[str]:
    """Woods from above: a dark floor of just the outlines, crowns on it lit from the upper left.

    Crowns lie over one another in a few layers, which together read as a closed canopy.
    """
    trees = [tree for rings in woods for tree in crowns(Cover(rings), f"wood/{point(rings[0][0])}")]
    chance = Random("tones")
    chosen = [(spot, radius, chance.choices(TONES, weights=(3, 5, 3))[0]) for spot, radius in trees]
    parts = []
    for layer in range(LAYERS):
        batch = chosen[layer::LAYERS]
        for radius in CROWNS:
            for tone in TONES:
                dots = dots_path(spot for spot, size, shade in batch if (size, shade) == (radius, tone))
                if dots:
                    parts.append(f'<path class="crown-edge" stroke-width="{number(2 * radius)}" d="{dots}"/>')
                    parts.append(
                        f'<path class="crown-{tone}" stroke-width="{number(2 * radius - 1.3)}" d="{dots}"/>'
                    )
            lit = dots_path(_lit_side(spot, size) for spot, size, _ in batch if size == radius)
            if lit:
                parts.append(f'<path class="crown-top" stroke-width="{number(radius * 1.1)}" d="{lit}"/>')
                parts.append(f'<path class="crown-glint" stroke-width="{number(radius * 0.6)}" d="{lit}"/>')
    return parts


def treetops(side: float) -> str:
    """Crowns for a square piece of a wood that is repeated."""
    square = Cover([[(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]])
    trees = crowns(square, "treetops")
    return "".join(
        f'<path class="crown-{tone}" stroke-width="{number(2 * CROWNS[1])}" d="{dots_path(spots)}"/>'
        for tone, spots in (
            ("light", [spot for spot, _ in trees[::3]]),
            ("mid", [spot for spot, _ in trees[1::3]]),
        )
    )


def _lit_side(spot: Spot, radius: float) -> Spot:
    return spot[0] + LIGHT[0] * radius * 0.36, spot[1] + LIGHT[1] * radius * 0.36


# Orchards.


def orchard_trees(centre: Spot, side: float, seed: str) -> list[tuple[Spot, float]]:
    """Trees in rows that run on into the next orchard hex: ten to a hex, clear of the hexsides."""
    chance = Random(seed)
    height = side * 0.8660254
    rows = ((-2 / 3, 3), (0.0, 4), (2 / 3, 3))
    trees = []
    for down, count in rows:
        for step in range(count):
            across = (step - (count - 1) / 2) * side * 0.44
            spot = (
                centre[0] + across + chance.uniform(-1, 1) * side * 0.025,
                centre[1] + down * height + chance.uniform(-1, 1) * side * 0.025,
            )
            trees.append((spot, side * chance.choice((0.14, 0.155, 0.17))))
    return trees


def avenue_trees(centre: Spot, ways: Sequence[Spot], side: float, seed: str) -> list[tuple[Spot, float]]:
    """An orchard with roads through it: a row of trees along either side of each, others where there is room."""
    chance = Random(seed)
    size, off = side * 0.14, side * 0.18 + side * 0.15
    trees: list[tuple[Spot, float]] = []

    def plant(spot: Spot, size: float) -> None:
        if all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 > (size + other) ** 2 for (x, y), other in trees):
            trees.append((spot, size))

    for way in ways:
        dx, dy = (way[0] - centre[0]) / (side * 0.866), (way[1] - centre[1]) / (side * 0.866)
        for step in range(3):
            out = side * (0.74 - 0.3 * step)
            for hand in (-1, 1):
                x = centre[0] + dx * out - hand * dy * off + chance.uniform(-1, 1) * side * 0.012
                plant((x, centre[1] + dy * out + hand * dx * off), size)
    for spot, size in orchard_trees(centre, side, seed):
        plant(spot, size)
    return trees


# Roads.


def smooth_path(spots: Sequence[Spot], first: int = 0, last: int | None = None) -> str:
    """A curve through all spots that bends as little as it can (Catmull-Rom), or a stretch of it."""
    stop = len(spots) - 1 if last is None else last
    parts = [f"M{point(spots[first])}"]
    for i in range(first, stop):
        one, two = curve_handles(spots, i)
        parts.append(f"C{point(one)} {point(two)} {point(spots[i + 1])}")
    return "".join(parts)


def curve_handles(spots: Sequence[Spot], i: int) -> tuple[Spot, Spot]:
    """The two control points of the piece of the curve between spots i and i + 1."""
    before = spots[max(i - 1, 0)]
    a, b = spots[i], spots[i + 1]
    after = spots[min(i + 2, len(spots) - 1)]
    return (
        (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6),
        (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6),
    )


def curve_middle(spots: Sequence[Spot], i: int) -> Spot:
    """Halfway along the piece of the curve between spots i and i + 1."""
    one, two = curve_handles(spots, i)
    a, b = spots[i], spots[i + 1]
    return (a[0] + 3 * one[0] + 3 * two[0] + b[0]) / 8, (a[1] + 3 * one[1] + 3 * two[1] + b[1]) / 8

"""How ditches, steeples and scenery are painted.  None of it blocks a line; most boards have none of these layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, radians, sin
from random import Random
from typing import Final

from defilade.drawing import artwork as art
from defilade.drawing.artwork import Spot, number, point
from defilade.drawing.roadlines import road_lines
from defilade.drawing.scene import SIDE, Scene, paper, paper_ring
from defilade.hexgrid.coords import Point, corners, direction_to, step

STYLE: Final = """
.dfl .ditch{fill:none;stroke-linecap:round}
.dfl .rails{fill:none;stroke-linecap:butt;stroke-linejoin:round}
.dfl .sail{fill:#f3ead2;fill-opacity:.92;stroke:#3d3122;stroke-width:1}
.dfl .sail-beam{fill:none;stroke:#3d3122;stroke-width:2.2;stroke-linecap:round}
.dfl .tower{fill:#6f757d;stroke:#23262a;stroke-width:1.6;stroke-linejoin:round}
.dfl .tower-lit{fill:#a7adb4}.dfl .tower-dim{fill:#565c64}
.dfl .cross{fill:none;stroke:#fff;stroke-width:4.6;stroke-linecap:butt}
.dfl .cross-edge{fill:none;stroke:#23262a;stroke-width:6.8;stroke-linecap:butt}
.dfl .cross-dot{fill:#000}
.dfl .lid{fill:#4a4f55;stroke:#1d2023;stroke-width:1.4}
.dfl .lid-rim{fill:none;stroke:#8d949c;stroke-width:1}
"""

#: Which way the ditches of a polder can run, in degrees, and how far apart they are.
_LAYOUTS: Final = (12, 78, 102, 168)
_APART: Final = SIDE * 0.6
_SHORTEST: Final = SIDE * 0.6


# Ditches.


def ditches(scene: Scene) -> str:
    """The drains of polders: parallel ditches that run on through fields that belong together."""
    polder = scene.also.get("polder")
    if not polder:
        return ""
    drawn = "".join(
        f"M{point(a)}L{point(b)}" for field in _fields(polder) for a, b in _drains(field, scene.title)
    )
    strokes = (("#4b6b48", 5.4, 0.55), ("#3f6f8c", 3.4, 1.0), ("#8fc0d8", 1.3, 0.95))
    return art.group(
        "ditches",
        (
            f'<path class="ditch" d="{drawn}" stroke="{colour}" stroke-width="{number(width)}" '
            f'stroke-opacity="{opacity}"/>'
            for colour, width, opacity in strokes
        ),
    )


def _fields(hexes: frozenset[Point]) -> Iterator[list[Point]]:
    """Polder hexes that lie together, in pieces small enough that the country does not look ruled with one ruler."""
    left = set(hexes)
    while left:
        field: list[Point] = []
        ahead = [min(left)]
        while ahead and len(field) < 14:
            at = ahead.pop(0)
            if at in left:
                left.discard(at)
                field.append(at)
                ahead += [near for way in range(6) if (near := step(at, way)) in left]
        yield field


def _drains(field: list[Point], seed: str) -> Iterator[tuple[Spot, Spot]]:
    """The stretches of a field's ditches, hex by hex: two in every hex at least."""
    turn = radians(Random(f"polder/{seed}/{field[0]}").choice(_LAYOUTS))
    way, aside = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    for at in field:
        ring = paper_ring(corners(at))
        measured = [x * aside[0] + y * aside[1] for x, y in ring]
        first = int(min(measured) // _APART)
        for number_of in range(first, int(max(measured) // _APART) + 1):
            found = _cut(ring, measured, number_of * _APART, way)
            if found and hypot(found[1][0] - found[0][0], found[1][1] - found[0][1]) > _SHORTEST:
                yield found


def _cut(ring: list[Spot], measured: list[float], place: float, way: Spot) -> tuple[Spot, Spot] | None:
    """Where the line at a measure aside comes into a ring and leaves it."""
    cuts = []
    for (a, m), (b, n) in pairwise([*zip(ring, measured, strict=True), (ring[0], measured[0])]):
        if (m < place) != (n < place):
            cuts.append(art.along(a, b, (place - m) / (n - m)))
    if len(cuts) != 2:
        return None
    one, other = sorted(cuts, key=lambda spot: spot[0] * way[0] + spot[1] * way[1])
    return one, other


# Scenery.


def _courses(scene: Scene, wanted: str) -> str:
    """The line on which scenery of a kind runs from hex to hex."""
    ways: dict[tuple[Point, int], str] = {}
    for kind, path in scene.scenery:
        if kind == wanted:
            for a, b in pairwise(path):
                for at, to in ((a, b), (b, a)):
                    way = direction_to(at, to)
                    if way is not None:
                        ways[at, way] = kind
    if not ways:
        return ""
    return "".join(path for line in road_lines(replace(scene, roads=ways)) for _, path in line.stretches())


def sidewalks(scene: Scene) -> str:
    """Paved ways for walkers: narrow slabs."""
    drawn = _courses(scene, "sidewalk")
    if not drawn:
        return ""
    strokes = (("#7d7767", 11.0, ""), ("#c9c3b2", 9.2, ""), ("#8f8979", 9.2, ' stroke-dasharray="1 8"'))
    return art.group("sidewalk", _rails(drawn, strokes))


def _rails(drawn: str, strokes: Iterable[tuple[str, float, str]]) -> Iterator[str]:
    for colour, width, more in strokes:
        yield f'<path class="rails" d="{drawn}" stroke="{colour}" stroke-width="{number(width)}"{more}/>'


def manholes(scene: Scene) -> str:
    """The iron lids of sewer entrances, a little off the dot."""
    spots = sorted(paper(at) for at in scene.also.get("sewer_entrance", ()))
    drawn = (f'<g transform="translate({number(x)} {number(y + SIDE * 0.4)})">{_LID}</g>' for x, y in spots)
    return art.group("manholes", drawn) if spots else ""


_LID: Final = (
    '<circle class="lid" r="8"/><circle class="lid-rim" r="5.6"/>'
    '<path class="lid-rim" d="M-5 -2h10M-5 2h10M-2 -5v10M2 -5v10"/>'
)


def railways(scene: Scene) -> str:
    """Rails on sleepers; where a road crosses them they lie in it."""
    drawn = _courses(scene, "railway")
    if not drawn:
        return ""
    strokes = (
        ("#6e675a", 15.0, ""),
        ("#a9a191", 13.2, ""),
        ("#5b4732", 10.0, ' stroke-dasharray="2.4 4.4"'),
        ("#33373c", 6.4, ""),
        ("#a9a191", 4.2, ""),
        ("#5b4732", 4.2, ' stroke-dasharray="2.4 4.4"'),
    )
    return art.group("railway", _rails(drawn, strokes))


def windmills(scene: Scene) -> str:
    """Four sails about the dot."""
    parts = []
    for kind, (at, *_) in scene.scenery:
        if kind == "windmill":
            x, y = paper(at)
            parts.append(f'<g transform="translate({number(x)} {number(y)}) rotate(24)">{_SAILS}</g>')
    return art.group("sails", parts) if parts else ""


_SAILS: Final = "".join(
    f'<g transform="rotate({turn})"><path class="sail" d="M1.5 -12h9v-32h-9z"/>'
    '<path class="sail-beam" d="M0 0V-45M2 -20h8M2 -28h8M2 -36h8" style="stroke-width:1"/>'
    '<path class="sail-beam" d="M0 0V-45"/></g>'
    for turn in (0, 90, 180, 270)
)


def steeples(spots: Iterable[Point]) -> str:
    """The roof of a tower, and on it the white cross with the dark dot."""
    half, arm = SIDE * 0.3, SIDE * 0.2
    parts = []
    for x, y in sorted(paper(at) for at in spots):
        a, b, c, d = ((x + u * half, y + v * half) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        parts.append(
            f'<g class="steeple">{_facet("tower", a, b, c, d)}{_facet("tower-lit", a, b, (x, y))}'
            f"{_facet('tower-dim', b, c, (x, y))}{_facet('tower-dim', c, d, (x, y))}"
            f"{_cross('cross-edge', x, y, arm)}{_cross('cross', x, y, arm)}"
            f'<circle class="cross-dot" cx="{number(x)}" cy="{number(y)}" r="2.4"/></g>'
        )
    return "".join(parts)


def _facet(name: str, *corners: Spot) -> str:
    return f'<path class="{name}" d="{art.ring_path(corners)}"/>'


def _cross(name: str, x: float, y: float, arm: float) -> str:
    arm += name == "cross-edge"
    d = f"M{point((x - arm, y))}H{number(x + arm)}M{point((x, y - arm))}V{number(y + arm)}"
    return f'<path class="{name}" d="{d}"/>'

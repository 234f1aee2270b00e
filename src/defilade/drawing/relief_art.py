"""How heights and rough ground are painted: hills tinted by level, gullies and streams, walls, hedges and cliffs.

Contours are the outlines that block; nothing of them is moved.  A board without any of this has none of these layers
and none of their styles, so its picture stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot
from random import Random
from typing import Final

from defilade.drawing import artwork as art
from defilade.drawing.artwork import Spot, along, number, point, ring_path
from defilade.drawing.roadlines import road_lines
from defilade.drawing.scene import SIDE, Relief, Scene, paper, paper_ring
from defilade.hexgrid.coords import DIRECTIONS, Point, opposite, step

#: Light brown to dark brown, from level 1 up.
TINTS: Final = ("#c4b27a", "#b59a64", "#a38150", "#8f6b40", "#7b5834")

#: Terrain painted here; else it would be a plain patch.
ROUGH: Final = ("brush", "marsh", "pond", "crag", "shellholes", "rubble")

STYLE: Final = """
.dfl .hill-shadow{fill:#3a2c14;fill-opacity:.34}.dfl .hill-light{fill:#fff2c4;fill-opacity:.6}
.dfl .crest{fill:none;stroke:#5d4523;stroke-opacity:.75;stroke-width:1.6;stroke-linejoin:round}
.dfl .hachure{fill:none;stroke:#5d4523;stroke-opacity:.55;stroke-width:1.1;stroke-linecap:round}
.dfl .under{fill:none;stroke:#ead7a0;stroke-opacity:.62;stroke-width:1.5;stroke-dasharray:6 5;stroke-linecap:round}
.dfl .level{fill:#6b3f12;font-weight:700}
.dfl .slope{fill:none;stroke:#6b5128;stroke-opacity:.3;stroke-width:.9;stroke-linecap:round}
.dfl .bed{fill:none;stroke-linecap:round;stroke-linejoin:round}
.dfl .water{fill:#7fa6b8;stroke:#4f7788;stroke-width:1.6;stroke-linejoin:round}
.dfl .ripple{fill:none;stroke:#dcebf0;stroke-opacity:.65;stroke-width:1.1;stroke-linecap:round}
.dfl .bog{fill:#8fa886;stroke:#6b8560;stroke-width:1;stroke-linejoin:round}
.dfl .reed{fill:none;stroke:#3f5a33;stroke-opacity:.75;stroke-width:1.1;stroke-linecap:round}
.dfl .scrub{fill:#93a45c;fill-opacity:.5;stroke:#6c7f3c;stroke-width:1;stroke-linejoin:round}
.dfl .hole-rim{stroke:#8a6a3f;stroke-opacity:.75}.dfl .hole-deep{stroke:#4a3418;stroke-opacity:.85}
.dfl .bush,.dfl .stone,.dfl .bushes,.dfl .hole{fill:none;stroke-linecap:round}
.dfl .bush-dark{stroke:#4c6430}.dfl .bush-light{stroke:#7f9a4b}
.dfl .stones{fill:#a9a493;fill-opacity:.5}.dfl .boulder{fill:#8d8a82;stroke:#4a473f;stroke-width:.8}
.dfl .debris{fill:#8b8378;stroke:#3c3831;stroke-width:1.4;stroke-linejoin:round}
.dfl .hexside{fill:none;stroke-linecap:round}.dfl .stairs{fill:#fff;stroke:#1d1512;stroke-width:1}
.dfl .deck{stroke-linejoin:round}
"""


def hills(relief: Relief, seed: str) -> str:
    """Ground by level: each level a tone darker, lit from the upper left, its crest line drawn."""
    parts = []
    for level in sorted({level for level, _ in relief.contours}):
        outline = "".join(ring_path(paper_ring(ring)) for own, ring in relief.contours if own == level)
        tint = TINTS[min(level, len(TINTS)) - 1]
        parts.append(
            f'<path class="hill-shadow" transform="translate(3.2 4.4)" d="{outline}"/>'
            f'<path class="hill-light" transform="translate(-1.6 -2)" d="{outline}"/>'
            f'<path class="crest" d="{outline}"/>'
            f'<path fill="{tint}" stroke="{tint}" stroke-width=".7" d="{outline}"/>'
            f'<path class="slope" d="{_tufts(relief, level, seed)}"/>'
            f'<path class="hachure" d="{_hachures(relief, level)}"/>'
        )
    return art.group("hills", parts)


def crests(relief: Relief, woods: Sequence[Sequence[Point]]) -> str:
    """The crest lines once more, above the woods that hide them: a hill under trees stays one."""
    if not woods:
        return ""
    cover = art.Cover([paper_ring(ring) for ring in woods])
    drawn = "".join(
        f"M{point(a)}L{point(b)}"
        for level in sorted({level for level, _ in relief.contours})
        for a, b, middle in _crest_edges(relief, level)
        if cover.holds(middle)
    )
    return art.group("crests", (f'<path class="under" d="{drawn}"/>',)) if drawn else ""


def _crest_edges(relief: Relief, level: int) -> Iterator[tuple[Spot, Spot, Spot]]:
    """Where ground of a level ends inside its hex: the edge, and the middle of the hex's ground.

    Where the ground goes on in the next hex both have the same edge, once each way.
    """
    rings = [ring for own, ring in relief.contours if own == level]
    edges = {edge for ring in rings for edge in zip(ring, (*ring[1:], ring[0]), strict=True)}
    for ring in rings:
        middle = paper((sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)))
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (b, a) not in edges:
                yield paper(a), paper(b), middle


def _hachures(relief: Relief, level: int) -> str:
    """Short strokes down the slope."""
    drawn = []
    for a, b, middle in _crest_edges(relief, level):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if not length:
            continue
        out = (-(b[1] - a[1]) / length, (b[0] - a[0]) / length)
        if out[0] * (a[0] - middle[0]) + out[1] * (a[1] - middle[1]) < 0:
            out = (-out[0], -out[1])
        count = max(1, round(length / 5.5))
        for i in range(count):
            x, y = along(a, b, (i + 0.5) / count)
            reach = 6.5 if i % 2 else 4.2
            drawn.append(f"M{point((x, y))}L{point((x + out[0] * reach, y + out[1] * reach))}")
    return "".join(drawn)


def _tufts(relief: Relief, level: int, seed: str) -> str:
    """Dry grass on the slopes, so that large hills are no blank surface."""
    chance = Random(f"slope/{seed}/{level}")
    drawn = []
    for own, ring in relief.contours:
        if own != level:
            continue
        cover = art.Cover([paper_ring(ring)])
        for _ in range(9):
            spot = (chance.uniform(cover.left, cover.right), chance.uniform(cover.top, cover.bottom))
            if cover.holds_circle(spot, 6):
                drawn.append(f"M{point(spot)}l1.4 -4m0 4l2.2 -2.8")
    return "".join(drawn)


# Rough ground.


def rough(outlines: Mapping[str, Sequence[Sequence[Point]]]) -> str:
    """Brush, marsh, ponds, crags and rubble, inside their outlines."""
    parts = []
    for kind in ROUGH:
        rings = [paper_ring(ring) for ring in outlines.get(kind, ())]
        if rings:
            parts.append(art.group(kind, _PAINT[kind](rings)))
    return art.group("rough", parts)


def _spots(ring: Sequence[Spot], count: int, room: float, seed: str) -> Iterator[tuple[Spot, Random]]:
    cover, chance = art.Cover([ring]), Random(f"{seed}/{point(ring[0])}")
    for _ in range(count):
        spot = (chance.uniform(cover.left, cover.right), chance.uniform(cover.top, cover.bottom))
        if cover.holds_circle(spot, room):
            yield spot, chance


def _brush(rings: Sequence[Sequence[Spot]]) -> Iterator[str]:
    yield f'<path class="scrub" d="{"".join(ring_path(ring) for ring in rings)}"/>'
    bushes = [spot for ring in rings for spot, _ in _spots(ring, 60, 5.5, "brush")]
    yield f'<path class="bush bush-dark" stroke-width="9.5" d="{art.dots_path(bushes)}"/>'
    lit = art.dots_path((x - 1.2, y - 1.5) for x, y in bushes)
    yield f'<path class="bush bush-light" stroke-width="5.4" d="{lit}"/>'


def _marsh(rings: Sequence[Sequence[Spot]]) -> Iterator[str]:
    yield f'<path class="bog" d="{"".join(ring_path(ring) for ring in rings)}"/>'
    spots = [spot for ring in rings for spot, _ in _spots(ring, 34, 7, "marsh")]
    ripples = "".join(f"M{point((x - 6, y + 2.4))}h12" for x, y in spots[::2])
    reeds = "".join(f"M{point(spot)}v-6m-2.6 6l-1.4 -4.4m6.6 4.4l1.4 -4.4" for spot in spots)
    yield f'<path class="ripple" d="{ripples}"/><path class="reed" d="{reeds}"/>'


def _pond(rings: Sequence[Sequence[Spot]]) -> Iterator[str]:
    outline = "".join(ring_path(ring) for ring in rings)
    yield f'<path class="water" d="{outline}"/><path fill="#7fa6b8" d="{outline}"/>'
    waves = "".join(
        f"M{point(spot)}q3.5 -3 7 0t7 0" for ring in rings for spot, _ in _spots(ring, 14, 14, "pond")
    )
    yield f'<path class="ripple" d="{waves}"/>'


def _boulders(rings: Sequence[Sequence[Spot]], seed: str, count: int) -> str:
    drawn = []
    for ring in rings:
        for (x, y), chance in _spots(ring, count, 8, seed):
            size = chance.uniform(3, 7)
            corners = [
                (x + size * across * chance.uniform(0.7, 1.1), y + size * down * chance.uniform(0.6, 1))
                for across, down in ((-1, 0.2), (-0.5, -0.8), (0.4, -0.9), (1, -0.1), (0.7, 0.8), (-0.5, 0.9))
            ]
            drawn.append(ring_path(corners))
    return f'<path class="boulder" d="{"".join(drawn)}"/>'


def _crag(rings: Sequence[Sequence[Spot]]) -> Iterator[str]:
    yield f'<path class="stones" d="{"".join(ring_path(ring) for ring in rings)}"/>'
    yield _boulders(rings, "crag", 26)


def _shellholes(rings: Sequence[Sequence[Spot]]) -> Iterator[str]:
    holes = [spot for ring in rings for spot, _ in _spots(ring, 5, 17, "shellholes")]
    yield f'<path class="hole hole-rim" stroke-width="25" d="{art.dots_path(holes)}"/>'
    deep = art.dots_path((x + 1, y + 1.5) for x, y in holes)
    yield f'<path class="hole hole-deep" stroke-width="12" d="{deep}"/>'


def _rubble(rings: Sequence[Sequence[Spot]]) -> Iterator[str]:
    yield f'<path class="debris" d="{"".join(ring_path(ring) for ring in rings)}"/>'
    yield _boulders(rings, "rubble", 60)


_PAINT: Final = {
    "brush": _brush,
    "marsh": _marsh,
    "pond": _pond,
    "crag": _crag,
    "rubble": _rubble,
    "shellholes": _shellholes,
}


# Gullies, streams and bridges.

_BEDS: Final = {
    "gully": (("#6d5330", 25.0, 0.9), ("#97774a", 20.0, 1.0), ("#7d6038", 10.0, 0.9), ("#5f4a2a", 4.0, 0.55)),
    "stream": (("#5c6b46", 22.0, 0.9), ("#6f99ad", 15.0, 1.0), ("#8db6c6", 8.0, 0.9), ("#e3f0f4", 1.4, 0.7)),
}


def beds(scene: Scene, relief: Relief) -> str:
    """Gullies and streams from hex to hex, as smooth as roads; at the edge of the map they run on."""
    places = {mark.at for mark in scene.hexes}
    parts = []
    for kind, strokes in _BEDS.items():
        hexes = {at for at, own in relief.depressions.items() if own == kind}
        ways = {(at, way): kind for at in hexes for way in _ways(at, hexes, places)}
        lines = road_lines(replace(scene, roads=ways))
        drawn = "".join(path for line in lines for _, path in line.stretches())
        if drawn:
            parts += [
                f'<path class="bed {kind}" d="{drawn}" stroke="{colour}" '
                f'stroke-width="{number(width)}" stroke-opacity="{opacity}"/>'
                for colour, width, opacity in strokes
            ]
    return art.group("beds", parts)


def _ways(at: Point, hexes: set[Point], places: set[Point]) -> list[int]:
    ways = [way for way in range(6) if step(at, way) in hexes]
    if len(ways) == 1 and step(at, opposite(ways[0])) not in places:
        ways.append(opposite(ways[0]))
    return ways


def bridges(scene: Scene, relief: Relief) -> str:
    """A deck with railings along the road."""
    parts = []
    for at, kind in sorted(relief.bridges.items()):
        ways = sorted(way for (spot, way) in scene.roads if spot == at)
        across = [way for way in ways if step(at, way) not in relief.depressions] or ways
        ends = (across[0], across[-1] if len(across) > 1 else opposite(across[0]))
        a, b = (along(paper(at), paper(_middle(at, way)), 0.62) for way in ends)
        deck, edge = ("#b9b5aa", "#4b4842") if kind == "stone" else ("#a57c4d", "#4d3820")
        for colour, width in ((edge, 25.0), (deck, 21.0)):
            parts.append(
                f'<path class="deck" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
                f'd="M{point(a)}L{point(paper(at))}L{point(b)}"/>'
            )
        parts.append(
            f'<path class="deck" fill="none" stroke="{edge}" stroke-opacity=".4" stroke-width="20" '
            f'stroke-dasharray="1 5" d="M{point(a)}L{point(paper(at))}L{point(b)}"/>'
        )
    return art.group("bridges", parts)


def _middle(at: Point, way: int) -> Point:
    return at[0] + DIRECTIONS[way][0] // 2, at[1] + DIRECTIONS[way][1] // 2


# Hexsides.


def hexsides(relief: Relief) -> str:
    """Walls, hedges, hedgerows and cliffs on their hexsides."""
    parts = []
    for kind in sorted({kind for kind, _, _ in relief.hexsides}):
        sides = [(side, hexes) for own, side, hexes in relief.hexsides if own == kind]
        parts.append(art.group(kind, _SIDES[kind](sides, relief)))
    return art.group("hexsides", parts)


Sides = Sequence[tuple[tuple[Point, Point], tuple[Point, Point]]]


def _line(sides: Sides) -> str:
    return "".join(f"M{point(paper(a))}L{point(paper(b))}" for (a, b), _ in sides)


def _strokes(path: str, strokes: Sequence[tuple[str, float, str]]) -> list[str]:
    return [
        f'<path class="hexside" d="{path}" stroke="{colour}" stroke-width="{number(width)}"{more}/>'
        for colour, width, more in strokes
    ]


def _wall(sides: Sides, relief: Relief) -> list[str]:
    strokes = (("#2e2b26", 7.4, ""), ("#a7a296", 5.2, ""), ("#6f6a60", 4.6, ' stroke-dasharray=".8 6.4"'))
    return _strokes(_line(sides), strokes)


def _hedge(sides: Sides, relief: Relief) -> list[str]:
    return _green(sides, 7.0, "hedge")


def _hedgerow(sides: Sides, relief: Relief) -> list[str]:
    return _strokes(_line(sides), (("#5b4a2c", 12.5, ""),)) + _green(sides, 10.5, "hedgerow")


def _green(sides: Sides, width: float, seed: str) -> list[str]:
    """A row of bushes."""
    bushes = []
    for (a, b), _ in sides:
        one, other = paper(a), paper(b)
        chance = Random(f"{seed}/{point(one)}/{point(other)}")
        count = max(2, round(hypot(other[0] - one[0], other[1] - one[1]) / (width * 0.62)))
        for i in range(count + 1):
            x, y = along(one, other, i / count)
            bushes.append((x + chance.uniform(-0.8, 0.8), y + chance.uniform(-0.8, 0.8)))
    dots, lit = art.dots_path(bushes), art.dots_path((x - 1, y - 1.3) for x, y in bushes)
    return [
        f'<path class="bush" stroke="#20330f" stroke-width="{number(width + 2)}" d="{dots}"/>',
        f'<path class="bush" stroke="#3f6425" stroke-width="{number(width)}" d="{dots}"/>',
        f'<path class="bush" stroke="#7ba04a" stroke-width="{number(width * 0.45)}" d="{lit}"/>',
    ]


def _cliff(sides: Sides, relief: Relief) -> list[str]:
    """A dark edge with teeth down to the lower side."""
    teeth = []
    for (a, b), (one, other) in sides:
        lower = one if relief.levels.get(one, 0) < relief.levels.get(other, 0) else other
        start, end, foot = paper(a), paper(b), paper(lower)
        for i in range(1, 8):
            spot = along(start, end, i / 8)
            tip = along(spot, foot, 0.16 if i % 2 else 0.1)
            teeth.append(f"M{point(spot)}L{point(tip)}")
    return [
        *_strokes("".join(teeth), (("#2b2016", 2.2, ""),)),
        *_strokes(_line(sides), (("#17110b", 5.4, ""), ("#6d5a43", 1.4, ' stroke-opacity=".8"'))),
    ]


_SIDES: Final = {"wall": _wall, "hedge": _hedge, "hedgerow": _hedgerow, "bocage": _hedgerow, "cliff": _cliff}


def stairs(relief: Relief) -> str:
    """A white square at the dot of a hex with stairs."""
    size = SIDE * 0.2
    parts = [
        f'<rect class="stairs" x="{number(x - size / 2)}" y="{number(y - size / 2)}" '
        f'width="{number(size)}" height="{number(size)}"/>'
        for x, y in sorted(paper(at) for at in relief.stairs)
    ]
    return art.group("stairs", parts)

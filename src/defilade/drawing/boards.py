"""Boards and playing areas as SVG pictures.

`draw_board` and `draw_map` give the text of an SVG picture: one group a layer (class names below), the same
text for the same board on every machine, no script, no outside font or file. Outlines are those that line of
sight is tested against; only roads and ground, which never block, are free drawing.

Layers, from below: ground, hills, fields, rough, beds, ditches, yards, roads, railway, bridges, orchards, woods,
buildings, sails, crests, hexsides, stairs, steeple, grid, centres, names, overlay; those of heights, rough ground,
polders and scenery only where there is any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random
from typing import Final

from defilade.drawing import artwork as art
from defilade.drawing import extras_art, relief_art
from defilade.drawing.artwork import Spot, number, point, ring_path
from defilade.drawing.overlay import Overlay, overlay_art
from defilade.drawing.roadlines import road_lines
from defilade.drawing.roofs import roofs
from defilade.drawing.scene import SIDE, Art, Scene, board_scene, map_scene, paper, paper_ring
from defilade.hexgrid.board import Board
from defilade.hexgrid.coords import Point, corners, hexside_middle
from defilade.hexgrid.gamemap import GameMap
from defilade.hexgrid.geometry import Polygon

STONE: Final = "#8f9297"
WOOD: Final = "#a06d3f"

#: Terrain with a way of painting of its own; a board's other kinds are shown as plain patches.
PAINTED: Final = ("woods", "grain", "stubble", "orchard", *relief_art.ROUGH)

STYLE: Final = """
.dfl .meadow{fill:#a9bc78}.dfl .tufts{fill:none;stroke:#6d8446;stroke-opacity:.42;stroke-width:.8}
.dfl .other{fill:#7d9150;fill-opacity:.6;stroke:#55682f;stroke-width:1.2}
.dfl .rim{fill:none;stroke:#8f7a35;stroke-width:2.2;stroke-linejoin:round}
.dfl .yard{fill:none;stroke-linejoin:round}.dfl .road{fill:none;stroke-linecap:round;stroke-linejoin:round}
.dfl .canopy-shadow,.dfl .house-shadow{fill:#1c2410}
.dfl .canopy-rim{fill:none;stroke:#1f3314;stroke-width:2.4;stroke-linejoin:round}
.dfl .canopy{fill:#2f4b20;stroke:#2f4b20;stroke-width:.6}
.dfl .crowns,.dfl .trees{fill:none;stroke-linecap:round}.dfl .crown-edge{stroke:#274019}
.dfl .crown-dark{stroke:#365825}.dfl .crown-mid{stroke:#42682c}.dfl .crown-light{stroke:#4e7633}
.dfl .crown-top{stroke:#89ad4e;stroke-opacity:.26}.dfl .crown-glint{stroke:#c9dc84;stroke-opacity:.2}
.dfl .grove{fill:#8fb060;fill-opacity:.55}
.dfl .tree-shadow{stroke:#1c2410;stroke-opacity:.32}.dfl .tree-edge{stroke:#3d6127}.dfl .tree{stroke:#5d8a3a}
.dfl .tree-top{stroke:#9cc061;stroke-opacity:.7}
.dfl .tiles{fill:none;stroke:#000;stroke-opacity:.13;stroke-width:.7}
.dfl .ridge{fill:none;stroke:#fff;stroke-opacity:.33;stroke-width:1;stroke-linecap:round}
.dfl .eaves{fill:none;stroke:#2a2521;stroke-width:2.4;stroke-linejoin:round}
.dfl .chimney{fill:#6d4438;stroke:#2a1d18;stroke-width:.6}.dfl .flue{fill:#1d1512}
.dfl .lines{fill:none;stroke:#2a331b;stroke-opacity:.46;stroke-width:.9}
.dfl .dots{fill:none;stroke:#fff;stroke-width:3;stroke-linecap:round}
.dfl .dots-edge{fill:none;stroke:#20280f;stroke-opacity:.5;stroke-width:4.2;stroke-linecap:round}
.dfl text{font-family:"Inter","Liberation Sans","Helvetica Neue",Arial,sans-serif}
.dfl .name{font-size:9.6px;font-weight:600;fill:#1d240f;text-anchor:middle;paint-order:stroke;
stroke:#dfe6c4;stroke-opacity:.5;stroke-width:2.2px;stroke-linejoin:round}
.dfl .thread{fill:none;stroke:#ffe08a;stroke-width:2.6;stroke-linecap:round}
.dfl .thread-edge{stroke:#14170e;stroke-opacity:.55;stroke-width:5}
.dfl .stopped{stroke:#e5573f;stroke-dasharray:6 5}.dfl .stop{stroke:#e5573f;stroke-width:4}
.dfl .highlight{stroke-width:3;stroke-linejoin:round}.dfl .counter-edge{stroke:#1b1e17;stroke-width:1.3}
.dfl .counter text,.dfl .label{font-size:12px;font-weight:700;text-anchor:middle}
.dfl .label{font-size:13px;paint-order:stroke;stroke:#fff;stroke-opacity:.75;stroke-width:3px}
"""


@dataclass(frozen=True)
class Look:
    """What a picture leaves out or adds. A thumbnail does without names and centre dots, and without what nobody sees
    at its size: a lobby shows dozens of them."""

    width: int | None = None
    grid: bool = True
    centres: bool = True
    names: bool = True
    #: Roads this many times as wide: in a small picture they would else be lost.
    road_width: float = 1.0
    #: Tufts and shades of grass, each crown of a wood, each side of a roof.
    detail: bool = True


THUMBNAIL: Final = Look(width=480, grid=False, centres=False, names=False, road_width=1.7, detail=False)


def draw_board(board: Board, overlay: Overlay | None = None, look: Look | None = None) -> str:
    """A whole board as an SVG picture."""
    return draw(board_scene(board), overlay, look)


def draw_map(game_map: GameMap, overlay: Overlay | None = None, look: Look | None = None) -> str:
    """A playing area as an SVG picture: boards as they lie, cropped to the hexes in play."""
    return draw(map_scene(game_map), overlay, look)


def draw(scene: Scene, overlay: Overlay | None = None, look: Look | None = None) -> str:
    """The picture of a scene."""
    return _Painter(scene, look or Look()).picture(overlay or Overlay())


class _Painter:
    """Paints a scene layer by layer."""

    def __init__(self, scene: Scene, look: Look) -> None:
        self.scene, self.look = scene, look
        self.left, self.top = paper(scene.frame[:2])
        self.right, self.bottom = paper(scene.frame[2:])
        self.rough: dict[str, list[Polygon]] = {}
        for one in scene.art:
            if one.building is None and one.kind in relief_art.ROUGH:
                self.rough.setdefault(one.kind, []).append(one.outline)
        # Pictures on one page must not share the names of their patterns.
        self.prefix = f"dfl{Random(f'{scene.title}|{scene.frame}|{look}').getrandbits(32):x}"

    def picture(self, overlay: Overlay) -> str:
        relief = self.scene.relief
        layers = [self._ground()]
        if relief is not None:
            layers.append(relief_art.hills(relief, self.scene.title))
        layers.append(self._fields())
        if self.rough:
            layers.append(relief_art.rough(self.rough))
        if relief is not None:
            layers.append(relief_art.beds(self.scene, relief))
        if self.scene.also:
            layers.append(extras_art.ditches(self.scene))
        layers += [
            self._yards(),
            self._roads(),
            extras_art.sidewalks(self.scene),
            extras_art.railways(self.scene),
        ]
        if relief is not None:
            layers.append(relief_art.bridges(self.scene, relief))
        layers += [self._orchards(), self._woods(), self._buildings(), extras_art.windmills(self.scene)]
        if relief is not None:
            woods = [one.outline for one in self._kind("woods")]
            layers += [
                relief_art.crests(relief, woods),
                relief_art.hexsides(relief),
                relief_art.stairs(relief),
            ]
        layers += [extras_art.steeples(self.scene.steeples), extras_art.manholes(self.scene)]
        if self.look.grid:
            layers.append(self._grid())
        if self.look.centres:
            layers.append(self._centres())
        if self.look.names:
            layers.append(self._names())
        width, height = self.right - self.left, self.bottom - self.top
        shown = self.look.width or round(width)
        clip = "".join(ring_path(self._hex_on_board(mark.at)) for mark in self.scene.hexes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dfl" role="img" '
            f'viewBox="{number(self.left)} {number(self.top)} {number(width)} {number(height)}" '
            f'width="{shown}" height="{round(shown * height / width)}">'
            f"<title>{escape(self.scene.title)}</title><style>{self._style()}</style>"
            f"<defs>{self._definitions()}"
            f'<clipPath id="{self.prefix}c"><path d="{clip}"/></clipPath></defs>'
            f'<g clip-path="url(#{self.prefix}c)">{"".join(layers)}</g>'
            f"{overlay_art(overlay, self.scene)}</svg>\n"
        )

    def _style(self) -> str:
        style = STYLE + relief_art.STYLE if self.scene.relief or self.rough else STYLE
        extras = self.scene.also or self.scene.steeples or self.scene.scenery
        return style + extras_art.STYLE if extras else style

    def _hex_on_board(self, at: Point) -> list[Spot]:
        """A hex cut at the board's edge: the corners of a half-hex move onto it."""
        return [
            (min(max(x, self.left), self.right), min(max(y, self.top), self.bottom))
            for x, y in paper_ring(corners(at))
        ]

    def _kind(self, kind: str) -> list[Art]:
        return [one for one in self.scene.art if one.kind == kind]

    # Ground.

    def _definitions(self) -> str:
        p = self.prefix
        parts = [self._tufts() if self.look.detail else self._treetops()]
        for name, colour, opacity in (
            ("l", "#c9d292", 0.5),
            ("d", "#849d58", 0.42),
            ("y", "#c8bd7c", 0.36),
            ("s", "#cdbd92", 0.55),
        ):
            parts.append(
                f'<radialGradient id="{p}{name}">'
                f'<stop offset="0" stop-color="{colour}" stop-opacity="{opacity}"/>'
                f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
            )
        for turn in _FURROWS:
            parts.append(
                f'<pattern id="{p}w{turn}" width="8" height="46" patternUnits="userSpaceOnUse" '
                f'patternTransform="rotate({turn})"><rect width="8" height="46" fill="#d8c069"/>'
                '<path d="M1 0v46M5 0v46" stroke="#b6973f" stroke-width="1.3"/>'
                '<path d="M3 2v9M7 15v12M3 24v8M7 38v5" stroke="#ecdc94" stroke-width="1.4"/></pattern>'
            )
        return "".join(parts)

    def _tufts(self) -> str:
        chance = Random("tufts")
        tufts = []
        for _ in range(70):
            x, y, size = chance.uniform(0, 220), chance.uniform(0, 220), chance.uniform(1.5, 3.5)
            tufts.append(f"M{number(x)} {number(y)}l{number(size * 0.4)} {number(-size)}m0 {number(size)}")
            tufts.append(f"l{number(size * 0.5)} {number(-size * 0.6)}")
        return (
            f'<pattern id="{self.prefix}t" width="220" height="220" patternUnits="userSpaceOnUse">'
            f'<path class="tufts" d="{"".join(tufts)}"/></pattern>'
        )

    def _treetops(self) -> str:
        """A wood as it looks from far off."""
        tile = art.treetops(TILE)
        return (
            f'<pattern id="{self.prefix}f" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">'
            f'<rect class="canopy" width="{TILE}" height="{TILE}"/><g class="crowns">{tile}</g></pattern>'
        )

    def _ground(self) -> str:
        width, height = self.right - self.left, self.bottom - self.top
        corner = f'x="{number(self.left)}" y="{number(self.top)}"'
        box = f'{corner} width="{number(width)}" height="{number(height)}"'
        chance = Random(f"ground/{self.scene.title}")
        parts = [f'<rect class="meadow" {box}/>']
        for _ in range(round(width * height / (16000 if self.look.detail else 64000))):
            x, y = self.left + chance.random() * width, self.top + chance.random() * height
            across, down = chance.uniform(50, 150), chance.uniform(30, 80)
            tone = chance.choice("lldddy")
            turn = chance.randrange(180)
            parts.append(
                f'<ellipse rx="{number(across)}" ry="{number(down)}" fill="url(#{self.prefix}{tone})" '
                f'transform="translate({number(x)} {number(y)}) rotate({turn})"/>'
            )
        if self.look.detail:
            parts.append(f'<rect {box} fill="url(#{self.prefix}t)"/>')
        return art.group("ground", parts)

    def _fields(self) -> str:
        parts = []
        for patch in _patches(self._kind("grain")):
            outline = "".join(ring_path(paper_ring(one.outline)) for one in patch)
            turn = Random(f"furrow/{patch[0].outline[0]}").choice(_FURROWS)
            parts.append(
                f'<path class="rim" d="{outline}"/><path fill="url(#{self.prefix}w{turn})" d="{outline}"/>'
            )
        stubble = "".join(ring_path(paper_ring(one.outline)) for one in self._kind("stubble"))
        if stubble:
            parts.append(f'<path fill="url(#{self.prefix}w{_FURROWS[0]})" fill-opacity=".22" d="{stubble}"/>')
        for one in self.scene.art:
            if one.building is None and one.kind not in PAINTED:
                parts.append(
                    f'<path class="other {escape(one.kind)}" d="{ring_path(paper_ring(one.outline))}"/>'
                )
        groves = "".join(ring_path(paper_ring(one.outline)) for one in self._kind("orchard"))
        if groves:
            parts.append(f'<path class="grove" d="{groves}"/>')
        return art.group("fields", parts)

    def _yards(self) -> str:
        """Trodden ground about the houses, so that a village reads as one place. It is plain open ground."""
        outline = "".join(ring_path(paper_ring(one.outline)) for one in self.scene.art if one.building)
        if not outline:
            return art.group("yards", ())
        built = [paper(mark.at) for mark in self.scene.hexes if mark.terrain.endswith("building")]
        haze = "".join(
            f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="118" ry="112" fill="url(#{self.prefix}s)"/>'
            for x, y in built
        )
        near = f'<path class="yard" d="{outline}" stroke="#d3c69c" stroke-width="20"/>'
        if not self.look.detail:
            return art.group("yards", (f'<g opacity=".7">{near}</g>',))
        return art.group("yards", (f'<g opacity=".75">{haze}</g><g opacity=".55">{near}</g>',))

    # Roads.

    def _roads(self) -> str:
        drawn: dict[str, str] = {"dirt": "", "paved": ""}
        for line in road_lines(self.scene):
            for kind, path in line.stretches():
                drawn[kind] = drawn.get(kind, "") + path
        strokes = (
            ("dirt", "#7d6540", 16.5, ""),
            ("paved", "#5d5b55", 19.0, ""),
            ("dirt", "#cfb384", 14.0, ""),
            ("dirt", "#b4955f", 8.2, ' stroke-opacity=".8"'),
            ("dirt", "#cfb384", 5.4, ""),
            ("dirt", "#a9ac70", 2.2, ' stroke-opacity=".55" stroke-dasharray="14 9 5 11"'),
            ("paved", "#b7b3a8", 16.6, ""),
            (
                "paved",
                "#8f8b80",
                14.0,
                ' stroke-opacity=".55" stroke-dasharray=".9 3.6" style="stroke-linecap:butt"',
            ),
            ("paved", "#d3cfc4", 1.1, ' stroke-opacity=".8" stroke-dasharray="10 8"'),
        )
        parts = [
            f'<path class="road {kind}" d="{drawn[kind]}" stroke="{colour}" '
            f'stroke-width="{number(width * self.look.road_width)}"{more}/>'
            for kind, colour, width, more in strokes
            if drawn[kind]
        ]
        return art.group("roads", parts)

    # What stands on the ground.

    def _orchards(self) -> str:
        outlines = [paper_ring(one.outline) for one in self._kind("orchard")]
        with_road = {at for at, _ in self.scene.roads}
        among = self.scene.also.get("woods", frozenset())
        trees = []
        for mark in self.scene.hexes:
            if mark.terrain == "orchard" or mark.at in among:
                at = paper(mark.at)
                if mark.at in with_road:
                    ways = [paper(_hexside_middle(mark.at, way)) for way in self._ways(mark.at)]
                    cover = art.Cover(outlines)
                    trees += [
                        (spot, size)
                        for spot, size in art.avenue_trees(at, ways, SIDE, f"avenue/{point(at)}")
                        if cover.holds_circle(spot, size * 0.7)
                    ]
                else:
                    trees += art.orchard_trees(at, SIDE, f"orchard/{point(at)}")
        parts = []
        # (class, shift across, shift down, part of the tree's width)
        for name, across, down, part in (
            ("tree-shadow", 2.4, 3.2, 1.0),
            ("tree-edge", 0.0, 0.0, 1.0),
            ("tree", 0.0, 0.0, 0.84),
            ("tree-top", -1.9, -2.4, 0.46),
        )[0 if self.look.detail else 2 :]:
            for size in sorted({size for _, size in trees}):
                dots = art.dots_path((x + across, y + down) for (x, y), radius in trees if radius == size)
                parts.append(f'<path class="{name}" stroke-width="{number(2 * size * part)}" d="{dots}"/>')
        return art.group("orchards trees", parts)

    def _ways(self, at: Point) -> list[int]:
        return [way for way in range(6) if (at, way) in self.scene.roads]

    def _woods(self) -> str:
        woods = [[paper_ring(one.outline) for one in patch] for patch in _patches(self._kind("woods"))]
        outline = "".join(ring_path(ring) for rings in woods for ring in rings)
        if not outline:
            return art.group("woods", ())
        if not self.look.detail:
            trees = f'<path class="canopy-rim" style="fill:url(#{self.prefix}f)" d="{outline}"/>'
            return art.group("woods", (trees,))
        floor = (
            f'<path class="canopy-shadow" fill-opacity=".3" transform="translate(3.4 4.2)" d="{outline}"/>'
            f'<path class="canopy-rim" d="{outline}"/><path class="canopy" d="{outline}"/>'
        )
        return art.group("woods", (floor, art.group("crowns", art.canopy(woods))))

    def _buildings(self) -> str:
        houses: dict[str, list[Art]] = {}
        for one in self.scene.art:
            if one.building is not None:
                houses.setdefault(one.building, []).append(one)
        outline = "".join(ring_path(paper_ring(one.outline)) for house in houses.values() for one in house)
        parts = [
            f'<path class="house-shadow" fill-opacity=".38" transform="translate(3.6 4.4)" d="{outline}"/>'
        ]
        if not self.look.detail:
            parts += self._blocks(houses.values())
            return art.group("buildings", parts if houses else ())
        for identity, house in houses.items():
            parts.append(art.group(f"building {house[0].kind}", self._house(identity, house)))
        return art.group("buildings", parts if houses else ())

    def _blocks(self, houses: Iterable[Sequence[Art]]) -> list[str]:
        """Buildings as no more than their outlines, all of a kind in one path."""
        drawn: dict[str, str] = {}
        for house in houses:
            colour = WOOD if house[0].kind == "wooden_building" else STONE
            drawn[colour] = drawn.get(colour, "") + "".join(
                ring_path(paper_ring(one.outline)) for one in house
            )
        return [
            f'<path class="eaves" d="{outline}"/><path fill="{colour}" d="{outline}"/>'
            for colour, outline in drawn.items()
        ]

    def _house(self, identity: str, house: Sequence[Art]) -> list[str]:
        """One building, in a colour of its own."""
        chance = Random(f"house/{identity}")
        colour = art.tinted(
            WOOD if house[0].kind == "wooden_building" else STONE,
            chance.uniform(-0.035, 0.05),
            chance.uniform(-0.015, 0.03),
        )
        return roofs([paper_ring(one.outline) for one in house], colour, f"roof/{identity}")

    # The grid.

    def _grid(self) -> str:
        sides: set[tuple[Point, Point]] = set()
        for mark in self.scene.hexes:
            around = corners(mark.at)
            sides.update(
                (min(a, b), max(a, b)) for a, b in zip(around, (*around[1:], around[0]), strict=True)
            )
        lines = "".join(f"M{point(paper(a))}L{point(paper(b))}" for a, b in sorted(sides))
        return art.group("grid", (f'<path class="lines" d="{lines}"/>',))

    def _centres(self) -> str:
        # A steeple has a dot of its own.
        plain = (mark.at for mark in self.scene.hexes if mark.at not in self.scene.steeples)
        dots = "".join(f"M{point(paper(at))}h0" for at in plain)
        return art.group("centres", (f'<path class="dots-edge" d="{dots}"/><path class="dots" d="{dots}"/>',))

    def _names(self) -> str:
        parts = []
        for mark in self.scene.hexes:
            x, y = paper(mark.at)
            y += SIDE * 0.36 if y - self.top < SIDE / 4 else -SIDE * 0.66
            anchor = ""
            if x - self.left < SIDE / 4:
                x, anchor = x + 5, ' style="text-anchor:start"'
            elif self.right - x < SIDE / 4:
                x, anchor = x - 5, ' style="text-anchor:end"'
            parts.append(
                f'<text class="name" x="{number(x)}" y="{number(y)}"{anchor}>'
                f"{escape(mark.name)}{self._level(mark.at)}</text>"
            )
        return art.group("names", parts)

    def _level(self, at: Point) -> str:
        """The level of a hex beside its name, where it is not 0."""
        level = self.scene.relief.levels.get(at, 0) if self.scene.relief else 0
        return f'<tspan class="level" dx="3">{level:+d}</tspan>' if level else ""


TILE: Final = 130
"""The side of the piece of a wood that a thumbnail repeats."""

_FURROWS: Final = (20, 55, 95, 140)


def _hexside_middle(at: Point, way: int) -> tuple[int, int]:
    dx, dy = hexside_middle(way)
    return at[0] + dx, at[1] + dy


def _patches(pieces: Sequence[Art]) -> list[list[Art]]:
    """Outlines grouped into those that touch: one wood, one field."""
    corners_of = [set(one.outline) for one in pieces]
    group = list(range(len(pieces)))

    def head(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    owner: dict[Point, int] = {}
    for i, own in enumerate(corners_of):
        for corner in own:
            if corner in owner:
                group[head(i)] = head(owner[corner])
            owner[corner] = i
    found: dict[int, list[Art]] = {}
    for i, one in enumerate(pieces):
        found.setdefault(head(i), []).append(one)
    return list(found.values())

"""The board file: what it may say, and the `Board` that is made of it.

A board file is YAML; docs/boards.md tells how to write one. Loading is strict: anything that is unknown, off
the board, said twice or cut short is refused with one `BoardError` that names the file and the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from defilade.hexgrid.names import Hex

from ..strict_yaml import BadFile, parse
from .board_extras import Scenery, SceneryOf, lay_also, lay_scenery
from .board_relief import (
    HIGHEST,
    BridgeSpec,
    Contour,
    HexList,
    Hexside,
    HexsideSpec,
    ReliefMaker,
    words,
)
from .coords import (
    BadHexName,
    BoardSize,
    Point,
    board_hexes,
    centre,
    direction_to,
    name_of,
    on_board,
    opposite,
    parse_name,
    position,
    step,
)
from .geometry import Polygon, box_half_planes, clip, hex_half_planes, is_simple, tidy
from .outlines import link, rectangle, rounded, terrain_art

OPEN: Final = "open"

#: How the terrain kinds known to every board are drawn: canopy, field and whole hexes get their outlines from
#: the hexes; `building` outlines are given one by one. A board file can add kinds of its own.
KNOWN_KINDS: Final[Mapping[str, str]] = {
    "woods": "canopy",
    "grain": "field",
    "orchard": "whole",
    "brush": "field",
    "rubble": "canopy",
    "marsh": "ground",
    "pond": "ground",
    "crag": "ground",
    "shellholes": "ground",
    "stone_building": "building",
    "wooden_building": "building",
}
#: Ways to draw terrain; `ground` is drawn like a field and does nothing to a line of sight by itself.
STYLES: Final = ("canopy", "field", "whole", "building", "ground")
ROAD_KINDS: Final = ("dirt", "paved")


class BoardError(BadFile):
    """A board file that can not be used: which, where in it, and why."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the parts of a board file share: no unknown keys."""


class ShapeSpec(_Part, frozen=True):
    """One shape of a building: `rect` or `round` about the hex `at`, or a `link` of two hexes."""

    at: str | None = None
    rect: tuple[int, int, int, int] | None = None
    round: tuple[int, int, int, int] | None = None
    turn: int = 0
    link: tuple[str, str] | None = None
    width: int = 0
    over: int | None = None


class BuildingSpec(_Part, frozen=True):
    kind: str
    hexes: HexList
    id: str | None = None
    shapes: list[ShapeSpec] = []
    outlines: list[list[Point]] = []
    storeys: int = 0
    stairs: HexList = []
    steeple: HexList = []


class OutlineSpec(_Part, frozen=True):
    """Outlines of a hex's terrain drawn by hand, instead of the generated ones."""

    hex: Hex
    outlines: list[list[Point]]


class RoadSpec(_Part, frozen=True):
    kind: str
    path: HexList


class BoardSpec(_Part, frozen=True):
    id: str
    title: str
    provenance: str
    terrain: dict[str, HexList]
    buildings: list[BuildingSpec]
    roads: list[RoadSpec]
    size: BoardSize = BoardSize()
    seed: int = 1
    kinds: dict[str, str] = {}
    outlines: list[OutlineSpec] = []
    hills: dict[int, HexList] = {}
    depressions: dict[str, HexList] = {}
    hexsides: list[HexsideSpec] = []
    bridges: list[BridgeSpec] = []
    also: dict[str, HexList] = {}
    scenery: list[SceneryOf] = []


@dataclass(frozen=True)
class Piece:
    """The part of an outline that lies in one hex: what line of sight is tested against."""

    hex: Hex
    polygon: Polygon


@dataclass(frozen=True)
class Feature:
    """Something drawn on a board: the outline is what is seen, its pieces, hex by hex, what blocks."""

    kind: str
    hexes: tuple[str, ...]
    outline: Polygon
    building: str | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Building:
    """A building: its storeys above the ground floor, which of its hexes have stairs, and over which is a steeple."""

    id: str
    kind: str
    hexes: tuple[str, ...]
    storeys: int = 0
    stairs: frozenset[str] = frozenset()
    steeple: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Road:
    """A road through hex centres; `start` and `end` say by which hexside it leaves the board, if any."""

    kind: str
    hexes: tuple[str, ...]
    start: int | None
    end: int | None


@dataclass(frozen=True)
class Board:
    """A board as it lies in the box: not rotated, not cropped, hexes named without the board's id."""

    id: str
    title: str
    size: BoardSize
    kinds: Mapping[str, str]
    hexes: tuple[str, ...]
    terrain: Mapping[str, str]
    buildings: Mapping[str, Building]
    building_of: Mapping[str, str]
    roads: Mapping[str, tuple[int, ...]]
    road_kinds: Mapping[str, str]
    road_paths: tuple[Road, ...]
    features: tuple[Feature, ...]
    #: Levels of hexes that are not on level 0; the bottom of a depression is one lower than the ground about it.
    levels: Mapping[str, int]
    contours: tuple[Contour, ...]
    depressions: Mapping[str, str]
    hexsides: tuple[Hexside, ...]
    bridges: Mapping[str, str]
    #: What hexes are besides their terrain: kind -> hexes.
    also: Mapping[str, frozenset[str]]
    scenery: tuple[Scenery, ...]


# Reading.


def boards_folder() -> Traversable:
    """Where the boards shipped with the package are."""
    return resources.files("defilade") / "content" / "boards"


def board_file(board_id: str, suffix: str = ".yaml", folder: Path | None = None) -> Traversable | Path:
    """A board's file: from the owner's folder if it is there, else from the package."""
    if folder is not None and (folder / f"{board_id}{suffix}").is_file():
        return folder / f"{board_id}{suffix}"
    return boards_folder() / f"{board_id}{suffix}"


def available_boards(folder: Path | None = None) -> tuple[str, ...]:
    """The ids of all boards that can be loaded."""
    places: list[Traversable | Path] = [boards_folder()]
    if folder is not None:
        places.append(folder)
    names = {entry.name for place in places if place.is_dir() for entry in place.iterdir()}
    return tuple(sorted(n[:-5] for n in names if n.endswith(".yaml") and not n.endswith(".facts.yaml")))


def load_board(board_id: str, folder: Path | None = None) -> Board:
    """The board with this id; an owner's own file in `folder` goes before the one that is shipped."""
    file = board_file(board_id, folder=folder)
    if not board_id or "/" in board_id or not file.is_file():
        known = ", ".join(available_boards(folder)) or "none"
        raise BoardError(f"{board_id}.yaml", "board", f"there is no such board; there are: {known}")
    board = read_board(file)
    if board.id != board_id:
        raise BoardError(file.name, "id", f"the file calls itself {board.id!r}, its name says {board_id!r}")
    return board


def read_board(file: Traversable | Path) -> Board:
    """Read one board file."""
    return make_board(read_yaml(file, BoardSpec), file.name)


Spec = TypeVar("Spec")


def read_yaml(file: Traversable | Path, kind: type[Spec]) -> Spec:
    """A YAML file as a typed structure, or a BoardError that says where it goes wrong."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(file.name, "file", f"can not be read: {error}") from error
    return parse(file.name, text, kind, BoardError)


def make_board(spec: BoardSpec, file: str) -> Board:
    """Check a board's description and draw its outlines."""
    return _BoardMaker(spec, file).make()


class _BoardMaker:
    """Works through a board file part by part; every complaint names file and place."""

    def __init__(self, spec: BoardSpec, file: str) -> None:
        self.spec, self.file = spec, file
        self.size = spec.size
        self.kinds = {**KNOWN_KINDS, **spec.kinds}
        self.terrain: dict[str, str] = {}
        self.buildings: dict[str, Building] = {}
        self.building_of: dict[str, str] = {}
        self.roads: dict[str, set[int]] = {}
        self.road_kinds: dict[str, str] = {}
        self.road_paths: list[Road] = []
        self.features: list[Feature] = []
        self.relief = ReliefMaker(spec, self)

    def wrong(self, place: str, reason: str) -> BoardError:
        return BoardError(self.file, place, reason)

    def make(self) -> Board:
        self._check_frame()
        self._lay_terrain()
        for i, building in enumerate(self.spec.buildings):
            self._lay_building(f"buildings[{i}]", building)
        for i, road in enumerate(self.spec.roads):
            self._lay_road(f"roads[{i}]", road)
        self.relief.lay()
        self._draw_terrain()
        for i, building in enumerate(self.spec.buildings):
            self._draw_building(f"buildings[{i}]", building)
        hexes = tuple(board_hexes(self.size))
        terrain = {hex: self.terrain.get(hex, OPEN) for hex in hexes}
        roads = {hex: tuple(sorted(directions)) for hex, directions in sorted(self.roads.items())}
        return Board(
            id=self.spec.id,
            title=self.spec.title,
            size=self.size,
            kinds=self.kinds,
            hexes=hexes,
            terrain=terrain,
            buildings=self.buildings,
            building_of=self.building_of,
            roads=roads,
            road_kinds=self.road_kinds,
            road_paths=tuple(self.road_paths),
            features=tuple(self.features),
            levels=self.relief.levels,
            contours=tuple(self.relief.contours()),
            depressions=self.relief.depressions,
            hexsides=tuple(self.relief.hexsides.values()),
            bridges=self.relief.bridges,
            also=lay_also(self.spec, self),
            scenery=lay_scenery(self.spec, self),
        )

    def _check_frame(self) -> None:
        if not (self.spec.id.isascii() and self.spec.id.isalnum() and self.spec.id == self.spec.id.lower()):
            raise self.wrong("id", f"{self.spec.id!r}: a board id is made of small letters and digits")
        if not (2 <= self.size.columns <= 52 and 1 <= self.size.rows <= 60):
            raise self.wrong("size", "a board has 2 to 52 hexrows and 1 to 60 rows")
        for kind, style in self.spec.kinds.items():
            if style not in STYLES:
                raise self.wrong(
                    f"kinds.{kind}", f"{style!r} is no way to draw; use one of {', '.join(STYLES)}"
                )

    def hex(self, place: str, text: str) -> tuple[str, Point]:
        """A hex of this board and its centre."""
        try:
            column, number = parse_name(text)
        except BadHexName as error:
            raise self.wrong(place, str(error)) from error
        if not on_board(self.size, column, number):
            raise self.wrong(place, f"hex {text} is off the board")
        return name_of(column, number), centre(column, number)

    def _kind(self, place: str, kind: str, building: bool) -> str:
        if kind not in self.kinds or (self.kinds[kind] == "building") != building:
            usable = ", ".join(
                sorted(k for k, style in self.kinds.items() if (style == "building") == building)
            )
            raise self.wrong(place, f"unknown kind {kind!r}; known here: {usable}")
        return kind

    def _claim(self, place: str, hex: Hex, kind: str) -> None:
        if hex in self.terrain:
            raise self.wrong(place, f"hex {hex} is given twice: {self.terrain[hex]} and {kind}")
        self.terrain[hex] = kind

    def _lay_terrain(self) -> None:
        for kind, hexes in self.spec.terrain.items():
            place = f"terrain.{kind}"
            self._kind(place, kind, building=False)
            for text in words(hexes):
                self._claim(place, self.hex(place, text)[0], kind)

    def _lay_building(self, place: str, building: BuildingSpec) -> None:
        hexes = tuple(self.hex(place, text)[0] for text in words(building.hexes))
        if not hexes:
            raise self.wrong(place, "a building needs at least one hex")
        identity = building.id or hexes[0]
        place = f"{place} ({identity})"
        self._kind(place, building.kind, building=True)
        if identity in self.buildings:
            raise self.wrong(place, f"building {identity} is given twice")
        for hex in hexes:
            self._claim(place, hex, building.kind)
            self.building_of[hex] = identity
        if not 0 <= building.storeys <= HIGHEST:
            raise self.wrong(place, f"a building has 0 to {HIGHEST} storeys above the ground floor")
        stairs = self._some_of(place, "stairs", building.stairs, hexes)
        steeple = self._some_of(place, "steeple", building.steeple, hexes)
        if steeple and building.storeys:
            raise self.wrong(place, "a building has storeys or a steeple, not both")
        self.buildings[identity] = Building(identity, building.kind, hexes, building.storeys, stairs, steeple)

    def _some_of(self, place: str, what: str, given: HexList, hexes: tuple[str, ...]) -> frozenset[str]:
        """Hexes of a building that have something."""
        found = frozenset(self.hex(place, text)[0] for text in words(given))
        if not found <= set(hexes):
            raise self.wrong(place, f"{what} in {', '.join(sorted(found - set(hexes)))}, not of the building")
        return found

    # Roads.

    def _lay_road(self, place: str, road: RoadSpec) -> None:
        if road.kind not in ROAD_KINDS:
            raise self.wrong(place, f"unknown kind of road {road.kind!r}; known: {', '.join(ROAD_KINDS)}")
        path = words(road.path)
        from_edge, to_edge = path[:1] == ["edge"], path[-1:] == ["edge"]
        named = [self.hex(place, text) for text in path[from_edge : len(path) - to_edge]]
        if len(named) + from_edge + to_edge < 2:
            raise self.wrong(place, "a road needs two hexes, or a hex and the edge")
        for (a, at), (b, to) in pairwise(named):
            direction = direction_to(at, to)
            if direction is None:
                raise self.wrong(place, f"the road goes from {a} to {b}, which are not adjacent")
            self._pave(a, direction, road.kind)
            self._pave(b, opposite(direction), road.kind)
        start = self._leave(place, *named[0], road.kind) if from_edge else None
        end = self._leave(place, *named[-1], road.kind) if to_edge else None
        self.road_paths.append(Road(road.kind, tuple(hex for hex, _ in named), start, end))

    def _pave(self, hex: Hex, direction: int, kind: str) -> None:
        self.roads.setdefault(hex, set()).add(direction)
        # Where two roads meet, the better one names the hex.
        if self.road_kinds.get(hex) != "paved":
            self.road_kinds[hex] = kind

    def _leave(self, place: str, hex: Hex, at: Point, kind: str) -> int:
        """A road leaves over a long edge straight north or south; on half-hexes it just ends at the dot."""
        for direction in (0, 3):
            if not on_board(self.size, *position(step(at, direction))) and 0 < at[1] < self.size.height:
                self._pave(hex, direction, kind)
                return direction
        raise self.wrong(
            place, f"{hex} has no whole hexside on a long edge by which the road could leave the board"
        )

    # Drawing.

    def _draw_terrain(self) -> None:
        drawn = self._drawn_by_hand()
        for hex, kind in self.terrain.items():
            style = self.kinds[kind]
            if style == "building":
                continue
            at = centre(*parse_name(hex))
            outlines = drawn.get(hex)
            if outlines is None:
                joined = [
                    style == "whole" or self._goes_on(kind, step(at, direction)) for direction in range(6)
                ]
                outlines = terrain_art(style, at, joined, sorted(self.roads.get(hex, ())), self.spec.seed)
            for outline in outlines:
                self._add_feature(kind, (hex,), outline, None)

    def _drawn_by_hand(self) -> dict[str, list[Polygon]]:
        drawn: dict[str, list[Polygon]] = {}
        for i, given in enumerate(self.spec.outlines):
            place = f"outlines[{i}]"
            hex, _ = self.hex(place, given.hex)
            if self.kinds.get(self.terrain.get(hex, OPEN), "building") == "building":
                raise self.wrong(
                    place, f"{hex} is {self.terrain.get(hex, OPEN)}: it has no terrain to be drawn by hand"
                )
            if hex in drawn:
                raise self.wrong(place, f"hex {hex} is drawn twice")
            drawn[hex] = [self._polygon(place, points) for points in given.outlines]
            for polygon in drawn[hex]:
                self._stay_in(place, polygon, (hex,))
        return drawn

    def _goes_on(self, kind: str, at: Point) -> bool:
        column, number = position(at)
        return not on_board(self.size, column, number) or self.terrain.get(name_of(column, number)) == kind

    def _draw_building(self, place: str, spec: BuildingSpec) -> None:
        hexes = tuple(self.hex(place, text)[0] for text in words(spec.hexes))
        identity = self.building_of[hexes[0]]
        place = f"{place} ({identity})"
        outlines = [self._shape(f"{place}.shapes[{i}]", shape) for i, shape in enumerate(spec.shapes)]
        outlines += [
            self._polygon(f"{place}.outlines[{i}]", points) for i, points in enumerate(spec.outlines)
        ]
        seen: set[str] = set()
        for outline in outlines:
            self._stay_in(place, outline, hexes)
            seen |= self._add_feature(spec.kind, hexes, outline, identity)
        for hex in hexes:
            if hex not in seen:
                raise self.wrong(place, f"nothing of the building is drawn in its hex {hex}")

    def _shape(self, place: str, shape: ShapeSpec) -> Polygon:
        if [shape.rect, shape.round, shape.link].count(None) != 2:
            raise self.wrong(place, "a shape is exactly one of rect, round and link")
        if shape.turn % 5:
            raise self.wrong(place, f"turn {shape.turn}: shapes turn by multiples of 5 degrees")
        if shape.link is not None:
            (a, at), (b, to) = self.hex(place, shape.link[0]), self.hex(place, shape.link[1])
            if direction_to(at, to) is None:
                raise self.wrong(place, f"link of {a} and {b}, which are not adjacent")
            if shape.width <= 0 or shape.at is not None:
                raise self.wrong(place, "a link needs a width, and no `at`")
            return link(at, to, shape.width, shape.width // 2 if shape.over is None else shape.over)
        if shape.at is None:
            raise self.wrong(place, "rect and round need `at`: the hex they are measured from")
        _, at = self.hex(place, shape.at)
        numbers = shape.rect or shape.round or (0, 0, 0, 0)
        if min(numbers[2:]) <= 0:
            raise self.wrong(place, "width and height must be greater than 0")
        return tidy((rectangle if shape.rect else rounded)(at, *numbers, shape.turn))

    def _polygon(self, place: str, points: Iterable[Point]) -> Polygon:
        """An outline given point by point."""
        polygon = tidy(points)
        if not polygon or not is_simple(polygon):
            raise self.wrong(place, "an outline needs three points or more and must not cross itself")
        for x, y in polygon:
            if not (0 <= x <= self.size.width and 0 <= y <= self.size.height):
                raise self.wrong(place, f"the outline runs off the board at ({x}, {y})")
        return polygon

    def _stay_in(self, place: str, outline: Polygon, hexes: tuple[str, ...]) -> None:
        """Art belongs to the hexes it is listed for: else the map would show what the terrain list denies."""
        for hex in self._hexes_near(outline):
            if hex not in hexes and self._cut(outline, hex):
                raise self.wrong(place, f"the outline runs into {hex}, which is not one of its hexes")

    def _hexes_near(self, outline: Polygon) -> list[str]:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        near = []
        for column in range(
            max(0, (min(xs) - 200) // 300), min(self.size.columns - 1, (max(xs) + 200) // 300 + 1) + 1
        ):
            for number in range((min(ys) - 100) // 200, (max(ys) + 100) // 200 + 2):
                if on_board(self.size, column, number):
                    near.append(name_of(column, number))
        return near

    def _cut(self, outline: Polygon, hex: Hex) -> tuple[Polygon, ...]:
        return clip(outline, hex_half_planes(centre(*parse_name(hex))))

    def _add_feature(
        self, kind: str, hexes: tuple[str, ...], outline: Polygon, building: str | None
    ) -> set[str]:
        """Keep an outline as far as it is on the board; the hexes that have a part of it."""
        touched: set[str] = set()
        for visible in clip(outline, box_half_planes(self.size.width, self.size.height)):
            pieces = tuple(Piece(hex, polygon) for hex in hexes for polygon in self._cut(visible, hex))
            self.features.append(Feature(kind, hexes, visible, building, pieces))
            touched.update(piece.hex for piece in pieces)
        return touched

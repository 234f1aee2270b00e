"""What a picture of a board or of a playing area shows, on one plane, before it is painted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Final

from defilade.drawing.artwork import Spot
from defilade.hexgrid.board import OPEN, Board
from defilade.hexgrid.coords import COLUMN_STEP, ROW_STEP, Point, centre, direction_to, hexside, parse_name
from defilade.hexgrid.gamemap import GameMap
from defilade.hexgrid.geometry import Polygon
from defilade.hexgrid.placing import PlacedBoard

#: Pixels to a unit of the plane, across; down it is the square root of 3 as many. A hex side is 60 pixels.
SCALE: Final = 0.3
DOWN: Final = SCALE * sqrt(3)
SIDE: Final = 200 * SCALE


def paper(at: tuple[float, float]) -> Spot:
    """A point of the plane on the paper."""
    return at[0] * SCALE, at[1] * DOWN


def paper_ring(polygon: Iterable[Point]) -> list[Spot]:
    return [paper(corner) for corner in polygon]


@dataclass(frozen=True)
class HexMark:
    """A hex of the picture: its name as printed, its centre dot, its terrain."""

    name: str
    at: Point
    terrain: str


@dataclass(frozen=True)
class Art:
    """An outline of the picture; outlines of one building share its id."""

    kind: str
    outline: Polygon
    building: str | None = None


@dataclass(frozen=True)
class Relief:
    """What a picture shows of heights."""

    #: Level and outline of ground that is at least so high, the lowest level first.
    contours: tuple[tuple[int, Polygon], ...]
    #: Kind, hexside and the centres of its two hexes.
    hexsides: tuple[tuple[str, tuple[Point, Point], tuple[Point, Point]], ...]
    depressions: Mapping[Point, str]
    levels: Mapping[Point, int]
    bridges: Mapping[Point, str]
    stairs: frozenset[Point]


@dataclass(frozen=True)
class Scene:
    """All that a picture shows of a board or a playing area, on one plane."""

    title: str
    hexes: tuple[HexMark, ...]
    art: tuple[Art, ...]
    #: Where a road leaves a hex: centre and direction -> kind of road.
    roads: Mapping[tuple[Point, int], str]
    #: Left, top, right and bottom of the boards, in the plane.
    frame: tuple[int, int, int, int]
    #: Every way to name a hex -> its centre.
    places: Mapping[str, Point] = field(default_factory=dict)
    #: None where the ground is flat.
    relief: Relief | None = None
    #: What hexes are besides their terrain: kind -> their centres.
    also: Mapping[str, frozenset[Point]] = field(default_factory=dict)
    steeples: frozenset[Point] = frozenset()
    #: Kind, and the centres of the hexes that it runs through or stands in.
    scenery: tuple[tuple[str, tuple[Point, ...]], ...] = ()


def board_scene(board: Board) -> Scene:
    places = {hex: centre(*parse_name(hex)) for hex in board.hexes}
    roads: dict[tuple[Point, int], str] = {}
    for road in board.road_paths:
        spots = [places[hex] for hex in road.hexes]
        add_road(roads, spots, road.kind)
        for end, way in ((spots[0], road.start), (spots[-1], road.end)):
            if way is not None:
                roads[end, way] = road.kind
    return Scene(
        title=board.title,
        hexes=tuple(HexMark(hex, places[hex], board.terrain[hex]) for hex in board.hexes),
        art=tuple(
            Art(one.kind, one.outline, board.id + one.building if one.building else None)
            for one in board.features
        ),
        roads=roads,
        frame=(0, 0, board.size.width, board.size.height),
        places=places,
        relief=_board_relief(board, places),
        also={kind: frozenset(places[hex] for hex in hexes) for kind, hexes in board.also.items()},
        steeples=frozenset(places[hex] for house in board.buildings.values() for hex in house.steeple),
        scenery=tuple((one.kind, tuple(places[hex] for hex in one.hexes)) for one in board.scenery),
    )


def _board_relief(board: Board, places: Mapping[str, Point]) -> Relief | None:
    stairs = frozenset(places[hex] for building in board.buildings.values() for hex in building.stairs)
    if not (board.contours or board.hexsides or board.depressions or stairs):
        return None
    return Relief(
        contours=tuple(sorted((c.level, c.outline) for c in board.contours)),
        hexsides=tuple(
            (
                one.kind,
                _side(places[one.hexes[0]], places[one.hexes[1]]),
                (places[one.hexes[0]], places[one.hexes[1]]),
            )
            for one in board.hexsides
        ),
        depressions={places[hex]: kind for hex, kind in board.depressions.items()},
        levels={places[hex]: level for hex, level in board.levels.items()},
        bridges={places[hex]: kind for hex, kind in board.bridges.items()},
        stairs=stairs,
    )


def _side(a: Point, b: Point) -> tuple[Point, Point]:
    direction = direction_to(a, b)
    if direction is None:
        raise ValueError(f"{a} and {b} share no hexside")
    return hexside(a, direction)


def _map_relief(game_map: GameMap) -> Relief | None:
    relief, centres = game_map.relief, game_map.centres
    if game_map.ground.relief is None and not game_map.stairs:
        return None
    features = {one.side: one for many in relief.hexsides.values() for one in many}
    return Relief(
        contours=tuple(sorted((c.level, c.polygon) for pieces in relief.contours.values() for c in pieces)),
        hexsides=tuple(
            (one.kind, one.side, (centres[one.hexes[0]], centres[one.hexes[1]])) for one in features.values()
        ),
        depressions={centres[hex]: kind for hex, kind in relief.depressions.items()},
        levels={centres[hex]: level for hex, level in relief.levels.items()},
        bridges={centres[hex]: kind for hex, kind in game_map.bridges.items()},
        stairs=frozenset(centres[hex] for hex in game_map.stairs),
    )


def map_scene(game_map: GameMap) -> Scene:
    single = len(game_map.placed) == 1
    prefix = game_map.placed[0].board.id if single else ""
    terrain = game_map.terrain
    hexes = tuple(
        HexMark(name.removeprefix(prefix), at, terrain[name])
        for name, at in ((name, game_map.centres[name]) for name in game_map.names)
    )
    places = dict(game_map.centres)
    places.update((alias, game_map.centres[name]) for alias, name in game_map.aliases.items())
    if single:
        places.update((name.removeprefix(prefix), at) for name, at in game_map.centres.items())
    roads: dict[tuple[Point, int], str] = {}
    for lying in game_map.placed:
        _lay_roads(lying, roads)
    return Scene(
        title=" and ".join(lying.board.title for lying in game_map.placed),
        hexes=hexes,
        art=tuple(art for lying in game_map.placed for art in _lay_art(lying, game_map)),
        roads=roads,
        frame=_frame(game_map.placed),
        places=places,
        relief=_map_relief(game_map),
        also={
            kind: frozenset(game_map.centres[hex] for hex in hexes) for kind, hexes in game_map.also.items()
        },
        steeples=frozenset(game_map.centres[hex] for hex in game_map.relief.steeples),
        scenery=tuple(one for lying in game_map.placed for one in _lay_scenery(lying)),
    )


def _lay_scenery(lying: PlacedBoard) -> Iterator[tuple[str, tuple[Point, ...]]]:
    for one in lying.board.scenery:
        yield one.kind, tuple(lying.point(centre(*parse_name(hex))) for hex in one.hexes)


def _lay_roads(lying: PlacedBoard, roads: dict[tuple[Point, int], str]) -> None:
    """A board's roads as they lie. Those beyond a cropped edge are kept, so that they run out of the map."""
    for road in lying.board.road_paths:
        spots = [lying.point(centre(*parse_name(hex))) for hex in road.hexes]
        add_road(roads, spots, road.kind)
        for end, way in ((spots[0], road.start), (spots[-1], road.end)):
            if way is not None:
                roads[end, lying.direction(way)] = road.kind


def _lay_art(lying: PlacedBoard, game_map: GameMap) -> Iterator[Art]:
    for one in lying.board.features:
        names = [lying.board.id + hex for hex in one.hexes]
        in_play = [hex for name in names if (hex := game_map.aliases.get(name, name)) in game_map.terrain]
        if not in_play:
            continue
        outline = tuple(lying.point(corner) for corner in one.outline)
        # A field out of season is open ground; it is shown as stubble.
        out_of_season = one.kind == "grain" and game_map.terrain[in_play[0]] == OPEN
        yield Art(
            kind="stubble" if out_of_season else one.kind,
            outline=outline,
            building=lying.board.id + one.building if one.building else None,
        )


def _frame(placed: Sequence[PlacedBoard]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is in play: whole hexes where a board is cropped, else its edge."""
    corners_in_play = []
    for lying in placed:
        size = lying.board.size
        left = max(0, COLUMN_STEP * lying.first_column - 200)
        right = min(size.width, COLUMN_STEP * lying.last_column + 200)
        # In every other hexrow a hex lies half a hex lower than its number says.
        top = max(0, ROW_STEP * (lying.first_number - 1))
        bottom = min(size.height, ROW_STEP * lying.last_number + ROW_STEP // 2)
        corners_in_play += [lying.point((left, top)), lying.point((right, bottom))]
    xs, ys = [x for x, _ in corners_in_play], [y for _, y in corners_in_play]
    return min(xs), min(ys), max(xs), max(ys)


def add_road(roads: dict[tuple[Point, int], str], spots: Sequence[Point], kind: str) -> None:
    """Note that a road of a kind runs from centre to centre."""
    for a, b in pairwise(spots):
        there, back = direction_to(a, b), direction_to(b, a)
        if there is None or back is None:
            raise ValueError(f"a road can not jump from {a} to {b}")
        roads[a, there] = kind
        roads[b, back] = kind

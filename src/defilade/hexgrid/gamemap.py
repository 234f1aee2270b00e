"""A playing area: boards joined edge to edge, turned about, cropped; one grid over all of it.

Boards join along long or short edges (SK1:1.1-a). A hex is called by board, hexrow and number (SK1:1.1-b);
where two half-hexes meet, the hex is played as one (SK1:1.1-c) and answers to both names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from .board import OPEN, Board, Building, load_board
from .coords import (
    COLUMN_STEP,
    ROW_STEP,
    BadHexName,
    Point,
    centre,
    column_of,
    direction_to,
    hexside,
    opposite,
    parse_name,
    row_letters,
    step,
)
from .los import SMOKE, Art, Crossing, Ground, LosProfile, Verdict, between, touches_art, trace
from .los_heights import Hindering, risen, trace_heights
from .los_obstacles import FLAT, Obstacle, level_of
from .los_table import BLOCKED
from .relief import ContourPiece, HexsideFeature, Location, Relief
from .rows import RangeRows, SightRows

SIDES: Final = {"top": (0,), "bottom": (3,), "left": (4, 5), "right": (1, 2)}
JOINS: Final = ("above", "below", "left of", "right of")
_NO_SMOKE: Final[Mapping[str, int]] = {}
_NOTHING_LYING: Final[Mapping[str, tuple[Hindering, ...]]] = {}


class UnknownHex(LookupError):
    """A hex that is not in the playing area."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")
        self.text, self.reason = text, reason


class MapError(ValueError):
    """Boards that can not be put together as asked."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a board lies: joined to a board placed before ("above y"), shifted by hexes, turned about."""

    board: str
    rotated: bool = False
    join: str | None = None
    columns: int = 0
    rows: int = 0


class MapSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A playing area in words. `rows` crops a board to hexrows in its own letters, as in {y: A-P}, `numbers` to hexes
    with certain numbers, as in {elst: 7-18}."""

    boards: list[Placed]
    rows: dict[str, str] = {}
    grain_in_season: bool = True
    numbers: dict[str, str] = {}


@dataclass(frozen=True)
class PlacedBoard:
    """A board in its place in the plane of the playing area."""

    board: Board
    rotated: bool
    origin: Point
    first_column: int
    last_column: int
    first_number: int
    last_number: int

    def point(self, point: Point) -> Point:
        """A point of the board in the plane of the playing area."""
        x, y = point
        if self.rotated:
            x, y = self.board.size.width - x, self.board.size.height - y
        return self.origin[0] + x, self.origin[1] + y

    def direction(self, direction: int) -> int:
        return opposite(direction) if self.rotated else direction

    def hexes(self) -> list[str]:
        """The hexes of the board that are in play."""
        return [hex for hex in self.board.hexes if self.is_in_play(hex)]

    def is_in_play(self, hex: str) -> bool:
        column, number = parse_name(hex)
        return (
            self.first_column <= column <= self.last_column
            and self.first_number <= number <= self.last_number
        )

    def is_edge(self, hex: str) -> bool:
        """Whether a hex is cut in two by the edge of the board (SK1:1.1-c)."""
        x, y = centre(*parse_name(hex))
        return x in (0, self.board.size.width) or y in (0, self.board.size.height)


class GameMap:
    """The playing area and its lines of sight. Immutable; hexes are called by their names, like yK5."""

    def __init__(
        self, placed: tuple[PlacedBoard, ...], profile: LosProfile, grain_in_season: bool = True
    ) -> None:
        self.placed = placed
        self.profile = profile
        layout = _Layout(placed, frozenset() if grain_in_season else frozenset({"grain"}))
        self.names: tuple[str, ...] = tuple(layout.centres)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.centres: dict[str, Point] = layout.centres
        self.aliases: dict[str, str] = layout.aliases
        self.terrain: dict[str, str] = layout.terrain
        self.roads: dict[str, tuple[int, ...]] = layout.road_directions()
        self.road_kinds: dict[str, str] = layout.road_kinds
        self.building_of: dict[str, str] = layout.building_of
        self.buildings: dict[str, tuple[str, ...]] = layout.building_hexes()
        self.stairs: frozenset[str] = frozenset(layout.stairs)
        relief = layout.relief()
        self.ground = Ground(
            layout.centres,
            layout.at,
            layout.terrain,
            layout.art_by_hex(),
            profile,
            relief,
            frozenset(layout.avenues),
        )
        self.relief: Relief = relief or FLAT
        self.bridges: dict[str, str] = layout.bridges
        #: What hexes are besides their terrain: kind -> hexes.
        self.also: dict[str, frozenset[str]] = {kind: frozenset(hexes) for kind, hexes in layout.also.items()}
        self.neighbours: dict[str, tuple[str | None, ...]] = {
            name: tuple(layout.at.get(step(at, direction)) for direction in range(6))
            for name, at in layout.centres.items()
        }
        self.adjacent: dict[str, tuple[str, ...]] = {
            name: tuple(hex for hex in around if hex is not None) for name, around in self.neighbours.items()
        }

    def resolve(self, text: str) -> str:
        """The canonical name of a hex: with its board's id or, where only one board is in play, without."""
        name = text.strip()
        if name in self.index:
            return name
        if name in self.aliases:
            return self.aliases[name]
        for lying in self.placed:
            if name.startswith(lying.board.id):
                rest = name.removeprefix(lying.board.id)
                raise UnknownHex(text, self._why_not(lying, rest))
        try:
            parse_name(name)
        except BadHexName as error:
            raise UnknownHex(text, "a hex is called by its board, hexrow and number, like yK5") from error
        if len(self.placed) > 1:
            asked = " or ".join(lying.board.id + name for lying in self.placed)
            raise UnknownHex(text, f"several boards are in play; say which: {asked}")
        whole = self.placed[0].board.id + name
        if whole not in self.index:
            raise UnknownHex(text, self._why_not(self.placed[0], name))
        return whole

    def _why_not(self, lying: PlacedBoard, hex: str) -> str:
        if hex not in lying.board.terrain:
            return f"board {lying.board.id} has no hex {hex}"
        first, last = row_letters(lying.first_column), row_letters(lying.last_column)
        if lying.first_column <= parse_name(hex)[0] <= lying.last_column:
            numbers = f"{lying.first_number} to {lying.last_number}"
            return f"only hexes numbered {numbers} of board {lying.board.id} are in play"
        return f"only hexrows {first} to {last} of board {lying.board.id} are in play"

    @cached_property
    def _ranges(self) -> RangeRows:
        return RangeRows(self.centres)

    def distance(self, a: str, b: str) -> int:
        """Range in hexes."""
        return self._ranges[a][self.index[b]]

    def direction(self, a: str, b: str) -> int | None:
        """In which direction (0 north, clockwise) the adjacent hex b lies from a."""
        return direction_to(self.centres[a], self.centres[b])

    def road_between(self, a: str, b: str) -> bool:
        """Whether a road crosses the hexside between two adjacent hexes."""
        return (a, b) in self._road_steps

    @cached_property
    def _road_steps(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (a, b)
            for a, directions in self.roads.items()
            for direction in directions
            if (b := self.neighbours[a][direction]) is not None
            and opposite(direction) in self.roads.get(b, ())
        )

    def edge(self, side: str) -> tuple[str, ...]:
        """The hexes on an edge of the playing area, from left to right or from top to bottom."""
        if side not in SIDES:
            raise MapError(f"{side!r} is no edge; there are {', '.join(SIDES)}")
        return self._edges[side]

    @cached_property
    def _edges(self) -> dict[str, tuple[str, ...]]:
        return {side: self._edge(side) for side in SIDES}

    def _edge(self, side: str) -> tuple[str, ...]:
        beyond = SIDES[side]
        found = [name for name in self.names if all(self.neighbours[name][d] is None for d in beyond)]
        along = 0 if side in ("top", "bottom") else 1
        return tuple(sorted(found, key=lambda name: self.centres[name][along]))

    def grid_name(self, hex: str) -> tuple[str, str, int]:
        """Board, hexrow letters and number of a hex."""
        for lying in self.placed:
            rest = hex.removeprefix(lying.board.id)
            if rest != hex and rest in lying.board.terrain:
                column, number = parse_name(rest)
                return lying.board.id, row_letters(column), number
        raise UnknownHex(hex, "not in the playing area")

    def also_called(self, hex: str) -> tuple[str, ...]:
        """The other names of a hex that lies half on one board and half on another."""
        return tuple(alias for alias, name in self.aliases.items() if name == hex)

    # Line of sight.

    @cached_property
    def _sight(self) -> SightRows:
        return SightRows(self.ground)

    def hindrance(self, a: str, b: str) -> int:
        """Static line of sight on the ground: -1 if blocked, else the hindrance DRM."""
        return self._sight[a][self.index[b]]

    def location_hindrance(self, a: Location, b: Location) -> int:
        """The same between two locations."""
        if not b.storey:
            return self._sight[str(a)][self.index[b.hex]]
        if not a.storey:
            return self._sight[str(b)][self.index[a.hex]]
        key = (a, b) if (a, b) in self._upstairs else (b, a)
        if key not in self._upstairs:
            verdict = self.sight(a, b)
            self._upstairs[key] = verdict.hindrance if verdict.clear else BLOCKED
        return self._upstairs[key]

    @cached_property
    def _upstairs(self) -> dict[tuple[Location, Location], int]:
        """Lines from storey to storey that have been asked for."""
        return {}

    @property
    def rows_traced(self) -> int:
        """From how many hexes the static line of sight to all others is known by now."""
        return len(self._sight)

    def los(self, a: str, b: str, smoke: Mapping[str, int] = _NO_SMOKE) -> Verdict:
        """The exact verdict, explained. Smoke is inherent and counts in the end hexes too."""
        if self.ground.relief is None:
            return trace(self.ground, a, b, smoke)
        rule = self.profile.smoke_rule or self.profile.inherent_rule
        lying = {hex: (Hindering(SMOKE, drm, rule, True, False),) for hex, drm in smoke.items() if drm}
        return trace_heights(self.ground, Location(a), Location(b), lying)

    def sight(
        self, a: Location, b: Location, lying: Mapping[str, tuple[Hindering, ...]] = _NOTHING_LYING
    ) -> Verdict:
        """The exact verdict between two locations, with what lies about for now."""
        for end in (a, b):
            if end.hex not in self.index:
                raise UnknownHex(end.hex, "not in the playing area")
            if end.bypass:
                raise MapError(f"{end}: lines of sight to hexsides are not traced")
            if not 0 <= end.storey <= self.storeys(end.hex):
                raise MapError(f"{end}: {end.hex} has {self.storeys(end.hex)} storeys above the ground floor")
        return trace_heights(self.ground, a, b, lying)

    def risen(self, a: str, b: str) -> tuple[Obstacle, ...]:
        """Every obstacle across the line between two hexes with its height, whether it would stop a line or not."""
        return risen(self.ground, a, b)

    def stands_at(self, place: Location) -> int:
        """The level on which men in a location are."""
        return level_of(self.ground, place.hex, place.storey)

    def level(self, hex: str) -> int:
        """The level of a hex's ground."""
        return self.relief.level(hex)

    def besides(self, hex: str) -> tuple[str, ...]:
        """What a hex is besides terrain and road, in words: its level, a gully or a stream, polder, a steeple."""
        level, sunk = self.level(hex), self.relief.depressions.get(hex)
        found = [f"level {level}"] if level else []
        found += [sunk] if sunk else []
        found += [kind for kind, hexes in sorted(self.also.items()) if hex in hexes]
        found += ["steeple"] if hex in self.relief.steeples else []
        return tuple(found)

    def storeys(self, hex: str) -> int:
        """How many storeys there are above the ground floor."""
        return self.relief.storeys.get(hex, 0)

    def locations(self) -> tuple[Location, ...]:
        """Every location of the map: the ground of each hex, and the storeys above it."""
        return tuple(Location(hex, n) for hex in self.names for n in range(self.storeys(hex) + 1))

    def hexside_kind(self, a: str, b: str) -> str | None:
        """What stands on the hexside between two adjacent hexes."""
        feature = self.relief.hexside(a, b)
        return feature.kind if feature else None

    def between(self, a: str, b: str) -> tuple[Crossing, ...]:
        """The hexes that the line touches strictly between its ends."""
        return tuple(Crossing(hex, touch.how, self.terrain[hex]) for hex, touch in between(self.ground, a, b))

    def touches_art(self, a: str, b: str, hex: str, kind: str) -> bool:
        """Whether the line meets drawn `kind` art inside a hex."""
        return touches_art(self.ground, a, b, hex, kind)


class _Layout:
    """Lays the boards' hexes, terrain and art into one plane. Half-hexes of joined edges become one hex."""

    def __init__(self, placed: tuple[PlacedBoard, ...], dormant: frozenset[str]) -> None:
        self.dormant = dormant
        self.centres: dict[str, Point] = {}
        self.at: dict[Point, str] = {}
        self.aliases: dict[str, str] = {}
        self.terrain: dict[str, str] = {}
        self.building_of: dict[str, str] = {}
        self.road_kinds: dict[str, str] = {}
        self._owner: dict[str, PlacedBoard] = {}
        self._roads: dict[str, set[int]] = {}
        self._art: dict[str, list[Art]] = {}
        self._same_building: dict[str, str] = {}
        self.bridges: dict[str, str] = {}
        self.stairs: set[str] = set()
        self.avenues: set[str] = set()
        self.also: dict[str, set[str]] = {}
        self._steeples: set[str] = set()
        self._levels: dict[str, int] = {}
        self._contours: dict[str, list[ContourPiece]] = {}
        self._depressions: dict[str, str] = {}
        self._hexsides: dict[tuple[Point, Point], HexsideFeature] = {}
        self._storeys: dict[str, int] = {}
        for lying in placed:
            for hex in lying.hexes():
                self._lay_hex(lying, hex)
            self._lay_art(lying)
        for lying in placed:
            self._lay_relief(lying)

    def _lay_hex(self, lying: PlacedBoard, hex: str) -> None:
        name = lying.board.id + hex
        at = lying.point(centre(*parse_name(hex)))
        known = self.at.get(at)
        if known is None:
            self.at[at] = known = name
            self.centres[name] = at
            self._owner[name] = lying
            self.terrain[name] = OPEN
        else:
            self._check_halves(known, lying, hex)
            self.aliases[name] = known
        terrain = lying.board.terrain[hex]
        # One terrain governs a hex (SK1:1.1.2-a): that of its first board, unless that half is open ground.
        if self.terrain[known] == OPEN and terrain not in self.dormant:
            self.terrain[known] = terrain
        self._lay_building(lying, hex, known)
        for kind, hexes in lying.board.also.items():
            if hex in hexes:
                self.also.setdefault(kind, set()).add(known)
        if hex in lying.board.roads:
            if lying.board.kinds.get(terrain) == "whole":
                self.avenues.add(known)
            self._roads.setdefault(known, set()).update(lying.direction(d) for d in lying.board.roads[hex])
            if self.road_kinds.get(known) != "paved":
                self.road_kinds[known] = lying.board.road_kinds[hex]

    def _check_halves(self, known: str, lying: PlacedBoard, hex: str) -> None:
        owner = self._owner[known]
        if not (lying.is_edge(hex) and owner.is_edge(known.removeprefix(owner.board.id))):
            raise MapError(f"boards {owner.board.id} and {lying.board.id} overlap at {known}")

    def _lay_building(self, lying: PlacedBoard, hex: str, name: str) -> None:
        """Two buildings that meet in a merged hex become one: a hex holds one building."""
        if hex not in lying.board.building_of:
            return
        building = self._root(lying.board.id + lying.board.building_of[hex])
        if name in self.building_of:
            self._same_building[building] = self._root(self.building_of[name])
        elif self.terrain[name] == lying.board.terrain[hex]:
            self.building_of[name] = building

    def _root(self, building: str) -> str:
        while building in self._same_building:
            building = self._same_building[building]
        return building

    def _lay_art(self, lying: PlacedBoard) -> None:
        for feature in lying.board.features:
            if feature.kind in self.dormant:
                continue
            for piece in feature.pieces:
                name = lying.board.id + piece.hex
                name = self.aliases.get(name, name)
                if name in self.centres:
                    polygon = tuple(lying.point(corner) for corner in piece.polygon)
                    self._art.setdefault(name, []).append(Art(feature.kind, polygon))

    def _name(self, lying: PlacedBoard, hex: str) -> str | None:
        """The hex of the playing area in which a hex of a board lies, if it is in play."""
        name = lying.board.id + hex
        name = self.aliases.get(name, name)
        return name if name in self.centres else None

    def _lay_relief(self, lying: PlacedBoard) -> None:
        board = lying.board
        for hex in lying.hexes():
            name = self._name(lying, hex) or ""
            # Two halves of a hex are on one level: the higher one, unless either is a depression.
            if hex in board.levels:
                self._levels[name] = max(self._levels.get(name, board.levels[hex]), board.levels[hex])
            if hex in board.depressions:
                self._depressions.setdefault(name, board.depressions[hex])
            if hex in board.bridges:
                self.bridges.setdefault(name, board.bridges[hex])
            if hex in board.building_of and name in self.building_of:
                self._lay_storeys(board.buildings[board.building_of[hex]], hex, name)
        for contour in board.contours:
            where = self._name(lying, contour.hex)
            if where is not None:
                outline = tuple(lying.point(corner) for corner in contour.outline)
                self._contours.setdefault(where, []).append(ContourPiece(contour.level, outline))
        for feature in board.hexsides:
            a, b = (self._name(lying, hex) for hex in feature.hexes)
            if a is not None and b is not None:
                self._lay_hexside(feature.kind, a, b)

    def _lay_storeys(self, building: Building, hex: str, name: str) -> None:
        steeple = hex in building.steeple
        self._storeys[name] = max(self._storeys.get(name, 0), building.storeys, int(steeple))
        if steeple:
            self._steeples.add(name)
        if hex in building.stairs:
            self.stairs.add(name)

    def _lay_hexside(self, kind: str, a: str, b: str) -> None:
        direction = direction_to(self.centres[a], self.centres[b])
        if direction is None:
            raise MapError(f"the {kind} between {a} and {b} has no hexside")
        side = hexside(self.centres[a], direction)
        self._hexsides.setdefault(min(side, side[::-1]), HexsideFeature(kind, side, (a, b)))

    def relief(self) -> Relief | None:
        """The heights of the area; None where it is flat."""
        if not (self._levels or self._depressions or self._hexsides or any(self._storeys.values())):
            return None
        beside: dict[str, list[HexsideFeature]] = {}
        for feature in self._hexsides.values():
            for hex in feature.hexes:
                beside.setdefault(hex, []).append(feature)
        return Relief(
            levels=self._levels,
            contours={hex: tuple(pieces) for hex, pieces in self._contours.items()},
            depressions=self._depressions,
            hexsides={hex: tuple(features) for hex, features in beside.items()},
            storeys=self._storeys,
            hills=self._hills(),
            steeples=frozenset(self._steeples),
        )

    def _hills(self) -> dict[str, int]:
        """Which hill each raised hex is part of: hills are apart where level ground lies between them."""
        raised = set(self._contours)
        found: dict[str, int] = {}
        for number, start in enumerate(sorted(raised)):
            reached = [] if start in found else [start]
            while reached:
                hex = reached.pop()
                found[hex] = number
                around = (self.at.get(step(self.centres[hex], direction)) for direction in range(6))
                reached += [near for near in around if near in raised and near not in found]
        return found

    def road_directions(self) -> dict[str, tuple[int, ...]]:
        return {name: tuple(sorted(directions)) for name, directions in self._roads.items()}

    def art_by_hex(self) -> dict[str, tuple[Art, ...]]:
        return {name: tuple(arts) for name, arts in self._art.items()}

    def building_hexes(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for name, building in self.building_of.items():
            self.building_of[name] = self._root(building)
            found.setdefault(self.building_of[name], []).append(name)
        return {building: tuple(hexes) for building, hexes in found.items()}


# Building a map from its description.


def build_map(spec: MapSpec, profile: LosProfile, folder: Path | None = None) -> GameMap:
    """The playing area of a MapSpec; an owner's own boards in `folder` go before the shipped ones."""
    if not spec.boards:
        raise MapError("a playing area needs at least one board")
    placed: dict[str, PlacedBoard] = {}
    for where in spec.boards:
        if where.board in placed:
            raise MapError(f"board {where.board} is placed twice; hex names must be unique")
        board = load_board(where.board, folder)
        columns = _crop(board, spec.rows.get(where.board))
        numbers = _crop_numbers(board, spec.numbers.get(where.board))
        origin = _origin(where, board, placed)
        placed[where.board] = PlacedBoard(board, where.rotated, origin, *columns, *numbers)
    for what, given in (("rows", spec.rows), ("numbers", spec.numbers)):
        for unknown in given.keys() - placed.keys():
            raise MapError(f"{what} are given for board {unknown}, which is not placed")
    return GameMap(tuple(placed.values()), profile, spec.grain_in_season)


def map_of_board(board: Board, profile: LosProfile) -> GameMap:
    """One whole board as a playing area."""
    whole = PlacedBoard(board, False, (0, 0), 0, board.size.columns - 1, 0, board.size.rows)
    return GameMap((whole,), profile)


def _origin(where: Placed, board: Board, placed: Mapping[str, PlacedBoard]) -> Point:
    if where.rotated and (board.size.columns - 1) % 2:
        raise MapError(f"board {board.id} has an even number of hexrows and can not be turned about")
    x, y = COLUMN_STEP * where.columns, ROW_STEP * where.rows
    if where.columns % 2:
        raise MapError(f"board {board.id}: boards are shifted by an even number of hexrows")
    if where.join is None:
        if placed and not (x or y):
            raise MapError(f"board {board.id}: say where it joins a board placed before, as in 'above y'")
        return x, y
    how, _, other = where.join.rpartition(" ")
    if how not in JOINS or other not in placed:
        raise MapError(f"{where.join!r}: a join is one of {', '.join(JOINS)} and a board placed before")
    beside = placed[other]
    x, y = x + beside.origin[0], y + beside.origin[1]
    size, its = board.size, beside.board.size
    shift = {
        "above": (0, -size.height),
        "below": (0, its.height),
        "left of": (-size.width, 0),
        "right of": (its.width, 0),
    }
    return x + shift[how][0], y + shift[how][1]


def _crop(board: Board, rows: str | None) -> tuple[int, int]:
    if rows is None:
        return 0, board.size.columns - 1
    first, dash, last = rows.partition("-")
    try:
        columns = column_of(first), column_of(last if dash else first)
    except BadHexName as error:
        raise MapError(f"{rows!r}: hexrows are given as in A-P") from error
    if not 0 <= columns[0] <= columns[1] < board.size.columns:
        raise MapError(f"{rows!r}: board {board.id} has hexrows A to {row_letters(board.size.columns - 1)}")
    return columns


def _crop_numbers(board: Board, numbers: str | None) -> tuple[int, int]:
    if numbers is None:
        return 0, board.size.rows
    first, _, last = numbers.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise MapError(f"{numbers!r}: numbers of hexes are given as in 7-18")
    if not 0 <= int(first) <= int(last) <= board.size.rows:
        raise MapError(f"{numbers!r}: board {board.id} has hexes up to {board.size.rows}")
    return int(first), int(last)

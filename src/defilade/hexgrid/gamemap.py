"""A playing area: boards joined edge to edge, turned about, cropped; one grid over all of it.

Boards join along long or short edges (SK1:1.1-a). A hex is called by board, hexrow and number (SK1:1.1-b);
where two half-hexes meet, the hex is played as one (SK1:1.1-c) and answers to both names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from defilade.hexgrid.names import Hex

from .board import Board
from .coords import BadHexName, Point, direction_to, hexside, opposite, parse_name, row_letters, step
from .geometry import segments_meet
from .layout import Layout
from .los import SMOKE, Crossing, Ground, LosProfile, Verdict, between, touches_art, trace
from .los_heights import Hindering, risen, trace_heights, trace_to_corner
from .los_obstacles import FLAT, Obstacle, level_of
from .los_table import BLOCKED
from .placing import MapError, MapSpec, PlacedBoard, place_boards, whole_board
from .relief import Location, Relief
from .rows import RangeRows, SightRows

SIDES: Final = {"top": (0,), "bottom": (3,), "left": (4, 5), "right": (1, 2)}
_NO_SMOKE: Final[Mapping[str, int]] = {}
_NOTHING_LYING: Final[Mapping[str, tuple[Hindering, ...]]] = {}


class UnknownHex(LookupError):
    """A hex that is not in the playing area."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")
        self.text, self.reason = text, reason


VERDICTS_KEPT = 4096
"""Explained verdicts that a map remembers."""

ROWS_A_PIECE = 8
"""Rows that are traced ahead in one go: some milliseconds."""


class GameMap:
    """The playing area and its lines of sight. Immutable; hexes are called by their names, like yK5."""

    def __init__(
        self, placed: tuple[PlacedBoard, ...], profile: LosProfile, grain_in_season: bool = True
    ) -> None:
        self.placed = placed
        self.profile = profile
        layout = Layout(placed, frozenset() if grain_in_season else frozenset({"grain"}))
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

        #: The place right above another, where men can be up there: above a hex, or a storey of it. A place has the
        #: terrain and the range of its hex, is adjacent to what one reaches from it, and is not among `names`.
        self.above: dict[str, str] = {}
        #: The hex below each of these places.
        self.below: dict[str, str] = {}
        if profile.relief.in_steeples:
            for hex in sorted(self.relief.steeples):
                self._join(hex, self._add_place(hex, 1))
        if profile.relief.in_storeys:
            self._add_storeys()

    def _add_place(self, hex: Hex, storey: int) -> str:
        """A place above the ground of a hex, which nothing leads to as yet."""
        if not self.below:
            self.centres, self.terrain = dict(self.centres), dict(self.terrain)
        place = str(Location(hex, storey))
        self.above[str(Location(hex, storey - 1))] = place
        self.below[place] = hex
        self.index[place] = self.index[hex]
        self.centres[place] = self.centres[hex]
        self.terrain[place] = self.terrain[hex]
        self.neighbours[place] = (None,) * 6
        self.adjacent[place] = ()
        return place

    def _join(self, a: str, b: str) -> None:
        """One goes from one place to the other."""
        self.adjacent[a] = (*self.adjacent[a], b)
        self.adjacent[b] = (*self.adjacent[b], a)

    def _add_storeys(self) -> None:
        """The storeys of every building: stairs join them, and on each one goes from hex to hex at the same height; but
        not through the walls of row houses."""
        tall = [hex for hex in self.names if self.storeys(hex)]
        self.building_of = dict(self.building_of)
        for hex in tall:
            for storey in range(1, self.storeys(hex) + 1):
                self.building_of[self._add_place(hex, storey)] = self.building_of[hex]
                if self.has_stairs(hex):
                    self._join(str(Location(hex, storey - 1)), str(Location(hex, storey)))
        for hex in tall:
            for near in self.neighbours[hex]:
                if near is None or self.building_of.get(near) != self.building_of[hex]:
                    continue
                if self.building_of[hex] in self.row_houses:
                    continue
                for storey in range(1, self.storeys(hex) + 1):
                    beside = self.level(hex) + storey - self.level(near)
                    if not 0 <= beside <= self.storeys(near):
                        continue
                    place, other = str(Location(hex, storey)), str(Location(near, beside))
                    if other not in self.adjacent[place]:
                        self._join(place, other)

    def has_stairs(self, hex: Hex) -> bool:
        """Whether one can go up and down in a hex: by the stairs that are drawn in it or, in a building without any, by
        those that each of its hexes has."""
        hexes = self.buildings.get(self.building_of.get(hex, ""), ())
        return hex in self.stairs or (self.storeys(hex) > 0 and self.stairs.isdisjoint(hexes))

    @cached_property
    def row_houses(self) -> frozenset[str]:
        """Buildings of several hexes with stairs in each: houses wall to wall."""
        found = {name: hexes for name, hexes in self.buildings.items() if len(hexes) > 1}
        return frozenset(name for name, hexes in found.items() if self.stairs.issuperset(hexes))

    def storey_of(self, place: str) -> int:
        """How many storeys above the ground of its hex a place is."""
        return Location.parse(place).storey if place in self.below else 0

    def places_in(self, hex: Hex) -> tuple[str, ...]:
        """The hex and the places above it, from the ground up."""
        if hex not in self.above:
            return (hex,)
        found = [hex]
        while found[-1] in self.above:
            found.append(self.above[found[-1]])
        return tuple(found)

    def ground_hex(self, place: str) -> str:
        """The hex of a place: the one below it, or itself."""
        return self.below.get(place, place)

    def resolve(self, text: str) -> str:
        """The canonical name of a hex (SL:1.2.3): with its board's id or, where only one board is in play, without."""
        name = text.strip()
        if self.above and "@" in name:
            hex, _, storey = name.partition("@")
            place = f"{self.resolve(hex)}@{storey}"
            if place not in self.below:
                raise UnknownHex(text, "there is no such storey")
            return place
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

    def _why_not(self, lying: PlacedBoard, hex: Hex) -> str:
        if hex not in lying.board.terrain:
            return f"board {lying.board.id} has no hex {hex}"
        first, last = row_letters(lying.first_column), row_letters(lying.last_column)
        if lying.first_column <= parse_name(hex)[0] <= lying.last_column:
            numbers = f"{lying.first_number} to {lying.last_number}"
            return f"only hexes numbered {numbers} of board {lying.board.id} are in play"
        return f"only hexrows {first} to {last} of board {lying.board.id} are in play"

    @cached_property
    def _ranges(self) -> RangeRows:
        return RangeRows(self.ground.centres)

    def distance(self, a: str, b: str) -> int:
        """Range in hexes."""
        return self._ranges[self.below.get(a, a) if self.below else a][self.index[b]]

    def direction(self, a: str, b: str) -> int | None:
        """In which direction (0 north, clockwise) the adjacent hex b lies from a."""
        return direction_to(self.centres[self.ground_hex(a)], self.centres[self.ground_hex(b)])

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

    def grid_name(self, hex: Hex) -> tuple[str, str, int]:
        """Board, hexrow letters and number of a hex."""
        found = self._grid_names.get(hex)
        if found is None:
            found = self._grid_names[hex] = self._parsed(hex)
        return found

    @cached_property
    def _grid_names(self) -> dict[str, tuple[str, str, int]]:
        return {}

    def _parsed(self, hex: Hex) -> tuple[str, str, int]:
        for lying in self.placed:
            rest = hex.removeprefix(lying.board.id)
            if rest != hex and rest in lying.board.terrain:
                column, number = parse_name(rest)
                return lying.board.id, row_letters(column), number
        raise UnknownHex(hex, "not in the playing area")

    def also_called(self, hex: Hex) -> tuple[str, ...]:
        """The other names of a hex that lies half on one board and half on another."""
        return tuple(alias for alias, name in self.aliases.items() if name == hex)

    # Line of sight.

    @cached_property
    def _sight(self) -> SightRows:
        return SightRows(self.ground)

    def trace_ahead(self, viewers: Iterable[str] = ()) -> Iterator[None]:
        """Trace the rows of these viewers, or of all, that are not known yet: some at a time."""
        for number, viewer in enumerate(self._sight.missing(viewers), 1):
            self._sight[viewer]
            if number % ROWS_A_PIECE == 0:
                yield

    def hindrance(self, a: str, b: str) -> int:
        """Static line of sight: -1 if blocked, else the hindrance DRM."""
        if self.below and (a in self.below or b in self.below):
            return self._place_hindrance(a, b)
        return self._sight[a][self.index[b]]

    def _place_hindrance(self, a: str, b: str) -> int:
        """From or to a place above the ground. Above and below see each other."""
        if self.ground_hex(a) == self.ground_hex(b):
            return 0
        return self.location_hindrance(Location.parse(a), Location.parse(b))

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
        """The exact verdict, explained. Smoke is inherent and counts in the end hexes too.

        The same lines are asked for again and again while smoke lies about: the last ones are kept."""
        length = self.distance(a, b)
        near = [(hex, smoke[hex]) for hex in smoke if self.distance(a, hex) + self.distance(hex, b) == length]
        key = (a, b, tuple(sorted(near)))
        found = self._verdicts.get(key)
        if found is None:
            if len(self._verdicts) >= VERDICTS_KEPT:
                self._verdicts.clear()
            found = self._verdicts[key] = self._traced(a, b, dict(near))
        return found

    def los_to_corner(self, a: str, b: str, corner: int) -> Verdict:
        """The exact verdict on the line from a centre dot to a corner of another hex, counted clockwise from the upper
        left one."""
        key = (a, b, corner)
        found = self._to_corners.get(key)
        if found is None:
            if len(self._to_corners) >= VERDICTS_KEPT:
                self._to_corners.clear()
            found = trace_to_corner(self.ground, self._location(a), self._location(b), corner)
            self._to_corners[key] = found
        return found

    @cached_property
    def _to_corners(self) -> dict[tuple[str, str, int], Verdict]:
        return {}

    @cached_property
    def _verdicts(self) -> dict[tuple[str, str, tuple[tuple[str, int], ...]], Verdict]:
        return {}

    def _traced(self, a: str, b: str, smoke: Mapping[str, int]) -> Verdict:
        if self.ground.relief is None:
            return trace(self.ground, a, b, smoke)
        if self.below and a != b and self.ground_hex(a) == self.ground_hex(b):
            thick = smoke.get(self.ground_hex(a), 0)
            return Verdict(thick < self.profile.blocking_total, 0, thick, (), None, None, None, ())
        rule = self.profile.smoke_rule or self.profile.inherent_rule
        lying = {hex: (Hindering(SMOKE, drm, rule, True, False),) for hex, drm in smoke.items() if drm}
        return trace_heights(self.ground, self._location(a), self._location(b), lying)

    def _location(self, place: str) -> Location:
        return Location.parse(place) if place in self.below else Location(place)

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

    def level(self, hex: Hex) -> int:
        """The level of a hex's ground, or of a storey on which men can be."""
        if self.profile.relief.in_storeys and hex in self.below:
            return self.stands_at(Location.parse(hex))
        return self.relief.level(hex)

    def besides(self, hex: Hex) -> tuple[str, ...]:
        """What a hex is besides terrain and road, in words: its level, a gully or a stream, polder, a steeple."""
        level, sunk = self.level(hex), self.relief.depressions.get(hex)
        found = [f"level {level}"] if level else []
        found += [sunk] if sunk else []
        found += [kind.replace("_", " ") for kind, hexes in sorted(self.also.items()) if hex in hexes]
        found += ["steeple"] if hex in self.relief.steeples else []
        return tuple(found)

    def storeys(self, hex: Hex) -> int:
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
        touched = between(self.ground, self.ground_hex(a), self.ground_hex(b))
        return tuple(Crossing(hex, touch.how, self.terrain[hex]) for hex, touch in touched)

    def sides_touched(self, hex: Hex, kinds: frozenset[str]) -> frozenset[int]:
        """The hexsides of a hex that drawn art of these kinds in it touches."""
        key = (hex, kinds)
        found = self._sides_touched.get(key)
        if found is None:
            sides = [hexside(self.centres[hex], direction) for direction in range(6)]
            outlines = [art.polygon for art in self.ground.art.get(hex, ()) if art.kind in kinds]
            found = self._sides_touched[key] = frozenset(
                direction
                for direction, side in enumerate(sides)
                if any(
                    segments_meet(side, edge)
                    for outline in outlines
                    for edge in zip(outline, (*outline[1:], outline[0]), strict=True)
                )
            )
        return found

    @cached_property
    def _sides_touched(self) -> dict[tuple[str, frozenset[str]], frozenset[int]]:
        return {}

    def touches_art(self, a: str, b: str, hex: Hex, kind: str) -> bool:
        """Whether the line meets drawn `kind` art inside a hex."""
        return touches_art(self.ground, self.ground_hex(a), self.ground_hex(b), hex, kind)


def build_map(spec: MapSpec, profile: LosProfile, folder: Path | None = None) -> GameMap:
    """The playing area of a MapSpec; an owner's own boards in `folder` go before the shipped ones."""
    return GameMap(place_boards(spec, folder), profile, spec.grain_in_season)


def map_of_board(board: Board, profile: LosProfile) -> GameMap:
    """One whole board as a playing area."""
    return GameMap((whole_board(board),), profile)

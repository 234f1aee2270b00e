"""The boards of a playing area laid into one plane: hexes, terrain, art and heights under one grid."""

from __future__ import annotations

from defilade.hexgrid.names import Hex

from .board import OPEN, Building
from .coords import Point, centre, direction_to, hexside, parse_name, step
from .los import Art
from .placing import MapError, PlacedBoard
from .relief import ContourPiece, HexsideFeature, Relief


class Layout:
    """Lays the boards' hexes, terrain and art into one plane. Half-hexes of joined edges become one hex
    (SL:1.2.4-a)."""

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

    def _lay_hex(self, lying: PlacedBoard, hex: Hex) -> None:
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

    def _check_halves(self, known: str, lying: PlacedBoard, hex: Hex) -> None:
        owner = self._owner[known]
        if not (lying.is_edge(hex) and owner.is_edge(known.removeprefix(owner.board.id))):
            raise MapError(f"boards {owner.board.id} and {lying.board.id} overlap at {known}")

    def _lay_building(self, lying: PlacedBoard, hex: Hex, name: str) -> None:
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

    def _name(self, lying: PlacedBoard, hex: Hex) -> str | None:
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

    def _lay_storeys(self, building: Building, hex: Hex, name: str) -> None:
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

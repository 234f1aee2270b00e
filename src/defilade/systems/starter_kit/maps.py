"""Boards and scenario maps with the lines of sight of an edition of the Starter Kit."""

from __future__ import annotations

import msgspec

from defilade.hexgrid import GameMap, LosProfile, MapSpec, Placed, ReliefReading, build_map, load_board
from defilade.hexgrid.board import OPEN
from defilade.rules.sk.scenario import sketch
from defilade.rules.sk.system import SkSystem

POND = "pond"
"""It does nothing to a line."""


class StarterKitMaps:
    """Grain hinders in its season only."""

    def __init__(self, system: SkSystem) -> None:
        self._system = system

    def reads(self, board: str) -> bool:
        drawn = load_board(board)
        profile = self._los(board, grain=True)
        known = {OPEN, POND, *profile.obstacles, *profile.hindrances}
        storeys = any(house.storeys or house.steeple for house in drawn.buildings.values())
        high = bool(drawn.levels or drawn.hexsides or storeys)
        return set(drawn.terrain.values()) <= known and (not high or profile.relief != ReliefReading())

    def board(self, board: str, grain: bool) -> GameMap:
        return build_map(MapSpec([Placed(board)], grain_in_season=grain), self._los(board, grain))

    def _los(self, board: str, grain: bool) -> LosProfile:
        kit = self._system.library
        season = kit.tables.terrain.grain_season
        month = season.first_month if grain else season.last_month % 12 + 1
        card = sketch(board, ("german", "russian"), month, turns=1, moves_first="german", kit=kit)
        card = msgspec.structs.replace(card, grain_in_season=grain)
        return self._system.edition.los(card, kit)

    def scenario(self, scenario: str) -> GameMap:
        card = self._system.scenario(scenario)
        return build_map(card.map_spec, self._system.edition.los(card, self._system.library))

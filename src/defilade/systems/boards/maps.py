"""Boards and scenario maps with a system's lines of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from defilade.hexgrid import GameMap, LosProfile, MapSpec, Placed, ReliefReading, build_map, load_board
from defilade.hexgrid.board import OPEN

POND = "pond"
"""It does nothing to a line."""


class BoardMaps(NamedTuple):
    """The maps of a system: how it reads a board, with grain or without, and the map of each scenario."""

    los: Callable[[str, bool], LosProfile]
    of_scenario: Callable[[str], GameMap]

    def reads(self, board: str) -> bool:
        """Whether the system knows all terrain of a board, and heights where it has any."""
        drawn = load_board(board)
        profile = self.los(board, True)
        known = {OPEN, POND, *profile.obstacles, *profile.hindrances}
        storeys = any(house.storeys or house.steeple for house in drawn.buildings.values())
        high = bool(drawn.levels or drawn.hexsides or storeys)
        return set(drawn.terrain.values()) <= known and (not high or profile.relief != ReliefReading())

    def board(self, board: str, grain: bool) -> GameMap:
        return build_map(MapSpec([Placed(board)], grain_in_season=grain), self.los(board, grain))

    def scenario(self, scenario: str) -> GameMap:
        return self.of_scenario(scenario)

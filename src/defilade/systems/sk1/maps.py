"""Boards and scenario maps with the Starter Kit's lines of sight."""

from __future__ import annotations

from defilade.hexgrid import GameMap, MapSpec, Placed, build_map
from defilade.rules.sk.scenario import load_scenarios
from defilade.rules.sk.terrain import los_profile


class StarterKitMaps:
    """Grain hinders in its season only."""

    def board(self, board: str, grain: bool) -> GameMap:
        return build_map(MapSpec([Placed(board)], grain_in_season=grain), los_profile(grain))

    def scenario(self, scenario: str) -> GameMap:
        card = load_scenarios()[scenario]
        return build_map(card.map_spec, los_profile(card.grain_in_season))

"""Boards and scenario maps with the lines of sight of an edition of the Starter Kit."""

from __future__ import annotations

import msgspec

from defilade.hexgrid import GameMap, MapSpec, Placed, build_map
from defilade.rules.sk.scenario import sketch
from defilade.rules.sk.system import SkSystem


class StarterKitMaps:
    """Grain hinders in its season only."""

    def __init__(self, system: SkSystem) -> None:
        self._system = system

    def board(self, board: str, grain: bool) -> GameMap:
        kit = self._system.library
        season = kit.tables.terrain.grain_season
        month = season.first_month if grain else season.last_month % 12 + 1
        card = sketch(board, ("german", "russian"), month, turns=1, moves_first="german", kit=kit)
        card = msgspec.structs.replace(card, grain_in_season=grain)
        return build_map(MapSpec([Placed(board)], grain_in_season=grain), self._system.edition.los(card, kit))

    def scenario(self, scenario: str) -> GameMap:
        card = self._system.scenario(scenario)
        return build_map(card.map_spec, self._system.edition.los(card, self._system.library))

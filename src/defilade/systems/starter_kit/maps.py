"""Boards and scenario maps with the lines of sight of an edition of the Starter Kit."""

from __future__ import annotations

import msgspec

from defilade.hexgrid import GameMap, LosProfile, build_map
from defilade.rules.sk.scenario import sketch
from defilade.rules.sk.system import SkSystem
from defilade.systems.boards.maps import BoardMaps


def maps(system: SkSystem) -> BoardMaps:
    kit, edition = system.library, system.edition

    def los(board: str, grain: bool) -> LosProfile:
        """Grain hinders in its season only."""
        season = kit.tables.terrain.grain_season
        month = season.first_month if grain else season.last_month % 12 + 1
        card = sketch(board, ("german", "russian"), month, turns=1, moves_first="german", kit=kit)
        card = msgspec.structs.replace(card, grain_in_season=grain)
        return edition.los(card, kit)

    def scenario(scenario: str) -> GameMap:
        card = system.scenario(scenario)
        return build_map(card.map_spec, edition.los(card, kit))

    return BoardMaps(los, scenario)

"""Boards and scenario maps with the lines of sight of Squad Leader."""

from __future__ import annotations

from defilade.hexgrid import GameMap, LosProfile, build_map
from defilade.rules.sl import terrain
from defilade.rules.sl.setting_out import Situation, card_of
from defilade.rules.sl.system import SlSystem
from defilade.systems.boards.maps import BoardMaps

SUMMER, WINTER = 7, 1


def maps(system: SlSystem) -> BoardMaps:
    def los(board: str, grain: bool) -> LosProfile:
        month = SUMMER if grain else WINTER
        spec = Situation(units=[], phase="RPh", attacker="german", board=board, month=month)
        return terrain.los_profile(card_of(spec, system.library), system.library)

    def scenario(scenario: str) -> GameMap:
        card = system.scenario(scenario)
        return build_map(card.map_spec, terrain.los_profile(card, system.library))

    return BoardMaps(los, scenario)

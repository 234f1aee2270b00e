"""Playing areas by name: a board, or the map of a scenario."""

from __future__ import annotations

from defilade.cli.errors import CommandError
from defilade.hexgrid import GameMap, MapSpec, Placed, available_boards, build_map
from defilade.rules.catalog import cards
from defilade.rules.sk.scenario import load_scenarios
from defilade.rules.sk.terrain import los_profile


def find_map(name: str, grain: bool = True) -> GameMap:
    """One whole board, or the map of a scenario with its own season."""
    if name in available_boards():
        return build_map(MapSpec([Placed(name)], grain_in_season=grain), los_profile(grain))
    for card in cards("sk1"):
        if card.id.lower() == name.lower():
            scenario = load_scenarios()[card.id]
            return build_map(scenario.map_spec, los_profile(scenario.grain_in_season))
    raise CommandError(f"there is no board or scenario {name!r}; boards: {', '.join(available_boards())}")

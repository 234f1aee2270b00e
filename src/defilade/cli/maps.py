"""Playing areas by name: a board, or the map of a scenario."""

from __future__ import annotations

from defilade.console.errors import CommandError
from defilade.hexgrid import GameMap, available_boards
from defilade.systems import cards, maps, maps_of


def find_map(name: str, grain: bool = True) -> GameMap:
    """One whole board, or the map of a scenario with its own season."""
    if name in available_boards():
        return maps(name).board(name, grain)
    for card in cards():
        found = maps_of(card.system) if card.id.lower() == name.lower() else None
        if found is not None:
            return found.scenario(card.id)
    raise CommandError(f"there is no board or scenario {name!r}; boards: {', '.join(available_boards())}")

"""What is marked on the map of a Starter Kit game: what it is fought for, where forces come on, and how events are
drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from defilade.rules.board_scene import BOARD_SIGNS
from defilade.rules.entries import entry_area
from defilade.rules.scene_parts import AreaView
from defilade.rules.signs import Sign
from defilade.rules.sk import victory
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import OFF_MAP
from defilade.tactics.victory_conditions import (
    ControlBuildingHexesAtOnce,
    ControlBuildings,
    ExitAtOnce,
    ExitNearAtOnce,
    FirepowerOn,
    NoGoodOrderInBuildings,
    NoGoodOrderMmcNear,
)

SIGNS: Mapping[str, Sign] = {
    **BOARD_SIGNS,
    "cx": "passing",
    "dm_removed": "passing",
    "destroyed": "kill",
    "smoke": "smoke",
    "to_hit": "result",
    "to_kill": "result",
    "wreck": "kill",
    "immobilized": "break",
    "shock": "break",
    "stun": "break",
    "ordnance_effect": "result",
    "smoke_shell": "smoke",
    "recall": "break",
    "turned": "passing",
    "turn": "passing",
    "drive": "passing",
    "motion": "halt",
    "acquired": "passing",
    "oba": "read",
    "oba_fires": "result",
}

WORST = ("dm", "broken", "melee", "pin", "wound", "malfunction", "cx")
"""States that are shown of counters further down in a stack, the worst first."""


def areas(g: SkPlay) -> tuple[AreaView, ...]:
    """What the game is fought for, and where those off the map come on."""
    return (*objectives(g), *entries(g))


def objectives(g: SkPlay) -> Iterable[AreaView]:
    condition = g.scenario.victory
    match condition:
        case NoGoodOrderInBuildings() | ControlBuildings():
            hexes = victory.building_hexes(g.map, condition.buildings)
        case NoGoodOrderMmcNear():
            hexes = victory.hexes_near(g.map, condition.centre, condition.within, condition.terrain)
        case ControlBuildingHexesAtOnce():
            hexes = frozenset(victory.building_hexes_of_board(g.map, condition.board))
        case FirepowerOn():
            hexes = frozenset({g.map.resolve(condition.hex)})
        case ExitAtOnce() | ExitNearAtOnce():
            edge = g.scenario.exit_hexes(g.map)
            return [
                AreaView("exit", edge, condition.winner, f"{condition.winner.capitalize()} leave here to win")
            ]
        case _:
            return []
    return [AreaView("objective", tuple(sorted(hexes)), condition.winner, condition.text)]


def entries(g: SkPlay) -> list[AreaView]:
    """Where forces come on: of each side those that come first."""
    coming = {
        (unit.side, unit.due, unit.group, unit.edges)
        for unit in g.state.units.values()
        if unit.hex == OFF_MAP and unit.due
    }
    found = {(side, due, g.scenario.entry_hexes(group, edges, g.map)) for side, due, group, edges in coming}
    return [entry_area(side, due, hexes) for side, due, hexes in sorted(found) if hexes]

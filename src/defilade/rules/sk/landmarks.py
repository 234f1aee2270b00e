"""What is marked on the map of a Starter Kit game: what it is fought for, where forces come on, and how events are
drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from defilade.rules.scene_parts import AreaView, StateMark
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
    "player_turn": "turn",
    "phase": "phase",
    "turn_record": "passing",
    "set_up": "passing",
    "control": "passing",
    "cx": "passing",
    "dm_removed": "passing",
    "drop": "passing",
    "enter": "trail",
    "advance": "trail",
    "rout": "trail",
    "end_move": "halt",
    "declare": "shot",
    "attack": "result",
    "close_combat": "result",
    "breaks": "break",
    "reduced": "kill",
    "eliminated": "kill",
    "destroyed": "kill",
    "pinned": "pin",
    "smoke": "smoke",
    "rally": "rally",
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


def worst_of(stack: Sequence[tuple[StateMark, ...]]) -> StateMark | None:
    """The worst state of counters that are covered by others, unless the top one shows it as well."""
    if not stack:
        return None
    *covered, top = stack
    on_top = {mark.id for mark in top}
    found = {mark.id: mark for marks in covered for mark in marks}
    worst = next((found[name] for name in WORST if name in found), None)
    return None if worst is None or worst.id in on_top else worst


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
    found: dict[tuple[str, int, tuple[str, ...]], None] = {}
    for unit in g.state.units.values():
        if unit.hex == OFF_MAP and unit.due:
            found[unit.side, unit.due, g.scenario.entry_hexes(unit.group, unit.edges, g.map)] = None
    return [
        AreaView("entry", hexes, side, f"{side.capitalize()} come on here from turn {due}")
        for side, due, hexes in sorted(found)
        if hexes
    ]

"""What must be true of a scenario card before it is played, first by itself and then on its map."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from defilade.hexgrid import GameMap, UnknownHex
from defilade.hexgrid.coords import BadHexName
from defilade.rules.sk.card import Group, Scenario, ScenarioError
from defilade.rules.sk.card_rules import (
    BrokenMoraleBonus,
    ConditionalReinforcements,
    EnterCrewExposed,
    FortifiedBuildings,
    HalfSquadArrivals,
    HiddenForce,
    SmokeExponentBonus,
    SmokeFromAfar,
    SpecialRule,
    TacticalReserve,
    WinterCamouflage,
)
from defilade.rules.sk.library import Library
from defilade.tactics.areas import Area, columns, hexes_in
from defilade.tactics.names import Side
from defilade.tactics.victory_conditions import (
    ControlBuildingHexesAtOnce,
    ControlBuildings,
    ExitAtOnce,
    ExitNearAtOnce,
    FirepowerOn,
    NoGoodOrderInBuildings,
    NoGoodOrderMmcNear,
)

OF_A_SIDE = (
    FortifiedBuildings,
    HalfSquadArrivals,
    WinterCamouflage,
    BrokenMoraleBonus,
    SmokeFromAfar,
    HiddenForce,
    EnterCrewExposed,
)


def check_card(card: Scenario, file: str, kit: Library) -> None:
    """Check a card by itself: names, numbers and references."""
    _check_frame(card, file, kit)
    for number, group in enumerate(card.groups):
        _check_group(card, group, file, f"groups[{number}]", kit)
    for number, rule in enumerate(card.special_rules):
        _check_special_rule(card, rule, file, f"special_rules[{number}]", kit)
    _check_entries(card, file)
    if set(card.balance) != set(card.sides):
        raise ScenarioError(file, "balance", f"needs provisions for {' and '.join(card.sides)}, if only []")
    for side in card.balances:
        changed = _balanced(card, file, side)
        for number, group in enumerate(changed.groups):
            _check_group(changed, group, file, f"balance.{side}: groups[{number}]", kit)


def _check_frame(card: Scenario, file: str, kit: Library) -> None:
    try:
        date.fromisoformat(card.date)
    except ValueError:
        raise ScenarioError(file, "date", f"{card.date!r} should look like 1944-06-07") from None
    if card.turns < 1:
        raise ScenarioError(file, "turns", "a game has at least one turn")
    if len(set(card.sides)) != len(card.sides):
        raise ScenarioError(file, "sides", "a side is named twice")
    for side in card.sides:
        if side not in kit.nationalities:
            raise ScenarioError(file, "sides", f"unknown nationality {side!r}")
    for field, side in (("sets_up_first", card.sets_up_first), ("moves_first", card.moves_first)):
        _check_side(card, side, file, field)
    if card.victory is not None:
        _check_side(card, card.victory.winner, file, "victory.winner")
    if isinstance(card.victory, NoGoodOrderInBuildings | NoGoodOrderMmcNear):
        _check_side(card, card.victory.enemy, file, "victory.enemy")
        if card.victory.enemy == card.victory.winner:
            raise ScenarioError(file, "victory.enemy", "is the winner himself")
    for board, rows in card.map.rows.items():
        if board not in [placed.board for placed in card.map.boards]:
            raise ScenarioError(file, f"map.rows.{board}", "the board is not on this map")
        _check_rows(file, f"map.rows.{board}", rows)
    for board in card.map.numbers:
        if board not in [placed.board for placed in card.map.boards]:
            raise ScenarioError(file, f"map.numbers.{board}", "the board is not on this map")


def _check_side(card: Scenario, side: Side, file: str, place: str) -> None:
    if side not in card.sides:
        raise ScenarioError(file, place, f"{side!r} is none of {', '.join(card.sides)}")


def _check_rows(file: str, place: str, rows: str) -> None:
    if not rows:
        return
    try:
        columns(rows)
    except BadHexName:
        raise ScenarioError(file, place, f"{rows!r} should name two hexrows in order, like H-R") from None


def _check_group(card: Scenario, group: Group, file: str, place: str, kit: Library) -> None:
    _check_side(card, group.side, file, f"{place}.side")
    if [g.id for g in card.groups].count(group.id) > 1:
        raise ScenarioError(file, f"{place}.id", f"{group.id!r} is used twice")
    if (group.setup is None) == (group.enters is None):
        raise ScenarioError(file, place, "a group either sets up or enters")
    if not 0 <= group.elr <= 5:
        raise ScenarioError(file, f"{place}.elr", f"an ELR is 0 to 5, not {group.elr}")
    if group.provenance in ("reconstructed", "original") and not group.reason:
        raise ScenarioError(file, f"{place}.reason", f"a group that is {group.provenance} says why")
    if not group.units and not group.vehicles:
        raise ScenarioError(file, f"{place}.units", "a group has units")
    nations = {name: c.nationality for name, c in kit.counters.items()}
    _check_counts(group.units, nations, group.side, file, f"{place}.units")
    weapons = {name: w.nationality for name, w in kit.weapons.items()}
    _check_counts(group.weapons, weapons, group.side, file, f"{place}.weapons")
    vehicles = {name: v.nationality for name, v in kit.vehicles.items()}
    _check_counts(group.vehicles, vehicles, group.side, file, f"{place}.vehicles")
    if group.setup is not None:
        _check_area(card, group.setup, file, f"{place}.setup")
    if group.enters is not None:
        if not group.enters.edges:
            raise ScenarioError(file, f"{place}.enters.edges", "a group enters over some edge")
        if not 0 <= group.enters.turn <= card.turns:
            raise ScenarioError(file, f"{place}.enters.turn", f"the game has {card.turns} turns")
        if group.enters.within is not None:
            _check_area(card, group.enters.within, file, f"{place}.enters.within")


def _check_counts(counts: dict[str, int], nations: dict[str, str], side: Side, file: str, place: str) -> None:
    for name, count in counts.items():
        if name not in nations:
            raise ScenarioError(file, f"{place}.{name}", "there is no such counter")
        if nations[name] != side:
            raise ScenarioError(file, f"{place}.{name}", f"is not {side}")
        if count < 1:
            raise ScenarioError(file, f"{place}.{name}", f"a count is at least 1, not {count}")


def _check_area(card: Scenario, area: Area, file: str, place: str) -> None:
    if area == Area():
        raise ScenarioError(file, place, "says nothing")
    if area.board and area.board not in [b.board for b in card.map.boards]:
        raise ScenarioError(file, f"{place}.board", f"board {area.board!r} is not on this map")
    _check_rows(file, f"{place}.rows", area.rows)
    for number, part in enumerate(area.any):
        _check_area(card, part, file, f"{place}.any[{number}]")


def _check_entries(card: Scenario, file: str) -> None:
    """A group without a turn needs a special rule that brings it on."""
    conditional = {r.group for r in card.special_rules if isinstance(r, ConditionalReinforcements)}
    for number, group in enumerate(card.groups):
        if group.enters is not None and (group.enters.turn == 0) != (group.id in conditional):
            raise ScenarioError(
                file, f"groups[{number}].enters.turn", "needs a turn, or conditional_reinforcements"
            )


def _check_special_rule(card: Scenario, rule: SpecialRule, file: str, place: str, kit: Library) -> None:
    if isinstance(rule, OF_A_SIDE):
        _check_side(card, rule.side, file, f"{place}.side")
    if isinstance(rule, SmokeExponentBonus | HalfSquadArrivals) and rule.counter not in kit.counters:
        raise ScenarioError(file, f"{place}.counter", f"there is no counter {rule.counter!r}")
    for group in _groups_named(rule):
        if group not in [g.id for g in card.groups]:
            raise ScenarioError(file, place, f"there is no group {group!r}")
    if isinstance(rule, HalfSquadArrivals) and [r.up_to for r in rule.chart][-1:] != [6]:
        raise ScenarioError(file, f"{place}.chart", "the last row must reach 6")


def _groups_named(rule: SpecialRule) -> Iterator[str]:
    if isinstance(rule, TacticalReserve | ConditionalReinforcements):
        yield rule.group
    elif isinstance(rule, HalfSquadArrivals):
        for row in rule.chart:
            yield from row.arrive


def _balanced(card: Scenario, file: str, side: Side) -> Scenario:
    try:
        return card.balanced(side)
    except ScenarioError as error:
        raise ScenarioError(file, f"balance.{side}", error.problem) from None


def check_on_map(card: Scenario, game_map: GameMap, kit: Library) -> None:
    """Check a card on its map: hexes, edges, buildings, and room for every group."""
    for number, group in enumerate(card.groups):
        place = f"groups[{number}].setup"
        if group.enters is not None and group.enters.within is not None:
            _resolve_all(card, game_map, group.enters.within, f"groups[{number}].enters.within")
        if group.setup is not None:
            _resolve_all(card, game_map, group.setup, place)
            _check_room(card, group, len(hexes_in(group.setup, game_map)), kit, place)
        elif not card.entry_hexes(number, (), game_map):
            raise ScenarioError(card.id, f"groups[{number}].enters", "the edge has no hexes")
    _check_victory_on_map(card, game_map)


def _resolve(card: Scenario, game_map: GameMap, name: str, place: str) -> str:
    try:
        return game_map.resolve(name)
    except UnknownHex as error:
        raise ScenarioError(card.id, place, str(error)) from None


def _resolve_all(card: Scenario, game_map: GameMap, area: Area, place: str) -> None:
    for name in area.hexes:
        _resolve(card, game_map, name, f"{place}.hexes")
    if area.away_from:
        _resolve(card, game_map, area.away_from, f"{place}.away_from")
    for number, part in enumerate(area.any):
        _resolve_all(card, game_map, part, f"{place}.any[{number}]")


def _check_room(card: Scenario, group: Group, hexes: int, kit: Library, place: str) -> None:
    """SK1:3.3-l: a set-up area must hold its group within the stacking limits."""
    kinds = [kit.counters[name].kind for name, count in group.units.items() for _ in range(count)]
    leaders = kinds.count("leader")
    half_squads = 2 * kinds.count("squad") + kinds.count("half_squad") + kinds.count("crew")
    limits = kit.tables.stacking
    too_many = half_squads > 2 * limits.squads * hexes or leaders > limits.leaders * hexes
    if too_many or (group.one_mmc_per_hex and len(kinds) - leaders > hexes):
        raise ScenarioError(card.id, place, f"{len(kinds)} units do not fit into {hexes} hexes (SK1:3.3-l)")


def _check_victory_on_map(card: Scenario, game_map: GameMap) -> None:
    victory, place = card.victory, "victory"
    if isinstance(victory, NoGoodOrderInBuildings | ControlBuildings):
        for name in victory.buildings:
            if _resolve(card, game_map, name, f"{place}.buildings") not in game_map.building_of:
                raise ScenarioError(card.id, f"{place}.buildings", f"there is no building in {name}")
    if isinstance(victory, ControlBuildings) and not 1 <= victory.at_least <= len(victory.buildings):
        raise ScenarioError(card.id, f"{place}.at_least", f"there are {len(victory.buildings)} buildings")
    if isinstance(victory, ControlBuildingHexesAtOnce):
        there = [h for h in game_map.building_of if game_map.grid_name(h)[0] == victory.board]
        if not 1 <= victory.at_least <= len(there):
            raise ScenarioError(card.id, f"{place}.at_least", f"there are {len(there)} building hexes")
    if isinstance(victory, NoGoodOrderMmcNear):
        centre = _resolve(card, game_map, victory.centre, f"{place}.centre")
        near = [h for h in game_map.names if game_map.distance(centre, h) <= victory.within]
        if victory.terrain not in [game_map.terrain[h] for h in near]:
            raise ScenarioError(card.id, f"{place}.terrain", f"there is no {victory.terrain} near {centre}")
    if isinstance(victory, ExitAtOnce):
        edge = game_map.edge(card.map_side(victory.edge))
        for name in victory.span:
            if _resolve(card, game_map, name, f"{place}.span") not in edge:
                raise ScenarioError(card.id, f"{place}.span", f"{name} is not on the {victory.edge} edge")
    if isinstance(victory, ExitNearAtOnce):
        for name in victory.near:
            _resolve(card, game_map, name, f"{place}.near")
            if not card.exits_near(name, game_map):
                raise ScenarioError(card.id, f"{place}.near", f"{name} is not near the {victory.edge} edge")
    if isinstance(victory, FirepowerOn):
        _resolve(card, game_map, victory.hex, f"{place}.hex")

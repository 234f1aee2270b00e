"""Who has won (the victory conditions of the cards, SK1:S1-vc to SK1:S6-vc).

A condition names the side that wins by fulfilling it; the other side wins by preventing that. Some are
judged when the game ends, some end it at once."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from defilade.hexgrid import GameMap
from defilade.kernel import Over
from defilade.kernel.composition import Part, any_of, handed_on
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.victory_figures import firepower_on, ma_works, mobile_afv
from defilade.tactics.control import controlled_building_hexes, controlled_buildings
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import final_result, wins_at_once
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit
from defilade.tactics.vehicles import Vehicle
from defilade.tactics.victory_conditions import (
    AT_ONCE,
    EXITS,
    ControlBuildingHexesAtOnce,
    ControlBuildings,
    ExitAtOnce,
    ExitNearAtOnce,
    FirepowerOn,
    MobileAfv,
    NoGoodOrderInBuildings,
    NoGoodOrderMmcNear,
    VictoryCondition,
)

PART = Part()

NO_CONDITION = Over("", "The game has ended; no victory condition was set.", ("SK1:3.9-b",))


@PART.answers(final_result)
def check_end(g: SkPlay) -> Over:
    """The result when the turn marker has reached END (SK1:3.9-b)."""
    condition = g.scenario.victory
    if condition is None:
        return NO_CONDITION
    held = fulfilled(g, condition)
    winner = condition.winner if held else g.enemy_of(condition.winner)
    is_now = "is" if held else "is not"
    text = f"{winner.capitalize()} wins: the victory condition {is_now} fulfilled ({standing(g, condition)})."
    return Over(winner, text, (condition.rule, "SK1:3.9-b"))


@PART.answers(wins_at_once)
def check_immediate(g: SkPlay) -> Over | None:
    """The result where the card ends the game at once."""
    condition = g.scenario.victory
    if not isinstance(condition, AT_ONCE) or not fulfilled(g, condition):
        return None
    text = f"{condition.winner.capitalize()} wins at once ({standing(g, condition)})."
    return Over(condition.winner, text, (condition.rule,))


def progress(g: SkPlay) -> list[str]:
    """How things stand, in words."""
    condition = g.scenario.victory
    if condition is None:
        return ["No victory condition is set."]
    now = "is" if fulfilled(g, condition) else "is not"
    return [
        f"{condition.winner.capitalize()} wins by this: {condition.text}",
        f"Now: {standing(g, condition)}; the condition {now} fulfilled.",
    ]


def fulfilled(g: SkPlay, condition: VictoryCondition) -> bool:
    match condition:
        case NoGoodOrderInBuildings():  # SK1:S1-vc
            return not holders(g, condition)
        case NoGoodOrderMmcNear():  # SK1:S5-vc
            return not holders_near(g, condition)
        case ControlBuildings():  # SK1:S2-vc, SK1:S6-vc
            return (
                len(controlled_buildings(g, condition.winner, ids_of(g, condition.buildings)))
                >= condition.at_least
            )
        case ControlBuildingHexesAtOnce():  # SK1:S3-vc
            return building_hexes_controlled(g, condition) >= condition.at_least
        case ExitAtOnce():  # SK1:S4-vc
            return g.state.exited.get(condition.winner, 0) >= condition.at_least
        case ExitNearAtOnce():  # DAE:DaE3-a
            return not exits_lacking(g, condition)
        case FirepowerOn():  # DAE:DaE2-a
            return firepower_on(g, condition) >= condition.at_least
        case MobileAfv():  # DAE:DaE1-a
            return len(mobile_afv(g, condition.winner)) >= condition.at_least
    assert_never(condition)


def standing(g: SkPlay, condition: VictoryCondition) -> str:
    match condition:
        case NoGoodOrderInBuildings():
            units = holders(g, condition)
            return f"Good Order {condition.enemy.capitalize()} units in the buildings: {where(g, units)}"
        case NoGoodOrderMmcNear():
            units = holders_near(g, condition)
            return f"Good Order {condition.enemy.capitalize()} MMC there: {where(g, units)}"
        case ControlBuildings():
            held = controlled_buildings(g, condition.winner, ids_of(g, condition.buildings))
            names = ", ".join(g.place_name(building) for building in held) or "none"
            return f"{condition.winner.capitalize()} controls {names} of {', '.join(condition.buildings)}"
        case ControlBuildingHexesAtOnce():
            number = building_hexes_controlled(g, condition)
            side, needed = condition.winner.capitalize(), condition.at_least
            return f"{side} controls {number} building hexes on board {condition.board} of {needed} needed"
        case ExitAtOnce():
            points = g.state.exited.get(condition.winner, 0)
            return f"{condition.winner.capitalize()} has exited {points} VP of {condition.at_least} needed"
        case ExitNearAtOnce():
            near = ", ".join(f"{exited_near(g, name)} near {name}" for name in condition.near)
            return f"{condition.winner.capitalize()} has exited {near} of {condition.at_least} VP needed each"
        case FirepowerOn():
            fp, needed = firepower_on(g, condition), condition.at_least
            return (
                f"{condition.winner.capitalize()} can place {fp:g} FP on {condition.hex} of {needed} needed"
            )
        case MobileAfv():
            names = ", ".join(g.vehicle_name(afv) for afv in mobile_afv(g, condition.winner)) or "none"
            return f"mobile AFV of {condition.winner.capitalize()} with functioning MA: {names}"
    assert_never(condition)


def where(g: SkPlay, units: list[Unit]) -> str:
    return ", ".join(f"{g.name(unit)} in {g.place_name(unit.hex)}" for unit in units) or "none"


# -- what the conditions count ---------------------------------------------------------------------


def holders(g: SkPlay, condition: NoGoodOrderInBuildings) -> list[Unit]:
    """Good Order enemy units of any kind in the buildings (SK1:S1-vc, SK1:2.0-h)."""
    hexes = building_hexes(g.map, condition.buildings)
    if condition.outside:
        hexes = hexes - {g.map.resolve(name) for name in condition.outside}
    return [
        unit
        for unit in g.on_map(condition.enemy)
        if g.map.ground_hex(unit.hex) in hexes
        and unit.good_order
        and (not condition.mmc_only or unit.kind in (SQUAD, HALF_SQUAD))
    ]


def holders_near(g: SkPlay, condition: NoGoodOrderMmcNear) -> list[Unit]:
    """Good Order enemy MMC in such terrain near the hex (SK1:S5-vc)."""
    hexes = hexes_near(g.map, condition.centre, condition.within, condition.terrain)
    return [
        unit for unit in g.on_map(condition.enemy) if unit.hex in hexes and unit.is_mmc and unit.good_order
    ]


def building_hexes_controlled(g: SkPlay, condition: ControlBuildingHexesAtOnce) -> int:
    hexes = building_hexes_of_board(g.map, condition.board)
    return controlled_building_hexes(g, condition.winner, g.scenario.wholly_on(condition.board, hexes, g.map))


def ids_of(g: SkPlay, names: tuple[str, ...]) -> tuple[str, ...]:
    return building_ids(g.map, names)


@lru_cache(maxsize=64)
def building_ids(board: GameMap, names: tuple[str, ...]) -> tuple[str, ...]:
    """The buildings that a card names by one of their hexes."""
    return tuple(board.building_of[board.resolve(name)] for name in names)


@lru_cache(maxsize=64)
def building_hexes(board: GameMap, names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(hex for building in building_ids(board, names) for hex in board.buildings[building])


@lru_cache(maxsize=64)
def building_hexes_of_board(board: GameMap, board_id: str) -> tuple[str, ...]:
    return tuple(hex for hex in board.building_of if board.grid_name(hex)[0] == board_id)


@lru_cache(maxsize=64)
def hexes_near(board: GameMap, centre: str, within: int, terrain: str) -> frozenset[str]:
    middle = board.resolve(centre)
    return frozenset(
        hex for hex in board.names if board.terrain[hex] == terrain and board.distance(middle, hex) <= within
    )


@lru_cache(maxsize=64)
def overlooking(board: GameMap, name: str, within: int) -> frozenset[str]:
    """The hexes that see a hex from no farther than a distance."""
    middle = board.resolve(name)
    return frozenset(
        hex
        for hex in board.names
        if board.distance(middle, hex) <= within and (hex == middle or board.hindrance(hex, middle) >= 0)
    )


# -- leaving the map -------------------------------------------------------------------------------


@any_of
def may_leave_besides(g: SkPlay, side: Side, hex: Hex) -> bool:
    """May a side's units leave the map from a hex, though the card's victory condition does not say so?"""
    return False


@handed_on
def exit_points(g: SkPlay, points: int, unit: Unit) -> int:
    """What is a unit worth that leaves the map where no victory condition says it?"""
    return points


def exit_value(g: SkPlay, unit: Unit) -> int:
    """Victory points for a unit that leaves over the edge that the card names; 0 where it names none
    (SK1:S4-vp)."""
    condition = g.scenario.victory
    if not isinstance(condition, EXITS) or unit.side != condition.winner:
        return exit_points(g, 0, unit)
    values = condition.values
    if unit.kind == SQUAD:
        return values.squad
    if unit.kind == HALF_SQUAD:
        return values.half_squad
    if unit.kind == CREW:
        return values.crew
    return values.leader[g.counter(unit).leadership]


def may_leave(g: SkPlay, side: Side, hex: Hex) -> bool:
    """SK1:3.3-d: whether the card gives points to a side for leaving the map from a hex."""
    condition = g.scenario.victory
    if condition is not None and condition.winner == side and hex in g.scenario.exit_hexes(g.map):
        return True
    return may_leave_besides(g, side, hex)


def leave_map(g: SkPlay, unit: Unit) -> None:
    """SK1:3.3-d: off the map for victory points, with all that the unit carries. The caller asks whether that
    wins."""
    points = score_exit(g, unit)
    g.say(
        "exit",
        f"{g.name(unit)} leaves the map from {g.place_name(unit.hex)}: {points} VP.",
        "SK1:3.3-d",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )
    for weapon in g.weapons_of(unit):
        g.remove_weapon(weapon)
    g.remove(unit)


def score_exit(g: SkPlay, unit: Unit) -> int:
    """Count a unit that has left the map. Gives the points it was worth."""
    points = exit_value(g, unit)
    _score(g, unit.side, unit.hex, points)
    return points


def score_vehicle_exit(g: SkPlay, vehicle: Vehicle) -> int:
    """The same for a vehicle (DAE:DaE3-b); a Recalled one is worth nothing (SKF:7.10-m)."""
    condition = g.scenario.victory
    if not isinstance(condition, EXITS) or vehicle.side != condition.winner or vehicle.recalled:
        return 0
    if vehicle.hex not in g.scenario.exit_hexes(g.map):
        return 0
    values = condition.values
    points = values.vehicle if ma_works(g, vehicle) else values.vehicle_without_ma
    _score(g, vehicle.side, vehicle.hex, points)
    return points


def _score(g: SkPlay, side: Side, hex: Hex, points: int) -> None:
    if not points:
        return
    state, condition = g.state, g.scenario.victory
    state.exited[side] = state.exited.get(side, 0) + points
    if isinstance(condition, ExitNearAtOnce):
        for name in condition.near:
            if hex in g.scenario.exits_near(name, g.map):
                state.exited_near = {**state.exited_near, name: exited_near(g, name) + points}


def exited_near(g: SkPlay, name: str) -> int:
    """The points that have left near a hex of the card."""
    return g.state.exited_near.get(name, 0)


def exits_lacking(g: SkPlay, condition: ExitNearAtOnce) -> list[str]:
    """The hexes of the card near which not enough has left yet."""
    return [name for name in condition.near if exited_near(g, name) < condition.at_least]

"""Who has won, judged when the turn marker has reached the end."""

from __future__ import annotations

from typing import assert_never

from defilade.kernel import Over
from defilade.kernel.composition import Part, handed_on
from defilade.rules.sl.state import SCOUT, SlPlay
from defilade.rules.sl.strengths import squad_equivalents
from defilade.rules.sl.winning import (
    Both,
    BuildingGains,
    EnemyLosses,
    HexesOfBuilding,
    LastUnbroken,
    SlCondition,
)
from defilade.tactics import control
from defilade.tactics.control import control_rule, controlled_buildings, occupied, takes_control
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import final_result
from defilade.tactics.units import Unit
from defilade.tactics.victory_conditions import ControlBuildings, NoGoodOrderInBuildings

PART = Part(control.PART)

RULE = "SL:S2-VC-a"
OCCUPIED_RULE = "SL:S1-VC-c"


@PART.answers(control_rule)
def rule_of_control(g: SlPlay) -> str:
    return RULE


@PART.answers(takes_control)
def can_control(g: SlPlay, unit: Unit) -> bool:
    """Who is unbroken and not locked in melee."""
    return (unit.is_mmc or unit.kind == SCOUT) and unit.good_order  # SL:3.7.7


@PART.answers(occupied)
def note_last_in(g: SlPlay, hex: Hex, side: Side) -> None:
    """SL:S1-VC-c: whose unbroken unit was the last to come into a building."""
    building = g.map.building_of.get(hex)
    if building is not None:
        g.state.last_in[building] = side


# -- what counts -------------------------------------------------------------------------------------------


def building_named(g: SlPlay, name: str) -> str:
    return g.map.building_of[g.map.resolve(name)]


def units_in_building(g: SlPlay, building: str, side: Side) -> list[Unit]:
    """On all its storeys."""
    return [
        unit
        for hex in g.map.buildings[building]
        for place in g.map.places_in(hex)
        for unit in g.side_in(place, side)
    ]


def completely_occupies(g: SlPlay, side: Side, name: str) -> bool:
    """SL:S1-VC-c: no enemy squad or leader, broken or not, is in it, and the last unbroken unit to occupy any of its
    hexes was the side's own."""
    building = building_named(g, name)
    return g.state.last_in.get(building) == side and not units_in_building(g, building, g.enemy_of(side))


def unbroken_squads(g: SlPlay, side: Side) -> float:
    """A half-squad counts for half a squad (ruling on SL:S1-VC-b)."""
    return squad_equivalents(unit for unit in g.on_map(side) if not unit.broken)


def hexes_held(g: SlPlay, side: Side, name: str) -> int:
    """SL:S2-VC-a: a hex is whose unbroken unit was in it last, and nobody's while both sides are in it."""
    enemy = g.enemy_of(side)
    return sum(
        1
        for hex in g.map.buildings[building_named(g, name)]
        if g.state.hex_control.get(hex) == side
        and not any(g.has_side(place, side) and g.has_side(place, enemy) for place in g.map.places_in(hex))
    )


# -- the conditions ----------------------------------------------------------------------------------------


def judged(g: SlPlay, condition: SlCondition) -> Over:
    match condition:
        case BuildingGains():
            return by_gains(g, condition)
        case HexesOfBuilding():
            return by_hexes(g, condition)
        case Both():
            return by_both(g, condition)
        case LastUnbroken():
            return by_presence(g, condition)
        case EnemyLosses():
            return by_losses(g, condition)
        case ControlBuildings():
            return by_control(g, condition)
        case NoGoodOrderInBuildings():
            return by_clearing(g, condition)
        case _:
            assert_never(condition)


def by_gains(g: SlPlay, condition: BuildingGains) -> Over:
    """SL:S1-VC-a, SL:S1-VC-b."""
    side = condition.winner
    enemy = g.enemy_of(side)
    gained = [name for name in condition.gains if completely_occupies(g, side, name)]
    lost = [name for name in condition.losses if completely_occupies(g, enemy, name)]
    mine, theirs = unbroken_squads(g, side), unbroken_squads(g, enemy)
    by_ratio = mine > 0 and mine >= condition.ratio * theirs
    won = by_ratio or len(gained) - len(lost) >= condition.by
    winner = side if won else enemy
    text = (
        f"{winner.capitalize()} wins: {side.capitalize()} has occupied {len(gained)} buildings of the enemy and lost "
        f"{len(lost)}; {mine:g} unbroken squads against {theirs:g}."
    )
    return Over(winner, text, (condition.ratio_rule if by_ratio else condition.rule, OCCUPIED_RULE))


def by_hexes(g: SlPlay, condition: HexesOfBuilding) -> Over:
    """SL:S2-VC-a, SL:S2-VC-b. Sole possession comes first: it is the stronger hold (ruling)."""
    building = building_named(g, condition.building)
    there = [
        side
        for side in g.state.sides
        if any(not unit.broken for unit in units_in_building(g, building, side))
    ]
    held = {side: hexes_held(g, side, condition.building) for side in g.state.sides}
    words = ", ".join(f"{side.capitalize()} holds {count} hexes" for side, count in held.items())
    if len(there) == 1:
        return Over(
            there[0],
            f"{there[0].capitalize()} wins, alone in {condition.building} ({words}).",
            (condition.alone_rule,),
        )
    best = [side for side, count in held.items() if count >= condition.at_least]
    if len(best) == 1:
        return Over(best[0], f"{best[0].capitalize()} wins: {words}.", (condition.rule,))
    return Over("", f"A draw: {words}.", (condition.alone_rule,))


def by_both(g: SlPlay, condition: Both) -> Over:
    """SL:S3-VC."""
    first, second = by_gains(g, condition.gains), by_hexes(g, condition.hexes)
    why = f"{first.why} {second.why}"
    rules = (condition.rule, *first.rules, *second.rules)
    if second.winner == first.winner:
        return Over(first.winner, f"A decisive victory of the {first.winner.capitalize()}. {why}", rules)
    if second.winner:
        return Over("", f"A draw, one condition each. {why}", rules)
    return Over(first.winner, why, rules)


def by_presence(g: SlPlay, condition: LastUnbroken) -> Over:
    side = condition.winner
    near = {hex for name in condition.hexes for hex in _around(g, g.map.resolve(name))}
    there = squad_equivalents(
        unit for unit in g.on_map(side) if not unit.broken and g.map.ground_hex(unit.hex) in near
    )
    winner = side if there >= condition.at_least else g.enemy_of(side)
    text = f"{winner.capitalize()} wins: {side.capitalize()} has {there:g} unbroken squads there."
    return Over(winner, text, (condition.rule,))


def _around(g: SlPlay, hex: Hex) -> tuple[str, ...]:
    return (hex, *g.map.adjacent[hex])


@handed_on
def losses_counted(g: SlPlay, halves: int, side: Side) -> int:
    """What counts as lost of a side besides whom it has seen die, in halves of a unit?"""
    return halves


@handed_on
def losses_needed(g: SlPlay, units: int, condition: EnemyLosses) -> int:
    """How many enemy units must be eliminated?"""
    return units


def by_losses(g: SlPlay, condition: EnemyLosses) -> Over:
    enemy = g.enemy_of(condition.winner)
    lost = losses_counted(g, g.state.losses.get(enemy, 0), enemy) / 2
    needed = losses_needed(g, condition.at_least, condition)
    winner = condition.winner if lost >= needed else enemy
    text = f"{winner.capitalize()} wins: {enemy.capitalize()} has lost {lost:g} units of {needed} needed."
    return Over(winner, text, (condition.rule,))


def by_control(g: SlPlay, condition: ControlBuildings) -> Over:
    ids = tuple(building_named(g, name) for name in condition.buildings)
    held = controlled_buildings(g, condition.winner, ids)
    wins = len(held) >= condition.at_least
    winner = condition.winner if wins else g.enemy_of(condition.winner)
    text = f"{winner.capitalize()} wins: {condition.winner.capitalize()} controls {len(held)} of {len(ids)} buildings."
    return Over(winner, text, (condition.rule,))


def by_clearing(g: SlPlay, condition: NoGoodOrderInBuildings) -> Over:
    left = [
        unit
        for name in condition.buildings
        for unit in units_in_building(g, building_named(g, name), condition.enemy)
        if unit.good_order and (unit.is_mmc or not condition.mmc_only)
    ]
    winner = condition.enemy if left else condition.winner
    return Over(winner, f"{winner.capitalize()} wins: {len(left)} units hold out there.", (condition.rule,))


# -- the end -----------------------------------------------------------------------------------------------


def fought_for(g: SlPlay) -> tuple[str, ...]:
    """The buildings that the victory condition names."""
    condition = g.scenario.victory
    match condition:
        case BuildingGains():
            named = (*condition.gains, *condition.losses)
        case Both():
            named = (*condition.gains.gains, *condition.gains.losses, condition.hexes.building)
        case _:
            named = getattr(condition, "buildings", ())
    return tuple(dict.fromkeys(building_named(g, name) for name in named))


def progress(g: SlPlay) -> list[str]:
    """How things stand, in words."""
    condition = g.scenario.victory
    return [condition.text, f"If the game ended now: {judged(g, condition).why}"] if condition else []


@PART.answers(final_result)
def check_end(g: SlPlay) -> Over:
    condition = g.scenario.victory
    if condition is None:
        return Over("", "The game has ended; no victory condition was set.")
    return judged(g, condition)

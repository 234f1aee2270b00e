"""Control of hexes and buildings.

Control, once gained, stays until the other side gains it. It is gained in passing too: whoever moves units
calls `seize` for each hex entered, close combat for each hex fought over, and before a position is judged
`gain_control` looks at the whole map, so that nothing that fire or rout has changed is missed."""

from __future__ import annotations

from typing import Any

from defilade.kernel.composition import Part, any_of, first_of, only, told
from defilade.tactics.names import Hex, Side
from defilade.tactics.play import AnyBoard, BoardPlay
from defilade.tactics.sequence import ImmediateVictoryCheck, before_judging
from defilade.tactics.units import Unit
from defilade.tactics.victory_conditions import AT_ONCE

PART = Part()


@only
def takes_control(g: AnyBoard, unit: Unit) -> bool:
    """Can this unit gain control of the place where it stands?"""
    raise NotImplementedError


@only
def control_rule(g: AnyBoard) -> str:
    """By which rule is control gained?"""
    raise NotImplementedError


@any_of
def holds_out(g: AnyBoard, hex: Hex, side: Side) -> bool:
    """Does something of a side that is no infantry deny the other one control of a hex?"""
    return False


@any_of
def contests_nothing(g: AnyBoard, unit: Unit) -> bool:
    """Does a unit not keep the enemy in its hex from gaining control?"""
    return False


@first_of
def held_for_now(g: AnyBoard, hex: Hex) -> str | None:
    """Which side controls a hex as long as something of its own stands there, whoever has gained it?"""


@told
def occupied(g: AnyBoard, hex: Hex, side: Side) -> None:
    """Those of one side alone stand in a hex, and somebody is among them who can take control of it."""


@PART.answers(before_judging)
def gain_control(g: BoardPlay[Any]) -> None:
    """Control as it follows from where everybody stands now."""
    listened_to = bool(occupied.answers(g))
    for hex, stack in g.state.stacks.items():
        if listened_to or not _held_already(g, hex, stack):
            gain_control_at(g, hex)


def _held_already(g: BoardPlay[Any], hex: Hex, stack: tuple[str, ...]) -> bool:
    """Whether those in a hex have had it, and the building in it, before: by far the most common case."""
    state, map = g.state, g.map
    units = state.units
    side = units[stack[0]].side
    if state.hex_control.get(hex) != side or hex in map.above or hex in map.below:
        return False
    for uid in stack:
        if units[uid].side != side:
            return False
    building = map.building_of.get(hex)
    return building is None or state.building_control.get(building) == side


def seize(g: BoardPlay[Any], hex: Hex) -> None:
    """Control gained in the middle of a phase; where the card says so it wins the game at this moment."""
    if gain_control_at(g, hex) and isinstance(g.scenario.victory, AT_ONCE):
        g.push(ImmediateVictoryCheck())


def gain_control_at(g: BoardPlay[Any], hex: Hex) -> bool:
    """Control gained by those in `hex`, of the hex and of the building in it. Whether anything is new."""
    hex = g.map.ground_hex(hex)
    there = [unit for place in g.map.places_in(hex) for unit in g.units_in(place)]
    units = there
    if contests_nothing in g.rules.answers:
        units = [unit for unit in there if not contests_nothing(g, unit)] or there
    side = units[0].side if units else ""
    if (
        not side
        or any(unit.side != side for unit in units)
        or not any(takes_control(g, unit) for unit in units)
    ):
        return False
    if holds_out(g, hex, g.enemy_of(side)):
        return False
    occupied(g, hex, side)
    state = g.state
    new = state.hex_control.get(hex) != side
    if new:
        state.hex_control[hex] = side
    building = g.map.building_of.get(hex)
    if building is None or state.building_control.get(building) == side:
        return bool(new)
    if _enemy_in_building(g, building, side):
        return bool(new)
    state.building_control[building] = side
    g.say(
        "control",
        f"{side.capitalize()} controls building {g.place_name(hex)}.",
        control_rule(g),
        side=side,
        at=hex,
    )
    return True


def _enemy_in_building(g: BoardPlay[Any], building: str, side: Side) -> bool:
    """An enemy unit anywhere in the building, broken or not, denies control of the building."""
    enemy = g.enemy_of(side)
    return any(
        holds_out(g, hex, enemy) or any(g.has_side(place, enemy) for place in g.map.places_in(hex))
        for hex in g.map.buildings[building]
    )


def controlled_buildings(g: BoardPlay[Any], side: Side, buildings: tuple[str, ...]) -> list[str]:
    """Those of `buildings` that a side controls."""
    control = g.state.building_control
    return [building for building in buildings if control.get(building) == side]


def controlled_building_hexes(g: BoardPlay[Any], side: Side, hexes: tuple[str, ...]) -> int:
    """How many of these building hexes a side controls."""
    control = g.state.hex_control
    return sum(1 for hex in hexes if (held_for_now(g, hex) or control.get(hex)) == side)

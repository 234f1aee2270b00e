"""Control of hexes and buildings (SK1:2.0-d, SKF:2.0-g).

Control, once gained, stays until the other side gains it. It is gained in passing too: whoever moves units
calls `seize` for each hex entered, close combat for each hex fought over, and at the end of each phase
`gain_control` looks at the whole map, so that nothing that fire or rout has changed is missed."""

from __future__ import annotations

from defilade.kernel.composition import Part, first_of
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.victory_conditions import AT_ONCE
from defilade.tactics.sequence import ImmediateVictoryCheck, before_judging
from defilade.tactics.units import Unit

PART = Part()

RULE = "SK1:2.0-d"


@first_of
def held_for_now(g: SkPlay, hex: str) -> str | None:
    """Which side controls a hex as long as something of its own stands there, whoever has gained it?"""


def can_control(unit: Unit) -> bool:
    """Only a Good Order MMC gains control."""
    return unit.is_mmc and unit.good_order


@PART.answers(before_judging)
def gain_control(g: SkPlay) -> None:
    """Control as it follows from where everybody stands now."""
    for hex in g.state.stacks:
        gain_control_at(g, hex)


def seize(g: SkPlay, hex: str) -> None:
    """Control gained in the middle of a phase; where the card says so it wins the game at this moment."""
    if gain_control_at(g, hex) and isinstance(g.scenario.victory, AT_ONCE):
        g.push(ImmediateVictoryCheck())


def gain_control_at(g: SkPlay, hex: str) -> bool:
    """Control gained by those in `hex`, of the hex and of the building in it. Whether anything is new."""
    hex = g.map.ground_hex(hex)
    units = g.units_in(hex) + g.units_in(g.map.above.get(hex, ""))
    side = units[0].side if units else ""
    if not side or any(unit.side != side for unit in units) or not any(can_control(unit) for unit in units):
        return False
    if g.state.vehicles and g.tank_of(hex, g.enemy_of(side)) is not None:
        return False
    state = g.state
    new = state.hex_control.get(hex) != side
    if new:
        state.hex_control[hex] = side
    building = g.map.building_of.get(hex)
    if building is None or state.building_control.get(building) == side:
        return new
    if _enemy_in_building(g, building, side):
        return new
    state.building_control[building] = side
    g.say(
        "control",
        f"{side.capitalize()} controls building {g.place_name(hex)}.",
        RULE,
        side=side,
        at=hex,
    )
    return True


def _enemy_in_building(g: SkPlay, building: str, side: str) -> bool:
    """An enemy unit anywhere in the building, broken or not, denies control of the building."""
    enemy = g.enemy_of(side)
    hexes = g.map.buildings[building]
    if g.state.vehicles and any(g.tank_of(hex, enemy) is not None for hex in hexes):
        return True
    above = g.map.above
    return any(g.has_side(hex, enemy) or (hex in above and g.has_side(above[hex], enemy)) for hex in hexes)


def controlled_buildings(g: SkPlay, side: str, buildings: tuple[str, ...]) -> list[str]:
    """Those of `buildings` that a side controls."""
    control = g.state.building_control
    return [building for building in buildings if control.get(building) == side]


def controlled_building_hexes(g: SkPlay, side: str, hexes: tuple[str, ...]) -> int:
    """How many of these building hexes a side controls."""
    control = g.state.hex_control
    return sum(1 for hex in hexes if (held_for_now(g, hex) or control.get(hex)) == side)

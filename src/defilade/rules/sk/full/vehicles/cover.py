"""Vehicles and wrecks as cover (SKF:7.4) and as hindrances to LOS (SKF:7.4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.hexgrid import GameMap
from defilade.hexgrid.los import SMOKE
from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.first_fire import covered_in_the_open
from defilade.rules.sk.full.hills import height_advantage, is_sheltered
from defilade.rules.sk.los import obstacle_lines
from defilade.rules.sk.state import APH, CCPH, RTPH, SkPlay
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

PART = Part()

AFTER_AFPH = (RTPH, APH, CCPH)


def is_solid(g: SkPlay, vehicle: Vehicle) -> bool:
    """SKF:7.4-b, SKF:3.3.2-r: a Moving Target (SKF:2.0-t) neither covers nor hinders; once it has stopped it does so
    after the AFPh."""
    if vehicle.motion:
        return False
    return not vehicle.moving_target or g.state.phase in AFTER_AFPH


def shelter(g: SkPlay, unit: Unit) -> Vehicle | None:
    """SKF:7.4-a: a wreck or a friendly AFV in the unit's hex that covers it."""
    for vehicle in g.vehicles_in(unit.hex):
        if (vehicle.wreck or vehicle.side == unit.side) and is_solid(g, vehicle):
            return vehicle
    return None


@PART.modifies(target_lines, "SKF:7.4-a", step=COVER)
def behind_a_vehicle(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SKF:7.4-a: +1 where there is no other positive TEM; SKF:7.4-c: on top of smoke and hindrances, which are other
    lines."""
    if not g.state.vehicles or not aim.covered or terrain.tem(g, unit.hex).value > 0:
        return []
    found = shelter(g, unit)
    if (
        found is None
        or is_sheltered(g, unit)
        or (aim.hexes and height_advantage(g, unit, aim.hexes, aim.phase))
    ):
        return []
    return [Line(f"behind {'the wreck' if found.wreck else g.vehicle_name(found)}", 1, "SKF:7.4-a")]


@PART.answers(covered_in_the_open)
def no_ffmo_behind_a_vehicle(g: SkPlay, unit: Unit) -> bool:
    return bool(g.state.vehicles) and shelter(g, unit) is not None


@PART.answers(obstacle_lines)
def vehicles_on_the_way(g: SkPlay, a: str, b: str) -> Iterable[Line]:
    crossed = hexes_with_vehicles(g, g.map, a, b)
    return [Line(f"vehicle in {g.place_name(hex)}", 1, "SKF:7.4.1") for hex in crossed]


def hexes_with_vehicles(g: SkPlay, board: GameMap, a: str, b: str) -> list[str]:
    """SKF:7.4.1: +1 a hex with a wreck or AFV between two hexes of its own level, if both see it. `board` is the map,
    or one that shows more of the boards."""
    level, length = board.level(a), board.distance(a, b)
    if board.level(b) != level:
        return []
    hexes: dict[str, int] = {}
    for vehicle in g.state.vehicles.values():
        hex = vehicle.hex
        if not hex or hex in (a, b) or hex in hexes or not is_solid(g, vehicle):
            continue
        if board.distance(a, hex) + board.distance(hex, b) == length and board.level(hex) == level:
            if board.hindrance(a, hex) >= 0 and board.hindrance(b, hex) >= 0:
                hexes[hex] = 1
    if not hexes:
        return []
    # What is laid into hexes for a query is traced like smoke.
    crossed = {crossing.hex for crossing in board.los(a, b, hexes).crosses if crossing.terrain == SMOKE}
    return [hex for hex in hexes if hex in crossed]

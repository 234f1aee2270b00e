"""Where a vehicle is struck (SKF:3.2.4-ae to SKF:3.2.4-ah): front, side or rear, hull or turret."""

from __future__ import annotations

from typing import NamedTuple

from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import FRONT, HULL, REAR, SIDE, TURRET_HIT, Vehicle


class Struck(NamedTuple):
    """Hull or turret, and which way."""

    place: str
    facing: str


def part_hit(dice: tuple[int, ...]) -> str:
    """SKF:3.2.4-ag: the turret where the coloured die is lower than the white one."""
    coloured, white = dice
    return TURRET_HIT if coloured < white else HULL


def same_hex_facing(coloured: int) -> str:
    """SKF:3.2.4-af"""
    if coloured <= 2:
        return REAR
    return SIDE if coloured <= 4 else FRONT


def struck_from(g: SkPlay, vehicle: Vehicle, hex: Hex, dice: tuple[int, ...]) -> Struck:
    """Where fire from a hex strikes a vehicle, by the To Hit DR. A turret hit goes by the TCA, a hull hit by the VCA
    (SKF:3.2.4-ah); along a dividing hexspine it is what is worse for the firer (SKF:3.2.4-ae)."""
    place = part_hit(dice)
    if hex == vehicle.hex:
        return Struck(place, same_hex_facing(dice[0]))
    by_turret = place == TURRET_HIT and g.vehicle_type(vehicle).turreted
    facing = vehicle.tca if by_turret else vehicle.vca
    return Struck(place, arcs.direction_hit(g.map, hex, vehicle.hex, facing))

"""Interdiction by vehicles (SKF:3.6-q, SKF:3.6-r): MG at normal range, and the MA of a crew that looks out."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk import los, terrain
from defilade.rules.sk.full.gun_crews import INTERDICTS_UNDER
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.ordnance.shots import the_ordnance
from defilade.rules.sk.full.vehicles.main_armament import facing_of, standing_refusal
from defilade.rules.sk.full.vehicles.vehicular_mg import bears, usable
from defilade.rules.sk.interdiction import other_interdictor
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import BMG, Vehicle

PART = Part()


def could_interdict(g: SkPlay, vehicle: Vehicle, enemy: Side) -> bool:
    """SKF:3.6-r: not in Motion, without the +1 of a crew that was Stunned (SKF:7.10-j), and free to fire out of its hex
    (SKF:3.2.2.1-c). Having fired does not matter."""
    return bool(
        vehicle.hex
        and vehicle.good_order
        and not vehicle.motion
        and not vehicle.stunned
        and not g.has_side(vehicle.hex, enemy)
        and g.tank_of(vehicle.hex, enemy) is None
    )


def mg_reaches(g: SkPlay, vehicle: Vehicle, hex: Hex, distance: int) -> bool:
    """A MG that bears as it points, at normal range; BU is no penalty for it (SKF:7.7-c), but a fixed BMG has a DRM
    against whoever moves (SKF:7.8-c)."""
    ranges = kit_of(g).charts.mg_ranges
    fixed = g.vehicle_type(vehicle).fixed_bmg
    return any(
        distance <= ranges[gun] and bears(g, vehicle, gun, hex) and not (gun == BMG and fixed)
        for gun in usable(g, vehicle)
    )


def ma_reaches(g: SkPlay, vehicle: Vehicle, hex: Hex, distance: int) -> bool:
    """The MA, whose crew must be CE, at a hex in its arc with HE."""
    gun = g.armament_of(vehicle)
    if gun is None or not vehicle.ce or distance >= INTERDICTS_UNDER:
        return False
    if the_ordnance(g, gun).no_he or standing_refusal(g, vehicle, gun) is not None:
        return False
    return arcs.in_arc(g.map, vehicle.hex, facing_of(g, vehicle), hex)


@PART.answers(other_interdictor)
def by_vehicle(g: SkPlay, side: Side, hex: Hex, road_rate: bool, climbed_from: str) -> Unit | Vehicle | None:
    for vehicle in g.state.vehicles.values():
        if vehicle.side == side or vehicle.hex == hex or not could_interdict(g, vehicle, side):
            continue
        if los.hindrance(g, vehicle.hex, hex) != 0:
            continue
        if not terrain.is_open_ground_for(
            g, hex, vehicle.hex, road_rate=road_rate, climbed_from=climbed_from
        ):
            continue
        distance = g.map.distance(vehicle.hex, hex)
        if mg_reaches(g, vehicle, hex, distance) or ma_reaches(g, vehicle, hex, distance):
            return vehicle
    return None

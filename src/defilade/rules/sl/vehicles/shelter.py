"""Vehicles and wrecks as cover: for infantry beneath them (SL:11.20.3), and in the way of fire (SL:11.20.1)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl.fire import moves_here
from defilade.rules.sl.state import MPH, SlPlay
from defilade.rules.sl.vehicle_pieces import JEEP, Vehicle
from defilade.rules.sl.vehicles.exposed import OVERRUN
from defilade.rules.sl.vehicles.immobilization import other_cover
from defilade.rules.sl.vehicles.yard import kind_of, vehicles_in
from defilade.tactics.attack_plan import COVER, FIRERS, Aim, attack_lines, target_lines
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.names import Hex
from defilade.tactics.units import SQUAD, Unit
from defilade.tactics.vehicles import VERY_SMALL

PART = Part()

BENEATH = 1
UNITS_UNDER_WRECK, SQUADS_UNDER_WRECK = 2, 1
UNITS_UNDER_VEHICLE, SQUADS_UNDER_VEHICLE = 3, 2


def gives_cover(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:11.31.11: not one in motion, nor a jeep; SL:11.18.4: nor one that has only just come."""
    return (
        kind_of(g, vehicle).kind != JEEP and not vehicle.motion and not vehicle.moved and not vehicle.burning
    )


def sheltered(g: SlPlay, hex: Hex) -> set[str]:
    """SL:11.20.3-a: who has room beneath, one vehicle after the other, in the order of the stack; riders, too
    (SL:4.12-q2, SL:4.10.6)."""
    waiting = [unit for unit in g.units_in(hex) if unit.kind != "concealed"]
    found: set[str] = set()
    for vehicle in vehicles_in(g, hex):
        if not gives_cover(g, vehicle):
            continue
        units = UNITS_UNDER_WRECK if vehicle.wreck else UNITS_UNDER_VEHICLE
        squads = SQUADS_UNDER_WRECK if vehicle.wreck else SQUADS_UNDER_VEHICLE
        for unit in waiting:
            full = unit.kind == SQUAD and not squads
            hostile = not vehicle.wreck and unit.side != vehicle.side
            if unit.id in found or not units or full or hostile:
                continue
            found.add(unit.id)
            units -= 1
            squads -= unit.kind == SQUAD
    return found


@PART.modifies(target_lines, "SL:11.20.3-b", "SL:5.6-q4", step=COVER)
def beneath(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:11.20.3-b: +1, never more. Not from the guns above: an overrun comes from there. Who only runs past it has
    nothing of it (SL:11.20.3-c), but who gets out of it has (SL:5.6-q4)."""
    if not g.state.vehicles or aim.phase == OVERRUN:
        return []
    track = moves_here(g, unit, unit.hex)
    if track is not None:
        afvs = [
            vehicle
            for vehicle in vehicles_in(g, unit.hex)
            if kind_of(g, vehicle).armoured and not vehicle.motion
        ]
        return [Line("beneath the vehicle", BENEATH, "SL:5.6-q4")] if track.debarked and afvs else []
    return [Line("beneath a vehicle", BENEATH, "SL:11.20.3-b")] if unit.id in sheltered(g, unit.hex) else []


@PART.answers(other_cover)
def cover_beneath(g: SlPlay, unit: Unit, vehicle: Vehicle) -> list[int]:
    return [BENEATH] if unit.id in sheltered(g, unit.hex) else []


def in_the_way(g: SlPlay, a: str, b: str, *, guns: bool = False) -> int:
    """SL:11.20.1-a: the hexes between with vehicles or wrecks that did not just move (SL:11.18.5), at the level of both
    ends; a jeep hides nobody (SL:11.20.1-b), nor do the smallest from machine guns (SL:8.9.2.4-b)."""
    level = g.map.level
    if level(a) != level(b):
        return 0
    hexes = {
        v.hex
        for v in g.state.vehicles.values()
        if v.hex
        and hinders(g, v)
        and level(v.hex) == level(a)
        and not (guns and kind_of(g, v).size == VERY_SMALL)
    }
    if not hexes:
        return 0
    way = {crossing.hex for crossing in g.map.between(a, b)} & hexes - {a, b}
    return len({g.map.distance(a, hex) for hex in way})  # SL:11.20.1-d: two beside one hexside are one


def hinders(g: SlPlay, vehicle: Vehicle) -> bool:
    return (
        kind_of(g, vehicle).kind != JEEP
        and not vehicle.motion
        and not (vehicle.moved and g.state.phase != MPH)
    )


@PART.modifies(attack_lines, "SL:11.20.1-a", step=FIRERS)
def past_vehicles(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:11.20.1-a: +1 a hex, of a group the line that is hindered most."""
    if not g.state.vehicles:
        return []
    guns = all(shot.weapon for shot in shots)
    most = max((in_the_way(g, hex, target, guns=guns) for hex in hexes_of(g, shots)), default=0)
    return [Line("past vehicles", most, "SL:11.20.1-a")] if most else []

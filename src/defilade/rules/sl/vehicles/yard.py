"""Vehicles in a game: who stands where, what they can do, and the verbs that change them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from defilade.kernel.composition import any_of, first_of, told
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle, VehicleType
from defilade.tactics.arcs import in_arc
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.units import OFF_MAP, SQUAD, Unit
from defilade.tactics.vehicles import AAMG, BMG, CMG, FT, MA, NO_TURRET, RMG


@told
def wrecked(g: SlPlay, vehicle: Vehicle) -> None:
    """A vehicle has been destroyed."""


@any_of
def behind_its_obstacle(g: SlPlay, a: str, vehicle: Vehicle) -> bool:
    """Does what stands in the hex of a vehicle hide it from a place?"""
    return False


def kind_of(g: SlPlay, vehicle: Vehicle) -> VehicleType:
    return g.garage.types[vehicle.type]


def is_afv(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:11.1: an armoured vehicle; trucks and jeeps are none."""
    return kind_of(g, vehicle).armoured


def vehicles_in(g: SlPlay, hex: Hex) -> list[Vehicle]:
    """All vehicles and wrecks in a hex."""
    return [vehicle for vehicle in g.state.vehicles.values() if vehicle.hex == hex] if hex else []


def manned_in(g: SlPlay, hex: Hex, side: Side) -> list[Vehicle]:
    """The vehicles with a crew of a side in a hex."""
    return [vehicle for vehicle in vehicles_in(g, hex) if vehicle.side == side and vehicle.manned]


def of_side(g: SlPlay, side: Side) -> Iterator[Vehicle]:
    """The vehicles with a crew that a side has on the map."""
    for vehicle in g.state.vehicles.values():
        if vehicle.hex and vehicle.side == side and vehicle.manned:
            yield vehicle


def change(g: SlPlay, vehicle: Vehicle, **changes: Any) -> Vehicle:
    vehicle = msgspec.structs.replace(vehicle, **changes)
    g.state.vehicles[vehicle.id] = vehicle
    return vehicle


def passengers_of(g: SlPlay, vehicle: Vehicle) -> list[Unit]:
    units = g.state.units
    return [units[uid] for uid in vehicle.passengers if uid in units]


def ride_of(g: SlPlay, unit_id: UnitId) -> Vehicle | None:
    """The vehicle in which a unit rides."""
    for vehicle in g.state.vehicles.values():
        if unit_id in vehicle.passengers:
            return vehicle
    return None


def take_aboard(g: SlPlay, vehicle: Vehicle, unit: Unit) -> Vehicle:
    for weapon in g.weapons_of(unit):
        if g.anti_tank.is_heavy(weapon.type, g.weapon_type(weapon).kind):
            g.update_weapon(weapon, owner="")  # SL:10.2.2-a: a gun does not come aboard
    g.place(unit, OFF_MAP)
    return change(g, vehicle, passengers=(*vehicle.passengers, unit.id))


def set_down(g: SlPlay, vehicle: Vehicle, unit: Unit, hex: Hex, **changes: Any) -> Vehicle:
    """A passenger leaves a vehicle."""
    vehicle = change(g, vehicle, passengers=tuple([uid for uid in vehicle.passengers if uid != unit.id]))
    g.place(unit, hex, **changes)
    return vehicle


def room_in(g: SlPlay, vehicle: Vehicle) -> int:
    """How many half-squads more it takes inside (SL:11.37.4)."""
    used = sum(2 if unit.kind == SQUAD else 1 for unit in passengers_of(g, vehicle) if unit.is_mmc)
    return kind_of(g, vehicle).capacity - used


# -- armament ----------------------------------------------------------------------------------------------


def working_mgs(g: SlPlay, vehicle: Vehicle) -> dict[str, int]:
    """The MG of a vehicle that have not malfunctioned, that in the rear of its turret among them."""
    kind = kind_of(g, vehicle)
    found = dict(kind.machine_guns)
    if kind.rmg:
        found[RMG] = kind.rmg
    return {place: fp for place, fp in found.items() if place not in vehicle.broken}


def working_gun(g: SlPlay, vehicle: Vehicle) -> bool:
    return bool(kind_of(g, vehicle).gun) and MA not in vehicle.broken


def flames(g: SlPlay, vehicle: Vehicle) -> int:
    """The FP of a flamethrower that works."""
    return 0 if FT in vehicle.broken else kind_of(g, vehicle).ft


def armed(g: SlPlay, vehicle: Vehicle) -> bool:
    """Whether anything of its armament works; a flamethrower is one, too."""
    return bool(working_mgs(g, vehicle)) or working_gun(g, vehicle) or flames(g, vehicle) > 0


def covers(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """Whether a hex lies in the covered arc of a working weapon of it: what turns with the turret, what is in the hull,
    and an AAMG that somebody stands behind, which fires all around (SL:7.3.3-c)."""
    mgs, kind = working_mgs(g, vehicle), kind_of(g, vehicle)
    if AAMG in mgs and vehicle.ce:
        return True
    gun = working_gun(g, vehicle) or flames(g, vehicle) > 0
    turning = CMG in mgs or (gun and kind.turret != NO_TURRET)
    if turning and in_arc(g.map, vehicle.hex, vehicle.tca, hex):
        return True
    if RMG in mgs and in_arc(g.map, vehicle.hex, (vehicle.tca + 3) % 6, hex):
        return True
    in_hull = BMG in mgs or (gun and kind.turret == NO_TURRET)
    return in_hull and in_arc(g.map, vehicle.hex, vehicle.vca, hex)


# -- crews -------------------------------------------------------------------------------------------------


@first_of
def other_crew_morale(g: SlPlay, vehicle: Vehicle) -> int | None:
    """What morale has a crew in its vehicle in place of its own?"""


def crew_morale(g: SlPlay, vehicle: Vehicle) -> int:
    """SL:3.22.1; an armour leader's where there is one (SL:3.3.3)."""
    other = other_crew_morale(g, vehicle)
    if other is not None:
        return other
    if vehicle.leader:
        return g.counters[vehicle.leader].morale
    year = int(g.scenario.date[:4])
    return g.garage.crew_morale(vehicle.type, year, elite=vehicle.elite, green=vehicle.green)


# -- losses ------------------------------------------------------------------------------------------------


def immobilize(g: SlPlay, vehicle: Vehicle, why: str, *rules: str) -> Vehicle:
    g.say(
        "immobilized",
        f"{g.piece_name(vehicle.id)} is immobilized: {why}.",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return change(g, vehicle, immobilized=True, motion=False)


def wreck(g: SlPlay, vehicle: Vehicle, why: str, *rules: str) -> Vehicle:
    """SL:11.19.1: a destroyed vehicle is turned over. Who is in it dies with it, and what he has is lost
    (SL:11.15.8-a); jeeps leave no wreck (SL:11.16.3)."""
    g.say(
        "destroyed",
        f"{g.piece_name(vehicle.id)} {why}.",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    for unit in passengers_of(g, vehicle):
        for weapon in g.weapons_of(unit):
            g.remove_weapon(weapon)
        g.remove(unit)
        g.say(
            "eliminated",
            f"{g.counter(unit).name} dies in it.",
            *rules,
            side=vehicle.side,
            at=vehicle.hex,
        )
    gone = change(
        g,
        vehicle,
        wreck=True,
        passengers=(),
        ce=False,
        stun=0,
        motion=False,
        immobilized=False,
        leader="",
        berserk=False,
    )
    wrecked(g, gone)
    if kind_of(g, vehicle).kind == "jeep":
        return change(g, gone, hex=OFF_MAP)
    return gone

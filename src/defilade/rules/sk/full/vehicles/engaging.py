"""Stopping beside an enemy AFV (SKF:3.3.2-q): only for who could harm it."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicle_charts import AP, HE
from defilade.rules.sk.full.vehicles.driving import driving, record
from defilade.rules.sk.full.vehicles.movement import may_stop_there
from defilade.rules.sk.full.vehicles.to_kill import DESTROYED, SHOCKED, outcome
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.vehicles import FRONT, HULL, MA, REAR, TURRET_HIT, Vehicle

PART = Part()

NEEDED = 5


@PART.answers(may_stop_there)
def could_harm(g: SkPlay, may: bool, vehicle: Vehicle) -> bool:
    enemy = g.tank_of(vehicle.hex, g.enemy_of(vehicle.side))
    return may and (enemy is None or can_kill(g, vehicle, enemy))


def can_kill(g: SkPlay, vehicle: Vehicle, enemy: Vehicle) -> bool:
    """Whether an original TK DR of 5 with ammunition that does not run out destroys or Shocks it, as it comes in."""
    gun, ma = g.armament_of(vehicle), g.vehicle_type(vehicle).ma
    if gun is None or gun.malfunctioned or MA in vehicle.disabled:
        return False
    kinds = [ammo for ammo in (AP, HE) if ammo not in ma.ammo and not (ammo == AP and ma.no_ap)]
    tables = kit_of(g).to_kill
    for place, turned in ((HULL, enemy.vca), (TURRET_HIT, enemy.tca)):
        facing = facing_struck(g, vehicle, turned)
        armor = g.vehicle_type(enemy).armor(place, facing)
        for ammo in kinds:
            number = tables.number(ammo, ma.gun, ma.caliber, 0)
            if number is None:
                continue
            final = number + (tables.rear_hit if facing == REAR else 0) - armor
            if outcome(ammo, place, NEEDED, final) in (DESTROYED, SHOCKED):
                return True
    return False


def facing_struck(g: SkPlay, vehicle: Vehicle, turned: int) -> str:
    """The side of the enemy's hull or turret, which points somewhere, that it came in by."""
    move = driving(g)
    way = [place for place, _ in record(move).mf_in] if move is not None else []
    origin = way[-1] if way and way[-1] in g.map.adjacent[vehicle.hex] else None
    return arcs.direction_hit(g.map, origin, vehicle.hex, turned) if origin is not None else FRONT

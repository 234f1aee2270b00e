"""What victory conditions of cards with guns and vehicles count: FP on a hex, AFV that are still worth something."""

from __future__ import annotations

from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit
from defilade.tactics.vehicles import MA, Vehicle
from defilade.tactics.victory_conditions import FirepowerOn


def firepower_on(g: SkPlay, condition: FirepowerOn) -> float:
    """DAE:DaE2-a: the printed FP of those within the distance and normal range who have a LOS to the hex, Smoke
    disregarded."""
    hex = g.map.resolve(condition.hex)
    return sum(firepower_of(g, unit, hex, condition.within) for unit in g.on_map(condition.winner))


def firepower_of(g: SkPlay, unit: Unit, hex: Hex, within: int) -> float:
    """What one unit and the SW it mans can place on a hex: as in any fire phase a squad fires its own FP and one SW, or
    two SW, and all others one or the other. Who is broken or in Melee fires at nothing else."""
    distance = g.map.distance(unit.hex, hex)
    if distance > within or not unit.good_order or unit.melee or not sees_but_for_smoke(g, unit.hex, hex):
        return 0.0
    counter = g.counter(unit)
    own = float(counter.fp) if not unit.is_leader and distance <= counter.range else 0.0
    guns = sorted(
        (
            float(kind.fp)
            for weapon in g.weapons_of(unit)
            if (kind := g.weapon_type(weapon)).is_mg and not weapon.malfunctioned and distance <= kind.range
        ),
        reverse=True,
    )
    if unit.kind == SQUAD:
        return max(own + sum(guns[:1]), sum(guns[:2]))
    return max(own, sum(guns[:1]))


def sees_but_for_smoke(g: SkPlay, a: str, b: str) -> bool:
    return a == b or g.map.hindrance(a, b) >= 0


def ma_works(g: SkPlay, vehicle: Vehicle) -> bool:
    """Whether its main armament can still be fired."""
    gun = next((w for w in g.state.weapons.values() if w.owner == vehicle.id), None)
    return gun is not None and not gun.malfunctioned and MA not in vehicle.disabled


def mobile_afv(g: SkPlay, side: Side) -> list[Vehicle]:
    """DAE:DaE1-a: on the map, able to move (SKF:2.0-q), with functioning MA and not under Recall."""
    return [
        vehicle
        for vehicle in g.state.vehicles.values()
        if vehicle.side == side
        and vehicle.hex
        and not vehicle.wreck
        and vehicle.mobile
        and not vehicle.recalled
        and ma_works(g, vehicle)
    ]

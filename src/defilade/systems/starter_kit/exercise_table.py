"""Exercises of the Starter Kit."""

from __future__ import annotations

from defilade.rules.sk import los
from defilade.rules.sk.state import PHASES, SkPlay
from defilade.rules.sk.system import SkSystem
from defilade.systems.boards.exercises import BoardExercises, WantedPiece, problems_of_unit
from defilade.systems.starter_kit.case_table import cases
from defilade.tactics.vehicles import Vehicle


class WantedUnit(WantedPiece, frozen=True, forbid_unknown_fields=True):
    """How a unit or vehicle must stand in the end."""

    vca: tuple[int, ...] = ()
    """A vehicle: it faces one of these ways."""
    ce: bool | None = None
    """A vehicle: its crew looks out."""
    facing: tuple[int, ...] = ()
    """A unit: its Gun points one of these ways."""


def exercises(system: SkSystem, folder: str) -> BoardExercises:
    return BoardExercises(folder, cases(system), PHASES, WantedUnit, problems)


def problems(g: SkPlay, wanted: WantedUnit) -> list[str]:
    vehicle = g.state.vehicles.get(wanted.unit)
    if vehicle is not None and not vehicle.wreck:
        return _problems_of_vehicle(g, vehicle, wanted)
    unit, found = problems_of_unit(
        g, wanted, lambda unit: any(not other.broken for other in los.known_enemies(g, unit))
    )
    if unit is not None:
        guns = [weapon.facing for weapon in g.weapons_of(unit) if weapon.facing >= 0]
        if wanted.facing and not any(facing in wanted.facing for facing in guns):
            found.append(f"the gun of {unit.id} points {guns}")
    return found


def _problems_of_vehicle(g: SkPlay, vehicle: Vehicle, wanted: WantedUnit) -> list[str]:
    here = g.place_name(vehicle.hex)
    found = []
    if wanted.gone:
        found.append(f"{vehicle.id} is not gone")
    if wanted.at and here not in wanted.at:
        found.append(f"{vehicle.id} is in {here}, not in {' or '.join(wanted.at)}")
    if here in wanted.not_at:
        found.append(f"{vehicle.id} is in {here}")
    if wanted.vca and vehicle.vca not in wanted.vca:
        found.append(f"{vehicle.id} faces {vehicle.vca}")
    if wanted.ce is not None and vehicle.ce != wanted.ce:
        found.append(f"the crew of {vehicle.id} is {'out' if vehicle.ce else 'inside'}")
    if wanted.unseen and any(
        los.sees(g, other.hex, vehicle.hex)
        for other in g.on_map(g.enemy_of(vehicle.side))
        if not other.broken
    ):
        found.append(f"{vehicle.id} in {here} is in the enemy's sight")
    if wanted.beside and g.map.distance(vehicle.hex, g.unit(wanted.beside).hex) > 1:
        found.append(f"{vehicle.id} in {here} is not beside {wanted.beside}")
    return found

"""Exercises of the Starter Kit."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from defilade.kernel import Action, Chance, Outcome, Position
from defilade.rules.sk import los
from defilade.rules.sk.state import PHASES, SkPlay
from defilade.rules.sk.system import SkSystem
from defilade.systems.starter_kit.case_table import StarterKitCases
from defilade.systems.tables import CaseTable, IsOver, UnknownPlace
from defilade.tactics.vehicles import Vehicle


class WantedUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit must stand in the end."""

    unit: str
    at: list[str] = []
    """In one of these hexes."""
    not_at: list[str] = []
    unseen: bool = False
    """In no unbroken enemy's sight."""
    beside: str = ""
    """In or next to the hex of this unit."""
    squads: int = 0
    """With that many squads and half-squads of its side in its hex at most, itself counted."""
    moved: bool | None = None
    broken: bool | None = None
    gone: bool = False
    """Eliminated, or off the map."""
    vca: list[int] = []
    """A vehicle: it faces one of these ways."""
    ce: bool | None = None
    """A vehicle: its crew looks out."""
    facing: list[int] = []
    """A unit: its Gun points one of these ways."""


class StarterKitExercises:
    """Judged at the end of a phase; hexes as players say them."""

    declining: tuple[str, ...] = ("pass", "done", "stop", "no-leader", "none", "end-rout", "alone", "declare")
    wanted: type[msgspec.Struct] = WantedUnit

    def __init__(self, system: SkSystem, folder: str) -> None:
        self.folder: str = folder
        self.case: CaseTable = StarterKitCases(system)

    def ending(self, position: Position[Any], until: str) -> IsOver:
        state = position.state
        if until and until not in PHASES:
            raise UnknownPlace("until", f"{until!r} is none of {', '.join(PHASES)}")
        began, last = (state.turn, state.attacker), PHASES.index(until or state.phase)

        def is_over(now: Position[Any]) -> bool:
            return (now.state.turn, now.state.attacker) != began or PHASES.index(now.state.phase) > last

        return is_over

    def pattern(self, position: Position[Any], side: str, text: str) -> str:
        return text

    def words(self, position: Position[Any], action: Action) -> str:
        return str(msgspec.structs.replace(action, at=_sk(position).labels.get(action.at, action.at)))

    def average(self, position: Position[Any], asked: Chance) -> Outcome:
        """7 with two dice, 4 with one."""
        if asked.pool:
            return Outcome(drawn=asked.pool[0])
        return Outcome((3, 4) if asked.dice == 2 else (4,) * asked.dice)

    def problems(self, position: Position[Any], side: str, wanted: WantedUnit) -> list[str]:
        g = _sk(position)
        vehicle = g.state.vehicles.get(wanted.unit)
        if vehicle is not None and not vehicle.wreck:
            return _problems_of_vehicle(g, vehicle, wanted)
        unit = g.state.units.get(wanted.unit)
        if unit is None or wanted.gone:
            return [] if (unit is None) == wanted.gone else [f"{wanted.unit} is {'not ' * wanted.gone}gone"]
        here = g.place_name(unit.hex)
        found = []
        if wanted.at and here not in wanted.at:
            found.append(f"{unit.id} is in {here}, not in {' or '.join(wanted.at)}")
        if here in wanted.not_at:
            found.append(f"{unit.id} is in {here}")
        if wanted.unseen and any(not other.broken for other in los.known_enemies(g, unit)):
            found.append(f"{unit.id} in {here} is in the enemy's sight")
        if wanted.beside and g.map.distance(unit.hex, g.unit(wanted.beside).hex) > 1:
            found.append(f"{unit.id} in {here} is not beside {wanted.beside}")
        crowd = sum(1 for other in g.side_in(unit.hex, unit.side) if other.is_mmc)
        if wanted.squads and crowd > wanted.squads:
            found.append(f"{unit.id} is one of {crowd} squads in {here}")
        for name in ("moved", "broken"):
            asked = getattr(wanted, name)
            if asked is not None and getattr(unit, name) != asked:
                found.append(f"{unit.id} is{'' if getattr(unit, name) else ' not'} {name}")
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


def _sk(position: Position[Any]) -> SkPlay:
    play: Any = position.system.play(position.state)
    return cast("SkPlay", play)

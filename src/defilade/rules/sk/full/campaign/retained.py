"""Forces that come out of an earlier scenario of the campaign as they left it (DAE:4.2-j): wounded, immobile, Stunned,
short of ammunition, with captured weapons."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.card import Group, Retained
from defilade.rules.sk.setup import group_made, next_letter
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Weapon

PART = Part()


@PART.answers(group_made)
def as_retained(g: SkPlay, number: int, group: Group) -> None:
    """The vehicles' own part has made the vehicles: it is composed before this one."""
    kept = group.retained or Retained()
    for unit in list(g.state.units.values()):
        if unit.group == number and unit.is_leader and kept.wounded:
            g.update(unit, wounded=True)
    if group.retained is not None:
        _vehicles(g, number, kept)
    for type_id, count in group.captured.items():
        for _ in range(count):
            nation = g.weapon_types[type_id].nationality
            weapon = Weapon(g.new_id("w"), nation, type_id, letter=next_letter(g, type_id), group=number)
            g.state.weapons[weapon.id] = weapon


def _vehicles(g: SkPlay, number: int, kept: Retained) -> None:
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.group != number:
            continue
        # DAE:4.5181-a: who sets up Isolated is short of ammunition
        vehicle = g.update_vehicle(
            vehicle,
            immobilized=kept.immobilized,
            stunned=kept.stunned,
            low_ammo=kept.low_ammo,
            disabled=kept.disabled,
        )
        gun = g.armament_of(vehicle)
        if gun is not None and kept.spent_ammo:
            g.update_weapon(gun, spent_ammo=kept.spent_ammo)
        if kept.at:  # DAE:4.5181: an immobile one stays in its hex and VCA
            facing = max(kept.facing, 0)
            g.place_vehicle(vehicle, g.map.resolve(kept.at), vca=facing, tca=facing)

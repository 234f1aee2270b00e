"""Forces that come out of an earlier scenario of the campaign as they left it (DAE:4.2-j): wounded, immobile, Stunned,
short of ammunition, with captured weapons."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.card import Group, Retained
from defilade.rules.sk.card_rules import CampaignScenario
from defilade.rules.sk.setup import group_made, next_letter
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part()

NO_GROUP = -1
"""What lies on the map belongs to no group of the card."""


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

    _wear(g, number, group)
    if number == 0:
        for rule in g.scenario.rules_of(CampaignScenario):
            _lie(g, rule)


def _wear(g: SkPlay, number: int, group: Group) -> None:
    """What was not repaired is as it was: after the strike of a Dual Attack, or where nobody was to repair it."""
    used: set[str] = set()
    for worn in group.worn:
        weapon = next(
            one
            for one in g.state.weapons.values()
            if one.group == number and one.type == worn.weapon and not one.owner and one.id not in used
        )
        used.add(weapon.id)
        g.update_weapon(weapon, malfunctioned=worn.malfunctioned, spent_ammo=worn.spent_ammo)


def _lie(g: SkPlay, rule: CampaignScenario) -> None:
    """DAE:4.5057: weapons that nobody has, and wrecks, are where an earlier scenario has left them."""
    for one in rule.lying:
        hex = g.map.resolve(one.hex)
        if one.weapon:
            kind = g.weapon_types[one.weapon]
            facing = 0 if kind.ordnance is not None and kind.ordnance.gun else -1
            weapon = Weapon(
                g.new_id("w"),
                kind.nationality,
                one.weapon,
                hex=hex,
                letter=next_letter(g, one.weapon),
                group=NO_GROUP,
                malfunctioned=one.malfunctioned,
                facing=facing,
            )
            g.state.weapons[weapon.id] = weapon
        else:
            wreck = Vehicle(g.new_id("v"), one.side, one.wreck, hex, group=NO_GROUP, wreck=True)
            g.state.vehicles[wreck.id] = wreck


def _vehicles(g: SkPlay, number: int, kept: Retained) -> None:
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.group != number:
            continue
        # DAE:4.5181-a: who sets up Isolated is short of ammunition
        vehicle = g.update_vehicle(
            vehicle,
            immobilized=kept.immobilized,
            stunned=kept.stunned,
            recalled=kept.recalled,
            low_ammo=kept.low_ammo,
            disabled=kept.disabled,
            broken=kept.broken,
        )
        gun = g.armament_of(vehicle)
        if gun is not None and (kept.spent_ammo or kept.broken_ma):
            g.update_weapon(gun, spent_ammo=kept.spent_ammo, malfunctioned=kept.broken_ma)
        if kept.at:  # DAE:4.5181: an immobile one stays in its hex and VCA
            facing = max(kept.facing, 0)
            g.place_vehicle(vehicle, g.map.resolve(kept.at), vca=facing, tca=facing)

"""What a bought Reinforcement Group brings: strength, weapons and leaders (DAE:4.516). All rolls are secret."""

from __future__ import annotations

import msgspec

from defilade.rules.counter_sheets import leader_id
from defilade.rules.sk.full.campaign.book import Module, PurchaseLine
from defilade.rules.sk.full.campaign.tables import GroupType
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

SECRET = "DAE:4.516-a"


def receive(work: Work, side: Side, line: PurchaseLine) -> PurchaseLine:
    """Roll for a group, put it into the OB in its area, and complete its line of the record."""
    group = work.tables.group(side, line.id)
    if group.kind == "chit":
        return line
    depleted = is_depleted(work, side, group)
    counts = group.depleted if depleted else group.full
    weapons = received_weapons(work, side, group, depleted)
    leaders = received_leaders(work, side, group, depleted)
    kit = work.kit
    done = msgspec.structs.replace(
        line,
        strength=("D" if depleted else "F") if group.depletes else "",
        units={**{one: n for one, n in counts.items() if one in kit.counters}, **crews(group, counts)},
        weapons={**{one: n for one, n in counts.items() if one in kit.weapons}, **weapons},
        vehicles={one: n for one, n in counts.items() if one in kit.vehicles},
        leaders=leaders,
    )
    muster(work, side, done, group)
    record = work.side(side).record
    record[[one.line for one in record].index(line.line)] = done
    return done


def is_depleted(work: Work, side: Side, group: GroupType) -> bool:
    """DAE:4.5161"""
    if not group.depletes:
        return False
    dice = work.roll(f"Strength of {group.name}", side, "DAE:4.5161")
    depleted = sum(dice) > work.tables.strength.full_up_to
    says = f"{group.name}: {'Depleted' if depleted else 'Full Strength'}, DR {sum(dice)}."
    work.say("DAE:4.5161", says, side, secret=True, dice=dice)
    return depleted


def received_weapons(work: Work, side: Side, group: GroupType, depleted: bool) -> dict[str, int]:
    """DAE:4.5162-a: all of the chart (DAE:4.5162-b) at Full Strength, else each on a dr of 4 or less."""
    if not depleted:
        return dict(group.weapons)
    found: dict[str, int] = {}
    for weapon, count in group.weapons.items():
        for _ in range(count):
            dice = work.roll(f"{work.kit.weapons[weapon].kind} of {group.name}", side, "DAE:4.5162-a", 1)
            if dice[0] <= work.tables.strength.weapon_up_to:
                found[weapon] = found.get(weapon, 0) + 1
            says = f"{group.name}: {work.kit.weapons[weapon].kind}, dr {dice[0]}."
            work.say("DAE:4.5162-a", says, side, secret=True, dice=dice)
    return found


def received_leaders(work: Work, side: Side, group: GroupType, depleted: bool) -> tuple[str, ...]:
    """DAE:4.5163-a: one roll on the table of its size (DAE:4.5163-b)."""
    if not group.leaders:
        return ()
    table = work.tables.leaders[group.leaders]
    dice = work.roll(f"Leaders of {group.name}", side, "DAE:4.5163-a")
    final = sum(dice) + group.leader_drm + (table.depleted if depleted else 0)
    names = table.received(final)
    work.say(
        "DAE:4.5163-a", f"{group.name}: {', '.join(names)}, final DR {final}.", side, secret=True, dice=dice
    )
    nation = work.kit.nationalities[side]
    return tuple(leader_id(nation, name) for name in names)


def crews(group: GroupType, counts: dict[str, int]) -> dict[str, int]:
    """DAE:4.515-c: who serves each weapon."""
    return {group.each: sum(counts.values())} if group.each else {}


def muster(work: Work, side: Side, line: PurchaseLine, group: GroupType) -> None:
    """Make the pieces. Each SW begins in the hands of a unit of its own group (DAE:4.5162-a)."""
    units = [
        add_unit(work, side, type, line.area, line.line) for type, n in line.units.items() for _ in range(n)
    ]
    for leader in line.leaders:
        add_unit(work, side, leader, line.area, line.line)
    hands = [unit for unit in units if unit.is_mmc]
    served = [type for type, n in line.weapons.items() for _ in range(n)]
    for number, type in enumerate(served):
        add_weapon(work, side, type, line.area, line.line, hands[number % len(hands)].id)
    for type, count in line.vehicles.items():
        for _ in range(count):
            add_vehicle(work, side, type, line.area, line.line)
    if line.module:
        add_module(work, side, group, line)


def add_unit(work: Work, side: Side, type: str, area: str, line: str = "") -> Unit:
    counter = work.kit.counters[type]
    unit = Unit(work.new_id(side, "u"), side, type, counter.kind)
    forces = work.forces(side)
    forces.units[unit.id] = unit
    forces.where[unit.id] = area
    if line:
        forces.group[unit.id] = line
    return unit


def add_weapon(work: Work, side: Side, type: str, area: str, line: str = "", owner: Side = "") -> Weapon:
    weapon = Weapon(work.new_id(side, "w"), side, type, owner)
    forces = work.forces(side)
    forces.weapons[weapon.id] = weapon
    forces.where[weapon.id] = area
    if line:
        forces.group[weapon.id] = line
    return weapon


def add_vehicle(work: Work, side: Side, type: str, area: str, line: str = "") -> Vehicle:
    """With its main armament. The campaign's StuG IIIG(L) is a counter of its own in the file of vehicles: more special
    ammunition, and no CMG (DAE:4.3-q)."""
    vehicle = Vehicle(work.new_id(side, "v"), side, type)
    forces = work.forces(side)
    forces.vehicles[vehicle.id] = vehicle
    forces.where[vehicle.id] = area
    if line:
        forces.group[vehicle.id] = line
    add_weapon(work, side, work.kit.vehicles[type].armament, area, "", vehicle.id)
    return vehicle


def add_module(work: Work, side: Side, group: GroupType, line: PurchaseLine) -> Module:
    """DAE:4.3-e: with a radio and 8 black and 3 red chits."""
    oba = work.tables.oba
    module = Module(
        work.new_id(side, "m"), group.module, group.maintenance, group.rockets, oba.black, oba.red
    )
    forces = work.forces(side)
    forces.modules[module.id] = module
    forces.where[module.id] = line.area
    forces.group[module.id] = line.line
    return module

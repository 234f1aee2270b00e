"""Equipment Repair (4.512), step by step."""

from __future__ import annotations

from defilade.kernel import Breakdown, Line
from defilade.rules.sk.full.campaign.book import ENTRY, IN_HEX, CampaignError, RefitOrders
from defilade.rules.sk.full.campaign.control_and_areas import is_front_line, piece_isolated
from defilade.rules.sk.full.campaign.tables import BRITISH, SIDES
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import CREW, Weapon
from defilade.tactics.vehicles import MA, Vehicle

LMG = "LMG"


def repair_all(work: Work) -> None:
    """DAE:4.5121 to DAE:4.5123-a: all that is rolled for before anybody decides anything."""
    for side in SIDES:
        for vehicle in list(work.forces(side).vehicles.values()):
            if vehicle.immobilized:
                remove_immobilization(work, side, vehicle)
    for side in SIDES:
        for vehicle in list(work.forces(side).vehicles.values()):
            if vehicle.stun or vehicle.stunned:
                recover_from_stun(work, side, vehicle)
    for side in SIDES:
        repair_weapons(work, side)


def finish(work: Work, afternoon: bool) -> None:
    """DAE:4.5124 to DAE:4.5128; `afternoon`: an Afternoon scenario was the last thing that happened."""
    for side in SIDES:
        check_captured(work, side)
        restock(work, side)
    if afternoon:
        withdraw_tanks(work)
    for side in SIDES:
        recall(work, side)


def remove_immobilization(work: Work, side: Side, vehicle: Vehicle) -> None:
    """DAE:4.5121"""
    table, rule = work.tables.immobilization, "DAE:4.5121"
    lines = []
    if piece_isolated(work, side, vehicle.id):
        lines.append(Line("Isolated", table.isolated, rule))
    if vehicle.hex and is_front_line(work, vehicle.hex):
        lines.append(Line("in a Front Line hex", table.front_line, rule))
    if work.forces(side).where.get(vehicle.id, "").startswith(IN_HEX):
        lines.append(Line("in Uncontrolled Territory", table.uncontrolled, rule))
    final, dice = _roll(work, side, f"Immobilization of {work.name(vehicle)}", lines, rule)
    result = table.result(final)
    work.say(rule, f"{work.name(vehicle)}: {result}, final dr {final}.", side, dice=dice)
    if result == "mobile":
        work.update(side, vehicle, immobilized=False, bogged=False, mired=False)


def _roll(work: Work, side: Side, title: str, lines: list[Line], rule: str) -> tuple[int, tuple[int, ...]]:
    added_up = Breakdown(title, tuple(lines), rules=(rule,))
    dice = work.roll(title, side, rule, 1)
    return dice[0] + int(added_up.drm), dice


def recover_from_stun(work: Work, side: Side, vehicle: Vehicle) -> None:
    """DAE:4.5122"""
    table, rule = work.tables.stun, "DAE:4.5122"
    lines = [Line("Isolated", table.isolated, rule)] if piece_isolated(work, side, vehicle.id) else []
    final, dice = _roll(work, side, f"Stun of {work.name(vehicle)}", lines, rule)
    result = table.result(final)
    work.say(rule, f"{work.name(vehicle)}: {result}, final dr {final}.", side, dice=dice)
    if result == "recovers":
        work.update(side, vehicle, stun="", stunned=False)
    elif result == "eliminated":
        work.drop_vehicle(side, vehicle)
    else:
        work.update(side, vehicle, stun="", stunned=True)


# -- weapons -----------------------------------------------------------------------------------------------------


def repair_weapons(work: Work, side: Side) -> None:
    """DAE:4.5123-a: SW and Guns, then what vehicles carry; the crew of a vehicle is there to see to its own."""
    forces = work.forces(side)
    for weapon in list(forces.weapons.values()):
        if not weapon.malfunctioned or work.is_captured(side, weapon) or weapon.owner in forces.vehicles:
            continue
        if work.personnel_in(side, forces.where.get(weapon.id, "")):
            repair_weapon(work, side, weapon)
    for vehicle in list(forces.vehicles.values()):
        gun = work.armament(side, vehicle)
        broken = list(vehicle.broken)
        if gun is not None and gun.malfunctioned and MA not in vehicle.disabled:
            broken.append(MA)
        for one in broken:
            repair_vehicular(work, side, forces.vehicles[vehicle.id], one)


def _repair_lines(work: Work, side: Side, piece: str, number: int) -> list[Line]:
    table, rule = work.tables.repair, "DAE:4.5123-a"
    lines = [Line(f"repair number {number}", -number, rule)]
    if piece_isolated(work, side, piece):
        lines.append(Line("Isolated", table.isolated, rule))
    return lines


def repair_weapon(work: Work, side: Side, weapon: Weapon) -> None:
    table, rule = work.tables.repair, "DAE:4.5123-a"
    lines = _repair_lines(work, side, weapon.id, work.kit.weapons[weapon.type].repair)
    there = work.personnel_in(side, work.forces(side).where.get(weapon.id, ""))
    if work.is_gun(weapon) and not any(unit.kind == CREW for unit in there):
        lines.append(Line("only Non-Qualified Use", table.non_qualified, rule))
    final, dice = _roll(work, side, f"Repair of the {work.name(weapon)}", lines, rule)
    result = table.result(final)
    work.say(rule, f"The {work.name(weapon)} is {result}, final dr {final}.", side, dice=dice)
    if result == "repaired":
        work.update(side, weapon, malfunctioned=False)
    else:
        work.drop_weapon(side, weapon)


def repair_vehicular(work: Work, side: Side, vehicle: Vehicle, which: str) -> None:
    table, rule = work.tables.repair, "DAE:4.5123-a"
    gun = work.armament(side, vehicle)
    number = work.kit.weapons[gun.type].repair if which == MA and gun is not None else 1
    lines = [*_repair_lines(work, side, vehicle.id, number), Line("vehicular", table.vehicular, rule)]
    final, dice = _roll(work, side, f"Repair of the {which.upper()} of {work.name(vehicle)}", lines, rule)
    repaired = table.result(final) == "repaired"
    says = "repaired" if repaired else "Disabled"
    work.say(
        rule, f"The {which.upper()} of {work.name(vehicle)} is {says}, final dr {final}.", side, dice=dice
    )
    if which == MA:
        if repaired and gun is not None:
            work.update(side, gun, malfunctioned=False)
        elif not repaired:
            work.update(side, vehicle, disabled=(*vehicle.disabled, MA), recalled=True)
        return
    broken = tuple(one for one in vehicle.broken if one != which)
    disabled = vehicle.disabled if repaired else (*vehicle.disabled, which)
    work.update(side, vehicle, broken=broken, disabled=disabled)


def check_cannibalised(work: Work, side: Side, orders: RefitOrders) -> None:
    """DAE:4.5123-b"""
    forces = work.forces(side)
    used: set[str] = set()
    for one in orders.cannibalise:
        vehicle, lmg = forces.vehicles.get(one.vehicle), forces.weapons.get(one.lmg)
        again = f"{one.vehicle}:{one.gun}"
        if (
            vehicle is None
            or lmg is None
            or one.gun not in vehicle.disabled
            or one.gun == MA
            or again in used
        ):
            raise CampaignError("a LMG is given for a Disabled MG of a vehicle", "DAE:4.5123-b")
        if work.kit.weapons[lmg.type].kind != LMG or lmg.id in used or work.is_captured(side, lmg):
            raise CampaignError("it takes a LMG of one's own each", "DAE:4.5123-b")
        if forces.where.get(lmg.id) != forces.where.get(vehicle.id):
            raise CampaignError("the LMG must be in the same area", "DAE:4.5123-b")
        used |= {lmg.id, again}


def cannibalise(work: Work, side: Side, orders: RefitOrders) -> None:
    forces = work.forces(side)
    for one in orders.cannibalise:
        vehicle, lmg = forces.vehicles[one.vehicle], forces.weapons[one.lmg]
        left = tuple(gun for gun in vehicle.disabled if gun != one.gun)
        work.update(side, vehicle, disabled=left)
        work.drop_weapon(side, lmg)
        says = f"The {one.gun.upper()} of {work.name(vehicle)} is repaired with a {work.name(lmg)}."
        work.say("DAE:4.5123-b", says, side, secret=True)


def check_captured(work: Work, side: Side) -> None:
    """DAE:4.5124"""
    forces, rule = work.forces(side), "DAE:4.5124"
    for weapon in list(forces.weapons.values()):
        if not work.is_captured(side, weapon):
            continue
        if weapon.malfunctioned:
            work.drop_weapon(side, weapon)
            work.say(rule, f"The captured, malfunctioned {work.name(weapon)} is eliminated.", side)
        elif work.personnel_in(side, forces.where.get(weapon.id, "")):
            dice = work.roll(f"The captured {work.name(weapon)}", side, rule, 1)
            lost = dice[0] >= work.tables.captured_lost_from
            says = "is eliminated" if lost else "can still be used"
            work.say(rule, f"The captured {work.name(weapon)} {says}, dr {dice[0]}.", side, dice=dice)
            if lost:
                work.drop_weapon(side, weapon)


def restock(work: Work, side: Side) -> None:
    """DAE:4.5125, DAE:4.5126: what is neither captured nor Isolated has all its ammunition again."""
    forces = work.forces(side)
    for weapon in list(forces.weapons.values()):
        holder = weapon.owner if weapon.owner in forces.vehicles else weapon.id
        if (
            weapon.spent_ammo
            and not work.is_captured(side, weapon)
            and not piece_isolated(work, side, holder)
        ):
            work.update(side, weapon, spent_ammo=())
            work.say("DAE:4.5125", f"The {work.name(weapon)} has all its ammunition again.", side)
    for vehicle in list(forces.vehicles.values()):
        if vehicle.low_ammo and not piece_isolated(work, side, vehicle.id):
            work.update(side, vehicle, low_ammo=False)
            work.say("DAE:4.5126", f"The Low Ammo marker of {work.name(vehicle)} comes off.", side)


def withdraw_tanks(work: Work) -> None:
    """DAE:4.5127: after an Afternoon scenario British tanks go back for the night."""
    forces = work.forces(BRITISH)
    for vehicle in list(forces.vehicles.values()):
        where = forces.where.get(vehicle.id, "")
        if where == ENTRY or not work.is_mobile(vehicle) or piece_isolated(work, BRITISH, vehicle.id):
            continue
        work.update(BRITISH, vehicle, hex="")
        work.retain(BRITISH, vehicle.id, ENTRY)
        work.say("DAE:4.5127", f"{work.name(vehicle)} withdraws to the Entry Area.", BRITISH)


def recall(work: Work, side: Side) -> None:
    """DAE:4.5128"""
    for vehicle in list(work.forces(side).vehicles.values()):
        if vehicle.recalled:
            work.drop_vehicle(side, vehicle)
            work.say("DAE:4.5128", f"{work.name(vehicle)} is Recalled and does not come back.", side)

"""From the last close combat of a scenario to its end and the vehicles in trouble (DAE:4.502 to DAE:4.504)."""

from __future__ import annotations

from defilade.rules.sk.full.campaign.control_and_areas import fixed_locations, set_control
from defilade.rules.sk.full.campaign.melee import conclude_melees
from defilade.rules.sk.full.campaign.tables import SIDES
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.vehicles import SHOCK, UNCONFIRMED_KILL, Vehicle

RECOVERS = {SHOCK: 2, UNCONFIRMED_KILL: 3}


def end_scenario(work: Work) -> None:
    """DAE:4.5: these steps are all that a CG Scenario End needs."""
    conclude_melees(work)
    remove_markers(work)
    rally(work)
    work.say("DAE:4.503", "The CG Scenario has ended.")


def remove_markers(work: Work) -> None:
    """DAE:4.502: Acquisitions, DM, CX, Motion and CE come off. Smoke and OBA counters are not kept in the book."""
    for side in SIDES:
        forces = work.forces(side)
        for unit in list(forces.units.values()):
            work.update(side, unit, dm=False, cx=False, pinned=False, melee=False, fire="")
        for weapon in list(forces.weapons.values()):
            work.update(
                side,
                weapon,
                acquired=(),
                acquired_drm=0,
                acquired_from="",
                acquired_in="",
                fire="",
                intensive=False,
            )
        for vehicle in list(forces.vehicles.values()):
            work.update(
                side, vehicle, motion=False, ce=False, fire="", began_in_motion=False, changed_hex=False
            )
        keep_modules(work, side)
    work.say("DAE:4.502", "Markers are removed.")


def keep_modules(work: Work, side: Side) -> None:
    """DAE:4.3-f: a module that has placed a FFE is gone with its radio; any other is Retained with all its chits."""
    forces, oba = work.forces(side), work.tables.oba
    for module in list(forces.modules.values()):
        if module.used:
            del forces.modules[module.id]
            forces.where.pop(module.id, None)
            forces.group.pop(module.id, None)
            work.say("DAE:4.3-f", f"The {module.caliber}mm module has fired and is gone.", side)
        else:
            forces.modules[module.id] = type(module)(
                module.id, module.caliber, module.maintenance, module.rockets, oba.black, oba.red
            )


def rally(work: Work) -> None:
    """DAE:4.503: the broken rally by themselves, then Control is what it is."""
    for side in SIDES:
        broken = [unit for unit in work.forces(side).units.values() if unit.broken]
        for unit in broken:
            work.update(side, unit, broken=False)
        if broken:
            work.say("DAE:4.503", f"{work.names(broken)} rally.", side)
    holders: dict[str, set[str]] = {}
    mmc: dict[str, str] = {}
    for side in SIDES:
        forces = work.forces(side)
        for unit in forces.units.values():
            if unit.hex and unit.id not in forces.where:
                holders.setdefault(unit.hex, set()).add(side)
                if unit.is_mmc:
                    mmc[unit.hex] = side
    for hex in fixed_locations(work.board):
        # a road exit takes its neighbours too (DAE:4.3-m) and is settled where the scenario is entered
        if hex in mmc and holders[hex] == {mmc[hex]} and hex not in work.road_exits:
            set_control(work, hex, mmc[hex])


def shock_and_bog(work: Work) -> None:
    """DAE:4.504"""
    for side in SIDES:
        for vehicle in list(work.forces(side).vehicles.values()):
            if vehicle.shock:
                recuperate(work, side, vehicle)
        for vehicle in list(work.forces(side).vehicles.values()):
            if vehicle.bogged and not vehicle.immobilized:
                free(work, side, vehicle)


def recuperate(work: Work, side: Side, vehicle: Vehicle) -> None:
    """Until the marker is gone or the vehicle is (SKF:7.10-e)."""
    while vehicle.shock:
        dice = work.roll(f"{work.name(vehicle)} recuperates", side, "DAE:4.504", 1)
        if dice[0] <= RECOVERS[vehicle.shock]:
            vehicle = work.update(side, vehicle, shock="")
            says = "recovers from its Shock"
        elif vehicle.shock == SHOCK:
            vehicle = work.update(side, vehicle, shock=UNCONFIRMED_KILL)
            says = "may be lost"
        else:
            work.drop_vehicle(side, vehicle, wreck=True)
            work.say("DAE:4.504", f"{work.name(vehicle)} is a wreck, dr {dice[0]}.", side, dice=dice)
            return
        work.say("DAE:4.504", f"{work.name(vehicle)} {says}, dr {dice[0]}.", side, dice=dice)


def free(work: Work, side: Side, vehicle: Vehicle) -> None:
    """Until it is unbogged or Immobilized; MP do not matter (SKF:7.6-f)."""
    chart = work.kit.charts.bog
    while vehicle.bogged and not vehicle.immobilized:
        dice = work.roll(f"{work.name(vehicle)} tries to get free", side, "DAE:4.504", 1)
        final = dice[0] + vehicle.mired
        if final <= chart.frees_at_most:
            vehicle = work.update(side, vehicle, bogged=False, mired=False)
            says = "is free"
        elif final == chart.mires_on:
            vehicle = work.update(side, vehicle, mired=True)
            says = "is Mired"
        else:
            vehicle = work.update(side, vehicle, immobilized=True, bogged=False, mired=False)
            says = "is Immobilized"
        work.say("DAE:4.504", f"{work.name(vehicle)} {says}, dr {dice[0]}.", side, dice=dice)

"""What vehicles fire on the IFT beside their MG: a main armament by its IFE (SKF:6.8), and flamethrowers (SKF:4.2).

Both are fired by the procedure of vehicular MG, with which an IFE combines (SKF:3.2.2-m).  When the armament may fire
at all, `main_armament` says.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.first_fire import closer_enemy, note_attackers, open_window
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.ordnance import acquisition
from defilade.rules.sk.full.ordnance.shots import INTENSIVE, Occasion
from defilade.rules.sk.full.vehicles.driving import driving, record
from defilade.rules.sk.full.vehicles.main_armament import firer_of, marker_of, mode, standing_refusal
from defilade.rules.sk.full.vehicles.shock import disable
from defilade.rules.sk.full.vehicles.vehicular_mg import (
    armed_otherwise,
    fired_otherwise,
    normal_range,
    otherwise_halved,
    ready_phase,
)
from defilade.rules.sk.state import AFPH, MPH, SkPlay
from defilade.tactics.units import FINAL, FIRST, Weapon
from defilade.tactics.vehicles import FT, IFE, MA, Vehicle

PART = Part()

FT_REMOVED_ON = 10
"""SKF:4.2-g"""


@PART.answers(armed_otherwise)
def by_its_ife(g: SkPlay, vehicle: Vehicle, target: str) -> Iterable[str]:
    """SKF:6.8-a"""
    gun = g.armament_of(vehicle)
    if not g.vehicle_type(vehicle).ma.ife or gun is None or not vehicle.hex:
        return []
    if standing_refusal(g, vehicle, gun) is not None:
        return []
    window = open_window(g)
    targets = window.units if window is not None else ()
    found = mode(g, firer_of(g, vehicle, gun), Occasion(g.state.phase, vehicle.side, target, targets), target)
    if isinstance(found, Refusal) or found is None:
        return []
    return [IFE] if found != INTENSIVE or may_fire_again(g, vehicle, gun, target) else []


def may_fire_again(g: SkPlay, vehicle: Vehicle, gun: Weapon, target: str) -> bool:
    """SKF:6.8-d: marked First Fire it fires again at the nearest enemy in the MPh and at adjacent hexes in the DFPh, as
    a MG of Infantry does. There is no FPF of vehicles, whose crews would have no NMC to take."""
    if gun.fire != FIRST:
        return False
    distance = g.map.distance(vehicle.hex, target)
    if g.state.phase != MPH:
        return distance <= 1
    return distance <= normal_range(g, IFE) and not closer_enemy(g, vehicle, distance)


@PART.answers(otherwise_halved)
def again(g: SkPlay, vehicle: Vehicle, gun: str) -> Iterable[Line]:
    """SKF:6.8-d"""
    armament = g.armament_of(vehicle)
    if gun != IFE or armament is None or armament.fire != FIRST:
        return []
    half = float(g.library.tables.fire_factors.entries.first_fire_marker.multiplier)
    return [Line("marked First Fire", half, "SKF:6.8-d", "x")]


@PART.answers(fired_otherwise)
def ife_fired(g: SkPlay, vehicle: Vehicle, gun: str, dice: tuple[int, ...]) -> None:
    """SKF:6.8-b: the ROF is one lower. SKF:6.8-d: who fires again has a B# two lower, and is done."""
    armament = g.armament_of(vehicle)
    if gun != IFE or armament is None:
        return
    printed, original = g.vehicle_type(vehicle).ma.breakdown, sum(dice)
    once_more = armament.fire == FIRST
    number = printed - (kit_of(g).ordnance.lowered.breakdown if once_more else 0)
    broken = original >= number
    kept = (
        not broken and not once_more and g.state.phase != AFPH and dice[0] <= g.weapon_type(armament).rof - 1
    )
    acquisition.lose(g, armament, "SKF:6.10-b")
    if kept:
        words = f"The {g.weapon_name(armament)} of {g.vehicle_name(vehicle)} keeps its rate of fire."
        g.say("rof", words, "SKF:6.8-b", who=(vehicle.id,))
    else:
        marker = FINAL if once_more else marker_of(g, vehicle)
        g.update_weapon(g.state.weapons[armament.id], fire=marker)
    if g.state.phase == MPH and vehicle.side == g.defender:
        note_attackers(g, (armament.id,))
    move = driving(g)
    if move is not None and move.vehicle == vehicle.id:
        move.shot_after = record(move).spent
    if broken:
        break_armament(g, vehicle, armament, for_good=once_more and original >= printed)


def break_armament(g: SkPlay, vehicle: Vehicle, armament: Weapon, *, for_good: bool) -> None:
    g.update_weapon(g.state.weapons[armament.id], malfunctioned=True)
    words = "is out of action" if for_good else "malfunctions"
    g.say(
        "malfunction",
        f"The {g.weapon_name(armament)} of {g.vehicle_name(vehicle)} {words}.",
        "SKF:6.8-d" if for_good else "SKF:6.12-a",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    if for_good:
        disable(g, vehicle, MA)


# -- flamethrowers -------------------------------------------------------------------------------------------------


@PART.answers(armed_otherwise)
def by_its_flamethrower(g: SkPlay, vehicle: Vehicle, target: str) -> Iterable[str]:
    if not g.vehicle_type(vehicle).ft or FT in (*vehicle.disabled, *vehicle.fired):
        return []
    return [FT] if ready_phase(g, vehicle) else []


@PART.answers(fired_otherwise)
def flame_fired(g: SkPlay, vehicle: Vehicle, gun: str, dice: tuple[int, ...]) -> None:
    """SKF:4.2-g: on its X# it is used up."""
    if gun == FT and sum(dice) >= FT_REMOVED_ON:
        disable(g, vehicle, FT)
        words = f"The flamethrower of {g.vehicle_name(vehicle)} is used up."
        g.say("weapon_lost", words, "SKF:4.2-g", side=vehicle.side, who=(vehicle.id,), at=vehicle.hex)

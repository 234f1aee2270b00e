"""Vehicles as targets of ordnance: their To Hit DRM (DAE:QRDC-thdrm), and what a hit on them sets going (SKF:7.9-a)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.ordnance.effect import (
    AIR_BURST_DRM,
    AIR_BURST_RULE,
    bursts_in_the_air,
    firepower,
)
from defilade.rules.sk.full.ordnance.resolution import effect_rolled, leave_residual
from defilade.rules.sk.full.ordnance.shots import (
    Gunshot,
    Hit,
    Occasion,
    area_hit,
    distance,
    exposed_targets,
    target_th_lines,
    the_ordnance,
    vehicle_hit,
    vehicle_targets,
)
from defilade.rules.sk.full.ordnance.to_hit import CASE_17, CASE_22, CASE_24, CASE_25
from defilade.rules.sk.full.ordnance_tables import ATT, ITT
from defilade.rules.sk.full.vehicle_charts import MG
from defilade.rules.sk.full.vehicles.area_results import area_attack, tem_lines
from defilade.rules.sk.full.vehicles.armor import struck_from
from defilade.rules.sk.full.vehicles.collateral import hit_on_crew
from defilade.rules.sk.full.vehicles.driving import driving, non_stopped
from defilade.rules.sk.full.vehicles.main_armament import mp_in_los, vehicle_of
from defilade.rules.sk.full.vehicles.to_kill import KillRoll
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import Vehicle

PART = Part()


class AreaRoll(Frame):
    """Vehicles in a hex hit on the ATT, or their CE crews on the ITT: the IFT DR, that of the Infantry hit
    with them where there is any."""

    shot: Gunshot
    vehicles: tuple[str, ...]
    dice: tuple[int, ...] = ()
    critical: bool = False


@PART.answers(vehicle_targets)
def vehicles_there(g: SkPlay, occasion: Occasion, hex: Hex) -> Iterable[str]:
    """Enemy vehicles in a hex; in the MPh of the enemy the one that moves."""
    enemy = g.enemy_of(occasion.side)
    found = [vehicle.id for vehicle in g.vehicles_in(hex) if vehicle.side == enemy and not vehicle.wreck]
    if occasion.phase != MPH or occasion.side == g.attacker:
        return found
    move = driving(g)
    return [vid for vid in found if move is not None and vid == move.vehicle]


@PART.answers(exposed_targets)
def crews_there(g: SkPlay, occasion: Occasion, hex: Hex) -> Iterable[str]:
    """SKF:3.2.4-c: fire on the ITT strikes CE crews."""
    return [vid for vid in vehicles_there(g, occasion, hex) if g.vehicle(vid).ce]


# -- To Hit DRM ----------------------------------------------------------------------------------------------------


@PART.modifies(target_th_lines, "DAE:QRDC-case17", step=CASE_17)
def cover(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    vehicle = g.state.vehicles.get(target)
    if vehicle is None or shot.type == ATT:
        return []
    return [msgspec.structs.replace(line, rule="DAE:QRDC-case17") for line in tem_lines(g, vehicle, shot.hex)]


@PART.modifies(target_th_lines, "SKF:7.3", step=CASE_22)
def size(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:7.3"""
    vehicle = g.state.vehicles.get(target)
    if vehicle is None:
        return []
    printed = g.vehicle_type(vehicle).size
    drm = kit_of(g).charts.size_drm[printed]
    return [Line(f"{printed} target", drm, "SKF:7.3")] if drm else []


def moving_drm(g: SkPlay, vehicle: Vehicle, hex: Hex) -> int:
    """DAE:QRDC-case24: what it is worth to move, seen from a hex: by the MP that it has spent in this player turn, and
    where it has spent none for being in Motion."""
    if vehicle.motion and not vehicle.mp_in:
        return 2
    mp = mp_in_los(g, vehicle, hex)
    if mp > 3:
        return 2
    return 3 if mp > 1 else 4


@PART.modifies(target_th_lines, "DAE:QRDC-case24", step=CASE_24)
def moving(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:3.3.2-c, SKF:3.3.2-r"""
    vehicle = g.state.vehicles.get(target)
    if vehicle is None or not vehicle.moving_target:
        return []
    return [Line("moving vehicle", moving_drm(g, vehicle, shot.hex), "DAE:QRDC-case24")]


@PART.modifies(target_th_lines, "DAE:QRDC-case25", step=CASE_25)
def close_and_stopped(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    vehicle = g.state.vehicles.get(target)
    if vehicle is None or vehicle.moving_target or non_stopped(g, vehicle):
        return []
    firer = vehicle_of(g, shot)
    if shot.type == ATT or the_ordnance(g, shot.weapon).latw or (firer is not None and non_stopped(g, firer)):
        return []
    near = distance(g, shot)
    return [Line(f"stopped vehicle at {near}", near - 3, "DAE:QRDC-case25")] if near in (1, 2) else []


# -- hits ------------------------------------------------------------------------------------------------------------


def gun_row(g: SkPlay, shot: Gunshot) -> str:
    """The row of the AP table: guns of some nations have their own."""
    firer = vehicle_of(g, shot)
    if firer is not None:
        return g.vehicle_type(firer).ma.gun
    kind = g.weapon_type(g.state.weapons[shot.weapon])
    gun = the_ordnance(g, shot.weapon)
    own = f"{gun.gun_type}-{kind.nationality}"
    known = {row.gun for row in kit_of(g).to_kill.armor_piercing}
    return own if own in known else gun.gun_type if gun.caliber else gun.type


@PART.answers(vehicle_hit)
def roll_to_kill(g: SkPlay, hit: Hit) -> None:
    """SKF:3.2.4-ae to SKF:3.2.4-ah say where, SKF:7.9-a by which table. SKF:3.3.5-c: a TK attempt leaves Residual FP as
    any hit does."""
    if g.vehicle(hit.vehicle).wreck:
        return
    g.push(kill_roll(g, hit))
    leave_residual(g, hit.shot, ())


def kill_roll(g: SkPlay, hit: Hit) -> KillRoll:
    """The TK DR that a hit leads to."""
    shot, vehicle = hit.shot, g.vehicle(hit.vehicle)
    struck = struck_from(g, vehicle, shot.hex, hit.dice)
    kind = g.weapon_type(g.state.weapons[shot.weapon])
    what = g.weapon_name(shot.weapon)
    if vehicle_of(g, shot) is not None:
        what = f"{g.vehicle_name(shot.firer)}'s {kind.name}"
    return KillRoll(
        vehicle.id,
        MG if kind.is_machine_gun else shot.ammo,
        what,
        gun=gun_row(g, shot),
        caliber=hit.caliber,
        distance=hit.distance,
        place=struck.place,
        facing=struck.facing,
        critical=hit.critical,
        number=hit.to_kill,
        dud_on=12 if the_ordnance(g, shot.weapon).type == "PF" else 0,
        fp=firepower(g, shot, critical=False)[1],
        side=shot.side,
    )


@PART.answers(area_hit)
def roll_for_area(
    g: SkPlay, shot: Gunshot, vehicles: tuple[str, ...], dice: tuple[int, ...], critical: bool
) -> None:
    g.push(AreaRoll(shot, vehicles, critical=critical))


@PART.answers(effect_rolled)
def same_dice(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    """SKF:7.11-a: one effects DR for all who were hit."""
    for frame in reversed(g.state.stack):
        if isinstance(frame, AreaRoll) and frame.shot == shot:
            frame.dice = dice


@PART.decisions(AreaRoll)
def ask_area_roll(g: SkPlay, frame: AreaRoll) -> Chance | None:
    if frame.dice:
        return None
    return Chance(
        f"Effect of the hit on {g.names(frame.vehicles)}: DR on the IFT.",
        dice=2,
        side=frame.shot.side,
        rules=("SKF:7.11-a",),
        about=frame.vehicles,
    )


@ask_area_roll
def take_area_roll(g: SkPlay, frame: AreaRoll, answer: Action | Outcome | None) -> None:
    g.pop()
    dice = answer.dice if isinstance(answer, Outcome) else frame.dice
    critical = frame.critical and frame.shot.type == ITT
    fp = firepower(g, frame.shot, critical=critical)[1]
    what = g.weapon_name(frame.shot.weapon)
    for vid in frame.vehicles:
        vehicle = g.vehicle(vid)
        if vehicle.wreck:
            continue
        if frame.shot.type == ITT:
            hit_on_crew(g, vehicle, fp, dice, what)
        else:
            crew = air_burst_lines(g, frame.shot, vehicle)
            area_attack(g, vehicle, fp, dice, what, seen_from(g, frame.shot), crew)


def seen_from(g: SkPlay, shot: Gunshot) -> str:
    """The hex from which a shell comes straight: height is no help against mortars (SKF:1.1.1-az)."""
    return "" if the_ordnance(g, shot.weapon).mortar else shot.hex


def air_burst_lines(g: SkPlay, shot: Gunshot, vehicle: Vehicle) -> list[Line]:
    """SKF:1.1.1-t: a mortar shell that bursts in the trees above a CE crew."""
    if not bursts_in_the_air(g, shot, vehicle.hex):
        return []
    return [Line("Air Bursts", AIR_BURST_DRM, AIR_BURST_RULE)]

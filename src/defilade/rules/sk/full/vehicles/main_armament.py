"""The main armament of vehicles (SKF:7.2): fired by the procedure of ordnance, and what vehicles bring to it as firers.

The armament is a weapon whose owner is the vehicle; where it points is the vehicle's TCA, or its VCA where it has no
turret.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import los, terrain
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.firers import ADVANCING, FINAL_FIRE, FIRST_FIRE, PREP_FIRE
from defilade.rules.sk.first_fire import note_attackers, shots_refusal
from defilade.rules.sk.full.ordnance import acquisition
from defilade.rules.sk.full.ordnance.aiming import Aiming, target_hexes
from defilade.rules.sk.full.ordnance.intensive_fire import MARKED_FINAL, ONLY_NEAR, is_near_enemy
from defilade.rules.sk.full.ordnance.resolution import dice_lines
from defilade.rules.sk.full.ordnance.shots import (
    FIXED,
    FULL,
    INTENSIVE,
    SLOW,
    Firer,
    Gunshot,
    Occasion,
    breakdown_at,
    firer_bar,
    firer_lines,
    has_fired,
    other_firers,
    other_mode,
    shot_bar,
    the_ordnance,
    turned_to,
    weapon_lost,
)
from defilade.rules.sk.full.ordnance.shots import distance as range_of
from defilade.rules.sk.full.ordnance.target_types import came_from, may_see
from defilade.rules.sk.full.ordnance.to_hit import CASE_13, CASE_14, CASE_15, CASE_16
from defilade.rules.sk.full.ordnance_tables import ATT, ITT
from defilade.rules.sk.full.vehicles.driving import (
    DRIVE_VERBS,
    DriveVerb,
    Driving,
    driving,
    non_stopped,
    record,
    vehicle_turned,
)
from defilade.rules.sk.full.vehicles.shock import disable
from defilade.rules.sk.full.vehicles.vehicular_mg import fire_turn, is_stuck, note_fired
from defilade.rules.sk.state import AFPH, DFPH, MPH, PFPH, SkPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import FINAL, FIRST, PREP, Weapon
from defilade.tactics.vehicles import (
    BOUNDING,
    MA,
    NO_TURRET,
    ONE_MAN_TURRET,
    RESTRICTED_TURRET,
    TURRET,
    Vehicle,
)

PART = Part()

BOUND = "bound"
ALWAYS = 12
"""The DR on which every MA malfunctions."""
BOUNDING_MODE = "bounding"
"""The mode of a shot in the vehicle's own MPh."""

NOT_FIT = Refusal("a Shocked or Stunned vehicle does not fire", "SKF:7.10-d")
IN_MOTION = Refusal("a vehicle in Motion does not Prep Fire", "SKF:3.2.5-b")
CE_BARS = Refusal("with such a turret it fires its MA only while BU", "SKF:7.2-a")
FIRED_EARLIER = Refusal("it has fired in an earlier phase", "SKF:3.3.2.2-f")
NO_RATE_LEFT = Refusal("it has fired and kept no ROF", "SKF:1.2.4.1-a")
TURNS_WITH_MP = Refusal("in its own MPh it turns with its MP", "SKF:3.3.2.2-b")
NO_AREA = Refusal(
    "neither Bounding First Fire nor a vehicle in Motion uses the Area Target Type", "SKF:3.2.4-f"
)
STUCK = Refusal("it cannot turn its VCA here", "SKF:2.0-m")
ONE_HEX = Refusal("all its weapons fire from the hex of the first shot of its MA", "SKF:3.3.2.2-c")
GO_HOME = Refusal("a Recalled AFV leaves as fast as it can", "SKF:7.10-m")
OWN_HEX = Refusal("its own hex is not in the VCA of a vehicle that cannot move", "SKF:3.2.4-u")
ANOTHER_MP = Refusal("it fires again after another MP", "SKF:3.3.2.2-c")


def vehicle_of(g: SkPlay, shot: Gunshot) -> Vehicle | None:
    """The vehicle that fires; None for all other ordnance."""
    return g.state.vehicles.get(shot.firer)


def facing_of(g: SkPlay, vehicle: Vehicle) -> int:
    return vehicle.tca if g.vehicle_type(vehicle).turreted else vehicle.vca


def mount_of(g: SkPlay, vehicle: Vehicle) -> str:
    """SKF:7.2-a: how its armament turns."""
    turret = g.vehicle_type(vehicle).turret
    if turret == NO_TURRET:
        return FIXED
    return FULL if turret == TURRET else SLOW


def firer_of(g: SkPlay, vehicle: Vehicle, gun: Weapon) -> Firer:
    return Firer(vehicle.id, gun.id, vehicle.hex, facing_of(g, vehicle), mount_of(g, vehicle))


# -- who may fire, and when ------------------------------------------------------------------------------------


@PART.answers(other_firers)
def armaments(g: SkPlay, occasion: Occasion) -> Iterable[Firer]:
    found = []
    for vehicle in g.state.vehicles.values():
        if vehicle.side != occasion.side or vehicle.wreck or not vehicle.hex:
            continue
        if occasion.target and may_see(g, vehicle.hex, occasion.target) is not None:
            continue
        gun = g.armament_of(vehicle)
        if gun is not None and standing_refusal(g, vehicle, gun) is None:
            found.append(firer_of(g, vehicle, gun))
    return found


def standing_refusal(g: SkPlay, vehicle: Vehicle, gun: Weapon) -> Refusal | None:
    """Why a vehicle's armament cannot fire at all now."""
    if not vehicle.good_order:
        return NOT_FIT
    if gun.malfunctioned or MA in vehicle.disabled:
        return Refusal("its MA has malfunctioned", "SKF:7.2-b")
    if vehicle.ce and g.vehicle_type(vehicle).turret in (RESTRICTED_TURRET, ONE_MAN_TURRET):
        return CE_BARS
    return None


@PART.answers(firer_bar)
def own_move_only(g: SkPlay, firer: Firer, occasion: Occasion) -> Refusal | None:
    """In its side's MPh only the vehicle that moves fires."""
    vehicle = g.state.vehicles.get(firer.id)
    if vehicle is None or occasion.phase != MPH or vehicle.side != g.attacker:
        return None
    move = driving(g)
    return None if move is not None and move.vehicle == vehicle.id else FIRED_EARLIER


@PART.answers(other_mode)
def mode(g: SkPlay, firer: Firer, occasion: Occasion, target: str) -> str | Refusal | None:
    """First shots, ROF shots, Intensive Fire (SKF:3.2.4-v); SKF:3.3.2.2-f, SKF:3.5-e for the MPh and the AFPh."""
    vehicle = g.state.vehicles.get(firer.id)
    if vehicle is None:
        return None
    gun, now = g.state.weapons[firer.weapon], fire_turn(g, vehicle)
    if vehicle.swung == g.state.phase:
        return FIRED_EARLIER
    if now == PFPH and vehicle.motion:
        return IN_MOTION
    if vehicle.fire == PREP and now != PFPH:
        return FIRED_EARLIER
    if vehicle.fired_in and vehicle.fired_in != now:
        only_ma = now == AFPH and vehicle.fired_in == MPH and vehicle.fired == (MA,) and not gun.fire
        if not only_ma:
            return FIRED_EARLIER
    if now == PFPH and vehicle.recalled and vehicle.mobile:
        return GO_HOME
    if now == MPH:
        if vehicle.fired_at not in ("", vehicle.hex) and MA not in vehicle.fired:
            return ONE_HEX
        if gun.fire:
            return NO_RATE_LEFT
        move = driving(g)
        return BOUNDING_MODE if move is not None and record(move).spent > move.shot_after else ANOTHER_MP
    if occasion.phase == MPH:
        again = shots_refusal(g, gun.id, target, occasion.targets)  # SKF:3.3.3-p
        if again is not None:
            return again
    if not gun.fire:
        window = g.state.phase
        return {PFPH: PREP_FIRE, DFPH: FIRST_FIRE if window == MPH else FINAL_FIRE}.get(now, ADVANCING)
    if now == AFPH or gun.intensive or the_ordnance(g, gun).no_intensive_fire:
        return NO_RATE_LEFT
    if g.state.phase == DFPH:
        if gun.fire == FINAL:
            return MARKED_FINAL
        if not is_near_enemy(g, vehicle.hex, vehicle.side, target):
            return ONLY_NEAR
    return INTENSIVE


@PART.answers(shot_bar)
def turning_bar(g: SkPlay, shot: Gunshot) -> Refusal | None:
    """SKF:3.3.2-f: it turns as it fires, but in its own MPh with its MP (SKF:3.3.2.2-b); the hull not where it might
    bog."""
    vehicle = vehicle_of(g, shot)
    if vehicle is None:
        return None
    enemy = g.enemy_of(vehicle.side)
    if shot.target != vehicle.hex and (
        g.has_side(vehicle.hex, enemy) or g.tank_of(vehicle.hex, enemy) is not None
    ):
        return Refusal("an enemy in its own hex comes first", "SKF:3.8-ae")
    if shot.type == ATT and (shot.mode == BOUNDING_MODE or non_stopped(g, vehicle)):
        return NO_AREA
    if shot.target == vehicle.hex and shot.mount == FIXED and is_stuck(vehicle):
        if not came_from(g, vehicle.hex, vehicle.id):
            return OWN_HEX
    if not shot.turns:
        return None
    if shot.mode == BOUNDING_MODE:
        return TURNS_WITH_MP
    if shot.mount == FIXED and (not vehicle.mobile or terrain.is_cover(g, vehicle.hex)):
        return STUCK
    return None


# -- what a shot does to the firer -------------------------------------------------------------------------------


@PART.answers(turned_to)
def turn(g: SkPlay, shot: Gunshot) -> None:
    vehicle = vehicle_of(g, shot)
    if vehicle is None or not shot.turns:
        return
    if shot.mount == FIXED:
        g.update_vehicle(vehicle, vca=shot.facing, tca=(vehicle.tca + shot.facing - vehicle.vca) % 6)
    else:
        g.update_vehicle(vehicle, tca=shot.facing)


@PART.answers(vehicle_turned)
def off_its_target(g: SkPlay, vehicle: Vehicle) -> None:
    """SKF:6.10-b: who leaves its hex or turns without firing has nothing acquired any more."""
    gun = g.armament_of(vehicle)
    if gun is not None:
        acquisition.lose(g, gun, "SKF:6.10-b")


@PART.answers(has_fired)
def mark(g: SkPlay, shot: Gunshot, dice: tuple[int, ...], keeps_rate: bool) -> None:
    vehicle = vehicle_of(g, shot)
    if vehicle is None:
        return
    gun = g.state.weapons[shot.weapon]
    now = fire_turn(g, vehicle)
    note_fired(g, vehicle, (MA,))
    run_low(g, g.vehicle(vehicle.id), sum(dice))
    if not keeps_rate or now == AFPH:
        # SKF:3.2.4-x: where turning lowers the ROF, a MA without a printed one has done with firing
        no_rate = shot.mount == FIXED and not g.weapon_type(gun).rof
        spent = shot.mode == INTENSIVE or (bool(shot.turns) and no_rate)
        g.update_weapon(gun, fire=marker_of(g, vehicle), intensive=gun.intensive or spent)
    if g.state.phase == MPH and vehicle.side == g.defender:
        note_attackers(g, (gun.id,))
    move = driving(g)
    if move is not None and move.vehicle == vehicle.id:
        move.shot_after = record(move).spent


def marker_of(g: SkPlay, vehicle: Vehicle) -> str:
    """The marker of an armament that has fired and kept no ROF."""
    markers = {PFPH: PREP, MPH: BOUNDING, DFPH: FIRST if g.state.phase == MPH else FINAL}
    return markers.get(fire_turn(g, vehicle), ADVANCING)


def run_low(g: SkPlay, vehicle: Vehicle, original: int) -> None:
    """SKF:7.2.1: a circled B#: below 12 it brings Low Ammo first; with Low Ammo it disables the MA."""
    ma = g.vehicle_type(vehicle).ma
    if not ma.circled or original < ma.breakdown:
        return
    if vehicle.low_ammo:
        g.say(
            "disabled",
            f"The MA of {g.vehicle_name(vehicle)} is out of action.",
            "SKF:7.2.1",
            who=(vehicle.id,),
        )
        gun = g.armament_of(vehicle)
        if gun is not None:
            g.update_weapon(gun, malfunctioned=True)
        disable(g, vehicle, MA)
    elif original < ALWAYS:
        g.update_vehicle(vehicle, low_ammo=True)
        g.say(
            "low_ammo",
            f"{g.vehicle_name(vehicle)} has Low Ammo.",
            "SKF:7.2.1",
            who=(vehicle.id,),
            at=vehicle.hex,
        )


@PART.answers(breakdown_at)
def circled(g: SkPlay, number: int, shot: Gunshot) -> int:
    """SKF:7.2.1: the MA malfunctions on 12; with Low Ammo its B# is one less than the circled one."""
    vehicle = vehicle_of(g, shot)
    if vehicle is None or not g.vehicle_type(vehicle).ma.circled:
        return number
    printed = g.vehicle_type(vehicle).ma.breakdown
    return number - 1 if vehicle.low_ammo else number + ALWAYS - printed


@PART.answers(weapon_lost)
def lost_for_good(g: SkPlay, shot: Gunshot) -> None:
    """SKF:7.10-n"""
    vehicle = vehicle_of(g, shot)
    if vehicle is None:
        return
    gun = g.state.weapons.get(shot.weapon)
    if gun is not None:
        g.update_weapon(gun, malfunctioned=True)
    disable(g, vehicle, MA)


# -- To Hit DRM of vehicles that fire ------------------------------------------------------------------------------


@PART.modifies(firer_lines, "DAE:QRDC-case13", step=CASE_13)
def buttoned_up(g: SkPlay, shot: Gunshot) -> list[Line]:
    """SKF:7.7-c"""
    vehicle = vehicle_of(g, shot)
    return [Line("BU", 1, "DAE:QRDC-case13")] if vehicle is not None and not vehicle.ce else []


def mp_in_los(g: SkPlay, vehicle: Vehicle, hex: Hex) -> float:
    """MP that a vehicle has spent in this player turn in hexes that see another."""
    return sum(mp for place, mp in vehicle.mp_in if place == hex or los.hindrance(g, place, hex) >= 0)


def bounding_drm(mp: float, mount: str) -> int:
    """DAE:QRDC-case14

    >>> [bounding_drm(mp, "full") for mp in (4, 3, 2.5, 2, 1)], bounding_drm(4, "fixed")
    ([4, 5, 5, 6, 6], 5)
    """
    base = 4 if mp > 3 else 5 if mp > 2 else 6
    return base + (1 if mount == FIXED else 0)


@PART.modifies(firer_lines, "DAE:QRDC-case14", "DAE:QRDC-case01", step=CASE_14)
def bounding(g: SkPlay, shot: Gunshot) -> list[Line]:
    """SKF:3.3.2.2-b: by the MP spent in the target's LOS; in the AFPh as after more than three (SKF:3.5-e). Who has not
    moved has the ordinary penalty of the AFPh."""
    vehicle = vehicle_of(g, shot)
    if vehicle is None:
        return []
    if shot.mode == BOUNDING_MODE:
        value = bounding_drm(mp_in_los(g, vehicle, shot.target), shot.mount)
        return [Line("Bounding First Fire", value, "DAE:QRDC-case14")]
    if shot.phase != AFPH:
        return []
    if vehicle.changed_hex or non_stopped(g, vehicle):
        return [Line("Bounding Fire", bounding_drm(4, shot.mount), "DAE:QRDC-case14")]
    return [Line("fire in the AFPh", 3 if terrain.is_building(g, vehicle.hex) else 2, "DAE:QRDC-case01")]


@PART.modifies(firer_lines, "DAE:QRDC-case15", step=CASE_15)
def stunned(g: SkPlay, shot: Gunshot) -> list[Line]:
    vehicle = vehicle_of(g, shot)
    return [Line("stunned before", 1, "DAE:QRDC-case15")] if vehicle is not None and vehicle.stunned else []


@PART.modifies(firer_lines, "DAE:QRDC-case14", "DAE:QRDC-case16", step=CASE_16)
def motion_fire(g: SkPlay, shot: Gunshot) -> list[Line]:
    """A Non-Stopped firer: Case 14 also outside its own turn, and on the ITT more at close range; the lower die counts
    twice (see `lower_die_again`)."""
    vehicle = vehicle_of(g, shot)
    if vehicle is None or not non_stopped(g, vehicle):
        return []
    lines = []
    if shot.mode != BOUNDING_MODE and shot.phase != AFPH:
        lines.append(Line("Motion Fire", bounding_drm(4, shot.mount), "DAE:QRDC-case14"))
    near = range_of(g, shot)
    if shot.type == ITT and near in (1, 2):
        lines.append(
            Line(f"Motion Fire at {near} hex{'es' if near > 1 else ''}", 3 - near, "DAE:QRDC-case16")
        )
    return lines


@PART.modifies(dice_lines, "DAE:QRDC-case16")
def lower_die_again(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> list[Line]:
    """A Non-Stopped firer counts the lower die twice."""
    vehicle = vehicle_of(g, shot)
    if vehicle is None or not non_stopped(g, vehicle):
        return []
    return [Line("Motion Fire: the lower die again", min(dice), "DAE:QRDC-case16")]


# -- Bounding First Fire ----------------------------------------------------------------------------------


def bound_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    """SKF:3.3.2.2-a: hexes at which the MA may fire now."""
    if not frame.begun or not vehicle.hex:
        return []
    gun = g.armament_of(vehicle)
    if gun is None or standing_refusal(g, vehicle, gun) is not None:
        return []
    firer = firer_of(g, vehicle, gun)
    if isinstance(mode(g, firer, Occasion(MPH, vehicle.side), vehicle.hex), Refusal):
        return []  # in its own MPh that is so whatever the target
    enemy = g.enemy_of(vehicle.side)
    hexes = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
    hexes += [
        v.hex for v in g.state.vehicles.values() if v.side == enemy and not v.wreck and v.hex not in hexes
    ]
    return [
        Action(BOUND, (vehicle.id,), hex)
        for hex in dict.fromkeys(hexes)
        if hex and target_hexes(g, firer, bounding_occasion(g, vehicle, hex))
    ]


def bounding_occasion(g: SkPlay, vehicle: Vehicle, hex: Hex) -> Occasion:
    return Occasion(MPH, vehicle.side, hex, everybody_in(g, hex, g.enemy_of(vehicle.side)))


def bound(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    gun = g.armament_of(vehicle)
    assert gun is not None
    occasion = bounding_occasion(g, vehicle, action.at)
    g.push(Aiming(MPH, vehicle.side, vehicle.id, gun.id, action.at, occasion.targets))


PART.adds(
    DRIVE_VERBS,
    DriveVerb(BOUND, 68, bound_options, bound, lambda g, f, v, a: ANOTHER_MP if f.begun else NO_RATE_LEFT),
)

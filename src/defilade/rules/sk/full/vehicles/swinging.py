"""Turning at the end of a fire phase (SKF:3.3.2-g): at no cost, for who could still fire.

It is asked for among the attacks of the phase; who turns so has done with firing in it, which is what the end of the
phase comes to.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.full.ordnance.shots import INTENSIVE, Occasion
from defilade.rules.sk.full.vehicles.driving import vehicle_turned
from defilade.rules.sk.full.vehicles.main_armament import firer_of, mode, standing_refusal
from defilade.rules.sk.full.vehicles.vehicular_mg import ready
from defilade.rules.sk.prep_fire import fire_begins, fire_options
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.names import Side
from defilade.tactics.vehicles import BMG, CMG, RMG, Vehicle

PART = Part()

SWING, PIVOT = "swing", "pivot"


def ma_could_fire(g: SkPlay, vehicle: Vehicle, phase: str) -> bool:
    """Whether the MA could still fire without Intensive Fire."""
    gun = g.armament_of(vehicle)
    if gun is None or standing_refusal(g, vehicle, gun) is not None:
        return False
    found = mode(g, firer_of(g, vehicle, gun), Occasion(phase, vehicle.side), vehicle.hex)
    return isinstance(found, str) and found != INTENSIVE


def may_swing(g: SkPlay, vehicle: Vehicle, phase: str) -> bool:
    """A turret weapon could fire."""
    if not g.vehicle_type(vehicle).turreted or vehicle.swung == g.state.phase:
        return False
    return ma_could_fire(g, vehicle, phase) or any(gun in (CMG, RMG) for gun in ready(g, vehicle))


def may_pivot(g: SkPlay, vehicle: Vehicle, phase: str) -> bool:
    """A bow or turret weapon could fire, and the hull can turn: where it might bog it does not."""
    if (
        not vehicle.mobile
        or vehicle.motion
        or terrain.is_cover(g, vehicle.hex)
        or vehicle.swung == g.state.phase
    ):
        return False
    return ma_could_fire(g, vehicle, phase) or any(gun in (BMG, CMG, RMG) for gun in ready(g, vehicle))


@PART.answers(fire_options)
def turns(g: SkPlay, phase: str, side: Side) -> Iterable[Action]:
    found = []
    for vehicle in g.state.vehicles.values():
        if vehicle.side != side or not vehicle.hex or not vehicle.good_order:
            continue
        for verb, may, now in ((SWING, may_swing, vehicle.tca), (PIVOT, may_pivot, vehicle.vca)):
            if may(g, vehicle, phase):
                found += [
                    Action(verb, (vehicle.id,), "", str(facing)) for facing in arcs.FACINGS if facing != now
                ]
    return found


@PART.answers(fire_begins)
def turn(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    if action.verb not in (SWING, PIVOT):
        return False
    vehicle, facing = g.vehicle(action.who[0]), int(action.how)
    if action.verb == SWING:
        vehicle = g.update_vehicle(vehicle, tca=facing, swung=g.state.phase)
    else:
        tca = (vehicle.tca + facing - vehicle.vca) % 6
        vehicle = g.update_vehicle(vehicle, vca=facing, tca=tca, swung=g.state.phase)
    vehicle_turned(g, vehicle)
    g.say(
        "turn",
        f"{g.vehicle_name(vehicle)} turns {'its turret ' if action.verb == SWING else ''}{arcs.FACING_NAMES[facing]} "
        "as the phase ends.",
        "SKF:3.3.2-g",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return True

"""Destroyed vehicles (SKF:2.0-ac, SKF:7.4): a wreck stays where the vehicle stood."""

from __future__ import annotations

from defilade.kernel.composition import told
from defilade.rules.sk.full.vehicles.driving import driving
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import Vehicle


@told
def vehicle_lost(g: SkPlay, vehicle: Vehicle) -> None:
    """A vehicle has become a wreck."""


def destroy(g: SkPlay, vehicle: Vehicle, why: str, *rules: str) -> Vehicle:
    """The one way in which a vehicle is lost. Infantry in its hex is unharmed (SKF:7.4-e)."""
    g.say(
        "wreck",
        f"{g.vehicle_name(vehicle)} {why} and is a wreck.",
        "SKF:2.0-ac",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    gun = g.armament_of(vehicle)
    if gun is not None:
        g.remove_weapon(gun)
    wreck = g.update_vehicle(
        vehicle,
        wreck=True,
        ce=False,
        motion=False,
        began_in_motion=False,
        shock="",
        stun="",
        bogged=False,
        mired=False,
        recalled=False,
        fire="",
    )
    stop_moving(g, wreck)
    vehicle_lost(g, wreck)
    return wreck


def stop_moving(g: SkPlay, vehicle: Vehicle) -> None:
    """Whatever stopped it, its move is over and it stands (SKF:7.10-o)."""
    move = driving(g)
    if move is not None and move.vehicle == vehicle.id:
        move.running, move.over = False, True

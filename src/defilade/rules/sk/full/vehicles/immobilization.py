"""Immobilization (SKF:7.10-g, SKF:2.0-m, SKF:7.10-o)."""

from __future__ import annotations

from defilade.rules.sk.full.vehicles.driving import driving
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import Vehicle


def immobilize(g: SkPlay, vehicle: Vehicle, *rules: str) -> Vehicle:
    """It neither leaves its hex nor turns its VCA nor starts any more (SKF:2.0-m), and it has stopped: it is no longer
    in Motion (SKF:7.10-o). Its MPh goes on: it may Delay and fire."""
    vehicle = g.update_vehicle(vehicle, immobilized=True, motion=False)
    move = driving(g)
    if move is not None and move.vehicle == vehicle.id:
        move.running = False
    g.say(
        "immobilized",
        f"{g.vehicle_name(vehicle)} is Immobilized.",
        "SKF:2.0-m",
        "SKF:7.10-o",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return vehicle

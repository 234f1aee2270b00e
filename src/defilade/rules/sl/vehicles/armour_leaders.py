"""Armour leaders (SL:3.3): they lead their own AFV and its crew, and nobody knows where they are until they do."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import change


def leader_line(g: SlPlay, vehicle: Vehicle) -> Line | None:
    """SL:3.3.6-a: his modifier, once in a fire phase (SL:3.3-q1), hatches shut or open (SL:3.3-q3)."""
    if not vehicle.leader or not vehicle.manned or vehicle.leader_used == moment(g):
        return None
    counter = g.counters[vehicle.leader]
    return (
        Line(f"armour leader {counter.name}", counter.leadership, "SL:3.3.6-a")
        if counter.leadership
        else None
    )


def moment(g: SlPlay) -> str:
    return f"{g.state.turn} {g.attacker} {g.state.phase}"


def used(g: SlPlay, vehicle: Vehicle) -> Vehicle:
    """SL:3.3.2-a: when his modifier is used his counter comes onto the board."""
    if not vehicle.leader_shown:
        g.say(
            "armour_leader",
            f"{g.counters[vehicle.leader].name} leads {g.piece_name(vehicle.id)}.",
            "SL:3.3.2-a",
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
        )
    return change(g, vehicle, leader_shown=True, leader_used=moment(g))

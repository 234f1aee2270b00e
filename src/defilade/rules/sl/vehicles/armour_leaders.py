"""Armour leaders (SL:3.3): they lead their own AFV and its crew, and nobody knows where they are until they do."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import change
from defilade.tactics.names import Side
from defilade.tactics.secrets import conceal

PART = Part()


@PART.answers(conceal)
def nobody_knows(g: SlPlay, side: Side) -> None:
    """SL:3.3.2-a: a plain CE counter hides him until he is needed; once on foot he is one of the crew (SL:3.3.4)."""
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.leader and vehicle.side != side and not vehicle.leader_shown:
            change(g, vehicle, leader="", leader_used="")
    units = g.state.units
    g.state.dismounted = {
        uid: leader for uid, leader in g.state.dismounted.items() if uid in units and units[uid].side == side
    }


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

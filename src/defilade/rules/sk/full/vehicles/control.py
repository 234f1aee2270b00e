"""Control by vehicles (SKF:2.0-h): of their own hex, and for as long as they stand there."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.state import SkPlay
from defilade.tactics.control import held_for_now
from defilade.tactics.names import Hex

PART = Part()


@PART.answers(held_for_now)
def by_a_vehicle(g: SkPlay, hex: Hex) -> str | None:
    """SKF:2.0-h: while no Good Order enemy is in the hex; nothing is written down, so that it ends at once."""
    for vehicle in g.vehicles_in(hex):
        if vehicle.wreck:
            continue
        enemy = g.enemy_of(vehicle.side)
        tank = g.tank_of(hex, enemy)
        if any(unit.good_order for unit in g.side_in(hex, enemy)) or (tank is not None and tank.good_order):
            continue
        return vehicle.side
    return None

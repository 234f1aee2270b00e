"""Recalled vehicles go home (SKF:7.10-m): over a friendly edge, by the shortest way, as fast as they can."""

from __future__ import annotations

from heapq import heappop, heappush

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.vehicles.movement import driving_bar, home_hexes, ways_in
from defilade.rules.sk.movement import must_still_move
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import Vehicle

PART = Part()

NOT_HOME = Refusal("a Recalled AFV goes the shortest way to a friendly edge", "SKF:7.10-m")


def way_home(g: SkPlay, vehicle: Vehicle) -> dict[str, float]:
    """MP from each hex to the nearest friendly edge, turns apart."""
    found: dict[str, float] = {}
    queue: list[tuple[float, str]] = [(0.0, hex) for hex in sorted(home_hexes(g, vehicle.side))]
    while queue:
        cost, hex = heappop(queue)
        if hex in found:
            continue
        found[hex] = cost
        for near in g.map.adjacent[hex]:
            ways = ways_in(g, vehicle, near, hex)
            if near not in found and ways:
                heappush(queue, (cost + min(way.cost for way in ways), near))
    return found


@PART.answers(driving_bar)
def homeward(g: SkPlay, vehicle: Vehicle, origin: str, hex: str) -> Refusal | None:
    if not vehicle.recalled or not origin or not hex:
        return None
    way = way_home(g, vehicle)
    return None if way.get(hex, 1e9) < way.get(origin, 1e9) else NOT_HOME


@PART.answers(must_still_move)
def recall_obliges(g: SkPlay) -> bool:
    return any(
        vehicle.recalled
        and vehicle.side == g.attacker
        and vehicle.hex
        and vehicle.mobile
        and not vehicle.moved
        for vehicle in g.state.vehicles.values()
    )

"""Recalled vehicles go home (SKF:7.10-m): over a friendly edge, by the shortest way, as fast as they can."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple
from weakref import WeakKeyDictionary

from defilade.hexgrid import GameMap
from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.vehicle_charts import ALL
from defilade.rules.sk.full.vehicles.movement import driving_bar
from defilade.rules.sk.full.vehicles.ways import bare_ways_in, home_hexes, in_the_way, on_road
from defilade.rules.sk.movement import must_still_move
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import Vehicle

PART = Part()

NOT_HOME = Refusal("a Recalled AFV goes the shortest way to a friendly edge", "SKF:7.10-m")
MANY = 64
"""So many situations are remembered for a map."""


class Step(NamedTuple):
    """A step out of a hex next to another into that one, by terrain alone."""

    near: str
    cost: float
    road: bool
    whole: float
    """What it costs at most: all the MP, where they buy the hex whatever is in it."""


Steps = dict[str, tuple[Step, ...]]
Key = tuple[object, ...]

_STEPS: WeakKeyDictionary[GameMap, dict[Key, Steps]] = WeakKeyDictionary()
_WAYS: WeakKeyDictionary[GameMap, dict[Key, dict[str, float]]] = WeakKeyDictionary()


def steps_into(g: SkPlay, vehicle: Vehicle) -> Steps:
    """For each hex the steps into it; worked out once for a map and a kind of vehicle."""
    found = _STEPS.setdefault(g.map, {})
    key = (vehicle.type, vehicle.ce, g.scenario.grain_in_season)
    if key not in found:
        found[key] = {hex: tuple(_steps_into(g, vehicle, hex)) for hex in g.map.adjacent}
    return found[key]


def _steps_into(g: SkPlay, vehicle: Vehicle, hex: Hex) -> list[Step]:
    steps = []
    for near in g.map.adjacent[hex]:
        road = on_road(g, near, hex)
        ways = bare_ways_in(g, vehicle, near, hex, road)
        if ways:
            whole = min((way.cost for way in ways if way.how == ALL), default=float("inf"))
            steps.append(Step(near, min(way.cost for way in ways), road, whole))
    return steps


def way_home(g: SkPlay, vehicle: Vehicle) -> dict[str, float]:
    """MP from each hex to the nearest friendly edge, turns apart, with all that lies in the way now."""
    others = sorted(other.hex for other in g.state.vehicles.values() if other.hex and other.id != vehicle.id)
    smoke = sorted(g.state.smoke)
    key = (g.scenario.id, vehicle.side, vehicle.type, vehicle.ce, tuple(others), tuple(smoke))
    known = _WAYS.setdefault(g.map, {})
    if key not in known:
        if len(known) >= MANY:
            known.clear()
        known[key] = _way_home(g, vehicle, {*others, *smoke})
    return known[key]


def _way_home(g: SkPlay, vehicle: Vehicle, taken: set[str]) -> dict[str, float]:
    steps = steps_into(g, vehicle)
    found: dict[str, float] = {}
    queue: list[tuple[float, str]] = [(0.0, hex) for hex in sorted(home_hexes(g, vehicle.side))]
    while queue:
        cost, hex = heappop(queue)
        if hex in found:
            continue
        found[hex] = cost
        for step in steps.get(hex, ()):
            if step.near in found:
                continue
            paid = step.cost
            if hex in taken:
                paid = min(paid + in_the_way(g, vehicle, hex, step.road)[0], step.whole)
            heappush(queue, (cost + paid, step.near))
    return found


@PART.answers(driving_bar)
def homeward(g: SkPlay, vehicle: Vehicle, origin: str, hex: Hex) -> Refusal | None:
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

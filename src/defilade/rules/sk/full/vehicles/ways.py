"""What hexes cost a vehicle in MP (SKF:1.1.1, SKF:3.3.2-k), and the edges over which a side goes home (SKF:7.10-m)."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from defilade.hexgrid import GameMap
from defilade.rules.sk import terrain
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicle_charts import ALL, HALF, NONE
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.vehicles import Vehicle


class Way(NamedTuple):
    """A way into a hex: how it is called in an action, its MP, whether it takes a Bog Check, and by which rules."""

    how: str
    cost: float
    bog: bool
    rules: tuple[str, ...]
    road: bool = False


def terrain_name(g: SkPlay, hex: Hex) -> str:
    """The terrain of a hex in its season (SK1:1.1.2-n)."""
    name = g.map.terrain[hex]
    if name == terrain.GRAIN and not g.scenario.grain_in_season:
        return g.library.tables.terrain.grain_season.out_of_season
    return name


def half(mp: int) -> float:
    return mp / 2


def on_road(g: SkPlay, origin: str, hex: Hex) -> bool:
    """SKF:1.1.1-m, SKF:1.1.1-y: a road hexside is always used as one, though not into the house at its end."""
    return terrain.crosses_road(g, origin, hex) and not terrain.is_building(g, hex)


def ways_in(g: SkPlay, vehicle: Vehicle, origin: str, hex: Hex) -> list[Way]:
    """DAE:QRDC-terrain: the ways into an adjacent hex (from off the map: `origin` is empty), dear or cheap; none where
    it is barred."""
    road = on_road(g, origin, hex)
    ways = bare_ways_in(g, vehicle, origin, hex, road)
    more, rules = in_the_way(g, vehicle, hex, road)
    if not more:
        return ways
    return [
        way if way.how == ALL else way._replace(cost=way.cost + more, rules=(*way.rules, *rules))
        for way in ways
    ]


def bare_ways_in(g: SkPlay, vehicle: Vehicle, origin: str, hex: Hex, road: bool) -> list[Way]:
    """The same by terrain alone, whatever is in the hex."""
    charts = kit_of(g).charts
    kind = g.vehicle_type(vehicle)
    more, rules = climb(g, origin, hex, road)
    if road:
        rate = charts.road.ce if vehicle.ce else charts.road.bu
        return [
            Way("", rate + more, False, ("SKF:1.1.1-m", *rules), road=True),
            Way(ALL, float(kind.mp), False, ("SKF:3.3.2-t",), road=True),
        ]
    name = terrain_name(g, hex)
    cost = charts.mp[kind.movement].get(name, 1)
    if cost == NONE:
        return []
    if cost == ALL:
        return [Way(ALL, float(kind.mp), True, ("SKF:1.1.1-p", "SKF:1.1.1-r", *rules))]
    if cost == HALF:
        in_building = terrain.is_building(g, hex)
        rule = "SKF:1.1.1-i" if in_building else "SKF:1.1.1-q"
        found = [Way(HALF, half(kind.mp) + more, True, (rule, *rules))]
        if not in_building:
            found.append(Way(ALL, float(kind.mp), True, (rule, *rules)))
        return found
    assert not isinstance(cost, str)
    return [
        Way("", float(cost) + more, False, (COST_RULES.get(name, "SKF:1.1.1-d"), *rules)),
        Way(ALL, float(kind.mp), False, ("SKF:3.3.2-t",)),
    ]


COST_RULES = {"orchard": "SKF:1.1.1-aa", "grain": "SKF:1.1.1-al", "brush": "SKF:1.1.1-ao"}


def climb(g: SkPlay, origin: str, hex: Hex, road: bool) -> tuple[float, tuple[str, ...]]:
    """What crossing a crest line upward costs beside the terrain."""
    if not origin or g.map.level(origin) >= g.map.level(hex):
        return 0.0, ()
    uphill = kit_of(g).charts.uphill
    return float(uphill.road if road else uphill.other), ("SKF:1.1.1-ay",)


def in_the_way(g: SkPlay, vehicle: Vehicle, hex: Hex, road: bool) -> tuple[float, tuple[str, ...]]:
    """What is paid for smoke, and for vehicles and wrecks, in the hex."""
    more, rules = 0.0, []
    if hex in g.state.smoke:
        more += g.library.tables.movement.enter_smoke
        rules.append("SKF:1.2.5-g")
    others = sum(1 for other in g.vehicles_in(hex) if other.id != vehicle.id)
    if others:
        rate = kit_of(g).charts.vehicle_in_hex
        each = rate.other
        if road:
            each = rate.woods_road if terrain.is_woods(g, hex) else rate.road
        more += others * each
        rules.append("SKF:3.3.2-k")
    return more, tuple(rules)


# -- home ----------------------------------------------------------------------------------------------------


_HOMES: WeakKeyDictionary[GameMap, dict[tuple[str, str], frozenset[str]]] = WeakKeyDictionary()


def home_hexes(g: SkPlay, side: Side) -> frozenset[str]:
    """The hexes of the friendly edges: over which its side came on, or those nearest to where it set up. Worked out
    once for a scenario."""
    known = _HOMES.setdefault(g.map, {})
    key = (g.scenario.id, side)
    if key not in known:
        known[key] = _home_hexes(g, side)
    return known[key]


def _home_hexes(g: SkPlay, side: Side) -> frozenset[str]:
    edges: list[str] = []
    for number, group in enumerate(g.scenario.groups):
        if group.side != side:
            continue
        if group.enters is not None:
            edges += group.enters.edges
        elif group.setup is not None:
            edges.append(_nearest_edge(g, g.scenario.set_up_area(number, g.map)))
    if not edges:
        edges = ["north", "east", "south", "west"]
    return frozenset(hex for edge in edges for hex in g.map.edge(g.scenario.map_side(edge)))


def _nearest_edge(g: SkPlay, area: tuple[str, ...]) -> str:
    def away(edge: str) -> int:
        border = g.map.edge(g.scenario.map_side(edge))
        return sum(min(g.map.distance(hex, out) for out in border) for hex in area)

    return min(("north", "east", "south", "west"), key=away)

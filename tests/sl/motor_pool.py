"""Situations with vehicles for the tests of Squad Leader."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from defilade.rules.sl.vehicle_pieces import Vehicle
from sl.table import SIDES, WESTERN, Table


def vehicle(vehicle_id: str, counter: str, hex: str, facing: int = 0, **more: Any) -> Vehicle:
    """A vehicle that stands in a hex, hull and turret one way."""
    side = more.pop("side", SIDES[counter.startswith(WESTERN)])
    return Vehicle(vehicle_id, side, counter, hex=hex, vca=facing, tca=more.pop("tca", facing), **more)


def scene(phase: str, units: list[dict[str, Any]], vehicles: list[Vehicle], **more: Any) -> Table:
    """A table with vehicles on it."""
    return Table(phase, units, vehicles={v.id: v for v in vehicles}, **more)


@cache
def rows(board: str, *kinds: str, level: bool = True) -> tuple[str, ...]:
    """Hexes one after the other along a hexrow to the east with these kinds of terrain, without roads, hexside features
    and differences of height, and away from the edge."""
    g = Table("RPh", [], board=board).g
    for start in g.map.names:
        found = [start]
        while len(found) < len(kinds):
            beyond = g.map.neighbours[found[-1]][1]
            if beyond is None:
                break
            found.append(beyond)
        if len(found) < len(kinds):
            continue
        fits = all(
            g.map.terrain[hex] == kind and not g.map.roads.get(hex) and len(g.map.adjacent[hex]) == 6
            for hex, kind in zip(found, kinds, strict=True)
        )
        plain = all(
            g.map.hexside_kind(a, b) is None and g.map.level(a) == g.map.level(b) for a, b in pairwise(found)
        )
        if fits and plain:
            return tuple(found)
    raise AssertionError(f"no hexes {kinds} in a row on {board}")

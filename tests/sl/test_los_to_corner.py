"""Lines of sight to the corners of hexes, against a look at many points of the line."""

from __future__ import annotations

import random
from functools import cache

import pytest

from defilade.hexgrid.coords import Point, corners
from defilade.hexgrid.gamemap import GameMap
from sl.table import Table

STEPS = 200


@cache
def board(name: str) -> GameMap:
    return Table("RPh", [], board=name).g.map


def inside(polygon: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a point lies within an outline, by the crossings of a ray to the right."""
    found = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found


def goes_through_something(map: GameMap, a: str, b: str, corner: int) -> bool:
    ground = map.ground
    (ax, ay), (bx, by) = ground.centres[a], corners(ground.centres[b])[corner]
    span = map.distance(a, b) + 1
    near = [hex for hex in map.names if map.distance(a, hex) <= span and map.distance(hex, b) <= span]
    art = [
        one.polygon
        for hex in near
        if hex != a
        for one in ground.art.get(hex, ())
        if one.kind in ground.profile.obstacles
    ]
    for step in range(STEPS):
        part = (step + 0.37) / STEPS
        x, y = ax + (bx - ax) * part, ay + (by - ay) * part
        if any(inside(polygon, x, y) for polygon in art):
            return True
    return False


@pytest.mark.parametrize("seed", range(3))
def test_what_lies_on_the_way_to_a_corner_stops_the_line_and_nothing_else(seed: int) -> None:
    map, rng = board("4"), random.Random(seed)
    told = {True: 0, False: 0}
    while sum(told.values()) < 60:
        a, b, corner = rng.choice(map.names), rng.choice(map.names), rng.randrange(6)
        if not 1 <= map.distance(a, b) <= 4 or any(map.relief.hexsides.get(hex) for hex in (a, b)):
            continue
        verdict = map.los_to_corner(a, b, corner)
        if verdict.what in ("wall", "hedge", "hindrance"):
            continue
        told[verdict.clear] += 1
        assert verdict.clear != goes_through_something(map, a, b, corner), (a, b, corner, verdict)
        assert verdict.range == map.distance(a, b)
    assert min(told.values()) > 2

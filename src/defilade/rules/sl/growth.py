"""Wheat, brush and orchards: they hide, but stop neither fire nor the sight of what stands out of them (SL:14.11 to
SL:14.13, SL:14.16)."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

from defilade.hexgrid import GameMap, shared_map
from defilade.rules.content_files import ContentFiles
from defilade.rules.sl import terrain
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import behind_its_obstacle, kind_of
from defilade.tactics.vehicles import VERY_SMALL

BRUSH = "brush"
LOW = frozenset({terrain.WHEAT, BRUSH})
"""What big things stand out of (SL:14.12.9-b)."""
GROWTH = LOW | {terrain.ORCHARD}
"""What bullets go through."""


def map_past(g: SlPlay, kinds: frozenset[str]) -> GameMap:
    """The map as if terrain of these kinds hid nothing."""
    key = ("map past", kinds)
    found = g.scratch.get(key)
    if found is None:
        profile = g.map.profile
        bare = dataclasses.replace(
            profile,
            obstacles={name: rule for name, rule in profile.obstacles.items() if name not in kinds},
            hindrances={name: entry for name, entry in profile.hindrances.items() if name not in kinds},
        )
        found = g.scratch[key] = shared_map(g.scenario.map_spec, bare, ContentFiles().own_boards)
    assert isinstance(found, GameMap)
    return found


@lru_cache(maxsize=64)
def kinds_on(game_map: GameMap) -> frozenset[str]:
    return frozenset(game_map.terrain.values())


def sees_past(g: SlPlay, a: str, b: str, kinds: frozenset[str]) -> bool:
    """Whether there is a line of sight, or would be but for terrain of these kinds."""
    if terrain.sees(g, a, b):
        return True
    if not a or not b or terrain.unseen_between(g, a, b) or not kinds & kinds_on(g.map):
        return False
    return terrain.is_clear(g, map_past(g, kinds).hindrance(a, b), b)


def stands_out(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:14.12.9-b: all vehicles but the smallest."""
    return kind_of(g, vehicle).size != VERY_SMALL


def sees_vehicle(g: SlPlay, a: str, vehicle: Vehicle) -> bool:
    """SL:14.11.3: a vehicle in wheat or behind it is in sight, whatever level one is on. It sees nobody smaller for
    that."""
    if vehicle.bypass:
        return bool(a) and not behind_its_obstacle(g, a, vehicle)
    if terrain.sees(g, a, vehicle.hex):
        return True
    return stands_out(g, vehicle) and sees_past(g, a, vehicle.hex, LOW)

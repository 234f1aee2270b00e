"""Offboard artillery as the board systems have it: batteries with their counters, error on the hex grid, Blast Areas.

A counter may lie beyond the edge of the playing area, so it has a place in the map's plane, and a hex only where it
lies on the map.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from defilade.hexgrid import GameMap
from defilade.hexgrid.coords import DIRECTIONS, Point, distance
from defilade.tactics.names import Hex, Side

SR, FFE1, FFE2, FFEC = "SR", "FFE:1", "FFE:2", "FFE:C"
"""The counters of a battery: Spotting Round, and Fire For Effect in its first and second phase and in Continuation."""

HE, SMOKE = "HE", "smoke"
"""What a Fire Mission fires."""


class Battery(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battery that fires from off the map: what it is, who can reach it, and the counter it has in play."""

    id: str
    side: Side
    caliber: int
    radio: str = ""
    """The radio (a SW) that stands for it."""
    observer: str = ""
    """Where its Offboard Observer is, where it has one instead."""
    he: bool = True
    smoke: bool = False
    rockets: bool = False
    battalion_mortar: bool = False
    black: int = 0
    """Black chits left in the pile."""
    red: int = 0
    reds_drawn: int = 0
    lost: bool = False
    """It gives no access any more."""

    contact: str = ""
    """The leader who is in contact; for an Offboard Observer his place."""
    access: bool = False
    drew: bool = False
    """A chit has been drawn in this player turn."""
    missions: int = 0
    """Fire Missions begun."""
    counter: str = ""
    """Its counter in play, if any."""
    at: tuple[int, int] | None = None
    """Where that is in the plane of the map."""
    mission: str = ""
    """What the Fire Mission under way fires."""


def direction_of_error(die: int) -> int:
    """The direction (0 north, clockwise) that a die stands for on the grid of an artillery counter.

    >>> [direction_of_error(die) for die in (1, 2, 6)]
    [0, 1, 5]
    """
    return die - 1


def erred(aim: Point, direction: int, extent: int) -> Point:
    """So many hexes along a hex grain.

    >>> erred((0, 0), 1, 2)
    (600, -200)
    """
    dx, dy = DIRECTIONS[direction]
    return aim[0] + extent * dx, aim[1] + extent * dy


def hex_at(game_map: GameMap, point: Point) -> str:
    """The hex with this centre; none beyond the edge of the playing area."""
    return game_map.ground.at.get(point, "")


def hexes_from(game_map: GameMap, point: Point, hex: Hex) -> int:
    """Range in hexes, also from beyond the edge."""
    return distance(point, game_map.centres[hex])


@lru_cache(maxsize=512)
def blast_area(game_map: GameMap, point: Point, radius: int) -> frozenset[str]:
    """The hexes in play no farther than `radius` from a place, which may lie beyond the edge."""
    return frozenset(hex for hex in game_map.names if hexes_from(game_map, point, hex) <= radius)

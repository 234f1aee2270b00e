"""Edges of a playing area by their compass names, as north lies on a scenario card."""

from __future__ import annotations

from typing import Literal

Compass = Literal["north", "east", "south", "west"]
MapSide = Literal["top", "right", "bottom", "left"]

COMPASS: tuple[Compass, ...] = ("north", "east", "south", "west")
MAP_SIDES: tuple[MapSide, ...] = ("top", "right", "bottom", "left")


def side_of(north: MapSide, edge: Compass) -> MapSide:
    """The side of the playing area that a compass edge is.

    >>> side_of("right", "north"), side_of("right", "east")
    ('right', 'bottom')
    """
    return MAP_SIDES[(MAP_SIDES.index(north) + COMPASS.index(edge)) % len(MAP_SIDES)]

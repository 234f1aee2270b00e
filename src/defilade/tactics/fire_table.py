"""Arithmetic of fire tables: columns, column shifts, and exact odds over the 36 throws of two dice.

A column is named by its place, 0 for the lowest; `None` is a column below the lowest: no effect.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from math import comb
from typing import TypeVar

R = TypeVar("R", bound=Hashable)

DOUBLES, PLAIN = True, False

THROWS: tuple[tuple[int, bool, int], ...] = tuple(
    entry
    for total in range(2, 13)
    for entry in ((total, DOUBLES, 1 - total % 2), (total, PLAIN, 6 - abs(7 - total) - (1 - total % 2)))
    if entry[2]
)
"""Every kind of throw of two dice: its sum, whether it is a double, and in how many of 36 ways it comes."""


def column_for(columns: Sequence[int], firepower: float) -> int | None:
    """The highest column not above the firepower.

    >>> columns = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
    >>> columns[column_for(columns, 9)], columns[column_for(columns, 3.5)], column_for(columns, 0.5)
    (8, 2, None)
    """
    place = bisect_right(columns, firepower) - 1
    return place if place >= 0 else None


def shifted(column: int | None, left: int) -> int | None:
    """A column so many places further to the left.

    >>> shifted(4, 1), shifted(1, 2), shifted(None, 1)
    (3, None, None)
    """
    if column is None or column < left:
        return None
    return column - left


def result_odds(
    result: Callable[[int | None, int], R], column: int | None, drm: int, cowering: int = 0
) -> dict[R, float]:
    """The exact odds of each result of an attack; doubles shift the column to the left by `cowering`.

    >>> odds = result_odds(lambda column, dr: "hit" if dr <= 4 and column else "miss", 3, 0)
    >>> round(odds["hit"] * 36), round(odds["miss"] * 36)
    (6, 30)
    """
    ways: dict[R, int] = {}
    for total, double, number in THROWS:
        used = shifted(column, cowering) if double and cowering else column
        found = result(used, total + drm)
        ways[found] = ways.get(found, 0) + number
    return {found: number / 36 for found, number in ways.items()}


@cache
def chance_at_most(total: int) -> float:
    """The chance that two dice show at most `total`.

    >>> round(chance_at_most(7) * 36), chance_at_most(1), chance_at_most(12)
    (21, 0.0, 1.0)
    """
    return sum(ways for face_sum, _, ways in THROWS if face_sum <= total) / 36


@cache
def chance_exactly(total: int) -> float:
    return sum(ways for face_sum, _, ways in THROWS if face_sum == total) / 36


@cache
def picked_chance(units: int, count: int) -> float:
    """The chance of one of several units to be among the `count` highest dice, ties included.

    >>> picked_chance(2, 1) == 21 / 36, picked_chance(3, 3)
    (True, 1.0)
    """
    if units <= count:
        return 1.0
    others = units - 1
    chance = 0.0
    for face in range(1, 7):
        higher = (6 - face) / 6
        for above in range(count):
            chance += comb(others, above) * higher**above * (1 - higher) ** (others - above) / 6
    return chance

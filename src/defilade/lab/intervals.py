"""How far a count of wins can be trusted."""

from __future__ import annotations

import math

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95% interval."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a rate.

    It stays within 0 and 1 and is sensible for few games and for rates near the ends.

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    shrink = 1 + Z95**2 / games
    centre = (rate + Z95**2 / (2 * games)) / shrink
    half = Z95 / shrink * math.sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    # At 0% and 100% the bound is exact, whatever rounding made of it.
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return low, high


def difference(wins_before: int, before: int, wins_after: int, after: int) -> tuple[float, float]:
    """Newcombe's 95% interval of how much a rate has grown, from the Wilson intervals of both rates.

    >>> [round(bound, 2) for bound in difference(50, 100, 70, 100)]
    [0.06, 0.33]
    >>> difference(0, 0, 1, 2)
    (-1.0, 1.0)
    """
    if not before or not after:
        return -1.0, 1.0
    was, now = wins_before / before, wins_after / after
    (was_low, was_high), (now_low, now_high) = wilson(wins_before, before), wilson(wins_after, after)
    low = (now - was) - math.hypot(now - now_low, was_high - was)
    high = (now - was) + math.hypot(now_high - now, was - was_low)
    return low, high

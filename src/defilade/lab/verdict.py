"""Whether a scenario is balanced, favours a side, or is not yet known."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import msgspec

from defilade.lab.intervals import Z95, wilson

LOW, HIGH = 0.4, 0.6
"""A scenario of two sides in which either wins 40 to 60% of the games is balanced."""
AT_LEAST = 30
"""Fewer games than this say nothing, whatever their interval."""
ENOUGH = 2000
"""More games than this are not asked for: a share so near a bound is a matter of taste."""


class Verdict(msgspec.Struct, frozen=True):
    """What the games say. `side` is the one that is favoured, where one is."""

    kind: Literal["balanced", "favours", "unknown"]
    side: str
    text: str


def judge(wins: Mapping[str, int]) -> Verdict:
    """The verdict on games between equal players: wins by side, draws left out.

    Balanced: the whole 95% interval lies within 40 to 60%. Favours a side: its share is over 60%, and the
    interval leaves out an even chance. Anything else, and fewer than 30 games, is not yet known. Where more than
    two play, the bounds lie as far from an even share of the wins, by the same part of it, and each side counts.

    >>> judge({"german": 210, "russian": 190}).kind, judge({"german": 30, "russian": 70}).side
    ('balanced', 'russian')
    >>> judge({"german": 6, "russian": 4}).kind
    'unknown'
    >>> judge({"german": 50, "american": 25, "russian": 25}).side
    'german'
    """
    games = sum(wins.values())
    if not games:
        return Verdict("unknown", "", "Not yet known: no game has been played to a win.")
    fair = 1 / len(wins)
    lowest, highest = LOW * 2 * fair, HIGH * 2 * fair
    side = max(wins, key=lambda one: wins[one])
    share = wins[side] / games
    low, high = wilson(wins[side], games)
    name = side.capitalize()
    figures = f"{name} wins {share:.0%} of {games} games, 95% interval {low:.0%} to {high:.0%}"
    intervals = [wilson(count, games) for count in wins.values()]
    if all(one[0] >= lowest and one[1] <= highest for one in intervals):
        return Verdict("balanced", "", f"Balanced: {figures}.")
    if share > highest and low > fair and games >= AT_LEAST:
        return Verdict("favours", side, f"Favours the {name} side: {figures}.")
    return Verdict("unknown", "", f"Not yet known: {figures}; {_more_games(share, highest, fair)}.")


def _more_games(share: float, highest: float, fair: float) -> str:
    """How many games would tell, if the share stayed as it is."""
    gap = highest - share if share <= highest else share - fair
    needed = math.ceil(Z95**2 * share * (1 - share) / gap**2 / 50) * 50 if gap else ENOUGH + 1
    needed = max(needed, AT_LEAST)
    if needed > ENOUGH:
        return "so near a bound even many more games may not tell"
    return f"about {needed} games would tell if it stays at that"

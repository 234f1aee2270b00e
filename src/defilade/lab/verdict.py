"""Whether a scenario is balanced, favours a side, or is not yet known."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import msgspec

from defilade.lab.intervals import Z95, wilson

LOW, HIGH = 0.4, 0.6
"""A scenario in which either side wins 40 to 60% of the games is balanced."""
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
    interval leaves out an even chance. Anything else, and fewer than 30 games, is not yet known.

    >>> judge({"german": 210, "russian": 190}).kind, judge({"german": 30, "russian": 70}).side
    ('balanced', 'russian')
    >>> judge({"german": 6, "russian": 4}).kind
    'unknown'
    """
    games = sum(wins.values())
    side = max(wins, key=lambda one: wins[one])
    if not games:
        return Verdict("unknown", "", "Not yet known: no game has been played to a win.")
    share = wins[side] / games
    low, high = wilson(wins[side], games)
    name = side.capitalize()
    figures = f"{name} wins {share:.0%} of {games} games, 95% interval {low:.0%} to {high:.0%}"
    if low >= LOW and high <= HIGH:
        return Verdict("balanced", "", f"Balanced: {figures}.")
    if share > HIGH and low > 0.5 and games >= AT_LEAST:
        return Verdict("favours", side, f"Favours the {name} side: {figures}.")
    return Verdict("unknown", "", f"Not yet known: {figures}; {_more_games(share)}.")


def _more_games(share: float) -> str:
    """How many games would tell, if the share stayed as it is."""
    gap = HIGH - share if share <= HIGH else share - 0.5
    needed = math.ceil(Z95**2 * share * (1 - share) / gap**2 / 50) * 50 if gap else ENOUGH + 1
    needed = max(needed, AT_LEAST)
    if needed > ENOUGH:
        return "so near a bound even many more games may not tell"
    return f"about {needed} games would tell if it stays at that"

"""Odds tables: two strengths are compared, the ratio is reduced to a printed column, a DR is held against its
number.  Close combat in several systems works this way; columns and numbers are the system's data.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import dice_sums

Odds = tuple[int, int]
"""A printed ratio, attack to defence: (3, 2) is 3-2."""

BELOW = -1
"""The place of a ratio below the first column."""


def odds_place(attack: float, defence: float, columns: Sequence[Odds]) -> int:
    """The place of the best column that is not better than the true ratio.

    `BELOW` when the ratio is below the first column, `len(columns)` when it is above the last one.
    `columns` go from the worst odds to the best. Strengths are whole numbers or halves, so the comparison
    is exact.

    >>> columns = [(1, 2), (1, 1), (3, 2), (2, 1)]
    >>> [odds_place(attack, defence, columns) for attack, defence in [(6, 4), (9, 5), (5, 4), (4, 6)]]
    [2, 2, 1, 0]
    >>> odds_place(1, 3, columns), odds_place(2, 1, columns), odds_place(5, 2, columns)
    (-1, 3, 4)
    """
    best_attack, best_defence = columns[-1]
    if attack * best_defence > defence * best_attack:
        return len(columns)
    for place in range(len(columns) - 1, -1, -1):
        for_attack, for_defence = columns[place]
        if attack * for_defence >= defence * for_attack:
            return place
    return BELOW


def odds_words(odds: Odds, first: Odds, last: Odds) -> str:
    """Odds as players say them; ratios beyond the first and last columns by name.

    >>> [odds_words(odds, (1, 8), (10, 1)) for odds in [(3, 2), (0, 1), (11, 1)]]
    ['3-2', 'less than 1-8', 'more than 10-1']
    """
    if odds[0] * first[1] < first[0] * odds[1]:
        return f"less than {first[0]}-{first[1]}"
    if odds[0] * last[1] > last[0] * odds[1]:
        return f"more than {last[0]}-{last[1]}"
    return f"{odds[0]}-{odds[1]}"


class KillChances(msgspec.Struct, frozen=True):
    """How likely it is that a modified DR falls below, on, or above a kill number."""

    below: float
    on: float
    above: float


def kill_chances(kill: int, drm: int) -> KillChances:
    """Exact chances of a DR with modifier `drm` against kill number `kill`.

    >>> kill_chances(5, 0)
    KillChances(below=0.16666666666666666, on=0.1111111111111111, above=0.7222222222222222)
    """
    below = sum(ways for total, ways in dice_sums(2) if total + drm < kill)
    on = sum(ways for total, ways in dice_sums(2) if total + drm == kill)
    return KillChances(below / 36, on / 36, (36 - below - on) / 36)

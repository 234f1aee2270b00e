"""How a scenario is won, as its card says it."""

from __future__ import annotations

from typing import Literal

import msgspec


class _Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A victory condition of a scenario card."""


class Reach(_Condition, frozen=True):
    """First with so many unpinned cards, in groups that nobody has infiltrated, at a range chit, in terrain that
    reduces fire (UF:16.42-a)."""

    men: int
    chit: int
    by: Literal["each", "attacker"] = "each"
    otherwise: Literal["points", "defender"] = "points"


class Points(_Condition, frozen=True):
    """Victory Points at the time limit (UF:16.4-a)."""

    buildings_only: bool = False
    """Position scores only for unpinned cards in Buildings."""
    attacker_needs: float = 0
    """So many times the defender's points; 0: simply more than the other."""


class Pillbox(_Condition, frozen=True):
    """The attacker wins as soon as nobody of the defender's is in the Pillbox; otherwise the defender."""


class RearGuard(_Condition, frozen=True):
    """The attacker wins with so many unpinned cards in cover at Relative Range 5 to a group of the defender's, or by
    reducing him to one group at less cost in men; otherwise the defender."""

    men: int


class Breakthrough(_Condition, frozen=True):
    """The attacker wins with half of his force at a range chit and more Victory Points; otherwise the defender.
    Position scores for the defender only."""

    chit: int


class Segments(_Condition, frozen=True):
    """The attacker must win twice, against the same force set up anew: each time by being first with so many
    unpinned cards in cover at a range chit. One part won by the defender is the game."""

    men: int
    chit: int


class HalfUpon(_Condition, frozen=True):
    """The attacker wins with half of his force unpinned in cover at Relative Range 5 to a group of the defender's;
    otherwise the defender (UF:43.33-g)."""


class BreakThem(_Condition, frozen=True):
    """The attacker wins by breaking the defender's squad before his own is broken; otherwise the defender
    (UF:43.33-h)."""


VictoryCondition = Reach | Points | Pillbox | RearGuard | Breakthrough | Segments | HalfUpon | BreakThem

"""How long players think: a tally of times that can be added up over games and processes.

Times are counted in steps of a tenth of a decade (1 ms, 1.26 ms, 1.58 ms, ...), so a tally of any number of
decisions stays small and its quantiles are right to about 12%; the longest is kept exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from defilade.kernel import Chance, Event, Outcome

STEPS_PER_DECADE = 10


class Times(msgspec.Struct):
    """The times that one level took for its decisions."""

    steps: dict[int, int] = msgspec.field(default_factory=dict)
    """Step -> how many decisions took no longer than that and longer than the step before."""
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        step = math.ceil(STEPS_PER_DECADE * math.log10(max(seconds, 1e-9)))
        self.steps[step] = self.steps.get(step, 0) + 1
        self.longest = max(self.longest, seconds)

    @property
    def count(self) -> int:
        return sum(self.steps.values())

    def quantile(self, share: float) -> float:
        """The time within which this share of the decisions was taken."""
        wanted = share * self.count
        seen = 0
        for step in sorted(self.steps):
            seen += self.steps[step]
            if seen >= wanted:
                return min(self.longest, float(10 ** (step / STEPS_PER_DECADE)))
        return self.longest


class Thinking(msgspec.Struct, frozen=True):
    """How long a level takes, in seconds."""

    decisions: int
    p50: float
    p95: float
    longest: float


class Stopwatch:
    """Notes how long each level thinks. A decision with one option is none."""

    def __init__(self, levels: Mapping[str, str]) -> None:
        self.times = {level: Times() for level in levels.values()}
        self._levels = levels

    def decided(self, side: str, options: int, seconds: float) -> None:
        if options > 1:
            self.times[self._levels[side]].add(seconds)

    def thrown(self, chance: Chance, outcome: Outcome) -> None:
        """Dice take no time."""

    def happened(self, state: Any, events: Sequence[Event]) -> None:
        """Nor do the rules, as far as a player goes."""


def thinking(parts: Iterable[Mapping[str, Times]]) -> dict[str, Thinking]:
    """The times of many games together, by level."""
    whole: dict[str, Times] = {}
    for part in parts:
        for level, times in part.items():
            sum_of = whole.setdefault(level, Times())
            sum_of.steps = dict(Counter(sum_of.steps) + Counter(times.steps))
            sum_of.longest = max(sum_of.longest, times.longest)
    return {
        level: Thinking(times.count, times.quantile(0.5), times.quantile(0.95), times.longest)
        for level, times in whole.items()
    }

"""How much thinking a decision may take, and how much of it is left for a phase.

Thinking is counted in work: an estimate, by what is asked, of the hundredths of a millisecond that an ordinary machine
takes for it. The same decision always counts the same, so a bound of work ends a search at the same place on every
machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec


class Budget:
    """Work and seconds for one decision. With work alone the same decision always takes the same thought."""

    def __init__(
        self, work: int, seconds: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.work = work
        self.taken = 0
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    def spend(self, work: int = 1) -> None:
        self.taken += work

    @property
    def left(self) -> int:
        return self.work - self.taken

    @property
    def used_up(self) -> bool:
        if self.taken >= self.work:
            return True
        return self._end is not None and self._clock() >= self._end


class Spent(msgspec.Struct, frozen=True):
    """The work that a player has spent in a phase, as it is handed on from one of his decisions to the next."""

    phase: str = ""
    work: int = 0

    def of(self, phase: str) -> int:
        """What of it was spent in this phase.

        >>> Spent("turn 3", 500).of("turn 3"), Spent("turn 3", 500).of("turn 4")
        (500, 0)
        """
        return self.work if phase == self.phase else 0

    def __str__(self) -> str:
        return f"{self.work} {self.phase}"

    @classmethod
    def parse(cls, text: str) -> Spent:
        """
        >>> Spent.parse(str(Spent("turn 3", 500)))
        Spent(phase='turn 3', work=500)
        >>> Spent.parse("")
        Spent(phase='', work=0)
        """
        work, _, phase = text.partition(" ")
        return cls(phase, int(work)) if work else cls()


PART = 0.2
"""How much of what is left for a phase one of its decisions may take: the more there have been, the less."""


def share(decision: int, phase: int, spent: int) -> int:
    """The work for one decision, of the work for the whole phase of which so much is spent.

    >>> share(80_000, 400_000, 0), share(80_000, 400_000, 200_000), share(80_000, 400_000, 500_000)
    (80000, 40000, 0)
    >>> share(80_000, 0, 500_000)
    80000
    """
    return min(decision, max(0, int(PART * (phase - spent)))) if phase else decision

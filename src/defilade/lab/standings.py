"""How games stood at some of their steps, for those who learn from them: as each side saw it, in figures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from defilade.ai.winning import Figures
from defilade.kernel import Chance, Event, Outcome, Position, System
from defilade.lab.games import Sampled

EVERY = 16
"""One step in so many is looked at, by chance: neighbours tell the same."""


class Surveyor:
    """Looks at one game from all sides. Which steps follows from the seed, not from what happens."""

    def __init__(
        self, system: System[Any], sides: Sequence[str], figures: Figures, seed: str, every: int = EVERY
    ) -> None:
        self.found: list[Sampled] = []
        self._system, self._sides, self._figures, self._every = system, sides, figures, every
        self._rng = random.Random(f"{seed}/surveyor")
        self._step = 0

    def decided(self, side: str, options: int, seconds: float) -> None:
        """What was decided is seen in the next state."""

    def thrown(self, chance: Chance, outcome: Outcome) -> None:
        """And so are throws."""

    def happened(self, state: Any, events: Sequence[Event]) -> None:
        self._step += 1
        if self._rng.randrange(self._every) or not state.stack:
            return
        for side in self._sides:
            seen = Position(self._system, self._system.redact(state, side))
            standing = self._figures.of(seen, side)
            if standing is not None:
                self.found.append(Sampled(self._step, standing))

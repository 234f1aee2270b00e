"""How much thinking a decision may take."""

from __future__ import annotations

import time
from collections.abc import Callable


class Budget:
    """Steps and seconds for one decision. With steps alone the same decision always takes the same thought."""

    def __init__(
        self, steps: int, seconds: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.steps = steps
        self.taken = 0
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    def step(self) -> None:
        self.taken += 1

    @property
    def used_up(self) -> bool:
        if self.taken >= self.steps:
            return True
        return self._end is not None and self._clock() >= self._end

"""The time by which clocks at the tables run: it does not jump, and it stands still while no server runs.

From its start on a worker counts by a clock that nobody sets.  That it lives it writes down every few seconds; who
starts and finds that nobody has lived for a while notes that time, and no player is charged for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

BEAT_SECONDS = 5.0
"""How often a worker writes down that it lives."""
MISSED_SECONDS = 3 * BEAT_SECONDS
"""After so long without a word from anybody no server was running."""
GRACE_SECONDS = 30.0
"""How long players have to come back before their time runs again."""
MOST_BREAKS = 200

Break = tuple[float, float]


class TableClock:
    """Wall time at the start, counted on evenly from there.

    >>> wall, even = iter([1000.0, 9999.0]).__next__, iter([5.0, 7.5]).__next__
    >>> TableClock(wall, even).now()
    1002.5
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, even: Callable[[], float] = time.monotonic
    ) -> None:
        self._even = even
        self._offset = wall() - even()
        self.breaks: list[Break] = []
        """When nobody could play because no server ran, in order."""

    def now(self) -> float:
        return self._offset + self._even()

    def woke(self, last_beat: float | None) -> bool:
        """A worker starts; `last_beat` is when one last lived. Whether there was a break."""
        now = self.now()
        if last_beat is None or now - last_beat < MISSED_SECONDS:
            return False
        self.breaks = [*self.breaks, (last_beat, now + GRACE_SECONDS)][-MOST_BREAKS:]
        return True


def played(since: float, until: float, breaks: Sequence[Break]) -> float:
    """The time between two moments in which a server ran.

    >>> played(10, 100, [(0, 20), (50, 60), (90, 200)])
    60
    """
    lost = sum(max(0.0, min(until, end) - max(since, begin)) for begin, end in breaks)
    return max(0, until - since - lost)

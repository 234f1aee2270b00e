"""What happened in a game on a map, for the lab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from defilade.kernel import Chance, Event, Over


class BoardReader(NamedTuple):
    """Reads the games of a system on a map."""

    judged: Callable[[Any], Over]
    """How the game would end if it ended at a state."""
    losses: Callable[[Any, str], float]
    """Squad equivalents that a side has lost."""
    helping: Callable[[str], dict[str, str]]
    """The balance provisions of a scenario in words."""

    def turn(self, state: Any) -> int:
        return int(state.turn)

    def winner_now(self, state: Any) -> str:
        over: Over | None = state.over
        return (over or self.judged(state)).winner

    def lost(self, state: Any, side: str) -> float:
        return self.losses(state, side)

    def turn_over(self, event: Event) -> bool:
        return event.kind == "player_turn"

    def attacked(self, event: Event) -> bool:
        return event.kind == "declare"

    def moved(self, event: Event) -> bool:
        return event.kind in ("enter", "advance")

    def bled(self, event: Event) -> bool:
        return event.kind in ("eliminated", "reduced")

    def wished_low(self, chance: Chance) -> bool:
        # A DR for the weather is nobody's: it concerns no counter.
        return chance.dice == 2 and bool(chance.about)

    def provisions(self, scenario: str) -> dict[str, str]:
        return self.helping(scenario)

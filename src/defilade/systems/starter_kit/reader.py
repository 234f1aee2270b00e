"""What happened in a game of the Starter Kit, for the lab."""

from __future__ import annotations

from typing import Any

from defilade.kernel import Chance, Event, Over
from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.victory import check_end
from defilade.systems.starter_kit.provisions import provisions_in_words


class StarterKitReader:
    """Reads Starter Kit games."""

    def __init__(self, system: SkSystem) -> None:
        self._system = system

    def turn(self, state: Any) -> int:
        return int(state.turn)

    def winner_now(self, state: Any) -> str:
        over: Over | None = state.over
        return (over or check_end(self._system.play(state))).winner

    def lost(self, state: Any, side: str) -> float:
        return float(state.lost.get(side, 0)) / 2

    def turn_over(self, event: Event) -> bool:
        return event.kind == "player_turn"

    def attacked(self, event: Event) -> bool:
        return event.kind == "declare"

    def moved(self, event: Event) -> bool:
        return event.kind in ("enter", "advance")

    def bled(self, event: Event) -> bool:
        return event.kind in ("eliminated", "reduced")

    def wished_low(self, chance: Chance) -> bool:
        # The DR for the weather is nobody's: it concerns no counter.
        return chance.dice == 2 and bool(chance.about)

    def provisions(self, scenario: str) -> dict[str, str]:
        return provisions_in_words(self._system.scenario(scenario), self._system.library)

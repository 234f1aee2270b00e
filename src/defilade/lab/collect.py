"""Notes on a game while it is played: where it was fought, what it cost, when it was decided, who had luck.

Notes are taken from the events of the game.  Which event means what is a matter of the rules: a `Reader` knows
it for its system.  Of a system without one, only the dice are noted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from defilade.kernel import Chance, Event, Outcome
from defilade.systems.tables import Reader

MEAN_DR = 7
VARIANCE_DR = 35 / 6
"""Of the sum of two dice."""

Heat = dict[str, dict[str, int]]
"""Side -> hex -> how often."""


class Luck(msgspec.Struct):
    """The throws of two dice that a side wished low."""

    throws: int = 0
    pips: int = 0
    """Their sum."""

    @property
    def score(self) -> float:
        """How many standard deviations the throws were better than the dice owe; above 0 is good luck.

        >>> Luck(4, 28).score, round(Luck(24, 144).score, 2)
        (0.0, 2.03)
        """
        if not self.throws:
            return 0.0
        return (MEAN_DR * self.throws - self.pips) / math.sqrt(VARIANCE_DR * self.throws)


class Notes(msgspec.Struct):
    """What was seen of one game."""

    turns: int = 0
    """The turn in which it ended."""
    decided: int = 0
    """The turn since whose end the winner would always have won; 0 where that was so from the start."""
    lost: dict[str, dict[int, float]] = msgspec.field(default_factory=dict)
    """Side -> turn -> squad equivalents lost in it."""
    fire: Heat = msgspec.field(default_factory=dict)
    """Attacks that a side declared, by the hex attacked."""
    movement: Heat = msgspec.field(default_factory=dict)
    """Counters of a side that entered a hex of their own will."""
    loss: Heat = msgspec.field(default_factory=dict)
    """Counters of a side that were eliminated or reduced in a hex."""
    luck: dict[str, Luck] = msgspec.field(default_factory=dict)


class Collector:
    """Takes notes on one game."""

    def __init__(self, sides: Sequence[str], reader: Reader | None) -> None:
        self.notes = Notes(luck={side: Luck() for side in sides})
        self._sides = sides
        self._reader = reader
        self._would_win: list[tuple[int, str]] = []
        """Turn -> who would have won at its end; for each player turn."""
        self._lost = dict.fromkeys(sides, 0.0)
        if reader is not None:
            for heat in (self.notes.fire, self.notes.movement, self.notes.loss):
                heat.update((side, {}) for side in sides)
            self.notes.lost.update((side, {}) for side in sides)

    def decided(self, side: str, options: int, seconds: float) -> None:
        """Decisions are counted by the game itself."""

    def thrown(self, chance: Chance, outcome: Outcome) -> None:
        low = self._reader.wished_low(chance) if self._reader is not None else chance.dice == 2
        if low and chance.side in self.notes.luck:
            luck = self.notes.luck[chance.side]
            luck.throws += 1
            luck.pips += sum(outcome.dice)

    def happened(self, state: Any, events: Sequence[Event]) -> None:
        reader = self._reader
        if reader is None or not events:
            return
        for event in events:
            if reader.turn_over(event):
                self._would_win.append((self.notes.turns, reader.winner_now(state)))
            elif reader.attacked(event):
                _count(self.notes.fire, event, 1)
            elif reader.moved(event):
                _count(self.notes.movement, event, len(event.who))
            elif reader.bled(event):
                _count(self.notes.loss, event, len(event.who))
        # The step that ends a turn has its losses still in that turn.
        self._count_losses(state, reader)
        self.notes.turns = reader.turn(state)

    def _count_losses(self, state: Any, reader: Reader) -> None:
        for side in self._sides:
            now = reader.lost(state, side)
            if now != self._lost[side]:
                by_turn = self.notes.lost[side]
                turn = self.notes.turns
                by_turn[turn] = by_turn.get(turn, 0.0) + now - self._lost[side]
                self._lost[side] = now

    def finish(self, winner: str) -> Notes:
        """The notes, when the game is over."""
        decided = self.notes.turns
        for turn, leader in reversed(self._would_win):
            if leader != winner:
                break
            decided = turn
        self.notes.decided = decided
        return self.notes


def _count(heat: Heat, event: Event, number: int) -> None:
    if event.at and event.side in heat:
        hexes = heat[event.side]
        hexes[event.at] = hexes.get(event.at, 0) + number


def added(parts: Sequence[Heat]) -> Heat:
    """The heat of many games together.

    >>> added([{"red": {"A1": 2}}, {"red": {"A1": 1, "B2": 4}}])
    {'red': {'A1': 3, 'B2': 4}}
    """
    whole: dict[str, Counter[str]] = {}
    for part in parts:
        for side, hexes in part.items():
            whole.setdefault(side, Counter()).update(hexes)
    return {side: dict(sorted(hexes.items())) for side, hexes in whole.items()}

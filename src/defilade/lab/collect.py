"""Notes on a game while it is played: where it was fought, what it cost, when it was decided, who had luck.

Notes are taken from the events of the game.  Which event means what is a matter of the rules: a `Reader` knows
it for its system.  Of a system without one, only the dice are noted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from defilade.kernel import Chance, Event, Outcome, Over, System
from defilade.lab.provisions import provisions_in_words
from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.victory import check_end

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


class Reader(Protocol):
    """Reads a system's states and events for the lab."""

    def turn(self, state: Any) -> int: ...

    def winner_now(self, state: Any) -> str:
        """The side that would win if the game ended here."""

    def lost(self, state: Any, side: str) -> float:
        """Squad equivalents that a side has lost so far."""

    def turn_over(self, event: Event) -> bool:
        """Whether the event ends a player turn, or the set-up."""

    def attacked(self, event: Event) -> bool: ...

    def moved(self, event: Event) -> bool: ...

    def bled(self, event: Event) -> bool: ...

    def wished_low(self, chance: Chance) -> bool:
        """Whether the side that throws wishes for a low sum of two dice."""

    def provisions(self, scenario: str) -> dict[str, str]:
        """Sides that a balance provision of the card helps -> how, in words."""


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
        return provisions_in_words(self._system.scenario(scenario))


def reader_of(system: System[Any]) -> Reader | None:
    """Who can read this system's games, if anybody can."""
    return StarterKitReader(system) if isinstance(system, SkSystem) else None

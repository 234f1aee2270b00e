"""One game between two programs, played to its end."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from defilade.ai import Player, for_a_game
from defilade.kernel import Chance, Choice, Event, Outcome, Sampled, System, make_view

MAX_DECISIONS = 50_000
"""No game of any system comes near this: one that does is a defect and ends with an error, not never."""


class EndlessGame(Exception):
    """A game that went on past every bound."""


class Played(msgspec.Struct, frozen=True):
    """How a game went."""

    winner: str
    """Empty in a draw."""
    why: str
    decisions: int
    digest: str


class Observer(Protocol):
    """Somebody who looks on and takes notes. The state is the game's own: it is not to be changed or kept."""

    def thrown(self, chance: Chance, outcome: Outcome) -> None:
        """Dice have fallen, or something was drawn."""

    def decided(self, side: str, options: int, seconds: float) -> None:
        """A side has answered a choice among so many options, after so long."""

    def happened(self, state: Any, events: Sequence[Event]) -> None:
        """A step was taken, or the game was begun; the state is that after it."""


def play_game(
    system: System[Any],
    scenario: str,
    players: Mapping[str, Player],
    seed: str,
    options: Mapping[str, str] | None = None,
    observers: Sequence[Observer] = (),
) -> Played:
    """Play one game. Dice and players have generators of their own, all from `seed`, so that the game depends
    on nothing else."""
    position, events = system.begin(scenario, options)
    dice = Sampled(random.Random(f"{seed}/dice"))
    rngs = {side: random.Random(f"{seed}/{side}") for side in players}
    enduring = {side: for_a_game(player) for side, player in players.items()}
    decisions = 0
    step = 0
    while True:
        for observer in observers:
            observer.happened(position.state, events)
        moment = position.pending
        if isinstance(moment, Chance):
            outcome = dice.draw(moment, step + 1)
            for observer in observers:
                observer.thrown(moment, outcome)
            events = position.advance(outcome)
        elif isinstance(moment, Choice):
            if decisions == MAX_DECISIONS:
                raise EndlessGame(f"{scenario} did not end within {MAX_DECISIONS} decisions")
            decisions += 1
            side = moment.side
            view = make_view(system, position, side, step)
            started = time.perf_counter()
            action = enduring[side].choose(view, system, rngs[side])
            for observer in observers:
                observer.decided(side, len(moment.options), time.perf_counter() - started)
            events = position.advance(action)
        else:
            return Played(moment.winner, moment.why, decisions, position.digest())
        step += 1

"""One game between two programs, played to its end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from defilade.ai import Player
from defilade.kernel import Chance, Choice, Event, Sampled, System, make_view

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


def play_game(
    system: System[Any],
    scenario: str,
    players: Mapping[str, Player],
    seed: str,
    options: Mapping[str, str] | None = None,
    watch: list[Event] | None = None,
) -> Played:
    """Play one game. Dice and players have generators of their own, all from `seed`, so that the game depends
    on nothing else."""
    position, events = system.begin(scenario, options)
    dice = Sampled(random.Random(f"{seed}/dice"))
    rngs = {side: random.Random(f"{seed}/{side}") for side in players}
    decisions = 0
    step = 0
    while True:
        if watch is not None:
            watch += events
        moment = position.pending
        if isinstance(moment, Chance):
            events = position.advance(dice.draw(moment, step + 1))
        elif isinstance(moment, Choice):
            if decisions == MAX_DECISIONS:
                raise EndlessGame(f"{scenario} did not end within {MAX_DECISIONS} decisions")
            decisions += 1
            side = moment.side
            view = make_view(system, position, side, step)
            events = position.advance(players[side].choose(view, system, rngs[side]))
        else:
            return Played(moment.winner, moment.why, decisions, position.digest())
        step += 1

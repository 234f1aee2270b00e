"""Walking through games, for the suite that every system must pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from defilade.kernel import Action, Chance, Choice, Outcome, Over, Position, Sampled, System
from defilade.systems import cards, find_system
from kernel.toy import Toy

MOST_DECISIONS = 20_000
"""More than any game takes, however badly it is played."""


def games() -> list[Any]:
    """Every scenario of every system, and the toy that the kernel is tested with."""
    return [("toy", "T1"), *((card.system, card.id) for card in cards())]


def system_of(name: str) -> System[Any]:
    return Toy() if name == "toy" else find_system(name)


def begin(system: str, scenario: str) -> Position[Any]:
    return system_of(system).begin(scenario)[0]


def random_step(position: Position[Any], rng: random.Random) -> Action | Outcome:
    moment = position.pending
    if isinstance(moment, Choice):
        return moment.options[int(rng.random() * len(moment.options))]
    assert isinstance(moment, Chance)
    return Sampled(rng).draw(moment, 1)


def walk(system: str, scenario: str, seed: int, stops: int, spread: int) -> Iterator[Position[Any]]:
    """A random game; gives the position at `stops` decisions, some way apart, as far as the game goes."""
    rng = random.Random(f"{scenario}/{seed}")
    position = begin(system, scenario)
    wait = 0
    while stops and not isinstance(position.pending, Over):
        if isinstance(position.pending, Choice):
            if wait == 0:
                stops -= 1
                wait = 1 + int(rng.random() * 2 * spread)
                yield position
            wait -= 1
        position.advance(random_step(position, rng))

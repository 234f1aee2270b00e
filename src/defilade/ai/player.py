"""What a player is: something that answers a choice from a view."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from defilade.kernel import Action, Choice, System, View


class UnknownLevel(Exception):
    """There is no computer opponent of this name."""


class Player(Protocol):
    """A player of any system. It keeps nothing from one call to the next that its view does not show, so that
    the same view, system and generator always give the same answer."""

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        """One of the options of the choice that waits for the view's side."""


def choice_of(view: View[Any]) -> Choice:
    """The choice that waits for the view's side."""
    moment = view.pending
    if not isinstance(moment, Choice) or moment.side != view.side:
        raise ValueError(f"{view.side} has nothing to choose")
    return moment


def _random() -> Player:
    from defilade.ai.random_player import RandomPlayer

    return RandomPlayer()


def _greedy() -> Player:
    from defilade.ai.greedy import GreedyPlayer

    return GreedyPlayer()


def _tactician(level: str) -> Callable[[], Player]:
    def make() -> Player:
        from defilade.ai.tactician import LEVELS as STRENGTHS
        from defilade.ai.tactician import TacticianPlayer

        return TacticianPlayer(STRENGTHS[level])

    return make


LEVELS: dict[str, Callable[[], Player]] = {
    "random": _random,
    "greedy": _greedy,
    "easy": _tactician("easy"),
    "normal": _tactician("normal"),
    "hard": _tactician("hard"),
    "tactician": _tactician("normal"),
}
"""The levels of computer opponent, weakest first; `tactician` is another name for normal."""


def find_player(level: str) -> Player:
    make = LEVELS.get(level)
    if make is None:
        raise UnknownLevel(f"there is no level {level!r}; there are: {', '.join(LEVELS)}")
    return make()

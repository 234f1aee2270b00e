"""What a player is: something that answers a choice from a view."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from defilade.ai.minds import Minds
from defilade.kernel import Action, Choice, System, View


class UnknownLevel(Exception):
    """There is no computer opponent of this name."""


class Player(Protocol):
    """A player of any system. It keeps nothing from one call to the next that its view does not show, so that
    the same view, system and generator always give the same answer."""

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        """One of the options of the choice that waits for the view's side."""


@runtime_checkable
class Explaining(Player, Protocol):
    """A player who can say why."""

    def why(self, view: View[Any], action: Action, system: System[Any]) -> list[str]:
        """The reasons and odds behind an action, in plain words."""


@runtime_checkable
class Timed(Player, Protocol):
    """A player who looks at the clock."""

    def unhurried(self) -> Player:
        """The same without a clock."""


@runtime_checkable
class Enduring(Player, Protocol):
    """A player whose thinking is spread over the decisions of a phase."""

    def for_a_game(self) -> Player:
        """The same for one game, in which it remembers how much it has thought, and nothing else."""


def for_a_game(player: Player) -> Player:
    """A player as it plays a whole game."""
    return player.for_a_game() if isinstance(player, Enduring) else player


def reasons_of(player: Player, view: View[Any], action: Action, system: System[Any]) -> list[str]:
    """Why a player would do something; nothing from one who cannot tell."""
    return player.why(view, action, system) if isinstance(player, Explaining) else []


def choice_of(view: View[Any]) -> Choice:
    """The choice that waits for the view's side."""
    moment = view.pending
    if not isinstance(moment, Choice) or moment.side != view.side:
        raise ValueError(f"{view.side} has nothing to choose")
    return moment


def _random(minds: Minds) -> Player:
    from defilade.ai.random_player import RandomPlayer

    return RandomPlayer()


def _greedy(minds: Minds) -> Player:
    from defilade.ai.greedy import GreedyPlayer

    return GreedyPlayer(minds)


def _tactician(level: str) -> Callable[[Minds], Player]:
    def make(minds: Minds) -> Player:
        from defilade.ai.tactician.levels import LEVELS as STRENGTHS
        from defilade.ai.tactician.player import TacticianPlayer

        return TacticianPlayer(STRENGTHS[level], minds)

    return make


LEVELS: dict[str, Callable[[Minds], Player]] = {
    "random": _random,
    "greedy": _greedy,
    "easy": _tactician("easy"),
    "normal": _tactician("normal"),
    "hard": _tactician("hard"),
    "tactician": _tactician("normal"),
}
"""The levels of computer opponent, weakest first; `tactician` is another name for normal."""

DEFAULT_LEVEL = "tactician"
"""Who plays against you, and advises you, unless you say."""


def find_player(level: str, minds: Minds, *, timed: bool = True) -> Player:
    """The player of a level; without a clock it thinks as long as its steps allow, and always the same."""
    make = LEVELS.get(level)
    if make is None:
        raise UnknownLevel(f"there is no level {level!r}; there are: {', '.join(LEVELS)}")
    player = make(minds)
    return player.unhurried() if not timed and isinstance(player, Timed) else player

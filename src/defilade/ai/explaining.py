"""What a player is thinking, for people who ask: the plan in plain words, reasons with their odds, what was weighed.

The same for a hint in a game and for a look back after it.  Everything is worked out from the view of the side that
decides.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from defilade.ai.minds import Minds
from defilade.ai.player import DEFAULT_LEVEL, Player, choice_of, find_player, reasons_of
from defilade.ai.tactician.player import TacticianPlayer, Thought, known_position
from defilade.ai.tactician.search import Tried
from defilade.kernel import Action, System, View

MANNERS = {
    "random": "any legal option, as chance has it",
    "greedy": "what looks best at once, by exact odds",
    "a slip": "the first thing that comes to mind: a slip",
    "at a glance": "what looks best at once",
}
"""How those decide who follow no plan: by level, or by what a thought calls it."""


class Weighed(msgspec.Struct, frozen=True):
    """Something that was thought of and played out."""

    action: str
    plan: str
    """What it begins, in plain words."""
    rounds: int
    """How often it was played out."""
    edge: float
    """By how much it came out better than what it is compared with, on average."""


class Explanation(msgspec.Struct, frozen=True):
    """A decision with what led to it."""

    action: str
    """What the player would do."""
    plan: str
    """What it is about, in plain words; empty where there was nothing to decide."""
    reasons: tuple[str, ...]
    """For `action`, with odds."""
    taken_reasons: tuple[str, ...] = ()
    """The same for what was really done, where that is something else."""
    weighed: tuple[Weighed, ...] = ()
    """What was played out, the best first; compared with what was really done, or else with the best."""
    unit: str = ""
    """What an edge is counted in."""
    chance: float | None = None
    """How likely the side is to win as it stands, by what it sees."""


def explained(
    level: str,
    view: View[Any],
    system: System[Any],
    rng: random.Random,
    minds: Minds,
    taken: Action | None = None,
) -> Explanation:
    """What a level would do in a side's place, and why; beside it what was done there, if that is known."""
    player = find_player(level, minds)
    thought = thought_of(player, view, system, rng)
    tactics, chances = minds.tactics(system.id), minds.chances(system.id)
    plans = {one.proposal.plan for one in thought.tried} | {thought.plan}
    words = {plan: tactics.means(plan) if tactics is not None else "" for plan in plans} | MANNERS
    other = taken if taken is not None and taken != thought.action else None
    return Explanation(
        action=str(thought.action),
        plan=words.get(level, words[thought.plan]) if len(choice_of(view).options) > 1 else "",
        reasons=tuple(reasons_of(adviser(player, minds), view, thought.action, system)),
        taken_reasons=tuple(reasons_of(adviser(player, minds), view, other, system))
        if other is not None
        else (),
        weighed=tuple(
            Weighed(str(one.proposal.action), words[one.proposal.plan], one.rounds, edge)
            for one, edge in compared(thought.tried, taken)
        ),
        unit=tactics.currency if tactics is not None else "",
        chance=chances.told(known_position(view, system), view.side) if chances is not None else None,
    )


def thought_of(player: Player, view: View[Any], system: System[Any], rng: random.Random) -> Thought:
    """A decision with what led to it, as far as the player can tell."""
    if isinstance(player, TacticianPlayer):
        return player.think(view, system, rng)
    return Thought(player.choose(view, system, rng))


def adviser(player: Player, minds: Minds) -> Player:
    """Who knows the odds: the player, or the usual opponent for one who goes by none."""
    return player if isinstance(player, TacticianPlayer) else find_player(DEFAULT_LEVEL, minds)


def compared(tried: tuple[Tried, ...], taken: Action | None) -> list[tuple[Tried, float]]:
    """What was played out, each with how much better it came out than what was done, in the rounds that both have;
    the best is the measure where nothing was done, or something that nobody thought of.

    The best is what the player would do, and has the best figure: what came out a little higher in a few rounds, too
    few to be believed, is told as no better. The others follow by their figures."""
    if not tried:
        return []
    best = tried[0]
    measure = next((one for one in tried if one.proposal.action == taken), best)
    most = mean_edge(best.values, measure.values)
    others = [(one, min(most, mean_edge(one.values, measure.values))) for one in tried[1:]]
    return [(best, most), *sorted(others, key=lambda told: -told[1])]


def mean_edge(values: list[float], others: list[float]) -> float:
    """The mean difference over the rounds that both were in: a proposal that is dropped has seen fewer of them.

    >>> mean_edge([1.0, 3.0], [0.5, 1.5, 9.0])
    1.0
    """
    pairs = list(zip(values, others, strict=False))
    return sum(value - other for value, other in pairs) / len(pairs) if pairs else 0.0

"""Weighing proposals: each is played out many times, with the same luck for all, and the best on average wins.

Each round imagines a world that fits what the side knows and throws one stream of dice, in which every
proposal that is still in the running is played on to the horizon and compared with the first, the one that the
plans trust most.  A proposal that is clearly behind is dropped.  What the plans themselves expect is where the
comparison starts: a verdict rests on judgement when there is little time or the rounds differ wildly, and more
and more on what was seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defilade.ai.tactician.budget import Budget
from defilade.ai.tactician.tactics import Ahead, Proposal, Tactics
from defilade.kernel import Chance, Over, Position
from defilade.tactics.names import Side

MAX_STEPS_AHEAD = 1_500
"""A line that is played on for longer than this is judged as it stands."""
FEWEST = 3
"""Rounds before a proposal may be dropped."""
ENOUGH = 8
"""Rounds before one proposal may be found clearly the best."""
BEHIND = 2.0
"""How many standard deviations behind the first one a proposal is dropped."""


class Tried(msgspec.Struct):
    """A proposal and what playing it out has shown beside the first one, round by round."""

    proposal: Proposal
    values: list[float] = []
    edges: list[float] = []
    """What it was better than the first proposal in the same world with the same luck."""

    @property
    def rounds(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def verdict(self, expected: float, doubt: float) -> tuple[float, float]:
        """By how much it is better than the first proposal, and how sure that is (a standard deviation).

        Before anything was played out it is what the plans expect, give or take their `doubt`; every round
        counts for the more the less the rounds differ.
        """
        number = len(self.edges)
        if number < 2:
            return expected, doubt
        mean = sum(self.edges) / number
        variance = sum((edge - mean) ** 2 for edge in self.edges) / (number - 1)
        seen = number / max(variance, LEAST_VARIANCE)
        known = 1 / doubt**2
        return (seen * mean + known * expected) / (seen + known), float((seen + known) ** -0.5)


LEAST_VARIANCE = 0.01
"""A few rounds that come out alike do not make a certainty."""


class Horizon(msgspec.Struct, frozen=True):
    """How far to look: until the epoch has changed so many times."""

    epochs: int = 1


Imagine = Callable[[random.Random], Position[Any]]
"""A position that fits what the side knows."""


def weigh(
    proposals: Sequence[Proposal],
    imagine: Imagine,
    tactics: Tactics,
    side: Side,
    rng: random.Random,
    budget: Budget,
    horizon: Horizon,
    rounds: int,
) -> list[Tried]:
    """Play the proposals out until the budget is used up, all rounds are done or only the first is left. Gives
    them with what was seen, the best first. What cannot be afforded a few times is not begun: a long look is made a
    short one, and where that is still too much, the plans decide and the work is left for other decisions."""
    tried = [Tried(proposal) for proposal in proposals]
    running = list(tried)
    for number in range(rounds):
        if len(running) < 2 or budget.used_up:
            break
        world = imagine(rng)
        luck = rng.getrandbits(64)
        if not number:
            affordable = as_far_as_affordable(world, proposals, tactics, side, luck, budget, horizon)
            if affordable is None:
                break
            horizon = affordable
        values = []
        for one in running:
            value = play_out(world.clone(), one.proposal, tactics, side, luck, budget, horizon)
            if value is None:
                break
            values.append(value)
        if len(values) < len(running):
            break  # an unfinished round would compare different luck
        for one, value in zip(running, values, strict=True):
            one.values.append(value)
            one.edges.append(value - values[0])
        running = still_running(running, tactics.doubt)
        if is_settled(running, tactics.doubt):
            break
    return ranked(tried, tactics.doubt, tactics.margin)


def as_far_as_affordable(
    world: Position[Any],
    proposals: Sequence[Proposal],
    tactics: Ahead,
    side: Side,
    luck: int,
    budget: Budget,
    horizon: Horizon,
) -> Horizon | None:
    """How far the proposals can be played out a few times within the budget; none if not even to the next epoch. One
    line of the first of them is the measure, and a part of the budget the price of it."""
    while True:
        trial = Budget(budget.left // (FEWEST * len(proposals)) + 1)
        value = play_out(world.clone(), proposals[0], tactics, side, luck, trial, horizon)
        budget.spend(trial.taken)
        if value is not None and not budget.used_up:
            return horizon
        if horizon.epochs == 1 or budget.used_up:
            return None
        horizon = Horizon(horizon.epochs - 1)


def ranked(tried: list[Tried], doubt: float, margin: float) -> list[Tried]:
    """The best first. What the plans trust most stays before what is hardly better."""
    first = tried[0]

    def rank(one: Tried) -> float:
        return margin if one is first else edge(one, first.proposal, doubt)[0]

    return sorted(tried, key=lambda one: -rank(one))


def edge(one: Tried, first: Proposal, doubt: float) -> tuple[float, float]:
    """By how much a proposal is better than the first one, and how sure that is."""
    if one.proposal is first:
        return 0.0, 0.0
    return one.verdict(one.proposal.value - first.value, doubt)


def still_running(running: list[Tried], doubt: float) -> list[Tried]:
    """The first, with which all are compared, and those that are not clearly behind it."""
    first = running[0].proposal
    if running[0].rounds < FEWEST:
        return running
    kept = [running[0]]
    for one in running[1:]:
        better, unsure = edge(one, first, doubt)
        if better + BEHIND * unsure > 0:
            kept.append(one)
    return kept


def is_settled(running: list[Tried], doubt: float) -> bool:
    """Whether one is clearly better than the first and than all others that are still in the running."""
    first = running[0].proposal
    if running[0].rounds < ENOUGH:
        return False
    edges = [edge(one, first, doubt) for one in running[1:]]
    best, unsure = max(edges, default=(0.0, 0.0))
    if best <= BEHIND * unsure:
        return False
    return all(other + BEHIND * doubtful < best for other, doubtful in edges if other != best)


def play_out(
    position: Position[Any],
    proposal: Proposal,
    tactics: Ahead,
    side: Side,
    luck: int,
    budget: Budget,
    horizon: Horizon,
) -> float | None:
    """Play a proposal on to the horizon and judge where it led; None if the budget ran out on the way."""
    dice = tactics.luck(luck)
    line = tactics.line()
    epoch = tactics.epoch(position, side)
    turned = 0
    position.advance(proposal.action)
    for _ in range(MAX_STEPS_AHEAD):
        moment = position.pending
        budget.spend(tactics.work(position))
        if budget.used_up:
            return None
        if isinstance(moment, Over):
            break
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, turned))
            continue
        now = tactics.epoch(position, side)
        if now != epoch:
            epoch = now
            turned += 1
            if turned == horizon.epochs:
                break
        options = moment.options
        if len(options) == 1:
            position.advance(options[0])
        else:
            position.advance(line.reply(position, moment, proposal.plan if moment.side == side else ""))
    return tactics.evaluate(position, side)

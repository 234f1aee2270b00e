"""Weighing proposals: each is played out many times, with the same luck for all, and the best on average wins.

Each round imagines a world that fits what the side knows and throws one stream of dice, in which every
proposal that is still in the running is played on to the horizon.  A proposal that falls too far behind is
dropped.  What the plan itself expected counts like a few rounds of its own, so a verdict rests on judgement
when there is little time, and more and more on what was seen when there is much.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defilade.ai.tactician.budget import Budget
from defilade.ai.tactician.tactics import Proposal, Tactics
from defilade.kernel import Chance, Over, Position, Sampled

MAX_STEPS_AHEAD = 1_500
"""A line that is played on for longer than this is judged as it stands."""
TRUST = 6.0
"""What a plan's own judgement counts for, in rounds."""
BEHIND = 2.5
"""How many standard errors behind the best a proposal is dropped."""


class Tried(msgspec.Struct):
    """A proposal and what playing it out has shown."""

    proposal: Proposal
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.rounds if self.rounds else 0.0

    def add(self, value: float) -> None:
        self.rounds += 1
        self.total += value
        self.squares += value * value


class Horizon(msgspec.Struct, frozen=True):
    """How far to look: until the epoch has changed so many times."""

    epochs: int = 1


Imagine = Callable[[random.Random], Position[Any]]
"""A position that fits what the side knows."""


def weigh(
    proposals: Sequence[Proposal],
    imagine: Imagine,
    tactics: Tactics,
    side: str,
    rng: random.Random,
    budget: Budget,
    horizon: Horizon,
    rounds: int,
) -> list[Tried]:
    """Play the proposals out until the budget is used up, all rounds are done or only one is left. Gives them
    with what was seen, the best first."""
    tried = [Tried(proposal) for proposal in proposals]
    running = list(tried)
    for number in range(rounds):
        if len(running) < 2 or budget.used_up:
            break
        world = imagine(rng)
        luck = rng.getrandbits(64)
        values = []
        for one in running:
            value = play_out(world.clone(), one.proposal, tactics, side, random.Random(luck), budget, horizon)
            if value is None:
                break
            values.append(value)
        if len(values) < len(running):
            break  # an unfinished round would compare different luck
        for one, value in zip(running, values, strict=True):
            one.add(value)
        if number >= 2:
            running = still_running(running)
    return sorted(tried, key=lambda one: -score(one, tried))


def still_running(running: list[Tried]) -> list[Tried]:
    """Those that are not clearly behind the best."""
    best = max(running, key=lambda one: one.mean)
    return [one for one in running if one is best or best.mean - one.mean < BEHIND * error(best, one)]


def error(first: Tried, second: Tried) -> float:
    """The standard error of the difference of two means; the common luck makes the true one smaller."""
    spread = 0.0
    for one in (first, second):
        variance = max(0.0, one.squares / one.rounds - one.mean**2)
        spread += variance / one.rounds
    return max(0.05, float(spread**0.5))


def score(one: Tried, every: Sequence[Tried]) -> float:
    """What was seen and what was expected, in one figure."""
    seen = [other for other in every if other.rounds]
    if not seen:
        return one.proposal.value
    level = sum(other.mean for other in seen) / len(seen)
    top = max(other.proposal.value for other in every)
    expected = level + one.proposal.value - top
    return (one.total + TRUST * expected) / (one.rounds + TRUST)


def play_out(
    position: Position[Any],
    proposal: Proposal,
    tactics: Tactics,
    side: str,
    rng: random.Random,
    budget: Budget,
    horizon: Horizon,
) -> float | None:
    """Play a proposal on to the horizon and judge where it led; None if the budget ran out on the way."""
    dice = Sampled(rng)
    line = tactics.line()
    epoch = tactics.epoch(position)
    turned = 0
    position.advance(proposal.action)
    for _ in range(MAX_STEPS_AHEAD):
        budget.step()
        if budget.used_up:
            return None
        moment = position.pending
        if isinstance(moment, Over):
            break
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
            continue
        now = tactics.epoch(position)
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

"""Going over a game that is over: how likely each side was to win from moment to moment, what the dice gave, and which
decisions cost most.

A stretch of the game is looked over first: the chance of winning at each decision, and at each throw what it gave, the
chance after it less the mean over all that could have been thrown.  Decisions that the plans would have made
differently are then judged one by one, each from the view of the side that made it: what was done and what the plans
propose are played out in the same imagined worlds with the same luck, and compared by the chance of winning.  What is
told as lost is the difference less its standard error, so that a fault is one by evidence and not by a few good rounds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defilade.ai.minds import Minds
from defilade.ai.one_step import all_outcomes, spread
from defilade.ai.player import choice_of
from defilade.ai.tactician.budget import Budget
from defilade.ai.tactician.levels import ALL_PLANS
from defilade.ai.tactician.luck import SameLuck
from defilade.ai.tactician.player import imagined, known_position
from defilade.ai.tactician.search import Horizon, play_out
from defilade.ai.tactician.tactics import Line, Proposal, Tactics
from defilade.ai.winning import Chances
from defilade.kernel import (
    Action,
    Chance,
    ChanceSource,
    Choice,
    Event,
    IllegalAction,
    Over,
    Position,
    System,
    View,
    make_view,
)
from defilade.kernel.moments import Step

INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
KINDS = ((0.15, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))
"""How much of the chance of winning a decision must have lost to be called so."""
LEAST = KINDS[-1][0]
FACES = 36
"""So many outcomes of a throw are looked at: all of two dice, a spread over a pile of cards."""
FOLLOWING = 12
"""Throws that follow from one, before anybody chooses again, are followed so far."""
FEWEST, ENOUGH, ROUNDS = 4, 8, 24
"""Rounds before a decision may be found sound, before it may be found a fault, and at most."""
SOUND, CLEAR = 1.0, 2.0
"""Standard errors by which what is better must stay below a fault, or above nothing, to stop early."""
EVEN = 0.5
"""The chance where nobody can tell."""


class Point(msgspec.Struct, frozen=True):
    """The chance of the first side at a decision."""

    moment: int
    chance: float
    turn: str
    """Where the game was, in a few words."""


class Throw(msgspec.Struct, frozen=True):
    """What throws that followed from each other gave the first side; `moment` is that after the first of them."""

    moment: int
    side: str
    """Who threw."""
    gave: float
    text: str
    """What came of it."""


class Decided(msgspec.Struct, frozen=True):
    """A decision of somebody who had a choice."""

    moment: int
    side: str


class Course(msgspec.Struct, frozen=True):
    """A stretch of a game from a moment on, looked over."""

    start: int
    points: tuple[Point, ...] = ()
    throws: tuple[Throw, ...] = ()
    doubted: tuple[int, ...] = ()
    """Moments of decisions that the plans would have made differently."""
    decided: tuple[Decided, ...] = ()
    stopped: bool = False
    """Whether the rules of now do not take a step of it."""


class Judgement(msgspec.Struct, frozen=True):
    """What a decision was worth beside the best that was found."""

    lost: float
    """Of the chance of winning."""
    better: str
    """The action that was found to be better; empty where none was."""
    rounds: int
    chance: float
    """Of the side that decided, after the best."""
    done_chance: float = EVEN
    """The same after what was done, in the rounds that both were in."""
    reasons: tuple[str, ...] = ()
    """For what is better."""
    taken_reasons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """Those that what is better goes by."""

    @property
    def kind(self) -> str:
        return kind_of(self.lost)


def kind_of(lost: float) -> str:
    """
    >>> kind_of(0.2), kind_of(0.07), kind_of(0.01)
    ('blunder', 'inaccuracy', '')
    """
    return next((kind for least, kind in KINDS if lost >= least), "")


# -- looking it over ---------------------------------------------------------------------------------------


class Run(msgspec.Struct):
    """Throws that follow from each other."""

    moment: int
    side: str
    mean: float
    """The chance that was to be expected."""
    events: list[Event] = []


class Overseer:
    """Looks a game over, in the eyes of its first side. `heading` says where a game is, from its state, and `telling`
    what happened, from events."""

    def __init__(
        self,
        system: System[Any],
        minds: Minds,
        seed: int,
        heading: Callable[[Any], str],
        telling: Callable[[Sequence[Event]], str],
    ) -> None:
        self._system, self._heading, self._telling = system, heading, telling
        self._chances = minds.chances(system.id)
        self._tactics = minds.tactics(system.id)
        self._seed = seed

    def look(self, position: Position[Any], steps: Sequence[Step], start: int) -> Course:
        """The steps from a moment on. Throws that follow from each other must not be torn apart."""
        if self._chances is None or self._tactics is None:
            return Course(start)
        first = self._system.sides(position.state)[0]
        points: list[Point] = []
        throws: list[Throw] = []
        doubted: list[int] = []
        decided: list[Decided] = []
        run: Run | None = None
        stopped = False
        for moment, step in enumerate([*steps, None], start):
            pending = position.pending
            if isinstance(pending, Chance):
                if run is None:
                    run = self._run(self._chances, position, pending, first, moment)
            else:
                chance = self._chances.of(position, first)
                if chance is not None:
                    points.append(Point(moment, chance, self._heading(position.state)))
                    if run is not None and run.side:
                        text = self._telling(run.events)
                        throws.append(Throw(run.moment, run.side, chance - run.mean, text))
                run = None
            if step is None:
                break
            if (
                isinstance(pending, Choice)
                and len(pending.options) > 1
                and points
                and points[-1].moment == moment
            ):
                decided.append(Decided(moment, pending.side))
                if isinstance(step, Action) and self._doubts(self._tactics, position, pending, step, moment):
                    doubted.append(moment)
            try:
                events = position.advance(step)
            except IllegalAction:
                stopped = True
                break
            if run is not None:
                run.events += events
        if points and points[-1].moment == start + len(steps) and not isinstance(position.pending, Over):
            points.pop()  # it is the first of the next stretch
        return Course(start, tuple(points), tuple(throws), tuple(doubted), tuple(decided), stopped)

    def _run(
        self, chances: Chances, position: Position[Any], pending: Chance, first: str, moment: int
    ) -> Run:
        mean = self._mean(chances, position, pending, first, moment)
        # What nobody can judge, as throws in set-up, is nobody's luck.
        return Run(moment + 1, "" if mean is None else pending.side or first, mean or 0.0)

    def _doubts(
        self, tactics: Tactics, position: Position[Any], choice: Choice, taken: Action, moment: int
    ) -> bool:
        """Whether the plans would have done something else, by what the side saw."""
        view = make_view(self._system, position, choice.side, moment)
        seen = known_position(view, self._system)
        if tactics.alike(seen, choice) or len(tactics.strange(seen, choice)) == len(choice.options):
            return False
        return tactics.proposals(seen, choice, ALL_PLANS[:1])[0].action != taken

    def _mean(
        self, chances: Chances, position: Position[Any], pending: Chance, side: str, moment: int
    ) -> float | None:
        """The mean chance over all that can be thrown here. Throws that follow meet the same luck in all of them."""
        outcomes = all_outcomes(pending)
        if len(outcomes) > FACES:
            outcomes = spread(outcomes, FACES)
        total, known = 0.0, 0
        found: dict[bytes, float | None] = {}
        for outcome in outcomes:
            ahead = position.clone()
            ahead.advance(outcome)
            self._follow(ahead, moment)
            key = self._system.encode(ahead.state)
            if key not in found:
                found[key] = chances.of(ahead, side)
            chance = found[key]
            if chance is not None:
                total += chance
                known += 1
        return total / known if known else None

    def _follow(self, position: Position[Any], moment: int) -> None:
        luck = SameLuck(hash_of(self._seed, moment))
        for number in range(FOLLOWING):
            pending = position.pending
            if not isinstance(pending, Chance):
                return
            position.advance(luck.draw(pending, number))


def hash_of(seed: int, moment: int) -> int:
    return random.Random(f"{seed}/{moment}").getrandbits(63)


# -- judging a decision ------------------------------------------------------------------------------------


class ByChance:
    """The tactics of a system, with the chance of winning for their judgement of a position."""

    def __init__(self, tactics: Tactics, chances: Chances) -> None:
        self._tactics, self._chances = tactics, chances

    def luck(self, seed: int) -> ChanceSource:
        return SameLuck(seed)

    def line(self) -> Line:
        return self._tactics.line()

    def epoch(self, position: Position[Any], side: str) -> Any:
        return self._tactics.epoch(position, side)

    def work(self, position: Position[Any]) -> int:
        """Steps are counted: there is time."""
        return 1

    def evaluate(self, position: Position[Any], side: str) -> float:
        chance = self._chances.of(position, side)
        return EVEN if chance is None else chance


class _Beside(msgspec.Struct):
    """A proposal with what it came to beside what was done, round by round."""

    proposal: Proposal
    edges: list[float] = []
    sum: float = 0.0

    @property
    def mean(self) -> float:
        return sum(self.edges) / len(self.edges) if self.edges else 0.0

    @property
    def error(self) -> float:
        """How unsure the mean is; a few rounds that come out alike do not make a certainty."""
        number = len(self.edges)
        if number < 2:
            return 1.0
        variance = sum((edge - self.mean) ** 2 for edge in self.edges) / (number - 1)
        return float(((variance + LEAST_VARIANCE) / number) ** 0.5)

    @property
    def sure(self) -> float:
        return self.mean - self.error


LEAST_VARIANCE = 0.0025


def judged(
    view: View[Any],
    system: System[Any],
    taken: Action,
    minds: Minds,
    rng: random.Random,
    budget: Budget,
    others: Sequence[Action] = (),
    rounds: int = ROUNDS,
) -> Judgement:
    """What an action was worth beside what the plans propose, and `others`."""
    tactics, chances = minds.tactics(system.id), minds.chances(system.id)
    choice = choice_of(view)
    if tactics is None or chances is None:
        return Judgement(0.0, "", 0, EVEN)
    seen = known_position(view, system)
    proposals = tactics.proposals(seen, choice, ALL_PLANS)
    proposals += [Proposal(action, ALL_PLANS[0]) for action in others]
    first = next((one for one in proposals if one.action == taken), Proposal(taken, ALL_PLANS[0]))
    unique = {one.action: one for one in reversed(proposals)}
    running = [_Beside(one) for action, one in unique.items() if action != taken]
    whole = list(running)
    leaf = ByChance(tactics, chances)
    base: list[float] = []
    for number in range(1, rounds + 1):
        if not running or budget.used_up:
            break
        world, luck = imagined(view, system, choice, rng), rng.getrandbits(63)
        values = [
            play_out(world.clone(), one, leaf, view.side, luck, budget, Horizon())
            for one in (first, *(other.proposal for other in running))
        ]
        found = [value for value in values if value is not None]
        if len(found) < len(values):
            break  # an unfinished round would compare different luck
        done, *rest = found
        base.append(done)
        for one, value in zip(running, rest, strict=True):
            one.edges.append(value - done)
            one.sum += value
        if number >= FEWEST:
            running = [one for one in running if one.mean + SOUND * one.error >= LEAST]
        if number >= ENOUGH and any(one.mean - CLEAR * one.error >= LEAST for one in running):
            break
    best = max(whole, key=lambda one: one.sure, default=None)
    rounds_done = len(base)
    chance = sum(base) / rounds_done if rounds_done else EVEN
    if best is None or len(best.edges) < FEWEST or best.sure < LEAST:
        return Judgement(max(0.0, best.sure) if best and best.edges else 0.0, "", rounds_done, chance)
    action = best.proposal.action
    return Judgement(
        lost=best.sure,
        better=str(action),
        rounds=len(best.edges),
        chance=best.sum / len(best.edges),
        done_chance=best.sum / len(best.edges) - best.mean,
        reasons=tuple(tactics.reasons(known_position(view, system), choice, action)),
        taken_reasons=tuple(tactics.reasons(known_position(view, system), choice, taken)),
        rules=choice.rules,
    )

"""The opponent as a player: from a view to an action, with its reasons."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec

from defilade.ai.greedy import GreedyPlayer
from defilade.ai.minds import Minds
from defilade.ai.one_step import better_of
from defilade.ai.player import Player, choice_of
from defilade.ai.tactician.budget import Budget, Spent, share
from defilade.ai.tactician.levels import ALL, Level
from defilade.ai.tactician.search import Horizon, Tried, weigh
from defilade.ai.tactician.tactics import Proposal, Tactics
from defilade.kernel import Action, Choice, Position, System, View, determinized

Clock = time.perf_counter

LOOKED_AT = "one step ahead"
"""What led to a decision where there is no plan."""


NOTHING_SPENT = Spent()
WORTH_ASKING = 3
"""By how much asking the other plans must stay below the work that is left, for it to be worth anything."""


class Thought(msgspec.Struct, frozen=True):
    """A decision and what led to it."""

    action: Action
    plan: str = ""
    tried: tuple[Tried, ...] = ()
    """What was played out, the best first; empty where the plans agreed or there was nothing to weigh."""
    work: int = 0
    seconds: float = 0.0
    spent: Spent = Spent()
    """The work of the phase, this decision's counted in."""


class TacticianPlayer:
    """Plays any system that has tactics. It keeps nothing between decisions but maps of the ground: who wants its work
    counted over a phase hands on what it has spent."""

    def __init__(self, level: Level, minds: Minds) -> None:
        self.level = level
        self.minds = minds

    def unhurried(self) -> TacticianPlayer:
        """The same level without a clock: its work alone ends a search."""
        return TacticianPlayer(msgspec.structs.replace(self.level, seconds=None), self.minds)

    def for_a_game(self) -> Player:
        return InAGame(self)

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        return self.think(view, system, rng).action

    def think(
        self, view: View[Any], system: System[Any], rng: random.Random, spent: Spent = NOTHING_SPENT
    ) -> Thought:
        """The decision, and what led to it; `spent` is what its decisions before this one have come to."""
        began = Clock()
        choice = choice_of(view)
        if len(choice.options) == 1:
            return Thought(choice.options[0], spent=spent)
        tactics = self.minds.tactics(system.id)
        if tactics is None:
            return Thought(GreedyPlayer(self.minds).choose(view, system, rng), "at a glance", spent=spent)
        if self.level.slips and rng.random() < self.level.slips:
            slip = choice.options[int(rng.random() * len(choice.options))]
            return Thought(slip, "a slip", spent=spent)
        phase = tactics.phase(known_position(view, system))
        before = spent.of(phase)
        budget = Budget(share(self.level.work, self.level.phase_work, before), self.level.seconds)
        thought = self._weighed(view, system, choice, tactics, rng, budget)
        return msgspec.structs.replace(
            thought, work=budget.taken, seconds=Clock() - began, spent=Spent(phase, before + budget.taken)
        )

    def _weighed(
        self,
        view: View[Any],
        system: System[Any],
        choice: Choice,
        tactics: Tactics,
        rng: random.Random,
        budget: Budget,
    ) -> Thought:
        level = self.level
        seen = known_position(view, system)
        weighs = tactics.searches if level.searches == ALL else tactics.is_critical
        plans = level.plans[:1]
        if level.rounds and not budget.used_up and weighs(seen, choice):
            # Every plan is asked for an answer of its own, and each of those must be played out a few times.
            asking = tactics.work(seen) * (len(level.plans) - 1)
            if asking * WORTH_ASKING <= budget.work:
                plans = level.plans
                budget.spend(asking)
        strange = tactics.strange(seen, choice)
        if len(strange) == len(choice.options):
            return Thought(better_of(view, system, choice, tactics.evaluate, strange, None, rng), LOOKED_AT)
        alike = tactics.alike(seen, choice)
        if len(alike) > 1:
            return Thought(alike[int(rng.random() * len(alike))], plans[0])
        proposals = tactics.proposals(seen, choice, plans)
        if strange:
            first = proposals[0].action
            better = better_of(view, system, choice, tactics.evaluate, strange, first, rng)
            if better != first:
                return Thought(better, LOOKED_AT)
        if len(proposals) == 1:
            return Thought(proposals[0].action, proposals[0].plan)
        tried = weigh(
            proposals,
            lambda generator: imagined(view, system, choice, generator),
            tactics,
            view.side,
            rng,
            budget,
            Horizon(level.epochs),
            level.rounds,
        )
        best: Proposal = tried[0].proposal
        return Thought(best.action, best.plan, tuple(tried))

    def why(self, view: View[Any], action: Action, system: System[Any]) -> list[str]:
        """The two or three reasons and odds behind an action, in plain words."""
        tactics = self.minds.tactics(system.id)
        if tactics is None:
            return ["There is nothing to go by: any option is as good as another."]
        return tactics.reasons(known_position(view, system), choice_of(view), action)


class InAGame:
    """A player for one game: its work is counted over each phase. Decisions of several systems or games must not be
    mixed."""

    def __init__(self, player: TacticianPlayer) -> None:
        self.player = player
        self._spent: dict[str, Spent] = {}

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        thought = self.player.think(view, system, rng, self._spent.get(view.side, NOTHING_SPENT))
        self._spent[view.side] = thought.spent
        return thought.action


def known_position(view: View[Any], system: System[Any]) -> Position[Any]:
    """What the side sees, as a position to reason about; nothing hidden is in it, and it is not played on."""
    assert isinstance(view.pending, Choice)
    return Position(system, view.state, view.pending)


def imagined(view: View[Any], system: System[Any], choice: Choice, rng: random.Random) -> Position[Any]:
    """A full position that fits the view, waiting for the same choice."""
    position = determinized(system, view, rng)
    return Position(system, position.state, choice)

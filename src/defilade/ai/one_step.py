"""What comes of an option, by exact odds: the answer to what no plan knows.

An option is taken in an imagined position; where dice decide at once, all of their faces are looked at. A decision that
is made in stages (whom to aim at, with what, fire) is followed through its stages, as long as the same side goes on
choosing inside the procedure that the option has begun; dice at the end of stages, and those that follow from others,
are looked at in a few faces that stand for all. Where it ends, the position is judged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from defilade.kernel import Action, Chance, Choice, Outcome, Position, System, View, determinized

Evaluate = Callable[[Position[Any], str], float]

STAGES = 3
"""How many choices of a staged decision are followed."""
WIDTH, BREADTH = 8, 3
"""Options that are looked at, spread over all of them: at first, and of a later stage."""
FACES = (5, 2, 1)
"""How many faces stand for all of a throw that does not follow at once: of the first, the second and any later one."""
ALL_FACES = 36
CONTENT = 0.02
"""By how much something must be better than doing nothing, or than what a plan would do."""
DECLINING = ("done", "pass", "stop", "none", "no-leader", "alone", "cancel")
"""Verbs that do nothing, in the order in which they are preferred."""
GIVING_UP = (Action("cancel"), Action("back"))
"""What is not done where there is anything else: who gives up what he has just begun would begin it again."""


def better_of(
    view: View[Any],
    system: System[Any],
    choice: Choice,
    evaluate: Evaluate,
    strange: Sequence[Action],
    trusted: Action | None,
    rng: random.Random,
) -> Action:
    """The best of the strange options of a choice beside what is trusted, in a position that fits the view."""
    world = Position(system, determinized(system, view, rng).state, choice)
    strange = [option for option in strange if option not in GIVING_UP] or strange
    options = strange if trusted is None else [trusted, *strange]
    return OneStep(evaluate, view.side).best(world, options, trusted)


class OneStep:
    """Judges options of one side."""

    def __init__(self, evaluate: Evaluate, side: str, most: int = 400) -> None:
        self._evaluate = evaluate
        self._side = side
        self._left = most

    def best(
        self, position: Position[Any], options: Sequence[Action], trusted: Action | None = None
    ) -> Action:
        """The best of the options; `trusted`, or else one that does nothing, unless another is clearly better."""
        first = trusted if trusted is not None else declined(options)
        best, chosen = self.value(position, first) + CONTENT, first
        for option in spread([option for option in options if option != first], WIDTH):
            if self._left > 0:
                value = self.value(position, option)
                if value > best:
                    best, chosen = value, option
        return chosen

    def value(self, position: Position[Any], option: Action) -> float:
        """The mean of what comes of an option."""
        ahead = position.clone()
        depth = len(ahead.state.stack)
        ahead.advance(option)
        return self._after(ahead, depth, STAGES, throws=0)

    def _after(self, position: Position[Any], depth: int, stages: int, *, throws: int) -> float:
        moment = position.pending
        if isinstance(moment, Chance):
            return self._mean(position, moment, depth, stages, throws)
        if isinstance(moment, Choice) and self._goes_on(position, moment, depth, stages):
            return max(self._following(position, moment, depth, stages, throws))
        self._left -= 1
        return self._evaluate(position, self._side)

    def _goes_on(self, position: Position[Any], choice: Choice, depth: int, stages: int) -> bool:
        inside = len(position.state.stack) > depth
        return choice.side == self._side and inside and stages > 0 and self._left > 0

    def _following(
        self, position: Position[Any], choice: Choice, depth: int, stages: int, throws: int
    ) -> Iterator[float]:
        for option in spread(choice.options, BREADTH):
            ahead = position.clone()
            ahead.advance(option)
            yield self._after(ahead, depth, stages - 1, throws=throws)

    def _mean(self, position: Position[Any], chance: Chance, depth: int, stages: int, throws: int) -> float:
        outcomes = all_outcomes(chance)
        at_once = stages == STAGES and not throws and len(outcomes) <= ALL_FACES
        if not at_once:
            outcomes = typical(outcomes, FACES[min(throws, len(FACES) - 1)])
        total = 0.0
        for outcome in outcomes:
            ahead = position.clone()
            ahead.advance(outcome)
            total += self._after(ahead, depth, stages, throws=throws + 1)
        return total / len(outcomes)


def declined(options: Sequence[Action]) -> Action:
    """The option that does least.

    >>> declined([Action("fire"), Action("pass")]).verb
    'pass'
    """
    for verb in DECLINING:
        for option in options:
            if option.verb == verb:
                return option
    return options[-1]


def all_outcomes(chance: Chance) -> list[Outcome]:
    """Everything that can come of a throw or draw, each as likely as the others.

    >>> len(all_outcomes(Chance("a DR", dice=2))), len(all_outcomes(Chance("a card", pool=("a", "b"))))
    (36, 2)
    """
    if chance.pool:
        return [Outcome(drawn=one) for one in chance.pool]
    return [Outcome(dice) for dice in product(range(1, chance.faces + 1), repeat=chance.dice)]


def typical(outcomes: Sequence[Outcome], most: int) -> list[Outcome]:
    """So many of them that stand for all, by the sum of their dice.

    >>> [sum(one.dice) for one in typical(all_outcomes(Chance("a DR", dice=2)), 3)]
    [5, 7, 10]
    """
    if len(outcomes) <= most:
        return list(outcomes)
    ordered = sorted(outcomes, key=lambda one: (sum(one.dice), one.dice))
    return [ordered[int((place + 0.5) * len(ordered) / most)] for place in range(most)]


def spread(options: Sequence[Any], most: int) -> list[Any]:
    """So many of them at most, evenly spread: first and last are not missed where there is room for two.

    >>> spread([1, 2, 3, 4, 5], 3), spread([1, 2], 3)
    ([1, 3, 5], [1, 2])
    """
    if len(options) <= most:
        return list(options)
    last = len(options) - 1
    return [options[round(place * last / (most - 1))] for place in range(most)]

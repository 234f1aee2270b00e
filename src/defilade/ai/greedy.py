"""A player that takes what looks best one step ahead: exact odds of every attack, and a sense for ground.

It sees its view only, keeps nothing from one decision to the next, and answers in about a millisecond.  How
it judges is a matter of the system: each has its own module, and a system without one is played at random.
"""

from __future__ import annotations

import random
from typing import Any

from defilade.ai.minds import Minds
from defilade.ai.one_step import better_of
from defilade.ai.player import choice_of
from defilade.kernel import Action, Position, System, View


class GreedyPlayer:
    """The best option by a quick look; systems that it does not know are left to chance."""

    def __init__(self, minds: Minds) -> None:
        self._minds = minds

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        choice = choice_of(view)
        if len(choice.options) == 1:
            return choice.options[0]
        judge = self._minds.judge(system.id)
        found = judge(view, system) if judge is not None else None
        tactics = self._minds.tactics(system.id)
        seen = Position(system, view.state, choice)
        strange = tactics.strange_at_a_glance(seen, choice) if tactics is not None else ()
        if tactics is not None and strange:
            return better_of(view, system, choice, tactics.evaluate, strange, found, rng)
        if found is None:
            return choice.options[int(rng.random() * len(choice.options))]
        return found

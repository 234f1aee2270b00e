"""Whole random games of small scenarios of one's own, looked over as they go."""

from __future__ import annotations

import random
from collections.abc import Callable

from conformance.walk import MOST_DECISIONS, random_step
from defilade.kernel import Choice, Over
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem


def played(
    system: SlSystem,
    scenario: str,
    seed: int,
    check: Callable[[State], None],
    every: int = 20,
    **options: str,
) -> tuple[Over, set[str]]:
    """How a game ends, and what was done in it. Every so many decisions its state is checked, written down and read
    back, and all options are put into words."""
    rng = random.Random(f"{scenario}/{seed}")
    position, _ = system.begin(scenario, options)
    verbs = set()
    for number in range(MOST_DECISIONS):
        pending = position.pending
        if isinstance(pending, Over):
            return pending, verbs
        if number % every == 0:
            check(position.state)
            written = system.encode(position.state)
            assert system.encode(system.decode(written)) == written
            if isinstance(pending, Choice):
                assert all(system.describe(position.state, action).label for action in pending.options)
        step = random_step(position, rng)
        verbs.add(getattr(step, "verb", ""))
        position.advance(step)
    raise AssertionError("the game does not end")

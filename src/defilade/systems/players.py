"""Computer players that know every system."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from defilade import ai
from defilade.ai import Player
from defilade.ai.explaining import Explanation
from defilade.ai.explaining import explained as explained_by
from defilade.ai.minds import Judge
from defilade.ai.tactician.tactics import Tactics
from defilade.ai.winning import Chances, chances_of, is_learned
from defilade.kernel import Action, System, View
from defilade.systems.catalog import SYSTEMS


class _Minds:
    """What the records say of how their systems are played."""

    def judge(self, system: str) -> Judge | None:
        record = SYSTEMS.get(system)
        return record.judge() if record is not None and record.judge is not None else None

    def tactics(self, system: str) -> Tactics | None:
        record = SYSTEMS.get(system)
        return record.tactics() if record is not None and record.tactics is not None else None

    def chances(self, system: str) -> Chances | None:
        return _chances(system)


@cache
def _chances(system: str) -> Chances | None:
    record = SYSTEMS.get(system)
    if record is None or record.figures is None or not is_learned(record.winning):
        return None
    return chances_of(record.winning, record.figures())


MINDS = _Minds()


def find_player(level: str, *, timed: bool = True) -> Player:
    """The player of a level; without a clock it thinks as long as its steps allow, and always the same."""
    return ai.find_player(level, MINDS, timed=timed)


def explained(
    level: str, view: View[Any], system: System[Any], rng: random.Random, taken: Action | None = None
) -> Explanation:
    """What a level would do in a side's place, and why; beside it what was done there, if that is known."""
    return explained_by(level, view, system, rng, MINDS, taken)

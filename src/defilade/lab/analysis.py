"""A finished game, gone over here or in processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from defilade.ai.analysis import Course
from defilade.kernel import GameLog
from defilade.lab.engines import run_batches
from defilade.lab.games import SimulationError
from defilade.systems import find_system, system_name
from defilade.systems.going_over import GoneOver, doubts, looked_over, stretches, summed_up, weighed
from defilade.systems.players import MINDS

T = TypeVar("T")
Tell = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and of how much."""


class NotAnalysed(SimulationError):
    """A game that cannot be gone over, and why."""


def analysed(
    log: GameLog, seed: int = 1, jobs: int = 1, tell: Tell = lambda what, done, of: None
) -> GoneOver:
    """All of it; the same log and seed always give the same."""
    system = find_system(log.system)
    if not log.result and not log.ended:
        raise NotAnalysed("the game is not over: while it runs this would tell what the other side knows")
    if MINDS.chances(log.system) is None:
        raise NotAnalysed(f"nobody has learned the chance of winning games of {system_name(log.system)}")
    first, _ = system.begin(log.scenario, log.options)
    sides = system.sides(first.state)
    if len(sides) != 2:
        raise NotAnalysed("only games of two sides are gone over")
    pieces = list(stretches(system, first, log.entries, seed))
    courses: list[Course] = list(
        _told(run_batches(looked_over, pieces, jobs), tell, "looking it over", len(pieces))
    )
    doubted = doubts(courses, pieces)
    found = _told(run_batches(weighed, doubted, jobs), tell, "judging decisions", len(doubted))
    return summed_up(sides, courses, {one.moment: one for one in found})


def _told(results: Iterable[T], tell: Tell, what: str, of: int) -> Iterable[T]:
    for done, one in enumerate(results, 1):
        yield one
        tell(what, done, of)

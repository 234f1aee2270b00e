"""Many games between two levels of player, in parallel processes.

Every game has a seed of its own made of the run's seed and the game's number, so the result of a run does not
depend on how many processes shared the work, nor on which of them played which game.
"""

from __future__ import annotations

import logging
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import msgspec

from defilade.ai import find_player
from defilade.kernel import System
from defilade.lab.intervals import wilson
from defilade.lab.match import play_game
from defilade.rules.catalog import find_card, find_system

Progress = Callable[[int], None]
"""Told how many games have just been finished."""


class SimulationError(Exception):
    """A simulation that cannot be run as asked."""


class Batch(msgspec.Struct, frozen=True):
    """Some games of a run: what one process is given."""

    scenario: str
    levels: tuple[str, ...]
    seed: int
    numbers: tuple[int, ...]


class Game(msgspec.Struct, frozen=True):
    """One finished game, or one that broke off with an error."""

    number: int
    winner: str = ""
    decisions: int = 0
    digest: str = ""
    error: str = ""


class Report(msgspec.Struct, frozen=True):
    """What a run found. Sides stand in the scenario's order."""

    games: int
    wins: dict[str, int]
    draws: int
    errors: int
    decisions_median: float
    seconds: float
    ci95: dict[str, tuple[float, float]]


def simulate(
    scenario: str,
    levels: Sequence[str],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    engine: str = "local",
    progress: Progress = lambda finished: None,
) -> tuple[Report, list[Game]]:
    """Play `games` games and count. Gives the report and the single games in their order."""
    card = find_card(scenario)
    if len(levels) != len(card.sides):
        sides = ", ".join(card.sides)
        raise SimulationError(f"{card.id} has {len(card.sides)} sides ({sides}): name as many levels")
    for level in levels:
        find_player(level)
    if games < 1 or jobs < 1:
        raise SimulationError("at least one game and one job are needed")
    started = time.perf_counter()
    batches = _batches(card.id, tuple(levels), games, seed, jobs)
    finished: list[Game] = []
    for part in _run(batches, jobs, engine):
        finished += part
        progress(len(part))
    finished.sort(key=lambda game: game.number)
    return report_on(card.sides, finished, time.perf_counter() - started), finished


def report_on(sides: Sequence[str], games: Sequence[Game], seconds: float) -> Report:
    """Count the games; those that broke off count as errors and for nothing else."""
    whole = [game for game in games if not game.error]
    wins = {side: sum(game.winner == side for game in whole) for side in sides}
    return Report(
        games=len(games),
        wins=wins,
        draws=sum(not game.winner for game in whole),
        errors=len(games) - len(whole),
        decisions_median=statistics.median(game.decisions for game in whole) if whole else 0,
        seconds=round(seconds, 3),
        ci95={side: wilson(won, len(whole)) for side, won in wins.items()},
    )


def play_batch(batch: Batch) -> list[Game]:
    """Play some games, one after the other. Runs in a process of its own."""
    card = find_card(batch.scenario)
    system = find_system(card.system)
    return [play_numbered(system, card.sides, batch, number) for number in batch.numbers]


def play_numbered(system: System[Any], sides: Sequence[str], batch: Batch, number: int) -> Game:
    """Play the game of this number. An error of the program is a result: a run of a thousand games is for
    finding those too."""
    players = {side: find_player(level) for side, level in zip(sides, batch.levels, strict=True)}
    try:
        played = play_game(system, batch.scenario, players, game_seed(batch.scenario, batch.seed, number))
    except Exception as error:
        return Game(number, error=f"{type(error).__name__}: {error}")
    return Game(number, played.winner, played.decisions, played.digest)


def game_seed(scenario: str, seed: int, number: int) -> str:
    """The seed of one game of a run."""
    return f"{scenario}/{seed}/{number}"


def _batches(scenario: str, levels: tuple[str, ...], games: int, seed: int, jobs: int) -> list[Batch]:
    """Small enough that the bar moves and no process idles at the end, large enough to be worth sending."""
    size = max(1, min(16, games // (jobs * 8)))
    return [
        Batch(scenario, levels, seed, tuple(range(first, min(first + size, games + 1))))
        for first in range(1, games + 1, size)
    ]


def _run(batches: Sequence[Batch], jobs: int, engine: str) -> Iterator[list[Game]]:
    if engine == "ray":
        return _run_on_ray(batches)
    if engine != "local":
        raise SimulationError(f"there is no engine {engine!r}; there are: local, ray")
    if jobs == 1 or len(batches) == 1:
        return (play_batch(batch) for batch in batches)
    return _run_in_processes(batches, jobs)


def _run_in_processes(batches: Sequence[Batch], jobs: int) -> Iterator[list[Game]]:
    # Spawned, not forked: the progress bar has a thread, and a fork of a threaded process can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(batches)), mp_context=context) as pool:
        for future in as_completed([pool.submit(play_batch, batch) for batch in batches]):
            yield future.result()


def _run_on_ray(batches: Iterable[Batch]) -> Iterator[list[Game]]:
    """The same batches on a Ray cluster, for runs that one machine is too small for."""
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise SimulationError("the engine 'ray' needs the package ray, which is not installed") from None
    ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level=logging.ERROR)
    remote = ray.remote(play_batch)
    waiting = [remote.remote(batch) for batch in batches]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)

"""Many games between two levels of player, in parallel processes.

Every game has a seed of its own made of the run's seed and the game's number, so the result of a run does not
depend on how many processes shared the work, nor on which of them played which game.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from defilade import __version__
from defilade.lab.collect import Collector
from defilade.lab.engines import ENGINES, EngineError, run_batches
from defilade.lab.fingerprint import fingerprint
from defilade.lab.games import Game, Run, SimulationError
from defilade.lab.intervals import wilson
from defilade.lab.match import Observer, play_game
from defilade.lab.pace import Stopwatch, Thinking, thinking
from defilade.lab.results import Results
from defilade.lab.standings import Surveyor
from defilade.systems import (
    Card,
    find_card,
    find_player,
    find_system,
    playing_sides,
    playing_teams,
    reader_of,
    winning_figures_of,
)

Progress = Callable[[int], None]
"""Told how many games have just been finished."""

MAX_BATCH = 8


class Batch(msgspec.Struct, frozen=True):
    """Some games of a run: what one process is given."""

    run: Run
    numbers: tuple[int, ...]
    watched: bool = False
    timed: bool = False
    surveyed: bool = False


class Report(msgspec.Struct, frozen=True):
    """What a run found. Sides stand in the scenario's order."""

    games: int
    wins: dict[str, int]
    draws: int
    errors: int
    decisions_median: float
    seconds: float
    ci95: dict[str, tuple[float, float]]


class TimedReport(Report, frozen=True):
    """The same with the time that it took."""

    games_per_minute: float
    thinking: dict[str, Thinking]
    """Level -> how long it thinks."""


def simulate(
    scenario: str,
    levels: Sequence[str],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    engine: str = "local",
    progress: Progress = lambda finished: None,
    *,
    options: Mapping[str, str] | None = None,
    results: Path | None = None,
    watched: bool = False,
    timed: bool = False,
    surveyed: bool = False,
) -> tuple[Report, list[Game]]:
    """Play `games` games and count. Gives the report and the single games in their order.

    A file of `results` keeps every game: those that are in it already are not played again. `watched` games
    have notes, `timed` ones the times of their decisions, `surveyed` ones how they stood at some of their steps.
    """
    card = find_card(scenario)
    chosen = {k: v for k, v in (options or {}).items() if v}
    teams = playing_teams(card, chosen)
    run = Run(card.id, level_each(levels, teams), seed, chosen)
    _check(card, tuple(teams), run, games, jobs, engine)
    started = time.perf_counter()
    with Results(results, run, fingerprint(), __version__) as kept:
        known = _known(kept, games, watched, timed, surveyed)
        progress(len(known))
        missing = [number for number in range(1, games + 1) if number not in known]
        for part in run_batches(
            play_batch, _batches(run, missing, jobs, watched, timed, surveyed), jobs, engine
        ):
            kept.add(part)
            known.update((game.number, game) for game in part)
            progress(len(part))
    finished = [known[number] for number in range(1, games + 1)]
    seconds = time.perf_counter() - started
    report = report_on(teams, finished, seconds)
    if timed:
        report = _timed(report, finished, len(missing), seconds)
    return report, finished


def level_each(levels: Sequence[str], teams: Mapping[str, str]) -> tuple[str, ...]:
    """A level for each side, of which the teams are given. Two equal ones stand for as many as there are, and one for
    each team for all of its sides.

    >>> level_each(["random", "random"], {"german": "german", "american": "american", "russian": "russian"})
    ('random', 'random', 'random')
    >>> level_each(["hard", "easy"], {"german": "1", "american": "2", "german-2": "1", "american-2": "2"})
    ('hard', 'easy', 'hard', 'easy')
    """
    if 1 < len(levels) < len(teams) and len(set(levels)) == 1:
        return (levels[0],) * len(teams)
    order = list(dict.fromkeys(teams.values()))
    if len(levels) == len(order):
        return tuple([levels[order.index(team)] for team in teams.values()])
    return tuple(levels)


def _check(card: Card, sides: Sequence[str], run: Run, games: int, jobs: int, engine: str) -> None:
    """Refuse what cannot be played before a file is written or a process started."""
    if len(run.levels) != len(sides):
        raise SimulationError(f"{card.id} has {len(sides)} sides ({', '.join(sides)}): name as many levels")
    for level in run.levels:
        find_player(level)
    if games < 1 or jobs < 1:
        raise SimulationError("at least one game and one job are needed")
    if engine not in ENGINES:
        raise EngineError(f"there is no engine {engine!r}; there are: {', '.join(ENGINES)}")
    find_system(card.system).begin(card.id, run.options)


def _known(kept: Results, games: int, watched: bool, timed: bool, surveyed: bool) -> dict[int, Game]:
    """The games that are there already, with all that is wanted of them."""
    return {
        number: game
        for number, game in kept.whole.items()
        if number <= games
        and (game.notes is not None or not watched)
        and (game.times is not None or not timed)
        and (game.standings is not None or not surveyed)
    }


def report_on(teams: Mapping[str, str], games: Sequence[Game], seconds: float) -> Report:
    """Count the games; those that broke off count as errors and for nothing else. All sides of a team have won
    together."""
    whole = [game for game in games if not game.error]
    winners = [teams.get(game.winner, "") for game in whole]
    wins = {side: winners.count(team) for side, team in teams.items()}
    return Report(
        games=len(games),
        wins=wins,
        draws=sum(not game.winner for game in whole),
        errors=len(games) - len(whole),
        decisions_median=statistics.median(game.decisions for game in whole) if whole else 0,
        seconds=round(seconds, 3),
        ci95={side: wilson(won, len(whole)) for side, won in wins.items()},
    )


def _timed(report: Report, games: Sequence[Game], played: int, seconds: float) -> TimedReport:
    return TimedReport(
        **msgspec.structs.asdict(report),
        games_per_minute=round(60 * played / seconds, 2),
        thinking=thinking(game.times for game in games if game.times),
    )


def play_batch(batch: Batch) -> list[Game]:
    """Play some games, one after the other. Runs in a process of its own."""
    return [play_numbered(batch, number) for number in batch.numbers]


def play_numbered(batch: Batch, number: int) -> Game:
    """Play the game of this number. An error of the program is a result: a run of a thousand games is for
    finding those too."""
    run = batch.run
    card = find_card(run.scenario)
    system = find_system(card.system)
    sides = playing_sides(card, run.options)
    levels = dict(zip(sides, run.levels, strict=True))
    players = {side: find_player(level, timed=False) for side, level in levels.items()}
    collector = Collector(sides, reader_of(system)) if batch.watched else None
    stopwatch = Stopwatch(levels) if batch.timed else None
    seed = run.game_seed(number)
    figures = winning_figures_of(card.system) if batch.surveyed else None
    surveyor = Surveyor(system, sides, figures, seed) if figures is not None else None
    observers: list[Observer] = [one for one in (collector, stopwatch, surveyor) if one is not None]
    try:
        played = play_game(system, card.id, players, seed, run.options, observers)
    except Exception as error:
        return Game(number, error=f"{type(error).__name__}: {error}")
    return Game(
        number,
        played.winner,
        played.decisions,
        played.digest,
        notes=collector.finish(played.winner) if collector is not None else None,
        times=stopwatch.times if stopwatch is not None else None,
        standings=tuple(surveyor.found) if surveyor is not None else None,
    )


def _batches(
    run: Run, numbers: Sequence[int], jobs: int, watched: bool, timed: bool, surveyed: bool
) -> list[Batch]:
    """Small enough that the bar moves and no process idles at the end, large enough to be worth sending."""
    size = max(1, min(MAX_BATCH, len(numbers) // (jobs * 8)))
    return [
        Batch(run, tuple(numbers[first : first + size]), watched, timed, surveyed)
        for first in range(0, len(numbers), size)
    ]

"""The speed budgets: what the engine takes, beside references measured in the same run.

A figure is within its budget if it is no more than that on a machine as fast as the one that the budgets were
set on.  How fast this machine is at this moment is measured by the deep copy of forty units, which took
888 us there: on a slower machine the budgets grow by as much, on a faster one they stay.
"""

from __future__ import annotations

import copy
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import msgspec

from defilade.hexgrid.los_table import build_table
from defilade.hexgrid.los_table_heights import HighRowTracer
from defilade.kernel import Chance, Choice, Position, Sampled, System
from defilade.lab.big_map import measure_apart
from defilade.systems import find_scenario, maps
from defilade.tactics.units import Unit

SCENARIO, BOARD, HILLS = "S1", "y", "w"
VEHICLES = "F3"
"""A scenario in which both sides have vehicles."""
SECONDS, SECONDS_WITH_VEHICLES = 12.0, 6.0
"""How long random games are played."""
DEEPCOPY_THEN = 888.0
"""Microseconds that the deep copy took on the machine of the budgets."""


class Figure(msgspec.Struct, frozen=True):
    """One line of the table. `reference` is what was measured beside it; `ratio` is value to reference."""

    value: float
    budget: float
    unit: str
    reference: float | None = None
    ratio: float | None = None
    compared_with: str = ""
    within: bool = True


class Bench(msgspec.Struct, frozen=True):
    """The whole table."""

    within_budget: bool
    figures: dict[str, Figure]


def run_bench(progress: Callable[[int], None] = lambda done: None) -> Bench:
    """Measure everything. Takes some seconds."""
    system, _ = find_scenario(SCENARIO)
    deepcopy = deepcopy_of_forty_units()
    slowness = max(1.0, deepcopy / DEEPCOPY_THEN)
    chess = python_chess_move()
    progress(1)
    timings, games = random_games(system, SECONDS)
    progress(1)
    figures = {
        "decision": below(
            statistics.median(timings), 100, "us", slowness, chess, "python-chess: legal moves and push"
        ),
        "clone": below(clone_time(system), 10, "us", slowness, deepcopy, "deepcopy of 40 units"),
        "random_games": above(games, 10, "games of 1,000 decisions a second", slowness),
    }
    progress(1)
    timings, _ = random_games(find_scenario(VEHICLES)[0], SECONDS_WITH_VEHICLES, VEHICLES)
    figures["decision_vehicles"] = below(statistics.median(timings), 120, "us", slowness)
    progress(1)
    figures["los_query"] = below(los_query_time(), 0.3, "us", slowness)
    figures["los_table"] = below(los_table_time(), 1.0, "s", slowness)
    figures["los_query_hills"] = below(los_query_time(HILLS), 1.0, "us", slowness)
    figures["los_table_hills"] = below(los_table_time(HILLS), 3.0, "s", slowness)
    progress(1)
    big = measure_apart()
    figures["big_map_start"] = below(big.start, 2.0, "s", slowness)
    figures["big_map_row"] = below(big.row, 20, "ms", slowness)
    figures["big_map_memory"] = below(big.memory, 100, "MB", 1.0)
    progress(1)
    return Bench(all(figure.within for figure in figures.values()), figures)


STAGES = 6
"""How often `run_bench` reports progress."""


def below(
    value: float,
    budget: float,
    unit: str,
    slowness: float,
    reference: float | None = None,
    compared_with: str = "",
) -> Figure:
    """A figure that must not be more than its budget."""
    ratio = round(value / reference, 4) if reference else None
    missing = " (not installed)" if compared_with and reference is None else ""
    shown = None if reference is None else round(reference, 3)
    within = value <= budget * slowness
    return Figure(round(value, 3), budget, unit, shown, ratio, compared_with + missing, within)


def above(value: float, budget: float, unit: str, slowness: float) -> Figure:
    """A figure that must not be less than its budget."""
    return Figure(round(value, 3), budget, unit, within=value * slowness >= budget)


def best_of(rounds: int, number: int, work: Callable[[], object]) -> float:
    """Microseconds a call: the best of some rounds, so that what else the machine does counts least."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(number):
            work()
        times.append((time.perf_counter() - started) / number)
    return min(times) * 1e6


# -- references --------------------------------------------------------------------------------------------


class _PlainUnit:
    """A unit as an object with a dictionary, which is what is usually deep-copied."""

    def __init__(self, unit: Unit) -> None:
        for name in Unit.__struct_fields__:
            setattr(self, name, getattr(unit, name))


def deepcopy_of_forty_units() -> float:
    units = {f"u{n}": _PlainUnit(Unit(f"u{n}", "german", "ger-467", "squad", "yK5")) for n in range(40)}
    return best_of(5, 20, lambda: copy.deepcopy(units))


def python_chess_move() -> float | None:
    """Legal moves and a push on python-chess, over a random game; None where it is not installed."""
    try:
        import chess
    except ImportError:
        return None
    rng = random.Random(1)
    times = []
    for _ in range(6):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 120:
            started = time.perf_counter()
            moves = list(board.legal_moves)
            move = moves[int(rng.random() * len(moves))]
            board.push(move)
            times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e6


# -- the engine --------------------------------------------------------------------------------------------


def random_games(system: System[Any], seconds: float, scenario: str = SCENARIO) -> tuple[list[float], float]:
    """Random games for some seconds: microseconds of every decision (checking, carrying it out, listing all
    options of the next), and how many games of 1,000 decisions that makes a second."""
    timings: list[float] = []
    clock = time.perf_counter
    started = clock()
    number = 0
    while clock() - started < seconds or number < 2:
        number += 1
        rng = random.Random(f"bench/{number}")
        dice = Sampled(rng)
        position, _ = system.begin(scenario)
        while True:
            moment = position.pending
            if isinstance(moment, Choice):
                option = moment.options[int(rng.random() * len(moment.options))]
                before = clock()
                position.advance(option)
                timings.append((clock() - before) * 1e6)
            elif isinstance(moment, Chance):
                position.advance(dice.draw(moment, 1))
            else:
                break
    return timings, len(timings) / 1000 / (clock() - started)


def clone_time(system: System[Any]) -> float:
    """A clone in the middle of a game, with everything on the map."""
    position = middle_of_a_game(system)
    return best_of(7, 500, lambda: system.clone(position.state))


def middle_of_a_game(system: System[Any]) -> Position[Any]:
    rng = random.Random("bench/middle")
    dice = Sampled(rng)
    position, _ = system.begin(SCENARIO)
    for _ in range(400):
        moment = position.pending
        if isinstance(moment, Choice):
            position.advance(moment.options[int(rng.random() * len(moment.options))])
        elif isinstance(moment, Chance):
            position.advance(dice.draw(moment, 1))
        else:
            break
    return position


def los_query_time(board: str = BOARD) -> float:
    """One static query from Python, through the table."""
    game_map = maps(board).board(board, True)
    names = game_map.names
    rng = random.Random(1)
    pairs = [(rng.choice(names), rng.choice(names)) for _ in range(2000)]
    hindrance = game_map.hindrance

    def ask() -> None:
        for a, b in pairs:
            hindrance(a, b)

    def only_loop() -> None:
        for _a, _b in pairs:
            pass

    return (best_of(7, 20, ask) - best_of(7, 20, only_loop)) / len(pairs)


def los_table_time(board: str = BOARD) -> float:
    """Seconds to build the table of a whole board from nothing."""
    game_map = maps(board).board(board, True)
    started = time.perf_counter()
    if game_map.relief.is_level:
        build_table(game_map.ground)
    else:
        tracer = HighRowTracer(game_map.ground)
        for place in range(len(game_map.names)):
            tracer.row(place)
    return time.perf_counter() - started

"""Whole games of every scenario, played at random: nothing crashes, is lost or leaks, and all come to an end."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import Choice, Over, Position, determinized, make_view
from upfront.fuzz import SYSTEM, check, every_table, play

TABLES = every_table()
IDS = [f"{name} {' '.join(options.values())}" for name, options in TABLES]
SCENARIOS = [name for name in SYSTEM.scenarios() if name.startswith("UF-")]


def run(scenario: str, options: dict[str, str], seed: object, *, by_verb: bool) -> Position:
    position = None
    for count, position in enumerate(play(scenario, options, seed, by_verb=by_verb)):
        if count % 5 == 0:
            check(position.state)
    assert position is not None and isinstance(position.pending, Over)
    assert position.pending.winner in ("", *position.state.sides) and position.pending.rules
    return position


@pytest.mark.parametrize(("scenario", "options"), TABLES, ids=IDS)
def test_a_game_of_every_table(scenario: str, options: dict[str, str]) -> None:
    run(scenario, options, "short", by_verb=True)


@pytest.mark.soak
@pytest.mark.parametrize("by_verb", [True, False])
@pytest.mark.parametrize(("scenario", "options"), TABLES, ids=IDS)
def test_many_games_of_every_table(scenario: str, options: dict[str, str], by_verb: bool) -> None:
    for seed in range(25):
        run(scenario, options, seed, by_verb=by_verb)


# -- secrets -----------------------------------------------------------------------------------------------------


def seen(position: Position, side: str) -> bytes:
    return msgspec.json.encode(make_view(SYSTEM, position, side, 0))


def compare(scenario: str, options: dict[str, str], seed: object, share: float, most: int) -> int:
    """Through a game, at some of its choices, each side is given the same in a world that looks the same to it, and
    is asked, or told of, the same question."""
    rng = random.Random(f"{scenario}/{seed}/worlds")
    count = 0
    for position in play(scenario, options, seed, by_verb=True, most=most):
        moment = position.pending
        if not isinstance(moment, Choice) or rng.random() >= share:
            continue
        for side in position.state.sides:
            twin = determinized(SYSTEM, make_view(SYSTEM, position, side, 0), rng)
            count += 1
            assert seen(position, side) == seen(twin, side)
            other = twin.pending
            assert isinstance(other, Choice)
            assert (other.side, other.asks, other.rules) == (moment.side, moment.asks, moment.rules)
            if side == moment.side:
                assert other.options == moment.options
    return count


@pytest.mark.rule("UF:3.5-c")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_worlds_through_a_game(scenario: str) -> None:
    assert compare(scenario, {}, "worlds", 0.1, 1500)


@pytest.mark.soak
@pytest.mark.rule("UF:3.5-c", "UF:16.21-b")
@pytest.mark.parametrize(("scenario", "options"), TABLES, ids=IDS)
def test_two_worlds_through_many_games(scenario: str, options: dict[str, str]) -> None:
    for seed in range(5):
        compare(scenario, options, seed, 0.25, 20_000)

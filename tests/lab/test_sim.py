"""Simulation: many games, counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.ai import UnknownLevel
from defilade.lab import match, sim
from defilade.lab.intervals import wilson
from defilade.systems import catalog
from kernel.toy_record import TOY
from registered import registered


@pytest.fixture
def toy():
    """The guessing game, and no other."""
    with registered(TOY):
        yield


def test_every_game_is_counted_once(toy):
    report, games = sim.simulate("T1", ["random", "random"], 60)
    assert report.games == 60 == len(games)
    assert sum(report.wins.values()) + report.draws == 60
    assert report.errors == 0
    assert list(report.wins) == ["red", "blue"]
    assert report.decisions_median > 2


def test_the_same_seed_gives_the_same_games_and_another_seed_others(toy):
    _, first = sim.simulate("T1", ["random", "random"], 20, seed=7)
    _, again = sim.simulate("T1", ["random", "random"], 20, seed=7)
    _, other = sim.simulate("T1", ["random", "random"], 20, seed=8)
    assert first == again != other


def test_a_game_does_not_depend_on_how_the_work_was_cut(toy):
    _, ten = sim.simulate("T1", ["random", "random"], 10, seed=3)
    _, forty = sim.simulate("T1", ["random", "random"], 40, seed=3)
    assert ten == forty[:10]


def test_a_defect_in_one_game_is_told_and_does_not_stop_the_run(toy, monkeypatch):
    monkeypatch.setattr(match, "MAX_DECISIONS", 6)
    report, games = sim.simulate("T1", ["random", "random"], 30)
    assert 0 < report.errors < 30
    assert sum(report.wins.values()) + report.draws == 30 - report.errors
    broken = next(game for game in games if game.error)
    assert "EndlessGame" in broken.error


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"levels": ["random"]}, sim.SimulationError),
        ({"levels": ["random", "genius"]}, UnknownLevel),
        ({"scenario": "T9"}, catalog.UnknownScenario),
        ({"games": 0}, sim.SimulationError),
        ({"jobs": 0}, sim.SimulationError),
        ({"engine": "steam"}, sim.SimulationError),
    ],
)
def test_what_cannot_be_run_is_refused_by_name(toy, change, error):
    asked = {"scenario": "T1", "levels": ["random", "random"], "games": 2, **change}
    with pytest.raises(error):
        sim.simulate(**asked)


def test_progress_is_told_for_every_game(toy):
    told = []
    sim.simulate("T1", ["random", "random"], 33, progress=told.append)
    assert sum(told) == 33


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_interval_holds_the_rate_and_stays_within_bounds(wins, more):
    games = max(wins, more)
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games <= high <= 1


def test_more_games_make_the_interval_narrower():
    widths = [high - low for low, high in (wilson(n // 2, n) for n in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)


def test_nobody_looks_at_the_clock(monkeypatch):
    """A busy machine must not play other games than an idle one."""
    run = sim.Run("UF-A", ("hard", "easy"), seed=3)
    asked = []
    monkeypatch.setattr(sim, "play_game", lambda system, card, players, *more: asked.append(players) or 1 / 0)
    sim.play_numbered(sim.Batch(run, (1,)), 1)
    assert [player.level.seconds for player in asked[0].values()] == [None, None]


def test_a_team_wins_or_loses_as_one():
    """Two levels stand for two teams, and what one of them has won is won by both of its sides."""
    options = {"tables": "2", "opponent-2": "russian"}
    report, games = sim.simulate("UF-A", ["greedy", "random"], 3, options=options)
    assert list(report.wins) == ["german", "american", "german-2", "russian-2"]
    assert report.wins["german"] == report.wins["german-2"] == sum(game.winner == "german" for game in games)
    assert report.wins["american"] == report.wins["russian-2"]
    assert report.wins["german"] + report.wins["american"] + report.draws == 3
    with pytest.raises(sim.SimulationError, match="4 sides"):
        sim.simulate("UF-A", ["greedy", "random", "random"], 3, options=options)

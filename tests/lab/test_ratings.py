"""Ratings of levels."""

from __future__ import annotations

import itertools
import json

import pytest

from defilade.lab.games import SimulationError
from defilade.lab.ratings import Bout, Contest, rate, ratings_of, ratings_text


def bouts(first, second, wins, games):
    return [Bout(number, "S1", (first, second), 0 if number <= wins else 1) for number in range(1, games + 1)]


def test_who_wins_more_is_rated_higher():
    rated = ratings_of(["a", "b", "c"], bouts("a", "b", 18, 20) + bouts("b", "c", 15, 20))
    assert [one.level for one in rated] == ["a", "b", "c"]
    assert all(later.rating < sooner.rating for sooner, later in itertools.pairwise(rated))
    assert (rated[1].games, rated[1].wins) == (40, 17)


def test_draws_leave_equals_equal():
    rated = ratings_of(["a", "b"], [Bout(number, "S1", ("a", "b"), None) for number in range(1, 9)])
    assert rated[0].rating == pytest.approx(rated[1].rating)


def test_more_games_leave_less_doubt():
    few, many = (ratings_of(["a", "b"], bouts("a", "b", n * 3, n * 5))[0].doubt for n in (1, 10))
    assert many < few


def test_the_order_in_which_games_were_played_does_not_count():
    games = bouts("a", "b", 5, 9) + bouts("b", "a", 2, 9)
    assert ratings_of(["a", "b"], games) == ratings_of(["a", "b"], games[::-1])


def test_a_contest_seats_everybody_on_both_sides():
    contest = Contest(("random", "greedy"), ("S1", "S2"), games=3)
    assert contest.rounds() == [
        ("S1", ("random", "greedy")),
        ("S2", ("random", "greedy")),
        ("S1", ("greedy", "random")),
        ("S2", ("greedy", "random")),
    ]
    assert contest.total() == 12
    with pytest.raises(SimulationError, match="two levels"):
        rate(Contest(("random",), ("S1",)))


def test_greedy_is_rated_above_random(tmp_path, capsys):
    from defilade.cli import main

    table = tmp_path / "ratings.md"
    asked = ["--levels", "random,greedy", "--scenarios", "S2", "--games", "2", "--seed", "2"]
    assert (
        main(["lab", "ratings", *asked, "-o", str(table), "--json", "--results", str(tmp_path / "games")])
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert [one["level"] for one in found["rated"]] == ["greedy", "random"]
    assert found["meetings"][0]["games"] == 4
    text = table.read_text()
    assert "| greedy |" in text and "95% interval" in text
    assert main(["lab", "ratings", *asked, "--results", str(tmp_path / "games")]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("greedy")


def test_the_table_is_plain_markdown():
    contest = Contest(("a", "b"), ("S1",))
    from defilade.lab.ratings import table_of

    lines = ratings_text(table_of(contest, bouts("a", "b", 3, 4))).splitlines()
    assert lines[0] == "# Ratings of the levels"
    assert "| a | b | 4 | 75.0% | 30.1 to 95.4% |" in lines

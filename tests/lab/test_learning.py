"""Learning the chance of winning: what is seen of games, what a fit makes of it, and how well that foretells."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest

from defilade.ai.winning import Chances, Model, Provenance, Standing, chances_of, is_learned
from defilade.kernel import Over, Position, Sampled, make_view
from defilade.lab.learning import (
    Asked,
    LearningError,
    Lesson,
    auc,
    fitted,
    learn,
    lessons_of,
    model_text,
    off,
    parts_of,
)
from defilade.lab.sim import simulate
from defilade.rules.content_files import ContentError, ContentFiles
from defilade.systems import MINDS, SYSTEMS, find_system, winning_figures_of, with_winning_figures

NOTHING = Provenance("", 0, "", {}, 0, "", "")


class Coins:
    """A game of which one figure tells everything, and another nothing."""

    names: tuple[str, ...] = ("ahead", "noise")
    material = "ahead"
    judgement = "noise"

    def of(self, position: object, side: str) -> Standing | None:
        return None


def coin_lessons(games: int) -> list[Lesson]:
    rng = random.Random(7)
    found = []
    for game in range(games):
        ahead = rng.gauss(0, 1)
        won = float(rng.random() < 1 / (1 + np.exp(-2 * ahead)))
        for side, sign, result in (("red", 1, won), ("blue", -1, 1 - won)):
            standing = Standing("COIN", side, rng.random(), (sign * ahead, rng.gauss(0, 1)))
            found.append(Lesson(f"COIN/{game}", 0.5, standing, result))
    return found


def needs_sklearn() -> None:
    pytest.importorskip("sklearn", reason="the extra 'learn' is not installed: make extras")


def test_what_tells_is_told_from_what_does_not() -> None:
    needs_sklearn()
    figures = Coins()
    model = fitted(figures, figures.names, coin_lessons(2_000), NOTHING)
    chances = Chances(model, figures)
    sides = [Standing("COIN", "red", 0.5, (ahead, noise)) for ahead in (-1.0, 1.0) for noise in (-1.0, 1.0)]
    low, also_low, high, also_high = chances.of_all(sides)
    assert low == pytest.approx(1 / (1 + np.exp(2)), abs=0.05) and high == pytest.approx(1 - low, abs=0.05)
    assert abs(low - also_low) < 0.06 and abs(high - also_high) < 0.06


def test_every_game_is_held_out_once() -> None:
    games = {f"COIN/{number}" for number in range(10)}
    parts = parts_of(games, 3)
    assert sorted(map(len, parts)) == [2, 2, 3, 3] and set().union(*parts) == games
    assert parts == parts_of(games, 3) != parts_of(games, 4)


def test_a_model_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_sklearn()
    figures = Coins()
    model = fitted(figures, figures.names, coin_lessons(80), NOTHING)
    (tmp_path / "coins.yaml").write_text(model_text(model))
    monkeypatch.setenv("DEFILADE_CONTENT", str(tmp_path))
    read = chances_of("coins.yaml", figures)
    assert read.model == model
    figures.names = ("other", "noise")
    with pytest.raises(ContentError, match="names: are not those of today: other, noise"):
        chances_of("coins.yaml", figures)


def test_what_does_not_belong_together_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(("ahead",), (0.0,), (0.0,), ((1.0, 0.0, 0.0),), (0.0, 0.0, 0.0), {}, NOTHING)
    (tmp_path / "flat.yaml").write_text(model_text(model))
    monkeypatch.setenv("DEFILADE_CONTENT", str(tmp_path))
    with pytest.raises(ContentError, match="scales: must be above 0"):
        chances_of("flat.yaml", Coins())


def test_scores() -> None:
    stated, won = np.array([0.1, 0.3, 0.8, 0.9]), np.array([0.0, 1.0, 0.0, 1.0])
    assert auc(stated, won) == 0.75
    assert auc(stated, np.ones(4)) == 0.5
    assert off(np.full(10, 0.55), np.array([1.0] * 5 + [0.0] * 5)) == pytest.approx(0.05)


@pytest.mark.parametrize("scenario", ["S1", "UF-A"])
def test_a_game_is_looked_at_by_all_its_sides(scenario: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    _, (game,) = simulate(scenario, ("greedy", "greedy"), 1, seed=9, results=file, surveyed=True)
    assert game.standings and not game.error
    sides = {one.standing.side for one in game.standings}
    assert len(sides) == 2
    teams = {side: side for side in sides}
    lessons = lessons_of(scenario, teams, game)
    assert {one.won for one in lessons if one.standing.side == game.winner} == {1.0}
    assert {one.won for one in lessons if one.standing.side != game.winner} == {0.0}
    assert max(one.share for one in lessons) == 1.0
    assert 0 < max(one.standing.elapsed for one in lessons) <= 1
    _, (again,) = simulate(scenario, ("greedy", "greedy"), 1, seed=9, results=file, surveyed=True)
    assert again == game


def test_a_system_without_figures_cannot_be_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "sk1", dataclasses.replace(SYSTEMS["sk1"], figures=None))
    with pytest.raises(LearningError, match="no figures of 'sk1'; there are of: elst"):
        learn(Asked("sk1", 1, "random", 1), lambda done: None)


# -- the figures of the systems ------------------------------------------------------------------------------


@pytest.mark.parametrize("system", with_winning_figures())
def test_figures_keep_to_what_a_side_sees(system: str) -> None:
    """Two worlds that look alike to a side have the same figures: they are read from its view."""
    rules, figures = find_system(system), winning_figures_of(system)
    assert figures is not None
    assert figures.material in figures.names and figures.judgement in figures.names
    position, _ = rules.begin(rules.scenarios()[0])
    rng = random.Random(3)
    compared = 0
    for step in range(900):
        moment = position.pending
        if isinstance(moment, Over):
            break
        options = getattr(moment, "options", ())
        if step % 60 == 59 and options:
            side = moment.side
            view = make_view(rules, position, side, step)
            imagined = Position(rules, rules.determinize(view.state, side, rng))
            again = make_view(rules, imagined, side, step)
            found = figures.of(Position(rules, view.state), side)
            assert found == figures.of(Position(rules, again.state), side)
            if found is not None:
                assert len(found.figures) == len(figures.names) and 0 <= found.elapsed <= 1
                compared += 1
        step_taken = rng.choice(options) if options else Sampled(rng).draw(moment, step)
        position.advance(step_taken)
    assert compared


LEARNED = [name for name, record in SYSTEMS.items() if is_learned(record.winning)]


def test_there_are_models() -> None:
    assert {"sk1", "elst", "sl", "upfront"} <= set(LEARNED)


@pytest.mark.parametrize("system", LEARNED)
def test_every_model_that_is_shipped_says_where_it_is_from_and_how_good_it_is(system: str) -> None:
    chances = MINDS.chances(system)
    assert chances is not None
    model = chances.model
    assert ContentFiles().path(SYSTEMS[system].winning).stat().st_size < 1_000_000
    told = model.provenance
    assert told.command.startswith("defilade lab learn") and told.commit and told.seed and told.positions
    assert set(told.games) <= set(find_system(system).scenarios()) and all(told.games.values())
    assert [one.third for one in model.held_out] == [1, 2, 3]
    last = model.held_out[-1]
    assert last.auc > 0.75 and last.brier < min(last.material_brier, last.judgement_brier)


@pytest.mark.parametrize("system", LEARNED)
def test_both_sides_together_have_about_one_game_to_win(system: str) -> None:
    """What one side gains the other loses; what they know differs a little."""
    rules, chances = find_system(system), MINDS.chances(system)
    assert chances is not None
    rng = random.Random(4)
    position, _ = rules.begin(rules.scenarios()[0])
    one, other = rules.sides(position.state)
    assert chances.of(position, one) is None  # nothing is said of a set-up
    compared = 0
    for step in range(500):
        moment = position.pending
        if isinstance(moment, Over):
            assert {chances.of(position, one), chances.of(position, other)} <= {0.0, 0.5, 1.0}
            break
        if step % 50 == 49:
            stated = chances.of(position, one), chances.of(position, other)
            if stated[0] is not None and stated[1] is not None:
                assert 0 < stated[0] < 1 and abs(stated[0] + stated[1] - 1) < 0.35
                compared += 1
        options = getattr(moment, "options", ())
        position.advance(rng.choice(options) if options else Sampled(rng).draw(moment, step))
    assert compared

"""Chances that begin with what was measured, and are told only where something was measured."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from defilade.ai.winning import Agreed, Chances, Model, Provenance, Standing, as_played, load_model
from defilade.cli import main
from defilade.kernel import Choice, Position, make_view
from defilade.lab.agreement import agree, agreed, measurements, moved_by, opening, share_of
from defilade.lab.learning import model_text
from defilade.rules.measured import Measured
from defilade.systems import MINDS, SYSTEMS, cards, explained, find_card, find_system, winning_figures_of

LEARNED = ("sk1", "elst", "sl", "upfront")
GAMES = Measured(400, {"american": 300, "german": 100}, "tactician", "0.1.0", 1)


class Ahead:
    """One figure that tells everything."""

    names: tuple[str, ...] = ("ahead",)
    material = judgement = "ahead"

    def of(self, position: Any, side: str) -> Standing | None:
        return None


def model(level: str = "normal", **agreed: Agreed) -> Model:
    provenance = Provenance("", 1, level, {"S1": 9}, 90, "0.1.0", "")
    weights = {"S1/american": (0.2, 0.4), "S1/german": (-0.2, -0.4)}
    return Model(
        ("ahead",), (0.0,), (1.0,), ((1.0, 0.0, 0.0),), (0.0, 0.0, 0.0), weights, provenance, (), agreed
    )


def starts(terms: str = "") -> list[Standing]:
    return [
        Standing("S1", side, 0.0, (sign * ahead,), terms)
        for ahead in (-0.5, 0.0, 0.8)
        for side, sign in (("american", 1), ("german", -1))
    ]


def test_the_beginning_is_moved_to_what_was_measured() -> None:
    found = agreed(model(), Ahead(), starts(), GAMES, find_card("S1"))
    assert {key: (one.share, one.games) for key, one in found.items()} == {
        "S1/american": (0.75, 400),
        "S1/german": (0.25, 400),
    }
    chances = Chances(model(**found), Ahead())
    for side, share in (("american", 0.75), ("german", 0.25)):
        own = [one for one in starts() if one.side == side]
        assert float(np.mean(chances.of_all(own))) == pytest.approx(share, abs=0.001)


def test_of_the_same_players_only_the_beginning_is_moved() -> None:
    """At the end figures tell by themselves who has won; games of another level may favour the other side in all."""
    at_the_end = [Standing("S1", "american", 1.0, (0.3,))]
    before = Chances(model(), Ahead()).of_all(at_the_end)
    for level, moved in (("normal", False), ("easy", True)):
        found = agreed(model(level), Ahead(), starts(), GAMES, find_card("S1"))
        after = Chances(model(level, **found), Ahead()).of_all(at_the_end)
        assert (abs(float(after[0] - before[0])) > 0.05) == moved


def test_even_chances_are_measured_by_themselves() -> None:
    found = agreed(model(), Ahead(), starts("even"), GAMES, find_card("S1"))
    assert set(found) == {"S1+even/american", "S1+even/german"}
    chances = Chances(model(**found), Ahead())
    plain, even = (chances.of_all([Standing("S1", "german", 0.0, (0.0,), terms)]) for terms in ("", "even"))
    assert float(even[0]) < float(plain[0])


def test_a_share_of_nothing_or_all_is_no_certainty() -> None:
    chances = Chances(model(), Ahead())
    assert share_of(60, 60) == pytest.approx(1 - 0.5 / 60)
    assert -12 < moved_by(chances, starts(), share_of(0, 60)) < -3


@pytest.mark.parametrize("system", LEARNED)
def test_no_model_contradicts_the_measured_balance(system: str) -> None:
    """Every figure of the cards has its like in the model, with the same share: who measures anew must agree anew."""
    told = load_model(SYSTEMS[system].winning).agreed
    seen = set()
    for card in cards(system):
        for options, balance in measurements(card):
            for side, won in balance.wins.items():
                terms = "+even" if options else ""
                one = told[f"{card.id}{terms}/{side}"]
                share = share_of(won + balance.draws / len(balance.wins), balance.games)
                assert (one.share, one.games) == (pytest.approx(share, abs=0.0001), balance.games)
                seen.add(f"{card.id}{terms}/{side}")
    assert seen == set(told)


@pytest.mark.parametrize("scenario", ["S1", "UF-A"])
def test_after_set_up_the_measured_balance_is_told(scenario: str) -> None:
    """Set-ups differ, and so do hands: on average over a few of them it is what the lobby shows."""
    card = find_card(scenario)
    figures = winning_figures_of(card.system)
    chances = MINDS.chances(card.system)
    assert figures is not None and chances is not None
    side = card.sides[0]
    found = [
        float(chances.of_all([one])[0])
        for number in range(2)
        for one in opening(card, figures, {}, f"fresh/{number}")
        if one.side == side
    ]
    (_, balance), *_ = measurements(card)
    assert sum(found) / len(found) == pytest.approx(balance.wins[side] / balance.games, abs=0.12)


def begun(options: dict[str, str]) -> tuple[Position[Any], str]:
    """S1 after a set-up by chance, where somebody has to decide."""
    system = find_system("sk1")
    position, _ = system.begin("S1", options)
    rng = random.Random(3)
    while not position.state.turn or not isinstance(position.pending, Choice):
        moment = position.pending
        assert isinstance(moment, Choice)
        position.advance(rng.choice(moment.options))
    return position, position.pending.side


@pytest.mark.parametrize(
    ("options", "told"), [({}, True), ({"balance": "even"}, True), ({"balance": "german"}, False)]
)
def test_a_hint_tells_a_chance_only_where_it_was_measured(options: dict[str, str], told: bool) -> None:
    position, side = begun(options)
    view = make_view(position.system, position, side, 1)
    found = explained("easy", view, position.system, random.Random(1))
    assert (found.chance is not None) == told
    chances = MINDS.chances("sk1")
    assert chances is not None and chances.of(position, side) is not None  # the analysis goes on by it
    if told:
        assert found.chance == chances.of(Position(position.system, view.state), side)


def test_how_a_scenario_is_played() -> None:
    assert as_played({"balance": ""}) == "" and as_played({"balance": "even", "x": "1"}) == "otherwise"


def test_the_command_writes_a_model_that_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("defilade.lab.agreement.cards", lambda system: [find_card("UF-A")])
    monkeypatch.setattr("defilade.cli.lab.cards", lambda system: [find_card("UF-A")])
    file = tmp_path / "winning.yaml"
    asked = ["lab", "agree", "--system", "upfront", "--set-ups", "1", "-o", str(file)]
    assert main(asked) == 0
    assert "UF-A/german" in capsys.readouterr().out
    before = load_model("upfront/winning.yaml")
    after = agree("upfront", before, 1, 1)
    assert set(after.agreed) == {"UF-A/german", "UF-A/american"}
    assert file.read_text() == model_text(after)
    assert msgspec.structs.replace(after, agreed=before.agreed) == before
    assert main(["lab", "agree", "--system", "nothing"]) != 0

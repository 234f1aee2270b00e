"""Withdrawal and pursuit in a campaign (UF:42.6, UF:42.7)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.table.presentation import conditions
from upfront.situation import Situation

LED = ["burnett", "smith", "burke", "fox"]


def beaten(
    american: list[Any] | None = None, *, german: dict[str, Any] | None = None, **more: Any
) -> Situation:
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 0, **(german or {})},
        {"side": "american", "men": american or LED, "range": 1},
    ]
    hands = {"german": ["red movement", "black movement"]}
    return Situation("german", groups, **{"special": ["campaign"], "hands": hands, **more})


def withdrawn(**more: Any) -> Situation:
    return beaten(**more).do("withdraw g1+<red movement>")


@pytest.mark.rule("UF:42.6-a")
def test_a_group_leaves_and_the_scenario_is_given_up():
    s = withdrawn()
    assert s.group("g1").withdrawing and s.group("g1").range == -1
    assert s.side() == "american" and s.options() == ["pursue", "no"]
    s.do("no")
    assert isinstance(s.pending, Over) and s.pending.winner == "american"
    assert "UF:42.6-a" in s.pending.rules


@pytest.mark.rule("UF:42.6-a")
@pytest.mark.parametrize(
    ("change", "card", "rule"),
    [
        ({"german": {"range": 1}}, "red movement", "UF:42.6-a"),
        ({}, "black movement", "UF:42.6-a"),
        ({"special": []}, "red movement", "UF:42.6-a"),
        ({"german": {"men": ["beck", {"id": "wolff", "pinned": True}]}}, "red movement", "UF:5.1-a"),
        ({"german": {"cards": ["wire"]}}, "red movement", "UF:13.34"),
    ],
    ids=["range chit 1", "a black card", "no campaign", "pinned men", "on Wire"],
)
def test_who_cannot_withdraw(change, card, rule):
    s = beaten(**change)
    assert s.refusal(f"withdraw g1+<{card}>").rule == rule


@pytest.mark.rule("UF:42.6-a")
def test_below_range_chit_0_too():
    s = beaten(german={"range": -1})
    assert s.options("withdraw")


@pytest.mark.rule("UF:42.6-b")
def test_an_encircled_group_stays():
    groups = [
        {"side": "german", "men": ["beck", "wolff"]},
        {"side": "american", "men": LED, "range": 1, "encircles": "g1"},
    ]
    s = Situation("german", groups, special=["campaign"], german=["red movement"])
    assert s.refusal("withdraw g1+<red movement>").rule == "UF:42.6-b"


@pytest.mark.rule("UF:42.6-b")
def test_a_plain_retreat_concedes_nothing():
    s = beaten(german={"range": 1}).do("move g1+<red movement> - retreat")
    assert not s.group("g1").withdrawing and "conceded" not in s.state.facts


@pytest.mark.rule("UF:42.6-a")
def test_who_withdraws_does_not_come_back():
    s = beaten(german={"withdrawing": True})
    assert s.refusal("move g1+<black movement> - advance").rule == "UF:42.6-a"
    assert not s.options("withdraw")


# -- pursuit -----------------------------------------------------------------------------------------------------


def broken(american: list[Any] | None = None, **more: Any) -> Situation:
    """The German squad breaks in its own turn."""
    s = beaten(american, **more)
    for man in ("wolff", "streich"):
        remove(s.g, s.g.unit(man), "kia")
    return s.do("done")


@pytest.mark.rule("UF:42.7")
def test_a_broken_enemy_can_be_pursued():
    s = broken()
    assert s.side() == "american" and s.offers("pursue")
    s.do("pursue").draw("black 2")
    assert not isinstance(s.pending, Over) and s.said("goes after the enemy")


@pytest.mark.rule("UF:42.7")
def test_victory_conditions_that_are_met():
    groups = [
        {"side": "german", "men": ["beck", "wolff"]},
        {"side": "american", "men": LED, "range": 4, "cards": ["woods"]},
    ]
    victory = {"type": "reach", "men": 4, "chit": 4}
    s = Situation("american", groups, special=["campaign"], victory=victory)
    assert s.offers("pursue")
    s.do("pursue").draw("black 0")
    assert not isinstance(s.pending, Over)
    s = Situation("american", groups, victory=victory)
    assert isinstance(s.pending, Over)  # no campaign, no pursuit


@pytest.mark.rule("UF:42.72-a")
@pytest.mark.parametrize(
    ("card", "goes"), [("black 4", True), ("red 4", True), ("black 5", False), ("red 6", False)]
)
def test_the_leader_must_draw_less_than_his_morale(card, goes):
    """Burnett has Morale 5; colour does not matter."""
    s = broken().do("pursue").draw(card)
    assert isinstance(s.pending, Over) != goes
    assert not s.man("burnett").pinned


@pytest.mark.rule("UF:42.72-a")
@pytest.mark.parametrize(
    "leader", [{"id": "burnett", "pinned": True}, "moores"], ids=["a pinned SL", "an ASL"]
)
def test_without_a_leader_nobody_pursues(leader):
    s = broken([leader, "smith", "burke", "fox"])
    assert isinstance(s.pending, Over) and s.pending.winner == "american"


@pytest.mark.rule("UF:42.72-a", "UF:15.3-a")
@pytest.mark.parametrize(("turns", "pursues"), [(0, False), (2, True)])
def test_an_asl_who_has_taken_over_can_lead_the_pursuit(turns, pursues):
    """In the turn after the loss of the SL he is the SL."""
    groups = [
        {"side": "american", "men": ["burnett", "moores", "smith", "burke", "fox"]},
        {"side": "german", "men": ["beck", "wolff", "streich"]},
    ]
    s = Situation("american", groups, special=["campaign"])
    remove(s.g, s.g.unit("burnett"), "kia")
    for _ in range(turns):
        s.end_turn()
    for man in ("wolff", "streich"):
        remove(s.g, s.g.unit(man), "kia")
    s.do("done")
    assert s.offers("pursue") == pursues


@pytest.mark.rule("UF:42.72-a")
def test_a_commissar_can_lead_the_pursuit():
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"]},
        {"side": "russian", "men": ["zorin", "kristov", "nosenko"], "range": 1},
    ]
    s = Situation("german", groups, special=["campaign"])
    for man in ("wolff", "streich"):
        remove(s.g, s.g.unit(man), "kia")
    assert s.do("done").offers("pursue")


@pytest.mark.rule("UF:42.71")
def test_pursuit_needs_cards_in_the_pile():
    s = beaten(deck=3, pile=["c42"], stage="refill")
    s.refill().draw("c42")
    assert isinstance(s.pending, Over)  # the time limit, and nothing left to draw
    assert "UF:42.74" not in s.pending.rules


@pytest.mark.rule("UF:42.72-c")
def test_who_is_far_enough_away_is_gone():
    s = withdrawn().do("pursue").draw("black 0").end_turn()
    assert s.state.mover == "american" and "beck" in s.state.units
    s.end_turn()
    assert s.fate("beck") == "withdrawn"


@pytest.mark.rule("UF:42.72-b", "UF:42.6-b")
def test_whoever_is_still_at_relative_range_5_is_caught():
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 0},
        {"side": "american", "men": LED, "range": 5},
    ]
    hands = {"german": ["red movement"], "american": ["movement"]}
    s = Situation("german", groups, special=["campaign"], hands=hands)
    s.do("withdraw g1+<red movement>", "pursue").draw("black 0")
    s.end_turn()
    s.do("move a1+<movement> - advance")
    while s.state.mover != "german":
        s.end_turn()
    assert "beck" in s.state.units and s.group("g1").withdrawing


@pytest.mark.rule("UF:42.72-b", "UF:42.72-c")
@pytest.mark.parametrize(("chit", "caught"), [(5, False), (6, True)])
def test_relative_range_4_is_far_enough(chit, caught):
    """At -1 the Americans at 5 are at Relative Range 4, those at 6 at 5."""
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": -1, "withdrawing": True},
        {"side": "german", "men": ["bernhoff", "schultz", "hessel"], "range": 0},
        {"side": "american", "men": LED, "range": chit},
    ]
    facts = {"result": "american", "result why": "", "result rules": "", "pursuit": "1"}
    s = Situation("american", groups, special=["campaign"], facts=facts)
    while s.state.mover != "german":
        s.end_turn()
    assert ("beck" in s.state.units) == caught and "bernhoff" in s.state.units


@pytest.mark.rule("UF:42.72-b")
def test_nobody_is_left_to_be_pursued():
    s = beaten()
    for man in ("beck", "wolff", "streich"):
        remove(s.g, s.g.unit(man), "kia")
    s.end_turn()
    assert isinstance(s.pending, Over) and s.pending.winner == "american"


@pytest.mark.rule("UF:42.73")
def test_pursuit_ends_when_everybody_is_gone():
    s = withdrawn().do("pursue").draw("black 0")
    while not isinstance(s.pending, Over):
        s.end_turn()
    assert s.fate("wolff") == "withdrawn" and s.pending.winner == "american"


@pytest.mark.rule("UF:42.73")
def test_pursuit_ends_with_the_pile():
    s = broken(pile=["c1", "c42", "c43"]).do("pursue").draw("c42")
    assert not isinstance(s.pending, Over)
    s.do("done")
    while s.options():
        s.refill() if s.options("draw") else s.do("done")
    s.draw("c1", "c43")
    while not isinstance(s.pending, Over):
        s.do("done") if s.options("done") else s.draw(s.pending.pool[0])
    assert isinstance(s.pending, Over) and s.pending.winner == "american"


@pytest.mark.rule("UF:42.74")
def test_the_win_stands_whatever_comes_of_it():
    s = broken().do("pursue").draw("black 0")
    for man in ("burnett", "smith", "burke"):
        remove(s.g, s.g.unit(man), "kia")
    remove(s.g, s.g.unit("beck"), "kia")
    while not isinstance(s.pending, Over):
        s.end_turn()
    assert s.pending.winner == "american" and "UF:42.74" in s.pending.rules
    assert "UF:16.5-a" in s.pending.rules


@pytest.mark.rule("UF:42.7")
def test_the_table_shows_the_pursuit():
    s = broken()
    assert not [mark for mark in conditions(s.g) if "pursues" in mark.text]
    s.do("pursue").draw("black 0")
    (mark,) = [mark for mark in conditions(s.g) if "pursues" in mark.text]
    assert "American" in mark.text

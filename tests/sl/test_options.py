"""Options of a game: off unless chosen, listed, and not together where they exclude each other."""

from __future__ import annotations

import pytest

from defilade.kernel.composition import Part, Rules
from defilade.rules.sl import options
from defilade.rules.sl.card import ScenarioError
from defilade.rules.sl.options import LOS, OPTIONS, Option, before, options_refusal
from defilade.rules.sl.system import SlSystem
from defilade.systems import presenter_of
from sl.table import Table


def test_the_first_value_is_played_where_nobody_says_anything():
    assert not LOS.on(Table("PFPh", []).g)
    assert LOS.on(Table("PFPh", [], options={"los": "strict"}).g)


def test_an_earlier_edition_is_played_where_it_is_asked_for():
    assert not before(Table("PFPh", []).g, "gi")
    early = Table("PFPh", [], options={"edition": "coi"}).g
    assert before(early, "gi") and before(early, "cod") and not before(early, "coi")


def test_every_option_is_explained():
    for option in OPTIONS.of(SlSystem().rules).values():
        assert option.about.endswith(".") and len(option.values) > 1
        assert option.rules or option.kind == "edition"


@pytest.mark.parametrize(
    ("chosen", "why"),
    [({"wind": "on"}, "unknown"), ({"los": "sometimes"}, "none of")],
)
def test_what_is_no_option_is_refused(chosen, why):
    system = SlSystem()
    with pytest.raises(ScenarioError, match=why):
        system.start(system.scenarios()[0], chosen)


def test_options_that_exclude_each_other_are_not_played_together():
    part = Part(options.PART)
    part.adds(
        OPTIONS, Option("a", "A", "A.", ("SL:1.1.1",), excludes=("b",)), Option("b", "B", "B.", ("SL:1.1.1",))
    )
    rules = Rules([part])
    assert options_refusal(rules, {"a": "on"}) is None
    assert options_refusal(rules, {"a": "on", "b": "off"}) is None
    assert "not together" in options_refusal(rules, {"a": "on", "b": "on"}).reason
    assert "not together" in options_refusal(rules, {"b": "on"}, {"a": "on"}).reason


def test_what_only_cards_call_for_players_do_not_choose():
    part = Part(options.PART)
    part.adds(OPTIONS, Option("sewers", "Sewers", "Sewers.", ("SL:4.9.1",), by_card=True))
    rules = Rules([part])
    assert "card" in options_refusal(rules, {"sewers": "on"}, {}).reason
    assert options_refusal(rules, {"sewers": "on"}, {"sewers": "on"}) is None


def test_a_card_lists_options_with_what_they_change_and_what_it_calls_for_first():
    system = SlSystem()
    offered = {option.id: option for option in presenter_of(system).card("SL-E").options}
    by_card = {one.id for one in OPTIONS.of(system.rules).values() if one.by_card}
    assert by_card and not by_card & set(offered)
    assert all(option.about for option in offered.values())
    assert offered["prisoners"].values[0].id == "on", "this card is about them"
    assert offered["double-time"].values[0].id == "off"

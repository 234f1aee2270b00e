"""What a player is thinking, in plain words."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from conformance.walk import walk
from defilade.ai import LEVELS, explaining
from defilade.ai.explaining import MANNERS, Explanation, compared
from defilade.ai.starter_kit.reading.stances import STANCES as STARTER_KIT
from defilade.ai.tactician.search import Tried
from defilade.ai.tactician.tactics import Proposal
from defilade.ai.upfront.stances import MEANS as UP_FRONT
from defilade.kernel import Action, Position, View, make_view
from defilade.systems import MINDS, explained

FIRE, PASS, RUN = Action("fire"), Action("pass"), Action("run")


def view_of(position: Position[Any]) -> View[Any]:
    return make_view(position.system, position, position.pending.side, 0)


def tell(position: Position[Any], level: str, taken: Action | None = None) -> Explanation:
    return explained(level, view_of(position), position.system, random.Random(1), taken)


@pytest.mark.parametrize(
    ("system", "scenario", "means", "unit"),
    [
        ("sk1", "S2", {stance.means for stance in STARTER_KIT.values()}, "squads"),
        ("upfront", "UF-A", set(UP_FRONT.values()), "riflemen"),
    ],
)
def test_a_plan_is_told_in_plain_words(system, scenario, means, unit):
    weighed = 0
    for position in walk(system, scenario, seed=7, stops=25, spread=11):
        options = position.pending.options
        told = tell(position, "normal")
        assert Action.parse(told.action) in options and told.unit == unit
        assert told.plan in means if len(options) > 1 else not told.plan
        assert {one.plan for one in told.weighed} <= means
        assert not told.taken_reasons
        weighed += len(told.weighed) > 1
        if told.weighed:
            assert told.weighed[0].action == told.action and told.weighed[0].edge == 0
    assert weighed or system == "sk1"  # there the usual opponent seldom looks ahead


@pytest.mark.parametrize("scenario", ["S1", "UF-A"])
def test_whatever_was_done_instead_has_its_reasons_too(scenario):
    system = "sk1" if scenario == "S1" else "upfront"
    told_of = 0
    for position in walk(system, scenario, seed=3, stops=15, spread=17):
        usual = Action.parse(tell(position, "easy").action)
        for taken in position.pending.options[:6]:
            told = tell(position, "easy", taken)
            if taken != usual:
                assert told.taken_reasons
                told_of += 1
            assert told.action == str(usual)
    assert told_of > 10


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_who_follows_no_plan_says_so_and_still_tells_the_odds(level):
    for position in walk("upfront", "UF-A", seed=5, stops=6, spread=9):
        told = tell(position, level)
        if len(position.pending.options) > 1:
            assert told.plan == MANNERS[level] and told.reasons


def test_a_slip_is_owned_up_to(monkeypatch):
    level = msgspec.structs.replace(LEVELS["easy"](MINDS).level, slips=1.0)  # type: ignore[attr-defined]
    slipping = explaining.TacticianPlayer(level, MINDS)
    monkeypatch.setattr(explaining, "find_player", lambda *_: slipping)
    position = next(
        one for one in walk("sk1", "S1", seed=3, stops=9, spread=3) if len(one.pending.options) > 1
    )
    assert tell(position, "easy").plan == MANNERS["a slip"]


def tried(action: Action, *values: float) -> Tried:
    return Tried(Proposal(action, "balanced"), list(values), [])


def test_what_was_played_out_is_compared_with_what_was_done():
    all_of_it = (tried(FIRE, 1.0, 2.0, 3.0), tried(PASS, 0.0, 2.0, 1.0), tried(RUN, 0.5))
    edges = {taken: [edge for _, edge in compared(all_of_it, taken)] for taken in (None, FIRE, PASS)}
    assert edges[None] == edges[FIRE] == [0, -0.5, -1]  # the best first, then by their figures
    assert edges[PASS] == [1, 0.5, 0]  # of RUN only the round that both were in
    assert [edge for _, edge in compared(all_of_it, Action("hide"))] == edges[None]
    assert compared((), FIRE) == []

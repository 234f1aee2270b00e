"""Shots and marches that are offered as one: they are made of legal actions, and what is proposed is good."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice, Committed, Over, Position, Session
from defilade.rules.courses import Course, Taker
from defilade.rules.presentation import NotShown, Orders
from defilade.rules.sk.situation import Situation, UnitEntry, WeaponEntry, build_situation
from defilade.systems import find_system, presenter_of


def position_with(*units: UnitEntry, phase: str = "PFPh", **more: Any) -> Position[Any]:
    given: dict[str, Any] = {"attacker": "american", "board": "y", **more}
    return build_situation(Situation(units=list(units), phase=phase, **given))[0]


def course(
    position: Position[Any], action: str, picks: tuple[str, ...] | None = None, via: tuple[str, ...] = ()
) -> Course:
    choice = position.pending
    assert isinstance(choice, Choice)
    return presenter_of(position.system).course(position.state, choice, action, picks, via)


def takers(found: Course) -> dict[str, Taker]:
    return {taker.action: taker for role in found.roles for taker in role.takers}


def take(position: Position[Any], steps: tuple[str, ...]) -> None:
    for step in steps:
        position.advance(Action.parse(step))


@pytest.mark.parametrize("scenario", ["S1", "S3", "S4"])
def test_every_course_that_is_offered_can_be_taken(scenario: str) -> None:
    """A shot to its dice; a march until somebody else is asked or it is there."""
    system = find_system("sk1")
    presenter = presenter_of(system)
    session = Session(system, scenario, {}, Committed("0c" * 32))
    rng = random.Random(scenario)
    tried = 0
    for _ in range(500):
        session.run_chance()
        choice = session.pending
        if isinstance(choice, Over):
            break
        openings = presenter.openings(session.position.state, choice)
        for opening in rng.sample(openings, min(1, len(openings))):
            found = presenter.course(session.position.state, choice, opening.action, None, ())
            walked = rng.choice(found.ways).steps if found.ways else ()
            twin = session.position.clone()
            for step in (*found.steps, *walked):
                now = twin.pending
                if not isinstance(now, Choice) or now.side != choice.side:
                    assert found.ways, f"{found.steps} is not a shot that can be fired"
                    break
                assert Action.parse(step) in now.options
                twin.advance(Action.parse(step))
            if found.prospects:
                assert isinstance(twin.pending, Chance)
            tried += 1
        session.take(choice.options[int(rng.random() * len(choice.options))])
    assert tried > 50


# -- fire ------------------------------------------------------------------------------------------------------

FIRERS = (
    UnitEntry("usa-747", "M4", "a1", sw=[WeaponEntry("usa-mmg", "w1")]),
    UnitEntry("usa-747", "M4", "a2"),
    UnitEntry("usa-8-1", "M4", "a3"),
    UnitEntry("ger-467", "O4", "g1"),
)


@pytest.mark.rule("SK1:3.2-t", "SK1:3.2-x")
def test_the_whole_stack_is_proposed_with_its_leader() -> None:
    position = position_with(*FIRERS)
    found = course(position, "target - yO4")
    assert {action for action, taker in takers(found).items() if taker.on} == {
        "add a1",
        "add a1+w1",
        "add a2",
        "direct a3",
    }
    assert found.sum == "18 FP, -1" and found.lines == (("yM4", "yO4"),)
    take(position, found.steps)
    assert isinstance(position.pending, Chance)


@pytest.mark.rule("SK1:3.2-y")
def test_a_squad_that_would_cost_the_leader_stays_out_where_it_adds_too_little() -> None:
    """With a squad of another hex, where no leader is, the attack would be undirected."""
    position = position_with(
        UnitEntry("usa-747", "M4", "a1"),
        UnitEntry("usa-9-2", "M4", "a3"),
        UnitEntry("usa-546", "M5", "a2"),
        UnitEntry("ger-467", "O4", "g1"),
    )
    found = course(position, "target - yO4")
    on = {action for action, taker in takers(found).items() if taker.on}
    assert "direct a3" in on or "add a2" in on
    every = course(position, "target - yO4", ("add a1", "add a2"))
    alone = course(position, "target - yO4", ("add a1", "direct a3"))
    best = max(every, alone, key=harm)
    assert harm(found) == pytest.approx(harm(best))


def harm(found: Course) -> float:
    """The chance that something happens to the first target."""
    (fate,) = found.prospects[0].fates
    weights = {"eliminated": 1.0, "broken": 0.65, "reduced": 0.5, "pinned": 0.25}
    return sum(weights.get(end.name, 0.0) * end.chance for end in fate.ends)


@pytest.mark.rule("SK1:4.0-r")
def test_who_is_picked_takes_the_place_of_whom_he_excludes() -> None:
    """A half-squad fires its MG or its own FP: the one that is clicked counts."""
    position = position_with(
        UnitEntry("usa-347", "M4", "a1", sw=[WeaponEntry("usa-mmg", "w1")]), UnitEntry("ger-467", "O4", "g1")
    )
    proposed = course(position, "target - yO4")
    assert takers(proposed)["add a1+w1"].on and not takers(proposed)["add a1"].on
    changed = course(position, "target - yO4", ("add a1", "add a1+w1"))
    assert takers(changed)["add a1"].on and not takers(changed)["add a1+w1"].on
    assert takers(changed)["add a1+w1"].why and takers(changed)["add a1+w1"].rule.startswith("SK1:4.0")


@pytest.mark.rule("SK1:3.2-t")
def test_a_shot_without_firers_cannot_be_fired_and_says_why() -> None:
    found = course(position_with(*FIRERS), "target - yO4", ())
    assert found.steps == () and found.note and found.rule == "SK1:3.2-t"


def test_fates_add_up_and_every_target_has_its_own() -> None:
    position = position_with(
        *FIRERS, UnitEntry("ger-8-1", "O4", "g2"), UnitEntry("ger-436", "O4", "g3", broken=True)
    )
    found = course(position, "target - yO4")
    fates = [fate for one in found.prospects for fate in one.fates]
    assert sorted(fate.piece for fate in fates) == ["g1", "g2", "g3"]
    for fate in fates:
        assert sum(end.chance for end in fate.ends) == pytest.approx(1, abs=0.03)
    for one in found.prospects:
        assert sum(part.chance for part in one.odds) == pytest.approx(1)


@pytest.mark.rule("SK1:3.2-h")
def test_a_strict_table_shows_no_odds_of_a_course() -> None:
    found = course(position_with(*FIRERS, options={"los": "strict"}), "target - yO4")
    assert found.steps and not found.prospects and not found.sum


# -- moves -----------------------------------------------------------------------------------------------------

MARCHERS = (
    UnitEntry("usa-747", "K5", "a1"),
    UnitEntry("usa-8-1", "K5", "a2"),
    UnitEntry("usa-747", "I5", "a3"),
    UnitEntry("ger-467", "Q10", "g1"),
)


@pytest.mark.rule("SK1:3.3-i")
def test_a_march_is_the_cheapest_way_there() -> None:
    position = position_with(*MARCHERS, phase="MPh")
    found = course(position, "move a1")
    way = next(way for way in found.ways if way.hex == "yM4")
    assert (way.cost, way.left, way.through) == (3, 1, ("yL4", "yM4"))
    take(position, (*found.steps, *way.steps))
    assert position.state.units["a1"].hex == "yM4"


@pytest.mark.rule("SK1:3.3-m", "SK1:3.3-g")
def test_those_of_the_same_hex_are_taken_along() -> None:
    """With his leader a squad goes further; a squad elsewhere cannot come with him."""
    position = position_with(*MARCHERS, phase="MPh")
    alone, led = course(position, "move a1"), course(position, "move a1", ("join a2", "join a3"))
    assert set(takers(led)) >= {"join a2"} and takers(led)["join a2"].on
    assert "join a3" not in takers(led) and "join a3" not in led.steps
    assert max(way.cost for way in led.ways) == max(way.cost for way in alone.ways) + 2


def test_a_way_goes_over_the_places_that_were_named() -> None:
    position = position_with(*MARCHERS, phase="MPh")
    found = course(position, "move a1", via=("yK4",))
    assert all(way.through[0] == "yK4" for way in found.ways)


@pytest.mark.rule("SK1:3.3-j")
def test_another_unit_can_be_moved_when_this_one_has_ended_its_move() -> None:
    position = position_with(*MARCHERS, phase="MPh")
    take(position, ("move a1", "enter - yL4"))
    found = course(position, "move a3")
    assert found.steps == ("stop", "move a3") and "ends its move" in found.note
    take(position, found.steps)
    assert position.state.units["a1"].moved


def test_of_ways_that_cost_the_same_the_one_out_of_sight_is_taken() -> None:
    position = position_with(*MARCHERS, UnitEntry("ger-467", "K2", "g2"), phase="MPh")
    found = course(position, "move a1")
    for way in found.ways:
        seen = {one.hex for one in way.seen}
        assert seen <= set(way.through)
    assert any(way.seen for way in found.ways) and any(not way.seen for way in found.ways)


# -- one answer ------------------------------------------------------------------------------------------------


def test_a_question_with_one_answer_is_not_asked() -> None:
    position = position_with(*MARCHERS, phase="MPh")
    choice = position.pending
    assert isinstance(choice, Choice)
    presenter = presenter_of(position.system)
    assert presenter.answer(position.state, choice, Orders()) is None
    one = Choice(choice.side, choice.asks, choice.options[:1])
    assert presenter.answer(position.state, one, Orders()) == choice.options[0]


def test_what_opens_nothing_is_not_shown_as_a_course() -> None:
    with pytest.raises(NotShown):
        course(position_with(*FIRERS), "done")

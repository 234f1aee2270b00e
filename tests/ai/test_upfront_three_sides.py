"""What the opponent of Up Front makes of two enemies, and of the dark."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from defilade.ai.upfront.decisions import Mind, stance_of
from defilade.ai.upfront.draws import draws_for
from defilade.ai.upfront.evaluation import CHANCE, evaluate, strongest
from defilade.ai.upfront.ground import position, reaching
from defilade.ai.upfront.picture import Picture
from defilade.ai.upfront.stances import ALONE, AT_A_GLANCE, BALANCED, MEETING, TASKS, tempers
from defilade.ai.upfront.tactics import UpFrontTactics
from defilade.kernel import Action, Choice
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER
from defilade.rules.upfront.ground.night import seen_on
from defilade.rules.upfront.ground.to_hit import numbers
from upfront.situation import Situation

MEN = {
    "german": ["beck", "wolff", "streich", "bernhoff"],
    "american": ["smith", "burke", "greenwood", "watson"],
    "russian": ["rostov", "petrovsky", "soloviev", "nosenko"],
}
BY_DAY = {"special": ["three-sided"]}


def field(who=("german", "american", "russian"), more=None, **rest) -> Situation:
    """A group of each side."""
    groups = [{"side": side, "men": MEN[side], "range": 2, **(more or {}).get(side, {})} for side in who]
    return Situation("german", groups, **rest)


# -- two enemies -------------------------------------------------------------------------------------------------


def test_what_one_of_two_enemies_loses_is_half_a_gain():
    two = field(("german", "american"), german=["fire 3"], american=[])
    three = field(german=["fire 3"], american=[], russian=[], **BY_DAY)
    for s, share in ((two, 1.0), (three, 0.5)):
        picture = Picture(s.g, "german")
        assert picture.share("american") == share and picture.share("german") == 1
        smith, beck = s.man("smith"), s.man("beck")
        points = 1.5 * picture.point
        own = Picture(s.g, "american")
        assert picture.loss(smith) - points == pytest.approx(share * (own.loss(smith) - 1.5 * own.point))
        assert picture.pinning(smith) == pytest.approx(share * own.pinning(smith))
        assert own.loss(beck) < picture.loss(beck) or share == 1


def test_an_enemy_is_under_fire_of_the_third_side_too():
    s = field(german=[], american=[], russian=[], **BY_DAY)
    picture = Picture(s.g, "german")
    american = s.group("a1")
    assert {group.id for group in picture.against(american)} == {"g1", "r1"}
    assert {group.id for group in picture.against(s.group("g1"))} == {"a1", "r1"}
    alone = Picture(field(("german", "american"), german=[], american=[]).g, "german")
    assert picture.exposure(american) > 1.2 * picture.share("american") * alone.exposure(american)


def test_nobody_is_in_the_way_of_three():
    """UF:J.1-b: no blocking, and Walls are -1 against all."""
    more = {"german": {"range": 2}, "american": {"range": 3, "cards": ["walls"]}}
    three = field(more=more, german=[], american=[], russian=[], scenario="UF-J")
    picture = Picture(three.g, "german")
    two = Picture(field(("german", "american"), more, german=[], american=[], scenario="UF-A").g, "german")
    assert picture.opposite(three.group("g1")) == [] and two.opposite(three.group("g1"))
    free = reaching(picture, three.group("g1"), 4, 4)
    assert reaching(two, three.group("g1"), 4, 4) == pytest.approx(0.7 * free, rel=0.1)
    assert position(picture, three.group("g1")) > 0


def test_what_is_kept_of_three_is_not_used_for_two():
    """A line in which a side goes out counts harm to the other anew, in the eyes of one who looks only at once."""
    s = field(german=[], american=[], russian=[], **BY_DAY)
    draws = draws_for(s.g, "german")
    s.g.update_side("russian", out=True)
    fresh = Picture(s.g, "german", AT_A_GLANCE).fire_between(s.group("g1"), s.group("a1"))
    s.g.update_side("russian", out=False)
    half = Picture(s.g, "german", AT_A_GLANCE, draws).fire_between(s.group("g1"), s.group("a1"))
    s.g.update_side("russian", out=True)
    assert (
        Picture(s.g, "german", AT_A_GLANCE, draws).fire_between(s.group("g1"), s.group("a1")) == fresh > half
    )


def test_walls_face_nobody_among_three():
    for rules in ({}, BY_DAY):
        sides = ("german", "american", "russian") if rules else ("german", "american")
        hands = {side: [] for side in sides}
        s = field(sides, {"american": {"cards": ["walls"]}}, **hands, **rules)
        picture = Picture(s.g, "german")
        front, aside = (replace(s.group("g1"), letter=letter) for letter in "AB")
        same = picture.fire_between(front, s.group("a1")) == pytest.approx(
            picture.fire_between(replace(aside, id="g2", members=front.members), s.group("a1"))
        )
        assert same == bool(rules)


def test_the_strongest_enemy_counts_most():
    assert strongest([4.0]) == 4.0 and strongest([]) == 0
    assert strongest([4.0, 4.0]) == pytest.approx(4.0 + CHANCE * math.log(2))
    assert strongest([20.0, -20.0]) == pytest.approx(20.0, abs=0.1)
    leader = strongest([8.0, 0.0]) - strongest([7.0, 0.0])
    other = strongest([8.0, 0.0]) - strongest([8.0, -1.0])
    assert leader > 2 * other > 0


def test_to_put_an_enemy_out_of_the_game_is_good():
    """The men of one who is out no longer count for or against anybody."""
    s = field(german=[], american=[], russian=[], scenario="UF-J")
    for man in MEN["russian"][:2]:
        remove(s.g, s.state.units[man], "kia")
    nearly = evaluate(s.g, "german")
    remove(s.g, s.state.units[MEN["russian"][2]], "kia")
    s.do("done")
    assert s.state.players["russian"].out
    assert evaluate(s.g, "german") > nearly


def test_a_look_ahead_sees_the_answers_of_both_enemies():
    s = field(german=[], american=[], russian=[], **BY_DAY)
    tactics, seen = UpFrontTactics(), []
    for _ in range(4):
        seen.append(tactics.epoch(s.position, "german"))
        s.end_turn()
    assert [a != b for a, b in pairwise(seen)] == [True, False, True]


# -- night -------------------------------------------------------------------------------------------------------


def night(**changes) -> Situation:
    more = {"american": changes}
    return field(("german", "american"), more, german=["fire 3"], american=[], night=True)


def test_fire_in_the_dark_needs_to_find_its_target_and_does_less():
    day = field(("german", "american"), german=["fire 3"], american=[])
    dark = night()
    by_day, by_night = (Picture(s.g, "german") for s in (day, dark))
    group, target = dark.group("g1"), dark.group("a1")
    found = by_night.draws.numbered(numbers(seen_on(dark.g, group, target)))
    seen = by_night.fire_between(replace(group, observed="a1"), target)
    assert 0 < found < 1
    assert by_night.fire_between(group, target) == pytest.approx(found * seen)
    assert seen < 0.7 * by_day.fire_between(group, target)
    assert by_night.exposure(group) < by_day.exposure(group)


def test_who_moves_or_has_fired_is_found_more_easily():
    still = night()
    for s in (night(cards=["movement advance"]), night(fired=True)):
        assert seen_on(s.g, s.group("g1"), s.group("a1")) == 1 + seen_on(
            still.g, still.group("g1"), still.group("a1")
        )
        found, before = (
            Picture(one.g, "german")._detected(
                one.group("g1"), one.group("a1"), 4 + Picture(one.g, "german").lie(one.group("a1")).moves
            )
            for one in (s, still)
        )
        assert found > before


def test_guns_hit_less_often_in_the_dark():
    mortar = {"german": {"men": ["bauer", {"id": "posner", "crews": "bauer"}], "range": 0}}
    shells = []
    for dark in (False, True):
        s = field(("german", "american"), mortar, german=[], american=[], night=dark)
        picture = Picture(s.g, "german")
        shells.append(picture._shells(s.group("g1"), s.group("a1"), 2, 0, dark))
    assert 0 < shells[1] < shells[0]


def test_under_a_starshell_it_is_day():
    lit, day = night(lit=2), field(("german", "american"), german=["fire 3"], american=[])
    one, other = Picture(lit.g, "german"), Picture(day.g, "german")
    assert one.in_the_dark(lit.group("g1")) and not one.in_the_dark(lit.group("a1"))
    assert one.fire_between(lit.group("g1"), lit.group("a1")) == pytest.approx(
        other.fire_between(day.group("g1"), day.group("a1")), rel=0.05
    )


def test_looking_for_somebody_is_worth_the_shot_that_follows():
    s = night()
    assert isinstance(s.pending, Choice)
    actions = Mind(s.g, "german").actions
    chance = actions.picture.draws.numbered(numbers(seen_on(s.g, s.group("g1"), s.group("a1"))))
    shot = actions.best_shot("g1", "a1")
    assert shot is not None
    assert actions.value(Action("observe", ("g1",), "a1")) == pytest.approx(chance * shot.value - 0.04)
    empty = field(("german", "american"), german=["movement"], american=[], night=True)
    assert Mind(empty.g, "german").actions.value(Action("observe", ("g1",), "a1")) < 0


# -- tasks -------------------------------------------------------------------------------------------------------


def test_the_same_plan_weighs_otherwise_by_what_is_to_be_done():
    roles = {"german": {"role": "attacker"}, "american": {"role": "defender"}}
    attack = field(("german", "american"), german=[], american=[], scenario="UF-E", sides=roles)
    found = [
        stance_of(attack.g, "german"),
        stance_of(attack.g, "american"),
        stance_of(field(("german", "american"), german=[], american=[], scenario="UF-A").g, "german"),
        stance_of(field(german=[], american=[], russian=[], scenario="UF-J").g, "german"),
    ]
    assert found == [TASKS[ATTACKER], TASKS[DEFENDER], TASKS[MEETING], TASKS[ALONE]]
    for base in found:
        bold = tempers(base)["assault"]
        assert bold.ground > base.ground and bold.risk < base.risk and bold.leanings == base.leanings


def test_a_leaning_counts_for_actions_and_discards_of_its_kind():
    s = field(("german", "american"), german=["movement", "rally 1"], american=[])
    plain, leaning = (
        Mind(s.g, "german", replace(BALANCED, leanings=leanings))
        for leanings in ({}, {"advance": 0.3, "discard": 0.2, "rally": 0.4})
    )
    forward, aside = (Action("move", ("g1", s.card("movement")), "", how) for how in ("advance", "sideways"))
    assert leaning.actions.value(forward) == pytest.approx(plain.actions.value(forward) + 0.3)
    assert leaning.actions.value(aside) == plain.actions.value(aside)
    away = Action("discard", (s.card("movement"),))
    assert leaning.discards.value(away) == pytest.approx(plain.discards.value(away) + 0.2)


def test_buildings_are_kept_where_nothing_else_scores():
    """Scenario B: the points that the best group outside would have in them."""
    more = {"range": 3}, {"range": 3, "cards": ["buildings"]}, {"range": 3}
    worth = []
    for scenario, german in zip(("UF-B", "UF-B", ""), more, strict=True):
        changes = {"german": german}
        s = field(("german", "american"), changes, german=["buildings"], american=[], scenario=scenario)
        worth.append(Mind(s.g, "german").hand.worth[s.card("buildings")])
    outside, housed, elsewhere = worth
    assert outside > housed + 0.3 and housed == pytest.approx(elsewhere)

"""What no plan knows is looked at one step ahead, with exact odds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.ai.one_step import OneStep, better_of, declined
from defilade.ai.starter_kit.questions import strangers
from defilade.kernel import Action, Chance, Choice, Over, Position, Sampled, make_view
from defilade.systems import find_system
from sk.situation import Situation


def in_front_of_a_squad() -> Situation:
    units = [{"id": "g1", "type": "ger-467", "hex": "K5"}, {"id": "r1", "type": "rus-447", "hex": "K4"}]
    return Situation("y", "PFPh", "german", units)


def enemies_whole(position: Position[Any], side: str) -> float:
    """Enemy units that are neither gone nor broken, with a minus."""
    return -float(sum(1 for u in position.state.units.values() if u.side != side and not u.broken))


def test_a_staged_decision_is_followed_to_its_dice() -> None:
    s = in_front_of_a_squad()
    found = OneStep(enemies_whole, "german").best(s.position, s.pending.options)
    assert found.verb == "target", "two stages and the dice later, the squad may be broken"


def test_nothing_is_done_where_nothing_comes_of_it() -> None:
    s = in_front_of_a_squad()
    assert OneStep(lambda position, side: 0.0, "german").best(s.position, s.pending.options) == Action("done")


def test_the_value_is_the_mean_over_all_throws() -> None:
    s = in_front_of_a_squad().do("target - K4", "add g1")

    def dice_seen(position: Position[Any], side: str) -> float:
        return 1.0 if any(u.broken for u in position.state.units.values()) else 0.0

    exact = OneStep(dice_seen, "german").value(s.position, Action("declare"))
    assert 0.2 < exact < 0.9
    assert exact == OneStep(dice_seen, "german").value(s.position, Action("declare")), (
        "nothing of it is sampled"
    )


def test_what_is_trusted_stays_unless_something_is_clearly_better() -> None:
    s = in_front_of_a_squad()
    target = next(option for option in s.pending.options if option.verb == "target")
    judge = OneStep(lambda position, side: 0.0, "german")
    assert judge.best(s.position, s.pending.options, target) == target


def test_what_has_been_begun_is_gone_through_with() -> None:
    """Who gives up the fire group that he has just begun would begin it again, and so on for ever."""
    s = in_front_of_a_squad().do("target - K4")
    options = [option for option in s.pending.options if option.verb in ("add", "cancel")]
    assert {option.verb for option in options} == {"add", "cancel"}
    view = make_view(s.position.system, s.position, "german", 0)

    def giving_up_is_best(position: Position[Any], side: str) -> float:
        return float(type(position.state.stack[-1]).__name__ == "PrepFirePhase")

    found = better_of(view, s.position.system, s.pending, giving_up_is_best, options, None, random.Random(1))
    assert found.verb == "add"


def test_the_position_is_not_played_on() -> None:
    s = in_front_of_a_squad()
    before = s.position.digest()
    OneStep(enemies_whole, "german").best(s.position, s.pending.options)
    assert s.position.digest() == before


@pytest.mark.parametrize("verb", ["target", "done"])
def test_options_of_the_first_kit_are_no_strangers(verb: str) -> None:
    s = in_front_of_a_squad()
    known = next(option for option in s.pending.options if option.verb == verb)
    assert not strangers(s.state, s.pending.options)
    assert list(strangers(s.state, [known, Action("fire-gun")])) == [Action("fire-gun")]


def test_every_choice_of_the_first_kit_is_known_to_the_plans() -> None:
    system = find_system("sk1")
    for number, scenario in enumerate(system.scenarios()):
        rng, dice = random.Random(number), Sampled(random.Random(number))
        position, _ = system.begin(scenario)
        while not isinstance(position.pending, Over):
            moment = position.pending
            if isinstance(moment, Chance):
                position.advance(dice.draw(moment, 0))
                continue
            assert isinstance(moment, Choice)
            if len(moment.options) > 1:
                assert not strangers(position.state, moment.options), str(position.state.stack[-1])
            position.advance(rng.choice(moment.options))


def test_the_least_is_done_by_its_verb_or_is_last() -> None:
    assert declined([Action("fire"), Action("done"), Action("aim")]) == Action("done")
    assert declined([Action("aim"), Action("fire")]) == Action("fire")

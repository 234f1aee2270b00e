"""Firepower is remembered from one question to the next: never when anything that it depends on has changed."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import MOST_VOLLEYS, group_firepower
from upfront.fuzz import SYSTEM, play
from upfront.situation import Situation

OFTEN = 4
"""One in so many decisions is looked at."""


@pytest.mark.parametrize("scenario", ["UF-A", "UF-E", "UF-G", "UF-I", "UF-J", "UF-L"])
def test_what_is_remembered_is_what_would_be_added_up_anew(scenario: str) -> None:
    compared = 0
    for count, position in enumerate(play(scenario, {}, "remembered", by_verb=True)):
        if count % OFTEN or not isinstance(position.pending, Choice):
            continue
        g, fresh = SYSTEM.play(position.state), SYSTEM.play(position.state)
        for side in g.state.sides:
            for firer in g.groups_of(side):
                for target in g.enemy_groups(side):
                    attack = fire_attack(firer, target)
                    fresh.volleys = {}
                    known, anew = group_firepower(g, attack), group_firepower(fresh, attack)
                    assert known == anew
                    compared += 1
    assert compared > 200
    assert 0 < len(g.volleys) <= MOST_VOLLEYS


def test_a_pinned_man_is_no_longer_counted() -> None:
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
            {"side": "american", "men": ["myers"], "range": 1},
        ],
    )
    g = s.g
    attack = fire_attack(g.group("g1"), g.group("a1"))
    both = group_firepower(g, attack)
    g.update(s.man("wolff"), pinned=True)
    assert 0 < group_firepower(g, attack) < both


def test_other_places_in_the_target_change_nothing_but_a_vehicle_does() -> None:
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
        {"side": "american", "men": ["myers", "burke"], "range": 1},
        {"side": "american", "men": ["sherman"], "range": 1},
    ]
    g = Situation("german", groups).g
    attack = fire_attack(g.group("g1"), g.group("a1"))
    for members, sums in ((("myers", "burke"), 1), (("burke", "myers"), 1), (("sherman",), 2)):
        g.update_group("a1", members=members)
        group_firepower(g, attack)
        assert len(g.volleys) == sums

"""Mortars (UF:26): indirect fire from afar."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower
from defilade.rules.upfront.infantry.odds import attack_odds
from upfront.gunnery import duel, frequency, shoot, shot
from upfront.situation import Situation

CREWED = [{"id": "wolff", "crews": "bauer"}, "bauer"]


def far(firer: dict[str, Any], target: dict[str, Any], **more: Any) -> Situation:
    """A mortar at Relative Range 2, where it hits on 0-2 with its crew and on 0-1 without."""
    return duel({"range": 1, **firer}, {"range": 1, **target}, **more)


@pytest.mark.rule("UF:26.1")
def test_alone_the_operator_uses_brackets() -> None:
    assert frequency(far({"men": CREWED}, {"men": ["myers"]}), "bauer", "a1") == "0-2"
    assert frequency(far({"men": ["bauer", "wolff"]}, {"men": ["myers"]}), "bauer", "a1") == "0-1"
    men = [{"id": "wolff", "crews": "bauer", "pinned": True}, "bauer"]
    assert frequency(far({"men": men}, {"men": ["myers"]}), "bauer", "a1") == "0-1"


@pytest.mark.rule("UF:26.1", "UF:19.15-a")
def test_alone_the_mortar_breaks_sooner() -> None:
    assert shoot(far({"men": ["bauer"]}, {"men": ["myers"]}), "bauer", "a1", "red 4").man("bauer").broken
    assert not shoot(far({"men": CREWED}, {"men": ["myers"]}), "bauer", "a1", "red 4").man("bauer").broken
    assert shoot(far({"men": CREWED}, {"men": ["myers"]}), "bauer", "a1", "red 5").man("bauer").broken


@pytest.mark.rule("UF:26.2-a", "UF:8.61")
@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (["brush", "movement sideways"], "UF:12.12"),
        (["buildings"], "UF:8.61"),
        (["marsh"], "UF:8.41-b"),
        (["stream"], "UF:8.52-a"),
        (["pillbox"], "UF:26.2-a"),
    ],
)
def test_where_a_mortar_is_not_fired(cards: list[str], rule: str) -> None:
    s = far({"men": CREWED, "cards": cards}, {"men": ["myers"]})
    assert s.refusal("shoot g1+bauer+<fire 1> a1").rule == rule


@pytest.mark.rule("UF:26.2-a")
@pytest.mark.parametrize("terrain", ["woods", "brush", "walls", "hill", "gully", "open"])
def test_where_a_mortar_is_fired(terrain: str) -> None:
    s = far({"men": CREWED, "cards": [terrain]}, {"men": ["myers"]})
    assert s.offers("shoot g1+bauer+<fire 1> a1")


@pytest.mark.rule("UF:26.2-b")
def test_into_and_out_of_a_gully() -> None:
    s = far({"men": [*CREWED, "gerhart"], "cards": ["gully"]}, {"men": ["myers"], "cards": ["gully"]})
    assert s.offers("shoot g1+bauer+<fire 1> a1")
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:8.2"


@pytest.mark.rule("UF:26.2-b", "UF:28.91")
def test_hull_down_does_not_matter() -> None:
    s = far({"men": CREWED}, {"men": ["m1a1"], "cards": ["walls"]})
    assert shoot(s, "bauer", "a1", "red 2", "red 6").said("a hit")


@pytest.mark.rule("UF:25.31")
def test_a_moving_target_matters_to_mortars_too() -> None:
    s = far({"men": CREWED}, {"men": ["myers"], "cards": ["movement sideways"]})
    assert shoot(s, "bauer", "a1", "red 1").said("a miss, the target is moving")


@pytest.mark.rule("UF:26.3")
def test_minimum_range() -> None:
    s = duel({"men": CREWED}, {"men": ["myers"]}, german=["fire 1"])
    assert s.refusal("shoot g1+bauer+<fire 1> a1").rule == "UF:26.3"
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 1
    s = duel({"men": CREWED, "range": 3}, {"men": ["myers"]})
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 2
    assert s.offers("fire g1+<fire 1> a1")
    s = far({"men": CREWED}, {"men": ["myers"]})
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 0


@pytest.mark.rule("UF:26.4", "UF:8.7-b", "UF:8.9-b")
@pytest.mark.parametrize(("terrain", "value"), [("woods", 0), ("walls", -1), ("brush", -1), ("hill", -1)])
def test_terrain_against_a_mortar(terrain: str, value: int) -> None:
    s = far({"men": CREWED}, {"men": ["myers"], "cards": [terrain]})
    assert breakdown(s.g, shot(s, "bauer", "a1")).drm == value


@pytest.mark.rule("UF:26.5-a")
def test_only_the_crew_of_a_vehicle() -> None:
    s = far({"men": CREWED}, {"men": ["sherman"]})
    assert s.refusal("shoot g1+bauer+<fire 1> a1 armor").rule == "UF:26.5-a"
    shoot(s, "bauer", "a1", "red 2", "black 1", how="crew")
    assert s.g.machine("sherman").pinned and s.breakdown().total == 4  # 2 and 2 and 1 make the Morale of 5


@pytest.mark.rule("UF:26.5-b")
def test_critical_hit_immobilizes() -> None:
    s = shoot(far({"men": CREWED}, {"men": ["sherman"]}), "bauer", "a1", "black 0", "black 6", how="crew")
    assert s.g.machine("sherman").immobilized and not s.g.machine("sherman").pinned
    assert "UF:26.5-b" in s.cited()
    s = shoot(far({"men": CREWED}, {"men": ["sherman"]}), "bauer", "a1", "red 0", "black 6", how="crew")
    assert not s.g.machine("sherman").immobilized and s.g.machine("sherman").crew_killed == 1
    s = shoot(far({"men": CREWED}, {"men": ["sherman"]}), "bauer", "a1", "black 0", "black 5", how="crew")
    assert not s.g.machine("sherman").immobilized and s.g.machine("sherman").pinned


@pytest.mark.rule("UF:26.5-b")
def test_critical_hit_on_an_open_topped_vehicle() -> None:
    s = shoot(far({"men": CREWED}, {"men": ["m3"]}), "bauer", "a1", "black 0", "black 5", how="crew")
    assert s.fate("m3") == "kia"
    s = shoot(far({"men": CREWED}, {"men": ["m3"]}), "bauer", "a1", "black 0", "black 6", how="crew")
    assert s.g.machine("m3").immobilized
    s = shoot(far({"men": CREWED}, {"men": ["m3"]}), "bauer", "a1", "red 0", "black 5", how="crew")
    assert s.g.machine("m3").pinned and not s.g.machine("m3").immobilized


def test_a_wounded_operator_aims_worse() -> None:
    s = far({"men": [CREWED[0], {"id": "bauer", "wounded": True}]}, {"men": ["myers"]})
    assert frequency(s, "bauer", "a1") == "0-1"


@pytest.mark.rule("UF:26.3", "UF:8.61")
def test_small_arms_in_buildings() -> None:
    s = duel({"men": CREWED, "cards": ["buildings"], "range": 3}, {"men": ["myers"]})
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 2


@pytest.mark.rule("UF:26.5-b")
def test_the_odds_of_a_critical_hit_need_a_black_number() -> None:
    s = far({"men": CREWED}, {"men": ["m3"]})
    attack = shot(s, "bauer", "a1", "crew")
    for black in (True, False):
        found = attack_odds(s.g, replace(attack, added=2, black=black), "german")
        assert any("destroyed" in name for name in found) == black
        assert any("immobilized" in name for name in found) == black

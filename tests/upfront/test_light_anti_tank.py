"""Light anti-tank weapons (UF:30)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.ground.to_hit import worth
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower
from upfront.gunnery import duel, frequency, lines, shoot, shot
from upfront.situation import Situation

FAUST = {"id": "beck", "secondary": "panzerfaust"}
PSK = [{"id": "wolff", "crews": "gerhart"}, "gerhart"]


# -- bazooka and panzerschreck -----------------------------------------------------------------------------------


@pytest.mark.rule("UF:30.1-a", "UF:30.1-b")
def test_they_fire_alone() -> None:
    s = duel({"men": [*PSK, "beck"]}, {"men": ["myers"]})
    assert s.offers("shoot g1+gerhart+<fire 1> a1")
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert group_firepower(s.g, attack) == 3  # Beck's rifle; the panzerschreck adds nothing


@pytest.mark.rule("UF:30.1-b")
@pytest.mark.parametrize("men", [PSK, ["schaeffer"], [FAUST]])
def test_never_on_the_move(men: list[Any]) -> None:
    s = duel({"men": men, "cards": ["movement sideways"]}, {"men": ["sherman"]})
    shooter = men[-1] if isinstance(men[-1], str) else "beck"
    rule = "UF:30.1-b" if shooter == "beck" else "UF:12.12"
    assert s.refusal(f"shoot g1+{shooter}+<fire 1> a1 armor").rule == rule


@pytest.mark.rule("UF:30.2-a")
def test_without_an_assistant() -> None:
    assert frequency(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1") == "0-2"
    alone = {"men": ["gerhart", "wolff"]}
    assert frequency(duel(alone, {"men": ["myers"]}), "gerhart", "a1") == "0-1"
    assert shoot(duel(alone, {"men": ["myers"]}), "gerhart", "a1", "red 3").man("gerhart").broken
    assert not shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "red 3").man("gerhart").broken


@pytest.mark.rule("UF:30.2-b")
def test_any_target() -> None:
    for target, aims in ((["myers"], [""]), (["m1a1"], [""]), (["sherman"], ["armor", "crew"])):
        s = duel({"men": PSK}, {"men": target})
        assert [text.split()[3:] for text in s.options("shoot")] == [[how] if how else [] for how in aims]


@pytest.mark.rule("UF:30.4")
def test_they_malfunction_on_a_red_four() -> None:
    for drawn, broken in (("red 4", True), ("red 5", True), ("red 6", True), ("red 3", False)):
        s = shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", drawn)
        assert s.man("gerhart").broken == broken
    s = shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "black 0", "red 5")
    assert not s.man("gerhart").broken


@pytest.mark.rule("UF:30.5")
def test_the_to_hit_number_counts_at_any_range() -> None:
    for chit in (1, 3):
        s = duel({"men": PSK, "range": chit}, {"men": ["sherman"]})
        attack = shot(s, "gerhart", "a1", "armor")
        assert worth(s.g, attack, 2, 1) == 1
        assert breakdown(s.g, replace(attack, added=1)).total == 7


@pytest.mark.rule("UF:30.5")
def test_a_panzerschreck_kills_a_tank() -> None:
    s = shoot(duel({"men": PSK}, {"men": ["sherman"]}), "gerhart", "a1", "black 1", "black 1", how="armor")
    assert s.fate("sherman") == "kia" and s.breakdown().total == 7


@pytest.mark.rule("UF:8.41-c", "UF:8.52-c")
@pytest.mark.parametrize("terrain", ["marsh", "stream"])
def test_a_crew_in_water_uses_brackets(terrain: str) -> None:
    s = duel({"men": PSK, "cards": [terrain]}, {"men": ["myers"]})
    assert frequency(s, "gerhart", "a1") == "0-1"
    s = duel({"men": ["gerhart"], "cards": [terrain]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule in ("UF:8.41-c", "UF:8.52-c")


@pytest.mark.rule("UF:10.45-d")
def test_a_hero_aims_better() -> None:
    hero = {"id": "gerhart", "heroic": True}
    s = duel({"men": [PSK[0], hero]}, {"men": ["myers"]})
    assert frequency(s, "gerhart", "a1") == "0-3"  # with his crew as it is
    assert frequency(duel({"men": [hero]}, {"men": ["myers"]}), "gerhart", "a1") == "0-2"
    s = duel({"men": [hero], "range": 0}, {"men": ["myers"], "range": 0})
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:25.3"  # not where it cannot fire
    s = duel({"men": [{"id": "bauer", "heroic": True}], "range": 0}, {"men": ["myers"], "range": 0})
    assert lines(s, "bauer", "a1") == {}  # a mortar has nothing of it


@pytest.mark.rule("UF:10.45-d")
def test_a_hero_played_for_a_panzerschreck() -> None:
    s = duel({"men": PSK}, {"men": ["myers"]}, german=["hero", "fire 1"])
    s.do("hero <hero>+gerhart")
    assert lines(s, "gerhart", "a1") == {"UF:10.45-d": 1}


# -- panzerfaust -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:30.3-a")
@pytest.mark.parametrize(("chit", "shown"), [(1, "0"), (2, "0-1"), (3, "0-2")])
def test_panzerfaust_values(chit: int, shown: str) -> None:
    s = duel({"men": [FAUST], "range": chit}, {"men": ["sherman"]})
    assert frequency(s, "beck", "a1", "armor") == shown
    assert shot(s, "beck", "a1", "armor").strength == 5


@pytest.mark.rule("UF:30.3-a")
def test_panzerfaust_reach() -> None:
    s = duel({"men": [FAUST], "range": 0}, {"men": ["sherman"]})
    assert s.refusal("shoot g1+beck+<fire 1> a1 armor").rule == "UF:25.3"


@pytest.mark.rule("UF:30.3-b")
def test_panzerfaust_only_at_armour() -> None:
    s = duel({"men": [FAUST]}, {"men": ["sherman"]})
    assert s.refusal("shoot g1+beck+<fire 1> a1 crew").rule == "UF:30.3-b"
    s = duel({"men": [FAUST]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+beck+<fire 1> a1").rule == "UF:30.3-b"
    assert duel({"men": [FAUST]}, {"men": ["m1a1"]}).options("shoot") == []


@pytest.mark.rule("UF:30.3-c")
@pytest.mark.parametrize("draws", [["black 3"], ["black 0", "red 5"]])
def test_one_shot(draws: list[str]) -> None:
    s = shoot(duel({"men": [FAUST]}, {"men": ["sherman"]}), "beck", "a1", *draws, how="armor")
    assert not s.man("beck").secondary and s.man("beck").weapon == "german-rifle"
    assert "UF:30.3-c" in s.cited()


@pytest.mark.rule("UF:30.3-c")
def test_a_shot_held_back_keeps_it() -> None:
    s = duel({"men": [FAUST]}, {"men": ["sherman"]})
    s.do("shoot g1+beck+<fire 1> a1 armor", "decline")
    assert s.man("beck").secondary == "panzerfaust"


@pytest.mark.rule("UF:30.4-b")
def test_a_panzerfaust_never_malfunctions() -> None:
    s = shoot(duel({"men": [FAUST]}, {"men": ["sherman"]}), "beck", "a1", "red 6", how="armor")
    assert not s.man("beck").broken and not s.said("malfunctions")


@pytest.mark.rule("UF:8.41-d", "UF:8.52-e")
@pytest.mark.parametrize(("terrain", "rule"), [("marsh", "UF:8.41-d"), ("stream", "UF:8.52-e")])
def test_panzerfaust_from_water(terrain: str, rule: str) -> None:
    s = duel({"men": [FAUST], "cards": [terrain]}, {"men": ["sherman"]})
    assert lines(s, "beck", "a1", "armor") == {rule: -1}


@pytest.mark.rule("UF:30.3-a")
def test_a_broken_rifle_does_not_matter() -> None:
    s = duel({"men": [{**FAUST, "broken": True}]}, {"men": ["sherman"]})
    assert s.offers("shoot g1+beck+<fire 1> a1 armor")
    s = duel({"men": [{**FAUST, "pinned": True}]}, {"men": ["sherman"]})
    assert s.refusal("shoot g1+beck+<fire 1> a1 armor").rule == "UF:10.11"


@pytest.mark.rule("UF:33.2-a", "UF:32.21-b")
def test_wounded_men_and_guards() -> None:
    """A wound spoils the aim of a primary weapon, guard duty that of any."""
    s = duel(
        {"men": [{"id": "beck", "secondary": "panzerfaust", "wounded": True, "weapon": ""}]},
        {"men": ["sherman"]},
    )
    assert lines(s, "beck", "a1", "armor") == {}
    s = duel({"men": [{"id": "gerhart", "wounded": True}]}, {"men": ["sherman"]})
    assert lines(s, "gerhart", "a1", "armor") == {"UF:33.2-a": -1}
    s = duel({"men": [{**FAUST, "guards": ["fox"]}]}, {"men": ["sherman"]})
    assert lines(s, "beck", "a1", "armor") == {"UF:32.21-b": -1}


# -- anti-tank rifle ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:30.6-a")
def test_an_atr_adds_a_firepower_against_infantry() -> None:
    s = duel({"men": ["schaeffer", "beck"]}, {"men": ["myers"]})
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 4
    assert s.refusal("shoot g1+schaeffer+<fire 1> a1").rule == "UF:30.6-a"


@pytest.mark.rule("UF:30.6-b")
def test_an_atr_against_armour() -> None:
    s = duel({"men": ["schaeffer"]}, {"men": ["m3"]})
    assert s.refusal("shoot g1+schaeffer+<fire 1> a1 crew").rule == "UF:30.6-b"
    assert frequency(s, "schaeffer", "a1", "armor") == "0-2"
    shoot(s, "schaeffer", "a1", "black 1", "red 2", how="armor")
    assert s.breakdown().total == 4 and s.fate("m3") == "kia"  # the range of 4, less 2, is its Armor


@pytest.mark.rule("UF:30.6-b", "UF:30.6-a")
def test_an_atr_adds_nothing_to_fire_at_a_crew() -> None:
    alone = duel({"men": ["schaeffer"]}, {"men": ["sherman"]})
    assert alone.refusal("fire g1+<fire 1> a1").rule == "UF:6.1-b"
    assert alone.offers("shoot g1+schaeffer+<fire 1> a1 armor")
    s = duel({"men": ["schaeffer", "beck"]}, {"men": ["sherman"]})
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 3  # Beck's rifle


@pytest.mark.rule("UF:30.6-b")
@pytest.mark.parametrize(("chit", "worth"), [(1, 3), (3, 5)])
def test_its_effect_is_the_range(chit: int, worth: int) -> None:
    s = duel({"men": ["schaeffer"], "range": chit}, {"men": ["sherman"]})
    shoot(s, "schaeffer", "a1", "black 0", "red 4", how="armor")
    assert s.breakdown().total == worth


@pytest.mark.rule("UF:30.6-c")
def test_an_atr_from_the_flank() -> None:
    s = duel({"men": ["schaeffer", *PSK], "flanks": ["a1"]}, {"men": ["sherman"]})
    assert lines(s, "schaeffer", "a1", "armor") == {"UF:30.6-c": 1}
    assert lines(s, "gerhart", "a1", "armor") == {}


@pytest.mark.rule("UF:34.4", "UF:30.6-b")
def test_an_atr_through_the_shield_of_a_gun() -> None:
    groups = [
        {"side": "german", "men": ["schaeffer"], "range": 2},
        {"side": "american", "men": ["myers", "m1a1"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 1"])
    shoot(s, "schaeffer", "a1", "black 0", "black 3")
    assert s.fate("m1a1") == "kia" and not s.man("myers").pinned  # 4 and 3 reach the boxed KIA of 7

"""Ordnance (UF:25): To Hit, the worth of a hit, malfunction."""

from __future__ import annotations

import pytest

from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.ground.to_hit import numbers, shown, worth
from defilade.rules.upfront.infantry.odds import possible_draws
from upfront.gunnery import duel, frequency, lines, shoot, shot
from upfront.situation import Situation

PSK = [{"id": "wolff", "crews": "gerhart"}, "gerhart"]
"""A fully crewed panzerschreck: 0-2 at Relative Range 4."""


# -- the shot ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:25.1", "UF:25.3")
def test_a_hit_before_the_effect() -> None:
    s = duel({"men": PSK}, {"men": ["myers", "degi"]}, german=["fire 5"])
    assert s.offers("shoot g1+gerhart+<fire 5> a1")  # whatever firepower the card needs
    assert not s.options("fire")
    s.do("shoot g1+gerhart+<fire 5> a1", "no", "resolve")
    assert frequency(s, "gerhart", "a1") == "0-2"
    s.draw("red 2", "black 2", "red 6")
    assert s.man("myers").pinned and not s.man("degi").pinned
    assert "UF:25.3" in s.cited()


@pytest.mark.rule("UF:25.3")
def test_a_miss_ends_it() -> None:
    s = shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "black 3")
    assert s.group("g1").acted and s.said("a miss")
    assert not s.man("myers").pinned and not s.options("shoot")


@pytest.mark.rule("UF:25.1")
def test_only_ordnance_shoots() -> None:
    s = duel({"men": ["beck", "gerhart"]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+beck+<fire 1> a1").rule == "UF:25.1"
    assert s.refusal("shoot g1+gerhart+c1 a1").rule == "UF:25.3"
    assert s.refusal("shoot g1+gerhart+<fire 1> a1 armor").rule == "UF:28.3-c"
    assert s.refusal("shoot g1+gerhart+<fire 1> a9").rule == "UF:6.1-d"


@pytest.mark.rule("UF:25.3")
def test_no_frequency_no_shot() -> None:
    s = duel({"men": PSK, "range": 0}, {"men": ["myers"], "range": 1})
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:25.3"


@pytest.mark.rule("UF:25.2-a")
def test_ordnance_or_firepower() -> None:
    s = duel({"men": [*PSK, "beck"]}, {"men": ["myers"]}, german=["fire 1", "fire 2"])
    shoot(s, "gerhart", "a1", "black 6", card="fire 1")
    assert s.refusal("fire g1+<fire 2> a1").rule == "UF:4.2-a"
    s = duel({"men": [*PSK, "beck"]}, {"men": ["myers"]}, german=["fire 1", "fire 1"])
    s.fire("g1", "a1", "fire 1").draw("black 0")
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:4.2-a"


TWO = [{"id": "wolff", "crews": "gerhart"}, "gerhart", "frantz"]


@pytest.mark.rule("UF:25.2-b")
def test_two_pieces_shoot_one_after_the_other() -> None:
    s = duel({"men": TWO}, {"men": ["myers"]}, german=["fire 1", "fire 2", "fire 3"])
    s.do("shoot g1+gerhart+<fire 1> a1")
    assert s.offers("also frantz+<fire 2>") and not s.offers("also gerhart+<fire 2>")
    s.do("also frantz+<fire 2>")
    assert s.pending is not None and len(s.state.hands["german"]) == 1  # no third piece: declared
    s.do("no", "resolve").draw("black 4")  # 0-2 with a crew
    s.do("no", "resolve").draw("black 1", "black 6")  # 0-1 without one
    assert s.fate("myers") == "kia"
    assert len(s.state.hands["german"]) == 1 and s.group("g1").acted


@pytest.mark.rule("UF:25.2-b")
def test_a_second_shot_needs_a_card_and_the_same_target() -> None:
    s = duel({"men": TWO}, {"men": ["myers"]}, german=["fire 1", "movement"])
    s.do("shoot g1+gerhart+<fire 1> a1")
    assert s.options() == ["declare", "cancel"]
    s.do("cancel")
    assert not s.group("g1").acted and len(s.state.hands["german"]) == 2


@pytest.mark.rule("UF:25.2-b")
def test_the_second_shot_is_void_when_the_target_is_gone() -> None:
    s = duel({"men": TWO}, {"men": ["myers"]}, german=["fire 1", "fire 2"], american=["movement"])
    s.do("shoot g1+gerhart+<fire 1> a1", "also frantz+<fire 2>", "no", "resolve")
    s.draw("black 2", "black 6")
    assert s.gone("myers") and s.state.over is not None


@pytest.mark.rule("UF:25.2-b", "UF:16.5-a")
def test_the_first_shot_can_end_the_game() -> None:
    target = {"men": ["degi", "myers", "fox", "burke"]}
    s = duel({"men": TWO}, target, german=["fire 1", "fire 2"])
    s.do("shoot g1+gerhart+<fire 1> a1", "also frantz+<fire 2>", "no", "resolve")
    s.draw("black 2", "black 6", "black 6", "black 5")
    assert not s.gone("burke") and s.state.over is not None


def test_the_shot_may_be_held_back() -> None:
    s = duel({"men": PSK}, {"men": ["myers"]})
    s.do("shoot g1+gerhart+<fire 1> a1", "no", "decline")
    assert s.group("g1").acted and not s.state.hands["german"]


# -- red numbers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:25.31")
def test_red_misses_a_moving_target() -> None:
    target = {"men": ["myers"], "cards": ["brush", "movement sideways"]}
    s = shoot(duel({"men": PSK}, target), "gerhart", "a1", "red 1")
    assert s.said("a miss, the target is moving")
    s = shoot(duel({"men": PSK}, target), "gerhart", "a1", "black 1", "red 6")
    assert s.said("a hit")
    s = shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "red 1", "red 6")
    assert s.said("a hit")


@pytest.mark.rule("UF:25.31", "UF:25.32", "UF:25.33")
def test_moving_tank_at_a_moving_target() -> None:
    gun = {"men": ["pz4"], "cards": ["movement sideways"]}
    still, moving = {"men": ["myers"]}, {"men": ["myers"], "cards": ["movement sideways"]}
    s = duel(gun, still)
    assert frequency(s, "pz4", "a1") == "0-2" and lines(s, "pz4", "a1") == {}
    shoot(s, "pz4", "a1", "red 0")
    assert s.said("a miss, the firer is moving") and "UF:25.32" in s.cited()
    s = duel(gun, moving)
    assert frequency(s, "pz4", "a1") == "0-1" and lines(s, "pz4", "a1") == {"UF:25.33": -1}
    shoot(s, "pz4", "a1", "red 0")
    assert s.said("a miss, the target is moving")
    assert lines(duel({"men": ["pz4"]}, moving), "pz4", "a1") == {}


@pytest.mark.rule("UF:25.31", "UF:25.33", "UF:8.91", "UF:25.35")
def test_hull_down_behind_a_wall() -> None:
    target = {"men": ["m1a1"], "cards": ["walls"]}
    s = duel({"men": PSK}, target)
    shoot(s, "gerhart", "a1", "red 0")
    assert s.said("a miss, the target is Hull Down") and "UF:25.31" in s.cited()
    s = duel({"men": ["pz4"], "cards": ["movement sideways"]}, target)
    assert lines(s, "pz4", "a1") == {"UF:25.33": -1}
    s = duel({"men": PSK, "flanks": ["a1"]}, target)
    shoot(s, "gerhart", "a1", "red 0", "red 6")
    assert s.said("a hit")


@pytest.mark.rule("UF:8.33", "UF:28.9-a")
def test_hull_down_on_a_hill() -> None:
    target = {"men": ["m1a1"], "cards": ["hill"]}
    assert shoot(duel({"men": PSK}, target), "gerhart", "a1", "red 0").said("Hull Down")
    assert shoot(duel({"men": PSK, "cards": ["hill"]}, target), "gerhart", "a1", "red 0", "red 6").said(
        "a hit"
    )


# -- the ladder --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:25.6")
def test_the_ladder() -> None:
    assert [shown(step) for step in (3, 2, 1, 0, -1, -2)] == ["0-3", "0-2", "0-1", "0", "1", "2"]
    assert [numbers(step) for step in (1, 0, -1, -6, -7)] == [(0, 1), (0,), (1,), (6,), ()]


@pytest.mark.rule("UF:25.34", "UF:9.1-b")
def test_a_concealed_card_against_the_hit() -> None:
    s = duel({"men": PSK}, {"men": ["myers"]}, american=["concealed -3"])
    s.do("shoot g1+gerhart+<fire 1> a1", "conceal <concealed -3>", "resolve")
    s.draw("black 1")  # 0-2 has become 1
    assert s.said("needs 1: black 1, a hit")
    s.draw("black 2")
    summed = s.breakdown()
    assert summed.total == 3 and not any(line.label == "Concealed" for line in summed.lines)
    assert s.man("myers").pinned


@pytest.mark.rule("UF:25.35")
def test_terrain_does_not_hinder_the_hit() -> None:
    for terrain in ("woods", "buildings", "brush", "walls", "marsh", "hill"):
        s = duel({"men": PSK}, {"men": ["myers"], "cards": [terrain]})
        assert frequency(s, "gerhart", "a1") == "0-2"
    s = duel({"men": PSK}, {"men": ["myers"], "cards": ["gully"]})
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:8.2"


@pytest.mark.rule("UF:25.7")
def test_smoke_hinders_the_hit_and_nothing_else() -> None:
    s = duel({"men": PSK, "cards": ["smoke"]}, {"men": ["myers"], "cards": ["smoke", "smoke"]})
    assert frequency(s, "gerhart", "a1") == "1"
    assert lines(s, "gerhart", "a1") == {"UF:25.7": -2}
    hit = replace(shot(s, "gerhart", "a1"), added=1)
    assert breakdown(s.g, hit).total == 4


@pytest.mark.rule("UF:13.32-c")
def test_ordnance_on_wire() -> None:
    s = duel({"men": PSK, "cards": ["wire"]}, {"men": ["myers"]})
    assert lines(s, "gerhart", "a1") == {"UF:13.32-c": -1}


# -- the worth of a hit ------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:25.4-a", "UF:25.4-c")
def test_effect_number_and_to_hit_number() -> None:
    target = {"men": ["myers", "degi"], "cards": ["buildings -2", "movement sideways"]}
    s = shoot(duel({"men": PSK}, target), "gerhart", "a1", "black 2")
    s.draw("black 1")
    summed = s.breakdown()
    assert summed.total == 4  # 3 and 2, -2 for the Buildings, +1 for the movement
    assert {line.rule: line.value for line in summed.lines}["UF:25.4-a"] == 2
    s.draw("red 4")
    assert s.man("myers").pinned and not s.man("degi").pinned


@pytest.mark.rule("UF:25.4-a")
def test_the_colour_of_the_to_hit_number_is_ignored() -> None:
    s = shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "red 2", "red 6")
    assert s.breakdown().total == 5


@pytest.mark.rule("UF:25.43")
def test_a_single_number_is_not_added() -> None:
    s = duel({"men": ["gerhart"], "range": 1}, {"men": ["myers"]})
    assert frequency(s, "gerhart", "a1") == "1"
    shoot(s, "gerhart", "a1", "black 1", "red 6")
    assert s.breakdown().total == 3
    attack = shot(s, "gerhart", "a1")
    assert worth(s.g, attack, 0, 0) == 0 and worth(s.g, attack, 1, 1) == 1 and worth(s.g, attack, -1, 1) == 0


@pytest.mark.rule("UF:25.4-b", "UF:25.42")
def test_guns_against_a_vehicle_add_the_range() -> None:
    for gun, boxed in (("pz4", 6), ("leig18", 4)):
        s = duel({"men": [gun]}, {"men": ["sherman"]})
        hit = replace(shot(s, gun, "a1", "armor"), added=worth(s.g, shot(s, gun, "a1", "armor"), 2, 1))
        assert breakdown(s.g, hit).total == boxed + 4
        assert {line.rule: line.value for line in breakdown(s.g, hit).lines}["UF:25.4-b"] == 4
        assert worth(s.g, shot(s, gun, "a1", "crew"), 2, 1) == 4
        s = duel({"men": [gun]}, {"men": ["myers"]})
        assert worth(s.g, shot(s, gun, "a1"), 2, 1) == 1
    assert worth(s.g, shot(duel({"men": PSK}, {"men": ["sherman"]}), "gerhart", "a1", "armor"), 2, 1) == 1


@pytest.mark.rule("UF:25.42", "UF:30.2-b")
def test_which_effect_number() -> None:
    s = duel({"men": PSK}, {"men": ["sherman"]})
    assert shot(s, "gerhart", "a1", "armor").strength == 6
    assert shot(s, "gerhart", "a1", "crew").strength == 3
    assert shot(duel({"men": PSK}, {"men": ["m1a1"]}), "gerhart", "a1").strength == 3


@pytest.mark.rule("UF:23.4-c")
def test_the_unboxed_number_against_a_pillbox() -> None:
    s = duel({"men": PSK}, {"men": ["myers"], "cards": ["pillbox"]})
    shoot(s, "gerhart", "a1", "black 2", "black 3")
    assert s.breakdown().total == 1  # 3 and 2, -4


@pytest.mark.rule("UF:25.41")
def test_movement_does_not_matter_against_a_vehicle() -> None:
    moving = ["movement sideways"]
    for how in ("armor", "crew"):
        s = duel({"men": PSK}, {"men": ["sherman"], "cards": moving})
        assert breakdown(s.g, shot(s, "gerhart", "a1", how), s.unit("sherman")).drm == 0
    s = duel({"men": PSK}, {"men": ["m1a1"], "cards": moving})
    assert breakdown(s.g, shot(s, "gerhart", "a1"), s.unit("m1a1")).drm == 1


@pytest.mark.rule("UF:8.31-b")
def test_elevated_fire_of_ordnance() -> None:
    s = duel({"men": PSK, "cards": ["hill"]}, {"men": ["myers"]})
    assert breakdown(s.g, shot(s, "gerhart", "a1")).total == 4
    s = duel({"men": PSK, "cards": ["hill"]}, {"men": ["sherman"]})
    assert breakdown(s.g, shot(s, "gerhart", "a1", "armor"), s.unit("sherman")).total == 7
    s = duel({"men": PSK, "cards": ["hill"]}, {"men": ["myers"], "cards": ["hill"]})
    assert breakdown(s.g, shot(s, "gerhart", "a1")).total == 3


# -- malfunction -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:25.5-a", "UF:19.12")
def test_a_gun_malfunctions_on_a_red_five() -> None:
    s = shoot(duel({"men": ["leig18"]}, {"men": ["myers"]}), "leig18", "a1", "red 5")
    assert s.g.machine("leig18").broken == ("gun",) and "UF:25.5-a" in s.cited()
    s = shoot(duel({"men": ["leig18"]}, {"men": ["myers"]}), "leig18", "a1", "red 4")
    assert not s.g.machine("leig18").broken
    s = shoot(duel({"men": ["leig18"]}, {"men": ["myers"]}), "leig18", "a1", "black 6")
    assert not s.g.machine("leig18").broken


def at_close_quarters() -> Situation:
    """A heroic gunner of a panzerschreck at Relative Range 5: 0-4, and it malfunctions on a red 4."""
    men = [PSK[0], {"id": "gerhart", "heroic": True}]
    return duel({"men": men, "range": 3}, {"men": ["myers"]})


@pytest.mark.rule("UF:25.5-a", "UF:25.6")
def test_a_number_that_breaks_the_weapon_does_not_hit() -> None:
    s = at_close_quarters()
    assert frequency(s, "gerhart", "a1") == "0-4"
    shoot(s, "gerhart", "a1", "red 4")
    assert s.man("gerhart").broken and s.said("a miss, a malfunction") and s.offers("done")
    s = at_close_quarters().do("shoot g1+gerhart+<fire 1> a1", "no", "resolve").draw("black 4", "black 6")
    assert s.gone("myers") and not s.man("gerhart").broken


@pytest.mark.rule("UF:25.5-a")
def test_the_odds_leave_out_the_numbers_that_break_the_weapon() -> None:
    s = at_close_quarters()
    cards = possible_draws(s.g, "german")
    hits = [card for card in cards if card.number <= 4 and not (card.red and card.number == 4)]
    assert odds(s, "shoot g1+gerhart+<fire 1> a1")["hit"] == pytest.approx(len(hits) / len(cards))


@pytest.mark.rule("UF:25.5-a")
def test_effect_draws_break_nothing() -> None:
    s = shoot(
        duel({"men": ["leig18"]}, {"men": ["myers", "degi"]}), "leig18", "a1", "black 0", "red 6", "red 5"
    )
    assert not s.g.machine("leig18").broken


@pytest.mark.rule("UF:25.5-a", "UF:25.5-b")
def test_numbers_that_break_other_ordnance() -> None:
    atr = {"men": ["schaeffer"]}
    assert (
        not shoot(duel(atr, {"men": ["sherman"]}), "schaeffer", "a1", "red 5", how="armor")
        .man("schaeffer")
        .broken
    )
    assert (
        shoot(duel(atr, {"men": ["sherman"]}), "schaeffer", "a1", "red 6", how="armor")
        .man("schaeffer")
        .broken
    )
    assert shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "red 4").man("gerhart").broken
    assert not shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "red 3").man("gerhart").broken


@pytest.mark.rule("UF:25.5-a")
def test_broken_ordnance_does_not_fire() -> None:
    s = duel({"men": [{"id": "leig18", "broken": ["gun"]}]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+leig18+<fire 1> a1").rule == "UF:19.2-a"
    s = duel({"men": [{"id": "leig18", "lost_weapons": ["gun"]}]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+leig18+<fire 1> a1").rule == "UF:19.2-a"
    s = duel({"men": [{"id": "gerhart", "broken": True}]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:19.2-a"
    s = duel({"men": [{"id": "gerhart", "pinned": True}]}, {"men": ["myers"]})
    assert s.refusal("shoot g1+gerhart+<fire 1> a1").rule == "UF:10.11"


# -- in other sections -------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.54")
def test_ordnance_does_not_reach_an_infiltrator() -> None:
    s = duel({"men": PSK}, {"men": [{"id": "myers", "infiltrates": "g1"}, "degi"]})
    shoot(s, "gerhart", "a1", "black 0", "black 4")
    assert s.man("degi").pinned and not s.man("myers").pinned


@pytest.mark.rule("UF:20.531")
def test_an_infiltrator_who_shoots_loses_his_status() -> None:
    men = [{"id": "gerhart", "infiltrates": "a1"}, {"id": "beck", "infiltrates": "a1"}]
    s = duel({"men": men, "range": 3}, {"men": ["myers"]})
    shoot(s, "gerhart", "a1", "black 6")
    assert not s.man("gerhart").infiltrates and s.man("beck").infiltrates == "a1"


@pytest.mark.rule("UF:38.3-b")
def test_a_shot_gives_its_group_away() -> None:
    s = shoot(duel({"men": PSK}, {"men": ["myers"]}), "gerhart", "a1", "black 6")
    assert s.group("g1").fired


@pytest.mark.rule("UF:17.8-qa")
def test_a_man_between_groups_is_hit_like_the_target() -> None:
    groups = [
        {"side": "german", "men": PSK, "range": 2},
        {
            "side": "american",
            "men": ["myers", {"id": "degi", "transfers_to": "a2", "set_out": 1}],
            "range": 2,
        },
        {"side": "american", "men": ["burke", "smith"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 1"])
    shoot(s, "gerhart", "a1", "red 0", "black 1")
    assert s.man("degi").pinned


def odds(s: Situation, text: str) -> dict[str, float]:
    """What an option shows."""
    described = s.position.system.describe(s.state, s.action(text))
    assert described.breakdown is not None and described.label
    return described.odds


def test_the_odds_of_a_shot() -> None:
    """Counted by hand over all cards that the Germans have not seen."""
    s = duel({"men": PSK}, {"men": ["myers"]}, american=["concealed -1"])
    cards = possible_draws(s.g, "german")
    found = odds(s, "shoot g1+gerhart+<fire 1> a1")
    assert found["hit"] == pytest.approx(sum(card.number <= 2 for card in cards) / len(cards))
    pinned = sum(5 <= 3 + one.number + two.rnc < 8 for one in cards if one.number <= 2 for two in cards)
    assert found["Pvt Myers pinned"] == pytest.approx(pinned / len(cards) ** 2)
    s.do("shoot g1+gerhart+<fire 1> a1")
    assert odds(s, "conceal <concealed -1>")["hit"] < odds(s, "no")["hit"]
    s.do("no")
    assert odds(s, "resolve") == found


def test_the_odds_against_a_gun() -> None:
    s = duel({"men": ["beck", "wolff", "bernhoff"], "range": 3}, {"men": ["m1a1"]}, german=["fire 2 needs 3"])
    cards = possible_draws(s.g, "german")
    out = sum(2 + one.rnc >= 9 or 2 + two.rnc >= 7 + (2 + one.rnc >= 5) for one in cards for two in cards)
    assert odds(s, "fire g1+<fire 2> a1")["75mm M1A1 out"] == pytest.approx(out / len(cards) ** 2)


@pytest.mark.rule("UF:30.6-a", "UF:34.4", "UF:20.54")
def test_the_odds_leave_out_who_is_spared() -> None:
    s = duel({"men": ["schaeffer", "beck"]}, {"men": ["m1a1", "myers", "degi"]})
    found = odds(s, "shoot g1+schaeffer+<fire 1> a1")
    assert found["75mm M1A1 out"] > 0 and not any("Myers" in name or "Degi" in name for name in found)
    s = duel({"men": ["leig18"], "range": 3}, {"men": [{"id": "myers", "infiltrates": "g1"}, "degi"]})
    found = odds(s, "shoot g1+leig18+<fire 1> a1")
    assert found["Pvt Degi out"] > 0 and not any("Myers" in name for name in found)

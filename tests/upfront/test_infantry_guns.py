"""Infantry guns (UF:34)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.questions import no_entry
from defilade.rules.upfront.infantry.discards import discard_options
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.movement import own_terrain_refusal, terrain_refusal
from defilade.rules.upfront.infantry.snipers import on_crew_lost
from defilade.rules.upfront.turn.setup import terrain_at_start_bar
from upfront.armour import american, field, german
from upfront.gunnery import duel, frequency, lines, shoot, shot
from upfront.situation import Situation


def gun(*cards: str, german: list[str] | None = None, **fields: Any) -> Situation:
    """A German gun with Beck and cards on its group, in the German turn."""
    ours = {"men": [{"id": "leig18", **fields}, "beck"], "cards": list(cards), "range": 1}
    return duel(ours, {"men": ["myers", "degi"], "range": 1}, german=german or ["fire 1", "movement"])


def under_fire(target: dict[str, Any], firer: dict[str, Any] | None = None, **more: Any) -> Situation:
    """Americans fire at a German group with a gun."""
    groups = [
        {"side": "german", "men": ["leig18"], "range": 2, **target},
        {"side": "american", "men": ["myers", "burke", "smith"], "range": 2, **(firer or {})},
    ]
    return Situation("american", groups, **{"american": ["fire 1"], **more})


# -- the card ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:34.1", "UF:34.2-a")
def test_a_gun_takes_one_position() -> None:
    s = gun()
    assert s.group("g1").members == ("leig18", "beck")
    assert frequency(s, "leig18", "a1") == "0-1"
    assert not any("leig18" in text for text in (*s.options("crew"), *s.options("acquire")))


@pytest.mark.rule("UF:34.1")
def test_nobody_mans_a_gun_without_its_crew() -> None:
    s = under_fire({"men": ["leig18", "beck"]})
    s.fire("a1", "g1", "fire 1")
    s.draw("black 6", "black 0")
    assert s.g.machine("leig18").pinned and not s.group("g1").loose


@pytest.mark.rule("UF:34.7-b")
def test_a_gun_never_infiltrates() -> None:
    ours = {"men": ["leig18", "beck"], "range": 3}
    s = duel(ours, {"men": ["myers"]}, german=["movement"])
    s.do("infiltrate g1")
    assert s.options() and not any("leig18" in text for text in s.options())


# -- fire --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:34.33")
def test_not_on_the_move() -> None:
    assert gun("movement sideways").refusal("shoot g1+leig18+<fire 1> a1").rule == "UF:34.33"


@pytest.mark.rule("UF:8.52-a")
def test_not_from_a_stream() -> None:
    assert gun("stream").refusal("shoot g1+leig18+<fire 1> a1").rule == "UF:8.52-a"


@pytest.mark.rule("UF:34.6-a")
def test_a_pinned_gun_does_not_fire_or_move() -> None:
    s = gun(pinned=True)
    assert s.refusal("shoot g1+leig18+<fire 1> a1").rule == "UF:34.6-a"
    assert s.refusal("move g1+<movement> - sideways").rule == "UF:5.1-a"


@pytest.mark.rule("UF:34.71-a")
def test_a_short_crew_aims_worse() -> None:
    assert lines(gun(crew_killed=1), "leig18", "a1") == {"UF:34.71-a": -1}
    assert frequency(gun(crew_killed=2), "leig18", "a1") == "1"


# -- movement ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:34.3-a", "UF:8.1-c")
def test_two_movement_cards_out_of_terrain() -> None:
    s = gun("woods", german=["movement", "movement"])
    assert s.refusal("move g1+<movement> - advance").rule == "UF:34.3-a"
    s.do("move g1+<movement> - sideways")
    g = s.g
    assert own_terrain_refusal(g, s.group("g1"), "brush") is not None
    refused = own_terrain_refusal(g, s.group("g1"), "open")
    assert refused is not None and refused.rule == "UF:8.1-c"
    s = gun("woods", "movement sideways", german=["movement"])
    s.do("move g1+<movement> - advance")
    assert s.group("g1").range == 2
    assert own_terrain_refusal(s.g, s.group("g1"), "brush") is None


@pytest.mark.rule("UF:34.3-a", "UF:24.4-b")
def test_out_of_a_minefield_like_out_of_the_open() -> None:
    s = gun("minefield", "movement sideways")
    assert own_terrain_refusal(s.g, s.group("g1"), "brush") is None


@pytest.mark.rule("UF:34.3-a")
def test_men_alone_need_one() -> None:
    s = duel({"men": ["beck"], "cards": ["woods"]}, {"men": ["myers"]}, german=["movement"])
    assert s.offers("move g1+<movement> - advance")


@pytest.mark.rule("UF:34.3-b")
def test_the_enemy_need_not_wait() -> None:
    s = gun("woods", "movement sideways")
    assert terrain_refusal(s.g, s.group("g1"), "brush", "american") is None
    assert terrain_refusal(s.g, s.group("g1"), "brush", "german") is not None
    groups = [
        {"side": "german", "men": ["leig18"], "cards": ["woods", "movement sideways"], "range": 1},
        {"side": "american", "men": ["myers"], "range": 1},
    ]
    s = Situation("american", groups, american=["brush"], stage="discards")
    assert any(action.at == "g1" for action in discard_options(s.g, "american"))


@pytest.mark.rule("UF:34.3-b", "UF:8.53-a")
def test_he_waits_for_the_ford() -> None:
    s = gun("stream", "movement sideways")
    assert terrain_refusal(s.g, s.group("g1"), "brush", "american") is not None
    s = gun("stream", "movement sideways", "movement sideways")
    assert terrain_refusal(s.g, s.group("g1"), "brush", "american") is None


@pytest.mark.rule("UF:34.31")
def test_out_of_open_ground_one_is_enough() -> None:
    s = gun(german=["movement"])
    assert s.offers("move g1+<movement> - advance")
    for start in ([], ["open"]):
        s = gun(*start, "movement advance")
        assert own_terrain_refusal(s.g, s.group("g1"), "brush") is None
        refused = own_terrain_refusal(s.g, s.group("g1"), "hill")
        assert refused is not None and refused.rule == "UF:34.31"


@pytest.mark.rule("UF:34.31")
def test_up_a_hill() -> None:
    s = gun("open", "movement sideways", "movement advance")
    assert own_terrain_refusal(s.g, s.group("g1"), "hill") is None
    s = gun("open", "movement advance", "movement sideways")
    assert own_terrain_refusal(s.g, s.group("g1"), "hill") is not None
    s = gun("open", "movement advance")
    assert terrain_refusal(s.g, s.group("g1"), "hill", "american") is None


@pytest.mark.rule("UF:34.32", "UF:8.43")
def test_no_gun_in_marsh() -> None:
    s = gun("movement sideways", german=["marsh"])
    assert s.refusal("terrain g1+<marsh>").rule == "UF:34.32"
    refused = terrain_at_start_bar(s.g, s.group("g1"), "marsh", "american")
    assert refused is not None and refused.rule == "UF:34.32"
    group = s.group(s.unit("leig18").group)
    assert no_entry(s.g, group, s.unit("leig18"), "marsh")
    assert not no_entry(s.g, group, s.unit("beck"), "marsh")


@pytest.mark.rule("UF:34.32")
def test_marsh_from_the_enemy_is_rejected() -> None:
    groups = [
        {"side": "german", "men": ["leig18"], "cards": ["movement sideways"], "range": 1},
        {"side": "american", "men": ["myers"], "range": 1},
    ]
    s = Situation("american", groups, american=["marsh"], stage="discards")
    plan = next(text for text in s.options() if text.endswith("g1"))
    s.do(plan).end_turn()
    assert s.options() == ["reject g1"]
    s.do("reject g1")
    assert all(laid.terrain != "marsh" for laid in s.group("g1").laid)


@pytest.mark.rule("UF:8.53-e")
def test_a_gun_fords_with_its_second_card() -> None:
    s = gun("stream", german=["movement", "movement"])
    assert s.refusal("move g1+<movement> - advance").rule in ("UF:8.53-a", "UF:8.53-e")
    s.do("move g1+<movement> - sideways")  # nothing is drawn
    assert len(s.group("g1").laid) == 2 and s.group("g1").acted
    s = gun("stream", "movement sideways", german=["movement"])
    assert s.refusal("move g1+<movement> - advance").rule == "UF:8.53-e"
    assert own_terrain_refusal(s.g, s.group("g1"), "brush") is not None
    s.do("move g1+<movement> - sideways").draw("red 1")
    assert len(s.group("g1").laid) == 2 and not s.state.hands["german"]
    s = gun("stream", "movement sideways", german=["movement"])
    s.do("move g1+<movement> - sideways").draw("black 1")
    assert len(s.group("g1").laid) == 3
    assert own_terrain_refusal(s.g, s.group("g1"), "brush") is None


@pytest.mark.rule("UF:8.53-e")
def test_a_ford_card_is_sure() -> None:
    s = gun("stream", "movement sideways", german=["ford movement"])
    s.do("move g1+<ford movement> - sideways")
    assert len(s.group("g1").laid) == 3


# -- two sets of values ------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:34.4")
@pytest.mark.parametrize(("drawn", "fate"), [("black 3", ""), ("black 4", "pinned"), ("red 0", "")])
def test_small_arms_from_the_front(drawn: str, fate: str) -> None:
    s = under_fire({}).fire("a1", "g1", "fire 1").draw(drawn)  # Morale 5, KIA 9
    assert s.g.machine("leig18").pinned == (fate == "pinned")


@pytest.mark.rule("UF:34.4")
def test_small_arms_that_kill() -> None:
    s = under_fire({}, {"men": ["myers", "burke", "smith", "coates"]}, american=["fire 4"])
    s.fire("a1", "g1", "fire 4").draw("black 5")
    assert s.fate("leig18") == "kia"
    s = under_fire({}, {"men": ["myers", "burke", "smith", "coates"]}, american=["fire 4"])
    s.fire("a1", "g1", "fire 4").draw("black 4")
    assert s.g.machine("leig18").pinned
    s = under_fire({"men": [{"id": "leig18", "pinned": True}]}, american=["fire 3"])
    s.fire("a1", "g1", "fire 3").draw("black 6")
    assert not s.gone("leig18") and s.event("no_effect").who == (
        "leig18",
    )  # one more on the back of the card


@pytest.mark.rule("UF:34.4")
def test_ordnance_meets_the_boxed_values() -> None:
    groups = [
        {"side": "german", "men": ["gerhart"], "range": 2},
        {"side": "american", "men": ["m1a1"], "range": 2},
    ]
    s = shoot(Situation("german", groups, german=["fire 1"]), "gerhart", "a1", "black 0", "red 0")
    assert s.g.machine("m1a1").pinned  # 3
    s = shoot(Situation("german", groups, german=["fire 1"]), "gerhart", "a1", "black 0", "black 4")
    assert s.fate("m1a1") == "kia"  # 7


@pytest.mark.rule("UF:34.4")
def test_flanking_fire_meets_the_boxed_values() -> None:
    s = under_fire({}, {"flanks": ["g1"]}).fire("a1", "g1", "fire 1").draw("black 2")
    assert s.g.machine("leig18").pinned


@pytest.mark.rule("UF:34.4", "UF:29.2-a")
def test_an_overrun_meets_the_plain_values_also_with_a_flank_card() -> None:
    s = field(
        "german",
        german("beck", "wolff", range=2),
        german("pz4", range=3),
        american("m1a1", "myers", range=2),
        german=["flank movement"],
    )
    s.do("overrun g2+<flank movement> a1", "flank g2 a1").draw("black 1")
    assert s.group("g2").flanks == ("a1",)
    assert isinstance(s.pending, Chance) and "the values of" in s.pending.asks


@pytest.mark.rule("UF:34.4", "UF:28.7-b")
def test_a_second_draw_at_range_five() -> None:
    near = {"range": 3}
    s = under_fire({}, near, american=["fire 2 needs 3"])
    s.fire("a1", "g1", "fire 2 needs 3").draw("black 2")
    assert not s.g.machine("leig18").pinned  # 4 against 5
    s.draw("black 5")
    assert s.fate("leig18") == "kia"  # 7 against 7
    s = under_fire({}, near, american=["fire 3"]).fire("a1", "g1", "fire 3").draw("black 0")
    assert s.options()  # it needs more than the three of them have: no second draw
    s = (
        under_fire({}, {"range": 2}, american=["fire 2 needs 3"])
        .fire("a1", "g1", "fire 2 needs 3")
        .draw("black 0")
    )
    assert s.options()


@pytest.mark.rule("UF:34.4", "UF:19.11")
def test_no_second_draw_after_the_sole_weapon_has_broken() -> None:
    s = under_fire({}, {"range": 3, "men": ["myers"]}, american=["fire 1 needs 1"])
    s.fire("a1", "g1", "fire 1 needs 1").draw("red 6")
    assert s.man("myers").broken and s.options()


@pytest.mark.rule("UF:34.4")
def test_mines_meet_the_plain_values() -> None:
    groups = [
        {"side": "german", "men": ["leig18"], "range": 1, "cards": ["movement sideways"]},
        {"side": "american", "men": ["myers"], "range": 1},
    ]
    s = Situation("american", groups, american=["minefield"], stage="discards")
    s.do(next(text for text in s.options() if text.endswith("g1")))
    strength = s.group("g1").laid[-1].value
    s.draw("black 1", f"black {4 - strength}")
    assert s.event("mines").who[0] == "leig18" and not s.g.machine("leig18").pinned  # 4 against 5
    s = Situation("american", groups, american=["minefield"], stage="discards")
    s.do(next(text for text in s.options() if text.endswith("g1")))
    s.draw("black 1", f"black {5 - strength}")
    assert s.g.machine("leig18").pinned


# -- concealment -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:34.5-a")
@pytest.mark.parametrize("known", ["fired", "moved"])
def test_a_gun_that_has_shown_itself(known: str) -> None:
    hand = ["concealed -2"]
    s = under_fire({"men": [{"id": "leig18", known: True}]}, german=hand)
    s.do("fire a1+<fire 1> g1", "declare")
    assert s.side() == "american"
    s = under_fire({}, german=hand).do("fire a1+<fire 1> g1", "declare", "conceal <concealed -2>", "resolve")
    s.draw("black 4")
    assert s.breakdown().total == -1


@pytest.mark.rule("UF:34.5-c")
def test_in_a_mixed_group_the_men_are_concealed() -> None:
    s = under_fire({"men": [{"id": "leig18", "fired": True}, "beck"]}, german=["concealed -2"])
    s.do("fire a1+<fire 1> g1", "declare", "conceal <concealed -2>", "resolve").draw("black 4")
    assert s.breakdown().total == 1 and s.g.machine("leig18").pinned
    s.draw("black 0")
    assert s.breakdown().total == -1


@pytest.mark.rule("UF:34.5-b")
def test_no_concealment_against_ordnance() -> None:
    for men, asked in (([{"id": "m1a1", "moved": True}, "myers"], "german"), (["m1a1", "myers"], "american")):
        s = duel({"men": ["gerhart"]}, {"men": men}, american=["concealed -1"])
        s.do("shoot g1+gerhart+<fire 1> a1")
        assert s.side() == asked


@pytest.mark.rule("UF:34.5-a")
def test_firing_and_moving_are_remembered() -> None:
    s = shoot(gun(), "leig18", "a1", "black 6", card="fire 1")
    assert s.g.machine("leig18").fired and not s.g.machine("leig18").moved
    s = gun().do("move g1+<movement> - advance")
    assert s.g.machine("leig18").moved and not s.g.machine("leig18").fired


@pytest.mark.rule("UF:34.5-a", "UF:17.8-a")
@pytest.mark.parametrize("to", ["g1", "C"])
def test_a_gun_that_goes_to_another_group_has_moved(to: str) -> None:
    groups = [
        {"side": "german", "men": ["wolff", "streich"], "range": 1},
        {"side": "german", "men": ["leig18", "diettinger", "beck"], "range": 1, "letter": "B"},
        {"side": "american", "men": ["myers", "smith"], "range": 1},
    ]
    s = Situation("german", groups, german=["movement"] * 3)
    first, second, third = (card for card, _ in s.g.holds("german", "movement"))
    s.do(f"transfer g2 {to}", f"depart {first}+leig18", f"depart {second}+leig18")
    s.do(f"depart {third}+beck", "set-out")
    assert s.g.machine("leig18").transfers_to and s.g.machine("leig18").moved


# -- rallying ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:34.6-a")
@pytest.mark.parametrize("lost", [0, 2])
def test_a_pinned_gun_takes_rally_three(lost: int) -> None:
    s = gun(pinned=True, crew_killed=lost, german=["rally 3"]).do("rally-crew g1+<rally 3>+leig18")
    assert not s.g.machine("leig18").pinned
    s = gun(pinned=True, crew_killed=lost, german=["rally 2"]).do("rally-crew g1+<rally 2>+leig18")
    assert s.g.machine("leig18").pinned and s.g.machine("leig18").credit == 2


@pytest.mark.rule("UF:34.6-b", "UF:10.41")
def test_credit_for_a_pinned_gun() -> None:
    s = gun(pinned=True, credit=2, german=["rally 1"]).do("rally-crew g1+<rally 1>+leig18")
    assert not s.g.machine("leig18").pinned
    s = gun(pinned=True, german=["hero"]).do("hero <hero>+leig18")
    assert s.g.machine("leig18").pinned and s.g.machine("leig18").credit == 1
    assert not gun(german=["hero"]).offers("hero <hero>+leig18")


@pytest.mark.rule("UF:10.23-d")
def test_rally_all_takes_the_gun_along() -> None:
    men = [{"id": "leig18", "pinned": True}, {"id": "beck", "pinned": True}]
    s = duel({"men": men}, {"men": ["myers"]}, german=["rally all"]).do("rally g1+<rally all>")
    assert not s.g.machine("leig18").pinned and not s.man("beck").pinned
    s = duel({"men": men}, {"men": ["myers"]}, german=["rally 4"]).do("rally g1+<rally 4>")
    assert s.g.machine("leig18").pinned and not s.man("beck").pinned


@pytest.mark.rule("UF:10.21-b", "UF:10.23-d")
def test_a_rally_all_leaves_no_man_pinned() -> None:
    men = [{"id": "leig18", "pinned": True}, {"id": "beck", "pinned": True}]
    s = duel({"men": men}, {"men": ["myers"]}, german=["rally all", "rally 3"])
    assert s.refusal("rally-crew g1+<rally all>+leig18").rule == "UF:10.23-d"
    assert s.offers("rally-crew g1+<rally 3>+leig18")
    s = gun(pinned=True, german=["rally all"])
    assert s.offers("rally-crew g1+<rally all>+leig18") and not s.options("rally")


@pytest.mark.rule("UF:10.23-a", "UF:10.23-c")
def test_a_rally_all_for_the_crews_of_two_groups() -> None:
    def both(leader: str) -> Situation:
        groups = [
            {"side": "german", "men": [{"id": "leig18", "pinned": True}, leader], "range": 1},
            {
                "side": "german",
                "men": [{"id": "second", "card": "leig18", "pinned": True}, "wolff"],
                "range": 1,
            },
            {"side": "american", "men": ["myers"], "range": 1},
        ]
        return Situation("german", groups, german=["rally all"])

    s = both("hessel").do("rally g1+<rally all> g2")
    assert not any(unit.pinned for unit in s.state.units.values())
    assert s.group("g1").acted and s.group("g2").acted
    assert not both("beck").options("rally")


# -- hand to hand ------------------------------------------------------------------------------------------------


def infiltrated(**fields: Any) -> Situation:
    groups = [
        {"side": "german", "men": [{"id": "leig18", **fields}], "range": 3},
        {"side": "american", "men": [{"id": "myers", "infiltrates": "g1"}, "degi"], "range": 2},
    ]
    s = Situation("american", groups, american=["movement", "concealed -1"], german=["concealed -2"])
    return s.do("close-combat a1", "enter-combat myers+<movement>", "go").draw("black 1")


@pytest.mark.rule("UF:34.7-a")
def test_three_men_defend_the_gun() -> None:
    s = gun()
    assert close_combat_value(s.g, s.unit("leig18")).total == 5
    assert close_combat_value(gun(pinned=True).g, gun(pinned=True).unit("leig18")).total == 1
    s = infiltrated().do("fight", "fight").draw("black 6", "red 6")
    values = {line.rule: line.value for line in s.breakdown().lines}
    assert values["UF:34.7-a"] == 5 and values["UF:20.622"] == 6


@pytest.mark.rule("UF:34.7-a", "UF:34.71-a")
def test_the_crew_falls_man_by_man() -> None:
    s = infiltrated(crew_killed=1).do("fight", "fight").draw("black 6", "red 6")
    assert s.g.machine("leig18").crew_killed == 2 and not s.gone("leig18")
    s.draw("black 6", "red 5")
    assert s.fate("leig18") == "kia"


@pytest.mark.rule("UF:34.5-a")
def test_a_gun_that_is_known_is_not_concealed_hand_to_hand() -> None:
    s = infiltrated(fired=True)
    assert s.side() == "german" and not s.options("conceal")
    assert infiltrated().options("conceal")
    s.do("fight")
    assert s.side() == "american" and s.options("conceal")


@pytest.mark.rule("UF:34.71-a")
def test_a_sniper_kills_the_last_man() -> None:
    s = gun(crew_killed=3)
    on_crew_lost(s.g, s.g.machine("leig18"))
    assert s.fate("leig18") == "kia"
    s = gun(crew_killed=2)
    on_crew_lost(s.g, s.g.machine("leig18"))
    assert not s.gone("leig18")


# -- Hull Down ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.92")
def test_hull_down_has_no_other_cover() -> None:
    s = duel({"men": ["gerhart"]}, {"men": ["m1a1", "myers"], "cards": ["walls"]})
    hit = replace(shot(s, "gerhart", "a1"), added=1)
    assert breakdown(s.g, hit, s.unit("m1a1")).total == 4
    assert breakdown(s.g, hit, s.unit("myers")).total == 2


@pytest.mark.rule("UF:28.9-qa")
def test_small_arms_know_no_hull_down() -> None:
    s = duel({"men": ["beck"]}, {"men": ["m1a1"], "cards": ["walls"]})
    attack = replace(fire_attack(s.group("g1"), s.group("a1")), strength=3)
    assert breakdown(s.g, attack, s.unit("m1a1")).total == 1

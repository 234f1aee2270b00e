"""Individual transfer and new groups (UF:17.8, UF:17.9)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.attack import ORDNANCE
from defilade.rules.upfront.game.losses import pin
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.questions import movement_bar
from defilade.rules.upfront.infantry.fire import fire_attack, targets_of
from defilade.rules.upfront.infantry.firepower import group_firepower, man_firepower
from defilade.rules.upfront.infantry.odds import attack_odds
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.individual_transfer import Faltering
from upfront.situation import Situation

FIRST = ["diettinger", "beck", "wolff", "streich"]
SECOND = ["hessel", "wollak"]


def row(first: dict[str, Any] | None = None, second: dict[str, Any] | None = None, **more: Any) -> Situation:
    groups: list[dict[str, Any]] = [
        {"side": "german", "men": FIRST, "range": 1, **(first or {})},
        {"side": "german", "men": SECOND, "range": 1, **(second or {})},
        {"side": "american", "men": ["myers", "burke"], "range": 2},
        {"side": "american", "men": ["watson", "smith"], "range": 2, **more.pop("enemy", {})},
    ]
    if more.pop("alone", False):
        del groups[1]
    more.setdefault("german", ["movement", "movement", "woods"])
    more.setdefault("american", [])
    return Situation(more.pop("turn", "german"), groups, **more)


def sent(*men: str, to: str = "g2", **more: Any) -> Situation:
    s = row(**more).do(f"transfer g1 {to}")
    for man in men:
        picked = {text.split()[0] for text in s.state.picked.get("german", ())}
        card = next(c for c, _ in s.g.holds("german", "movement") if c not in picked)
        s.do(f"depart {card}+{man}")
    return s.do("set-out")


def on_the_way(man: str = "beck") -> dict[str, Any]:
    return {"men": ["diettinger", {"id": man, "transfers_to": "g2"}, "wolff"]}


def next_turn(s: Situation) -> Situation:
    return s.end_turn().end_turn()


@pytest.mark.rule("UF:17.8-a", "UF:17.8-e")
def test_a_transfer_from_start_to_end():
    s = sent("beck", "wolff")
    assert s.man("beck").transfers_to == "g2" and s.group("g1").acted
    assert len(s.g.hand("german")) == 1, "a Movement card for each man"
    assert not s.options("receive"), "not in the same turn"
    next_turn(s).do("receive g2", "stand beck - 3", "stand wolff - 4")
    assert s.group("g2").members == ("hessel", "wollak", "beck", "wolff") and s.group("g2").acted
    assert s.group("g1").members == ("diettinger", "streich")
    assert not s.man("beck").transfers_to


@pytest.mark.rule("UF:17.8-a")
def test_a_card_serves_one_man():
    s = row(german=["movement", "woods"]).do("transfer g1 g2", "depart <movement>+beck")
    assert not s.options("depart") and s.options("set-out")


@pytest.mark.rule("UF:17.8-a", "UF:10.12-b")
def test_pinned_men_hold_nobody_but_themselves():
    men = ["diettinger", {"id": "beck", "pinned": True}, "wolff"]
    s = row({"men": men}).do("transfer g1 g2")
    assert {option.split("+")[-1] for option in s.options("depart")} == {"diettinger", "wolff"}


@pytest.mark.rule("UF:17.8-b")
def test_who_cannot_be_sent():
    assert row({"cards": ["woods", "wire"]}).refusal("transfer g1 g2").rule == "UF:17.8-b"
    assert row({"cards": ["minefield"]}).refusal("transfer g1 g2").rule == "UF:17.8-b"
    men = ["diettinger", {"id": "beck", "infiltrates": "a1"}]
    s = row({"men": men}).do("transfer g1 g2")
    assert {option.split("+")[-1] for option in s.options("depart")} == {"diettinger"}


@pytest.mark.rule("UF:17.611")
def test_encircled_groups_neither_send_nor_receive():
    assert row(enemy={"encircles": "g1"}).refusal("transfer g1 g2").rule == "UF:17.611"
    assert row(enemy={"encircles": "g2"}).refusal("transfer g1 g2").rule == "UF:17.611"
    assert not row(on_the_way(), enemy={"encircles": "g2"}).options("receive")


@pytest.mark.rule("UF:17.8-c")
def test_both_groups_begin_and_stay_at_the_same_range():
    assert row(second={"range": 0}).refusal("transfer g1 g2").rule == "UF:17.8-a"
    s = row(second={"range": 0}).do("move g2+<movement> - advance")
    assert s.refusal("transfer g1 g2").rule == "UF:17.8-c"
    s = row(on_the_way())
    assert s.refusal("move g1+<movement> - advance").rule == "UF:17.8-c"
    assert s.refusal("move g2+<movement> - retreat").rule == "UF:17.8-c"
    assert s.offers("move g2+<movement> - sideways")
    s.do("receive g2", "stand beck - 3")
    assert s.refusal("move g1+<movement> - advance").rule == "UF:17.8-c", "until a turn later"
    assert next_turn(s).offers("move g1+<movement> - advance")


def barred(first: dict[str, Any], terrain: str, **more: Any) -> Situation:
    """The Americans put terrain on a Movement card of the first group."""
    s = row(first, turn="american", stage="discards", american=[terrain], german=[], **more)
    return s.do(f"put-terrain <{terrain}> g1").end_turn()


@pytest.mark.rule("UF:17.8-c", "UF:7.32-a")
def test_the_step_before_a_transfer_is_not_taken_back():
    s = barred({**on_the_way(), "cards": ["movement advance"]}, "woods")
    assert s.options() == ["accept g1"] and s.refusal("reject g1").rule == "UF:17.8-c"
    assert barred({**on_the_way(), "cards": ["movement sideways"]}, "woods").offers("reject g1")
    assert barred({"cards": ["movement advance"]}, "woods").offers("reject g1"), "nobody is on his way"


@pytest.mark.rule("UF:17.8-c", "UF:5.7-a")
def test_going_around_does_no_harm_where_no_step_is_taken_back():
    first = {**on_the_way(), "range": 3, "cards": ["movement retreat"]}
    s = barred(first, "woods", second={"range": 3}).do("reject g1")
    assert s.group("g1").range == 3, "the group opposite has closed up"
    assert s.man("beck").transfers_to == "g2"


@pytest.mark.rule("UF:17.8-c", "UF:7.33")
def test_a_group_that_must_go_around_terrain_ends_the_transfer():
    men = ["diettinger", {"id": "beck", "transfers_to": "g2"}, "leig18"]
    s = barred({"men": men, "cards": ["movement advance"]}, "marsh")
    assert s.options() == ["reject g1"] and s.refusal("accept g1").rule == "UF:34.32"
    s.do("reject g1")
    assert s.group("g1").range == 0 and not s.man("beck").transfers_to
    assert s.event("transfer_failed").rules == ("UF:17.8-c",) and not s.options("receive")


@pytest.mark.rule("UF:17.8-c", "UF:7.33", "UF:17.91")
def test_nor_is_a_new_group_formed_then():
    forming = {"men": [{"id": man, "transfers_to": "g2"} for man in SECOND], "forming": "g1"}
    first = {"men": ["diettinger", "leig18"], "cards": ["movement advance"]}
    s = barred(first, "marsh", second=forming).do("reject g1")
    assert "g2" not in s.state.groups and set(SECOND) < set(s.group("g1").members)


def shot(target: str, first: dict[str, Any], second: dict[str, Any] | None = None) -> Situation:
    s = row(first, second, turn="american", american=["fire 1 needs 1"], german=[])
    return s.fire("a1", target, "fire 1")


@pytest.mark.rule("UF:17.8-d", "UF:17.83")
def test_he_is_attacked_with_both_groups_at_plus_two():
    s = shot("g1", on_the_way()).draw("red 4")
    assert s.breakdown().value("UF:17.8-d") == 2
    s.draw("red 4")
    assert s.breakdown().value("UF:17.8-d") is None
    s = shot("g2", on_the_way(), {"cards": ["woods"]}).draw("red 4")
    assert s.breakdown().value("UF:17.8-d") == 2 and s.breakdown().value("UF:8.7-a") == -2
    assert s.event("resolved").who[0] == "beck"


@pytest.mark.rule("UF:17.8-d", "UF:6.5-b")
@pytest.mark.parametrize(("target", "order"), [("g1", "beck diettinger wolff"), ("g2", "beck hessel wollak")])
def test_men_on_their_way_are_attacked_first(target: str, order: str):
    s = shot(target, on_the_way()).draw("red 4", "red 4", "red 4")
    assert [event.who[0] for event in s.events if event.kind == "resolved"] == order.split()
    attack = fire_attack(s.group("a1"), s.group(target))
    told = [name.rsplit(" ", 1)[0] for name in attack_odds(s.g, replace(attack, strength=1), "american")]
    assert list(dict.fromkeys(told)) == [s.g.name(man) for man in order.split()], "so does the preview"


@pytest.mark.rule("UF:17.8-d")
def test_he_stays_where_he_is_when_the_group_has_fallen():
    s = shot("g2", on_the_way(), {"men": [{"id": "wollak", "pinned": True}]})
    s.draw("red 4")
    assert s.event("resolved").who[0] == "beck"
    s.draw("black 6")
    assert s.gone("wollak") and "g2" not in s.state.groups and not s.man("beck").transfers_to


@pytest.mark.rule("UF:17.8-qa")
def test_ordnance_reaches_him_like_the_group():
    s = row(on_the_way(), turn="american")
    attack = replace(fire_attack(s.group("a1"), s.group("g2")), kind=ORDNANCE)
    assert targets_of(s.g, attack) == ("beck", "hessel", "wollak")


@pytest.mark.rule("UF:17.8-f")
def test_a_leader_is_needed():
    nobody = {"men": ["beck", "wolff"]}
    assert row(nobody, {"men": ["wollak"]}).refusal("transfer g1 g2").rule == "UF:17.8-f"
    assert row(nobody).options("transfer")
    pinned = {"men": [{"id": "hessel", "pinned": True}]}
    assert row(nobody, pinned).refusal("transfer g1 g2").rule == "UF:17.8-f"


@pytest.mark.rule("UF:17.8-qb")
def test_moving_groups_make_no_difference():
    moving = {"cards": ["movement advance"]}
    assert row(moving, moving).options("transfer")


@pytest.mark.rule("UF:17.8-qc")
@pytest.mark.parametrize("group", ["g1", "g2"])
def test_he_fires_with_either_group_if_he_is_included(group: str):
    s = row(on_the_way(), german=["fire 1 needs 1"])
    alone = answer(s.g, f"firepower {group} a2")
    s.do(f"fire {group}+<fire 1> a2")
    assert s.offers("include beck")
    s.do("declare")
    assert s.breakdown().value("UF:17.8-qc") is None
    s = row(on_the_way(), german=["fire 1 needs 1", "fire 1 needs 1"])
    s.do(f"fire {group}+<fire 1> a2", "include beck", "declare", "decline")
    assert s.breakdown().value("UF:17.8-qc") == 0.5
    other = "g1" if group == "g2" else "g2"
    s.do(f"fire {other}+<fire 1> a2")
    assert not s.options("include"), "he fires once"
    assert alone == answer(row(on_the_way()).g, f"firepower {group} a2")


@pytest.mark.rule("UF:17.8-qc")
def test_the_attack_stays_halved_when_his_weapon_breaks():
    s = row(on_the_way(), german=["fire 1 needs 1"]).do("fire g1+<fire 1> a2", "include beck", "declare")
    while not s.options("resolve"):
        s.do("no")
    s.do("resolve").draw("red 6", "3=2", "red 0")
    assert s.man("beck").broken
    assert s.breakdown().value("UF:17.8-qc") == 0.5


@pytest.mark.rule("UF:17.8-qc")
def test_who_cannot_fire_is_not_included():
    men = ["diettinger", {"id": "beck", "transfers_to": "g2", "broken": True}, "wolff"]
    s = row({"men": men}, german=["fire 1 needs 1"]).do("fire g1+<fire 1> a2")
    assert s.options("declare") and not s.options("include")


@pytest.mark.rule("UF:17.8-qc", "UF:12.11")
def test_his_bolt_action_rifle_is_halved():
    s = row(on_the_way(), german=["fire 1 needs 1"]).do("fire g2+<fire 1> a2", "include beck", "declare")
    attack = s.state.stack[-1].attack  # type: ignore[attr-defined]
    assert man_firepower(s.g, s.man("beck"), attack) == 1, "2 at Relative Range 3, halved"
    assert group_firepower(s.g, attack) == answer(s.g, "firepower g2 a2") + 1, "and the group fires with it"


@pytest.mark.rule("UF:17.81-a")
def test_from_a_stream_he_must_ford():
    s = sent("beck", "wolff", first={"cards": ["stream"]}, german=["movement", "movement"])
    s.draw("red 2", "black 2")
    assert not s.man("beck").transfers_to and s.man("wolff").transfers_to == "g2"
    s = sent("beck", first={"cards": ["stream"]}, german=["ford movement"])
    assert s.man("beck").transfers_to == "g2"


@pytest.mark.rule("UF:17.81-a", "UF:8.53-e")
def test_beside_a_gun_the_first_movement_card_is_no_ford():
    first = {"men": ["leig18", "diettinger", "beck"], "cards": ["stream", "movement sideways"]}
    s = sent("beck", first=first, german=["movement"]).draw("red 2")
    assert not s.man("beck").transfers_to
    first["cards"] = ["stream", "movement sideways", "movement sideways"]
    assert sent("beck", first=first, german=["movement"]).man("beck").transfers_to == "g2"


@pytest.mark.rule("UF:17.81-b")
def test_from_marsh_only_under_a_movement_card():
    assert row({"cards": ["marsh"]}).refusal("transfer g1 g2").rule == "UF:17.81-b"
    assert row({"cards": ["marsh", "movement sideways"]}).options("transfer")


@pytest.mark.rule("UF:17.82")
def test_groups_may_be_emptied_but_not_overfilled():
    s = row({"men": [{"id": "beck", "transfers_to": "g2"}]}).do("receive g2", "stand beck - 1")
    assert "g1" not in s.state.groups and s.man("beck").group == "g2"
    nine = ["hessel", "wollak", "griess", "volke", "posner", "loth", "hamblen", "klapp", "kubler"]
    s = row(second={"men": nine}).do("transfer g1 g2")
    s.do(s.options("depart")[0])
    assert not s.options("depart"), "one more makes ten"
    assert row(second={"men": [*nine, "bernhoff"]}).refusal("transfer g1 g2").rule == "UF:17.82"


@pytest.mark.rule("UF:17.84")
def test_pinned_on_the_way_he_goes_back():
    s = shot("g2", on_the_way()).draw("black 2")
    assert s.man("beck").pinned and s.man("beck").group == "g1" and not s.man("beck").transfers_to


@pytest.mark.rule("UF:17.84", "UF:10.4-a")
@pytest.mark.parametrize(("target", "first"), [("g2", on_the_way()), ("g1", on_the_way())])
def test_a_hero_card_at_once_lets_him_go_on(target: str, first: dict[str, Any]):
    s = row(first, turn="american", american=["fire 1 needs 1"], german=["hero"])
    s.fire("a1", target, "fire 1").draw("black 2")
    assert s.man("beck").pinned and s.side() == "german"
    s.do("hero <hero>+beck")
    assert not s.man("beck").pinned and s.man("beck").transfers_to == "g2"
    s = row(first, turn="american", american=["fire 1 needs 1"], german=["hero"])
    s.fire("a1", target, "fire 1").draw("black 2").do("no")
    assert s.man("beck").pinned and not s.man("beck").transfers_to


@pytest.mark.rule("UF:17.84", "UF:10.4-a")
def test_the_question_for_that_hero_tells_nothing():
    s = row(on_the_way(), turn="american", american=["fire 1 needs 1"], german=["woods"])
    s.fire("a1", "g2", "fire 1").draw("black 2")
    assert s.options() == ["no"], "he is asked though he has none"


@pytest.mark.rule("UF:11.13", "UF:17.8-a")
@pytest.mark.parametrize("dead", [False, True])
def test_neither_man_of_a_crew_sets_out(dead: bool):
    men = ["diettinger", "griess", {"id": "wolff", "crews": "griess"}, "beck"]
    first: dict[str, Any] = {"men": men}
    if dead:
        first = {"men": men[:1] + men[2:], "loose": [{"weapon": "german-lmg", "assistant": "wolff"}]}
    s = row(first).do("transfer g1 g2")
    assert {option.split("+")[-1] for option in s.options("depart")} == {"diettinger", "beck"}
    s = row({"men": ["diettinger", "griess", "wolff"]}).do("transfer g1 g2")
    assert {option.split("+")[-1] for option in s.options("depart")} == {"diettinger", "griess", "wolff"}


@pytest.mark.rule("UF:17.8-e")
def test_who_arrives_stands_where_he_likes():
    s = row(on_the_way()).do("receive g2")
    assert s.options() == ["stand beck - 3", "stand beck - 2", "stand beck - 1"]
    s.do("stand beck - 2")
    assert s.group("g2").members == ("hessel", "beck", "wollak"), "the others keep their order"


@pytest.mark.rule("UF:17.8-e", "UF:11.11-a")
def test_but_not_between_gunner_and_assistant():
    second = {"men": ["hessel", "griess", {"id": "wollak", "crews": "griess"}]}
    s = row(on_the_way(), second).do("receive g2")
    assert s.options() == ["stand beck - 4", "stand beck - 2", "stand beck - 1"]


# -- guns --------------------------------------------------------------------------------------------------------

GUN = {"men": ["leig18", "diettinger", "beck"]}


@pytest.mark.rule("UF:17.8-a", "UF:34.3-a")
def test_a_gun_transfers_with_two_movement_cards():
    s = row(GUN, german=["movement", "movement", "woods"]).do("transfer g1 g2")
    s.do("depart <movement>+leig18")
    assert (
        not s.options("set-out") and s.options("depart") and all("leig18" in o for o in s.options("depart"))
    )
    s.do(s.options("depart")[0], "set-out")
    gun = s.unit("leig18")
    assert gun.transfers_to == "g2" and s.g.hand("german") == (s.card("woods"),)
    assert not s.options("ordnance") and movement_bar(s.g, s.group("g1"), None, "advance")
    next_turn(s).do("receive g2", "stand leig18 - 1")
    assert s.group("g2").members == ("leig18", "hessel", "wollak") and not s.unit("leig18").transfers_to


@pytest.mark.rule("UF:17.8-a", "UF:34.3-a")
def test_one_card_is_not_enough_for_a_gun():
    s = row(GUN, german=["movement"]).do("transfer g1 g2")
    assert {option.split("+")[-1] for option in s.options("depart")} == {"diettinger", "beck"}
    s = row({"men": ["leig18"]}, german=["movement"])
    assert s.options("transfer") == ["transfer g2 g1"]


@pytest.mark.rule("UF:34.33", "UF:17.8-d", "UF:17.84")
def test_a_gun_on_its_way_is_silent_and_exposed():
    first = {"men": [{"id": "leig18", "transfers_to": "g2"}, "diettinger"]}
    s = row(first, german=["fire 5"])
    assert not s.options("ordnance")
    s = shot("g2", first).draw("red 4")
    assert s.event("resolved").who[0] == "leig18" and s.breakdown().value("UF:17.8-d") == 2
    s = row(first)
    pin(s.g, s.unit("leig18"), "UF:14.32")
    assert isinstance(s.state.stack[-1], Faltering)


@pytest.mark.rule("UF:34.32", "UF:17.8-a")
def test_no_gun_joins_a_group_in_marsh():
    s = row(GUN, {"cards": ["marsh"]}, german=["movement"] * 3).do("transfer g1 g2")
    assert {option.split("+")[-1] for option in s.options("depart")} == {"diettinger", "beck"}


@pytest.mark.rule("UF:8.53-e", "UF:17.81-a")
def test_from_a_stream_a_gun_fords_with_its_second_card():
    s = row({**GUN, "cards": ["stream"]}, german=["movement", "movement"]).do("transfer g1 g2")
    s.do("depart <movement>+leig18")
    s.do(s.options("depart")[0], "set-out").draw("red 2")
    assert not s.unit("leig18").transfers_to


# -- new groups --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:17.9", "UF:17.91", "UF:17.92")
def test_a_new_group():
    s = row()
    assert sorted(option.split()[-1] for option in s.options("transfer") if " g1 " in option) == ["g2"]
    s = row(alone=True).do("transfer g1 B")
    s.do(s.options("depart")[0])
    assert not s.options("set-out"), "at least two"
    s = sent("beck", "wolff", to="B", alone=True)
    assert (
        s.group("g5").letter == "B"
        and s.group("g5").members == ("beck", "wolff")
        and s.group("g5").range == 1
    )
    assert not s.options("settle"), "not in the same turn"
    next_turn(s)
    assert s.refusal("fire g5+<woods> a1").rule == "UF:17.92"
    s.do("settle g5+<woods>")
    assert answer(s.g, "terrain g5") == "woods" and not s.man("beck").transfers_to and s.group("g5").acted


@pytest.mark.rule("UF:17.91")
def test_no_new_group_without_the_means():
    assert row(alone=True, german=["movement"]).options("transfer") == [], "a card for each of two men"
    few = {"men": ["diettinger", "beck"]}
    assert row(few, alone=True).refusal("transfer g1 B").rule == "UF:17.91"
    assert row().refusal("transfer g1 B").rule == "UF:17.91", "somebody is there"


@pytest.mark.rule("UF:17.92")
def test_a_pinned_man_brings_them_all_back():
    s = sent("beck", "wolff", to="B", alone=True, american=["fire 1 needs 1"]).end_turn()
    s.fire("a1", "g1", "fire 1").draw("black 3")
    while s.options("no"):
        s.do("no")
    s.draw("red 4", "red 4", "red 4")
    assert s.man("beck").pinned
    assert "g5" not in s.state.groups
    assert s.group("g1").members == ("diettinger", "streich", "beck", "wolff")
    assert not s.man("wolff").transfers_to


def about_to_form(**more: Any) -> Situation:
    """Beck and Wolff have set out to form Group B; it is the American's turn."""
    return sent("beck", "wolff", to="B", alone=True, **more).end_turn()


@pytest.mark.rule("UF:17.9", "UF:17.8-d")
def test_men_who_form_a_group_are_attacked_with_the_one_they_come_from():
    s = about_to_form(american=["fire 1 needs 1"])
    assert s.refusal("fire a1+<fire 1> g5").rule == "UF:17.9"
    s.fire("a1", "g1", "fire 1").draw("red 4")
    assert s.breakdown().value("UF:17.8-d") == 2 and s.event("resolved").who[0] == "beck"
    sniper = next(card.id for card in s.g.deck.values() if card.is_kind("sniper"))
    s = about_to_form(american=[sniper]).do("done")
    assert s.options("sniper") == [f"sniper {sniper} g1"]


@pytest.mark.rule("UF:17.92", "UF:7.3-a")
def test_terrain_of_the_enemy_completes_the_group_or_sends_it_back():
    s = about_to_form(american=["brush"]).do("done", "put-terrain <brush> g5").end_turn()
    assert s.options() == ["accept g5", "reject g5"]
    s.do("accept g5")
    assert answer(s.g, "terrain g5") == "brush" and not s.group("g5").forming
    assert not s.man("beck").transfers_to
    s = about_to_form(american=["brush"]).do("done", "put-terrain <brush> g5").end_turn()
    brush = s.group("g5").offered.card
    s.do("reject g5")
    assert "g5" not in s.state.groups and not s.man("beck").transfers_to
    assert s.group("g1").members == ("diettinger", "streich", "beck", "wolff")
    assert brush in (*s.state.trays["1"].discards, *s.state.trays["1"].shown)
    s = about_to_form(american=["minefield"]).do("done", "put-terrain <minefield> g5")
    assert not s.group("g5").forming and answer(s.g, "terrain g5") == "minefield"


@pytest.mark.rule("UF:17.91", "UF:17.7-g")
def test_group_e_only_where_the_enemy_has_one():
    def places(letter: str) -> list[str]:
        s = row({"letter": "D"}, alone=True, enemy={"letter": letter})
        return sorted(option.split()[-1] for option in s.options("transfer"))

    assert places("D") == ["C"] and places("E") == ["C", "E"] and places("Z") == ["C"]

"""Fire attacks (UF:6), concealment (UF:9) and what they do to men."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.infantry.concealment import concealment_bar
from defilade.rules.upfront.table.figures import answer
from upfront.situation import Situation

RIFLES = ["beck", "wolff", "streich"]


def shot(men: list[Any], target: list[Any], hand: list[str], **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": men, "range": 2, "cards": more.pop("firer", [])},
        {"side": "american", "men": target, "range": more.pop("enemy", 2), "cards": more.pop("cards", [])},
    ]
    return Situation("german", groups, german=hand, american=more.pop("american", []), **more)


@pytest.mark.rule("UF:6.1-a", "UF:6.1-b", "UF:6.2")
def test_cards_and_firepower():
    s = shot(RIFLES, ["myers"], ["fire 4", "fire 5", "movement"])
    assert answer(s.g, "firepower g1 a1") == 9, "three rifles with 3 at Relative Range 4"
    assert [option.split()[1] for option in s.options("fire")] == [f"g1+{s.card('fire 4')}"]
    assert s.refusal("fire g1+<fire 5> a1").rule == "UF:6.1-b"
    assert s.refusal("fire g1+<movement> a1").rule == "UF:6.1-a"
    assert not shot(RIFLES, ["myers"], ["movement"]).options("fire")


@pytest.mark.rule("UF:6.2", "UF:10.11")
def test_who_adds_firepower():
    men = ["beck", {"id": "wolff", "pinned": True}, {"id": "streich", "broken": True}, "hessel"]
    s = shot(men, ["myers"], ["fire 1"])
    assert answer(s.g, "firepower g1 a1") == 3 + 3, "a rifle and a machine pistol"
    s = shot([*men, {"id": "schultz", "weapon": ""}], ["myers"], ["fire 1"], enemy=0)
    assert answer(s.g, "firepower g1 a1") == 1, "only the rifle reaches Relative Range 2"


@pytest.mark.rule("UF:6.1-c", "UF:6.1-d")
def test_groups_do_not_pool_but_choose_their_target():
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
        {"side": "german", "men": ["streich", "schultz"], "range": 2},
        {"side": "american", "men": ["myers"], "range": 2},
        {"side": "american", "men": ["smith"], "range": -2},
    ]
    s = Situation("german", groups, german=["fire 4", "fire 1 needs 1"], american=[])
    assert not [option for option in s.options("fire") if s.card("fire 4") in option]
    assert {option.split()[2] for option in s.options("fire")} == {"a1", "a2"}
    for wrong in ("g2", "a9"):
        assert s.refusal(f"fire g1+<fire 1> {wrong}").rule == "UF:6.1-d", "friends, or nobody"


@pytest.mark.rule("UF:6.3-a", "UF:6.3-b", "UF:6.6-b")
def test_several_fire_cards():
    s = shot([*RIFLES, "bernhoff"], ["myers"], ["fire 2 needs 4", "fire 2 needs 4", "fire 3 needs 5"])
    first, second, third = s.state.hands["german"]
    s.do(f"fire g1+{first} a1")
    assert s.offers(f"add {second}") and s.offers(f"add {third}")
    s.do(f"add {second}")
    assert not s.offers(f"add {third}"), "4 + 4 + 5 is more than 12"
    s.do("declare")
    assert s.breakdown().total == 4
    s.do("decline")
    assert not s.options("fire"), "one attack a group"


@pytest.mark.rule("UF:6.3-a")
def test_a_declaration_can_be_taken_back():
    s = shot(RIFLES, ["myers"], ["fire 2"])
    s.do("fire g1+<fire 2> a1", "cancel")
    assert s.options("fire") and not s.group("g1").acted and s.state.picked == {}


@pytest.mark.rule("UF:6.4")
def test_a_moving_group_fires_with_half_its_strength():
    s = shot(
        ["hessel", "hauptmann", "posner"], ["myers"], ["fire 3 needs 5"], firer=["woods", "movement advance"]
    )
    s.do("fire g1+<fire 3> a1", "declare")
    assert s.breakdown().total == 1 and s.breakdown().value("UF:6.4") == 0.5
    s = shot(
        ["hessel", "hauptmann", "posner"],
        ["myers"],
        ["fire 3 needs 5"],
        firer=["movement advance", "smoke"],
        cards=["woods"],
    )
    s.do("fire g1+<fire 3> a1", "declare")
    assert s.breakdown().lines[1].value == 0.5, "halved first, then the rest"


@pytest.mark.rule("UF:6.44", "UF:9.1-a", "UF:9.2", "UF:9.3", "UF:6.5-a")
def test_concealment():
    s = shot(
        RIFLES, ["coates", "nixon"], ["fire 4"], american=["concealed -2", "concealed -1"], cards=["brush"]
    )
    card = s.card("concealed -2", "american")
    s.do("fire g1+<fire 4> a1", "declare")
    assert s.side() == "american" and len(s.options("conceal")) == 2
    assert "strength 3" in s.pending.asks, "he sees what comes"
    s.do("conceal <concealed -2>")
    assert s.side() == "german" and s.offers("decline"), "one card, and the attacker may think again"
    assert "strength 1" in s.pending.asks
    s.do("resolve").draw("black 0", "black 0")
    assert s.breakdown().total == 1 and s.breakdown().value("UF:9.1-a") == -2
    s.do("done")
    assert card in s.state.trays["1"].discards
    assert len(s.state.hands["american"]) == 1, "not replaced before the end of his own turn"


@pytest.mark.rule("UF:9.2")
def test_another_concealed_card_against_another_attack():
    groups = [
        {"side": "german", "men": RIFLES, "range": 2},
        {"side": "german", "men": ["bernhoff", "schultz"], "range": 2},
        {"side": "american", "men": ["myers"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 2", "fire 2"], american=["concealed -1", "concealed -3"])
    s.do("fire g1+<fire 2> a1", "declare", "conceal <concealed -1>", "decline")
    s.do("fire g2+<fire 2> a1", "declare", "conceal <concealed -3>")
    assert "strength -1" in s.pending.asks


@pytest.mark.rule("UF:6.5-a")
def test_declining_spends_the_action():
    s = shot(RIFLES, ["myers"], ["fire 2"]).do("fire g1+<fire 2> a1", "declare")
    s.do("decline")
    assert s.group("g1").acted and s.state.players["german"].actions == 1


@pytest.mark.rule("UF:6.5-b", "UF:6.5-c", "UF:6.51", "UF:6.53", "UF:6.531", "UF:6.54")
def test_the_example_of_combat_resolution():
    target = ["allen", "myers", {"id": "degi", "pinned": True}]
    s = shot([*RIFLES, "bernhoff"], target, ["fire 2 needs 4", "fire 3 needs 6"])
    s.fire("g1", "a1", "fire 2", "fire 3").draw("red 1", "black 4")
    assert not s.man("allen").pinned, "4 is below 5"
    assert s.fate("myers") == "kia", "9 is at least 8"
    s.draw("black 0 0r=7")
    assert s.fate("degi") == "rout", "5 is at least 3, and the number under 0r is above 3"
    assert "UF:6.54" in s.cited() and "UF:6.531" in s.cited()


@pytest.mark.rule("UF:6.52", "UF:10.1", "UF:10.13")
def test_pinned_men_show_other_values():
    s = shot(RIFLES, ["coates"], ["fire 4"])
    s.fire("g1", "a1", "fire 4").draw("black 1")
    assert s.man("coates").pinned
    assert answer(s.g, "kia coates") == 9
    s = shot(RIFLES, [{"id": "allen", "pinned": True}], ["fire 4"])
    s.fire("g1", "a1", "fire 4").draw("black 2")
    assert not s.gone("allen"), "6 is above his Morale, but he has none to lose: Panic is 7"


@pytest.mark.rule("UF:6.51", "UF:6.52", "UF:6.53", "UF:6.54")
@pytest.mark.parametrize(
    ("pinned", "card", "fate"),
    [
        (False, "red 0", ""),
        (False, "black 1", "pinned"),
        (False, "black 3", "pinned"),
        (False, "black 4", "kia"),
        (True, "black 1 0r=9", ""),
        (True, "black 2 0r=9", "rout"),
        (True, "black 5", "kia"),
    ],
)
def test_values_that_are_just_reached(pinned, card, fate):
    """Strength 4 against Morale 5, Panic 6, KIA 8 (9 when pinned): equal is enough."""
    s = shot(RIFLES, [{"id": "myers", "pinned": pinned}, "smith", "burke"], ["fire 4"])
    s.fire("g1", "a1", "fire 4").draw(card)
    assert s.gone("myers") == (fate in ("kia", "rout"))
    if s.gone("myers"):
        assert s.fate("myers") == fate
    else:
        assert s.man("myers").pinned == (pinned or fate == "pinned")


@pytest.mark.rule("UF:6.53")
def test_a_fatal_panic():
    s = shot(RIFLES, [{"id": "degi", "pinned": True}, "myers", "smith"], ["fire 4"])
    s.fire("g1", "a1", "fire 4").draw("black 0 0r=3")
    assert s.fate("degi") == "kia"


@pytest.mark.rule("UF:6.6-a", "UF:6.6-b")
def test_pinned_by_one_attack_and_gone_by_the_next():
    groups = [
        {"side": "german", "men": RIFLES, "range": 2},
        {"side": "german", "men": ["bernhoff", "schultz"], "range": 2},
        {"side": "american", "men": ["degi", "myers"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 2", "fire 2"], american=[])
    s.fire("g1", "a1", "fire 2").draw("black 0", "red 2")
    assert s.man("degi").pinned
    s.fire("g2", "a1", "fire 2")
    s.draw("black 2 0r=9")
    assert s.fate("degi") == "rout"


@pytest.mark.rule("UF:3.3-b", "UF:3.2-e")
def test_positions_close_up():
    s = shot(RIFLES, ["allen", {"id": "degi", "pinned": True}, "myers", "smith", "burke"], ["fire 4"])
    s.fire("g1", "a1", "fire 4").draw("red 4").draw("black 0 0r=7")
    assert s.group("a1").members == ("allen", "myers", "smith", "burke")


@pytest.mark.rule("UF:4.3-a")
def test_the_cards_of_a_lost_group_are_discarded():
    groups = [
        {"side": "german", "men": RIFLES, "range": 2},
        {"side": "american", "men": [{"id": "degi", "pinned": True}], "range": 2, "cards": ["stream"]},
        {"side": "american", "men": ["myers", "smith", "burke"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 2"], american=[])
    stream = s.group("a1").laid[0].card
    s.fire("g1", "a1", "fire 2")
    s.draw("black 2 0r=9").do("done")
    assert "a1" not in s.state.groups and stream in s.state.trays["1"].discards


@pytest.mark.rule("UF:9.5")
def test_no_question_where_no_concealed_card_can_be_played():
    """The Pillbox and its like bar it through a table that the attack asks."""
    from defilade.kernel import Refusal

    s = shot(RIFLES, ["myers"], ["fire 2"], american=["concealed -3"])
    rules = s.g.rules
    before = rules.answers[concealment_bar]
    rules.answers[concealment_bar] = (*before, lambda g, attack: Refusal("not here"))
    try:
        s.do("fire g1+<fire 2> a1", "declare")
        assert s.side() == "german" and s.offers("resolve")
    finally:
        rules.answers[concealment_bar] = before


def test_the_preview_is_the_sum_of_the_attack():
    s = shot(RIFLES, ["coates"], ["fire 4"], cards=["brush"])
    system = s.position.system
    described = system.describe(s.state, s.action("fire g1+<fire 4> a1"))
    assert described.breakdown.total == 3
    s.do("fire g1+<fire 4> a1", "declare")
    assert s.breakdown().lines == tuple(line for line in described.breakdown.lines if line.sign != "fp")
    cards = [card for card in s.g.deck.values() if card.id not in s.state.hands["german"]]
    assert described.odds is not None
    out = sum(3 + card.rnc >= 8 for card in cards) / len(cards)
    assert abs(described.odds["Pvt Coates out"] - out) < 0.02


def test_odds_do_not_tell_the_other_hand():
    """The defender's preview is the same whatever the attacker still holds."""
    found = set()
    for rest in (["hero"], ["wire"]):
        s = shot(RIFLES, ["coates"], ["fire 4", *rest], american=["concealed -1"])
        s.do("fire g1+<fire 4> a1", "declare")
        found.add(str(s.position.system.describe(s.state, s.action("conceal <concealed -1>")).odds))
    assert len(found) == 1

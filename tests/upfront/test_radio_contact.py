"""Radio Contact between partners (UF:41.7)."""

from __future__ import annotations

import pytest

from defilade.kernel import make_view
from defilade.rules.upfront.game.losses import pin, remove
from defilade.rules.upfront.transfers.infiltration import on_infiltrated
from defilade.rules.upfront.transfers.radio_contact import may_confer
from upfront.tables import two_tables

LED = ["diettinger", {"id": "beck", "secondary": "radio"}, "wolff"]
LED_2 = ["diettinger-2", {"id": "beck-2", "secondary": "radio"}, "wolff-2"]


def radios(one=None, two=None, **more):
    groups = [{"side": "german", "men": one or LED}, {"side": "german-2", "men": two or LED_2}]
    hands = {"german": ["radio"], "german-2": ["fire 2", "woods"], "american": ["fire 3"]}
    return two_tables(hands=hands, groups=groups, **more)


@pytest.mark.rule("UF:41.7-b")
def test_contact_is_opened_by_a_radio_card():
    s = radios()
    s.do("call g1+<radio> german-2").draw("black 6")
    assert may_confer(s.g, "german", "german-2") and may_confer(s.g, "german-2", "german")
    assert s.group("g1").acted  # it did nothing else
    assert s.state.hands["german"] == ()


@pytest.mark.rule("UF:41.7-b")
@pytest.mark.parametrize(
    ("card", "works"), [("red 4", True), ("red 5", False), ("red 6", False), ("black 5", True)]
)
def test_a_malfunction_opens_nothing(card, works):
    s = radios()
    s.do("call g1+<radio> german-2").draw(card)
    assert may_confer(s.g, "german", "german-2") == works
    assert s.man("beck").secondary_broken != works


@pytest.mark.rule("UF:41.7-b")
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([{"id": "diettinger", "pinned": True}, *LED[1:]], None),
        (["diettinger", {"id": "beck", "secondary": "radio", "pinned": True}, "wolff"], None),
        (["diettinger", {"id": "beck", "secondary": "radio", "crews": "griess"}, "griess"], None),
        (["diettinger", "beck", "wolff"], None),
        (["hessel", *LED[1:]], None),
        (None, [{"id": "diettinger-2", "pinned": True}, *LED_2[1:]]),
        (None, ["diettinger-2", "beck-2", "wolff-2"]),
    ],
    ids=[
        "SL pinned",
        "radio pinned",
        "radio at a weapon",
        "no radio",
        "ASL",
        "his SL pinned",
        "he has no radio",
    ],
)
def test_both_need_an_unpinned_leader_with_a_radio(one, two):
    s = radios(one, two)
    assert not s.options("call")
    assert s.refusal("call g1+<radio> german-2").rule == "UF:41.7-b"


ASL_TOO = ["diettinger", "hessel", {"id": "beck", "secondary": "radio"}, "wolff", "streich"]


@pytest.mark.rule("UF:41.7-b", "UF:41.7-c", "UF:15.3-a")
def test_who_has_become_squad_leader_calls():
    s = radios(ASL_TOO)
    pin(s.g, s.g.unit("hessel"))
    assert s.options("call")  # while the SL lives the ASL does not matter
    s = radios(ASL_TOO)
    remove(s.g, s.g.unit("diettinger"), "kia")
    s.do("call g1+<radio> german-2").draw("black 6")
    assert may_confer(s.g, "german", "german-2")
    pin(s.g, s.g.unit("hessel"))
    assert not may_confer(s.g, "german", "german-2")


@pytest.mark.rule("UF:41.7-c", "UF:15.3-b")
def test_contact_does_not_hang_on_the_asl_while_the_sl_lives():
    s = radios(ASL_TOO)
    s.do("call g1+<radio> german-2").draw("black 6")
    pin(s.g, s.g.unit("hessel"))
    remove(s.g, s.g.unit("hessel"), "kia")
    assert may_confer(s.g, "german", "german-2")


@pytest.mark.rule("UF:41.7-b", "UF:40.1")
@pytest.mark.parametrize("what", [{"berserk": True}, {"transfers_to": "g1"}], ids=["berserk", "in transfer"])
@pytest.mark.parametrize("who", ["diettinger", "beck"])
def test_whoever_cannot_call_artillery_calls_no_partner(who, what):
    men = [{"id": "diettinger"}, {"id": "beck", "secondary": "radio"}, {"id": "wolff"}]
    assert radios(men).options("call")
    s = radios([man | what if man["id"] == who else man for man in men])
    assert not s.options("call")


@pytest.mark.rule("UF:41.7-a")
def test_partners_show_their_hands_only_in_contact():
    s = radios()
    before = make_view(s.position.system, s.position, "german", 0).state
    assert before.hands["german-2"] == ("?", "?")
    s.do("call g1+<radio> german-2").draw("black 6")
    after = make_view(s.position.system, s.position, "german", 0).state
    assert after.hands["german-2"] == s.state.hands["german-2"]
    assert after.hands["american"] == ("?",)
    assert make_view(s.position.system, s.position, "american", 0).state.hands["german"] == ()
    enemy = make_view(s.position.system, s.position, "american-2", 0).state
    assert enemy.hands["german-2"] == ("?", "?") and enemy.hands["american"] == ("?",)


@pytest.mark.rule("UF:41.7-a")
def test_a_third_partner_hears_nothing_of_it():
    groups = [
        {"side": "german", "men": LED},
        {"side": "german-2", "men": LED_2},
        {"side": "german-3", "men": ["wolff-3", "beck-3"]},
        {"side": "american-3", "men": ["smith-3", "burke-3"]},
    ]
    s = two_tables(hands={"german": ["radio"], "german-2": ["woods"]}, groups=groups)
    s.do("call g1+<radio> german-2").draw("black 6")
    third = make_view(s.position.system, s.position, "german-3", 0).state
    assert third.hands["german-2"] == ("?",)
    assert not may_confer(s.g, "german-3", "german")


@pytest.mark.rule("UF:41.7-c")
@pytest.mark.parametrize("leader", ["diettinger", "diettinger-2"])
@pytest.mark.parametrize("how", ["pinned", "killed", "infiltrates"])
def test_contact_is_lost_with_either_leader(leader, how):
    s = radios()
    s.do("call g1+<radio> german-2").draw("black 6")
    g = s.g
    if how == "pinned":
        pin(g, g.unit(leader))
    elif how == "killed":
        remove(g, g.unit(leader), "kia")
    else:
        on_infiltrated(g, g.man(leader), g.group("a1"), "")
    assert not may_confer(s.g, "german", "german-2")


@pytest.mark.rule("UF:41.7-c")
def test_other_losses_do_not_matter():
    s = radios()
    s.do("call g1+<radio> german-2").draw("black 6")
    pin(s.g, s.g.unit("beck"))
    remove(s.g, s.g.unit("wolff"), "kia")
    assert may_confer(s.g, "german", "german-2")


@pytest.mark.rule("UF:41.7-b", "UF:41.7-c")
def test_one_player_can_be_in_contact_with_two_partners():
    groups = [
        {"side": "german", "men": LED},
        {"side": "german-2", "men": LED_2},
        {"side": "german-3", "men": ["diettinger-3", {"id": "beck-3", "secondary": "radio"}]},
        {"side": "american-3", "men": ["smith-3", "burke-3"]},
    ]
    s = two_tables(hands={"german": ["radio"]}, groups=groups, facts={"contact german": "german german-2"})
    s.do("call g1+<radio> german-3").draw("black 6")
    assert may_confer(s.g, "german", "german-2") and may_confer(s.g, "german", "german-3")
    assert not may_confer(s.g, "german-2", "german-3")
    pin(s.g, s.g.unit("diettinger-3"))
    assert may_confer(s.g, "german", "german-2") and not may_confer(s.g, "german", "german-3")
    pin(s.g, s.g.unit("diettinger"))
    assert not may_confer(s.g, "german-2", "german")

"""Weapons left behind and taken up (UF:18)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.close_quarters.close_combat import crew_mates
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry.crews import assign, assistant_of, split_crews
from defilade.rules.upfront.transfers.acquisition import acquire_options
from upfront.situation import Situation


def squad(men: list[Any], **more: Any) -> Situation:
    groups = [
        {
            "side": "german",
            "men": men,
            "range": 1,
            "cards": more.pop("cards", []),
            "loose": more.pop("loose", []),
        },
        {"side": "german", "men": ["hessel", "diettinger", "stahler"], "range": more.pop("second", 0)},
        {"side": "american", "men": ["myers", "burke"], "range": more.pop("enemy", 1)},
        {"side": "american", "men": ["watson", "smith"]},
    ]
    more.setdefault("german", [])
    more.setdefault("american", [])
    return Situation(more.pop("turn", "german"), groups, **more)


def pinned(man: str, **more: Any) -> dict[str, Any]:
    return {"id": man, "pinned": True, **more}


def weapons(s: Situation, group: str = "g1") -> list[str]:
    return [loose.weapon for loose in s.group(group).loose]


def killed(s: Situation, man: str) -> Situation:
    return s.do(f"let-go {man}").draw("0r=1")


LMG = {"weapon": "german-lmg"}
MP = {"weapon": "german-mp"}


@pytest.mark.rule("UF:18.1-a")
def test_a_killed_man_leaves_his_weapon():
    s = killed(squad([pinned("griess", broken=True), "beck"]), "griess")
    assert weapons(s) == ["german-lmg"] and s.group("g1").loose[0].broken


@pytest.mark.rule("UF:18.1-b")
@pytest.mark.parametrize("cards", [["marsh"], ["stream"], ["stream", "movement sideways"]])
def test_it_is_lost_in_the_water(cards: list[str]):
    assert weapons(killed(squad([pinned("griess"), "beck"], cards=cards), "griess")) == []


@pytest.mark.rule("UF:18.1-c")
def test_an_infiltrators_weapon_stays_where_he_was():
    s = killed(squad([pinned("hauptmann", infiltrates="a1"), "beck"]), "hauptmann")
    assert weapons(s) == [] and weapons(s, "a1") == ["german-mp"]
    assert s.group("a1").loose[0].captured


@pytest.mark.rule("UF:18.1-a", "UF:21.1-a", "UF:40.3")
def test_a_killed_man_leaves_all_that_he_carries():
    s = killed(squad([pinned("beck", secondary="radio", secondary_broken=True), "wolff"]), "beck")
    assert weapons(s) == ["german-rifle", "radio"] and s.group("g1").loose[1].broken
    captor = pinned("beck", weapon="american-bar", captured=True, kept="german-rifle")
    s = killed(squad([captor, "wolff"]), "beck")
    assert weapons(s) == ["american-bar", "german-rifle"]
    assert [one.captured for one in s.group("g1").loose] == [True, False]
    s = killed(squad([pinned("beck", secondary="radio"), "wolff"], cards=["marsh"]), "beck")
    assert weapons(s) == []
    s = killed(squad([pinned("hauptmann", infiltrates="a1", secondary="panzerfaust"), "beck"]), "hauptmann")
    assert weapons(s, "a1") == ["german-mp"], "the enemy has no use for the rest"


@pytest.mark.rule("UF:18.1-d")
def test_a_routed_man_takes_all_but_a_crew_served_weapon():
    s = squad([pinned("beck"), "wolff"]).do("let-go beck").draw("0r=9 7=6")
    assert s.fate("beck") == "rout" and weapons(s) == []
    s = squad([pinned("griess"), "wolff"]).do("let-go griess").draw("0r=9 7=6")
    assert s.fate("griess") == "rout" and weapons(s) == ["german-lmg"]


@pytest.mark.rule("UF:18.2-a", "UF:18.2-b", "UF:18.21-a")
def test_taking_it_up():
    s = squad(["beck", pinned("wolff")], loose=[MP])
    assert s.options("acquire") == ["acquire g1+beck - 1"]
    s.do("acquire g1+beck - 1").draw("red 3")
    assert s.man("beck").weapon == "german-rifle" and s.group("g1").acted
    s = squad(["beck", "wolff"], loose=[MP]).do("acquire g1+beck - 1").draw("black 3")
    assert s.man("beck").weapon == "german-mp" and weapons(s) == ["german-rifle"]


@pytest.mark.rule("UF:18.21-a")
def test_a_captured_weapon_comes_beside_his_own():
    s = squad(["beck", "wolff"], loose=[{"weapon": "american-bar", "captured": True}])
    s.do("acquire g1+beck - 1").draw("black 3")
    assert s.man("beck").weapon == "american-bar" and s.man("beck").captured
    assert s.man("beck").kept == "german-rifle" and weapons(s) == []


@pytest.mark.rule("UF:18.21-a", "UF:20.74-b")
def test_a_captured_weapon_stays_there_for_another_one():
    holder = {"id": "beck", "weapon": "american-rifle", "captured": True, "kept": "german-rifle"}
    s = squad([holder, "wolff"], loose=[{"weapon": "american-bar", "captured": True}])
    s.do("acquire g1+beck - 1").draw("black 3")
    assert s.man("beck").weapon == "american-bar" and s.man("beck").kept == "german-rifle"
    assert weapons(s) == ["american-rifle"] and s.group("g1").loose[0].captured


@pytest.mark.rule("UF:21.1-c", "UF:18.2-a")
@pytest.mark.parametrize(("weapon", "keeps"), [("german-lmg", False), ("german-mp", True)])
def test_what_does_not_go_with_the_new_weapon_is_abandoned(weapon: str, keeps: bool):
    """In the same action: it lies with the group, where others may take it up."""
    s = squad([{"id": "beck", "secondary": "demolition-charge"}, "wolff"], loose=[{"weapon": weapon}])
    s.do("acquire g1+beck - 1").draw("black 1")
    beck = s.man("beck")
    assert (beck.weapon, bool(beck.secondary)) == (weapon, keeps)
    assert weapons(s) == [*([] if keeps else ["demolition-charge"]), "german-rifle"]
    s = squad([{"id": "beck", "secondary": "demolition-charge"}, "wolff"], loose=[{"weapon": weapon}])
    s.do("acquire g1+beck - 1").draw("red 1")
    assert s.man("beck").secondary, "he has not got hold of it"


@pytest.mark.rule("UF:18.3", "UF:18.21-b")
def test_weapons_of_pinned_men_are_safe():
    s = squad([pinned("griess"), "beck"])
    assert not s.options("acquire")
    assert s.refusal("acquire g1+beck - 1").rule == "UF:18.3"
    s = squad([pinned("beck"), "wolff"], loose=[LMG])
    assert s.refusal("acquire g1+beck - 1").rule == "UF:18.2-a", "nor does a pinned man exchange his"


@pytest.mark.rule("UF:18.21-c")
def test_handing_over_a_secondary_weapon():
    s = squad([{"id": "beck", "secondary": "panzerfaust"}, "wolff", pinned("streich")])
    assert s.options("hand-over") == ["hand-over g1+beck+wolff"]
    s.do("hand-over g1+beck+wolff")
    assert s.man("wolff").secondary == "panzerfaust" and not s.man("beck").secondary
    assert s.group("g1").acted
    s = squad([pinned("beck", secondary="panzerfaust"), "wolff"])
    assert not s.options("hand-over")
    assert squad([pinned("beck", secondary="panzerfaust", wounded=True), "wolff"]).options("hand-over")


@pytest.mark.rule("UF:18.21-c", "UF:17.8-a")
def test_nothing_is_handed_over_between_the_groups():
    bearer, on_way = {"id": "beck", "secondary": "radio"}, {"transfers_to": "g2"}
    assert not squad([bearer, {"id": "wolff", **on_way}], second=1).options("hand-over")
    assert not squad([{**bearer, **on_way}, "wolff"], second=1).options("hand-over")


@pytest.mark.rule("UF:18.22", "UF:18.22-b")
def test_the_assistant_takes_it_over():
    helper = {"id": "wolff", "crews": "griess"}
    s = killed(squad([pinned("griess"), helper, "beck"]), "griess")
    assert s.man("wolff").crews == "griess", "he is still crew of the weapon"
    assert s.options("acquire") == ["acquire g1+wolff - 1"]
    assert s.refusal("acquire g1+beck - 1").rule == "UF:18.22"
    s.do("acquire g1+wolff - 1")
    assert s.man("wolff").weapon == "german-lmg" and not s.man("wolff").crews
    assert weapons(s) == ["german-rifle"] and s.group("g1").acted


def left_for_a_pistol() -> Situation:
    """Griess takes up a machine pistol and leaves the machine gun that Wolff crews."""
    s = squad(["griess", {"id": "wolff", "crews": "griess"}, "beck"], loose=[MP])
    s.do("acquire g1+griess - 1").draw("black 1").do("done")
    assert [(one.weapon, one.assistant) for one in s.group("g1").loose] == [("german-lmg", "wolff")]
    return s


@pytest.mark.rule("UF:18.22", "UF:20.71-a")
def test_the_crew_of_a_weapon_laid_down_is_no_crew_of_another():
    s = left_for_a_pistol()
    assert s.man("wolff").crews == "griess", "the machine gun is still his duty"
    assert assistant_of(s.g, s.man("griess")) is None
    assert not crew_mates(s.g, s.man("griess")) and not crew_mates(s.g, s.man("wolff"))
    remove(s.g, s.g.unit("griess"), "kia")
    assert [(one.weapon, one.assistant) for one in s.group("g1").loose] == [
        ("german-lmg", "wolff"),
        ("german-mp", ""),
    ]
    found = [str(action) for action in acquire_options(s.g, s.group("g1"))]
    assert found == ["acquire g1+wolff - 1", "acquire g1+wolff - 2", "acquire g1+beck - 2"]


@pytest.mark.rule("UF:18.22", "UF:11.1-a")
def test_he_stays_at_the_weapon_when_the_old_gunner_leaves():
    s = left_for_a_pistol()
    split_crews(s.g, s.group("g1"), ("griess",))
    assert s.man("wolff").crews
    split_crews(s.g, s.group("g1"), ("griess", "wolff"))
    assert not s.man("wolff").crews and not s.group("g1").loose[0].assistant


@pytest.mark.rule("UF:18.22", "UF:11.13")
def test_a_claim_ends_with_crew_duty():
    helper = {"id": "wolff", "crews": "griess"}
    s = killed(squad([pinned("griess"), helper, "beck", "schussel"]), "griess")
    s.do("uncrew g1+wolff")
    assign(s.g, s.man("schussel"), s.man("wolff"))
    found = [str(action) for action in acquire_options(s.g, s.group("g1"))]
    assert "acquire g1+beck - 1" in found, "he crews another weapon now"


@pytest.mark.rule("UF:18.22")
def test_others_take_it_while_he_is_pinned():
    helper = pinned("wolff", crews="griess")
    s = killed(squad([pinned("griess"), helper, "streich", "beck"]), "griess")
    assert s.options("acquire") == ["acquire g1+streich - 1", "acquire g1+beck - 1"]
    s.do("acquire g1+beck - 1").draw("black 1")
    assert s.man("beck").weapon == "german-lmg" and s.man("wolff").crews == "beck"
    assert s.group("g1").members == ("wolff", "beck", "streich")


@pytest.mark.rule("UF:18.22", "UF:11.13")
def test_the_old_gunner_has_his_crew_again():
    s = left_for_a_pistol()
    s.g.update(s.man("wolff"), pinned=True)
    s.end_turn().end_turn().do("acquire g1+griess - 1").draw("black 1")
    assert assistant_of(s.g, s.man("griess")) == s.man("wolff")
    assert [(one.weapon, one.assistant) for one in s.group("g1").loose] == [("german-mp", "")]


@pytest.mark.rule("UF:18.2-a", "UF:20.5")
def test_an_infiltrator_is_still_of_the_group():
    s = squad([{"id": "beck", "infiltrates": "a1"}, "wolff"], loose=[LMG])
    s.do("acquire g1+beck - 1").draw("black 1")
    assert s.man("beck").weapon == "german-lmg" and s.man("beck").infiltrates == "a1"
    assert weapons(s) == ["german-rifle"]


@pytest.mark.rule("UF:20.23-b", "UF:18.2-a")
@pytest.mark.parametrize("weapon", ["german-mmg", "german-mtr"])
def test_but_not_for_what_he_would_have_had_to_leave(weapon: str):
    s = squad([{"id": "beck", "infiltrates": "a1"}, "wolff"], loose=[{"weapon": weapon}])
    assert s.options("acquire") == ["acquire g1+wolff - 1"]
    assert s.refusal("acquire g1+beck - 1").rule == "UF:20.23-b"


@pytest.mark.rule("UF:20.61", "UF:18.22")
def test_an_infiltrator_has_no_assistant():
    men = [pinned("wolff", crews="griess"), {"id": "beck", "infiltrates": "a1"}]
    s = squad(men, loose=[{**LMG, "assistant": "wolff"}]).do("acquire g1+beck - 1").draw("black 1")
    assert s.man("beck").weapon == "german-lmg" and s.man("wolff").crews == ""


@pytest.mark.rule("UF:18.4")
def test_loose_weapons_are_lost_on_the_move():
    s = squad(["beck", "wolff"], loose=[LMG], german=["movement"]).do("move g1+<movement> - sideways")
    assert weapons(s) == []
    s = squad(["beck", "wolff"], loose=[LMG], cards=["movement advance"], german=["woods"])
    assert weapons(s.do("terrain g1+<woods>")) == []
    s = squad(
        ["beck"],
        loose=[LMG],
        cards=["movement advance"],
        turn="american",
        stage="discards",
        american=["marsh"],
    )
    assert weapons(s.do("put-terrain <marsh> g1", "done")) == [], "before it is rejected"


@pytest.mark.rule("UF:18.4")
def test_a_single_mans_movement_card_loses_nothing():
    s = squad(["beck", "wolff"], loose=[LMG], german=["movement"], second=1).do("transfer g1 g2")
    s.do(s.options("depart")[0], "set-out")
    assert weapons(s) == ["german-lmg"]

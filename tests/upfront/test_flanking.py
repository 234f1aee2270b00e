"""Flanking Fire and encirclement (UF:17.1 to UF:17.6)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game import values
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.infiltration import on_infiltrated
from upfront.situation import Situation

GERMANS = [["beck", "wolff"], ["streich", "wollak"], ["hessel", "griess"]]
AMERICANS = [["myers", "burke"], ["watson", "smith"], ["mcelroy", "edwards"]]


def lines(ours: list[Any], theirs: list[Any], **more: Any) -> Situation:
    """Groups from A on: a range chit, or a whole entry."""
    groups = []
    for side, chits, names in (("german", ours, GERMANS), ("american", theirs, AMERICANS)):
        for number, chit in enumerate(chits):
            entry = chit if isinstance(chit, dict) else {"range": chit}
            groups.append({"side": side, "men": names[number], **entry})
    more.setdefault("german", [])
    more.setdefault("american", [])
    return Situation(more.pop("turn", "german"), groups, **more)


def flanked(**more: Any) -> Situation:
    """German A flanks American B."""
    second = more.pop("second", 1)
    return lines(
        [{"range": 2, "flanks": ["a2"], **more.pop("first", {})}, second], [1, more.pop("enemy", 2)], **more
    )


# -- by card -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:17.1-a", "UF:17.1-b", "UF:17.21")
def test_a_flank_card_sideways():
    s = lines([0, 1], [1, 1], german=["flank movement"])
    s.do("move g1+<flank movement> - sideways")
    assert s.options() == ["flank g1 a2", "no"]
    s.do("flank g1 a2")
    assert s.group("g1").flanks == ("a2",)
    s = lines([0, 1], [1, 1], german=["flank movement"]).do("move g1+<flank movement> - advance")
    assert s.side() == "german" and not s.options("flank")
    s = lines([0, 1], [1, 1], german=["ford movement"]).do("move g1+<ford movement> - sideways")
    assert not s.options("flank")


@pytest.mark.rule("UF:17.1-a", "UF:8.531")
def test_flanking_from_marsh_gully_and_ford():
    def after(cards: list[str], *draws: str) -> Situation:
        s = lines([{"range": 0, "cards": cards}, 1], [1, 1], german=["flank movement"])
        s.do("move g1+<flank movement> - sideways")
        return s.draw(*draws)

    assert not after(["marsh"]).options("flank"), "only with the second card"
    assert after(["marsh", "movement sideways"]).options("flank")
    assert after(["gully"]).options("flank")
    assert after(["stream"], "black 2").options("flank"), "the ford succeeds"
    assert not after(["stream"], "red 2").options("flank")


@pytest.mark.rule("UF:17.1-qa")
def test_a_flank_card_without_flanking():
    s = lines([0, 1], [1, 1], german=["flank movement"]).do("move g1+<flank movement> - sideways", "no")
    assert not s.group("g1").flanks


@pytest.mark.rule("UF:17.2-a", "UF:17.2-c")
def test_adjacent_groups_that_are_faced():
    s = lines([0, 0, 0], [0, 0])
    assert (
        answer(s.g, "may flank g1 a2") and answer(s.g, "may flank g2 a1") and answer(s.g, "may flank g3 a2")
    )
    assert not answer(s.g, "may flank g1 a1") and not answer(s.g, "may flank g3 a1")
    s = lines([0], [0, 0])
    assert not answer(s.g, "may flank g1 a2"), "no German group faces it"


@pytest.mark.rule("UF:17.2-b")
def test_not_one_that_flanks_it_now():
    s = lines([0, 0, 0], [{"range": 0, "flanks": ["g2"]}, 0, 0])
    assert not answer(s.g, "may flank g2 a1")
    assert answer(s.g, "may flank g2 a3")


@pytest.mark.rule("UF:17.21", "UF:17.6-d")
def test_only_one_at_a_time():
    s = lines([0, {"range": 0, "flanks": ["a1"]}, 0], [0, 0, 0])
    assert not answer(s.g, "may flank g2 a3")
    s = flanked(american=[], german=["fire 1"])
    assert any(option.endswith(" a1") for option in s.options("fire")), "it fires at others as usual"


# -- by getting past ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:17.3-a", "UF:17.3-b")
def test_natural_flanking():
    s = lines([4, 3, 4], [0, 1], turn="american", american=["movement"])
    s.do("move a2+<movement> - advance")
    assert s.group("a2").flanks == ("g1",), "Group C is not faced"
    assert s.group("g1").flanks == ("a2",) and s.group("g3").flanks == ("a2",)
    s = lines([4, 3, 4], [0, 1], german=["movement"])
    s.do("move g3+<movement> - advance")
    assert s.group("g3").flanks == ("a2",) and not s.group("a2").flanks


@pytest.mark.rule("UF:17.3-b")
def test_two_natural_flanks_at_once():
    s = lines([4, 3, 4], [0, 1, 0], turn="american", american=["movement"])
    s.do("move a2+<movement> - advance")
    assert set(s.group("a2").flanks) == {"g1", "g3"}


@pytest.mark.rule("UF:17.6-d", "UF:17.3-b")
def test_a_flank_by_card_leaves_no_room_for_a_natural_one():
    s = lines(
        [{"range": 4}, 3, {"range": 4, "flanks": ["a2"]}],
        [
            0,
            1,
            0,
        ],
        turn="american",
        american=["movement"],
    )
    s.do("move a3+<movement> - advance")
    assert s.group("g3").flanks == ("a2",)


# -- its use -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:17.4")
def test_firepower_is_doubled():
    plain = answer(lines([2, 1], [1, 2]).g, "firepower g1 a2")
    assert answer(flanked().g, "firepower g1 a2") == 2 * plain
    assert answer(flanked().g, "firepower g1 a1") == answer(lines([2, 1], [1, 2]).g, "firepower g1 a1")
    s = flanked(first={"men": ["wagner"]}, enemy=3)
    assert answer(s.g, "firepower g1 a2") == s.g.library.weapons["german-ft"].firepower[5]


@pytest.mark.rule("UF:12.11", "UF:17.4")
def test_halved_and_doubled_before_fractions_go():
    """Rifles with an odd firepower: on the move a flanking bolt-action rifle has its normal firepower."""
    at_rest = answer(lines([2, 1], [1, 2]).g, "firepower g1 a2")
    s = lines([{"range": 2, "cards": ["movement sideways"]}, 1], [1, 2])
    rifles = [s.g.library.weapons[s.man(man).weapon] for man in ("beck", "wolff")]
    assert all(rifle.bolt and rifle.firepower[4] % 2 for rifle in rifles)
    assert answer(s.g, "firepower g1 a2") < at_rest / 2, "without the flank each loses a fraction"
    assert answer(flanked(first={"cards": ["movement sideways"]}).g, "firepower g1 a2") == at_rest


@pytest.mark.rule("UF:17.4", "UF:33.2-a")
def test_a_wounded_rifleman_with_firepower_1_flanks_with_1():
    far = {"range": 0, "men": [{"id": "beck", "wounded": True}]}
    assert answer(flanked(first=far).g, "firepower g1 a2") == 1
    assert answer(lines([far, 1], [1, 2]).g, "firepower g1 a2") == 0


@pytest.mark.rule("UF:17.41")
def test_lost_by_a_card_on_the_flanker():
    assert not flanked(german=["movement"]).do("move g1+<movement> - sideways").group("g1").flanks
    s = flanked(turn="american", stage="discards", american=["wire", "rally"], first={"cards": ["woods"]})
    s.do("wire <wire> g1", "done")
    assert not s.group("g1").flanks
    s = flanked(german=["woods"], first={"cards": ["flank sideways"]}).do("terrain g1+<woods>")
    assert s.group("g1").flanks == ("a2",), "terrain does no harm"


@pytest.mark.rule("UF:17.42")
def test_lost_by_terrain_on_the_flanked():
    enemy = {"range": 2, "cards": ["movement advance"]}
    s = flanked(stage="discards", german=["marsh"], enemy=enemy).do("put-terrain <marsh> a2")
    assert not s.group("g1").flanks


@pytest.mark.rule("UF:17.43")
@pytest.mark.parametrize("cards", [[], ["woods", "wire"], ["stream"]])
def test_lost_by_a_movement_card_of_the_flanked(cards: list[str]):
    s = flanked(turn="american", american=["movement"], enemy={"range": 2, "cards": cards})
    verb = "clear-wire a2+<movement>" if "wire" in cards else "move a2+<movement> - sideways"
    s.do(verb)
    if "stream" in cards:
        s.draw("red 2")
    assert not s.group("g1").flanks


@pytest.mark.rule("UF:17.44", "UF:17.2-c")
def test_lost_with_the_group_in_front():
    s = flanked(second={"range": 1, "men": [{"id": "streich", "pinned": True}]})
    s.do("let-go streich").draw("0r=1")
    assert not s.group("g1").flanks
    s = flanked(second={"range": 1, "cards": ["movement sideways"]}, german=["movement", "woods"])
    s.do("shift g2+<movement> C").do(*s.options("no")[:1])
    s.end_turn()
    s.end_turn()
    s.do("terrain g2+<woods>")
    assert s.group("g2").letter == "C" and not s.group("g1").flanks


@pytest.mark.rule("UF:17.5")
def test_a_spent_flank_card_stays_but_is_of_no_use():
    s = flanked(turn="american", american=["movement"], first={"cards": ["flank sideways"]})
    s.do("move a2+<movement> - sideways").end_turn()
    assert [laid.kind for laid in s.group("g1").laid] == ["movement"] and not s.group("g1").flanks
    assert not s.options("flank")


def rejected(s: Situation, group: str) -> Situation:
    """The enemy puts Woods in front of a group, which goes around them."""
    if not s.options("put-terrain"):
        s.do("done")
    return s.do(f"put-terrain <woods> {group}").end_turn().do(f"reject {group}")


@pytest.mark.rule("UF:7.32-b", "UF:17.1-a")
def test_lost_with_the_flank_card_that_goes_around():
    s = flanked(first={"cards": ["flank sideways"]}, turn="american", stage="discards", american=["woods"])
    rejected(s, "g1")
    assert not s.group("g1").laid and not s.group("g1").flanks
    assert s.event("flank_lost").rules == ("UF:7.32-b", "UF:17.5")


@pytest.mark.rule("UF:7.32-a", "UF:17.3-a")
def test_lost_with_the_advance_that_is_taken_back():
    s = lines([3, 1], [1, 2], german=["movement"], american=["woods"])
    s.do("move g1+<movement> - advance")
    assert s.group("g1").flanks == ("a2",)
    rejected(s.end_turn(), "g1")
    assert s.group("g1").range == 3 and not s.group("g1").flanks


@pytest.mark.rule("UF:7.32-b", "UF:17.3-b")
def test_a_natural_flank_does_not_hang_on_a_sideways_card():
    s = lines([0, 1], [{"range": 4, "cards": ["movement sideways"]}, 1], german=["movement", "woods"])
    rejected(s.do("move g2+<movement> - advance"), "a1")
    assert not s.group("a1").laid and s.group("a1").flanks == ("g2",)


# -- encirclement ------------------------------------------------------------------------------------------------


def behind(**more: Any) -> Situation:
    """German B at 4 is behind American A at 2; German A faces it."""
    return lines(
        [more.pop("front", 0), more.pop("back", 4)], [more.pop("enemy", 2), more.pop("other", 0)], **more
    )


def encircled(**more: Any) -> Situation:
    front = {"range": 0, "encircles": "a1", **more.pop("front", {})}
    back = {"range": 4, "encircles": "a1", **more.pop("back", {})}
    return behind(front=front, back=back, **more)


@pytest.mark.rule("UF:17.6-a", "UF:17.6-b", "UF:17.63")
def test_encircling():
    s = behind(german=["movement"], enemy={"range": 2, "flanks": ["g2"]}).do("move g2+<movement> - sideways")
    assert s.options("encircle") == ["encircle g2 a1"]
    s.do("encircle g2 a1")
    assert s.group("g1").encircles == "a1" and s.group("g2").encircles == "a1"
    assert s.group("g2").letter == "B" and s.group("g2").range == 4
    for chit in (3, 5):
        s = behind(german=["movement"], back=chit).do("move g2+<movement> - sideways")
        assert not s.options("encircle"), "only at Relative Range 4, behind it"


@pytest.mark.rule("UF:8.42-b", "UF:17.6-a")
def test_the_first_card_on_marsh_encircles_nobody():
    s = behind(german=["movement"], back={"range": 4, "cards": ["marsh"]}).do("move g2+<movement> - sideways")
    assert not s.options("encircle")
    back = {"range": 4, "cards": ["marsh", "movement sideways"]}
    assert behind(german=["movement"], back=back).do("move g2+<movement> - sideways").options("encircle")


@pytest.mark.rule("UF:17.6-c")
def test_a_group_must_be_in_front():
    s = lines([{"range": 4, "letter": "B"}], [2, 0])
    assert not answer(s.g, "may encircle g1 a1")
    front = {"range": 0, "men": [{"id": "beck", "pinned": True, "weapon": ""}]}
    assert answer(behind(front=front).g, "may encircle g2 a1"), "it need not be able to fire"


@pytest.mark.rule("UF:17.6-d")
def test_no_part_in_two():
    assert not answer(behind(front={"range": 0, "flanks": ["a2"]}).g, "may encircle g2 a1")
    assert not answer(behind(back={"range": 4, "flanks": ["a3"]}).g, "may encircle g2 a1")
    s = encircled()
    assert not answer(s.g, "may flank g1 a2"), "the group in front takes part too"


@pytest.mark.rule("UF:17.6-e")
def test_vehicles_are_not_encircled():
    assert not answer(behind(enemy={"range": 2, "men": ["sherman"]}).g, "may encircle g2 a1")


@pytest.mark.rule("UF:17.612-a", "UF:17.612-b")
def test_all_fire_at_it_flanks():
    plain = answer(behind().g, "firepower g1 a1")
    assert answer(encircled().g, "firepower g1 a1") == 2 * plain
    s = encircled(front={"flanks": ["a1"]})
    assert answer(s.g, "firepower g1 a1") == 2 * plain, "not twice"
    s = encircled(turn="american", american=["movement"]).do("move a1+<movement> - sideways")
    assert answer(s.g, "encircled a1"), "its moves do not matter"


@pytest.mark.rule("UF:17.612-b")
def test_nobody_is_told_of_a_loss_that_is_none():
    s = encircled(turn="american", american=["movement"], back={"flanks": ["a1"]})
    s.do("move a1+<movement> - sideways")
    assert answer(s.g, "encircled a1") and not any(event.kind == "flank_lost" for event in s.events)
    s = behind(german=["movement"], back={"range": 4, "flanks": ["a1"]})
    s.do("move g2+<movement> - sideways", "encircle g2 a1")
    assert s.event("flank_lost").text == "German Group B no longer flanks American Group A."


@pytest.mark.rule("UF:17.92", "UF:17.2-c")
def test_a_group_being_formed_faces_nobody_yet():
    forming = {
        "range": 1,
        "forming": "g1",
        "men": [{"id": "streich", "transfers_to": "g2"}, {"id": "wollak", "transfers_to": "g2"}],
    }
    assert not answer(lines([1, forming], [1, 1]).g, "may flank g1 a2")
    assert answer(lines([1, 1], [1, 1]).g, "may flank g1 a2")


@pytest.mark.rule("UF:17.613", "UF:17.613-qa")
def test_encircled_men_panic_sooner():
    men = [{"id": "myers", "pinned": True}, "burke"]
    s = encircled(enemy={"range": 2, "men": men}, german=["fire 1"])
    printed = s.g.library.men["myers"].panic
    assert values.panic(s.g, s.man("myers")) == printed - 1
    assert values.panic(s.g, s.man("burke")) == s.g.library.men["burke"].panic
    s = encircled(turn="american", enemy={"range": 2, "men": men}).do("let-go myers").draw(f"0r={printed}")
    assert s.fate("myers") == "kia", "the printed number decides about KIA or Rout"


def terrain_put_on(s: Situation, group: str) -> Situation:
    """The German turn is over and the Americans have put their Woods on a German group."""
    return s.end_turn().do("done", f"put-terrain <woods> {group}").end_turn()


@pytest.mark.rule("UF:7.32-b", "UF:17.6-a")
@pytest.mark.parametrize(("reply", "holds"), [("accept g2", True), ("reject g2", False)])
def test_it_is_lost_with_the_card_that_made_it(reply: str, holds: bool):
    s = behind(german=["movement"], american=["woods"]).do("move g2+<movement> - sideways", "encircle g2 a1")
    terrain_put_on(s, "g2").do(reply)
    assert answer(s.g, "encircled a1") == holds


@pytest.mark.rule("UF:7.32-b", "UF:17.62")
def test_it_is_not_lost_with_another_card():
    s = encircled(german=["movement"], american=["woods"]).do("move g2+<movement> - sideways")
    terrain_put_on(s, "g2").do("reject g2")
    assert answer(s.g, "encircled a1")


@pytest.mark.rule("UF:17.62", "UF:17.62-b", "UF:17.62-qa", "UF:17.63")
def test_how_it_is_broken():
    s = encircled(front={"men": [{"id": "beck", "pinned": True}]}).do("let-go beck").draw("0r=1")
    assert not answer(s.g, "encircled a1"), "an encircling group is gone"
    s = encircled(german=["movement"]).do("move g2+<movement> - retreat")
    assert answer(s.g, "encircled a1"), "closing in to Relative Range 5 is no harm"
    s = encircled(german=["red movement"], front={"range": -0}).do("move g1+<movement> - retreat")
    assert not answer(s.g, "encircled a1"), "Relative Range 1"
    s = encircled(turn="american", american=["movement"], back={"range": 3}, enemy=2)
    s.do("move a1+<movement> - retreat")
    assert not answer(s.g, "encircled a1"), "both are in front of it now"


@pytest.mark.rule("UF:17.62")
def test_broken_by_infiltration_of_an_encircler():
    s = encircled(enemy={"range": 2})
    on_infiltrated(s.g, s.man("myers"), s.group("g2"), "")
    assert not answer(s.g, "encircled a1")
    s = encircled(enemy={"range": 2})
    on_infiltrated(s.g, s.man("watson"), s.group("g2"), "")
    assert answer(s.g, "encircled a1"), "only the encircled group's own men count"


@pytest.mark.rule("UF:17.62")
def test_broken_by_a_new_letter():
    s = encircled(back={"range": 4, "cards": ["movement sideways C"], "bound_for": "C"}, german=["woods"])
    s.do("terrain g2+<woods>")
    assert s.group("g2").letter == "C" and not answer(s.g, "encircled a1")

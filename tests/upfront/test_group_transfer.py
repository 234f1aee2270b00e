"""Lateral Group Transfer (UF:17.7)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from defilade.kernel import determinized, make_view
from defilade.rules.upfront.infantry.odds import possible_draws
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.table.situation import find_draw
from upfront.fuzz import check
from upfront.situation import Situation

MEN = [["beck", "wolff"], ["streich", "wollak"], ["hessel", "griess"]]


def row(*german: Any, **more: Any) -> Situation:
    groups: list[dict[str, Any]] = []
    for number, entry in enumerate(german):
        groups.append({"side": "german", "men": MEN[number], "range": 1, **entry})
    groups.append({"side": "american", "men": ["myers", "burke"]})
    groups.append({"side": "american", "men": ["watson", "smith"], **more.pop("enemy", {})})
    more.setdefault("german", ["movement", "movement", "woods", "brush"])
    more.setdefault("american", [])
    return Situation(more.pop("turn", "german"), groups, **more)


def letters(s: Situation) -> list[str]:
    return [group.letter for group in s.state.groups.values() if group.side == "german"]


def next_turn(s: Situation) -> Situation:
    return s.end_turn().end_turn()


@pytest.mark.rule("UF:17.7-a", "UF:17.7-c")
def test_a_group_takes_the_next_letter_with_its_terrain():
    s = row({}, {}).do("shift g2+<movement> C")
    assert letters(s) == ["A", "B"] and s.group("g2").laid[-1].mode == "sideways"
    next_turn(s).do("terrain g2+<woods>")
    assert letters(s) == ["A", "C"]


@pytest.mark.rule("UF:17.7-a")
def test_a_flank_card_does_double_duty():
    s = row({}, {}, german=["flank movement"]).do("shift g2+<flank movement> C")
    assert s.options("flank") == ["flank g2 a1"]


@pytest.mark.rule("UF:17.7-b")
def test_the_place_must_have_been_vacant():
    s = row({}, {})
    assert s.refusal("shift g1+<movement> B").rule == "UF:17.7-b"
    s = row({}, {"cards": ["movement sideways C"], "bound_for": "C"}).do("terrain g2+<woods>")
    assert letters(s) == ["A", "C"]
    assert s.refusal("shift g1+<movement> B").rule == "UF:17.7-b", "it was occupied at the start of the turn"
    assert next_turn(s).offers("shift g1+<movement> B")


@pytest.mark.rule("UF:17.7-d")
def test_two_groups_exchange_places():
    s = row({"cards": ["hill"]}, {"cards": ["gully"]})
    first, second = s.g.holds("german", "movement")
    s.do(f"swap g1+{first[0]}+g2+{second[0]}")
    assert s.group("g1").acted and s.group("g2").acted
    next_turn(s).do("terrain g1+<woods>")
    assert letters(s) == ["A", "B"], "one waits for the other"
    s.do("terrain g2+<brush>")
    assert letters(s) == ["B", "A"]
    assert answer(s.g, "terrain g1") == "woods" and answer(s.g, "terrain g2") == "brush"


@pytest.mark.rule("UF:17.7-e")
def test_one_failure_cancels_the_swap():
    bound = {"cards": ["movement sideways B"], "bound_for": "B"}
    other = {"cards": ["movement sideways A"], "bound_for": "A"}
    s = row(bound, other, turn="american", stage="discards", american=["marsh"])
    s.do("put-terrain <marsh> g2").end_turn().do("reject g2")
    assert not s.group("g2").laid and not s.group("g1").bound_for
    s.do("terrain g1+<woods>")
    assert letters(s) == ["A", "B"]


@pytest.mark.rule("UF:17.7-e")
def test_who_does_not_depend_on_the_other_goes_on():
    waiting = {"cards": ["woods"], "bound_for": "B"}
    gone = {"cards": ["movement sideways A"], "bound_for": "A", "men": [{"id": "streich", "pinned": True}]}
    s = row(waiting, gone).do("let-go streich").draw("0r=1")
    assert letters(s) == ["B"]


@pytest.mark.rule("UF:17.7-f")
def test_one_card_is_enough_in_marsh():
    s = row({}, {"cards": ["marsh"]}).do("shift g2+<movement> C")
    assert letters(s) == ["A", "C"]
    next_turn(s)
    assert s.refusal("terrain g2+<woods>").rule == "UF:8.42-a", "but it does not leave the Marsh"


@pytest.mark.rule("UF:17.7-g")
def test_letters_a_to_d():
    s = row({"letter": "D"}, {"letter": "B"})
    assert sorted(option.split()[-1] for option in s.options("shift")) == ["A", "A", "C", "C", "C", "C"]
    assert s.refusal("shift g1+<movement> E").rule == "UF:17.7-g"


@pytest.mark.rule("UF:17.7-h")
def test_infiltration_bars_it():
    s = row({}, {"men": [{"id": "streich", "infiltrates": "a2"}, "wollak"]})
    assert s.refusal("shift g2+<movement> C").rule == "UF:17.7-h"
    s = row({}, {}, enemy={"men": [{"id": "watson", "infiltrates": "g2"}]})
    assert s.refusal("shift g2+<movement> C").rule == "UF:17.7-h"


ON_THE_WAY = {"cards": ["movement sideways C"], "bound_for": "C"}


@pytest.mark.rule("UF:17.7-h", "UF:20.56-a")
@pytest.mark.parametrize(
    ("ours", "enemy"),
    [
        ({"men": [{"id": "streich", "infiltrates": "a2"}, "wollak"]}, {}),
        ({}, {"men": [{"id": "watson", "infiltrates": "g2"}, "smith"]}),
    ],
)
def test_infiltration_on_the_way_ends_it(ours: dict[str, Any], enemy: dict[str, Any]):
    s = row({}, {"range": 4, **ON_THE_WAY, **ours}, enemy={"range": 1, **enemy}).do("terrain g2+<woods>")
    assert letters(s) == ["A", "B"] and not s.group("g2").bound_for
    assert s.event("transfer").rules == ("UF:17.7-h",)


@pytest.mark.rule("UF:17.611")
def test_encirclement_on_the_way_ends_it():
    s = row({}, ON_THE_WAY, enemy={"encircles": "g2"}).do("terrain g2+<woods>")
    assert letters(s) == ["A", "B"] and s.event("transfer").rules == ("UF:17.611",)


@pytest.mark.rule("UF:17.611", "UF:17.7-e")
def test_encirclement_of_either_group_ends_a_swap():
    waiting = {"cards": ["brush"], "bound_for": "B"}
    coming = {"cards": ["movement sideways A"], "bound_for": "A"}
    s = row(waiting, coming, enemy={"encircles": "g1"}).do("terrain g2+<woods>")
    assert letters(s) == ["A", "B"] and not s.group("g1").bound_for and not s.group("g2").bound_for


@pytest.mark.rule("UF:17.7-qa")
def test_no_detour_while_it_waits():
    waiting = {"cards": ["woods"], "bound_for": "B"}
    s = row(waiting, {"cards": ["movement sideways A"], "bound_for": "A"})
    assert s.refusal("move g1+<movement> - advance").rule == "UF:17.7-qa"
    assert s.refusal("move g1+<movement> - retreat").rule == "UF:17.7-qa"


@pytest.mark.rule("UF:17.7-qa")
def test_no_detour():
    s = row({}, {"cards": ["movement sideways C"], "bound_for": "C"})
    assert s.refusal("move g2+<movement> - advance").rule == "UF:17.7-qa"
    assert s.refusal("move g2+<movement> - retreat").rule == "UF:17.7-qa"
    assert s.offers("move g2+<movement> - sideways")


@pytest.mark.rule("UF:8.532", "UF:17.7-a")
def test_a_ford_card_fords_and_starts_the_transfer():
    s = row({}, {"cards": ["stream"]}, german=["ford movement", "woods"]).do("shift g2+<movement> C")
    assert s.group("g2").bound_for == "C" and s.group("g2").laid[-1].mode == "sideways"
    next_turn(s).do("terrain g2+<woods>")
    assert letters(s) == ["A", "C"]


@pytest.mark.rule("UF:8.532", "UF:8.53-b", "UF:17.7-e")
@pytest.mark.parametrize(("number", "bound"), [("black 2", "C"), ("red 2", "")])
def test_any_other_card_must_find_the_ford(number: str, bound: str):
    s = row({}, {"cards": ["stream"]}, german=["movement"]).do("shift g2+<movement> C").draw(number)
    assert s.group("g2").bound_for == bound and len(s.group("g2").laid) == (2 if bound else 1)


@pytest.mark.rule("UF:17.7-e", "UF:8.53-d")
@pytest.mark.parametrize("cards", [[], ["marsh"]])
def test_a_failed_ford_ends_the_swap(cards: list[str]):
    s = row({"cards": cards}, {"cards": ["stream"]}, german=["movement", "movement"])
    first, second = s.g.holds("german", "movement")
    s.do(f"swap g1+{first[0]}+g2+{second[0]}")
    assert letters(s) == ["A", "B"] and s.group("g1").bound_for == "B"
    s.draw("red 2")
    assert letters(s) == ["A", "B"] and not s.group("g1").bound_for and not s.group("g2").bound_for


@pytest.mark.rule("UF:17.7-e")
def test_both_get_their_terrain_in_one_turn():
    moving = [{"cards": [f"movement sideways {to}"], "bound_for": to} for to in "BA"]
    s = row(*moving).do("terrain g1+<woods>")
    assert s.group("g1").bound_for == "B", "for the rest of the turn"
    s.end_turn()
    assert not s.group("g1").bound_for and not s.group("g2").bound_for and letters(s) == ["A", "B"]


@pytest.mark.rule("UF:17.7-e", "UF:7.31")
@pytest.mark.parametrize("follows", [True, False])
def test_where_the_enemy_has_placed_one_the_other_follows_in_the_coming_turn(follows: bool):
    moving = [{"cards": [f"movement sideways {to}"], "bound_for": to} for to in "BA"]
    s = row(*moving, turn="american", stage="discards", american=["gully"])
    s.do("put-terrain <gully> g1").end_turn().do("accept g1")
    assert s.group("g1").bound_for == "B" and letters(s) == ["A", "B"]
    if follows:
        s.do("terrain g2+<woods>")
    s.end_turn()
    assert letters(s) == (["B", "A"] if follows else ["A", "B"])
    assert not s.group("g1").bound_for and not s.group("g2").bound_for


@pytest.mark.rule("UF:17.7-g")
def test_group_e_once_the_enemy_has_one():
    s = row({"letter": "D"}, {"letter": "B"}, enemy={"letter": "E"})
    assert s.offers("shift g1+<movement> E")
    s.do("shift g1+<movement> E")
    next_turn(s).do("terrain g1+<woods>")
    assert letters(s) == ["E", "B"]


@pytest.mark.rule("UF:17.611")
def test_not_when_encircled():
    s = row({}, {}, enemy={"encircles": "g2"})
    assert s.refusal("shift g2+<movement> C").rule == "UF:17.611"


@pytest.mark.rule("UF:8.53-b", "UF:17.7-d", "UF:3.5-c")
def test_the_card_that_waits_for_a_ford_is_nowhere_else():
    """One group of a swap is still to find its ford when the other names whom it flanks: in no world that fits what is
    seen is its Movement card in a hand or in the draw pile, nor can it come up in the draw."""
    s = row({"cards": ["stream"]}, {}, {}, german=["movement", "flank movement"], enemy={"range": 1})
    flank = s.card("flank movement")
    wading = next(card for card in s.state.hands["german"] if card != flank)
    s.do(f"swap g1+{wading}+g2+{flank}")
    assert s.options("flank") and s.side() == "german"
    for side in ("german", "american"):
        check(s.state)
        twin = determinized(s.position.system, make_view(s.position.system, s.position, side, 0), Random(1))
        check(twin.state)
        assert wading not in [card.id for card in possible_draws(s.g, side)]
    s.do("no").draw("red 3")
    check(s.state)
    assert wading in s.state.trays["1"].shown


@pytest.mark.rule("UF:8.53-b", "UF:16.2-a")
@pytest.mark.parametrize(("draw", "laid"), [("black 3", True), ("red 3", False)])
def test_a_pile_that_runs_out_at_a_ford_leaves_the_card_with_its_group(draw, laid):
    s = row({"cards": ["stream"]}, {}, german=["movement"])
    last = find_draw(s.g, s.state.trays["1"].draw, draw).drawn
    s = row({"cards": ["stream"]}, {}, german=["movement"], pile=[last])
    card = s.card("movement")
    s.do(f"move g1+{card} - sideways").draw(last)
    check(s.state)
    tray = s.state.trays["1"]
    assert tray.number == 2 and card not in tray.draw and (card in tray.shown) is not laid
    assert any(one.card == card for one in s.group("g1").laid) is laid

"""Movement and Relative Range (UF:5), and Terrain cards on one's own groups."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.state import Group
from upfront.situation import Situation


def table(cards: list[str] | None = None, hand: list[str] | None = None, **more: Any) -> Situation:
    germans = {
        "side": "german",
        "men": more.pop("men", ["beck", "wolff"]),
        "range": more.pop("range", 2),
        "cards": cards or [],
    }
    enemy = {"side": "american", "men": ["myers", "smith"], "range": more.pop("enemy", 1)}
    return Situation("german", [germans, enemy], german=hand or [], american=[], **more)


@pytest.mark.rule("UF:5.1-a", "UF:10.12-a")
def test_pinned_men_hold_their_group():
    s = table(men=["beck", {"id": "wolff", "pinned": True}], hand=["movement"])
    assert not s.options("move")
    assert s.refusal("move g1+<movement> - sideways").rule == "UF:5.1-a"


@pytest.mark.rule("UF:5.1-b", "UF:5.3", "UF:10.12-a")
def test_terrain_needs_an_uncovered_movement_card():
    s = table(["brush"], ["woods"])
    assert s.refusal("terrain g1+<woods>").rule == "UF:5.1-b"
    s = table(["movement advance"], ["woods"], men=["beck", {"id": "wolff", "pinned": True}])
    s.do("terrain g1+<woods>")
    assert s.group("g1").laid[-1].terrain == "woods", "pinned men do not matter"


@pytest.mark.rule("UF:5.2-a", "UF:5.2-b", "UF:5.2-c", "UF:7.4")
def test_where_a_group_is():
    from defilade.rules.upfront.table.figures import answer

    for cards, terrain in (
        (["woods"], "woods"),
        (["woods", "movement advance"], "woods"),
        (["woods", "movement advance", "movement sideways"], "open"),
        ([], "open"),
        (["movement advance"], "open"),
        (["woods", "smoke", "movement advance"], "woods"),
    ):
        assert answer(table(cards).g, "terrain g1") == terrain, cards


@pytest.mark.rule("UF:5.4-a", "UF:5.4-b", "UF:5.5")
def test_modes_of_a_movement_card():
    for mode, chit in (("advance", 3), ("retreat", 1), ("sideways", 2)):
        s = table(hand=["movement"]).do(f"move g1+<movement> - {mode}")
        assert s.group("g1").range == chit
        assert s.group("g1").laid[-1].mode == mode


@pytest.mark.rule("UF:5.41-a", "UF:5.41-b", "UF:7.34")
def test_terrain_clears_what_lies_below():
    s = table(["brush", "movement advance"], ["movement", "woods"])
    below = [laid.card for laid in s.group("g1").laid]
    s.do("move g1+<movement> - retreat")
    below.append(s.group("g1").laid[-1].card)
    s.end_turn().end_turn()
    s.do("terrain g1+<woods>", "done")
    assert [laid.terrain for laid in s.group("g1").laid] == ["woods"], "not the Brush it came from"
    assert set(below) <= set(s.state.trays["1"].discards)


@pytest.mark.rule("UF:5.51-a")
def test_no_retreat_beyond_relative_range_0():
    s = table(hand=["red movement"], range=0, enemy=0)
    assert s.refusal("move g1+<movement> - retreat").rule == "UF:5.51-a"
    s = table(hand=["red movement"], range=0, enemy=1)
    s.do("move g1+<movement> - retreat")
    assert s.group("g1").range == -1


@pytest.mark.rule("UF:5.61", "UF:5.51-a")
def test_lateral_distance_does_not_count_below_0():
    far = {"side": "american", "men": ["myers", "burke"], "letter": "C", "range": 0}
    s = Situation("german", [{"side": "german", "men": ["beck"], "range": 1}, far], german=["movement"])
    s.do("move g1+<movement> - retreat")
    assert s.group("g1").range == 0


@pytest.mark.rule("UF:5.51-b")
def test_retrograde_needs_a_red_card():
    s = table(hand=["black movement", "red movement"], range=0, enemy=2)
    black, red = s.card("black movement"), s.card("red movement")
    assert s.refusal(f"move g1+{black} - retreat").rule == "UF:5.51-b"
    s.do(f"move g1+{red} - retreat")
    s = table(hand=["black movement"], range=1, enemy=0)
    s.do("move g1+<movement> - retreat")
    assert s.group("g1").range == 0, "from chit 1 any card will do"


def chits(a: int, b: int, letters: str = "AA") -> int:
    return relative_range(Group("g1", "german", letters[0], a), Group("r1", "russian", letters[1], b))


@pytest.mark.rule("UF:5.51-c", "UF:5.51-d", "UF:5.6-b")
def test_negative_and_high_chits():
    assert chits(3, -2) == 1
    assert chits(0, -1) == 0
    assert chits(6, -1) == 5


CHART = {
    -1: (0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5),
    0: (0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 4),
    1: (0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 4, 3),
    2: (0, 0, 0, 0, 1, 2, 3, 4, 5, 4, 3, 2),
    3: (0, 0, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1),
    4: (0, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0),
    5: (0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 0),
    6: (1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 0, 0),
}


@pytest.mark.rule("UF:5.6-a", "UF:5.6-c")
def test_the_relative_range_chart():
    for y, row in CHART.items():
        for x, wanted in zip(range(-5, 7), row, strict=True):
            assert chits(x, y) == wanted, (x, y)


@pytest.mark.rule("UF:5.61")
def test_lateral_distance():
    assert chits(1, 3, "AC") == 3 and chits(1, 3, "AB") == 4 and chits(1, 3, "DA") == 3
    assert chits(0, 0, "AC") == 0
    assert chits(6, 3, "BC") == 1, "a group that has gone past"


@pytest.mark.rule("UF:5.7-a", "UF:5.7-b", "UF:5.6-b")
def test_blocking():
    s = table(hand=["movement"], range=3, enemy=2)
    assert s.refusal("move g1+<movement> - advance").rule == "UF:5.7-a"
    s = table(hand=["movement"], range=3, enemy=1)
    s.do("move g1+<movement> - advance")
    others = [
        {"side": "german", "men": ["beck", "wolff"], "range": 5, "letter": "B"},
        {"side": "american", "men": ["myers", "smith"], "range": 2, "letter": "C"},
    ]
    s = Situation("german", others, german=["movement"], american=[])
    s.do("move g1+<movement> - advance")
    assert s.group("g1").range == 6, "nobody of the same letter is in the way"


@pytest.mark.rule("UF:5.62")
def test_resetting_range_chits_by_consent():
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 6},
        {"side": "german", "men": ["hessel", "streich"], "range": 3},
        {"side": "german", "men": ["schultz", "bernhoff"], "range": 0},
        {"side": "american", "men": ["myers", "smith"], "range": -2},
        {"side": "american", "men": ["burke", "degi"], "range": -3},
    ]
    for agrees in ("agree", "no"):
        s = Situation(
            "german", groups, german=["fire 5"] * 3 + ["fire 6"], american=[], pile=["hero"], stage="refill"
        )
        before = [relative_range(s.group(a), s.group(b)) for a in ("g1", "g2", "g3") for b in ("a1", "a2")]
        s.do("draw - - 1").draw(s.pending.pool[0])
        assert s.side() == "german" and s.offers("agree")
        s.do("agree")
        assert s.side() == "american"
        s.do(agrees)
        chits = [group.range for group in s.state.groups.values()]
        assert chits == ([4, 1, -2, 0, -1] if agrees == "agree" else [6, 3, 0, -2, -3])
        after = [relative_range(s.group(a), s.group(b)) for a in ("g1", "g2", "g3") for b in ("a1", "a2")]
        assert before == after


@pytest.mark.rule("UF:5.62", "UF:7.3-c")
@pytest.mark.parametrize(("answer", "steps"), [("accept g1", 1), ("reject g1", 0)])
def test_terrain_is_answered_before_range_chits_are_reset(answer: str, steps: int):
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 6, "cards": ["movement advance"]},
        {"side": "american", "men": ["myers", "smith"], "letter": "B"},
    ]
    hand = ["woods", "fire 5", "fire 5", "fire 6", "fire 6"]
    s = Situation("american", groups, german=[], american=hand, pile=["hero"], stage="discards")
    s.do("put-terrain <woods> g1", "discard <fire 5>").refill().draw(s.pending.pool[0])
    while s.options() == []:
        s.draw(s.pending.pool[0])
    s.do(answer)
    assert s.options("agree") == ["agree"] * steps


def test_no_reset_where_it_is_not_needed():
    s = table(hand=["fire 5"] * 4, pile=["hero"], stage="refill")
    s.do("draw - - 1").draw(s.pending.pool[0])
    assert not s.options("agree")


@pytest.mark.rule("UF:8.1-b", "UF:8.1-a", "UF:2.22-b")
def test_any_card_is_open_ground_face_down():
    s = table(["woods", "movement advance"], ["fire 5", "hero"])
    assert len(s.options("open-ground")) == 2
    s.do("open-ground g1+<hero>")
    laid = s.group("g1").laid
    assert [card.terrain for card in laid] == ["open"]
    seen = s.position.system.redact(s.state, "american").groups["g1"]
    assert seen.laid[0].card == "?"
    s = table(["woods"], ["hero"])
    assert not s.options("open-ground")


@pytest.mark.rule("UF:8.53-a", "UF:8.53-b", "UF:8.53-c")
def test_fording():
    s = table(["stream"], ["black movement", "ford movement"])
    assert not [option for option in s.options("move") if not option.endswith("sideways")]
    assert s.refusal("move g1+<movement> - advance").rule == "UF:8.53-a"
    ford = s.card("ford movement")
    s.do(f"move g1+{ford} - sideways")
    assert [card.kind for card in s.group("g1").laid] == ["terrain", "movement"]
    assert s.group("g1").range == 2
    s.end_turn().end_turn()
    s.do("move g1+<movement> - advance")
    assert s.group("g1").range == 3, "once forded it moves on freely"


@pytest.mark.rule("UF:8.53-b", "UF:8.53-d")
def test_fording_with_another_card():
    plain = "black movement"
    s = table(["stream"], [plain])
    card = s.card("movement")
    s.do(f"move g1+{card} - sideways").draw("red 1")
    assert [laid.kind for laid in s.group("g1").laid] == ["terrain"] and s.group("g1").acted
    s.do("done")
    assert card in s.state.trays["1"].discards
    s = table(["stream"], [plain]).do("move g1+<movement> - sideways").draw("black 1")
    assert [laid.kind for laid in s.group("g1").laid] == ["terrain", "movement"]


@pytest.mark.rule("UF:8.42-a", "UF:8.42-b", "UF:8.42-c", "UF:8.1-c")
def test_leaving_a_marsh():
    s = table(["marsh"], ["movement", "movement", "woods"])
    assert s.refusal("move g1+<movement> - advance").rule == "UF:8.42-b"
    s.do("move g1+<movement> - sideways")
    assert s.group("g1").range == 2
    s.end_turn().end_turn()
    assert s.refusal("terrain g1+<woods>").rule == "UF:8.42-a"
    assert s.refusal("open-ground g1+<woods>").rule == "UF:8.1-c"
    s.do("move g1+<movement> - advance")
    assert s.group("g1").range == 3, "the second card gives the direction"
    s.end_turn().end_turn()
    s.do("terrain g1+<woods>")
    assert [card.terrain for card in s.group("g1").laid] == ["woods"]


@pytest.mark.rule("UF:8.22-a", "UF:8.22-c")
def test_leaving_a_gully():
    s = table(["gully"], ["movement", "movement"])
    s.do("move g1+<movement> - advance")
    from defilade.rules.upfront.infantry.terrain import terrain_of

    assert terrain_of(s.group("g1")) == "gully" and s.group("g1").range == 3
    s.end_turn().end_turn()
    s.do("move g1+<movement> - sideways")
    assert terrain_of(s.group("g1")) == "open"

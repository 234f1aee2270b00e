"""Terrain and fire (UF:7, UF:8), and Terrain cards put on the enemy (UF:7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Refusal
from defilade.rules.upfront.game.attack import MORTAR, Attack, breakdown
from defilade.rules.upfront.infantry.movement import must_reject
from defilade.rules.upfront.table.figures import answer
from upfront.situation import Situation


def shot(target: list[str], firer: list[str] | None = None, **more: Any) -> Situation:
    """German group A fires at American group A."""
    groups = [
        {
            "side": "german",
            "men": ["beck", "wolff"],
            "range": more.pop("range", 2),
            "cards": firer or [],
            "letter": more.pop("firer_letter", "A"),
        },
        {"side": "american", "men": ["myers", "smith"], "range": more.pop("enemy", 2), "cards": target},
    ]
    return Situation("german", groups, german=more.pop("hand", ["fire 2"]), american=[], **more)


def modifier(target: list[str], firer: list[str] | None = None, **more: Any) -> int:
    return answer(shot(target, firer, **more).g, "fire modifier g1 a1")


@pytest.mark.rule(
    "UF:8-t",
    "UF:8.11",
    "UF:8.4",
    "UF:8.51",
    "UF:8.6",
    "UF:8.7-a",
    "UF:8.8",
    "UF:8.9-a",
    "UF:8.32",
    "UF:6.42",
    "UF:7.2-a",
    "UF:7.1",
)
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("open", 0),
        ("hill", -1),
        ("marsh", -1),
        ("stream", 0),
        ("buildings -3", -3),
        ("buildings -2", -2),
        ("woods", -2),
        ("brush", -1),
        ("walls", -2),
        ("pillbox", -4),
        ("minefield", 0),
    ],
)
def test_cover(card, value):
    assert modifier([card]) == value
    assert modifier([]) == 0


@pytest.mark.rule("UF:7.2-b", "UF:7.2-c", "UF:7.2-d", "UF:6.43")
def test_movement_cards_on_the_target():
    assert modifier(["movement advance"]) == 1
    assert modifier(["brush", "movement advance"]) == 0
    assert modifier(["brush", "movement advance", "movement advance"]) == 2, "the Brush is left behind"
    assert modifier(["movement advance", "movement sideways", "movement advance"]) == 2, (
        "no deeper card counts"
    )
    assert modifier(["marsh", "movement sideways"]) == 0
    assert modifier(["marsh", "movement sideways", "movement sideways"]) == 2


@pytest.mark.rule("UF:8.31-a", "UF:8.32", "UF:6.41", "UF:7.1")
def test_hills():
    assert modifier([], ["hill"]) == 1
    assert modifier(["woods"], ["hill"]) == -1
    assert modifier(["hill"], ["hill"]) == 0, "neither bonus nor cover between Hills"
    assert modifier(["pillbox"], ["hill"]) == -4
    assert modifier(["hill"]) == -1


@pytest.mark.rule("UF:8.41-a", "UF:8.52-d", "UF:6.41", "UF:7.1")
def test_firing_from_water():
    assert modifier([], ["marsh"]) == -1
    assert modifier([], ["stream"]) == -1
    assert modifier([], ["stream", "movement sideways"]) == -1, "still in the Stream"
    assert modifier([], ["woods"]) == 0


@pytest.mark.rule("UF:8.2", "UF:8.21", "UF:8.3", "UF:8.22-a")
def test_fire_into_a_gully():
    assert shot(["gully"]).refusal("fire g1+<fire 2> a1").rule == "UF:8.2"
    assert shot(["gully", "movement advance"]).refusal("fire g1+<fire 2> a1").rule == "UF:8.2"
    s = shot(["gully"], range=3)
    assert s.options("fire") and answer(s.g, "fire modifier g1 a1") == -2
    s = shot(["gully"], ["hill"])
    assert s.options("fire") and answer(s.g, "fire modifier g1 a1") == -2 + 1


@pytest.mark.rule("UF:8.2-b")
def test_fire_out_of_a_gully():
    assert shot([], ["gully"]).refusal("fire g1+<fire 2> a1").rule == "UF:8.2-b"
    assert shot(["hill"], ["gully"]).options("fire")
    assert shot([], ["gully"], range=3).options("fire")


@pytest.mark.rule("UF:8.22-b")
def test_leaving_a_gully_under_fire():
    cards = ["gully", "movement advance", "movement advance"]
    assert modifier(cards) == 1
    assert modifier(cards, range=3) == 2, "fire that reaches into a Gully"
    assert modifier(cards, ["hill"]) == 2 + 1
    assert modifier([*cards, "movement advance"]) == 2, "the last two are both outside"


@pytest.mark.rule("UF:8.9-a", "UF:8.9-b")
def test_walls():
    assert modifier(["walls"]) == -2
    assert modifier(["walls"], firer_letter="B") == -1
    assert modifier(["walls"], firer_letter="C") == -1


@pytest.mark.rule("UF:8.9-c")
def test_walls_are_no_cover_for_the_encircled():
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 3, "encircles": "a1"},
        {"side": "german", "men": ["hessel", "streich"], "range": 5, "encircles": "a1"},
        {"side": "american", "men": ["myers", "smith"], "range": 1, "cards": ["walls"]},
    ]
    for encircled, value in ((True, 0), (False, -2)):
        spec = groups if encircled else [{**group, "encircles": ""} for group in groups]
        s = Situation("german", spec, german=[], american=[])
        assert answer(s.g, "fire modifier g1 a1") == value


@pytest.mark.rule("UF:8.7-b", "UF:8.9-b")
def test_cover_from_above():
    for card, value in (("woods", 0), ("walls", -1), ("brush", -1), ("buildings -3", -3)):
        s = shot([card])
        attack = Attack(MORTAR, "german", "a1", "g1", 4, strength=3)
        assert breakdown(s.g, attack).drm == value, card


# -- terrain on the enemy --------------------------------------------------------------------------------------


def put(cards: list[str], hand: list[str], **more: Any) -> Situation:
    """The Americans may put terrain on a German group that has these cards on it."""
    groups = [
        {"side": "german", "men": more.pop("men", ["beck", "wolff"]), "range": 2, "cards": cards},
        {"side": "american", "men": ["myers", "smith"], "range": 1},
    ]
    s = Situation("american", groups, american=hand, german=more.pop("german", []), **more)
    return s.do("done")


@pytest.mark.rule("UF:7.3-a", "UF:7.3-b")
def test_terrain_on_a_moving_enemy():
    assert not put(["woods"], ["brush"]).options("put-terrain"), "it does not move"
    assert not put(["marsh", "movement sideways"], ["brush"]).options("put-terrain"), "it needs a second card"
    s = put(["woods", "movement advance"], ["brush", "fire 1", "fire 5"])
    assert s.options("put-terrain") == ["put-terrain " + s.card("brush") + " g1"], "and no Open Ground"
    s.do("put-terrain <brush> g1")
    assert s.state.picked["american"] and len(s.options("discard")) == 2, "it is one of his two discards"


@pytest.mark.rule("UF:7.3-c", "UF:7.31", "UF:7.34")
def test_accepting_terrain():
    s = put(["woods", "movement advance"], ["brush"], german=["fire 1"])
    s.do("put-terrain <brush> g1")
    while s.state.mover == "american":
        s.do("done")
    assert s.side() == "german" and s.options() == ["accept g1", "reject g1"], "before his own turn"
    s.do("accept g1")
    assert [card.terrain for card in s.group("g1").laid] == ["brush"] and s.group("g1").range == 2
    assert s.options("fire"), "the group may act as usual"


def offered(cards: list[str], **more: Any) -> Situation:
    s = put(cards, ["brush"], **more).do("put-terrain <brush> g1")
    while s.state.mover == "american":
        s.do("done")
    return s


@pytest.mark.rule("UF:7.32-a", "UF:7.32-c")
def test_rejecting_on_the_way():
    for mode, chit in (("advance", 1), ("retreat", 3)):
        s = offered(["woods", f"movement {mode}"])
        brush = s.group("g1").offered.card
        s.do("reject g1")
        assert s.group("g1").range == chit and s.group("g1").offered is None
        assert [card.mode for card in s.group("g1").laid] == ["", "sideways"]
        assert brush in (*s.state.trays["1"].discards, *s.state.trays["1"].shown)


@pytest.mark.rule("UF:7.32-b")
def test_rejecting_on_a_sideways_move():
    s = offered(["woods", "movement sideways"]).do("reject g1")
    assert [card.kind for card in s.group("g1").laid] == ["terrain"] and s.group("g1").range == 2


@pytest.mark.rule("UF:7.32-qa")
def test_pinned_groups_may_reject():
    s = offered(["woods", "movement advance"], men=["beck", {"id": "wolff", "pinned": True}])
    s.do("reject g1")
    assert s.group("g1").range == 1


@pytest.mark.rule("UF:7.32-qb")
def test_one_enemy_terrain_a_group():
    s = put(["woods", "movement advance"], ["brush", "hill"])
    s.do("put-terrain <brush> g1")
    assert not s.options("put-terrain")


def three(hand: list[str]) -> Situation:
    """An American has put Brush on a German group, and a Russian is next."""
    groups = [
        {"side": "american", "men": ["myers", "smith"], "range": 1},
        {"side": "russian", "men": ["rostov", "petrovsky"], "range": 1},
        {"side": "german", "men": ["beck", "wolff"], "range": 2, "cards": ["movement advance"]},
    ]
    s = Situation("american", groups, american=["brush"], russian=hand, german=[], stage="discards")
    return s.do("put-terrain <brush> g1").end_turn()


@pytest.mark.rule("UF:7.3-c")
def test_of_three_players_the_one_concerned_answers_before_the_next_turn():
    s = three(["fire 1"])
    assert s.state.mover == "russian" and s.side() == "german" and s.options() == ["accept g1", "reject g1"]
    s.do("accept g1")
    assert s.side() == "russian" and s.options("fire"), "he has the target where it is now"
    s.end_turn()
    assert s.state.mover == "german" and not s.options("reject"), "and it is not asked for again"


@pytest.mark.rule("UF:7.32-qb")
@pytest.mark.parametrize(("answer", "again"), [("accept g1", 0), ("reject g1", 1)])
def test_another_opponent_may_put_terrain_there_in_his_own_turn(answer: str, again: int):
    s = three(["hill"]).do(answer, "done")
    assert len(s.options("put-terrain")) == again


@pytest.mark.rule("UF:7.32-a", "UF:5.7-a")
def test_no_way_back_to_where_the_enemy_has_closed_up():
    """The Movement card is turned, but the range chit stays."""
    groups = [
        {"side": "american", "men": ["myers", "smith"], "range": 2, "cards": ["movement retreat"]},
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
    ]
    s = Situation("german", groups, german=["movement", "brush"], american=[])
    s.do("move g1+<movement> - advance", "done", "put-terrain <brush> a1").end_turn().do("reject a1")
    assert s.group("a1").range == 2 and s.group("g1").range == 3
    assert [card.mode for card in s.group("a1").laid] == ["sideways"]
    assert "UF:5.7-a" in s.event("rejected").rules


@pytest.mark.rule("UF:7.3-d", "UF:8.5")
def test_a_stream_cannot_be_rejected():
    s = put(["woods", "movement advance"], ["stream"]).do("put-terrain <stream> g1")
    assert [card.terrain for card in s.group("g1").laid] == ["stream"] and s.group("g1").range == 2
    while s.state.mover == "american":
        s.do("done")
    assert not s.options("reject")


@pytest.mark.rule("UF:7.33")
def test_terrain_that_must_be_rejected():
    """A section bars a card from a terrain: its group has no choice."""
    s = offered(["woods", "movement advance"])
    rules = s.g.rules
    before = rules.answers[must_reject]
    rules.answers[must_reject] = (
        lambda g, group, terrain: Refusal("not here") if terrain == "brush" else None,
    )
    try:
        assert s.position.system.pending(s.state).options[0].verb == "reject"
        assert len(s.position.system.pending(s.state).options) == 1
    finally:
        rules.answers[must_reject] = before

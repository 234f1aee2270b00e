"""Minefields (UF:24)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.infantry.fire import fire_attack
from upfront.hand_to_hand import AMERICANS, near, quiet
from upfront.situation import Situation, practice_box

FIELD = "c13"  # strength 2, second line 3


def mined(cards: list[str] | None = None, **more: Any) -> Situation:
    """In the Americans' turn their group is in a Minefield of strength 2."""
    american = {"side": "american", "men": AMERICANS, "range": 2, "cards": cards or [FIELD]}
    german = {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 1}
    rest = {"side": "american", "men": ["fox", "smith", "watson"]}
    return Situation("american", [american, german, rest], **{"american": ["movement", "woods"], **more})


def placing(cards: list[str] | None = None, **more: Any) -> Situation:
    """The Germans may put a Minefield of strength 2 on a moving American group."""
    american = {
        "side": "american",
        "men": AMERICANS,
        "range": 2,
        "cards": cards or ["woods", "movement sideways"],
    }
    german = {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 1}
    rest = {"side": "american", "men": ["fox", "smith", "watson"]}
    return Situation("german", [german, american, rest], german=[FIELD], stage="discards", **more)


@pytest.mark.rule("UF:24.1")
def test_cower_card_in_most_games() -> None:
    s = placing(cower=["minefield"])
    assert s.options("put-terrain") == []
    assert placing().options("put-terrain")


@pytest.mark.rule("UF:24.2")
def test_open_ground_without_modifiers() -> None:
    s = mined()
    assert breakdown(s.g, replace(fire_attack(s.group("g1"), s.group("a1")), strength=3)).total == 3
    assert breakdown(s.g, replace(fire_attack(s.group("a1"), s.group("g1")), strength=3)).total == 3


@pytest.mark.rule("UF:24.3-a")
def test_on_an_enemy_group_that_can_receive_terrain() -> None:
    assert placing().options("put-terrain") == [f"put-terrain {FIELD} a1"]
    assert placing(["woods", "movement sideways", "wire"]).options("put-terrain") == []
    assert placing(["marsh", "movement sideways"]).options("put-terrain") == []
    own = near({"cards": ["movement advance"]}, german=["minefield"])
    assert own.refusal("terrain g1+<minefield>").rule == "UF:24.3-a"


@pytest.mark.rule("UF:24.3-b", "UF:24.31")
def test_it_is_not_rejected_and_attacks_one_position() -> None:
    s = placing().do(f"put-terrain {FIELD} a1")
    assert [laid.terrain for laid in s.group("a1").laid] == ["minefield"] and s.group("a1").offered is None
    s.draw("3=2")
    quiet(s).draw("red 6")  # Degi: 2 and 6, whatever the colour
    assert s.fate("degi") == "kia"
    assert s.event("mines").breakdown is not None
    s = placing().do(f"put-terrain {FIELD} a1").draw("3=1")
    quiet(s).draw("black 3")  # Myers: 2 and 3
    assert s.man("myers").pinned and not s.gone("myers")


@pytest.mark.rule("UF:24.32")
def test_only_wire_changes_it() -> None:
    s = mined([FIELD, "wire"]).do("clear-mines a1+burke").draw("red 5").draw("black 0")
    summed = s.event("mines").breakdown
    assert summed is not None and summed.total == 3
    s = mined([FIELD, "smoke", "movement sideways"]).do("clear-mines a1+burke").draw("red 5").draw("black 0")
    summed = s.event("mines").breakdown
    assert summed is not None and summed.total == 2


@pytest.mark.rule("UF:24.33")
@pytest.mark.parametrize(("draw", "immobilized"), [("black 3", True), ("black 2", False), ("red 6", False)])
def test_against_a_vehicle(draw: str, immobilized: bool) -> None:
    """They meet the Immobilize value of its Flank."""
    flank = practice_box().machines["sherman"].flank
    assert flank is not None and flank.immobilize == 4
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 1},
            {"side": "american", "men": ["sherman"], "range": 2, "cards": ["movement advance"]},
            {"side": "american", "men": ["fox", "smith", "watson"]},
        ],
        german=[FIELD],
        stage="discards",
    )
    s.do(f"put-terrain {FIELD} a1").draw("1=1").draw(draw)  # 1 and the number against 4
    assert s.state.units["sherman"].immobilized is immobilized  # type: ignore[union-attr]


@pytest.mark.rule("UF:24.33-qa")
def test_a_vehicle_leaves_like_infantry() -> None:
    s = Situation(
        "american",
        [
            {"side": "american", "men": ["sherman"], "range": 2, "cards": [FIELD, "movement sideways"]},
            {"side": "american", "men": ["fox", "smith", "watson"]},
            {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 1},
        ],
        american=["brush"],
    )
    s.do("terrain a1+<brush>")
    while "Mines attack" not in str(getattr(s.pending, "asks", "")):
        s.draw("black 0")
    s.draw("black 5")
    assert s.state.units["sherman"].immobilized  # type: ignore[union-attr]


@pytest.mark.rule("UF:24.4-a")
def test_movement_cards_lie_sideways() -> None:
    s = mined()
    assert s.refusal("move a1+<movement> - advance").rule == "UF:24.4-a"
    s = mined([FIELD, "movement sideways"])
    assert s.refusal("move a1+<movement> - retreat").rule == "UF:24.4-a"
    s = mined([FIELD, "movement sideways", "movement sideways"])
    assert s.offers("move a1+<movement> - advance")


@pytest.mark.rule("UF:24.4-a")
def test_no_flanking_from_a_minefield() -> None:
    def flankers(cards: list[str]) -> Situation:
        return Situation(
            "american",
            [
                {"side": "american", "men": AMERICANS, "letter": "A", "range": 2, "cards": cards},
                {"side": "american", "men": ["fox", "smith"], "letter": "B"},
                {"side": "german", "men": ["beck", "wolff"], "letter": "B", "range": 1},
            ],
            american=["flank movement"],
        ).do("move a1+<flank movement> - sideways")

    assert flankers(["woods"]).options("flank")
    s = flankers([FIELD]).draw("black 0")
    assert not s.options("flank") and s.side() == "american"


@pytest.mark.rule("UF:24.4-b")
def test_leaving_over_one_movement_card() -> None:
    s = mined([FIELD, "movement sideways"])
    assert not s.options("open-ground")
    assert s.refusal("open-ground a1+<woods>").rule == "UF:24.4-b"
    s.do("terrain a1+<woods>")
    assert [laid.terrain for laid in s.group("a1").laid] == ["woods"]
    s.draw("red 4", "black 3", "black 0")  # each by himself, and now the colour counts
    assert [e.text.split(":")[0] for e in s.events if e.kind == "mines"] == [
        "Mines against Pvt Myers",
        "Mines against Pvt Degi",
        "Mines against Pvt Burke",
    ]
    assert not s.man("myers").pinned and s.man("degi").pinned


@pytest.mark.rule("UF:24.4-c")
def test_leaving_over_two_movement_cards() -> None:
    s = mined([FIELD, "movement sideways", "movement sideways"])
    assert s.offers("open-ground a1+<woods>")
    s.do("terrain a1+<woods>")
    assert s.side() == "american" and not [e for e in s.events if e.kind == "mines"]


@pytest.mark.rule("UF:24.4-d")
def test_terrain_of_the_enemy_frees_the_group() -> None:
    american = {"side": "american", "men": AMERICANS, "range": 2, "cards": [FIELD, "movement sideways"]}
    german = {"side": "german", "men": ["beck", "wolff"], "range": 1}
    s = Situation("german", [german, american], german=["brush"], american=["fire 1"], stage="discards")
    s.do("put-terrain <brush> a1")
    while s.state.mover == "german":
        s.do("done")
    s.do("accept a1")
    assert [laid.terrain for laid in s.group("a1").laid] == ["brush"]
    assert not [e for e in s.events if e.kind == "mines"]


@pytest.mark.rule("UF:24.4-e")
def test_each_movement_card_is_a_risk() -> None:
    s = mined().do("move a1+<movement> - sideways").draw("red 3")  # not above 3
    assert s.side() == "american"
    s = mined().do("move a1+<movement> - sideways").draw("red 4", "3=3")
    quiet(s).draw("black 6")
    assert s.fate("burke") == "kia"
    s = mined([FIELD, "movement sideways"]).do("move a1+<movement> - sideways").draw("black 6")
    assert s.side() == "american"
    s = mined([FIELD, "movement sideways", "movement sideways"]).do("move a1+<movement> - sideways")
    assert s.side() == "american"  # it is out: no draw


@pytest.mark.rule("UF:24.4-e")
def test_removing_wire_is_a_risk_too() -> None:
    s = mined([FIELD, "wire"])
    s.do(s.options("clear-wire")[0])
    while "among mines" not in str(getattr(s.pending, "asks", "")):
        s.draw("black 0")
    s.draw("red 5", "3=1")
    assert "Mines attack" in str(s.pending.asks)  # type: ignore[union-attr]


@pytest.mark.rule("UF:24.5-a", "UF:24.6")
def test_clearing() -> None:
    s = mined().do("clear-mines a1+myers").draw("black 2")
    (laid,) = s.group("a1").laid
    assert laid.terrain == "open"
    assert FIELD in s.state.trays["1"].removed
    assert s.group("a1").acted
    for draw in ("black 1", "red 4"):
        s = mined().do("clear-mines a1+myers").draw(draw)
        assert s.group("a1").laid[0].terrain == "minefield" and s.side() == "american"


@pytest.mark.rule("UF:24.5-a")
def test_a_pinned_man_clears_nothing() -> None:
    american = {"side": "american", "men": [{"id": "myers", "pinned": True}, "degi"], "cards": [FIELD]}
    s = Situation("american", [american, {"side": "german", "men": ["beck"]}])
    assert s.options("clear-mines") == ["clear-mines a1+degi"]
    assert s.refusal("clear-mines a1+myers").rule == "UF:24.5-a"


@pytest.mark.rule("UF:24.5-b")
def test_a_mishap() -> None:
    s = mined().do("clear-mines a1+degi").draw("red 5")
    quiet(s).draw("red 6")
    assert s.fate("degi") == "kia"


@pytest.mark.rule("UF:24.6")
def test_it_never_comes_back() -> None:
    s = mined([FIELD, "movement sideways", "movement sideways"]).do("terrain a1+<woods>")
    tray = s.state.trays["1"]
    assert FIELD in tray.removed and FIELD not in (*tray.discards, *tray.shown)


@pytest.mark.rule("UF:24.7-a")
def test_nobody_is_fought_there() -> None:
    s = near({"men": [{"id": "beck", "infiltrates": "a1"}, "wolff"]}, {"cards": ["minefield"]})
    assert s.refusal("close-combat g1").rule == "UF:24.7-a"

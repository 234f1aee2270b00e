"""Smoke and Wire (UF:13)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.state import TERRAIN, Laid
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.wire import wire_refusal, wire_to_hit
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.infiltration import infiltration_column, infiltration_refusal
from upfront.gunnery import duel, frequency, shoot
from upfront.situation import Situation


def field(
    turn: str = "german", *, own: list[str] | None = None, enemy: list[str] | None = None, **more: Any
) -> Situation:
    groups = [
        {
            "side": "german",
            "men": more.pop("men", ["hessel", "beck", "wolff"]),
            "range": 2,
            "cards": own or [],
        },
        {"side": "american", "men": ["moores", "burke"], "range": 2, "cards": enemy or []},
        {"side": "american", "men": ["watson", "smith"], "range": 0},
    ]
    return Situation(turn, groups, **more)


def modifier(s: Situation) -> Any:
    return answer(s.g, "fire modifier g1 a1")


def kinds(s: Situation, group: str = "g1") -> list[str]:
    return [laid.terrain or laid.kind for laid in s.group(group).laid]


# -- Smoke -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:13.1-a", "UF:13.2-a")
def test_smoke_needs_an_unpinned_leader_and_no_movement_card():
    s = field(own=["woods"], german=["smoke", "fire 1"])
    s.do("smoke g1+<smoke>")
    assert kinds(s) == ["woods", "smoke"] and s.group("g1").acted
    assert answer(s.g, "terrain g1") == "woods", "it is still in the Woods"
    s = field(men=["beck", "wolff"], german=["smoke"])
    assert s.refusal("smoke g1+<smoke>").rule == "UF:13.2-a"
    s = field(men=[{"id": "hessel", "pinned": True}, "beck"], german=["smoke"])
    assert s.refusal("smoke g1+<smoke>").rule == "UF:13.2-a"


@pytest.mark.rule("UF:13.2-b", "UF:13.4")
def test_no_smoke_in_marsh_or_after_a_breeze():
    assert field(own=["marsh"], german=["smoke"]).refusal("smoke g1+<smoke>").rule == "UF:13.4"
    marsh = ["marsh", "movement sideways"]
    assert field(own=marsh, german=["smoke"]).refusal("smoke g1+<smoke>").rule == "UF:13.4"
    assert field(own=[*marsh, "movement sideways"], german=["smoke"]).options("smoke")
    assert field(german=["smoke"], breeze=True).refusal("smoke g1+<smoke>").rule == "UF:13.2-b"


@pytest.mark.rule("UF:13.21", "UF:13.22", "UF:13.25")
def test_smoke_hides_and_hinders():
    assert modifier(field(enemy=["brush", "smoke"])) == -2
    assert modifier(field(enemy=["brush", "smoke", "smoke"])) == -3
    assert modifier(field(own=["smoke"])) == -1
    assert modifier(field(own=["smoke", "smoke"], enemy=["smoke"])) == -3


@pytest.mark.rule("UF:13.23", "UF:13.241")
def test_terrain_may_be_played_and_clears_smoke():
    s = field(own=["movement sideways", "smoke"], german=["woods"], american=[])
    s.do("terrain g1+<woods>")
    assert kinds(s) == ["woods"]
    assert "UF:13.241" in s.cited()


@pytest.mark.rule("UF:13.241")
def test_rejected_terrain_clears_smoke_too():
    s = field(
        own=["smoke", "movement advance"], turn="american", stage="discards", american=["marsh"], german=[]
    )
    s.do("put-terrain <marsh> g1", "done")
    assert kinds(s) == ["movement"], "the Smoke is gone before the German has answered"


@pytest.mark.rule("UF:13.242")
def test_two_moves_clear_smoke_at_the_end_of_the_turn():
    s = field(own=["smoke", "movement sideways"], german=["movement"])
    s.do("move g1+<movement> - sideways")
    assert smoke_on(s.g, s.group("g1")) == 0 and "smoke" in kinds(s)
    s.end_turn()
    assert "smoke" not in kinds(s)
    s = field(own=["smoke", "movement sideways", "wire"], german=["movement"])
    s.do("clear-wire g1+<movement>").end_turn()
    assert kinds(s) == ["smoke", "movement"], "a momentary card does not count"


@pytest.mark.rule("UF:13.24", "UF:13.243-a", "UF:13.2-b")
def test_a_drawn_breeze_clears_all_smoke():
    s = field(own=["smoke"], enemy=["smoke"], german=["fire 1", "smoke"])
    s.fire("g1", "a1", "fire 1").draw("breeze")
    assert kinds(s) == [] and kinds(s, "a1") == []
    assert s.state.trays["1"].breeze


@pytest.mark.rule("UF:13.243-b")
def test_a_breeze_played_from_the_hand_does_nothing():
    breeze = next(card.id for card in field().g.deck.values() if card.breeze and card.use("german", "rally"))
    s = field(own=["smoke"], men=["hessel", {"id": "beck", "pinned": True}], german=[breeze])
    s.do(f"rally g1+{breeze}")
    assert kinds(s) == ["smoke"]


@pytest.mark.rule("UF:13.243-c")
def test_a_breeze_in_the_midst_of_an_attack():
    s = field(enemy=["smoke"], german=["fire 2"])
    s.fire("g1", "a1", "fire 2").draw("breeze")
    assert s.breakdown().value("UF:13.21") == -1, "the draw that brought the Breeze is still hindered"
    s.draw("black 0")
    assert s.breakdown().value("UF:13.21") is None


@pytest.mark.rule("UF:13.243-c", "UF:25.7")
def test_a_breeze_in_a_to_hit_draw():
    s = duel(
        {"men": ["gerhart", {"id": "wolff", "crews": "gerhart"}]}, {"men": ["myers"], "cards": ["smoke"]}
    )
    assert frequency(s, "gerhart", "a1") == "0-1"
    shoot(s, "gerhart", "a1", "breeze 2")
    assert s.said("needs 0-1: red 2, a miss") and kinds(s, "a1") == []


@pytest.mark.rule("UF:13.26")
def test_no_smoke_at_night():
    s = field(german=["smoke"], enemy=["smoke"], night=True)
    assert not s.options("smoke")
    assert modifier(s) == modifier(field(night=True))


# -- Wire --------------------------------------------------------------------------------------------------------


def wiring(cards: list[str], **more: Any) -> Situation:
    return field(turn="german", stage="discards", german=["wire", "wire"], enemy=cards, **more)


@pytest.mark.rule("UF:13.3-a", "UF:13.1-b")
def test_wire_is_put_on_the_enemy_in_place_of_a_discard():
    s = wiring(["woods"])
    assert not any(option.endswith(" g1") for option in s.options("wire"))
    s.do("wire <wire> a1")
    assert not s.options("wire"), "the German has but one discard"
    assert kinds(s, "a1") == ["woods", "wire"], "nobody asks the American"
    assert wiring(["movement advance"]).options("wire")


@pytest.mark.rule("UF:13.3-b", "UF:13.4")
def test_where_wire_may_not_lie():
    def on_a1(cards: list[str]) -> bool:
        return any(option.endswith(" a1") for option in wiring(cards).options("wire"))

    assert not on_a1(["marsh"]) and not on_a1(["marsh", "movement sideways"])
    assert on_a1(["marsh", "movement sideways", "movement sideways"])
    assert not on_a1(["pillbox"])
    assert not on_a1(["stream"]) and on_a1(["stream", "movement sideways"])
    assert on_a1(["buildings"])


@pytest.mark.rule("UF:13.4", "UF:13.3-b")
def test_no_wire_above_marsh_that_waits_for_an_answer():
    s = wiring(["woods", "movement sideways"])
    for terrain, rule in (("marsh", "UF:13.4"), ("brush", None)):
        s.g.update_group("a1", offered=Laid("", TERRAIN, terrain, by="russian"))
        found = wire_refusal(s.g, s.group("a1"))
        assert (found.rule if found is not None else None) == rule


@pytest.mark.rule("UF:13.31", "UF:13.32-a", "UF:13.6-a")
def test_wire_exposes_and_hinders():
    assert modifier(field(enemy=["woods", "wire"])) == -1
    assert modifier(field(own=["woods", "wire"])) == -1
    assert modifier(field(enemy=["woods", "wire", "smoke", "wire"])) == -2 + 1 - 1 + 1
    assert answer(field(enemy=["brush", "wire"]).g, "covers a1") is False


@pytest.mark.rule("UF:13.32-c")
def test_ordnance_on_wire_loses_frequency():
    s = field(own=["wire", "wire"])
    line = wire_to_hit(s.g, s.group("g1"))
    assert line is not None and line.value == -2
    assert wire_to_hit(s.g, s.group("a1")) is None


@pytest.mark.rule("UF:13.33-a", "UF:13.33-b", "UF:13.6-b")
def test_a_movement_card_removes_one_wire_and_does_no_more():
    s = field(own=["woods", "wire", "wire"], german=["movement", "movement"])
    s.do("clear-wire g1+<movement>")
    assert kinds(s) == ["woods", "wire"] and s.group("g1").range == 2
    assert not answer(s.g, "moving g1") and s.group("g1").acted, "the second Wire takes another turn"
    assert len(s.g.hand("german")) == 1


@pytest.mark.rule("UF:13.34")
def test_nothing_is_laid_on_wire():
    s = field(own=["movement sideways", "wire"], german=["movement", "woods"])
    assert s.refusal("move g1+<movement> - advance").rule == "UF:13.34"
    assert s.refusal("terrain g1+<woods>").rule == "UF:13.34"
    s = field(own=["woods", "wire"], men=["hessel", {"id": "beck", "pinned": True}], german=["movement"])
    assert s.refusal("clear-wire g1+<movement>").rule == "UF:13.34"
    s = field(enemy=["movement sideways", "wire"], german=["marsh"], stage="discards")
    assert not s.options("put-terrain")


def both(terrain: str, *cards: str) -> Situation:
    """An American discards Wire and a Terrain card at once on a German group that is advancing."""
    return field(
        "american",
        own=["brush", "movement advance"],
        american=[terrain, "wire", "fire 1"],
        stage="discards",
    ).do(*cards)


@pytest.mark.rule("UF:13.34", "UF:7.3-a")
@pytest.mark.parametrize(
    ("answered", "there"),
    [("accept g1", ["woods", "wire"]), ("reject g1", ["brush", "movement", "wire"])],
)
def test_wire_stays_on_top_of_terrain_of_the_same_turn(answered, there):
    s = both("woods", "put-terrain <woods> g1", "wire <wire> g1")
    while not s.options("accept"):
        s.do("done")
    s.do(answered)
    assert kinds(s) == there


@pytest.mark.rule("UF:13.34", "UF:13.3-b", "UF:13.4")
def test_terrain_is_not_put_on_wire_of_the_same_turn():
    s = both("woods", "wire <wire> g1")
    assert s.options("discard") and not s.options("put-terrain")
    for terrain in ("marsh", "stream"):
        s = both(terrain, f"put-terrain <{terrain}> g1")
        assert s.options("discard") and not s.options("wire")


@pytest.mark.rule("UF:13.5")
def test_open_ground_beneath_wire():
    s = field(own=["woods", "movement sideways", "wire", "smoke"], german=["fire 1"])
    assert not s.options("open-ground")
    s.do("slip-open g1+<fire 1>")
    assert kinds(s) == ["open", "wire", "smoke"]
    assert not answer(s.g, "moving g1")
    assert not field(own=["woods", "wire"], german=["fire 1"]).options("slip-open")


@pytest.mark.rule("UF:13.5", "UF:28.42-c")
def test_open_ground_beneath_smoke_with_rally_credit_on_the_group():
    vehicle = {"id": "sdkfz251", "pinned": True}
    s = field(men=[vehicle], own=["movement advance", "smoke"], german=["rally 1", "fire 1"])
    s.do("rally-crew g1+<rally 1>+sdkfz251").end_turn().end_turn()
    assert kinds(s) == ["movement", "smoke", "rally"]
    s.do("slip-open g1+<fire 1>")
    assert sorted(kinds(s)) == ["open", "rally", "smoke"] and kinds(s)[0] == "open"
    assert answer(s.g, "terrain g1") == "open" and smoke_on(s.g, s.group("g1")) == 1


@pytest.mark.rule("UF:13.35")
def test_wire_does_not_stay_on_a_vehicle():
    groups = [
        {"side": "german", "men": ["beck", "wolff"]},
        {"side": "american", "men": ["sherman"], "cards": ["woods"]},
        {"side": "american", "men": ["watson", "smith"]},
    ]
    s = Situation("german", groups, german=["wire"], american=[], stage="discards")
    s.do("wire <wire> a1")
    assert kinds(s, "a1") == ["woods"]


def close_by(own: list[str], enemy: list[str], **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 3, "cards": own, **more},
        {"side": "american", "men": ["burke", "smith", "watson"], "range": 2, "cards": enemy},
    ]
    return Situation("german", groups, german=["movement"], american=[])


@pytest.mark.rule("UF:13.27")
def test_infiltration_through_smoke():
    def column(own: list[str], enemy: list[str]) -> float:
        s = close_by(own, enemy)
        return infiltration_column(s.g, s.man("beck"), s.group("a1")).total

    plain = column(["buildings"], ["hill"])
    assert column(["buildings", "smoke"], ["hill"]) == plain - 2
    both = close_by(["hill", "smoke"], ["hill", "smoke"])
    assert infiltration_column(both.g, both.man("beck"), both.group("a1")).value("UF:20.32") == -4


@pytest.mark.rule("UF:13.36-a", "UF:13.36-b")
def test_infiltration_and_wire():
    s = close_by(["woods", "wire"], [])
    refusal = infiltration_refusal(s.g, s.man("beck"), s.group("a1"))
    assert refusal is not None and refusal.rule == "UF:20.24-a"
    s = close_by(["woods"], ["woods", "wire"])
    assert infiltration_refusal(s.g, s.man("beck"), s.group("a1")) is None


@pytest.mark.rule("UF:13.36-c")
def test_an_infiltrator_fights_though_his_group_is_wired():
    men = [{"id": "beck", "infiltrates": "a1"}, "wolff"]
    assert close_by(["woods", "wire"], [], men=men).options("close-combat")

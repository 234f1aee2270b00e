"""Entrenchments (UF:36)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.attack import MINES, breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.infantry.discards import discard_limit
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.terrain import reduces_fire
from upfront.situation import Situation


def dug(german: dict[str, Any] | None = None, **more: Any) -> Situation:
    return Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 2, **(german or {})},
            {"side": "american", "men": ["fox", "smith"], "range": 1},
        ],
        **{"german": ["movement", "fire 1"], **more},
    )


@pytest.mark.rule("UF:36.1-a")
def test_a_zero_of_either_colour() -> None:
    for draw in ("black 0", "red 0"):
        s = dug().do("entrench g1").draw(draw)
        assert s.group("g1").entrenched and s.group("g1").acted
    s = dug().do("entrench g1").draw("black 1")
    assert not s.group("g1").entrenched and s.group("g1").acted


@pytest.mark.rule("UF:36.1-a")
@pytest.mark.parametrize(
    "group",
    [
        {"cards": ["woods", "movement sideways"]},
        {"cards": ["woods", "wire"]},
        {"men": [{"id": "beck", "pinned": True}, "wolff"]},
        {"men": [{"id": "beck", "infiltrates": "a1"}, "wolff"]},
        {"men": ["pz4"]},
    ],
)
def test_who_cannot_dig(group: dict[str, Any]) -> None:
    assert dug(group).refusal("entrench g1").rule == "UF:36.1-a"


@pytest.mark.rule("UF:36.1-b")
def test_one_entrenchment() -> None:
    assert dug({"entrenched": True}).refusal("entrench g1").rule == "UF:36.1-b"


@pytest.mark.rule("UF:36.3")
@pytest.mark.parametrize("cards", [[], ["open"], ["hill"], ["woods"], ["brush"]])
def test_where_one_can_dig(cards: list[str]) -> None:
    assert dug({"cards": cards}).offers("entrench g1")


@pytest.mark.rule("UF:36.3")
@pytest.mark.parametrize("card", ["buildings", "gully", "marsh", "stream", "walls", "minefield"])
def test_where_one_cannot(card: str) -> None:
    assert dug({"cards": [card]}).refusal("entrench g1").rule == "UF:36.3"


def against(s: Situation, unit: str = "", **changes: Any) -> float | None:
    attack = replace(fire_attack(s.group("a1"), s.group("g1")), strength=4, **changes)
    return breakdown(s.g, attack, s.unit(unit) if unit else None).value("UF:36.2-a")


@pytest.mark.rule("UF:36.2-a")
def test_minus_1_besides_the_terrain() -> None:
    s = dug({"entrenched": True, "cards": ["woods"]})
    attack = replace(fire_attack(s.group("a1"), s.group("g1")), strength=4)
    assert breakdown(s.g, attack, s.unit("beck")).total == 4 - 2 - 1
    assert against(s, kind=MINES) is None and against(s, ignores_terrain=True) is None
    assert reduces_fire(s.g, dug({"entrenched": True}).group("g1"))


@pytest.mark.rule("UF:36.2-b")
def test_movement_leaves_it_behind() -> None:
    s = dug({"entrenched": True, "cards": ["woods"]}).do("move g1+<movement> - sideways")
    assert not s.group("g1").entrenched


@pytest.mark.rule("UF:36.2-b")
def test_removing_wire_and_single_men_do_not() -> None:
    s = dug({"entrenched": True, "cards": ["woods", "wire"]})
    s.do(s.options("clear-wire")[0])
    assert s.group("g1").entrenched
    s = dug({"entrenched": True, "range": 4}).do("infiltrate g1", "send beck+<movement> a1", "go")
    assert s.group("g1").entrenched


@pytest.mark.rule("UF:36.2-c", "UF:17.83")
def test_who_lacks_its_cover() -> None:
    s = dug(
        {
            "entrenched": True,
            "men": [{"id": "beck", "infiltrates": "a1"}, "wolff", {"id": "bernhoff", "transfers_to": "g1"}],
        }
    )
    assert against(s, "beck") is None and against(s, "bernhoff") is None and against(s, "wolff") == -1


@pytest.mark.rule("UF:36.4")
def test_guns_and_vehicles() -> None:
    s = dug({"men": ["leig18", "beck"]})
    assert s.offers("entrench g1")
    s = dug({"men": ["leig18", "beck"], "entrenched": True})
    assert against(s, "leig18") is None and against(s, "beck") == -1


@pytest.mark.rule("UF:36.5")
@pytest.mark.parametrize("troops", ["russian-line", "partisans"])
def test_russians_dig_and_discard(troops: str) -> None:
    """Any number of cards, but one: of a hand of four they can get rid of three."""
    groups = [
        {"side": "russian", "men": ["rostov", "nosenko"]},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    hand = ["fire 1", "rally 1", "woods", "movement"]
    s = Situation("russian", groups, russian=hand, sides={"russian": {"troops": troops}})
    s.do("entrench r1").draw("black 3").do("done")
    for left in (4, 3, 2):
        assert len(s.options("discard")) == left
        s.do(s.options("discard")[0])
    assert not s.options("discard")


@pytest.mark.rule("UF:36.5", "UF:14.1")
def test_a_russian_who_has_dug_may_have_a_sniper() -> None:
    groups = [
        {"side": "russian", "men": ["rostov", "nosenko"]},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    s = Situation("russian", groups, russian=["sniper", "woods"])
    s.do("entrench r1").draw("black 3").do("done")
    assert s.options("sniper")


@pytest.mark.rule("UF:36.5")
def test_each_group_that_digs_costs_a_discard() -> None:
    groups = [
        {"side": "russian", "men": ["rostov", "dottski"]},
        {"side": "russian", "men": ["aliev", "burlak"]},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    s = Situation("russian", groups, russian=["fire 1", "rally 1", "woods"])
    s.do("entrench r1").draw("black 3").do("entrench r2").draw("black 3")
    assert discard_limit(s.g, "russian") == 1
    s = Situation("russian", groups, russian=["fire 1", "rally 1"])
    s.do("rearrange r1", "next dottski").do("entrench r2").draw("black 3")
    assert discard_limit(s.g, "russian") == 0  # the other group has acted

"""Residual FP (SK1:3.3.1-x to -ae)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Breakdown, Chance
from defilade.rules.sk import residual
from defilade.rules.sk.attack import Attack
from sk.places import board, lines
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def unit(id: str, type: str, hex: str, **states: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "hex": hex, **states}


def situation(*units: dict[str, Any], **more: Any) -> Situation:
    return Situation("z", "MPh", "russian", list(units), **more)


FAR = unit("g", "ger-467", "GG10")


def attack(s: Situation) -> Breakdown:
    breakdown = s.event("attack").breakdown
    assert breakdown is not None
    return breakdown


@pytest.mark.rule("SK1:3.3.1-x", "SK1:3.3.1-x2", "SK1:3.3.1-x4")
@pytest.mark.parametrize(
    ("fp", "cowered", "left"),
    [
        (4.5, 0, 2),
        (4.5, 1, 1),
        (2, 0, 1),
        (2, 1, 0),
        (1, 0, 0),
        (1, 1, 0),
        (0.5, 0, 0),
        (9, 0, 4),
        (12, 0, 6),
        (24, 0, 12),
        (36, 0, 12),
        (36, 2, 12),
        (16, 2, 4),
    ],
)
def test_half_the_column_after_cowering_and_12_at_most(fp: float, cowered: int, left: int) -> None:
    s = situation(unit("r", "rus-447", "H5"), FAR)
    attack = Attack("MPh", "german", "zI5", ("r",), cowered=cowered)
    residual.leave(s.g, "zI5", residual.amount(s.g, attack, fp))
    assert s.state.residual.get("zI5", 0) == left


@pytest.mark.rule("SK1:3.3.1-x")
@pytest.mark.parametrize("dice", [(6, 5), (1, 2)])
def test_it_is_left_whatever_the_result(dice: tuple[int, int]) -> None:
    s = situation(unit("r", "rus-447", "H5"), unit("r2", "rus-447", "A1"), unit("g", "ger-467", "K5"))
    s.do("move r", "enter - I5", "fire", "add g", "declare").roll(*dice)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    assert s.state.residual == {"zI5": 2}


@pytest.mark.rule("SK1:3.3.1-x3", "SK1:3.3.1-x4")
@pytest.mark.parametrize(("dice", "left"), [((4, 3), 2), ((3, 3), 1), ((6, 4), 1), ((5, 5), 0)])
def test_cowering_and_malfunction_lower_it(dice: tuple[int, int], left: int) -> None:
    """The Subsequent First Fire of the example: 4.5 FP, the MMG breaks down on 10."""
    mg = {"id": "mg", "type": "ger-mmg", "fire": "first"}
    s = situation(
        unit("r", "rus-447", "H5"),
        unit("r2", "rus-447", "A1"),
        {**unit("g", "ger-467", "K5", fire="first"), "sw": [mg]},
    )
    s.do("move r", "enter - I5", "fire", "add g", "add g+mg", "declare").roll(*dice)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    assert s.state.residual.get("zI5", 0) == left


@pytest.mark.rule("SK1:3.3.1-x", "SK1:4.1-f")
@pytest.mark.parametrize("checks", [(1, 1), (6, 5)])
def test_what_becomes_of_the_target_changes_nothing(checks: tuple[int, int]) -> None:
    """Beyond 16 hexes a MG is halved against unbroken Infantry: also where the attack has broken it."""
    area = board()
    firer, origin, target = next(
        (a, c, b)
        for a, b in lines(17)
        for c in area.adjacent[b]
        if area.terrain[c] == "open" and area.distance(a, c) > 17
    )
    s = Situation(
        "y",
        "MPh",
        "russian",
        [
            {"id": "g", "type": "ger-467", "hex": firer, "sw": [{"id": "mg", "type": "ger-hmg"}]},
            {"id": "lead", "type": "ger-10-2", "hex": firer},
            {"id": "r", "type": "rus-447", "hex": origin},
            {"id": "r2", "type": "rus-447", "hex": origin},
        ],
    )
    s.do("move r", f"enter - {target}", "fire", "add g+mg", "declare", "direct lead").roll(4, 2)
    assert attack(s).total == 7 / 4
    s.roll(*checks)
    assert s.unit("r").broken == (checks == (6, 5))
    assert s.state.residual == {}


@pytest.mark.rule("SK1:3.3.1-y")
def test_whoever_enters_is_attacked_with_tem_ffnam_and_ffmo() -> None:
    s = situation(unit("r", "rus-447", "H5"), FAR, residual={"I5": 2}).do("move r", "enter - I5").roll(6, 5)
    assert (attack(s).column, attack(s).drm) == (2, -2)
    s = situation(unit("r", "rus-447", "I5"), FAR, residual={"J5": 4}).do("move r", "enter - J5").roll(6, 5)
    assert (attack(s).column, attack(s).drm) == (4, 3 - 1)
    s = situation(unit("r", "rus-447", "H5"), FAR, residual={"I5": 2})
    s.do("move r", "assault", "enter - I5").roll(6, 5)
    assert attack(s).drm == -1


@pytest.mark.rule("SK1:3.3.1-y", "SK1:3.3-v", "SK1:3.3.1-k")
def test_smoke_in_the_hex_hinders_it() -> None:
    s = situation(unit("r", "rus-447", "H5"), FAR, residual={"I5": 2}, smoke={"I5": 2})
    s.do("move r", "enter - I5").roll(6, 5)
    assert attack(s).drm == 2 - 1, "the smoke, and FFNAM without FFMO"
    s = situation(unit("r", "rus-447", "H5"), FAR, residual={"I5": 2}, smoke={"H5": 2})
    s.do("move r", "enter - I5").roll(6, 5)
    assert attack(s).drm == -2, "what lies next door does not matter"


@pytest.mark.rule("SK1:3.3.1-y")
def test_whoever_spends_mf_there_is_attacked() -> None:
    s = situation(
        unit("r", "rus-447", "I5"),
        FAR,
        residual={"I5": 2},
        loose=[{"id": "sw", "type": "rus-lmg", "hex": "I5"}],
    )
    s.do("move r", "recover r+sw").roll(3, 6, 5)
    assert (attack(s).column, attack(s).drm) == (2, -2)


@pytest.mark.rule("SK1:3.3.1-z")
def test_leaving_is_safe() -> None:
    s = situation(unit("r", "rus-447", "I5"), FAR, residual={"I5": 12}).do("move r", "enter - I6")
    assert s.offers("enter - I7")
    assert "attack" not in {event.kind for event in s.events}


@pytest.mark.rule("SK1:3.3.1-aa")
def test_it_comes_alone_and_before_all_else() -> None:
    s = situation(unit("r", "rus-447", "H5"), unit("g", "ger-467", "K5"), residual={"I5": 4})
    s.do("move r", "enter - I5")
    s.roll(6, 5)
    assert attack(s).total == 4
    assert s.options() == ["fire", "pass"]
    s.do("fire", "add g", "declare").roll(6, 5)
    assert attack(s).total == 4, "the squad's own FP only"


@pytest.mark.rule("SK1:3.3.1-ab")
def test_the_larger_counter_stays_and_they_never_add() -> None:
    s = situation(unit("r", "rus-447", "H5"), FAR, residual={"I5": 4})
    residual.leave(s.g, "zI5", 2)
    assert s.state.residual == {"zI5": 4}
    residual.leave(s.g, "zI5", 6)
    assert s.state.residual == {"zI5": 6}


@pytest.mark.rule("SK1:3.3.1-ac")
def test_once_in_a_location() -> None:
    s = situation(
        unit("r", "rus-447", "H5"),
        FAR,
        residual={"I5": 2},
        loose=[{"id": "sw", "type": "rus-lmg", "hex": "I5"}],
    )
    s.do("move r", "enter - I5").roll(6, 5)
    s.do("recover r+sw").roll(6)
    assert s.offers("stop"), "no second attack"
    # 2 MF at once are one attack, too
    s = situation(unit("r", "rus-447", "I5"), FAR, residual={"J5": 2}).do("move r", "enter - J5").roll(6, 5)
    assert s.offers("stop")


@pytest.mark.rule("SK1:3.3.1-ad")
def test_again_if_more_mf_bring_a_worse_drm() -> None:
    # smoke cancels FFMO; once it has gone, the same unit spends another MF in the open
    s = situation(
        unit("r", "rus-447", "H5"),
        FAR,
        residual={"I5": 2},
        smoke={"I5": 2},
        loose=[{"id": "sw", "type": "rus-lmg", "hex": "I5"}],
    )
    s.do("move r", "enter - I5").roll(6, 5)
    s.state.smoke.clear()
    s.do("recover r+sw").roll(6)
    s.roll(6, 5)
    assert attack(s).drm == -2


@pytest.mark.rule("SK1:3.3.1-ad", "SK1:4.2-f")
def test_again_if_the_unit_takes_up_a_flamethrower() -> None:
    s = situation(
        unit("r", "rus-447", "H5"),
        FAR,
        residual={"I5": 2},
        loose=[{"id": "ft", "type": "rus-ft", "hex": "I5"}],
    )
    s.do("move r", "enter - I5").roll(6, 5)
    s.do("recover r+ft").roll(1)
    s.roll(6, 5)
    assert attack(s).drm == -3


@pytest.mark.rule("SK1:3.3.1-ae")
def test_it_is_gone_after_the_mph() -> None:
    s = situation(unit("r", "rus-447", "H5"), FAR, residual={"I5": 2}).do("done")
    assert s.state.phase != "MPh"
    assert s.state.residual == {}

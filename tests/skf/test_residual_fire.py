"""Residual FP where the full kit has it otherwise (SKF:3.3.5)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import residual
from defilade.rules.sk.attack import Attack
from sk.places import line
from skf.situation import Plain, Situation


def moved_past(*firers: Plain, smoke: dict[str, int] | None = None, type: str = "rus-447") -> Situation:
    """Germans three hexes from where a Russian stands, who has just tried something there for 1 MF."""
    here, there = line(3)
    units = [{"hex": here, **firer} for firer in firers]
    s = Situation("y", "MPh", "russian", [*units, {"id": "r", "type": type, "hex": there}])
    s.do("move r")
    return s


def enter_in_sight(s: Situation, hindrance: int = 0) -> Situation:
    """The Russian takes a step on which the firers see him so hindered."""
    here = next(unit.hex for unit in s.g.on_map("german"))
    for option in s.options("enter"):
        hex = option.split()[2]
        if s.g.map.hindrance(here, hex) == hindrance and s.g.map.terrain[hex] == "open":
            return s.do(option)
    raise AssertionError("no such step")


def settle(s: Situation) -> None:
    """Let all checks pass."""
    while isinstance(s.pending, Chance):
        s.roll(1, 2)


@pytest.mark.rule("SKF:3.3.5-f")
@pytest.mark.parametrize(("cx", "left"), [(False, 4), (True, 2)])
def test_a_column_less_for_cx_firers(cx: bool, left: int) -> None:
    firers = ({"id": "g1", "type": "ger-467", "cx": cx}, {"id": "g2", "type": "ger-467"})
    s = enter_in_sight(moved_past(*firers)).do("fire", "add g1", "add g2", "declare").roll(6, 5)
    settle(s)
    assert list(s.state.residual.values()) == [left]


@pytest.mark.rule("SKF:3.3.5-f")
@pytest.mark.parametrize(("outside", "left"), [(0, 4), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_a_column_less_for_each_drm_whatever_its_size(outside: int, left: int) -> None:
    s = moved_past({"id": "g1", "type": "ger-467"})
    attack = Attack("MPh", "german", "yA1", ("r",), outside=outside)
    assert residual.amount(s.g, attack, 8.0) == left


@pytest.mark.rule("SKF:3.3.5-f")
@pytest.mark.parametrize(("leader", "left"), [("ger-6+1", 2), ("ger-8-0", 4), ("ger-9-2", 4)])
def test_only_a_poor_leader_thins_it_out(leader: str, left: int) -> None:
    firers = ({"id": "g1", "type": "ger-467"}, {"id": "g2", "type": "ger-467"}, {"id": "l", "type": leader})
    s = enter_in_sight(moved_past(*firers))
    s.do("fire", "add g1", "add g2", "declare", "direct l").roll(6, 5)
    settle(s)
    assert list(s.state.residual.values()) == [left]


@pytest.mark.rule("SKF:3.3.5-f", "SKF:3.3.5-d")
def test_smoke_in_the_target_hex_does_not_but_it_hinders_the_residual_fp() -> None:
    s = enter_in_sight(moved_past({"id": "g1", "type": "ger-467"}, {"id": "g2", "type": "ger-467"}))
    there = s.unit("r").hex
    s.state.smoke = {there: 2}
    s.do("fire", "add g1", "add g2", "declare").roll(6, 5)
    assert s.state.residual == {there: 4}
    assert residual.drm_against(s.g, "r", there) == 2 - 1, "FFNAM; no FFMO in smoke"
    s.state.smoke = {}
    assert residual.drm_against(s.g, "r", there) == -2


# -- rate of fire or Residual FP ---------------------------------------------------------------------------


def rate_kept() -> Situation:
    firer = {"id": "g1", "type": "ger-467", "sw": [{"id": "mg", "type": "ger-hmg"}]}
    s = enter_in_sight(moved_past(firer)).do("fire", "add g1", "add g1+mg", "declare").roll(2, 6)
    settle(s)
    return s


@pytest.mark.rule("SKF:3.3.5-b")
def test_a_weapon_that_keeps_its_rate_of_fire_leaves_nothing() -> None:
    s = rate_kept()
    assert s.options() == ["keep-rate", "leave-residual"]
    s.do("keep-rate")
    assert list(s.state.residual.values()) == [2], "of the squad's 4 FP"
    assert s.weapon("mg").fire == ""


@pytest.mark.rule("SKF:3.3.5-b", "DAE:QRDC-rof")
def test_its_owner_may_give_it_up() -> None:
    s = rate_kept().do("leave-residual")
    assert list(s.state.residual.values()) == [4], "of 4 and 7 FP"
    assert s.weapon("mg").fire == "first"


@pytest.mark.rule("SKF:3.3.5-b")
def test_a_weapon_that_malfunctions_leaves_nothing() -> None:
    firer = {"id": "g1", "type": "ger-467", "sw": [{"id": "mg", "type": "ger-hmg"}]}
    s = enter_in_sight(moved_past(firer)).do("fire", "add g1", "add g1+mg", "declare").roll(6, 6)
    assert s.weapon("mg").malfunctioned
    assert list(s.state.residual.values()) == [1], "4 FP, and doubles: one column less"

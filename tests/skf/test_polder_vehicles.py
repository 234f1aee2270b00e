"""Vehicles in polder (DAE:1.3)."""

from __future__ import annotations

import pytest

from skf.tanks import Tanks

GERMAN = {"id": "g", "type": "ger-447", "hex": "TT29"}


def sherman(hex: str, vca: int = 1) -> Tanks:
    tank = {"id": "t", "type": "bri-sherman5", "hex": hex, "vca": vca}
    return Tanks("MPh", "british", [tank], [GERMAN], board="elst", sides=("german", "british"), month=9)


def out(s: Tanks) -> float:
    return next(mover.spent for mover in s.move().movers)


@pytest.mark.rule("DAE:1.3-h", "DAE:1.3-i")
def test_out_of_polder_with_four_mp_and_a_bog_check() -> None:
    s = sherman("Q14").do("drive t", "start")
    assert not s.offers("enter - R13") and s.refusal("enter - R13").rule == "DAE:1.3-h"
    s.do("leave-polder").roll(1, 2)
    added_up = s.event("bog_check").breakdown
    assert added_up is not None
    assert [line.value for line in added_up.lines if line.rule == "DAE:1.3-i"] == [3]
    assert out(s) == 5, "1 to start and 4 to get out"
    s.do("enter - R13")
    assert s.tank().hex == "elstR13" and out(s) == 6, "and 1 for the grain"


@pytest.mark.rule("DAE:1.3-h")
def test_who_fails_bogs_in_the_polder() -> None:
    s = sherman("Q14").do("drive t", "start", "leave-polder").roll(6, 5)
    assert s.tank().bogged and s.tank().hex == "elstQ14"


@pytest.mark.rule("DAE:1.3-i")
def test_with_all_mp_there_is_no_drm() -> None:
    s = sherman("Q14").do("drive t", "start", "leave-polder - - all").roll(1, 2)
    added_up = s.event("bog_check").breakdown
    assert added_up is not None and not [line for line in added_up.lines if line.rule == "DAE:1.3-i"]
    s.do("enter - R13")
    assert s.tank().hex == "elstR13"
    assert not s.options("enter"), "nothing is left"


@pytest.mark.rule("DAE:1.3-j")
def test_a_road_leads_out_of_polder_without_a_check() -> None:
    s = sherman("M14")
    direction = s.g.map.direction("elstM14", "elstN14")
    assert direction is not None
    s = sherman("M14", direction).do("drive t", "start")
    assert s.offers("enter - N14")

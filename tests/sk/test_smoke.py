"""Smoke grenades (SK1:3.3-s to -x)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk import los
from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import move_in_progress
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

FAR = {"id": "r", "type": "rus-447", "hex": "GG10"}


def germans(type: str = "ger-468", hex: str = "F3", enemy: dict[str, Any] = FAR, **states: Any) -> Situation:
    units = [{"id": "u", "type": type, "hex": hex, **states}, enemy]
    return Situation("z", "MPh", "german", units).do("move u")


def mf_left(s: Situation) -> float:
    frame = move_in_progress(s.g)
    assert frame is not None
    return left_of(s.g, frame)[0].off_road


@pytest.mark.rule("SK1:3.3-s")
@pytest.mark.parametrize(
    ("type", "roll", "placed"), [("ger-468", 2, True), ("ger-468", 3, False), ("ger-467", 1, True)]
)
def test_smoke_on_a_dr_up_to_the_exponent(type: str, roll: int, placed: bool) -> None:
    s = germans(type).do("smoke u F3").roll(roll)
    assert s.state.smoke == ({"zF3": 2} if placed else {})


@pytest.mark.rule("SK1:3.3-s", "SK1:1.2.2-e")
@pytest.mark.parametrize("type", ["ger-447", "ger-9-1", "ger-247"])
def test_no_exponent_no_smoke(type: str) -> None:
    s = germans(type)
    assert s.options("smoke") == []
    assert s.refusal("smoke u F3").rule == "SK1:1.2.2-e"


@pytest.mark.rule("SK1:3.3-s2")
def test_one_mf_for_the_own_hex_two_for_a_neighbour_success_or_not() -> None:
    assert mf_left(germans().do("smoke u F3").roll(5)) == 3
    assert mf_left(germans().do("smoke u G3").roll(5)) == 2
    assert mf_left(germans().do("smoke u G3").roll(1)) == 2
    assert germans().refusal("smoke u H2").rule == "SK1:3.3-s2"


@pytest.mark.rule("SK1:3.3-s2")
def test_without_the_mf_there_is_no_attempt() -> None:
    s = germans(hex="H3").do("enter - I3", "enter - I2")
    assert mf_left(s) == 1
    assert s.options("smoke") == ["smoke u zI2"]
    assert s.refusal("smoke u I3").rule == "SK1:3.3-i"


@pytest.mark.rule("SK1:3.3-t")
def test_a_cx_unit_adds_one() -> None:
    s = germans().do("double-time u", "smoke u F3").roll(2)
    assert s.state.smoke == {}
    assert "SK1:3.3-t" in s.event("smoke").rules


@pytest.mark.rule("SK1:3.3-t2")
def test_one_attempt_a_mph() -> None:
    s = germans().do("smoke u F3").roll(5)
    assert s.options("smoke") == []
    assert s.refusal("smoke u F3").rule == "SK1:3.3-t2"


@pytest.mark.rule("SK1:3.3-u")
def test_a_six_ends_the_move_at_once() -> None:
    s = germans().do("smoke u G3").roll(6)
    assert s.state.phase != "MPh", "nobody else is left to move"
    assert s.unit("u").hex == "zF3" and s.said("must end its MPh")


@pytest.mark.rule("SK1:3.3-u")
def test_a_five_made_six_by_cx_does_not() -> None:
    s = germans().do("double-time u", "smoke u F3").roll(5)
    assert s.offers("enter - G3")


@pytest.mark.rule("SK1:3.3-v")
def test_smoke_hinders_out_of_into_and_through() -> None:
    s = germans(hex="I5", enemy={"id": "r", "type": "rus-447", "hex": "K5"})
    assert los.hindrance(s.g, "zI5", "zK5") == 0
    for hex in ("zI5", "zK5"):
        s.state.smoke = {hex: 2}
        assert los.hindrance(s.g, "zI5", "zK5") == 2
        assert los.hindrance(s.g, "zK5", "zI5") == 2
    s.state.smoke = {"zI5": 2, "zK5": 2}
    assert los.hindrance(s.g, "zI5", "zK5") == 4
    # H5 to K5: the line runs through I5
    s.state.smoke = {"zI5": 2}
    assert "zI5" in [crossing.hex for crossing in s.g.map.between("zH5", "zK5")]
    assert los.hindrance(s.g, "zH5", "zK5") == 2


@pytest.mark.rule("SK1:3.3-w")
def test_entering_smoke_costs_one_more() -> None:
    s = germans().do("smoke u G3").roll(1)
    s.do("enter - G3")
    assert s.said("enters G3 for 2 MF")
    assert mf_left(s) == 0


@pytest.mark.rule("SK1:3.3-x")
def test_smoke_is_gone_after_the_mph() -> None:
    s = germans().do("smoke u F3").roll(1)
    s.do("stop")
    assert s.state.phase != "MPh"
    assert s.state.smoke == {}


@pytest.mark.rule("SK1:3.3-s2", "SK1:3.3.1-h", "SK1:3.3.1-k")
def test_an_attempt_draws_fire_through_the_smoke_it_made() -> None:
    s = germans(hex="I5", enemy={"id": "r", "type": "rus-447", "hex": "K5"})
    s.do("smoke u I5").roll(1)
    assert s.side() == "russian"
    s.do("fire", "add r", "declare").roll(3, 4)
    lines = s.breakdown()
    assert lines.value("SK1:3.3-v") == 2
    assert lines.value("SK1:3.3.1-j") is None, "a hindrance cancels FFMO"
    assert lines.value("SK1:3.3.1-i") == -1

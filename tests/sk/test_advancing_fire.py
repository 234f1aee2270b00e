"""The Advancing Fire Phase (SK1:3.5)."""

from __future__ import annotations

import pytest

from defilade.tactics import sequence
from sk.places import line
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def advance(distance: int, *firers: dict[str, object]) -> tuple[Situation, str]:
    here, there = line(distance)
    units = [{"id": "a", "hex": here, **firer} for firer in firers]
    return Situation("y", "AFPh", "american", [*units, {"id": "r", "type": "ger-467", "hex": there}]), there


def total(s: Situation, there: str, *adds: str) -> float:
    s.do(f"target - {there}", *(f"add {who}" for who in adds), "declare").roll(6, 5)
    return s.breakdown().total


@pytest.mark.rule("SK1:3.5-a", "SK1:3.2-m")
def test_half_firepower_keeps_its_fraction() -> None:
    s, there = advance(3, {"type": "ger-548", "side": "american"})
    assert s.side() == "american"
    s, there = advance(2, {"type": "usa-347"})
    assert total(s, there, "a") == 1.5
    assert s.breakdown().value("SK1:3.5-a") == 0.5


@pytest.mark.rule("SK1:3.5-a")
def test_units_that_prep_fired_do_not() -> None:
    s, there = advance(2, {"type": "usa-666", "fire": "prep"}, {"id": "a2", "type": "usa-666"})
    s.do(f"target - {there}")
    assert s.refusal("add a").rule == "SK1:3.5-a"


@pytest.mark.rule("SK1:3.5-b", "SK1:3.5-b2", "SK1:1.2.2-d", "SK1:QRDC-fp")
def test_assault_fire_adds_one_and_rounds_up() -> None:
    s, there = advance(2, {"type": "usa-747"})
    assert total(s, there, "a") == 5  # 3.5 + 1, fractions up
    assert s.breakdown().value("SK1:3.5-b") == 1
    s, there = advance(1, {"type": "usa-747"})
    assert total(s, there, "a") == 8


@pytest.mark.rule("SK1:3.5-b")
def test_assault_fire_is_for_the_own_fp_of_marked_squads() -> None:
    s, there = advance(2, {"type": "usa-347"})  # a half-squad
    assert total(s, there, "a") == 1.5
    s, there = advance(2, {"type": "usa-666", "sw": [{"id": "mg", "type": "usa-mmg"}]})
    assert total(s, there, "a+mg") == 2
    s, there = advance(2, {"type": "usa-666", "sw": [{"id": "mg", "type": "usa-mmg"}]})
    assert total(s, there, "a", "a+mg") == 4 + 2


@pytest.mark.rule("SK1:3.5-b3")
def test_no_assault_fire_at_long_range() -> None:
    s, there = advance(5, {"type": "usa-747"})
    assert total(s, there, "a") == 7 / 4


@pytest.mark.rule("SK1:3.5-c")
@pytest.mark.parametrize(("kind", "fires"), [("usa-mmg", False), ("usa-hmg", False), ("ger-lmg", True)])
def test_medium_and_heavy_guns_that_moved_are_silent(kind: str, fires: bool) -> None:
    s, there = advance(2, {"type": "usa-666", "sw": [{"id": "mg", "type": kind, "moved": True}]})
    s.do(f"target - {there}")
    assert s.offers("add a+mg") == fires
    if not fires:
        assert s.refusal("add a+mg").rule == "SK1:3.5-c"


@pytest.mark.rule("SK1:3.5-c")
def test_a_heavy_gun_that_stayed_fires() -> None:
    s, there = advance(2, {"type": "usa-666", "sw": [{"id": "mg", "type": "usa-hmg"}]})
    assert total(s, there, "a+mg") == 4


@pytest.mark.rule("SK1:3.5-a", "SK1:3.2-a")
def test_once_each() -> None:
    s, there = advance(
        2, {"type": "usa-666"}, {"id": "a2", "type": "usa-666", "sw": [{"id": "mg", "type": "usa-mmg"}]}
    )
    s.do(f"target - {there}", "add a", "add a2+mg", "declare").roll(1, 6).roll(1, 1)
    s.do(f"target - {there}")
    assert s.options("add") == ["add a2+mg"]


@pytest.mark.rule("SK1:3.5-d")
def test_prep_markers_come_off_at_the_end() -> None:
    s, _there = advance(2, {"type": "usa-666", "fire": "prep"}, {"id": "a2", "type": "usa-666"})
    sequence.end_phase(s.g, "AFPh")
    assert not any(unit.fire for unit in s.state.units.values())

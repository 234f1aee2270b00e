"""Skis in Squad Leader (SL:4.13)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.state import Track
from sl.table import Table, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

SQUAD = "ger-467"


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


def skier(phase: str, hex: str, *more: dict[str, Any], on: bool = True, **state: Any) -> Table:
    if on:
        state["on_skis"] = ("s",)
    return wild(phase, unit("s", SQUAD, hex), *more, skiers=("s",), **state)


@pytest.mark.rule("SL:4.13.4", "SL:4.13.5-a")
def test_skis_on_and_off() -> None:
    table = skier("MPh", "A3", on=False).do("move s", "skis-on")
    assert table.position.state.on_skis == ("s",) and table.said("SL:4.13.5-a")
    table.do("enter - qA4", "enter - qA5")
    assert table.options("enter") == []
    table.do("skis-off")
    assert not table.position.state.on_skis and table.refusal("skis-on").rule == "SL:4.13.5-a"
    walker = wild("MPh", unit("s", SQUAD, "A3")).do("move s")
    assert walker.refusal("skis-on").rule == "SL:4.13.2"


@pytest.mark.rule("SL:4.13.2")
def test_skis_are_for_snow() -> None:
    groups = {"snow": "on"}, {}
    for options in groups:
        table = wild("MPh", unit("s", SQUAD, "A3"), options=options)
        assert not table.position.state.skiers  # the sketch has no group with skis
        assert table.do("move s").refusal("skis-on").rule == "SL:4.13.2"


@pytest.mark.rule("SL:4.13.6", "SL:4.13.7", "SL:4.13.8", "SL:4.13-q5")
def test_a_mf_a_hex() -> None:
    def left(start: str, *way: str) -> list[str]:
        table = skier("MPh", start).do("move s")
        for hex in way:
            table.do(f"enter - q{hex}")
        return table.options("enter")

    woods = skier("MPh", "T3").do("move s", "enter - qT4", "enter - qT5", "enter - qT6", "enter - qT7")
    assert woods.options("enter") == []
    assert left("P3", "P4", "P5", "P6") and left("U3", "U4", "U5") == []  # 1 + 2, then 1
    uphill = skier("MPh", "R5").do("move s", "enter - qR6", "enter - qR7", "enter - qQ7")
    assert uphill.options("enter") == []  # 1 + 2 + 1
    gully = skier("MPh", "J3").do("move s", "enter - qI3", "enter - qH3", "enter - qI3")
    assert gully.options("enter") == []


@pytest.mark.rule("SL:4.13.9-a", "SL:4.13.9-b")
def test_no_skis_indoors() -> None:
    table = skier("MPh", "W7").do("move s")
    assert table.refusal("enter - qW8").rule == "SL:4.13.9-a"
    by = next(text for text in table.options("bypass") if "qW8" in text)
    assert "go-in - qW8" not in table.do(by).options()
    inside = skier("MPh", "W8", on=False).do("move s", "skis-on")
    assert inside.refusal("stop").rule == "SL:4.13.9-b"
    assert "stop" in inside.do("enter - qW7").options()
    cliff = skier("MPh", "Q8").do("move s")
    assert cliff.refusal("enter - qR8").rule == "SL:14.8.6"


@pytest.mark.rule("SL:4.13.10")
def test_downhill_they_gain() -> None:
    table = skier("MPh", "Q7").do(
        "move s", "enter - qQ6", "enter - qQ5", "enter - qQ4", "enter - qQ5", "enter - qQ4"
    )
    assert table.options("enter") and table.do("enter - qQ5").options("enter") == []  # four MF and two


@pytest.mark.rule("SL:4.13.5-c", "SL:4.13-q2")
def test_no_double_time_and_no_bonus_for_roads_on_skis() -> None:
    table = skier("MPh", "S7", options={"double-time": "on"}).do("move s")
    assert table.refusal("double-time").rule == "SL:4.13.5-c"
    for hex in ("qS6", "qS5", "qS4", "qS3"):
        table.do(f"enter - {hex}")
    assert table.options("enter") == []


@pytest.mark.rule("SL:4.13.5-b", "SL:4.13.5-a")
def test_skis_in_the_advance() -> None:
    table = skier("APh", "P8", unit("r", "rus-447", "A1"), on=False).do("skis-on s")
    assert "advance s qP7" in table.options() and "advance s qP9" not in table.options()
    assert table.refusal("advance s qP9").rule == "SL:4.13.5-b"
    off = skier("APh", "P8", unit("r", "rus-447", "A1")).do("skis-off s")
    assert "advance s qP9" in off.options() and "skis-on s" not in off.options()


@pytest.mark.rule("SL:4.13.3-a", "SL:4.13.3-b")
def test_snow_smocks() -> None:
    way = {"s": Track(0, ("qO3",))}
    moved = wild(
        "DFPh", unit("s", SQUAD, "O3", moved=True), unit("r", "rus-447", "O1"), tracks=way, skiers=("s",)
    )
    moved.do("target - qO3", "add r", "declare").roll((6, 5))
    assert drm(moved) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1, "SL:4.13.3-a": 1}
    house = wild("PFPh", unit("r", "ger-467", "W7"), unit("s", "rus-447", "W8"), skiers=("s",))
    house.do("target - qW8", "add r", "declare").roll((6, 5))
    assert "SL:4.13.3-a" not in drm(house)


@pytest.mark.rule("SL:4.13.12", "SL:4.13-q4")
def test_skis_in_close_combat() -> None:
    table = skier("CCPh", "O3", unit("r", "rus-447", "O3")).do("attack r", "with s", "declare")
    assert not [text for text in table.options() if "skis" in text]
    table.do("attack s", "with r", "declare").roll((6, 5), (6, 5))
    first, second = [event.breakdown for event in table.events if event.breakdown is not None]
    assert {line.rule: line.value for line in first.lines}["SL:4.13.12"] == 2
    assert {line.rule: line.value for line in second.lines}["SL:4.13.12"] == -2


@pytest.mark.rule("SL:4.13.11", "SL:4.13.11-b")
def test_skis_stay_with_the_broken() -> None:
    a = unit("r", "rus-447", "O2")
    broken = wild(
        "APh", unit("s", SQUAD, "O5", broken=True), unit("t", SQUAD, "O9"), a, skiers=("s",), on_skis=("s",)
    )
    assert not [text for text in broken.options() if "skis" in text]
    assert broken.position.state.on_skis == ("s",) and not broken.g.weapons_of(broken.unit("s"))

"""Infantry bypass in Squad Leader (SL:4.6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.hidden import hide
from defilade.rules.sl.fire import Attack, targets_met
from defilade.rules.sl.marches.bypass import sees_corner, touched, ways
from defilade.rules.sl.morale import leader_lines
from defilade.rules.sl.state import Bypass, Track
from defilade.rules.sl.weapons.fire_through import ends_at_target, lanes
from defilade.tactics.control import gain_control_at
from sl.table import Table, unit
from sl.wilds import BOARD, wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

SQUAD = "ger-467"
# The woods of S8 stand alone: neighbours from the north clockwise are S7, T7, T8, S9, R8 (on a hill) and R7.


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


def south() -> Table:
    return wild("MPh", unit("s", SQUAD, "S7"), unit("t", SQUAD, "S7")).do("move s")


@pytest.mark.rule("SL:4.6.1-a", "SL:4.6.2", "SL:4.6.3-a", "SL:4.6.1-d")
def test_around_the_woods_for_the_price_of_the_ground() -> None:
    table = south()
    assert set(table.options("bypass")) >= {"bypass - qS8 1", "bypass - qS8 1-2", "bypass - qS8 1-2-3"}
    table.do("bypass - qS8 1-2")
    assert table.said("SL:4.6.1-a") and set(table.options()) == {"enter - qT8", "enter - qS9", "go-in - qS8"}
    table.do("enter - qS9", "enter - qS10", "enter - qS9")
    assert table.options() == ["stop"]  # 1 + 1 + 1 + 1
    far = south().do("bypass - qS8 1-2-3")
    assert far.said("SL:4.6.3-a") and "go-in - qS8" in far.options()
    far.do("enter - qS9", "enter - qS10")
    assert far.options() == ["stop"]  # 2 + 1 + 1


@pytest.mark.rule("SL:4.6.10", "SL:4.6.3-a")
def test_three_or_four_hexsides_cost_a_mf_more() -> None:
    for count, name in ((3, "1-2-3"), (4, "1-2-3-4")):
        table = south().do(f"bypass - qS8 {name}")
        assert table.said("SL:4.6.3-a") and len(name.split("-")) == count
        around = table.g.map.neighbours["qS8"]
        last = next(way for way in ways(table.g, "qS7", "qS8") if way.name == name)
        assert set(last.exits) == {around[count], around[count + 1]} - {"qS7"}
    assert not [option for option in south().options("bypass") if "1-2-3-4-5" in option]


@pytest.mark.rule("SL:4.1.7", "SL:4.6.3-c")
def test_a_wall_is_climbed_on_the_way_into_a_bypass() -> None:
    table = Table("MPh", [unit("s", SQUAD, "2E5")], board="2").do("move s")
    assert table.g.map.hexside_kind("2E5", "2D4") == "wall"
    table.do("bypass - 2D4 3-4")
    assert any("for 2 MF" in event.text for event in table.events)


@pytest.mark.rule("SL:4.6.6-b", "SL:4.6.6-a")
def test_a_move_goes_on_or_pays_for_the_obstacle() -> None:
    table = south().do("bypass - qS8 1-2")
    assert table.refusal("stop").rule == "SL:4.6.6-b" and table.refusal("enter - qS7").rule == "SL:4.6.3-a"
    table.do("go-in - qS8")
    assert table.unit("s").hex == "qS8" and not table.position.state.bypasses and "stop" in table.options()
    spent = wild("MPh", unit("s", SQUAD, "S4")).do("move s")
    for hex in ("qS5", "qS6", "qS7"):
        spent.do(f"enter - {hex}")
    assert spent.options("bypass")
    tired = wild("MPh", unit("s", "ger-436", "S6")).do("move s", "enter - qT6", "enter - qT7")
    assert not tired.options("bypass") and tired.refusal("bypass - qS8 2").rule in ("SL:4.6.6-b", "SL:4.1.2")


@pytest.mark.rule("SL:4.6.4", "SL:4.6.5")
def test_one_way_around_a_hex_in_a_player_turn() -> None:
    table = south().do("bypass - qS8 1-2", "enter - qS9", "stop", "move t")
    assert table.refusal("bypass - qS8 5").rule == "SL:4.6.5"
    here = {text for text in table.options("bypass") if "qS8" in text}
    assert here == {"bypass - qS8 1", "bypass - qS8 1-2"}
    assert table.position.state.bypass_marks == {"qS8": (1, 2)}
    back = wild("MPh", unit("s", SQUAD, "S9"), bypass_marks={"qS8": (1, 2)}).do("move s")
    assert "bypass - qS8 2-1" in back.options("bypass")
    table.do("stop", "done")
    assert not table.position.state.bypass_marks  # nobody sees them: the DFPh is over


@pytest.mark.rule("SL:4.6.1-b", "SL:4.6-q2", "SL:4.6.3-b", "SL:4.6-q3", "SL:14.12.2-c", "SL:14.18.6-a")
def test_what_can_be_bypassed_and_by_which_hexsides() -> None:
    g = wild("MPh").g
    assert touched(g, "qS8") == frozenset()
    joined = touched(g, "qT5")
    assert 0 in joined and 3 in joined  # T4 and T6 are woods as well
    assert all(set(way.along).isdisjoint(joined) for way in ways(g, "qU4", "qT5"))
    for start, hex in (("L2", "qL3"), ("P3", "qP4"), ("B3", "qC3")):
        table = wild("MPh", unit("s", SQUAD, start)).do("move s")
        assert not table.options("bypass") or all(hex not in text for text in table.options("bypass"))
        assert table.refusal(f"bypass - {hex} 1").rule == "SL:4.6.1-b"
    enemy = wild("MPh", unit("s", SQUAD, "S7"), unit("r", "rus-447", "S8")).do("move s")
    assert (
        all("qS8" not in text for text in enemy.options("bypass"))
        and enemy.refusal("bypass - qS8 1-2").rule == "SL:4.1.11"
    )
    road = wild("MPh", unit("s", SQUAD, "R4")).do("move s")
    assert [text for text in road.options("bypass") if "qS5" in text]
    cliff = next(way for way in ways(wild("MPh").g, "qS7", "qS8") if way.along == (5, 4))
    assert cliff.exits  # nothing stands on hexsides that would bar them


@pytest.mark.rule("SL:4.6.10")
def test_one_hexside_costs_as_much_and_marks_two() -> None:
    table = south().do("bypass - qS8 1")
    assert table.position.state.bypass_marks["qS8"] == (0, 1) and "enter - qT8" in table.options()


@pytest.mark.rule("SL:4.6.11")
def test_going_by_gives_no_control() -> None:
    table = wild("MPh", unit("s", SQUAD, "W7")).do("move s")
    way = next(text for text in table.options("bypass") if "qW8" in text)
    table.do(way)
    assert "qW8" not in table.position.state.hex_control
    held = wild("MPh", unit("s", SQUAD, "W8"))
    assert gain_control_at(held.g, "qW8")


# -- under fire --------------------------------------------------------------------------------------------


def fired_on(firer: str, *more: dict[str, object], sides: tuple[int, ...] = (1, 2), **state: object) -> Table:
    """A squad has gone from S7 by the eastern side of S8 to S9."""
    units = [unit("s", SQUAD, "S9", moved=True), unit("r", "rus-447", firer), *more]
    way = {"s": (Bypass("qS8", sides, ("qT8", "qS9")),)}
    return wild("DFPh", *units, tracks={"s": Track(0, ("qS8", "qS9"))}, bypasses=way, **state)


@pytest.mark.rule("SL:4.6.8-b", "SL:4.6.7", "SL:4.6-q6")
def test_defensive_fire_across_the_way() -> None:
    table = fired_on("U8").do("target s qS8", "add r", "declare").roll((6, 5))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    assert table.g.map.distance("qU8", "qS8") == 2


@pytest.mark.rule("SL:4.6.8-a")
def test_fire_to_where_the_hexsides_of_the_way_meet() -> None:
    table = fired_on("U6", unit("t", SQUAD, "S8"))
    assert not terrain.sees(table.g, "qU6", "qS8")
    table.do("target s qS8", "add r", "declare").roll((6, 5))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    struck = [event.who for event in table.events if event.kind == "attack"]
    assert struck == [("s",)], "who is in the woods is not to be seen from there"
    other = fired_on("U6", sides=(0, 1))  # that corner is hidden, too
    assert "target s qS8" not in other.options()
    far = fired_on("X4")
    assert "target s qS8" in far.options() and far.g.map.distance("qX4", "qS8") == 6


@pytest.mark.rule("SL:4.6.8-a")
def test_a_fire_group_has_one_line_of_sight() -> None:
    table = fired_on("W9", unit("q", "rus-447", "X9"), unit("p", "rus-447", "V8")).do("target s qS8")
    way = Bypass("qS8", (1, 2), ())
    sees = {
        hex: (terrain.sees(table.g, f"q{hex}", "qS8"), sees_corner(table.g, f"q{hex}", way))
        for hex in ("W9", "X9", "V8")
    }
    assert sees == {"W9": (False, True), "X9": (True, False), "V8": (True, True)}
    table.do("add r")
    assert table.refusal("add q").rule == "SL:4.6.8-a" and "add q" not in table.options("add")
    table.do("add p", "declare").roll((6, 5))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    g = table.g
    g.place(g.unit("s"), "qS8")
    assert targets_met(g, ("s",), ("qW9", "qV8")) == ("s",) == targets_met(g, ("s",), ("qX9", "qV8"))
    assert targets_met(g, ("s",), ("qW9", "qX9")) == (), "nor where nobody looked before they fired"


@pytest.mark.rule("SL:4.6.9")
def test_who_does_not_see_the_way_does_not_fire() -> None:
    behind = fired_on("R6")
    assert terrain.sees(behind.g, "qR6", "qS8")
    assert "target s qS8" not in (behind.options() if behind.position.state.phase == "DFPh" else [])
    both = fired_on("U8", unit("q", "rus-447", "R6")).do("target s qS8")
    assert both.refusal("add q").rule == "SL:4.6.9"


@pytest.mark.rule("SL:4.6-q5")
def test_one_throw_for_those_beside_and_in_the_woods() -> None:
    table = fired_on("U8", unit("t", SQUAD, "S8", moved=True))
    table.position.state.tracks["t"] = Track(1, ("qS8",))
    table.do("target s qS8", "add r", "declare").roll((6, 5))
    found = {
        event.who: {line.rule: line.value for line in event.breakdown.lines if line.sign == "+"}
        for event in table.events
        if event.kind == "attack" and event.breakdown is not None
    }
    assert found[("s",)] == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    assert found[("t",)] == {"SL:5.6.8.1-a": -1, "SL:5.3.1-b": 1}


@pytest.mark.rule("SL:4.6.6-c", "SL:4.6.6-d")
def test_who_breaks_beside_it_stays_there_until_the_rout() -> None:
    table = fired_on("U8", unit("q", "rus-447", "U9"))
    table.do("target s qS8", "add r", "declare").roll((2, 3), (6, 5))
    assert table.unit("s").broken and table.unit("s").hex == "qS8"
    table.do("target - qS8", "add q", "declare").roll((6, 6))
    assert drm(table) == {"SL:4.6.6-c": -2}
    table.do("done")
    assert not table.position.state.bypasses  # the RtPh has begun, or is over


@pytest.mark.rule("SL:4.6-q8", "SL:4.6.3-c")
def test_a_wall_beside_the_way_protects() -> None:
    # The wall is the northern hexside of U4, along which the squad went.
    way = {"s": (Bypass("qU4", (0, 1), ()),)}
    table = wild(
        "DFPh",
        unit("s", SQUAD, "U6", moved=True),
        unit("r", "rus-447", "U2"),
        tracks={"s": Track(0, ("qU4", "qU6"))},
        bypasses=way,
    ).do("target s qU4", "add r", "declare")
    table.roll((6, 5))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1, "SL:5.3.1-f": 2}


def hidden_in_the_house() -> Table:
    table = wild(
        "MPh",
        unit("s", SQUAD, "W7"),
        unit("t", SQUAD, "W7"),
        unit("r", "rus-447", "A9"),
        unit("q", "rus-447", "A9"),
    )
    table.g.place(table.g.unit("r"), "")
    hide(table.g, "r", "qW8")
    return table


@pytest.mark.rule("SL:4.6.1-b", "SL:4.6.3-b", "SL:14.8.6")
def test_nobody_goes_by_what_burns_or_over_a_cliff() -> None:
    free = wild("MPh", unit("s", SQUAD, "W7")).do("move s")
    assert [text for text in free.options("bypass") if "qW8" in text]
    burning = wild("MPh", unit("s", SQUAD, "W7"), fires={"qW8": "german"}).do("move s")
    assert not [text for text in burning.options("bypass") if "qW8" in text]
    assert burning.refusal("bypass - qW8 1").rule == "SL:8.14.15"


@pytest.mark.rule("SL:4.6.1-b", "SL:14.8.6")
def test_the_cliff_above_the_woods_is_no_way_in(tmp_path: Path) -> None:
    steep = BOARD.replace("Q8-R8}", "Q8-R8 R8-S8}").replace("id: q", "id: qq")
    (tmp_path / "boards" / "qq.yaml").write_text(steep, encoding="utf-8")
    table = Table("MPh", [unit("s", SQUAD, "R8")], board="qq").do("move s")
    into = [text for text in table.options("bypass") if "qqS8" in text]
    assert not into and table.refusal("bypass - qqS8 5").rule == "SL:14.8.6"


@pytest.mark.rule("SL:4.6.6-a", "SL:4.6.11")
def test_who_goes_in_after_all_holds_the_house() -> None:
    table = wild("MPh", unit("s", SQUAD, "W7")).do("move s", "bypass - qW8 1")
    assert "qW8" not in table.position.state.hex_control
    table.do("go-in - qW8")
    assert table.position.state.hex_control["qW8"] == "german"


@pytest.mark.rule("SL:4.6.6-a", "SL:2.5.5-a")
def test_who_goes_in_finds_who_hides_there() -> None:
    by = hidden_in_the_house().do("move s", "bypass - qW8 1", "enter - qX8", "stop")
    assert by.unit("r").hex == ""  # whoever only goes by finds nobody
    table = hidden_in_the_house().do("move s", "bypass - qW8 1", "go-in - qW8")
    assert table.unit("r").hex == "qW8" and table.unit("s").hex == "qW7"
    assert "qW8" not in {unit.hex for unit in table.g.on_map("german")}


@pytest.mark.rule("SL:4.6-q1")
def test_rubble_next_door_is_in_nobodys_way(tmp_path: Path) -> None:
    ruins = BOARD.replace("crag: Q8", "crag: Q8\n  rubble: S9 T7").replace("id: q", "id: qr")
    (tmp_path / "boards" / "qr.yaml").write_text(ruins, encoding="utf-8")
    table = Table("MPh", [unit("s", SQUAD, "S7")], board="qr").do("move s")
    assert table.refusal("bypass - qrT7 1").rule == "SL:4.6.1-b"
    assert {"bypass - qrS8 1-2", "bypass - qrS8 1"} <= set(table.options("bypass"))


@pytest.mark.rule("SL:4.6.8-c")
def test_walls_beside_firer_or_bypasser_hide_nobody() -> None:
    # The wall lies between U3 and U4.
    g = wild("MPh").g
    assert not terrain.sees(g, "qU2", "qU5")
    way = {"s": (Bypass("qU4", (0, 1), ()),)}
    for firer, hex in (("U2", "qU4"), ("U3", "qU5")):
        bypass = {"s": (Bypass(hex, (0, 1), ()),)} if hex != "qU4" else way
        table = wild(
            "DFPh",
            unit("s", SQUAD, "Z9", moved=True),
            unit("r", "rus-447", firer),
            tracks={"s": Track(0, (hex, "qZ9"))},
            bypasses=bypass,
        )
        assert f"target s {hex}" in table.options("target")


@pytest.mark.rule("SL:4.6-q7")
def test_a_leader_in_the_house_helps_who_goes_by_only_under_the_same_fire() -> None:
    def lines(way: dict[str, tuple[Bypass, ...]], targets: tuple[str, ...]) -> list[float]:
        men = unit("s", SQUAD, "W8"), unit("l", "ger-9-2", "W8"), unit("r", "rus-447", "W5")
        table = wild("DFPh", *men, bypasses=way)
        g = table.g
        g.state.stack.append(Attack("DFPh", "russian", "qW8", targets, ()))
        return [line.value for line in leader_lines(g, g.unit("s"), "SL:3.2.6")]

    by = {"s": (Bypass("qW8", (0, 1), ()),)}
    assert lines(by, ("s",)) == [] and lines(by, ("s", "l")) == [-2]
    assert lines({}, ("s",)) == [-2]


@pytest.mark.rule("SL:4.6-q4")
def test_machine_gun_fire_does_not_end_with_who_only_goes_by() -> None:
    men = unit("u", SQUAD, "W5"), unit("p", "rus-447", "W8")
    by = {"p": (Bypass("qW8", (0, 1), ()),)}
    assert ends_at_target(wild("DFPh", *men).g, "qW5", "qW8")
    assert not ends_at_target(wild("DFPh", *men, bypasses=by).g, "qW5", "qW8")
    both = wild("DFPh", *men, unit("q", "rus-447", "W8"), bypasses=by)
    assert ends_at_target(both.g, "qW5", "qW8")
    lane = [place for one in lanes(both.g, "qW6", "qW7", 5, 8) for place, _ in one]
    assert lane.count("qW8") == 1  # one hex, one factor for both


@pytest.mark.rule("SL:4.7.5-a", "SL:4.6.7")
def test_who_runs_by_the_side_of_woods_is_not_in_them() -> None:
    fast = {"options": {"double-time": "on"}, "double_timing": ("s", "t")}
    table = fired_on("U8", unit("t", SQUAD, "S8", moved=True), **fast)
    table.position.state.tracks["t"] = Track(1, ("qS8",))
    table.do("target s qS8", "add r", "declare").roll((6, 5))
    found = {
        event.who: {line.rule for line in event.breakdown.lines}
        for event in table.events
        if event.kind == "attack" and event.breakdown is not None
    }
    assert "SL:4.7.5-a" not in found[("s",)] and "SL:4.7.5-a" in found[("t",)]


@pytest.mark.rule("SL:4.6.5", "SL:4.6.8-b", "SL:4.6.10")
def test_who_follows_the_counter_is_seen_along_all_of_it() -> None:
    first = south()
    first.position.state.bypass_marks = {"qS8": (1, 2)}
    first.do("bypass - qS8 1")
    assert first.position.state.bypasses["s"][0].sides == (1, 2), "not those that it would mark itself"
    alone = south().do("bypass - qS8 1")
    assert alone.position.state.bypasses["s"][0].sides == (0, 1)

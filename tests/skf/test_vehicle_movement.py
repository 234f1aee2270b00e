"""Vehicles on the move (SKF:3.3.2)."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Chance
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.full.vehicles import crew_exposed
from skf.tanks import Tanks

SIDES = ("german", "russian")
SOUTH = 2
"""A facing with the hex below in front."""


IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}
"""Another vehicle, for whose move the phase waits."""


def alone(phase: str = "MPh", **tank: object) -> Tanks:
    """A PzKpfw IVH on the street in Y3 of board z, heading down it, and nobody who could shoot at it."""
    start = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH, **tank}
    return Tanks(phase, "german", [start, IDLE], sides=SIDES)


@pytest.mark.rule("SKF:3.3.2-i", "SKF:3.3.2-a")
def test_a_vehicle_starts_before_it_moves() -> None:
    s = alone().do("drive t")
    assert s.refusal("enter - Y4").rule == "SKF:3.3.2-i"
    s.do("start")
    assert s.spent == 1
    assert not s.tank().moving_target
    s.do("enter - Y4")
    assert s.tank().hex.endswith("Y4")
    assert s.tank().moving_target
    assert s.refusal("start").rule == "SKF:3.3.2-i"


@pytest.mark.rule("SKF:1.1.1-m", "SKF:7.7-c")
def test_the_road_costs_half_a_mp_when_ce_and_one_when_bu() -> None:
    out = alone(ce=True).do("drive t", "start", "enter - Y4")
    assert out.spent == 1.5
    inside = alone().do("drive t", "start", "enter - Y4")
    assert inside.spent == 2


@pytest.mark.rule("SKF:1.1.1-d", "SKF:1.1.1-aa")
def test_terrain_costs_tracked_vehicles_and_armored_cars() -> None:
    tracked = alone(hex="X4", vca=1).do("drive t", "start")
    assert "1 MP" in _entered(tracked, "Y4" if tracked.offers("enter - Y4") else "Y5")
    car = alone(type="ger-psw222", hex="V2", vca=1).do("drive t", "start", "enter - W2")
    assert car.spent == 1 + 3, "orchard costs an armored car 3"
    tank = alone(hex="V2", vca=1).do("drive t", "start", "enter - W2")
    assert tank.spent == 1 + 1


def _entered(s: Tanks, hex: str) -> str:
    s.do(f"enter - {hex}")
    return next(event.text for event in reversed(s.events) if event.kind == "enter")


@pytest.mark.rule("SKF:3.3.2-e", "SKF:3.3.2-d")
def test_it_enters_hexes_in_its_vca_and_turns_a_hexspine_for_a_mp() -> None:
    s = alone(vca=5).do("drive t", "start")
    assert s.refusal("enter - Y4").rule == "SKF:3.3.2-e"
    assert s.options("steer") == ["steer - - 4", "steer - - 0"]
    s.do("steer - - 4", "steer - - 3")
    assert (s.spent, s.tank().vca, s.tank().tca) == (3, 3, 3)
    s.do("enter - Y4")


@pytest.mark.rule("SKF:3.3.2-h", "SKF:2.0-aa")
def test_the_turret_turns_with_the_next_mp_at_no_cost() -> None:
    s = alone().do("drive t", "turret - - 5")
    assert s.tank().tca == SOUTH
    s.do("start")
    assert (s.spent, s.tank().tca, s.tank().vca) == (1, 5, SOUTH)


@pytest.mark.rule("SKF:3.3.2-h")
def test_in_a_building_the_turret_needs_two_mp() -> None:
    s = alone(hex="E4", vca=1).do("drive t", "turret - - 5", "start")
    assert s.tank().tca == 1
    s.do("steer - - 2").roll(1, 1)
    assert s.tank().vca == 2
    assert s.tank().tca in (5, 0)


@pytest.mark.rule("SKF:3.3.2-j", "SKF:3.3.2-m")
def test_it_stops_for_a_mp_delays_when_stopped_and_may_start_again() -> None:
    s = alone(ce=True).do("drive t", "start")
    assert s.refusal("delay").rule == "SKF:3.3.2-m"
    s.do("enter - Y4", "halt")
    assert s.spent == 2.5
    s.do("delay", "start")
    assert s.spent == 4.5
    assert s.refusal("delay").rule == "SKF:3.3.2-m"


@pytest.mark.rule("SKF:3.3.2-m")
def test_a_higher_cost_may_be_declared() -> None:
    s = alone(ce=True).do("drive t", "start", "slower", "slower", "enter - Y4")
    assert s.spent == 1 + 0.5 + 2


@pytest.mark.rule("SKF:3.3.2-n", "SKF:2.0-r", "SKF:2.0-u")
def test_it_ends_in_motion_only_where_it_lacks_mp_for_the_next_hex() -> None:
    s = alone().do("drive t", "start", "enter - Y4")
    assert s.refusal("end").rule == "SKF:3.3.2-n"
    for hex in ("Y5", "Y6", "Y7", "Y8", "Y9"):
        s.do(f"enter - {hex}")
    s.do("slower", "slower", "slower", "slower", "slower", "enter - Y10")
    assert s.spent == 13
    s.do("end")
    assert s.tank().motion


@pytest.mark.rule("SKF:3.3.2-a")
def test_who_has_stopped_may_end_at_any_time_and_is_not_in_motion() -> None:
    s = alone().do("drive t", "start", "enter - Y4", "halt", "end")
    assert not s.tank().motion
    assert s.tank().moving_target
    assert s.refusal("drive t").rule


@pytest.mark.rule("SKF:3.3.2-o", "SKF:2.0-t")
def test_who_begins_in_motion_must_spend_its_mp() -> None:
    s = alone(motion=True, began_in_motion=True)
    assert not s.offers("done")
    s.do("drive t")
    s.do("halt", "end")
    assert not s.tank().motion
    assert s.tank().moving_target


@pytest.mark.rule("SKF:3.3.2-k")
def test_wrecks_in_the_way_cost_more() -> None:
    wreck = {"id": "w", "type": "rus-t34", "hex": "Y4", "wreck": True}
    road = Tanks(
        "MPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH}, wreck], sides=SIDES
    )
    road.do("drive t", "start", "enter - Y4")
    assert road.spent == 1 + 1 + 2
    off = Tanks(
        "MPh",
        "german",
        [{"id": "t", "type": "ger-pzivh", "hex": "A3", "vca": 2}, {**wreck, "hex": "A4"}],
        sides=SIDES,
    )
    off.do("drive t", "start", "enter - A4")
    assert off.spent == 1 + 1 + 1


@pytest.mark.rule("SKF:3.3.2-l")
def test_two_vehicles_of_a_side_in_a_hex_at_the_end_of_the_mph_wreck_one() -> None:
    two = [
        {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH},
        {"id": "u", "type": "ger-pzivh", "hex": "Y4", "vca": SOUTH},
    ]
    s = Tanks("MPh", "german", two, sides=SIDES).do("drive t", "start", "enter - Y4", "halt", "end", "done")
    assert [s.tank("t").wreck, s.tank("u").wreck].count(True) == 1


@pytest.mark.rule("SKF:3.3.2-t")
def test_a_dear_hex_can_always_be_entered_with_all_mp() -> None:
    wrecks = [{"id": f"w{n}", "type": "rus-t34", "hex": "Y4", "wreck": True} for n in range(7)]
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH}
    s = Tanks("MPh", "german", [tank, *wrecks, IDLE], sides=SIDES).do("drive t", "start")
    assert s.refusal("enter - Y4").rule == "SKF:3.3.2-a"
    assert s.offers("enter - Y4 all")
    s.do("enter - Y4 all")
    assert not s.options("halt")
    s.do("end")
    assert s.tank().motion


@pytest.mark.rule("SKF:3.3.2-p", "SKF:3.3-d")
def test_vehicles_off_the_map_begin_in_motion_and_face_inward() -> None:
    off = {"id": "t", "type": "ger-pzivh", "due": 1, "edges": ["north"]}
    s = Tanks("MPh", "german", [off], sides=SIDES).do("drive t")
    assert s.offers("enter - Y1 2") and s.offers("enter - Y1 3")
    assert not s.offers("enter - Y1 0")
    assert not s.options("start")
    s.do("enter - Y1 2")
    assert s.tank().vca == 2
    assert s.spent == 1


@pytest.mark.rule("SKF:1.1.1-q", "SKF:7.6-a", "SKF:7.6-b", "SKF:7.6-d", "SKF:7.6-e", "SKF:7.6-c")
def test_bog_in_woods_at_half_the_mp() -> None:
    s = alone(type="rus-t3485", side="german", hex="M8", vca=2).do("drive t", "start", "enter - M9 half")
    s.roll(4, 5)
    check = next(event for event in s.events if event.kind == "bog_check")
    assert check.breakdown is not None
    assert {line.rule: line.value for line in check.breakdown.lines} == {"SKF:7.6-d": 1, "SKF:7.6-e": 3}
    assert s.tank().bogged
    assert not s.tank().motion
    assert s.state.phase == "MPh" or not s.options("enter")


@pytest.mark.rule("SKF:1.1.1-q", "SKF:7.6-e")
def test_with_all_its_mp_it_does_not_bog_so_easily_and_may_still_stop() -> None:
    s = (
        alone(type="rus-t3485", side="german", hex="M8", vca=2)
        .do("drive t", "start", "enter - M9 all")
        .roll(4, 5)
    )
    assert not s.tank().bogged
    s.do("halt")
    assert s.tank().hex.endswith("M9")


@pytest.mark.rule("SKF:7.6-f", "SKF:7.6-g", "SKF:7.6-h")
def test_bog_removal_as_in_the_example() -> None:
    stuck = {"type": "rus-t3485", "side": "german", "hex": "M9", "vca": 2, "bogged": True}
    mired = alone(**stuck).do("drive t", "unbog").roll(5, 2)
    assert mired.tank().bogged and mired.tank().mired
    left = alone(**stuck, mired=True).do("drive t", "unbog").roll(3, 6)
    assert not left.tank().bogged
    assert left.tank().motion, "18 MP are more than it has: it is left in Motion"
    free = alone(**stuck, mired=True).do("drive t", "unbog").roll(3, 3)
    assert free.spent == 9
    stays = alone(**stuck, mired=True).do("drive t", "unbog").roll(5, 3)
    assert stays.tank().immobilized


@pytest.mark.rule("SKF:1.1.1-i")
def test_a_building_is_entered_while_bu_at_half_the_mp() -> None:
    s = alone(hex="E3", vca=2, ce=True).do("drive t", "start")
    assert s.refusal("enter - E4 half").rule == "SKF:1.1.1-i"
    s.do("button-up", "enter - E4 half")
    s.roll(1, 2)
    assert s.spent == 1 + 6.5
    check = next(event for event in s.events if event.kind == "bog_check")
    assert check.breakdown is not None and check.breakdown.drm == 1 + 4
    car = alone(type="ger-psw222", hex="E3", vca=2).do("drive t", "start")
    assert not car.options("enter") or not car.offers("enter - E4 half")


@pytest.mark.rule("SKF:3.3.2-s")
def test_red_mp_may_break_down_on_starting() -> None:
    s = alone(type="ger-tiger").do("drive t", "start").roll(6, 6)
    assert s.tank().immobilized
    good = alone(type="ger-tiger").do("drive t", "start").roll(5, 6)
    assert not good.tank().immobilized


@pytest.mark.rule("DAE:VN-Panther-a", "DAE:VN-Panther-b")
def test_a_panther_stalls() -> None:
    s = alone(type="ger-panther").do("drive t", "start").roll(6, 6, 3, 2)
    assert s.spent == 1 + 5
    assert not s.tank().moving_target
    s.do("start").roll(3, 3)
    assert s.offers("enter - Y4")
    long = alone(type="ger-panther").do("drive t", "start").roll(6, 6, 6, 6)
    assert long.spent == 13


@pytest.mark.rule("SKF:7.7-a")
def test_the_crew_changes_once_a_phase() -> None:
    s = alone().do("drive t", "open-up")
    assert s.tank().ce
    assert s.refusal("button-up").rule == "SKF:7.7-a"


@pytest.mark.rule("SKF:1.1.1-r", "SKF:1.2.7", "DAE:QRDC-bog", "SKF:7.6-d")
def test_an_armored_car_spends_all_its_mp_on_woods() -> None:
    s = alone(type="ger-psw222", hex="M8", vca=2).do("drive t", "start")
    assert s.offers("enter - M9 all") and not s.offers("enter - M9 half")
    s.do("enter - M9 all").roll(5, 5)
    check = next(event for event in s.events if event.kind == "bog_check")
    assert check.breakdown is not None and check.breakdown.drm == 1 + 1, "normal pressure, not fully tracked"
    assert s.tank().bogged


@pytest.mark.rule("DAE:QRDC-bog", "SKF:7.6-b")
def test_every_cell_of_the_bog_chart() -> None:
    chart = full_library().charts.bog
    found = {name: getattr(chart, name) for name in chart.__struct_fields__}
    assert found == {
        "bogs_at": 12,
        "normal_pressure": 1,
        "high_pressure": 2,
        "not_tracked": 1,
        "woods_at_half": 3,
        "wooden_building_at_half": 3,
        "stone_building_at_half": 4,
        "frees_at_most": 4,
        "mires_on": 5,
    }


@pytest.mark.rule("SKF:1.1.1-ay")
def test_a_crest_line_costs_four_more() -> None:
    s = Tanks("MPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "A1"}], sides=SIDES, board="w")
    g = s.g
    steps = [
        (low, direction, high)
        for low in g.map.names
        for direction, high in enumerate(g.map.neighbours[low])
        if high is not None
        and g.map.level(high) == g.map.level(low) + 1
        and g.map.terrain[high] == g.map.terrain[low] == "open"
    ]
    plain = next(step for step in steps if not g.map.road_between(step[0], step[2]))
    low, direction, high = plain
    tank = {"id": "t", "type": "ger-pzivh", "hex": low, "vca": direction}
    up = Tanks("MPh", "german", [tank], sides=SIDES, board="w")
    up.do("drive t", "start", f"enter - {high}")
    assert up.spent == 1 + 1 + 4
    roads = [step for step in steps if g.map.road_between(step[0], step[2])]
    if roads:
        low, direction, high = roads[0]
        car = {"id": "t", "type": "ger-pzivh", "hex": low, "vca": direction}
        by_road = Tanks("MPh", "german", [car], sides=SIDES, board="w").do(
            "drive t", "start", f"enter - {high}"
        )
        assert by_road.spent == 1 + 1 + 2


@pytest.mark.rule("SKF:1.1.1-y", "SKF:3.3.2-k")
def test_on_a_woods_road_a_vehicle_always_uses_the_road() -> None:
    for board in ("y", "x", "w"):
        s = Tanks("MPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "A1"}], sides=SIDES, board=board)
        g = s.g
        found = [
            (a, direction, b)
            for a in g.map.names
            for direction, b in enumerate(g.map.neighbours[a])
            if b is not None and g.map.terrain[b] == "woods" and g.map.road_between(a, b)
        ]
        if not found:
            continue
        a, direction, b = found[0]
        tank = {"id": "t", "type": "ger-pzivh", "hex": a, "vca": direction}
        drive = Tanks("MPh", "german", [tank], sides=SIDES, board=board).do("drive t", "start")
        assert not [text for text in drive.options("enter") if "half" in text and b in text]
        level = 2 if g.map.level(b) > g.map.level(a) else 0
        drive.do(f"enter - {b}")
        assert drive.spent == 2 + level
        wreck = {"id": "w", "type": "rus-t34", "hex": b, "wreck": True}
        crowded = Tanks("MPh", "german", [tank, wreck], sides=SIDES, board=board).do(
            "drive t", "start", f"enter - {b}"
        )
        assert crowded.spent == 2 + level + 4, "the penalty of the road is doubled in woods"
        return
    raise AssertionError("no woods-road on these boards")


@pytest.mark.rule("SKF:2.0-m", "SKF:2.0-q")
def test_who_is_not_mobile_neither_starts_nor_turns() -> None:
    for state in ({"immobilized": True}, {"bogged": True}):
        s = alone(**state).do("drive t")
        assert not s.tank().mobile
        assert s.refusal("start").rule == "SKF:2.0-m"
        assert not s.options("enter") and not s.options("steer")
        assert s.options("turret"), "its turret turns all the same"


@pytest.mark.rule("SKF:3.3.2-b")
def test_it_drives_into_the_hex_of_the_enemy() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH}
    s = Tanks("MPh", "german", [tank, IDLE], [{"id": "r", "type": "rus-447", "hex": "Y4"}], sides=SIDES)
    s.do("drive t", "start")
    while s.side() == "russian":
        s.do("pass")
    s.do("enter - Y4")
    assert s.tank().hex.endswith("Y4")


@pytest.mark.rule("SKF:7.7-d", "SKF:7.10-i")
def test_a_crew_that_was_forced_inside_stays_there() -> None:
    s = alone(ce=True)
    crew_exposed.button_up(s.g, s.tank())
    s.do("drive t")
    assert s.refusal("open-up").rule == "SKF:7.7-d"


@pytest.mark.rule("SKF:7.4-d", "SKF:3.3.2-l")
def test_wrecks_do_not_count_as_vehicles_in_a_hex() -> None:
    wreck = {"id": "w", "type": "ger-pzivh", "hex": "Y4", "wreck": True}
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH}
    s = Tanks("MPh", "german", [tank, wreck, IDLE], sides=SIDES)
    s.do("drive t", "start", "enter - Y4", "halt", "end", "done")
    assert not s.tank().wreck


@pytest.mark.rule("SKF:3.3.5-a", "SKF:7.12-a")
def test_residual_fp_attacks_a_ce_crew_that_spends_mp() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": SOUTH, "ce": True}
    s = Tanks("MPh", "german", [tank, IDLE], sides=SIDES, residual={"Y4": 8})
    s.do("drive t", "start", "enter - Y4")
    s.roll(2, 2)
    attack = next(event for event in s.events if event.kind == "attack")
    assert attack.breakdown is not None and attack.breakdown.value("SKF:7.7-b") == 2


@pytest.mark.rule("SKF:3.3.2-n", "SKF:7.10-m")
def test_a_recalled_tank_that_can_get_no_farther_ends_its_move_in_motion() -> None:
    """It may not stop, and the MP that are left do not bring it out of the polder."""
    tank = {"id": "t", "type": "ger-panther", "hex": "CC8", "vca": 3, "recalled": True}
    s = Tanks(
        "MPh", "german", [tank], [{"id": "g", "type": "ger-467", "hex": "A1"}], sides=SIDES, board="elst"
    )
    s.do("drive t", "start")
    while isinstance(s.pending, Chance):
        s.roll(3, 3)
    assert not s.offers("end"), "it goes on as long as it can"
    frame = s.move()
    frame.movers = (msgspec.structs.replace(frame.movers[0], spent=14.0),)
    s.position._pending = s.position.system.settle(s.g)
    assert not s.offers("halt") and not s.options("enter")
    s.do("end")
    assert s.tank().motion

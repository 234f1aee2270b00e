"""Vehicles of Squad Leader that drive around woods and buildings (SL:7.1.12, SL:7.2.5.1-b, SL:7.2.5.3-a)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from defilade.rules.sl.growth import sees_vehicle
from defilade.rules.sl.marches.bypass import OBSTACLES, touched
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicle_views import vehicle_view
from defilade.rules.sl.vehicles.exposed import lines_of_exposed
from defilade.rules.sl.vehicles.immobilization import attempt_lines, attempt_refusal
from defilade.rules.sl.vehicles.vehicle_bypass import price
from defilade.rules.sl.weapons.anti_tank_fire import cover_lines
from defilade.tactics.attack_plan import Aim
from sl.earthworks import built, strung
from sl.motor_pool import scene, vehicle
from sl.secrets import ask_again
from sl.table import Table, sees, unit
from sl.test_portage import gun

TANK, CAR, TRUCK, SQUAD = "ger-pzkw-ivh", "ger-psw-222", "ger-light-truck", "rus-447"
HOUSE = "yC4"
WOODS, START, BESIDE, ACROSS, BELOW = "yE4", "yD3", "yD4", "yF3", "yE5"
"""Woods that leave the hexsides to the west and south free, and hexes around them, all open."""


def drive(*units: dict[str, Any], kind: str = TANK, **more: Any) -> Table:
    """A German vehicle northwest of the woods, on its move towards them."""
    state = more.pop("state", {})
    table = scene("MPh", [*units], [vehicle("v", kind, START, 1, **more)], board="y", **state)
    return table.do("drive v")


def round_it(table: Table) -> set[str]:
    return {option for option in table.options("drive-round") if WOODS in option}


def car(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


def standing(*units: dict[str, Any], phase: str = "DFPh", **more: Any) -> Table:
    """It has ended its move at the south corner of the woods."""
    has = {"bypass": (4, 3), "bypass_from": START, "moved": True, **more}
    return scene(phase, [*units], [vehicle("v", TANK, WOODS, 2, **has)], board="y")


def rule(table: Table, unit_id: str) -> str:
    found = attempt_refusal(table.g, table.unit(unit_id), car(table))
    return "" if found is None else found.rule


@pytest.mark.rule("SL:7.1.12", "SL:11.29.1-c", "SL:11.29.2-a", "SL:11.29.4", "SL:11.29.8")
def test_it_goes_along_free_hexsides_at_double_the_price_of_open_ground() -> None:
    table = drive()
    assert round_it(table) == {f"drive-round - {WOODS} 4", f"drive-round - {WOODS} 4-3"}
    assert table.refusal(f"drive-round - {WOODS} 0").rule == "SL:4.6.3-b"  # the trees touch it
    assert table.refusal(f"drive-round - {BESIDE} 4").rule == "SL:4.6.1-b"
    table.do(f"drive-round - {WOODS} 4-3")
    here = car(table)
    assert (here.hex, here.bypass, here.vca) == (WOODS, (4, 3), 2)
    assert not table.asked()  # nor does it get stuck
    assert table.position.state.driven["v"][-1] == (WOODS, 4.0)
    assert "bypass" in str(vehicle_view(table.g, here).states)
    assert table.options("turn") == [] and f"drive-to - {BELOW}" in table.options()
    assert not [o for o in table.options("drive-to") if BESIDE in o]
    table.do(f"drive-to - {BELOW}")
    assert car(table).bypass == () and table.options("turn")


@pytest.mark.rule("SL:7.1.12", "SL:11.27.1-c", "SL:11.29.4", "SL:11.29.8")
def test_it_may_stop_there_and_go_on_around_the_obstacle_or_back() -> None:
    table = drive().do(f"drive-round - {WOODS} 4", "stop")
    assert car(table).bypass == (4,) and car(table).bypass_from == START
    again = scene("MPh", [], [vehicle("v", TANK, WOODS, 3, bypass=(4,), bypass_from=START)], board="y")
    again.do("drive v")
    assert {f"drive-round - {WOODS} 3", f"back - {START}", "stop"} <= set(again.options())
    assert again.options("back") == [f"back - {START}"]
    back = scene("MPh", [], [vehicle("v", TANK, WOODS, 3, bypass=(4,), bypass_from=START)], board="y")
    back.do("drive v", f"back - {START}")
    assert back.position.state.driven["v"][-1] == (START, 4.0 + 8.0) and not car(back).bypass
    again.do(f"drive-round - {WOODS} 3")
    assert car(again).bypass == (4, 3) and car(again).vca == 2


@pytest.mark.rule("SL:7.1.12")
def test_others_go_around_too_but_not_among_enemies_nor_by_the_first_rules() -> None:
    assert drive(kind=TRUCK).options("drive-round") and drive(kind=CAR).options("drive-round")
    among = drive(unit("r", SQUAD, WOODS), kind=TRUCK)
    assert not round_it(among)
    assert among.refusal(f"drive-round - {WOODS} 4").rule == "SL:11.26.7"
    assert not drive(state={"options": {"edition": "coi"}}).options("drive-round")


@pytest.mark.rule("SL:7.1.12", "SL:11.29.21")
def test_whoever_is_in_the_obstacle_is_not_overrun_from_beside_it() -> None:
    table = drive(unit("r", SQUAD, WOODS))
    assert f"overrun - {WOODS}" in table.options()  # into the woods, that is
    table.do(f"drive-round - {WOODS} 4")
    assert not table.said("SL:7.1.1") and not car(table).overran
    assert [o for o in table.options() if o.startswith("immobilize")] == ["immobilize r+v yE4"]
    table.do("done")
    assert not table.options("overrun") and table.refusal(f"overrun - {WOODS}").rule == "SL:7.1.12"
    table.do("stop")
    assert table.g.state.phase == "DFPh"
    table.do("done")
    assert table.unit("r").hex == WOODS and "make-way" not in {o.split()[0] for o in table.options()}


@pytest.mark.rule("SL:7.1.12", "SL:11.13.8-b")
@pytest.mark.parametrize("broken", [True, False])
def test_with_broken_men_aboard_it_goes_no_nearer_to_the_enemy_around_an_obstacle(broken: bool) -> None:
    aboard, foe = unit("p", "ger-467", START, broken=broken), unit("r", SQUAD, "yE8")
    table = scene(
        "MPh", [aboard, foe], [vehicle("v", "ger-spw-251-1", START, 1, passengers=("p",))], board="y"
    )
    table.g.place(table.unit("p"), "")
    table.do("drive v")
    assert bool(round_it(table)) is not broken
    if broken:
        assert table.refusal(f"drive-round - {WOODS} 4").rule == "SL:11.13.8-b"


@pytest.mark.rule("SL:7.2.5.3-a")
def test_who_is_in_the_obstacle_has_it_at_arms_length() -> None:
    table = standing(unit("r", SQUAD, WOODS), unit("s", SQUAD, BELOW))
    assert rule(table, "r") == ""
    lines = {line.rule: line.value for line in attempt_lines(table.g, table.unit("r"), car(table), "")}
    assert lines["SL:7.2.5.3-a"] == -2
    far = {line.rule for line in attempt_lines(table.g, table.unit("s"), car(table), "")}
    assert "SL:7.2.5.3-a" not in far
    inside = standing(unit("r", SQUAD, WOODS), bypass=(), bypass_from="")
    assert rule(inside, "r") == "SL:7.2.5-q3"  # in the woods it must have overrun them


@pytest.mark.rule("SL:7.2.5.1-b", "SL:11.29.12-a")
def test_nobody_stops_it_across_the_obstacle() -> None:
    table = standing(unit("r", SQUAD, ACROSS), unit("s", SQUAD, BELOW))
    assert rule(table, "r") == "SL:7.2.5.1-b"
    assert rule(table, "s") == "SL:7.2.5.1-a"  # only because it stands in the open
    assert not sees_vehicle(table.g, ACROSS, car(table)) and sees_vehicle(table.g, BELOW, car(table))
    # on the move all that it has passed counts, then the corner where it is
    assert not sees_vehicle(table.g, START, car(table))
    assert sees_vehicle(table.g, START, msgspec.structs.replace(car(table), drove=True))
    assert not sees_vehicle(table.g, ACROSS, msgspec.structs.replace(car(table), drove=True))
    assert sees_vehicle(table.g, ACROSS, msgspec.structs.replace(car(table), bypass=()))
    # a line to the dot of the hex comes over the hexside that it passes, though its ends are out of sight
    passing = vehicle("v", TANK, WOODS, 1, bypass=(1,), drove=True)
    assert sees_vehicle(table.g, "yH2", passing)
    assert not sees_vehicle(table.g, "yH2", msgspec.structs.replace(passing, drove=False))


@pytest.mark.rule("SL:7.1.12", "SL:7.2.5.1-b")
def test_beside_the_obstacle_its_crew_has_no_cover_of_it_but_from_across() -> None:
    table = standing(unit("r", SQUAD, ACROSS), unit("s", SQUAD, BELOW), ce=True)
    aim = Aim((BELOW,), "DFPh", True)
    found = lines_of_exposed(table.g, "v", aim)
    assert found is not None and {line.rule for line in found} == {"SL:11.8.2-a"}
    inside = standing(unit("r", SQUAD, ACROSS), ce=True, bypass=())
    found = lines_of_exposed(inside.g, "v", aim)
    assert found is not None and len(found) == 2
    table.do(f"target - {WOODS}")
    assert "add s" in table.options() and "add r" not in table.options()


@pytest.mark.rule("SL:7.1.12", "SL:11.29.1-b", "SL:11.29.26")
def test_what_is_in_the_hex_is_not_its_business() -> None:
    wire = drive(state={"works": built(strung(WOODS))}).do(f"drive-round - {WOODS} 4")
    assert list(wire.position.state.works) == list(built(strung(WOODS)))
    through = drive(state={"works": built(strung(WOODS))}).do(f"drive-to - {WOODS}")
    assert not through.position.state.works
    towing = drive(
        kind=TRUCK, state={"towed": {"w": "v"}, "weapons": {"w": gun("w", "ger-at-50", "", START)}}
    )
    assert towing.refusal(f"drive-round - {WOODS} 4").rule == "SL:11.29.1-b" and not round_it(towing)
    other = [vehicle("v", TANK, START, 1), vehicle("w", TANK, WOODS, 1, wreck=True)]
    assert not round_it(scene("MPh", [], other, board="y").do("drive v"))
    beside, inside = standing(), standing(bypass=())
    trees = [cover_lines(t.g, BELOW, car(t), own_table=True, shaped=False) for t in (beside, inside)]
    assert [len(lines) for lines in trees] == [0, 1]


@pytest.mark.rule("SL:7.1.12", "SL:7.1.11-35A")
def test_a_house_that_is_driven_around_stands() -> None:
    for sides, falls in (((4, 3), False), ((), True)):
        tank = vehicle("v", TANK, HOUSE, 2, bypass=sides, moved=True)
        table = scene("AFPh", [], [tank], board="y", options={"crushed_houses": "on"})
        assert bool(table.position.state.crushed) is falls


@pytest.mark.rule("SL:7.1.12", "SL:11.29.2-b")
def test_uphill_all_of_it_is_doubled() -> None:
    g = Table("RPh", [], board="2").g
    below, above = next(
        (a, b)
        for b in g.map.names
        if g.map.terrain[b] in OBSTACLES
        for a in g.map.neighbours[b]
        if a is not None and g.map.level(b) == g.map.level(a) + 1 and not g.map.road_between(a, b)
    )
    assert price(g, vehicle("v", TANK, below), above, (1,)) == 2 * (1 + 4)
    assert price(g, vehicle("v", TRUCK, below), above, (1, 2)) == 2 * (6 + 6 + 4)


@pytest.mark.rule("SL:11.29.22")
@pytest.mark.parametrize(("year", "makes_way"), [(1941, True), (1943, False)])
def test_only_who_is_not_used_to_afvs_makes_way_for_one_beside_the_obstacle(
    year: int, makes_way: bool
) -> None:
    tank = vehicle("v", TANK, WOODS, 2, bypass=(4, 3), moved=True)
    table = scene("AFPh", [unit("r", SQUAD, WOODS)], [tank], board="y", year=year)
    assert bool(table.options("make-way")) is makes_way


@pytest.mark.rule("SL:11.29.2-c")
def test_getting_out_beside_an_obstacle_costs_twice_as_much() -> None:
    spent = []
    for sides in ((), (4, 3)):
        halftrack = vehicle("v", "ger-spw-251-1", START, 2, bypass=sides, passengers=("s",))
        table = scene("MPh", [unit("s", "ger-467", START)], [halftrack], board="y")
        table.g.place(table.unit("s"), "")
        ask_again(table)
        table.do("drive v", f"unload s {START}")
        spent.append(table.position.state.driven["v"][-1][1])
    assert spent == [2.0, 4.0]


@pytest.mark.rule("SL:11.29.9", "SL:11.29.23")
def test_it_does_not_turn_its_hull_to_fire_nor_fire_into_the_obstacle() -> None:
    for sides, turns in (((), True), ((4, 3), False)):
        table = standing(unit("r", SQUAD, BESIDE), unit("k", "ger-467", BELOW), phase="AFPh", bypass=sides)
        assert any(o.endswith("hull") for o in table.options("vehicle-fire")) is turns
    inside = standing(unit("r", SQUAD, WOODS), unit("k", "ger-467", BELOW), phase="AFPh")
    assert inside.refusal(f"vehicle-fire v {WOODS}").rule == "SL:7.2.6-q5"


@cache
def round_the_corner() -> tuple[str, str, int]:
    """A hex in the open that sees not the dot of some woods, but the far corner of a hexside that they leave free."""
    g = Table("RPh", [], board="y").g
    for hex in g.map.names:
        free = set(range(6)) - touched(g, hex) if g.map.terrain[hex] == "woods" else set()
        for side in sorted(free):
            for watch in g.map.names:
                far = g.map.terrain[watch] == "open" and 2 <= g.map.distance(watch, hex) <= 4
                if far and not sees(g, watch, hex) and g.map.los_to_corner(watch, hex, (side + 1) % 6).clear:
                    return watch, hex, side
    raise AssertionError("there is no such place")


@pytest.mark.rule("SL:11.29.13", "SL:11.29.14")
def test_once_it_stands_lines_lead_to_its_corner_and_from_it() -> None:
    watch, hex, side = round_the_corner()
    tank = vehicle("v", TANK, hex, side, bypass=(side,), ce=True)
    units = [unit("r", SQUAD, watch), unit("s", "ger-467", hex)]
    table = scene("DFPh", units, [tank], board="y")
    table.do(f"target - {hex}", "add r", "declare").roll((1, 1))
    assert table.said("SL:11.8.3-d") or "crew" in table.asked()
    assert not any("s" in event.who for event in table.events)  # the line leads past who is in the woods
    within = scene("DFPh", units, [vehicle("v", TANK, hex, side, ce=True)], board="y")
    assert not sees_vehicle(within.g, watch, car(within)) and sees_vehicle(table.g, watch, tank)
    back = scene("PFPh", units, [tank], board="y")
    assert any(watch in option for option in back.options("vehicle-fire"))
    inside = scene("PFPh", units, [vehicle("v", TANK, hex, side, ce=True)], board="y")
    assert not any(watch in option for option in inside.options("vehicle-fire"))

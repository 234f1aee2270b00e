"""Infantry with bare hands against AFVs in Defensive Fire (SL:7.2.5)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.immobilization import NOT_ADJACENT, OPEN, attempt_lines, attempt_refusal
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit

TANK = "ger-pzkw-ivh"


@cache
def beside(kind: str = "woods", board: str = "y") -> tuple[str, str]:
    """A hex with this terrain, and an open one beside it to the east."""
    first, second = rows(board, kind, "open")
    return first, second


def ambush(kind: str = "woods", *more_units: dict[str, Any], tank: str = TANK, **more: Any) -> Table:
    """A Russian squad in its DFPh beside a German AFV."""
    here, there = beside(kind)
    units = [unit("r", more.pop("squad", "rus-447"), here), *more_units]
    car = vehicle("v", tank, there, **more.pop("car", {}))
    return scene("DFPh", units, [car], board="y", **more)


def car(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


def drm(table: Table, uid: str = "r", leader: str = "") -> dict[str, float]:
    return {line.rule: line.value for line in attempt_lines(table.g, table.unit(uid), car(table), leader)}


@pytest.mark.rule("SL:7.2.1", "SL:7.2.5.1-a", "SL:7.2.5.2-a", "SL:7.2.5.3", "SL:7.2.5.3-h", "SL:7.2.5.1-c")
def test_who_keeps_his_nerve_stops_it_with_two_or_less() -> None:
    table = ambush()
    table.do(f"immobilize r+v {car(table).hex}")
    assert "Pre-AFV Attack Morale Check" in table.asked()
    table.roll((3, 4))  # morale 7
    assert "tries to stop" in table.asked()
    table.roll((1, 2))
    assert car(table).immobilized and table.breakdown("immobilization").value("SL:7.2.5.3-h") == -1
    miss = ambush()
    miss.do(f"immobilize r+v {car(miss).hex}").roll((3, 4), (1, 3))
    assert not car(miss).immobilized and miss.breakdown("immobilization").total == 3
    hero = ambush(squad="rus-149-hero").do(f"immobilize r+v {car(miss).hex}")
    assert "tries to stop" in hero.asked(), "a hero needs no check"


@pytest.mark.rule("SL:7.2.5.2-b", "SL:7.2.5-q1", "SL:7.2.5.7", "SL:7.2.5-q4")
def test_who_fails_may_fire_at_others_and_who_tries_has_fired() -> None:
    here, there = beside()
    more = [unit("g", "ger-467", there)]
    table = ambush("woods", *more)
    table.do(f"immobilize r+v {there}").roll((6, 5))
    assert not table.unit("r").broken and not table.unit("r").fire
    assert not table.options("immobilize") and table.refusal(f"target - {here}").rule
    assert f"target - {there}" in table.options()
    tried = ambush("woods", *more)
    tried.do(f"immobilize r+v {there}").roll((1, 2), (6, 5))
    assert tried.unit("r").fire == "defensive"


@pytest.mark.rule("SL:7.2.5.1-a", "SL:7.2.5.1-c")
def test_nobody_tries_it_from_open_ground() -> None:
    way = rows("y", "open", "open", "open")
    table = scene("DFPh", [unit("r", "rus-447", way[0])], [vehicle("v", TANK, way[1])], board="y")
    assert table.g.state.phase != "DFPh"  # nothing to do: the phase has passed
    wreck = vehicle("w", "ger-pzkw-iiid", way[0], wreck=True)
    under = scene("DFPh", [unit("r", "rus-447", way[0])], [vehicle("v", TANK, way[1]), wreck], board="y")
    assert f"immobilize r+v {way[1]}" in under.options()


@pytest.mark.rule("SL:7.2.5.1-d", "SL:7.2.5.3-b")
def test_night_is_cover_enough_and_helps() -> None:
    way = rows("y", "open", "open", "open")
    table = scene("DFPh", [unit("r", "rus-447", way[0])], [vehicle("v", TANK, way[1])], board="y", night=True)
    assert f"immobilize r+v {way[1]}" in table.options() and drm(table)["SL:7.2.5.3-b"] == -2


@pytest.mark.rule(
    "SL:7.2.5.3-c", "SL:7.2.5.3-d", "SL:7.2.5.3-e", "SL:7.2.5.3-f", "SL:7.2.5.3-g", "SL:7.2.5.3-h"
)
def test_the_chart_of_modifiers() -> None:
    assert drm(ambush()) == {"SL:7.2.5.3-h": -1}
    assert drm(ambush("stone_building"))["SL:7.2.5.3-h"] == -2
    assert drm(ambush(tank="ger-spw-251-1"))["SL:7.2.5.3-c"] == -1
    assert drm(ambush(car={"ce": True}))["SL:7.2.5.3-d"] == 1
    assert drm(ambush(squad="rus-237"))["SL:7.2.5.3-e"] == 1
    assert drm(ambush(squad="rus-237-crew"))["SL:7.2.5.3-f"] == 2
    _, there = beside()
    escorted = ambush("woods", unit("g", "ger-467", there), unit("h", "ger-237", there))
    lines = attempt_lines(escorted.g, escorted.unit("r"), car(escorted), "")
    assert sum(line.value for line in lines if line.rule == "SL:7.2.5.3-g") == 3
    riders = {"passengers": ("g",)}
    for tank, sits_on_it in ((TANK, True), ("ger-spw-251-1", False)):
        ridden = ambush("woods", unit("g", "ger-467", there), tank=tank, car=riders)
        ridden.g.place(ridden.unit("g"), "")
        assert ("SL:7.2.5.3-g" in drm(ridden)) is sits_on_it
    broken = ambush("woods", unit("g", "ger-467", there, broken=True))
    assert "SL:7.2.5.3-g" not in drm(broken)
    here, _ = beside()
    leader = ambush("woods", unit("l", "rus-8-1", here))
    assert drm(leader, "l") == {"SL:7.2.3": -1}


@pytest.mark.rule("SL:7.2.2", "SL:7.2.3", "SL:7.2.5.2-c", "SL:7.2.5.5", "SL:7.2.6-q13")
def test_each_squad_by_itself_and_a_steady_leader_helps_one() -> None:
    here, there = beside()
    men = [unit("q", "rus-447", here), unit("l", "rus-8-1", here)]
    table = ambush("woods", *men)
    assert {f"immobilize {uid}+v {there}" for uid in "rql"} <= set(table.options())
    table.do(f"brace l+v {there}").roll((1, 2))
    table.do(f"immobilize r+v {there}").roll((5, 3))  # morale 7, 8 - 1
    assert table.breakdown("paamc").value("SL:7.2.5.2-c") == -1
    assert table.options("direct") == ["direct l"]
    table.do("direct l").roll((1, 2))
    assert table.breakdown("immobilization").value("SL:7.2.3") == -1 and car(table).immobilized
    table.do(f"immobilize q+v {there}").roll((1, 2))
    assert "tries to stop" in table.asked()  # he directs nobody else
    coward = ambush("woods", *men)
    coward.do(f"brace l+v {there}").roll((6, 5))
    coward.do(f"immobilize r+v {there}")
    assert "Pre-AFV" in coward.asked()  # nobody else checks for his failure
    coward.roll((5, 3))
    assert coward.g.state.paamc["r"] == ""


@pytest.mark.rule("SL:7.2.5.4", "SL:7.2.5.6", "SL:7.1.8-b")
def test_the_same_dice_are_fire_at_who_looks_out_and_doubles_do_not_matter() -> None:
    table = ambush(car={"ce": True})
    table.do(f"immobilize r+v {car(table).hex}").roll((1, 2), (1, 1))
    shot = table.breakdown("attack")
    assert shot.total == 8 and shot.column == 6  # point blank; the fire cowers
    assert shot.value("SL:11.8.2-a") == 2 and table.breakdown("immobilization").total == 1 + 1
    assert car(table).immobilized and "crew" in table.asked()
    here, there = beside()
    hero = ambush("woods", unit("h", "rus-149-hero", here), car={"ce": True})
    hero.do(f"immobilize h+v {there}").roll((1, 2))
    assert hero.breakdown("attack").total == 2  # his own firepower, point blank
    shut = ambush()
    shut.do(f"immobilize r+v {car(shut).hex}").roll((1, 2), (1, 1))
    assert not any(event.kind == "attack" for event in shut.events)


@pytest.mark.rule("SL:7.2.5-q3")
def test_from_one_level_above_and_not_from_two() -> None:
    found = set()
    for board in ("2", "3", "4"):
        g = Table("RPh", [], board=board).g
        for hex in g.map.names:
            for other in g.map.adjacent[hex]:
                rise = g.map.level(hex) - g.map.level(other)
                if rise in (1, 2) and g.terrain_of(hex).tem > 0 and rise not in found:
                    table = scene(
                        "RPh", [unit("r", "rus-447", hex)], [vehicle("v", TANK, other)], board=board
                    )
                    refused = attempt_refusal(table.g, table.unit("r"), car(table))
                    assert (refused == NOT_ADJACENT) == (rise == 2)
                    found.add(rise)
    assert 1 in found


@pytest.mark.rule("SL:7.2.5-q5", "SL:11.32.1", "SL:11.35.4", "SL:11.35.3")
def test_stopped_again_its_crew_may_leave_it() -> None:
    here, there = beside()
    table = ambush("woods", unit("q", "rus-447", here), tank="ger-spw-251-1")
    table.do(f"immobilize r+v {there}").roll((1, 2), (1, 1))
    assert car(table).immobilized and not table.asked()  # nobody checks the first time
    table.do(f"immobilize q+v {there}").roll((1, 2), (1, 1))
    assert "stay in it" in table.asked()
    table.roll((6, 3))
    assert car(table).abandoned and any(u.kind == "crew" and u.hex == there for u in table.g.on_map("german"))


@pytest.mark.rule("SL:7.2.5.1-a", "SL:5.6.7.1-a")
def test_an_afv_that_drives_past_is_stopped_on_its_way() -> None:
    here, there = beside()
    table = scene("MPh", [unit("r", "rus-447", here)], [vehicle("v", TANK, there, 1)], board="y")
    table.do("drive v", "turn - - SE")
    assert f"immobilize r+v {there}" in table.options()
    table.do(f"immobilize r+v {there}").roll((1, 2), (1, 2))
    assert car(table).immobilized and car(table).hex == there and not table.options("drive-to")


@pytest.mark.rule("SL:7.1.15-a", "SL:7.1.15-b", "SL:7.2.5.7")
def test_who_is_overrun_in_cover_may_go_for_it_and_in_the_open_not() -> None:
    here, there = beside()
    near = scene("MPh", [unit("r", "rus-447", here)], [vehicle("v", TANK, here, overran=here)], board="y")
    assert attempt_refusal(near.g, near.unit("r"), car(near)) is None
    bare = scene("MPh", [unit("r", "rus-447", there)], [vehicle("v", TANK, there, overran=there)], board="y")
    assert attempt_refusal(bare.g, bare.unit("r"), car(bare)) == OPEN
    beside_it = scene(
        "MPh", [unit("r", "rus-447", here)], [vehicle("v", TANK, there, overran=there)], board="y"
    )
    assert attempt_refusal(beside_it.g, beside_it.unit("r"), car(beside_it)) is None


@pytest.mark.rule("SL:7.1.8-c")
def test_a_fire_group_at_passengers_has_one_attempt_with_its_roll() -> None:
    here, there = beside()
    units = [unit("q", "rus-447", here), unit("s", "ger-467", there)]
    table = ambush(
        "woods", *units, tank="ger-spw-251-1", car={"passengers": ("s",), "exposed_passengers": True}
    )
    table.g.place(table.unit("s"), "")
    table.do(f"brace r+v {there}").roll((1, 2))
    table.do(f"brace q+v {there}").roll((1, 2))
    table.do(f"target - {there}", "add r+q", "declare").roll((1, 3))
    while table.asked():
        table.roll((1, 2))
    assert sum(event.kind == "immobilization" for event in table.events) == 1
    assert table.breakdown("immobilization").total == 4 - 1 - 1 and car(table).immobilized


@pytest.mark.rule("SL:11.20.3-a", "SL:11.20.3-b")
def test_infantry_beneath_a_wreck_has_plus_one_as_far_as_there_is_room() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("g", "ger-467", way[2]), unit("r", "rus-447", way[0]), unit("q", "rus-447", way[0])]
    table = scene("PFPh", units, [vehicle("w", TANK, way[0], wreck=True)], board="y")
    table.do(f"target - {way[0]}", "add g", "declare").roll((6, 5))
    values = [event.breakdown.value("SL:11.20.3-b") for event in table.events if event.breakdown is not None]
    assert values == [1, None]


@pytest.mark.rule("SL:11.20.1-a")
def test_a_vehicle_on_the_way_of_fire_hinders_it() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("g", "ger-467", way[2]), unit("r", "rus-447", way[0])]
    table = scene("PFPh", units, [vehicle("w", TANK, way[1], wreck=True)], board="y")
    table.do(f"target - {way[0]}", "add g", "declare").roll((6, 5))
    assert table.breakdown().value("SL:11.20.1-a") == 1

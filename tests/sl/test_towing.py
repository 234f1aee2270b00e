"""Guns in tow in Squad Leader (SL:10.2.7 to SL:10.2.14), and those that are captured there (SL:8.6-q10)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.guns.gun_targets import behind_its_shield
from defilade.rules.sl.guns.towing import drags_it, in_tow
from defilade.rules.sl.vehicle_fire import vehicle_refusal
from defilade.rules.sl.vehicles.driving import NEVER, entry_cost
from defilade.rules.sl.vehicles.yard import take_aboard, wreck
from defilade.tactics.attack_plan import Aim
from defilade.tactics.units import Weapon
from sl.gun_line import GERMAN_CREW
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit
from sl.test_gun_games import outpost

WAY = rows("y", "open", "open", "open")
TRACK = "ger-spw-251-1"


def column(
    tractor: str = "ger-light-truck",
    *,
    kind: str = "ger-at-50",
    side: str = "german",
    towed: bool = False,
    man: str = GERMAN_CREW,
    man_is: dict[str, Any] | None = None,
    car_is: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A vehicle, a gun and its crew in one hex, with open ground to the east."""
    gun = Weapon("w", side, kind, owner="" if towed else "c", hex=WAY[0], facing=1, emplaced=not towed)
    far = Table("RPh", [], board="y").g.map.names[-1]
    units = [unit("c", man, WAY[0], **(man_is or {})), unit("e", "rus-447", far)]
    state = {"towed": {"w": "v"}} if towed else {}
    cars = [vehicle("v", tractor, WAY[0], 1, side="german", **(car_is or {}))]
    return scene("MPh", units, cars, weapons={"w": gun}, board="y", **state, **more)


def gun(table: Table) -> Weapon:
    return table.position.state.weapons["w"]


def passing(table: Table) -> Table:
    while not table.asked() and table.position.pending.side == "russian":
        table.do("done")
    return table


@pytest.mark.rule("SL:10.2.7-a", "SL:10.2.12-a", "SL:10.2.14")
def test_a_crew_hooks_its_gun_to_a_truck() -> None:
    table = column()
    table.do(f"hook c+w+v {WAY[0]}")
    assert in_tow(table.g, table.position.state.vehicles["v"]) == gun(table)
    assert gun(table).owner == "" and not gun(table).emplaced
    assert "drive v" not in table.options() and "move c" not in table.options()
    assert not column(man="ger-237").options("hook") and column(man="ger-467").options("hook")
    for busy in ({"broken": True}, {"fire": "prep"}, {"moved": True}, {"melee": True}):
        assert not column(man_is=busy).options("hook"), busy
    assert not column("ger-pzkw-ivh").options("hook") and column(TRACK).options("hook")


@pytest.mark.rule("SL:10.2.15-c")
def test_who_hooks_a_gun_up_has_no_shield() -> None:
    table = column().do(f"hook c+w+v {WAY[0]}")
    g = table.g
    assert not behind_its_shield(g, g.unit("c"), Aim((WAY[1],), "DFPh", True))
    before = column().g
    assert behind_its_shield(before, before.unit("c"), Aim((WAY[1],), "DFPh", True))


@pytest.mark.rule("SL:10.2.9")
def test_big_guns_want_big_vehicles() -> None:
    jeep = "ger-kubelwagen"
    assert column(jeep, kind="ger-at-75", year=1944).options("hook")
    assert not column(jeep, kind="ger-at-88", year=1944).options("hook")
    assert column("ger-light-truck", kind="ger-at-88", year=1944).options("hook")


@pytest.mark.rule("SL:10.2.12-a", "SL:10.2.8-a")
def test_it_needs_time() -> None:
    def late(mp: float, kind: str = "ger-at-50") -> bool:
        return not column(kind=kind, driven={"v": ((WAY[0], mp),)}).options("hook")

    assert not late(12) and late(13)  # of 24
    assert late(1, "ger-aa-20") and not late(0, "ger-aa-20")


@pytest.mark.rule("SL:10.2.7-a")
def test_towing_costs_twice_as_much() -> None:
    towing, free = column(towed=True), column()
    cost = [
        entry_cost(t.g, t.position.state.vehicles["v"], WAY[0], WAY[1], "forward") for t in (towing, free)
    ]
    assert cost[0] == 2 * cost[1]


@pytest.mark.rule("SL:10.2.7-a", "SL:10.2.7-b", "SL:10.2.11")
def test_it_goes_where_its_vehicle_goes() -> None:
    table = column(towed=True)
    passing(table.do("drive v").do(f"drive-to - {WAY[1]}"))
    assert gun(table).hex == WAY[1]
    assert vehicle_refusal(table.g, table.position.state.vehicles["v"]).rule == "SL:10.2.7-b"
    assert vehicle_refusal(column().g, column().position.state.vehicles["v"]) is None
    assert not table.options("take-weapon")
    wreck(table.g, table.position.state.vehicles["v"], "is destroyed", "SL:11.19.1")
    assert "w" not in table.position.state.weapons and not table.position.state.towed


@pytest.mark.rule("SL:10.2.13-a")
def test_it_is_set_down_and_the_vehicle_leaves() -> None:
    table = column(towed=True).do(f"unhook c+w+v {WAY[0]}")
    assert gun(table).owner == "c" and not table.position.state.towed
    assert "stop" not in table.options() and "12 MP left" in table.position.pending.asks
    passing(table.do(f"drive-to - {WAY[1]}"))
    assert "stop" in table.options() and gun(table).hex == WAY[0]
    moved = column(towed=True, car_is={"drove": True})
    assert not moved.options("unhook")


@pytest.mark.rule("SL:8.6-q10", "SL:10.2.15-d", "SL:10.8.5")
def test_a_gun_captured_in_tow_may_be_moved() -> None:
    taken = column(side="russian", towed=True)
    passing(taken.do("drive v").do(f"drive-to - {WAY[1]}"))
    assert gun(taken).hex == WAY[1]  # from the hex where it was captured
    freed = column(side="russian", towed=True).do(f"unhook c+w+v {WAY[0]}")
    passing(freed.do(f"drive-to - {WAY[1]}")).do("stop")
    freed.do("move c")
    assert freed.options("push-gun")  # and once more, by hand
    standing = column(side="russian")
    assert not standing.options("hook")
    standing.do("move c")
    assert not standing.options("push-gun")


@pytest.mark.rule("SL:10.2.7-a")
def test_nobody_drags_a_gun_over_a_hedge() -> None:
    g = Table("RPh", [], board="3").g
    a, b = next(
        (a, b)
        for a in g.map.names
        for b in g.map.adjacent[a]
        if g.map.hexside_kind(a, b) in ("wall", "hedge")
    )
    car = vehicle("v", TRACK, a, 0)
    for towed, barred in (({"w": "v"}, True), ({}, False)):
        weapon = Weapon("w", "german", "ger-at-50", hex=a, facing=0)
        table = scene(
            "MPh", [unit("c", GERMAN_CREW, a)], [car], weapons={"w": weapon}, towed=towed, board="3"
        )
        assert (drags_it(table.g, 3, car, a, b) == NEVER) == barred


@pytest.mark.rule("SL:10.2.2-a")
def test_a_crew_that_boards_leaves_its_gun_behind() -> None:
    table = column()
    g = table.g
    take_aboard(g, g.state.vehicles["v"], g.unit("c"))
    assert gun(table).owner == "" and gun(table).hex == WAY[0]


@pytest.mark.rule("SL:13.17.3-a", "SL:10.2.14")
def test_a_gun_whose_crews_sit_in_a_truck_begins_in_tow() -> None:
    system = outpost()
    position, _ = system.begin("outpost")
    home = ""
    while not position.state.turn:
        options = list(position.pending.options)
        crews = {
            uid for uid, one in position.state.units.items() if one.kind == "crew" and one.side == "german"
        }
        for option in options:
            if option.verb == "place" and option.who[0] in crews and (not home or option.at == home):
                home = home or option.at
                options = [option]
                break
            if (option.verb == "park" and option.at == home) or (
                option.verb == "board" and option.who[0] in crews
            ):
                options = [option]
                break
        position.advance(options[0])
    state = position.state
    truck = next(vehicle for vehicle in state.vehicles.values() if vehicle.type == "ger-light-truck")
    assert truck.hex == home and truck.passengers
    assert list(state.towed.values()) == [truck.id]
    towed = state.weapons[next(iter(state.towed))]
    assert towed.hex == home and not towed.owner and not towed.emplaced

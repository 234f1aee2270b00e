"""When vehicles move, turn and are left by their crews (SL:11.26, SL:11.33, SL:11.35), and what their counters say."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.library import library
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.driving import Driving
from defilade.rules.sl.weapons.anti_tank_fire import AntiTankShot, may_only_stop, to_hit_lines
from defilade.rules.sl.weapons.launchers import uses_red
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit

TANK, TRUCK, TRACK = "ger-pzkw-ivh", "ger-heavy-truck", "ger-spw-251-1"
ROW = rows("z", "open", "open", "open", "open")


def rolling(phase: str = "MPh", counter: str = TANK, **more: Any) -> Table:
    """It heads along a row of open hexes to the east; an enemy is far away."""
    more.setdefault("facing", 1)
    return scene(phase, [unit("r", "rus-447", "A1")], [vehicle("v", counter, ROW[0], **more)])


def told(table: Table, kind: str) -> list[str]:
    return [event.text for event in table.events if event.kind == kind]


@pytest.mark.rule("SL:11.26.4", "SL:11.26.5-b", "SL:11.26.5-c")
def test_vehicles_move_in_the_mph_alone_and_turn_for_nothing_once_they_roll() -> None:
    assert not rolling("APh").options("drive") and rolling().options("drive") == ["drive v"]
    start = rolling().do("drive v", "turn - - SE")
    assert told(start, "turns")[-1].endswith("for 2 MP.")
    soft = rolling(counter=TRUCK).do("drive v", "turn - - SE")
    assert told(soft, "turns")[-1].endswith("for 4 MP.")
    table = rolling().do("drive v")
    table.do(next(option for option in table.options("drive-to")))
    table.do(next(option for option in table.options("turn")))
    assert " MP" not in told(table, "turns")[-1]
    assert table.position.state.vehicles["v"].moved
    two = [vehicle("v", TANK, ROW[0], 1), vehicle("w", TANK, ROW[3], 1)]
    done = scene("MPh", [unit("r", "rus-447", "A1")], two).do("drive v", "stop")
    assert done.options("drive") == ["drive w"]


@pytest.mark.rule("SL:11.8.1-b")
def test_hatches_are_opened_or_shut_once_in_a_phase() -> None:
    table = rolling().do("drive v", "open")
    assert table.position.state.vehicles["v"].ce and not table.options("button") and not table.options("open")
    late = rolling(ce=True).do("drive v")
    late.do(next(option for option in late.options("drive-to")), "button")
    assert not late.position.state.vehicles["v"].ce and not late.options("open")
    assert not rolling(sealed=True).do("drive v").options("open")
    assert not rolling(counter=TRUCK).do("drive v").options("open")


@pytest.mark.rule("SL:11.35.1-a", "SL:11.35.1-b")
def test_a_crew_leaves_its_vehicle_as_long_as_it_has_two_mp() -> None:
    table = rolling().do("drive v")
    assert table.options("abandon")
    table.do("abandon")
    assert table.position.state.vehicles["v"].abandoned
    crew = next(one for one in table.position.state.units.values() if one.side == "german")
    assert crew.kind == "crew" and crew.hex == ROW[0]
    moved = rolling(facing=1).do("drive v")
    moved.do(next(option for option in moved.options("drive-to")))
    assert moved.options("abandon")
    frame = moved.position.state.stack[-1]
    assert isinstance(frame, Driving)
    frame.spent = float(library().garage.types[TANK].mp) - 1
    assert not any(option.startswith("abandon") for option in again(moved))


def again(table: Table) -> list[str]:
    moment = table.system.settle(table.g)
    return [str(option) for option in getattr(moment, "options", ())]


@pytest.mark.rule("SL:11.33.1-b", "SL:11.33.2")
@pytest.mark.parametrize(
    ("counter", "rough", "number"),
    [(TANK, 0, 9), (TANK, 2, 7), ("rus-t34-76a", 0, 10), ("bri-crab", 0, 9)],
)
def test_where_it_was_built_says_how_easily_it_gets_stuck(counter: str, rough: int, number: int) -> None:
    g = Table("RPh", []).g
    field, wood = next(
        (hex, near)
        for hex in g.map.names
        for near in g.map.adjacent[hex]
        if stands(g, hex, "open") and stands(g, near, "woods")
    )
    way = g.map.direction(field, wood)
    assert way is not None
    side = "german" if counter.startswith("ger") else "russian"
    for total in (number - 1, number):
        foe = unit("r", "rus-447" if side == "german" else "ger-467", "R1")
        here = vehicle("v", counter, field, way, rough=rough)
        table = scene("MPh", [foe], [here], attacker=side).do("drive v")
        if f"drive-to - {wood}" not in table.options("drive-to"):
            here = vehicle("v", counter, field, (way - 1) % 6, rough=rough)
            table = scene("MPh", [foe], [here], attacker=side).do("drive v")
        table.do(f"drive-to - {wood}")
        assert "get stuck" in table.asked()
        table.roll((total // 2, total - total // 2))
        assert table.position.state.vehicles["v"].immobilized == (total == number)


def stands(g: SlPlay, hex: str, kind: str) -> bool:
    """Terrain of a kind away from roads and from the edge."""
    return g.map.terrain[hex] == kind and not g.map.roads.get(hex) and len(g.map.adjacent[hex]) == 6


# -- to hit them ---------------------------------------------------------------------------------------------


def shot(counter: str, facing: int = 0, **more: Any) -> Table:
    """A Russian gun at a German vehicle."""
    here, there = pair(4)
    gun = Weapon("w", "russian", "rus-at-45", owner="c", hex=here, emplaced=True)
    cars = [vehicle("v", counter, there, facing, **more)]
    return scene("PFPh", [unit("c", "rus-237-crew", here)], cars, weapons={"w": gun}, attacker="russian")


@pytest.mark.rule("SL:11.6.1", "SL:11.6.2-a", "SL:11.6.2-b")
def test_large_vehicles_are_hit_more_easily_than_small_ones() -> None:
    def drm(counter: str) -> dict[str, float]:
        found = to_hit_lines(shot(counter).g, AntiTankShot("c", "w", "v"))
        return {line.rule: line.value for line in found if line.rule.startswith("SL:11.6")}

    sizes = {kind.size: kind.id for kind in library().garage.types.values() if kind.nationality == "german"}
    assert drm(sizes["large"]) == {"SL:11.6.1": -1} and drm(sizes["small"]) == {"SL:11.6.2-a": 1}
    assert drm(TANK) == {}
    assert drm("ger-lkw-truck-aa-20") == {"SL:11.6.1": -1}


@pytest.mark.rule("SL:13.23.2.4", "SL:13.23.2.6")
def test_only_afvs_are_shot_at_just_to_stop_them() -> None:
    def may(counter: str, facing: int) -> bool:
        g = shot(counter, facing).g
        return may_only_stop(g, g.unit("c"), g.state.vehicles["v"])

    assert any(may(TANK, facing) for facing in range(6)) and not all(may(TANK, facing) for facing in range(6))
    assert not any(may(TRUCK, facing) for facing in range(6))


@pytest.mark.rule("SL:13.4")
@pytest.mark.parametrize(
    ("kind", "man", "month", "red"),
    [
        ("rus-at-45", "rus-237-crew", 6, True),
        ("ger-at-50", "ger-247-crew", 6, False),
        ("usa-at-57", "usa-237-crew", 6, True),
        ("usa-at-57", "usa-237-crew", 7, False),
    ],
)
def test_some_nations_hit_by_the_red_numbers(kind: str, man: str, month: int, red: bool) -> None:
    side = "german" if man.startswith("ger") else "russian"
    weapons = {"w": Weapon("w", side, kind, owner="c", hex=ROW[0])}
    table = Table("RPh", [unit("c", man, ROW[0]), unit("x", "ger-467", "A1")], weapons=weapons, month=month)
    assert uses_red(table.g, table.unit("c"), table.position.state.weapons["w"]) is red


# -- what is printed -----------------------------------------------------------------------------------------


@pytest.mark.rule("SL:CT-o", "SL:CT-c")
def test_the_support_weapons_of_the_base_game_are_as_printed() -> None:
    weapons = library().weapons

    def printed(name: str) -> tuple[int, int, int, int]:
        found = weapons[name]
        return found.fp, found.range, found.breakdown, found.repair

    assert [printed(f"ger-{kind}") for kind in ("lmg", "mmg", "hmg")] == [
        (2, 8, 12, 1),
        (4, 12, 12, 1),
        (6, 16, 12, 1),
    ]
    assert [printed(f"rus-{kind}") for kind in ("lmg", "hmg")] == [(2, 6, 10, 1), (8, 20, 12, 1)]
    assert [printed(f"usa-{kind}") for kind in ("mmg", "hmg")] == [(4, 12, 12, 2), (8, 20, 12, 2)]
    assert weapons["ger-ft"].fp == 20 and (weapons["ger-ft"].breakdown, weapons["ger-ft"].removed) == (
        9,
        True,
    )
    assert weapons["ger-dc"].fp == 30
    assert (weapons["usa-baz"].range, weapons["usa-baz"].breakdown, weapons["usa-baz"].removed) == (
        4,
        11,
        True,
    )


# -- crews with their heads out (SL:11.8) ----------------------------------------------------------------------


KIA = (1, 1)


def heads_out(counter: str, *dice: tuple[int, int], phase: str = "PFPh", **more: Any) -> Table:
    """Russian infantry fires from the next hex at a crew that looks out."""
    here, there = pair(1)
    state = {"attacker": "russian" if phase == "PFPh" else "german"}
    cars = [vehicle("v", counter, there, ce=True, **more)]
    men = [unit(uid, "rus-628", here) for uid in "rq"]
    table = scene(phase, men, cars, **state)
    assert not table.asked(), "it takes no nerve to fire at heads"
    table.do(f"target - {there}", "add r+q" if dice[0] == KIA else "add r", "declare")
    return table.roll(*dice)


@pytest.mark.rule("SL:11.8.2-c", "SL:11.8.4-a", "SL:11.8.5-a", "SL:11.8.3-a")
def test_a_crew_that_is_hit_is_stunned_and_shuts_its_hatches_for_good() -> None:
    hit = heads_out(TANK, KIA).position.state.vehicles["v"]
    assert hit.stun and hit.sealed and not hit.ce and hit.manned and not hit.wreck, "a KIA destroys no AFV"
    checked = heads_out(TANK, (3, 3))
    assert "crew" in checked.asked()
    failed = checked.roll((6, 6)).position.state.vehicles["v"]
    assert failed.stun and failed.sealed and failed.manned
    passed = heads_out(TANK, (3, 3)).roll((1, 2)).position.state.vehicles["v"]
    assert passed.ce and not passed.stun and not passed.sealed


@pytest.mark.rule("SL:11.10.2")
def test_of_an_open_topped_one_it_is_only_shaken() -> None:
    hit = heads_out(TRACK, KIA).position.state.vehicles["v"]
    assert hit.stun and hit.shaken and not hit.sealed


@pytest.mark.rule("SL:11.8.2-b")
def test_heads_do_not_move_in_the_open() -> None:
    table = heads_out(TANK, (5, 5), phase="DFPh", moved=True)
    found = {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}
    assert found == {"SL:11.8.2-a": 2}


@pytest.mark.rule("SL:11.1.1", "SL:11.1.2")
def test_what_is_fully_tracked() -> None:
    types = library().garage.types.values()
    tracked = {kind.kind for kind in types if kind.fully_tracked}
    assert tracked == {"tank", "sp_gun"} and {kind.kind for kind in types} - tracked >= {"halftrack", "truck"}
    assert all(kind.turret for kind in types if kind.kind == "tank")


# -- trucks under fire (SL:11.15) ------------------------------------------------------------------------------


def truck(*dice: tuple[int, int], aboard: bool = False, many: bool = False) -> Table:
    here, there = pair(1)
    men = [unit(uid, "rus-628", here) for uid in "rq"]
    cars = [vehicle("v", TRUCK, there, passengers=("s",) if aboard else ())]
    weapons = {"w": Weapon("w", "german", "ger-lmg", owner="s", hex="")} if aboard else {}
    men += [unit("s", "ger-467", there)] if aboard else []
    table = scene("PFPh", men, cars, attacker="russian", weapons=weapons)
    if aboard:
        table.g.place(table.unit("s"), "")
    table.do(f"target - {there}", "add r+q" if many else "add r", "declare")
    return table.roll(*dice)


@pytest.mark.rule("SL:11.15.6-b", "SL:11.15.7")
def test_a_truck_that_fails_its_check_takes_another() -> None:
    table = truck((3, 4))
    assert table.asked().endswith("Morale check, morale 8.")
    assert not table.roll((1, 1)).position.state.vehicles["v"].wreck
    stopped = truck((3, 4), (6, 6))
    assert stopped.asked().endswith("Is it lost, or only stopped?")
    left = stopped.roll((4, 4)).position.state.vehicles["v"]
    assert left.immobilized and not left.wreck
    lost = truck((3, 4), (6, 6), (4, 5)).position.state.vehicles["v"]
    assert lost.wreck and not lost.immobilized


@pytest.mark.rule("SL:11.15.7", "SL:11.15.8-a")
def test_who_is_in_a_truck_that_is_destroyed_is_lost_with_all_that_he_has() -> None:
    table = truck((1, 1), aboard=True, many=True)
    assert table.position.state.vehicles["v"].wreck
    assert not table.alive("s") and "w" not in table.position.state.weapons

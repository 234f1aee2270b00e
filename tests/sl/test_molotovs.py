"""Molotov cocktails of Squad Leader against vehicles (SL:8.14)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.marches.portage import load
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.immobilization import attempt_refusal
from defilade.rules.sl.vehicles.penetration import KillRoll
from defilade.rules.sl.weapons.molotovs import ESCORTED, combat_refusal, throw_refusal
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit

TANK, OPEN_TOPPED = "ger-pzkw-ivh", "ger-nashorn"


def bottles(
    owner: str, hex: str, count: int = 1, kind: str = "rus-mol", side: str = "russian"
) -> dict[str, Weapon]:
    return {f"b{n}": Weapon(f"b{n}", side, kind, owner=owner, hex=hex) for n in range(count)}


def beside(
    *more_units: dict[str, Any], squad: str = "rus-447", count: int = 1, inside: bool = False, **more: Any
) -> tuple[Table, str]:
    """A squad in woods beside a tank, or in its hex, in the DFPh."""
    here, there = rows("y", "woods", "open")
    at = there if inside else here
    tank = vehicle("v", more.pop("tank", TANK), there, 4, **more.pop("car", {}))
    units = [unit("u", squad, at, side="russian"), *more_units]
    weapons = bottles("u", at, count, **more.pop("bottle", {}))
    return scene("DFPh", units, [tank], weapons=weapons, board="y", **more), there


def v(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


def hit(table: Table) -> KillRoll:
    frame = table.position.state.stack[-1]
    assert isinstance(frame, KillRoll)
    return frame


@pytest.mark.rule(
    "SL:8.14.1", "SL:8.14.4", "SL:8.14.5", "SL:8.14.7", "SL:8.14.7-t", "SL:8.14.10", "SL:8.14.12"
)
def test_two_hits_from_beside_and_four_from_the_same_hex() -> None:
    table, there = beside()
    table.do(f"throw-molotov u+b0+v {there}")
    assert "2 or less" in table.asked()
    table.roll((1, 1))
    assert hit(table).face == "front" and "b0" not in table.position.state.weapons
    miss, there = beside()
    miss.do(f"throw-molotov u+b0+v {there}").roll((1, 2))
    assert "b0" not in miss.position.state.weapons and not miss.asked() and not v(miss).wreck
    under, there = beside(inside=True, car={"overran": rows("y", "woods", "open")[1]})
    under.do(f"throw-molotov u+b0+v {there}")
    assert "4 or less" in under.asked()
    assert hit(under.roll((1, 3))).face == "rear"
    far = rows("y", "woods", "open", "open")
    away = scene(
        "DFPh",
        [unit("u", "rus-447", far[0])],
        [vehicle("v", TANK, far[2])],
        weapons=bottles("u", far[0]),
        board="y",
    )
    refused = throw_refusal(away.g, away.unit("u"), away.position.state.weapons["b0"], v(away))
    assert refused is not None and refused.rule == "SL:8.14.5"


@pytest.mark.rule("SL:8.14.8", "SL:8.14.7-t")
def test_the_numbers_are_in_the_tables() -> None:
    table = beside()[0].g.anti_tank.molotovs
    assert (table.adjacent, table.same_hex, table.close_combat) == (2, 4, 6)


@pytest.mark.rule("SL:8.14.5", "SL:8.14-q2")
def test_also_at_one_that_drives_by_and_after_an_overrun() -> None:
    way = rows("y", "open", "open", "open")
    tank = vehicle("v", TANK, way[2], 4)
    table = scene(
        "MPh",
        [unit("u", "rus-447", way[1])],
        [tank],
        weapons=bottles("u", way[1]),
        board="y",
        attacker="german",
    )
    table.do("drive v", f"overrun - {way[1]}")
    assert table.options("throw-molotov") == [f"throw-molotov u+b0+v {way[2]}"]  # before it comes
    table.do("done")
    while table.asked():
        table.roll((6, 5) if "overruns" in table.asked() else (1, 2))
    assert [event.kind for event in table.events].count("attack") == 1
    assert table.options("throw-molotov") == [f"throw-molotov u+b0+v {way[1]}"]


@pytest.mark.rule("SL:8.14.13", "SL:8.14.2")
def test_leaders_help_and_who_throws_one_helps_nobody() -> None:
    here = rows("y", "woods", "open")[0]
    table, there = beside(unit("l", "rus-8-1", here))
    table.do(f"throw-molotov u+b0+v {there}", "direct l").roll((1, 2))
    assert table.breakdown("throws_molotov").total == 2 and hit(table)
    alone, there = beside(unit("s", "rus-447", here), squad="rus-8-1")
    alone.do(f"throw-molotov u+b0+v {there}").roll((1, 2))
    assert alone.breakdown("throws_molotov").value("SL:8.14.13") == -1
    assert alone.unit("u").fire and alone.unit("u").no_fp
    directed, there = beside(squad="rus-8-1")
    directed.g.update(directed.unit("u"), directed=("s",))
    refused = throw_refusal(
        directed.g, directed.unit("u"), directed.position.state.weapons["b0"], v(directed)
    )
    assert refused is not None and refused.rule == "SL:8.14.2"


@pytest.mark.rule("SL:8.14.2", "SL:8.14.2-b")
def test_they_are_carried_like_panzerfausts_and_leave_a_squad_its_bare_hands() -> None:
    table, there = beside(count=5)
    panzerfausts = scene(
        "DFPh",
        [unit("u", "ger-467", there)],
        [],
        weapons={f"p{n}": Weapon(f"p{n}", "german", "ger-pf", owner="u", hex=there) for n in range(5)},
        board="y",
    )
    assert load(table.g, table.unit("u")) == load(panzerfausts.g, panzerfausts.unit("u")) == 2.5
    table.do(f"throw-molotov u+b0+v {there}").roll((6, 5))
    assert attempt_refusal(table.g, table.unit("u"), v(table)) is None
    assert f"immobilize u+v {there}" in table.options()
    for n in range(1, 4):
        table.do(f"throw-molotov u+b{n}+v {there}").roll((6, 5))
    assert attempt_refusal(table.g, table.unit("u"), v(table)) is None  # four are free
    few, there = beside(squad="rus-237", count=2)
    few.do(f"throw-molotov u+b0+v {there}").roll((6, 5))
    assert attempt_refusal(few.g, few.unit("u"), v(few)) is not None


@pytest.mark.rule("SL:8.14.9", "SL:8.14.9-b", "SL:8.14.11")
def test_a_hit_burns_whatever_the_armour() -> None:
    table, there = beside()
    table.do(f"throw-molotov u+b0+v {there}").roll((1, 1), (2, 3))
    assert table.breakdown("to_kill").column == 5 and not table.breakdown("to_kill").lines
    assert v(table).wreck and v(table).burning
    open_topped, there = beside(tank=OPEN_TOPPED)
    open_topped.do(f"throw-molotov u+b0+v {there}").roll((1, 1), (4, 6))
    assert open_topped.breakdown("to_kill").column == 10 and v(open_topped).burning


@pytest.mark.rule("SL:8.14-q3")
def test_open_hatches_are_no_open_top() -> None:
    table, there = beside(car={"ce": True})
    table.do(f"throw-molotov u+b0+v {there}").roll((1, 1))
    assert hit(table).times == 1


@pytest.mark.rule("SL:8.14.14", "SL:8.14-q1")
def test_nobody_throws_them_worse() -> None:
    for squad, bottle in (
        ("rus-447", {}),
        ("par-337", {}),
        ("ger-436", {}),
        ("usa-666", {"kind": "par-mol", "side": "german"}),
    ):
        table, there = beside(squad=squad, bottle=bottle)
        table.do(f"throw-molotov u+b0+v {there}")
        assert "2 or less" in table.asked()
        assert not table.roll((1, 1)).breakdown("throws_molotov").lines


def storming(*more_units: dict[str, Any], count: int = 1, **car: Any) -> tuple[Table, str]:
    (hex,) = rows("y", "open")
    units = [unit("u", "ger-467", hex), *more_units]
    table = scene(
        "CCPh",
        units,
        [vehicle("v", "rus-t34-76b", hex, 1, **car)],
        weapons=bottles("u", hex, count, side="german"),
        board="y",
        paamc={"u": "v"},
    )
    return table, hex


@pytest.mark.rule("SL:8.14.6", "SL:8.14.7-t", "SL:8.14.2-b", "SL:8.14-q3")
def test_in_close_combat_six_and_the_bare_hands_after_it() -> None:
    table, hex = storming(count=2, ce=True)
    table.do(next(option for option in table.options("attack") if "throw-molotov" in option))
    while "Order" in table.asked():
        table.roll((1, 1))
    table.do(f"throw-molotov u+b0+v {hex}")
    assert "6 or less" in table.asked()
    table.roll((4, 3)).do(f"throw-molotov u+b1+v {hex}").roll((3, 3))
    assert hit(table).face == "rear" and hit(table).times == 1
    table.roll((6, 6))
    assert "in close combat" in table.asked()
    table.roll((2, 2))
    assert table.breakdown("close_combat").value("SL:7.2.6.8-c") == -1 and v(table).wreck


@pytest.mark.rule("SL:8.14.6")
def test_not_where_friends_are_with_it() -> None:
    table, _ = storming(unit("e", "rus-447", rows("y", "open")[0]))
    found = combat_refusal(table.g, table.unit("u"), table.position.state.weapons["b0"], v(table))
    assert found == ESCORTED
    broken, _ = storming(unit("e", "rus-447", rows("y", "open")[0], broken=True))
    weapon = broken.position.state.weapons["b0"]
    assert combat_refusal(broken.g, broken.unit("u"), weapon, v(broken)) == ESCORTED
    assert throw_refusal(broken.g, broken.unit("u"), weapon, v(broken)) is None  # but in Defensive Fire

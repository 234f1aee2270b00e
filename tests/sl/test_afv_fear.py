"""Infantry that fears AFVs (SL:7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.vehicles import yard
from defilade.rules.sl.vehicles.afv_fear import feared_by, neutralised
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit

EAST, WEST = 1, 4
TANK = "rus-t34-76b"


def scare(*more: dict[str, Any], squad: str = "ger-467", facing: int = WEST, **rest: Any) -> Table:
    """A German squad at the start of its player turn, with a Russian tank to the east of it."""
    here, there = rows("y", "open", "open")
    units = [unit("g", squad, here, **rest.pop("has", {})), *more]
    cars = [vehicle("v", rest.pop("tank", TANK), there, facing, **rest.pop("car", {})), *rest.pop("cars", [])]
    rest.setdefault("year", 1941)
    return scene("RPh", units, cars, board="y", **rest)


def until(table: Table, phase: str) -> Table:
    while table.g.state.phase != phase:
        table.do("done")
    return table


@pytest.mark.rule("SL:7.3.2", "SL:7.3.3-a", "SL:7.3.3-b", "SL:7.3.7-a", "SL:1.3.1-p1.11")
def test_before_1942_a_squad_beside_a_tank_checks_and_leaves_if_it_fails() -> None:
    table = scare()
    assert "stay beside" in table.asked()
    table.roll((6, 2))
    assert not table.unit("g").broken and table.g.state.fears == {"g": ("v",)}
    until(table, "MPh")
    table.do("done")
    assert table.unit("g").broken and table.said("SL:7.3.7-a")
    brave = scare().roll((3, 4))
    until(brave, "MPh").do("done")
    assert not brave.unit("g").broken


@pytest.mark.rule("SL:7.3.7-a", "SL:7.3.3-b")
def test_who_leaves_is_safe_also_beside_another_tank() -> None:
    here, there = rows("y", "open", "open")
    g = Table("RPh", [], board="y").g
    away = next(hex for hex in g.map.adjacent[here] if hex not in g.map.adjacent[there] and hex != there)
    other = next(h for h in g.map.adjacent[away] if h not in g.map.adjacent[here] and h != here)
    table = scare(cars=[vehicle("w", "rus-t26s", other)]).roll((6, 2))
    assert table.g.state.fears["g"] == ("v",)
    until(table, "MPh").do("move g", f"enter - {away}", "stop")
    assert not table.unit("g").broken
    circle = next(hex for hex in g.map.adjacent[here] if hex in g.map.adjacent[there])
    stays = scare().roll((6, 2))
    until(stays, "MPh").do("move g", f"enter - {circle}", "stop")
    assert stays.unit("g").broken


@pytest.mark.rule("SL:7.3.2", "SL:7.3.8")
def test_later_only_inexperienced_infantry_and_never_leaders() -> None:
    assert not feared_by(scare(year=1942).g, scare(year=1942).unit("g"))
    green = scare(squad="ger-436", year=1943)
    assert feared_by(green.g, green.unit("g")) == ("v",)
    here, _ = rows("y", "open", "open")
    led = scare(unit("l", "ger-9-1", here))
    assert feared_by(led.g, led.unit("l")) == ()
    led.do("done").roll((6, 2))  # 8 - 1
    assert led.breakdown("fear_check").value("SL:7.3.8") == -1 and not led.g.state.fears


@pytest.mark.rule("SL:7.3.3-a", "SL:7.3.3-c", "SL:7.3-q1", "SL:7.3-q2")
def test_only_in_the_arc_of_weapons_that_work() -> None:
    def feared(**more: Any) -> bool:
        table = scare(**more)
        return bool(feared_by(table.g, table.unit("g")))

    assert feared() and not feared(facing=EAST)
    assert not feared(
        tank="rus-t26s", facing=WEST, car={"tca": EAST, "broken": ("rmg",)}
    )  # all of it is in the turret
    assert feared(facing=EAST, tank="rus-js-ii", car={"ce": True})  # the AAMG fires all around
    assert not feared(car={"stun": 2}) and not feared(car={"motion": True})
    assert not feared(car={"broken": ("bmg", "cmg", "ma")})
    assert not feared(has={"broken": True}) and not feared(has={"melee": True})
    assert not feared(car={"abandoned": True}) and not feared(car={"wreck": True})


@pytest.mark.rule("SL:7.3.5", "SL:7.3-q3")
def test_nobody_leaves_for_an_afv_that_the_prep_fire_has_silenced() -> None:
    for change, leaves in (
        ({"stun": 2}, False),
        ({"wreck": True}, False),
        ({"vca": EAST, "tca": EAST}, True),
    ):
        table = scare()
        g = table.g
        g.state.fears = {"g": ("v",)}
        yard.change(g, g.state.vehicles["v"], **change)
        neutralised(g, "MPh")
        assert bool(g.state.fears) == leaves


@pytest.mark.rule("SL:7.3.6", "SL:7.3-q4")
def test_who_is_concealed_is_steadier_and_terrain_does_not_help() -> None:
    table = scare(unseen=("g",))
    table.roll((6, 2))
    assert table.breakdown("fear_check").value("SL:7.3.6") == -1
    here, there = rows("y", "open", "open")
    for inside, value in (({"g": here}, -1), ({"g": there}, None)):
        dug = scare(inside=inside).roll((6, 2))
        assert dug.breakdown("fear_check").value("SL:7.3.6") == value
    here, there = rows("y", "woods", "open")
    units = [unit("g", "ger-467", here)]
    wood = scene("RPh", units, [vehicle("v", TANK, there, WEST)], board="y", year=1941).roll((6, 2))
    assert wood.breakdown("fear_check").lines == ()


@pytest.mark.rule("SL:7.3.9", "SL:7.2.5.2-a")
def test_who_has_stood_it_still_needs_the_check_before_an_attack() -> None:
    table = scare().roll((3, 4))
    until(table, "APh")
    assert table.refusal(f"advance g {table.position.state.vehicles['v'].hex}").rule == "SL:7.2.6.2"

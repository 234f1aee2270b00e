"""Magnetic mines (SL:8.12) and pipe grenades (SL:8.13) of Squad Leader."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.marches.portage import load
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.immobilization import bare_hands_bar
from defilade.rules.sl.weapons.anti_tank_mines import (
    ENOUGH,
    ESCORTED,
    NOT_OVER_IT,
    NOT_YET,
    ONLY_AFVS,
    defending_refusal,
    mine_refusal,
)
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit

TANK, TRUCK, HALFTRACK = "ger-pzkw-ivh", "ger-light-truck", "ger-spw-251-1"


def mines(kind: str, owner: str, hex: str, count: int = 1) -> dict[str, Weapon]:
    side = "german" if kind.startswith(("ger", "fin")) else "russian"
    return {f"m{n}": Weapon(f"m{n}", side, kind, owner=owner, hex=hex) for n in range(count)}


def overrun(
    kind: str = "rus-atm", *more_units: dict[str, Any], squad: str = "rus-447", count: int = 1, **more: Any
) -> tuple[Table, str]:
    """A squad that a tank has just overrun, in its DFPh."""
    (hex,) = rows("y", "open")
    car = {"overran": hex, "moved": True, **more.pop("car", {})}
    tank = vehicle("v", more.pop("tank", TANK), hex, 1, **car)
    weapons = mines(kind, "u", hex, count)
    units = [unit("u", squad, hex, side="russian"), *more_units]
    more.setdefault("year", 1944)
    table = scene("DFPh", units, [tank], weapons=weapons, board="y", **more)
    return table, hex


def v(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


def why_not(table: Table, bar: Any = mine_refusal, weapon: str = "m0") -> Any:
    return bar(table.g, table.unit("u"), table.position.state.weapons[weapon], v(table))


@pytest.mark.rule("SL:8.12.5", "SL:8.12.7", "SL:8.12.9", "SL:8.12.11", "SL:8.12.11-b", "SL:8.12.12")
def test_overrun_infantry_places_one_with_four_or_less_on_the_rear() -> None:
    table, hex = overrun()
    table.do(f"place-mine u+m0+v {hex}")
    assert "4 or less" in table.asked()
    table.roll((1, 3), (3, 4))
    found = table.breakdown("to_kill")
    assert found.column == 10 and v(table).wreck and table.alive("u")
    assert {line.rule for line in found.lines} <= {"SL:11.5.3"}
    miss, hex = overrun()
    miss.do(f"place-mine u+m0+v {hex}").roll((2, 3))
    assert not v(miss).wreck and "m0" not in miss.position.state.weapons and not miss.asked()


@pytest.mark.rule("SL:8.12.5", "SL:8.12.11-b")
def test_a_leader_helps_to_place_it_and_not_to_kill() -> None:
    hex = rows("y", "open")[0]
    table, hex = overrun("rus-atm", unit("l", "rus-9-2", hex))
    table.do(f"place-mine u+m0+v {hex}", "direct l").roll((3, 3), (3, 4))
    assert table.breakdown("places_mine").value("SL:8.12.5") == -2
    assert "SL:8.12.5" not in {line.rule for line in table.breakdown("to_kill").lines}
    assert table.unit("l").directed == ("u",)


@pytest.mark.rule("SL:8.12.11")
@pytest.mark.parametrize(
    ("kind", "dice", "works"),
    [
        ("rus-atm", (4, 5), True),
        ("rus-atm", (4, 6), False),
        ("usa-atm", (5, 6), True),
        ("usa-atm", (6, 6), False),
    ],
)
def test_a_dud_is_one_before_armour_counts(kind: str, dice: tuple[int, int], works: bool) -> None:
    table, hex = overrun(kind, squad="usa-666" if kind.startswith("usa") else "rus-447")
    table.do(f"place-mine u+m0+v {hex}").roll((1, 1), dice)
    assert any(event.kind == "to_kill" for event in table.events) is works
    assert any(event.kind == "dud" for event in table.events) is not works


@pytest.mark.rule("SL:8.12.10")
def test_one_that_is_only_to_stop_it_is_easier_to_place_and_stops_it_for_certain() -> None:
    table, hex = overrun()
    table.do(f"place-mine u+m0+v {hex} stop-it").roll((2, 3), (4, 5))
    assert table.breakdown("places_mine").value("SL:8.12.10") == -1
    assert v(table).immobilized and not v(table).wreck
    dud, hex = overrun()
    dud.do(f"place-mine u+m0+v {hex} stop-it").roll((2, 3), (5, 5))
    assert not v(dud).immobilized


@pytest.mark.rule("SL:8.12.2", "SL:8.12.3", "SL:8.12.4")
def test_when_by_whom_and_on_what() -> None:
    assert why_not(overrun(year=1943)[0]) == NOT_YET and why_not(overrun()[0]) is None
    for who in ("rus-9-1", "rus-149-hero", "rus-237-crew"):
        assert why_not(overrun(squad=who)[0]) is None
    assert why_not(overrun(squad="ger-scout", kind="ger-atm")[0]) is not None
    assert why_not(overrun(tank=TRUCK)[0]) == ONLY_AFVS
    hex = rows("y", "open")[0]
    assert why_not(overrun("rus-atm", unit("e", "ger-467", hex))[0]) == ESCORTED
    assert why_not(overrun("rus-atm", unit("e", "ger-467", hex, broken=True))[0]) is None
    assert why_not(overrun("rus-atm", unit("e", "ger-8-0", hex))[0]) == ESCORTED
    riding, _ = overrun("rus-atm", unit("e", "ger-467", hex), tank=HALFTRACK, car={"passengers": ("e",)})
    assert why_not(riding) is None
    passing, _ = overrun(car={"overran": ""})
    assert why_not(passing, defending_refusal) == NOT_OVER_IT
    beside = scene(
        "DFPh",
        [unit("u", "rus-447", rows("y", "open", "open")[0])],
        [vehicle("v", TANK, rows("y", "open", "open")[1])],
        weapons=mines("rus-atm", "u", rows("y", "open", "open")[0]),
        board="y",
        year=1944,
    )
    assert why_not(beside) == ONLY_AFVS


@pytest.mark.rule("SL:8.12.5")
def test_who_is_broken_by_the_overrun_places_none() -> None:
    table, _ = overrun(squad="rus-447")
    table.g.update(table.unit("u"), broken=True)
    assert why_not(table) is not None


@pytest.mark.rule("SL:8.12.8-a", "SL:8.13.8-a")
def test_six_weigh_three_and_one_a_leader_carries() -> None:
    for kind in ("rus-atm", "fin-klo"):
        squad, _ = overrun(kind, count=6)
        assert load(squad.g, squad.unit("u")) == 3 == squad.g.tables.portage.free["squad"]
        leader, _ = overrun(kind, squad="rus-9-1")
        assert load(leader.g, leader.unit("u")) == 1 == leader.g.tables.portage.free["leader"]


@pytest.mark.rule("SL:8.12.8-b", "SL:8.13.8-b")
def test_four_in_a_player_turn_and_one_for_a_leader() -> None:
    for kind in ("rus-atm", "fin-klo"):
        table, hex = overrun(kind, count=5)
        for n in range(4):
            table.do(f"place-mine u+m{n}+v {hex}").roll((6, 5))
        assert why_not(table, weapon="m4") == ENOUGH or why_not(table, weapon="m4").rule == "SL:8.3-e"
        assert table.g.state.mines_tried["u"] == 4 and not v(table).wreck
        table.g.state.kinds_used = {}
        assert why_not(table, weapon="m4") == ENOUGH
        led, hex = overrun(kind, squad="rus-9-1", count=2)
        led.do(f"place-mine u+m0+v {hex}").roll((6, 6))
        led.g.state.kinds_used = {}
        assert why_not(led, weapon="m1") == ENOUGH


@pytest.mark.rule("SL:8.12.8-c", "SL:8.12-q1", "SL:8.13.4-c")
def test_no_nerve_is_asked_for_and_bare_hands_are_not_used_besides() -> None:
    for kind in ("rus-atm", "fin-klo"):
        table, hex = overrun(kind)
        assert bare_hands_bar(table.g, table.unit("u"), v(table)) is None
        table.do(f"place-mine u+m0+v {hex}")
        assert "Pre-AFV" not in table.asked()
        table.roll((6, 5))
        assert bare_hands_bar(table.g, table.unit("u"), v(table)) is not None
        tried, _ = overrun(kind, paamc={"u": ""})
        tried.g.update(tried.unit("u"), fire="defensive")
        refused = why_not(tried)
        assert refused is not None and refused.rule == "SL:8.12.8-c"


def stormers(
    kind: str, count: int = 1, tank: str = "rus-t34-76b", *more_units: dict[str, Any]
) -> tuple[Table, str]:
    """A squad in close combat with a tank."""
    (hex,) = rows("y", "open")
    squad = "ger-467"
    table = scene(
        "CCPh",
        [unit("u", squad, hex), *more_units],
        [vehicle("v", tank, hex, 1, ce=True)],
        weapons=mines(kind, "u", hex, count),
        board="y",
        year=1944,
        attacker="german",
        paamc={"u": "v"},
    )
    return table, hex


@pytest.mark.rule("SL:8.12.6", "SL:8.13.5")
def test_in_close_combat_morale_is_enough() -> None:
    table, hex = stormers("ger-atm", 2)
    assert table.options("attack") == [
        "attack v",
        "attack v - place-mine",
    ] or "attack v  place-mine" in table.options("attack")
    table.do(next(option for option in table.options("attack") if "place-mine" in option))
    if "Order" in table.asked():
        table.roll((1, 1))
    table.do(f"place-mine u+m0+v {hex}")
    assert "7 or less" in table.asked()
    table.roll((4, 4))  # too much
    table.do(f"place-mine u+m1+v {hex}").roll((3, 4), (2, 2))
    assert v(table).wreck
    assert len([event for event in table.events if event.kind == "places_mine"]) == 2


@pytest.mark.rule("SL:8.12-q2")
def test_each_in_his_turn_and_the_bearer_is_named_first() -> None:
    table, hex = stormers("ger-atm", 1, "rus-js-ii")  # a MG in the rear of its turret
    table.do(next(option for option in table.options("attack") if "place-mine" in option))
    table.do("attack u")
    assert table.asked().startswith("Order of attack")
    asked = []
    table.roll((6, 5), (1, 2))
    asked.append(table.asked())
    assert "attacks" in asked[0] and "in close combat" in asked[0]  # the tank is first
    table.roll((1, 1))
    assert not table.alive("u") and not v(table).wreck
    first, hex = stormers("ger-atm", 1, "rus-js-ii")
    first.do(next(option for option in first.options("attack") if "place-mine" in option)).do("attack u")
    first.roll((1, 2), (6, 5)).do(f"place-mine u+m0+v {hex}").roll((1, 1), (1, 2))
    assert v(first).wreck and first.alive("u")


@pytest.mark.rule("SL:8.13.1", "SL:8.13.2", "SL:8.13.3", "SL:8.13.6", "SL:8.13.7", "SL:8.13.9")
def test_a_pipe_grenade_stops_it_with_anything_but_a_twelve() -> None:
    table, hex = overrun("fin-klo", year=1941)
    table.do(f"place-mine u+m0+v {hex}").roll((2, 2), (5, 6))
    assert v(table).immobilized and not v(table).wreck and table.alive("u")
    dud, hex = overrun("fin-klo", year=1941)
    dud.do(f"place-mine u+m0+v {hex}").roll((2, 2), (6, 6))
    assert not v(dud).immobilized and "m0" not in dud.position.state.weapons
    leader = unit("e", "ger-8-0", hex)
    assert why_not(overrun("fin-klo", leader)[0]) is None
    beside, _ = overrun("fin-klo", year=1941)
    beside.g.place(beside.unit("u"), beside.g.map.adjacent[hex][0])
    assert why_not(beside) == ONLY_AFVS
    for broken in (False, True):
        assert why_not(overrun("fin-klo", unit("e", "ger-467", hex, broken=broken))[0]) == ESCORTED
    assert len(dud.options("place-mine") if not dud.asked() and dud.g.state.phase == "DFPh" else []) == 0


@pytest.mark.rule("SL:8.13.4", "SL:8.13.4-b")
def test_on_one_that_only_drives_by_nerve_is_asked_for() -> None:
    table, hex = overrun("fin-klo", car={"overran": ""})
    table.do(f"place-mine u+m0+v {hex}")
    assert "Pre-AFV" in table.asked()
    table.roll((1, 2), (1, 2), (3, 3))
    assert v(table).immobilized
    coward, hex = overrun("fin-klo", car={"overran": ""})
    coward.do(f"place-mine u+m0+v {hex}").roll((6, 5))
    assert "m0" in coward.position.state.weapons and why_not(coward, defending_refusal) is not None


@pytest.mark.rule("SL:8.13.10")
def test_taken_from_the_enemy_pipe_grenades_are_as_good() -> None:
    mine, hex = overrun("fin-klo")
    assert mine.position.state.weapons["m0"].side == "german" != mine.unit("u").side
    mine.do(f"place-mine u+m0+v {hex}")
    assert "4 or less" in mine.asked()
    mine.roll((2, 2), (5, 6))
    assert v(mine).immobilized
    magnetic, hex = overrun("ger-atm")
    magnetic.do(f"place-mine u+m0+v {hex}").roll((2, 2), (4, 6))  # captured: two lower
    assert any(event.kind == "dud" for event in magnetic.events)

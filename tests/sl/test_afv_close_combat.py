"""Close combat with vehicles (SL:7.2.6)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance, Choice
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.vehicle_combat import (
    Fighter,
    VehicleCombat,
    escorts,
    strike_men,
    targets_for,
)
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit

TANK = "rus-t34-76b"


def assault(
    *more_units: dict[str, Any], tank: str = TANK, kinds: tuple[str, str] = ("open", "open"), **more: Any
) -> tuple[Table, str, str]:
    """A German squad in its APh beside a Russian AFV."""
    here, there = rows("y", *kinds)
    units = [unit("g", more.pop("squad", "ger-467"), here), *more_units]
    return (
        scene("APh", units, [vehicle("v", tank, there, **more.pop("car", {}))], board="y", **more),
        here,
        there,
    )


def car(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


def storm(table: Table, there: str, *who: str) -> Table:
    """They keep their nerve, advance, and the phase is over."""
    for uid in who or ("g",):
        table.do(f"brace {uid}+v {there}").roll((1, 2)).do(f"advance {uid} {there}")
    while table.g.state.phase == "APh":
        table.do("done")
    return table


@pytest.mark.rule("SL:7.2.6.1", "SL:7.2.6.2", "SL:7.2.6-q2")
def test_nobody_advances_onto_an_afv_without_the_nerve_for_it() -> None:
    table, _here, there = assault()
    assert table.refusal(f"advance g {there}").rule == "SL:7.2.6.2"
    table.do(f"brace g+v {there}").roll((3, 4))
    assert f"advance g {there}" in table.options() and len(table.options("advance")) > 1  # not bound to it
    coward, _here, there = assault(unit("h", "ger-467", rows("y", "open", "open")[0]))
    coward.do(f"brace g+v {there}").roll((6, 5))
    assert not [o for o in coward.options("advance") if o.startswith("advance g")]
    assert not coward.unit("g").broken


@pytest.mark.rule("SL:7.2.6-36A")
def test_by_the_convention_who_fails_advances_elsewhere() -> None:
    table, _, there = assault(options={"other_way": "on"})
    table.do(f"brace g+v {there}").roll((6, 5))
    goals = [o for o in table.options("advance") if o.startswith("advance g")]
    assert goals and f"advance g {there}" not in goals and not table.options("brace")


@pytest.mark.rule("SL:7.2.6.5", "SL:7.2.6.11", "SL:7.2.6-q7", "SL:7.2.6-q12", "SL:7.2.6.4-a", "SL:6.1.4-b")
def test_it_is_destroyed_with_the_firepower_of_the_squad_or_less() -> None:
    table, _here, there = assault()
    storm(table, there)
    table.do("attack v")
    assert "Order of attack" in table.asked()
    table.roll((3, 3), (1, 2))
    assert car(table).wreck and not car(table).manned and table.unit("g").hex == there
    assert table.breakdown("close_combat").total == 3
    from defilade.rules.sl.vehicles.shelter import sheltered

    assert "g" in sheltered(table.g, there)


@pytest.mark.rule("SL:7.2.6.6", "SL:7.1.24-q2", "SL:1.3.1-p8.3")
def test_who_does_not_finish_it_goes_back() -> None:
    table, here, there = assault()
    storm(table, there).do("attack v").roll((3, 3), (6, 4))
    assert not car(table).wreck and table.unit("g").hex == here and not table.unit("g").melee


@pytest.mark.rule("SL:7.2.6.12")
def test_a_twelve_costs_the_attacker_his_life() -> None:
    table, _here, there = assault()
    storm(table, there).do("attack v").roll((3, 3), (6, 6))
    assert not table.alive("g") and not car(table).wreck


@pytest.mark.rule("SL:7.2.6.13", "SL:7.1.24-q2")
def test_hit_exactly_it_may_only_be_stopped() -> None:
    for die, stopped in ((4, True), (3, False)):
        table, here, there = assault()
        storm(table, there).do("attack v").roll((3, 3), (1, 3))
        assert "only stopped" in table.asked()
        table.position.advance(type_of_roll(die))
        assert (car(table).immobilized, car(table).wreck) == (stopped, not stopped)
        assert table.unit("g").hex == (here if stopped else there)
    again, here, there = assault(car={"immobilized": True})
    storm(again, there).do("attack v").roll((3, 3), (1, 3))
    again.position.advance(type_of_roll(6))
    assert car(again).wreck


def type_of_roll(die: int) -> Any:
    from defilade.kernel import Outcome

    return Outcome((die,))


def lines(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown("close_combat").lines if line.sign == "+"}


def fought(tank: str, **car_has: Any) -> dict[str, float]:
    table, _, there = assault(tank=tank, car=car_has)
    storm(table, there) if tank[4:] not in ("zis-light-truck",) else None
    if isinstance(table.position.pending, Choice) and table.g.state.phase == "APh":
        table.do(f"advance g {there}")
        while table.g.state.phase == "APh":
            table.do("done")
    while isinstance(table.position.pending, Choice) and not table.options("attack"):
        table.do(table.options()[-1])
    table.do("attack v")
    if not isinstance(table.position.pending, Chance):
        table.do("hold-back")
    while not any(event.kind == "close_combat" and event.breakdown for event in table.events):
        table.roll((5, 5))
    return lines(table)


@pytest.mark.rule(
    "SL:7.2.6.8-a", "SL:7.2.6.8-b", "SL:7.2.6.8-c", "SL:7.2.6.8-d", "SL:7.2.6-q10", "SL:7.2.6-q9"
)
def test_how_easy_a_vehicle_is_to_destroy() -> None:
    assert fought("rus-t34-76b") == {}
    assert fought("rus-t34-76b", ce=True) == {"SL:7.2.6.8-c": -1}
    assert fought("rus-t34-76b", stun=2) == {"SL:7.2.6.8-c": -1, "SL:7.2.6.8-d": -1}
    assert fought("rus-t34-76b", broken=("bmg", "cmg")) == {"SL:7.2.6.8-d": -1}
    assert fought("rus-su76")["SL:7.2.6.8-b"] == -2
    truck = fought("rus-zis-light-truck")
    assert truck["SL:7.2.6.8-a"] == -3


@pytest.mark.rule("SL:7.2.6.9-a", "SL:7.2.6.9-b", "SL:7.2.6.9-c", "SL:7.2.6.9-d", "SL:7.2.6-q4")
def test_escorts_attack_first_and_make_it_harder() -> None:
    here, there = rows("y", "open", "open")
    table, here, there = assault(
        unit("h", "ger-467", here), unit("r", "rus-447", there), unit("p", "rus-447", there, pinned=True)
    )
    storm(table, there, "g", "h")
    assert isinstance(table.position.pending, Choice) and table.position.pending.side == "russian"
    table.do("attack g", "with r", "declare")
    table.do("done") if "done" in table.options() else None
    table.roll((6, 5))
    assert "attack v" in table.options()  # though the escorts are there
    table.do("attack v", "attack v").roll((3, 3), (4, 4), (6, 5))
    found = table.breakdown("close_combat").lines
    assert sum(line.value for line in found if line.rule == "SL:7.2.6.9-a") == 2  # the pinned do not count
    table.roll((6, 5))
    assert table.unit("g").hex == there and table.unit("g").melee and table.unit("r").melee


@pytest.mark.rule(
    "SL:7.2.6.4-a", "SL:7.2.6.4-b", "SL:7.2.6.4-c", "SL:7.2.6.10", "SL:7.2.6-q9", "SL:7.2.6-q11"
)
def test_the_mg_on_the_roof_fights_in_its_turn() -> None:
    table, _here, there = assault(tank="rus-js-ii", kinds=("open", "woods"), car={"ce": True})
    storm(table, there)
    table.do("attack v", "attack g")
    while isinstance(table.position.pending, Choice):
        table.do("no-leader")
    # order: the squad 7 - 1 for the woods, the tank 5
    table.roll((3, 4), (2, 3))
    orders = [event for event in table.events if event.kind == "order"]
    assert [event.breakdown.total for event in orders if event.breakdown] == [6, 5]
    assert "attacks 4-6-7" in table.asked()
    table.roll((1, 2))
    assert table.breakdown("close_combat").total == 6 + 2  # AAMG and the MG in the rear of the turret
    assert not table.alive("g") and not car(table).wreck  # its attack is lost


@pytest.mark.rule("SL:7.2.3", "SL:7.2.6-q8", "SL:7.2.6.7-e")
def test_a_leader_leads_one_attack_or_makes_his_own() -> None:
    here, _ = rows("y", "open", "open")
    table, here, there = assault(unit("l", "ger-9-1", here))
    storm(table, there, "l", "g")
    first = table.position.pending
    assert isinstance(first, Choice)
    if "9-1" in first.asks:
        table.do("hold-back")
    table.do("attack v", "lead l")
    if isinstance(table.position.pending, Choice):
        assert table.options() == ["hold-back"], "he attacks nobody himself"
        table.do("hold-back")
    table.roll((3, 3), (6, 5))
    assert lines(table) == {"SL:7.2.3": -1}
    alone, here, there = assault(unit("l", "ger-9-1", here))
    storm(alone, there, "l")
    alone.do("attack v").roll((3, 3), (1, 1))
    assert (
        alone.breakdown("close_combat").value("SL:7.2.6.7-e") == 1
        and alone.breakdown("close_combat").total == 1
    )


@pytest.mark.rule("SL:7.2.6.3", "SL:7.2.6.11")
def test_passengers_of_a_halftrack_share_its_fate_and_fight_if_they_look_out() -> None:
    here, there = rows("y", "open", "open")
    units = [unit("g", "ger-467", here), unit("r", "rus-447", here)]
    table = scene(
        "APh", units, [vehicle("v", "rus-m5-halftrack", there, ce=True, passengers=("r",))], board="y"
    )
    table.g.place(table.unit("r"), "")
    storm(table, there)
    assert "attack v/r" not in table.options()
    table.do("attack v", "attack g")
    table.roll((2, 2), (5, 5), (1, 1))
    assert lines(table)["SL:7.2.6.9-a"] == 2
    if table.asked():
        table.position.advance(type_of_roll(1)) if "only stopped" in table.asked() else None
    assert car(table).wreck and not table.alive("r")
    ridden = scene("APh", units, [vehicle("v", TANK, there, ce=True, passengers=("r",))], board="y")
    ridden.g.place(ridden.unit("r"), "")
    assert escorts(ridden.g, there, car(ridden)) == [], "who sits on a tank does not count"


@pytest.mark.rule("SL:7.2.6.7-a", "SL:7.2.6.7-b", "SL:7.2.6.7-c", "SL:7.2.6.7-d", "SL:7.2.6-q3")
def test_a_truck_is_captured_when_nobody_is_in_it_any_more() -> None:
    here, there = rows("y", "open", "open")
    empty = scene(
        "APh", [unit("g", "ger-467", here)], [vehicle("v", "rus-zis-light-truck", there)], board="y"
    )
    empty.do(f"advance g {there}")
    while empty.g.state.phase == "APh":
        empty.do("done")
    empty.do("attack v - capture").roll((3, 3), (3, 3))
    assert lines(empty)["SL:7.2.6.7-c"] == 1 and empty.position.state.vehicles["v"].side == "german"
    units = [unit("g", "ger-467", here), unit("r", "rus-447", here)]
    full = scene("APh", units, [vehicle("v", "rus-zis-light-truck", there, passengers=("r",))], board="y")
    full.g.place(full.unit("r"), "")
    full.do(f"advance g {there}")
    while full.g.state.phase == "APh":
        full.do("done")
    assert "attack v - capture" not in full.options() and "attack v/r" in full.options()
    full.do("attack v/r", "attack g").roll((2, 2), (3, 3), (6, 5))
    assert lines(full)["SL:7.2.6.7-b"] == -2 and full.unit("r").hex == there
    tank, _, there = assault()
    storm(tank, there)
    assert "attack v - capture" not in tank.options()


@pytest.mark.rule("SL:7.2.6-q1", "SL:4.1.11")
def test_infantry_stacks_by_its_own_limits_and_comes_in_the_aph_only() -> None:
    here, there = rows("y", "open", "open")
    men = [unit(uid, "ger-467", here) for uid in ("a", "b")]
    table, here, there = assault(*men)
    storm(table, there, "g", "a", "b")
    assert len(table.g.side_in(there, "german")) == 3
    mph = scene("MPh", [unit("g", "ger-467", here)], [vehicle("v", TANK, there)], board="y").do("move g")
    assert mph.refusal(f"enter - {there}").rule == "SL:4.1.11"


@pytest.mark.rule("SL:7.2.6-q6")
def test_a_sniper_fights_men_but_no_afvs() -> None:
    there = rows("y", "open", "open")[1]
    for counter, fights in (("ger-467", True), ("ger-sniper3", False)):
        one = scene(
            "CCPh",
            [unit("g", counter, there), unit("r", "rus-447", there)],
            [vehicle("v", TANK, there)],
            board="y",
            paamc={"g": "v"},
        )
        found = targets_for(one.g, VehicleCombat(there), Fighter("g", "german"))
        assert any(action.who == ("r",) for action in found)
        assert any(action.who == ("v",) for action in found) == fights


@pytest.mark.rule("SL:6.1.5", "SL:6.1.10", "SL:6.5.1", "SL:3.8.8")
def test_against_men_beside_a_vehicle_one_fights_as_always() -> None:
    def struck(kind: str, **more: Any) -> tuple[float, int]:
        way = rows("y", "open", "open")
        weapons = {"w": Weapon("w", "german", "ger-lmg", owner="g", hex=way[1])}
        units = [unit("g", kind, way[1], **more), unit("r", "rus-447", way[1])]
        g = scene("APh", units, [vehicle("v", TANK, way[1])], board="y", weapons=weapons).g
        g.state.phase = "CCPh"
        fighter = Fighter("g", "german", ("r",))
        frame = VehicleCombat(way[1])
        g.push(frame)
        strike_men(g, frame, fighter, (6, 6))
        event = next(e for e in reversed(g.events) if e.kind == "close_combat")
        assert event.breakdown is not None
        return event.breakdown.total or 0, event.breakdown.column or 0

    assert struck("ger-467") == (6, 5)  # of 3-2 only 1-1
    assert struck("ger-467", pinned=True) == (3, 3)  # of 1-2 only 1-4
    assert struck("ger-149-hero") == (1, 3)  # he does not cower

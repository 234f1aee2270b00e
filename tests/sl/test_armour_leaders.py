"""Armour leaders (SL:3.3)."""

from __future__ import annotations

import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Choice
from defilade.kernel.moments import Action
from defilade.rules.sl import rally
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicles import yard
from defilade.rules.sl.vehicles.armour_leaders import leader_line, used
from defilade.rules.sl.vehicles.crews import abandon, crew_counter
from defilade.rules.sl.vehicles.vehicle_combat import Fighter, lines_by
from defilade.tactics.areas import Area
from sl.motor_pool import rows, scene, vehicle
from sl.table import unit

TANK, NINE_ONE = "ger-pzkw-ivh", "ger-9-1"


@pytest.mark.rule("SL:3.3.1", "SL:3.3.2-a", "SL:3.3.5-c")
def test_he_is_put_into_one_afv_in_secret() -> None:
    card = Scenario(
        id="sketch",
        title="Aces",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=2,
        sides=("russian", "german"),
        sets_up_first="german",
        moves_first="german",
        provenance="original",
        groups=(
            Group(
                id="p",
                name="Platoon",
                side="german",
                provenance="original",
                units={},
                vehicles={TANK: 2},
                armour_leaders={NINE_ONE: 1},
                setup=Area(rows="D-E"),
            ),
        ),
    )
    system = SlSystem({card.id: card})
    position, _ = system.begin("sketch")
    assert isinstance(position.pending, Choice)
    position.advance(position.pending.options[0])
    first = position.pending.about[0]
    command = f"command {first} - {NINE_ONE}"
    assert command in [str(option) for option in position.pending.options]
    events = position.advance(Action.parse(command))
    assert not events and position.state.vehicles[first].leader == NINE_ONE
    assert not [o for o in position.pending.options if o.verb == "command"]  # one leader an AFV
    assert system.redact(position.state, "german").vehicles[first].leader == NINE_ONE
    assert system.redact(position.state, "russian").vehicles[first].leader == ""
    position.advance(Action.parse(f"face {first} - NE"))
    position.advance(position.pending.options[0])
    assert not [o for o in position.pending.options if o.verb == "command"]  # he is in the other one


@pytest.mark.rule("SL:3.3.3", "SL:3.3.2-b")
def test_his_crew_checks_with_his_morale_and_one_roll_and_he_falls_if_it_fails() -> None:
    here, there = rows("y", "open", "open")
    units = [unit("r", "rus-447", here)]
    for leader, dice, stays in ((NINE_ONE, (4, 4), True), ("", (4, 4), False), (NINE_ONE, (5, 5), False)):
        car = vehicle("v", TANK, there, ce=True, leader=leader)
        table = scene("PFPh", units, [car], board="y", attacker="russian")
        table.do(f"target - {there}", "add r", "declare").roll((2, 3))
        assert "crew" in table.asked()
        table.roll(dice)
        now = table.g.state.vehicles["v"]
        assert (not now.stun) == stays and bool(now.leader) == (stays and bool(leader))
        assert table.said("SL:3.3.3") == bool(leader)


@pytest.mark.rule("SL:3.3.6-a", "SL:3.3-q1", "SL:3.3.6-b", "SL:3.3.2-a")
def test_he_directs_an_overrun_once_a_phase_and_does_not_change_what_stops_it() -> None:
    here, there = rows("y", "open", "open")
    car = vehicle("v", TANK, here, 1, leader=NINE_ONE)
    table = scene("MPh", [unit("r", "rus-447", there)], [car], board="y")
    table.do("drive v", f"overrun - {there}")
    while isinstance(table.position.pending, Choice):
        table.do("done")
    table.roll((6, 6))
    assert table.breakdown().value("SL:3.3.6-a") == -1
    now = table.g.state.vehicles["v"]
    assert now.immobilized and now.leader_shown and now.leader_used == "1 german MPh"
    assert table.system.redact(table.position.state, "russian").vehicles["v"].leader == NINE_ONE


@pytest.mark.rule("SL:3.3-q3")
def test_he_helps_in_close_combat_too() -> None:
    here, there = rows("y", "open", "open")
    car = vehicle("v", "ger-pzkw-ivh", there, ce=True, leader=NINE_ONE)
    g = scene("CCPh", [unit("r", "rus-447", here)], [car], board="y").g
    assert [line.rule for line in lines_by(g, Fighter("v", "german"))] == ["SL:3.3-q3"]


@pytest.mark.rule("SL:3.3.4", "SL:3.3.5-a", "SL:3.3.5-b", "SL:11.35.7")
def test_on_foot_he_is_one_of_the_crew_and_leads_again_in_an_afv() -> None:
    here, there = rows("y", "open", "open")
    units = [unit("g", "ger-467", here, broken=True)]
    car = vehicle("v", TANK, there, leader=NINE_ONE)
    table = scene("RPh", units, [car, vehicle("w", "ger-pzkw-iiid", here, abandoned=True)], board="y")
    crew = abandon(table.g, car, "SL:11.35.1-a")
    assert crew is not None and not table.g.state.vehicles["v"].leader
    assert rally.rally_refusal(table.g, table.unit("g")) is not None  # no leader is there to help
    again = scene(
        "APh",
        [unit("c", crew.type, there), unit("o", "ger-467", here)],
        [vehicle("v", TANK, there, abandoned=True)],
        board="y",
        dismounted={"c": NINE_ONE},
    )
    assert again.options("man") == [f"man c+v {there}"]
    again.do(f"man c+v {there}")
    now = again.g.state.vehicles["v"]
    assert now.manned and now.leader == NINE_ONE and not again.alive("c") and not again.g.state.dismounted
    fresh = scene(
        "APh",
        [unit("c", crew.type, there, moved=True), unit("o", "ger-467", here)],
        [vehicle("v", TANK, there, abandoned=True)],
        board="y",
    )
    assert not fresh.options("man")  # not in the player turn in which it was left


@pytest.mark.rule("SL:3.3.6-a")
def test_his_modifier_is_used_up_by_the_phase() -> None:
    here, _ = rows("y", "open", "open")
    g = scene("AFPh", [], [vehicle("v", TANK, here, leader=NINE_ONE)], board="y").g
    car = g.state.vehicles["v"]
    line = leader_line(g, car)
    assert line is not None and line.value == -1
    assert leader_line(g, used(g, car)) is None
    assert yard.crew_morale(g, car) == 9


@pytest.mark.rule("SL:3.29-q1", "SL:3.29.17")
def test_a_crew_that_mans_its_vehicle_guards_nobody_any_more() -> None:
    _, there = rows("y", "open", "open")
    captive = unit("p", "rus-447", there, side="german", captive="russian", broken=True)
    crew = crew_counter(scene("RPh", [], [], board="y").g, vehicle("v", TANK, there))
    for more, guards in (((), {}), ((unit("o", "ger-467", there),), {"p": "o"})):
        men = [captive, unit("c", crew, there), unit("r", "rus-447", "A1"), *more]
        table = scene("APh", men, [vehicle("v", TANK, there, abandoned=True)], board="y", guards={"p": "c"})
        table.do("done", f"man c+v {there}")
        assert table.position.state.guards == guards
        assert table.unit("p").side == ("german" if guards else "russian")

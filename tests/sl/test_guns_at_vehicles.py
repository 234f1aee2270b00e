"""Machine guns at vehicles (SL:8.9.4)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl.fire import Attack, before_attack
from defilade.rules.sl.state import BoreSight
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.penetration import kill_lines, kill_number
from defilade.rules.sl.weapons.breakdown import breakdown_number
from defilade.rules.sl.weapons.fire_through import ways_through
from defilade.rules.sl.weapons.guns_at_vehicles import kill_roll, may_destroy, with_vehicle
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.motor_pool import scene, vehicle
from sl.table import Table, unit
from sl.test_fire_through import ROW
from sl.test_machine_guns import gun

CAR, TANK = "ger-spw-251-1", "rus-t34-76a"
"""A German halftrack is thin enough, a T-34 is not."""


def facing(*cars: Vehicle, distance: int = 2, extra: tuple[dict[str, Any], ...] = (), **more: Any) -> Table:
    """A Russian squad with a heavy machine gun and German vehicles in the open."""
    weapons = {"w": gun("w", more.pop("kind", "rus-hmg"), "u", ROW[0], more.pop("colour", "russian"))}
    units = [unit("u", "rus-447", ROW[0]), *extra]
    attacker = more.pop("attacker", "russian")
    return scene(
        more.pop("phase", "PFPh"), units, list(cars), attacker=attacker, board="y", weapons=weapons, **more
    )


def halftrack(distance: int = 2, uid: str = "v", **more: Any) -> Vehicle:
    return vehicle(uid, CAR, ROW[distance], **more)


def played(table: Table, dice: tuple[int, int]) -> list[str]:
    """Fire at the vehicle; the kinds of what follows."""
    table.do(f"rake u+w+v {ROW[2]}")
    before = len(table.events)
    table.roll(dice)
    while table.asked():
        table.roll((1, 2))
    return [event.kind for event in table.events[before:]]


@pytest.mark.rule("SL:8.9.4.1-a", "SL:8.9.4.1-b", "SL:8.9.4.1-c")
def test_one_throw_for_the_vehicle_its_crew_and_who_lies_beneath() -> None:
    men = (unit("s", "ger-467", ROW[2]), unit("q", "ger-467", ROW[2]), unit("z", "ger-467", ROW[2]))
    table = facing(halftrack(ce=True), extra=men)
    struck = with_vehicle(table.g, table.position.state.vehicles["v"])
    assert struck[0] == "v" and len(struck) == 3  # the crew, and two squads beneath it
    kinds = played(table, (1, 2))
    attacks = [event for event in table.events if event.kind == "attack"]
    assert {uid for event in attacks for uid in event.who} == set(struck)
    assert {event.dice for event in attacks} == {(1, 2)}
    kill = next(event for event in table.events if event.kind == "to_kill")
    assert kill.dice == (1, 2)
    assert max(i for i, kind in enumerate(kinds) if kind == "attack") < kinds.index("to_kill")
    checks = [i for i, kind in enumerate(kinds) if kind in ("check", "crew_check", "morale_check")]
    assert all(place < kinds.index("to_kill") for place in checks)


@pytest.mark.rule("SL:8.9.4.1-d", "SL:8.9.2.4-b")
def test_others_in_the_hex_are_spared_or_the_vehicle_is() -> None:
    men = tuple(unit(uid, "ger-467", ROW[2]) for uid in "abc")
    table = facing(halftrack(ce=True), extra=(*men, unit("f", "ger-467", ROW[3])))
    group = set(with_vehicle(table.g, table.position.state.vehicles["v"]))
    other = next(uid for uid in "abc" if uid not in group)
    attack = Attack("PFPh", "russian", ROW[2], ("v", "a", "b", "c"), (Shot("u", "w"),))
    before_attack(table.g, attack)
    assert attack.targets == (other,) and attack.beyond
    at_it = Attack("PFPh", "russian", ROW[2], tuple(group), (Shot("u", "w", "at:v"),))
    assert not ways_through(table.g, at_it, ROW[0])  # it goes no further
    crew_only = Attack("PFPh", "russian", ROW[2], ("v",), (Shot("u", "w"),))
    before_attack(table.g, crew_only)
    assert crew_only.targets == ("v",)
    with_rifles = Attack("PFPh", "russian", ROW[2], ("v", "a"), (Shot("u"), Shot("u", "w")))
    before_attack(table.g, with_rifles)
    assert with_rifles.targets == ("v", "a")


@pytest.mark.rule("SL:8.9.4.4", "SL:8.9.4-q3", "SL:8.9-q1", "SL:8.9.8-q4", "SL:8.6-q4")
def test_the_weakest_armour_and_what_counts_on_the_kill_table() -> None:
    thick = vehicle("v", "rus-t34-85", ROW[2], 4, tca=1, side="german")
    g = facing(thick).g
    roll = kill_roll(g, Shot("u", "w"), g.state.vehicles["v"])
    number = kill_number(g, roll)
    assert number is not None
    other = facing(vehicle("v", "rus-t34-85", ROW[2], 1, tca=4, side="german")).g
    turned = kill_roll(other, Shot("u", "w"), other.state.vehicles["v"])
    assert {roll.turret, turned.turret} == {True, False} and roll.face == turned.face != "front"
    small = facing(vehicle("v", "ger-spw-250-1", ROW[2])).g
    lines = kill_lines(small, kill_roll(small, Shot("u", "w"), small.state.vehicles["v"]))
    assert {line.rule: line.value for line in lines}["SL:8.9.4-q3"] == 1
    sights = {"w": BoreSight("russian", ROW[0], ROW[2], "u")}
    led = facing(
        halftrack(),
        extra=(unit("l", "rus-10-2", ROW[0]),),
        bore_sights=sights,
        kind="ger-hmg",
        colour="german",
    )
    table = led.do(f"rake u+w+v {ROW[2]}", "direct l")
    table.roll((6, 5))
    kill = next(event for event in table.events if event.kind == "to_kill")
    assert kill.breakdown is not None
    rules = {line.rule for line in kill.breakdown.lines}
    assert not rules & {"SL:3.2.2-a", "SL:8.9.8.5", "SL:8.6.5-b"}
    sums = []
    for extra in ((), (unit("l", "rus-10-2", ROW[0]),)):
        g = facing(halftrack(), extra=extra).g
        found = kill_lines(g, kill_roll(g, Shot("u", "w"), g.state.vehicles["v"]))
        sums.append(sum(line.value for line in found))
    assert sums[0] == sums[1], "no leader changes the kill roll"
    fresh = facing(halftrack(), kind="ger-hmg", colour="german").g
    assert breakdown_number(fresh, Shot("u", "w")) == fresh.weapon_types["ger-hmg"].breakdown - 2


@pytest.mark.rule("SL:8.9.4-q2", "SL:8.9-q6", "SL:8.9.4-q1")
def test_when_it_does_nothing_to_armour() -> None:
    g = facing(halftrack(), halftrack(11, "far"), vehicle("t", "ger-light-truck", ROW[3])).g
    cars, shot = g.state.vehicles, Shot("u", "w")
    g.state.weapons["w"] = Weapon("w", "russian", "rus-lmg", owner="u", hex=ROW[0])  # within six hexes
    assert may_destroy(g, shot, cars["v"]) and not may_destroy(g, shot, cars["far"])
    assert not may_destroy(g, shot, cars["t"]) and with_vehicle(g, cars["t"]) == ("t",)
    units = [unit("l", "rus-8-1", ROW[0]), unit("k", "rus-8-0", ROW[0])]
    weapons = {"w": gun("w", "rus-hmg", "l", ROW[0], "russian")}
    table = scene("PFPh", units, [halftrack()], attacker="russian", board="y", weapons=weapons)
    alone, two = Shot("l", "w"), Shot("l", "w", second="k")
    car = table.position.state.vehicles["v"]
    assert not may_destroy(table.g, alone, car) and may_destroy(table.g, two, car)
    assert table.options("rake") == [f"rake l+w+k+v {ROW[2]}"]


@pytest.mark.rule("SL:8.9.4-q1", "SL:8.9.4-q2", "SL:13.23.1.4")
def test_one_of_12_mm_goes_through_soft_vehicles_in_its_range() -> None:
    for kind, destroyed in (("rus-hmg", True), ("rus-mmg", False)):
        table = facing(vehicle("v", "ger-light-truck", ROW[2]), kind=kind)
        table.do(f"rake u+w+v {ROW[2]}").roll((1, 3))  # four, and one less for the range
        while table.asked():
            table.roll((1, 2))  # the men on it keep their nerve
        assert bool([event for event in table.events if event.kind == "to_kill"]) is destroyed
        assert table.position.state.vehicles["v"].wreck is destroyed
        g = facing(vehicle("v", "ger-light-truck", ROW[12]), kind=kind).g
        assert may_destroy(g, Shot("u", "w"), g.state.vehicles["v"]) is destroyed
    far = facing(halftrack(), kind="rus-hmg").g
    assert kill_roll(far, Shot("u", "w"), far.state.vehicles["v"]).column == "12.7mm"
    far.weapon_types = {
        **far.weapon_types,
        "rus-hmg": msgspec.structs.replace(far.weapon_types["rus-hmg"], range=1),
    }
    assert not may_destroy(far, Shot("u", "w"), far.state.vehicles["v"])


@pytest.mark.rule("SL:8.9.4.1-a", "SL:8.9.4-q3")
def test_in_defensive_fire_and_one_vehicle_an_attack() -> None:
    two = (halftrack(), halftrack(uid="x"))
    table = facing(*two, phase="DFPh", attacker="german")
    assert table.options("rake") == [f"rake u+w+v {ROW[2]}", f"rake u+w+x {ROW[2]}"]
    table.do(f"rake u+w+v {ROW[2]}").roll((6, 6))
    assert not table.options("rake") if not table.asked() else True
    assert [event.who for event in table.events if event.kind == "to_kill"] == [("v",)]
    assert table.position.state.weapons["w"].fire == "defensive"


# -- beside an AFV (SL:7.2.5-q6) ---------------------------------------------------------------------------


def at_arms_length(dice: tuple[int, int], place: int = 1, **more: Any) -> Table:
    """A squad fires its machine gun at an AFV so many hexes away, having kept its nerve or not."""
    units = [unit("u", "rus-628", ROW[0])]
    table = scene(
        "PFPh",
        units,
        [vehicle("v", "ger-spw-251-1", ROW[place], 0, **more)],
        board="y",
        attacker="russian",
        weapons={"w": gun("w", "rus-hmg", "u", ROW[0], "russian")},
    )
    table.do(f"rake u+w+v {ROW[place]}")
    return table.roll(dice) if "Pre-AFV" in table.asked() else table


@pytest.mark.rule("SL:7.2.5-q6")
def test_at_the_armour_beside_it_a_machine_gun_is_fired_by_the_steady_only() -> None:
    steady = at_arms_length((1, 2))
    assert steady.said("SL:7.2.5.2-a")
    steady.roll((1, 1))
    assert steady.position.state.vehicles["v"].wreck
    shaken = at_arms_length((6, 5))
    assert not shaken.position.state.weapons["w"].fire and not shaken.unit("u").fire
    assert not shaken.options("rake") and not shaken.asked()
    far = at_arms_length((1, 1), place=2)
    assert not far.said("SL:7.2.5.2-a") and "Pre-AFV" not in far.asked()


@pytest.mark.rule("SL:7.2.5-q6")
def test_at_men_who_look_out_of_it_anybody_fires() -> None:
    shaken = at_arms_length((6, 5), ce=True)
    assert shaken.asked()
    shaken.roll((1, 1))
    while shaken.asked():
        shaken.roll((1, 1))
    now = shaken.position.state.vehicles["v"]
    assert not now.wreck and any(event.kind == "attack" for event in shaken.events)

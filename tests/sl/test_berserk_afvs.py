"""Crews of Squad Leader that go berserk in their AFV (SL:3.25-q2, SL:3.25-q12, SL:3.25-q13)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice, Outcome
from defilade.rules.sl.people.berserk_afvs import prey_of
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import BailOutCheck
from defilade.rules.sl.vehicles.exposed import CrewCheck
from defilade.rules.sl.vehicles.penetration import knock_out
from defilade.rules.sl.vehicles.yard import crew_morale
from defilade.tactics.arcs import facings_to, front_hexes
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import ask_again
from sl.table import Table, pair, unit

T34, PANZER, FOE = "rus-t34-76c", "ger-pzkw-ivh", "ger-467"
A, B, C = rows("z", "open", "open", "open")
EAST = 1


def car(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


def checks(
    frame: Any, dice: tuple[int, int] = (1, 1), counter: str = T34, edition: str = "gi", **has: Any
) -> Table:
    """The crew of an AFV takes a MC in the player turn of the other side."""
    has.setdefault("ce", True)
    tank = vehicle("v", counter, A, EAST, **has)
    foe = unit("e", "ger-467" if counter == T34 else "rus-447", C)
    table = scene("DFPh", [foe], [tank], attacker=tank.side, options={"edition": edition})
    table.g.push(frame)
    ask_again(table)
    table.events += table.position.advance(Outcome(dice))
    return table


def charge(
    units: list[dict[str, Any]], at: str = A, facing: int = EAST, phase: str = "MPh", **has: Any
) -> Table:
    has.setdefault("berserk", True)
    return scene(phase, units, [vehicle("v", T34, at, facing, ce=True, **has)], attacker="russian")


def let_be(table: Table) -> Table:
    """The other side lets it go on."""
    while isinstance(table.position.pending, Choice) and table.position.pending.side == "german":
        table.do("done")
    return table


@pytest.mark.rule("SL:3.25-q2", "SL:3.25-q12")
def test_a_crew_that_fire_makes_check_goes_berserk_on_a_two_and_stays_in() -> None:
    table = checks(CrewCheck("v"))
    assert car(table).berserk and car(table).ce and car(table).manned and table.said("SL:3.25-q2")
    assert crew_morale(table.g, car(table)) == 10
    assert not car(checks(CrewCheck("v"), (1, 2))).berserk
    assert not car(checks(CrewCheck("v", own=True))).berserk
    stunned = checks(CrewCheck("v"), (6, 6), berserk=True)
    assert car(stunned).stun and not car(stunned).berserk


@pytest.mark.rule("SL:3.25-q13")
@pytest.mark.parametrize(
    ("box", "drm", "berserk"), [("gi", 2, True), ("cod", 2, True), ("coi", 2, False), ("gi", 1, False)]
)
def test_other_crews_go_berserk_in_their_vehicles_by_the_later_boxes_only(
    box: str, drm: int, berserk: bool
) -> None:
    assert car(checks(CrewCheck("v", drm), counter=PANZER, edition=box)).berserk == berserk
    assert car(checks(CrewCheck("v", drm), edition=box)).berserk


@pytest.mark.rule("SL:3.25-q2")
@pytest.mark.parametrize("frame", [CrewCheck("v"), BailOutCheck("v")])
def test_only_an_afv_that_cannot_move_is_left_and_then_the_crew_charges(frame: Any) -> None:
    table = checks(frame, immobilized=True)
    crew = next(one for one in table.g.on_map("russian"))
    assert car(table).abandoned and not car(table).berserk and crew.berserk
    assert not car(checks(BailOutCheck("v"), (1, 2), immobilized=True)).abandoned


@pytest.mark.rule("SL:3.25-q2")
def test_what_is_stopped_on_its_charge_is_left_as_the_phase_ends() -> None:
    table = charge([unit("e", FOE, C)], immobilized=True)
    crews = list(table.g.on_map("russian"))
    assert car(table).abandoned and not car(table).berserk
    assert [one.hex for one in crews] == [A] and crews[0].berserk


@pytest.mark.rule("SL:3.25-q2", "SL:3.25-q12")
def test_it_charges_the_nearest_enemy_overruns_him_and_stops() -> None:
    g = Table("RPh", []).g
    beyond = next(h for h in g.map.adjacent[C] if g.map.distance(A, h) == 3 and sees(g, C, h))
    table = charge([unit("e", FOE, C), unit("f", FOE, beyond)])
    assert table.said("SL:3.25-q2")  # before anybody else moves
    assert set(table.options()) == {f"drive-to - {B}", "button"}
    assert table.refusal("stop").rule == "SL:3.25.3-a"
    let_be(table.do(f"drive-to - {B}"))
    assert [o for o in table.options() if o != "button"] == [f"overrun - {C}"]
    table.do(f"overrun - {C}")
    let_be(table)
    table.roll((1, 1))
    assert not table.alive("e") and not car(table).berserk and table.said("SL:3.25-q12")
    let_be(table)
    assert "stop" in table.options() and not any(o.startswith(("drive-to", "turn")) for o in table.options())


@pytest.mark.rule("SL:3.25-q2")
def test_it_turns_first_where_the_enemy_is_behind_it() -> None:
    table = charge([unit("e", FOE, C)], facing=4)
    assert f"drive-to - {B}" not in table.options() and "turn - - W" not in table.options()
    let_be(table.do("turn - - E"))
    assert f"drive-to - {B}" in table.options()


@pytest.mark.rule("SL:3.25-q2")
def test_beside_a_stone_building_it_stops_and_fires_at_who_is_in_it() -> None:
    place, house = pair(1, "stone_building")
    g = Table("RPh", []).g
    facing = facings_to(g.map, place, house)[0]
    table = charge([unit("e", FOE, house)], place, facing, "AFPh", moved=True)
    assert table.options() and all(o.startswith(f"vehicle-fire v {house}") for o in table.options())
    prep = charge([unit("e", FOE, house)], place, facing, "PFPh")
    assert all(o.startswith(f"vehicle-fire v {house}") for o in prep.options())
    stays = charge([unit("e", FOE, house), unit("r", "rus-447", A)], place, facing)
    assert stays.options() == ["move r", "done"]
    first = charge([unit("e", FOE, C), unit("r", "rus-447", B)], phase="PFPh")
    assert first.refusal(f"vehicle-fire v {C}").rule == "SL:3.25-q2"
    two = rows("z", "open", "open", "open")
    afv = [vehicle("v", T34, two[0], EAST, ce=True, berserk=True), vehicle("p", PANZER, two[2], EAST)]
    table = scene("MPh", [], afv, attacker="russian")
    let_be(table.do(f"drive-to - {two[1]}"))
    assert "stop" in table.options() and not any(
        o.startswith(("drive-to", "overrun")) for o in table.options()
    )


@pytest.mark.rule("SL:3.25-q2")
def test_without_an_enemy_in_sight_it_stays() -> None:
    g = Table("RPh", []).g
    blind = next(hex for hex in g.map.names if not sees(g, A, hex))
    table = charge([unit("e", FOE, blind), unit("r", "rus-447", B)])
    assert "drive v" not in table.options() and prey_of(table.g, car(table)) == []


@pytest.mark.rule("SL:3.25-q12")
def test_who_survives_the_loss_of_the_afv_is_berserk_no_more() -> None:
    table = checks(CrewCheck("v"))
    knock_out(table.g, car(table), "SL:11.19.1")
    assert not car(table).berserk
    ask_again(table)
    table.roll((1, 2))
    crews = list(table.g.on_map("russian"))
    assert crews and not any(one.berserk for one in crews)


@pytest.mark.rule("SL:3.25-q2", "SL:3.25-q12", "SL:14.4.12-a")
def test_it_shuts_its_hatches_to_charge_into_a_wooden_house() -> None:
    place, house = pair(1, "wooden_building")
    table = charge([unit("e", FOE, house)], place, facings_to(Table("RPh", []).g.map, place, house)[0])
    assert table.said("SL:3.25-q2") and table.options() == ["button"]
    table.do("button")
    assert table.options() == [f"overrun - {house}"]  # nor does it open them again
    let_be(table.do(f"overrun - {house}"))
    assert car(table).hex == house and car(table).overran == house
    facing = facings_to(table.g.map, place, house)[0]
    closed = [vehicle("v", T34, place, facing, berserk=True)]
    assert scene("MPh", [unit("e", FOE, house)], closed, attacker="russian").options() == [
        f"overrun - {house}"
    ]


@pytest.mark.rule("SL:3.25-q2", "SL:14.4.12-c")
def test_what_is_open_on_top_stops_beside_a_wooden_house() -> None:
    place, house = pair(1, "wooden_building")
    g = Table("RPh", []).g
    types = g.garage.types.items()
    open_gun = next(k for k, t in types if t.open_topped and t.fully_tracked and t.nationality == "russian")
    far = next(
        h for h in g.map.neighbours[place] if h and g.map.distance(h, house) == 2 and sees(g, h, house)
    )
    tank = vehicle("v", open_gun, far, facings_to(g.map, far, place)[0], ce=True, berserk=True)
    table = scene("MPh", [unit("e", FOE, house)], [tank], attacker="russian")
    assert f"drive-to - {place}" in table.options()
    let_be(table.do(f"drive-to - {place}"))
    assert "stop" in table.options() and not table.options("overrun")


@pytest.mark.rule("SL:3.25-q2", "SL:11.29.8", "SL:11.29.14")
@pytest.mark.parametrize(("enemy", "way"), [("yC5", "yD3"), ("yF5", "")])
def test_from_beside_an_obstacle_it_charges_ahead_at_whom_it_sees_from_its_corner(
    enemy: str, way: str
) -> None:
    woods, ahead = "yE4", ("yD3", "yE3")
    beside = vehicle("v", T34, woods, 5, ce=True, berserk=True, bypass=(5,), bypass_from="yD4")
    table = scene(
        "MPh", [unit("e", FOE, enemy), unit("r", "rus-447", "yA1")], [beside], board="y", attacker="russian"
    )
    assert sees(table.g, woods, enemy) and set(front_hexes(table.g.map, woods, 5)) == set(ahead)
    assert table.said("SL:3.25-q2") is bool(way)
    assert table.options("drive-to") == ([f"drive-to - {way}"] if way else [])

"""Vehicles of Squad Leader at the table."""

from __future__ import annotations

from defilade.rules.presentation import BoardScene
from defilade.rules.sl.presentation import SlPresenter
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit
from sl.test_vehicle_games import tanks


def shown(table: Table, side: str = "german") -> BoardScene:
    state = table.system.redact(table.position.state, side)
    found = SlPresenter(table.system).scene(state, side)
    assert isinstance(found, BoardScene)
    return found


def test_vehicles_stand_in_their_hex_with_what_lies_on_them_and_who_is_inside() -> None:
    here, there = rows("y", "open", "open")
    cars = [
        vehicle("v", "ger-spw-251-1", here, 1, ce=True, passengers=("s",)),
        vehicle("w", "rus-t34-76b", there, wreck=True),
    ]
    table = scene("MPh", [unit("s", "ger-467", here)], cars, board="y")
    table.g.place(table.unit("s"), "")
    counters = {view.id: view for stack in shown(table).stacks for view in stack.counters}
    halftrack, wreck = counters["v"], counters["w"]
    assert halftrack.kind == "vehicle" and halftrack.shape == "half-track" and halftrack.bearing == 90
    assert {mark.id for mark in halftrack.states} == {"ce", "passengers"} and "4-6-7" in halftrack.words
    assert wreck.broken and [mark.tag for mark in wreck.states] == ["WRECK"]
    assert not shown(table).offmap  # he is neither on the map nor beside it


def test_only_its_own_side_sees_who_leads_an_afv_and_all_is_explained() -> None:
    here, _ = rows("y", "open", "open")
    table = scene("MPh", [], [vehicle("v", "ger-pzkw-ivh", here, leader="ger-9-1")], board="y")
    for side, told in (("german", True), ("russian", False)):
        view = next(view for stack in shown(table, side).stacks for view in stack.counters)
        assert ("armour_leader" in {mark.id for mark in view.states}) == told
    text = SlPresenter(table.system).inspect(table.position.state, "v")
    assert any("Movement points" in str(meaning) for meaning in text.meanings)


def test_the_card_counts_the_vehicles_of_a_group() -> None:
    details = SlPresenter(tanks()).card("tanks")
    names = {counter.counter.name for force in details.forces for counter in force.counters}
    assert {"T34/76B", "PzKw IVH", "SPW 251/1"} <= names

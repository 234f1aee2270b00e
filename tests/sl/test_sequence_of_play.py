"""Steps of the sequence of play that are more than one section's (SL:1.3.1)."""

from __future__ import annotations

import pytest

from defilade.kernel import Position
from defilade.rules.sl.eyes.concealment import cover, is_concealed
from sl.motor_pool import scene, vehicle
from sl.table import Table, near, pair, unit


@pytest.mark.rule("SL:1.3.1-p3.2-a")
def test_the_movement_phase() -> None:
    a, b = pair(3)
    units = [unit("p", "ger-467", a, fire="prep"), unit("s", "ger-467", a), unit("r", "rus-447", b)]
    table = scene("MPh", units, [vehicle("v", "ger-pzkw-ivh", near(a), ce=True)])
    assert table.refusal("move p").rule == "SL:4.1.1" and "move s" in table.options()
    table.do("drive v")
    assert {"button", "abandon"} <= set(table.options())
    table.do("button")
    assert not table.position.state.vehicles["v"].ce
    left = scene("MPh", units, [vehicle("v", "ger-pzkw-ivh", near(a), ce=True)]).do("drive v", "abandon")
    assert left.position.state.vehicles["v"].abandoned


@pytest.mark.rule("SL:1.3.1-p3.2-a", "SL:2.4.1-a")
def test_who_moves_in_sight_is_concealed_no_more() -> None:
    a, b = pair(3)
    table = Table("MPh", [unit("s", "ger-467", a), unit("x", "ger-467", a), unit("r", "rus-447", b)])
    cover(table.g, "german", a, ("s",))
    table.position = Position(table.system, table.position.state, table.system.settle(table.g))
    counter = next(one.id for one in table.g.on_map("german") if is_concealed(one))
    goal = next(hex for hex in table.g.map.adjacent[a] if table.g.map.distance(hex, b) == 2)
    table.do(f"move {counter}", f"enter - {goal}")
    assert not table.position.state.covered and table.unit("s").hex

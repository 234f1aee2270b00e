"""What hits do to vehicles: the kill table (SL:13.19 to SL:13.25)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Outcome, Position
from defilade.rules.sl.vehicles.penetration import (
    KillRoll,
    Survivors,
    armour_lines,
    face_hit,
    height_lines,
    kill_number,
    range_lines,
)
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit


def struck(counter: str, column: str = "panzerfaust", face: str = "side", **more: Any) -> Table:
    """A vehicle that has just been hit."""
    hex = pair(3)[1]
    hit = {name: more.pop(name) for name in list(more) if name in ("turret", "hull_down", "critical")}
    riders = [unit(uid, "rus-447", hex) for uid in more.get("passengers", ())]
    table = scene("PFPh", [unit("g", "ger-467", pair(3)[0]), *riders], [vehicle("v", counter, hex, **more)])
    g = table.g
    for rider in riders:
        g.place(g.unit(rider["id"]), "")
    g.push(KillRoll("v", column, face, "german", "a shot", **hit))
    table.position = Position(table.system, g.state, table.system.settle(g))
    return table


def v(table: Table) -> Any:
    return table.position.state.vehicles["v"]


@pytest.mark.rule("SL:13.19.2", "SL:11.5.2", "SL:11.5.3", "SL:13.19.3", "SL:11.19.1")
def test_armour_counts_by_the_face_that_is_hit() -> None:
    numbers = [kill_number(table.g, top(table)) for table in map(shot, ("front", "side", "rear"))]
    assert numbers == [7, 8, 9]
    iv = struck("rus-kv-ic", face="front")
    kind = iv.g.garage.types["rus-kv-ic"]
    lines = armour_lines(iv.g, top(iv))
    assert [line.value for line in lines] == [kind.front]
    assert not struck("rus-kv-ic", face="front").roll((6, 6)).said("SL:11.19.1")
    truck = struck("ger-kubelwagen", side="russian", face="front")
    assert kill_number(truck.g, top(truck)) == 9 and not armour_lines(truck.g, top(truck))


def top(table: Table) -> KillRoll:
    frame = table.position.state.stack[-1]
    assert isinstance(frame, KillRoll)
    return frame


def shot(face: str) -> Table:
    return struck("rus-t34-76a", face=face)


@pytest.mark.rule("SL:13.23.1.1-a", "SL:13.23.1.1-b", "SL:13.23.1.2", "SL:13.23.1.4", "SL:13.20.4")
def test_a_hit_exactly_at_the_number_may_only_stop_it() -> None:
    at = exactly("rus-t34-76a")
    assert struck("rus-t34-76a").roll(at).asked().endswith("only stopped?")
    table = struck("rus-t34-76a").roll(at)
    table.events += table.position.advance(Outcome((4,)))
    assert v(table).immobilized and not v(table).wreck
    dead = struck("rus-t34-76a").roll(at)
    dead.events += dead.position.advance(Outcome((3,)))
    assert v(dead).wreck
    for more in ({"turret": True}, {"hull_down": True}, {"immobilized": True}):
        assert v(struck("rus-t34-76a", **more).roll(at)).wreck
    assert v(struck("rus-t34-76a", face="front").roll(exactly("rus-t34-76a", face="front"))).wreck
    assert v(struck("rus-t34-76a", "flames").roll(exactly("rus-t34-76a", "flames"))).wreck


def exactly(counter: str, column: str = "panzerfaust", face: str = "side") -> tuple[int, int]:
    """Dice that come out at the kill number."""
    table = struck(counter, column, face)
    number = kill_number(table.g, top(table)) or 0
    due = number - int(sum(line.value for line in armour_lines(table.g, top(table))))
    return (due // 2, due - due // 2)


@pytest.mark.rule("SL:13.24.2.1", "SL:13.24.2.4", "SL:13.24.1-a", "SL:13.24.1-c")
def test_at_half_the_number_it_burns_and_otherwise_somebody_may_get_out() -> None:
    burning = struck("rus-t34-76a", passengers=("p",)).roll((1, 2))
    assert v(burning).burning and not burning.alive("p")
    table = struck("rus-t34-76a", passengers=("p",)).roll((3, 3))
    assert isinstance(table.position.state.stack[-1], Survivors)
    table.roll((1, 2), (1, 2))
    assert v(table).wreck and v(table).crew_survived and table.unit("p").hex == v(table).hex
    crew = [u for u in table.position.state.units.values() if u.kind == "crew"]
    assert [u.hex for u in crew] == [v(table).hex]
    lost = struck("rus-t34-76a", passengers=("p",)).roll((3, 3), (6, 6), (6, 6))
    assert not lost.alive("p") and not v(lost).crew_survived


@pytest.mark.rule("SL:13.25.2", "SL:13.25.3")
def test_a_critical_hit_goes_in_at_the_rear_and_only_thin_armour_counts() -> None:
    table = struck("rus-kv-ic", face="front", critical=True)
    assert kill_number(table.g, top(table)) == 9 and not armour_lines(table.g, top(table))
    thin = struck("rus-t26s", face="front", critical=True)
    kind = thin.g.garage.types["rus-t26s"]
    assert kind.front is not None and kind.front < 0
    assert [line.value for line in armour_lines(thin.g, top(thin))] == [kind.side]


@pytest.mark.rule("SL:13.19.5", "SL:13.19.6")
def test_range_tells_on_bullets_but_not_on_shaped_charges() -> None:
    g = struck("rus-t34-76a").g
    assert [sum(line.value for line in range_lines(g, "ATR", n)) for n in (1, 2, 6, 12)] == [-2, -1, 0, 0]
    assert not range_lines(g, "panzerfaust", 1)


@pytest.mark.rule("SL:13.19.4", "SL:13.20.3")
def test_the_face_is_that_of_the_hexside_or_of_the_turret() -> None:
    a, b, c = rows("z", "open", "open", "open")
    table = scene("PFPh", [unit("g", "ger-467", a)], [vehicle("v", "rus-t34-76a", b, 0, tca=3)])
    tank = v(table)
    assert {face_hit(table.g, tank, a), face_hit(table.g, tank, c)} == {"rear", "front"}
    assert face_hit(table.g, tank, a, turret=True) != face_hit(table.g, tank, a)
    assert face_hit(table.g, tank, b) == "rear"


@pytest.mark.rule("SL:13.21.1", "SL:13.21.3")
def test_from_two_levels_above_armour_is_thinner() -> None:
    g = Table("RPh", [], board="2").g
    low, high = next(
        (a, b)
        for a in g.map.names
        for b in g.map.names
        if g.map.level(b) - g.map.level(a) == 2 and g.map.distance(a, b) < 6
    )
    slope = next(h for h in g.map.names if g.map.level(h) - g.map.level(low) == 1)
    for counter, drm in (("rus-t34-76a", -1), ("ger-pza-ii-wespe", -3)):
        tank = vehicle("v", counter, low)
        assert [line.value for line in height_lines(g, tank, high)] == [drm]
        assert not height_lines(g, tank, slope)

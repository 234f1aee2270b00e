"""Which ways broken units think of, and which they do not (SL:3.21)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.rout import destinations, must_rout, no_way, swept
from defilade.rules.sl.state import Bypass
from defilade.rules.sl.terrain import adjacent_enemy
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import under_cover
from sl.table import Table, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]


@pytest.mark.rule("SL:3.21.3")
def test_over_a_cliff_nobody_is_adjacent() -> None:
    """C4 of board 3 is a level above C3: nobody could advance from one to the other."""
    table = Table("RPh", [unit("r", "rus-447", "3C4"), unit("g", "ger-467", "3C3")], board="3")
    assert table.g.map.hexside_kind("3C3", "3C4") == "cliff"
    assert not adjacent_enemy(table.g, "3C4", "russian") and not adjacent_enemy(table.g, "3C3", "german")
    beside = next(hex for hex in table.g.map.adjacent["3C3"] if hex != "3C4")
    assert adjacent_enemy(table.g, beside, "russian")


def upstairs() -> tuple[Table, str, str, str]:
    """A house of several hexes on board 1 with a storey, and a hex of it with stairs and one without."""
    g = Table("RPh", [], board="1").g
    for hexes in g.map.buildings.values():
        tall = [hex for hex in hexes if g.map.storeys(hex)]
        with_stairs = [hex for hex in tall if g.map.places_in(hex)[1] in g.map.adjacent[hex]]
        without = [hex for hex in tall if hex not in with_stairs]
        if with_stairs and without:
            return Table("RPh", [], board="1"), with_stairs[0], without[0], g.map.places_in(without[0])[1]
    raise AssertionError("no such house")


@pytest.mark.rule("SL:3.21-q17")
def test_upstairs_without_stairs_nobody_below_is_adjacent() -> None:
    _, stairs, bare, above = upstairs()
    table = Table("RPh", [unit("r", "rus-447", bare)], board="1")
    assert not adjacent_enemy(table.g, above, "german")
    with_stairs = Table("RPh", [unit("r", "rus-447", stairs)], board="1")
    assert adjacent_enemy(with_stairs.g, with_stairs.g.map.places_in(stairs)[1], "german")


@pytest.mark.rule("SL:3.21.9")
def test_who_is_on_the_ground_floor_need_not_go_upstairs() -> None:
    _, stairs, *_ = upstairs()
    g = Table("RPh", [], board="1").g
    above = g.map.places_in(stairs)[1]
    for beside in g.map.adjacent[stairs]:
        if beside in g.map.below or g.map.building_of.get(beside) is not None:
            continue
        table = Table(
            "RtPh",
            [unit("r", "rus-447", stairs, broken=True, dm=True), unit("g", "ger-467", beside)],
            board="1",
        )
        found = destinations(table.g, table.unit("r"))
        if above in found:
            assert [hex for hex in found if hex != above], "another way is open, though it is longer"
            return
    raise AssertionError("nowhere upstairs to go")


@pytest.mark.rule("SL:3.21.14")
def test_behind_a_wreck_open_ground_may_be_crossed() -> None:
    line = rows("z", "open", "open", "open")
    units = [unit("g", "ger-467", line[0]), unit("r", "rus-447", line[2], broken=True)]
    bare = Table("RtPh", units)
    assert swept(bare.g, line[2], "russian")
    wreck = vehicle("v", "ger-pzkw-iiie", line[1], wreck=True)
    assert not swept(scene("RtPh", units, [wreck]).g, line[2], "russian")
    jeep = vehicle("v", "ger-kubelwagen", line[1], wreck=True)
    assert swept(scene("RtPh", units, [jeep]).g, line[2], "russian")


@pytest.mark.rule("SL:3.21-q15")
def test_who_broke_in_bypass_is_in_the_woods_from_the_rout_phase_on() -> None:
    woods = next(hex for hex, kind in Table("RPh", []).g.map.terrain.items() if kind == "woods")
    going_by = {"r": (Bypass(woods, (0,), ()),)}
    far = next(hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.distance(hex, woods) > 8)
    table = Table(
        "AFPh",
        [unit("r", "rus-447", woods, broken=True), unit("g", "ger-467", far)],
        attacker="russian",
        bypasses=going_by,
    )
    while table.position.state.phase == "AFPh":
        table.do("done")
    assert not table.position.state.bypasses and not must_rout(table.g, table.unit("r"))


@pytest.mark.rule("SL:3.21-q19")
@pytest.mark.usefixtures("wilds")
def test_nobody_looks_for_cover_beyond_the_water() -> None:
    table = wild("RPh", unit("r", "rus-447", "D4", broken=True), unit("l", "rus-8-0", "D4"))

    assert no_way(table.g, "qD5") and not no_way(table.g, "qD4")
    assert all(
        table.g.map.terrain[stop] != "pond" for stop in destinations(table.g, table.unit("r")).values()
    )


@pytest.mark.rule("SL:3.21.16-13A")
def test_by_convention_nobody_routs_into_certain_death() -> None:
    """To the nearest woods, beside somebody who lies concealed: there it would be lost."""
    g = Table("RPh", []).g
    plain = [hex for hex in g.map.names if g.map.terrain[hex] == "open" and not g.map.roads.get(hex)]
    for start in plain[:40]:
        alone = Table("RPh", [unit("r", "rus-447", start, broken=True), unit("l", "rus-8-0", start)])
        goals = list(destinations(alone.g, alone.unit("r")))
        beyond = [hex for hex in g.map.adjacent[goals[0]] if g.map.distance(hex, start) > 1] if goals else []
        if not beyond:
            continue
        units = [
            unit("r", "rus-447", start, broken=True),
            unit("l", "rus-8-0", start),
            unit("g", "ger-467", beyond[0]),
        ]
        trap, safer = Table("RPh", units), Table("RPh", units, options={"safe-rout": "on"})
        for table in (trap, safer):
            under_cover(table, "g")
        ways, others = (destinations(table.g, table.unit("r")) for table in (trap, safer))
        deadly = [stop for stop in ways.values() if adjacent_enemy(trap.g, stop, "russian")]
        if deadly and others != ways:
            assert others and not any(adjacent_enemy(safer.g, stop, "russian") for stop in others.values())
            return
    raise AssertionError("no such trap")

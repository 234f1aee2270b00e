"""Battlefield Integrity in Squad Leader (SL:3.27)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl.morale import eliminate, morale_level, unit_joins
from defilade.rules.sl.people.integrity import levels_lost, recount, worth_left
from defilade.rules.sl.people.promotion import create_leader
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import abandon
from defilade.tactics.units import Weapon
from sl.table import Table, pair, unit


def in_play(count: int = 10, **more: Any) -> Table:
    """So many German squads; each is worth 21 points."""
    a, b = pair(4)
    squads = [unit(f"g{number}", "ger-467", a) for number in range(count)]
    found = Table("RPh", [*squads, unit("r", "rus-447", b)], options={"integrity": "on"}, **more)
    found.position.state.strength = {side: worth_left(found.g, side) for side in found.position.state.sides}
    return found


def lose(table: Table, count: int, first: int = 0) -> int:
    g = table.g
    for number in range(first, first + count):
        eliminate(g, g.unit(f"g{number}"), "is gone", "SL:3.27.2")
    return levels_lost(g, "german")


@pytest.mark.rule("SL:3.27.1", "SL:3.27.2", "SL:3.27.3")
def test_morale_falls_with_40_60_and_80_in_100() -> None:
    table = in_play()
    assert table.position.state.strength == {"german": 210, "russian": 14}
    assert [lose(table, 3), lose(table, 1, 3), lose(table, 2, 4), lose(table, 2, 6)] == [0, 1, 2, 3]
    assert morale_level(table.g, table.unit("g9")) == 4 and morale_level(table.g, table.unit("r")) == 7


@pytest.mark.rule("SL:3.27.1")
def test_it_is_an_option() -> None:
    a, _ = pair(4)
    table = Table("RPh", [unit(f"g{number}", "ger-467", a) for number in range(5)])
    assert lose(table, 4) == 0 and morale_level(table.g, table.unit("g4")) == 7


@pytest.mark.rule("SL:3.27.4", "SL:3.6.5")
def test_reinforcements_and_new_leaders_restore_it() -> None:
    table = in_play()
    assert lose(table, 4) == 1
    create_leader(table.g, table.unit("g9"), "8-0")
    assert levels_lost(table.g, "german") == 0 and table.position.state.strength["german"] == 240
    g = table.g
    unit_joins(g, g.add_unit(unit_like(table, "new")))
    assert table.position.state.strength["german"] == 261


def unit_like(table: Table, uid: str) -> Any:
    return msgspec.structs.replace(table.unit("g9"), id=uid)


def with_vehicles(table: Table, own: int, theirs: int, **more: Any) -> None:
    g = table.g
    afvs = [kind for kind in g.garage.types.values() if kind.armoured]
    names = {side: next(afv.id for afv in afvs if afv.nationality == side) for side in g.state.sides}
    counts = {"german": own, "russian": theirs}
    for side, count in counts.items():
        for number in range(count):
            uid = f"{side}{number}"
            g.state.vehicles[uid] = Vehicle(uid, side, names[side], hex=table.unit("r").hex, **more)
    recount(g)


@pytest.mark.rule("SL:3.27.5", "SL:3.27.7", "SL:3.27-q2", "SL:3.27.8")
def test_armour_stiffens_it() -> None:
    table = in_play()
    assert lose(table, 4) == 1
    with_vehicles(table, 1, 2, immobilized=True)
    assert levels_lost(table.g, "german") == 0  # the first mark is 50 now
    assert [lose(table, 1, 4), lose(table, 2, 5), lose(table, 2, 7)] == [1, 2, 3]
    outnumbered = in_play()
    with_vehicles(outnumbered, 1, 3)
    assert lose(outnumbered, 4) == 1
    assert worth_left(outnumbered.g, "russian") == 14  # no vehicle and no crew


@pytest.mark.rule("SL:3.27.6", "SL:3.27.7")
def test_facing_armour_alone_weakens_it() -> None:
    table = in_play()
    assert lose(table, 3) == 0
    with_vehicles(table, 0, 1)
    assert levels_lost(table.g, "german") == 1
    assert [lose(table, 2, 3), lose(table, 2, 5), lose(table, 2, 7)] == [2, 3, 4]


@pytest.mark.rule("SL:3.27.6")
def test_an_at_gun_that_works_keeps_them_steady() -> None:
    for malfunctioned, owner, levels in ((False, "g9", 0), (True, "g9", 1), (False, "", 1), (False, "r", 1)):
        table = in_play()
        gun = Weapon("w", "german", "ger-at-37", owner=owner, malfunctioned=malfunctioned)
        table.g.state.weapons["w"] = gun
        lose(table, 3)
        with_vehicles(table, 0, 1)
        assert levels_lost(table.g, "german") == levels


@pytest.mark.rule("SL:3.27.8")
def test_the_crew_of_an_afv_counts_neither_aboard_nor_on_foot() -> None:
    table = in_play()
    with_vehicles(table, 1, 0)
    g = table.g
    crew = abandon(g, g.state.vehicles["german0"])
    assert crew is not None and worth_left(g, "german") == 210 and lose(table, 5) == 1
    eliminate(g, g.unit(crew.id), "is gone", "SL:3.27.8")
    assert worth_left(g, "german") == 105


@pytest.mark.rule("SL:3.27.9", "SL:3.27-q1")
def test_prisoners_are_lost_once_and_for_good() -> None:
    table = in_play()
    g = table.g
    for number in range(4):
        g.update(g.unit(f"g{number}"), captive="german", side="russian", broken=True)
    recount(g)
    assert levels_lost(g, "german") == 1
    g.update(g.unit("g0"), captive="", side="german", escaped=True)
    recount(g)
    assert levels_lost(g, "german") == 1
    eliminate(g, g.unit("g1"), "is gone", "SL:3.27.9")
    assert levels_lost(g, "german") == 1


@pytest.mark.rule("SL:3.8.3-b")
def test_heroes_do_not_mind() -> None:
    table = in_play()
    g = table.g
    hero = g.add_unit(unit_like(table, "h"))
    hero = g.update(hero, type="ger-149-hero", kind="hero")
    g.state.integrity["german"] = 2
    assert morale_level(g, hero) == 9 and morale_level(g, table.unit("g9")) == 5


@pytest.mark.rule("SL:3.11.4-b")
def test_green_and_reduced_squads_count_as_lost_in_part() -> None:
    table = in_play()
    g = table.g
    for number in range(7):
        g.update(g.unit(f"g{number}"), type="ger-436")
    recount(g)
    assert worth_left(g, "german") == 3 * 21 + 7 * 7 and levels_lost(g, "german") == 1

"""Flamethrowers of Squad Leader (SL:8.10)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Breakdown
from defilade.rules.sl.state import Track
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.weapons.breakdown import breakdown_number
from defilade.rules.sl.weapons.flamethrowers import beyond
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]

TANK, OPEN_TOPPED, TRUCK = "rus-t34-76a", "rus-su76", "usa-jeep"


def thrower(owner: str, hex: str, weapon_id: str = "f", side: str = "german", **more: Any) -> Weapon:
    return Weapon(weapon_id, side, "ger-ft", owner=owner, hex=hex, **more)


def flaming(distance: int, there: str = "open", user: str = "ger-9-2", **more: Any) -> tuple[Table, str]:
    """A German with a flamethrower, a leader who knows how to use it, and a Russian squad that he sees."""
    a, b = pair(distance, there)
    weapons = {"f": thrower("u", a), **more.pop("weapons", {})}
    units = [unit("u", user, a, **more.pop("u", {})), unit("r", "rus-447", b), *more.pop("others", ())]
    return Table(more.pop("phase", "PFPh"), units, weapons=weapons, **more), b


def shot(table: Table, hex: str, dice: tuple[int, int] = (3, 3)) -> Breakdown:
    return table.do(f"flame u+f {hex}").roll(dice).breakdown()


def car(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


@pytest.mark.rule("SL:8.10.1-a", "SL:8.10.2", "SL:8.10.4")
def test_it_fires_with_20_at_two_hexes_whatever_the_terrain() -> None:
    for distance, there in ((1, "stone_building"), (2, "open"), (2, "woods")):
        table, b = flaming(distance, there)
        found = shot(table, b)
        assert (found.total, found.drm, found.column) == (20, 0, 20)
    far, b = flaming(3)
    assert far.position.state.phase != "PFPh"  # out of reach there is nothing to do


def test_what_it_comes_to_is_told_beforehand() -> None:
    table, b = flaming(2)
    found = table.system.describe(table.position.state, table.action(f"flame u+f {b}"))
    assert found.breakdown is not None and found.breakdown.total == 20
    assert abs(sum(found.odds.values()) - 1) < 1e-9 and "flamethrower" in found.label


@pytest.mark.rule("SL:8.10.2")
def test_neither_movement_nor_leaders_change_its_dice() -> None:
    a, b = pair(2)
    units = [unit("u", "rus-9-2", a), unit("l", "rus-9-2", a), unit("g", "ger-467", b, moved=True)]
    weapons = {"f": thrower("u", a, side="russian")}
    table = Table("DFPh", units, weapons=dict(weapons), tracks={"g": Track(1, (b,))})
    assert shot(table, b).drm == 0
    passed = Table(
        "DFPh", [*units[:2], unit("g", "ger-467", pair(8)[1])], weapons=weapons, tracks={"g": Track(1, (b,))}
    )
    passed.do(f"flame u+f+g {b}").roll((1, 1))
    assert not passed.alive("g") and passed.breakdown().drm == 0


@pytest.mark.rule("SL:8.10.2")
def test_who_stands_higher_is_better_off(wilds: None) -> None:
    table = wild(
        "PFPh",
        unit("u", "ger-9-2", "O8"),
        unit("r", "rus-447", "P8"),
        weapons={"f": thrower("u", "O8")},
    )
    assert shot(table, table.g.map.resolve("P8")).value("SL:5.3.5.1") == 1


@pytest.mark.rule("SL:8.10.1-b")
def test_only_at_what_is_concealed_it_is_halved() -> None:
    a, b = pair(2)
    units = [unit("u", "ger-9-2", a)]
    table = Table("PFPh", units, weapons={"f": thrower("u", a)})
    g = table.g
    from_above = g.tables.concealment.area_fire
    assert from_above.factor == 0.5
    hidden = Table(
        "PFPh",
        [*units, {"id": "q", "type": "?", "hex": b, "side": "russian"}],
        weapons={"f": thrower("u", a)},
    )
    assert shot(hidden, b).total == 10 and shot_rules(hidden) >= {"SL:2.3.4"}


def shot_rules(table: Table) -> set[str]:
    return {line.rule for line in table.breakdown().lines}


@pytest.mark.rule("SL:8.10-q4")
def test_from_marsh_it_is_halved(wilds: None) -> None:
    table = wild(
        "PFPh",
        unit("u", "ger-9-2", "D4"),
        unit("r", "rus-447", "E4"),
        weapons={"f": thrower("u", "D4")},
    )
    assert shot(table, table.g.map.resolve("E4")).total == 10


@pytest.mark.rule("SL:8.10.3", "SL:8.10.5")
def test_alone_and_before_the_own_firepower_at_the_same_hex() -> None:
    a, b = pair(2)
    others = [unit("s", "ger-467", a), unit("q", "rus-447", pair(2, "woods", "open")[1])]
    table, b = flaming(2, user="ger-467", others=others)
    assert "add u+f" not in table.do(f"target - {b}").options() and f"add u+f {b}" not in table.options()
    table.do("cancel")
    table.do(f"flame u+f {b}").roll((6, 3))
    while table.asked():
        table.roll((1, 1))
    assert {option.split()[2] for option in table.options("target")} >= {b}
    table.do(f"target - {b}")
    assert "add u" in table.options()  # its own dice
    assert table.do("add u", "declare").roll((3, 4)).breakdown().total == 4
    first, b = flaming(2, user="ger-467")
    first.do(f"target - {b}", "add u", "declare").roll((6, 6))
    assert first.position.state.phase != "PFPh" or not first.options("flame")


@pytest.mark.rule("SL:8.10.5", "SL:8.10.4")
def test_afterwards_it_fires_at_no_other_hex_and_no_other_weapon() -> None:
    a, b = pair(2)
    g = Table("RPh", []).g
    c = next(
        hex
        for hex in g.map.names
        if g.map.distance(a, hex) == 2 and hex != b and g.map.los(g.map.resolve(a), hex).clear
    )
    weapons = {"f": thrower("u", a), "m": Weapon("m", "german", "ger-lmg", owner="u", hex=a)}
    units = [
        unit("u", "ger-467", a),
        unit("s", "ger-467", a),
        unit("r", "rus-447", b),
        unit("q", "rus-447", c),
    ]
    table = Table("PFPh", units, weapons=dict(weapons))
    table.do(f"flame u+f {b}").roll((6, 5))
    table.do(f"target - {c}")
    assert "add u" not in table.options() and table.refusal("add u").rule == "SL:8.10.5"
    assert table.refusal("add u+m").rule in ("SL:8.10.5", "SL:8.2")
    gun_first = Table("PFPh", units, weapons=weapons)
    gun_first.do(f"target - {b}", "add u+m", "declare").roll((6, 5))
    assert not gun_first.options("flame")


@pytest.mark.rule("SL:8.10.4", "SL:8.10.6")
def test_who_is_not_trained_uses_it_like_a_captured_one() -> None:
    table, b = flaming(2, user="ger-467")
    assert breakdown_number(table.g, Shot("u", "f")) == 7
    assert shot(table, b, (3, 4)).total == 10
    assert "f" not in table.position.state.weapons
    expert, b = flaming(2)
    assert breakdown_number(expert.g, Shot("u", "f")) == 9
    assert shot(expert, b, (4, 4)).total == 20 and "f" in expert.position.state.weapons
    empty, b = flaming(2)
    shot(empty, b, (4, 5))
    assert "f" not in empty.position.state.weapons and empty.said("SL:8.10.6")


@pytest.mark.rule("SL:8.10.7", "SL:8.10-q8")
def test_who_has_one_is_in_danger_and_who_is_with_him() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b), unit("q", "rus-447", b)]

    def drm(uid: str, *weapons: Weapon, **more: Any) -> int:
        table = Table("PFPh", units, weapons={weapon.id: weapon for weapon in weapons}, **more)
        table.do(f"target - {b}", "add u", "declare").roll((6, 5))
        group = next(e for e in table.events if e.kind == "attack" and uid in e.who)
        assert group.breakdown is not None
        return group.breakdown.drm

    one, two = thrower("r", b), thrower("r", b, "h")
    possession = {"options": {"possession": "on"}}
    assert drm("r", one, **possession) == -1 and drm("q", one, **possession) == 0
    assert drm("r", one, two, **possession) == -2
    assert drm("r", one) == drm("q", one) == -1 and drm("q", one, two) == -2
    assert drm("q", thrower("", b), two) == -1  # one lies there, one is carried
    assert drm("q", one, two, options={"flame_hexes": "on"}) == -2


@pytest.mark.rule("SL:8.10.7-22C")
def test_by_convention_each_counts_for_all_and_against_flames() -> None:
    a, b = pair(2)
    units = [unit("u", "ger-9-2", a), unit("r", "rus-447", b), unit("q", "rus-447", b)]
    weapons = {"f": thrower("u", a), "h": thrower("r", b, "h", "russian")}
    assert shot(Table("PFPh", units, weapons=dict(weapons)), b).drm == 0
    played = shot(Table("PFPh", units, weapons=weapons, options={"flame_hexes": "on"}), b)
    assert played.value("SL:8.10.7-22C") == -1


@pytest.mark.rule("SL:8.10-q9")
def test_those_of_vehicles_endanger_nobody() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b)]
    flame_tank = vehicle("v", "ger-spw-251-16", b, side="russian", motion=True)
    table = scene("PFPh", units, [flame_tank])
    table.do(f"target - {b}", "add u", "declare").roll((6, 5))
    assert table.breakdown().drm == 0


@pytest.mark.rule("SL:8.10-q5")
def test_in_close_combat_it_matters_to_nobody() -> None:
    hex = pair(3)[0]
    table = Table(
        "CCPh",
        [unit("u", "ger-467", hex), unit("r", "rus-447", hex)],
        weapons={"h": thrower("r", hex, "h", "russian")},
    )
    table.do("attack r", "with u", "declare", "done")
    while table.asked():
        table.roll((6, 6))
    assert "SL:8.10.7" not in {line.rule for line in table.breakdown("close_combat").lines}


@pytest.mark.rule("SL:8.10.8", "SL:8.10-q3")
def test_after_a_move_it_keeps_its_strength_unless_just_found() -> None:
    carried, b = flaming(
        2, phase="AFPh", u={"moved": True}, weapons={"f": thrower("u", pair(2)[0], carrier="u")}
    )
    assert shot(carried, b).total == 20
    found, b = flaming(2, phase="AFPh", u={"moved": True})
    assert shot(found, b).total == 10
    slow, b = flaming(2, phase="AFPh", u={"moved": True}, slowed=("u",))
    assert slow.position.state.phase != "AFPh" or not slow.options("flame")


@pytest.mark.rule("SL:8.10.9")
def test_a_kia_destroys_the_weapons_of_the_hex() -> None:
    b = pair(2)[1]
    guns = {
        "m": Weapon("m", "russian", "rus-lmg", owner="r", hex=b),
        "n": Weapon("n", "russian", "rus-lmg", hex=b),
    }
    table, b = flaming(2, weapons=guns)
    shot(table, b, (1, 1))
    assert set(table.position.state.weapons) == {"f"} and table.said("SL:8.10.9")
    check, b = flaming(2, weapons=guns)
    shot(check, b, (4, 4))
    assert set(check.position.state.weapons) == {"f", "m", "n"}


@pytest.mark.rule("SL:8.10-q1", "SL:8.10-q2")
def test_it_goes_on_into_the_hex_beyond_but_not_through_woods() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("u", "ger-9-2", way[0]), unit("r", "rus-447", way[1]), unit("s", "ger-467", way[2])]
    table = Table("PFPh", units, weapons={"f": thrower("u", way[0])}, board="y")
    assert beyond(table.g, way[0], way[1]) == way[2]
    table.do(f"flame u+f {way[1]}").roll((1, 1))
    assert not table.alive("r") and not table.alive("s")
    woods = rows("y", "open", "woods", "open")
    assert beyond(table.g, woods[0], woods[1]) == "" and beyond(table.g, way[0], way[2]) == ""


@pytest.mark.rule("SL:8.10.10", "SL:8.10.11", "SL:8.10.12", "SL:8.14.9-b")
def test_it_hits_vehicles_in_reach_and_infantry_beside_them_with_one_throw() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("u", "ger-9-2", way[0]), unit("r", "rus-447", way[2])]

    def burnt(
        counter: str, dice: tuple[int, int], hex: str = way[2], phase: str = "PFPh", **more: Any
    ) -> Table:
        tank = vehicle("v", counter, hex, 4, **{"side": "russian", **more})
        where = [units[0], unit("r", "rus-447", hex)]
        table = scene(phase, where, [tank], weapons={"f": thrower("u", way[0])}, board="y")
        return table.do(f"burn u+f+v {hex}").roll(dice)

    front = burnt(TANK, (2, 3))  # 5 or less in front, whatever its armour
    assert car(front).wreck and car(front).burning and front.breakdown("to_kill").column == 5
    assert not front.breakdown("to_kill").lines and front.breakdown().column == 20
    assert not car(burnt(TANK, (3, 3))).wreck
    assert car(burnt(TANK, (5, 5), way[1])).wreck  # adjacent: 10
    assert not car(burnt(TANK, (5, 6), way[1])).wreck
    for more in ({"counter": TANK, "ce": True}, {"counter": OPEN_TOPPED}):
        assert burnt(dice=(5, 5), **more).breakdown("to_kill").column == 10
    assert burnt(OPEN_TOPPED, (5, 5), way[1]).breakdown("to_kill").column == 10  # once only
    assert burnt(TANK, (2, 3), phase="AFPh").breakdown("attack").total == 20


@pytest.mark.rule("SL:8.10.10")
def test_also_in_defensive_fire_and_at_trucks() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("u", "rus-9-2", way[0])]
    weapons = {"f": thrower("u", way[0], side="russian")}
    tank = vehicle("v", "ger-pzkw-ivh", way[2], 1, moved=True)
    table = scene("DFPh", units, [tank], weapons=dict(weapons), board="y")
    table.do(f"burn u+f+v {way[2]}").roll((5, 5))
    assert car(table).burning and table.breakdown("to_kill").column == 10  # in the rear
    truck = scene("DFPh", units, [vehicle("v", "ger-light-truck", way[2], 1)], weapons=weapons, board="y")
    truck.do(f"burn u+f+v {way[2]}").roll((5, 6))
    assert car(truck).wreck

"""Demolition charges of Squad Leader: placed and set off (SL:8.11), and thrown (SL:8.11.9)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Position
from defilade.rules.sl.fire import Attack, plan_of
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.penetration import face_hit
from defilade.rules.sl.weapons.demolition import handling_refusal, reach_refusal
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]

TANK, OPEN_TOPPED = "rus-t34-76a", "rus-su76"


def charge(owner: str, hex: str, weapon_id: str = "d", side: str = "german", **more: Any) -> Weapon:
    return Weapon(weapon_id, side, "ger-dc", owner=owner, hex=hex, **more)


def sappers(
    *more_units: dict[str, Any], there: str = "open", user: str = "ger-9-2", phase: str = "MPh", **more: Any
) -> tuple[Table, str, str]:
    """A German with a charge, a leader who knows how to use it, beside a Russian squad."""
    a, b = pair(1, there)
    weapons = {"d": charge("u", a), **more.pop("weapons", {})}
    units = [unit("u", user, a, **more.pop("u", {})), unit("r", "rus-447", b), *more_units]
    return Table(phase, units, weapons=weapons, **more), a, b


def on_to_advancing_fire(table: Table) -> Table:
    """Everybody is done until the AFPh."""
    while table.g.state.phase in ("MPh", "DFPh"):
        table.do("stop" if "stop" in table.options() else "done")
    return table


def armed(**more: Any) -> tuple[Table, str, str]:
    """The charge has been placed, and the AFPh has come."""
    table, a, b = sappers(**more)
    table.do(f"place-charge u+d {b}")
    return on_to_advancing_fire(table), a, b


def weapon(table: Table, weapon_id: str = "d") -> Weapon:
    return table.position.state.weapons[weapon_id]


def car(table: Table) -> Vehicle:
    return table.position.state.vehicles["v"]


@pytest.mark.rule("SL:8.11.1", "SL:8.11.3-a", "SL:8.11.4", "SL:8.11.5")
def test_it_is_placed_in_the_mph_and_goes_off_in_the_afph() -> None:
    table, _, b = sappers(there="stone_building")
    assert table.options("place-charge") == [f"place-charge u+d {b}"]
    table.do(f"place-charge u+d {b}", "move u")
    table.do(next(option for option in table.options("enter") if option.split()[2] != b))  # he need not stay
    on_to_advancing_fire(table).do(f"explode d {b}").roll((4, 4))
    found = table.breakdown()
    assert (found.total, found.drm) == (30, 3) and "d" not in table.position.state.weapons
    assert "SL:3.2.2-a" not in {line.rule for line in found.lines}


@pytest.mark.rule("SL:8.11.3-a")
def test_from_any_hex_that_is_reached_on_the_way() -> None:
    a, b = pair(1)
    start = next(
        hex for hex in Table("RPh", []).g.map.adjacent[a] if Table("RPh", []).g.map.distance(hex, b) == 2
    )
    table = Table(
        "MPh", [unit("u", "ger-9-2", start), unit("r", "rus-447", b)], weapons={"d": charge("u", start)}
    )
    assert not table.options("place-charge")
    table.do("move u", f"enter - {a}")
    assert table.options("place-charge") == [f"place-charge u+d {b}"]
    table.do(f"place-charge u+d {b}", f"enter - {start}", "stop")
    assert weapon(table).hex == a and weapon(table).placed_at == b


@pytest.mark.rule("SL:8.11.3-a")
def test_not_up_a_cliff(wilds: None) -> None:
    table = wild(
        "MPh", unit("u", "ger-9-2", "Q8"), unit("r", "rus-447", "R8"), weapons={"d": charge("u", "Q8")}
    )
    low, high = table.g.map.resolve("Q8"), table.g.map.resolve("R8")
    refusal = reach_refusal(table.g, low, high)
    assert refusal is not None and "cliff" in refusal.reason
    assert reach_refusal(table.g, high, low) is None
    assert not table.options("place-charge")


@pytest.mark.rule("SL:8.11.3-b")
def test_who_breaks_where_he_placed_it_has_not_made_it_ready() -> None:
    def fired_on(dice: tuple[int, int], check: tuple[int, int]) -> Table:
        table, a, b = sappers(user="ger-838")
        table.do(f"place-charge u+d {b}", "done", f"target - {a}", "add r", "declare").roll(dice, check)
        return on_to_advancing_fire(table)

    broken = fired_on((2, 3), (6, 6))
    assert broken.unit("u").broken and not weapon(broken).placed_at and broken.said("SL:8.11.3-b")
    assert broken.position.state.phase != "AFPh" or not broken.options("explode")
    assert weapon(broken).hex == broken.unit("u").hex and not weapon(broken).owner
    steady = fired_on((2, 3), (1, 2))
    assert steady.options("explode")


@pytest.mark.rule("SL:5.6-q3", "SL:8.11.3-b")
def test_where_he_placed_it_before_he_set_out_he_may_be_fired_on_but_not_as_a_mover() -> None:
    def gone(*before: str) -> Table:
        table, a, b = sappers(user="ger-838")
        around = table.g.map
        away = next(
            h for h in around.adjacent[a] if around.terrain[h] == "open" and around.distance(h, b) == 2
        )
        return table.do(*(text.format(b) for text in before), "move u", f"enter - {away}", "stop")

    assert not [option for option in gone().options("target") if option.startswith("target u ")]
    table = gone("place-charge u+d {}")
    home, away = weapon(table).hex, table.unit("u").hex
    table.do(f"target u {home}", "add r", "declare").roll((2, 3))
    assert table.breakdown().drm == 0 and table.g.terrain_of(home).name == "open ground"
    table.roll((6, 6))
    assert table.unit("u").broken and table.unit("u").hex == home and not weapon(table).placed_at
    beyond = gone("place-charge u+d {}")
    beyond.do(f"target - {away}", "add r", "declare").roll((6, 5))
    assert beyond.breakdown().value("SL:5.6.8.1-a") == -1


@pytest.mark.rule("SL:8.11.3-b")
def test_what_happens_to_him_elsewhere_does_not_matter() -> None:
    table, a, b = sappers(user="ger-838")
    around = table.g.map
    away = next(h for h in around.adjacent[a] if around.terrain[h] == "open" and around.distance(h, b) == 2)
    table.do(f"place-charge u+d {b}", "move u", f"enter - {away}", "stop")
    table.do(f"target - {away}", "add r", "declare").roll((1, 1))
    while table.asked():
        table.roll((6, 6))
    assert not table.alive("u") or table.unit("u").broken
    assert on_to_advancing_fire(table).options("explode")


@pytest.mark.rule("SL:8.11.2", "SL:8.11.8")
def test_others_use_it_like_a_captured_one() -> None:
    def blast(user: str, dice: tuple[int, int]) -> Table:
        table, _, b = armed(user=user)
        return table.do(f"explode d {b}").roll(dice)

    assert blast("ger-9-2", (5, 6)).breakdown().total == 30
    assert blast("ger-9-2", (6, 6)).said("SL:8.11.8")
    assert blast("ger-467", (4, 5)).breakdown().total == 15
    assert blast("ger-467", (4, 6)).said("SL:8.11.8")
    assert "d" not in blast("ger-467", (4, 6)).position.state.weapons


@pytest.mark.rule("SL:8.11.5", "SL:8.11-q5")
def test_concealed_units_are_attacked_at_half_and_leaders_change_nothing() -> None:
    a, b = pair(1)
    units = [
        unit("u", "ger-9-2", a),
        unit("l", "ger-10-3", a),
        {"id": "q", "type": "?", "hex": b, "side": "russian"},
    ]
    table = Table("MPh", units, weapons={"d": charge("u", a)})
    table.do(f"place-charge u+d {b}")
    found = plan_of(table.g, Attack("AFPh", "german", b, ("q",), (), charge="d"))
    assert found.fp == 15 and [group.drm for group in found.groups] == [0]


@pytest.mark.rule("SL:8.11.6")
def test_the_placer_fires_at_that_hex_only() -> None:
    a, b = pair(1)
    c = next(
        hex
        for hex in Table("RPh", []).g.map.adjacent[a]
        if hex != b and Table("RPh", []).g.map.distance(hex, b) > 1
    )
    other = unit("q", "rus-447", c)
    mate = unit("m", "ger-467", a)
    after, a, b = armed_with(other, mate)
    after.do(f"explode d {b}").roll((6, 5))
    after.do(f"target - {c}")
    assert after.options("add") == ["add m"] and after.refusal("add u").rule in ("SL:8.11.6", "SL:8.10.5")
    before, a, b = armed_with(other, mate)
    before.do(f"target - {c}", "add u", "declare").roll((6, 5))
    assert not before.options("explode")
    same, a, b = armed_with(other, mate)
    same.do(f"target - {b}", "add u", "declare").roll((6, 5))
    assert same.options("explode") == [f"explode d {b}"]


def armed_with(*more_units: dict[str, Any]) -> tuple[Table, str, str]:
    table, a, b = sappers(*more_units, user="ger-838")
    table.do(f"place-charge u+d {b}")
    return on_to_advancing_fire(table), a, b


@pytest.mark.rule("SL:8.11.7")
def test_a_kia_destroys_the_weapons_of_the_hex() -> None:
    b = pair(1)[1]
    table, _, b = armed(weapons={"m": Weapon("m", "russian", "rus-lmg", owner="r", hex=b)})
    table.do(f"explode d {b}").roll((1, 2))
    assert not table.position.state.weapons and table.said("SL:8.11.7") and not table.alive("r")


@pytest.mark.rule("SL:1.3.1-p5.1", "SL:8.11.4")
def test_charges_go_off_before_anybody_fires() -> None:
    table, _, b = sappers(unit("x", "ger-467", pair(1)[0]))
    table.do(f"place-charge u+d {b}")
    on_to_advancing_fire(table)
    assert table.g.state.phase == "AFPh" and not table.position.state.fired
    assert table.options("explode") and table.options("target") == [f"target - {b}"]
    table.do(f"explode d {b}").roll((1, 2))
    assert not table.alive("r") and table.position.state.fired == (), "nobody has fired yet, nor can he"


@pytest.mark.rule("SL:8.11.4")
def test_what_is_not_set_off_is_lost() -> None:
    table, _, _ = armed()
    table.do("done")
    assert "d" not in table.position.state.weapons and table.alive("r")


@pytest.mark.rule("SL:8.11-q2")
def test_also_by_who_fired_before_but_not_with_another_weapon() -> None:
    fired, _, b = sappers(user="ger-838", u={"fire": "prep", "no_fp": True})
    assert fired.options("place-charge") == [f"place-charge u+d {b}"] and not fired.options("move")
    gun, _, _ = sappers(user="ger-838", u={"fire": "prep", "weapons_used": ("m",)})
    found = handling_refusal(gun.g, gun.unit("u"), weapon(gun))
    assert found is not None and found.rule == "SL:8.11-q2"


@pytest.mark.rule("SL:8.11-q1")
def test_on_a_vehicle_it_lies_where_it_was_put() -> None:
    a, b = rows("y", "open", "open")
    tank = vehicle("v", TANK, b, 1)
    table = scene("MPh", [unit("u", "ger-9-2", a)], [tank], weapons={"d": charge("u", a)}, board="y")
    assert face_hit(table.g, tank, a) == "rear"
    table.do(f"place-charge u+d+v {b}")
    table.g.state.vehicles["v"] = vehicle("v", TANK, b, 4)  # it turns round
    on_to_advancing_fire(table).do(f"explode d {b}").roll((5, 4))
    assert table.breakdown("to_kill").column == 11
    assert car(table).wreck


def aboard(table: Table) -> Table:
    """`u` sits in the vehicle: what there is to do is asked again."""
    g = table.g
    g.place(g.unit("u"), "")
    table.position = Position(table.system, g.state, table.system.settle(g))
    return table


@pytest.mark.rule("SL:8.11-q3", "SL:8.11-q4")
def test_who_has_got_out_of_a_vehicle_places_it_and_who_sits_in_one_throws_it() -> None:
    a, b = rows("y", "open", "open")
    ride = vehicle("v", "ger-spw-251-1", a, passengers=("u",), ce=True)
    units = [unit("u", "ger-838", a), unit("r", "rus-447", b)]
    table = aboard(scene("MPh", units, [ride], weapons={"d": charge("u", a)}, board="y"))
    assert not table.options("place-charge")
    table.do("drive v", f"unload u {a}", "done", "stop")
    assert table.options("place-charge") == [f"place-charge u+d {b}"]
    more = {"weapons": {"d": charge("u", a)}, "board": "y", "attacker": "russian"}
    sitting = aboard(scene("DFPh", units, [ride], **more))
    sitting.do(f"throw-charge u+d {b}").roll((5, 4))
    hits = [event for event in sitting.events if event.kind == "attack"]
    assert [event.at for event in hits] == [a, b]
    thrown_back = hits[0].breakdown
    assert thrown_back is not None and thrown_back.value("SL:7.1.8-a") == 2


def thrown(there: str) -> tuple[Table, str]:
    table, _, b = sappers(there=there, phase="DFPh", attacker="russian")
    return table, b


@pytest.mark.rule("SL:8.11.9.1", "SL:8.11.9.2")
def test_it_is_thrown_in_the_dfph_and_both_are_too_near() -> None:
    table, b = thrown("woods")
    table.do(f"throw-charge u+d {b}")
    assert weapon(table).placed_at == b
    table.roll((5, 4))
    own, enemy = [event for event in table.events if event.kind == "attack"]
    assert own.who == ("u",) and own.breakdown is not None and own.breakdown.drm == 0
    assert enemy.who == ("r",) and enemy.breakdown is not None and enemy.breakdown.drm == 2
    assert enemy.breakdown.value("SL:8.11.9.1") == 1 and "d" not in table.position.state.weapons


@pytest.mark.rule("SL:8.11.9.1", "SL:8.11.9-q1")
def test_at_a_moving_vehicle_the_others_beside_it_fare_differently() -> None:
    a, b = rows("y", "open", "open")
    cars = [vehicle("v", TANK, b, 1, moved=True, motion=True), vehicle("w", TANK, b, 1)]
    units = [unit("u", "ger-9-2", a), unit("r", "rus-447", b)]
    table = scene("DFPh", units, cars, weapons={"d": charge("u", a)}, board="y", attacker="russian")
    table.do(f"throw-charge-at u+d+v {b}").roll((4, 4))
    assert table.breakdown("to_kill").value("SL:8.11.9.1") == 2 and car(table).wreck
    assert not table.position.state.vehicles["w"].wreck
    hit = next(event for event in table.events if event.kind == "attack" and event.who == ("r",))
    assert hit.breakdown is not None and hit.breakdown.value("SL:8.11.9.1") == 1
    still = scene(
        "DFPh",
        units,
        [vehicle("v", TANK, b, 1)],
        weapons={"d": charge("u", a)},
        board="y",
        attacker="russian",
    )
    still.do(f"throw-charge-at u+d+v {b}").roll((4, 4))
    assert still.breakdown("to_kill").value("SL:8.11.9.1") is None


@pytest.mark.rule("SL:8.11.9.3", "SL:8.11.9-q3")
def test_at_one_that_overruns_it_lands_on_the_rear() -> None:
    a, b = rows("y", "open", "open")
    units = [unit("u", "ger-9-2", a), unit("g", "ger-467", b)]
    tank = vehicle("v", TANK, b, 4, moved=True, overran=b)
    table = scene("DFPh", units, [tank], weapons={"d": charge("u", a)}, board="y", attacker="russian")
    assert face_hit(table.g, tank, a) == "front"
    table.do(f"throw-charge-at u+d+v {b}").roll((4, 4))
    assert table.breakdown("to_kill").column == 11


@pytest.mark.rule("SL:8.11.9.3")
def test_it_is_thrown_after_the_overrun() -> None:
    a, b, c = rows("y", "open", "open", "open")
    units = [unit("u", "ger-9-2", a), unit("g", "ger-467", b)]
    tank = vehicle("v", TANK, c, 4)
    table = scene("MPh", units, [tank], weapons={"d": charge("u", a)}, board="y", attacker="russian")
    table.do("drive v", f"overrun - {b}")
    while "throw-charge" not in " ".join([] if table.asked() else table.options()):
        if table.asked():
            table.roll((6, 5))
        else:
            table.do("done")
    kinds = [event.kind for event in table.events]
    assert "attack" in kinds and table.options("throw-charge-at") == [f"throw-charge-at u+d+v {b}"]
    assert car(table).overran == b


@pytest.mark.rule("SL:8.11.9-q2")
@pytest.mark.parametrize(("counter", "drm"), [(TANK, -1), (OPEN_TOPPED, -3)])
def test_from_above_the_armour_is_thinner(wilds: None, counter: str, drm: int) -> None:
    high = wild("RPh").g
    top = high.map.resolve("R8")
    low = next(h for h in high.map.adjacent[top] if high.map.level(top) - high.map.level(h) >= 2)
    table = wild(
        "DFPh",
        unit("u", "ger-9-2", top),
        vehicles={"v": vehicle("v", counter, low)},
        weapons={"d": charge("u", top)},
        attacker="russian",
    )
    table.do(f"throw-charge-at u+d+v {low}").roll((6, 5))
    assert table.breakdown("to_kill").value("SL:13.21.1") == drm


@pytest.mark.rule("SL:4.4.3", "SL:8.11.3-a")
def test_who_can_do_nothing_places_no_charge() -> None:
    a, b = pair(1)
    for ti in (False, True):
        weapons = {"w": Weapon("w", "german", "ger-dc", owner="s", hex=a)}
        men = [unit("s", "ger-838", a, ti=ti), unit("r", "rus-447", b)]
        assert bool(Table("MPh", men, weapons=weapons).options("place-charge")) is not ti

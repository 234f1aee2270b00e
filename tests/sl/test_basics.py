"""What counters and the hex grid are (SL:1), and weapons fired at what nobody sees (SL:2.1.2)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.weapons.machine_guns import ready_guns
from defilade.tactics.units import Weapon
from sl.table import Table, near, pair, unit
from sl.test_sight import ground, house, seen


@pytest.mark.rule("SL:1.1.2.5-b")
def test_a_weapon_does_nothing_by_itself() -> None:
    a, b = pair(3)
    lying = {"w": Weapon("w", "german", "ger-mmg", hex=a)}
    table = Table("PFPh", [unit("s", "ger-467", a), unit("r", "rus-447", b)], weapons=lying)
    table.do(f"target - {b}")
    assert table.options("add") == ["add s"] and table.refusal("add s+w").rule == "SL:8.4.1"
    held = {"w": Weapon("w", "german", "ger-mmg", hex=a, owner="s")}
    armed = Table("PFPh", [unit("s", "ger-467", a), unit("r", "rus-447", b)], weapons=held)
    assert [weapon.id for weapon in ready_guns(armed.g, armed.unit("s"), b)] == ["w"]


@pytest.mark.rule("SL:1.2.1")
def test_moves_and_ranges_are_counted_in_hexes() -> None:
    a, b = pair(3)
    table = Table("MPh", [unit("s", "ger-467", a), unit("r", "rus-447", b)])
    assert table.g.map.distance(a, b) == 3
    table.do("move s")
    assert table.refusal(f"enter - {b}").rule == "SL:4.1.2"
    beside = near(a, "open")
    assert table.do(f"enter - {beside}").said("SL:4.1.6-a") and table.g.map.distance(a, beside) == 1


def without_a_line() -> tuple[str, str]:
    g = Table("RPh", []).g
    return next(
        (a, b)
        for a in g.map.names
        for b in g.map.names
        if g.map.distance(a, b) == 3 and g.map.hindrance(a, b) < 0
    )


@pytest.mark.rule("SL:2.1.2-c")
def test_a_machine_gun_may_break_down_though_nobody_is_in_its_sight() -> None:
    a, b = without_a_line()
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b)]
    for dice, broken in (((6, 6), True), ((6, 5), False)):
        guns = {"w": Weapon("w", "german", "ger-mmg", hex=a, owner="g")}
        table = Table("PFPh", units, weapons=guns, options={"los": "strict"})
        table.do(f"target - {b}", "add g", "add g+w", "declare").roll(dice)
        assert table.said("SL:2.1.2-c") and not table.unit("r").dm
        assert table.position.state.weapons["w"].malfunctioned is broken
    unarmed = Table("PFPh", units, options={"los": "strict"}).do(f"target - {b}", "add g", "declare")
    assert not unarmed.said("SL:2.1.2-c") and unarmed.asked() == ""


@pytest.mark.rule("SL:2.2.6-c")
def test_a_house_of_three_hexes_hides_no_more_than_its_storeys_do() -> None:
    """Not two hexes for its size, as it once was."""
    large = house("C4", "B4", "D4")
    assert seen(ground(hills={2: "C2"}, buildings=[large]), "C2") == seen(
        ground(hills={2: "C2"}, buildings=[house("C4")]), "C2"
    )
    assert seen(ground(hills={2: "C2"}, buildings=[{**large, "storeys": 2}]), "C2") == "3 4"

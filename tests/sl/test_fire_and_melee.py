"""How attacks are put together and follow each other, and what melees are (SL:5.1, SL:5.3, SL:5.5, SL:6)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.sl.firers import group_refusal
from defilade.rules.sl.people.guards import executioner
from defilade.rules.sl.state import Smoke
from defilade.rules.sl.vehicles.overrun import passenger_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit


@pytest.mark.rule("SL:5.1.6-a", "SL:5.1-q3", "SL:5.1.6-b")
def test_a_chain_goes_from_hex_to_hex_and_from_level_to_level() -> None:
    def joins(first: str, second: str, *others: str) -> bool:
        units = [unit(f"u{n}", "ger-467", hex) for n, hex in enumerate((first, *others))]
        g = Table("PFPh", [*units, unit("s", "ger-467", second)], board="1").g
        return group_refusal(g, [Shot(f"u{n}") for n in range(len(units))], g.unit("s")) is None

    g = Table("RPh", [], board="1").g
    house = next(hex for hex in g.map.names if f"{hex}@2" in g.map.below and g.map.has_stairs(hex))
    assert joins(house, f"{house}@1") and joins(f"{house}@1", f"{house}@2")
    assert not joins(house, f"{house}@2") and joins(house, f"{house}@2", f"{house}@1")
    a, b = pair(1)
    alone = Table("PFPh", [unit("g", "ger-467", a), unit("h", "ger-467", b)])
    assert group_refusal(alone.g, [Shot("g")], alone.g.unit("h")) is None


@pytest.mark.rule("SL:5.1.7", "SL:5.1.9", "SL:5.1.3", "SL:5.5.4")
def test_results_are_known_and_checks_taken_before_the_next_attack() -> None:
    a, b = pair(2)
    g = Table("RPh", []).g
    other = next(
        h for h in g.map.names if g.map.distance(h, b) == 2 and h != a and g.map.hindrance(h, b) >= 0
    )
    units = [unit("g", "ger-838", a), unit("h", "ger-467", other), unit("r", "rus-447", b)]
    table = Table("PFPh", units).do(f"target - {b}", "add g", "declare")
    table.roll((3, 4))
    assert "Morale check" in table.asked()  # before anything else
    table.roll((1, 2))
    assert f"target - {b}" in table.options()  # the same hex again
    table.do(f"target - {b}", "add h", "declare").roll((5, 6))
    assert sum(event.kind == "attack" for event in table.events) == 2


@pytest.mark.rule("SL:5.3.2")
def test_on_a_road_the_other_terrain_of_the_hex_counts() -> None:
    for board in ("y", "z", "4", "3"):
        g = Table("RPh", [], board=board).g
        for b in g.map.names:
            if g.map.terrain[b] != "woods" or not g.map.roads.get(b):
                continue
            a = next((h for h in g.map.adjacent[b] if g.map.hexside_kind(h, b) is None), "")
            if not a or g.map.level(a) != g.map.level(b):
                continue
            table = Table("PFPh", [unit("g", "ger-467", a), unit("r", "rus-447", b)], board=board)
            table.do(f"target - {b}", "add g", "declare").roll((6, 5))
            assert table.breakdown().drm == 1
            return
    raise AssertionError("no road through woods")


@pytest.mark.rule("SL:5.3.3")
def test_a_wall_adds_to_the_terrain_behind_it_but_not_for_who_stands_above_it() -> None:
    seen: set[str] = set()
    for board in ("2", "3", "4", "y", "z"):
        g = Table("RPh", [], board=board).g
        for b in g.map.names:
            for a in g.map.adjacent[b]:
                kind = g.map.hexside_kind(a, b)
                if kind not in ("wall", "hedge") or g.terrain_of(b).structure or g.terrain_of(a).structure:
                    continue
                rise, tem = g.map.level(b) - g.map.level(a), g.terrain_of(b).tem
                case = "above" if rise == 1 else "behind" if rise == 0 and tem else ""
                if not case or case in seen:
                    continue
                seen.add(case)
                table = Table("PFPh", [unit("g", "ger-467", a), unit("r", "rus-447", b)], board=board)
                table.do(f"target - {b}", "add g", "declare").roll((6, 5))
                wall = 2 if kind == "wall" else 1
                assert table.breakdown().drm == (1 + tem if case == "above" else wall + tem)
    assert seen == {"above", "behind"}


@pytest.mark.rule("SL:5.5.2")
def test_the_firepower_of_each_is_halved_and_doubled_before_the_column_is_found() -> None:
    a, b = pair(1)
    units = [unit("g", "ger-467", a, moved=True), unit("h", "ger-467", a), unit("r", "rus-447", b)]
    table = Table("AFPh", units).do(f"target - {b}", "add g+h", "declare").roll((6, 5))
    assert table.breakdown().total == 4 / 2 * 2 + 4 * 2 and table.breakdown().column == 12


@pytest.mark.rule("SL:5.1.2-a", "SL:5.1.5")
def test_firepower_is_used_once_and_units_of_a_hex_combine_on_one_target() -> None:
    a, b = pair(2)
    units = [unit(uid, "ger-467", a) for uid in "gh"] + [unit("r", "rus-447", b)]
    table = Table("PFPh", units).do(f"target - {b}", "add g", "declare").roll((6, 5))
    assert not isinstance(table.position.pending, Choice) or f"target - {b}" not in table.options()
    together = Table("PFPh", units).do(f"target - {b}", "add g+h", "declare").roll((6, 5))
    assert together.breakdown().total == 8
    fired = Table("AFPh", [unit("g", "ger-467", a, fire="prep"), unit("h", "ger-467", a), units[2]])
    fired.do(f"target - {b}")
    assert fired.refusal("add g").rule == "SL:5.1.2-a"


@pytest.mark.rule("SL:6.1.2")
def test_both_sides_attack_even_if_they_kill_each_other() -> None:
    a, _ = pair(1)
    table = Table("CCPh", [unit("g", "ger-838", a), unit("r", "rus-628", a)])
    table.do("attack r", "with g", "declare", "attack g", "with r", "declare").roll((1, 2), (1, 2))
    assert not table.alive("g") and not table.alive("r")


@pytest.mark.rule("SL:6.1-q1")
def test_smoke_does_nothing_to_who_has_not_just_come_out_of_it() -> None:
    a, _ = pair(1)
    men = [unit("g", "ger-467", a, melee=True), unit("r", "rus-447", a, melee=True)]
    sums = []
    for smoke in ((), (Smoke(a, "german"),)):
        table = Table("CCPh", men, smoke=smoke)
        while "attack r" not in table.options():
            table.do("done")
        table.do("attack r", "with g", "declare", "attack g", "with r", "declare").roll((6, 5), (6, 5))
        sums.append([e.breakdown.lines for e in table.events if e.kind == "close_combat" and e.breakdown])
    assert sums[0] == sums[1] and len(sums[0]) == 2


@pytest.mark.rule("SL:6.2.1-a", "SL:6.3.6-b")
def test_who_comes_out_of_the_dark_is_better_off_the_first_time() -> None:
    a, _ = pair(1)

    def drm(melee: bool, night: bool) -> int:
        men = [unit("g", "ger-467", a, advanced=True), unit("r", "rus-447", a, melee=melee)]
        table = Table("CCPh", men, night=night)
        while "attack r" not in table.options():
            table.do("done")
        table.do("attack r", "with g", "declare")
        while not table.asked():
            table.do("done")
        found = table.roll((6, 5)).breakdown("close_combat").value("SL:6.2.1-a")
        return int(found or 0)

    assert [drm(False, True), drm(False, False), drm(True, True)] == [-1, 0, 0]
    units = [unit("g", "ger-467", a, melee=True), unit("r", "rus-447", a, melee=True)]
    table = Table("CCPh", units, night=True).do("withdraw g", "done")
    while "attack g" not in table.options():
        table.do("done")
    table.do("attack g", "with r", "declare").roll((6, 5))
    assert table.breakdown("close_combat").value("SL:6.3.6-b") == -1


@pytest.mark.rule("SL:6.3.3")
def test_a_melee_is_reinforced_within_the_limits_of_stacking() -> None:
    a, b = pair(1)
    men = [unit("g", "ger-467", a, melee=True), unit("r", "rus-447", a, melee=True)]
    table = Table("APh", [*men, *[unit(f"u{n}", "ger-467", b) for n in range(3)]])
    table.do(f"advance u0 {a}", f"advance u1 {a}")
    assert len(table.g.side_in(a, "german")) == 3
    assert table.refusal(f"advance u2 {a}").rule == "SL:4.3.1"


@pytest.mark.rule("SL:6.3-q2")
def test_nobody_in_melee_executes_prisoners() -> None:
    a, _ = pair(1)
    captive = unit("p", "ger-467", a, side="russian", captive="german", broken=True)
    for melee in (False, True):
        units = [captive, unit("r", "rus-447", a, melee=melee)]
        g = Table("PFPh", units, attacker="russian", guards={"p": "r"}).g
        assert (executioner(g, g.unit("p")) is None) == melee


@pytest.mark.rule("SL:7.1.7")
def test_nobody_fires_from_the_back_of_a_tank() -> None:
    here, _ = rows("y", "open", "open")
    riding: dict[str, Any] = {"passengers": ("s",)}
    cars = [vehicle("v", "ger-pzkw-ivh", here, **riding), vehicle("w", "ger-spw-251-1", here, **riding)]
    table = scene("MPh", [unit("s", "ger-467", here)], cars, board="y")
    g = table.g
    assert not passenger_lines(g, g.state.vehicles["v"]) and passenger_lines(g, g.state.vehicles["w"])


@pytest.mark.rule("SL:7.1.16-d")
def test_support_weapons_may_be_crushed_with_a_kia_and_only_then() -> None:
    here, there = rows("y", "open", "open")
    for dice, left in (((1, 1), 0), ((1, 1), 1), ((6, 5), 1)):
        table = scene(
            "MPh",
            [unit("r", "rus-447", there)],
            [vehicle("v", "ger-pzkw-ivh", here, 1)],
            board="y",
            weapons={"m": Weapon("m", "russian", "rus-lmg", owner="r", hex=there)},
        )
        table.do("drive v", f"overrun - {there}")
        while isinstance(table.position.pending, Choice):
            table.do("done")
        table.roll(dice)
        assert ("destroyed, too" in table.asked()) == (dice == (1, 1))
        if table.asked():
            table.roll((6, 6) if left else (1, 1))
        assert len(table.position.state.weapons) == left


@pytest.mark.rule("SL:6.3.6-c")
def test_a_leader_withdraws_with_one_of_several_in_secret_and_shares_its_fate() -> None:
    a, _ = pair(1)
    men = [unit(uid, "ger-467", a, melee=True) for uid in ("g", "h")]
    men += [unit("l", "ger-9-1", a, melee=True), unit("r", "rus-628", a, melee=True)]
    for companion, dies in (("g", True), ("h", False)):
        table = Table("CCPh", men).do("withdraw g", "withdraw h", "withdraw l")
        if "done" in table.options():
            table.do("done")
        table.do(f"go-with l+{companion}")
        state = table.position.state
        assert table.system.redact(state, "german").companions == {"l": companion}
        assert not table.system.redact(state, "russian").companions
        while "attack g" not in table.options():
            table.do("done")
        assert "attack l" not in table.options()
        table.do("attack g", "with r", "declare").roll((1, 2))
        assert not table.alive("g") and table.alive("h") and table.alive("l") != dies
        alive = Table("CCPh", men, options={"prisoners": "on"}).do("withdraw g", "withdraw h", "withdraw l")
        alive.do(*(["done"] if "done" in alive.options() else []), f"go-with l+{companion}")
        while "attack g" not in alive.options():
            alive.do("done")
        alive.do("attack g", "with r", "capture g - SL:3.29.3.3-a", "declare").roll((1, 2))
        while alive.options("keep-prisoner"):
            alive.do("keep-prisoner")
        assert alive.unit("g").captive and bool(alive.unit("l").captive) == dies
    alone = Table("CCPh", men).do("withdraw l", "done")
    while "attack g" not in alone.options():
        alone.do("done")
    assert "attack l" in alone.options()

"""Machine guns fire on through their target (SL:8.9.2)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from defilade.rules.sl.fire import Attack, Leg
from defilade.rules.sl.weapons.fire_through import (
    ends_at_target,
    is_obstacle,
    lanes,
    level_beyond,
    place_beyond,
    those_behind,
    ways_through,
)
from defilade.rules.sl.weapons.line_of_fire import beyond
from defilade.tactics.fire_groups import Shot
from sl.motor_pool import scene, vehicle
from sl.table import Table, sees, unit
from sl.test_machine_guns import armed, gun

ROW = ("yY9", "yX8", "yW8", "yV7", "yU7", "yT6", "yS6", "yR5", "yQ5", "yP4", "yO4", "yN3", "yM3")
"""Open ground, one hex behind the other."""
HMG = ("ger-hmg", 6)


def held(*places: int, kind: str = "ger-hmg", **more: Any) -> Table:
    """A German squad with a machine gun at the end of the row, and Russians so many hexes away."""
    units = [unit("u", "ger-467", ROW[0]), *(unit(f"r{n}", "rus-447", ROW[n]) for n in places)]
    return armed(units, gun("w", kind, "u", ROW[0]), board="y", **more)


def fired(table: Table, *places: int) -> list[float]:
    """The FP at each hex of the row that comes from one attack."""
    found = {e.at: e.breakdown.total for e in table.events if e.kind == "attack" and e.breakdown is not None}
    return [found.get(ROW[n], 0) for n in places]


def through(table: Table, place: int, dice: tuple[int, int] = (6, 5)) -> Table:
    table.do(f"target - {ROW[place]}", "add u+w", "declare").roll(dice)
    for _ in range(20):
        if not table.asked():
            break
        table.roll((1, 2))
    return table


@pytest.mark.rule("SL:8.9.2.1-a", "SL:8.9.2.1-b", "SL:8.9.2.2-b", "SL:8.9.2.3")
def test_a_machine_gun_fires_on_and_loses_a_factor_a_hex() -> None:
    table = through(held(2, 6, 7, 8, 9, 10, 11, 12), 7)
    assert fired(table, *range(2, 13)) == [0, 0, 0, 0, 0, 6, 5, 4, 3, 2, 1]
    rolls = {e.dice for e in table.events if e.kind == "attack"}
    assert rolls == {(6, 5)}
    light = through(held(2, 3, 4, kind="ger-lmg"), 2)
    assert fired(light, 2, 3, 4) == [2, 1, 0]
    far = through(held(7, 8, 9, kind="ger-lmg"), 8)
    assert fired(far, 7, 8, 9) == [0, 2, 0]  # its normal range is eight


@pytest.mark.rule("SL:8.9.2.2-b", "SL:8.9.2.2-a")
def test_the_same_leader_counts_and_friends_are_struck() -> None:
    units = [
        unit("u", "ger-467", ROW[0]),
        unit("l", "ger-9-2", ROW[0]),
        unit("f", "ger-467", ROW[4]),
        unit("n", "ger-467", ROW[1]),
        unit("r", "rus-447", ROW[3]),
    ]
    table = armed(units, gun("w", "ger-mmg", "u", ROW[0]), board="y")
    table.do(f"target - {ROW[3]}", "add u+w", "declare", "direct l").roll((6, 5))
    marks = [
        (e.who, e.breakdown.value("SL:3.2.2-a")) for e in table.events if e.kind == "attack" and e.breakdown
    ]
    assert marks == [(("r",), -2), (("f",), -2)]


@pytest.mark.rule("SL:8.9.2.3", "SL:8.9.2.1-a")
def test_only_the_guns_of_a_group_fire_on() -> None:
    table = held(3, 4)
    table.do(f"target - {ROW[3]}", "add u", "add u+w", "declare").roll((6, 5))
    assert fired(table, 3, 4) == [10, 5]


@pytest.mark.rule("SL:8.9.2.2-a")
def test_it_is_laid_on_an_empty_hex_to_strike_those_behind_it() -> None:
    table = held(4, 5)
    table.do("lay u+w")
    assert f"aim - {ROW[3]}" in table.options() and f"aim - {ROW[4]}" not in table.options()
    table.do(f"aim - {ROW[3]}", "declare").roll((6, 5))
    assert fired(table, 3, 4, 5) == [0, 5, 4]
    never_mind = held(4).do("lay u+w", "cancel")
    assert never_mind.options("lay") == ["lay u+w"]


@cache
def hexside() -> tuple[str, str, tuple[tuple[str, ...], ...]]:
    """A line that runs along a hexside behind its target."""
    g = Table("RPh", [], board="y").g
    return "yH3", "yI2", beyond(g.map, "yH3", "yI2", 5)


@pytest.mark.rule("SL:8.9.2.8", "SL:8.9-q4")
def test_along_a_hexside_one_side_is_struck_always_the_same() -> None:
    a, b, steps = hexside()
    assert [len(step) for step in steps[:2]] == [2, 1]
    left, right = steps[0]
    units = [
        unit("u", "ger-467", a),
        unit("r", "rus-447", b),
        unit("p", "rus-447", left),
        unit("q", "rus-447", right),
    ]
    table = armed(units, gun("w", "ger-hmg", "u", a), board="y")
    table.do(f"target - {b}", "add u+w", "declare")
    assert [option.split()[2] for option in table.options("through")] == [left, right]
    table.do(table.options("through")[1]).roll((6, 5))
    assert [e.at for e in table.events if e.kind == "attack"] == [b, right]
    g = table.g
    sides = lanes(g, a, "yI1", 6, 16)
    assert all(len({place for place, _ in lane}) == len(lane) for lane in sides)


@pytest.mark.rule("SL:8.9.2.6", "SL:8.9.2.7", "SL:8.9.2.4-a")
def test_in_an_obstacle_it_strikes_who_is_there_or_goes_by() -> None:
    a, b, wood, open_beyond = "yB5", "yD4", "yE4", "yF3"
    units = [
        unit("u", "ger-467", a),
        unit("r", "rus-447", b),
        unit("p", "rus-447", wood),
        unit("q", "rus-447", open_beyond),
    ]
    table = armed(units, gun("w", "ger-hmg", "u", a), board="y")
    g = table.g
    assert is_obstacle(g, wood) and sees(g, a, open_beyond)
    table.do(f"target - {b}", "add u+w", "declare")
    assert {option.split()[2] for option in table.options("through")} == {wood, open_beyond}
    into = next(option for option in table.options("through") if option.split()[2] == wood)
    table.do(into).roll((6, 5))
    assert [e.at for e in table.events if e.kind == "attack"] == [b, wood]
    by = armed(units, gun("w", "ger-hmg", "u", a), board="y").do(f"target - {b}", "add u+w", "declare")
    by.do(next(option for option in by.options("through") if option.split()[2] == open_beyond)).roll((6, 5))
    events = [(e.at, e.breakdown.total) for e in by.events if e.kind == "attack" and e.breakdown]
    assert events == [(b, 6), (open_beyond, 4)]  # the wood has cost it a factor
    aimed = armed(units, gun("w", "ger-hmg", "u", a), board="y")
    assert ends_at_target(aimed.g, a, wood)
    hidden = next(hex for hex in g.map.names if g.map.distance(a, hex) > 3 and not sees(g, a, hex))
    assert place_beyond(g, a, b, hidden) is None


@pytest.mark.rule("SL:8.9.2.4-a", "SL:8.9-q2")
def test_walls_stop_it_on_their_own_level_and_hedges_do_not() -> None:
    g = Table("RPh", [], board="4").g
    found = {"wall": False, "hedge": False}
    for a in g.map.names:
        for b in g.map.adjacent[a]:
            if g.map.terrain[a] != "open" or g.map.terrain[b] != "open" or g.map.hexside_kind(a, b):
                continue
            steps = beyond(g.map, a, b, 4)[:2]
            if len(steps) < 2 or any(len(step) > 1 for step in steps):
                continue
            kind = g.map.hexside_kind(b, steps[0][0]) if steps[0][0] in g.map.adjacent[b] else None
            first, second = place_beyond(g, a, b, steps[0][0]), place_beyond(g, a, b, steps[1][0])
            if kind not in found or first is None or second is None or is_obstacle(g, second):
                continue
            if is_obstacle(g, first) or (kind == "hedge" and g.map.hexside_kind(steps[0][0], steps[1][0])):
                continue
            reached = [place for place, _ in lanes(g, a, b, 6, 16)[0]]
            assert first in reached and (second in reached) == (kind == "hedge")
            found[kind] = True
    # behind a wall nothing further on is seen, but for the hex behind it; hedges likewise
    walled = 0
    for a in g.map.names:
        for b in g.map.adjacent[a]:
            steps = beyond(g.map, a, b, 4)[:2]
            if len(steps) == 2 and len(steps[0]) == 1 and g.map.hexside_kind(b, steps[0][0]) == "wall":
                reached = [place for lane in lanes(g, a, b, 6, 16) for place, _ in lane]
                assert steps[1][0] not in reached
                walled += 1
    assert walled


@pytest.mark.rule("SL:8.9.2.5")
def test_those_on_one_level_or_on_an_even_slope_are_struck() -> None:
    g = Table("RPh", [], board="w").g
    level = g.map.level
    flat = next((a, b) for a in g.map.names for b in g.map.adjacent[a] if level(a) == level(b) == 1)
    steep = next((a, b) for a in g.map.names for b in g.map.adjacent[a] if level(a) == 2 and level(b) == 1)
    other = next(
        (a, b)
        for a in g.map.names
        for b in g.map.names
        if g.map.distance(a, b) == 3 and level(a) == 2 and level(b) == 1
    )
    behind = next(hex for hex in g.map.names if g.map.distance(steep[0], hex) == 2)
    assert level_beyond(g, *flat, behind) == 1
    assert level_beyond(g, *steep, behind) == 0 and level_beyond(g, steep[1], steep[0], steep[0]) == 2
    assert level_beyond(g, *other, behind) is None
    low = next(
        hex
        for hex in g.map.names
        if level(hex) == 0 and g.map.distance(flat[0], hex) == 2 and sees(g, flat[0], hex)
    )
    assert place_beyond(g, *flat, low) is None


@pytest.mark.rule("SL:8.9.4.1-a", "SL:8.9-q3", "SL:8.9.4.3", "SL:8.9.2.4-b", "SL:8.9-q5", "SL:8.9.2.9")
def test_of_vehicles_behind_the_target_only_soft_ones_suffer() -> None:
    units = [unit("u", "ger-467", ROW[0]), *(unit(f"r{n}", "rus-447", ROW[n]) for n in (2, 4))]
    table = scene(
        "DFPh",
        units,
        [vehicle("t", "rus-t34-76a", ROW[3], ce=True), vehicle("j", "rus-jag-heavy-truck", ROW[4])],
        attacker="russian",
        board="y",
        weapons={"w": gun("w", "ger-hmg", "u", ROW[0])},
    )
    table.do(f"target - {ROW[2]}", "add u+w", "declare").roll((6, 5))
    while table.asked():
        table.roll((1, 2))
    struck = [(e.at, e.who) for e in table.events if e.kind == "attack"]
    assert (ROW[3], ("t",)) not in struck and any("j" in who for at, who in struck if at == ROW[4])
    beyond_it = next(e.breakdown for e in table.events if e.kind == "attack" and "r4" in e.who)
    assert beyond_it is not None and beyond_it.value("SL:11.20.1-a") == 1
    small = scene(
        "DFPh",
        units,
        [vehicle("t", "rus-t34-76a", ROW[3])],
        attacker="russian",
        board="y",
        weapons={"w": gun("w", "ger-hmg", "u", ROW[0])},
    ).g
    attack = Attack("DFPh", "german", ROW[2], ("r2",), (Shot("u", "w"),))
    small.state.gun_victims = {"w": ("r4",)}
    assert those_behind(small, ("r4", "r2"), attack) == ("r2",)


@pytest.mark.rule("SL:8.9.2-33F", "SL:8.9.2-92A")
def test_by_convention_it_does_not_fire_through_movers() -> None:
    def legs(option: str, phase: str, targets: tuple[str, ...]) -> list[tuple[Leg, ...]]:
        table = scene(
            "MPh",
            [unit("u", "ger-467", ROW[0]), unit("r", "rus-447", ROW[2]), unit("q", "rus-447", ROW[3])],
            [vehicle("t", "rus-t34-76a", ROW[2], ce=True)],
            attacker="russian",
            board="y",
            weapons={"w": gun("w", "ger-hmg", "u", ROW[0])},
            options={"no-fire-through-movers": option},
            cavalry=("r",),
        )
        g = table.g
        g.state.phase = phase
        return ways_through(g, Attack(phase, "german", ROW[2], targets, (Shot("u", "w"),)), ROW[0])

    for targets in (("t",), ("r",)):
        assert legs("off", "MPh", targets) and legs("on", "DFPh", targets) and not legs("on", "MPh", targets)

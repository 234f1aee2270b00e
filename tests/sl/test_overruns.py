"""Overruns in Squad Leader (SL:7.1)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance, Choice
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.overrun import mg_lines
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit

EAST = 1
"""The facing whose front hexes are those to the east and the southeast."""


def charge(
    tank: str = "ger-pzkw-ivh", kinds: tuple[str, ...] = ("open", "open", "open"), **more: Any
) -> tuple[Table, tuple[str, ...]]:
    """A German AFV two hexes west of a Russian squad."""
    board = more.pop("board", "y")
    way = rows(board, *kinds)
    units = more.pop("units", [unit("r", "rus-447", way[-1])])
    car = more.pop("car", None) or vehicle("v", tank, way[0], EAST, **more.pop("car_has", {}))
    table = scene("MPh", [*units], [car], board=board, **more)
    return table, way


def car(table: Table, vehicle_id: str = "v") -> Vehicle:
    return table.position.state.vehicles[vehicle_id]


def done(table: Table) -> Table:
    """The other side lets it go on."""
    while waits_for_russians(table):
        table.do("done")
    return table


def waits_for_russians(table: Table) -> bool:
    pending = table.position.pending
    return isinstance(pending, Choice) and pending.side == "russian" and table.g.state.phase == "MPh"


def calm(table: Table, dice: tuple[int, int] = (1, 2)) -> Table:
    """Checks that follow come out so, and nobody acts."""
    while isinstance(table.position.pending, Chance):
        table.roll(dice)
    return done(table)


def overrun(table: Table, way: tuple[str, ...], how: str = "-") -> Table:
    table.do("drive v")
    for hex in way[1:-1]:
        done(table.do(f"drive-to - {hex}"))
    return done(table.do(f"overrun - {way[-1]} {how}"))


@pytest.mark.rule("SL:7.1.1", "SL:7.1.3-a", "SL:7.1.4", "SL:11.26.5-a", "SL:11.26.2")
def test_an_afv_attacks_as_it_comes_in_with_four_and_its_mg() -> None:
    table, way = charge()
    table.do("drive v")
    assert f"drive-to - {way[1]}" in table.options() and f"drive-to - {way[2]}" not in table.options()
    overrun_it = [o for o in table.options() if o.startswith("overrun")]
    assert not overrun_it
    done(table.do(f"drive-to - {way[1]}"))
    done(table.do(f"overrun - {way[2]}"))
    assert "overruns" in table.asked()
    table.roll((4, 5))
    assert table.breakdown().total == 4 + 4 + 2  # BMG and CMG; the 75L fires no IFE, the AAMG stays inside
    assert car(table).hex == way[2] and car(table).overran == way[2]


@pytest.mark.rule("SL:7.1.3-a", "SL:7.1-q7", "SL:7.1.18")
def test_half_the_ife_or_all_of_it_with_a_quick_gun() -> None:
    slow, way = charge("ger-pzkw-iiid")
    overrun(slow, way).roll((4, 5))
    assert slow.breakdown().total == 4 + 2 + 8
    heavy = vehicle("k", "rus-js-ii", way[0])
    guns = {line.label for line in mg_lines(slow.g, heavy, exposed=True)}
    assert guns == {"BMG", "CMG", "AAMG"}  # not the one in the rear of the turret
    quick, way = charge("ger-pzkw-iid", car_has={})
    overrun(quick, way).roll((4, 5))
    assert quick.breakdown().total == 4 + 4 + 2


@pytest.mark.rule("SL:7.1.3-b", "SL:7.1.14")
def test_the_mg_on_the_roof_brings_heads_out() -> None:
    table, way = charge()
    table.do("drive v")
    done(table.do(f"drive-to - {way[1]}"))
    table.do(f"overrun - {way[2]} exposed")
    assert car(table).ce and car(table).hex == way[1]
    done(table).roll((4, 5))
    assert table.breakdown().total == 4 + 4 + 2 + 4
    assert "button" not in calm(table).options()


@pytest.mark.rule("SL:7.1.14")
def test_open_topped_afvs_fire_no_mg_with_their_heads_in() -> None:
    table, way = charge("ger-ostwind")
    overrun(table, way).roll((4, 5))
    assert table.breakdown().total == 4 + 12
    out, way = charge("ger-ostwind")
    overrun(out, way, "exposed").roll((4, 5))
    assert out.breakdown().total == 4 + 12 + 4 and car(out).ce


@pytest.mark.rule("SL:7.1.3-c", "SL:7.1.5-a")
def test_without_a_weapon_it_drives_over_them_and_attacks_nobody() -> None:
    table, way = charge("ger-pzkw-ivh", car_has={"broken": ("ma", "bmg", "cmg", "aamg")})
    table.do("drive v")
    done(table.do(f"drive-to - {way[1]}"))
    assert f"drive-to - {way[2]}" in table.options() and not table.options("overrun")
    done(table.do(f"drive-to - {way[2]}"))
    assert car(table).hex == way[2] and not table.said("SL:7.1.1")


@pytest.mark.rule("SL:7.1.5-b")
def test_trucks_and_jeeps_are_run_down_at_minus_five() -> None:
    way = rows("y", "open", "open", "open")
    lorry = vehicle("t", "rus-zis-light-truck", way[2])
    table = scene("MPh", [], [vehicle("v", "ger-pzkw-ivh", way[0], EAST), lorry], board="y")
    overrun(table, way).roll((3, 4))
    assert table.breakdown().value("SL:7.1.5-b") == -5
    assert car(table, "t").wreck  # column 8, 7 - 5 = 2: KIA


@pytest.mark.rule("SL:7.1.6-a", "SL:7.1.6-b", "SL:7.1.8-a", "SL:11.8.2-a")
def test_men_in_a_halftrack_add_their_fire_and_may_be_shot_at_then() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("s", "ger-467", way[0]), unit("l", "ger-9-1", way[0]), unit("r", "rus-447", way[2])]
    table = scene(
        "MPh", units, [vehicle("v", "ger-spw-250-3", way[0], EAST, passengers=("s", "l"))], board="y"
    )
    for uid in ("s", "l"):
        table.g.place(table.unit(uid), "")
    overrun(table, way, "exposed").roll((4, 5))
    assert table.breakdown().total == 4 + 4 and table.breakdown().value("SL:7.1.6-b") == -1
    assert car(table).exposed_passengers and car(table).ce
    unarmed = scene("MPh", [units[2]], [vehicle("v", "ger-spw-250-3", way[0], EAST)], board="y")
    unarmed.do("drive v")
    done(unarmed.do(f"drive-to - {way[1]}"))
    assert not unarmed.options("overrun")


@pytest.mark.rule("SL:7.1.9", "SL:7.1-q2", "SL:7.1.8-a")
def test_survivors_shoot_into_the_halftrack_before_it_leaves() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("s", "ger-467", way[0]), unit("r", "rus-447", way[2]), unit("q", "rus-447", way[2])]
    table = scene("MPh", units, [vehicle("v", "ger-spw-251-1", way[0], EAST, passengers=("s",))], board="y")
    table.g.place(table.unit("s"), "")
    overrun(table, way, "exposed").roll((6, 4))
    assert "return-fire r+v" in " ".join(table.options())
    table.do(f"return-fire r+q+v {way[2]}").roll((6, 5))
    shot = table.breakdown()
    assert shot.total == 16 and shot.value("SL:7.1.8-a") == 2 and shot.value("SL:11.8.2-a") is None
    assert not table.options("return-fire")


@pytest.mark.rule("SL:7.1.10", "SL:7.1.11", "SL:7.1.24.2", "SL:7.1.24.1", "SL:7.1-q8")
def test_in_wheat_half_and_stopped_at_eleven() -> None:
    table, way = charge(kinds=("open", "grain"))
    overrun(table, way).roll((6, 5))
    assert table.breakdown().total == 5 and car(table).immobilized and not car(table).broken
    bare, way = charge(kinds=("open", "grain"), month=3)
    overrun(bare, way).roll((6, 5))
    assert bare.breakdown().total == 10 and not car(bare).immobilized
    twelve, way = charge()
    overrun(twelve, way).roll((6, 6))
    assert car(twelve).immobilized and twelve.said("SL:7.1.24.1")


@pytest.mark.rule("SL:7.1.10", "SL:7.1-q3", "SL:7.1-q1", "SL:7.1.11", "SL:11.33.1-a")
def test_in_woods_it_may_get_stuck_first_and_attacks_all_the_same() -> None:
    table, way = charge(kinds=("open", "woods"))
    overrun(table, way)
    assert "stuck" in table.asked()
    table.roll((6, 3), (4, 4))
    assert car(table).immobilized
    assert table.breakdown().total == 5 and table.breakdown().drm == 1


@pytest.mark.rule("SL:7.1.24.3")
def test_an_open_topped_afv_is_lost_at_one_less() -> None:
    table, way = charge("ger-ostwind")
    overrun(table, way).roll((6, 5))
    assert car(table).wreck and table.breakdown().total == 16
    shut, way = charge("ger-pzkw-ivh")
    overrun(shut, way).roll((6, 5))
    assert not car(shut).wreck


@pytest.mark.rule("SL:7.1.16-a", "SL:7.1.16-b", "SL:7.1.2")
def test_one_overrun_and_later_enemies_are_driven_over() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("r", "rus-447", way[1]), unit("q", "rus-447", way[2])]
    cars = [vehicle("v", "ger-pzkw-ivh", way[0], EAST), vehicle("w", "ger-pzkw-iiid", way[0], EAST)]
    table = scene("MPh", units, cars, board="y")
    table.do("drive v")
    assert not [o for o in table.options("drive-to") if way[1] in o]  # the first it must overrun
    done(table.do(f"overrun - {way[1]}"))
    calm(table.roll((5, 6)))
    assert f"drive-to - {way[2]}" in table.options() and not table.options("overrun")
    done(table.do(f"drive-to - {way[2]}"))
    done(table.do("stop", "drive w", f"overrun - {way[1]}"))
    calm(table.roll((5, 6)))
    assert sum(event.kind == "overrun" for event in table.events) == 2


@pytest.mark.rule("SL:7.1.16-c", "SL:7.1-q6")
def test_infantry_makes_way_after_the_dfph() -> None:
    table, way = charge()
    calm(overrun(table, way).roll((6, 5)))
    table.do("stop")
    while not table.options("make-way"):
        table.do("done")
    here = table.options("make-way")
    assert len(here) >= 5 and table.g.state.phase == "AFPh"
    table.do(here[0])
    moved = table.unit("r")
    assert moved.hex != way[2] and not moved.moved and "r" not in table.g.state.tracks


@pytest.mark.rule("SL:7.1.16-c", "SL:7.1-q1", "SL:7.1.24-q1")
def test_an_immobilized_afv_moves_nobody_and_without_room_they_die() -> None:
    table, way = charge()
    calm(overrun(table, way).roll((6, 6)))
    while table.g.state.phase in ("MPh", "DFPh"):
        table.do("done")
    assert table.unit("r").hex == way[2] and not table.options("make-way")
    crowd, way = charge()
    for number, hex in enumerate(crowd.g.map.adjacent[way[2]]):
        crowd.g.add_unit(crowd.unit("r").__class__(f"g{number}", "german", "ger-467", "squad", hex=hex))
    calm(overrun(crowd, way).roll((6, 5)))
    crowd.do("stop")
    while crowd.g.state.phase in ("MPh", "DFPh"):
        crowd.do("done")
    assert not crowd.alive("r")


@pytest.mark.rule("SL:7.1.13-a", "SL:7.1-q9", "SL:11.8.5-c", "SL:11.8.3-d", "SL:7.2.5-q7", "SL:7.1-q12")
def test_a_stunned_crew_does_not_overrun() -> None:
    table, way = charge()
    table.do("drive v")
    done(table.do(f"drive-to - {way[1]}"))
    table.do(f"overrun - {way[2]} exposed", f"target - {way[1]}", "add r", "declare")
    table.roll((1, 3))  # 8 FP, 4 + 2: a 1MC at least
    assert table.breakdown().value("SL:11.8.2-a") == 2
    assert "crew" in table.asked()
    table.roll((6, 5))
    done(table)
    assert car(table).stun and car(table).hex == way[1] and not car(table).overran


@pytest.mark.rule("SL:7.1-q9", "SL:7.1-q13", "SL:11.13.8-b")
def test_broken_passengers_call_the_overrun_off() -> None:
    way = rows("y", "open", "open", "open")
    units = [unit("s", "ger-467", way[0]), unit("r", "rus-628", way[2])]
    table = scene("MPh", units, [vehicle("v", "ger-spw-250-3", way[0], EAST, passengers=("s",))], board="y")
    table.g.place(table.unit("s"), "")
    table.do("drive v")
    done(table.do(f"drive-to - {way[1]}"))
    table.do(f"overrun - {way[2]} exposed", f"target - {way[1]}", "add r", "declare").roll((2, 3))
    for _ in range(2):
        table.roll((1, 1) if "crew" in table.asked() else (6, 5))
    done(table)
    assert table.unit("s").broken and car(table).hex == way[1] and not car(table).stun
    assert not table.options("overrun")


@pytest.mark.rule("SL:7.1-q11", "SL:11.26.3")
def test_one_hex_it_may_always_enter_and_overrun_in() -> None:
    table, way = charge(kinds=("open", "open"), car_has={})
    table.do("drive v")
    frame: Any = table.position.state.stack[-1]
    frame.spent = 99.0
    table.position = type(table.position)(table.system, table.position.state, table.system.settle(table.g))
    assert f"overrun - {way[1]}" in table.options()


@pytest.mark.rule("SL:7.1-q10")
def test_a_flamethrower_attacks_by_itself_at_full_strength_and_breaks_down_by_its_own_roll() -> None:
    table, way = charge("ger-pzkw-iiim-ft", kinds=("open", "grain"))
    overrun(table, way)
    assert "flamethrower" in table.asked()
    table.roll((6, 5))
    flame = table.breakdown()
    assert flame.total == 24 and flame.drm == 0 and car(table).broken == ("ft",)
    while "overruns" not in table.asked():
        table.roll((1, 2))
    table.roll((5, 4))
    assert table.breakdown().total == (4 + 4 + 2) / 2 and not car(table).immobilized


@pytest.mark.rule("SL:14.12.4-a", "SL:14.12.4-b", "SL:14.12.2-b")
def test_in_brush_it_strikes_half_and_is_stopped_by_eleven() -> None:
    table, way = charge(kinds=("open", "open", "brush"), board="3")
    after = overrun(table, way)
    assert not after.said("SL:11.33.1-a") and not car(after).immobilized
    after.roll((5, 6))
    found = after.breakdown()
    assert {line.rule: line.value for line in found.lines}["SL:14.12.4-a"] == 0.5
    assert car(after).immobilized and after.said("SL:7.1.24.2")
    bare, way = charge(kinds=("open", "open", "open"), board="3")
    assert not car(overrun(bare, way).roll((5, 6))).immobilized

"""Odds and ends of fire and movement under fire in Squad Leader (SL:5.1 to SL:5.6, SL:5.8.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.state import Climb, Track
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.vehicles.crews import abandon
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import ask_again, hidden_away, under_cover
from sl.table import Table, near, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SQUAD = "ger-467"


def gun(kind: str, owner: str, hex: str, **more: Any) -> dict[str, Weapon]:
    return {"w": Weapon("w", "german", kind, owner=owner, hex=hex, **more)}


def until(table: Table, phase: str) -> Table:
    while table.position.state.phase != phase:
        table.do(next(text for text in table.options() if text in ("done", "stop")))
    return table


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


# -- once, in one phase, at one hex (SL:5.1) ---------------------------------------------------------------


@pytest.mark.rule("SL:5.1.2-b", "SL:5.1.4")
def test_the_weapon_of_a_squad_may_fire_elsewhere_but_not_in_another_phase() -> None:
    a, b = pair(3)
    g = Table("RPh", []).g
    c = next(hex for hex in g.map.names if g.map.distance(a, hex) == 2 and sees(g, a, hex) and hex != b)
    men = [unit("g", SQUAD, a), unit("r", "rus-447", b), unit("s", "rus-447", c)]
    table = Table("PFPh", men, weapons=gun("ger-lmg", "g", a)).do(f"target - {b}", "add g", "declare")
    table.roll((6, 5)).do(f"target - {c}")
    assert table.refusal("add g").rule == "SL:5.1.2-a"
    table.do("add g+w", "declare").roll((6, 5))
    own = Table("PFPh", men, weapons=gun("ger-lmg", "g", a)).do(f"target - {b}", "add g", "declare")
    own.roll((6, 5)).do("done", "done")
    assert own.position.state.phase == "APh"  # nothing is left to be fired in the AFPh
    fresh = Table("AFPh", men, weapons=gun("ger-lmg", "g", a)).do(f"target - {b}")
    assert "add g+w" in fresh.options() and "add g" in fresh.options()


@pytest.mark.rule("SL:5.1-q1")
@pytest.mark.usefixtures("wilds")
def test_units_of_a_hex_do_not_split_between_the_obstacle_and_its_side() -> None:
    shooters = [unit("r", "rus-447", "U8"), unit("q", "rus-447", "U8")]
    table = wild("MPh", unit("s", SQUAD, "S7"), unit("t", SQUAD, "S8"), *shooters)
    until(table.do("move s", "bypass - qS8 1-2", "enter - qS9", "stop"), "DFPh")
    table.do("target s qS8", "add r", "declare").roll((6, 5)).do("target - qS9")
    assert table.do("cancel").refusal("target s qS8").rule == "SL:5.1.1"


@pytest.mark.rule("SL:5.2.2-17B")
def test_a_heavy_weapon_that_has_moved_is_set_up_first_by_a_convention() -> None:
    a, b = pair(3)
    men = [unit("g", SQUAD, a, moved=True), unit("r", "rus-447", b)]

    def fires(kind: str, **options: str) -> bool:
        table = Table("AFPh", men, weapons=gun(kind, "g", a, moved=True), options=options).do(f"target - {b}")
        return "add g+w" in table.options("add")

    assert fires("ger-mmg") and fires("ger-lmg", **{"heavy-weapons": "on"})
    assert not fires("ger-mmg", **{"heavy-weapons": "on"})


@pytest.mark.rule("SL:5.4.5-b")
def test_a_weapon_whose_men_have_come_to_it_is_halved() -> None:
    a, b = pair(3)
    men = [unit("g", SQUAD, a, moved=True), unit("r", "rus-447", b)]
    table = Table("AFPh", men, weapons=gun("ger-lmg", "g", a)).do(f"target - {b}", "add g+w", "declare")
    assert table.roll((6, 5)).breakdown().total == 1
    two = [unit("l", "ger-8-0", a), unit("m", "ger-8-1", a, moved=True), unit("r", "rus-447", b)]
    pairs = Table("AFPh", two, weapons=gun("ger-mmg", "l", a)).do(f"target - {b}", "add l+w+m", "declare")
    assert pairs.roll((6, 5)).breakdown().total == 2


@pytest.mark.rule("SL:5.3-q3")
@pytest.mark.usefixtures("wilds")
def test_a_line_runs_along_a_wall_only_if_the_wall_begins_at_one_end_of_it() -> None:
    g = wild("RPh").g
    ends = sorted(hex for hex in g.map.adjacent["qU3"] if hex in g.map.adjacent["qU4"])
    assert sees(g, *ends) and g.map.distance(*ends) == 2
    row = ends[0][2:]
    assert ends == [f"qT{row}", f"qV{row}"]  # the line goes on through the columns R and X
    assert sees(g, ends[0], f"qX{row}") and not sees(g, f"qR{row}", f"qX{row}")


# -- on the way (SL:5.6) -----------------------------------------------------------------------------------

WAY = ("3F3", "3E3", "3D3", "3C3", "3B3", "3A3")


def led_column(*throws: tuple[int, int]) -> Table:
    """A squad and a leader have gone six hexes, and are fired at in the third of them."""
    men = [unit("g", SQUAD, "3G3"), unit("l", "ger-8-1", "3G3"), unit("r", "rus-628", "3E2")]
    table = Table("MPh", men, board="3").do("move g", "join l")
    for hex in WAY:
        table.do(f"enter - {hex}")
    return until(table.do("stop"), "DFPh").do(f"target g+l {WAY[2]}", "add r", "declare").roll(*throws)


@pytest.mark.rule("SL:5.6-q2")
def test_who_has_lost_his_leader_on_the_way_goes_on_with_his_own_mf() -> None:
    table = led_column((3, 3), (6, 5), (1, 2), (1, 2))
    here = WAY[2]
    assert table.unit("l").broken and table.unit("g").hex == here and table.said("SL:5.6-q2")
    steps = table.options("enter")
    assert len(steps) > 1  # another way than before
    table.do(steps[0])
    assert not table.options("enter") and table.do("stop").unit("g").hex != here
    assert led_column((6, 6)).unit("g").hex == WAY[-1]


@pytest.mark.rule("SL:5.6.8-a", "SL:5.6.8.1-d")
@pytest.mark.usefixtures("wilds")
def test_what_is_dangerous_has_two_less_in_place_of_moving_in_the_open() -> None:
    way = {"s": Track(0, ("qO3",))}
    men = [unit("s", SQUAD, "O3", moved=True), unit("r", "rus-447", "O1")]
    plain = wild("DFPh", *men, tracks=way).do("target - qO3", "add r", "declare").roll((6, 5))
    assert sum(drm(plain).values()) == -2 and len(drm(plain)) == 2
    wading = wild("DFPh", *men, tracks=way, hazards={"s": "qO3"}).do("target - qO3", "add r", "declare")
    assert drm(wading.roll((6, 5))) == {"SL:5.6.8.1-d": -2}
    cliff = wild("MPh", unit("s", SQUAD, "Q8"), unit("r", "rus-447", "Q7")).do("move s", "climb - qR8")
    cliff.roll((1, 2))
    assert cliff.position.state.climbs == {"s": Climb("qQ8", "qR8", 1)}
    until(cliff, "DFPh")
    cliff.do("target - qQ8", "add r", "declare").roll((6, 5))
    assert drm(cliff)["SL:5.6.8.1-d"] == -2 and "SL:5.6.8.1-a" not in drm(cliff)


@pytest.mark.rule("SL:5.6.8.1-d", "SL:5.6.10-q2")
def test_a_crew_that_bails_out_is_in_danger_in_the_woods_too_and_never_goes_to_ground() -> None:
    hexes = rows("z", "woods", "open", "open")
    table = scene(
        "DFPh",
        [unit("r", "rus-628", hexes[2]), unit("g", SQUAD, hexes[1])],
        [vehicle("v", "ger-pzkw-iiil", hexes[0])],
    )
    g = table.g
    crew = abandon(g, g.state.vehicles["v"], "SL:11.35.1-a")
    assert crew is not None
    ask_again(table)
    table.do(f"target - {hexes[0]}", "add r", "declare").roll((4, 3))
    assert drm(table)["SL:5.6.8.1-d"] == -2 and drm(table)["SL:5.3.1-b"] == 1
    table.roll((4, 4))
    assert not table.said("SL:5.6.10.1-a")


@pytest.mark.rule("SL:5.6-q4", "SL:4.5.2")
def test_who_gets_out_of_a_vehicle_may_be_fired_on_beside_it() -> None:
    hexes = rows("z", "open", "open", "open", "open")
    half = vehicle("v", "ger-spw-251-1", hexes[0], passengers=("g",))
    men = [unit("g", SQUAD, hexes[0]), unit("r", "rus-628", hexes[3])]
    table = scene("MPh", men, [half])
    table.g.place(table.g.unit("g"), "")
    table.do("drive v", f"unload g {hexes[0]}")
    until(table, "DFPh")
    table.do(f"target - {hexes[0]}", "add r", "declare").roll((6, 5))
    lines = drm(table)
    assert lines == {"SL:5.6.8.1-b": -1, "SL:5.6-q4": 1}  # Assault Movement


@pytest.mark.rule("SL:5.6.7-33C")
def test_a_vehicle_that_turns_for_nothing_may_be_acted_against_by_a_convention() -> None:
    hexes = rows("z", "open", "open", "open", "open")
    truck = vehicle("v", "ger-light-truck", hexes[0], 1)

    def turns(**options: str) -> list[str]:
        table = scene("MPh", [unit("r", "rus-628", hexes[3])], [truck], options=options).do("drive v")
        table.do(next(text for text in table.options("drive-to") if text.endswith(hexes[1])), "done")
        table.do(table.options("turn")[0])
        return table.options()

    assert "stop" in turns() and "target - " + hexes[1] in turns(**{"fire-at-turns": "on"})


@pytest.mark.rule("SL:5.6.10.3")
@pytest.mark.usefixtures("wilds")
def test_who_goes_to_ground_beside_the_woods_is_in_them_unless_somebody_hides_there() -> None:
    def goes_by(*more: dict[str, Any]) -> Table:
        table = wild("MPh", unit("s", SQUAD, "S7"), unit("r", "rus-628", "U8"), *more)
        if more:
            hidden_away(table, "h")
        return until(table.do("move s", "bypass - qS8 1-2", "enter - qS9", "stop"), "DFPh")

    table = goes_by().do("target s qS8", "add r", "declare").roll((3, 3), (4, 2))
    assert (
        table.unit("s").hex == "qS8"
        and table.said("SL:5.6.10.1-a")
        and "s" not in table.position.state.bypasses
    )
    met = goes_by(unit("h", "rus-447", "S8"))
    met.do("target s qS8", "add r", "declare").roll((3, 3), (4, 2))
    assert met.unit("h").hex == "qS8" and met.said("SL:5.6.10.3")
    met.do("target - qS8", "add h", "declare").roll((6, 5))
    assert met.breakdown().total == 8 and drm(met) == {"SL:5.6.10.3": -2}


# -- who is seen (SL:5.8.8) --------------------------------------------------------------------------------


@pytest.mark.rule("SL:5.8.8")
def test_nobody_takes_up_a_weapon_or_looks_through_a_wreck_out_of_sight() -> None:
    a, b = pair(4, here="woods")
    wreck = vehicle("v", "ger-pzkw-iiil", a, wreck=True)
    table = scene("RPh", [unit("r", "rus-447", a), unit("g", SQUAD, b)], [wreck], attacker="russian")
    assert [text for text in table.options() if text.startswith("scrounge")]
    under_cover(table, "r")
    assert table.position.state.phase != "RPh" or "scrounge" not in str(table.options())
    assert table.refusal(f"scrounge r+v {a}")
    lying = Weapon("w", "russian", "rus-lmg", hex=a)
    move = Table(
        "MPh", [unit("r", "rus-447", a), unit("g", SQUAD, b)], attacker="russian", weapons={"w": lying}
    )
    counter = under_cover(move, "r")
    move.do(f"move {counter}")
    assert not move.options("take-weapon") and move.refusal(f"take-weapon {counter}+w").rule == "SL:5.8.8"


@pytest.mark.rule("SL:5.7.14", "SL:5.7.15")
def test_a_sniper_fires_and_carries_no_weapon_but_his_own() -> None:
    a, b = pair(3)
    men = [unit("s", "rus-sniper3", a), unit("g", SQUAD, b)]
    mine = {"w": Weapon("w", "russian", "rus-lmg", owner="s", hex=a)}
    table = Table("PFPh", men, attacker="russian", weapons=mine).do(f"target - {b}")
    assert "add s+w" not in table.options() and table.refusal("add s+w").rule == "SL:5.7.14"
    lying = {"w": Weapon("w", "russian", "rus-lmg", hex=a)}
    move = Table("MPh", men, attacker="russian", weapons=lying).do("move s")
    assert move.refusal("take-weapon s+w").rule == "SL:5.7.15" and not move.options("take-weapon")
    assert near(a)

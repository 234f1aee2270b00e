"""Smoke (SL:9.15 to SL:9.17): who places it, how long it lies, what it costs and how it hinders."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Action
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.gaining import is_busy
from defilade.rules.sl.fire import Attack, plan_of
from defilade.rules.sl.rout import shelters
from defilade.rules.sl.situation import Situation, build_situation
from defilade.rules.sl.smoke import screens, smoke_in
from defilade.rules.sl.smoke_grenades import exponent, refusal
from defilade.rules.sl.state import Smoke, Track
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicles.driving import FORWARD, entry_cost
from defilade.rules.sl.visibility import dim
from defilade.rules.sl.wording import cells_of, odds
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, near, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SAPPERS, FOE = "ger-838", "rus-447"
A, B, C = rows("z", "open", "open", "open")


def puffs(*hexes: str, side: str = "german", dispersed: bool = False) -> tuple[Smoke, ...]:
    return tuple(Smoke(hex, side, dispersed) for hex in hexes)


def pioneers(phase: str, *units: dict[str, Any], allotted: int = 2, **more: Any) -> Table:
    """A table at which the Germans are Assault Engineers with so much smoke."""
    groups = [
        {"id": "p", "name": "Pioneers", "side": "german", "provenance": "original", "units": {}, "setup": {}}
    ]
    groups[0] |= {"smoke": allotted, "engineers": True}
    enemies = [{"group": 1} | entry for entry in units if not entry["type"].startswith("ger")]
    ours = [entry for entry in units if entry["type"].startswith("ger")]
    spec = Situation(
        units=[*ours, *enemies],
        phase=phase,
        attacker=more.pop("attacker", "german"),
        board="z",
        sides=("german", "russian"),
        card={"groups": groups},
        state=more,
    )
    table = Table.__new__(Table)
    table.position, table.events = build_situation(spec, SlSystem())
    assert isinstance(table.position.system, SlSystem)
    table.system = table.position.system
    return table


def lying(table: Table) -> list[tuple[str, str, bool]]:
    return [(smoke.hex, smoke.side, smoke.dispersed) for smoke in table.position.state.smoke]


def shoot(table: Table, *throws: tuple[int, ...], at: str = C) -> dict[str, float]:
    """Fire by the unit `s`, and what smoke has added, by its rules."""
    table.do(f"target - {at}", "add s", "declare").roll(*throws)
    return {line.rule: line.value for line in table.breakdown().lines if line.rule.startswith("SL:9.16")}


# -- placing it ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:9.17.1.1", "SL:9.17.1.2", "SL:9.17.1.3-a", "SL:9.15.3-a")
def test_engineers_place_smoke_first_and_then_fire_or_move() -> None:
    table = pioneers("PFPh", unit("s", SAPPERS, A), unit("t", SAPPERS, B), unit("r", FOE, C))
    assert f"smoke s {A}" in table.options("smoke") and f"smoke s {B}" in table.options("smoke")
    assert not table.options("target")
    table.do(f"smoke s {B}")
    assert lying(table) == [(B, "german", False)]
    assert table.refusal(f"smoke s {A}").rule == "SL:9.17.1.2"
    table.do(f"smoke t {B}")
    assert f"target - {C}" in table.options("target") and not table.options("smoke")
    table.do("done")
    assert "move s" in table.options("move")


@pytest.mark.rule("SL:9.17.1.1", "SL:9.17.1.2")
def test_a_scenario_allots_so_much_smoke_and_no_more() -> None:
    table = pioneers("PFPh", unit("s", SAPPERS, A), unit("t", SAPPERS, B), unit("r", FOE, C), allotted=1)
    table.do(f"smoke s {A}")
    assert not table.options("smoke") and table.options("target")
    found = refusal(table.g, table.unit("t"))
    assert found is not None and found.rule == "SL:9.17.1.1"
    none = pioneers("PFPh", unit("s", SAPPERS, A), unit("r", FOE, C), allotted=0)
    assert not none.options("smoke")


@pytest.mark.rule("SL:4.8-q2", "SL:9.17.4-c", "SL:9.17.1.3-b", "SL:3.1.10")
def test_half_squads_passengers_and_who_has_no_orders_place_none() -> None:
    table = pioneers("PFPh", unit("h", "ger-338", A), unit("s", SAPPERS, A), unit("r", FOE, C))
    found = refusal(table.g, table.unit("h"))
    assert found is not None and found.rule == "SL:9.17.4-c"
    g = table.g
    g.place(g.unit("s"), "")
    assert refusal(g, g.unit("s")) is not None
    idle = pioneers("PFPh", unit("s", SAPPERS, A), unit("r", FOE, C), withheld=["s"])
    assert not idle.options("smoke")
    found = refusal(idle.g, idle.unit("s"))
    assert found is not None and found.rule == "SL:3.1.10"


@pytest.mark.rule("SL:6.2.1-b")
def test_in_melee_smoke_goes_into_the_own_hex() -> None:
    table = pioneers("PFPh", unit("s", SAPPERS, A, melee=True), unit("r", FOE, A, melee=True))
    assert table.options("smoke") == [f"smoke s {A}"]
    assert table.refusal(f"smoke s {B}").rule == "SL:6.2.1-b"
    table.do(f"smoke s {A}")
    assert smoke_in(table.g, A)


@pytest.mark.rule("SL:9.16.7", "SL:14.9.6")
@pytest.mark.usefixtures("wilds")
def test_where_smoke_has_no_effect_and_where_it_is_not_thrown() -> None:
    wet = wild("PFPh", unit("s", "usa-667", "C2"), attacker="russian").do("try-smoke s").roll((1,))
    places = wet.options("smoke")
    assert "smoke s qC2" in places and "smoke s qC3" not in places
    assert wet.refusal("smoke s qC3").rule == "SL:9.16.7"
    snow = wild("PFPh", unit("s", "usa-667", "C2"), attacker="russian", options={"snow": "on"})
    assert not snow.options("try-smoke")
    high = wild("PFPh", unit("s", "usa-667", "Q8"), attacker="russian").do("try-smoke s").roll((1,))
    g = high.g
    steep = [
        hex for hex in g.map.neighbours[f"q{'Q8'}"] if hex and g.map.level(hex) - g.map.level("qQ8") >= 2
    ]
    assert steep and all(high.refusal(f"smoke s {hex}").rule == "SL:14.9.6" for hex in steep)


@pytest.mark.rule("SL:9.17.3", "SL:9.17.4-a", "SL:9.17.5.2", "SL:9.17.5.3-a", "SL:9.17.5.3-b")
def test_other_squads_need_a_number_and_a_die() -> None:
    squads = [unit("a", "usa-667", A), unit("b", "bri-457", A), unit("c", "bri-447", A), unit("r", FOE, A)]
    table = Table("PFPh", [*squads, unit("l", "usa-9-1", A), unit("g", "ger-467", C)], "russian")
    assert [exponent(table.g, table.unit(uid)) for uid in "abcr"] == [3, 2, 0, 0]
    assert table.options("try-smoke") == ["try-smoke a", "try-smoke b"]
    table.do("try-smoke a").roll((4,))
    assert not lying(table) and table.options("try-smoke") == ["try-smoke b"]
    table.do("try-smoke b").roll((2,)).do(f"smoke b {B}")
    assert lying(table) == [(B, "russian", False)]
    assert f"target - {C}" in table.do(*(["done"] if table.options("try-smoke") else [])).options("target")
    table.do(f"target - {C}")
    assert "add a" in table.options("add") and "add b" in table.options("add")


@pytest.mark.rule("SL:9.17.3")
def test_the_number_came_with_the_last_box() -> None:
    early = Table(
        "PFPh", [unit("a", "usa-667", A), unit("g", "ger-467", C)], "russian", options={"edition": "cod"}
    )
    assert not early.options("try-smoke")


@pytest.mark.rule("SL:9.17.4-b", "SL:9.17.5.3-c")
def test_a_six_can_use_up_the_smoke_of_a_nation() -> None:
    many = [unit(f"a{number}", "usa-667", A if number < 3 else B) for number in range(6)]
    table = Table("PFPh", [*many, unit("b", "bri-457", A), unit("g", "ger-467", C)], "russian")
    table.do("try-smoke a0").roll((6,), (3,))
    assert table.breakdown("smoke_roll").drm == -2 and table.position.state.smoke_lost == ("american",)
    assert table.options("try-smoke") == ["try-smoke b"]
    lucky = Table("PFPh", [*many, unit("g", "ger-467", C)], "russian").do("try-smoke a0").roll((6,), (4,))
    assert not lucky.position.state.smoke_lost and "try-smoke a1" in lucky.options("try-smoke")


@pytest.mark.rule("SL:9.17.4-d")
def test_who_has_passed_his_roll_has_used_a_support_weapon() -> None:
    gun = Weapon("w", "russian", "rus-lmg", owner="a", hex=A)
    table = Table("PFPh", [unit("a", "usa-667", A), unit("g", "ger-467", C)], "russian", weapons={"w": gun})
    table.do("try-smoke a").roll((1,)).do(f"smoke a {A}", f"target - {C}")
    assert table.options("add") == ["add a"]
    failed = Table("PFPh", [unit("a", "usa-667", A), unit("g", "ger-467", C)], "russian", weapons={"w": gun})
    failed.do("try-smoke a").roll((5,)).do(f"target - {C}")
    assert "add a+w" in failed.options("add")


@pytest.mark.rule("SL:2.3.8.1-a")
def test_who_makes_smoke_is_not_quiet() -> None:
    table = pioneers("PFPh", unit("s", SAPPERS, A), unit("r", FOE, C)).do(f"smoke s {A}")
    assert "s" in table.position.state.busy and not is_busy(table.g, table.unit("s"))


# -- how long it lies ----------------------------------------------------------------------------------------


@pytest.mark.rule("SL:1.3.1-p2.1", "SL:9.15.4-a", "SL:9.17.1.4")
def test_old_smoke_goes_fresh_smoke_disperses_and_new_smoke_comes() -> None:
    smoke = [{"hex": A, "side": "german", "dispersed": True}, {"hex": B, "side": "german"}]
    smoke.append({"hex": C, "side": "russian"})
    table = pioneers("PFPh", unit("s", SAPPERS, A), unit("r", FOE, C), smoke=smoke)
    assert sorted(lying(table)) == sorted([(B, "german", True), (C, "russian", False)])
    table.do(f"smoke s {B}")
    assert sorted(lying(table)) == sorted([(B, "german", True), (C, "russian", False), (B, "german", False)])
    theirs = Table("PFPh", [unit("r", FOE, A)], "russian", smoke=puffs(B))
    assert lying(theirs) == [(B, "german", False)]


@pytest.mark.rule("SL:9.16.8.2", "SL:1.3.1-p5.3")
def test_in_a_breeze_smoke_is_thin_and_drifts() -> None:
    table = Table(
        "PFPh", [unit("a", "usa-667", A), unit("g", "ger-467", C)], "russian", options={"breeze": "NE"}
    )
    table.do("try-smoke a").roll((1,)).do(f"smoke a {A}")
    assert lying(table) == [(A, "russian", True)]
    assert table.position.state.phase == "PFPh"
    table.do("done", "done")
    assert table.position.state.phase == "DFPh" and lying(table) == [(A, "russian", True)]
    table.do("done")
    while len(lying(table)) == 1 and table.position.state.phase == "AFPh":
        table.do("done")
    downwind = table.g.map.neighbours[A][1]
    assert lying(table) == [(A, "russian", True), (downwind, "russian", True)]


@pytest.mark.rule("SL:9.16.1")
def test_smoke_is_no_part_of_a_stack() -> None:
    squads = [unit(f"s{number}", SAPPERS, A) for number in range(3)]
    table = pioneers("PFPh", *squads, unit("r", FOE, C), smoke=[{"hex": A, "side": "russian"}] * 3)
    assert f"smoke s0 {A}" in table.options("smoke")


# -- on the move ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:9.16.2-a", "SL:9.16.2-b", "SL:4.13.7")
def test_smoke_costs_a_mf_and_dispersed_smoke_half_of_one() -> None:
    costs = []
    for smoke in ((), puffs(B), puffs(B, dispersed=True), (*puffs(B), *puffs(B, dispersed=True))):
        g = Table("MPh", [unit("s", "ger-467", A)], smoke=smoke).g
        costs.append(terrain.cost_for(g, g.unit("s"), A, B))
    assert costs == [1, 2, 1.5, 2]
    g = Table("MPh", [unit("s", "ger-467", A)], smoke=puffs(B), skiers=("s",), on_skis=("s",)).g
    assert terrain.cost_for(g, g.unit("s"), A, B) == 2
    tank = vehicle("v", "ger-pzkw-ivh", A, ce=True)
    for smoke, more in ((puffs(B), 1), (puffs(B, dispersed=True), 0.5)):
        clear = scene("MPh", [], [tank]).g
        smoky = scene("MPh", [], [tank], smoke=smoke).g
        assert entry_cost(smoky, tank, A, B, FORWARD) == entry_cost(clear, tank, A, B, FORWARD) + more


@pytest.mark.rule("SL:4.6.1-c")
def test_going_by_a_wood_in_smoke_costs_as_much_more() -> None:
    def price(smoke: tuple[Smoke, ...]) -> dict[str, str]:
        table = Table("MPh", [unit("s", "ger-467", start)], smoke=smoke).do("move s")
        found = {}
        for text in table.options("bypass"):
            further = Table("MPh", [unit("s", "ger-467", start)], smoke=smoke).do("move s", text)
            found[text] = (
                further.events[-1].text if further.events[-1].kind == "bypass" else further.events[-2].text
            )
        return found

    g = Table("RPh", []).g
    start = next(
        hex
        for hex in g.map.names
        if g.map.terrain[hex] == "open"
        and any(
            text.startswith("bypass")
            for text in Table("MPh", [unit("s", "ger-467", hex)]).do("move s").options("bypass")
        )
    )
    clear = price(())
    wood = next(iter(clear)).split()[2]
    smoky = price(puffs(wood))
    shared = [text for text in smoky if text.split()[2] == wood and text in clear]
    assert shared
    assert all(
        "for 1 MF" in clear[text] and "for 2 MF" in smoky[text] for text in shared if text.count("-") == 1
    )


# -- fire ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:9.16.3-a", "SL:9.16.4", "SL:9.16.5", "SL:9.16.8.1-a", "SL:9.16.8.1-b", "SL:9.16.3-c")
@pytest.mark.parametrize(
    ("smoke", "dice", "adds"),
    [
        (puffs(B), (4,), {"SL:9.16.3-a": 4}),
        (puffs(A), (4,), {"SL:9.16.3-a": 4}),
        (puffs(C), (4,), {"SL:9.16.5": 3}),
        (puffs(C), (1,), {"SL:9.16.5": 1}),
        (puffs(B, B), (4,), {"SL:9.16.3-a": 4}),
        (puffs(B, dispersed=True), (5,), {"SL:9.16.8.1-a": 3}),
        ((*puffs(B), *puffs(B, dispersed=True)), (3,), {"SL:9.16.8.1-b": 5}),
        ((*puffs(B), *puffs(B, dispersed=True)), (5,), {"SL:9.16.8.1-b": 6}),
        (puffs(A, C), (2, 3), {"SL:9.16.3-a": 2, "SL:9.16.5": 2}),
        (puffs(A, B), (5, 4), {"SL:9.16.3-a": 4, "SL:9.16.3-c": -3}),
    ],
)
def test_each_hex_of_smoke_on_the_line_adds_a_die(
    smoke: tuple[Smoke, ...], dice: tuple[int, ...], adds: dict[str, float]
) -> None:
    table = Table("AFPh", [unit("s", "ger-467", A), unit("r", FOE, C)], smoke=smoke)
    assert shoot(table, (5, 6), dice) == adds
    assert not table.position.state.smoke_dice


@pytest.mark.rule("SL:9.16.4")
def test_the_die_is_thrown_after_those_of_the_attack_and_for_it_alone() -> None:
    units = [unit("s", "ger-467", A), unit("t", "ger-467", near(A)), unit("r", FOE, C)]
    table = Table("AFPh", units, smoke=puffs(C))
    table.do(f"target - {C}", "add s", "declare")
    assert "fire at" in table.asked()
    assert "smoke" in table.roll((5, 6)).asked()
    table.roll((6,))
    assert table.breakdown().drm == 5
    table.do(f"target - {C}", "add t", "declare").roll((5, 6), (2,))
    assert table.breakdown().drm == 1


@pytest.mark.rule("SL:9.16.8.3")
def test_along_a_hexside_smoke_on_one_side_counts_half() -> None:
    g = Table("RPh", []).g
    for a in g.map.names:
        left, right = g.map.neighbours[a][0], g.map.neighbours[a][1]
        c = g.map.neighbours[left][1] if left else None
        if left and right and c and all(g.map.terrain[hex] == "open" for hex in (a, left, right, c)):
            if g.map.level(a) == g.map.level(c) == g.map.level(left) and terrain.sees(g, a, c):
                break
    else:
        raise AssertionError("there is no such line")
    cases = [
        (puffs(left), 5, 3),
        (puffs(left, right), 5, 5),
        (puffs(left, dispersed=True), 5, 2),
        ((*puffs(left), *puffs(right, dispersed=True)), 5, 3),
    ]
    for smoke, die, adds in cases:
        table = Table("AFPh", [unit("s", "ger-467", a), unit("r", FOE, c)], smoke=smoke)
        assert sum(shoot(table, (5, 6), (die,), at=c).values()) == adds


@pytest.mark.rule("SL:9.16.3-d", "SL:9.16.5")
def test_smoke_fills_all_storeys_of_a_house() -> None:
    g = Table("RPh", [], board="1").g
    ground, upper = next((g.map.ground_hex(place), place) for place in g.map.below if g.map.level(place) == 1)
    g.state.smoke = puffs(ground)
    assert dim(g, upper) == dim(g, ground) == ["smoke"]


@pytest.mark.rule("SL:9.16.6-a")
@pytest.mark.usefixtures("wilds")
def test_who_is_above_the_smoke_fires_over_it() -> None:
    g = wild("RPh", unit("s", "ger-467", "Q9")).g
    high = "qQ9"
    found = {
        (target, crossing.hex)
        for target in g.map.names
        for crossing in g.map.between(high, target)
        if crossing.how == "inside" and g.map.level(target) == g.map.level(crossing.hex) == 0
    }
    lines = {where: g.map.distance(high, where[1]) / g.map.distance(high, where[0]) for where in found}
    over = {where for where, part in lines.items() if 3 * (1 - part) > 2}
    assert over and lines.keys() - over
    for target, hex in lines:
        g.state.smoke = puffs(hex)
        assert bool(screens(g, high, target)) == ((target, hex) not in over)


@pytest.mark.rule("SL:9.16.3-b", "SL:8.10-q6", "SL:8.10.2")
def test_flamethrowers_know_no_smoke() -> None:
    weapon = Weapon("w", "german", "ger-ft", owner="s", hex=A)
    table = Table(
        "AFPh", [unit("s", SAPPERS, A), unit("r", FOE, B)], weapons={"w": weapon}, smoke=puffs(A, B)
    )
    flame = next(text for text in table.options() if "w" in text.split()[1].split("+"))
    table.do(flame).roll((3, 4))
    assert "smoke" not in table.asked() and table.breakdown().drm == 0


@pytest.mark.rule("SL:9.16.3-f", "SL:5.6.8.1-16A")
def test_smoke_takes_nothing_from_who_moves_in_the_open() -> None:
    tracks = {"r": Track(1, (C,))}
    for smoke in (puffs(B), puffs(C)):
        table = Table(
            "DFPh", [unit("s", "ger-467", A), unit("r", FOE, C, moved=True)], "russian", tracks=tracks
        )
        table.position.state.smoke = smoke
        adds = shoot(table, (5, 6), (4,))
        rules = {line.rule for line in table.breakdown().lines}
        assert sum(adds.values()) in (3, 4) and {"SL:5.6.8.1-a", "SL:5.6.8.1-b"} <= rules


@pytest.mark.rule("SL:9.16.4")
def test_odds_know_the_dice_that_are_to_come() -> None:
    table = Table("AFPh", [unit("s", "ger-467", A), unit("r", FOE, C)], smoke=puffs(B))
    attack = Attack("AFPh", "german", C, ("r",), (Shot("s"),))
    plan = plan_of(table.g, attack)
    clear = Table("AFPh", [unit("s", "ger-467", A), unit("r", FOE, C)])
    mixed = odds(table.g, plan, attack)
    total = dict.fromkeys(mixed, 0.0)
    for die in range(1, 7):
        for hit, chance in odds_with(clear, attack, die).items():
            total[hit] = total.get(hit, 0.0) + chance / 6
    assert mixed == pytest.approx(total) and sum(mixed.values()) == pytest.approx(1)
    assert mixed["-"] > odds(clear.g, plan, attack)["-"]


def odds_with(table: Table, attack: Attack, die: int) -> dict[str, float]:
    g = table.g
    g.state.smoke = puffs(B)
    g.state.smoke_dice = {B: die}
    plan = plan_of(g, attack)
    assert cells_of(g, plan, attack, 0)
    return odds(g, plan, attack)


# -- other things --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:7.1-q4", "SL:7.1.11", "SL:7.1.24.2")
def test_an_overrun_in_smoke_is_halved_and_has_the_die_besides() -> None:
    tank = vehicle("v", "ger-pzkw-ivh", A, facing=1)
    table = scene("MPh", [unit("r", FOE, B)], [tank], smoke=puffs(B))
    facing = next(f for f in range(6) if any(B in text for text in turned(tank, f, B)))
    table = scene(
        "MPh", [unit("r", FOE, B)], [vehicle("v", "ger-pzkw-ivh", A, facing=facing)], smoke=puffs(B)
    )
    table.do("drive v", f"overrun - {B}")
    table.do("done") if table.options("done") and not table.asked() else table
    table.roll((5, 5), (4,))
    found = {line.rule: line.value for line in table.breakdown().lines}
    assert found["SL:7.1.11"] == 0.5 and found["SL:7.1-q4"] == 4
    assert table.breakdown().drm >= 4


def turned(tank: Any, facing: int, goal: str) -> list[str]:
    table = scene("MPh", [unit("r", FOE, goal)], [vehicle("v", tank.type, tank.hex, facing=facing)])
    return table.do("drive v").options("overrun")


@pytest.mark.rule("SL:7.2.5.1-d", "SL:6.2.1-a", "SL:3.21-q9")
def test_smoke_hides_close_attackers_and_routers() -> None:
    g = Table("APh", [unit("s", "ger-467", A)], smoke=puffs(B, dispersed=True)).g
    assert dim(g, B) == ["smoke"] and not dim(g, A)
    assert shelters(g, B) and not shelters(g, A)


@pytest.mark.rule("SL:8.5.1-b", "SL:8.5.2-b")
def test_who_looks_for_a_weapon_in_smoke_rolls_for_the_smoke_too() -> None:
    loose = Weapon("w", "german", "ger-lmg", hex=A)
    on = {"possession": "on"}
    table = Table("MPh", [unit("s", "ger-467", A)], weapons={"w": loose}, smoke=puffs(A), options=on)
    table.do("move s", "acquire s+w - 0").roll((1, 6))
    lines = {line.rule: line.value for line in table.breakdown("acquisition").lines}
    assert lines["SL:8.5.1-b"] == 6 and table.position.state.weapons["w"].owner == ""


@pytest.mark.rule("SL:4.7.5-a")
def test_double_timers_in_smoke_are_hit_more_easily() -> None:
    tracks = {"r": Track(1, (C,))}
    units = [unit("s", "ger-467", A), unit("r", FOE, C, moved=True)]
    table = Table("DFPh", units, "russian", tracks=tracks, double_timing=("r",), smoke=puffs(C))
    shoot(table, (5, 6), (4,))
    assert {line.rule: line.value for line in table.breakdown().lines}["SL:4.7.5-a"] == -1


def test_the_state_of_smoke_is_written() -> None:
    table = Table("PFPh", [unit("s", "ger-467", A)], "russian", smoke=puffs(B))
    system, state = table.system, table.position.state
    assert system.encode(system.decode(system.encode(state))) == system.encode(state)
    assert Action.parse(f"smoke s {B}").at == B

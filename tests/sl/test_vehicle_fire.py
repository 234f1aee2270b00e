"""Machine guns and quick-firing guns of vehicles (SL:11.4, SL:11.7)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl import terrain
from defilade.rules.sl.state import Covered, Smoke, Track
from defilade.rules.sl.vehicle_fire import hex_refusal
from defilade.tactics.arcs import facings_to, in_arc
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit

FOE = "rus-447"
TANK, HALFTRACK, ONE_MAN, FLAK = "ger-pzkw-ivh", "ger-spw-251-1", "ger-pzkw-ib", "ger-ostwind"
A, B, C = rows("z", "open", "open", "open")


def facing_to(hex: str, target: str) -> int:
    return facings_to(Table("RPh", []).g.map, hex, target)[0]


def away_from(hex: str, target: str) -> int:
    return (facing_to(hex, target) + 3) % 6


def battle(phase: str = "AFPh", kind: str = TANK, at: str = C, **more: Any) -> Table:
    """A German vehicle in A that faces a squad, in C unless it is said elsewhere. A squad beneath it keeps the phase
    going."""
    board = more.pop("state", {})
    units = [*more.pop("units", [unit("r", FOE, at)]), unit("k", "ger-467", A)]
    turn = more.pop("facing", facing_to(A, at))
    return scene(phase, units, [vehicle("v", kind, A, turn, **more)], **board)


def lines(table: Table) -> list[tuple[str, float]]:
    return [(line.label, line.value) for line in table.breakdown().lines]


def fire(table: Table, *throws: tuple[int, ...], at: str = C, how: str = "") -> Table:
    return table.do(f"vehicle-fire v {at} {how}".strip()).roll(*throws)


@pytest.mark.rule("SL:11.7.4-b", "SL:11.7.7-a", "SL:11.9.1-c")
def test_all_that_bears_fires_with_one_throw() -> None:
    table = fire(battle(), (5, 6))
    assert [line for line in lines(table) if line[0] in ("BMG", "CMG", "AAMG")] == [("BMG", 4), ("CMG", 2)]
    assert table.breakdown().total == 6 and table.breakdown().drm == 0
    assert not table.options("vehicle-fire")
    out = battle(ce=True)
    assert fire(out, (5, 6)).breakdown().total == 10
    alone = battle(ce=True)
    assert {text.split()[-1] for text in alone.options("vehicle-fire")} >= {"bmg", "cmg", "aamg"}
    assert fire(alone, (5, 6), how="cmg").breakdown().total == 2
    assert alone.refusal(f"vehicle-fire v {C} bmg").rule == "SL:11.7.7-a"


@pytest.mark.rule("SL:11.7.7-a", "SL:5.1.2-a")
def test_guns_may_fire_at_different_hexes_each_once() -> None:
    side = next(
        hex
        for hex in Table("RPh", []).g.map.adjacent[C]
        if in_arc(Table("RPh", []).g.map, A, facing_to(A, C), hex)
        and terrain.sees(Table("RPh", []).g, A, hex)
    )
    table = battle(units=[unit("r", FOE, C), unit("s", FOE, side)])
    fire(table, (5, 6), how="cmg")
    assert fire(table, (5, 6), at=side).breakdown().total in (4, 8)
    assert table.position.state.vehicles["v"].guns_fired == ("cmg", "bmg")
    both = {"cmg", "bmg"}
    assert both.isdisjoint(text.split()[-1] for text in table.options())


@pytest.mark.rule("SL:11.7.9-a")
def test_half_on_the_move_double_at_arms_length_and_all_break_with_a_twelve() -> None:
    table = battle(moved=True)
    assert fire(table, (6, 6)).breakdown().total == 3
    assert set(table.position.state.vehicles["v"].broken) == {"bmg", "cmg", "aamg"}
    close = battle(at=B, facing=facing_to(A, B))
    assert fire(close, (5, 6), at=B).breakdown().total == 12
    assert not close.position.state.vehicles["v"].broken


@pytest.mark.rule("SL:8.9.6.1-b")
def test_by_agreement_a_die_each_says_which_gun_breaks() -> None:
    table = battle(state={"options": {"afv-gun-records": "on"}})
    fire(table, (6, 6), (2, 5))
    assert table.position.state.vehicles["v"].broken == ("cmg",) and table.said("SL:8.9.6.1-b")
    tie = battle(state={"options": {"afv-gun-records": "on"}})
    fire(tie, (6, 6), (4, 4))
    assert set(tie.position.state.vehicles["v"].broken) == {"bmg", "cmg"}
    single = battle(state={"options": {"afv-gun-records": "on"}})
    fire(single, (6, 6), how="cmg")
    assert single.position.state.vehicles["v"].broken == ("cmg",)


@pytest.mark.rule("SL:11.7.9-b", "SL:11.7.9-c")
@pytest.mark.parametrize(
    ("kind", "how", "drm"),
    [(TANK, "turret", 2), ("ger-psw-222", "turret", 3), (ONE_MAN, "turret", 4), (TANK, "hull", 4)],
)
def test_turning_to_a_target_has_its_price(kind: str, how: str, drm: int) -> None:
    table = battle(kind=kind, facing=away_from(A, C))
    assert not [text for text in table.options("vehicle-fire") if len(text.split()) == 3]
    fire(table, (5, 6), how=how)
    assert {line.rule: line.value for line in table.breakdown().lines}["SL:11.7.9-b"] == drm
    now = table.position.state.vehicles["v"]
    assert in_arc(table.g.map, A, now.tca, C)
    assert in_arc(table.g.map, A, now.vca, C) == (how == "hull")
    assert now.guns_fired == (("bmg", "cmg") if how == "hull" else now.guns_fired)


@pytest.mark.rule("SL:11.7.10-a", "SL:11.7.10-b")
def test_what_has_fired_keeps_its_arc() -> None:
    back = next(
        hex
        for hex in Table("RPh", []).g.map.names
        if Table("RPh", []).g.map.distance(A, hex) == 2
        and in_arc(Table("RPh", []).g.map, A, away_from(A, C), hex)
        and terrain.sees(Table("RPh", []).g, A, hex)
    )
    units = [unit("r", FOE, C), unit("s", FOE, back)]
    table = battle(units=units)
    found = {text.split()[-1] for text in table.options("vehicle-fire") if back in text}
    assert found == {"turret", "hull"}
    bow = fire(battle(units=units), (5, 6), how="bmg")
    assert {text.split()[-1] for text in bow.options("vehicle-fire") if back in text} == {"turret"}
    turret = fire(battle(units=units), (5, 6), how="cmg")
    assert not [text for text in turret.options("vehicle-fire") if back in text]
    two = fire(battle(kind="ger-psw-222", units=units), (5, 6), how="cmg")
    assert not [text for text in two.options("vehicle-fire") if back in text]


@pytest.mark.rule("SL:11.4.1", "SL:11.7.5-a", "SL:11.10.1-a")
def test_quick_guns_fire_with_the_machine_guns_and_open_crews_look_out() -> None:
    shut = battle(kind=FLAK)
    assert fire(shut, (5, 6)).breakdown().total == 4
    assert shut.refusal(f"vehicle-fire v {C} ma").rule in ("SL:11.10.1-a", "SL:11.7.7-a")
    table = battle(kind=FLAK, ce=True)
    assert fire(table, (6, 6)).breakdown().total == 16
    assert set(table.position.state.vehicles["v"].broken) == {"ma", "bmg"}


@pytest.mark.rule("SL:11.3.3-a", "SL:11.3.2-a")
def test_one_man_cannot_look_out_and_fire_nor_fire_two_guns_at_full() -> None:
    out = battle(kind=ONE_MAN, ce=True)
    assert not out.options("vehicle-fire")
    assert out.refusal(f"vehicle-fire v {C}").rule == "SL:11.3.3-a"
    car = vehicle("v", "rus-t60", A, facing_to(A, C))
    units = [unit("g", "ger-467", C), unit("h", "ger-467", B), unit("r", FOE, A)]
    theirs = scene("AFPh", units, [car], attacker="russian")
    assert fire(theirs, (5, 6)).breakdown().total == 7
    alone = scene("AFPh", units, [car], attacker="russian")
    fire(alone, (5, 6), how="cmg")
    assert alone.refusal(f"vehicle-fire v {B} ma").rule == "SL:11.3.2-a"


@pytest.mark.rule("SL:3.3-q4", "SL:3.3.6-a")
def test_an_armour_leader_helps_but_no_coaxial_gun_in_a_turret_for_one() -> None:
    leader = next(
        one.id
        for one in Table("RPh", []).g.counters.values()
        if one.leadership == -1 and one.nationality == "german" and one.kind == "leader"
    )
    led = fire(battle(leader=leader), (5, 6))
    assert led.breakdown().drm == -1 and led.position.state.vehicles["v"].leader_shown
    alone = fire(battle(kind=ONE_MAN, leader=leader), (5, 6))
    assert alone.breakdown().drm == 0 and not alone.position.state.vehicles["v"].leader_shown


@pytest.mark.rule("SL:11.8.3-b", "SL:11.8.3-d", "SL:11.8.3-e")
def test_the_stunned_do_not_fire_and_are_shaken_afterwards() -> None:
    assert battle(stun=1).refusal(f"vehicle-fire v {C}").rule == "SL:11.8.3-d"
    assert fire(battle(shaken=True), (5, 6)).breakdown().drm == 1
    assert fire(battle(kind=HALFTRACK, ce=True, shaken=True), (5, 6)).breakdown().drm == 1


@pytest.mark.rule("SL:3.24.3-b")
def test_a_pinned_crew_of_an_open_vehicle_keeps_looking_out_and_fires_at_half() -> None:
    there, here = A, C
    table = scene(
        "PFPh",
        [unit("r", FOE, here)],
        [vehicle("v", HALFTRACK, there, facing_to(there, here), ce=True)],
        attacker="russian",
    )
    table.do(f"target - {there}", "add r", "declare").roll((1, 1))
    level = 8
    for dice in ((4, 4), (3, 3), (2, 2), (5, 3), (4, 3), (3, 4), (2, 4), (4, 2)):
        trial = scene(
            "PFPh",
            [unit("r", FOE, here)],
            [vehicle("v", HALFTRACK, there, facing_to(there, here), ce=True)],
            attacker="russian",
        )
        trial.do(f"target - {there}", "add r", "declare").roll((1, 1))
        if "crew" not in trial.asked():
            break
        trial.roll(dice)
        if trial.said("SL:3.24.3-b"):
            break
    else:
        raise AssertionError(f"nobody is pinned at {level}")
    now = trial.position.state.vehicles["v"]
    assert now.pinned and now.ce
    half = battle(kind=HALFTRACK, ce=True, pinned=True)
    assert fire(half, (5, 6)).breakdown().total == 2
    assert {line.rule for line in half.breakdown().lines} >= {"SL:3.24.3-b"}
    assert fire(battle(kind=HALFTRACK, ce=True), (5, 6)).breakdown().total == 4


@pytest.mark.rule("SL:7.1.17")
def test_who_has_overrun_somebody_fires_no_more() -> None:
    table = battle(overran=B)
    assert not table.options("vehicle-fire")
    assert table.refusal(f"vehicle-fire v {C}").rule == "SL:7.1.17"
    tank = vehicle("v", TANK, A, facing_to(A, B))
    drives = scene("MPh", [unit("r", FOE, B), unit("s", FOE, C), unit("k", "ger-467", A)], [tank])
    drives.do("drive v", f"overrun - {B}")
    while drives.position.state.phase != "AFPh":
        if drives.asked():
            drives.roll((5, 5))
        else:
            drives.do(
                next(text for text in ("stop", "done", drives.options()[0]) if text in drives.options())
            )
    drives.do(next(text for text in drives.options() if C in text))
    assert drives.options("target") and not drives.options("vehicle-fire")
    assert drives.refusal(f"vehicle-fire v {C}").rule == "SL:7.1.17"


@pytest.mark.rule("SL:7.2.6-q5")
def test_an_afv_fires_at_nobody_in_its_hex() -> None:
    table = battle(
        units=[unit("r", FOE, A, melee=True), unit("g", "ger-467", A, melee=True), unit("s", FOE, C)]
    )
    assert all(A not in text.split() for text in table.options("vehicle-fire"))
    assert table.refusal(f"vehicle-fire v {A}").rule == "SL:7.2.6-q5"
    fighting = [unit("r", FOE, B, melee=True), unit("g", "ger-467", B, melee=True)]
    beside = battle(at=B, facing=facing_to(A, B), units=fighting)
    fire(beside, (1, 1), at=B)
    struck = {uid for event in beside.events if event.kind == "attack" for uid in event.who}
    assert struck == {"r", "g"}


@pytest.mark.rule("SL:8.9.5.1-c")
def test_a_coaxial_gun_fires_beyond_16_hexes_without_a_leader() -> None:
    b, a = pair(17, "woods", "stone_building")
    units = [unit("r", FOE, b), unit("k", "ger-467", a)]
    table = scene("AFPh", units, [vehicle("v", TANK, a, facing_to(a, b))])
    assert table.options("vehicle-fire") == [f"vehicle-fire v {b}"]
    table.do(f"vehicle-fire v {b}").roll((1, 3))
    assert table.breakdown().total == 1
    assert "roll 4, modified 7" in next(e.text for e in table.events if e.kind == "attack")


@pytest.mark.rule("SL:2.1-q3")
def test_a_coaxial_gun_finds_out_whether_there_is_a_line_of_sight() -> None:
    g = Table("RPh", []).g
    a, b = next(
        (a, b)
        for a in g.map.names
        if g.map.terrain[a] == "open"
        for b in g.map.names
        if 2 <= g.map.distance(a, b) <= 4 and g.map.terrain[b] == "open" and not terrain.sees(g, a, b)
    )
    tank = vehicle("v", TANK, a, facing_to(a, b))
    assert not scene("AFPh", [unit("r", FOE, b)], [tank]).options("vehicle-fire")
    table = scene("AFPh", [unit("r", FOE, b)], [tank], options={"los": "strict"})
    table.do(f"vehicle-fire v {b} cmg")
    assert table.said("SL:2.1-q3") and not table.asked()
    now = table.position.state.vehicles["v"]
    assert now.guns_fired == ("cmg",)
    assert f"vehicle-fire v {b} bmg" not in table.options()


@pytest.mark.rule("SL:3.18.5")
def test_afvs_of_small_nations_do_not_fire_down_from_a_crest() -> None:
    g = Table("RPh", [], board="2").g
    high = next(
        hex
        for hex in g.map.names
        if g.map.level(hex) > 0 and any(g.map.level(one) < g.map.level(hex) for one in g.map.adjacent[hex])
    )
    below = [one for one in g.map.adjacent[high] if g.map.level(one) < g.map.level(high)]
    low = next(one for one in below if terrain.sees(g, high, one))
    tank = vehicle("v", TANK, high, facings_to(g.map, high, low)[0])
    table = scene("AFPh", [unit("r", FOE, low)], [tank], board="2")
    play = table.g
    assert hex_refusal(play, tank, low) is None
    kind = msgspec.structs.replace(play.garage.types[TANK], nationality="minor")
    play.garage = msgspec.structs.replace(play.garage, types={**play.garage.types, TANK: kind})
    found = hex_refusal(play, tank, low)
    assert found is not None and found.rule == "SL:3.18.5"
    level = [one for one in g.map.adjacent[high] if g.map.level(one) >= g.map.level(high)]
    reasons = [hex_refusal(play, tank, one) for one in level]
    assert level and all(reason is None or reason.rule != "SL:3.18.5" for reason in reasons)


@pytest.mark.rule("SL:5.6.1-b", "SL:5.6.8.1-a")
def test_defensive_fire_reaches_those_who_passed_by() -> None:
    tracks = {"r": Track(1, (B, C))}
    tank = vehicle("v", TANK, A, facing_to(A, C))
    table = scene("DFPh", [unit("r", FOE, C, moved=True)], [tank], attacker="russian", tracks=tracks)
    assert f"vehicle-fire v+r {B}" in table.options("vehicle-fire")
    table.do(f"vehicle-fire v+r {B}").roll((6, 6))
    assert table.breakdown().total == 12 and table.breakdown().drm == -2
    assert table.unit("r").hex == C


@pytest.mark.rule("SL:2.3.4", "SL:9.16.3-a")
def test_unseen_targets_and_smoke_count_as_for_anybody() -> None:
    hidden = [unit("c", "?", C, side="russian"), unit("r", FOE, B)]
    table = battle(units=hidden, state={"covered": {"c": Covered(("r",))}, "unseen": ("r",)})
    table.g.place(table.g.unit("r"), "")
    assert fire(table, (5, 6)).breakdown().total == 3
    smoky = battle(state={"smoke": (Smoke(B, "russian"),)})
    fire(smoky, (5, 6), (4,))
    assert smoky.breakdown().drm == 4


@pytest.mark.rule("SL:1.3.1-p2.3")
def test_who_prep_fires_does_not_move() -> None:
    table = fire(battle("PFPh"), (5, 6)).do("done")
    assert table.position.state.phase == "MPh" and not table.options("drive")
    assert battle("PFPh").do("done").options("drive") == ["drive v"]


@pytest.mark.rule("SL:11.7.2-a", "SL:11.7.3-a", "SL:11.7.4-a")
def test_arcs_and_ranges() -> None:
    a, b = pair(9)
    front, back = facing_to(a, b), away_from(a, b)

    def at_nine(facing: int, tca: int, places: set[str]) -> dict[str, float]:
        tank = vehicle("v", TANK, a, facing, tca=tca, ce=True)
        table = scene("AFPh", [unit("r", FOE, b), unit("k", "ger-467", a)], [tank])
        table.do(f"vehicle-fire v {b}").roll((5, 6))
        found = {
            label: value for label, value in lines(table) if ":" in label or label in ("BMG", "CMG", "AAMG")
        }
        assert {label for label in found if ":" not in label} == places
        return found

    both = at_nine(front, front, {"BMG", "CMG", "AAMG"})
    assert both["BMG: long range"] == both["AAMG: long range"] == 0.5 and "CMG: long range" not in both
    at_nine(front, back, {"BMG", "AAMG"})
    at_nine(back, front, {"CMG", "AAMG"})
    at_nine(back, back, {"AAMG"})


@pytest.mark.rule("SL:11.7.6")
def test_a_gun_in_the_rear_of_the_turret_fires_backward() -> None:
    heavy = vehicle("v", "rus-kv-i", A, away_from(A, C))
    table = scene("AFPh", [unit("g", "ger-467", C), unit("k", FOE, A)], [heavy], attacker="russian")
    fire(table, (5, 6))
    assert [label for label, _ in lines(table)] == ["RMG"]
    assert table.position.state.vehicles["v"].guns_fired == ("rmg",)


def test_previews_agree_with_the_attack() -> None:
    table = battle()
    told = table.system.describe(table.position.state, table.action(f"vehicle-fire v {C}"))
    assert (
        told.breakdown is not None
        and told.breakdown.total == 6
        and sum(told.odds.values()) == pytest.approx(1)
    )


@pytest.mark.rule("SL:2.8.9-b", "SL:2.8.6-b")
def test_at_flashes_its_guns_fire_by_half() -> None:
    def halved(kind: str, **night: Any) -> list[str]:
        table = battle("AFPh", kind, ce=kind == FLAK, state={"night": True, "flashes": ((C, 2),), **night})
        fire(table, (5, 6))
        return [line.rule for line in table.breakdown().lines if line.label.endswith("at flashes")]

    assert set(halved(FLAK, nvr=1)) == {"SL:2.8.9-b"} and set(halved(TANK, nvr=1)) == {"SL:2.8.6-b"}
    assert not halved(FLAK, nvr=2) and not halved(FLAK, nvr=1, star_shells=(C,))

"""Berserk units of Squad Leader (SL:3.25)."""

from __future__ import annotations

import pytest

from defilade.ai.squad_leader.decisions import decide
from defilade.kernel import make_view
from defilade.rules.sl.morale import morale_level
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.terrain import sees
from defilade.tactics.moving import Mover, Moving
from sl.motor_pool import scene, vehicle
from sl.table import Table, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]


def under_fire(*targets: dict[str, object], throw: tuple[int, int] = (3, 4), fire: str = "usa-847") -> Table:
    """An American squad fires point blank with 16 FP at a hex in the open: 7 is a 2, 9 a 1."""
    a, b = pair(1)
    there = [{**target, "hex": b, "side": "german"} for target in targets]
    table = Table("PFPh", [unit("g", fire, a, side="russian"), *there], attacker="russian")
    return table.do(f"target - {b}", "add g", "declare").roll(throw)


@pytest.mark.rule("SL:3.25.1-a", "SL:3.25.1-b", "SL:3.16.6")
@pytest.mark.parametrize(
    ("counter", "throw", "berserk"),
    [
        ("ger-467", (3, 4), True),  # a 2MC
        ("ger-467", (4, 5), False),  # a 1MC
        ("gur-458", (4, 5), True),
        ("rus-447", (4, 5), True),
        ("ss-658", (4, 5), False),  # no Russians about
    ],
)
def test_who_goes_berserk(counter: str, throw: tuple[int, int], berserk: bool) -> None:
    table = under_fire({"id": "u", "type": counter}, throw=throw).roll((1, 1))
    if table.options("no-hero"):
        table.do("no-hero")
    assert table.unit("u").berserk == berserk


@pytest.mark.rule("SL:3.13.9", "SL:3.13.7")
def test_the_ss_goes_berserk_like_russians_when_it_fights_them() -> None:
    a, b = pair(1)
    units = [unit("r", "rus-628", a), unit("s", "ss-658", b)]
    table = Table("PFPh", units, attacker="russian").do(f"target - {b}", "add r", "declare").roll((4, 5))
    table.roll((1, 1)).do("no-hero")
    assert table.unit("s").berserk


@pytest.mark.rule("SL:3.25.2-a", "SL:3.25.2-b", "SL:3.24.1-a")
def test_what_stops_the_berserk() -> None:
    table = under_fire({"id": "u", "type": "ger-467", "berserk": True})
    assert "morale 10" in table.asked()
    table.roll((5, 4))  # 9 + 2 is 11
    assert table.unit("u").type == "ger-237" and table.unit("u").berserk and not table.unit("u").broken
    assert not under_fire({"id": "u", "type": "ger-237", "berserk": True}).roll((5, 4)).alive("u")
    assert not under_fire({"id": "u", "type": "ger-8-1", "berserk": True}).roll((5, 4)).alive("u")
    exactly = under_fire({"id": "u", "type": "ger-467", "berserk": True}).roll((4, 4))
    assert exactly.unit("u").type == "ger-467" and not exactly.unit("u").pinned


@pytest.mark.rule("SL:3.25.7", "SL:3.10-q1")
def test_men_may_follow_a_berserk_leader() -> None:
    a, b = pair(1)
    men = [unit("m", "usa-666", b, side="german"), unit("n", "usa-666", b, side="german", broken=True)]
    table = Table(
        "PFPh",
        [unit("r", "rus-628", a), unit("l", "usa-8-1", b, side="german"), *men],
        attacker="russian",
    )
    table.do(f"target - {b}", "add r", "declare").roll((2, 4))  # 12 FP: a 2MC
    table.roll((1, 1))
    assert table.unit("l").berserk and "follow" in table.asked()
    table.roll((1, 2)).do("no-hero")  # 6 - 4 = 2, and the leader helps
    assert table.breakdown("contagion").value("SL:3.25.7") == -1
    assert table.unit("m").berserk and not table.unit("n").berserk


def charging(distance: int = 3, **more: object) -> tuple[Table, str, str]:
    a, b = pair(distance)
    units = [unit("s", "rus-447", a, berserk=True, **more), unit("x", "rus-447", a), unit("e", "ger-467", b)]
    return Table("MPh", units, attacker="russian"), a, b


def finish(table: Table) -> Table:
    """Take the first of equal ways until somebody else is asked."""
    while table.position.state.phase == "MPh" and table.options("charge"):
        table.do(table.options("charge")[0])
    return table


@pytest.mark.rule("SL:3.25.3-a", "SL:3.25.4-a", "SL:3.25.5", "SL:3.25-q11")
def test_they_charge_before_the_others_and_stop_beside_the_enemy() -> None:
    table, _, b = charging()
    finish(table)
    assert table.said("SL:3.25.3-a") and table.g.map.distance(table.unit("s").hex, b) == 1
    assert table.options("move") == ["move x"] and table.refusal("move s").rule in (
        "SL:4.1.13",
        "SL:3.25.3-a",
    )
    beside, a, b = charging(1)
    assert beside.unit("s").hex == a and beside.refusal("move s").rule == "SL:3.25.3-a"


@pytest.mark.rule("SL:3.25.4-a")
def test_with_a_berserk_leader_they_go_8() -> None:
    a, _ = pair(3)
    units = [
        unit("s", "rus-447", a, berserk=True),
        unit("l", "rus-8-0", a, berserk=True),
        unit("c", "rus-447", a),
    ]
    table = Table("MPh", units, attacker="russian").do("move c")
    top = table.position.state.stack[-1]
    assert isinstance(top, Moving)

    def mf(*who: str) -> list[float]:
        return [
            member.mf
            for member in what_is_left(table.g, Moving(who, movers=tuple(Mover(uid) for uid in who)))
        ]

    assert mf("s") == [6] and mf("l") == [8] and mf("s", "l") == [8, 8]


@pytest.mark.rule("SL:3.25.6")
def test_without_an_enemy_in_sight_they_stay() -> None:
    g = Table("RPh", []).g
    a, _ = pair(3)
    hidden = next(hex for hex in g.map.names if not sees(g, a, hex))
    units = [unit("s", "rus-447", a, berserk=True), unit("x", "rus-447", a), unit("e", "ger-467", hidden)]
    table = Table("MPh", units, attacker="russian")
    assert table.unit("s").hex == a and table.options("move") == ["move x"]
    assert table.refusal("move s").rule == "SL:3.25.3-a"


@pytest.mark.rule("SL:3.25-q1", "SL:3.25.3-a")
def test_the_nearest_is_charged_not_the_cheapest() -> None:
    a, b = pair(4)
    g = Table("RPh", []).g
    nearer = next(
        hex
        for hex in g.map.names
        if g.map.distance(a, hex) == 2 and sees(g, a, hex) and g.map.distance(hex, b) > 4
    )
    units = [unit("s", "rus-447", a, berserk=True), unit("e", "ger-467", b), unit("f", "ger-467", nearer)]
    table = finish(Table("MPh", units, attacker="russian"))
    assert g.map.distance(table.unit("s").hex, nearer) == 1


@pytest.mark.rule("SL:3.25.3-b", "SL:3.25-q3", "SL:3.25-q11")
def test_when_they_fire() -> None:
    a, b = pair(1)
    units = [unit("s", "rus-447", a, berserk=True), unit("x", "rus-447", a), unit("e", "ger-467", b)]
    prep = Table("PFPh", units, attacker="russian").do(f"target - {b}")
    assert prep.options("add") == ["add x"] and prep.refusal("add s").rule == "SL:3.25.3-b"
    advancing = Table("AFPh", units, attacker="russian").do(f"target - {b}")
    assert "add s" in advancing.options("add")  # it stood beside him all the time
    moved = [unit("s", "rus-447", a, berserk=True, moved=True), *units[1:]]
    after = Table("AFPh", moved, attacker="russian").do(f"target - {b}")
    assert after.refusal("add s").rule == "SL:3.25-q3"
    assert "add s" in Table("DFPh", units, attacker="german").do(f"target - {b}").options("add")


@pytest.mark.rule("SL:3.25.3-a")
def test_the_last_rush_is_into_close_combat() -> None:
    a, b = pair(1)
    units = [unit("s", "rus-447", a, berserk=True), unit("x", "rus-447", a), unit("e", "ger-467", b)]
    table = Table("APh", units, attacker="russian")
    assert table.unit("s").hex == b and table.unit("s").advanced
    assert all(option.startswith("advance x") or option == "done" for option in table.options())


@pytest.mark.rule("SL:3.25.8-a", "SL:3.13.9")
def test_a_kill_brings_them_to_their_senses() -> None:
    a, _ = pair(3)
    units = [unit("s", "rus-628", a, berserk=True), unit("e", "ger-237", a)]
    table = Table("CCPh", units, attacker="russian").do("attack e", "with s", "declare", "done").roll((1, 3))
    assert not table.alive("e") and not table.unit("s").berserk and table.said("SL:3.25.8-a")
    missed = Table("CCPh", units, attacker="russian").do("attack e", "with s", "declare", "done").roll((6, 5))
    assert missed.unit("s").berserk


@pytest.mark.rule("SL:3.25.11")
def test_they_are_shot_at_on_the_way() -> None:
    a, b = pair(4)
    units = [unit("s", "rus-447", a, berserk=True), unit("e", "ger-467", b)]
    table = finish(Table("MPh", units, attacker="russian"))
    way = table.position.state.tracks["s"].hexes
    assert len(way) == 3
    table.do(f"target - {way[-1]}", "add e", "declare").roll((5, 6))
    seen = sum(sees(table.g, b, hex) for hex in way)
    assert table.breakdown().value("SL:3.25.11") == -seen and seen >= 1
    assert table.breakdown().value("SL:5.6.8.1-a") == -1


@pytest.mark.rule("SL:3.25.3-a")
def test_they_do_not_withdraw_from_a_melee() -> None:
    a, _ = pair(3)
    units = [unit("s", "rus-447", a, berserk=True, melee=True), unit("e", "ger-467", a, melee=True)]
    table = Table("CCPh", units, attacker="russian")
    assert not table.options("withdraw") or table.options("withdraw") == ["withdraw e"]


@pytest.mark.rule("SL:3.25.2-a")
def test_morale_of_the_berserk_is_10() -> None:
    a, _ = pair(3)
    g = Table("RPh", [unit("s", "rus-336", a, berserk=True)]).g
    assert morale_level(g, g.unit("s")) == 10


@pytest.mark.rule("SL:3.25-q5", "SL:3.25-q6")
def test_they_go_by_obstacles_where_that_saves_mf(wilds: None) -> None:
    men = [unit("s", "rus-447", "S7", berserk=True), unit("e", "ger-467", "S10")]
    table = wild("MPh", *men, charges={"s": "qS10"}, attacker="russian")  # it has seen them there
    ways = table.options("charge")
    assert ways == ["charge s qS8 1-2", "charge s qS8 5-4"]
    table.do("charge s qS8 1-2")
    assert table.said("SL:4.6.1-a") and table.unit("s").hex == "qS9"  # 2 MF in place of 3 through the woods
    marked = wild("MPh", *men, charges={"s": "qS10"}, attacker="russian", bypass_marks={"qS8": (5, 4)})
    assert marked.unit("s").hex == "qS9" and marked.said("SL:4.6.1-a") and not marked.options("charge")
    shut = wild("MPh", *men, charges={"s": "qS10"}, attacker="russian", bypass_marks={"qS8": (0,)})
    assert "charge s qS8" in shut.options("charge") and "charge s qT7" in shut.options("charge")
    near_one = [men[0], unit("e", "ger-467", "S9")]
    beside = wild("MPh", *near_one, charges={"s": "qS9"}, attacker="russian")
    assert "charge s qS8 1" in beside.options("charge") and "charge s qS8 2" not in beside.options("charge")
    beside.do("charge s qS8 1")
    assert beside.unit("s").hex == "qT8"  # nobody stops halfway around


@pytest.mark.rule("SL:3.25.3-a", "SL:3.25-q6", "SL:3.25-q11", "SL:3.25.8-a")
def test_they_charge_vehicles_that_are_nearer_and_calm_down_when_they_have_burnt_them() -> None:
    a, b = pair(3)
    far = next(
        hex
        for hex in Table("RPh", []).g.map.names
        if Table("RPh", []).g.map.distance(a, hex) > 4 and sees(Table("RPh", []).g, a, hex)
    )
    units = [unit("r", "rus-628", a, berserk=True), unit("g", "ger-467", far)]
    table = scene("RPh", units, [vehicle("v", "ger-pzkw-ivh", b)], attacker="russian", board="z")
    while not table.options("attack"):
        choices = table.options("charge")
        table.do(choices[0] if choices else "done")
    entered = [event.at for event in table.events if event.kind == "enter"]
    assert entered[-1] in table.g.map.adjacent[b] and b not in entered
    assert table.unit("r").hex == b and not table.said("SL:7.2.5.2-a")
    view = make_view(table.system, table.position, "russian", 0)
    assert str(decide(view, table.system)) == "attack v"
    table.do("attack v").roll((3, 3), (1, 1))
    while table.options("no-hero") or table.asked():
        table.do("no-hero") if table.options("no-hero") else table.roll((6,))
    assert table.position.state.vehicles["v"].wreck and table.said("SL:3.25.8-a")
    assert not table.unit("r").berserk

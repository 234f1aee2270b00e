"""Double time, exhaustion and deploying in Squad Leader (SL:4.4.3, SL:4.7, SL:4.8)."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice
from defilade.rules.sl.marches.deploying import deploy_refusal
from defilade.rules.sl.state import Mount, Track
from sl.earthworks import built, pit
from sl.table import Table, pair, unit

FAST = {"double-time": "on"}


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


def road(length: int) -> list[str]:
    """Hexes one behind the other along a road."""
    g = Table("MPh", [], board="4").g

    def follow(way: list[str]) -> list[str]:
        if len(way) == length:
            return way
        for near in g.map.adjacent[way[-1]]:
            if g.map.road_between(way[-1], near) and all(g.map.distance(near, old) > 1 for old in way[:-1]):
                found = follow([*way, near]) if near not in way else []
                if found:
                    return found
        return []

    return next(way for hex in g.map.roads if (way := follow([hex])))


# -- double time -------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:4.7.1-a", "SL:4.7.1-b", "SL:4.1.6-c")
def test_roads_where_double_time_is_played() -> None:
    way = road(7)
    slow = Table("MPh", [unit("s", "ger-467", way[0])], board="4", options=FAST).do("move s")
    for hex in way[1:6]:
        slow.do(f"enter - {hex}")
    assert slow.options() == ["stop"]
    aside = next(
        near
        for near in slow.g.map.adjacent[way[4]]
        if not slow.g.map.road_between(way[4], near) and slow.g.terrain_of(near).mf == 1
    )
    leaving = Table("MPh", [unit("s", "ger-467", way[0])], board="4", options=FAST).do("move s")
    for hex in way[1:5]:
        leaving.do(f"enter - {hex}")
    assert (
        leaving.refusal(f"enter - {aside}").rule == "SL:4.7.1-b" and f"enter - {way[5]}" in leaving.options()
    )
    half = Table("MPh", [unit("s", "ger-467", way[0])], board="4").do("move s")
    for hex in way[1:7]:
        half.do(f"enter - {hex}")
    assert half.options("enter") and half.refusal("double-time").rule == "SL:4.7.1-a"


@pytest.mark.rule(
    "SL:4.7.2",
    "SL:4.7.3",
    "SL:4.7.8-a",
    "SL:4.7.8-b",
    "SL:4.7.7",
    "SL:4.7.12-b",
    "SL:1.3.1-p3.2-b",
    "SL:1.3.1-p3.4",
)
def test_two_mf_more_and_exhausted_until_the_next_move_is_over() -> None:
    a, b = pair(1)
    table = Table("MPh", [unit("s", "ger-467", a), unit("o", "ger-467", a)], options=FAST)
    table.do("move s", "double-time")
    for _ in range(3):
        table.do(f"enter - {b}", f"enter - {a}")
    assert table.options() == ["stop"] and not table.unit("s").cx
    table.do("stop", "done")
    assert table.unit("s").cx and not table.unit("o").cx
    while table.position.state.phase != "MPh" or table.position.state.attacker != "german":
        table.do("done")
    assert table.unit("s").cx  # not off as the MPh opens
    table.do("move s")
    assert table.refusal("double-time").rule == "SL:4.7.7"
    table.do(f"enter - {b}")
    assert table.unit("s").cx
    table.do("stop")
    assert not table.unit("s").cx


@pytest.mark.rule("SL:4.7.2", "SL:4.7.12-b", "SL:1.3.1-p3.2-b")
def test_it_is_announced_at_the_beginning_and_wears_off_without_a_move() -> None:
    a, b = pair(1)
    table = Table("MPh", [unit("s", "ger-467", a), unit("x", "ger-467", a, cx=True)], options=FAST)
    table.do("move s", f"enter - {b}")
    assert table.refusal("double-time").rule == "SL:4.1.12"
    table.do("stop", "done")
    assert not table.unit("x").cx
    fires = Table("PFPh", [unit("x", "ger-467", a, cx=True), unit("r", "rus-447", b)])
    fires.do(f"target - {b}", "add x", "declare").roll((6, 5))
    assert drm(fires)["SL:4.7.11"] == 1 and not fires.unit("x").cx


@pytest.mark.rule("SL:4.7.5-a", "SL:4.7-q1")
def test_runners_in_cover_are_hit_more_easily() -> None:
    a, b = pair(2, "woods")
    ran = {"s": Track(0, (b,))}
    table = (
        Table(
            "DFPh",
            [unit("s", "ger-467", b, moved=True), unit("r", "rus-447", a)],
            tracks=ran,
            double_timing=("s",),
        )
        .do(f"target - {b}", "add r", "declare")
        .roll((6, 5))
    )
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:4.7.5-a": -1, "SL:5.3.1-b": 1}
    a, b = pair(1, "open")
    table = (
        Table(
            "DFPh",
            [unit("s", "ger-467", b, moved=True), unit("r", "rus-447", a)],
            tracks={"s": Track(0, (b,))},
            double_timing=("s",),
        )
        .do(f"target - {b}", "add r", "declare")
        .roll((6, 5))
    )
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}


@pytest.mark.rule("SL:4.7.6")
def test_no_advancing_fire_at_double_time() -> None:
    a, b = pair(2)
    units = [unit("s", "ger-467", a), unit("t", "ger-467", a), unit("r", "rus-447", b)]
    table = Table("AFPh", units, double_timing=("s",)).do(f"target - {b}")
    assert table.refusal("add s").rule == "SL:4.7.6"


@pytest.mark.rule("SL:4.7.11")
def test_an_exhausted_leader_directs_badly() -> None:
    a, b = pair(2)
    units = [unit("s", "ger-467", a), unit("l", "ger-8-1", a, cx=True), unit("r", "rus-447", b)]
    table = Table("PFPh", units).do(f"target - {b}", "add s", "declare", "direct l").roll((6, 4))
    assert drm(table)["SL:4.7.11"] == 1


@pytest.mark.rule("SL:4.7.9", "SL:4.7.5-b")
def test_the_exhausted_in_close_combat() -> None:
    a, _ = pair(1)
    for tired in ({"cx": True}, {"ti": True}):
        table = Table("CCPh", [unit("s", "ger-467", a, **tired), unit("r", "rus-447", a)])
        table.do("attack r", "with s", "declare", "attack s", "with r", "declare").roll((6, 5), (6, 5))
        first, second = [event.breakdown for event in table.events if event.breakdown is not None]
        assert {line.rule: line.value for line in first.lines}["SL:4.7.9"] == 1
        assert {line.rule: line.value for line in second.lines}["SL:4.7.5-b"] == -1


@pytest.mark.rule("SL:4.4.3", "SL:4.7.12-a")
def test_who_is_temporarily_immobilized() -> None:
    a, b = pair(1)
    units = [unit("t", "ger-467", a, ti=True), unit("s", "ger-467", a), unit("r", "rus-447", b)]
    assert Table("MPh", units).refusal("move t").rule == "SL:4.4.3"
    assert Table("APh", units).refusal(f"advance t {b}").rule == "SL:4.4.3"
    assert Table("PFPh", units).do(f"target - {b}").refusal("add t").rule == "SL:4.4.3"
    broken = [unit("t", "ger-467", a, ti=True, broken=True), unit("r", "rus-447", b)]
    routing = Table("RtPh", broken)
    assert routing.position.state.phase == "RtPh" and routing.options("rout")
    assert not Table("RPh", units).unit("t").ti


# -- deploying ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:4.8.2", "SL:4.8.3", "SL:4.8.4-a", "SL:4.8.4-b", "SL:4.8-q1", "SL:4.8-q2", "SL:4.3.4")
def test_a_leader_splits_a_squad() -> None:
    a, b = pair(4)
    units = [
        unit("s", "ger-467", a),
        unit("t", "ger-467", a),
        unit("l", "ger-8-1", a),
        unit("x", "ger-467", b, broken=True),
        unit("k", "ger-8-1", b),
        unit("y", "ger-467", b),
    ]
    table = Table("RPh", units).do("deploy s+l").roll((4, 4))  # 8 - 1 against 7
    mine = [u for u in table.g.units_in(a) if u.kind == "half_squad"]
    assert [u.type for u in mine] == ["ger-237", "ger-237"] and len({u.letter for u in mine}) == 2
    counter = table.g.counter(mine[0])
    assert counter.broken_morale == table.g.counters["ger-467"].broken_morale - 1 and counter.smoke == 0
    assert table.refusal("deploy t+l").rule == "SL:4.8.2"
    table.do("deploy y+k").roll((6, 5))
    assert table.unit("y").kind == "squad"


@pytest.mark.rule("SL:4.8.4-a")
def test_both_halves_have_lost_what_the_squad_had_lost() -> None:
    a, _ = pair(4)
    units = [unit("s", "ger-467", a, levels=-1), unit("l", "ger-8-1", a)]
    table = Table("RPh", units).do("deploy s+l").roll((1, 2))
    halves = [u for u in table.g.units_in(a) if u.kind == "half_squad"]
    assert [u.levels for u in halves] == [-1, -1]
    uneven = [unit("s", "ger-237", a, levels=-1), unit("t", "ger-237", a), unit("r", "rus-447", pair(4)[1])]
    assert not Table("RPh", [*uneven, unit("l", "ger-8-1", a), unit("q", "ger-467", a)]).options("recombine")


@pytest.mark.rule("SL:4.8.3")
def test_who_deploys_does_not_rally() -> None:
    a, _ = pair(4)
    units = [unit("s", "ger-467", a), unit("l", "ger-8-1", a), unit("x", "ger-237", a, broken=True)]
    idle = Table("RPh", units).do("done")
    assert "rally x" in idle.options()
    busy = Table("RPh", units).do("deploy s+l").roll((6, 6))
    assert not (isinstance(busy.position.pending, Choice) and "rally x" in busy.options())


@pytest.mark.rule("SL:4.8.2", "SL:4.3.4")
def test_who_can_not_deploy() -> None:
    a, b = pair(4)
    units = [
        unit("s", "ger-467", a, melee=True),
        unit("l", "ger-8-1", a, melee=True),
        unit("r", "rus-447", a, melee=True),
        *(unit(f"f{n}", "ger-467", b) for n in range(3)),
        unit("k", "ger-8-1", b),
        unit("x", "ger-467", pair(2)[0], broken=True),
        unit("m", "ger-8-1", pair(2)[0]),
    ]
    table = Table("RPh", units)
    assert not [text for text in table.options() if text.startswith("deploy")]


@pytest.mark.rule("SL:4.8.5")
def test_two_half_squads_are_a_squad_again() -> None:
    a, b = pair(4)
    units = [
        unit("s", "ger-237", a),
        unit("t", "ger-237", a),
        unit("h", "ger-237", b, broken=True),
        unit("i", "ger-237", b),
        unit("o", "ger-248", a),
    ]
    table = Table("RPh", units, deployed={"s": "ger-447"})
    assert (
        table.options("recombine") == ["recombine s+t"] and table.refusal("recombine h+i").rule == "SL:4.8.5"
    )
    tired = Table("RPh", [unit("s", "ger-237", a), unit("t", "ger-237", a, cx=True)]).do("recombine s+t")
    assert tired.unit("s").cx
    table.do("recombine s+t")
    assert table.unit("s").type == "ger-447" and not table.alive("t")


@pytest.mark.rule("SL:4.8.4-a", "SL:4.13.4", "SL:4.12.3", "SL:4.12.15-a")
def test_both_halves_are_the_troops_that_the_squad_was() -> None:
    a, _ = pair(4)
    units = [unit("s", "ger-467", a), unit("l", "ger-8-1", a)]
    on = {"skiers": ("s",), "on_skis": ("s",), "cavalry": ("s",), "works": built(pit(a)), "inside": {"s": a}}
    table = Table("RPh", units, **on).do("deploy s+l").roll((1, 2))
    halves = {u.id for u in table.g.units_in(a) if u.kind == "half_squad"}
    state = table.position.state
    assert len(halves) == 2 and halves == set(state.skiers) == set(state.on_skis) == set(state.cavalry)
    assert halves == set(state.inside)
    horse = Mount("h", "german", "horse", table.g.map.resolve(a), ("s",))
    mounted = Table("RPh", units, cavalry=("s",), mounts={"h": horse})
    found = deploy_refusal(mounted.g, mounted.unit("s"))
    assert found is not None and found.rule == "SL:4.12.15-a"
    halves_apart = [unit("s", "ger-237", a), unit("t", "ger-237", a), unit("q", "ger-467", a)]
    assert Table("RPh", halves_apart, works=built(pit(a))).options("recombine")
    below = Table("RPh", [*halves_apart, unit("l", "ger-8-1", a)], works=built(pit(a)), inside={"s": a})
    assert not below.options("recombine")


@pytest.mark.rule("SL:4.8.5", "SL:3.29.13")
def test_a_prisoner_of_one_half_is_guarded_by_the_squad() -> None:
    a, _ = pair(4)
    captive = unit("p", "rus-447", a, side="german", captive="russian", broken=True)
    men = [unit("s", "ger-237", a), unit("t", "ger-237", a), captive]
    table = Table("RPh", men, guards={"p": "t"}).do("recombine s+t")
    assert table.position.state.guards == {"p": "s"} and not table.alive("t")

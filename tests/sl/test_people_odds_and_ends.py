"""Counters, the Rally Phase in its order, and single rules about people in Squad Leader (SL:1.1, SL:1.3, SL:3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.library import library
from defilade.rules.sl.morale import leadership
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.people.charge import goals_of, onward
from defilade.rules.sl.people.prisoners import captors_beside, may_guard
from defilade.rules.sl.people.surrender import liable, needed_fp
from defilade.rules.sl.sequence import RALLY_STEPS
from defilade.rules.sl.terrain import cost_for, sees
from defilade.rules.sl.vehicles.nerve import fearless
from defilade.tactics.moving import Moving
from defilade.tactics.units import Weapon
from sl.table import Table, near, pair, unit

A, B = pair(3)
KIT = library()
LMG = next(kind.id for kind in KIT.weapons.values() if kind.kind == "LMG" and kind.pp == 1)
HEAVY = next(kind.id for kind in KIT.weapons.values() if kind.kind == "HMG")


@pytest.mark.rule("SL:1.1.1", "SL:1.1.2.1", "SL:1.1.2.5-a")
def test_counters_are_what_is_printed() -> None:
    table = Table("PFPh", [unit("g", "ger-467", A), unit("r", "rus-447", B)])
    table.do(f"target - {B}", "add g", "declare").roll((6, 5))
    assert table.breakdown().total == 4
    for weapon in KIT.weapons.values():
        if weapon.kind in ("LMG", "MMG", "HMG"):
            assert weapon.name == f"{weapon.kind} {weapon.fp}-{weapon.range}"


@pytest.mark.rule("SL:1.3.1-p1.2", "SL:1.3.1-p1.8", "SL:1.3.1-p1.9", "SL:1.3.1-p1.11", "SL:1.3.1-p1.13")
def test_the_rally_phase_has_an_order() -> None:
    steps = [(step.number, step.name) for step in RALLY_STEPS(Table("RPh", []).g).values()]
    numbers = [number for number, _ in steps]
    assert numbers == sorted(numbers) and steps[-1] == (13, "command control")
    known = {name: number for number, name in steps}
    assert (known["leader creation"], known["deployment"], known["rally"]) == (1, 2, 4)
    assert known["scouts"] == 2  # after leaders, who can send them out
    assert (known["night visibility"], known["star shells"], known["AFV fear"]) == (8, 9, 11)


@pytest.mark.rule("SL:1.3.1-p4.3", "SL:1.3.1-p7.1", "SL:1.3.1-p8.1", "SL:1.3.1-p8.2")
def test_the_end_of_a_player_turn() -> None:
    table = Table("MPh", [unit("g", "ger-467", A), unit("r", "rus-628", B)])
    table.do("move g", f"enter - {near(A)}", "stop")
    assert table.position.state.tracks
    while table.position.state.phase != "APh":
        table.do("done")
    assert table.position.state.tracks == {}
    assert any(option.startswith("advance g") for option in table.options())
    melee = [unit("g", "ger-467", A, melee=True), unit("r", "rus-447", A, melee=True)]
    combat = Table("CCPh", melee)
    assert combat.options("withdraw") and not combat.options("attack")
    assert combat.do("done", "done").options("attack")


@pytest.mark.rule("SL:1.2.5", "SL:1.2.6")
def test_edges_and_sidewalks_are_ground_like_any_other() -> None:
    g = Table("RPh", [unit("u", "rus-447", A)]).g
    edge = next(hex for hex in g.map.names if len(g.map.adjacent[hex]) < 6 and g.map.terrain[hex] == "open")
    inside = next(near for near in g.map.adjacent[edge] if g.map.level(near) == g.map.level(edge))
    if not g.map.road_between(inside, edge) and not g.map.hexside_kind(inside, edge):
        assert cost_for(g, g.unit("u"), inside, edge) == 1
    assert sees(g, inside, edge)


@pytest.mark.rule("SL:3.2.1-b", "SL:3.2.4")
def test_one_leader_of_the_hex_directs() -> None:
    units = [
        unit("g", "ger-467", A),
        unit("l", "ger-9-1", A),
        unit("m", "ger-9-2", A),
        unit("n", "ger-10-2", near(A)),
    ]
    table = Table("PFPh", [*units, unit("r", "rus-447", B)]).do(f"target - {B}", "add g", "declare")
    assert table.options("direct") == ["direct l", "direct m"]
    table.do("direct m").roll((6, 5))
    assert table.breakdown().drm == -2


@pytest.mark.rule("SL:3.4.3-a")
def test_a_wounded_leader_walks_slowly() -> None:
    table = Table("MPh", [unit("l", "ger-9-1", A, wounded=True)]).do("move l")
    top = table.position.state.stack[-1]
    assert isinstance(top, Moving) and what_is_left(table.g, top)[0].mf == 3


@pytest.mark.rule("SL:3.24.1-b", "SL:3.24.2-e")
def test_pinned_in_close_combat_and_pinned_leaders() -> None:
    units = [unit("g", "ger-467", A, pinned=True), unit("r", "rus-447", A)]
    table = Table("CCPh", units).do("attack r", "with g", "declare")
    table.do("attack g", "with r", "declare").roll((6, 5), (6, 5))
    fp = [event.breakdown.total for event in table.events if event.kind == "close_combat" and event.breakdown]
    assert fp == [2, 4]
    defence = [
        line.value
        for event in table.events
        if event.kind == "close_combat" and event.breakdown
        for line in event.breakdown.lines
        if line.label == "defence"
    ]
    assert defence == [4, 4]
    g = Table("RPh", [unit("l", "ger-9-2", A, pinned=True)]).g
    assert leadership(g, g.unit("l")) == -2


@pytest.mark.rule("SL:3.16.2")
def test_commonwealth_counters_are_british() -> None:
    elite = KIT.counters["bri-458"]
    assert elite.nationality == "british" and elite.morale == 8 and elite.cls == "E"
    assert not any(name in KIT.nationalities for name in ("canadian", "polish", "free_french"))


@pytest.mark.rule("SL:3.13.6", "SL:3.14.9")
def test_ss_and_partisans_rout_and_break_like_others() -> None:
    around = Table("RPh", []).g.map.adjacent[A]
    for counter, foe in (("ss-658", "rus-447"), ("par-337", "ger-467")):
        side, other = ("german", "russian") if counter.startswith("ss") else ("russian", "german")
        foes = [unit(f"e{number}", foe, hex, side=other) for number, hex in enumerate(around)]
        assert not Table("RtPh", [unit("u", counter, A, side=side, broken=True), *foes]).alive("u")


@pytest.mark.rule("SL:3.23-q2")
def test_the_fire_that_broke_it_counts_for_desperation() -> None:
    a, b = pair(1)
    table = Table("PFPh", [unit("g", "ger-467", a), unit("r", "rus-447", b)])
    table.do(f"target - {b}", "add g", "declare").roll((3, 5), (5, 5))
    assert table.unit("r").broken and table.unit("r").dm


# -- berserk -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.25.4-b", "SL:3.25-q9")
@pytest.mark.parametrize(("double", "kept"), [("off", ["light"]), ("on", [])])
def test_the_berserk_travel_light(double: str, kept: list[str]) -> None:
    units = [unit("s", "rus-447", A, berserk=True), unit("x", "rus-447", A), unit("e", "ger-467", B)]
    table = Table("RPh", units, attacker="russian", options={"double-time": double})
    g = table.g
    for name, kind in (("light", LMG), ("heavy", HEAVY)):
        g.state.weapons[name] = Weapon(name, "russian", kind, owner="s", hex=A)
    while table.position.state.phase != "MPh" or table.options("charge"):
        table.do(table.options("charge")[0] if table.options("charge") else "done")
    assert [weapon.id for weapon in table.g.weapons_of(table.unit("s"))] == kept


@pytest.mark.rule("SL:3.25-q8")
def test_the_berserk_are_struck_more_easily_where_men_double_time() -> None:
    units = [unit("g", "ger-467", A), unit("s", "rus-447", A, berserk=True)]
    for double, drm in (("on", -1), ("off", 0)):
        table = Table("CCPh", units, options={"double-time": double}).do(
            "attack s", "with g", "declare", "done"
        )
        table.roll((6, 5))
        found = table.breakdown("close_combat")
        assert sum(line.value for line in found.lines if line.rule == "SL:3.25-q8") == drm


@pytest.mark.rule("SL:3.25-q6")
def test_the_berserk_need_no_check_before_they_attack_an_afv() -> None:
    table = Table("RPh", [unit("s", "rus-447", A, berserk=True), unit("x", "rus-447", A)])
    assert fearless(table.unit("s")) and not fearless(table.unit("x"))


@pytest.mark.rule("SL:3.25-q4", "SL:3.25-q10")
def test_a_charge_goes_on_to_where_the_enemy_was() -> None:
    g = Table("RPh", []).g
    blind = next(hex for hex in g.map.names if not sees(g, A, hex) and g.map.distance(A, hex) < 6)
    units = [unit("s", "rus-447", A, berserk=True), unit("e", "ger-467", blind)]
    lost = Table("RPh", units, charges={"s": B}).g
    assert goals_of(lost, lost.unit("s")) == [B] and onward(lost, [lost.unit("s")], into=False)
    there = Table("RPh", units, charges={"s": A}).g
    assert goals_of(there, there.unit("s")) == []


# -- surrender and prisoners -------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.28.4", "SL:3.28.7-b")
def test_who_rides_or_hides_does_not_surrender() -> None:
    table = Table("RPh", [unit("u", "rus-336", A)])
    assert liable(table.g, table.unit("u"))
    table.g.place(table.unit("u"), "")
    assert not liable(table.g, table.unit("u"))


@pytest.mark.rule("SL:3.28.6", "SL:3.28.5.3-b")
def test_how_much_firepower_it_takes() -> None:
    def needed(counter: str, weapon: str = "") -> float:
        g = Table("RPh", [unit("u", counter, A, side="russian")]).g
        if weapon:
            g.state.weapons["w"] = Weapon("w", "russian", weapon, owner="u", hex=A)
        return needed_fp(g, g.unit("u"))

    assert (needed("rus-447"), needed("rus-8-0"), needed("rus-447", HEAVY)) == (16, 4, 20)
    assert (needed("rus-237-crew"), needed("rus-237-crew", "rus-at-45")) == (8, 10)


@pytest.mark.rule("SL:3.29-q1", "SL:3.29-q4", "SL:3.30-q1", "SL:3.29.12")
def test_who_guards() -> None:
    units = [
        unit("s", "ger-467", A),
        unit("l", "ger-8-0", A),
        unit("b", "ger-467", A, broken=True),
        unit("p", "rus-447", near(A), broken=True),
        unit("q", "rus-8-0", near(A), broken=True),
    ]
    g = Table("RPh", units).g
    able = {uid: may_guard(g.unit(uid), g.unit("p")) for uid in "slb"}
    assert able == {"s": True, "l": False, "b": False} and may_guard(g.unit("l"), g.unit("q"))
    assert [one.id for one in captors_beside(g, g.unit("p"))] == ["s"]
    assert nationality(g, g.unit("s")) == "german"


@pytest.mark.rule("SL:3.29-q6", "SL:3.29.15")
def test_prisoners_run_with_a_guard_at_double_time() -> None:
    captive = unit("p", "rus-447", A, side="german", captive="russian", broken=True)
    units: list[dict[str, Any]] = [captive, unit("g", "ger-467", A)]
    table = Table("MPh", units, guards={"p": "g"}, options={"double-time": "on"}).do("done", "move g")
    table.do("double-time", f"enter - {near(A, 'open')}")
    assert table.unit("p").hex == near(A, "open")

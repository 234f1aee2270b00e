"""Entrenchments (SL:15.3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Breakdown
from defilade.rules.sl import rout, terrain
from defilade.rules.sl.fire import outside_the_terrain, targets_met
from defilade.rules.sl.firers import directing_refusal, fire_bar, weapon_bar
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.works.digging import places
from defilade.rules.sl.works.entrenchments import dig_bar
from defilade.rules.sl.works.works import is_inside
from defilade.tactics.attack_plan import Aim, target_lines
from defilade.tactics.moving import Moving
from sl.earthworks import built, pit
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit
from sl.test_portage import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SQUAD, FOE = "ger-467", "rus-447"


FIELD, BESIDE, _, FAR = rows("z", "open", "open", "open", "open")


def lines(found: Breakdown) -> dict[str, float]:
    return {line.rule: line.value for line in found.lines}


def shot_at(inside: bool = True, phase: str = "DFPh", **more: Any) -> Table:
    """A squad of the ATTACKER in or on its entrenchment is fired at."""
    men = [unit("s", SQUAD, FIELD), unit("r", FOE, FAR)]
    dug = {"s": FIELD} if inside else {}
    return Table(phase, men, works=built(pit(FIELD)), inside=dug, **more)


def fire(table: Table, dice: tuple[int, int] = (6, 5)) -> Breakdown:
    return table.do(f"target - {FIELD}", "add r", "declare").roll(dice).breakdown()


@pytest.mark.rule("SL:15.3.10", "SL:15.3.6-a", "SL:15.3.9")
def test_an_entrenchment_protects_those_in_it() -> None:
    assert lines(fire(shot_at()))["SL:15.3.10"] == 2
    assert "SL:15.3.10" not in lines(fire(shot_at(inside=False)))
    own = Table(
        "PFPh", [unit("s", SQUAD, FIELD), unit("r", FOE, FAR)], works=built(pit(FIELD)), inside={"s": FIELD}
    )
    own.do(f"target - {FAR}", "add s", "declare").roll((6, 5))
    assert own.breakdown().total == 4


@pytest.mark.rule("SL:15.3.10")
def test_against_tracks_it_protects_twice_as_well() -> None:
    tank = vehicle("v", "ger-pzkw-ivh", FAR, 1)
    table = scene("PFPh", [unit("r", FOE, FIELD)], [tank])
    state = table.position.state
    state.works, state.inside = built(pit(FIELD, "russian")), {"r": FIELD}
    g = table.g
    found = target_lines(g, g.unit("r"), Aim((), "overrun", True))
    assert [line.value for line in found if line.rule == "SL:15.3.10"] == [4]


@pytest.mark.rule("SL:15.3.10", "SL:15.3.9")
def test_flames_do_not_heed_it_and_are_not_thrown_from_it() -> None:
    a, b = pair(2)
    men = [unit("u", "ger-9-2", a), unit("r", FOE, b)]
    flames = {"f": gun("f", "ger-ft", "u", a)}
    table = Table("PFPh", men, weapons=flames, works=built(pit(b, "russian")), inside={"r": b})
    found = table.do(f"flame u+f {b}").roll((3, 3)).breakdown()
    assert (found.total, found.drm) == (20, 0)
    dug = Table("PFPh", men, weapons=flames, works=built(pit(a)), inside={"u": a})
    g = dug.g
    bars = weapon_bar(g, g.unit("u"), g.state.weapons["f"])
    assert bars is not None and bars.rule == "SL:15.3.9"


# -- in and out --------------------------------------------------------------------------------------------


def at_rest(*more: dict[str, Any], **state: Any) -> Table:
    works = state.pop("works", built(pit(FIELD)))
    return Table("MPh", [unit("s", SQUAD, FIELD), *more], works=works, **state)


@pytest.mark.rule("SL:15.3.7", "SL:15.3-g", "SL:15.3-b")
def test_to_leave_costs_a_mf_and_is_done_in_the_open() -> None:
    table = at_rest(unit("r", FOE, FAR), inside={"s": FIELD}).do("move s", f"enter - {BESIDE}")
    track = table.position.state.tracks["s"]
    assert track.hexes == (FIELD, BESIDE) and track.spent == (1, 2)
    assert not is_inside(table.g, table.unit("s"))
    table.do("stop")
    assert f"target s {FIELD}" in table.options("target")
    found = lines(table.do(f"target s {FIELD}", "add r", "declare").roll((1, 2)).breakdown())
    assert (found["SL:5.6.8.1-a"], found["SL:5.6.8.1-b"]) == (-1, -1) and "SL:15.3.10" not in found


@pytest.mark.rule("SL:15.3.7", "SL:15.3-e", "SL:15.3-g")
def test_who_goes_beneath_is_covered_in_that_hex() -> None:
    table = Table("MPh", [unit("s", SQUAD, BESIDE), unit("r", FOE, FAR)], works=built(pit(FIELD)))
    table.do("move s", f"enter - {FIELD}")
    left = table.position.state.stack[-1]
    assert "go-beneath" in table.options()
    table.do("go-beneath")
    assert is_inside(table.g, table.unit("s"))
    assert isinstance(left, Moving) and table.position.state.tracks["s"].hexes == (FIELD,)
    assert table.refusal("go-beneath").rule == "SL:15.3.6-a"
    table.do("stop")
    found = lines(table.do(f"target - {FIELD}", "add r", "declare").roll((6, 6)).breakdown())
    assert found["SL:15.3.10"] == 2 and "SL:5.6.8.1-b" not in found


@pytest.mark.rule("SL:15.3.7", "SL:15.3.6-a")
def test_to_stay_on_top_costs_nothing() -> None:
    table = Table("MPh", [unit("s", SQUAD, BESIDE), unit("r", FOE, "A1")], works=built(pit(FIELD)))
    table.do("move s", f"enter - {FIELD}", "stop")
    assert not is_inside(table.g, table.unit("s"))
    out = at_rest(unit("r", FOE, "A1"), inside={"s": FIELD}).do("move s")
    assert out.refusal("go-beneath").rule == "SL:15.3.6-a"
    out.do("come-out")
    assert not is_inside(out.g, out.unit("s")) and out.position.state.tracks["s"].hexes == (FIELD,)
    bare = at_rest(unit("r", FOE, "A1"), works={}).do("move s")
    assert bare.refusal("go-beneath").rule == "SL:15.3.6-a"


@pytest.mark.rule("SL:4.5.4")
def test_assault_movement_may_go_in_or_out_if_mf_are_left() -> None:
    table = Table("MPh", [unit("s", SQUAD, BESIDE), unit("r", FOE, "A1")], works=built(pit(FIELD)))
    table.do("move s", "assault", f"enter - {FIELD}", "go-beneath")
    assert is_inside(table.g, table.unit("s")) and table.position.state.tracks["s"].assault
    weak = [unit("s", "ger-436", BESIDE), unit("r", FOE, "A1")]
    slow = Table("MPh", weak, works=built(pit(FIELD)), weapons={"w": gun("w", "ger-hmg", "s", BESIDE)})
    slow.do("move s")
    frame = slow.position.state.stack[-1]
    assert isinstance(frame, Moving) and [one.mf for one in what_is_left(slow.g, frame)] == [1]
    assert slow.do("assault").refusal(f"enter - {FIELD}").rule == "SL:4.5.3"


@pytest.mark.rule("SL:4.4.1-b", "SL:15.3-f")
def test_advancing_into_and_out_of_entrenchments_but_not_from_one_to_the_next() -> None:
    works = built(pit(FIELD), pit(BESIDE))
    men = [unit("s", SQUAD, FIELD), unit("r", FOE, "A1")]
    dug = Table("APh", men, works=works, inside={"s": FIELD})
    assert f"advance s {BESIDE}" in dug.options() and f"advance s {BESIDE} beneath" not in dug.options()
    dug.do(f"advance s {BESIDE}")
    assert not is_inside(dug.g, dug.unit("s"))
    out = Table("APh", men, works=works).do(f"advance s {BESIDE} beneath")
    assert is_inside(out.g, out.unit("s"))
    own = Table("APh", men, works=works).do(f"go-beneath s {FIELD}")
    assert is_inside(own.g, own.unit("s")) and not [one for one in own.options() if " s " in one]


@pytest.mark.rule("SL:15.3-f")
def test_fire_into_the_hex_finds_those_on_top_more_easily() -> None:
    men = [unit("s", SQUAD, FIELD), unit("t", SQUAD, FIELD), unit("r", FOE, FAR)]
    table = Table("DFPh", men, works=built(pit(FIELD)), inside={"s": FIELD})
    table.do(f"target - {FIELD}", "add r", "declare").roll((6, 6))
    drms = {
        event.who: event.breakdown.drm for event in table.events if event.kind == "attack" and event.breakdown
    }
    assert drms == {("s",): 2, ("t",): 0}


@pytest.mark.rule("SL:15.3-f")
def test_who_advances_at_the_enemy_fights_all_of_them() -> None:
    men = [unit("s", SQUAD, BESIDE), unit("r", FOE, FIELD), unit("q", FOE, FIELD)]
    works = built(pit(FIELD, "russian"))
    table = Table("APh", men, works=works, inside={"r": FIELD}).do(f"advance s {FIELD} beneath", "done")
    assert is_inside(table.g, table.unit("s"))
    assert set(table.do("attack s").options("with")) == {"with r", "with q"}


# -- walls (SL:15.3.11) ------------------------------------------------------------------------------------


@pytest.mark.rule("SL:15.3.11")
@pytest.mark.usefixtures("wilds")
def test_a_wall_blinds_who_is_entrenched_behind_it() -> None:
    """Between U3 and U4 of the wilds runs a wall."""
    here, beyond, beside = "qU4", "qU1", "qU3"
    dug = wild(
        "PFPh", unit("s", SQUAD, here), unit("r", FOE, beyond), works=built(pit(here)), inside={"s": here}
    )
    g = dug.g
    found = fire_bar(g, g.unit("s"), beyond)
    assert found is not None and found.rule == "SL:15.3.11"
    assert fire_bar(g, g.unit("s"), beside) is None
    top = wild("PFPh", unit("s", SQUAD, here), unit("r", FOE, beyond), works=built(pit(here)))
    assert fire_bar(top.g, top.unit("s"), beyond) is None and f"target - {beyond}" in top.options()
    assert targets_met(g, ("s",), [beyond]) == () and targets_met(g, ("s",), [beside]) == ("s",)


@pytest.mark.rule("SL:15.3-d")
def test_in_shell_holes_the_entrenchment_counts_alone() -> None:
    table = shot_at()
    terrain = dict(table.g.map.terrain)
    try:
        table.g.map.terrain[FIELD] = "shellholes"
        g = table.g
        assert outside_the_terrain(g, g.unit("s"), Aim((FAR,), "DFPh", True))
        on_top = shot_at(inside=False).g
        assert not outside_the_terrain(on_top, on_top.unit("s"), Aim((FAR,), "DFPh", True))
    finally:
        table.g.map.terrain[FIELD] = terrain[FIELD]


# -- rout ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:15.3.12", "SL:3.21.6", "SL:15.3-c")
def test_who_pays_for_it_routs_through_an_entrenchment_in_the_open() -> None:
    men = [unit("s", SQUAD, BESIDE, broken=True), unit("r", FOE, FAR)]
    g = Table("RtPh", men, works=built(pit(FIELD))).g
    assert not rout.swept(g, FIELD, "german")
    assert rout.swept(Table("RtPh", men).g, FIELD, "german")
    into = terrain.cost_for(g, g.unit("s"), BESIDE, FIELD)
    assert into == 1 + 1
    onward = next(hex for hex in g.map.adjacent[FIELD] if hex != BESIDE)
    plain = terrain.entry_cost(g, FIELD, onward)
    assert terrain.cost_for(g, g.unit("s"), FIELD, onward) == plain + 1


RING = ("zF4", "zG4", "zH7", "zJ4")
HUNTED, HOLE = "zH5", "zI6"


@pytest.mark.rule("SL:15.3.12")
def test_the_broken_make_for_an_entrenchment_and_wait_there() -> None:
    foes = [unit(f"r{number}", "rus-628", hex) for number, hex in enumerate(RING)]
    men = [unit("s", SQUAD, HUNTED, broken=True, dm=True), *foes]
    lost = Table("RtPh", men)
    assert lost.position.state.phase != "RtPh" and not lost.alive("s")
    table = Table("RtPh", men, works=built(pit(HOLE)))
    assert table.options("rout") == [f"rout s {HOLE}"]
    table.do(f"rout s {HOLE}")
    assert table.alive("s") and is_inside(table.g, table.unit("s"))
    waiting = [unit("s", SQUAD, HOLE, broken=True, dm=True), *foes]
    stays = Table("RtPh", waiting, works=built(pit(HOLE)), inside={"s": HOLE})
    assert stays.alive("s") and stays.unit("s").hex == HOLE
    assert not Table("RtPh", waiting, works=built(pit(HOLE))).alive("s")


# -- digging in (SL:15.3.2-a) --------------------------------------------------------------------------------

ON = {"digging-in": "on"}


def digger(*men: dict[str, Any], **more: Any) -> Table:
    return Table("PFPh", [*men, unit("r", FOE, "A1")], options=more.pop("options", ON), **more)


@pytest.mark.rule("SL:15.3.2-a", "SL:15.3.5")
def test_a_five_digs_in_all_who_are_there_when_the_phase_is_over() -> None:
    others = [unit("t", SQUAD, FIELD), unit("u", SQUAD, BESIDE)]
    table = digger(unit("s", SQUAD, FIELD), *others).do(f"dig s {FIELD}").roll((2, 3))
    assert table.position.state.trenching == (FIELD,) and not table.position.state.works
    assert table.unit("s").ti and not table.options(f"dig t {FIELD}")
    table.do("done")
    g = table.g
    assert is_inside(g, g.unit("s")) and is_inside(g, g.unit("t")) and not g.state.trenching
    assert table.options("move") == ["move t", "move u"]
    failed = digger(unit("s", SQUAD, FIELD), unit("t", SQUAD, FIELD)).do(f"dig s {FIELD}").roll((3, 3))
    assert failed.unit("s").ti and f"dig t {FIELD}" in failed.options()
    failed.do("done")
    assert not failed.position.state.works and failed.options("move") == ["move t"]


@pytest.mark.rule("SL:15.3.2-b", "SL:15.3.3")
@pytest.mark.parametrize(
    ("counter", "needed"), [("rus-447", 6), ("ger-467", 5), ("par-337", 5), ("ger-237", 4)]
)
def test_who_digs_how_well(counter: str, needed: int) -> None:
    side = "russian" if counter.startswith(("rus", "par")) else "german"
    foe = unit("x", "ger-467" if side == "russian" else "rus-447", "A1")
    men = [unit("s", counter, FIELD, side=side), foe]
    table = Table("PFPh", men, options=ON, attacker=side).do(f"dig s {FIELD}").roll((1, needed - 1))
    assert is_inside(table.g, table.unit("s"))
    assert any(f"{needed} or less" in event.text for event in table.events)
    again = Table("PFPh", men, options=ON, attacker=side).do(f"dig s {FIELD}").roll((needed - 1, 2))
    assert not again.position.state.works


@pytest.mark.rule("SL:15.3.4")
def test_a_leader_helps_one_of_them_and_does_nothing_else() -> None:
    table = digger(unit("s", SQUAD, FIELD), unit("l", "ger-9-1", FIELD), unit("t", SQUAD, BESIDE))
    table.do(f"dig s {FIELD}")
    assert table.options() == ["helped-by l", "unhelped"]
    table.do("helped-by l").roll((3, 3))
    assert table.position.state.trenching == (FIELD,) and table.unit("l").ti
    found = directing_refusal(table.g, table.unit("l"), FIELD)
    assert found is not None and found.rule == "SL:15.3.4"
    table.do("done")
    assert "move l" not in table.options()


@pytest.mark.rule("SL:15.3.1", "SL:15.3.2-a")
@pytest.mark.usefixtures("wilds")
def test_where_nobody_digs() -> None:
    for hex, rule in (
        ("qW8", "SL:15.3.1"),
        ("qQ8", "SL:14.10.6"),
        ("qC3", "SL:14.18.10"),
        ("qG4", "SL:14.22.1-b"),
    ):
        g = wild("RPh", unit("s", SQUAD, hex)).g
        found = dig_bar(g, hex)
        assert found is not None and found.rule == rule
        assert not places(wild("RPh", unit("s", SQUAD, hex), options=ON).g, g.unit("s"))
    assert dig_bar(g, "qM7") is None and dig_bar(g, "qS5") is None


def test_nobody_digs_where_it_is_not_played() -> None:
    table = digger(unit("s", SQUAD, FIELD), options={})
    assert table.position.state.phase != "PFPh" or not table.options("dig")


@pytest.mark.rule("SL:4.6.6-b", "SL:15.3.6-a")
def test_who_goes_around_the_woods_does_not_stop_at_what_is_dug_there(wilds: None) -> None:
    men = [unit("s", "ger-467", "S7"), unit("r", "rus-447", "A1")]
    table = wild("MPh", *men, works=built(pit("qS8"))).do("move s", "bypass - qS8 1-2")
    assert "go-beneath" not in table.options() and table.refusal("go-beneath").rule == "SL:4.6.6-b"

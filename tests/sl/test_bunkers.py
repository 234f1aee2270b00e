"""Bunkers (SL:15.5)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.eyes.gaining import may_gain
from defilade.rules.sl.rout import must_rout
from defilade.rules.sl.vehicles.afv_fear import does_not_fire_first
from defilade.rules.sl.vehicles.exposed import OVERRUN
from defilade.rules.sl.works.bunkers import no_place_for_bunkers
from defilade.tactics.attack_plan import Aim, target_lines
from defilade.tactics.units import Weapon
from sl.armoury import past_smoke
from sl.earthworks import built, bunker, pit, strung
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit
from sl.test_barrage import falling, through
from sl.test_works import options, setting_up, take

SQUAD, FOE = "ger-467", "rus-447"
WEST, HOME, EAST, FAR = rows("z", "open", "open", "open", "open")
LOOKS_EAST, LOOKS_WEST = 1, 4


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


def manned(
    phase: str, *men: dict[str, Any], facing: int = LOOKS_EAST, inside: bool = True, **state: Any
) -> Table:
    """A Russian squad in a bunker, or on top of it."""
    works = built(bunker(HOME, facing), *state.pop("more", ()))
    beneath = {"r": HOME} if inside else {}
    return Table(phase, [unit("r", FOE, HOME), *men], works=works, inside=beneath, **state)


@pytest.mark.rule("SL:15.5.1.2", "SL:15.5.1.3", "SL:15.5-b", "SL:15.5.2", "SL:15.5.8")
@pytest.mark.parametrize(
    ("facing", "inside", "rule"), [(LOOKS_EAST, True, 3), (LOOKS_WEST, True, 5), (LOOKS_EAST, False, 0)]
)
def test_it_protects_those_inside_by_the_way_it_looks(facing: int, inside: bool, rule: int) -> None:
    table = past_smoke(manned("PFPh", unit("s", SQUAD, FAR), facing=facing, inside=inside))
    table.do(f"target - {HOME}", "add s", "declare").roll((6, 6))
    assert sum(drm(table).values()) == rule


@pytest.mark.rule("SL:15.5-a")
def test_a_group_from_both_sides_has_the_worse_of_it() -> None:
    table = past_smoke(manned("PFPh", unit("s", SQUAD, EAST), unit("t", SQUAD, WEST)))
    table.do(f"target - {HOME}", "add s", "declare").roll((6, 6))
    assert drm(table) == {"SL:15.5.1.2": 3}


@pytest.mark.rule("SL:15.5.5")
def test_out_of_it_one_fires_through_its_arc_alone() -> None:
    men = [unit("s", SQUAD, EAST), unit("w", SQUAD, WEST)]
    table = past_smoke(manned("PFPh", *men, attacker="russian"))
    assert table.options("target") == [f"target - {EAST}"]
    on_top = past_smoke(manned("PFPh", *men, attacker="russian", inside=False))
    assert len(on_top.options("target")) == 2


@pytest.mark.rule("SL:15.5.14.1")
def test_shells_from_above_come_from_elsewhere() -> None:
    works = built(bunker(HOME))
    table = through(falling(unit("r", FOE, HOME), at=HOME, works=works, inside={"r": HOME}))
    assert drm(table) == {"SL:15.5.1.3": 5}


@pytest.mark.rule("SL:15.5.14.3", "SL:15.5.14.4")
@pytest.mark.parametrize(("facing", "flames", "charge"), [(LOOKS_EAST, 0, 3), (LOOKS_WEST, 5, 5)])
def test_flames_and_charges_at_it(facing: int, flames: int, charge: int) -> None:
    engineer = unit("s", "ger-9-2", EAST)
    thrower = {"f": Weapon("f", "german", "ger-ft", owner="s", hex=EAST)}
    table = past_smoke(manned("PFPh", engineer, facing=facing, weapons=thrower))
    table.do(f"flame s+f {HOME}").roll((5, 5))
    assert sum(drm(table).values()) == flames
    box = {"d": Weapon("d", "german", "ger-dc", owner="s", hex=EAST)}
    laid = manned("MPh", engineer, facing=facing, weapons=box).do(f"place-charge s+d {HOME}")
    while laid.g.state.phase in ("MPh", "DFPh"):
        laid.do("stop" if "stop" in laid.options() else "done")
    laid.do(f"explode d {HOME}").roll((5, 5))
    assert sum(drm(laid).values()) == charge


@pytest.mark.rule("SL:15.5.4", "SL:15.5.1.1")
def test_one_gets_in_and_out_for_a_mf_as_long_as_there_is_room() -> None:
    def arriving(**more: Any) -> Table:
        works = built(bunker(HOME, side="german"))
        men = [unit("s", SQUAD, WEST), unit("r", FOE, "A1"), *more.pop("men", ())]
        return Table("MPh", men, works=works, **more).do("move s", f"enter - {HOME}")

    table = arriving()
    assert "go-beneath" in table.options()
    table.do("go-beneath")
    assert table.position.state.inside == {"s": HOME} and any(
        "into the bunker" in e.text for e in table.events
    )
    full = arriving(men=[unit("t", SQUAD, HOME)], inside={"t": HOME})
    assert "go-beneath" not in full.options() and full.refusal("go-beneath").rule == "SL:15.5.1.1"
    leader = arriving(men=[unit("t", "ger-9-1", HOME)], inside={"t": HOME})
    assert "go-beneath" in leader.options()
    home = built(bunker(HOME, side="german"))
    out = Table("MPh", [unit("s", SQUAD, HOME), unit("r", FOE, "A1")], works=home, inside={"s": HOME})
    out.do("move s", f"enter - {EAST}")
    assert next(m.spent for m in out.position.state.stack[-1].movers) == 2  # type: ignore[attr-defined]
    ahead = Table("APh", [unit("s", SQUAD, WEST), unit("r", FOE, "A1")], works=home)
    assert f"advance s {HOME} beneath" in ahead.options()


@pytest.mark.rule("SL:15.1-a")
def test_nobody_advances_into_it_through_wire() -> None:
    works = built(bunker(HOME, side="german"), strung(HOME, "german"))
    table = Table("APh", [unit("s", SQUAD, WEST), unit("r", FOE, "A1")], works=works)
    assert f"advance s {HOME}" in table.options() and f"advance s {HOME} beneath" not in table.options()


@pytest.mark.rule("SL:15.5.7")
def test_the_broken_in_it_need_not_run() -> None:
    broken = unit("r", FOE, HOME, broken=True)
    works = built(bunker(HOME))
    inside = Table("RtPh", [broken, unit("s", SQUAD, EAST)], works=works, inside={"r": HOME})
    assert not must_rout(inside.g, inside.unit("r"))
    on_top = Table("RtPh", [broken, unit("s", SQUAD, EAST)], works=works)
    assert must_rout(on_top.g, on_top.unit("r"))


def fires_nowhere(table: Table, hex: str) -> bool:
    """Whether fear of the AFV keeps the squad from firing."""
    found = does_not_fire_first(table.g, table.unit("g"), hex)
    return found is not None and found.rule == "SL:7.3.3-b"


@pytest.mark.rule("SL:7.3.7-b", "SL:15.5.7")
def test_wire_on_top_shuts_them_in_whatever_they_fear() -> None:
    here, there, beyond = rows("y", "open", "open", "open")

    def scared(*wire: Any) -> Table:
        works = built(bunker(here, LOOKS_EAST, side="german"), *wire)
        men = [unit("g", SQUAD, here), unit("r", FOE, beyond)]
        tank = vehicle("v", "rus-t34-76b", there, LOOKS_WEST)
        table = scene("RPh", men, [tank], board="y", year=1941, works=works, inside={"g": here})
        assert "stay beside" in table.asked()
        return table.roll((6, 3))

    def until(table: Table, phase: str) -> Table:
        while table.g.state.phase != phase:
            table.do("done")
        return table

    open_ = scared()
    assert open_.g.state.fears and until(open_, "MPh").do("move g").options("enter"), "without wire it goes"
    shut = until(scared(strung(here, "german")), "PFPh")
    assert shut.options("target") and shut.g.attacker == "german", "and it may fire first"
    assert not fires_nowhere(shut, beyond) and fires_nowhere(scared(), beyond)
    until(shut, "MPh")
    assert "move g" not in shut.options() or not shut.do("move g").options("enter")
    while shut.g.state.phase == "MPh":
        shut.do("stop" if "stop" in shut.options() else "done")
    assert shut.unit("g").broken and not must_rout(shut.g, shut.unit("g"))


@pytest.mark.rule("SL:2.3.8-q2")
def test_who_is_in_it_gets_no_concealment_counter() -> None:
    works = built(bunker(HOME))
    inside = Table(
        "RPh", [unit("r", FOE, HOME), unit("s", SQUAD, "A1")], works=works, inside={"r": HOME}, night=True
    )
    on_top = Table("RPh", [unit("r", FOE, HOME), unit("s", SQUAD, "A1")], works=works, night=True)
    assert not may_gain(inside.g, inside.unit("r")) and may_gain(on_top.g, on_top.unit("r"))


@pytest.mark.rule("SL:15.5.1", "SL:15.3.1")
def test_where_bunkers_stand_and_which_way_they_look() -> None:
    kind = "bunker-2+3+5"
    table = Table("RPh", [unit("s", SQUAD, "A1")], works=built(pit(HOME)))
    g = table.g
    for hex in g.map.names:
        refused = no_place_for_bunkers(g, kind, hex)
        if g.terrain_of(hex).structure or g.map.terrain[hex] in ("woods", "marsh") or hex == HOME:
            assert refused is not None
        elif g.map.terrain[hex] == "open" and not g.map.relief.depressions.get(hex):
            assert refused is None
    position = setting_up(**{kind.replace("-", "_"): 1})
    take(position, options(position, "fortify")[0])
    assert options(position) == [
        f"face-works - {position.state.laying} {name}" for name in ("NE", "E", "SE", "SW", "W", "NW")
    ]
    take(position, options(position)[1])
    work = next(iter(position.state.works.values()))
    assert (work.kind, work.facing, work.hidden) == (kind, 1, False)
    assert options(position) == [f"done - - {kind}"]


@pytest.mark.rule("SL:15.5.14.5")
def test_tracks_come_from_above() -> None:
    g = manned("PFPh", unit("s", SQUAD, EAST)).g
    ahead = target_lines(g, g.unit("r"), Aim((EAST,), "PFPh", True))
    above = target_lines(g, g.unit("r"), Aim((EAST,), OVERRUN, True))
    assert [line.rule for line in ahead] == ["SL:15.5.1.2"] and [line.rule for line in above] == [
        "SL:15.5.1.3"
    ]

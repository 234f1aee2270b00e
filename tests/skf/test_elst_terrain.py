"""The map of Elst (DAE:1.2, DAE:1.3) and its troops (DAE:3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Action, Chance, Position
from defilade.rules.sk import elr, movement, stacking, terrain
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.elst.polder import is_polder
from defilade.tactics.attack_plan import Aim, cowering_shift, target_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import Moving, mover_of, note
from skf.situation import Situation

Plain = dict[str, Any]
FAR = {"id": "r", "type": "bri-457", "hex": "TT29"}


def on(hex: str, phase: str = "MPh", type: str = "ger-447-ss", *more: Plain, **state: Any) -> Situation:
    unit = {"id": "u", "type": type, "hex": hex, **state}
    others = more or (FAR,)
    return Situation("elst", phase, "german", [unit, *others], sides=("german", "british"), month=9)


def spent(s: Situation) -> float:
    mover = mover_of(s.g, "u")
    assert mover is not None
    return mover.spent


# -- pond ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:1.2")
def test_nobody_enters_a_pond() -> None:
    game_map = on("A1").g.map
    dry = next(hex for hex in game_map.adjacent["elstS28"] if game_map.terrain[hex] != "pond")
    s = on(dry).do("move u")
    assert not s.offers("enter - S28")
    assert s.refusal("enter - S28").rule == "DAE:1.2"
    s = on(dry, "APh")
    assert not s.offers("advance u S28") and s.refusal("advance u S28").rule == "DAE:1.2"
    assert stacking.refusal(s.g, "german", "elstS28", [s.unit("u")]) is not None


@pytest.mark.rule("DAE:1.2")
def test_no_smoke_is_placed_in_a_pond() -> None:
    game_map = on("A1").g.map
    dry = next(hex for hex in game_map.adjacent["elstS28"] if game_map.terrain[hex] != "pond")
    units = [{"id": "u", "type": "bri-457", "hex": dry}, {"id": "g", "type": "ger-447", "hex": "A1"}]
    s = Situation("elst", "MPh", "british", units, sides=("german", "british"), month=9).do("move u")
    assert s.options("smoke") and not s.offers("smoke u S28") and s.refusal("smoke u S28").rule == "DAE:1.2"
    smoke.place(s.g, "elstS28", "british")
    assert not s.state.smoke


# -- polder --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:1.3-a")
def test_polder_is_what_a_hex_is_besides_its_terrain() -> None:
    g = on("L12").g
    assert is_polder(g, "elstM5") and terrain.kind_of(g, "elstM5").open_ground
    assert is_polder(g, "elstL13") and g.map.terrain["elstL13"] == "orchard"
    assert not is_polder(g, "elstL14")


@pytest.mark.rule("DAE:1.3-d")
def test_leaving_polder_costs_one_more() -> None:
    s = on("L12").do("move u", "enter - M13")
    assert spent(s) == 2, "1 to leave it and 1 for the orchard"


@pytest.mark.rule("DAE:1.3-c", "DAE:1.3-d")
def test_from_polder_to_polder_under_cover() -> None:
    s = on("L12").do("move u", "enter - L13 in-the-polder")
    assert spent(s) == 3


@pytest.mark.rule("DAE:1.3-c", "DAE:1.3-g")
@pytest.mark.parametrize(("how", "mf", "tem", "bonus"), [("", 1, 0, True), (" in-the-polder", 2, 1, False)])
def test_entering_polder_with_or_without_its_cover(how: str, mf: int, tem: int, bonus: bool) -> None:
    s = on("L14", "MPh", "ger-436").do("move u", f"enter - M14{how}")
    assert spent(s) == mf
    lines = target_lines(s.g, s.unit("u"), Aim((), "MPh", covered=True))
    assert sum(line.value for line in lines if line.rule == "DAE:1.3-b") == tem
    ffmo = [line for line in lines if "FFMO" in line.label]
    assert bool(ffmo) == (not tem), "who keeps to the ditch is not in the open"
    mover = mover_of(s.g, "u")
    assert mover is not None and mover.off_road == (not bonus)


@pytest.mark.rule("DAE:1.3-d", "DAE:1.3-j")
def test_a_road_leads_out_of_polder_at_no_extra_cost() -> None:
    s = on("M14").do("move u", "enter - N14")
    assert spent(s) == 1
    s = on("M14").do("move u")
    assert s.g.map.road_between("elstM14", "elstN14")


@pytest.mark.rule("DAE:1.3-e")
def test_the_exit_mf_is_spent_in_the_polder() -> None:
    gun = {"id": "r", "type": "bri-457", "hex": "L9"}
    friend = {"id": "f", "type": "ger-447", "hex": "SS20"}
    s = on("L12", "MPh", "ger-447", gun, friend).do("move u", "enter - M13")
    assert s.unit("u").hex == "elstL12" and s.side() == "british"
    s.do("fire", "add r", "declare").roll(3, 3)
    attack = s.event("attack")
    assert attack.at == "elstL12" and attack.breakdown is not None
    assert [line.value for line in attack.breakdown.lines if line.rule == "DAE:1.3-b"] == [1]
    while isinstance(s.pending, Chance):
        s.roll(*(6, 5)[: s.pending.dice])
    assert "elstL12" in s.state.residual
    assert s.unit("u").broken and s.unit("u").hex == "elstL12", "it is stopped where it is"


@pytest.mark.rule("DAE:1.3-e")
def test_who_is_not_stopped_on_the_exit_mf_goes_on() -> None:
    gun = {"id": "r", "type": "bri-457", "hex": "L9"}
    s = on("L12", "MPh", "ger-447", gun).do("move u", "enter - M13", "pass")
    assert s.unit("u").hex == "elstM13"


@pytest.mark.rule("DAE:1.3-b", "DAE:1.3-f")
@pytest.mark.parametrize(("hex", "tem"), [("M5", 1), ("L14", 0)])
def test_polder_gives_cover_in_every_other_phase(hex: str, tem: int) -> None:
    s = on(hex, "PFPh")
    for phase in ("PFPh", "DFPh", "AFPh"):
        lines = target_lines(s.g, s.unit("u"), Aim(("elstA1",), phase, covered=True))
        assert sum(line.value for line in lines) == tem


@pytest.mark.rule("DAE:1.3-b")
def test_polder_adds_nothing_to_other_cover() -> None:
    known = on("M5").g.weapon_types.values()
    kind = next(
        one.id for one in known if one.id.startswith("ger-") and one.ordnance and one.ordnance.type == "AT"
    )
    for emplaced, values in ((True, [2]), (False, [1])):
        gun = {"id": "gun", "type": kind, "facing": 0, "emplaced": emplaced}
        s = on("M5", "PFPh", "ger-228-crew", sw=[gun])
        lines = target_lines(s.g, s.unit("u"), Aim((), "PFPh", covered=True))
        assert [line.value for line in lines if line.value] == values


@pytest.mark.rule("DAE:1.3-f")
def test_who_only_spends_mf_in_polder_has_its_cover() -> None:
    s = on("M5", "MPh", "ger-467")
    s.do("move u")
    lines = target_lines(s.g, s.unit("u"), Aim((), "MPh", covered=True))
    assert [line.value for line in lines if line.rule == "DAE:1.3-b"] == [1]


@pytest.mark.rule("DAE:1.3-e", "DAE:1.3-d")
def test_routers_climb_out_as_well() -> None:
    g = on("L12").g
    unit = on("L12").unit("u")
    assert terrain.entry_cost(g, unit, "elstL12", "elstM13") == 2


# -- troops --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:3.1")
@pytest.mark.parametrize(
    ("type", "columns"), [("bri-458", 0), ("bri-457", 0), ("bri-447", 1), ("ger-467", 1), ("ger-658-ss", 1)]
)
def test_who_cowers(type: str, columns: int) -> None:
    s = on(
        "M5",
        "PFPh",
        type,
        {"id": "e", "type": "ger-447" if type.startswith("bri") else "bri-457", "hex": "A1"},
    )
    assert cowering_shift(s.g, [Shot("u")], ()) == columns


@pytest.mark.rule("DAE:3.2-a")
@pytest.mark.parametrize(
    ("type", "broken", "half_squad"),
    [("ger-658-ss", 9, "ger-348-ss"), ("ger-447-ss", 8, "ger-237-ss")],
)
def test_ss_squads(type: str, broken: int, half_squad: str) -> None:
    s = on("M5", "PFPh", type)
    counter = s.g.counter(s.unit("u"))
    assert counter.cls == "E" and counter.broken_morale == broken and counter.half_squad == half_squad
    assert not elr.replaces(s.g, s.unit("u"), 6), "their morale is underlined"
    army = s.g.counters[type.removesuffix("-ss")] if type.removesuffix("-ss") in s.g.counters else None
    assert army is None or army.broken_morale < broken


@pytest.mark.rule("DAE:3.2-b")
def test_assault_fire_of_the_ss() -> None:
    counters = on("M5").g.counters
    assert counters["ger-658-ss"].assault_fire and not counters["ger-447-ss"].assault_fire


@pytest.mark.rule("DAE:1.3-d", "DAE:DaE3-a")
@pytest.mark.parametrize(("hex", "cost"), [("CC18", 2), ("CC17", 1)])
def test_who_leaves_the_map_out_of_a_polder_climbs_out_of_it(hex: str, cost: int) -> None:
    """CC18 is polder, CC17 is not: leaving is as into Open Ground, and a MF more out of the ditches."""
    units = [{"id": "b", "type": "bri-457", "hex": hex}, {"id": "g", "type": "ger-447", "hex": "R25"}]
    s = Situation("", "MPh", "british", units, scenario="DaE3", turn=3)
    on_road = terrain.road_leaves_map(s.g, s.g.map.resolve(hex))
    assert movement.exit_cost(s.g, s.g.map.resolve(hex)) == (1 if on_road else cost)
    s.do("move b")
    frame = s.state.stack[-1]
    assert isinstance(frame, Moving)
    note(frame, "b", spent=4 - 1)
    assert Position(s.position.system, s.state).pending.options.count(Action("exit")) == (cost == 1)  # type: ignore[union-attr]


@pytest.mark.rule("DAE:1.3-h", "DAE:DaE3-a")
def test_a_tank_does_not_leave_the_map_out_of_a_polder_at_once() -> None:
    tank = {"id": "t", "type": "bri-sherman5", "hex": "CC18", "vca": 1, "tca": 1}
    s = Situation(
        "",
        "MPh",
        "british",
        [{"id": "g", "type": "ger-447", "hex": "R25"}],
        scenario="DaE3",
        turn=3,
        vehicles=[tank],
    )
    s.do("drive t", "start")
    assert not s.offers("exit") and s.refusal("exit").rule == "DAE:1.3-h"
    s.do("leave-polder").roll(2, 3)
    assert s.offers("exit")

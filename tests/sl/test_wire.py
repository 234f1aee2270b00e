"""Barbed wire (SL:15.1)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import uncover_hex
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.rout import mf_of_rout
from defilade.rules.sl.state import Work
from defilade.rules.sl.works.wire import no_place_for_wire
from defilade.tactics.moving import Moving
from sl.earthworks import built, pit, strung
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import seen_by, under_cover
from sl.table import Table, unit
from sl.test_demolition import charge
from sl.test_portage import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SQUAD, FOE = "ger-467", "rus-447"
FIELD, WIRED, NEXT, FAR = rows("z", "open", "open", "open", "open")


def off(*more: dict[str, Any], **state: Any) -> Table:
    """A squad on the wire when its MPh begins: the die for it is due."""
    works = state.pop("works", built(strung(WIRED)))
    men = [unit("s", SQUAD, WIRED), unit("r", FOE, "A1"), *more]
    return Table("MPh", men, works=works, **state)


def mf(table: Table) -> list[float]:
    frame = table.position.state.stack[-1]
    assert isinstance(frame, Moving)
    return [one.mf for one in what_is_left(table.g, frame)]


@pytest.mark.rule("SL:15.1.3")
def test_onto_wire_one_gets_in_the_aph_only() -> None:
    men = [unit("s", SQUAD, FIELD), unit("r", FOE, "A1")]
    table = Table("MPh", men, works=built(strung(WIRED))).do("move s")
    assert f"enter - {WIRED}" not in table.options()
    assert table.refusal(f"enter - {WIRED}").rule == "SL:15.1.3"
    ahead = Table("APh", men, works=built(strung(WIRED))).do(f"advance s {WIRED}")
    assert ahead.unit("s").hex == WIRED
    own = Table("MPh", men, works=built(strung(WIRED, "german"))).do("move s")
    assert own.refusal(f"enter - {WIRED}").rule == "SL:15.1.3"


@pytest.mark.rule("SL:15.1.4-a", "SL:1.3.1-p3.1")
def test_off_the_wire_costs_a_die_of_mf() -> None:
    table = off()
    assert table.asked() == "What does it cost the 4-6-7 to get off the wire?"
    table.roll((2,)).do("move s")
    assert mf(table) == [2]
    table.do(f"enter - {NEXT}")
    assert mf(table) == [1]
    table.do("stop")
    assert table.said("SL:15.1.4-a") and Table("DFPh", [], works={}).position.state.wire_losses == {}


@pytest.mark.rule("SL:15.1.4-a", "SL:15.1.3")
def test_one_hex_is_always_possible_even_onto_more_wire() -> None:
    table = off(works=built(strung(WIRED), strung(NEXT))).roll((6,)).do("move s")
    assert mf(table) == [-2] and f"enter - {NEXT}" in table.options()
    table.do(f"enter - {NEXT}")
    assert table.unit("s").hex == NEXT and table.asked().startswith("What does it cost")
    table.roll((1,))
    assert table.options() == ["stop"]


@pytest.mark.rule("SL:15.1.4-b")
def test_what_it_has_not_the_mf_to_carry_is_left_on_the_wire() -> None:
    arms = {"w": gun("w", "ger-hmg", "s", WIRED), "v": gun("v", "ger-lmg", "s", WIRED)}
    table = off(weapons=arms).roll((1,)).do("move s")
    assert mf(table) == [0]  # 6 PP, three of them for nothing
    table.do(f"enter - {NEXT}")
    weapons = table.position.state.weapons
    assert (weapons["w"].owner, weapons["w"].hex) == ("", WIRED) and weapons["v"].owner == "s"
    every = off(weapons={"v": gun("v", "ger-lmg", "s", WIRED)}).roll((4,)).do("move s", f"enter - {NEXT}")
    assert every.position.state.weapons["v"].owner == ""
    enough = off(weapons={"v": gun("v", "ger-lmg", "s", WIRED)}).roll((3,)).do("move s", f"enter - {NEXT}")
    assert enough.position.state.weapons["v"].owner == "s"


@pytest.mark.rule("SL:15.1-d")
def test_who_lacks_the_mf_must_go_at_double_time() -> None:
    table = off(options={"double-time": "on"}).roll((4,)).do("move s")
    assert not table.options("enter")
    table.do("double-time")
    assert mf(table) == [2] and f"enter - {NEXT}" in table.options()
    tired = off(options={"double-time": "on"})
    tired.g.update(tired.unit("s"), cx=True)
    assert f"enter - {NEXT}" in tired.roll((4,)).do("move s").options()


@pytest.mark.rule("SL:4.5.3", "SL:15.1.4-a")
def test_getting_off_wire_is_no_assault_movement() -> None:
    table = off().roll((1,)).do("move s")
    assert "assault" not in table.options()


@pytest.mark.rule("SL:15.1.10")
def test_wire_neither_hides_nor_protects() -> None:
    men = [unit("s", SQUAD, WIRED), unit("r", FOE, FAR)]
    bare, wired = Table("DFPh", men), Table("DFPh", men, works=built(strung(WIRED)))
    sums = [
        table.do(f"target - {WIRED}", "add r", "declare").roll((3, 4)).breakdown() for table in (bare, wired)
    ]
    assert sums[0].lines == sums[1].lines


@pytest.mark.rule("SL:15.1.2", "SL:14.18.10")
@pytest.mark.usefixtures("wilds")
def test_where_no_wire_is_strung() -> None:
    g = wild("RPh", unit("s", SQUAD, "A1")).g
    found = {hex: no_place_for_wire(g, "wire", hex) for hex in ("qW8", "qC3", "qM7", "qS5", "qG4")}
    assert [hex for hex, bar in found.items() if bar is None] == ["qM7", "qS5", "qG4"]


# -- clearing it ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:15.1.5", "SL:15.1.7")
def test_a_squad_clears_it_with_its_firepower_or_less() -> None:
    men = [unit("s", SQUAD, WIRED), unit("t", SQUAD, WIRED), unit("r", FOE, "A1")]
    table = Table("PFPh", men, works=built(strung(WIRED))).do(f"clear-wire s {WIRED}").roll((2, 2))
    assert not table.position.state.works and table.unit("s").ti
    failed = Table("PFPh", men, works=built(strung(WIRED))).do(f"clear-wire s {WIRED}").roll((2, 3))
    assert failed.position.state.works and failed.unit("s").ti
    assert failed.options("clear-wire") == [f"clear-wire t {WIRED}"]
    failed.do("done").roll((1,))
    assert failed.options("move") == ["move t"]
    half = [unit("h", "ger-237", WIRED), unit("t", SQUAD, WIRED), unit("r", FOE, "A1")]
    assert Table("PFPh", half, works=built(strung(WIRED))).options("clear-wire") == [f"clear-wire t {WIRED}"]


@pytest.mark.rule("SL:15.1.6")
def test_a_leader_helps_to_clear_it() -> None:
    men = [unit("s", SQUAD, WIRED), unit("l", "ger-9-2", WIRED), unit("t", SQUAD, FAR), unit("r", FOE, "A1")]
    table = Table("PFPh", men, works=built(strung(WIRED), strung(FAR)))
    table.do(f"clear-wire s {WIRED}", "helped-by l").roll((3, 3))
    assert [work.hex for work in table.position.state.works.values()] == [FAR] and table.unit("l").ti


@pytest.mark.rule("SL:15.1-e", "SL:15.1.7")
def test_who_has_cleared_wire_does_not_advance() -> None:
    men = [unit("s", SQUAD, WIRED, ti=True), unit("t", SQUAD, FIELD), unit("r", FOE, "A1")]
    table = Table("APh", men, works=built(strung(WIRED)))
    assert not [one for one in table.options("advance") if one.startswith("advance s")]
    assert table.refusal(f"advance s {NEXT}").rule == "SL:4.4.3"


@pytest.mark.rule("SL:15.1.8")
def test_a_charge_tears_it_on_a_kia() -> None:
    for dice, left in (((1, 1), 0), ((4, 5), 1)):
        weapons = {"c": charge("", FIELD, "c", carrier="s", placed_at=WIRED, placed_x=12)}
        men = [unit("s", SQUAD, FIELD), unit("r", FOE, WIRED)]
        table = Table("AFPh", men, weapons=weapons, works=built(strung(WIRED)))
        table.do(f"explode c {WIRED}").roll(dice)
        assert len(table.position.state.works) == left


# -- broken on it --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.21-q3", "SL:15.1-c")
def test_nobody_routs_onto_wire() -> None:
    men = [unit("s", SQUAD, FIELD, broken=True, dm=True), unit("r", FOE, "A1")]
    table = Table("RtPh", men, works=built(strung(WIRED)))
    found = terrain.entry_bar(table.g, table.unit("s"), FIELD, WIRED)
    table.position.state.phase = "RtPh"
    found = terrain.entry_bar(table.g, table.unit("s"), FIELD, WIRED)
    assert found is not None and found.rule == "SL:3.21-q3"


@pytest.mark.rule("SL:15.1-c")
def test_who_is_broken_on_wire_gets_off_it_as_in_the_mph() -> None:
    men = [unit("s", SQUAD, WIRED, broken=True, dm=True), unit("r", FOE, FAR)]
    table = Table("RtPh", men, works=built(strung(WIRED)))
    assert table.asked().startswith("What does it cost")
    table.roll((6,))
    assert mf_of_rout(table.g, 6.0, table.unit("s")) == 0
    way = table.options("rout")[0]
    table.do(way)
    stop = table.unit("s").hex
    assert table.g.map.distance(WIRED, stop) == 1, "one hex, and no more"


# -- vehicles ------------------------------------------------------------------------------------------------


def drive(kind: str, *works: Any, **more: Any) -> Table:
    cars = [vehicle("v", kind, FIELD, 1, **more)]
    return scene("MPh", [unit("r", FOE, "A1"), unit("s", SQUAD, "A3")], cars, works=built(*works))


@pytest.mark.rule("SL:15.1.12", "SL:15.1-g", "SL:15.1-f")
def test_a_tank_crushes_the_first_wire_that_it_comes_to() -> None:
    table = drive("ger-pzkw-ivh", strung(WIRED, "german"), strung(NEXT)).do("drive v", f"drive-to - {WIRED}")
    assert [work.hex for work in table.position.state.works.values()] == [NEXT]
    table.do(f"drive-to - {NEXT}")
    assert [work.hex for work in table.position.state.works.values()] == [NEXT]
    assert terrain.entry_bar(table.g, table.unit("s"), FIELD, WIRED) is None


@pytest.mark.rule("SL:15.1.11")
def test_trucks_stay_out_of_it() -> None:
    table = drive("ger-heavy-truck", strung(WIRED), side="german").do("drive v")
    assert f"drive-to - {WIRED}" not in table.options()
    assert table.refusal(f"drive-to - {WIRED}").rule == "SL:15.1.11"


@pytest.mark.rule("SL:15.1.13")
def test_a_halftrack_crushes_it_and_stays() -> None:
    table = drive("ger-spw-251-1", strung(WIRED)).do("drive v", f"drive-to - {WIRED}")
    assert not table.position.state.works and not table.options("drive-to")
    assert table.refusal(f"drive-to - {NEXT}").rule == "SL:15.1.13"


# -- out of sight --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:2.5-q1", "SL:15.1.3")
def test_hidden_wire_stops_who_runs_into_it() -> None:
    men = [unit("s", SQUAD, FIELD), unit("r", FOE, "A1")]
    table = Table("MPh", men, works=built(strung(WIRED, hidden=True))).do("move s")
    assert f"enter - {WIRED}" in table.options()
    table.do(f"enter - {WIRED}")
    assert table.unit("s").hex == FIELD and table.said("SL:2.5-q1")
    assert not next(iter(table.position.state.works.values())).hidden
    known = Table("MPh", men, works=built(strung(WIRED, "german", hidden=True))).do("move s")
    assert known.refusal(f"enter - {WIRED}").rule == "SL:15.1.3"


WOODS = "zM9"


def secretly(phase: str, *men: dict[str, Any], wire: bool = True, **more: Any) -> Table:
    """Germans in woods where wire of their own is hidden, or in the same woods without it."""
    works = built(strung(WOODS, "german", hidden=True)) if wire else {}
    return Table(phase, [*men, unit("r", FOE, "A1")], works=works, **more)


@pytest.mark.rule("SL:2.5-q1", "SL:1.3.1-p3.1")
def test_nobody_hears_of_hidden_wire_while_those_on_it_stay_where_they_are() -> None:
    men = [unit("s", SQUAD, WOODS), unit("b", SQUAD, WOODS, broken=True, dm=True)]
    for phase in ("MPh", "RtPh"):
        wired, bare = (secretly(phase, *men, wire=wire) for wire in (True, False))
        assert wired.asked() == bare.asked() == ""
        assert wired.options() == bare.options()
        assert seen_by(wired, "russian") == seen_by(bare, "russian")
        assert seen_by(wired, "german") != seen_by(bare, "german")


@pytest.mark.rule("SL:2.5-q1", "SL:15.1.4-a")
def test_who_leaves_hidden_wire_of_his_own_side_shows_it_and_throws_the_die() -> None:
    table = secretly("MPh", unit("s", SQUAD, WOODS), unit("t", SQUAD, WOODS)).do("move s", "join t")
    goal = table.options("enter")[0]
    table.do(goal)
    assert not next(iter(table.position.state.works.values())).hidden and table.said("SL:2.5-q1")
    assert table.asked() == "What does it cost the 4-6-7 to get off the wire?"
    table.roll((6,), (1,))
    assert mf(table) == [-2, 3] and table.unit("s").hex == WOODS, "who goes where is chosen again"
    table.do(goal)
    assert table.unit("s").hex != WOODS and not table.asked()
    going_by = secretly("MPh", unit("s", SQUAD, WOODS)).do("move s")
    ways = going_by.options("bypass")
    if ways:
        assert going_by.do(ways[0]).asked().startswith("What does it cost")


@pytest.mark.rule("SL:2.5-q1", "SL:15.1-c")
def test_who_flees_from_hidden_wire_throws_the_die_before_he_goes() -> None:
    near = next(hex for hex in Table("RPh", []).g.map.adjacent[WOODS])
    men = [unit("s", SQUAD, WOODS, broken=True, dm=True), unit("q", FOE, near)]
    table = secretly("RtPh", *men)
    way = table.options("rout")[0]
    table.do(way)
    assert table.asked().startswith("What does it cost") and table.unit("s").hex == WOODS
    table.roll((5,))
    assert mf_of_rout(table.g, 6.0, table.unit("s")) == 1
    assert table.do(table.options("rout")[0]).unit("s").hex != WOODS


@pytest.mark.rule("SL:15.1.4-a")
def test_what_has_been_thrown_for_men_under_cover_holds_when_it_comes_off() -> None:
    table = Table("MPh", [unit("s", SQUAD, WOODS), unit("r", FOE, "A1")], works=built(strung(WOODS)))
    state = table.position.state
    state.wire_losses = {}
    counter = under_cover(table, "s")
    state.wire_losses = {counter: 5}
    uncover_hex(table.g, WOODS, "german", "given up", "SL:2.3.9.1-a")
    assert state.wire_losses == {"s": 5}


@pytest.mark.rule("SL:2.5-q1", "SL:15.1.11")
def test_a_truck_that_comes_upon_hidden_wire_stays_where_it_is() -> None:
    truck = drive("ger-heavy-truck", strung(WIRED, hidden=True), side="german").do("drive v")
    truck.do(f"drive-to - {WIRED}")
    assert truck.position.state.vehicles["v"].hex == FIELD and truck.said("SL:15.1.11")
    assert not next(iter(truck.position.state.works.values())).hidden
    tank = drive("ger-pzkw-ivh", strung(WIRED), strung(NEXT, hidden=True))
    tank.do("drive v", f"drive-to - {WIRED}", f"drive-to - {NEXT}")
    assert [work.hidden for work in tank.position.state.works.values()] == [False], (
        "its men may not get out there"
    )


def test_who_is_in_an_entrenchment_is_not_on_the_wire() -> None:
    table = off(works=built(strung(WIRED), pit(WIRED)), inside={"s": WIRED})
    assert not table.asked()


@pytest.mark.rule("SL:15.1.3", "SL:4.6.6-b")
@pytest.mark.usefixtures("wilds")
def test_nobody_goes_around_in_wire() -> None:
    def at_s7(*works: Work) -> Table:
        table = wild("MPh", unit("s", SQUAD, "S7"), unit("r", FOE, "A1"), works=built(*works))
        if table.asked():
            table.roll((1,))
        return table.do("move s")

    def ways(table: Table) -> list[str]:
        return [option for option in table.options("bypass") if " qS8 " in option]

    on, ahead = strung("qS7", "german"), strung("qS8", "german")
    assert ways(at_s7()) and ways(at_s7(on)) and not ways(at_s7(ahead)) and not ways(at_s7(on, ahead))
    unknown = at_s7(on, strung("qS8", hidden=True))  # what it does not know of does not catch it halfway
    unknown.do(ways(unknown)[0])
    assert not unknown.asked() and unknown.options()

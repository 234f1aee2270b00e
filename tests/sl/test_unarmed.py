"""Men without arms, and what lies about (SL:5.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Outcome
from defilade.rules.sl.close_combat import combat_fp
from defilade.rules.sl.morale import eliminate, morale_level
from defilade.rules.sl.unarmed import poorest
from defilade.rules.sl.vehicles.scrounging import guns_in, may_scrounge, takes
from defilade.tactics.units import LEADER
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit

TANK = "ger-pzkw-ivh"


def dig(*units: dict[str, Any], **car: Any) -> Table:
    """A Russian RPh around the wreck of a Panzer IV."""
    here = rows("y", "open", "open")[0]
    found = [{**one, "hex": here} for one in units] or [unit("r", "rus-447", here)]
    wreck = vehicle("w", car.pop("type", TANK), here, wreck=True, **car)
    return scene("RPh", found, [wreck], board="y", attacker="russian")


@pytest.mark.rule("SL:5.8.1-a", "SL:5.8.1-b")
def test_the_unarmed_fire_at_nobody_and_fight_with_one() -> None:
    a, b = pair(1)
    men = [unit("p", "rus-628", a, unarmed=True), unit("l", "rus-8-1", a, unarmed=True)]
    table = Table("PFPh", [*men, unit("r", "rus-447", a), unit("g", "ger-467", b)], attacker="russian")
    table.do(f"target - {b}")
    assert table.refusal("add p").rule == "SL:5.8.1-a" and table.options("add") == ["add r"]
    g = table.g
    assert morale_level(g, table.unit("p")) == 6 and combat_fp(g, 6.0, table.unit("p")) == 1
    assert morale_level(g, g.update(table.unit("p"), broken=True)) == 5
    assert table.unit("l").kind == LEADER and morale_level(g, table.unit("l")) == 8


@pytest.mark.rule("SL:5.8.1-a", "SL:3.29.20")
def test_freed_prisoners_have_no_arms_and_by_older_rules_fight_at_half() -> None:
    a, _ = pair(1)
    for edition, unarmed in (("gi", True), ("cod", False)):
        units = [
            unit("g", "ger-467", a),
            unit("p", "rus-447", a, side="german", captive="russian", broken=True),
        ]
        table = Table("RPh", units, guards={"p": "g"}, options={"edition": edition})
        eliminate(table.g, table.unit("g"), "is gone", "SL:3.29.17")
        assert table.unit("p").unarmed == unarmed
        freed = table.g.update(table.unit("p"), broken=False)
        assert morale_level(table.g, freed) == 6


@pytest.mark.rule("SL:5.8.2")
def test_who_helps_to_kill_one_of_his_size_takes_his_arms() -> None:
    a, _ = pair(1)
    men = [
        unit("p", "rus-628", a, unarmed=True),
        unit("r", "rus-628", a),
        unit("q", "rus-237", a, unarmed=True),
    ]
    table = Table("CCPh", [*men, unit("g", "ger-237", a)], attacker="russian")
    table.do("attack g", "with p", "with r", "with q", "declare")
    while not table.asked():
        table.do("done")
    table.roll((1, 2))
    while table.asked():
        table.roll((6, 5))
    assert table.unit("p").unarmed  # a half-squad's arms do not do for a squad
    poor = poorest(table.g, table.unit("q"))
    assert not table.unit("q").unarmed and table.unit("q").type == poor
    assert table.g.counters[poor].kind == "half_squad" and table.g.counters[poor].fp <= 2


@pytest.mark.rule("SL:5.8.7")
def test_an_unarmed_unit_may_find_arms_where_its_move_ends_with_a_two() -> None:
    way = rows("v", "open", "open", "open", "open", "open")
    for dice, armed in (((1, 1), True), ((1, 2), False)):
        table = scene("MPh", [unit("p", "rus-447", way[0], unarmed=True)], [], board="v", attacker="russian")
        table.do("move p", *[f"enter - {hex}" for hex in way[1:]])
        if table.options("stop"):
            table.do("stop")
        table.do("forage p").roll(dice)
        assert table.unit("p").unarmed != armed
    short = scene("MPh", [unit("p", "rus-447", way[0], unarmed=True)], [], board="v", attacker="russian")
    short.do("move p", f"enter - {way[1]}", "stop")
    assert not short.g.state.foragers


@pytest.mark.rule("SL:5.8.3-a", "SL:5.8.3-b", "SL:5.8.3-c", "SL:5.8.4", "SL:5.8.5")
def test_a_wreck_is_looked_through_once_for_the_guns_of_bow_and_roof() -> None:
    for die, found in ((3, True), (4, False)):
        table = dig(unit("r", "rus-447", ""), unit("q", "rus-447", ""))
        table.do("scrounge r+w " + table.unit("r").hex)
        table.position.advance(Outcome((die,)))
        if not table.asked() and table.options("salvage"):
            table.do(table.options("salvage")[0])
        guns = list(table.position.state.weapons.values())
        assert bool(guns) == found and table.position.state.vehicles["w"].scrounged and table.unit("r").ti
        for gun in guns:
            kind = table.g.weapon_type(gun)
            assert kind.kind == "LMG" and kind.nationality != "russian" and kind.fp <= 4
            assert gun.side == "german" and gun.owner == "r"
    g = dig().g
    wreck, man = g.state.vehicles["w"], g.unit("r")
    assert guns_in(g, wreck) == [4, 4]  # not the coaxial MG
    for car in ({"burning": True}, {"burnt": True}, {"scrounged": True}):
        other = dig(**car)
        assert not may_scrounge(other.g, other.unit("r"), other.g.state.vehicles["w"])
    assert not may_scrounge(g, g.update(man, broken=True), wreck)
    assert not may_scrounge(g, g.update(man, broken=False, berserk=True), wreck)


@pytest.mark.rule("SL:5.8.6", "SL:5.8.6-b")
def test_small_arms_from_a_wreck_do_for_half_a_squad() -> None:
    squad = dig(unit("r", "rus-447", "", unarmed=True))
    squad.do("scrounge r+w " + squad.unit("r").hex)
    squad.position.advance(Outcome((1,)))
    halves = [one for one in squad.g.on_map("russian") if one.kind == "half_squad"]
    assert sorted(one.unarmed for one in halves) == [False, True]
    assert squad.position.state.vehicles["w"].stripped
    crew = dig(unit("r", "rus-237", "", unarmed=True))
    crew.do("scrounge r+w " + crew.unit("r").hex)
    crew.position.advance(Outcome((1,)))
    assert not crew.unit("r").unarmed
    for car in ({"crew_survived": True}, {"stripped": True}):
        other = dig(unit("r", "rus-237", "", unarmed=True), type="ger-psw-233", **car)
        assert not may_scrounge(other.g, other.unit("r"), other.g.state.vehicles["w"])


@pytest.mark.rule("SL:5.8.3-d")
def test_a_crew_that_leaves_on_its_own_account_may_take_a_gun() -> None:
    here = rows("y", "open", "open")[0]
    table = scene("MPh", [], [vehicle("v", TANK, here)], board="y")
    table.do("drive v", "abandon")
    assert "looks through" in table.asked()
    table.position.advance(Outcome((2,)))
    if not table.asked() and table.g.state.phase == "MPh" and table.options("salvage"):
        table.do(table.options("salvage")[0])
    crew = next(iter(table.g.on_map("german")))
    assert table.g.weapons_of(crew) and takes(table.g, crew, table.g.state.vehicles["v"])

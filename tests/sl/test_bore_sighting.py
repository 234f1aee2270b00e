"""Machine guns laid on a hex beforehand (SL:8.9.8), and those of nations that had few of them (SL:8.9.1.6)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Position
from defilade.rules.sl.state import BoreSight
from defilade.rules.sl.weapons.bore_sighting import (
    BoreSighting,
    covered_by_sight,
    guns_of,
    hexes_to_lay,
    is_laid_on,
    may_lay,
)
from defilade.rules.sl.weapons.ways_of_fire import through
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.gun_line import battery, fire, lines
from sl.table import SIDES, Table, pair, sees, unit
from sl.test_machine_guns import armed, gun

HERE, THERE = pair(4)


def waiting(*more: dict[str, Any], kind: str = "ger-hmg", **changes: Any) -> Table:
    """Germans with a gun wait for Russians who come over the edge."""
    units = [unit("u", "ger-467", HERE), *more]
    weapons = (gun("w", kind, "u", HERE), gun("x", "ger-lmg", "u", HERE))
    return armed(units, *weapons, phase="RPh", **changes)


def laid(target: str, *units: dict[str, Any], phase: str = "PFPh", **more: Any) -> Table:
    men = [unit("u", "ger-467", HERE), unit("r", "rus-447", THERE), *units]
    sights = {"w": BoreSight("german", HERE, target, "u")}
    return armed(men, gun("w", "ger-hmg", "u", HERE), phase=phase, bore_sights=sights, **more)


@pytest.mark.rule("SL:8.9.8.1", "SL:8.9.8.2", "SL:8.9.8.4", "SL:8.9.8.7", "SL:8.9.8-q3")
def test_who_waits_lays_his_guns_before_the_first_turn() -> None:
    coming = {"id": "r", "type": "rus-447", "hex": HERE}
    table = waiting(coming)
    g = table.g
    g.state.units["r"] = msgspec.structs.replace(g.unit("r"), hex="", due=1)
    g.state.stacks = {HERE: ("u",)}
    assert may_lay(g, "german") and not may_lay(g, "russian")
    g.push(BoreSighting("german"))
    table.position = Position(table.system, g.state, table.system.settle(g))
    options = table.options("bore-sight")
    assert f"bore-sight w {THERE}" in options and "no-bore-sight" in table.options()
    assert not [option for option in options if " x " in option]  # no light machine gun
    places = [option.split()[2] for option in options]
    reach = g.weapon_type(g.state.weapons["w"]).range
    assert all(g.map.distance(HERE, place) <= reach for place in places) and len(set(places)) == len(places)
    table.do(f"bore-sight w {THERE}")
    assert table.position.state.bore_sights["w"].target == THERE
    on_map = waiting(unit("r", "rus-447", THERE)).g
    assert not may_lay(on_map, "german")
    on_map.scenario = msgspec.structs.replace(on_map.scenario, bore_sighting=("german",))
    assert may_lay(on_map, "german")


@pytest.mark.rule("SL:8.9.8-q3", "SL:8.9.8.4")
def test_of_a_building_one_level_and_nothing_in_water() -> None:
    g = Table("RPh", [], board="1").g
    house = next(hex for hex in g.map.names if hex in g.map.above)
    eye = next(hex for hex in g.map.adjacent[house])
    g.state.weapons["w"] = Weapon("w", "german", "ger-hmg", owner="u", hex=eye)
    g.add_unit(msgspec.structs.replace(Table("RPh", [unit("u", "ger-467", HERE)]).unit("u"), hex=eye))
    places = hexes_to_lay(g, g.state.weapons["w"])
    assert house in places and g.map.above[house] in places
    g.state.bore_sights = {"w": BoreSight("german", eye, house, "u")}
    assert is_laid_on(g, "w", house) and not is_laid_on(g, "w", g.map.above[house])


@pytest.mark.rule("SL:8.9.8.5", "SL:8.9.8.6")
def test_it_is_two_on_the_dice_unless_others_fire_along() -> None:
    table = laid(THERE).do(f"target - {THERE}", "add u+w", "declare").roll((6, 5))
    assert table.breakdown().value("SL:8.9.8.5") == -2
    other = laid(HERE).do(f"target - {THERE}", "add u+w", "declare").roll((6, 5))
    assert other.breakdown().value("SL:8.9.8.5") is None
    mixed = laid(THERE, unit("z", "rus-447", THERE)).do(f"target - {THERE}", "add u", "add u+w", "declare")
    mixed.roll((6, 5))
    assert mixed.breakdown().value("SL:8.9.8.5") is None
    assert mixed.position.state.bore_spent == ("w",) and not is_laid_on(mixed.g, "w", THERE)


@pytest.mark.rule("SL:8.9.8-q1", "SL:8.9.8.6", "SL:8.9.8-q5")
def test_laid_on_one_hex_it_counts_in_all_that_it_sprays() -> None:
    g = Table("RPh", []).g
    beside = next(hex for hex in g.map.adjacent[THERE] if g.map.distance(HERE, hex) == 4)
    third = next(hex for hex in g.map.adjacent[THERE] if hex in g.map.adjacent[beside])

    def sprayed(target: str, *adds: str) -> dict[str, float | None]:
        men = [unit("z", "rus-447", beside), unit("y", "rus-447", third)]
        table = laid(target, *men).do("spray u+w")
        pairs = (f"{beside}+{third}", f"{third}+{beside}")
        three = next(o for o in table.options("cluster") if o.split()[2] == THERE and o.split()[3] in pairs)
        table.do(three, *adds, "declare").roll((6, 6))
        attacks = [e for e in table.events if e.kind == "attack" and e.breakdown is not None]
        return {e.at: e.breakdown.value("SL:8.9.8.5") for e in attacks if e.breakdown is not None}

    everywhere = dict.fromkeys((THERE, beside, third), -2)
    assert sprayed(THERE) == sprayed(beside) == sprayed(third) == everywhere
    assert sprayed(HERE) == dict.fromkeys(everywhere)
    assert sprayed(THERE, "add u") == dict.fromkeys(everywhere)  # not with those who have not laid anything


@pytest.mark.rule("SL:8.9.8-q5", "SL:8.9.2.2-b")
def test_behind_its_target_it_counts_only_as_it_once_did() -> None:
    for edition, found in (("gi", False), ("cod", True)):
        g = laid(THERE, options={"edition": edition}).g
        nearer = next(hex for hex in g.map.names if g.map.distance(HERE, hex) == 3)
        further = next(hex for hex in g.map.names if g.map.distance(HERE, hex) == 5)
        gun_shot = Shot("u", "w")
        assert covered_by_sight(g, gun_shot, THERE) and not covered_by_sight(g, gun_shot, nearer)
        assert covered_by_sight(g, through(gun_shot, 1), nearer) is found
        assert not covered_by_sight(g, through(gun_shot, 3), further)


@pytest.mark.rule("SL:8.9.8.3", "SL:8.9.8-q2")
def test_a_gun_that_leaves_or_a_crew_that_breaks_loses_it() -> None:
    for option, kept in (("off", False), ("on", True)):
        table = laid(THERE, unit("v", "ger-467", HERE, broken=True), options={"possession": option})
        assert is_laid_on(table.g, "w", THERE) is kept
    g = laid(THERE).g
    assert is_laid_on(g, "w", THERE)
    g.update(g.unit("u"), broken=True)
    assert not is_laid_on(g, "w", THERE)
    moved = laid(THERE).g
    moved.place(moved.unit("u"), moved.map.adjacent[HERE][0])
    assert not is_laid_on(moved, "w", THERE)
    elsewhere = laid(THERE)
    elsewhere.g.update_weapon(elsewhere.position.state.weapons["w"], moved=True)
    elsewhere.do("done")
    assert not elsewhere.position.state.bore_sights


@pytest.mark.rule("SL:8.9.8.4")
def test_the_other_side_does_not_know_where() -> None:
    table = laid(THERE)
    state = table.position.state
    assert (
        table.system.redact(state, "german").bore_sights
        and not table.system.redact(state, "russian").bore_sights
    )


@pytest.mark.rule("SL:8.9.1.6")
def test_early_allies_fire_machine_guns_where_their_own_fire_goes() -> None:
    def options(year: int, kind: str = "bri-457", **more: Any) -> list[str]:
        units = [unit("u", kind, HERE, side="russian"), unit("g", "ger-467", THERE)]
        weapons = [gun("w", "rus-mmg", "u", HERE, "russian")]
        table = armed(units, *weapons, attacker="russian", year=year, **more).do(f"target - {THERE}")
        return [option for option in table.options("add") if option != "add u"]

    assert not options(1942) and options(1943) and options(1942, "bri-638") and options(1942, "rus-447")
    sights = {"w": BoreSight("russian", HERE, THERE, "u")}
    assert options(1942, bore_sights=sights)
    units = [unit("u", "fre-457", HERE, side="russian"), unit("g", "ger-467", THERE)]
    table = armed(units, gun("w", "rus-mmg", "u", HERE, "russian"), attacker="russian", year=1940)
    table.do(f"target - {THERE}")
    assert table.refusal("add u+w").rule == "SL:8.9.1.6" and not table.options("lay")
    assert "add u+w" in table.do("add u").options("add")
    assert SIDES == ("russian", "german")


@pytest.mark.rule("SL:8.9.1-q2", "SL:8.9.1.6")
def test_beyond_the_range_of_its_own_fire_an_early_ally_fires_them_alone() -> None:
    a, far = pair(11, board="y")
    g = Table("RPh", [], board="y").g
    close = next(h for h in g.map.names if g.map.distance(a, h) == 3 and sees(g, a, h))
    units = [
        unit("u", "bri-457", a, side="russian"),
        unit("g", "ger-467", far),
        unit("h", "ger-467", close),
    ]
    guns = (gun("w", "rus-mmg", "u", a, "russian"),)
    table = armed(units, *guns, attacker="russian", year=1942, board="y")
    table.do(f"target - {far}")
    assert "add u+w" in table.options("add") and "add u" not in table.options("add")
    table.do("add u+w", "declare").roll((6, 4))
    assert table.breakdown().total == 2
    assert not table.options("target") if table.position.state.phase == "PFPh" else True
    own = armed(units, *guns, attacker="russian", year=1942, board="y")
    own.do(f"target - {close}", "add u", "declare").roll((6, 6))
    assert not own.options("target") if own.position.state.phase == "PFPh" else True


@pytest.mark.rule("SL:8.9.8.2", "SL:8.9.8.4", "SL:13.12.5-a", "SL:8.9.8.3")
def test_guns_are_laid_as_well_and_hit_more_easily_where_they_are() -> None:
    a, b = pair(5)

    def rules(target: str, kind: str = "ger-at-37", **gun_is: Any) -> dict[str, float]:
        table = battery(kind, men=("rus-447",), gun=gun_is)
        table.position.state.bore_sights = {"w": BoreSight("german", a, target, "c")}
        return lines(fire(table, (6, 5)))

    assert rules(b)["SL:13.12.5-a"] == -2 and rules(b, "ger-mtr-81")["SL:13.12.5-a"] == -2
    assert "SL:13.12.5-a" not in rules(a) and "SL:13.12.5-a" not in rules(b, "ger-mtr-50")
    there = battery("ger-at-37", men=("rus-447",))
    g = there.g
    assert guns_of(g, "german") == [g.state.weapons["w"]]
    near = [g.map.distance(a, place) for place in hexes_to_lay(g, g.state.weapons["w"])]
    assert max(near) <= 24 and b in hexes_to_lay(g, g.state.weapons["w"])
    for kind, man in (("ger-psk", "ger-467"), ("ger-mtr-50", "ger-467")):
        assert not guns_of(battery(kind, man, men=("rus-447",), arc=False).g, "german")

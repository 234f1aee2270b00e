"""Rules of fire that hold for Infantry, Guns and vehicles, each in its way (SKF:2.0-d, SKF:3.2.2, SKF:3.4)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import fire as declaring
from defilade.rules.sk import firers
from defilade.tactics import sequence
from sk.places import line
from skf.gunnery import duel, fire, lines, there
from skf.situation import Plain, Situation
from skf.tanks import Tanks

TANK = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
SIDES = ("german", "russian")


def tank_at(hex: str = "Y5", phase: str = "PFPh", **tank: object) -> Tanks:
    units = [{"id": "r", "type": "rus-447", "hex": hex}]
    return Tanks(phase, "german", [{**TANK, **tank}], units, sides=SIDES)


@pytest.mark.rule("SKF:2.0-d")
def test_area_fire_halves_fp_but_of_ordnance_only_the_chance() -> None:
    s = duel(3, pinned=True)
    assert lines(fire(s, "itt-HE", 2, 3)) == {"DAE:QRDC-case02": 2}
    s.roll(6, 5)
    whole, pinned = duel(3), s
    fire(whole, "itt-HE", 2, 3).roll(6, 5)
    columns = [one.event("ordnance_effect").breakdown for one in (whole, pinned)]
    assert all(found is not None for found in columns)
    assert {found.column for found in columns if found is not None} == {12}, "75 mm, pinned or not"


@pytest.mark.rule("SKF:3.2.2-i")
def test_neither_ordnance_nor_vehicles_cower() -> None:
    s = tank_at().do("mg t Y5 bmg+cmg").roll(2, 2)
    found = s.event("attack").breakdown
    assert found is not None and found.column == 8
    assert not any("cowers" in entry.label for entry in found.lines)
    gun = fire(duel(3), "itt-HE", 2, 3).roll(2, 2).event("ordnance_effect").breakdown
    assert gun is not None and gun.column == 12 and not any("cowers" in entry.label for entry in gun.lines)
    here, there_ = line(3)
    units: list[Plain] = [
        {"id": "g", "type": "ger-467", "hex": here},
        {"id": "r", "type": "rus-447", "hex": there_},
    ]
    squad = Situation("y", "PFPh", "german", units).do(f"target - {there_}", "add g", "declare").roll(2, 2)
    cowers = squad.event("attack").breakdown
    assert cowers is not None and any("cowers" in entry.label for entry in cowers.lines)


@pytest.mark.rule("SKF:3.2.2-k")
def test_who_joins_no_fire_group() -> None:
    s = duel(2, more=[{"id": "s", "type": "ger-467", "hex": "here", "sw": [{"id": "ft", "type": "ger-ft"}]}])
    s.do(f"target - {there(s)}", "add s")
    assert "add c+gun" not in s.options("add") and "add s+ft" not in s.options("add")
    assert s.refusal("add c+gun").rule == "SKF:3.2.4-a"
    assert s.refusal("add s+ft").rule == "SK1:4.2-e"
    near: list[Plain] = [
        {"id": "r", "type": "rus-447", "hex": "Y5"},
        {"id": "g", "type": "ger-467", "hex": "Y4"},
    ]
    tank = Tanks("PFPh", "german", [TANK], near, sides=SIDES).do("target - Y5")
    assert tank.options("add") == ["add g"], "a vehicle's MG fire by themselves"


@pytest.mark.rule("SKF:3.2.2-m")
def test_who_must_fire_together() -> None:
    assert tank_at().options("mg") == ["mg t zY5 bmg+cmg"], "all MG that bear on one target"
    s = duel(2, more=[{"id": n, "type": "ger-467", "hex": "here"} for n in ("s1", "s2")])
    s.do(f"target - {there(s)}", "add s1", "declare").roll(6, 5)
    while isinstance(s.pending, Chance):
        s.roll(1, 2)
    found = firers.separate_attack_refusal(s.g, s.unit("s2"), None, "prep", there(s))
    assert found is firers.SEPARATE
    assert s.offers("gun c+gun"), "ordnance fires apart"


@pytest.mark.rule("SKF:3.2.2-e")
def test_own_fp_and_a_weapon_at_different_targets() -> None:
    here, one = line(3)
    area = duel(3).g.map
    two = next(
        hex
        for hex in area.names
        if area.distance(here, hex) == 4 and area.hindrance(here, hex) == 0 and hex != one
    )
    units: list[Plain] = [
        {"id": "g", "type": "ger-467", "hex": here, "sw": [{"id": "mg", "type": "ger-lmg"}]},
        {"id": "r1", "type": "rus-447", "hex": one},
        {"id": "r2", "type": "rus-447", "hex": two},
    ]
    s = Situation("y", "PFPh", "german", units).do(f"target - {one}", "add g", "declare").roll(6, 5)
    s.do(f"target - {two}")
    assert s.options("add") == ["add g+mg"], "its own FP is spent, its gun is not"
    crew_and_gun = duel(2).do()
    crew_and_gun.do(f"target - {there(crew_and_gun)}", "add c", "declare").roll(6, 5)
    assert not crew_and_gun.offers("gun c+gun"), "only a squad does both"


@pytest.mark.rule("SKF:3.3.3-i")
def test_a_gun_is_marked_final_fire_with_those_who_fire_again() -> None:
    s = duel(2, phase="MPh", attacker="russian", fire="first")
    s.do("move t")
    here = s.unit("c").hex
    near = [o for o in s.options("enter") if s.g.map.distance(here, o.split()[2]) <= 2]
    near = [o for o in near if s.g.map.hindrance(here, o.split()[2]) >= 0]
    s.do(near[0], "fire", "add c", "declare").roll(6, 4)
    assert s.unit("c").fire == "final" and s.weapon("gun").fire == "final"


@pytest.mark.rule("SKF:3.4-a")
@pytest.mark.parametrize(("states", "fires"), [({}, True), ({"gun_intensive": True}, False)])
def test_final_fire_of_guns(states: dict[str, object], fires: bool) -> None:
    s = duel(3, phase="DFPh", attacker="russian", **states)
    assert s.offers("gun c+gun") is fires


@pytest.mark.rule("SKF:3.4-a")
def test_final_fire_of_what_is_not_marked() -> None:
    here, there_ = line(3)
    units: list[Plain] = [
        {"id": "g", "type": "ger-467", "hex": here, "fire": "first", "sw": [{"id": "mg", "type": "ger-mmg"}]},
        {"id": "r", "type": "rus-447", "hex": there_},
    ]
    s = Situation("y", "DFPh", "russian", units).do(f"target - {there_}")
    assert s.options("add") == ["add g+mg"], "its gun kept its ROF"
    assert declaring.target_hexes(s.g, "DFPh", "german") == [s.unit("r").hex]


@pytest.mark.rule("SKF:3.5-f")
def test_markers_come_off_at_the_end_of_the_afph() -> None:
    s = duel(3, phase="AFPh", fire="prep", gun_fire="prep", gun_intensive=True)
    sequence.end_phase(s.g, "AFPh")
    assert not s.unit("c").fire and not s.weapon("gun").fire and not s.weapon("gun").intensive
    tank = tank_at(phase="AFPh", fire="bounding")
    sequence.end_phase(tank.g, "AFPh")
    assert not tank.tank().fire

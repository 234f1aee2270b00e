"""The Steeple of NN8 (DAE:1.1)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import los, stacking, terrain
from defilade.rules.sk.attack_plan import plan_attack
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.artillery.fire_for_effect import attack_on, everything_in, plan
from defilade.rules.sk.full.ordnance.backblast import CAREFUL, ask
from defilade.rules.sk.full.ordnance.guns import may_stand_in
from defilade.rules.sk.full.ordnance.resolution import targets_of
from defilade.rules.sk.full.ordnance.shots import Gunshot, effect_lines, shot_bar
from defilade.rules.sk.full.vehicles import vehicular_mg
from defilade.tactics.artillery import FFE2, HE
from defilade.tactics.control import gain_control_at
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import mover_of
from skf.guns import OBSERVER, battery, guns, lay
from skf.situation import Situation

Plain = dict[str, Any]
CHURCH, TOWER = "elstNN8", "elstNN8@1"
UP = {"id": "u", "type": "ger-447", "hex": "NN8@1"}
DOWN = {"id": "d", "type": "bri-457", "hex": "NN8"}
FAR = {"id": "far", "type": "bri-457", "hex": "A20"}


def church(phase: str, *units: Plain, attacker: str = "german", **more: Any) -> Situation:
    return Situation("elst", phase, attacker, list(units), sides=("german", "british"), month=9, **more)


def weapon(s: Situation, type: str) -> str:
    kinds = s.g.weapon_types.values()
    return next(kind.id for kind in kinds if kind.ordnance is not None and kind.ordnance.type == type)


# -- the place -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:1.1-a", "DAE:1.1-c")
def test_one_hex_has_a_place_above_it_with_the_same_tem() -> None:
    s = church("PFPh", UP, FAR)
    assert s.g.map.above == {CHURCH: TOWER}
    assert terrain.tem(s.g, TOWER) == terrain.tem(s.g, CHURCH) and terrain.tem(s.g, TOWER).value == 3
    assert s.g.place_name(TOWER) == "NN8 Steeple"


@pytest.mark.rule("DAE:1.1-b", "DAE:1.1-j", "SKF:3.3.1-e")
def test_the_books_example_of_going_upstairs() -> None:
    below = [{"id": f"s{n}", "type": "ger-447", "hex": "NN8"} for n in (1, 2)]
    party = [{"id": "l", "type": "ger-9-2", "hex": "MM9"}, {"id": "q", "type": "ger-447", "hex": "MM9"}]
    s = church("MPh", *below, *party, {"id": "v", "type": "ger-436", "hex": "MM8"}, FAR)
    s.do("move q", "join l", "enter - NN8", "enter - NN8@1")
    mover = mover_of(s.g, "q")
    assert mover is not None and mover.spent == 3
    assert s.unit("l").hex == s.unit("q").hex == TOWER
    s.do("stop", "move v", "enter - NN8")
    assert not s.offers("enter - NN8@1") and s.refusal("enter - NN8@1").rule == "DAE:1.1-j"


@pytest.mark.rule("DAE:1.1-b")
def test_the_stairs_are_the_only_way_up_and_down() -> None:
    s = church("MPh", {**UP, "hex": "MM9"}, FAR).do("move u")
    assert not s.offers("enter - NN8@1")
    s = church("MPh", UP, FAR).do("move u")
    assert s.options("enter") == ["enter - elstNN8"]
    s.do("enter - NN8")
    mover = mover_of(s.g, "u")
    assert mover is not None and mover.spent == 1
    assert church("APh", UP, FAR).offers("advance u NN8")


@pytest.mark.rule("DAE:1.1-b")
def test_no_guns_and_no_vehicles_up_there() -> None:
    s = church("PFPh", UP, FAR)
    gun = next(kind.ordnance for kind in s.g.weapon_types.values() if kind.ordnance and kind.ordnance.gun)
    assert not may_stand_in(s.g, gun, TOWER)
    assert TOWER not in [near for hex in s.g.map.names for near in s.g.map.neighbours[hex]]


@pytest.mark.rule("DAE:1.1-j")
def test_room_for_one_squad_and_four_leaders() -> None:
    s = church("PFPh", UP, {"id": "q", "type": "ger-447", "hex": "MM9"}, *leaders(5), FAR)
    assert stacking.refusal(s.g, "german", TOWER, [s.unit("q")]) is not None
    up = [s.unit(f"l{n}") for n in range(5)]
    assert stacking.refusal(s.g, "german", TOWER, up[:4]) is None
    found = stacking.refusal(s.g, "german", TOWER, up)
    assert found is not None and found.rule == "DAE:1.1-j"


def leaders(count: int) -> list[Plain]:
    return [{"id": f"l{n}", "type": "ger-8-1", "hex": f"OO{10 + n}"} for n in range(count)]


# -- fire ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:1.1-d", "DAE:1.1-k", "DAE:1.1-i")
def test_the_levels_fire_at_each_other_and_at_one_of_them_only() -> None:
    s = church("PFPh", UP, DOWN)
    assert los.hindrance(s.g, CHURCH, TOWER) == 0
    s.do("target - NN8", "add u", "declare").roll(1, 2)
    assert {uid for event in s.events if event.kind == "attack" for uid in event.who} == {"d"}
    both = church("PFPh", {**UP, "hex": "MM9"}, DOWN, {**DOWN, "id": "t", "hex": "NN8@1"})
    assert both.offers("target - NN8") and both.offers("target - NN8@1"), "it is said beforehand which"


@pytest.mark.rule("DAE:1.1-d", "DAE:1.1-i")
def test_no_close_combat_from_level_to_level() -> None:
    s = church("CCPh", UP, DOWN)
    assert not s.options("fight") and s.unit("u").hex == TOWER


@pytest.mark.rule("DAE:1.1-e")
@pytest.mark.parametrize(("firer", "target"), [("NN8@1", "NN8"), ("NN8@1", "MM9"), ("MM9", "NN8@1")])
def test_no_point_blank_fire_to_or_from_it(firer: str, target: str) -> None:
    s = church("PFPh", {**UP, "hex": firer}, {**DOWN, "hex": target})
    added_up = plan_attack(s.g, "PFPh", [Shot("u", mode="prep")], s.unit("d").hex, ("d",))
    assert added_up.fp == 4
    near = church("PFPh", {**UP, "hex": "MM9"}, DOWN)
    assert plan_attack(near.g, "PFPh", [Shot("u", mode="prep")], CHURCH, ("d",)).fp == 8


@pytest.mark.rule("DAE:1.1-f", "DAE:1.1-g")
@pytest.mark.parametrize(
    ("type", "hex", "target", "rule"),
    [
        ("AT", CHURCH, TOWER, "DAE:1.1-f"),
        ("PSK", CHURCH, TOWER, "DAE:1.1-f"),
        ("PF", CHURCH, TOWER, "DAE:1.1-f"),
        ("PIAT", CHURCH, TOWER, ""),
        ("PIAT", TOWER, CHURCH, "DAE:1.1-g"),
        ("PIAT", TOWER, "elstMM9", "DAE:1.1-g"),
        ("PSK", TOWER, CHURCH, ""),
    ],
)
def test_what_is_not_fired_between_the_levels(type: str, hex: str, target: str, rule: str) -> None:
    s = church("PFPh", UP, DOWN)
    kind = weapon(s, type)
    s = church("PFPh", {**UP, "sw": [{"id": "w", "type": kind}]} if type != "AT" else UP, DOWN)
    if type == "AT":
        s = church(
            "PFPh",
            UP,
            {"id": "c", "type": "bri-228-crew", "hex": "A1", "sw": [{"id": "w", "type": kind, "facing": 0}]},
        )
    shot = Gunshot("u", "w", hex, target, "PFPh", "german", "prep")
    found = [bar(s.g, shot) for bar in shot_bar.answers(s.g)]
    rules = {one.rule for one in found if one is not None and one.rule.startswith("DAE:1.1")}
    assert rules == ({rule} if rule else set())


@pytest.mark.rule("DAE:1.1-h")
@pytest.mark.parametrize(("hex", "careful"), [("NN8@1", False), ("NN8", True)])
def test_nobody_avoids_the_backblast_up_there(hex: str, careful: bool) -> None:
    kind = weapon(church("PFPh", UP, FAR), "PSK")
    s = church("PFPh", {**UP, "hex": hex, "sw": [{"id": "w", "type": kind}]}, FAR)
    shot = Gunshot("u", "w", s.unit("u").hex, "elstMM12", "PFPh", "german", "prep")
    assert (CAREFUL in ask(s.g, shot)) == careful


@pytest.mark.rule("DAE:1.1-k")
def test_the_att_and_oba_strike_both_levels() -> None:
    s = guns(units=[OBSERVER, DOWN, {**DOWN, "id": "t", "hex": "NN8@1"}])
    shot = Gunshot("o", "", "elstA1", CHURCH, "PFPh", "german", "prep", type="att")
    assert set(targets_of(s.g, shot, ())) == {"d", "t"}
    assert targets_of(s.g, Gunshot("o", "", "elstA1", CHURCH, "PFPh", "german", "prep", type="itt"), ()) == (
        "d",
    )
    assert set(everything_in(s.g, CHURCH)) == {"d", "t"}
    found = plan(s.g, attack_on(s.g, battery(s), CHURCH, ("d", "t")))
    assert {group.units: group.drm for group in found.groups} == {("d",): 4, ("t",): 3}


@pytest.mark.rule("DAE:1.1-n", "DAE:2.5-c")
def test_the_ground_below_has_one_more_against_oba_which_a_critical_hit_does_not_reverse() -> None:
    s = guns(units=[OBSERVER, DOWN])
    frame = attack_on(s.g, battery(s), CHURCH, ("d",))
    frame.dice = (1, 1)
    assert plan(s.g, frame).groups[0].drm == -3 + 1


@pytest.mark.rule("DAE:1.1-n")
def test_the_ground_below_has_one_more_against_mortars() -> None:
    kind = weapon(church("PFPh", UP, FAR), "MTR")
    crew = {"id": "c", "type": "ger-228-crew", "hex": "MM20", "sw": [{"id": "w", "type": kind, "facing": 0}]}
    s = church("PFPh", crew, DOWN)
    shot = Gunshot("c", "w", "elstMM20", CHURCH, "PFPh", "german", "prep", type="att", ammo="HE")
    assert [
        line.value for line in effect_lines(s.g, shot, s.unit("d"), False) if line.rule == "DAE:1.1-n"
    ] == [1]


@pytest.mark.rule("DAE:2.51-a")
def test_who_goes_upstairs_in_a_blast_area_is_attacked() -> None:
    s = lay(guns("MPh", [OBSERVER, DOWN, FAR], "british"), FFE2, "NN8", HE).do("move d", "enter - NN8@1")
    assert isinstance(s.pending, Chance) and s.pending.about == ("d",)


# -- sight and control ---------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:1.1-l")
def test_the_steeple_sees_far_and_is_seen() -> None:
    s = church("PFPh", UP, FAR)
    seen = [hex for hex in s.g.map.names if los.sees(s.g, TOWER, hex)]
    from_ground = [hex for hex in s.g.map.names if los.sees(s.g, CHURCH, hex)]
    assert len(seen) > 3 * len(from_ground)
    assert all(los.sees(s.g, hex, TOWER) == (hex in seen) for hex in s.g.map.names[::7])


@pytest.mark.rule("DAE:1.1-m")
def test_smoke_below_does_not_matter_but_white_phosphorus_does() -> None:
    s = church("PFPh", UP, FAR)
    s.state.phase = "PFPh"
    before = los.hindrance(s.g, TOWER, "elstMM15")
    smoke.place(s.g, CHURCH, "german")
    assert los.hindrance(s.g, TOWER, "elstMM15") == before
    assert los.hindrance(s.g, CHURCH, "elstMM9") == 3
    smoke.place(s.g, CHURCH, "german", wp=True)
    assert los.hindrance(s.g, TOWER, "elstMM15") == before + 2
    smoke.place(s.g, "elstMM12", "german")
    assert los.hindrance(s.g, TOWER, "elstMM15") == before + 5 or not los.sees(s.g, TOWER, "elstMM15")


@pytest.mark.rule("DAE:1.1-i")
def test_for_control_both_levels_are_one_hex() -> None:
    s = church("PFPh", UP, FAR)
    s.state.hex_control.clear()
    assert gain_control_at(s.g, TOWER) and s.state.hex_control == {CHURCH: "german"}
    contested = church("PFPh", UP, DOWN)
    assert not gain_control_at(contested.g, TOWER) and not gain_control_at(contested.g, CHURCH)


@pytest.mark.rule("DAE:1.1-e")
@pytest.mark.parametrize(("target", "doubled"), [("NN8@1", False), ("NN8", True)])
def test_a_tanks_mg_have_no_point_blank_fire_at_the_steeple(target: str, doubled: bool) -> None:
    tank = {"id": "t", "type": "bri-sherman5", "hex": "NN9", "vca": 5, "tca": 5}
    up = {"id": "g", "type": "ger-447", "hex": target}
    s = Situation(
        "elst",
        "PFPh",
        "british",
        [up, {"id": "b", "type": "bri-457", "hex": "A20"}],
        sides=("german", "british"),
        month=9,
        vehicles=[tank],
    )
    lines = vehicular_mg.factors(s.g, s.state.vehicles["t"], "cmg", f"elst{target}")
    assert ("Point Blank Fire" in {line.label for line in lines}) == doubled

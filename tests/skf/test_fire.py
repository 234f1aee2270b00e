"""Fire attacks where the full kit has them otherwise (SKF:3.2, SKF:1.2.4.1, SKF:4.0 to 4.3)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import firers, ift, machine_guns, morale
from defilade.rules.sk.attack import Attack
from sk.places import _rows, board, line
from skf.situation import Plain, Situation

BREAKDOWNS = [((4, 5), False, False), ((4, 6), True, False), ((6, 6), True, True)]
FAR = {"id": "far", "type": "rus-447", "hex": "GG10"}


def gun(id: str = "mg", type: str = "ger-mmg", **states: object) -> Plain:
    return {"id": id, "type": type, **states}


def units(*given: Plain) -> list[Plain]:
    return list(given)


# -- rate of fire ------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.2.4.1-b", "SKF:3.5-d")
@pytest.mark.parametrize(("phase", "again"), [("PFPh", True), ("AFPh", False)])
def test_no_rate_of_fire_in_the_afph(phase: str, again: bool) -> None:
    here, there = line(3)
    s = Situation(
        "y",
        phase,
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "sw": [gun()]},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do(f"target - {there}", "add g+mg", "declare").roll(2, 6)
    if again:
        assert s.do(f"target - {there}").offers("add g+mg")
    else:
        assert s.state.phase != phase, "nobody is left to fire"


@pytest.mark.rule("SKF:1.2.4.1-a")
def test_rate_of_fire_ends_with_final_fire_of_the_user() -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "MPh",
        "russian",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "fire": "first", "sw": [gun()]},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do("move r")
    step = s.options("enter")[0]
    s.do(step, "fire", "add g", "declare").roll(6, 4)
    assert s.unit("g").fire == "final" and s.weapon("mg").fire == "final", "though it has not fired at all"


# -- breakdown ---------------------------------------------------------------------------------------------


def two_guns(*dice: int, phase: str = "PFPh") -> Situation:
    here, there = line(3)
    squads = [
        {"id": f"g{n}", "type": "ger-467", "hex": here, "sw": [gun(f"m{n}", "ger-lmg")]} for n in (1, 2)
    ]
    s = Situation("y", phase, "german", [*squads, {"id": "r", "type": "rus-447", "hex": there}])
    return s.do(f"target - {there}", "add g1+m1", "add g2+m2", "declare").roll(6, 6, *dice)


@pytest.mark.rule("SKF:4.1-d")
def test_one_gun_of_several_breaks_down() -> None:
    s = two_guns()
    assert isinstance(s.pending, Chance) and s.pending.dice == 2
    s.roll(5, 2)
    assert s.weapon("m1").malfunctioned and not s.weapon("m2").malfunctioned


@pytest.mark.rule("SKF:4.1-d")
def test_equal_dice_roll_again() -> None:
    s = two_guns(4, 4)
    assert isinstance(s.pending, Chance) and s.pending.dice == 2
    s.roll(1, 2)
    assert s.weapon("m2").malfunctioned and not s.weapon("m1").malfunctioned


def first_fire(mode: str, *dice: int, type: str = "ger-mmg") -> Situation:
    """A German with a MG that has fired fires at a Russian who moves past him (or, in the DFPh, has moved)."""
    here, there = line(1)
    s = Situation(
        "y",
        "DFPh" if mode == "final" else "MPh",
        "russian",
        units(
            {
                "id": "g",
                "type": "ger-467",
                "hex": here,
                "fire": "first",
                "sw": [gun(type=type, fire="first")],
            },
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    if mode == "final":
        return s.do(f"target - {there}", "add g+mg", "declare").roll(*dice)
    s.do("move r")
    step = next(
        option
        for option in s.options("enter")
        if s.g.map.distance(s.g.map.resolve(here), option.split()[2]) == 1
    )
    return s.do(step, "fire", "add g+mg", "declare").roll(*dice)


@pytest.mark.rule("SKF:3.3.3-h", "SKF:4.1-e")
@pytest.mark.parametrize(("dice", "broken", "gone"), BREAKDOWNS)
def test_a_gun_of_subsequent_first_fire_may_be_lost(dice: tuple[int, int], broken: bool, gone: bool) -> None:
    s = first_fire("subsequent", *dice)
    assert ("mg" not in s.state.weapons) is gone
    if not gone:
        assert s.weapon("mg").malfunctioned is broken


@pytest.mark.rule("SKF:3.4-b", "SKF:4.1-e")
@pytest.mark.parametrize(("dice", "broken", "gone"), BREAKDOWNS)
def test_so_may_one_of_final_fire_that_is_marked_first_fire(
    dice: tuple[int, int], broken: bool, gone: bool
) -> None:
    s = first_fire("final", *dice)
    assert ("mg" not in s.state.weapons) is gone
    if not gone:
        assert s.weapon("mg").malfunctioned is broken


@pytest.mark.rule("SKF:3.4-b")
def test_final_fire_of_the_marked_is_halved_and_has_no_rate_of_fire() -> None:
    s = first_fire("final", 1, 3)
    added_up = s.event("attack").breakdown
    assert added_up is not None
    factors = {line.label: line.value for line in added_up.lines if line.sign == "x"}
    assert sorted(factors.values()) == [0.5, 2.0]
    assert s.weapon("mg").fire == "final"


@pytest.mark.rule("SKF:4.1-e")
def test_an_unmarked_gun_keeps_its_number_in_final_fire() -> None:
    s = first_fire("final", 4, 5)
    unit, weapon = s.unit("g"), s.weapon("mg")
    assert machine_guns.breakdown_number(s.g, unit, weapon, firers.FINAL_FIRE) == 12
    assert machine_guns.breakdown_number(s.g, unit, weapon, firers.FINAL_ADJACENT) == 10


# -- what the use of weapons costs -------------------------------------------------------------------------


def two_weapons() -> Situation:
    """A squad fires two LMG at one who moves past it, and then sees another step."""
    here, there = line(1)
    s = Situation(
        "y",
        "MPh",
        "russian",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "sw": [gun("m1", "ger-lmg"), gun("m2", "ger-lmg")]},
            {"id": "r", "type": "rus-8-1", "hex": there},
        ),
    )
    here = s.g.map.resolve(here)
    s.do("move r")
    near = [o for o in s.options("enter") if s.g.map.distance(here, o.split()[2]) == 1]
    s.do(near[0], "fire", "add g+m1", "add g+m2", "declare").roll(4, 5)
    while isinstance(s.pending, Chance):
        s.roll(1, 2)
    return s


@pytest.mark.rule("SKF:4.0-l")
def test_fp_given_up_for_two_weapons_comes_back_for_subsequent_first_fire() -> None:
    s = two_weapons()
    assert s.unit("g").no_fp and s.unit("g").fire == "first"
    here = s.unit("g").hex
    while not s.options("enter"):
        s.decline()
    near = [o for o in s.options("enter") if s.g.map.distance(here, o.split()[2]) == 1]
    s.do(near[0], "fire")
    assert s.offers("add g")
    s.do("add g", "add g+m1", "add g+m2", "declare").roll(6, 4)
    halves = [line for line in s.breakdown().lines if line.label.endswith("Subsequent First Fire")]
    assert len(halves) == 3, "own FP and both guns"


@pytest.mark.rule("SKF:4.0-l")
def test_it_does_not_come_back_for_the_attackers_advancing_fire() -> None:
    here, there = line(3)
    guns = [gun("m1", "ger-lmg"), gun("m2", "ger-lmg")]
    s = Situation(
        "y",
        "PFPh",
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "sw": guns},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do(f"target - {there}", "add g+m1", "add g+m2", "declare").roll(6, 5)
    assert firers.own_fp_refusal(s.g, s.unit("g")) is not None


@pytest.mark.rule("SKF:4.0-l", "SKF:3.3.3-n")
def test_fpf_takes_all_fp_and_every_gun() -> None:
    here, there = line(1)
    guns = [gun("m1", "ger-lmg", fire="final"), gun("m2", "ger-lmg", fire="final"), gun("ft", "ger-ft")]
    s = Situation(
        "y",
        "MPh",
        "russian",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "fire": "final", "sw": guns},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do("move r")
    here = s.g.map.resolve(here)
    near = [o for o in s.options("enter") if s.g.map.distance(here, o.split()[2]) == 1]
    s.do(near[0], "fire", "add g", "declare").roll(1, 2)
    added_up = s.event("attack").breakdown
    assert added_up is not None
    firing = [line.label for line in added_up.lines if line.sign == "fp"]
    assert len(firing) == 3 and not any("FT" in label for label in firing)


@pytest.mark.rule("SKF:4.3-b")
def test_one_charge_a_squad() -> None:
    charges = [gun("d1", "ger-dc"), gun("d2", "ger-dc")]
    s = Situation(
        "z",
        "MPh",
        "german",
        units(
            {"id": "g", "type": "ger-468", "hex": "I5", "sw": charges},
            {"id": "r", "type": "rus-447", "hex": "I6", "broken": True},
        ),
    )
    s.do("move g", "place g+d1 I6")
    while not s.offers("stop"):
        s.decline()
    assert s.weapon("d1").placed_at == "zI6"
    assert s.options("place") == []
    assert s.refusal("place g+d2 I6").rule == "SKF:4.3-b"


# -- the enemy in one's own hex ----------------------------------------------------------------------------


def face_to_face(**more: object) -> Situation:
    here, there = line(3)
    return Situation(
        "y",
        "PFPh",
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "sw": [gun(), gun("ft", "ger-ft")]},
            {"id": "r", "type": "rus-447", "hex": here, "broken": True},
            {"id": "o", "type": "rus-447", "hex": there},
            {"id": "h", "type": "ger-467", "hex": there, "broken": True},
            **more,
        ),
    )


@pytest.mark.rule("SKF:3.2.2.1-a")
def test_triple_fp_against_those_in_the_same_hex() -> None:
    s = face_to_face()
    here = s.unit("g").hex
    s.do(f"target - {here}", "add g", "add g+mg", "declare").roll(1, 2)
    added_up = s.event("attack").breakdown
    assert added_up is not None and added_up.total == 3 * (4 + 5)
    assert [line.value for line in added_up.lines if line.sign == "x"] == [3.0, 3.0]
    assert s.event("attack").who == ("r",), "no friend is hit"


@pytest.mark.rule("SKF:4.2-b")
def test_no_tripling_for_a_flamethrower() -> None:
    s = face_to_face()
    here = s.unit("g").hex
    s.do(f"target - {here}", "add g+ft", "declare").roll(1, 2)
    assert s.breakdown().total == 24


@pytest.mark.rule("SKF:3.2.2.1-c")
def test_no_fire_out_of_a_hex_with_an_enemy() -> None:
    s = face_to_face()
    assert s.options("target") == [f"target - {s.unit('g').hex}"]
    found = firers.aiming_mode(s.g, "PFPh", s.unit("g"), None, s.unit("o").hex, ("o",), 3)
    assert not isinstance(found, str) and found.rule == "SKF:3.2.2.1-c"


# -- fire groups and leaders -------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.2.2-n")
def test_no_leader_directs_a_flamethrower() -> None:
    here, there = line(1)
    s = Situation(
        "y",
        "PFPh",
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "sw": [gun("ft", "ger-ft")]},
            {"id": "l", "type": "ger-9-1", "hex": here},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do(f"target - {there}", "add g+ft", "declare")
    assert isinstance(s.pending, Chance), "nobody is asked for a leader"
    s.roll(2, 2)
    assert any("cowers" in line.label for line in s.breakdown().lines)


def bent_row() -> tuple[str, ...]:
    """Three firers' hexes in a row and a target hex; the middle one is not in the way of the others."""
    area = board()
    for target in area.names:
        for a, b, c in _rows(area, target, 3):
            touched = {crossing.hex for hex in (a, c) for crossing in area.between(hex, target)}
            if area.terrain[target] == "open" and b not in touched:
                return a, b, c, target
    raise LookupError("no such row")


@pytest.mark.rule("SKF:3.2.2-l")
def test_members_with_los_must_go_on_and_as_one_only_if_adjacent() -> None:
    a, b, c, target = bent_row()
    s = Situation(
        "y",
        "PFPh",
        "german",
        units(
            *({"id": f"g{n}", "type": "ger-467", "hex": hex} for n, hex in enumerate((a, b, c))),
            {"id": "r", "type": "rus-447", "hex": target},
        ),
        options={"los": "strict"},
        smoke={b: 6},
    )
    s.do(f"target - {target}", "add g1", "add g0", "add g2", "declare")
    assert s.said("There is no LOS")
    assert s.options() == ["separately"], (
        "they hung together through the one without LOS, and may not decline"
    )


# -- effects -----------------------------------------------------------------------------------------------


def volley(*targets: Plain, phase: str = "PFPh") -> Situation:
    """36 FP at Russians."""
    here, there = line(1)
    firing = [{"id": f"g{n}", "type": "ger-548", "hex": here} for n in (1, 2, 3)]
    lead = {"id": "lead", "type": "ger-8-0", "hex": here}
    s = Situation("y", phase, "german", [*firing, lead, *({"hex": there, **t} for t in targets)])
    return s.do(f"target - {there}", "add g1", "add g2", "add g3", "declare", "direct lead")


@pytest.mark.rule("SKF:3.2.3-c")
def test_a_kia_eliminates_exactly_so_many() -> None:
    s = volley(*({"id": f"r{n}", "type": "rus-447"} for n in (1, 2, 3))).roll(1, 3)
    kia = s.event("attack").text
    assert "2KIA" in kia
    s.roll(5, 3, 3)
    assert isinstance(s.pending, Chance) and s.pending.dice == 2, "two of them tie for the second place"
    assert not any(s.gone(f"r{n}") for n in (1, 2, 3))
    s.roll(2, 6)
    assert [s.gone(f"r{n}") for n in (1, 2, 3)] == [True, False, True]
    assert s.unit("r2").broken and s.unit("r2").dm


@pytest.mark.rule("SKF:3.2.3-c")
def test_the_odds_know_that() -> None:
    s = volley({"id": "r1", "type": "rus-447"}, {"id": "r2", "type": "rus-447"})
    assert ift.chance_to_be_picked(s.g, 2, 1) == 0.5
    assert ift.chance_to_be_picked(s.g, 2, 3) == 1.0


@pytest.mark.rule("SKF:3.2.3-k")
def test_who_breaks_is_no_longer_cx() -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "DFPh",
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here, "cx": True},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do(f"target - {here}", "add r", "declare").roll(1, 2, 6, 5)
    assert s.unit("g").broken and not s.unit("g").cx and not s.unit("g").pinned


@pytest.mark.rule("SKF:3.2.3-s")
@pytest.mark.parametrize("broken", [True, False])
def test_only_the_unbroken_are_pinned_by_an_exact_pass(broken: bool) -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "r", "type": "rus-447", "hex": there, "broken": broken},
        ),
    )
    s.do(f"target - {there}", "add g", "declare").roll(2, 4)
    assert "NMC" in s.event("attack").text
    s.roll(3, 4)
    assert s.unit("r").pinned is not broken


@pytest.mark.rule("SKF:3.2.3-v")
@pytest.mark.parametrize(
    ("states", "checks"), [({}, True), ({"broken": True}, False), ({"pinned": True}, False)]
)
def test_ptc_of_the_unbroken_and_unpinned(states: Plain, checks: bool) -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        units(
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "r", "type": "rus-447", "hex": there, **states},
        ),
    )
    s.do(f"target - {there}", "add g", "declare").roll(3, 4)
    assert "PTC" in s.event("attack").text
    assert isinstance(s.pending, Chance) is checks


@pytest.mark.rule("SKF:3.2.3-r")
def test_no_check_for_a_broken_leader_in_melee() -> None:
    here, there = line(1)
    s = Situation(
        "y",
        "PFPh",
        "german",
        units(
            {"id": "g1", "type": "ger-548", "hex": here},
            {"id": "g2", "type": "ger-467", "hex": there, "melee": True},
            {"id": "l", "type": "rus-8-1", "hex": there, "melee": True},
            {"id": "r", "type": "rus-447", "hex": there, "melee": True},
        ),
    )
    s.do(f"target - {there}", "add g1", "declare").roll(2, 4)
    assert "MC" in s.event("attack").text
    s.roll(5, 6)
    assert s.unit("l").broken
    while isinstance(s.pending, Chance):
        assert "PTC" not in s.pending.asks
        s.roll(1, 2)


@pytest.mark.rule("SKF:4.0-i")
def test_weapons_of_the_lost_are_judged_by_the_plain_dr() -> None:
    here, there = line(1)
    firing = [{"id": f"g{n}", "type": "ger-548", "hex": here} for n in (1, 2, 3)]
    units = [*firing, {"id": "l", "type": "ger-9-2", "hex": here}]
    s = Situation(
        "y",
        "PFPh",
        "german",
        [*units, {"id": "r", "type": "rus-447", "hex": there, "sw": [gun("mg", "rus-mmg")]}],
    )
    s.do(f"target - {there}", "add g1", "add g2", "add g3", "declare", "direct l").roll(1, 2)
    assert "KIA" in s.event("attack").text and s.gone("r")
    s.roll(6)
    assert "final 6" in s.event("weapon_fate").text, "not 4"


# -- leaders -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.2.1-b")
@pytest.mark.parametrize("together", [True, False])
def test_a_leader_does_not_help_those_who_move_apart_from_him(together: bool) -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "MPh",
        "russian",
        units(
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "l", "type": "rus-9-1", "hex": there},
            {"id": "r", "type": "rus-447", "hex": there},
        ),
    )
    s.do("move r")
    if together:
        s.do("join l")
    helped = morale.leader_help(s.g, s.unit("r"), ("l",), forced=True)
    assert (helped is not None) is together


def test_frames_of_attacks_hold_nothing_new_in_the_first_kit() -> None:
    attack = Attack("PFPh", "german", "yA1", ())
    assert (attack.kept, attack.shot_fp, attack.outside) == ((), (), 0)

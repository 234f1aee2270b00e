"""Support weapons that fire: machine guns, rate of fire, breakdown, and how many a unit can use (SK1:4.0,
SK1:4.1)."""

from __future__ import annotations

import pytest

from defilade.rules.sk import machine_guns
from sk.places import board, line, lines
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def gun(kind: str = "ger-mmg", wid: str = "mg", **states: object) -> dict[str, object]:
    return {"id": wid, "type": kind, **states}


def facing(
    firers: list[dict[str, object]],
    distance: int = 3,
    phase: str = "PFPh",
    attacker: str = "german",
    **more: object,
) -> tuple[Situation, str]:
    here, there = line(distance)
    side = "german" if phase != "DFPh" else "russian"
    units = [{"hex": here, **firer} for firer in firers]
    s = Situation("y", phase, side, [*units, {"id": "r", "type": "rus-447", "hex": there}], **more)
    return s, there


SQUAD = {"id": "g", "type": "ger-467"}
HALF_SQUAD = {"id": "g", "type": "ger-247"}


# -- rate of fire --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SK1:1.2.4-c", "SK1:1.4-b", "SK1:1.4-a", "SK1:4.1-d", "SK1:3.2-a", "SK1:4.1-a", "SK1:1.2.4-b"
)
def test_the_coloured_die_decides_on_rate_of_fire() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}])
    s.do(f"target - {there}", "add g+mg", "declare").roll(2, 6)
    assert s.breakdown().total == 5
    assert s.weapon("mg").fire == ""
    s.do(f"target - {there}", "add g+mg", "declare").roll(3, 5)
    assert s.weapon("mg").fire == "prep"


@pytest.mark.rule("SK1:1.2.4-c")
def test_a_gun_without_rof_left_is_refused() -> None:
    s, there = facing([{**SQUAD, "sw": [gun(fire="prep")]}])
    s.do(f"target - {there}")
    assert s.refusal("add g+mg").rule == "SK1:1.2.4-c"


@pytest.mark.rule("SK1:4.1-d", "SK1:3.2-w")
def test_later_rof_shots_are_separate_attacks() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}])
    s.do(f"target - {there}", "add g", "add g+mg", "declare").roll(1, 6)
    assert s.breakdown().total == 9
    s.roll(2, 2)
    s.do(f"target - {there}")
    assert s.options("add") == ["add g+mg"]


@pytest.mark.rule("SK1:4.1-d", "SK1:4.1-c", "SK1:3.2-w")
def test_a_squad_fires_after_its_gun_which_keeps_its_rate() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}, {"id": "g2", "type": "ger-467"}])
    s.do(f"target - {there}", "add g+mg", "declare").roll(1, 6, 2, 2)
    s.do(f"target - {there}")
    assert s.options("add") == ["add g", "add g+mg"], (
        "apart or together with the gun; not the squad beside it"
    )
    s.do("add g", "declare").roll(6, 5)
    assert s.breakdown().total == 4
    s.do(f"target - {there}")
    assert s.options("add") == ["add g+mg"], "its rate is still there"


@pytest.mark.rule("SK1:4.1-d", "SK1:3.2-w")
def test_a_squad_joins_the_gun_that_has_fired_before() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}])
    s.do(f"target - {there}", "add g+mg", "declare").roll(1, 6, 2, 2)
    s.do(f"target - {there}", "add g", "add g+mg", "declare").roll(6, 5)
    assert s.breakdown().total == 9


@pytest.mark.rule("SK1:4.1-c", "SK1:4.1-d")
def test_gun_and_squad_do_not_fire_apart_where_the_gun_has_lost_its_rate() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}])
    s.do(f"target - {there}", "add g+mg", "declare").roll(5, 6)
    assert not s.offers(f"target - {there}")
    s, there = facing([{**SQUAD, "sw": [gun()]}])
    s.do(f"target - {there}", "add g", "declare").roll(5, 6)
    assert not s.offers(f"target - {there}"), "the gun has kept nothing yet"


@pytest.mark.rule("SK1:3.2.1-u3", "SK1:3.2.1-u2")
def test_a_pinned_unit_has_no_rate_of_fire() -> None:
    s, there = facing([{**SQUAD, "pinned": True, "sw": [gun()]}])
    s.do(f"target - {there}", "add g+mg", "declare").roll(1, 6)
    assert s.weapon("mg").fire == "prep"
    assert s.breakdown().total == 2.5


@pytest.mark.rule("SK1:4.0-p", "SK1:4.0-p2")
def test_captured_guns() -> None:
    s, there = facing([{**SQUAD, "sw": [gun("rus-mmg")]}])  # ROF 2, B11
    unit, weapon = s.unit("g"), s.weapon("mg")
    assert machine_guns.rate_of_fire(s.g, unit, weapon) == 1
    assert machine_guns.breakdown_number(s.g, unit, weapon) == 9
    s.do(f"target - {there}", "add g+mg", "declare").roll(2, 6)
    assert s.weapon("mg").fire == "prep" and not s.weapon("mg").malfunctioned


# -- breakdown -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:4.1-g", "SK1:4.1-g2", "SK1:2.0-c", "SK1:1.2.4-d")
def test_a_gun_malfunctions_after_its_attack() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}], distance=1)
    s.do(f"target - {there}", "add g", "add g+mg", "declare").roll(6, 6)
    assert s.breakdown().total == 18  # in full, 16 column; cowered to 12
    kinds = [event.kind for event in s.events]
    assert kinds.index("attack") < kinds.index("malfunction")
    assert s.weapon("mg").malfunctioned and s.weapon("mg").owner == "g"


@pytest.mark.rule("SK1:1.2.4-d")
def test_a_malfunctioned_gun_does_not_fire() -> None:
    s, there = facing([{**SQUAD, "sw": [gun(malfunctioned=True)]}])
    s.do(f"target - {there}")
    assert s.refusal("add g+mg").rule == "SK1:1.2.4-d"


@pytest.mark.rule("SK1:4.0-q", "SK1:5.4-a", "SK1:4.0-p2")
def test_lowered_breakdown_numbers_add_up() -> None:
    s, _ = facing(
        [
            {"id": "conscript", "type": "ger-436", "sw": [gun(), gun("rus-mmg", "captured")]},
            {"id": "line", "type": "ger-467", "sw": [gun("ger-lmg", "lmg")]},
        ]
    )
    number = machine_guns.breakdown_number
    assert number(s.g, s.unit("conscript"), s.weapon("mg")) == 11
    assert number(s.g, s.unit("conscript"), s.weapon("captured")) == 11 - 2 - 1
    assert number(s.g, s.unit("line"), s.weapon("lmg")) == 12


@pytest.mark.rule("SK1:4.1-h")
def test_subsequent_fire_lowers_the_breakdown_number() -> None:
    s, _ = facing([{**SQUAD, "sw": [gun()]}])
    unit, weapon = s.unit("g"), s.weapon("mg")
    assert machine_guns.breakdown_number(s.g, unit, weapon, "subsequent") == 10
    assert machine_guns.breakdown_number(s.g, unit, weapon, "fpf") == 10
    assert machine_guns.breakdown_number(s.g, unit, weapon, "final_adjacent") == 12


# -- who may use how many ------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:1.2.4-a")
def test_a_weapon_is_fired_by_its_possessor() -> None:
    s, there = facing([{**SQUAD, "sw": [gun()]}, {"id": "g2", "type": "ger-467"}])
    s.do(f"target - {there}")
    assert s.refusal("add g2+mg").rule == "SK1:1.2.4-a"


@pytest.mark.rule("SK1:4.0-r", "SK1:4.0-r2")
def test_a_squad_fires_one_weapon_freely_and_a_second_at_the_cost_of_its_own_fp() -> None:
    guns = [gun(), gun("ger-lmg", "lmg"), gun("ger-lmg", "third")]
    s, there = facing([{**SQUAD, "sw": guns}])
    s.do(f"target - {there}", "add g", "add g+mg")
    assert s.refusal("add g+lmg").rule == "SK1:4.0-r2"
    s.do("cancel", f"target - {there}", "add g+mg", "add g+lmg")
    assert s.refusal("add g").rule == "SK1:4.0-r2"
    assert s.refusal("add g+third").rule == "SK1:4.0-r2"
    s.do("declare").roll(5, 6)
    assert s.unit("g").no_fp and s.breakdown().total == 8


@pytest.mark.rule("SK1:4.0-r2")
def test_two_weapons_at_two_targets_cost_the_own_fp_for_the_player_turn() -> None:
    s, there = facing([{**SQUAD, "sw": [gun(), gun("ger-lmg", "lmg")]}])
    here = s.unit("g").hex
    other = next(hex for hex in board().adjacent[there] if board().hindrance(here, hex) == 0)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {**SQUAD, "hex": here, "sw": [gun(), gun("ger-lmg", "lmg")]},
            {"id": "r", "type": "rus-447", "hex": there},
            {"id": "r2", "type": "rus-447", "hex": other},
        ],
    )
    s.do(f"target - {there}", "add g+mg", "declare").roll(5, 6)
    s.do(f"target - {other}", "add g+lmg", "declare").roll(5, 6)
    assert s.unit("g").no_fp
    assert s.state.phase != "PFPh"  # nothing is left to fire with


@pytest.mark.rule("SK1:4.0-r2")
def test_a_second_weapon_is_refused_once_the_own_fp_was_used() -> None:
    s, there = facing(
        [{**SQUAD, "fire": "prep", "weapons_used": ("mg",), "sw": [gun(), gun("ger-lmg", "lmg")]}]
    )
    s.do(f"target - {there}")
    assert s.options("add") == ["add g+mg"]
    assert s.refusal("add g+lmg").rule == "SK1:4.0-r2"


@pytest.mark.rule("SK1:4.0-s")
def test_a_half_squad_fires_its_own_fp_or_one_weapon() -> None:
    s, there = facing([{**HALF_SQUAD, "sw": [gun(), gun("ger-lmg", "lmg")]}])
    s.do(f"target - {there}", "add g")
    assert s.refusal("add g+mg").rule == "SK1:4.0-s"
    s.do("cancel", f"target - {there}", "add g+mg")
    assert s.refusal("add g").rule == s.refusal("add g+lmg").rule == "SK1:4.0-s"
    s.do("declare").roll(5, 6)
    assert s.unit("g").no_fp


@pytest.mark.rule("SK1:4.1-b", "SK1:4.1-b2", "SK1:2.0-b", "SK1:4.0-t", "SK1:3.2-p3")
def test_leaders_on_a_machine_gun() -> None:
    leaders = [{"id": "l1", "type": "ger-9-1", "sw": [gun()]}, {"id": "l2", "type": "ger-8-0"}]
    s, there = facing(leaders)
    s.do(f"target - {there}", "add l1+mg", "declare", "no-leader").roll(2, 2)
    assert (s.breakdown().total, s.breakdown().column) == (2.5, 2)  # doubles, but no MMC fires
    assert s.breakdown().value("SK1:4.1-b") == 0.5
    s, there = facing(leaders)
    s.do(f"target - {there}", "add l1+mg+l2", "declare").roll(5, 6)
    assert s.breakdown().total == 5
    assert s.unit("l1").used_weapon_in == s.unit("l2").used_weapon_in == "PFPh"


@pytest.mark.rule("SK1:4.1-b2")
def test_only_two_leaders_of_one_hex_share_a_gun() -> None:
    s, there = facing([{"id": "l1", "type": "ger-9-1", "sw": [gun()]}, {"id": "g", "type": "ger-467"}])
    s.do(f"target - {there}")
    assert s.refusal("add l1+mg+g").rule == "SK1:4.1-b2"


@pytest.mark.rule("SK1:4.0-t2", "SK1:1.2.1-c")
def test_a_leader_who_fires_exerts_no_leadership_and_the_other_way_round() -> None:
    units = [{"id": "l", "type": "ger-9-1", "sw": [gun()]}, SQUAD]
    s, there = facing(units)
    s.do(f"target - {there}", "add g", "add l+mg", "declare").roll(6, 5)
    assert s.breakdown().drm == 0 and s.breakdown().total == 6.5
    s, there = facing(units)
    s.do(f"target - {there}", "add g", "declare", "direct l").roll(6, 5)
    assert s.unit("l").fire == "prep"
    assert s.state.phase != "PFPh"  # nothing is left to fire with


@pytest.mark.rule("SK1:4.0-t2")
def test_a_leader_who_fired_directs_nobody_else_in_that_phase() -> None:
    a, b = line(3)
    c = next(hex for hex in board().adjacent[b] if board().hindrance(a, hex) == 0)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "l", "type": "ger-9-1", "hex": a, "sw": [gun()]},
            {**SQUAD, "hex": a},
            {"id": "r", "type": "rus-447", "hex": b},
            {"id": "r2", "type": "rus-447", "hex": c},
        ],
    )
    s.do(f"target - {b}", "add l+mg", "declare").roll(6, 5)
    s.do(f"target - {c}", "add g")
    assert s.refusal("direct l").rule == "SK1:4.0-t2"
    s.do("declare")
    assert not s.options("direct")


@pytest.mark.rule("SK1:4.0-t")
def test_a_leader_uses_one_weapon() -> None:
    s, there = facing([{"id": "l", "type": "ger-9-1", "sw": [gun(), gun("ger-lmg", "lmg")]}])
    s.do(f"target - {there}", "add l+mg")
    assert s.refusal("add l+lmg").rule == "SK1:4.0-t"


# -- range ---------------------------------------------------------------------------------------------------


def far_shot(leader: bool, **target: object) -> tuple[Situation, str]:
    here, there = lines(18)[0]
    units = [{"id": "g", "type": "ger-467", "hex": here, "sw": [gun("ger-hmg")]}]
    if leader:
        units.append({"id": "l", "type": "ger-9-1", "hex": here})
    s = Situation("y", "PFPh", "german", [*units, {"id": "r", "type": "rus-447", "hex": there, **target}])
    return s, there


@pytest.mark.rule("SK1:4.1-e")
def test_beyond_16_hexes_a_leader_must_direct() -> None:
    s, there = far_shot(leader=False)
    assert not s.offers(f"target - {there}")
    s, there = far_shot(leader=True)
    s.do(f"target - {there}", "add g+mg", "declare")
    assert s.options("direct") == ["direct l"]
    assert s.refusal("no-leader").rule == "SK1:4.1-e"


@pytest.mark.rule("SK1:4.1-f", "SK1:3.2-l")
def test_beyond_16_hexes_it_is_area_fire_against_unbroken_infantry() -> None:
    s, there = far_shot(leader=True)
    s.do(f"target - {there}", "add g+mg", "declare", "direct l").roll(6, 5)
    assert s.breakdown().total == 7 / 4
    assert s.breakdown().value("SK1:4.1-f") == 0.5
    s, there = far_shot(leader=True, broken=True)
    s.do(f"target - {there}", "add g+mg", "declare", "direct l").roll(6, 5)
    assert s.breakdown().total == 3.5

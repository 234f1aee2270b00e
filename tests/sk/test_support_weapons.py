"""Support weapons outside fire and movement (SK1:3.1, SK1:4.0): recovery, repair, transfer, destruction."""

from __future__ import annotations

from typing import Any

import pytest

from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

HERE = "G10"


def unit(uid: str, counter: str, hex: str = HERE, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def lying(uid: str = "mg", kind: str = "rus-lmg", hex: str = HERE, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": kind, "hex": hex, **states}


def rally_phase(*units: dict[str, Any], attacker: str = "russian", **more: Any) -> Situation:
    return Situation("z", "RPh", attacker, [*units, unit("far", "ger-467", "GG1")], **more)


def fire_phase(phase: str, attacker: str, *units: dict[str, Any]) -> Situation:
    """A fire phase in which the Russians in `HERE` see one German squad."""
    return Situation("z", phase, attacker, [*units, unit("g1", "ger-467", "G9")])


# -- recovery ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1b", "SK1:4.0-h")
@pytest.mark.parametrize(
    ("cx", "dr", "owner"), [(False, 5, "r1"), (False, 6, ""), (True, 4, "r1"), (True, 5, "")]
)
def test_recovery_needs_less_than_six_and_cx_adds_one(cx: bool, dr: int, owner: str) -> None:
    s = rally_phase(unit("r1", "rus-447", cx=cx), loose=[lying()])
    s.do("recover r1+mg").roll(dr)
    assert s.weapon("mg").owner == owner
    assert s.breakdown().drm == int(cx)


@pytest.mark.rule("SK1:3.1b", "SK1:4.0-g")
def test_both_sides_recover_in_every_rally_phase() -> None:
    s = rally_phase(
        unit("r1", "rus-447"), unit("g1", "ger-467", "A1"), loose=[lying(), lying("mg2", "ger-lmg", "A1")]
    )
    assert (s.side(), s.options("recover")) == ("russian", ["recover r1+mg"])
    s.do("done")
    assert (s.side(), s.options("recover")) == ("german", ["recover g1+mg2"])


@pytest.mark.rule("SK1:4.0-g", "SK1:3.1-b")
def test_recovery_is_the_only_action_of_the_phase() -> None:
    s = rally_phase(unit("r1", "rus-447"), unit("r2", "rus-447"), loose=[lying(), lying("mg2")])
    s.do("recover r1+mg").roll(6)
    assert s.options("recover") == ["recover r2+mg", "recover r2+mg2"]
    assert s.refusal("recover r1+mg2").rule == "SK1:3.1-b"


@pytest.mark.rule("SK1:3.1b")
def test_only_good_order_units_recover_and_only_in_their_own_hex() -> None:
    s = rally_phase(
        unit("r1", "rus-447", broken=True),
        unit("r2", "rus-447", "G9"),
        unit("r3", "rus-8-0"),
        loose=[lying()],
    )
    assert s.options("recover") == ["recover r3+mg"]
    assert s.refusal("recover r1+mg").rule == "SK1:2.0-h"
    assert s.refusal("recover r2+mg").rule == "SK1:4.0-g"


@pytest.mark.rule("SK1:4.0-f")
def test_the_weapon_of_an_eliminated_unit_lies_there_until_it_is_recovered() -> None:
    s = rally_phase(
        unit("r1", "rus-237", broken=True, sw=[{"id": "mg", "type": "rus-lmg"}]), unit("r2", "rus-447")
    )
    s.do("self-rally r1").roll(6, 6)
    assert s.gone("r1")
    assert s.weapon("mg").owner == "" and s.weapon("mg").hex == s.unit("r2").hex
    while s.state.attacker == "russian":
        s.decline()
    assert "recover r2+mg" in s.options()


# -- repair ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1c-a")
@pytest.mark.parametrize(
    ("kind", "dr", "works"), [("rus-mmg", 2, True), ("rus-mmg", 3, False), ("rus-hmg", 3, True)]
)
def test_repair_at_or_below_the_repair_number(kind: str, dr: int, works: bool) -> None:
    s = rally_phase(unit("r1", "rus-447", sw=[{"id": "mg", "type": kind, "malfunctioned": True}]))
    s.do("repair r1+mg").roll(dr)
    assert s.weapon("mg").malfunctioned is not works


@pytest.mark.rule("SK1:3.1c-b")
def test_a_six_loses_the_weapon_for_good() -> None:
    s = rally_phase(unit("r1", "rus-447", sw=[{"id": "mg", "type": "rus-mmg", "malfunctioned": True}]))
    s.do("repair r1+mg").roll(6)
    assert "mg" not in s.state.weapons
    assert "SK1:3.1c-b" in s.event("repair").rules


@pytest.mark.rule("SK1:3.1c-a", "SK1:3.1c-b")
def test_cx_makes_repair_harder_but_only_an_original_six_loses_the_weapon() -> None:
    s = rally_phase(
        unit("r1", "rus-447", cx=True, sw=[{"id": "mg", "type": "rus-hmg", "malfunctioned": True}])
    )
    s.do("repair r1+mg").roll(5)
    assert s.weapon("mg").malfunctioned and s.breakdown().drm == 1


@pytest.mark.rule("SK1:3.1c-a")
def test_captured_or_working_weapons_and_broken_owners_are_no_case_for_repair() -> None:
    s = rally_phase(
        unit("r1", "rus-447", sw=[{"id": "a", "type": "ger-mmg", "malfunctioned": True}]),
        unit("r2", "rus-447", sw=[{"id": "b", "type": "rus-mmg"}]),
        unit("r3", "rus-447", "T5", broken=True, sw=[{"id": "c", "type": "rus-mmg", "malfunctioned": True}]),
        unit("r4", "rus-447", "T6", sw=[{"id": "d", "type": "rus-mmg", "malfunctioned": True}]),
    )
    assert s.options("repair") == ["repair r4+d"]
    assert s.refusal("repair r1+a").rule == "SK1:3.1c-a"
    assert s.refusal("repair r2+b").rule == "SK1:3.1c-a"
    assert s.refusal("repair r3+c").rule == "SK1:2.0-h"
    assert s.refusal("repair r1+d").rule == "SK1:1.2.4-a"


# -- transfer ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1d")
def test_weapons_change_hands_without_a_roll_among_good_order_units_stacked_together() -> None:
    s = rally_phase(
        unit("r1", "rus-447", sw=[{"id": "mg", "type": "rus-lmg"}]),
        unit("r2", "rus-447"),
        unit("r3", "rus-447", broken=True),
        unit("r4", "rus-8-0"),
        unit("r5", "rus-447", "G9"),
    )
    assert s.options("transfer") == ["transfer mg+r2", "transfer mg+r4"]
    assert s.refusal("transfer mg+r3").rule == "SK1:2.0-h"
    assert s.refusal("transfer mg+r5").rule == "SK1:3.1d"
    s.do("transfer mg+r4")
    assert s.weapon("mg").owner == "r4"
    assert s.refusal("transfer mg+r2").rule == "SK1:3.1d"


@pytest.mark.rule("SK1:3.1d")
def test_the_defender_rearranges_after_the_attacker() -> None:
    s = rally_phase(
        unit("r1", "rus-447", sw=[{"id": "mg", "type": "rus-lmg"}]),
        unit("r2", "rus-447"),
        unit("g1", "ger-467", "A1", sw=[{"id": "mg2", "type": "ger-lmg"}]),
        unit("g2", "ger-467", "A1"),
    )
    assert s.side() == "russian"
    s.do("done")
    assert (s.side(), s.options("transfer")) == ("german", ["transfer mg2+g2"])


@pytest.mark.rule("SK1:4.0-i", "SK1:3.1d")
def test_a_weapon_is_not_passed_on_in_the_phase_of_its_recovery() -> None:
    s = rally_phase(
        unit("r1", "rus-447", sw=[{"id": "own", "type": "rus-lmg"}]),
        unit("r2", "rus-447", sw=[{"id": "more", "type": "rus-lmg"}]),
        unit("r3", "rus-447"),
        loose=[lying()],
    )
    s.do("recover r1+mg").roll(1)
    assert s.options("transfer") == ["transfer more+r3"]
    # r1 has had its action; nobody hands anything over to it or gets anything from it.
    assert s.refusal("transfer mg+r2").rule == "SK1:4.0-i"
    assert s.refusal("transfer own+r2").rule == "SK1:3.1-b"


# -- destruction -------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:4.0-n")
@pytest.mark.parametrize(("phase", "attacker"), [("PFPh", "russian"), ("DFPh", "german")])
def test_a_possessor_destroys_its_weapon_in_its_fire_phase(phase: str, attacker: str) -> None:
    s = fire_phase(phase, attacker, unit("r1", "rus-447", sw=[{"id": "mg", "type": "rus-lmg"}]))
    s.do("destroy r1+mg")
    assert "mg" not in s.state.weapons
    assert s.unit("r1").weapons_used == ("mg",)


@pytest.mark.rule("SK1:4.0-n")
def test_destroying_counts_as_the_one_weapon_that_a_half_squad_uses() -> None:
    s = fire_phase(
        "PFPh",
        "russian",
        unit("r1", "rus-237", sw=[{"id": "a", "type": "rus-lmg"}, {"id": "b", "type": "rus-lmg"}]),
    )
    s.do("destroy r1+a")
    assert s.state.phase != "PFPh"  # nothing is left to do in it


@pytest.mark.rule("SK1:4.0-n")
def test_a_squad_that_destroyed_one_may_still_fire_but_a_second_costs_its_fp() -> None:
    weapons = [{"id": "a", "type": "rus-lmg"}, {"id": "b", "type": "rus-lmg"}, {"id": "c", "type": "rus-lmg"}]
    s = fire_phase("PFPh", "russian", unit("r1", "rus-447", sw=weapons))
    s.do("destroy r1+a")
    assert s.options("target")
    s.do("destroy r1+b")
    assert s.state.phase != "PFPh"  # nothing is left to do in it


@pytest.mark.rule("SK1:4.0-n")
def test_a_broken_unit_destroys_nothing() -> None:
    s = fire_phase(
        "PFPh",
        "russian",
        unit("r1", "rus-447", broken=True, sw=[{"id": "a", "type": "rus-lmg"}]),
        unit("r2", "rus-447"),
    )
    assert s.options("destroy") == []


@pytest.mark.rule("SK1:4.0-n")
def test_nobody_destroys_weapons_in_the_other_sides_fire_phase() -> None:
    s = fire_phase("PFPh", "german", unit("r1", "rus-447", sw=[{"id": "a", "type": "rus-lmg"}]))
    assert s.options("destroy") == []

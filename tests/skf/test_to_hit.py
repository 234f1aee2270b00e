"""The To Hit process (SKF:3.2.4): numbers, modifiers, Target Types and effects."""

from __future__ import annotations

import pytest

from defilade.tactics.arcs import in_arc
from sk.places import board, line
from sk.places import lines as pairs
from skf.gunnery import crew, duel, fire, lines, there
from skf.situation import Situation


@pytest.mark.rule("SKF:3.2.4-a", "SKF:3.2.4-i", "SKF:3.2.4-h")
def test_a_gun_must_hit_before_it_harms() -> None:
    """Range 3 on the ITT: a final DR of 8 hits, a 9 does not; the gun has fired either way."""
    s = fire(duel(3), "itt-HE", 4, 4)
    assert "a hit" in s.event("to_hit").text
    assert s.pending.rules == ("SKF:3.2.4-ab",)
    missed = fire(duel(3), "itt-HE", 4, 5)
    assert "a miss" in missed.event("to_hit").text
    assert missed.weapon("gun").fire == "prep"


@pytest.mark.rule("SKF:3.2.4-a")
def test_ordnance_does_not_fire_on_the_ift() -> None:
    s = duel(3)
    s.do(f"target - {there(s)}")
    assert s.refusal("add c+gun").rule == "SKF:3.2.4-a"


@pytest.mark.rule("SKF:3.2.4-ab", "SKF:3.2.4-c", "SKF:3.2.4-ad")
def test_a_hit_on_the_itt_uses_the_full_column_without_tem() -> None:
    """A 75 on the 12 column; the +3 of the building was on the To Hit DR. No point blank doubling."""
    s = fire(duel(1, terrain="stone_building"), "itt-HE", 3, 3)
    assert lines(s) == {"DAE:QRDC-case17": 3}
    s.roll(3, 4)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and found.column == 12 and found.drm == 0


@pytest.mark.rule("SKF:3.2.4-ab", "SKF:3.2.4-d", "SKF:3.2.4-e")
def test_the_att_halves_the_column_puts_tem_on_the_ift_and_costs_all_rof() -> None:
    s = fire(duel(3, terrain="stone_building"), "att-HE", 1, 5)
    assert lines(s) == {}
    assert s.event("to_hit").text.split("To Hit ")[1].startswith("7,")
    assert s.weapon("gun").fire == "prep"  # the coloured 1 would have kept a ROF of 2
    s.roll(3, 4)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and found.column == 6
    assert lines(s, "ordnance_effect") == {"SKF:3.2.4-d": 3}


@pytest.mark.rule("DAE:QRDC-rof", "SKF:3.2.4-l")
def test_rate_of_fire_lets_a_gun_fire_again() -> None:
    s = fire(duel(3), "itt-HE", 2, 6)
    assert s.weapon("gun").fire == ""
    s.roll(6, 6)
    assert "gun c+gun" in s.options("gun")
    spent = fire(duel(3), "itt-HE", 3, 6)
    assert spent.weapon("gun").fire == "prep"


@pytest.mark.rule("SKF:3.2.4-o", "SKF:3.2.4-p", "DAE:QRDC-case08", "SKF:2.0-v", "SKF:3.2.4-l")
@pytest.mark.parametrize(("turns", "drm"), [(1, 3), (2, 4), (3, 5)])
def test_turning_a_gun(turns: int, drm: int) -> None:
    """A NT gun: +3, then +1 a hexspine, on the shot after the turn only, with a ROF one lower."""
    here, target = _off_grain()
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    s = Situation(
        "y",
        "PFPh",
        "german",
        [crew(here, facing=(facing + turns) % 6), {"id": "t", "type": "rus-447", "hex": target}],
    )
    s.do("gun c+gun", f"at - {target}")
    shot = next(option for option in s.options("shoot") if "itt-HE" in option)
    assert shot.endswith(f"-{facing}")
    s.do(shot).roll(2, 6)
    assert lines(s) == {"DAE:QRDC-case08": drm}
    assert s.weapon("gun").facing == facing
    assert s.weapon("gun").fire == "prep"  # ROF 2 is 1 for this shot


@pytest.mark.rule("SKF:3.2.4-p", "DAE:QRDC-case08")
def test_the_turn_counts_on_one_shot_only() -> None:
    here, target = _off_grain()
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    s = Situation(
        "y",
        "PFPh",
        "german",
        [crew(here, facing=(facing + 1) % 6), {"id": "t", "type": "rus-447", "hex": target}],
    )
    s = fire(s, f"itt-HE-{facing}", 1, 6)
    assert lines(s)["DAE:QRDC-case08"] == 3
    fire(s, "itt-HE", 1, 6)
    assert "DAE:QRDC-case08" not in lines(s)


def _off_grain(distance: int = 3) -> tuple[str, str]:
    """A firer's and a target hex such that one facing only covers the target."""
    return next((a, b) for a, b in pairs(distance) if sum(in_arc(board(), a, f, b) for f in range(6)) == 1)


@pytest.mark.rule("SKF:3.2.4-r", "DAE:QRDC-case08")
def test_a_360_degree_mount_turns_easily_and_keeps_its_rof() -> None:
    here, target = _off_grain()
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    s = Situation(
        "y",
        "PFPh",
        "german",
        [crew(here, "ger-88l-aa", facing=(facing + 2) % 6), {"id": "t", "type": "rus-447", "hex": target}],
    )
    fire(s, f"itt-HE-{facing}", 2, 6)
    assert lines(s) == {"DAE:QRDC-case08": 2}
    assert s.weapon("gun").fire == ""


@pytest.mark.rule("SKF:3.2.4-l")
def test_mortars_of_76_to_82_mm_turn_without_loss_of_rof() -> None:
    here, target = _off_grain()
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    s = Situation(
        "y",
        "PFPh",
        "german",
        [crew(here, "ger-81s-mtr", facing=(facing + 1) % 6), {"id": "t", "type": "rus-447", "hex": target}],
    )
    fire(s, f"att-HE-{facing}", 3, 6)
    assert lines(s) == {"DAE:QRDC-case08": 3}
    assert s.weapon("gun").fire == ""


@pytest.mark.rule("SKF:3.2.4-o")
def test_a_shot_outside_the_arc_is_refused() -> None:
    here, target = _off_grain()
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    s = Situation(
        "y",
        "PFPh",
        "german",
        [crew(here, facing=(facing + 1) % 6), {"id": "t", "type": "rus-447", "hex": target}],
    )
    s.do("gun c+gun", f"at - {target}")
    assert s.refusal(f"shoot - {target} itt-HE-{(facing + 2) % 6}").rule == "SKF:3.2.4-o"


@pytest.mark.rule(
    "DAE:QRDC-case02", "DAE:QRDC-case05", "DAE:QRDC-case17", "DAE:QRDC-case18", "DAE:QRDC-thdrm"
)
def test_pinned_and_exhausted_crews_cover_and_hindrance() -> None:
    s = fire(duel(4, terrain="wooden_building", hindrance=1, pinned=True, cx=True), "itt-HE", 1, 6)
    assert lines(s) == {
        "DAE:QRDC-case02": 2,
        "DAE:QRDC-case05": 1,
        "DAE:QRDC-case17": 2,
        "DAE:QRDC-case18": 1,
    }
    assert s.weapon("gun").fire == "prep"  # pinned: no ROF


@pytest.mark.rule("DAE:QRDC-case01", "SKF:3.5-a", "DAE:QRDC-rof")
def test_fire_in_the_afph() -> None:
    s = fire(duel(3, phase="AFPh"), "itt-HE", 1, 6)
    assert lines(s) == {"DAE:QRDC-case01": 2}
    assert not s.said("keeps its rate of fire")
    here, target = line(3, firer="wooden_building")
    housed = Situation(
        "y", "AFPh", "german", [crew(here, at=target), {"id": "t", "type": "rus-447", "hex": target}]
    )
    assert lines(fire(housed, "itt-HE", 1, 6)) == {"DAE:QRDC-case01": 3}


@pytest.mark.rule("SKF:3.2.4-z", "SKF:3.2.4-aa", "DAE:QRDC-case03", "SKF:3.2.4-j", "SKF:6.12-b")
def test_a_squad_at_a_gun() -> None:
    """+2, red numbers, ROF and B# lower; a DR at the printed B# removes the gun."""

    def squad() -> Situation:
        here, target = line(8)
        gunner = {**crew(here, at=target), "type": "ger-467"}
        return Situation("y", "PFPh", "german", [gunner, {"id": "t", "type": "rus-447", "hex": target}])

    s = fire(squad(), "itt-HE", 2, 3)
    assert lines(s) == {"DAE:QRDC-case03": 2}
    assert "To Hit 6" in s.event("to_hit").text
    assert s.weapon("gun").fire == "prep"
    assert fire(squad(), "itt-HE", 4, 6).weapon("gun").malfunctioned
    assert "gun" not in fire(squad(), "itt-HE", 6, 6).state.weapons


@pytest.mark.rule("SKF:5.5", "DAE:QRDC-case04", "SKF:6.12-b")
def test_a_captured_gun() -> None:
    def taken() -> Situation:
        here, target = line(8)
        gunners = crew(here, "rus-45l-at", at=target)
        gunners = {**gunners, "type": "ger-228-crew", "side": "german"}
        return Situation("y", "PFPh", "german", [gunners, {"id": "t", "type": "rus-447", "hex": target}])

    s = fire(taken(), "itt-HE", 3, 3)
    assert lines(s) == {"DAE:QRDC-case04": 2}
    assert "To Hit 6" in s.event("to_hit").text
    assert s.weapon("gun").fire == "prep"
    assert fire(taken(), "itt-HE", 5, 5).weapon("gun").malfunctioned
    assert "gun" not in fire(taken(), "itt-HE", 6, 6).state.weapons


@pytest.mark.rule("SKF:3.2.4-j")
def test_russian_guns_use_red_numbers() -> None:
    s = fire(duel(8, "rus-76l-art", target="ger-467"), "itt-HE", 3, 4)
    assert "To Hit 6" in s.event("to_hit").text
    assert "To Hit 7" in fire(duel(8), "itt-HE", 3, 4).event("to_hit").text


@pytest.mark.rule("SKF:6.12-a")
def test_a_gun_breaks_down_on_its_number() -> None:
    s = fire(duel(3), "itt-HE", 6, 6)
    assert s.weapon("gun").malfunctioned
    assert not fire(duel(3), "itt-HE", 5, 6).weapon("gun").malfunctioned


@pytest.mark.rule("SKF:6.12-c", "SKF:1.2.6-b")
def test_a_gun_is_repaired_on_a_1_and_lost_on_a_6() -> None:
    def broken() -> Situation:
        return duel(3, phase="RPh", gun_malfunctioned=True).do("repair c+gun")

    assert not broken().roll(1).weapon("gun").malfunctioned
    assert broken().roll(2).weapon("gun").malfunctioned
    assert "gun" not in broken().roll(6).state.weapons


@pytest.mark.rule("SKF:6.1-b", "SKF:6.1-c", "SKF:6.1-f")
def test_a_critical_hit_on_the_itt() -> None:
    """Range 2, TH 9(4): a final 4 is a CH on one unit: double FP and the TEM turned about; the other is hit."""
    s = fire(
        duel(2, terrain="stone_building", more=[{"id": "u", "type": "rus-447", "hex": "there"}]),
        "itt-HE",
        1,
        1,  # 2 + 3 is 5: a hit, no CH
    )
    assert "a hit" in s.event("to_hit").text
    s = fire(
        duel(
            2,
            terrain="stone_building",
            more=[{"id": "u", "type": "rus-447", "hex": "there"}],
            gun_acquired=("t", "u"),
            gun_acquired_drm=-2,
        ),
        "itt-HE",
        1,
        2,
    )
    assert "a Critical Hit" in s.event("to_hit").text
    s.roll(6, 1)  # t takes it
    s.roll(6, 6)
    found = [event for event in s.events if event.kind == "ordnance_effect"]
    columns = {event.who: (event.breakdown.column, event.breakdown.drm) for event in found if event.breakdown}
    assert columns == {("t",): (24, -3), ("u",): (12, 0)}


@pytest.mark.rule("SKF:6.1-a", "SKF:6.1-c")
def test_an_original_2_is_a_critical_hit_on_the_att() -> None:
    """The full FP is doubled, not the half."""
    s = fire(duel(3, terrain="wooden_building"), "att-HE", 1, 1).roll(6, 6)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and (found.column, found.drm) == (24, -2)
    plain = fire(duel(3), "itt-HE", 1, 2).roll(6, 6).event("ordnance_effect").breakdown
    assert plain is not None and plain.column == 24  # 3 is within the CH# of the ITT


@pytest.mark.rule("SKF:3.2.4-m", "SKF:6.9-b", "SKF:6.9-a", "SKF:3.2.4-d")
def test_mortars_fire_on_the_att_between_their_ranges_and_keep_rof() -> None:
    s = duel(3, "ger-81s-mtr")
    s.do("gun c+gun", f"at - {there(s)}")
    assert {option.split()[-1] for option in s.options("shoot")} == {"att-HE", "att-smoke"}
    assert s.refusal(f"shoot - {there(s)} itt-HE").rule == "SKF:3.2.4-d"
    s.do(f"shoot - {there(s)} att-HE").roll(3, 4)
    assert s.weapon("gun").fire == ""
    near = duel(1, "ger-81s-mtr")
    near.do("gun c+gun")
    assert f"at - {there(near)}" not in near.options("at")


@pytest.mark.rule("SKF:1.1.1-g")
def test_no_mortar_fires_from_a_building() -> None:
    here, target = line(3, firer="wooden_building")
    s = Situation(
        "y",
        "PFPh",
        "german",
        [crew(here, "ger-81s-mtr", at=target), {"id": "t", "type": "rus-447", "hex": target}],
    )
    assert s.refusal("gun c+gun").rule == "SKF:1.1.1-g"


@pytest.mark.rule("SKF:1.1.1-t", "SKF:6.1-c")
def test_air_bursts_in_woods() -> None:
    s = fire(duel(3, "ger-81s-mtr", terrain="woods"), "att-HE", 3, 3).roll(6, 6)
    assert lines(s, "ordnance_effect") == {"SKF:1.1.1-t": -1}
    guns = fire(duel(3, terrain="woods"), "att-HE", 3, 3).roll(6, 6)
    assert lines(guns, "ordnance_effect") == {"SKF:3.2.4-d": 1}


@pytest.mark.rule("SKF:6.11", "DAE:QRDC-case23")
def test_an_empty_hex_is_fired_at_on_the_att() -> None:
    here, target = line(3)
    s = Situation(
        "y", "PFPh", "german", [crew(here, at=target), {"id": "t", "type": "rus-447", "hex": target}]
    )
    empty = next(
        hex for hex in board().adjacent[target] if in_arc(board(), here, s.weapon("gun").facing, hex)
    )
    s.do("gun c+gun", "elsewhere", f"at - {empty}")
    assert {option.split()[-1] for option in s.options("shoot")} == {"att-HE", "att-smoke"}
    s.do(f"shoot - {empty} att-HE").roll(2, 3)
    assert lines(s) == {"DAE:QRDC-case23": 2}
    assert s.weapon("gun").acquired == (empty,)


@pytest.mark.rule("SKF:3.2.4-f")
def test_no_area_fire_into_its_own_hex() -> None:
    s = duel(3)
    s.do("gun c+gun", "elsewhere")
    assert f"at - {s.unit('c').hex}" not in s.options("at")

"""Defensive First Fire, Subsequent First Fire and Final Protective Fire (SK1:3.3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Breakdown, Chance
from defilade.rules.sk import first_fire
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def unit(id: str, type: str, hex: str, *weapons: str, **states: Any) -> dict[str, Any]:
    sw = [{"id": f"{id}-{weapon}", "type": weapon} for weapon in weapons]
    return {"id": id, "type": type, "hex": hex, "sw": sw, **states}


def german(**states: Any) -> dict[str, Any]:
    """The 4-6-7 with a MMG in the open of K5, as in the rulebook's second figure."""
    mg = {"id": "mg", "type": "ger-mmg", **states.pop("mg", {})}
    return {"id": "g", "type": "ger-467", "hex": "K5", "sw": [mg], **states}


def situation(*units: dict[str, Any], **more: Any) -> Situation:
    return Situation("z", "MPh", "russian", list(units), **more)


def attack(s: Situation) -> Breakdown:
    """The breakdown of the latest attack."""
    breakdown = s.event("attack").breakdown
    assert breakdown is not None
    return breakdown


def pass_all(s: Situation) -> Situation:
    while s.options() == ["fire", "pass"]:
        s.do("pass")
    return s


def in_i5(*units: dict[str, Any], mover: str = "rus-447", **more: Any) -> Situation:
    """A Russian squad enters the open road hex I5, two hexes from K5, having come from H5."""
    s = situation(unit("r", mover, "H5"), *units, **more)
    return s.do("move r", "enter - I5")


# -- the rulebook's example, start to end ----------------------------------------------------------------


@pytest.mark.rule(
    "SK1:3.3.1-d",
    "SK1:3.3.1-i",
    "SK1:3.3.1-j",
    "SK1:3.3.1-l",
    "SK1:3.3.1-m",
    "SK1:3.3.1-n",
    "SK1:3.3.1-o",
    "SK1:3.3.1-q",
    "SK1:3.3.1-x",
    "SK1:3.3.1-x3",
    "SK1:3.3.1-y",
)
@pytest.mark.parametrize(("elr", "left"), [(3, "ger-467"), (2, "ger-447")])
def test_the_defensive_fire_example(elr: int, left: str) -> None:
    s = situation(
        unit("r1", "rus-447", "I4", "rus-mmg"),
        unit("r2", "rus-527", "G5"),
        unit("r3", "rus-447", "F6"),
        unit("r4", "rus-447", "F5", "rus-mmg"),
        unit("l4", "rus-9-2", "F5"),
        unit("r5", "rus-426", "H6"),
        german(elr=elr),
    )
    # the squad alone fires at the stone building J3
    s.do("move r1", "double-time r1", "enter - J3", "fire", "add g", "declare").roll(3, 4)
    assert (attack(s).column, attack(s).drm) == (4, 2)
    assert s.state.residual == {"zJ3": 2}
    assert (s.unit("g").fire, s.weapon("mg").fire) == ("first", "")
    # the MMG fires at the open hex K3
    pass_all(s).do("enter - K3", "fire", "add g+mg", "declare").roll(4, 3, 1, 2)
    assert (attack(s).column, attack(s).drm) == (4, -2)
    assert s.state.residual["zK3"] == 2
    assert s.weapon("mg").fire == "first"
    pass_all(s)
    if s.offers("stop"):
        s.do("stop")
    # Subsequent First Fire of both at I5
    s.do("move r2", "enter - H5")
    assert s.side() == "russian", "the squad in K3 is closer"
    s.do("enter - I5", "fire", "add g", "add g+mg", "declare").roll(4, 3)
    assert (attack(s).total, attack(s).column, attack(s).drm) == (4.5, 4, -2)
    s.roll(5, 6)
    assert s.unit("r2").broken
    assert s.state.residual["zI5"] == 2
    assert (s.unit("g").fire, s.weapon("mg").fire) == ("final", "final")
    # 2 Residual FP; the Final Fire marked stack is not adjacent
    s.do("move r3", "enter - G6", "enter - H5", "enter - I5")
    s.roll(5, 6)
    assert (attack(s).column, attack(s).drm) == (2, -2)
    assert s.side() == "russian"
    s.do("enter - I6", "enter - I7", "stop")
    # FPF: all fire, halved and doubled; the DR is their own NMC
    s.do("move r4", "join l4", "enter - G6", "enter - H5", "enter - I6", "enter - J5", "fire")
    assert s.options("add") == ["add g"], "the MMG must fire along"
    s.do("add g", "declare").roll(4, 3)
    assert (attack(s).total, attack(s).column, attack(s).drm) == (9, 8, 2)
    s.roll(2, 2, 2, 2)
    assert s.unit("g").pinned
    assert s.state.residual["zJ5"] == 4
    pass_all(s).do("stop")
    # FPF again, pinned, against the orchard K6: the squad breaks and the MMG malfunctions
    s.do("move r5", "enter - I6", "enter - J6", "enter - K6", "fire", "add g", "declare").roll(4, 6)
    assert (attack(s).total, attack(s).column, attack(s).drm) == (4.5, 4, -1)
    assert s.unit("g").broken and s.unit("g").dm and s.unit("g").type == left
    assert s.weapon("mg").malfunctioned
    assert s.state.residual["zK6"] == 1
    assert not s.unit("r5").pinned and not s.unit("r5").broken


# -- the window ------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3.1-a")
def test_only_movers_can_be_targets() -> None:
    s = in_i5(german(), unit("still", "rus-447", "J5"))
    s.do("fire")
    assert s.options("target") == []
    assert first_fire.shot_mode(s.g, s.unit("g"), None, "zJ5", ("still",)) == first_fire.NOT_MOVING


@pytest.mark.rule("SK1:3.3.1-b")
def test_others_in_the_hex_are_not_attacked() -> None:
    s = situation(unit("r", "rus-447", "H5"), unit("still", "rus-447", "I5"), german())
    s.do("move r", "enter - I5", "fire", "add g", "declare").roll(1, 2)
    assert s.event("attack").who == ("r",)
    assert not s.unit("still").broken


@pytest.mark.rule("SK1:3.3.1-c", "SK1:3.3.1-f")
def test_every_expenditure_in_sight_asks_the_defender() -> None:
    s = in_i5(german())
    assert s.side() == "german" and s.options() == ["fire", "pass"]
    s.do("pass")
    assert s.side() == "russian"
    s.do("enter - J4")
    assert s.side() == "german"


@pytest.mark.rule("SK1:3.3.1-c")
def test_who_sees_nothing_is_not_asked() -> None:
    s = situation(unit("r", "rus-447", "F6"), german())
    s.do("move r", "enter - G6")
    assert s.side() == "russian"


@pytest.mark.rule("SK1:3.3.1-c")
def test_any_number_of_attacks_from_different_hexes() -> None:
    s = in_i5(german(), unit("g2", "ger-467", "J5"))
    s.do("fire", "add g", "declare").roll(6, 5)
    assert s.options() == ["fire", "pass"]
    s.do("fire", "add g2", "declare").roll(6, 5)


@pytest.mark.rule("SK1:3.3.1-c")
@pytest.mark.parametrize("state", [{"broken": True}])
def test_only_good_order_units_fire(state: dict[str, Any]) -> None:
    assert in_i5(german(**state)).side() == "russian"


@pytest.mark.rule("SK1:3.3.1-e", "SK1:3.3.1-g")
def test_once_passed_the_chance_is_gone() -> None:
    s = situation(unit("r", "rus-447", "H5"), unit("r2", "rus-447", "A1"), german())
    s.do("move r", "enter - I5", "pass", "stop", "move r2", "enter - A2")
    assert s.side() == "russian", "the first mover can no longer be hit"


@pytest.mark.rule("SK1:3.3.1-h")
def test_mf_spent_in_place_draw_fire() -> None:
    s = situation(unit("r", "rus-447", "I5"), german(), loose=[{"id": "sw", "type": "rus-lmg", "hex": "I5"}])
    s.do("move r", "recover r+sw").roll(3)
    assert s.options() == ["fire", "pass"]
    s.do("fire", "add g", "declare").roll(6, 5)
    assert attack(s).drm == -2


# -- modifiers -------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3.1-i", "SK1:3.3.1-j", "SK1:3.3-n")
def test_ffnam_and_ffmo_add_up_and_assault_movement_spares_the_first() -> None:
    s = in_i5(german()).do("fire", "add g", "declare").roll(6, 5)
    assert (attack(s).value("SK1:3.3.1-i"), attack(s).value("SK1:3.3.1-j")) == (-1, -1)
    s = situation(unit("r", "rus-447", "H5"), german())
    s.do("move r", "assault", "enter - I5", "fire", "add g", "declare").roll(6, 5)
    assert (attack(s).value("SK1:3.3.1-i"), attack(s).value("SK1:3.3.1-j")) == (None, -1)


@pytest.mark.rule("SK1:3.3.1-k")
def test_a_hindrance_cancels_ffmo_but_not_ffnam() -> None:
    # from K5 the orchard K6 lies before the open ground of J6
    s = situation(unit("r", "rus-447", "I6"), german())
    s.do("move r", "enter - J6", "fire", "add g", "declare").roll(6, 5)
    assert attack(s).value("SK1:3.3.1-j") is None
    assert attack(s).value("SK1:3.3.1-i") == -1


# -- Subsequent First Fire -----------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3.1-l", "SK1:3.3.1-m")
def test_subsequent_fire_is_halved_and_marks_unit_and_all_sw() -> None:
    s = in_i5(german(fire="first")).do("fire", "add g", "declare").roll(6, 5)
    assert attack(s).total == 2
    assert (s.unit("g").fire, s.weapon("mg").fire) == ("final", "final"), "whether or not they all fired"


@pytest.mark.rule("SK1:4.1-d", "SK1:3.2-w", "SK1:3.3.1-l")
def test_a_squad_may_follow_its_own_gun_with_subsequent_first_fire() -> None:
    s = in_i5(german(fire="first"))
    s.do("fire", "add g+mg", "declare").roll(4, 6)
    s.do("fire")
    assert s.options("add") == ["add g"], "without the MG, which has fired by itself"
    s.do("add g", "declare").roll(4, 6)
    assert attack(s).total == 2
    assert (s.unit("g").fire, s.weapon("mg").fire) == ("final", "final")


@pytest.mark.rule("SK1:4.1-d", "SK1:3.2-w")
def test_a_squad_may_follow_its_own_gun_that_keeps_its_rate() -> None:
    s = in_i5(german(), unit("g2", "ger-467", "K5"))
    s.do("fire", "add g+mg", "declare").roll(1, 6, 2, 2)
    s.do("fire")
    assert s.options("add") == ["add g"], "the others in the hex have missed their chance"
    s.do("add g", "declare").roll(6, 5)
    assert attack(s).total == 4


@pytest.mark.rule("SK1:4.1-d", "SK1:3.2-w")
def test_a_squad_may_not_follow_others_in_its_hex() -> None:
    marked = german(fire="first", mg={"fire": "first"}, weapons_used=("mg",))
    s = in_i5(marked, unit("g2", "ger-467", "K5"))
    s.do("fire")
    assert set(s.options("add")) == {"add g", "add g+mg", "add g2"}
    s.do("add g2", "declare").roll(5, 6)
    assert s.options() != ["fire", "pass"], "they should have fired together"


@pytest.mark.rule("SK1:3.3.1-l")
def test_no_flamethrower_in_subsequent_fire() -> None:
    ft = {"id": "ft", "type": "ger-ft", "fire": "first"}
    s = situation(
        unit("r", "rus-447", "H5"), {"id": "g", "type": "ger-468", "hex": "J4", "fire": "first", "sw": [ft]}
    )
    s.do("move r", "enter - I5", "fire")
    assert s.options("add") == ["add g"]
    assert s.refusal("add g+ft").rule == "SK1:3.3.1-l"


@pytest.mark.rule("SK1:3.3.1-l2")
def test_subsequent_fire_reaches_as_far_as_normal_range() -> None:
    # a 5-4-8 (range 4) may fire once at long range, but not again
    board = situation(unit("r", "rus-447", "H5"), german()).g.map
    far = next(
        hex for hex in board.names if board.distance(hex, "zI5") == 5 and board.hindrance(hex, "zI5") >= 0
    )
    fresh = in_i5(unit("g", "ger-548", far))
    assert fresh.do("fire").options("add") == ["add g"]
    s = in_i5(unit("g", "ger-548", far, fire="first"))
    assert s.side() == "russian"
    assert first_fire.shot_mode(s.g, s.unit("g"), None, "zI5", ("r",)) == first_fire.BEYOND_NORMAL_RANGE


@pytest.mark.rule("SK1:3.3.1-l3")
def test_subsequent_fire_not_past_a_closer_known_enemy() -> None:
    s = in_i5(german(fire="first"), unit("near", "rus-447", "J5", broken=True))
    s.do("fire")
    assert s.options("add") == ["add g+mg"], "the MMG has not fired yet"
    assert s.refusal("add g").rule == "SK1:3.3.1-l3"


@pytest.mark.rule("SK1:3.3.1-l3")
def test_an_enemy_out_of_sight_does_not_count() -> None:
    s = situation(unit("r", "rus-447", "H5"), german(fire="first"), unit("near", "rus-447", "M6"))
    assert s.g.map.distance("zK5", "zM6") == 2
    assert s.g.map.hindrance("zK5", "zM6") < 0
    s.do("move r", "enter - I5", "fire")
    assert "add g" in s.options("add")


# -- Final Protective Fire -----------------------------------------------------------------------------------


FINAL = {"fire": "final", "mg": {"fire": "final"}}


def beside(*more: dict[str, Any], **states: Any) -> Situation:
    """The mover comes up to J4, beside the Final Fire marked stack in K5."""
    s = situation(unit("r", "rus-447", "I5"), german(**{**FINAL, **states}), *more)
    return s.do("move r", "enter - J4")


@pytest.mark.rule("SK1:3.3.1-n")
def test_fpf_is_for_adjacent_movers_only() -> None:
    assert in_i5(german(**FINAL)).side() == "russian"
    s = beside().do("fire", "add g", "declare").roll(6, 3)
    assert attack(s).total == 9
    assert attack(s).value("SK1:3.2-k") == 2


@pytest.mark.rule("SK1:3.3.1-o")
@pytest.mark.parametrize(
    ("dice", "state"), [((1, 5), ""), ((2, 5), "pinned"), ((3, 5), "broken"), ((6, 6), "reduced")]
)
def test_the_dr_of_fpf_is_a_nmc_of_the_firer(dice: tuple[int, int], state: str) -> None:
    s = beside().do("fire", "add g", "declare").roll(*dice)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    g = s.unit("g")
    assert g.pinned is (state == "pinned")
    assert g.broken is (state in ("broken", "reduced"))
    # a 12 fails by 5, beyond the ELR of 3, so the half-squad is replaced as well
    assert g.type == ("ger-237" if state == "reduced" else "ger-467")


@pytest.mark.rule("SK1:3.3.1-o")
def test_leadership_helps_the_check_and_the_leader_takes_it_too() -> None:
    lead = unit("lead", "ger-9-1", "K5")
    s = beside(lead).do("fire", "add g", "declare", "direct lead").roll(6, 2)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    checks = {event.who[0]: event.breakdown for event in s.events if event.kind == "morale_check"}
    assert checks["g"] is not None and checks["g"].total == 7 and s.unit("g").pinned
    assert checks["lead"] is not None and checks["lead"].total == 8 and not s.unit("lead").pinned


@pytest.mark.rule("SK1:3.3.1-o", "SK1:3.2.1-q")
@pytest.mark.parametrize(
    ("leader", "dice", "broken"), [("ger-9-2", (5, 6), True), ("ger-6+1", (2, 4), False)]
)
def test_a_leader_who_directs_fpf_does_not_lead_himself(
    leader: str, dice: tuple[int, int], broken: bool
) -> None:
    s = beside(unit("lead", leader, "K5")).do("fire", "add g", "declare", "direct lead").roll(*dice)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    assert s.unit("lead").broken is broken, "11 against 9, 6 against 6: his own DRM has no part in it"


@pytest.mark.rule("SK1:3.4-e")
def test_final_fire_of_a_gun_from_a_mixed_group_is_directed_once_more() -> None:
    gun = {"id": "mmg", "type": "ger-mmg"}
    units = [
        {"id": "g1", "type": "ger-467", "hex": "K5", "fire": "first"},
        {"id": "g2", "type": "ger-467", "hex": "K5", "sw": [gun]},
        {"id": "lead", "type": "ger-9-1", "hex": "K5"},
        {"id": "r", "type": "rus-447", "hex": "J6"},
    ]
    s = Situation("z", "MPh", "russian", units)
    s.do("move r", "enter - J5", "fire", "add g1", "add g2+mmg", "declare", "direct lead").roll(1, 6)
    assert s.unit("lead").fire == "final" and not s.weapon("mmg").fire, (
        "g1 fired again, the gun keeps its rate"
    )
    s.until("DFPh").do(f"target - {s.unit('r').hex}", "add g2+mmg", "declare", "direct lead").roll(1, 6)
    assert s.unit("lead").directed_again == ("mmg",)


@pytest.mark.rule("SK1:3.4-e", "SK1:3.4-f")
def test_a_leader_directs_a_part_of_his_first_fire_once_more() -> None:
    s = in_i5(unit("g1", "ger-467", "K5"), unit("g2", "ger-467", "K5"), unit("lead", "ger-9-1", "K5"))
    s.do("fire", "add g1", "add g2", "declare", "direct lead").roll(6, 6, 2, 2)
    s.do("enter - H5", "fire", "add g1", "declare", "direct lead").roll(6, 6)
    assert attack(s).value("SK1:3.2-x") == -1 and attack(s).total == 2
    s.do("enter - H4", "fire", "add g2")
    assert s.refusal("direct lead").rule == "SK1:3.4-e", "that would be another unit of the same group"
    s.do("declare").roll(6, 6)
    assert attack(s).value("SK1:3.2-x") is None


@pytest.mark.rule("SK1:3.3.1-q2")
def test_others_in_the_group_do_not_check() -> None:
    s = beside(unit("g2", "ger-467", "K4"))
    s.do("fire", "add g", "add g2", "declare").roll(5, 6)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    assert s.unit("g").broken and not s.unit("g2").broken
    assert s.unit("g2").fire == "first"


@pytest.mark.rule("SK1:3.3.1-q")
def test_a_squad_using_fpf_fires_its_mg_too() -> None:
    s = beside().do("fire")
    assert s.options("add") == ["add g"]
    s.do("add g", "declare").roll(6, 3)
    assert attack(s).total == (4 + 5) / 2 * 2


@pytest.mark.rule("SK1:3.3.1-p")
def test_fpf_again_and_again() -> None:
    s = situation(
        unit("r", "rus-447", "I5"), unit("r2", "rus-447", "I5"), unit("r3", "rus-447", "I5"), german(**FINAL)
    )
    for mover in ("r", "r2", "r3"):
        s.do(f"move {mover}", "enter - J4")
        if isinstance(s.pending, Chance):
            s.roll(6, 5)
        s.do("fire", "add g", "declare").roll(1, 4)
        while isinstance(s.pending, Chance):
            s.roll(6, 5)
        pass_all(s)
    assert len([event for event in s.events if event.kind == "fpf"]) == 3


# -- how often -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3.1-r", "SK1:3.3.1-s")
def test_one_mf_one_shot() -> None:
    s = in_i5(german()).do("fire", "add g", "add g+mg", "declare").roll(1, 6)
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    assert s.weapon("mg").fire == "", "it kept its ROF"
    assert s.side() == "russian", "but the mover spent only 1 MF here"


@pytest.mark.rule("SK1:3.3.1-r", "SK1:3.3.1-s")
def test_two_mf_two_shots() -> None:
    s = situation(unit("r", "rus-447", "I5"), german())
    s.do("move r", "enter - J5", "fire", "add g", "declare").roll(6, 5)
    assert s.options() == ["fire", "pass"]
    s.do("fire")
    assert s.options("add") == ["add g"]
    s.do("add g", "declare").roll(6, 5)
    assert attack(s).total == 4 / 2 * 2
    assert s.side() == "russian", "two shots for two MF"


@pytest.mark.rule("SK1:3.3.1-s")
def test_mf_spent_there_later_count_too() -> None:
    s = Situation("z", "MPh", "german", [unit("u", "ger-468", "H5"), unit("r", "rus-447", "K5")])
    s.do("move u", "enter - I5", "fire", "add r", "declare").roll(6, 5)
    assert s.side() == "german"
    s.do("smoke u I5").roll(5)
    s.roll(6, 5)  # Residual FP
    assert s.options() == ["fire", "pass"], "another MF, another shot"


# -- broken and pinned movers --------------------------------------------------------------------------------


def broken_mover(*, assault: bool = False) -> Situation:
    s = situation(unit("r", "rus-447", "H5"), german(), unit("g2", "ger-467", "J5"))
    s.do("move r", *(["assault"] if assault else []), "enter - I5")
    return s.do("fire", "add g", "declare").roll(2, 3)


@pytest.mark.rule("SK1:3.3.1-t", "SK1:3.3.1-u")
def test_a_broken_mover_is_attacked_again_with_the_same_modifiers() -> None:
    s = broken_mover().roll(6, 5)
    assert s.unit("r").broken
    s.do("fire", "add g2", "declare").roll(6, 5)
    assert attack(s).drm == -2


@pytest.mark.rule("SK1:3.3.1-t", "SK1:3.3.1-v")
def test_a_pinned_mover_sheds_them() -> None:
    s = broken_mover().roll(3, 2)
    assert s.unit("r").pinned
    s.do("fire", "add g2", "declare").roll(6, 5)
    assert attack(s).drm == 0


@pytest.mark.rule("SK1:3.3.1-v2")
def test_a_pinned_mover_that_breaks_has_them_again() -> None:
    s = situation(
        unit("r", "rus-447", "H5"), german(), unit("g2", "ger-467", "J5"), unit("g3", "ger-467", "K4")
    )
    s.do("move r", "enter - I5", "fire", "add g", "declare").roll(2, 3, 3, 2)
    assert s.unit("r").pinned
    s.do("fire", "add g2", "declare").roll(2, 3, 6, 5)
    assert s.unit("r").broken and not s.unit("r").pinned
    s.do("fire", "add g3", "declare").roll(6, 5)
    assert attack(s).drm == -2


@pytest.mark.rule("SK1:3.3.1-w")
def test_an_assault_mover_that_breaks_is_subject_to_ffnam() -> None:
    s = broken_mover(assault=True)
    assert attack(s).drm == -1
    s.roll(6, 5)
    s.do("fire", "add g2", "declare").roll(6, 5)
    assert attack(s).drm == -2


@pytest.mark.rule("SK1:3.3.1-t")
@pytest.mark.parametrize("check", [(6, 5), (3, 2)])
def test_a_broken_or_pinned_mover_moves_no_further(check: tuple[int, int]) -> None:
    s = broken_mover().roll(*check)
    pass_all(s)
    assert s.state.phase != "MPh", "nobody is left to move"
    assert s.unit("r").hex == "zI5"


# -- markers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3.1-d")
def test_unit_and_sw_are_marked_separately() -> None:
    s = in_i5(german()).do("fire", "add g+mg", "declare").roll(5, 6)
    assert (s.unit("g").fire, s.weapon("mg").fire) == ("", "first")


@pytest.mark.rule("SK1:3.3.1-d")
def test_a_sw_that_keeps_its_rof_is_not_marked() -> None:
    s = in_i5(german()).do("fire", "add g+mg", "declare").roll(2, 6)
    assert s.weapon("mg").fire == ""


@pytest.mark.rule("SK1:3.2-p2")
def test_a_cowering_unit_goes_straight_to_final_fire() -> None:
    s = in_i5(german()).do("fire", "add g", "declare").roll(5, 5)
    assert s.unit("g").fire == "final"


@pytest.mark.rule("SK1:3.2-z", "SK1:3.3.1-d")
def test_a_directing_leader_is_marked_with_the_firers() -> None:
    s = in_i5(german(), unit("lead", "ger-8-0", "K5"))
    s.do("fire", "add g", "declare", "direct lead").roll(5, 6)
    assert s.unit("lead").fire == "first"

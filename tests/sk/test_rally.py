"""The Rally Phase (SK1:3.1): the order of its steps, rallies with and without a leader, and DM."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import rally
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

OPEN, BUILDING, WOODS, ORCHARD = "G10", "P4", "P9", "K6"


def unit(uid: str, counter: str, hex: str = OPEN, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def broken(uid: str, counter: str = "rus-447", hex: str = OPEN, **states: Any) -> dict[str, Any]:
    return unit(uid, counter, hex, broken=True, **states)


def rally_phase(*units: dict[str, Any], attacker: str = "russian", **more: Any) -> Situation:
    """A Rally Phase on board z, with a German squad far from everything."""
    return Situation("z", "RPh", attacker, [*units, unit("far", "ger-467", "GG1")], **more)


def is_over(s: Situation) -> bool:
    """Whether the Rally Phase has come to its end."""
    return s.said("Prep Fire Phase.")


def end(s: Situation) -> Situation:
    """Do nothing more in this Rally Phase."""
    while not is_over(s):
        s.decline()
    return s


# -- the steps ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1-a")
def test_the_steps_come_in_order_and_the_attacker_goes_first_in_each() -> None:
    s = rally_phase(
        unit("r1", "rus-447", sw=[{"id": "mg1", "type": "rus-lmg", "malfunctioned": True}]),
        unit("r2", "rus-447"),
        unit("r3", "rus-8-0"),
        broken("r4"),
        unit("g1", "ger-467", "A1"),
        broken("g2", "ger-8-0", "A1", dm=True),
        loose=[
            {"id": "loose", "type": "rus-lmg", "hex": OPEN},
            {"id": "other", "type": "ger-lmg", "hex": "A1"},
        ],
    )
    asked = []
    while not is_over(s):
        verbs = {text.split()[0] for text in s.options()} - {"done"}
        asked.append((s.side(), *sorted(verbs)))
        s.do("done")
    assert asked == [
        ("russian", "recover"),
        ("german", "recover"),
        ("russian", "repair"),
        ("russian", "transfer"),
        ("russian", "self-rally"),
        ("german", "self-rally"),
        ("russian", "rally"),
        ("german", "keep-dm"),
    ]


@pytest.mark.rule("SK1:3.1-a")
def test_a_later_step_does_not_come_early() -> None:
    s = rally_phase(broken("r1"), unit("r2", "rus-8-0"))
    refusal = s.refusal("rally r2+r1")
    assert refusal.rule == "SK1:3.1-a" and "order" in refusal.reason


@pytest.mark.rule("SK1:3.1-a")
def test_the_defender_does_not_act_in_the_attackers_half_of_a_step() -> None:
    s = rally_phase(broken("r1"), broken("g1", "ger-8-0", "A1"))
    assert s.refusal("self-rally g1").rule == "SK1:3.1-a"


@pytest.mark.rule("SK1:3.1-b")
def test_a_leader_who_has_recovered_a_weapon_rallies_nobody() -> None:
    s = rally_phase(broken("r1"), unit("r2", "rus-8-0"), loose=[{"id": "mg", "type": "rus-lmg", "hex": OPEN}])
    s.do("recover r2+mg").roll(1)
    s.do("done")  # the self-rally of r1
    assert is_over(s)


@pytest.mark.rule("SK1:3.1-b")
def test_a_unit_that_has_repaired_takes_no_part_in_transfers() -> None:
    s = rally_phase(
        unit("r1", "rus-447", sw=[{"id": "mg", "type": "rus-lmg", "malfunctioned": True}]),
        unit("r2", "rus-447"),
    )
    s.do("repair r1+mg").roll(3)
    assert is_over(s)


@pytest.mark.rule("SK1:3.1-b")
def test_rearranging_a_stack_is_one_action_for_its_leader_too() -> None:
    s = rally_phase(
        broken("r1"),
        unit("r2", "rus-8-0"),
        unit("r3", "rus-447", sw=[{"id": "mg1", "type": "rus-lmg"}, {"id": "mg2", "type": "rus-lmg"}]),
    )
    s.do("transfer mg1+r2", "transfer mg2+r2")
    assert s.weapon("mg2").owner == "r2"
    s.do("done")
    assert s.options("rally") == []


@pytest.mark.rule("SK1:3.1a")
def test_forces_due_this_turn_are_placed_off_board_before_anything_else() -> None:
    s = rally_phase(
        {"id": "r9", "type": "rus-447", "due": 1, "edges": ["top"]},
        broken("r1"),
    )
    kinds = [event.kind for event in s.events]
    assert kinds[:2] == ["phase", "reinforcements"]
    assert s.event("reinforcements").who == ("r9",)


@pytest.mark.rule("SK1:3.1a")
def test_the_attacker_rolls_first_for_what_the_card_leaves_to_a_die() -> None:
    s = Situation("", "RPh", "german", [unit("g1", "ger-467", "yK5")], scenario="S4")
    assert isinstance(s.pending, Chance) and s.pending.side == "german"


# -- self-rally --------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1e-a", "SK1:1.2.3-b")
def test_leaders_of_both_sides_rally_by_themselves_the_attackers_first() -> None:
    s = rally_phase(broken("r1", "rus-8-1"), broken("g1", "ger-8-0", "A1"), broken("g2", "ger-467", "A1"))
    assert s.side() == "russian" and s.options("self-rally") == ["self-rally r1"]
    s.do("self-rally r1").roll(3, 4)
    assert not s.unit("r1").broken
    assert s.side() == "german" and s.options("self-rally") == ["self-rally g1"]


@pytest.mark.rule("SK1:3.1e-a")
@pytest.mark.parametrize(
    ("hex", "dm", "drm"), [(OPEN, False, 1), (OPEN, True, 5), (BUILDING, False, 0), (WOODS, True, 4)]
)
def test_self_rally_adds_one_besides_dm_and_cover(hex: str, dm: bool, drm: int) -> None:
    s = rally_phase(broken("r1", "rus-447", hex, dm=dm))
    s.do("self-rally r1").roll(3, 3)
    assert s.breakdown().drm == drm
    assert s.breakdown().value("SK1:3.1e-a") == 1


@pytest.mark.rule("SK1:3.1e-b")
def test_the_attacker_self_rallies_one_mmc_box_or_no_box() -> None:
    s = rally_phase(broken("r1"), broken("r2", "rus-527"), broken("l1", "rus-7-0"))
    assert len(s.options("self-rally")) == 3
    s.do("self-rally r1").roll(5, 5)
    assert s.options("self-rally") == ["self-rally l1"]
    assert s.refusal("self-rally r2").rule == "SK1:3.1e-b"


@pytest.mark.rule("SK1:3.1e-b")
def test_the_defender_never_self_rallies_an_mmc_without_a_box() -> None:
    s = rally_phase(broken("g1", "ger-468", "A1"), broken("g2", "ger-8-0", "A1"), broken("r1"))
    s.do("done")
    assert s.side() == "german" and s.options("self-rally") == ["self-rally g2"]
    assert s.refusal("self-rally g1").rule == "SK1:3.1e-b"


@pytest.mark.rule("SK1:3.1e-b")
def test_the_one_self_rally_is_given_anew_in_the_next_own_rally_phase() -> None:
    s = rally_phase(broken("r1"), broken("r2"))
    s.do("self-rally r1").roll(6, 5)
    while s.state.turn == 1:
        s.decline()
    assert s.side() == "russian" and len(s.options("self-rally")) == 2


@pytest.mark.rule("SK1:3.1e-c")
def test_a_leader_does_not_use_his_leadership_on_himself() -> None:
    s = rally_phase(broken("r1", "rus-9-2"))
    s.do("self-rally r1").roll(4, 5)
    assert [line.rule for line in s.breakdown().lines] == ["SK1:3.1e-a"]
    assert s.unit("r1").broken  # 9 + 1 > 9


@pytest.mark.rule("SK1:5.3-a")
def test_an_original_2_of_a_self_rallying_mmc_may_create_a_leader() -> None:
    s = rally_phase(broken("r1", "rus-458"))
    s.do("self-rally r1").roll(1, 1)
    assert not s.unit("r1").broken
    s.roll(1)
    # broken morale 8: -1, Russian: +1; a 1 gives an 8-1 as the table has it
    assert s.event("field_promotion").breakdown is not None
    new = [u for u in s.state.units.values() if u.is_leader]
    assert len(new) == 1 and new[0].hex == s.unit("r1").hex


@pytest.mark.rule("SK1:5.3-a")
@pytest.mark.parametrize("units", [[broken("r1", "rus-8-0")], [broken("r1"), unit("l1", "rus-8-0")]])
def test_a_2_of_a_leader_or_with_a_leader_promotes_nobody(units: list[dict[str, Any]]) -> None:
    s = rally_phase(*units)
    if len(units) == 1:
        s.do("self-rally r1")
    else:
        s.do("done", "rally l1+r1")
    s.roll(1, 1)
    assert not isinstance(s.pending, Chance)


# -- leader rally ------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1f-b", "SK1:3.1f-b2", "SK1:3.1f-b3", "SK1:3.1f-b4", "SK1:2.0-f")
@pytest.mark.parametrize(
    ("dice", "rallied"),
    [((3, 3), False), ((2, 3), True)],
)
def test_a_dm_squad_in_a_building_with_a_9_1(dice: tuple[int, int], rallied: bool) -> None:
    s = rally_phase(unit("l1", "rus-9-1", BUILDING), broken("r1", "rus-527", BUILDING, dm=True))
    s.do("done", "rally l1+r1").roll(*dice)
    values = {line.rule: line.value for line in s.breakdown().lines}
    assert values == {"SK1:3.1f-b2": 4, "SK1:3.1f-b3": -1, "SK1:3.1f-b4": -1}
    assert s.unit("r1").broken is not rallied


@pytest.mark.rule("SK1:3.1f-b3")
@pytest.mark.parametrize("hex", [OPEN, ORCHARD])
def test_no_cover_bonus_in_the_open_or_in_an_orchard(hex: str) -> None:
    s = rally_phase(unit("l1", "rus-8-0", hex), broken("r1", hex=hex))
    s.do("done", "rally l1+r1").roll(3, 4)
    assert s.breakdown().lines == () and not s.unit("r1").broken


@pytest.mark.rule("SK1:3.1f-b4")
@pytest.mark.parametrize(("leader", "wounded", "drm"), [("rus-8-0", True, 1), ("rus-6+1", False, 1)])
def test_a_poor_leaders_drm_counts_as_well(leader: str, wounded: bool, drm: int) -> None:
    s = rally_phase(unit("l1", leader, wounded=wounded), broken("r1"))
    s.do("done", "rally l1+r1").roll(3, 4)
    assert s.breakdown().drm == drm and s.unit("r1").broken


@pytest.mark.rule("SK1:3.1f-b5")
def test_a_rallied_unit_is_flipped_at_once_and_loses_dm() -> None:
    s = rally_phase(unit("l1", "rus-9-2", WOODS), broken("r1", hex=WOODS, dm=True))
    s.do("done", "rally l1+r1").roll(2, 2)
    assert not s.unit("r1").broken and not s.unit("r1").dm


@pytest.mark.rule("SK1:3.1f-a")
def test_a_leader_rallies_only_in_his_own_location_and_only_in_good_order() -> None:
    s = rally_phase(
        broken("r1"),
        unit("l1", "rus-8-0", "G9"),
        broken("r2", hex="T5"),
        unit("l2", "rus-8-1", "T5"),
        broken("r3", hex="E6", melee=True),
        unit("l3", "rus-9-2", "E6", melee=True),
        unit("g1", "ger-467", "E6", melee=True),
    )
    s.do("done")
    assert s.options("rally") == ["rally l2+r2"]
    assert s.refusal("rally l1+r1").rule == "SK1:3.1f-a"
    assert s.refusal("rally l3+r3").rule == "SK1:3.8-u"


@pytest.mark.rule("SK1:3.1f-a")
def test_the_defender_rallies_with_his_leaders_after_the_attacker() -> None:
    s = rally_phase(
        broken("r1"), unit("l1", "rus-8-0"), broken("g1", "ger-467", "A1"), unit("l2", "ger-8-0", "A1")
    )
    s.do("done")
    assert (s.side(), s.options("rally")) == ("russian", ["rally l1+r1"])
    s.do("done")
    assert (s.side(), s.options("rally")) == ("german", ["rally l2+g1"])


@pytest.mark.rule("SK1:3.1f-c")
def test_a_leader_who_has_rallied_himself_rallies_the_others() -> None:
    s = rally_phase(broken("l1", "rus-9-1"), broken("r1"))
    s.do("self-rally l1").roll(3, 3)
    s.do("done", "rally l1+r1").roll(3, 4)
    assert not s.unit("r1").broken


@pytest.mark.rule("SK1:3.1f-c")
def test_a_leader_who_stays_broken_rallies_nobody() -> None:
    s = rally_phase(broken("l1", "rus-9-1"), broken("r1"))
    s.do("self-rally l1").roll(6, 5)
    s.do("done")
    assert is_over(s)


@pytest.mark.rule("SK1:3.1f-d")
def test_failing_costs_nothing_but_a_12_costs_half_the_squad() -> None:
    s = rally_phase(unit("l1", "rus-8-0"), broken("r1"), broken("r2"))
    s.do("done", "rally l1+r1").roll(5, 6)
    assert s.unit("r1").broken and s.unit("r1").kind == "squad"
    s.do("rally l1+r2").roll(6, 6)
    assert s.unit("r2").broken and s.unit("r2").type == "rus-237"


@pytest.mark.rule("SK1:3.1f-d")
def test_a_12_eliminates_a_half_squad_and_wounds_a_leader() -> None:
    s = rally_phase(broken("r1", "rus-237"), broken("l1", "rus-9-1", "T5"))
    s.do("self-rally r1").roll(6, 6)
    assert s.gone("r1")
    s.do("self-rally l1").roll(6, 6, 4)
    assert s.unit("l1").wounded and s.unit("l1").broken


@pytest.mark.rule("SK1:3.1f-d")
def test_an_original_12_never_rallies_whatever_the_modifiers() -> None:
    s = rally_phase(unit("l1", "rus-10-2", BUILDING), broken("l2", "rus-9-2", BUILDING))
    s.do("done", "rally l1+l2").roll(6, 6, 1)
    assert s.unit("l2").broken and s.unit("l2").wounded


@pytest.mark.rule("SK1:3.1f-e")
def test_one_try_a_player_turn_but_a_leader_works_through_the_stack() -> None:
    s = rally_phase(unit("l1", "rus-8-0"), broken("r1"), broken("r2"), broken("r3"))
    s.do("self-rally r1").roll(6, 4)
    assert s.refusal("self-rally r1").rule == "SK1:3.1f-e"
    assert s.options("rally") == ["rally l1+r2", "rally l1+r3"]
    assert s.refusal("rally l1+r1").rule == "SK1:3.1f-e"
    s.do("rally l1+r2").roll(2, 2)
    s.do("rally l1+r3").roll(2, 2)
    assert not s.unit("r2").broken and not s.unit("r3").broken


def test_the_odds_of_a_rally_are_exact() -> None:
    s = rally_phase(unit("l1", "rus-8-0"), broken("r1"))
    odds = rally.rally_odds(s.g, s.unit("r1"), s.unit("l1"))
    assert odds == {"rallies": 21 / 36, "stays broken": 14 / 36, "casualty reduction": 1 / 36}


# -- DM ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.1g-a")
def test_dm_comes_off_both_sides_unless_a_known_enemy_is_adjacent() -> None:
    s = rally_phase(
        broken("r1", hex=BUILDING, dm=True),
        broken("g1", "ger-467", WOODS, dm=True),
        broken("r2", hex="J3", dm=True),
        unit("g2", "ger-467", "K4"),
    )
    end(s)
    assert s.event("dm_removed").who == ("r1", "g1")


@pytest.mark.rule("SK1:3.1g-a")
def test_a_broken_enemy_next_door_keeps_dm_on_too() -> None:
    s = rally_phase(broken("r1", hex="J3", dm=True), broken("g1", "ger-467", "K4", dm=True))
    end(s)
    assert "dm_removed" not in [event.kind for event in s.events]


@pytest.mark.rule("SK1:3.1g-b")
def test_a_unit_in_the_open_may_keep_dm_one_in_cover_may_not() -> None:
    s = rally_phase(
        broken("r1", dm=True), broken("r2", hex=ORCHARD, dm=True), broken("r3", hex=WOODS, dm=True)
    )
    s.do("done")
    assert s.options("keep-dm") == ["keep-dm r1", "keep-dm r2"]
    assert s.refusal("keep-dm r3").rule == "SK1:3.1g-b"
    s.do("keep-dm r1", "done")
    assert s.unit("r1").dm and not s.unit("r2").dm and not s.unit("r3").dm
    assert not s.unit("r1").keeps_dm


@pytest.mark.rule("SK1:3.1g-b")
def test_a_unit_without_dm_has_none_to_keep() -> None:
    s = rally_phase(broken("r1"), broken("r2", dm=True))
    s.do("done")
    assert s.refusal("keep-dm r1").rule == "SK1:3.1g-b"

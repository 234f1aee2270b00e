"""Leaders (SK1:1.2.1, SK1:3.2-x to -z, SK1:3.2.1-q to -s): directing fire, helping in checks, and their
loss."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice
from defilade.rules.sk import moving, portage
from sk.places import board, chain, line, volley
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

NMC = (5, 4)
PTC = (6, 4)
LINE = {"id": "r", "type": "rus-447"}


# -- helping in checks ---------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.2.1-k", "SK1:3.2.1-q")
def test_the_best_leader_checks_first_and_helps() -> None:
    s = volley([LINE, {"id": "poor", "type": "rus-8-0"}, {"id": "best", "type": "rus-9-2"}], *NMC)
    assert s.pending.about == ("best",)
    s.roll(2, 2)
    assert s.pending.about == ("poor",)
    s.roll(5, 4)  # 9 - 2 = 7 against 8: lower morale leaders are helped
    assert not s.unit("poor").broken
    assert s.breakdown().value("SK1:3.2.1-q") == -2
    assert s.pending.about == ("r",)
    s.roll(5, 4)
    assert s.unit("r").pinned


@pytest.mark.rule("SK1:3.2-x", "SK1:4.1-e")
def test_who_chooses_his_leader_is_told_of_far_machine_guns_only_where_one_fires() -> None:
    here, there = line(3)
    units = [{"id": "g", "type": "ger-467", "hex": here}, {"id": "l", "type": "ger-9-1", "hex": here}]
    s = Situation("y", "PFPh", "german", [*units, {**LINE, "hex": there}])
    s.do(f"target - {there}", "add g", "declare")
    assert "MG" not in s.refusal("declare").reason and "MG" not in s.refusal("no-leader l").reason


CARRIER = {"id": "c", "type": "rus-447", "sw": [{"id": "ft", "type": "rus-ft"}]}
"""Against him the DRM is one lower: on a DR of 10 he takes a NMC, the others in the hex a PTC."""


@pytest.mark.rule("SK1:3.2.1-k", "SK1:3.2.1-q", "SK1:3.2.1-x")
def test_the_best_leader_checks_first_whatever_his_kind_of_check() -> None:
    s = volley([LINE, CARRIER, {"id": "best", "type": "rus-9-2"}], 6, 4)
    assert s.pending.about == ("best",), "his PTC comes before the MC of the carrier"
    s.roll(5, 4)
    assert s.event("pin_check").who == ("best",)
    assert s.pending.about == ("c",)
    s.roll(4, 4)  # 8 - 2
    assert s.breakdown().value("SK1:3.2.1-q") == -2 and not s.unit("c").broken
    assert s.pending.about == ("r",)
    s.roll(4, 4)
    assert s.breakdown().value("SK1:3.2.1-x") == -2 and not s.unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-k", "SK1:3.2.1-x")
def test_a_leader_who_fails_his_pin_check_helps_in_no_morale_check() -> None:
    s = volley([LINE, CARRIER, {"id": "best", "type": "rus-9-2"}], 6, 4)
    s.roll(5, 5)
    assert s.unit("best").pinned
    s.roll(4, 4)
    assert s.breakdown().value("SK1:3.2.1-q") is None and s.unit("c").broken


@pytest.mark.rule("SK1:3.2.1-k")
def test_a_leader_with_a_morale_check_goes_before_a_lesser_one_with_a_pin_check() -> None:
    burdened = {"id": "best", "type": "rus-9-1", "sw": [{"id": "ft", "type": "rus-ft"}]}
    s = volley([LINE, {"id": "poor", "type": "rus-8-0"}, burdened], 6, 4)
    order = []
    for _ in range(3):
        order.append(s.pending.about[0])
        s.roll(2, 2)
    assert order == ["best", "poor", "r"]


@pytest.mark.rule("SK1:1.2.1-b2")
def test_leadership_does_not_add_up() -> None:
    s = volley([LINE, {"id": "l1", "type": "rus-9-1"}, {"id": "l2", "type": "rus-9-2"}], *NMC)
    s.roll(2, 2, 2, 2, 2, 2)
    assert s.breakdown().drm == -2


@pytest.mark.rule("SK1:3.2.1-q")
def test_a_leader_does_not_help_his_equals() -> None:
    s = volley([{"id": "l1", "type": "rus-9-2"}, {"id": "l2", "type": "rus-9-1"}], *NMC)
    s.roll(2, 2)
    assert s.pending.about == ("l2",)
    s.roll(5, 5)
    assert s.unit("l2").broken


@pytest.mark.rule("SK1:3.2.1-q", "SK1:3.2.1-u4", "SK1:1.2.1-b")
def test_a_leader_who_is_pinned_or_breaks_does_not_help() -> None:
    s = volley([LINE, {"id": "l", "type": "rus-9-2"}], *NMC)
    s.roll(5, 4)  # exactly: pinned
    s.roll(4, 4)
    assert s.unit("r").broken
    s = volley([LINE, {"id": "l", "type": "rus-9-2", "pinned": True, "was_pinned": True}], *NMC)
    s.roll(2, 2, 4, 4)
    assert s.unit("r").broken
    s = volley([LINE, {"id": "l", "type": "rus-9-2", "broken": True}], *NMC)
    s.roll(2, 2, 4, 4)
    assert s.unit("r").broken


@pytest.mark.rule("SK1:3.2.1-q")
def test_a_poor_leader_must_apply_his_drm() -> None:
    s = volley([LINE, {"id": "l", "type": "rus-6+1"}], *NMC)
    s.roll(2, 2)
    s.roll(4, 3)  # 7 + 1 = 8
    assert s.breakdown().value("SK1:3.2.1-q") == 1
    assert s.unit("r").broken


@pytest.mark.rule("SK1:3.2.1-q", "SK1:3.2.1-x", "SK1:4.2-f")
def test_a_leader_whom_the_attack_does_not_touch_helps_the_others() -> None:
    carrier = {"id": "r", "type": "rus-447", "sw": [{"id": "ft", "type": "rus-ft"}]}
    s = volley([carrier, {"id": "l", "type": "rus-9-2"}], 6, 5)
    assert s.pending.about == ("r",), "11 - 1 is a PTC for the carrier of the FT only"
    s.roll(5, 4)  # 9 - 2 = 7
    assert s.breakdown().value("SK1:3.2.1-x") == -2
    assert not s.unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-x")
def test_a_leader_may_help_in_a_pin_task_check() -> None:
    s = volley([LINE, {"id": "l", "type": "rus-9-1"}], *PTC)
    assert s.pending.about == ("l",)
    s.roll(2, 2)
    s.roll(4, 4)  # 8 - 1 = 7
    assert not s.unit("r").pinned
    assert s.breakdown().value("SK1:3.2.1-x") == -1
    s = volley([LINE, {"id": "l", "type": "rus-6+1"}], *PTC)
    s.roll(2, 2)
    s.roll(4, 3)  # he need not make it worse
    assert not s.unit("r").pinned


# -- leader loss ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.2.1-r")
def test_leader_loss_morale_check() -> None:
    s = volley([LINE, {"id": "l", "type": "rus-9-2"}], 1, 1)  # 1KIA
    s.roll(1, 6)
    assert s.gone("l") and s.unit("r").broken
    assert s.pending.about == ("r",)  # broken units check too, after the attack
    s.roll(3, 3)  # 6 + 2 = 8 against a broken morale of 7
    assert s.breakdown().value("SK1:3.2.1-r") == 2
    assert s.unit("r").type == "rus-237"


@pytest.mark.rule("SK1:3.2.1-r", "SK1:3.2.1-s")
def test_leader_loss_concerns_lower_morale_only() -> None:
    s = volley([{"id": "r", "type": "rus-458"}, {"id": "l", "type": "rus-8-1"}], *NMC)
    s.roll(5, 4)  # the leader breaks; the squad's morale is as high as his
    s.roll(2, 2)
    assert isinstance(s.pending, Choice)


@pytest.mark.rule("SK1:3.2.1-s")
def test_leader_loss_task_check() -> None:
    s = volley([LINE, {"id": "l", "type": "rus-9-1", "elr": 5}], *NMC)
    s.roll(5, 5)  # he breaks
    s.roll(2, 2)  # the squad passes
    s.roll(4, 3)  # LLTC: 7 + 1 = 8
    assert s.breakdown().value("SK1:3.2.1-s") == 1
    assert s.unit("r").pinned and not s.unit("r").broken


@pytest.mark.rule("SK1:3.2.1-s")
def test_leader_loss_task_check_is_for_good_order_units() -> None:
    s = volley([LINE, {"id": "l", "type": "rus-9-1", "elr": 5}], *NMC)
    s.roll(5, 5, 5, 5)  # both break
    assert isinstance(s.pending, Choice)
    assert not any(event.kind == "leader_loss" for event in s.events)


@pytest.mark.rule("SK1:3.2.1-r")
def test_leaders_lost_one_after_the_other() -> None:
    s = volley([LINE, {"id": "l1", "type": "rus-10-2"}, {"id": "l2", "type": "rus-9-1"}], 1, 1)
    s.roll(1, 6, 2)  # the 10-2 dies, the others break
    assert s.gone("l1")
    s.roll(6, 6)  # LLMC of the broken 9-1: eliminated
    assert s.gone("l2")
    s.roll(1, 1)  # LLMC of the squad for the 10-2
    assert "9-1" in s.event("leader_loss").text
    s.roll(1, 1)  # and for the 9-1
    assert isinstance(s.pending, Choice)


@pytest.mark.rule("SK1:3.2.1-s", "SK1:3.2.1-r")
def test_the_loss_of_a_leader_without_leadership_adds_nothing() -> None:
    s = volley([{"id": "r", "type": "rus-447"}, {"id": "l", "type": "rus-8-0", "elr": 5}], *NMC)
    s.roll(5, 5, 2, 2)
    s.roll(4, 3)
    assert s.breakdown().drm == 0 and not s.unit("r").pinned


# -- directing fire ------------------------------------------------------------------------------------------


def two_targets(**leader: object) -> tuple[Situation, str, str]:
    a, b = line(3)
    c = next(hex for hex in board().adjacent[b] if board().hindrance(a, hex) == 0)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g1", "type": "ger-467", "hex": a, "sw": [{"id": "mmg", "type": "ger-mmg"}]},
            {"id": "g2", "type": "ger-467", "hex": a},
            {"id": "lead", "type": "ger-9-1", "hex": a, **leader},
            {"id": "r1", "type": "rus-447", "hex": b},
            {"id": "r2", "type": "rus-447", "hex": c},
        ],
    )
    return s, b, c


@pytest.mark.rule("SK1:3.2-x", "SK1:1.2.1-c")
def test_a_leader_directs_one_attack_a_player_turn() -> None:
    s, b, c = two_targets()
    s.do(f"target - {b}", "add g2", "declare", "direct lead").roll(6, 5)
    s.do(f"target - {c}", "add g1", "declare")
    assert s.pending.dice == 2  # no leader is left to choose
    assert s.unit("lead").fire == "prep" and s.unit("lead").directed == ("g2",)


@pytest.mark.rule("SK1:3.2-x", "SK1:1.2.1-c")
def test_a_leader_directs_further_rof_shots_of_the_same_gun() -> None:
    s, b, c = two_targets()
    s.do(f"target - {b}", "add g1+mmg", "declare", "direct lead").roll(1, 6).roll(2, 2)
    s.do(f"target - {c}", "add g1+mmg", "declare")
    assert s.offers("direct lead")
    s.do("cancel", f"target - {c}", "add g1+mmg", "add g1", "declare")
    assert not s.options("direct")  # the squad's own FP is another firer


@pytest.mark.rule("SK1:1.2.1-b", "SK1:3.2.1-u4")
def test_an_unfit_leader_directs_nobody() -> None:
    for states in ({"pinned": True}, {"broken": True}):
        s, b, _ = two_targets(**states)
        s.do(f"target - {b}", "add g2")
        assert s.refusal("direct lead").rule == "SK1:1.2.1-b"
        s.do("declare")
        assert not s.options("direct")


@pytest.mark.rule("SK1:3.2-y")
def test_every_hex_of_a_group_needs_a_leader_and_the_worst_counts() -> None:
    a, b, target = chain(2)
    units = [
        {"id": "g1", "type": "ger-467", "hex": a},
        {"id": "l1", "type": "ger-9-2", "hex": a},
        {"id": "g2", "type": "ger-467", "hex": b},
        {"id": "r", "type": "rus-447", "hex": target},
    ]
    s = Situation("y", "PFPh", "german", units)
    s.do(f"target - {target}", "add g1", "add g2")
    assert s.refusal("direct l1").rule == "SK1:3.2-y"
    s.do("declare").roll(6, 5)
    assert s.breakdown().drm == 0
    s = Situation("y", "PFPh", "german", [*units, {"id": "l2", "type": "ger-8-1", "hex": b}])
    s.do(f"target - {target}", "add g1", "add g2", "declare", "direct l1", "direct l2").roll(6, 5)
    assert s.breakdown().value("SK1:3.2-y") == -1
    assert s.unit("l1").fire == s.unit("l2").fire == "prep"


@pytest.mark.rule("SK1:3.2-z")
def test_a_leader_who_directed_prep_fire_does_not_direct_advancing_fire() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "AFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a},
            {"id": "lead", "type": "ger-9-1", "hex": a, "fire": "prep"},
            {"id": "r", "type": "rus-447", "hex": b},
        ],
    )
    s.do(f"target - {b}", "add g")
    assert s.refusal("direct lead").rule == "SK1:3.2-z"
    s.do("declare")
    assert not s.options("direct")


@pytest.mark.rule("SK1:3.2-x", "SK1:3.2-p")
def test_a_leader_directs_units_of_his_own_hex_only() -> None:
    a, b, target = chain(2)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a},
            {"id": "lead", "type": "ger-9-1", "hex": b},
            {"id": "r", "type": "rus-447", "hex": target},
        ],
    )
    s.do(f"target - {target}", "add g")
    assert s.refusal("direct lead").rule == "SK1:3.2-x"


# -- wounded leaders -----------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.2.1-g", "SK1:3.2.1-g2")
def test_a_wounded_leader_moves_three_carries_nothing_and_does_not_run() -> None:
    a, b = line(6)
    s = Situation(
        "y",
        "MPh",
        "german",
        [
            {"id": "fit", "type": "ger-9-1", "hex": a},
            {"id": "hurt", "type": "ger-9-1", "hex": a, "wounded": True},
            {"id": "r", "type": "rus-447", "hex": b, "broken": True},
        ],
    )
    assert (moving.mf_allowance(s.g, s.unit("fit")), moving.mf_allowance(s.g, s.unit("hurt"))) == (6, 3)
    assert (portage.ipc(s.g, s.unit("fit")), portage.ipc(s.g, s.unit("hurt"))) == (1, 0)
    s.do("move hurt")
    assert not s.options("double-time")
    assert s.refusal("double-time hurt").rule in ("SK1:3.2.1-g", "SK1:3.3-o")

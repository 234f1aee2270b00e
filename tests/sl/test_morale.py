"""Morale, wounds, the loss of leaders and rally in Squad Leader (SL:3.4, SL:3.20, SL:3.23, SL:3.24)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.morale import leadership, morale_level
from defilade.rules.sl.rally import preview
from sl.table import Table, near, pair, unit


def under_fire(*targets: dict[str, object], phase: str = "PFPh") -> Table:
    """A German squad fires point blank with 8 FP at a hex in the open: a roll of 8 is an M, of 7 a 1."""
    a, b = pair(1)
    there = [{**target, "hex": b} for target in targets]
    return Table(phase, [unit("g", "ger-467", a), *there]).do(f"target - {b}", "add g", "declare")


def squad(unit_id: str = "r", **more: object) -> dict[str, object]:
    return {"id": unit_id, "type": "rus-447", **more}


def leader(unit_id: str = "l", counter: str = "rus-8-1", **more: object) -> dict[str, object]:
    return {"id": unit_id, "type": counter, **more}


@pytest.mark.rule("SL:3.20.8-a", "SL:3.20.8-b")
def test_a_12_reduces_a_squad_and_kills_what_is_smaller() -> None:
    table = under_fire(squad(), {"id": "h", "type": "rus-237"}).roll((3, 5), (6, 6), (6, 6))
    assert table.unit("r").type == "rus-237" and table.unit("r").broken
    assert not table.alive("h")
    broken = under_fire(squad(broken=True)).roll((3, 5), (6, 6))
    assert not broken.alive("r")  # a KIA for whoever is broken already


@pytest.mark.rule("SL:3.20.8-b")
def test_no_leader_helps_against_a_12() -> None:
    table = under_fire(leader("l", "rus-10-2"), leader("m", "rus-9-2")).roll(
        (3, 5), (6, 6)
    )  # 12 - 2 is his morale
    assert table.said("SL:3.4.1-a")


@pytest.mark.rule("SL:3.20.6-a", "SL:3.20.6-b", "SL:3.20.5-b")
def test_broken_units_that_fail_again_are_reduced_or_lost() -> None:
    table = under_fire(squad(broken=True), {"id": "h", "type": "rus-237", "broken": True})
    table.roll((3, 5), (5, 3), (4, 3))  # broken morale 7 and 6
    assert table.unit("r").type == "rus-237" and not table.alive("h")


@pytest.mark.rule("SL:3.2.6", "SL:3.20.7", "SL:3.2.7", "SL:3.20-q1")
def test_leaders_help_others_and_each_other_but_not_themselves() -> None:
    table = under_fire(squad(), leader(), leader("m", "rus-8-0")).roll((3, 5))
    table.roll((4, 4))  # the 8-1, whom the 8-0 does not help
    assert table.breakdown("morale_check").lines == ()
    table.roll((4, 5))  # the 8-0 rolls 9 and passes with the 8-1's help
    assert not table.unit("m").broken
    table.roll((4, 4))
    assert table.breakdown("morale_check").value("SL:3.2.6") == -1 and not table.unit("r").broken


# In part: SL:3.20.4-a.
@pytest.mark.rule("SL:3.20.4-b", "SL:3.2.5", "SL:3.20-q4")
def test_who_loses_his_leader_checks_once_more_as_if_unbroken() -> None:
    table = under_fire(squad(), leader()).roll((3, 4))  # result 1
    table.roll((4, 5), (4, 4))  # both fail
    assert table.unit("l").broken and table.unit("r").broken
    assert table.said("SL:3.20.4-a")
    table.roll((3, 4))  # a plain NMC against its unbroken morale: passed
    assert table.breakdown("morale_check").lines == () and table.unit("r").type == "rus-447"
    green = under_fire({"id": "r", "type": "rus-336"}, leader()).roll((3, 4), (4, 5), (4, 4))
    assert "morale 6" in green.asked()  # not the 5 of its broken side
    assert green.roll((3, 3)).unit("r").type == "rus-336"
    before = under_fire({"id": "r", "type": "rus-336", "broken": True}, leader()).roll((3, 4), (4, 5), (4, 4))
    assert (
        before.said("SL:3.20.6-a") and "morale 4" in before.asked()
    )  # a 2-2-6 that was broken before the attack


@pytest.mark.rule("SL:3.20-q2")
def test_a_leader_who_failed_first_checks_again_for_the_second() -> None:
    table = under_fire(leader(), leader("m", "rus-7-0")).roll((3, 5))
    table.roll((4, 5))  # the 8-1 breaks
    table.roll((4, 5))  # the 7-0 breaks as well
    assert "7-0" in table.asked()  # for the loss of the 8-1
    table.roll((1, 2))
    assert "8-1" in table.asked()  # for the loss of the 7-0


@pytest.mark.rule("SL:3.24.1-a", "SL:3.24.1-c")
def test_prep_fire_pins_whom_it_nearly_breaks_for_the_player_turn() -> None:
    table = under_fire(squad()).roll((3, 5), (3, 4))
    assert table.unit("r").pinned
    table = under_fire(squad()).roll((3, 5), (3, 3))
    assert not table.unit("r").pinned
    a, b = pair(4)
    later = Table("CCPh", [unit("g", "ger-467", a), unit("r", "rus-447", b, pinned=True)])
    assert later.position.state.attacker == "russian" and not later.unit("r").pinned


@pytest.mark.rule("SL:3.24.1-a")
def test_a_pinned_unit_fires_at_half() -> None:
    a, b = pair(4)
    table = Table("PFPh", [unit("g", "ger-467", a, pinned=True), unit("r", "rus-447", b)])
    table.do(f"target - {b}", "add g", "declare").roll((6, 5))
    assert table.breakdown().total == 2 and table.breakdown().value("SL:3.24.1-a") == 0.5


@pytest.mark.rule("SL:3.4.1-a", "SL:3.4.1-b", "SL:3.4.1-c", "SL:3.4.2")
def test_a_leader_who_would_be_lost_is_wounded() -> None:
    table = under_fire(leader()).roll((3, 5), (6, 6))
    assert "against 4" in table.asked()
    serious = under_fire(leader()).roll((3, 5), (6, 6), (2, 3))
    assert not serious.alive("l")
    light = table.roll((2, 2))
    assert light.options() == ["stay", "evacuate"]
    light.do("stay")
    found = light.unit("l")
    assert found.wounded and not found.broken
    assert (morale_level(light.g, found), leadership(light.g, found)) == (7, 0)


@pytest.mark.rule("SL:3.4.1-a", "SL:3.2.6")
def test_another_leader_helps_the_wounded() -> None:
    table = under_fire(leader(), leader("m", "rus-9-2")).roll((3, 5), (1, 2), (6, 6), (3, 3))
    assert table.breakdown("wound_check").value("SL:3.2.6") == -2 and table.options() == ["stay", "evacuate"]


@pytest.mark.rule("SL:3.4.1-c")
def test_a_lightly_wounded_leader_may_be_evacuated() -> None:
    table = under_fire(leader(broken=True)).roll((3, 5), (5, 4), (2, 2)).do("evacuate")
    assert not table.alive("l") and not any(event.kind == "eliminated" for event in table.events)


# -- rally -------------------------------------------------------------------------------------------------


def rallying(kind: str = "wooden_building", **more: object) -> Table:
    a, b = pair(4, kind)
    units = [unit("r", "rus-447", b, broken=True, **more), unit("l", "rus-8-1", b), unit("g", "ger-467", a)]
    return Table("RPh", units)


@pytest.mark.rule("SL:3.23.1", "SL:3.23.2", "SL:3.23-q1", "SL:1.3.1-p1.4")
def test_a_broken_squad_rallies_with_a_leader_in_the_phase_of_either_side() -> None:
    table = rallying()
    assert table.options() == ["rally r", "done"]  # it is the German player turn
    table.do("rally r").roll((4, 4))
    assert not table.unit("r").broken and table.breakdown("rally").value("SL:3.23.2") == -1
    failed = rallying().do("rally r").roll((5, 4))
    assert failed.unit("r").broken and failed.position.state.phase != "RPh"  # it does not try twice


@pytest.mark.rule("SL:3.23.1")
def test_without_a_leader_nobody_else_rallies() -> None:
    a, b = pair(4, "woods")
    units = [unit("r", "rus-447", b, broken=True), unit("q", "rus-8-0", a, broken=True)]
    table = Table("RPh", units)
    assert table.options("rally") == ["rally q"]
    assert table.refusal("rally r").rule == "SL:3.23.1"


@pytest.mark.rule("SL:3.23.3", "SL:3.23.4", "SL:3.23.5")
def test_leaders_rally_by_themselves_and_then_others() -> None:
    _, b = pair(4, "woods")
    units = [unit("r", "rus-447", b, broken=True), unit("l", "rus-8-1", b, broken=True)]
    table = Table("RPh", units)
    assert table.options("rally") == ["rally l"]
    table.do("rally l").roll((4, 4))
    assert table.breakdown("rally").lines == () and not table.unit("l").broken
    assert table.options("rally") == ["rally r"]
    helped = Table("RPh", [unit("l", "rus-8-1", b, broken=True), unit("m", "rus-9-2", b)]).do("rally l")
    helped.roll((5, 5))
    assert not helped.unit("l").broken


@pytest.mark.rule("SL:3.23.6-a", "SL:3.23.6-b", "SL:3.23.6-c", "SL:3.23-q2")
def test_who_was_fired_on_rallies_at_desperation_morale() -> None:
    fired_on = under_fire(squad()).roll((6, 5))
    assert fired_on.unit("r").dm  # whatever the effect
    table = rallying(dm=True).do("rally r").roll((2, 3))
    assert table.breakdown("rally").total == 3 and table.unit("r").broken
    assert not table.unit("r").dm  # taken off when the phase has ended


@pytest.mark.rule("SL:3.21.20")
def test_out_of_cover_a_rally_is_one_harder() -> None:
    table = rallying("open").do("rally r").roll((4, 4))
    assert table.breakdown("rally").value("SL:3.21.20") == 1 and table.unit("r").broken


@pytest.mark.rule("SL:3.23.8-a", "SL:3.23.8-b", "SL:3.20.8-c")
def test_a_12_in_a_rally_costs_men_and_a_leader_his_men_their_nerve() -> None:
    table = rallying().do("rally r").roll((6, 6))
    assert table.unit("r").type == "rus-237" and table.unit("r").broken
    _, b = pair(4, "woods")
    units = [unit("r", "rus-447", b), unit("l", "rus-8-1", b, broken=True)]
    lost = Table("RPh", units).do("rally l").roll((6, 6), (5, 5))
    assert not lost.alive("l") and "4-4-7" in lost.asked()


def test_the_odds_of_a_rally_are_exact() -> None:
    table = rallying()
    _, odds = preview(table.g, table.unit("r"))
    assert round(odds["rallies"] * 36) == 26 and abs(sum(odds.values()) - 1) < 1e-9


def test_neighbours_do_not_count_as_the_same_hex() -> None:
    _, b = pair(4, "woods")
    table = Table("RPh", [unit("r", "rus-447", b, broken=True), unit("l", "rus-8-1", near(b))])
    assert table.position.state.phase != "RPh"

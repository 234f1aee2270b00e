"""Offboard artillery (DAE:2): radios, contact, Battery Access, and the draw pile."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from defilade.kernel import Chance, Choice
from defilade.kernel.session import make_view
from defilade.rules.sk import morale
from defilade.rules.sk.full.artillery.phase import ArtilleryStep, callable_now
from defilade.tactics import sequence
from defilade.tactics.artillery import FFE2, FFEC, SR
from skf.guns import BRITISH, GERMAN, OBSERVER, battery, draw, guns, hidden_from, lay

# -- radios --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2", "DAE:2.21")
def test_a_radio_stands_for_a_battery_with_a_pile_of_its_own() -> None:
    s = guns()
    assert battery(s).radio == "radio" and (battery(s).black, battery(s).red) == (8, 3)
    assert s.options("call") == ["call oba1"]


@pytest.mark.rule("DAE:2")
def test_without_its_radio_a_battery_is_out_of_reach() -> None:
    s = guns(
        units=[OBSERVER, {**OBSERVER, "id": "o2", "sw": [{"id": "other", "type": "ger-radio"}]}, BRITISH]
    )
    step = ArtilleryStep("german")
    assert [one.id for one in callable_now(s.g, step)] == ["oba1"]
    s.g.remove_weapon(s.weapon("radio"))
    assert not callable_now(s.g, step), "another radio does not reach it"


@pytest.mark.rule("DAE:2.1-a")
def test_a_radio_is_a_support_weapon_that_only_a_leader_uses_and_that_is_not_fired() -> None:
    squad = {"id": "q", "type": "ger-467", "hex": "MM9", "sw": [{"id": "radio", "type": "ger-radio"}]}
    s = guns(units=[squad, BRITISH])
    assert s.g.weapon_type(s.weapon("radio")).pp == 1
    assert not s.options("call")
    s.do("target - LL11") if s.offers("target - LL11") else None
    assert not [option for option in s.options("add") if "radio" in option]


@pytest.mark.rule("DAE:2.1-a")
def test_a_twelve_breaks_the_radio_which_is_repaired_like_any_weapon() -> None:
    s = guns().do("call oba1").roll(6, 6)
    assert s.weapon("radio").malfunctioned and not battery(s).contact
    s.until("RPh")
    assert s.offers("repair o+radio")
    s.do("repair o+radio").roll(1)
    assert not s.weapon("radio").malfunctioned


# DAE:2.1-c, but for ordnance Smoke that may come before.
@pytest.mark.parametrize("phase", ["PFPh", "DFPh"])
def test_who_calls_his_battery_does_nothing_else_in_the_phase(phase: str) -> None:
    s = guns(phase, attacker="german" if phase == "PFPh" else "british").do("call oba1").roll(6, 5)
    assert s.unit("o").fire == ("prep" if phase == "PFPh" else "final")
    assert not s.options("call")


# DAE:2.1-c, but for ordnance Smoke that may come before.
@pytest.mark.parametrize("state", [{"broken": True}, {"melee": True}])
def test_only_a_good_order_leader_observes(state: dict[str, Any]) -> None:
    s = guns(
        units=[
            {**OBSERVER, **state},
            {**BRITISH, "hex": "MM9", **({"melee": True} if "melee" in state else {})},
        ]
    )
    assert not s.options("call")


# DAE:2.1-c, but for ordnance Smoke that may come before.
def test_a_broken_radio_reaches_nobody() -> None:
    unit = {**OBSERVER, "sw": [{"id": "radio", "type": "ger-radio", "malfunctioned": True}]}
    assert not guns(units=[unit, BRITISH]).options("call")


@pytest.mark.rule("DAE:2.1-d")
@pytest.mark.parametrize(("dice", "contact"), [((4, 4), "o"), ((4, 5), "")])
def test_contact_needs_no_more_than_the_number_of_the_radio(dice: tuple[int, int], contact: str) -> None:
    s = guns().do("call oba1").roll(*dice)
    assert battery(s).contact == contact
    assert s.event("radio").breakdown is not None


@pytest.mark.rule("DAE:2.1-d")
def test_a_failure_bars_radio_and_observer_for_the_phase() -> None:
    s = guns().do("call oba1").roll(5, 5)
    assert not s.options("call")
    assert s.state.phase == "PFPh"
    assert "DAE:2.1-d" in s.event("radio").rules


@pytest.mark.rule("DAE:2.1-d")
@pytest.mark.parametrize(("dice", "other"), [((5, 5), False), ((6, 6), False), ((3, 3), True)])
def test_who_has_failed_tries_no_other_radio_in_the_phase(dice: tuple[int, int], other: bool) -> None:
    """Whoever has reached his battery may see to another one as well."""
    radios = [{"id": "radio", "type": "ger-radio"}, {"id": "spare", "type": "ger-radio"}]
    s = guns(units=[{**OBSERVER, "sw": radios}, BRITISH])
    s.g.state.batteries["oba2"] = msgspec.structs.replace(battery(s), id="oba2", radio="spare")
    step = ArtilleryStep("german", called=("oba1",))
    s.do("call oba1").roll(*dice)
    assert [one.id for one in callable_now(s.g, step)] == (["oba2"] if other else [])


@pytest.mark.rule("DAE:2.11-a")
@pytest.mark.parametrize(
    ("mortar", "dice", "kept"), [(False, (4, 5), True), (False, (4, 6), False), (True, (4, 6), True)]
)
def test_contact_is_kept_more_easily(mortar: bool, dice: tuple[int, int], kept: bool) -> None:
    s = guns(battalion_mortar=mortar)
    s.g.update_battery(battery(s), contact="o")
    s.do("call oba1").roll(*dice)
    assert bool(battery(s).contact) == kept
    values = [line.value for line in s.event("radio").breakdown.lines if line.rule == "DAE:2.11-a"]  # type: ignore[union-attr]
    assert values == [-2 if mortar else -1]


@pytest.mark.rule("DAE:2.11-a")
def test_who_does_not_roll_loses_contact() -> None:
    s = guns()
    s.g.update_battery(battery(s), contact="o")
    s.do("done")
    assert not battery(s).contact


@pytest.mark.rule("DAE:2.1-e")
def test_an_observer_who_breaks_loses_contact_at_once() -> None:
    s = guns()
    s.g.update_battery(battery(s), contact="o")
    morale.break_unit(s.g, s.unit("o"))
    assert not battery(s).contact


# -- access --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.2-a", "DAE:2.2-b", "DAE:2.1-b")
def test_a_black_chit_gives_access() -> None:
    s = guns().do("call oba1").roll(3, 3)
    assert isinstance(s.pending, Chance) and s.pending.pool == ("black",) * 8 + ("red",) * 3
    draw(s, "black")
    assert battery(s).access and battery(s).black == 7
    assert s.offers("aim")


@pytest.mark.rule("DAE:2.21")
def test_what_was_drawn_does_not_come_back() -> None:
    s = draw(guns().do("call oba1").roll(3, 3), "red")
    assert (battery(s).black, battery(s).red) == (8, 2)


@pytest.mark.rule("DAE:2.2-c")
def test_the_first_red_ends_the_phase_for_the_battery_and_the_second_its_access() -> None:
    s = draw(guns().do("call oba1").roll(3, 3), "red")
    assert not battery(s).access and not battery(s).lost and battery(s).contact == "o"
    assert not s.options("aim") and not s.options("call")
    again = guns()
    again.g.update_battery(battery(again), reds_drawn=1, red=2)
    draw(again.do("call oba1").roll(3, 3), "red")
    assert battery(again).lost
    again.g.update_battery(battery(again), drew=False)
    assert not callable_now(again.g, ArtilleryStep("german"))


@pytest.mark.rule("DAE:2.2-c", "DAE:2.34-b")
def test_a_red_chit_takes_the_old_ffe_away() -> None:
    s = lay(guns(), FFEC, "LL11", "HE", access=False).do("call oba1").roll(3, 3)
    draw(s, "red")
    assert not battery(s).counter


@pytest.mark.rule("DAE:2.2-a")
def test_one_draw_a_player_turn() -> None:
    s = guns()
    s.g.update_battery(battery(s), drew=True)
    s.do("call oba1").roll(3, 3) if s.offers("call oba1") else None
    assert not isinstance(s.pending, Chance) or not s.pending.pool
    sequence.player_turn_begins(s.g)
    assert not battery(s).drew


@pytest.mark.rule("DAE:2.2-a")
def test_who_has_access_and_nothing_in_play_does_not_draw_again() -> None:
    s = guns()
    s.g.update_battery(battery(s), access=True)
    s.do("call oba1").roll(3, 3)
    assert s.offers("aim")


@pytest.mark.rule("DAE:2.2-b")
def test_access_ends_with_a_rally_phase_in_which_an_ffe_c_lies_on_the_map() -> None:
    for counter, kept in ((FFEC, False), (FFE2, True), (SR, True)):
        s = lay(guns("RPh"), counter, "LL11", "HE")
        sequence.end_phase(s.g, "RPh")
        assert battery(s).access == kept
        assert battery(s).counter == counter


@pytest.mark.rule("DAE:2.21")
def test_no_position_and_no_view_tells_what_will_be_drawn() -> None:
    s = guns().do("call oba1").roll(3, 3)
    for side in ("german", "british"):
        view = make_view(s.position.system, s.position, side, 0)
        assert isinstance(view.pending, Chance) and not view.pending.pool
        written = json.loads(msgspec.json.encode(view.state))
        assert set(written["batteries"]["oba1"]) <= {
            "id", "side", "caliber", "radio", "black", "red", "contact",
        }  # fmt: skip


# -- without contact -----------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.11-b")
@pytest.mark.parametrize(("counter", "left"), [(SR, SR), (FFE2, FFEC), (FFEC, "")])
def test_counters_of_a_battery_that_nobody_reaches(counter: str, left: str) -> None:
    s = lay(guns(units=[OBSERVER, GERMAN, {**BRITISH, "hex": "A20"}]), counter, "LL14", "HE")
    s.do("call oba1").roll(5, 6)
    assert battery(s).counter == left
    assert battery(s).access


@pytest.mark.rule("DAE:2.11-c", "DAE:2.11-d")
@pytest.mark.parametrize(("hex", "kept"), [("MM9", True), ("KK14", False)])
def test_not_rolling_costs_access_only_where_the_blast_is_out_of_sight(hex: str, kept: bool) -> None:
    s = guns(units=[{**OBSERVER, "hex": hex}, GERMAN, {**BRITISH, "hex": "A20"}])
    where = "MM15" if kept else hidden_from(s, hex)
    lay(s, SR, where).do("done")
    assert battery(s).access == kept
    assert bool(battery(s).counter) == kept
    if kept:
        assert s.until("MPh").offers("move o")


@pytest.mark.rule("DAE:2.8")
def test_an_offboard_observer_has_contact_for_the_asking() -> None:
    s = guns(units=[GERMAN, BRITISH], observer="NN8@1").do("call oba1")
    assert isinstance(s.pending, Chance) and s.pending.pool
    draw(s, "black").do("aim")
    assert isinstance(s.pending, Choice) and s.offers("request - LL16")
    assert "DAE:2.8" in s.cited()

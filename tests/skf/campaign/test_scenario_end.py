"""The end of a scenario: melees, markers, rally, Shock and Bog (DAE:4.501 to DAE:4.504), wounds and half-squads."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.campaign import melee, scenario_end
from defilade.rules.sk.full.campaign.book import ENTRY, Module
from defilade.rules.sk.full.campaign.recovery import recombine, tend_wounded
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from skf.campaign.books import Table


@pytest.mark.rule("DAE:4.501")
def test_a_melee_is_fought_until_one_side_is_gone() -> None:
    """4:4 is 1-1, kill 5. The British moved first, so they attack first; both attacks of a round count."""
    t = Table()
    ours, theirs = t.unit("bri-457", "NN10", cx=True, pinned=True), t.unit("ger-447", "NN10")
    gun = t.weapon("ger-lmg", owner=theirs)
    assert melee.contested(t.work) == [t.board.resolve("NN10")]
    # pinned: 2 to 4, kill 4, +1 CX; then 1-1 with -1 against CX, kill 5; nothing happens
    t.roll((4, 4), (4, 4))
    # second round without pin and CX: the British kill with 4, the Germans miss
    t.roll((1, 3), (6, 6))
    scenario_end.end_scenario(t.work)
    assert not t.dice
    assert not t.work.forces(GERMAN).units
    assert t.work.side(GERMAN).pool == {"ger-447": 1}
    assert gun.id in t.work.forces(GERMAN).weapons  # it lies there
    left = t.work.forces(BRITISH).units[ours.id]
    assert (left.pinned, left.cx) == (False, False)
    assert [note.side for note in t.notes("DAE:4.501") if note.dice] == [BRITISH, GERMAN] * 2


@pytest.mark.rule("DAE:4.501")
def test_a_kill_number_that_is_met_reduces_one_target() -> None:
    t = Table()
    t.unit("bri-457", "NN10")
    t.unit("ger-447", "NN10")
    t.roll((2, 3), 3, (6, 6))  # 5: one is picked at random, a squad becomes its half-squad
    melee.fight_round(t.work, t.board.resolve("NN10"))
    assert [unit.type for unit in t.work.forces(GERMAN).units.values()] == ["ger-237"]
    assert t.work.side(GERMAN).pool == {"ger-237": 1}


@pytest.mark.rule("DAE:4.501")
def test_what_a_half_squad_had_lies_there_when_it_is_reduced_in_melee() -> None:
    t = Table()
    t.unit("bri-457", "NN10")
    half = t.unit("ger-237", "NN10")
    gun = t.weapon("ger-lmg", owner=half)
    t.roll((3, 4), 1, (6, 6))  # 2-1, kill 7
    melee.fight_round(t.work, t.board.resolve("NN10"))
    forces = t.work.forces(GERMAN)
    assert not forces.units
    assert (forces.weapons[gun.id].owner, forces.weapons[gun.id].hex) == ("", t.board.resolve("NN10"))


@pytest.mark.rule("DAE:4.501")
def test_after_the_first_round_a_stun_is_flipped_and_infantry_fights_the_tank() -> None:
    t = Table()
    squad = t.unit("bri-457", "NN10")
    tank = t.vehicle("ger-panther", "NN10", stun="STUN")
    assert melee.can_attack(t.work, BRITISH, squad.hex)
    assert not melee.can_attack(t.work, GERMAN, squad.hex)  # Stunned
    t.roll((6, 6), (1, 1))
    melee.fight(t.work, squad.hex)
    assert tank.id in t.book.wrecks
    assert t.book.wrecks[tank.id].stunned
    assert t.book.wrecks[tank.id].stun == ""


@pytest.mark.rule("DAE:4.502")
def test_markers_come_off() -> None:
    t = Table()
    unit = t.unit("bri-457", "NN10", dm=True, cx=True)
    tank = t.vehicle("bri-sherman3", "E13", motion=True, ce=True)
    gun = t.weapon("bri-57l-at", "E13", acquired=("x",), acquired_drm=-1)
    scenario_end.remove_markers(t.work)
    unit = t.work.forces(BRITISH).units[unit.id]
    tank = t.work.forces(BRITISH).vehicles[tank.id]
    gun = t.work.forces(BRITISH).weapons[gun.id]
    assert (unit.dm, unit.cx, tank.motion, tank.ce, gun.acquired, gun.acquired_drm) == (False,) * 4 + ((), 0)


@pytest.mark.rule("DAE:4.3-f")
def test_a_module_that_has_fired_is_gone_and_any_other_is_as_new() -> None:
    t = Table()
    forces = t.work.forces(GERMAN)
    forces.modules = {"a": Module("a", "100+", used=True), "b": Module("b", "80+", black=3, red=1)}
    scenario_end.keep_modules(t.work, GERMAN)
    assert list(forces.modules) == ["b"]
    assert (forces.modules["b"].black, forces.modules["b"].red) == (8, 3)


@pytest.mark.rule("DAE:4.503")
def test_the_broken_rally_without_a_roll_and_then_control_is_settled() -> None:
    t = Table()
    unit = t.unit("bri-457", "NN8", broken=True, dm=True)
    alone = t.unit("bri-8-0", "NN10")
    scenario_end.end_scenario(t.work)
    assert not t.work.forces(BRITISH).units[unit.id].broken
    assert t.book.control[t.board.resolve("NN8")] == BRITISH
    assert t.book.control[alone.hex] == GERMAN  # a leader takes nothing


@pytest.mark.rule("DAE:4.504")
def test_shock_and_bog_are_rolled_for_to_the_end() -> None:
    t = Table()
    cured = t.vehicle("bri-sherman3", "E13", shock="shock")
    lost = t.vehicle("bri-sherman3", "E17", shock="shock")
    freed = t.vehicle("bri-sherman3", "H13", bogged=True)
    stuck = t.vehicle("bri-sherman3", "H15", bogged=True)
    t.roll(3, 3)  # not by 2, then as an Unconfirmed Kill by 3
    t.roll(3, 4)
    t.roll(5, 3)  # Mired: 3 + 1
    t.roll(5, 5)  # Mired: 5 + 1
    scenario_end.shock_and_bog(t.work)
    assert not t.dice
    forces = t.work.forces(BRITISH)
    assert forces.vehicles[cured.id].shock == ""
    assert set(t.book.wrecks) == {lost.id}
    assert not forces.vehicles[freed.id].bogged
    assert forces.vehicles[stuck.id].immobilized


@pytest.mark.rule("DAE:4.508")
@pytest.mark.parametrize(
    ("die", "isolated", "result"), [(1, False, "well"), (1, True, "hurt"), (4, False, "hurt")]
)
def test_wounded_leaders(die: int, isolated: bool, result: str) -> None:
    t = Table("A12 D13 E13 H13 E17").front()
    leader = t.unit("ger-9-1", area=t.area_at("F14" if isolated else "NN8"), wounded=True)
    tend_wounded(t.roll(die).work)
    assert t.work.forces(GERMAN).units[leader.id].wounded == (result == "hurt")


@pytest.mark.rule("DAE:4.508")
@pytest.mark.parametrize(("die", "isolated"), [(5, False), (4, True)])
def test_wounded_leaders_who_are_lost(die: int, isolated: bool) -> None:
    t = Table("A12 D13 E13 H13 E17").front()
    t.unit("ger-9-1", area=t.area_at("F14" if isolated else "NN8"), wounded=True)
    tend_wounded(t.roll(die).work)
    assert not t.work.forces(GERMAN).units


@pytest.mark.rule("DAE:4.509")
def test_half_squads_of_a_type_recombine_area_by_area_and_in_the_pool() -> None:
    t = Table("A12 E13").front()
    home = t.area_at("NN8")
    for _ in range(3):
        t.unit("ger-237", area=home)
    t.unit("ger-237-ss", area=home)
    t.unit("ger-237", area=ENTRY)
    t.unit("ger-228-crew", area=home)
    t.unit("ger-228-crew", area=home)
    t.work.side(GERMAN).pool = {"ger-237": 3, "ger-447": 1}
    recombine(t.work)
    found = sorted(unit.type for unit in t.work.forces(GERMAN).units.values())
    assert found == ["ger-228-crew", "ger-228-crew", "ger-237", "ger-237", "ger-237-ss", "ger-447"]
    assert t.work.side(GERMAN).pool == {"ger-237": 1, "ger-447": 2}

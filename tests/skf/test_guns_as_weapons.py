"""Guns as possessions: recovered, repaired, handed on, dropped and destroyed like SW (SKF:3.1, SKF:4.0, SKF:3.6)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import (
    ambush,
    firers,
    interdiction,
    machine_guns,
    portage,
    rout,
    stacking,
    support_weapons,
)
from defilade.rules.sk.full import gun_crews, hills, routing
from defilade.rules.sk.full.ordnance.shots import tables
from sk.places import line
from skf.gunnery import crew, duel, fire, lines
from skf.situation import Plain, Situation

SQUAD = {"id": "s", "type": "ger-467", "hex": "here"}


def two_crews(phase: str, **states: object) -> Situation:
    """A gun, its crew `c` and a squad `s` beside it; the enemy is three hexes off."""
    return duel(phase=phase, more=[SQUAD], **states)


# -- the Rally Phase ---------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.1-d", "SKF:4.0-e", "SKF:4.0-d")
@pytest.mark.parametrize(("roll", "got"), [(5, True), (6, False)])
def test_a_gun_without_a_crew_is_claimed_like_a_sw(roll: int, got: bool) -> None:
    here, there = line(3)
    units: list[Plain] = [{**SQUAD, "hex": here}, {"id": "r", "type": "rus-447", "hex": there}]
    s = Situation(
        "y", "RPh", "german", units, loose=[{"id": "gun", "type": "ger-75l-at", "hex": here, "facing": 0}]
    )
    s.do("recover s+gun").roll(roll)
    assert (s.weapon("gun").owner == "s") is got


@pytest.mark.rule("SKF:4.0-d")
def test_a_gun_stays_where_its_crew_was_lost() -> None:
    s = two_crews("PFPh")
    here = s.unit("c").hex
    s.g.remove(s.unit("c"))
    assert (s.weapon("gun").owner, s.weapon("gun").hex) == ("", here)


@pytest.mark.rule("SKF:4.0-a")
def test_a_gun_is_not_taken_along_in_the_aph() -> None:
    s = two_crews("APh")
    here = s.unit("c").hex
    s.do(next(option for option in s.options("advance") if option.split()[1] == "c"))
    assert (s.weapon("gun").owner, s.weapon("gun").hex) == ("", here)


@pytest.mark.rule("SKF:3.1-e", "SKF:2.0-ad")
@pytest.mark.parametrize(("roll", "works", "gone"), [(1, True, False), (3, False, False), (6, False, True)])
def test_a_gun_is_repaired_like_a_sw(roll: int, works: bool, gone: bool) -> None:
    s = two_crews("RPh", gun_malfunctioned=True).do("repair c+gun").roll(roll)
    assert ("gun" not in s.state.weapons) is gone
    if not gone:
        assert s.weapon("gun").malfunctioned is not works


@pytest.mark.rule("SKF:3.1-g")
def test_a_gun_changes_hands_in_the_rph() -> None:
    s = two_crews("RPh").do("transfer gun+s")
    assert s.weapon("gun").owner == "s"


@pytest.mark.rule("SKF:3.7-b")
def test_a_gun_changes_hands_in_the_aph() -> None:
    s = two_crews("APh").do("transfer gun+s")
    assert s.weapon("gun").owner == "s"


# -- on the move -------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:4.0-a", "SKF:4.0-b")
def test_a_gun_is_not_carried_and_is_dropped_for_nothing() -> None:
    s = two_crews("MPh").do("move c")
    here = s.unit("c").hex
    s.do(s.options("enter")[0])
    assert (s.weapon("gun").owner, s.weapon("gun").hex) == ("", here), "with a gun a crew does not just walk"
    s = two_crews("MPh").do("move c", "drop gun")
    assert s.weapon("gun").owner == "" and s.options("enter")


@pytest.mark.rule("SKF:4.0-b", "SKF:3.3.1-o")
def test_a_gun_is_taken_up_on_the_move() -> None:
    s = two_crews("MPh").do("move c", "drop gun", "stop")
    s.do("move s", "recover s+gun").roll(2)
    assert s.weapon("gun").owner == "s"


@pytest.mark.rule("SKF:4.0-c")
def test_no_weapon_is_moved_twice() -> None:
    s = two_crews("MPh")
    s.g.update_weapon(s.weapon("gun"), moved=True, carrier="x")
    assert portage.carry_refusal(s.g, s.unit("c")) is not None


# -- destruction and capture -------------------------------------------------------------------------------


@pytest.mark.rule("SKF:4.0-h")
def test_a_gun_may_be_destroyed_by_its_crew_and_that_is_its_use() -> None:
    s = two_crews("PFPh").do("destroy c+gun")
    assert "gun" not in s.state.weapons
    assert firers.own_fp_refusal(s.g, s.unit("c")) is not None


@pytest.mark.rule("SKF:4.0-j", "SKF:2.0-ad")
def test_captured_weapons_fire_more_slowly_and_break_sooner() -> None:
    here, there = line(3)
    units: list[Plain] = [
        {
            "id": "g",
            "type": "ger-467",
            "hex": here,
            "sw": [{"id": "mg", "type": "rus-mmg", "side": "russian"}],
        },
        {"id": "r", "type": "rus-447", "hex": there, "sw": [{"id": "own", "type": "rus-mmg"}]},
    ]
    s = Situation("y", "PFPh", "german", units)
    mine, theirs = (s.unit("g"), s.weapon("mg")), (s.unit("r"), s.weapon("own"))
    assert machine_guns.rate_of_fire(s.g, *mine) == machine_guns.rate_of_fire(s.g, *theirs) - 1
    assert machine_guns.breakdown_number(s.g, *mine) == machine_guns.breakdown_number(s.g, *theirs) - 2


@pytest.mark.rule("SKF:2.0-ad")
def test_what_has_an_x_number_is_removed() -> None:
    types = two_crews("PFPh").g.weapon_types
    assert types["ger-ft"].removed and not types["ger-75l-at"].removed and not types["ger-mmg"].removed


@pytest.mark.rule("SKF:2.0-ad")
@pytest.mark.parametrize(("type", "left"), [("ger-psk", False), ("ger-ft", False), ("ger-mmg", True)])
def test_on_its_number_a_weapon_is_gone_or_malfunctions(type: str, left: bool) -> None:
    here, there = line(1)
    squad: Plain = {"id": "g", "type": "ger-467", "hex": here, "sw": [{"id": "w", "type": type}]}
    s = Situation("y", "PFPh", "german", [squad, {"id": "r", "type": "rus-447", "hex": there}])
    machine_guns.break_down(s.g, s.weapon("w"))
    assert ("w" in s.state.weapons) == left
    assert not left or s.weapon("w").malfunctioned


# -- stacking ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:2.0-z")
def test_a_crew_with_a_gun_takes_the_room_of_a_squad() -> None:
    s = two_crews("MPh")
    c = s.unit("c")
    assert gun_crews.with_a_gun(s.g, 1, c) == 2
    assert gun_crews.with_a_gun(s.g, 1, s.unit("t")) == 1
    squads = [{"id": f"s{n}", "type": "ger-467", "hex": "here"} for n in range(2)]
    full = duel(phase="MPh", more=[*squads])
    assert stacking.refusal(full.g, "german", full.unit("c").hex, ()) is None
    half = full.g.update(full.unit("s1"), kind="half_squad", type="ger-247", hex="")
    assert stacking.refusal(full.g, "german", full.unit("c").hex, [half]) is None
    full.g.drop(full.weapon("gun"))
    assert gun_crews.with_a_gun(full.g, 1, full.unit("c")) == 1


# -- rout and interdiction ---------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.6-b", "SKF:3.6-v")
@pytest.mark.parametrize("emplaced", [True, False])
def test_an_emplaced_crew_need_not_leave_open_ground(emplaced: bool) -> None:
    s = duel(phase="RtPh", broken=True, gun_emplaced=emplaced)
    assert rout.exposed(s.g, s.unit("c")) is not emplaced


@pytest.mark.rule("SKF:3.6-w")
def test_a_router_leaves_its_gun() -> None:
    s = duel(phase="RtPh", broken=True)
    found = routing.too_much_to_carry(s.g, s.unit("c"))
    assert found is not None and [weapon.id for weapon in found] == ["gun"]


@pytest.mark.rule("SKF:3.6-q", "SKF:3.6-r")
def test_a_gun_interdicts_where_it_points() -> None:
    s = duel(distance=6, phase="RtPh")
    there = s.unit("t").hex
    found = interdiction.interdictor(s.g, "russian", there)
    assert found is not None and found.id == "c"
    assert interdiction.interdiction_range(s.g, s.unit("c")) < 6, "not by its own FP"
    gun = s.weapon("gun")
    s.g.update_weapon(gun, facing=(gun.facing + 3) % 6)
    assert interdiction.interdictor(s.g, "russian", there) is None, "it would have to turn"
    s.g.update_weapon(gun, malfunctioned=True)
    assert interdiction.interdictor(s.g, "russian", there) is None


@pytest.mark.rule("SKF:3.6-q", "SKF:3.6-r")
def test_no_gun_interdicts_in_the_wrong_hands_or_too_far() -> None:
    s = duel(distance=6, phase="RtPh")
    there = s.unit("t").hex
    s.g.update(s.unit("c"), kind="half_squad", type="ger-247")
    assert interdiction.interdictor(s.g, "russian", there) is None, "Non-Qualified Use is a positive DRM"
    near = duel(distance=6, phase="RtPh")
    assert gun_crews.with_ordnance(near.g, near.unit("c"), near.unit("t").hex, 16)
    assert not gun_crews.with_ordnance(near.g, near.unit("c"), near.unit("t").hex, 17)


@pytest.mark.rule("SKF:1.1.1-az")
def test_who_is_emplaced_needs_no_height() -> None:
    units = [crew("I7", facing=0, gun_emplaced=True), {"id": "r", "type": "rus-447", "hex": "E9"}]
    s = Situation("w", "PFPh", "russian", units)
    assert hills.from_below(s.g, "wI7", "wE9")
    assert not hills.height_advantage(s.g, s.unit("c"), ("wE9",), "PFPh")
    s.g.update_weapon(s.weapon("gun"), emplaced=False)
    assert hills.height_advantage(s.g, s.unit("c"), ("wE9",), "PFPh")


# -- CX ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.3.1-i", "DAE:QRDC-case05")
def test_cx_in_fire_and_to_hit() -> None:
    assert lines(fire(duel(3, cx=True), "itt-HE", 6, 5)) == {"DAE:QRDC-case05": 1}
    here, there = line(3)
    units: list[Plain] = [
        {"id": "g", "type": "ger-467", "hex": here, "cx": True},
        {"id": "h", "type": "ger-467", "hex": here, "cx": True},
        {"id": "r", "type": "rus-447", "hex": there},
    ]
    s = Situation("y", "PFPh", "german", units)
    s.do(f"target - {there}", "add g", "add h", "declare").roll(6, 5)
    assert [entry.value for entry in s.breakdown().lines if entry.label == "CX"] == [1], "never more"


@pytest.mark.rule("SKF:3.3.1-i")
def test_cx_in_close_combat() -> None:
    units: list[Plain] = [
        {"id": "g", "type": "ger-548", "hex": "F3", "cx": True},
        {"id": "r", "type": "rus-447", "hex": "F3"},
    ]
    s = Situation("z", "CCPh", "german", units)
    for _ in range(20):
        if isinstance(s.pending, Chance):
            break
        s.do(s.options()[0])
    s.roll(4, 5, 4, 5)
    drm = [
        event.breakdown.drm
        for event in s.events
        if event.kind == "close_combat" and event.breakdown is not None
    ]
    assert drm[:2] == [1, -1], "by a CX unit +1, against one -1"


@pytest.mark.rule("SKF:3.3.1-j")
def test_cx_in_recovery_and_ambush() -> None:
    units: list[Plain] = [
        {"id": "g", "type": "ger-467", "hex": "B1", "cx": True, "advanced": True},
        {"id": "r", "type": "rus-447", "hex": "B1"},
    ]
    s = Situation("z", "CCPh", "german", units)
    assert ambush.breakdown(s.g, "zB1", "german").drm == 1
    assert ambush.breakdown(s.g, "zB1", "russian").drm == 0
    assert support_weapons.recovery_breakdown(s.g, s.unit("g")).drm == 1
    assert tables(s.g).panzerfaust.check.cx == 1


@pytest.mark.rule("SKF:3.3.1-j")
def test_cx_in_portage_and_smoke() -> None:
    units: list[Plain] = [
        {"id": "u", "type": "ger-468", "hex": "F3"},
        {"id": "l", "type": "ger-8-1", "hex": "F3"},
        {"id": "far", "type": "rus-447", "hex": "GG10"},
    ]
    s = Situation("z", "MPh", "german", units)
    fresh, leader = s.unit("u"), s.unit("l")
    assert (portage.ipc(s.g, fresh), portage.lendable(s.g, leader)) == (3, 1)
    tired = s.g.update(fresh, cx=True)
    worn = s.g.update(leader, cx=True)
    assert (portage.ipc(s.g, tired), portage.lendable(s.g, worn)) == (2, 0)
    s = Situation("z", "MPh", "german", units).do("move u", "double-time u", "smoke u F3")
    assert isinstance(s.pending, Chance)
    assert s.roll(2).state.smoke == {}, "2 becomes 3"

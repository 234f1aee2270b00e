"""Guns and vehicles: the Vehicle Target Type, the Gun's own hex, hidden Guns and tanks (SKF:3.2.4-g, SKF:6.4-g)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.sk.full.ordnance.acquisition import gain
from defilade.rules.sk.full.ordnance.shots import Gunshot, firer_lines
from defilade.rules.sk.state import HiddenGun
from defilade.tactics.arcs import facings_to, turns_between
from defilade.tactics.moving import mf_spent
from defilade.tactics.units import Weapon
from sk.places import board
from skf.gunnery import crew, first_burst
from skf.tanks import Tanks

SIDES = ("german", "russian")
TANK = {"id": "e", "type": "rus-t3485", "hex": "Y6", "vca": 5}


def ambush(gun: str = "ger-75l-at", units: list[dict[str, Any]] | None = None, **states: Any) -> Tanks:
    """A gun three hexes from a tank with a squad beside it."""
    area = board("z")
    facing = facings_to(area, "zY3", "zY6")[0]
    gunners = crew("Y3", gun, facing=facing, **states)
    squad = {"id": "r", "type": "rus-447", "hex": "Y6"}
    return Tanks("PFPh", "german", [TANK], [gunners, squad, *(units or [])], sides=SIDES)


@pytest.mark.rule("SKF:3.2.4-g", "SKF:3.2.4-b")
def test_the_vtt_harms_the_vehicle_alone() -> None:
    s = ambush()
    s.do("gun c+gun", "at - Y6", "shoot e Y6 vtt-AP").roll(3, 2)
    assert s.event("to_hit").who == ("e",)
    s.roll(2, 3)
    assert s.tank("e").wreck
    assert not s.unit("r").broken
    assert not any(event.kind == "ordnance_effect" for event in s.events)


@pytest.mark.rule("SKF:2.0-l", "SKF:6.2-a")
def test_he_on_the_vtt() -> None:
    s = ambush()
    s.do("gun c+gun", "at - Y6")
    manners = {option for option in s.options("shoot") if option.startswith("shoot e")}
    assert {"shoot e zY6 vtt-AP", "shoot e zY6 vtt-HE"} <= manners
    s.do("shoot e Y6 vtt-HE").roll(3, 2)
    s.roll(6, 6)
    assert any(event.kind == "to_kill" for event in s.events)


@pytest.mark.rule("SKF:6.10-a", "DAE:QRDC-case20")
def test_a_vehicle_is_acquired() -> None:
    s = ambush()
    s.do("gun c+gun", "at - Y6", "shoot e Y6 vtt-AP").roll(1, 5)
    while s.weapon("gun").acquired == ():
        s.roll(6, 6)
    assert s.weapon("gun").acquired == ("e",)


@pytest.mark.rule("DAE:QRDC-case10")
@pytest.mark.parametrize(("hex", "drm"), [("Y3", 2), ("J3", 4)])
def test_fire_within_its_own_hex(hex: str, drm: int) -> None:
    """+2, doubled in a building."""
    s = Tanks("PFPh", "german", [{**TANK, "hex": "A2"}], [crew(hex, "ger-75l-at", facing=0)], sides=SIDES)
    here = s.unit("c").hex
    shot = Gunshot(
        "c", "gun", here, here, "PFPh", "german", "prep", type="vtt", ammo="AP", facing=0, mount="fixed"
    )
    found = {line.rule: line.value for line in firer_lines(s.g, shot)}
    assert found["DAE:QRDC-case10"] == drm


@pytest.mark.rule("SKF:6.4-g")
def test_a_tank_that_drives_upon_a_hidden_gun_shows_it() -> None:
    s = Tanks("MPh", "russian", [TANK], [{"id": "c", "type": "ger-228-crew"}], sides=SIDES)
    goal = "zX6"
    s.state.weapons["gun"] = Weapon("gun", "german", "ger-75l-at", "c")
    s.state.hidden["german"] = (HiddenGun("c", "gun", goal, 0),)
    play = s.g
    mf_spent(play, "zX5", ("e",))
    assert s.unit("c").hex == ""
    mf_spent(play, goal, ("e",))
    assert s.unit("c").hex == goal


@pytest.mark.rule("SKF:3.3.5-g")
def test_air_bursts_leave_a_column_more() -> None:
    """81 mm on the ATT is the 8 column, which leaves 4; in woods the 12 column, which leaves 6."""
    assert first_burst("open") == 4
    assert first_burst("woods") == 6


@pytest.mark.rule("SKF:6.1-e")
def test_a_critical_hit_doubles_the_to_kill_number() -> None:
    def number(*dice: int) -> float:
        s = ambush()
        s.do("gun c+gun", "at - Y6", "shoot e Y6 vtt-AP").roll(*dice).roll(6, 6)
        found = s.event("to_kill").breakdown
        assert found is not None
        return max(line.value for line in found.lines if line.sign == "=")

    assert number(1, 1) > number(1, 2)


@pytest.mark.rule("SKF:3.2.4-t")
@pytest.mark.parametrize(("facing", "turns"), [(0, 0), (5, 0), (3, 2), (1, 1)])
def test_a_tank_that_drives_into_the_guns_hex_is_fired_at_through_the_side_it_came_in(
    facing: int, turns: int
) -> None:
    """From the north: facings 0 and 5 cover that hexside, from others the gun must turn."""
    s = Tanks(
        "MPh",
        "russian",
        [{"id": "e", "type": "rus-t3485", "hex": "Y3", "vca": 2}],
        [crew("Y4", facing=facing)],
        sides=SIDES,
    )
    s.do("drive e", "start")
    while s.options("pass"):
        s.do("pass")
    s.do("enter - Y4")
    if not s.options("gun"):
        pytest.fail(f"the gun is not asked: {s.options()}")
    s.do("gun c+gun")
    shots = [option for option in s.options("shoot") if "vtt-AP" in option and "APCR" not in option]
    assert shots
    nearest = min(shots, key=lambda shot: turns_between(facing, int(shot[-1])) if shot[-1].isdigit() else 0)
    s.do(nearest).roll(6, 5)
    found = s.event("to_hit").breakdown
    assert found is not None
    assert found.value("DAE:QRDC-case10") == 2
    turned = found.value("DAE:QRDC-case08")
    assert (turned or 0) == {0: 0, 1: 3, 2: 4}[turns]


@pytest.mark.rule("SKF:6.10-g")
def test_nothing_is_acquired_by_a_tank_in_motion() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, "motion": True}
    s = Tanks("PFPh", "german", [tank, TANK], [{"id": "r", "type": "rus-447", "hex": "Y6"}], sides=SIDES)
    weapon = next(one for one in s.state.weapons.values() if one.owner == "t")
    shot = Gunshot(
        "t", weapon.id, "zY3", "zY6", "PFPh", "german", "prep", type="vtt", ammo="AP", aimed_at="e"
    )
    gain(s.g, shot, (3, 4))
    assert s.state.weapons[weapon.id].acquired == ()
    s.g.update_vehicle(s.tank("t"), motion=False)
    gain(s.g, shot, (3, 4))
    assert s.state.weapons[weapon.id].acquired == ("e",)


@pytest.mark.rule("SKF:3.3.5-l")
@pytest.mark.parametrize(("ammo", "left"), [("HE", 6), ("AP", 0)])
def test_a_to_kill_attempt_leaves_residual_fp_unless_it_was_made_with_ap(ammo: str, left: int) -> None:
    s = Tanks(
        "MPh",
        "russian",
        [{"id": "e", "type": "rus-t3485", "hex": "Y5", "vca": 2}],
        [crew("Y3", facing=2)],
        sides=SIDES,
    )
    s.do("drive e", "start")
    while s.options("pass"):
        s.do("pass")
    s.do("enter - Y6", "gun c+gun")
    shot = next(option for option in s.options("shoot") if option.endswith((f"vtt-{ammo}", f"vtt-{ammo}-2")))
    s.do(shot).roll(5, 1)
    while isinstance(s.pending, Chance):
        s.roll(6, 6)
    assert s.state.residual.get("zY6", 0) == left

"""Guns and vehicles: the Vehicle Target Type, the Gun's own hex, hidden Guns and tanks (SKF:3.2.4-g, SKF:6.4-g)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk.full.ordnance.shots import Gunshot, firer_lines
from defilade.rules.sk.spending import mf_spent
from defilade.rules.sk.state import HiddenGun
from defilade.tactics.arcs import facings_to
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

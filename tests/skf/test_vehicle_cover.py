"""Vehicles as cover and hindrance, smoke dispensers, Motion attempts, control and Recall (SKF:7.4, 7.5, 3.3.2.1)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Breakdown
from defilade.rules.sk import los
from defilade.rules.sk.full.edition import FULL_KIT
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.full.vehicles.engaging import can_kill
from defilade.rules.sk.rout import beside_enemy, must_rout
from defilade.rules.sk.system import SkSystem
from defilade.tactics.control import held_for_now
from defilade.tactics.vehicles import Dated
from skf.tanks import Tanks

SIDES = ("german", "russian")
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}


def attack_lines(s: Tanks) -> Breakdown:
    return next(event.breakdown for event in reversed(s.events) if event.kind == "attack" and event.breakdown)


def shot_past(vehicle: dict[str, Any], phase: str = "PFPh") -> int:
    s = Tanks(phase, "german", [vehicle, IDLE], sides=SIDES)
    return los.hindrance(s.g, s.g.map.resolve("Y3"), s.g.map.resolve("Y7"))


@pytest.mark.rule("SKF:7.4.1", "SKF:2.0-k", "SKF:3.3.2-r")
def test_a_vehicle_on_the_line_hinders_unless_it_moves() -> None:
    there = {"id": "t", "type": "rus-t34", "hex": "Y5"}
    assert shot_past(there) == 1
    assert shot_past({**there, "wreck": True}) == 1
    assert shot_past({**there, "motion": True}) == 0
    assert shot_past({**there, "changed_hex": True}) == 0
    assert shot_past({**there, "changed_hex": True}, "APh") == 1, "once the AFPh is over"
    assert shot_past({**there, "hex": "Y3"}) == 0, "not out of its own hex"
    assert shot_past({**there, "hex": "Y7"}) == 0
    assert shot_past({**there, "hex": "AA5"}) == 0


def fired_at(vehicle: dict[str, Any], hex: str = "Y5") -> Breakdown:
    units = [{"id": "g", "type": "ger-467", "hex": "Y3"}, {"id": "r", "type": "rus-447", "hex": hex}]
    s = Tanks("PFPh", "german", [vehicle, IDLE], units, sides=SIDES)
    return attack_lines(s.do(f"target - {hex}", "add g", "declare").roll(6, 5))


@pytest.mark.rule("SKF:7.4-a", "SKF:7.4-b", "SKF:7.4-d")
def test_infantry_behind_a_wreck_or_a_tank_of_its_own() -> None:
    there = {"id": "t", "type": "rus-t34", "hex": "Y5"}
    assert fired_at(there).value("SKF:7.4-a") == 1
    assert fired_at({**there, "wreck": True}).value("SKF:7.4-a") == 1
    assert fired_at({**there, "motion": True}).value("SKF:7.4-a") is None
    assert fired_at({**there, "changed_hex": True}).value("SKF:7.4-a") is None
    enemy_wreck = {"id": "t", "type": "ger-pzivh", "hex": "Y5", "wreck": True}
    assert fired_at(enemy_wreck).value("SKF:7.4-a") == 1


@pytest.mark.rule("SKF:7.4-a")
def test_no_ffmo_behind_a_wreck() -> None:
    units = [{"id": "g", "type": "ger-467", "hex": "Y3"}, {"id": "r", "type": "rus-447", "hex": "Y6"}]
    wreck = {"id": "w", "type": "rus-t34", "hex": "Y5", "wreck": True}
    s = Tanks("MPh", "russian", [wreck], units, sides=SIDES)
    s.do("move r", "enter - Y5", "fire", "add g", "declare").roll(6, 5)
    assert attack_lines(s).value("SK1:3.3.1-j") is None
    bare = Tanks("MPh", "russian", [{**wreck, "hex": "A5"}], units, sides=SIDES)
    bare.do("move r", "enter - Y5", "fire", "add g", "declare").roll(6, 5)
    assert attack_lines(bare).value("SK1:3.3.1-j") == -1


# -- smoke dispensers ----------------------------------------------------------------------------------------


def with_smoke(type: str, **more: Any) -> Tanks:
    tank = {"id": "t", "type": type, "hex": "Y3", "vca": 2, "side": "german", **more}
    return Tanks("MPh", "german", [tank, IDLE], sides=SIDES, month=8).do("drive t")


@pytest.mark.rule("SKF:7.5-a", "SKF:7.5-b", "SKF:7.5-e", "SKF:7.5-d")
def test_a_smoke_discharger_as_in_the_example() -> None:
    s = with_smoke("ger-pziiin", ce=True).do("start").do("dispense t Y3 sD").roll(4, 3)
    assert s.spent == 2
    assert s.state.smoke[s.tank().hex] == 2
    assert s.refusal("dispense t Y3 sD").rule == "SKF:7.5-a"
    inside = with_smoke("ger-pziiin").do("start").do("dispense t Y3 sD").roll(4, 3)
    assert inside.spent == 1, "BU: +1, and a failure costs nothing"
    assert not inside.state.smoke


@pytest.mark.rule("SKF:7.5-a", "SKF:7.5-j")
def test_not_after_firing_but_before_it() -> None:
    units = [{"id": "r", "type": "rus-447", "hex": "Y5"}]
    tank = {"id": "t", "type": "ger-pziiin", "hex": "Y3", "vca": 2, "fired": ["cmg"]}
    s = Tanks("MPh", "german", [tank, IDLE], units, sides=SIDES).do("drive t")
    assert not s.options("dispense")
    fresh = Tanks("MPh", "german", [{**tank, "fired": []}, IDLE], units, sides=SIDES).do("drive t", "start")
    fresh.do("dispense t Y3 sD").roll(6, 5)
    assert fresh.options("mg")


@pytest.mark.rule("SKF:7.5-b")
def test_an_immobile_vehicle_may_try() -> None:
    assert with_smoke("ger-pziiin", immobilized=True).offers("dispense t Y3 sD")


@pytest.mark.rule("SKF:7.5-f", "SKF:7.5-g")
def test_a_smoke_mortar_reaches_three_hexes_and_turns_the_turret() -> None:
    s = with_smoke("bri-firefly5", ce=True).do("start")
    assert s.offers("dispense t Y6 sM") and not s.offers("dispense t Y7 sM")
    s.do("dispense t Y6 sM").roll(3, 3)
    found = next(event.breakdown for event in s.events if event.kind == "smoke" and event.breakdown)
    assert found.value("SKF:7.5-g") == 2, "Non-Stopped"
    assert s.state.smoke[s.g.map.resolve("Y6")] == 2
    behind = with_smoke("bri-firefly5", ce=True).do("dispense t Y1 sM").roll(2, 2)
    lines = next(event.breakdown for event in behind.events if event.kind == "smoke" and event.breakdown)
    assert lines.value("SKF:7.5-g") == 2, "two hexspines of a fast turret"
    assert behind.tank().tca != 2


@pytest.mark.rule("SKF:7.5-i")
def test_the_nahverteidigungswaffe_is_used_from_inside() -> None:
    assert with_smoke("ger-panther").offers("dispense t Y3 sN")
    assert not with_smoke("ger-panther", ce=True).options("dispense")
    assert "sN" not in str(with_smoke("ger-tiger").options("dispense")), "mine dischargers make no smoke"


@pytest.mark.rule("SKF:7.5-c")
def test_in_the_enemy_mph_after_mf_spent_in_its_los() -> None:
    tank = {"id": "t", "type": "ger-pziiin", "hex": "Y3", "vca": 2}
    s = Tanks("MPh", "russian", [tank], [{"id": "r", "type": "rus-447", "hex": "Y7"}], sides=SIDES)
    s.do("move r", "enter - Y6")
    assert s.offers("dispense t Y3 sD")
    s.do("dispense t Y3 sD").roll(1, 2)
    assert s.state.smoke[s.tank().hex] == 2


# -- Motion Status attempts ----------------------------------------------------------------------------------


def comes_into_sight(seen: bool = False, **tank: Any) -> Tanks:
    vehicle = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, **tank}
    s = Tanks("MPh", "russian", [vehicle], [{"id": "r", "type": "rus-447", "hex": "Y7"}], sides=SIDES)
    if seen:
        s.g.state.seen_at_start = ("t r",)
    return s.do("move r", "enter - Y6")


@pytest.mark.rule("SKF:3.3.2.1-a", "SKF:3.3.2.1-b", "SKF:3.3.2.1-c")
def test_a_motion_attempt() -> None:
    s = comes_into_sight()
    assert s.offers("get-going t")
    s.do("get-going t").roll(1)
    assert s.tank().motion
    s.do("steer - - 5", "turret - - 1")
    assert (s.tank().vca, s.tank().tca) == (5, 1)
    assert not s.offers("get-going t"), "once"
    late = comes_into_sight().do("get-going t").roll(2)
    assert not late.tank().motion, "one MF has been spent in its LOS"
    assert not comes_into_sight(seen=True).options("get-going")
    assert not comes_into_sight(fire="first").options("get-going")
    assert not comes_into_sight(immobilized=True).options("get-going")


@pytest.mark.rule("SKF:3.3.2.1-c", "SKF:3.3.2-s")
def test_mechanical_reliability_of_an_attempt() -> None:
    s = comes_into_sight(type="ger-tiger").do("get-going t").roll(1, 6, 6)
    assert s.tank().immobilized and not s.tank().motion


# -- control, engaging, Recall -------------------------------------------------------------------------------


@pytest.mark.rule("SKF:2.0-h")
def test_a_vehicle_controls_its_hex_for_as_long_as_it_is_there() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3"}
    s = Tanks("MPh", "german", [tank, IDLE], sides=SIDES)
    assert held_for_now(s.g, s.tank().hex) == "german"
    assert held_for_now(s.g, s.g.map.resolve("Y4")) is None
    contested = Tanks(
        "MPh", "german", [tank, IDLE], [{"id": "r", "type": "rus-447", "hex": "Y3"}], sides=SIDES
    )
    assert held_for_now(contested.g, contested.tank().hex) is None
    broken = Tanks(
        "MPh",
        "german",
        [tank, IDLE],
        [{"id": "r", "type": "rus-447", "hex": "Y3", "broken": True}],
        sides=SIDES,
    )
    assert held_for_now(broken.g, broken.tank().hex) == "german"


@pytest.mark.rule("SKF:3.3.2-q")
def test_who_could_not_harm_an_enemy_afv_does_not_stop_beside_it() -> None:
    tiger = {"id": "e", "type": "ger-tiger", "hex": "Y4", "vca": 5}
    light = {"id": "t", "type": "rus-t70", "hex": "Y3", "vca": 2}
    idle = {"id": "idle", "type": "rus-t70", "hex": "A2"}
    s = Tanks("MPh", "russian", [light, tiger, idle], sides=SIDES).do("drive t", "start")
    if s.side() == "german":
        s.do("pass")
    s.do("enter - Y4")
    while s.side() == "german":
        s.do("pass")
    assert s.refusal("halt").rule == "SKF:3.3.2-q"
    assert not can_kill(s.g, s.tank(), s.tank("e"))
    car = Tanks(
        "MPh", "russian", [{**light, "type": "rus-t3485"}, {**tiger, "type": "ger-psw222"}, idle], sides=SIDES
    )
    assert can_kill(car.g, car.tank(), car.tank("e"))


@pytest.mark.rule("SKF:7.10-m")
def test_a_recalled_vehicle_must_go_home() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y5", "vca": 2, "recalled": True}
    s = Tanks("MPh", "german", [tank, IDLE], sides=SIDES)
    assert not s.offers("done")
    s.do("drive t")
    assert s.refusal("end").rule == "SKF:7.10-m"
    s.do("start")
    assert s.refusal("halt").rule == "SKF:7.10-m"
    assert s.refusal("enter - Y6").rule == "SKF:7.10-m", "the other edge is nearer"
    for _ in range(12):
        if s.offers("exit"):
            break
        s.do(s.options("enter")[0] if s.options("enter") else s.options("steer")[0])
    s.do("exit")
    assert "t" not in s.state.vehicles
    assert not s.state.exited


@pytest.mark.rule("SKF:7.4-c")
def test_cover_of_a_wreck_adds_to_smoke() -> None:
    units = [{"id": "g", "type": "ger-467", "hex": "Y3"}, {"id": "r", "type": "rus-447", "hex": "Y5"}]
    wreck = {"id": "w", "type": "rus-t34", "hex": "Y5", "wreck": True}
    s = Tanks("PFPh", "german", [wreck, IDLE], units, sides=SIDES, smoke={"Y4": 2})
    found = attack_lines(s.do("target - Y5", "add g", "declare").roll(6, 5))
    assert found.drm == 1 + 2


@pytest.mark.rule("SKF:7.5-h")
def test_smoke_pots_need_a_crew_outside() -> None:
    kit = full_library()
    kind = msgspec.structs.replace(kit.vehicles["usa-m4"], dispensers={"sP": (Dated(5),)})
    lib = msgspec.structs.replace(kit, vehicles={**kit.vehicles, "usa-m4": kind})
    system = SkSystem(lib=lib, edition=FULL_KIT)
    tank = {"id": "t", "type": "usa-m4", "hex": "Y3", "vca": 2, "side": "german"}
    out = Tanks("MPh", "german", [{**tank, "ce": True}, IDLE], sides=SIDES, system=system).do("drive t")
    out.do("dispense t Y3 sP").roll(2, 3)
    assert out.state.smoke[out.tank().hex] == 2
    inside = Tanks("MPh", "german", [tank, IDLE], sides=SIDES, system=system).do("drive t")
    assert inside.refusal("dispense t Y3 sP").rule == "SKF:7.5-h"


def test_broken_infantry_flees_from_a_tank_beside_it() -> None:
    """A vehicle is a Known enemy unit like any other (SKF:2.0)."""
    broken = {"id": "r", "type": "rus-447", "hex": "Y5", "broken": True, "dm": True}
    s = Tanks("RtPh", "russian", [{"id": "t", "type": "ger-pzivh", "hex": "Y4"}, IDLE], [broken], sides=SIDES)
    assert must_rout(s.g, s.unit("r"))
    wreck = {"id": "t", "type": "ger-pzivh", "hex": "Y4", "wreck": True}
    away = Tanks("RtPh", "russian", [wreck], [broken], sides=SIDES)
    assert not beside_enemy(away.g, away.unit("r"))


def test_a_tank_that_comes_up_puts_broken_infantry_under_dm() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
    broken = {"id": "r", "type": "rus-447", "hex": "Y5", "broken": True}
    s = Tanks("MPh", "german", [tank, IDLE], [broken], sides=SIDES).do("drive t", "start", "enter - Y4")
    assert s.unit("r").dm

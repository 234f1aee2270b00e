"""The main armament of vehicles, and vehicles as targets of ordnance (SKF:7.2, SKF:7.3, DAE:QRDC-case13 to -case25)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Breakdown, Choice
from defilade.rules.sk.full.edition import FULL_KIT
from defilade.rules.sk.full.library import FullLibrary, full_library
from defilade.rules.sk.full.ordnance import ammunition
from defilade.rules.sk.full.ordnance.shots import Gunshot
from defilade.rules.sk.full.ordnance.to_hit import uses_red
from defilade.rules.sk.full.vehicles.main_armament import bounding_drm, circled, run_low
from defilade.rules.sk.full.vehicles.targets import moving_drm
from defilade.rules.sk.system import SkSystem
from skf.tanks import Tanks

SIDES = ("german", "russian")
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}
FOE = {"id": "e", "type": "rus-t3485", "hex": "Y6", "vca": 5}


def duel(
    phase: str = "PFPh",
    attacker: str = "german",
    tank: dict[str, Any] | None = None,
    foe: dict[str, Any] | None = None,
    units: list[dict[str, Any]] | None = None,
    **more: Any,
) -> Tanks:
    mine = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, **(tank or {})}
    return Tanks(phase, attacker, [mine, {**FOE, **(foe or {})}, IDLE], units, sides=SIDES, **more)


def shoot(s: Tanks, ammo: str = "AP") -> Tanks:
    """The tank fires at the other on the VTT."""
    gun = next(text for text in s.options("gun") if text.startswith("gun t+"))
    s.do(gun)
    if s.options("at"):
        s.do("at - Y6")
    return s.do(
        next(text for text in s.options("shoot") if f"vtt-{ammo}" in text and text.startswith("shoot e"))
    )


def to_hit(s: Tanks) -> Breakdown:
    return next(event.breakdown for event in reversed(s.events) if event.kind == "to_hit" and event.breakdown)


@pytest.mark.rule("DAE:QRDC-case13", "SKF:7.7-c")
def test_a_bu_firer_has_one_more() -> None:
    assert to_hit(shoot(duel()).roll(5, 5)).value("DAE:QRDC-case13") == 1
    assert to_hit(shoot(duel(tank={"ce": True})).roll(5, 5)).value("DAE:QRDC-case13") is None


@pytest.mark.rule("SKF:7.9-a", "SKF:3.2.4-ai", "SKF:2.0-ac")
def test_a_hit_is_followed_by_the_to_kill_dr() -> None:
    s = shoot(duel()).roll(3, 2)
    s.roll(2, 3)
    killed = next(event for event in s.events if event.kind == "to_kill")
    assert killed.breakdown is not None
    assert killed.breakdown.total == 17 - 11, "75L at three hexes against the front of the hull"
    assert s.tank("e").wreck


@pytest.mark.rule("SKF:7.3", "DAE:QRDC-case22")
def test_target_sizes() -> None:
    def size(type: str) -> float | None:
        return to_hit(shoot(duel(foe={"type": type})).roll(6, 5)).value("SKF:7.3")

    assert size("rus-kv1") == -1
    assert size("rus-t70") == 1
    assert size("rus-t3485") is None


@pytest.mark.rule("DAE:QRDC-case15")
def test_a_crew_that_was_stunned_shoots_worse() -> None:
    assert to_hit(shoot(duel(tank={"stunned": True})).roll(5, 5)).value("DAE:QRDC-case15") == 1


@pytest.mark.rule("DAE:QRDC-case24", "SKF:3.3.2-c", "SKF:3.3.2-r")
def test_moving_vehicles_are_harder_to_hit() -> None:
    def drm(**foe: Any) -> float | None:
        s = duel("DFPh", "russian", foe=foe)
        return to_hit(shoot(s).roll(6, 5)).value("DAE:QRDC-case24")

    assert drm() is None
    assert drm(motion=True) == 2
    s = duel(foe={"changed_hex": True})
    g, hex = s.g, s.tank().hex
    for mp, expected in ((4.0, 2), (3.0, 3), (1.5, 3), (1.0, 4), (0.5, 4)):
        vehicle = g.update_vehicle(s.tank("e"), mp_in=((s.tank("e").hex, mp),))
        assert moving_drm(g, vehicle, hex) == expected


@pytest.mark.rule("DAE:QRDC-case25")
def test_a_stopped_vehicle_close_by() -> None:
    def near(hex: str) -> Tanks:
        s = duel(tank={"hex": hex})
        return shoot(s).roll(6, 5)

    assert to_hit(near("Y5")).value("DAE:QRDC-case25") == -2
    assert to_hit(near("Y4")).value("DAE:QRDC-case25") == -1
    assert to_hit(near("Y3")).value("DAE:QRDC-case25") is None


@pytest.mark.rule("DAE:QRDC-case14")
def test_case_14_by_mp_and_mount() -> None:
    assert [bounding_drm(mp, "full") for mp in (3.5, 3, 2.5, 2, 0.5)] == [4, 5, 5, 6, 6]
    assert [bounding_drm(mp, "slow") for mp in (3.5, 3, 2)] == [4, 5, 6]
    assert [bounding_drm(mp, "fixed") for mp in (3.5, 3, 2)] == [5, 6, 7]


@pytest.mark.rule("SKF:3.3.2.2-a", "SKF:3.3.2.2-b", "SKF:3.3.2.2-c", "DAE:QRDC-case14", "DAE:QRDC-case16")
def test_bounding_first_fire() -> None:
    s = duel("MPh").do("drive t")
    assert not s.options("bound")
    s.do("start")
    while s.side() == "russian":
        s.do("pass")
    s.do("bound t Y6")
    s.do(next(text for text in s.options("shoot") if "vtt-AP" in text))
    s.roll(6, 2)
    found = to_hit(s)
    assert found.value("DAE:QRDC-case14") == 6, "1 MP in its LOS"
    assert found.value("DAE:QRDC-case16") == 2, "Non-Stopped: the lower die again"
    assert found.value("DAE:QRDC-case08") is None
    assert s.tank().fire == "bounding"
    assert not s.options("bound"), "it has no ROF left"


@pytest.mark.rule("SKF:3.3.2.2-c", "SKF:3.3.2.2-f")
def test_with_rate_it_fires_again_after_another_mp_and_once_in_the_afph() -> None:
    s = duel("MPh").do("drive t", "start")
    while s.side() == "russian":
        s.do("pass")
    s.do("bound t Y6")
    s.do(next(text for text in s.options("shoot") if "vtt-AP" in text))
    s.roll(1, 6)
    assert not s.options("bound"), "not before another MP"
    s.do("halt")
    while s.side() == "russian":
        s.do("pass")
    assert s.options("bound")
    s.do("end").until("AFPh")
    assert [text for text in s.options("gun") if text.startswith("gun t+")]


@pytest.mark.rule("SKF:3.5-e", "DAE:QRDC-case14")
def test_bounding_fire_in_the_afph() -> None:
    s = shoot(duel("AFPh", tank={"changed_hex": True, "moved": True})).roll(6, 5)
    assert to_hit(s).value("DAE:QRDC-case14") == 4
    still = shoot(duel("AFPh")).roll(6, 5)
    assert to_hit(still).value("DAE:QRDC-case01") == 2


@pytest.mark.rule("SKF:3.2.5-b", "SKF:7.2-a")
def test_when_the_ma_does_not_fire() -> None:
    def guns(s: Tanks) -> list[str]:
        return [text for text in s.options("gun") if text.startswith("gun t+")]

    assert guns(duel())
    assert not guns(duel(tank={"motion": True}))
    assert not guns(duel(tank={"type": "rus-t34", "side": "german", "ce": True}))
    assert guns(duel(tank={"type": "rus-t34", "side": "german"}))
    assert not guns(duel(tank={"shock": "shock"}))
    assert not guns(duel(tank={"disabled": ["ma"]}))


@pytest.mark.rule("SKF:3.3.2-f", "DAE:QRDC-case08", "SKF:7.2-a")
def test_turning_to_fire_turns_the_turret() -> None:
    s = shoot(duel(tank={"vca": 5})).roll(6, 5)
    assert to_hit(s).value("DAE:QRDC-case08") == {2: 3, 3: 2}[s.tank().tca], "1 a hexspine for a fast turret"
    assert s.tank().vca == 5
    fixed = shoot(duel(tank={"type": "ger-stugiiig", "vca": 1})).roll(6, 5)
    assert to_hit(fixed).value("DAE:QRDC-case08") == 3
    assert fixed.tank().vca == 2


@pytest.mark.rule("SKF:3.3.2-g")
def test_turning_as_a_phase_ends() -> None:
    s = duel()
    assert s.offers("swing t - 5") and s.offers("pivot t - 5")
    s.do("swing t - 5")
    assert (s.tank().tca, s.tank().vca) == (5, 2)
    assert not [text for text in s.options("gun") if text.startswith("gun t+")], (
        "it fires no more in this phase"
    )
    spent = duel(tank={"fired": ["ma", "bmg", "cmg"]})
    gun = spent.g.armament_of(spent.tank())
    assert gun is not None
    spent.g.update_weapon(gun, fire="prep")
    spent.position._pending = spent.position.system.settle(spent.g)
    assert not spent.offers("swing t - 5")


@pytest.mark.rule("SKF:7.10-n")
def test_a_gun_lost_for_good_recalls_its_vehicle() -> None:
    s = duel("MPh", "russian")
    gun = s.g.armament_of(s.tank())
    assert gun is not None
    s.g.update_weapon(gun, fire="first")
    s.g.update_vehicle(s.tank(), fired=("ma",), fired_in="DFPh", fire="first")
    s.do("drive e", "start")
    assert s.side() == "german"
    shoot(s).roll(6, 6)
    assert s.tank().recalled and "ma" in s.tank().disabled, "Intensive Fire, and a DR of the original B#"


def library_with(vehicle: str, **ma: Any) -> FullLibrary:
    """The library with another main armament on one vehicle."""
    kit = full_library()
    kind = kit.vehicles[vehicle]
    changed = msgspec.structs.replace(kind, ma=msgspec.structs.replace(kind.ma, **ma))
    weapon = msgspec.structs.replace(kit.weapons[kind.armament], breakdown=changed.ma.breakdown)
    return msgspec.structs.replace(
        kit, vehicles={**kit.vehicles, vehicle: changed}, weapons={**kit.weapons, kind.armament: weapon}
    )


@pytest.mark.rule("SKF:7.2.1")
def test_low_ammo() -> None:
    system = SkSystem(lib=library_with("ger-pzivh", breakdown=10, circled=True), edition=FULL_KIT)
    s = duel(system=system)
    g = s.g
    gun = g.armament_of(s.tank())
    assert gun is not None
    shot = Gunshot("t", gun.id, s.tank().hex, s.tank("e").hex, "PFPh", "german", "prep", "vtt", "AP")
    assert circled(g, 10, shot) == 12
    run_low(g, s.tank(), 9)
    assert not s.tank().low_ammo
    run_low(g, s.tank(), 10)
    assert s.tank().low_ammo
    assert circled(g, 10, shot) == 9
    run_low(g, s.tank(), 9)
    assert not s.tank().recalled, "a malfunction, no more"
    run_low(g, s.tank(), 10)
    assert s.tank().recalled and "ma" in s.tank().disabled


@pytest.mark.rule("DAE:VN-Sherman-a", "DAE:VN-Sherman-b")
def test_the_sherman_by_its_date() -> None:
    def at(month: int) -> Tanks:
        tank = {"id": "t", "type": "bri-sherman5", "hex": "Y3", "vca": 2, "side": "german"}
        s = Tanks("PFPh", "german", [tank, FOE, IDLE], sides=SIDES, month=month)
        return s

    s = at(7)
    gun = s.g.armament_of(s.tank())
    assert gun is not None
    assert "WP" in ammunition.available(s.g, gun)
    early = at(3)
    old = early.g.armament_of(early.tank())
    assert old is not None and "WP" not in ammunition.available(early.g, old)
    ordnance = full_library().weapons["bri-sherman5-ma"].ordnance
    assert ordnance is not None and ordnance.red_until == 194312
    shot = Gunshot("t", gun.id, s.tank().hex, s.tank("e").hex, "PFPh", "german", "prep", "vtt", "AP")
    assert not uses_red(s.g, shot)


# -- support weapons against armor ---------------------------------------------------------------------------------


@pytest.mark.rule("SKF:4.1-f", "DAE:QRDC-mgth", "SKF:7.10-h")
def test_a_mg_fires_at_an_armored_car_as_ordnance() -> None:
    car = {"id": "t", "type": "ger-psw222", "hex": "Y3", "vca": 2}
    squad = {"id": "r", "type": "rus-447", "hex": "Y5", "sw": [{"id": "mg", "type": "rus-mmg"}]}
    s = Tanks("PFPh", "russian", [car, IDLE], [squad], sides=SIDES)
    s.do("at-armor r+mg+t Y3").roll(3, 2)
    s.roll(1, 3)
    killed = next(event for event in s.events if event.kind == "to_kill")
    assert killed.breakdown is not None and killed.breakdown.total == 5 - 1
    assert s.tank().stun == "stun", "equal to the final number"
    pinned = Tanks("PFPh", "russian", [car, IDLE], [{**squad, "pinned": True}], sides=SIDES)
    assert not pinned.options("at-armor")
    late = Tanks("AFPh", "russian", [car, IDLE], [squad], sides=SIDES)
    assert not late.options("at-armor"), "halved in the AFPh"


@pytest.mark.rule("SKF:4.2-h", "SKF:3.2.4-af")
def test_a_flamethrower_fires_at_an_afv() -> None:
    tiger = {"id": "t", "type": "ger-tiger", "hex": "Y3", "vca": 2, "ce": True}
    squad = {"id": "r", "type": "rus-458", "hex": "Y4", "sw": [{"id": "ft", "type": "rus-ft"}]}
    s = Tanks("PFPh", "russian", [tiger, IDLE], [squad], sides=SIDES)
    s.do("at-armor r+ft+t Y3").roll(4, 4)
    assert s.tank().wreck, "8 and 1 for CE, whatever its armor"
    far = Tanks("PFPh", "russian", [{**tiger, "ce": False}, IDLE], [{**squad, "hex": "Y5"}], sides=SIDES)
    far.do("at-armor r+ft+t Y3").roll(6, 5)
    killed = next(event for event in far.events if event.kind == "to_kill")
    assert killed.breakdown is not None and killed.breakdown.total == 4
    assert "ft" not in far.state.weapons, "X10"


def test_every_option_of_a_duel_has_words() -> None:
    for phase in ("PFPh", "MPh", "AFPh"):
        s = duel(phase, units=[{"id": "r", "type": "rus-447", "hex": "Y7"}])
        for _ in range(3):
            moment = s.pending
            if not isinstance(moment, Choice):
                break
            for option in moment.options:
                label = s.position.system.describe(s.state, option).label
                assert label and label != str(option), option
            s.do(moment.options[0])


@pytest.mark.rule("SKF:4.3-f", "SKF:4.3-g")
def test_a_demolition_charge_on_an_afv() -> None:
    tiger = {"id": "t", "type": "ger-tiger", "hex": "Y3", "vca": 2}
    squad = {"id": "r", "type": "rus-458", "hex": "Y4", "sw": [{"id": "dc", "type": "rus-dc"}]}

    def place(*paatc: int) -> Tanks:
        s = Tanks("MPh", "russian", [tiger], [squad], sides=SIDES).do("move r", "mine r+dc+t Y3").roll(*paatc)
        while s.options("pass"):
            s.do("pass")
        return s

    s = place(3, 3)
    assert s.state.weapons["dc"].placed_on == "t"
    assert s.state.weapons["dc"].placed_facings == ("front", "front")
    s.until("AFPh")
    s.do("set-off dc Y3").roll(4, 3)
    s.roll(2, 2)
    killed = next(event for event in s.events if event.kind == "to_kill")
    assert killed.breakdown is not None and killed.breakdown.total == 16 - 11
    assert s.tank().wreck and "dc" not in s.state.weapons
    failed = place(6, 5)
    assert not failed.state.weapons["dc"].placed_at, "its squad has not dared"

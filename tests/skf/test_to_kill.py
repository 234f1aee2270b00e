"""To Kill, and what becomes of vehicles and their crews (SKF:7.9, SKF:7.10, SKF:7.11, SKF:7.12)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance
from defilade.rules.sk.full.vehicles.area_results import area_result
from defilade.rules.sk.full.vehicles.armor import Struck, struck_from
from defilade.rules.sk.full.vehicles.collateral import collateral_attack
from defilade.rules.sk.full.vehicles.shock import broken_weapons, disable
from defilade.rules.sk.full.vehicles.stun_and_recall import SHOCK_CHECK, CrewCheck, crew_morale, stun
from defilade.rules.sk.full.vehicles.to_kill import KillRoll, kill_breakdown, odds, outcome
from defilade.rules.sk.full.vehicles.vehicular_mg import ready
from skf.tanks import Tanks

SIDES = ("german", "russian")
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}


def tank(type: str = "ger-pziiin", **more: object) -> Tanks:
    return Tanks(
        "MPh", "german", [{"id": "t", "type": type, "hex": "Y3", "vca": 2, **more}, IDLE], sides=SIDES
    )


def resolve(s: Tanks, frame: KillRoll, *dice: int) -> Tanks:
    """Let a TK DR fall in the middle of a position."""
    g = s.g
    g.push(frame)
    s.position._pending = s.position.system.settle(g)
    return s.roll(*dice)


def hit(ammo: str = "AP", **more: object) -> KillRoll:
    plain = {
        "gun": "76L-russian",
        "caliber": 76,
        "distance": 3,
        "place": "hull",
        "facing": "front",
        "side": "russian",
    }
    return KillRoll("t", ammo, "76L", **{**plain, **more})


@pytest.mark.rule("SKF:3.2.4-ai", "SKF:7.9-b", "SKF:7.1-a")
def test_the_final_tk_number_of_the_example() -> None:
    s = tank()
    turret = kill_breakdown(s.g, hit(place="turret"))
    assert turret is not None and turret.total == 13 - 6
    rear = kill_breakdown(s.g, hit(facing="rear"))
    assert rear is not None and rear.total == 14 - 3
    critical = kill_breakdown(s.g, hit(critical=True))
    assert critical is not None and critical.total == 26 - 6
    high_explosive = kill_breakdown(s.g, hit("HE"))
    assert high_explosive is not None and high_explosive.total == 7 - 6


@pytest.mark.rule("SKF:3.2.4-ai", "SKF:2.0-ac", "SKF:7.4-e", "DAE:QRDC-afvdest")
def test_below_the_final_number_it_is_destroyed() -> None:
    units = [{"id": "g1", "type": "ger-467", "hex": "Y3"}]
    s = Tanks("MPh", "german", [{"id": "t", "type": "ger-pziiin", "hex": "Y3"}, IDLE], units, sides=SIDES)
    resolve(s, hit(), 3, 3)
    assert s.tank().wreck
    assert s.g.armament_of(s.tank()) is None
    assert not s.unit("g1").broken


@pytest.mark.rule("SKF:7.10-b")
def test_one_above_is_a_possible_shock() -> None:
    passed = resolve(tank(), hit(place="turret"), 4, 4, 4, 4)
    assert not passed.tank().shock
    failed = resolve(tank(ce=True), hit(place="turret"), 4, 4, 4, 5)
    assert failed.tank().shock == "shock"
    assert not failed.tank().ce


@pytest.mark.rule("SKF:7.10-c", "SKF:7.10-g", "DAE:QRDC-afvdest")
def test_equal_shocks_a_turret_and_immobilizes_a_hull() -> None:
    assert resolve(tank(), hit(place="turret"), 3, 4).tank().shock == "shock"
    assert resolve(tank(), hit(facing="rear"), 5, 6).tank().immobilized
    # by HE also one above
    assert outcome("HE", "turret", 8, 7) == "shocked"
    assert outcome("HE", "hull", 8, 7) == "immobilized"
    assert outcome("charge", "hull", 9, 8) == "immobilized"
    assert outcome("AP", "hull", 8, 7) == "possible shock"
    assert outcome("flame", "hull", 8, 8) == "no effect"
    assert outcome("flame", "turret", 8, 8) == "shocked"


@pytest.mark.rule("SKF:7.10-h", "SKF:4.1-f")
def test_mg_stun_where_they_equal_the_number() -> None:
    s = resolve(tank("ger-psw222"), hit("MG", distance=1, gun="MG"), 2, 3)
    assert s.tank().stun == "stun"
    assert not s.tank().immobilized
    assert outcome("MG", "hull", 6, 5) == "no effect"


@pytest.mark.rule("SKF:4.2-h")
def test_flame_ignores_armor_and_is_halved_at_long_range() -> None:
    close = kill_breakdown(tank("ger-tiger", ce=True).g, hit("flame"))
    assert close is not None and close.total == 8 + 1
    long = kill_breakdown(tank("ger-tiger").g, hit("flame", halved=True))
    assert long is not None and long.total == 4


@pytest.mark.rule("SKF:4.4.2-j")
def test_a_panzerfaust_is_a_dud_on_twelve() -> None:
    frame = KillRoll("t", "HEAT", "PF", gun="PF", place="hull", facing="side", dud_on=12, side="russian")
    s = resolve(tank("rus-t3485", side="german"), frame, 6, 6)
    assert not s.tank().wreck
    again = resolve(tank("rus-t3485", side="german"), frame, 6, 5)
    assert again.tank().wreck


def test_the_odds_of_a_tk_dr_add_up() -> None:
    for final in range(-3, 16):
        for place in ("hull", "turret"):
            found = odds("AP", place, final)
            assert abs(sum(found.values()) - 1) < 1e-9
    assert odds("AP", "hull", 7)["destroyed"] == 15 / 36


@pytest.mark.rule("SKF:3.2.4-ae", "SKF:3.2.4-af", "SKF:3.2.4-ag", "SKF:3.2.4-ah")
def test_where_a_vehicle_is_struck() -> None:
    s = tank(vca=2, tca=5)
    vehicle, g = s.tank(), s.g
    south, north = g.map.resolve("Y9"), g.map.resolve("Y1")
    assert struck_from(g, vehicle, south, (4, 3)) == Struck("hull", "front")
    assert struck_from(g, vehicle, north, (4, 3)) == Struck("hull", "rear")
    assert struck_from(g, vehicle, south, (3, 4)) == Struck("turret", "rear")
    assert struck_from(g, vehicle, north, (2, 4)) == Struck("turret", "front")
    assert struck_from(g, vehicle, south, (4, 4)).place == "hull"
    here = vehicle.hex
    assert [struck_from(g, vehicle, here, (face, 1)).facing for face in range(1, 7)] == [
        "rear", "rear", "side", "side", "front", "front",
    ]  # fmt: skip


@pytest.mark.rule("SKF:7.10-d", "SKF:7.10-o")
def test_a_shocked_vehicle_halts_and_does_nothing() -> None:
    s = tank(ce=True).do("drive t", "start", "enter - Y4")
    resolve(s, hit(place="turret", facing="front"), 3, 4)
    assert s.tank().shock and not s.tank().motion and not s.tank().ce
    assert not s.options("enter") and s.offers("drive idle")


@pytest.mark.rule("SKF:7.10-e", "SKF:3.1-n")
def test_recuperation_in_the_rally_phase() -> None:
    s = Tanks(
        "RPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "Y3", "shock": "shock"}, IDLE], sides=SIDES
    )
    s.roll(2)
    assert not s.tank().shock
    worse = Tanks(
        "RPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "Y3", "shock": "shock"}], sides=SIDES
    )
    worse.roll(3)
    assert worse.tank().shock == "uk"
    back = Tanks(
        "RPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "Y3", "shock": "uk"}, IDLE], sides=SIDES
    )
    assert not back.roll(3).tank().shock
    lost = Tanks(
        "RPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "Y3", "shock": "uk"}, IDLE], sides=SIDES
    )
    assert lost.roll(4).tank().wreck


@pytest.mark.rule("SKF:7.10-f")
def test_a_further_shock_turns_a_uk_back() -> None:
    s = resolve(tank(shock="uk"), hit(place="turret"), 3, 4)
    assert s.tank().shock == "shock"


@pytest.mark.rule("SKF:7.10-a", "DAE:VN-Tiger-b")
def test_morale_of_crews() -> None:
    assert crew_morale(tank().g, tank().tank()) == 8
    tiger = tank("ger-tiger")
    assert crew_morale(tiger.g, tiger.tank()) == 9


@pytest.mark.rule("SKF:7.10-i", "SKF:7.10-j", "SKF:7.10-k", "SKF:3.8-ac")
def test_stun_and_the_second_stun() -> None:
    s = tank(ce=True).do("drive t", "start", "enter - Y4")
    g = s.g
    vehicle = stun(g, s.tank(), "stun")
    assert (vehicle.stun, vehicle.ce, vehicle.recalled) == ("stun", False, False)
    assert s.move().over
    later = tank(stunned=True)
    assert stun(later.g, later.tank(), "stun").recalled
    one_man = tank("rus-t70", side="german")
    assert stun(one_man.g, one_man.tank(), "stun").recalled
    ends = Tanks(
        "CCPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "Y3", "stun": "stun"}, IDLE], sides=SIDES
    )
    ends.until("RPh") if ends.state.phase == "CCPh" else None
    assert ends.tank().stunned and not ends.tank().stun


@pytest.mark.rule("SKF:7.10-l", "SKF:7.10-k", "SKF:2.0-y")
def test_stun_in_capitals_recalls() -> None:
    s = tank()
    assert stun(s.g, s.tank(), "STUN").recalled


@pytest.mark.rule("SKF:7.10-n", "SKF:2.0-y")
def test_the_loss_of_its_gun_recalls_a_vehicle_without_stun() -> None:
    s = tank()
    vehicle = disable(s.g, s.tank(), "ma")
    assert vehicle.recalled and not vehicle.stun
    other = tank()
    assert not disable(other.g, other.tank(), "cmg").recalled


@pytest.mark.rule("SKF:7.12-b", "SKF:7.12-c", "SKF:7.7-b")
def test_collateral_attack_as_in_the_example() -> None:
    s = resolve(tank(ce=True), hit("HE", fp=12.0), 3, 4)
    collateral = next(event for event in s.events if "Collateral" in event.text)
    assert collateral.breakdown is not None
    assert (collateral.breakdown.column, collateral.breakdown.drm) == (12, 2)
    assert isinstance(s.pending, Chance)
    s.roll(5, 4)
    assert s.tank().stun == "stun"
    closed = resolve(tank(), hit("HE", fp=12.0), 3, 4)
    assert not any("Collateral" in event.text for event in closed.events)


@pytest.mark.rule("SKF:3.2.3-d", "SKF:7.10-l")
def test_k_on_a_ce_crew_is_stun_with_recall() -> None:
    s = tank(ce=True)
    g = s.g
    collateral_attack(g, s.tank(), 30, (1, 1), "a shell")
    assert s.tank().stun == "STUN" and s.tank().recalled


@pytest.mark.rule("SKF:3.2.3-t", "SKF:3.2.3-y")
def test_checks_of_a_ce_crew() -> None:
    def after(*dice: int, kind: str = "MC", **more: object) -> Tanks:
        s = tank(ce=True, **more)
        s.g.push(CrewCheck("t", kind))
        s.position._pending = s.position.system.settle(s.g)
        return s.roll(*dice)

    assert after(4, 5).tank().stun == "stun"
    assert after(6, 6).tank().stun == "STUN"
    pinned = after(4, 4).tank()
    assert not pinned.ce and pinned.buttoned and not pinned.stun
    assert after(3, 4).tank().ce
    assert not after(6, 6, kind="PTC").tank().ce
    assert after(6, 6, kind="PTC").tank().good_order
    assert after(4, 4, stunned=True).tank().stun, "+1 for a crew that was stunned before"
    assert after(5, 4, kind=SHOCK_CHECK).tank().shock


@pytest.mark.rule("SKF:7.11-a", "SKF:7.11-b")
def test_the_area_target_type_as_in_the_example() -> None:
    s = Tanks("MPh", "german", [{"id": "kv", "type": "rus-kv1", "hex": "Y3"}, IDLE], sides=SIDES)
    vehicle = s.tank("kv")
    assert area_result(s.g, vehicle, 6, (1, 1)) == "immobilized"
    assert area_result(s.g, vehicle, 6, (1, 2)) == "shocked"
    assert area_result(s.g, vehicle, 6, (2, 2)) == "no effect"
    car = Tanks("MPh", "german", [{"id": "c", "type": "rus-ba6", "hex": "Y3"}, IDLE], sides=SIDES)
    assert area_result(car.g, car.tank("c"), 6, (1, 1)) == "destroyed"


@pytest.mark.rule("SKF:2.0-j")
def test_good_order_of_vehicles() -> None:
    assert tank().tank().good_order
    for state in ({"shock": "shock"}, {"shock": "uk"}, {"stun": "stun"}, {"stun": "STUN"}):
        s = tank(**state)
        assert not s.tank().good_order
        assert not ready(s.g, s.tank())
    assert tank(immobilized=True).tank().good_order


@pytest.mark.rule("SKF:2.0-ab", "SKF:7.2-b")
def test_the_weapons_of_a_vehicle() -> None:
    s = tank(broken=["cmg"])
    gun = s.g.armament_of(s.tank())
    assert gun is not None
    s.g.update_weapon(gun, malfunctioned=True)
    assert broken_weapons(s.g, s.tank()) == ["cmg", "ma"]


@pytest.mark.rule("SKF:2.0-e", "SKF:7.1-a")
def test_every_vehicle_of_the_kit_is_an_afv() -> None:
    for kind in tank().g.vehicle_types.values():
        assert len(kind.armor_factors) == 4
        assert min(kind.armor_factors) >= 0, "0 is an AF"

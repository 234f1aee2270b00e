"""Fire by vehicular MG and at CE crews (SKF:7.8, SKF:7.12-a, SKF:3.3.2.2)."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Breakdown
from defilade.rules.sk.full.edition import FULL_KIT
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.system import SkSystem
from skf.tanks import Tanks

SIDES = ("german", "russian")
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}
SQUAD = {"id": "r", "type": "rus-447", "hex": "Y5"}


def at_squad(
    phase: str, attacker: str = "german", tank: dict[str, object] | None = None, **squad: object
) -> Tanks:
    vehicle = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, **(tank or {})}
    return Tanks(phase, attacker, [vehicle, IDLE], [{**SQUAD, **squad}], sides=SIDES)


def last_attack(s: Tanks) -> Breakdown:
    found = next(
        event.breakdown for event in reversed(s.events) if event.kind == "attack" and event.breakdown
    )
    return found


@pytest.mark.rule("SKF:7.8-a", "SKF:2.0-a", "SKF:7.7-c")
def test_prep_fire_with_all_mg_that_bear() -> None:
    s = at_squad("PFPh")
    assert s.options("mg") == ["mg t zY5 bmg+cmg"]
    s.do("mg t Y5 bmg+cmg").roll(3, 4)
    assert last_attack(s).total == 3 + 5
    assert s.tank().fire == "prep"
    assert not s.options("mg")
    out = at_squad("PFPh", tank={"ce": True})
    assert out.options("mg") == ["mg t zY5 bmg+cmg+aamg"]


@pytest.mark.rule("SKF:3.2.5-b", "SKF:3.3.2-o")
def test_no_prep_fire_in_motion() -> None:
    assert not at_squad("PFPh", tank={"motion": True}).options("mg")


@pytest.mark.rule("SKF:3.3.2-f", "DAE:QRDC-case08")
def test_a_gun_that_does_not_bear_is_turned_at_a_price() -> None:
    s = at_squad("PFPh", tank={"vca": 5})
    assert s.options("mg") == ["mg t zY5 bmg+cmg", "mg t zY5 cmg"]  # the turret goes with the hull
    s.do("mg t Y5 cmg").roll(3, 4)
    assert last_attack(s).value("DAE:QRDC-case08") == 2
    assert (s.tank().tca, s.tank().vca) in ((3, 5), (2, 5))


@pytest.mark.rule("SKF:7.2-a")
def test_a_restricted_turret_does_not_fire_its_cmg_while_ce() -> None:
    s = at_squad("PFPh", tank={"type": "rus-t34", "side": "german", "ce": True})
    assert s.options("mg") == ["mg t zY5 bmg"]


@pytest.mark.rule("DAE:VN-StuG-a", "DAE:VN-StuG-b")
def test_guns_of_the_stug() -> None:
    stug = {"type": "ger-stugiiig"}
    inside = at_squad("PFPh", tank=stug)
    assert inside.options("mg") == ["mg t zY5 aamg"], "the CMG comes after September 1944"
    assert not at_squad("PFPh", tank={**stug, "ce": True}).options("mg")
    late = Tanks(
        "PFPh", "german", [{"id": "t", "hex": "Y3", "vca": 2, **stug}, IDLE], [SQUAD], sides=SIDES, month=10
    )
    assert late.options("mg") == ["mg t zY5 cmg+aamg"]
    away = Tanks(
        "PFPh", "german", [{"id": "t", "hex": "Y3", "vca": 5, **stug}, IDLE], [SQUAD], sides=SIDES, month=10
    )
    assert "mg t zY5 aamg" in away.options("mg")


@pytest.mark.rule("SKF:3.3.2.2-a", "SKF:3.3.2.2-d", "SKF:2.0-s")
def test_bounding_first_fire_is_halved_and_quartered_while_non_stopped() -> None:
    s = at_squad("MPh").do("drive t")
    assert not s.options("mg")
    s.do("start").do("mg t Y5 bmg+cmg").roll(3, 4)
    assert last_attack(s).total == (3 + 5) / 4
    assert s.tank().fire == "bounding"
    stopped = at_squad("MPh", hex="Y6").do("drive t", "start", "enter - Y4")
    if stopped.side() == "russian":
        stopped.do("pass")
    stopped.do("halt")
    if stopped.side() == "russian":
        stopped.do("pass")
    stopped.do("mg t Y6 bmg+cmg").roll(3, 4)
    assert last_attack(stopped).total == (3 + 5) / 2


@pytest.mark.rule("SKF:3.3.2.2-f", "SKF:3.5-e")
def test_who_fired_mg_in_the_mph_does_not_fire_in_the_afph() -> None:
    s = at_squad("AFPh", tank={"fired": ["cmg"], "fire": "bounding"})
    s.g.update_vehicle(s.tank(), fired_in="MPh")
    assert not [text for text in _again(s) if text.startswith("mg t ")]
    fresh = at_squad("AFPh", tank={"moved": True, "changed_hex": True})
    fresh.do("mg t Y5 bmg+cmg").roll(3, 4)
    assert last_attack(fresh).value("SKF:3.5-e") == 0.5


def _again(s: Tanks) -> list[str]:
    s.position._pending = s.position.system.settle(s.g)
    return s.options("mg")


@pytest.mark.rule("SKF:7.8-b")
def test_mg_malfunction_on_twelve_and_are_repaired_on_one() -> None:
    s = at_squad("PFPh").do("mg t Y5 bmg+cmg").roll(6, 6)
    s.roll(5, 2)
    assert s.tank().broken == ("bmg",)
    vehicle = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "broken": ["cmg", "aamg"]}
    fixed = Tanks("RPh", "german", [vehicle, IDLE], sides=SIDES)
    assert fixed.options("repair-gun") == ["repair-gun t - cmg"], "an AAMG only while CE"
    assert fixed.do("repair-gun t - cmg").roll(1).tank().broken == ("aamg",)
    lost = Tanks("RPh", "german", [vehicle, IDLE], sides=SIDES).do("repair-gun t - cmg").roll(6)
    assert lost.tank().disabled == ("cmg",)
    stays = Tanks("RPh", "german", [vehicle, IDLE], sides=SIDES).do("repair-gun t - cmg").roll(3)
    assert "cmg" in stays.tank().broken


@pytest.mark.rule("SKF:3.1-f", "SKF:7.2-b")
def test_no_repair_while_shocked_or_stunned() -> None:
    vehicle = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "broken": ["cmg"], "shock": "shock"}
    assert not Tanks("RPh", "german", [vehicle, IDLE], sides=SIDES).options("repair-gun")


@pytest.mark.rule("SKF:7.12-a", "SKF:7.7-b", "SKF:3.2.3-t")
def test_infantry_fires_at_a_ce_crew_with_plus_two() -> None:
    s = at_squad("PFPh", attacker="russian", tank={"ce": True})
    assert s.offers("target - Y3")
    s.do("target - Y3", "add r", "declare").roll(1, 1)
    lines = last_attack(s)
    assert lines.value("SKF:7.7-b") == 2
    s.roll(5, 4)
    assert s.tank().stun == "stun"
    closed = at_squad("PFPh", attacker="russian")
    assert not closed.options("target")


@pytest.mark.rule("SKF:3.3.2-i", "SKF:7.12-a")
def test_first_fire_at_a_moving_ce_vehicle() -> None:
    s = at_squad("MPh", tank={"ce": True}, hex="Y7").do("drive t", "start")
    assert s.side() == "russian" and s.offers("fire")
    s.do("pass", "enter - Y4")
    assert s.side() == "russian"
    s.do("fire", "add r", "declare").roll(1, 1, 5, 4)
    assert s.tank().stun == "stun"
    assert not s.tank().motion


@pytest.mark.rule("SKF:7.8-a")
def test_a_defending_vehicle_fires_its_mg_in_first_fire_and_leaves_residual_fp() -> None:
    s = at_squad("MPh", attacker="russian", hex="Y6").do("move r", "enter - Y5")
    assert s.side() == "german"
    assert s.offers("mg t Y5 bmg+cmg")
    s.do("mg t Y5 bmg+cmg").roll(6, 5, 1, 1)
    assert s.tank().fire == "first"
    assert any(event.kind == "residual" and event.text.startswith("4 ") for event in s.events)


@pytest.mark.rule("SKF:3.3.5-f", "SKF:1.2.5-f")
def test_what_hinders_its_mg_thins_out_what_they_leave() -> None:
    """8 FP would leave 4; smoke around the tank hinders, and its fire leaves the smoke."""
    s = at_squad("MPh", attacker="russian", hex="Y6").do("move r", "enter - Y5")
    s.state.smoke = {s.tank().hex: 2}
    s.do("mg t Y5 bmg+cmg").roll(6, 5)
    assert [
        (line.rule, line.value) for line in last_attack(s).lines if line.sign == "+" and line.value > 0
    ] == [
        ("SKF:1.2.5-e", 2),
        ("SKF:1.2.5-f", 1),
    ]
    assert list(s.state.residual.values()) == [1]


@pytest.mark.rule("SKF:3.3.5-b", "SKF:7.8-b")
@pytest.mark.parametrize(("dice", "broken", "left"), [((5, 2), "bmg", 2), ((2, 5), "cmg", 1)])
def test_the_mg_that_does_not_malfunction_leaves_residual_fp(
    dice: tuple[int, int], broken: str, left: int
) -> None:
    """BMG 3, CMG 5."""
    s = at_squad("MPh", attacker="russian", hex="Y6").do("move r", "enter - Y5")
    s.do("mg t Y5 bmg+cmg").roll(6, 6).roll(4, 4).roll(*dice)
    assert s.tank().broken == (broken,)
    assert list(s.state.residual.values()) == [left]


@pytest.mark.rule("SKF:1.2.5-e", "SKF:1.2.5-f")
def test_fire_within_the_smoke_does_not_leave_it() -> None:
    s = at_squad("PFPh", hex="Y3")
    s.state.smoke = {s.tank().hex: 2}
    s.do("mg t Y3 bmg+cmg").roll(6, 6)
    assert [line.value for line in last_attack(s).lines if line.sign == "+" and "smoke" in line.label] == [2]


@pytest.mark.rule("SKF:3.8-ae")
def test_an_enemy_in_its_own_hex_comes_first() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
    units = [SQUAD, {"id": "near", "type": "rus-447", "hex": "Y3"}]
    s = Tanks("PFPh", "german", [tank, IDLE], units, sides=SIDES)
    assert [text for text in s.options("mg") if "Y5" in text] == []
    s.do("mg t Y3 bmg+cmg").roll(3, 4)
    assert last_attack(s).total == 3 * (3 + 5)


@pytest.mark.rule("SKF:7.8-c")
def test_a_fixed_bmg_has_one_more_at_movers() -> None:
    kit = full_library()
    kind = msgspec.structs.replace(kit.vehicles["ger-pzivh"], fixed_bmg=True)
    lib = msgspec.structs.replace(kit, vehicles={**kit.vehicles, "ger-pzivh": kind})
    system = SkSystem(lib=lib, edition=FULL_KIT)
    vehicle = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
    s = Tanks("MPh", "russian", [vehicle], [{**SQUAD, "hex": "Y6"}], sides=SIDES, system=system)
    s.do("move r", "enter - Y5", "mg t Y5 bmg+cmg").roll(6, 5)
    assert last_attack(s).value("SKF:7.8-c") == 1
    still = Tanks("PFPh", "german", [vehicle, IDLE], [SQUAD], sides=SIDES, system=system)
    still.do("mg t Y5 bmg+cmg").roll(6, 5)
    assert last_attack(still).value("SKF:7.8-c") is None


@pytest.mark.rule("SKF:3.3.2.2-a")
def test_a_vehicle_fires_its_mg_into_its_own_hex_on_the_move() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, "tca": 2, "motion": True}
    s = Tanks("MPh", "german", [tank], [{"id": "r", "type": "rus-447", "hex": "Y3"}], sides=SIDES)
    s.do("drive t", "halt")
    while s.side() == "russian":
        s.do("pass")
    here = [option for option in s.options("mg") if option.split()[2] == "zY3"]
    assert here
    s.do(here[0]).roll(3, 4)
    assert s.tank().fire == "bounding"

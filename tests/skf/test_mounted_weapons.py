"""What vehicles fire on the IFT beside their MG: IFE (SKF:6.8) and flamethrowers (SKF:3.3.2.2-e, SKF:4.2)."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Breakdown, Chance
from defilade.rules.sk.full.vehicles import vehicular_mg
from skf.situation import full_kit
from skf.tanks import Tanks

SIDES = ["german", "russian"]
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}
MA = "ma1"


def car(
    phase: str = "PFPh", at: str = "Y3", attacker: str = "german", hex: str = "Y6", **states: object
) -> Tanks:
    vehicle = {"id": "t", "type": "ger-psw222", "hex": hex, "vca": 0, **states}
    return Tanks(phase, attacker, [vehicle, IDLE], [{"id": "r", "type": "rus-447", "hex": at}], sides=SIDES)


def attack(s: Tanks) -> Breakdown:
    return next(e.breakdown for e in reversed(s.events) if e.kind == "attack" and e.breakdown)


def settle(s: Tanks) -> Tanks:
    while isinstance(s.pending, Chance):
        s.roll(1, 2)
    return s


def marked(s: Tanks, marker: str) -> Tanks:
    gun = s.g.armament_of(s.tank())
    assert gun is not None and gun.id == MA
    s.g.update_weapon(gun, fire=marker)
    return s


@pytest.mark.rule("SKF:6.8-a", "SKF:3.2.2-m", "SKF:3.2.2-k")
def test_an_ife_is_fired_with_the_mg_or_alone() -> None:
    s = car()
    assert s.options("mg") == ["mg t zY3 cmg", "mg t zY3 cmg+ife", "mg t zY3 ife"]
    assert attack(s.do("mg t Y3 cmg+ife").roll(6, 5)).total == 5 + 4
    assert attack(car().do("mg t Y3 ife").roll(6, 4)).total == 4


@pytest.mark.rule("SKF:6.8-b", "SKF:3.2.4-l")
@pytest.mark.parametrize(("coloured", "marker"), [(1, ""), (2, "prep")])
def test_its_rof_is_one_lower(coloured: int, marker: str) -> None:
    s = settle(car().do("mg t Y3 ife").roll(coloured, 6))
    assert s.weapon(MA).fire == marker
    assert s.offers("mg t zY3 ife") is (not marker)


@pytest.mark.rule("SKF:3.2.2-a", "SKF:3.2.2-b", "SKF:3.2.2.1-a", "SKF:6.8-b")
@pytest.mark.parametrize(("at", "hex", "fp"), [("Y5", "Y6", 8), ("Y6", "Y6", 12), ("Y3", "Y6", 4)])
def test_point_blank_fire_of_an_ife(at: str, hex: str, fp: int) -> None:
    assert attack(car(at=at, hex=hex).do(f"mg t {at} ife").roll(6, 4)).total == fp


@pytest.mark.rule("SKF:3.3.2.2-d", "SKF:2.0-s")
def test_in_its_own_mph_it_is_halved_and_quartered_on_the_move() -> None:
    s = car("MPh").do("drive t", "start")
    assert attack(settle(s).do("mg t Y3 ife").roll(6, 4)).total == 1
    s = car("MPh").do("drive t", "start")
    settle(s).do("halt")
    assert attack(settle(s).do("mg t Y3 ife").roll(6, 4)).total == 2


@pytest.mark.rule("SKF:6.12-a")
@pytest.mark.parametrize(("dice", "broken"), [((5, 5), False), ((5, 6), True)])
def test_its_own_number_breaks_it(dice: tuple[int, int], broken: bool) -> None:
    s = car().do("mg t Y3 ife").roll(*dice)
    assert s.weapon(MA).malfunctioned is broken
    assert not s.tank().disabled


@pytest.mark.rule("SKF:6.8-d")
def test_marked_first_fire_it_fires_again_at_adjacent_hexes_in_the_dfph() -> None:
    far = marked(car("DFPh", attacker="russian"), "first")
    assert not any("ife" in guns for guns in vehicular_mg.gun_sets(far.g, far.tank(), "zY3", ()))
    near = marked(car("DFPh", at="Y5", attacker="russian"), "first").do("mg t Y5 ife").roll(4, 5)
    assert attack(near).total == 4, "halved and doubled"
    assert near.weapon(MA).malfunctioned, "B11 is 9"
    assert near.weapon(MA).fire == "final"
    lost = marked(car("DFPh", at="Y5", attacker="russian"), "first").do("mg t Y5 ife").roll(6, 5)
    assert lost.tank().disabled == ("ma",) and lost.tank().recalled


@pytest.mark.rule("SKF:6.8-d", "SKF:3.3.3-g")
@pytest.mark.parametrize("nearer", [False, True])
def test_and_in_the_mph_at_the_nearest_enemy(nearer: bool) -> None:
    s = marked(car("MPh", at="Y2", attacker="russian", hex="Y8"), "first")
    if nearer:
        s.g.add_unit(msgspec.structs.replace(s.unit("r"), id="near", hex="zY6"))
    s.do("move r", "enter - Y3")
    assert any("ife" in option for option in s.options("mg")) is not nearer


@pytest.mark.rule("SKF:3.3.5-b", "SKF:6.8-b")
@pytest.mark.parametrize(("coloured", "left"), [(1, []), (2, [2])])
def test_an_ife_that_keeps_its_rof_leaves_no_residual_fp(coloured: int, left: list[int]) -> None:
    s = car("MPh", at="Y2", attacker="russian", hex="Y8").do("move r", "enter - Y3", "mg t Y3 ife")
    settle(s.roll(coloured, 6))
    assert list(s.state.residual.values()) == left


# -- flamethrowers -------------------------------------------------------------------------------------------------


@pytest.fixture
def flame(monkeypatch: pytest.MonkeyPatch) -> str:
    """No counter of the kit has one: a tank of somebody's own."""
    kinds = full_kit().library.vehicles
    monkeypatch.setitem(kinds, "ger-pziiin", msgspec.structs.replace(kinds["ger-pziiin"], ft=24))
    return "ger-pziiin"


def burning(type: str, phase: str, at: str = "Y4", **states: object) -> Tanks:
    vehicle = {"id": "t", "type": type, "hex": "Y3", "vca": 2, **states}
    return Tanks(phase, "german", [vehicle, IDLE], [{"id": "r", "type": "rus-447", "hex": at}], sides=SIDES)


@pytest.mark.rule("SKF:3.3.2.2-e", "SKF:4.2-b")
def test_a_vehicular_flamethrower_is_halved_only_on_the_move(flame: str) -> None:
    s = burning(flame, "PFPh").do("mg t Y4 ft").roll(4, 5)
    assert attack(s).total == 24
    moving = burning(flame, "MPh").do("drive t", "start")
    assert attack(settle(moving).do("mg t Y4 ft").roll(4, 5)).total == 12
    stopped = settle(burning(flame, "MPh").do("drive t", "start")).do("halt")
    assert attack(settle(stopped).do("mg t Y4 ft").roll(4, 5)).total == 24


@pytest.mark.rule("SKF:4.2-a", "SKF:4.2-e", "SKF:4.2-g")
def test_its_range_its_company_and_its_end(flame: str) -> None:
    s = burning(flame, "PFPh", at="Y5")
    assert set(s.options("mg")) == {"mg t zY5 bmg+cmg", "mg t zY5 ft"}, "it attacks alone"
    s.do("mg t Y5 ft").roll(4, 6)
    assert attack(s).total == 12, "two hexes"
    assert "ft" in s.tank().disabled, "X10"
    assert not burning(flame, "PFPh", at="Y6").offers("mg t zY6 ft")

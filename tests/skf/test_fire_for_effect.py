"""Fire For Effect (DAE:2.5 to DAE:2.7): resolution, Critical Hits, entering, friendly fire, Smoke."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Chance, Outcome, Position
from defilade.rules.sk import los, morale, terrain
from defilade.rules.sk.entering import strikes_who_enter
from defilade.rules.sk.full.artillery.batteries import area_of
from defilade.rules.sk.full.artillery.fire_for_effect import attack_on, plan, strike_guns
from defilade.rules.sk.rout_ways import Ground, destinations, rout_mf
from defilade.rules.sk.state import HiddenGun
from defilade.rules.sk.unseen import may_be_unseen
from defilade.tactics.artillery import FFE1, FFE2, FFEC, HE, SMOKE, SR
from defilade.tactics.units import Weapon
from skf.guns import BRITISH, GERMAN, OBSERVER, battery, card, guns, lay
from skf.situation import Situation

FAR = {**BRITISH, "id": "far", "hex": "A20"}


def fires(units: list[dict[str, Any]], hex: str = "MM15", phase: str = "PFPh", **more: Any) -> Situation:
    """A SR in a hex is Converted to HE where an enemy is seen there; the Observer is in the Steeple of NN8."""
    attacker = "german" if phase == "PFPh" else "british"
    return lay(guns(phase, [*units, FAR], attacker, observer="NN8@1", **more), SR, hex).do("call oba1")


def under(
    units: list[dict[str, Any]], phase: str, attacker: str, hex: str = "MM15", counter: str = FFE2
) -> Situation:
    """A FFE lies on the map, with nobody to direct it."""
    s = guns(phase, [OBSERVER, *units, FAR], attacker)
    return lay(s, counter, hex, HE)


# -- resolution ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.5-a", "DAE:2.5-b", "DAE:2.5-d")
def test_a_mission_from_its_first_resolution_to_its_last() -> None:
    units = [
        {**BRITISH, "hex": "MM15"},
        {**BRITISH, "id": "b2", "hex": "MM16"},
        {**BRITISH, "id": "b3", "hex": "MM18"},
        {**GERMAN, "hex": "LL15"},
    ]
    s = fires(units).do("convert - - HE")
    struck = []
    while isinstance(s.pending, Chance):
        if s.pending.asks.startswith("Attack DR"):
            struck.append(s.pending.about)
        s.roll(*(6, 5)[: s.pending.dice])
    assert sorted(struck) == [("b",), ("b2",), ("g",)], "one DR a hex, friend and foe, nobody outside"
    assert battery(s).counter == FFE2
    added_up = s.event("attack").breakdown
    assert added_up is not None and added_up.column == 20


@pytest.mark.rule("DAE:2.5-a")
def test_an_ffe_2_becomes_ffe_c_after_its_resolution() -> None:
    s = lay(guns(units=[GERMAN, FAR], observer="NN8@1"), FFE2, "MM15", HE).do("call oba1", "leave-it")
    assert battery(s).counter == FFEC


@pytest.mark.rule("DAE:2.5-b", "DAE:2.52")
@pytest.mark.parametrize(("caliber", "fp"), [(70, 12), (80, 16), (100, 20), (150, 30)])
def test_the_column_of_the_caliber_and_the_tem_of_the_hex(caliber: int, fp: int) -> None:
    s = guns(units=[OBSERVER, {**BRITISH, "hex": "NN11"}], caliber=caliber)
    found = plan(s.g, attack_on(s.g, battery(s), "elstNN11", ("b",)))
    assert found.column_fp == fp
    tem = terrain.tem(s.g, "elstNN11").value
    assert found.groups[0].drm == tem


@pytest.mark.rule("DAE:2.5-c")
def test_an_original_two_doubles_the_fp_and_turns_tem_about() -> None:
    game_map = guns().g.map
    house = next(hex for hex in game_map.building_of if game_map.terrain[hex] == "stone_building")
    s = guns(units=[OBSERVER, {**BRITISH, "hex": house}])
    frame = attack_on(s.g, battery(s), house, ("b",))
    plain = plan(s.g, frame)
    frame.dice = (1, 1)
    critical = plan(s.g, frame)
    assert (plain.column_fp, plain.groups[0].drm) == (20, 3)
    assert (critical.column_fp, critical.groups[0].drm) == (36, -3)
    assert critical.fp == 36, "no more than that"


@pytest.mark.rule("DAE:2.52")
def test_woods_burst_in_the_air_and_smoke_and_hindrances_do_not_matter() -> None:
    s = guns(units=[{**OBSERVER, "hex": "K5"}, {**BRITISH, "hex": "G3"}], board="z")
    woods = next(hex for hex in s.g.map.names if terrain.is_woods(s.g, hex))
    s = guns(units=[{**OBSERVER, "hex": "K5"}, {**BRITISH, "hex": woods}], board="z")
    s.state.smoke[woods] = 3
    found = plan(s.g, attack_on(s.g, battery(s), woods, ("b",)))
    assert [(line.label, line.value) for line in found.groups[0].lines] == [("Air Bursts", -1)]


@pytest.mark.rule("DAE:2.52")
def test_a_gunshield_helps_its_crew() -> None:
    known = guns().g.weapon_types.values()
    kind = next(
        one.id for one in known if one.id.startswith("bri-") and one.ordnance and one.ordnance.type == "AT"
    )
    gun = {"id": "gun", "type": kind, "facing": 0}
    crew = {"id": "c", "type": "bri-228-crew", "hex": "MM15", "sw": [gun]}
    s = guns(units=[OBSERVER, crew, FAR])
    found = plan(s.g, attack_on(s.g, battery(s), "elstMM15", ("c",)))
    assert [line.value for line in found.groups[0].lines if "gunshield" in line.label] == [1]


@pytest.mark.rule("DAE:2.53")
def test_a_tank_is_struck_on_the_full_column_by_the_same_dr() -> None:
    known = guns().g.vehicle_types
    kind = next(one for one in known if one.startswith("bri-"))
    tank = {"id": "t", "type": kind, "hex": "MM15"}
    s = fires([GERMAN], vehicles=[tank]).do("convert - - HE").roll(1, 2)
    event = s.event("area_hit")
    assert event.dice == (1, 2) and event.breakdown is not None and event.breakdown.column == 20
    assert s.state.vehicles["t"].wreck or "DAE:2.53" in s.cited()
    assert "DAE:2.53" in s.cited()


@pytest.mark.rule("DAE:2.55")
def test_oba_is_never_halved() -> None:
    s = guns(units=[OBSERVER, BRITISH])
    found = plan(s.g, attack_on(s.g, battery(s), "elstLL11", ("b",)))
    assert found.fp == 20 and [line.sign for line in found.fp_lines] == ["fp"]


def on_a_hidden_gun(hex: str) -> Situation:
    """A German PaK in a hex of DaE4 that nobody sees, and a British FFE:2 that is resolved around OO14."""
    crew = {
        "id": "c",
        "type": "ger-228-crew",
        "hex": "PP8",
        "sw": [{"id": "gun", "type": "ger-75l-at", "facing": 0}],
    }
    s = Situation("", "PFPh", "british", [crew, {"type": "bri-457", "hex": "CC17"}], scenario="DaE4", turn=2)
    g = s.g
    g.place(g.unit("c"), "")
    g.update_weapon(s.weapon("gun"), owner="c", hex="", facing=-1)
    s.state.hidden = {"german": (HiddenGun("c", "gun", g.map.resolve(hex), 0),)}
    return lay(s, FFE2, "OO14", HE).do("done")


@pytest.mark.rule("DAE:2.55", "DAE:2.5-b")
@pytest.mark.parametrize(("dice", "comes_out"), [((4, 4), True), ((6, 6), False)])
def test_oba_strikes_the_hidden_with_all_its_fp(dice: tuple[int, int], comes_out: bool) -> None:
    """Dug in at +2: a 10 is a PTC on the 16 column, and nothing on the 8 column."""
    s = on_a_hidden_gun("OO14")
    while isinstance(s.pending, Chance) and not s.pending.about and s.state.phase == "PFPh":
        s.events += s.position.advance(Outcome(dice))
    assert s.said("no longer hidden") == comes_out and bool(s.state.hidden) != comes_out


@pytest.mark.rule("DAE:2.5-b")
def test_an_empty_hex_is_attacked_only_if_somebody_could_be_hidden_there() -> None:
    quiet = guns(units=[OBSERVER, {"id": "b", "type": "bri-457", "hex": "A22"}])
    lay(quiet, FFE2, "LL11", HE).do("done")
    assert not isinstance(quiet.pending, Chance)

    s = on_a_hidden_gun("NN8")
    g = s.g
    assert may_be_unseen(g, g.map.resolve("OO14"), "british"), "he could be anywhere in the German area"
    assert not may_be_unseen(g, g.map.resolve("MM18"), "british") and not may_be_unseen(
        g, "elstOO14", "german"
    )
    rolled = 0
    while isinstance(s.pending, Chance):
        s.events += s.position.advance(Outcome((6, 6)))
        rolled += 1
    there = area_of(g, msgspec.structs.replace(battery(s), counter=FFE2))
    assert rolled == sum(may_be_unseen(s.g, hex, "british") for hex in there) > 3


# -- while it lies there -------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.5-e")
@pytest.mark.parametrize(("a", "b"), [("MM9", "MM20"), ("MM14", "MM20"), ("MM9", "MM15")])
def test_a_line_from_through_or_into_a_blast_area_has_one_more(a: str, b: str) -> None:
    s = guns(units=[OBSERVER, GERMAN, FAR])
    a, b = f"elst{a}", f"elst{b}"
    before = los.hindrance(s.g, a, b)
    assert before >= 0
    lay(s, FFEC, "MM15", HE)
    assert los.hindrance(s.g, a, b) == before + 1
    assert [line.value for line in los.los_lines(s.g, a, b) if line.rule == "DAE:2.5-e"] == [1]
    lay(s, FFEC, "MM15", SMOKE)
    assert los.hindrance(s.g, a, b) == before


@pytest.mark.rule("DAE:2.51-a", "DAE:2.34-a")
@pytest.mark.parametrize("counter", [FFE2, FFEC])
def test_who_moves_into_a_blast_area_is_attacked(counter: str) -> None:
    units = [{**BRITISH, "hex": "MM17"}, {**BRITISH, "id": "b2", "hex": "MM16"}]
    s = under(units, "MPh", "british", counter=counter).do("move b", "enter - MM16")
    assert isinstance(s.pending, Chance) and s.pending.about == ("b",), (
        "the one who stands there is not touched"
    )
    s.roll(6, 5)
    rules = {line.rule for line in s.breakdown().lines}
    assert "SK1:3.3.1-i" in rules or "SK1:3.3.1-j" in rules, "FFNAM and FFMO count"


@pytest.mark.rule("DAE:2.51-a")
def test_who_advances_into_a_blast_area_is_attacked_without_ffmo() -> None:
    s = under([{**BRITISH, "hex": "MM17"}], "APh", "british").do("advance b MM16")
    assert isinstance(s.pending, Chance)
    s.roll(6, 5)
    assert not [line for line in s.breakdown().lines if "FF" in line.label]


@pytest.mark.rule("DAE:2.51-a")
def test_a_spotting_round_attacks_nobody() -> None:
    s = under([{**BRITISH, "hex": "MM17"}], "MPh", "british", counter=SR).do("move b", "enter - MM16")
    assert not isinstance(s.pending, Chance)


@pytest.mark.rule("DAE:2.51-b")
def test_a_router_is_attacked_and_not_interdicted() -> None:
    units = [{**BRITISH, "hex": "MM17", "broken": True, "dm": True}, {**GERMAN, "hex": "MM20"}]
    s = under(units, "RtPh", "british", "MM16").do("rout b")
    into = [option for option in s.options("rout-to") if option.split()[2] in area_of(s.g, battery(s))]
    assert into, s.options()
    s.do(into[0])
    asked = []
    while isinstance(s.pending, Chance):
        asked.append(s.pending.asks)
        s.roll(*(6, 5)[: s.pending.dice])
    assert any("OBA" in words for words in asked)


@pytest.mark.rule("DAE:2.51-c")
def test_who_was_attacked_in_the_mph_is_attacked_again_in_the_dfph() -> None:
    s = lay(
        guns("MPh", [{**BRITISH, "hex": "MM17"}, GERMAN, FAR], "british", observer="NN8@1"), FFE2, "MM15", HE
    )
    s.do("move b", "enter - MM16").roll(6, 5)
    s.until("DFPh")
    assert s.offers("call oba1")
    s.do("call oba1", "leave-it")
    assert isinstance(s.pending, Chance) and s.pending.about == ("b",)


@pytest.mark.rule("DAE:2.54")
def test_ones_own_guns_cost_one_morale() -> None:
    s = guns(units=[OBSERVER, {**GERMAN, "hex": "MM15"}, {**BRITISH, "hex": "MM16"}])
    assert morale.morale_level(s.g, s.unit("g")) == 7
    lay(s, FFE2, "MM15", HE)
    assert morale.morale_level(s.g, s.unit("g")) == 6
    assert morale.morale_level(s.g, s.unit("b")) == 7, "the enemy's morale is not lowered"
    lay(s, FFE2, "MM15", SMOKE)
    assert morale.morale_level(s.g, s.unit("g")) == 7


@pytest.mark.rule("DAE:2.6")
def test_nobody_must_rout_into_the_fire_to_reach_cover() -> None:
    def goals(s: Situation) -> tuple[tuple[str, ...], bool]:
        unit = s.unit("b")
        ground = Ground(s.g, [unit], unit.hex)
        reach = ground.explore(unit.hex, ground.in_sight(unit.hex), rout_mf(s.g, [unit]))
        return destinations(ground, reach)

    unit = {**BRITISH, "hex": "MM17", "broken": True, "dm": True}
    s = guns("RtPh", [OBSERVER, unit, {**GERMAN, "hex": "MM20"}], "british")
    before, free = goals(s)
    assert before and not free
    nearest = before[0]
    lay(s, FFE2, nearest, HE)
    after, free = goals(s)
    others = set(after) - area_of(s.g, battery(s))
    assert free or others, "what lies beyond is open as well, or anything is"


# -- smoke ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.7-b", "DAE:2.33-h")
@pytest.mark.parametrize(("phase", "strength"), [("PFPh", 3), ("DFPh", 2)])
def test_a_smoke_concentration_lays_smoke_and_harms_nobody(phase: str, strength: int) -> None:
    s = fires([{**BRITISH, "hex": "MM15"}, GERMAN], phase=phase, smoke=True).do("convert - - smoke")
    assert not isinstance(s.pending, Chance)
    assert s.state.smoke == dict.fromkeys(area_of(s.g, battery(s)), strength)
    assert battery(s).counter == FFE2 and battery(s).mission == SMOKE


@pytest.mark.rule("DAE:2.33-h")
def test_smoke_comes_before_he() -> None:
    s = guns(units=[GERMAN, {**BRITISH, "hex": "MM15"}], observer="NN8@1", smoke=True)
    lay(s, FFE2, "MM15", HE)
    first = battery(s)
    s.g.state.batteries["oba2"] = type(first)(
        "oba2",
        "german",
        80,
        observer="NN8@1",
        smoke=True,
        access=True,
        counter=FFE1,
        at=first.at,
        mission=SMOKE,
    )
    s.do("call oba1", "leave-it", "done")
    kinds = [event.rules[0] for event in s.events if event.kind == "oba_fires"]
    assert kinds[:2] == ["DAE:2.7-b", "DAE:2.5-b"]


@pytest.mark.rule("DAE:2.7-a")
def test_a_mission_does_not_change_what_it_fires() -> None:
    s = guns(units=[GERMAN, {**BRITISH, "hex": "MM15"}], observer="NN8@1", smoke=True)
    lay(s, FFE2, "MM15", SMOKE).do("call oba1")
    assert not s.options("convert") and not s.offers("correct - - HE")


# -- Guns ------------------------------------------------------------------------------------------------------------


def on_a_gun(dice: tuple[int, int], owner: bool = True) -> Situation:
    """A 6-pounder in the open at MM15, under the first hexes of an FFE."""
    gun = {"id": "gun", "type": "bri-57l-at", "facing": 0}
    crew = {"id": "c", "type": "bri-228-crew", "hex": "MM15", "sw": [gun]}
    s = under([crew], "PFPh", "german")
    if not owner:
        s.g.remove(s.unit("c"))
    s.do("done")
    for _ in range(7):
        if isinstance(s.pending, Chance) and s.pending.dice == 2 and "OBA" in s.pending.asks:
            s.events += s.position.advance(Outcome(dice))
    return s


@pytest.mark.rule("DAE:QRDC-gundest", "DAE:2.5-b")
@pytest.mark.parametrize(
    ("dice", "gun", "crew"),
    [
        ((1, 1), "gone", "gone"),  # a Critical Hit
        ((1, 2), "gone", "gone"),  # KIA on the 20 column
        ((1, 3), "broken", "reduced"),  # K
        ((4, 4), "whole", "alive"),
    ],
)
def test_oba_may_strike_the_gun_itself(dice: tuple[int, int], gun: str, crew: str) -> None:
    s = on_a_gun(dice)
    weapon = s.state.weapons.get("gun")
    assert ("gone" if weapon is None else "broken" if weapon.malfunctioned else "whole") == gun
    if crew == "gone":
        assert s.gone("c")
    else:
        assert s.gone("c") == (crew == "reduced"), "Casualty Reduction is the end of a crew"


@pytest.mark.rule("DAE:QRDC-gundest")
@pytest.mark.parametrize(("dice", "lost"), [((1, 2), True), ((5, 4), False)])
def test_a_gun_that_nobody_mans_is_struck_as_well(dice: tuple[int, int], lost: bool) -> None:
    s = on_a_gun((5, 4))
    g = s.g
    g.remove(g.unit("c"))
    g.place(g.unit("far"), g.map.resolve("MM15"))
    frame = attack_on(g, battery(s), g.map.resolve("MM15"), ("far",))
    frame.dice = dice
    strike_guns(g, frame)
    assert ("gun" not in g.state.weapons) == lost


@pytest.mark.rule("DAE:2.51-a")
def test_who_enters_draws_no_fire_on_what_lies_hidden_or_unmanned_there() -> None:
    """A German squad drives nobody out of hiding in MM16, and the gun that stands there alone stays whole."""
    gun = {"id": "gun", "type": "bri-57l-at", "hex": "MM16", "facing": 0}
    s = Situation(
        "elst",
        "MPh",
        "british",
        [OBSERVER, {**BRITISH, "hex": "MM17"}, {"id": "c", "type": "ger-228-crew"}],
        sides=("german", "british"),
        month=9,
        special=[card(radio="ger-radio")],
        loose=[gun],
        batteries=[{"id": "oba1", "counter": FFE2, "hex": "MM15", "mission": HE}],
    )
    s.state.weapons["pak"] = Weapon("pak", "german", "ger-75l-at", "c")
    s.state.hidden = {"german": (HiddenGun("c", "pak", "elstMM16", 0),)}
    frames = list(strikes_who_enter(s.g, "elstMM16", ("b",)))
    assert len(frames) == 1
    s.g.place(s.g.unit("b"), "elstMM16")
    s.g.push(frames[0])
    entered = Position(s.position.system, s.state)
    entered.advance(Outcome((1, 2)))
    assert "gun" in entered.state.weapons and entered.state.hidden and "b" not in entered.state.units

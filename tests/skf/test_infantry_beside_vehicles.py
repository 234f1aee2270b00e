"""Sections on Infantry, terrain and fire where they speak of guns and vehicles, too (SKF:1 to SKF:3, SKF:5.4)."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Chance
from defilade.rules.sk import ambush
from defilade.rules.sk.full.elst import polder, steeple
from defilade.rules.sk.full.library import FullLibrary
from defilade.rules.sk.full.ordnance.shots import Occasion
from defilade.rules.sk.full.vehicles import vehicular_mg
from defilade.rules.sk.full.vehicles.armor import part_hit
from defilade.rules.sk.full.vehicles.ccv import VehicleAssault, assault_breakdown
from defilade.rules.sk.full.vehicles.main_armament import armaments
from defilade.rules.sk.full.vehicles.set_up import hexes_for
from defilade.rules.sk.terrain import is_building, rally_bonus, tem
from defilade.tactics import arcs
from sk.places import line
from skf.gunnery import crew, duel, fire
from skf.situation import Situation, full_kit
from skf.tanks import Tanks
from skf.test_light_weapons import team

SIDES = ["german", "russian"]
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}
CAR = "ger-psw222"


def beside(terrain: str, board: str = "z") -> tuple[str, int, str]:
    """An open hex, a facing and the hex of a kind before it, off the roads."""
    area = Situation(board, "MPh", "german", [{"id": "g", "type": "ger-467", "hex": "A2"}], sides=SIDES).g.map
    for hex in area.names:
        if area.terrain[hex] != "open":
            continue
        for facing in arcs.FACINGS:
            for ahead in arcs.front_hexes(area, hex, facing):
                if area.terrain[ahead] == terrain and not area.road_between(hex, ahead):
                    return hex, facing, ahead
    raise AssertionError(f"no {terrain} on board {board}")


def driving(type: str, terrain: str, **states: object) -> tuple[Tanks, str]:
    hex, facing, ahead = beside(terrain)
    vehicle = {"id": "t", "type": type, "hex": hex, "vca": facing, **states}
    s = Tanks("MPh", "german", [vehicle, IDLE], sides=SIDES, month=1).do("drive t", "start")
    return s, ahead


# -- terrain -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.1.1-h")
def test_no_armored_car_in_a_building() -> None:
    s, ahead = driving(CAR, "stone_building")
    assert not any(ahead in option for option in s.options("enter"))
    assert s.refusal(f"enter - {ahead}").rule == "SKF:1.1.1-h"
    tank, ahead = driving("ger-pzivh", "stone_building")
    assert tank.offers(f"enter - {ahead} half"), "a tank may"


@pytest.mark.rule("SKF:1.1.1-h")
def test_nor_does_one_set_up_there() -> None:
    system = full_kit()
    state = system.start("F3", {})
    g = system.play(state)
    tank = next(v for v in state.vehicles.values() if g.scenario.groups[v.group].setup is not None)

    def houses(type: str) -> list[str]:
        found = hexes_for(g, msgspec.structs.replace(tank, type=type))
        return [hex for hex in found if is_building(g, hex)]

    assert houses("ger-pzivh") and not houses(CAR)


@pytest.mark.rule("SKF:1.1.1-p")
def test_woods_take_all_mp_of_an_armored_car_and_a_bog_check() -> None:
    s, ahead = driving(CAR, "woods")
    assert [option for option in s.options("enter") if ahead in option] == [f"enter - {ahead} all"]
    s.do(f"enter - {ahead} all")
    assert isinstance(s.pending, Chance) and "Bog Check" in s.pending.asks
    s.roll(1, 2)
    assert "SKF:1.1.1-p" in s.event("enter").rules
    assert not s.options("enter"), "nothing is left but to stop"


CHART = {
    # terrain: MF, MP of a tank, TEM, hindrance, rally bonus
    "open": (1, 1, 0, 0, False),
    "orchard": (1, 1, 0, 1, False),
    "grain": (1.5, 1, 0, 1, False),
    "wooden_building": (2, "half", 2, 0, True),
    "stone_building": (2, "half", 3, 0, True),
}


@pytest.mark.rule("DAE:QRDC-terrain")
@pytest.mark.parametrize("terrain", CHART)
def test_the_terrain_effects_chart(terrain: str) -> None:
    kit = full_kit().library
    row = kit.tables.terrain.kinds[terrain]
    assert isinstance(kit, FullLibrary)
    mp = kit.charts.mp["tracked"][terrain]
    assert (row.mf, mp, row.tem, row.hindrance, row.rally_bonus) == CHART[terrain]


@pytest.mark.rule("DAE:QRDC-terrain")
def test_roads_polders_and_the_steeple_on_the_chart() -> None:
    kit = full_kit().library
    assert isinstance(kit, FullLibrary)
    assert kit.tables.terrain.road.mf == 1
    assert (kit.charts.road.bu, kit.charts.road.ce) == (1, 0.5)
    assert (polder.ENTRY, polder.EXIT, polder.TEM) == (1, 1, 1)
    units = [{"id": "g", "type": "ger-447", "hex": "NN8@1"}, {"id": "b", "type": "bri-457", "hex": "A5"}]
    s = Situation("elst", "MPh", "german", units, sides=["german", "british"])
    up = s.unit("g").hex
    assert (steeple.STAIRS, tem(s.g, up).value, rally_bonus(s.g, up)) == (1, 3, True)


# -- dice --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.4")
@pytest.mark.parametrize(("coloured", "white"), [(1, 6), (6, 1)])
def test_the_coloured_die_alone_settles_rof_hit_location_and_bog_removal(coloured: int, white: int) -> None:
    low = coloured == 1
    gun = fire(duel(3), "itt-HE", coloured, white)
    assert (gun.weapon("gun").fire == "") is low, "ROF"
    assert (part_hit((coloured, white)) == "turret") is low
    stuck = {"id": "t", "type": "ger-pzivh", "hex": "M9", "vca": 2, "bogged": True}
    s = Tanks("MPh", "german", [stuck, IDLE], sides=SIDES).do("drive t", "unbog").roll(coloured, white)
    assert s.tank().bogged is not low
    assert s.tank().immobilized is not low


@pytest.mark.rule("SKF:1.4")
@pytest.mark.parametrize(("dice", "harm"), [((1, 6), True), ((6, 1), False)])
def test_and_backblast(dice: tuple[int, int], harm: bool) -> None:
    s = fire(team(firer="wooden_building"), "own-HEAT").do("backblast").roll(*dice)
    assert ("no effect" in s.event("backblast").text) is not harm


# -- rally phase -------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.1-b")
def test_vehicles_are_repaired_with_the_rest_and_recuperate_before_markers_come_off() -> None:
    tanks = [
        {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, "broken": ["cmg"]},
        {"id": "s", "type": "ger-pzivh", "hex": "A5", "vca": 2, "shock": "shock"},
        {"id": "e", "type": "rus-t3485", "hex": "A8", "vca": 2, "shock": "uk"},
    ]
    units = [
        {
            "id": "mgs",
            "type": "ger-467",
            "hex": "F3",
            "sw": [{"id": "mg", "type": "ger-lmg", "malfunctioned": True}],
        },
        {"id": "b", "type": "ger-467", "hex": "F5", "broken": True, "dm": True},
        {"id": "o", "type": "ger-467", "hex": open_hex(), "broken": True, "dm": True},
    ]
    s = Tanks("RPh", "german", tanks, units, sides=SIDES)
    assert s.offers("repair mgs+mg") and s.offers("repair-gun t - cmg"), "one step"
    s.do("repair-gun t - cmg").roll(3)
    assert not s.offers("repair-gun t - cmg"), "one try"
    s.do("done")
    assert s.offers("self-rally b") and not s.options("repair-gun")
    s.do("done")
    assert isinstance(s.pending, Chance) and s.pending.about == ("s",), "the ATTACKER's first"
    s.roll(1)
    assert isinstance(s.pending, Chance) and s.pending.about == ("e",)
    s.roll(6)
    assert s.tank("e").wreck and not s.tank("s").shock
    assert s.offers("keep-dm o"), "markers come last"


def open_hex() -> str:
    """An open hex far from everybody."""
    area = Situation("z", "MPh", "german", [{"id": "g", "type": "ger-467", "hex": "A2"}], sides=SIDES).g.map
    return next(hex for hex in area.names if area.terrain[hex] == "open" and area.distance(hex, "zA8") > 12)


# -- fire --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.2-b")
def test_a_fire_attack_strikes_infantry_and_the_crew_that_looks_out() -> None:
    def struck(ce: bool) -> set[str]:
        tank = {"id": "t", "type": "rus-t3485", "hex": "Y5", "vca": 2, "ce": ce}
        units = [
            {"id": "g", "type": "ger-467", "hex": "Y3"},
            {"id": "r1", "type": "rus-447", "hex": "Y5"},
            {"id": "r2", "type": "rus-8-1", "hex": "Y5"},
        ]
        s = Tanks("PFPh", "german", [tank], units, sides=SIDES)
        s.do("target - Y5", "add g", "declare").roll(6, 5)
        return {uid for event in s.events if event.kind == "attack" for uid in event.who}

    assert struck(True) == {"r1", "r2", "t"}
    assert struck(False) == {"r1", "r2"}


@pytest.mark.rule("SKF:3.2-b")
def test_first_fire_strikes_who_moves_together_only() -> None:
    tank = {"id": "t", "type": "rus-t3485", "hex": "Y5", "vca": 2, "ce": True}
    units = [
        {"id": "g", "type": "ger-467", "hex": "Y3"},
        {"id": "r", "type": "rus-447", "hex": "Y6"},
        {"id": "idle", "type": "rus-447", "hex": "Y5"},
    ]
    s = Tanks("MPh", "russian", [tank], units, sides=SIDES)
    s.do("move r", "enter - Y5", "fire", "add g", "declare").roll(6, 5)
    assert {uid for event in s.events if event.kind == "attack" for uid in event.who} == {"r"}


FIRERS = {
    "squad": ({"id": "f", "type": "ger-467"}, "add f", 4, 6),
    "MG": ({"id": "f", "type": "ger-467", "sw": [{"id": "w", "type": "ger-mmg"}]}, "add f+w", 5, 12),
    "ATR": ({"id": "f", "type": "ger-467", "sw": [{"id": "w", "type": "ger-atr"}]}, "add f+w", 1, 12),
    "IFE": (
        {"id": "f", "type": "ger-228-crew", "sw": [{"id": "w", "type": "ger-20l-aa", "facing": 2}]},
        "add f+w",
        6,
        16,
    ),
}


def shot(firer: str, distance: int) -> Situation:
    who, _, _, _ = FIRERS[firer]
    here, there = line(distance)
    unit = {**who, "hex": here}
    return Situation("y", "PFPh", "german", [unit, {"id": "r", "type": "rus-447", "hex": there}])


@pytest.mark.rule("SKF:3.2.2-a", "DAE:QRDC-iftfp")
@pytest.mark.parametrize("firer", FIRERS)
def test_point_blank_fire_doubles_all_who_fire_on_the_ift(firer: str) -> None:
    s = shot(firer, 1)
    s.do(f"target - {s.unit('r').hex}", FIRERS[firer][1], "declare").roll(6, 5)
    assert s.breakdown().total == 2 * FIRERS[firer][2]


@pytest.mark.rule("SKF:3.2.2-a", "DAE:QRDC-iftfp")
def test_and_the_mg_of_a_vehicle() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
    s = Tanks("PFPh", "german", [tank, IDLE], [{"id": "r", "type": "rus-447", "hex": "Y4"}], sides=SIDES)
    s.do("mg t Y4 bmg+cmg").roll(6, 5)
    assert s.breakdown().total == 2 * (3 + 5)


@pytest.mark.rule("SKF:3.2.2-b")
@pytest.mark.parametrize("firer", FIRERS)
def test_who_fires_beyond_normal_range(firer: str) -> None:
    """All but the ATR, at half FP and up to twice the range."""
    _, adds, fp, normal = FIRERS[firer]
    s = shot(firer, normal + 1)
    if firer == "ATR":
        assert not s.options("target"), "neither it nor the squad"
        assert shot(firer, normal).options("target")
        return
    s.do(f"target - {s.unit('r').hex}", adds, "declare").roll(6, 5)
    assert s.breakdown().total == fp / 2


@pytest.mark.rule("SKF:2.0-b", "SKF:3.2.2-b")
@pytest.mark.parametrize(("gun", "normal"), [("bmg", 8), ("rmg", 8), ("cmg", 12), ("aamg", 8)])
def test_ranges_of_vehicular_mg(gun: str, normal: int) -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "A2", "vca": 2, "ce": True}
    s = Tanks("PFPh", "german", [tank], [{"id": "r", "type": "rus-447", "hex": "Y4"}], sides=SIDES)
    g = s.g
    at = {
        n: next(hex for hex in g.map.names if g.map.distance("zA2", hex) == n) for n in (normal, normal + 1)
    }
    assert vehicular_mg.reach(g, gun) == 2 * normal
    halved = {n: [line.rule for line in vehicular_mg.factors(g, s.tank(), gun, hex)] for n, hex in at.items()}
    assert halved == {normal: [], normal + 1: ["SK1:3.2-l"]}


@pytest.mark.rule("SKF:3.2.2.1-b")
@pytest.mark.parametrize("ce", [True, False])
def test_triple_point_blank_fire_at_a_tank_harms_only_a_crew_that_looks_out(ce: bool) -> None:
    tank = {"id": "t", "type": "rus-t3485", "hex": "Y3", "vca": 2, "ce": ce, "motion": True}
    units = [{"id": "g", "type": "ger-467", "hex": "Y3"}]
    s = Tanks("PFPh", "german", [tank], units, sides=SIDES)
    if not ce:
        assert not s.options("target")
        return
    s.do("target - Y3", "add g", "declare").roll(6, 5)
    assert s.breakdown().total == 12
    assert s.breakdown().value("SKF:7.7-b") == 2


@pytest.mark.rule("SKF:3.2.4-s")
def test_bow_weapons_bear_by_the_hull_and_those_of_the_turret_by_the_turret() -> None:
    """The hull points one way, the turret the other."""
    tank = {"id": "t", "type": "ger-tiger", "hex": "Y5", "vca": 2, "tca": 5}
    units = [{"id": "s", "type": "rus-447", "hex": "Y7"}, {"id": "n", "type": "rus-447", "hex": "Y3"}]
    s = Tanks("PFPh", "german", [tank], units, sides=SIDES)
    vehicle, g = s.tank(), s.g
    assert vehicular_mg.bears(g, vehicle, "bmg", "zY7") and not vehicular_mg.bears(g, vehicle, "bmg", "zY3")
    assert vehicular_mg.bears(g, vehicle, "cmg", "zY3") and not vehicular_mg.bears(g, vehicle, "cmg", "zY7")
    assert vehicular_mg.bears(g, vehicle, "rmg", "zY7") and not vehicular_mg.bears(g, vehicle, "rmg", "zY3")
    assert all(vehicular_mg.bears(g, vehicle, "aamg", hex) for hex in ("zY3", "zY7"))
    gun = next(firer for firer in armaments(g, Occasion("PFPh", "german")) if firer.id == "t")
    assert gun.facing == 5, "the MA goes with the turret"


# -- movement ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.3-b")
def test_vehicles_pass_each_other_and_the_limit_is_looked_at_when_the_mph_ends() -> None:
    tanks = [
        {"id": "a", "type": "ger-pzivh", "hex": "Y3", "vca": 2},
        {"id": "b", "type": "ger-pzivh", "hex": "Y4", "vca": 2},
    ]
    s = Tanks("MPh", "german", tanks, [{"id": "g", "type": "ger-467", "hex": "A2"}], sides=SIDES)
    s.do("drive a", "start", "enter - Y4")
    assert s.offers("enter - Y5"), "it may go on"
    s.do("halt", "end")
    assert not s.tank("a").wreck and not s.tank("b").wreck
    s.do("done")
    assert [s.tank("a").wreck, s.tank("b").wreck].count(True) == 1


@pytest.mark.rule("SKF:3.3-b")
def test_infantry_never_breaks_the_stacking_limit_on_the_way() -> None:
    squads = [{"id": f"s{n}", "type": "ger-467", "hex": "Y4"} for n in range(3)]
    s = Situation("z", "MPh", "german", [*squads, {"id": "m", "type": "ger-467", "hex": "Y3"}], sides=SIDES)
    s.do("move m")
    assert not any("Y4" in option for option in s.options("enter"))


# -- defensive first fire ----------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.3.3-c")
@pytest.mark.parametrize(("coloured", "marker"), [(1, ""), (6, "first")])
def test_guns_and_main_armament_are_marked_first_fire_when_their_rof_is_gone(
    coloured: int, marker: str
) -> None:
    mover = {"id": "e", "type": "rus-t3485", "hex": "Y3", "vca": 2}
    tank = {"id": "t", "type": "ger-panther", "hex": "Y8", "vca": 5}
    s = Tanks("MPh", "russian", [mover, tank], [crew("Y6", facing=0)], sides=SIDES).do("drive e", "start")
    for firer, weapon in (("c", "gun"), ("t", s.g.armament_of(s.tank()).id)):  # type: ignore[union-attr]
        s.do(f"gun {firer}+{weapon}")
        s.do(next(o for o in s.options("shoot") if "vtt-AP" in o and "APCR" not in o)).roll(
            coloured, 6 - coloured // 6
        )
        while isinstance(s.pending, Chance):
            s.roll(6, 6)
        assert s.weapon(weapon).fire == marker, firer


@pytest.mark.rule("SKF:3.3.3-e")
@pytest.mark.parametrize("action", ["start", "halt", "steer - - 3"])
def test_starting_stopping_and_turning_draw_fire(action: str) -> None:
    mover = {"id": "e", "type": "rus-t3485", "hex": "Y3", "vca": 2, "ce": True, "motion": action != "start"}
    s = Tanks("MPh", "russian", [mover], [{"id": "g", "type": "ger-467", "hex": "Y6"}], sides=SIDES)
    s.do("drive e", action)
    assert s.side() == "german" and s.offers("fire")


@pytest.mark.rule("SKF:3.3.3-m", "SKF:3.3.3-p")
def test_final_protective_fire_for_each_mp_spent_beside_the_firer() -> None:
    """Not more often than MP were spent there, but as long as more are spent."""
    mover = {"id": "e", "type": "rus-t3485", "hex": "Y3", "vca": 2, "ce": True}
    squad = {"id": "g", "type": "ger-467", "hex": "Y4", "fire": "final"}
    s = Tanks("MPh", "russian", [mover], [squad], sides=SIDES).do("drive e", "start")
    for action in ("halt", ""):
        assert s.offers("fire")
        s.do("fire", "add g", "declare").roll(1, 5)  # a NMC that it passes; no effect on the crew
        assert not s.unit("g").broken and not s.tank("e").stun
        while isinstance(s.pending, Chance):
            s.roll(1, 2)
        assert not s.offers("fire"), "one MP, one shot"
        while s.options("pass"):
            s.do("pass")
        if action:
            s.do(action)
            while isinstance(s.pending, Chance):  # Residual FP
                s.roll(6, 6)
    assert s.spent == 2


@pytest.mark.rule("SKF:3.3.5-e", "SKF:3.3.5-j", "SKF:3.3.5-c")
def test_residual_fp_strikes_a_crew_once_where_it_spends_mp_and_not_as_it_leaves() -> None:
    mover = {"id": "e", "type": "rus-t3485", "hex": "Y3", "vca": 2, "ce": True, "motion": True}
    far = {"id": "g", "type": "ger-467", "hex": "A2"}
    s = Tanks("MPh", "russian", [mover], [far], sides=SIDES, residual={"Y3": 8})
    s.do("drive e", "enter - Y4")
    assert not any(event.kind == "attack" for event in s.events), "it has spent nothing in Y3"
    s = Tanks("MPh", "russian", [mover], [far], sides=SIDES, residual={"Y4": 8})
    s.do("drive e", "enter - Y4").roll(6, 6)
    s.do("halt")
    assert len([event for event in s.events if event.kind == "attack"]) == 1, "once, the DRM being the same"


# -- inexperience ------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:5.4-d")
@pytest.mark.parametrize(
    ("type", "leader", "ccv"), [("rus-447", False, 5), ("rus-426", False, 4), ("usa-536", True, 6)]
)
def test_inexperienced_units_have_a_lower_ccv(type: str, leader: bool, ccv: int) -> None:
    side = {"rus": "russian", "usa": "american"}[type[:3]]
    units = [{"id": "u", "type": type, "hex": "Y3"}]
    if leader:
        units.append({"id": "l", "type": "usa-8-0", "hex": "Y3"})
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
    s = Tanks("CCPh", side, [tank], units, sides=["german", side])
    who = tuple(unit["id"] for unit in units)
    added_up = assault_breakdown(s.g, VehicleAssault(who, "t"))
    assert added_up.total == ccv


@pytest.mark.rule("SKF:5.4-d")
def test_and_worse_ambush_dice() -> None:
    units = [{"id": "g", "type": "ger-467", "hex": "F5"}, {"id": "r", "type": "rus-426", "hex": "F5"}]
    s = Situation("z", "CCPh", "german", units)
    assert ambush.breakdown(s.g, "zF5", "russian").drm == 1
    assert ambush.breakdown(s.g, "zF5", "german").drm == 0

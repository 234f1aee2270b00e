"""The scenario DaE3, Knaust's 'Fausts (DAE:DaE3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance, Choice, Over, Position
from defilade.rules.sk import victory
from defilade.rules.sk.full.artillery.batteries import eye_of
from defilade.rules.sk.full.elst import smoke_from_afar
from defilade.rules.sk.full.vehicles import ways
from defilade.rules.sk.state import State
from defilade.tactics.victory_conditions import ExitNearAtOnce
from skf.situation import Situation, full_kit, movement_phase_of
from skf.tanks import Tanks

ENGINE = full_kit()
CARD = ENGINE.scenario("DaE3")
GERMAN = {"id": "g", "type": "ger-658-ss", "hex": "R20"}
LEADER = {"id": "l", "type": "bri-9-1", "hex": "N14"}

SHAKEN = {"id": "x", "type": "bri-457", "hex": "K24", "broken": True, "dm": True}
"""Somebody for the RPh to wait for."""


def table(*units: dict[str, Any], phase: str = "MPh", **more: Any) -> Situation:
    return Situation("", phase, "british", [*units, GERMAN], scenario="DaE3", turn=3, **more)


# -- victory -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:DaE3-b")
@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("bri-457", 2),
        ("bri-228-crew", 2),
        ("bri-247", 1),
        ("bri-10-2", 3),
        ("bri-9-1", 2),
        ("bri-8-0", 1),
        ("bri-6+1", 1),
    ],
)
def test_what_infantry_is_worth_that_leaves(kind: str, points: int) -> None:
    s = table({"id": "b", "type": kind, "hex": "CC15"}).do("move b", "exit")
    assert s.gone("b") and s.state.exited == {"british": points} and s.state.exited_near == {"CC16": points}


@pytest.mark.rule("DAE:DaE3-b")
@pytest.mark.parametrize(
    ("changes", "points"),
    [({}, 6), ({"disabled": ["ma"]}, 5), ({"recalled": True}, 0)],
)
def test_what_a_sherman_is_worth_that_leaves(changes: dict[str, Any], points: int) -> None:
    tank = {"id": "t", "type": "bri-sherman5", "hex": "CC5", "vca": 1, "tca": 1, **changes}
    s = Tanks("MPh", "british", [tank], [GERMAN], board="", scenario="DaE3", turn=3)
    if changes.get("recalled"):
        assert victory.score_vehicle_exit(s.g, s.tank()) == 0 and not s.state.exited
        return
    s.do("drive t", "start", "exit")
    assert s.state.exited_near == {"CC4": points} and "t" not in s.state.vehicles


@pytest.mark.rule("DAE:DaE3-a")
def test_eight_points_in_each_of_two_places_win_at_once() -> None:
    s = table({"id": "b", "type": "bri-457", "hex": "CC18"})
    s.state.exited_near = {"CC16": 6, "CC4": 8}
    assert isinstance(s.do("move b", "exit").pending, Over)
    over = s.pending
    assert isinstance(over, Over) and over.winner == "british" and "DAE:DaE3-a" in over.rules


@pytest.mark.rule("DAE:DaE3-a")
def test_more_in_one_place_do_not_make_up_for_the_other() -> None:
    s = table({"id": "b", "type": "bri-457", "hex": "CC18"})
    s.state.exited_near = {"CC16": 14, "CC4": 7}
    assert not isinstance(s.do("move b", "exit").pending, Over)
    assert victory.check_end(s.g).winner == "german"


@pytest.mark.rule("DAE:DaE3-a")
@pytest.mark.parametrize(
    ("hex", "may"), [("CC14", True), ("CC13", False), ("CC18", True), ("CC6", True), ("CC7", False)]
)
def test_only_two_hexes_on_either_side(hex: str, may: bool) -> None:
    s = table({"id": "b", "type": "bri-457", "hex": hex}).do("move b")
    assert s.offers("exit") == may


# -- the forces ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:DaE3-c", "DAE:DaE3-k")
def test_length_order_and_the_hexes_in_play() -> None:
    game_map = ENGINE.table_of("DaE3", "").map
    assert (CARD.turns, CARD.sets_up_first, CARD.moves_first) == (8, "german", "british")
    letters = {game_map.grid_name(hex)[1] for hex in game_map.names}
    assert letters == {*"KLMNOPQRSTUVWXYZ", "AA", "BB", "CC"}
    assert len(table().state.batteries) == 1, "all three chapters are in force, artillery among them"


@pytest.mark.rule("DAE:DaE3-d")
def test_the_germans_spread_out() -> None:
    position: Position[State] = Position(ENGINE, ENGINE.start("DaE3", {}))
    for _ in range(120):
        moment = position.pending
        assert isinstance(moment, Choice)
        if moment.side != "german":
            break
        position.advance(moment.options[0])
    g = ENGINE.play(position.state)
    for hex in g.state.stacks:
        assert sum(unit.is_mmc for unit in g.units_in(hex)) <= 1
    assert {g.map.grid_name(hex)[1] for hex in CARD.set_up_area(0, g.map)} == {*"RSTUVWXYZ", "AA", "BB", "CC"}
    men = [unit for unit in g.on_map("german") if unit.is_mmc]
    assert len(men) == 10


@pytest.mark.rule("DAE:DaE3-d")
def test_a_panther_comes_on_turn_two_from_the_east() -> None:
    state = ENGINE.start("DaE3", {})
    tank = next(tank for tank in state.vehicles.values() if tank.side == "german")
    g = ENGINE.play(state)
    edge = CARD.entry_hexes(tank.group, tank.edges, g.map)
    assert tank.due == 2 and {g.map.grid_name(hex)[1] for hex in edge} == {"CC"}
    assert CARD.groups[tank.group].reason


@pytest.mark.rule("DAE:DaE3-e")
def test_the_british() -> None:
    game_map = ENGINE.table_of("DaE3", "").map
    number = CARD.group_number("worcesters")
    british = CARD.groups[number]
    assert {game_map.grid_name(hex)[1] for hex in CARD.set_up_area(number, game_map)} == set("KLMNO")
    assert british.elr == 3 and british.units["bri-457"] == 20 and sum(british.vehicles.values()) == 4


@pytest.mark.rule("DAE:DaE3-f")
def test_the_observer_in_the_tower() -> None:
    s = Situation("", "PFPh", "german", [LEADER, GERMAN], scenario="DaE3", turn=3)
    battery = s.state.batteries["oba1"]
    assert (battery.caliber, battery.he, battery.smoke, battery.black, battery.red) == (80, True, False, 8, 3)
    eye = eye_of(s.g, battery)
    assert eye is not None and (eye.place.hex, eye.place.storey) == ("elstNN8", 1)
    assert s.offers("call oba1")


@pytest.mark.rule("DAE:DaE3-i")
def test_elr_of_the_germans() -> None:
    assert [CARD.groups[CARD.group_number(name)].elr for name in ("knaust", "knaust-leaders")] == [3, 5]
    state = ENGINE.start("DaE3", {})
    assert {unit.elr for unit in state.units.values() if unit.type == "ger-447"} == {3}
    assert {unit.elr for unit in state.units.values() if unit.side == "german" and unit.kind == "leader"} == {
        5
    }


@pytest.mark.rule("DAE:DaE3-j")
def test_balance() -> None:
    german, british = CARD.balanced("german"), CARD.balanced("british")
    assert not german.rules_of(type(CARD.special_rules[1])) and len(german.special_rules) == 1
    assert isinstance(british.victory, ExitNearAtOnce) and british.victory.at_least == 7


# -- smoke ---------------------------------------------------------------------------------------------------------


def calling(*units: dict[str, Any]) -> Situation:
    """The British PFPh with the 9-1 as the designated leader, at the call."""
    s = Situation("", "RPh", "british", [LEADER, SHAKEN, *units, GERMAN], scenario="DaE3", turn=3)
    s.state.smoke_caller = {"british": "l"}
    return s.until("PFPh")


@pytest.mark.rule("DAE:DaE3-g")
def test_smoke_comes_down_where_the_leader_sees() -> None:
    s = calling().do("call-smoke", "hexrow - - P")
    assert s.offers("smoke-at - P14")
    s.do("smoke-at - P14").roll(2)
    assert s.state.smoke["elstP14"] == 3 and "DAE:DaE3-g" in s.cited()


@pytest.mark.rule("DAE:DaE3-g")
@pytest.mark.parametrize(("die", "hex"), [(1, "P13"), (4, "P15")])
def test_it_drifts_one_hex_on_a_three_or_more(die: int, hex: str) -> None:
    s = calling().do("call-smoke", "hexrow - - P", "smoke-at - P14").roll(3).roll(die)
    around = {s.g.map.resolve(hex), *s.g.map.adjacent[s.g.map.resolve(hex)]}
    assert set(s.state.smoke) == around


@pytest.mark.rule("DAE:DaE3-g")
def test_it_is_had_once_and_not_by_a_broken_leader() -> None:
    s = calling().do("call-smoke", "hexrow - - P", "smoke-at - P14").roll(1)
    assert s.state.smoke_called == ("british",)
    assert not list(smoke_from_afar.may_call(s.g, "PFPh"))
    broken = Situation(
        "",
        "RPh",
        "british",
        [{**LEADER, "broken": True, "dm": True}, SHAKEN, GERMAN],
        scenario="DaE3",
        turn=3,
    )
    broken.state.smoke_caller = {"british": "l"}
    broken.until("PFPh")
    assert broken.options() == ["not-yet"]


@pytest.mark.rule("DAE:DaE3-g")
def test_smoke_of_ordnance_comes_before_it() -> None:
    mortar = {"id": "m", "type": "bri-457", "hex": "N15", "sw": [{"id": "mtr", "type": "bri-51-mtr"}]}
    s = calling(mortar)
    assert s.offers("gun m+mtr") and not s.offers("call-smoke")
    s.do("gun m+mtr", "elsewhere", "at - P15")
    assert s.options("shoot") and all("SMOKE" in option.upper() for option in s.options("shoot"))


@pytest.mark.rule("DAE:DaE3-g")
def test_who_calls_it_is_a_secret() -> None:
    s = calling()
    assert ENGINE.redact(s.state, "british").smoke_caller == {"british": "l"}
    assert not ENGINE.redact(s.state, "german").smoke_caller


@pytest.mark.rule("DAE:DaE3-g")
def test_the_leader_is_named_before_anybody_is_set_up() -> None:
    position = movement_phase_of("DaE3", "british")
    leader = position.state.smoke_caller["british"]
    assert position.state.units[leader].kind == "leader"
    fresh: Position[State] = Position(ENGINE, ENGINE.start("DaE3", {}))
    for _ in range(200):
        moment = fresh.pending
        assert isinstance(moment, Choice)
        if moment.side == "british":
            break
        fresh.advance(moment.options[0])
    assert {option.verb for option in moment.options} == {"designate"}
    assert not list(ENGINE.play(fresh.state).on_map("british"))


@pytest.mark.rule("DAE:DaE3-h")
def test_it_covers_seven_hexes_and_goes_after_two_prep_fire_phases() -> None:
    s = calling().do("call-smoke", "hexrow - - P", "smoke-at - P14").roll(1)
    middle = s.g.map.resolve("P14")
    around = {middle, *s.g.map.adjacent[middle]}
    assert s.state.smoke == dict.fromkeys(around, 3)
    thickness = {}
    for _ in range(400):
        if s.state.phase == "MPh" and s.state.attacker == "british":
            thickness[s.state.turn] = s.state.smoke.get(middle, 0)
        if s.state.turn > 5:
            break
        if isinstance(s.pending, Chance):
            s.roll(*(3, 4)[: s.pending.dice])
        else:
            s.decline()
    assert thickness == {3: 3, 4: 2, 5: 0}


@pytest.mark.rule("DAE:DaE3-k")
def test_reinforcements_may_come_by_a_road_from_out_of_play() -> None:
    state = ENGINE.start("DaE3", {})
    state.turn, state.attacker = 2, "german"
    g = ENGINE.play(state)
    tank = next(tank for tank in state.vehicles.values() if tank.side == "german")
    roads = [
        hex
        for hex in CARD.entry_hexes(tank.group, tank.edges, g.map)
        if any(g.map.neighbours[hex][way] is None for way in g.map.roads.get(hex, ()))
    ]
    assert roads, "the road through the town comes in from the east"
    costs = {way.cost for hex in roads for way in ways.ways_in(g, tank, "", hex) if way.road and not way.how}
    assert costs == {1.0}

"""Guns and vehicles as the table shows them, and what is offered as one decision: drives, shots, grips."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice, Committed, Outcome, Over, Position, Session
from defilade.rules.board_scene import area_words
from defilade.rules.courses import Course
from defilade.rules.presentation import Asking, BoardScene, CounterView
from defilade.systems import find_system, presenter_of
from defilade.systems.starter_kit.text_board import text_table
from skf.gunnery import duel, there
from skf.tanks import Tanks

ELST = find_system("elst")
PRESENTER = presenter_of(ELST)


def scene(position: Position[Any], side: str) -> BoardScene:
    system = position.system
    found = presenter_of(system).scene(system.redact(position.state, side), side)
    assert isinstance(found, BoardScene)
    return found


def counters(found: BoardScene) -> dict[str, CounterView]:
    shown = [one for stack in found.stacks for one in stack.counters]
    return {one.id: one for each in shown for one in (each, *each.weapons)}


def asked(position: Position[Any]) -> Choice:
    assert isinstance(position.pending, Choice)
    return position.pending


def course(position: Position[Any], action: str, picks: tuple[str, ...] | None = None) -> Course:
    return presenter_of(position.system).course(position.state, asked(position), action, picks, ())


def asking(position: Position[Any]) -> Asking:
    return presenter_of(position.system).asking(position.state, asked(position))


# -- counters ----------------------------------------------------------------------------------------------------


def test_a_tank_shows_its_hull_its_turret_and_its_state() -> None:
    s = Tanks(
        "MPh",
        "german",
        [{"id": "t", "type": "ger-pzivh", "hex": "L4", "vca": 1, "tca": 3, "ce": True, "motion": True}],
    )
    tank = counters(scene(s.position, "german"))["t"]
    assert (tank.kind, tank.shape, tank.bearing, tank.turret) == ("vehicle", "tank", 90, 210)
    assert {mark.tag for mark in tank.states} >= {"CE", "MOTION"}
    assert {(arc.tone, arc.bearing) for arc in tank.arcs} == {("hull", 90), ("gun", 210)}
    assert {"75L", "8/3", "13"} <= {one.text for one in tank.prints}


def test_an_assault_gun_has_no_turret_and_a_wreck_no_arc() -> None:
    s = Tanks("MPh", "german", [{"id": "t", "type": "ger-stugiiig", "hex": "L4", "wreck": True}])
    gun = counters(scene(s.position, "german"))["t"]
    assert (gun.shape, gun.turret, gun.broken, gun.arcs) == ("assault-gun", None, True, ())


def test_a_gun_lies_on_its_crew_and_shows_what_it_has_acquired() -> None:
    s = duel(3, gun_acquired=("t",), gun_acquired_drm=-2)
    found = scene(s.position, "german")
    gun = counters(found)["gun"]
    assert gun.above and gun.kind == "gun" and gun.shape == "at-gun" and gun.bearing is not None
    assert [link.hex for link in gun.links] == [there(s)]
    assert [(one.hex, one.text) for one in found.markers if one.kind == "aim"] == [(there(s), "−2")]


def test_only_its_owner_sees_a_hidden_gun_and_where_it_stands() -> None:
    session = Session(ELST, "F2", {}, Committed("07" * 32))
    session.run_chance()
    hide = next(option for option in asked(session.position).options if option.verb == "hide")
    session.take(hide)
    mine, theirs = scene(session.position, "german"), scene(session.position, "american")
    crew, gun = hide.who
    shown = counters(mine)
    assert shown[crew].hidden and shown[gun].hidden
    assert next(stack.hex for stack in mine.stacks) == hide.at
    assert crew not in {one.id for group in mine.offmap for one in group.counters}
    assert crew not in counters(theirs)


@pytest.mark.rule("DAE:DaE1-e")
def test_only_their_side_sees_where_units_lie_in_ambush() -> None:
    session = Session(ELST, "DaE1", {}, Committed("07" * 32))
    placed = {}
    while not session.position.state.turn:
        option = asked(session.position).options[0]
        if option.verb == "hide":
            placed[option.who[0]] = option.at
        session.take(option)
    mine, theirs = scene(session.position, "british"), scene(session.position, "german")
    assert {one.id: stack.hex for stack in mine.stacks for one in stack.counters} == placed
    assert all(counters(mine)[unit].hidden for unit in placed)
    assert not [group for group in mine.offmap if group.side == "british"]
    (group,) = [group for group in theirs.offmap if group.side == "british"]
    assert (group.heading, {one.id for one in group.counters}) == ("Hidden", set(placed))
    assert not theirs.stacks


def test_the_terminal_shows_vehicles_and_where_ones_own_men_lie_hidden() -> None:
    session = Session(ELST, "DaE1", {}, Committed("07" * 32))
    while not session.position.state.turn:
        session.take(asked(session.position).options[0])
    while not any(tank.hex for tank in session.position.state.vehicles.values()):
        step = next(o for o in asked(session.position).options if o.verb in ("drive", "enter", "done"))
        session.take(step)
    state = session.position.state
    mine, theirs = (text_table(ELST.play(ELST.redact(state, side))) for side in ("british", "german"))
    (place,) = {one.hex.removeprefix("elst") for one in state.lurking["british"]}
    assert sum(f"  {place}, hidden: " in line for line in mine.force_lines()) == 4
    assert not any("hidden" in line for line in theirs.force_lines())
    assert "Bh" in " ".join(mine.map_lines(80)[:-1]) and "Bh" not in " ".join(theirs.map_lines(80)[:-1])
    assert "Gt" in " ".join(theirs.map_lines(80)[:-1])


def test_a_card_says_how_far_from_a_hex_a_group_sets_up() -> None:
    card = ELST.play(ELST.start("DaE1", {})).scenario
    setup = next(group.setup for group in card.groups if group.setup is not None)
    assert area_words(setup) == "2 or more hexes from B12"


# -- turning -----------------------------------------------------------------------------------------------------


def test_hull_and_turret_are_turned_by_grips_with_their_cost() -> None:
    s = Tanks("MPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "L4", "vca": 1}])
    s.do("drive t", "start")
    grips = asking(s.position).handles
    hull = {one.bearing: one for one in grips if one.ring == "outer"}
    assert set(hull) == {30, 150} and hull[30].badge == "2"  # in a building
    assert {one.bearing for one in grips if one.ring == "inner"} == {30, 150, 210, 270, 330}
    assert all((one.piece, one.hex) == ("t", "zL4") for one in grips)
    assert {one.action for one in grips} <= {str(option) for option in asked(s.position).options}


def test_a_gun_is_turned_by_grips() -> None:
    s = duel(3)
    grips = asking(s.position).handles
    assert len(grips) == 5 and {one.piece for one in grips} == {"gun"}


# -- driving -----------------------------------------------------------------------------------------------------


def test_a_drive_is_a_way_of_legal_steps_with_its_mp() -> None:
    s = Tanks("MPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "N7", "vca": 1}])
    found = course(s.position, "drive t")
    assert found.unit == "MP" and found.ways
    for way in random.Random(1).sample(found.ways, min(12, len(found.ways))):
        twin = s.position.clone()
        for step in (*found.steps, *way.steps):
            twin.advance(Action.parse(step))
            while isinstance(twin.pending, Choice) and twin.pending.side != "german":
                twin.advance(Action("pass"))
        if isinstance(twin.pending, Choice):
            tank = twin.state.vehicles["t"]
            assert tank.hex == way.hex
            assert twin.state.stack[-1].movers[0].spent == way.cost


def test_a_hex_behind_costs_the_turns_and_the_start() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "DD9", "vca": 1}
    s = Tanks("MPh", "german", [tank], board="y")
    ways = {way.hex: way for way in course(s.position, "drive t").ways}
    around = s.g.map.neighbours["yDD9"]
    ahead, behind = around[2], around[4]
    assert ahead is not None and behind is not None
    assert ways[ahead].steps[0] == "start" and ways[ahead].cost == 2
    assert sum(step.startswith("steer") for step in ways[behind].steps) == 2
    assert ways[behind].cost == 4


# -- shots -------------------------------------------------------------------------------------------------------


def test_a_shot_at_a_tank_tells_to_hit_and_to_kill_before_it_is_fired() -> None:
    s = Tanks(
        "PFPh",
        "german",
        [
            {"id": "t", "type": "ger-pzivh", "hex": "N7", "vca": 1},
            {"id": "r", "type": "rus-t3485", "hex": "Q8", "vca": 4},
        ],
    )
    opening = next(str(option) for option in asked(s.position).options if option.verb == "gun")
    found = course(s.position, opening)
    labels = [one.label for one in found.prospects]
    assert labels[0].startswith("T-34/85") and sorted(labels[1:]) == [
        "To Kill, front hull",
        "To Kill, front turret",
    ]
    odds = {one.name: one.chance for one in found.prospects[0].odds}
    assert sum(odds.values()) == pytest.approx(1) and {"destroyed", "miss"} <= set(odds)
    assert found.do == "Fire" and found.lines == (("zN7", "zQ8"),)
    for step in found.steps:
        s.position.advance(Action.parse(step))
    assert isinstance(s.position.pending, Chance)


def test_the_odds_of_a_shot_at_a_tank_are_those_of_all_its_dice() -> None:
    """Every To Hit DR and every To Kill DR through the engine."""
    s = Tanks(
        "PFPh",
        "german",
        [
            {"id": "t", "type": "ger-pzivh", "hex": "N7", "vca": 1},
            {"id": "r", "type": "rus-t3485", "hex": "Q8", "vca": 3},
        ],
    )
    opening = next(str(option) for option in asked(s.position).options if option.verb == "gun")
    found = course(s.position, opening)
    told = {one.name: one.chance for one in found.prospects[0].odds}
    counted = {"destroyed": 0, "rest": 0}
    for first in range(36):
        twin = s.position.clone()
        for step in found.steps:
            twin.advance(Action.parse(step))
        twin.advance(dice(first))
        if not isinstance(twin.pending, Chance) or "Kill" not in twin.pending.asks:
            counted["rest"] += 36
            continue
        for second in range(36):
            last = twin.clone()
            last.advance(dice(second))
            counted["destroyed" if last.state.vehicles["r"].wreck else "rest"] += 1
    assert told["destroyed"] == pytest.approx(counted["destroyed"] / 36**2)


def dice(number: int) -> Any:
    return Outcome(dice=(number // 6 + 1, number % 6 + 1))


def test_the_target_and_the_manner_of_a_shot_can_be_picked() -> None:
    s = duel(3)
    found = course(s.position, "gun c+gun")
    manners = {taker.action for role in found.roles for taker in role.takers if role.heading == "With"}
    assert len(manners) > 1
    other = next(one for one in sorted(manners) if one not in found.steps)
    assert other in course(s.position, "gun c+gun", (other,)).steps


@pytest.mark.parametrize("scenario", ["F2", "F3", "DaE4"])
def test_every_course_that_is_offered_can_be_taken(scenario: str) -> None:
    session = Session(ELST, scenario, {}, Committed("0c" * 32))
    rng = random.Random(scenario)
    tried: set[str] = set()
    for _ in range(700):
        session.run_chance()
        choice = session.pending
        if isinstance(choice, Over):
            break
        assert isinstance(choice, Choice)
        openings = PRESENTER.openings(session.position.state, choice)
        wanted = [one for one in openings if one.action.split(" ")[0] in ("", "gun", "drive", "bound")]
        for opening in rng.sample(wanted, min(1, len(wanted))):
            found = PRESENTER.course(session.position.state, choice, opening.action, None, ())
            walked = rng.choice(found.ways).steps if found.ways else ()
            twin = session.position.clone()
            for step in (*found.steps, *walked):
                now = twin.pending
                if not isinstance(now, Choice) or now.side != choice.side:
                    assert found.ways, f"{found.steps} is not a shot that can be fired"
                    break
                assert Action.parse(step) in now.options, f"{step} of {found.steps} {walked} is not legal"
                twin.advance(Action.parse(step))
            tried.add(opening.action.split(" ")[0])
        session.take(rng.choice(choice.options))
    assert tried


# -- artillery -----------------------------------------------------------------------------------------------------


def test_artillery_is_aimed_at_any_hex_in_one_step() -> None:
    """However the rules ask for it: every hex that may be named is a way of legal answers, and shows what it covers."""
    session = Session(ELST, "G6", {}, Committed(ELST.seed_of("G6")))
    for step in ("call oba1", "aim"):
        session.run_chance()
        session.take(Action.parse(step))
    session.run_chance()
    found = course(session.position, "")
    assert len(found.ways) > 30 > len(asked(session.position).options)
    assert {len(way.steps) for way in found.ways} == {1, 3}
    for way in found.ways:
        twin = session.position.clone()
        for step in way.steps:
            twin.advance(Action.parse(step))
        assert not isinstance(twin.pending, Choice)
        assert way.hex in way.covers


def test_what_is_printed_on_guns_and_vehicles_is_explained() -> None:
    s = Tanks("MPh", "german", [{"id": "t", "type": "ger-pzivh", "hex": "N7", "vca": 1, "ce": True}])
    tank = presenter_of(s.position.system).inspect(s.state, "t")
    said = {one.figure: one.means for one in tank.meanings}
    assert "Armor" in said["8/3"] and "Movement points" in said["13"] and said["CE"] == "Crew exposed"
    d = duel(3)
    gun = presenter_of(d.position.system).inspect(d.state, "gun")
    assert any(one.means.startswith("Manhandling") for one in gun.meanings)
    assert all(one.rule for one in (*tank.meanings, *gun.meanings))

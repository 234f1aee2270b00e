"""The Starter Kit at a table: what is shown, and the questions that are answered."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Choice, Committed, Over, Session, make_view
from defilade.rules.presentation import BoardScene, NotShown, Orders
from defilade.rules.sk.situation import Situation, UnitEntry, WeaponEntry, build_situation
from defilade.systems import find_system, presenter_of
from server.harness import Player, Server

SCENARIOS = ("S1", "S2", "S3", "S4", "S5", "S6")


def situation(**more: Any):
    """A German squad with a MG and a leader facing Americans on board y; the Germans are to move."""
    given: dict[str, Any] = {
        "board": "y",
        "phase": "MPh",
        "attacker": "german",
        "units": [
            UnitEntry("ger-467", "K5", id="g1", sw=[WeaponEntry("ger-lmg", id="w1")]),
            UnitEntry("ger-9-1", "K5", id="g2"),
            UnitEntry("usa-666", "N5", id="a1"),
            UnitEntry("usa-666", "M4", id="a2", broken=True, dm=True),
        ],
        **more,
    }
    position, _ = build_situation(Situation(**given))
    return position, presenter_of(position.system)


# -- the scene -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_moment_of_a_game_can_be_shown_to_everybody(scenario: str):
    system = find_system("sk1")
    presenter = presenter_of(system)
    session = Session(system, scenario, {}, Committed("0d" * 32))
    rng = random.Random(scenario)
    sides = (*system.sides(session.position.state), "spectator")
    for decision in range(400):
        session.run_chance()
        moment = session.pending
        if isinstance(moment, Over):
            break
        for side in sides if decision % 10 == 0 else (moment.side,):
            view = make_view(system, session.position, side, session.step)
            scene = presenter.scene(view.state, side)
            assert isinstance(scene, BoardScene)
            check_scene(scene, session.position.state, presenter.headline(view.state))
        labels = presenter.labels(view.state, moment.options)
        assert len(labels) == len(moment.options) and all(labels)
        session.take(moment.options[int(rng.random() * len(moment.options))])


def check_scene(scene: BoardScene, state: Any, headline: str) -> None:
    shown = [counter for stack in scene.stacks for counter in stack.counters if counter.kind != "sw"]
    waiting = [counter for group in scene.offmap for counter in group.counters if counter.kind != "sw"]
    assert {counter.id for counter in shown} == {unit.id for unit in state.units.values() if unit.hex}
    assert {counter.id for counter in waiting} == {unit.id for unit in state.units.values() if not unit.hex}
    for counter in shown:
        unit = state.units[counter.id]
        assert counter.broken == unit.broken == any(mark.id == "broken" for mark in counter.states)
        assert {view.id for view in counter.weapons} == {
            weapon.id for weapon in state.weapons.values() if weapon.owner == unit.id
        }
        assert counter.name in counter.words
    assert [phase.state for phase in scene.phases].count("now") == (1 if scene.phase else 0)
    assert headline


def test_counters_show_what_is_printed_and_what_has_befallen_them():
    position, presenter = situation()
    scene = presenter.scene(position.state, "german")
    counters = {counter.id: counter for stack in scene.stacks for counter in stack.counters}
    squad, leader, broken = counters["g1"], counters["g2"], counters["a2"]
    assert (squad.name, squad.fp, squad.range, squad.morale, squad.cls, squad.smoke) == (
        "4-6-7",
        4,
        6,
        7,
        "1",
        1,
    )
    assert [weapon.weapon for weapon in squad.weapons] == ["LMG"] and squad.weapons[0].owner == "g1"
    assert (leader.leadership, leader.morale, leader.fp, leader.range) == (-1, 9, None, None)
    assert broken.morale == broken.broken_morale == 8 and [mark.id for mark in broken.states] == [
        "broken",
        "dm",
    ]
    assert counters["a1"].underlines.fp and all(mark.rule for mark in broken.states)
    assert scene.victory.text == "No victory condition"


def test_markers_lie_on_their_hexes():
    position, presenter = situation(smoke={"L4": 2}, residual={"L5": 4}, control={"N5": "american"})
    markers = {
        (marker.kind, marker.hex): marker for marker in presenter.scene(position.state, "german").markers
    }
    assert markers["smoke", "yL4"].text == "+2" and markers["residual", "yL5"].text == "4"
    assert any(kind == "control" for kind, _ in markers)


def test_secretly_fortified_buildings_are_shown_to_their_owner_only():
    system = find_system("sk1")
    session = Session(system, "S3", {}, Committed("0d" * 32))
    while session.pending.options[0].verb != "fortify":
        session.take(session.pending.options[0])
    session.take(session.pending.options[0])
    presenter = presenter_of(system)
    for side, seen in (("german", 1), ("american", 0), ("spectator", 0)):
        view = make_view(system, session.position, side, session.step)
        markers = presenter.scene(view.state, side).markers
        assert sum(1 for marker in markers if marker.kind == "fortified") == seen


# -- questions ---------------------------------------------------------------------------------------------------


def test_reach_is_what_the_rules_allow():
    """Every hex shown for one step is offered by the rules, and the other way round."""
    position, presenter = situation()
    reach = presenter.reach(position.state, "german", "g1")
    assert reach.allowance == 4 and reach.hexes
    moving, _ = position.apply(next(one for one in position.pending.options if one.who == ("g1",)))
    offered = {option.at for option in moving.pending.options if option.verb == "enter"}
    near = {
        one.hex for one in reach.hexes if one.hex in position.system.play(position.state).map.adjacent["yK5"]
    }
    assert offered == near
    costs = {one.hex: one.cost for one in reach.hexes}
    assert all(one.left == reach.allowance - one.cost or one.left == 0 for one in reach.hexes)
    assert max(costs.values()) <= reach.allowance + 1


def test_reach_tells_who_could_fire():
    position, presenter = situation()
    threats = {one.hex: one.threats for one in presenter.reach(position.state, "german", "g1").hexes}
    assert any("yN5" in seen for seen in threats.values()), "an unbroken squad fires"
    assert not any("yM4" in seen for seen in threats.values()), "a broken one does not"
    strict, presenter = situation(options={"los": "strict"})
    assert not any(one.threats for one in presenter.reach(strict.state, "german", "g1").hexes)


def test_who_cannot_move_has_no_reach():
    position, presenter = situation()
    with pytest.raises(NotShown, match="ATTACKER"):
        presenter.reach(position.state, "german", "a2")
    with pytest.raises(NotShown, match="no such unit"):
        presenter.reach(position.state, "german", "zz")


def test_a_line_of_sight_is_explained_where_the_table_allows():
    position, presenter = situation(smoke={"L5": 2})
    play = position.system.play(position.state)
    line = presenter.los(position.state, "K5", "N5")
    assert line.range == 3 and line.from_hex == "yK5" and line.text.startswith("K5 to N5, range 3")
    assert line.clear == play.map.los("yK5", "yN5", position.state.smoke).clear
    with pytest.raises(NotShown):
        presenter.los(position.state, "K5", "Q99")
    strict, presenter = situation(options={"los": "strict"})
    with pytest.raises(NotShown, match="declared"):
        presenter.los(strict.state, "K5", "N5")


# -- standing orders ---------------------------------------------------------------------------------------------


def first_fire_choice():
    """The German squad walks up to the Americans: Defensive First Fire?"""
    position, presenter = situation(
        units=[UnitEntry("ger-467", "L5", id="g1"), UnitEntry("usa-666", "N5", id="a1")]
    )
    position.advance(position.pending.options[0])
    step = next(one for one in position.pending.options if one.verb == "enter" and one.at == "yM5")
    position.advance(step)
    assert isinstance(position.pending, Choice) and position.pending.side == "american"
    return position, presenter


@pytest.mark.parametrize(
    ("orders", "asked"),
    [
        (Orders(), True),
        (Orders("never"), False),
        (Orders("adjacent"), True),
        (Orders("min_fp", 12), True),
        (Orders("min_fp", 13), False),
    ],
)
def test_orders_say_when_to_be_asked_about_first_fire(orders: Orders, asked: bool):
    position, presenter = first_fire_choice()
    answer = presenter.answer(position.state, position.pending, orders)
    assert (answer is None) == asked and (asked or answer.verb == "pass")


def test_orders_to_be_asked_when_adjacent_are_quiet_at_a_distance():
    position, presenter = situation(
        units=[UnitEntry("ger-467", "K5", id="g1"), UnitEntry("usa-666", "N5", id="a1")]
    )
    position.advance(position.pending.options[0])
    step = next(one for one in position.pending.options if one.verb == "enter" and one.at == "yL5")
    position.advance(step)
    if isinstance(position.pending, Choice) and position.pending.side == "american":
        assert presenter.answer(position.state, position.pending, Orders("adjacent")).verb == "pass"


# -- at the table ------------------------------------------------------------------------------------------------


def test_a_person_plays_against_the_computer_over_the_network(sqlite_server: Server):
    made = sqlite_server.new_game(
        "S1",
        seats={"american": "mine", "german": "greedy"},
        options={"los": "assisted"},
        table={"undo": "free"},
    )
    game, token = made["game"]["id"], made["seats"][0]["token"]
    rng = random.Random(3)
    asked: set[str] = set()
    with Player(sqlite_server, game, token) as player:
        for _ in range(140):
            while player.prompt is not None and not player.prompt["yours"]:
                player.next()
            if player.prompt is None:
                break
            options = player.prompt["options"]
            option = options[int(rng.random() * len(options))]
            for kind in ("preview", "why"):
                answer = player.ask({"type": kind, "step": player.step, "action": option["action"]})
                assert answer["type"] == kind, answer
                if kind == "preview" and answer["odds"]:
                    assert sum(answer["odds"].values()) == pytest.approx(1) and answer["breakdown"]["lines"]
                    asked.add("odds")
            refused = player.ask({"type": "why", "step": player.step, "action": "fly - yA1"})
            assert not refused["allowed"] and refused["reason"]
            assert player.act(option["action"])["type"] == "accepted"
        los = player.ask({"type": "los", "from_hex": "K5", "to_hex": "N5"})
        assert los["los"]["to_hex"] == "yN5"
        unit = next(one for stack in player.now["scene"]["stacks"] for one in stack["counters"])
        reach = player.ask({"type": "reach", "step": player.step, "unit": unit["id"]})
        assert reach["type"] == "reach" or reach["code"] == "unavailable"
        assert {event["kind"] for event in player.events} >= {"set_up", "phase"}

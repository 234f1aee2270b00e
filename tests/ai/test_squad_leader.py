"""The computer at Squad Leader: it knows what it fights for, shoots by exact odds and answers every question."""

from __future__ import annotations

import random

import msgspec
import pytest

from conformance.walk import walk
from defilade.ai import find_player
from defilade.ai.squad_leader.decisions import decide, strange
from defilade.ai.squad_leader.going import standing
from defilade.ai.squad_leader.picture import Picture
from defilade.ai.squad_leader.tactics import SquadLeaderTactics
from defilade.kernel import Chance, Choice, make_view
from defilade.lab import sim
from defilade.rules.sl.situation import Situation, build_situation
from defilade.rules.sl.system import SlSystem
from defilade.systems import MINDS

SYSTEM = SlSystem()


def position_of(**spec):
    return build_situation(msgspec.convert({"attacker": "german", **spec}, Situation), SYSTEM)[0]


def answer(position):
    return decide(make_view(position.system, position, position.pending.side, 0), position.system)


def test_it_goes_for_what_the_card_is_about():
    units = [
        {"id": "r", "type": "rus-628", "hex": "E4"},
        {"id": "g", "type": "ger-467", "hex": "K5"},
    ]
    position = position_of(scenario="SL-1", phase="RPh", units=units)
    g = position.system.play(position.state)
    russian, german = Picture(g, "russian"), Picture(g, "german")
    assert russian.attacks and not german.attacks
    assert g.map.resolve("F5") in russian.goals and g.map.resolve("K5") in german.goals
    assert russian.way(g.map.resolve("F5")) == 0 < russian.way(g.map.resolve("E4"))


def test_it_fires_at_those_in_the_open_and_not_at_those_behind_stone():
    units = [
        {"id": "g", "type": "ger-467", "hex": "J5"},
        {"id": "a", "type": "rus-447", "hex": "J3"},
        {"id": "b", "type": "rus-447", "hex": "K3"},
    ]
    position = position_of(board="z", phase="PFPh", units=units)
    g = position.system.play(position.state)
    found = answer(position)
    assert found is not None and found.verb == "target"
    covers = {uid: g.terrain_of(g.unit(uid).hex).tem for uid in ("a", "b")}
    best = min(covers, key=lambda uid: covers[uid])
    assert covers["a"] != covers["b"] and found.at == g.unit(best).hex


@pytest.mark.parametrize("level", ["greedy", "easy", "normal"])
def test_every_level_answers_every_question(level):
    player = find_player(level, MINDS, timed=False)
    for position in walk("sl", "SL-1", seed=3, stops=12, spread=60):
        choice = position.pending
        assert isinstance(choice, Choice)
        view = make_view(position.system, position, choice.side, 0)
        assert player.choose(view, position.system, random.Random(1)) in choice.options


def test_a_question_of_which_it_knows_nothing_is_strange_to_it():
    position = position_of(board="z", phase="RPh", units=[{"id": "g", "type": "ger-467", "hex": "J5"}])
    choice = position.pending
    assert not strange(choice)
    odd = msgspec.structs.replace(
        choice, options=tuple(msgspec.structs.replace(one, verb="juggle") for one in choice.options)
    )
    assert strange(odd) == odd.options


def test_lines_that_are_compared_meet_the_same_luck():
    """What is thrown for one thing does not change because something else was thrown before it."""
    here = Chance("the attack on K3", dice=2, faces=6, side="german")
    there = Chance("the attack on J3", dice=2, faces=6, side="german")
    for seed in range(6):
        one, other = (SquadLeaderTactics().luck(seed) for _ in range(2))
        one.draw(there, 0)
        assert one.draw(here, 0) == other.draw(here, 0)


def test_what_takes_longest_counts_for_most():
    """Who routs first is the longest question: all the ways of all who rout are looked at."""
    broken = [{"id": hex, "type": "ger-467", "hex": hex, "broken": True} for hex in ("J5", "K5")]
    enemy = {"id": "r", "type": "rus-447", "hex": "J4"}
    tactics = SquadLeaderTactics()
    rout = position_of(board="z", phase="RtPh", units=[*broken, enemy])
    assert isinstance(rout.pending, Choice) and len(rout.pending.options) > 1
    advance = position_of(board="z", phase="APh", units=[{**broken[0], "broken": False}, enemy])
    assert tactics.work(rout) > 3 * tactics.work(advance) > 0


def test_more_men_and_a_won_game_are_better():
    units = [
        {"id": "g", "type": "ger-467", "hex": "J5"},
        {"id": "r", "type": "rus-447", "hex": "K3"},
    ]
    tactics = SquadLeaderTactics()
    even = position_of(board="z", phase="RPh", units=units)
    more = position_of(board="z", phase="RPh", units=[*units, {"id": "h", "type": "ger-467", "hex": "J6"}])
    assert tactics.evaluate(more, "german") > tactics.evaluate(even, "german")
    assert tactics.evaluate(more, "russian") < tactics.evaluate(even, "russian")


def test_it_beats_a_player_who_draws_lots():
    report, _ = sim.simulate("SL-A", ["random", "greedy"], 3, seed=5)
    assert report.errors == 0 and report.wins["german"] == 3


def test_in_a_building_that_the_enemy_is_in_it_goes_for_him():
    units = [
        {"id": "g", "type": "ger-467", "hex": "H5"},
        {"id": "h", "type": "ger-467", "hex": "G3@1"},
        {"id": "r", "type": "rus-447", "hex": "F5"},
        {"id": "s", "type": "rus-447", "hex": "F3@2"},
    ]
    position = position_of(scenario="SL-B", phase="MPh", units=units)
    g = position.system.play(position.state)
    p = Picture(g, "german")
    there = {g.map.resolve(name) for name in ("F5", "F3@2")}
    house = {g.map.resolve(name) for name in ("F5", "F6", "G6", "F3@2", "F3@1")}
    assert house & p.goals == there, "to the enemy, not to a room that nobody is in"
    assert p.way(g.unit("g").hex) > 0 and p.way(g.unit("h").hex) > 0, (
        "he holds the house as long as he is in it"
    )
    found = answer(position)
    assert found is not None and found.verb == "move"
    assert Picture(g, "russian").way(g.map.resolve("F5")) == 0, "who defends a house is where he should be"


def test_where_nobody_is_seen_though_the_house_is_not_ours_it_looks_into_the_other_rooms():
    units = [{"id": "g", "type": "ger-467", "hex": "H5"}, {"id": "r", "type": "rus-447", "hex": "A5"}]
    position = position_of(scenario="SL-B", phase="MPh", units=units)
    g = position.system.play(position.state)
    house = {g.map.resolve(name) for name in ("F5", "F6", "G6", "H5")}
    g.state.building_control = {}
    p = Picture(g, "german")
    assert g.unit("g").hex not in p.goals and house & p.goals == house - {g.unit("g").hex}
    g.state.building_control = {g.map.building_of[hex]: "german" for hex in house}
    assert not house & Picture(g, "german").goals


def test_stairs_are_a_way_to_go():
    position = position_of(
        scenario="SL-B", phase="MPh", units=[{"id": "g", "type": "ger-467", "hex": "J4@2"}]
    )
    p = Picture(position.system.play(position.state), "german")
    ground, above, top = (p.way(p.g.map.resolve(name)) for name in ("J4", "J4@1", "J4@2"))
    assert ground < above < top


def test_a_leader_does_not_take_a_house_alone():
    units = [
        {"id": "l", "type": "ger-8-0", "hex": "F2"},
        {"id": "g", "type": "ger-467", "hex": "F2"},
        {"id": "r", "type": "rus-447", "hex": "A5"},
    ]
    position = position_of(scenario="SL-B", phase="MPh", units=units)
    g = position.system.play(position.state)
    p, empty = Picture(g, "german"), g.map.resolve("E1")
    leader, squad = g.unit("l"), g.unit("g")
    assert standing(p, squad, empty) > standing(p, squad, squad.hex)
    assert standing(p, leader, empty) < standing(p, leader, leader.hex)


def test_who_has_still_to_win_minds_losses_less_and_less():
    units = [{"id": "g", "type": "ger-467", "hex": "G2"}, {"id": "r", "type": "rus-447", "hex": "E1"}]

    def at(turn, **more):
        position = position_of(scenario="SL-B", phase="MPh", units=units, turn=turn, **more)
        return position.system.play(position.state)

    early, late = (Picture(at(turn), "german") for turn in (1, 7))
    assert early.care > late.care > 0
    under_fire = early.g.map.resolve("F2")
    assert early.danger(under_fire, moving=False) > 0
    bold = standing(late, late.g.unit("g"), under_fire)
    late.care = 1.0
    assert bold > standing(late, late.g.unit("g"), under_fire)
    assert Picture(at(7), "russian").care == 1, "he has won unless something happens"
    held = {"C3": "german", "D7": "german", "F5": "german", "F3": "german", "C5": "german"}
    g = at(7)
    g.state.building_control = {g.map.building_of[g.map.resolve(name)]: side for name, side in held.items()}
    assert Picture(g, "german").care == 1, "so has he now"

"""The computer players: legal, quick, the same for the same seed, and better the higher the level."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from conformance.walk import walk
from defilade.ai import LEVELS, UnknownLevel
from defilade.ai.player import choice_of
from defilade.kernel import Chance, Choice, Over, Sampled, View, make_view
from defilade.lab.match import play_game
from defilade.lab.sim import simulate
from defilade.systems import cards, find_player, find_system

SCENARIOS = [card.id for card in cards("sk1")]


def test_levels_are_found_by_name():
    assert list(LEVELS)[:2] == ["random", "greedy"]
    with pytest.raises(UnknownLevel, match="there are: random, greedy"):
        find_player("genius")


def test_a_player_is_only_asked_when_it_is_its_turn():
    system = find_system("sk1")
    position, _ = system.begin("S1")
    other = next(side for side in system.sides(position.state) if side != position.pending.side)
    with pytest.raises(ValueError, match="has nothing to choose"):
        choice_of(make_view(system, position, other, 0))


def _stops():
    """Levels that look ahead take their time: with them a long walk is for the soak."""
    for level in LEVELS:
        if level == "hard":
            yield level, 10
            yield pytest.param(level, 60, marks=pytest.mark.soak)
        else:
            yield level, 60


@pytest.mark.parametrize(("level", "stops"), tuple(_stops()))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_player_answers_every_choice_with_a_listed_option(level, stops, scenario):
    player = find_player(level)
    rng = random.Random(1)
    for position in walk("sk1", scenario, seed=21, stops=stops, spread=720 // stops):
        view = make_view(position.system, position, position.pending.side, 0)
        before = position.digest()
        assert player.choose(view, position.system, rng) in position.pending.options
        assert position.digest() == before


@pytest.mark.parametrize("scenario", ["S2", "S3"])
def test_the_same_seed_gives_the_same_game(scenario):
    system = find_system("sk1")
    sides = system.sides(system.begin(scenario)[0].state)

    def game(seed):
        return play_game(system, scenario, {side: find_player("greedy") for side in sides}, seed)

    assert game("one") == game("one")
    assert game("one") != game("two")


def test_greedy_needs_nothing_but_its_view():
    """A view that has been written down and read back, in another program perhaps, gets the same answer."""
    player = find_player("greedy")
    for position in walk("sk1", "S3", seed=22, stops=80, spread=15):
        system, side = position.system, position.pending.side
        view = make_view(system, position, side, 0)
        moment = msgspec.json.decode(msgspec.json.encode(view.pending), type=Choice)
        copy = View(side, system.decode(system.encode(view.state)), moment, 0, ())
        rng = random.Random(1), random.Random(1)
        assert player.choose(view, system, rng[0]) == player.choose(copy, system, rng[1])


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_beats_random(scenario, place):
    levels = ["random", "random"]
    levels[place] = "greedy"
    report, _ = simulate(scenario, levels, 6, seed=11)
    assert report.errors == 0
    assert list(report.wins.values())[place] >= 5


@pytest.mark.soak
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_beats_random_in_nine_games_of_ten(scenario, place):
    levels = ["random", "random"]
    levels[place] = "greedy"
    report, _ = simulate(scenario, levels, 60, seed=12)
    assert list(report.wins.values())[place] >= 54


def test_greedy_is_quick():
    """On average a millisecond or so of a core; what else the machine does is not counted."""
    system = find_system("sk1")
    position, _ = system.begin("S5")
    rng, player = random.Random(3), find_player("greedy")
    dice = Sampled(rng)
    spent, decisions = 0.0, 0
    while not isinstance(position.pending, Over):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 1))
            continue
        view = make_view(system, position, moment.side, 0)
        started = time.process_time()
        action = player.choose(view, system, rng)
        spent += time.process_time() - started
        decisions += 1
        position.advance(action)
    assert spent / decisions < 0.004

"""The computer players of Up Front: legal, quick, fair, and better the higher the level."""

from __future__ import annotations

import random
import time

import pytest

from conformance.walk import walk
from defilade.ai import find_player
from defilade.kernel import Chance, Choice, Over, Sampled, make_view
from defilade.lab.sim import simulate
from defilade.rules.catalog import cards, find_system

SCENARIOS = [card.id for card in cards("upfront")]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_answers_every_choice_with_a_listed_option(scenario):
    player = find_player("greedy")
    rng = random.Random(1)
    for position in walk("upfront", scenario, seed=31, stops=40, spread=9):
        view = make_view(position.system, position, position.pending.side, 0)
        before = position.digest()
        assert player.choose(view, position.system, rng) in position.pending.options
        assert position.digest() == before


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("scenario", SCENARIOS[:4])
def test_greedy_beats_random(scenario, place):
    levels = ["random", "random"]
    levels[place] = "greedy"
    report, _ = simulate(scenario, levels, 4, seed=11)
    assert report.errors == 0
    assert list(report.wins.values())[place] >= 3


def test_greedy_is_quick():
    """A few milliseconds on average; the limit leaves room for a busy machine."""
    system = find_system("upfront")
    position, _ = system.begin("UF-A")
    rng, player = random.Random(3), find_player("greedy")
    draws = Sampled(rng)
    spent, decisions = 0.0, 0
    while not isinstance(position.pending, Over):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(draws.draw(moment, 1))
            continue
        assert isinstance(moment, Choice)
        view = make_view(system, position, moment.side, 0)
        started = time.perf_counter()
        action = player.choose(view, system, rng)
        spent += time.perf_counter() - started
        decisions += 1
        position.advance(action)
    assert spent / decisions < 0.015

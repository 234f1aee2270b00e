"""The computer players of Up Front: legal, quick, fair, and better the higher the level."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from conformance.walk import walk
from defilade.ai import find_player
from defilade.ai.tactician import Level, TacticianPlayer
from defilade.ai.tactician.levels import ALL_PLANS
from defilade.kernel import View, determinized, make_view
from defilade.lab.match import play_game
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


def test_a_game_of_greedy_is_soon_over():
    """Of the processor's time, so that a busy machine does not matter; most games take a quarter of a second."""
    system = find_system("upfront")
    players = {side: find_player("greedy") for side in system.sides(system.begin("UF-A")[0].state)}
    began = time.process_time()
    play_game(system, "UF-A", players, "quick")
    assert time.process_time() - began < 2.0


def thinker(**changes):
    """The opponent with steps for a budget, so that its answers can be repeated."""
    level = Level("test", ALL_PLANS, steps=400, seconds=None, rounds=3)
    return TacticianPlayer(msgspec.structs.replace(level, **changes))


@pytest.mark.parametrize("scenario", SCENARIOS[:4])
def test_what_is_hidden_changes_nothing(scenario):
    """Other hands, another pile, cards discarded unseen: who cannot see them does the same with the same seed."""
    players = find_player("greedy"), thinker()
    worlds = 0
    for position in walk("upfront", scenario, seed=33, stops=12, spread=25):
        system, side = position.system, position.pending.side
        view = make_view(system, position, side, 0)
        other = determinized(system, view, random.Random(99))
        worlds += system.encode(other.state) != system.encode(position.state)
        changed = View(side, system.redact(other.state, side), view.pending, 0, ())
        for player in players:
            chosen = [player.choose(one, system, random.Random(5)) for one in (view, changed)]
            assert chosen[0] == chosen[1]
    assert worlds >= 8


def test_a_world_is_imagined_from_exactly_the_cards_that_were_not_seen():
    """Every card of the deck is in one place, and those that the side knows are where it knows them."""
    for position in walk("upfront", "UF-A", seed=34, stops=10, spread=30):
        system, side = position.system, position.pending.side
        view = make_view(system, position, side, 0)
        state = determinized(system, view, random.Random(7)).state
        everywhere = [*state.trays["1"].draw, *state.trays["1"].discards, *state.trays["1"].shown]
        everywhere += state.trays["1"].removed
        everywhere += [card for pile in state.trays["1"].buried.values() for card in pile]
        everywhere += [card for hand in state.hands.values() for card in hand]
        for group in state.groups.values():
            lying = (*group.laid, group.offered) if group.offered is not None else group.laid
            everywhere += [laid.card for laid in lying if laid.card]
        assert sorted(everywhere) == sorted(system.play(state).deck)
        assert state.hands[side] == position.state.hands[side]
        assert len(state.trays["1"].draw) == len(position.state.trays["1"].draw)


def test_the_opponent_says_why():
    position = next(
        position
        for position in walk("upfront", "UF-A", seed=35, stops=400, spread=3)
        if any(option.verb == "fire" for option in position.pending.options)
    )
    view = make_view(position.system, position, position.pending.side, 0)
    fire = next(option for option in view.pending.options if option.verb == "fire")
    told = thinker().why(view, fire, position.system)
    assert 2 <= len(told) <= 3
    assert "lost" in told[0] and "pinned" in told[0] and told[0].startswith("Strength")
    assert told[1].startswith("On average that takes")


def test_fewer_steps_than_a_single_line_still_give_a_legal_answer():
    for position in walk("upfront", "UF-D", seed=36, stops=10, spread=20):
        view = make_view(position.system, position, position.pending.side, 0)
        assert thinker(steps=1).choose(view, position.system, random.Random(1)) in view.pending.options

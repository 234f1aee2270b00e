"""The computer players of Up Front: legal, quick, fair, and better the higher the level."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from conformance.walk import walk
from defilade.ai.tactician.levels import ALL_PLANS, Level
from defilade.ai.tactician.player import TacticianPlayer
from defilade.ai.upfront.draws import draws_for
from defilade.kernel import Action, Position, View, determinized, make_view
from defilade.lab.match import play_game
from defilade.lab.sim import simulate
from defilade.rules.upfront.table.situation import Situation, build_situation
from defilade.systems import MINDS, cards, find_player, find_system

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
    level = Level("test", ALL_PLANS, work=8_000, seconds=None, rounds=3)
    return TacticianPlayer(msgspec.structs.replace(level, **changes), MINDS)


@pytest.mark.parametrize("scenario", SCENARIOS[:4])
def test_what_is_hidden_changes_nothing(scenario):
    """Other hands, another pile, cards discarded unseen: who cannot see them does the same with the same seed."""
    players = find_player("greedy"), thinker()
    worlds = 0
    for position in walk("upfront", scenario, seed=38, stops=12, spread=25):
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


def upfront(**spec) -> Position:
    return build_situation(msgspec.convert(spec, Situation))[0]


def why(position: Position, verb: str) -> list[str]:
    view = make_view(position.system, position, position.pending.side, 0)
    option = next(option for option in position.pending.options if option.verb == verb)
    return thinker().why(view, option, position.system)


def under_fire(**more) -> Position:
    """An American attack of strength 5 on two Germans, the gunner pinned, as it is about to be resolved."""
    position = upfront(
        turn="american",
        groups=[
            {"side": "american", "men": ["nixon", {"id": "smith", "crews": "nixon"}, "myers"], "range": 2},
            {"side": "german", "men": [{"id": "schussel", "pinned": True}, "wolff"], "range": 1},
        ],
        hands={"american": ["fire 5", "fire 2 needs 3"], "german": ["hero", "concealed -3"]},
        **more,
    )
    for verb in ("fire", "declare"):
        position.advance(next(option for option in position.pending.options if option.verb == verb))
    return position


def test_an_attack_is_told_as_it_stands_at_every_step():
    position = upfront(
        turn="german",
        groups=[
            {"side": "german", "men": ["beck", "wolff", "streich"], "range": 3},
            {"side": "american", "men": ["myers", "smith"], "range": 2},
        ],
        hands={"german": ["fire 2 needs 4", "fire 2 needs 3"], "american": ["rally 1"]},
    )
    assert why(position, "fire")[0].startswith("Strength 4")
    position.advance(next(option for option in position.pending.options if option.verb == "fire"))
    assert why(position, "declare")[0].startswith("Strength 2 against American Group A: Pvt Myers")
    assert why(position, "add")[0].startswith("Strength 4 against American Group A: Pvt Myers")


def test_a_hero_is_told_what_he_can_prevent():
    """Schussel has Morale 3, Panic 4, KIA 8: at strength 5 he is out from -1 on pinned, from +3 on unpinned."""
    position = under_fire()
    assert why(position, "conceal")[0].startswith("Strength 5 against German Group A: PFC Schussel")
    for verb in ("no", "resolve"):
        position.advance(next(option for option in position.pending.options if option.verb == verb))
    view = make_view(position.system, position, "german", 0)
    draws = draws_for(position.system.play(view.state), "german")
    told = why(position, "hero")[0]
    assert f"lost in {100 * draws.at_least(-1):.0f}%" in told
    assert f"on his feet in {100 * draws.at_least(3):.0f}%" in told
    assert why(position, "no")[0] == told


def test_a_hero_before_an_infiltration_is_told_in_odds():
    position = upfront(
        turn="german",
        groups=[
            {"side": "german", "men": ["beck", "wolff"], "range": 3, "cards": ["brush"]},
            {
                "side": "american",
                "men": [{"id": "myers", "pinned": True}, "degi", "burke", "fox"],
                "range": 2,
            },
        ],
        hands={"german": ["movement"], "american": ["hero"]},
    )
    position.advance(Action.parse("infiltrate g1"))
    sent = next(o for o in position.pending.options if o.verb == "send" and len(o.who) > 1)
    for step in (sent, Action("go")):
        position.advance(step)
    view = make_view(position.system, position, "american", 0)
    draws = draws_for(position.system.play(view.state), "american")
    told = why(position, "hero")[0]
    assert f"infiltrates {100 * draws.red_in(1):.0f}%, with him {100 * draws.red_in(2):.0f}%" in told
    assert why(position, "no")[0] == told


def test_a_hero_for_a_berserk_man_is_weighed_against_his_charge():
    position = upfront(
        turn="russian",
        stage="start",
        groups=[
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
            },
        ],
        hands={"german": ["fire 1"], "russian": ["hero"]},
    )
    assert "Else he charges" in why(position, "hero")[0]


def test_both_ways_past_the_enemys_terrain_are_told():
    position = upfront(
        turn="american",
        stage="discards",
        groups=[
            {"side": "german", "men": ["beck", "wolff"], "range": 2, "cards": ["movement advance"]},
            {"side": "american", "men": ["myers", "smith"], "range": 1},
        ],
        hands={"american": ["woods"], "german": ["rally 1"]},
    )
    for verb in ("put-terrain", "done"):
        while not any(option.verb == verb for option in position.pending.options):
            position.advance(position.pending.options[0])
        position.advance(next(option for option in position.pending.options if option.verb == verb))
    while position.pending.side != "german":
        position.advance(position.pending.options[-1])
    assert why(position, "accept") == why(position, "reject")
    assert "In it German Group A stands at" in why(position, "accept")[0]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_there_are_reasons_for_every_option(scenario):
    """Whatever was done can be asked about after the game."""
    player = thinker()
    for position in walk("upfront", scenario, seed=41, stops=25, spread=25):
        view = make_view(position.system, position, position.pending.side, 0)
        for option in {option.verb: option for option in position.pending.options}.values():
            told = player.why(view, option, position.system)
            assert 1 <= len(told) <= 3
            assert all(reason.endswith(".") for reason in told)


def test_fewer_steps_than_a_single_line_still_give_a_legal_answer():
    for position in walk("upfront", "UF-D", seed=36, stops=10, spread=20):
        view = make_view(position.system, position, position.pending.side, 0)
        assert thinker(work=1).choose(view, position.system, random.Random(1)) in view.pending.options

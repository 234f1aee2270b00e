"""What any rule system must keep to, on every scenario it has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.walk import MOST_DECISIONS, begin, games, random_step, system_of, walk
from defilade.kernel import (
    SPECTATOR,
    Action,
    Chance,
    Choice,
    Committed,
    IllegalAction,
    Outcome,
    Over,
    Position,
    Session,
    determinized,
    make_view,
    read_log,
    replay,
    verify,
    write_log,
)
from defilade.systems import presenter_of

every_game = pytest.mark.parametrize(("system", "scenario"), games(), scope="module")
"""Game by game, so that what is asked of one and the same walk comes one after the other."""


def on_the_way(system: str, scenario: str, stops: int) -> Iterator[Position[Any]]:
    """So many positions of one random game, from its beginning to its end or near it."""
    found = walked(system, scenario)
    for n in sorted({round(n * (len(found) - 1) / (stops - 1)) for n in range(stops)}):
        yield found[n].clone()


@lru_cache(maxsize=1)
def walked(system: str, scenario: str) -> list[Position[Any]]:
    return [position.clone() for position in walk(system, scenario, seed=3, stops=60, spread=12)]


@every_game
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_random_games_end(system, scenario, seed):
    rng = random.Random(f"{scenario}/{seed}/end")
    position = begin(system, scenario)
    decisions = 0
    while not isinstance(position.pending, Over):
        decisions += isinstance(position.pending, Choice)
        assert decisions < MOST_DECISIONS, "the game does not end"
        position.advance(random_step(position, rng))
    assert position.pending.winner in ("", *system_of(system).sides(position.state))
    assert position.pending.why


@every_game
def test_every_option_is_worded(system, scenario):
    """A player reads words, never the name that an action has among programs."""
    if system == "toy":
        return  # it is shown to nobody
    presenter = presenter_of(system_of(system))
    for position in on_the_way(system, scenario, stops=40):
        options = position.pending.options
        for option, label in zip(options, presenter.labels(position.state, options), strict=True):
            assert label != str(option) and " - " not in label


@every_game
def test_every_listed_option_applies(system, scenario):
    rng = random.Random(scenario)
    for position in on_the_way(system, scenario, stops=60):
        before = position.digest()
        options = position.pending.options
        assert len(set(options)) == len(options), f"an option is listed twice: {position.pending.asks}"
        for option in options if len(options) <= 12 else rng.sample(options, 12):
            after, events = position.apply(option)
            assert after.pending is not None
            assert all(event.text for event in events)
        assert position.digest() == before, "applying an option to a copy changed the original"


@every_game
def test_choices_and_chances_say_what_they_are_about(system, scenario):
    sides = system_of(system).sides(begin(system, scenario).state)
    for position in on_the_way(system, scenario, stops=60):
        moment = position.pending
        assert moment.side in sides and moment.asks and moment.options
        for option in moment.options:
            assert Action.parse(str(option)) == option


@every_game
def test_options_can_be_described(system, scenario):
    for position in on_the_way(system, scenario, stops=50):
        rules = position.system
        before = position.digest()
        for option in position.pending.options[:15]:
            described = rules.describe(position.state, option)
            assert described.label
            if described.odds:
                assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in described.odds.values())
        assert position.digest() == before, "describing an option changed the state"


@every_game
def test_unlisted_steps_are_refused_with_a_reason_and_change_nothing(system, scenario):
    strangers = [Action("fly"), Action("done"), Action("pass"), Action("move", ("nobody",), "nowhere")]
    for position in on_the_way(system, scenario, stops=60):
        before = position.digest()
        moment = position.pending
        changed = [msgspec.structs.replace(option, at="nowhere") for option in moment.options[:3]]
        changed += [msgspec.structs.replace(option, who=("nobody",)) for option in moment.options[:3]]
        changed += [msgspec.structs.replace(option, how="somehow") for option in moment.options[:3]]
        for action in (*strangers, *changed):
            if action in moment.options:
                continue
            with pytest.raises(IllegalAction) as refused:
                position.advance(action)
            assert refused.value.refusal.reason
            assert position.digest() == before
        with pytest.raises(IllegalAction):
            position.advance(Outcome((1, 1)))
        strangers = (strangers + list(moment.options[:4]))[-24:]


@every_game
def test_a_state_can_be_written_down_and_read_back_at_any_moment(system, scenario):
    for position in on_the_way(system, scenario, stops=60):
        rules = position.system
        data = rules.encode(position.state)
        again = rules.decode(data)
        assert rules.encode(again) == data
        assert Position(rules, again).pending == position.pending


@every_game
def test_a_clone_lives_a_life_of_its_own(system, scenario):
    rng = random.Random(scenario)
    for position in on_the_way(system, scenario, stops=40):
        before = position.digest()
        twin = position.clone()
        assert twin.digest() == before
        for _ in range(8):
            if isinstance(twin.pending, Over):
                break
            twin.advance(random_step(twin, rng))
        assert position.digest() == before


@every_game
def test_a_position_goes_on_the_same_from_its_written_form(system, scenario):
    """The state is everything: a copy read from text and the original go on alike."""
    for position in on_the_way(system, scenario, stops=12):
        rules = position.system
        one, other = position.clone(), Position(rules, rules.decode(rules.encode(position.state)))
        steps = random.Random(5)
        for _ in range(25):
            if isinstance(one.pending, Over):
                break
            step = random_step(one, steps)
            told = [[event.text for event in twin.advance(step)] for twin in (one, other)]
            assert told[0] == told[1]
            assert one.digest() == other.digest()


@every_game
def test_a_game_replays_from_its_log(system, scenario, tmp_path: Path):
    session = Session(system_of(system), scenario, source=Committed("5a" * 32))
    rng = random.Random(scenario)
    while not isinstance(session.pending, Over) and session.step < 700:
        if isinstance(session.pending, Chance):
            session.roll()
        else:
            session.take(random_step(session.position, rng))
    path = tmp_path / "game.log"
    write_log(session.log, path)
    log = read_log(path)
    number, position, _ = list(replay(log, system_of))[-1]
    assert number == session.step
    assert position.digest() == session.position.digest()
    if isinstance(session.pending, Over):
        assert verify(log, system_of) == session.step


@every_game
def test_undo_goes_back_exactly(system, scenario):
    session = Session(system_of(system), scenario, source=Committed("6b" * 32))
    rng = random.Random(scenario)
    digests = [session.position.digest()]
    taken_back = 0
    while not isinstance(session.pending, Over) and session.step < 500:
        if isinstance(session.pending, Chance):
            session.roll()
        else:
            side = session.pending.side
            session.take(random_step(session.position, rng))
            # So often and no more: who takes half of a long set-up back at every fourth step never ends it.
            if taken_back < 40 and rng.random() < 0.25 and session.undoable(side):
                steps = rng.randint(1, session.undoable(side))
                session.undo(side, steps)
                del digests[len(digests) + 1 - steps :]
                taken_back += 1
                assert session.position.digest() == digests[-1]
                continue
        digests.append(session.position.digest())
    assert taken_back or system == "toy", "nothing could be taken back"


@every_game
def test_worlds_that_fit_a_view_look_like_it(system, scenario):
    for number, position in enumerate(on_the_way(system, scenario, stops=40)):
        rules = position.system
        for side in rules.sides(position.state):
            view = make_view(rules, position, side, 0)
            seen = msgspec.json.encode(view)
            for seed in range(2):
                world = determinized(rules, view, random.Random(f"{number}/{seed}"))
                again = make_view(rules, world, side, 0)
                assert msgspec.json.encode(again) == seen, "a world that fits shows itself as another"


@every_game
def test_nobody_sees_the_options_of_another(system, scenario):
    for position in on_the_way(system, scenario, stops=30):
        rules = position.system
        for side in (*rules.sides(position.state), SPECTATOR):
            moment = make_view(rules, position, side, 0).pending
            assert isinstance(moment, Choice)
            assert bool(moment.options) == (side == position.pending.side)
            assert side == position.pending.side or not moment.about

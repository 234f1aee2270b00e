"""The sequence of play (3.0) and the turn record (3.9)."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Chance, Choice, Event, Over, Position, Sampled
from defilade.rules.sk.state import PHASES, State
from defilade.rules.sk.system import SkSystem
from sk.situation import Situation

DECLINING = ("done", "pass", "stop", "cancel", "none", "no-leader")


def quiet_game(scenario: str) -> tuple[Position[State], list[Event]]:
    """A game in which nobody does more than he must."""
    system = SkSystem()
    source = Sampled(random.Random(1))
    position, events = system.begin(scenario)
    while not isinstance(moment := position.pending, Over):
        if isinstance(moment, Chance):
            events += position.advance(source.draw(moment, 0))
            continue
        quiet = [option for option in moment.options if option.verb in DECLINING]
        events += position.advance(quiet[0] if quiet else moment.options[0])
    return position, events


def facing() -> Situation:
    """Two squads that see nothing of each other, at the start of a German player turn."""
    return Situation(
        "y",
        "RPh",
        "german",
        [{"id": "g1", "type": "ger-467", "hex": "A1"}, {"id": "a1", "type": "usa-666", "hex": "GG10"}],
        turns=2,
    )


def texts(events: list[Event], kind: str) -> list[str]:
    return [event.text for event in events if event.kind == kind]


@pytest.mark.rule("SK1:3.0-a")
def test_a_player_turn_has_eight_phases_in_their_order() -> None:
    s = facing()
    seen = [s.state.phase]
    while s.state.attacker == "german":
        s.decline()
        if s.state.phase != seen[-1]:
            seen.append(s.state.phase)
    names = texts(s.events, "phase")
    first = names[: len(PHASES)]
    assert first == [
        "Rally Phase.",
        "Prep Fire Phase.",
        "Movement Phase.",
        "Defensive Fire Phase.",
        "Advancing Fire Phase.",
        "Rout Phase.",
        "Advance Phase.",
        "Close Combat Phase.",
    ]


@pytest.mark.rule("SK1:2.0-p", "SK1:3.9-a")
def test_a_game_turn_is_two_player_turns_and_then_the_marker_moves_on() -> None:
    s = facing()
    turns = [(s.state.turn, s.state.attacker)]
    while isinstance(s.pending, Choice):
        s.decline()
        now = (s.state.turn, s.state.attacker)
        if now != turns[-1]:
            turns.append(now)
    assert turns == [(1, "german"), (1, "american"), (2, "german"), (2, "american")]
    assert texts(s.events, "turn_record") == [
        "The turn marker moves on to turn 2.",
        "The turn marker reaches END.",
    ]


@pytest.mark.rule("SK1:3.9-b")
def test_the_game_ends_when_the_marker_reaches_end() -> None:
    position, events = quiet_game("S1")
    assert isinstance(position.pending, Over)
    assert position.state.turn == 5
    assert position.state.attacker == "american"  # the side that moves second has had its fifth player turn
    assert not position.state.stack
    assert texts(events, "turn_record")[-1] == "The turn marker reaches END."


@pytest.mark.rule("SK1:3.9-c")
def test_a_half_turn_at_the_end_belongs_to_the_side_that_moves_first() -> None:
    position, _ = quiet_game("S6")
    assert position.state.turn == 6
    assert position.state.attacker == "russian"  # who moves first; the Germans have no sixth player turn


@pytest.mark.rule("SK1:3.9-d")
def test_reinforcements_are_announced_in_the_turn_in_which_they_come() -> None:
    system = SkSystem()
    position, events = system.begin("S1")
    while position.state.turn < 3 or position.state.attacker != "american":
        moment = position.pending
        assert isinstance(moment, Choice)
        quiet = [option for option in moment.options if option.verb in DECLINING]
        events += position.advance(quiet[0] if quiet else moment.options[0])
    told = [event.text for event in events if event.kind == "reinforcements"]
    assert len(told) == 6
    assert "9-2" in told[-1] and "north edge" in told[-1]
    assert "9-1" in told[-2] and "east edge" in told[-2]


@pytest.mark.rule("SK1:1.0-a")
def test_players_are_told_the_scale() -> None:
    _, events = quiet_game("S1")
    assert "5 turns, about 10 minutes of battle on hexes of 40 metres" in texts(events, "opening")[0]


@pytest.mark.rule("SK1:2.0-a")
def test_the_side_whose_player_turn_it_is_is_the_attacker() -> None:
    s = facing()
    assert s.g.attacker == "german"
    assert s.g.defender == "american"
    s.until("MPh")
    assert s.side() == "german"

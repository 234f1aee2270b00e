"""Notes on games: what is counted is what happened."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance, Event, Outcome
from defilade.lab.collect import Collector, Luck
from defilade.lab.match import play_game
from defilade.systems import find_card, find_player, find_system, reader_of
from defilade.systems.starter_kit.reader import reader as reader_of_kit
from kernel.toy import Toy


class Witness:
    """Keeps every event, every throw, and the last state."""

    def __init__(self):
        self.events, self.throws, self.state, self.decisions = [], [], None, 0

    def thrown(self, chance, outcome):
        self.throws.append((chance, outcome))

    def decided(self, side, options, seconds):
        self.decisions += 1

    def happened(self, state, events):
        self.events += events
        self.state = state


@pytest.fixture(scope="module")
def watched():
    """A game of S2, with the notes on it and with all that happened."""
    system, card = find_system("sk1"), find_card("S2")
    collector, witness = Collector(card.sides, reader_of(system)), Witness()
    players = {side: find_player("random") for side in card.sides}
    played = play_game(system, "S2", players, "collect/1", observers=(collector, witness))
    return played, collector.finish(played.winner), witness


def total(heat, side):
    return sum(heat[side].values())


def test_heat_counts_attacks_counters_that_moved_and_counters_lost(watched):
    _, notes, witness = watched
    for side in ("russian", "german"):
        own = [event for event in witness.events if event.side == side]
        assert total(notes.fire, side) == sum(event.kind == "declare" for event in own)
        assert total(notes.movement, side) == sum(
            len(event.who) for event in own if event.kind in ("enter", "advance")
        )
        assert total(notes.loss, side) == sum(event.kind in ("eliminated", "reduced") for event in own)
        assert total(notes.movement, side) > 0


def test_losses_by_turn_add_up_to_those_of_the_score_sheet(watched):
    _, notes, witness = watched
    for side in ("russian", "german"):
        assert sum(notes.lost[side].values()) == witness.state.lost.get(side, 0) / 2
        assert all(1 <= turn <= notes.turns for turn in notes.lost[side])
    assert notes.turns == witness.state.turn


def test_every_own_throw_of_two_dice_is_luck(watched):
    _, notes, witness = watched
    for side in ("russian", "german"):
        own = [
            sum(outcome.dice)
            for chance, outcome in witness.throws
            if chance.side == side and chance.dice == 2
        ]
        assert notes.luck[side] == Luck(len(own), sum(own))


def test_an_observer_is_told_every_decision(watched):
    played, _, witness = watched
    assert witness.decisions == played.decisions


class Told:
    """A reader of games that consist of turns and of who is ahead."""

    def turn(self, state):
        return state["turn"]

    def winner_now(self, state):
        return state["ahead"]

    def lost(self, state, side):
        return state.get("lost", {}).get(side, 0.0)

    def turn_over(self, event):
        return event.kind == "turn"

    def attacked(self, event):
        return False

    moved = bled = attacked

    def wished_low(self, chance):
        return True


def decided(winner, *ahead):
    """The turn in which a game was decided; `ahead` leads at the start and at the end of each turn."""
    collector = Collector(("red", "blue"), Told())
    for turn, leader in enumerate(ahead, 1):
        collector.happened({"turn": turn, "ahead": leader}, [Event("turn", "")])
    return collector.finish(winner).decided


def test_a_game_is_decided_when_it_changes_hands_for_the_last_time():
    assert decided("red", "red", "red", "red") == 0
    assert decided("red", "blue", "red", "red") == 1
    assert decided("red", "red", "blue", "red") == 2
    assert decided("red", "blue", "blue", "blue") == 3


def test_losses_in_the_step_that_ends_a_turn_belong_to_that_turn():
    collector = Collector(("red", "blue"), Told())
    collector.happened({"turn": 1, "ahead": "red"}, [Event("turn", "")])
    collector.happened({"turn": 2, "ahead": "red", "lost": {"red": 1.5}}, [Event("turn", "")])
    collector.happened({"turn": 2, "ahead": "red", "lost": {"red": 2.0}}, [Event("shot", "")])
    assert collector.finish("red").lost == {"red": {1: 1.5, 2: 0.5}, "blue": {}}


def test_the_weather_is_nobodys_luck():
    reader = reader_of_kit(find_system("sk1"))
    assert not reader.wished_low(Chance("snow", dice=2, side="german"))
    assert reader.wished_low(Chance("MC", dice=2, side="german", about=("g1",)))
    assert not reader.wished_low(Chance("wound", dice=1, side="german", about=("g1",)))


def test_a_system_without_a_reader_has_its_dice_noted():
    collector = Collector(("red", "blue"), reader_of(Toy()))
    collector.thrown(Chance("both", dice=2, side="red"), Outcome((1, 2)))
    collector.thrown(Chance("one", dice=1, side="red"), Outcome((6,)))
    collector.happened(None, [Event("guess", "")])
    notes = collector.finish("red")
    assert notes.luck["red"] == Luck(1, 3)
    assert notes.fire == notes.lost == {}


def test_provisions_are_those_that_the_card_has():
    reader = reader_of(find_system("sk1"))
    own, even = reader.provisions("S1"), "even"
    assert own.pop(even).startswith("2 more 4-6-7 in 1058th Grenadiers (German)")
    assert own == {
        "american": "L3 does not count for victory [SK1:S1-bal]",
        "german": "1 more 5-4-8 in 6th Parachute Regiment, second group (German) [SK1:S1-bal]",
    }
    assert reader.provisions("S2")["german"] == "1 9-1 instead of 9-2 in Storm group (Russian) [SK1:S2-bal]"
    for scenario in ("S3", "S4", "S5", "S6"):
        assert set(reader.provisions(scenario)) - {even} == set(find_card(scenario).sides)

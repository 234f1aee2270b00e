"""What the rules of now make of a stored game: the same, something else, or an end."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import (
    Chance,
    Choice,
    Committed,
    LogError,
    Play,
    Refusal,
    Session,
    read_log,
    verify,
    write_log,
)
from defilade.kernel.log import GameLog
from defilade.kernel.replays import replayed
from kernel.toy import Toy, ToyState


def played(system: Toy | None = None) -> Session:
    session = Session(system or Toy(), "T1", source=Committed("22" * 32))
    rng = random.Random(7)
    while isinstance(moment := session.pending, Choice | Chance):
        if isinstance(moment, Chance):
            session.roll()
        else:
            session.take(rng.choice(moment.options))
    return session


class Loud(Toy):
    """A correction that tells something else at every throw."""

    def play(self, state: ToyState) -> Play[ToyState]:
        return LoudPlay(state)


class LoudPlay(Play[ToyState]):
    def say(self, kind, text, *rules, **more):
        super().say(kind, text.upper(), *rules, **more)


class Silent(Toy):
    """Rules under which nobody may guess two."""

    def settle(self, play: Play[ToyState]):
        moment = super().settle(play)
        if isinstance(moment, Choice):
            options = tuple(option for option in moment.options if "2" not in str(option))
            return msgspec.structs.replace(moment, options=options)
        return moment

    def why_not(self, state, choice, action) -> Refusal:
        return Refusal("two is out", "TOY:9")


def log_with_a_two() -> GameLog:
    log = played().log
    assert any("2" in entry.action for entry in log.entries)
    return log


def test_the_same_rules_give_the_same_game():
    found = replayed(played().log, lambda _: Toy())
    assert (found.verdict, found.differences, found.stop, found.other_states) == ("same", [], None, 0)


def test_a_difference_names_its_step_and_what_was_and_is():
    log = played().log
    found = replayed(log, lambda _: Loud())
    assert found.verdict == "migrated" and found.stop is None
    first = found.differences[0]
    step = next(number for number, entry in enumerate(log.entries, 1) if entry.events)
    assert first.step == step and first.taken == log.entries[step - 1].told
    assert first.now == tuple(
        words.replace(words.split(" [")[0], words.split(" [")[0].upper()) for words in first.was
    )


def test_a_step_that_is_refused_pins_the_game_with_its_rule():
    log = log_with_a_two()
    found = replayed(log, lambda _: Silent())
    assert found.verdict == "pinned" and found.stop is not None
    number = found.stop.step
    assert (found.stop.reason, found.stop.rule) == ("two is out", "TOY:9")
    assert found.stop.taken == log.entries[number - 1].action
    assert str(found.stop) == f"step {number} ({found.stop.taken}): two is out [TOY:9]"


def test_rules_that_fail_pin_the_game_too():
    class Failing(Toy):
        def begin(self, scenario, options=None):
            raise KeyError("no such board")

    found = replayed(played().log, lambda _: Failing())
    assert found.verdict == "pinned" and found.stop is not None and found.stop.step == 0
    assert "KeyError" in found.stop.reason


def test_another_winner_is_a_difference():
    log = played().log
    log.result = "somebody else"
    found = replayed(log, lambda _: Toy())
    assert found.verdict == "migrated"
    assert found.differences[-1].taken == "the end" and found.differences[-1].was == ("somebody else won",)


def test_a_state_that_is_only_written_differently_is_the_same_game():
    log = played().log
    log.entries = [msgspec.structs.replace(entry, digest="2:" + "0" * 32) for entry in log.entries]
    found = replayed(log, lambda _: Toy())
    assert (found.verdict, found.other_states) == ("same", len(log.entries))
    with pytest.raises(LogError, match=r"step 1 .*the state differs"):
        verify(log, lambda _: Toy())


def test_in_a_log_without_events_the_states_decide():
    log = played().log
    log.format, log.opening = 1, ()
    log.entries = [msgspec.structs.replace(entry, events=()) for entry in log.entries]
    assert replayed(log, lambda _: Toy()).verdict == "same"
    log.entries[3] = msgspec.structs.replace(log.entries[3], digest="2:" + "0" * 32)
    found = replayed(log, lambda _: Toy())
    assert found.verdict == "migrated" and [one.step for one in found.differences] == [4]


@pytest.mark.parametrize(
    ("version", "message"), [("99", "which is later than this program's 1"), ("x", "no version")]
)
def test_a_game_by_rules_to_come_is_refused(version, message):
    log = played().log
    log.version = version
    with pytest.raises(LogError, match=message):
        verify(log, lambda _: Toy())
    found = replayed(log, lambda _: Toy())
    assert found.verdict == "pinned" and found.stop is not None and message in found.stop.reason


def test_a_log_keeps_its_events(tmp_path):
    session = played()
    write_log(session.log, tmp_path / "game.log")
    log = read_log(tmp_path / "game.log")
    told = [*log.opening, *(event for entry in log.entries for event in entry.events)]
    assert told == [*session.opening, *(event for taken in session.taken for event in taken.events)]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (b'{"format":3}', "format 3 is of a later program; this one reads up to 2"),
        (b'{"format":"2"}', "this is no saved game"),
        (b'{"hello":1}', "this is no saved game"),
        (b'{"record":2,"system":"toy"}', "format 2 is of a later program; this one reads up to 1"),
        (b"[]", "line 1"),
        (b"\xff\xfe", "line 1"),
    ],
)
def test_what_is_no_log_is_refused_in_one_line(tmp_path, header, message):
    path = tmp_path / "game.log"
    path.write_bytes(header + b"\n")
    with pytest.raises(LogError, match=message) as error:
        read_log(path)
    assert "\n" not in str(error.value)

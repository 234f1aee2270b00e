"""A game at a table: log, undo, views."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import (
    SPECTATOR,
    Action,
    Chance,
    Choice,
    Committed,
    IllegalAction,
    LogError,
    Outcome,
    Over,
    Sampled,
    Scripted,
    Session,
    UndoRefused,
    determinized,
    read_log,
    replay,
    verify,
    write_log,
)
from kernel.toy import NUMBERS, Toy, find_toy


def session(*outcomes):
    return Session(Toy(), "T1", source=Scripted([Outcome(drawn="red"), *outcomes]))


def play_out(game, seed=1):
    rng = random.Random(seed)
    while not isinstance(game.pending, Over):
        if isinstance(game.pending, Chance):
            game.roll()
        else:
            game.take(rng.choice(game.pending.options))
    return game


def hidden(number):
    game = session(Outcome((5,)))
    game.run_chance()
    game.take(Action("hide", how=number))
    return game


def test_two_worlds_that_look_alike_give_byte_identical_views():
    for side in ("blue", SPECTATOR):
        views = {msgspec.json.encode(hidden(number).view(side)) for number in NUMBERS}
        assert len(views) == 1
    assert len({msgspec.json.encode(hidden(number).view("red")) for number in NUMBERS}) == 3


def test_a_view_shows_the_options_to_their_owner_only():
    game = hidden("1")
    assert game.view("blue").pending.options
    other = game.view("red").pending
    assert isinstance(other, Choice) and other.side == "blue" and other.options == ()


def test_a_determinized_view_is_a_world_that_fits():
    view = hidden("2").view("blue")
    worlds = {determinized(Toy(), view, random.Random(seed)).state.hidden for seed in range(30)}
    assert worlds == set(NUMBERS)
    world = determinized(Toy(), view, random.Random(1))
    assert world.pending == view.pending


def test_own_choices_can_be_taken_back_until_something_comes_out():
    game = hidden("1")
    game.take(Action("name", how="2"))
    game.take(Action("name", how="3"))
    assert game.undoable("blue") == 2
    assert game.undoable("red") == 0
    before = game.position.digest()
    game.undo("blue", 2)
    game.take(Action("name", how="2"))
    game.take(Action("name", how="3"))
    assert game.position.digest() == before
    assert len(game.log.entries) == game.step


def test_dice_cannot_be_unseen_without_consent():
    game = hidden("1")
    game.take(Action("name", how="2"))
    game.take(Action("say"))
    game.roll()
    with pytest.raises(UndoRefused, match="the opponent must agree"):
        game.undo("blue")
    game.undo("blue", consent=True)
    assert isinstance(game.pending, Chance)


def test_handing_over_ends_undo_and_too_many_steps_are_refused():
    game = hidden("1")
    assert game.undoable("red") == 0
    with pytest.raises(UndoRefused, match="cannot be taken back"):
        game.undo("red", 99)


def test_a_refused_step_is_not_logged():
    game = hidden("1")
    with pytest.raises(IllegalAction):
        game.take(Action("say"))
    assert game.step == 2 == len(game.log.entries)


def test_rolling_out_of_turn_is_an_error():
    with pytest.raises(ValueError, match="does not wait for chance"):
        hidden("1").roll()


def test_a_log_replays_digest_by_digest(tmp_path):
    game = play_out(Session(Toy(), "T1", source=Committed("22" * 32)))
    path = tmp_path / "game.log"
    write_log(game.log, path)
    log = read_log(path)
    assert log == game.log
    positions = list(replay(log, find_toy))
    assert positions[-1][1].digest() == game.position.digest()
    assert verify(log, find_toy) == game.step
    assert log.seed == "22" * 32 and log.commitment == Committed(log.seed).commitment


def test_the_seed_stays_secret_until_the_game_is_over():
    game = Session(Toy(), "T1", source=Committed("22" * 32))
    game.run_chance()
    assert game.log.seed == "" and game.log.commitment
    play_out(game)
    assert game.log.seed == "22" * 32


def test_dice_that_the_seed_does_not_give_are_found_out():
    game = play_out(Session(Toy(), "T1", source=Sampled(random.Random(5))))
    log = game.log
    log.seed = "22" * 32
    log.commitment = Committed(log.seed).commitment
    with pytest.raises(LogError, match="is not the one the seed gives"):
        verify(log, find_toy)
    log.commitment = Committed("33" * 32).commitment
    with pytest.raises(LogError, match="does not belong to the commitment"):
        verify(log, find_toy)


def test_a_changed_log_is_found_out():
    log = play_out(Session(Toy(), "T1", source=Committed("22" * 32))).log
    log.entries[1] = msgspec.structs.replace(log.entries[1], digest="0" * 32)
    with pytest.raises(LogError, match="step 2"):
        verify(log, find_toy)
    log.entries[1] = msgspec.structs.replace(log.entries[1], action="fly")
    with pytest.raises(LogError, match="step 2"):
        verify(log, find_toy)
    log.start = "0" * 32
    with pytest.raises(LogError, match="the start of T1 differs"):
        verify(log, find_toy)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[:-20], "cut off"),
        (lambda text: text.replace(b'"system"', b'"sistem"', 1), "line 1"),
        (lambda text: text.replace(b'"format":2', b'"format":9'), "format 9"),
        (lambda text: text.replace(b'{"digest"', b'{"digits"', 1), "line 2"),
        (lambda text: text.replace(b'{"digest"', b'{{"digest"', 1), "line 2"),
        (lambda text: text.replace(b'"format":2', b'"format":2,"extra":2'), "unknown key 'extra'"),
        (lambda text: b"", "line 1: Input data was truncated"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(tmp_path, damage, message):
    game = play_out(Session(Toy(), "T1", source=Committed("22" * 32)))
    path = tmp_path / "game.log"
    write_log(game.log, path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(LogError, match=message) as error:
        read_log(path)
    assert str(path) in str(error.value)


def test_a_missing_log_is_named(tmp_path):
    with pytest.raises(LogError, match="cannot be read"):
        read_log(tmp_path / "none.log")


def test_writing_leaves_no_half_file(tmp_path):
    game = hidden("1")
    write_log(game.log, tmp_path / "game.log")
    assert [path.name for path in tmp_path.iterdir()] == ["game.log"]

"""The game in the terminal, played by a script."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.ai import LEVELS
from defilade.cli import menu
from defilade.cli.game import HUMAN, TerminalGame
from defilade.cli.play import run as run_game
from defilade.cli.play import seats
from defilade.cli.saves import load
from defilade.kernel import (
    Breakdown,
    Choice,
    Committed,
    Described,
    Line,
    LogError,
    Outcome,
    Outlook,
    Over,
    Scripted,
    Session,
    verify,
)
from defilade.systems import find_card, find_system
from defilade.systems.starter_kit.text_board import text_table
from kernel.toy import Toy

SEED = "42" * 32


class ScriptedTerminal:
    """Says what it is told and keeps what it is shown."""

    width = 100

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def say(self, text: str = "", style: str = "") -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str | None:
        return self.lines.pop(0) if self.lines else None

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def play(*lines, scenario="S1", levels=None, options=None):
    session = Session(find_system("sk1"), scenario, options or {}, Committed(SEED))
    sides = session.system.sides(session.position.state)
    terminal = ScriptedTerminal(*lines)
    game = TerminalGame(session, levels or {sides[0]: HUMAN, sides[1]: "greedy"}, terminal)
    result = game.run()
    return game, terminal.text, result


def test_a_decision_is_a_question_with_numbered_options():
    _, text, result = play()
    assert result is None
    assert "American (set-up):" in text
    assert "  1. " in text


def test_options_are_taken_by_number():
    game, text, _ = play("1", "1")
    assert game.session.step == 2
    assert "sets up in" in text


def test_options_are_taken_by_hex_and_by_name():
    game, text, _ = play("1", "M5")
    assert "sets up in M5" in text
    pick = game.session.taken[0].step
    game, text, _ = play(str(pick), f"place {pick.who[0]} M5")
    assert "sets up in M5" in text


def test_what_makes_no_sense_is_said_and_asked_again():
    nonsense = ["999", "fly to the moon and back", "Z99", "why", "why 999", "stack Q99", "los K5", "auto x"]
    game, text, _ = play(*nonsense)
    assert game.session.step == 0
    assert "There are options 1 to" in text
    assert "1 to 4 words" in text
    assert "Why what?" in text
    assert "Give two hexes" in text


def test_illegal_actions_are_refused_with_the_rule():
    game, text, _ = play("1", "place nobody M5", "why place nobody M5")
    assert game.session.step == 1
    assert text.count("Not allowed: ") == 2
    assert "SK1:1.3-a" in text


def test_help_map_forces_stack_and_log():
    _, text, _ = play("1", "M5", "help", "map", "map M5", "forces", "stack M5", "log", "log 1", "options")
    assert "undo" in text
    assert "# stone building" in text
    assert "off the map" in text
    assert "M5: open with a road" in text
    assert text.count("sets up in M5") >= 3


def test_the_map_is_saved_as_a_picture(tmp_path: Path):
    file = tmp_path / "board.svg"
    _, text, _ = play("1", "M5", f"picture {file}", f"picture {tmp_path / 'board.png'}", "picture")
    assert f"Saved the picture to {file}." in text and "ends in .svg" in text and "Give a file" in text
    assert "7-4-7 A" in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_a_game_without_a_map_says_so():
    lines = ["map", "forces", "stack K5", "los A1 B1", "picture x.svg", "K5", "hint", "auto"]
    session = Session(Toy(), "T1", source=Scripted([Outcome(drawn="red"), *[Outcome((1,))] * 6]))
    terminal = ScriptedTerminal(*lines)
    TerminalGame(session, {"red": HUMAN, "blue": "random"}, terminal).run()
    assert terminal.text.count("This game is played without a map.") == 5
    assert "The computer decides: hide" in terminal.text


def test_undo_takes_the_last_step_back():
    game, text, _ = play("1", "M5", "undo", "undo", "undo")
    assert "Taken back." in text
    assert "That cannot be taken back" in text
    assert game.session.step == 0


def test_the_computer_gives_hints_and_decides_on_request():
    game, text, _ = play("hint", "auto")
    assert "The computer would: " in text
    assert "of its turns left" in text  # why
    assert "The computer decides: " in text
    assert game.session.step == 1


def test_auto_phase_plays_on_to_the_end_of_the_phase():
    game, _, _ = play("auto phase")
    state = game.session.position.state
    assert state.phase != ""


def test_lines_of_sight_are_shown_only_where_the_table_allows_it():
    _, text, _ = play("los I2 J5", "los I2 Q99")
    assert "I2 to J5, range 4: clear, hindrance +1" in text
    _, text, _ = play("los I2 J5", options={"los": "strict"})
    assert "not checked before a shot is declared" in text


def test_a_game_is_saved_and_taken_up_again(tmp_path: Path):
    file = tmp_path / "game.log"
    game, text, _ = play("1", "M5", f"save {file}", "auto", "auto", f"load {file}", "save")
    assert f"Saved to {file}." in text and f"Loaded {file}: 2 steps." in text
    assert game.session.step == 2
    assert verify(load(file, print).log, find_system) == 2


def test_the_dice_go_on_as_committed_after_loading(tmp_path: Path):
    file = tmp_path / "game.log"
    play("auto phase", "auto phase", f"save {file}")
    session = load(file, print)
    assert session.source.seed == SEED
    assert session.log.commitment == Committed(SEED).commitment


@pytest.mark.parametrize("words", ["load", "load nowhere.log", "save", "save no/such/folder/game.log"])
def test_files_that_do_not_work_are_told(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game, text, _ = play(words)
    assert game.session.step == 0
    assert "Give a file" in text or "cannot be" in text
    assert list(tmp_path.iterdir()) == []


def test_a_changed_save_is_refused(tmp_path):
    file = tmp_path / "game.log"
    play("1", "M5", f"save {file}")
    file.write_text(file.read_text().replace("yM5", "yM6"))
    with pytest.raises(LogError, match="step 2"):
        load(file, print)


def test_two_players_at_one_keyboard_can_agree_to_take_back():
    levels = {"american": HUMAN, "german": HUMAN}
    _, text, _ = play("auto phase", *["auto phase"] * 6, "undo", "y", levels=levels)
    assert "Taken back." in text


def test_computers_play_each_other_to_the_end():
    game, text, result = play(scenario="S6", levels={"german": "random", "russian": "greedy"})
    assert isinstance(result, Over)
    assert "The game is over. Winner: " in text
    assert game.session.log.seed == SEED
    assert verify(game.session.log, find_system) == game.session.step


def test_quitting_leaves_the_game():
    for word in ("quit", "exit"):
        _, _, result = play(word, "1")
        assert result is None


def test_secrets_of_the_other_side_are_not_told():
    """In S3 the German fortifies in secret: an American at the terminal reads nothing of it."""
    levels = {"german": "greedy", "american": HUMAN}
    game, text, _ = play("auto phase", "auto phase", scenario="S3", levels=levels)
    assert any(event.kind == "fortify" for taken in game.session.taken for event in taken.events)
    assert "in secret" not in text


def test_the_start_of_a_game_tells_who_plays_whom():
    card = find_card("S1")
    session = Session(find_system("sk1"), "S1", {}, Committed(SEED))
    terminal = ScriptedTerminal("quit")
    run_game(session, card, seats(card, "german", "random", {}), terminal)
    assert "German: you" in terminal.text
    assert "American: the computer (random)" in terminal.text
    assert Committed(SEED).commitment in terminal.text


def test_the_menu_asks_for_scenario_side_and_opponent():
    weakest = str(len(LEVELS))
    terminal = ScriptedTerminal("0", "x", "2", "2", weakest, "quit")
    menu.choose_and_play(terminal)
    assert "Please give a number" in terminal.text
    assert "S2 War of the Rats" in terminal.text
    assert "German: you" in terminal.text
    assert "Russian: the computer (random)" in terminal.text


@pytest.mark.parametrize("lines", [["quit"], ["1", "quit"], ["1", "1", "quit"], []])
def test_the_menu_can_be_left_at_any_time(lines):
    menu.choose_and_play(ScriptedTerminal(*lines))


def test_the_map_shows_every_hex_once():
    session = Session(find_system("sk1"), "S1", {}, Committed(SEED))
    g = session.system.play(session.position.state)
    words = " ".join(text_table(g).map_lines(80)).split()
    for hex in g.map.names:
        name = g.place_name(hex)
        assert sum(word.rstrip(".wog#%=~") == name for word in words) == 1, name


def test_a_whole_turn_can_be_played_by_numbers_alone():
    """Whatever is offered can be chosen by its number: nothing breaks on the way."""
    game, _, _ = play(*["1"] * 150, levels={"american": HUMAN, "german": "random"})
    assert game.session.step > 100
    assert not isinstance(game.session.pending, Choice) or game.session.pending.options


def test_targets_that_fare_differently_are_explained_one_by_one(monkeypatch):
    plain = Outlook("4-5-8", Breakdown("Fire", (Line("woods", 1, "SK1:1.1.2-g"),)), {"NMC": 1.0})
    carrier = Outlook("4-4-7", Breakdown("Fire", (Line("carries FT", -1, "SK1:4.2-f"),)), {"KIA": 1.0})
    both = Described("Declare the attack", (), plain.breakdown, plain.odds, (plain, carrier))
    game, _, _ = play()
    monkeypatch.setattr(type(game.session.system), "describe", lambda *_: both)
    game.explain(game.options()[0])
    text = game.terminal.text
    assert text.index("4-5-8:") < text.index("NMC 100.0%") < text.index("4-4-7:") < text.index("KIA 100.0%")
    assert text.count("NMC 100.0%") == 1

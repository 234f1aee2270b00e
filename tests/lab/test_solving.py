"""Tiny scenarios: solved exactly, a ceiling for all levels, and proof that none of them sees the dice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from defilade.ai import LEVELS
from defilade.cli.app import app
from defilade.kernel import (
    Action,
    Chance,
    Choice,
    Described,
    Frame,
    Outcome,
    Over,
    Play,
    Position,
    Procedures,
    System,
)
from defilade.lab.solving import CannotBeSolved, Luck, Reply, Solver, asked, over_all_luck
from defilade.lab.tiny import (
    Tiny,
    TinyError,
    end_of,
    load_tiny,
    position_of,
    replies_of_enemy,
    solved,
    solver_of,
    tiny_systems,
)
from defilade.rules.content_files import ContentFiles
from defilade.systems import find_player
from kernel.toy import Toy

# -- a bet, to reckon with by hand -------------------------------------------------------------------------


class BetState(msgspec.Struct):
    won: str = ""
    stack: list[Frame] = msgspec.field(default_factory=list)


class Bet(Frame):
    """Red bets on low or high, and may think again until a die is thrown; or offers blue to say instead."""

    on: str = ""
    who: str = "red"


class Throw(Frame):
    on: str


PROCEDURES = Procedures()


@PROCEDURES.decisions(Bet)
def ask_bet(g: Play[BetState], frame: Bet) -> Choice:
    if frame.who == "blue":
        return Choice(
            "blue", "For red: low, high or six?", tuple(Action("for", how=on) for on in ("low", "six"))
        )
    if frame.on:
        return Choice("red", "Sure?", (Action("back"), Action("throw")))
    bets = tuple(Action("bet", how=on) for on in ("six", "low", "high"))
    return Choice("red", "Low, high or six?", (*bets, Action("ask")))


@ask_bet
def take_bet(g: Play[BetState], frame: Bet, answer: Action) -> None:
    if answer.verb == "bet":
        frame.on = answer.how
    elif answer.verb == "back":
        frame.on = ""
    elif answer.verb == "ask":
        frame.who = "blue"
    else:
        g.pop()
        g.push(Throw(answer.how or frame.on))


@PROCEDURES.decisions(Throw)
def ask_throw(g: Play[BetState], frame: Throw) -> Chance:
    return Chance("the die", dice=1)


@ask_throw
def take_throw(g: Play[BetState], frame: Throw, answer: Outcome) -> None:
    (face,) = answer.dice
    right = {"low": face <= 3, "high": face > 3, "six": face == 6, "odd": face % 2 == 1}[frame.on]
    if frame.on == "odd" and face == 1:
        return  # thrown again
    g.state.won = "red" if right else "blue"
    g.pop()


class Bets(System[BetState]):
    id = "bets"
    version = "1"
    procedures = PROCEDURES

    def scenarios(self) -> tuple[str, ...]:
        return ("bet",)

    def start(self, scenario: str, options: Mapping[str, str]) -> BetState:
        return BetState(stack=[Bet()])

    def sides(self, state: BetState) -> tuple[str, ...]:
        return ("red", "blue")

    def play(self, state: BetState) -> Play[BetState]:
        return Play(state)

    def state_type(self) -> type[BetState]:
        return BetState

    def redact(self, state: BetState, side: str) -> BetState:
        return self.clone(state)

    def determinize(self, view: BetState, side: str, rng: random.Random) -> BetState:
        return self.clone(view)

    def describe(self, state: BetState, action: Action) -> Described:
        return Described(str(action))

    def clone(self, state: BetState) -> BetState:
        return self.decode(self.encode(state))

    def result(self, state: BetState) -> Over:
        return Over(state.won, "the die has fallen")


def bet() -> Position[BetState]:
    return Bets().begin("bet")[0]


def says(*answers: str) -> Reply:
    """Somebody who answers with the first of these that is on offer."""

    def reply(position: Position[Any], choice: Choice) -> Action:
        named = {str(option): option for option in choice.options}
        return next(named[answer] for answer in answers if answer in named)

    return reply


def test_a_bet_is_even_whoever_asks():
    """Half of the faces are low. What may be taken back for ever is looked at all the same."""
    solver = Solver("red")
    assert solver.value(bet()) == pytest.approx(1 / 2)
    assert Solver("blue").value(bet()) == pytest.approx(1 / 2)
    start = bet()
    assert isinstance(start.pending, Choice)
    assert solver.best(start, start.pending).how in ("low", "high")
    start.advance(Action("bet", how="six"))
    assert solver.value(start) == pytest.approx(1 / 2), "who has begun with six thinks again"


def test_the_enemy_does_what_is_best_for_him_or_what_he_is_told():
    start = bet()
    start.advance(Action("ask"))
    assert Solver("red").value(start) == pytest.approx(1 / 6)
    assert Solver("red", {"blue": says("for - - low")}).value(start) == pytest.approx(1 / 2)


def test_what_is_thrown_again_counts_for_nothing():
    """Three and five of two to six: the one is thrown again."""
    start = Bets().begin("bet")[0]
    start.state.stack[-1] = Throw("odd")
    odd = Position(start.system, start.state)
    assert Solver("red").value(odd) == pytest.approx(2 / 5)


def test_what_somebody_does_is_worth_what_comes_of_it():
    assert Solver("red", {"red": says("bet - - six", "throw")}).value(bet()) == pytest.approx(1 / 6)
    assert Solver("red", {"red": says("back", "bet - - six")}).value(bet()) == pytest.approx(1 / 6), (
        "not for ever"
    )


def test_at_random_anything_is_done_but_not_for_ever():
    """Low, high, six, or to ask, when blue says six; what has been begun is not begun again and again."""
    anything = asked(find_player("random"), "red")
    value = Solver("red", {"red": anything}).value(bet())
    assert value in (pytest.approx(1 / 2), pytest.approx(1 / 6))


def test_a_position_that_is_too_large_is_refused():
    with pytest.raises(CannotBeSolved, match="more than 2 states"):
        Solver("red", most=2).value(bet())


def test_the_toy_by_hand():
    """Who guesses knows best here: he is wrong by the die alone, one time in six and six times running, which is a
    draw. Each side hides as often as the other."""
    toy, _ = Toy().begin("toy")
    drawn = {side: toy.apply(Outcome(drawn=side))[0] for side in ("red", "blue")}
    all_missed = (1 / 6) ** 6
    assert Solver("red").value(drawn["blue"]) == pytest.approx(1 - all_missed / 2)
    assert Solver("red").value(drawn["red"]) == pytest.approx(all_missed / 2)
    assert Solver("red").value(toy) == pytest.approx(1 / 2)


def test_who_goes_round_for_ever_is_stopped():
    with pytest.raises(CannotBeSolved, match="goes round"):
        over_all_luck(bet(), lambda luck: {"red": says("back", "bet - - six")}, "red")


def test_who_sees_the_dice_is_found_out():
    """Over all dice, fixed beforehand, an honest bet wins as often as it should, and one who looks wins always."""
    honest = says("bet - - high", "throw")
    fair = Solver("red", {"red": honest}).value(bet())
    assert over_all_luck(
        bet(), lambda luck: {"red": honest, "blue": says("for - - six")}, "red"
    ) == pytest.approx(fair)
    assert fair <= 1 / 2

    def looks(luck: Luck) -> dict[str, Reply]:
        (face,) = luck.coming(Chance("the die", dice=1)).dice
        return {"red": says("bet - - low" if face <= 3 else "bet - - high", "throw")}

    assert over_all_luck(bet(), looks, "red") == pytest.approx(1.0)


# -- the tiny scenarios ------------------------------------------------------------------------------------

SMALL = (
    ("sk1", "SK-TINY-1"),
    ("upfront", "UF-TINY-1"),
    ("upfront", "UF-TINY-2"),
    ("upfront", "UF-TINY-3"),
    ("upfront", "UF-TINY-4"),
    ("sl", "SL-TINY-3"),
    ("elst", "ELST-TINY-1"),
)
"""Those that take little time."""


def tiny(name: str, system: str = "sk1") -> Tiny:
    return next(one for one in load_tiny(system) if one.tiny == name)


@pytest.mark.parametrize("system", tiny_systems())
def test_there_are_four_of_a_system_and_all_can_be_set_up(system: str):
    every = load_tiny(system)
    assert len(every) >= 4
    for one in every:
        position = position_of(one)
        assert isinstance(position.pending, Choice)
        assert one.side in position.system.sides(position.state)
        assert len(position.pending.options) > 1
        assert one.idea.endswith((".", "?"))


def test_a_rally_by_hand():
    """The steady squad, at a Morale Level of 7 and not under DM, rallies with 7 or less: 21 of 36. Only one may try."""
    assert solved(tiny("SK-TINY-1")).value == pytest.approx(21 / 36)


@pytest.mark.parametrize(("system", "name"), SMALL)
def test_no_level_has_more_than_the_best(system: str, name: str):
    levels = tuple([level for level in LEVELS if level not in ("hard", "tactician")])
    found = solved(tiny(name, system), levels)
    assert {one.level for one in found.levels} == set(levels)
    assert all(0 <= one.value <= found.value + 1e-9 for one in found.levels)
    assert found.value > 0 and max(one.value for one in found.levels) > 0


@pytest.mark.parametrize("level", ["greedy", "normal"])
@pytest.mark.parametrize(("system", "name"), [("upfront", "UF-TINY-1"), ("sk1", "SK-TINY-1")])
def test_no_level_sees_the_dice(system: str, name: str, level: str):
    """With all dice fixed before the game it wins as often as where they are thrown after it has decided. The enemy has
    nothing to decide in these."""
    one = tiny(name, system)
    position = position_of(one)
    ended = end_of(one, position)
    own = asked(find_player(level, timed=False), one.side)
    by = {**replies_of_enemy(one, position), one.side: own}
    found = over_all_luck(position, lambda luck: by, one.side, ended)
    assert found == pytest.approx(Solver(one.side, by, ended=ended).value(position))
    assert found <= solver_of(one, position).value(position) + 1e-9


def test_what_is_to_be_prevented_by_hand():
    """The man in the open is stopped by five of the six cards in the pile; what must be, and what must not be, are two
    sides of it."""
    one = tiny("UF-TINY-1", "upfront")
    assert solved(one).value == pytest.approx(5 / 6)
    gone = msgspec.structs.replace(one, prevents=[], end=[{"man": "anderson", "gone": True}])
    assert 0 < solved(gone).value < 5 / 6
    still = msgspec.structs.replace(one, prevents=[], end=[{"man": "anderson", "pinned": False}])
    assert solved(still).value == pytest.approx(1), "who does nothing leaves him on his feet"


# -- files and commands ------------------------------------------------------------------------------------


def owners(folder: Path, text: str) -> ContentFiles:
    (folder / "tiny").mkdir()
    (folder / "tiny" / "sk1.yaml").write_text(text)
    return ContentFiles(folder)


@pytest.mark.parametrize(
    ("line", "problem"),
    [("enemy: asleep", "neither best nor declines"), ("wish: won", "unknown field")],
)
def test_a_file_that_is_wrong_says_where(tmp_path: Path, line: str, problem: str):
    text = f"tiny: A\ntitle: A\nidea: A.\nside: german\nsituation: {{}}\n{line}\n"
    with pytest.raises(TinyError, match=problem):
        load_tiny("sk1", owners(tmp_path, text))


def test_a_situation_that_cannot_be_set_up_says_which():
    with pytest.raises(TinyError, match="SK-TINY-1"):
        position_of(msgspec.structs.replace(tiny("SK-TINY-1"), situation={"board": "z"}))


def test_what_is_asked_for_must_be_known():
    wrong = msgspec.structs.replace(tiny("SK-TINY-1"), end=[{"unit": "r1", "happy": True}])
    with pytest.raises(TinyError, match="happy"):
        solver_of(wrong, position_of(wrong))


def test_the_command_tells_the_best_and_each_level():
    done = CliRunner().invoke(
        app, ["lab", "solve", "--only", "SK-TINY-1", "--levels", "random,greedy", "--json"]
    )
    assert done.exit_code == 0, done.output
    (found,) = msgspec.json.decode(done.stdout)
    assert found["value"] == pytest.approx(21 / 36)
    assert [one["level"] for one in found["levels"]] == ["random", "greedy"]


@pytest.mark.parametrize("wrong", [["--only", "SK-TINY-77"], ["--system", "chess"]])
def test_the_command_refuses_what_there_is_not(wrong: list[str]):
    done = CliRunner().invoke(app, ["lab", "solve", *wrong])
    assert done.exit_code != 0

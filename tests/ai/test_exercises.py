"""The tactical exercises: they can be set up, they can be solved, and they tell the levels apart."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest

from defilade.ai.tactician.levels import Level
from defilade.ai.tactician.player import TacticianPlayer
from defilade.kernel import Action, Chance, Choice, Outcome, Position, System, View
from defilade.lab.exercises import (
    Attempt,
    Exercise,
    ExerciseError,
    attempt,
    declined,
    load_exercises,
    matches,
    score,
)
from defilade.rules.content_files import ContentFiles
from defilade.systems import MINDS, SYSTEMS, NotOffered, UnknownSystem, exercises_of, find_player
from kernel.toy import Toy
from kernel.toy_record import TOY
from registered import registered

EXERCISES = load_exercises()
UP_FRONT = load_exercises("upfront")
FULL_KIT = load_exercises("elst")
CLASSIC = load_exercises("sl")
AT_A_GLANCE = Level("at a glance", ("balanced",))


def test_there_are_enough_of_them():
    assert len(EXERCISES) >= 60
    assert all(one.idea.endswith(".") for one in EXERCISES)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda one: one.exercise)
def test_the_tactician_finds_the_idea(exercise: Exercise):
    """Without looking ahead: the plans themselves must know these."""
    found = attempt(exercise, TacticianPlayer(AT_A_GLANCE, MINDS))
    assert found.solved, f"{found.problems} after {found.taken}"


def test_guns_tanks_and_artillery_have_enough_of_them():
    assert len(FULL_KIT) >= 20
    assert {one.exercise.split("-")[0] for one in FULL_KIT} == {"GUN", "TANK", "OBA"}


@pytest.mark.parametrize("exercise", FULL_KIT, ids=lambda one: one.exercise)
def test_the_tactician_knows_guns_tanks_and_artillery(exercise: Exercise):
    """Without looking ahead, as above."""
    found = attempt(exercise, TacticianPlayer(AT_A_GLANCE, MINDS))
    assert found.solved, f"{found.problems} after {found.taken}"


def test_squad_leader_has_enough_of_them():
    assert len(CLASSIC) == 30


@pytest.mark.parametrize("exercise", CLASSIC, ids=lambda one: one.exercise)
def test_the_tactician_knows_squad_leader(exercise: Exercise):
    """Without looking ahead, as above."""
    found = attempt(exercise, TacticianPlayer(AT_A_GLANCE, MINDS))
    assert found.solved, f"{found.problems} after {found.taken}"


def test_the_levels_are_told_apart():
    sample = EXERCISES[::2]
    solved = {level: score(level, sample)[0].solved for level in ("random", "greedy", "normal")}
    assert solved["random"] < solved["greedy"] < solved["normal"]


def test_a_score_names_what_failed():
    result, attempts = score("random", EXERCISES[:12])
    assert result.total == 12
    assert result.solved == sum(one.solved for one in attempts)
    assert set(result.failed) == {one.exercise for one in attempts if not one.solved}


SKETCH = {
    "board": "z",
    "phase": "PFPh",
    "attacker": "german",
    "units": [{"id": "g1", "type": "ger-467", "hex": "J5"}, {"id": "r1", "type": "rus-447", "hex": "K3"}],
}


def tried(**asked: object) -> Attempt:
    exercise = Exercise(exercise="X", title="", idea="", side="german", situation=SKETCH, **asked)  # type: ignore[arg-type]
    return attempt(exercise, find_player("greedy"))


def test_what_counts_as_solved():
    assert tried(answers=["target - K3"]).solved
    assert not tried(answers=["done"]).solved
    assert not tried(never=["target*"]).solved
    assert tried(does=["add g1"], once=["declare"]).solved
    assert not tried(does=["direct g9"]).solved


def test_an_exercise_that_asks_for_nothing_is_refused(tmp_path):
    folder = tmp_path / "exercises" / "sk"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(
        "exercise: OWN\ntitle: t\nidea: i\nside: german\n"
        "situation: {board: z, phase: PFPh, attacker: german, units: []}\n"
    )
    with pytest.raises(ExerciseError, match="says nothing of what counts as solved"):
        load_exercises(content=ContentFiles(tmp_path))


def test_an_exercise_that_cannot_be_set_up_says_where():
    exercise = Exercise(
        exercise="X",
        title="",
        idea="",
        side="german",
        situation={**SKETCH, "units": [{"type": "ger-999", "hex": "J5"}]},
        answers=["done"],
    )
    with pytest.raises(ExerciseError, match="ger-999"):
        attempt(exercise, find_player("random"))


def test_patterns():
    assert matches("advance g1 L4", ["advance g? L4"])
    assert not matches("advance g1 L5", ["advance g? L4"])


# -- other systems -----------------------------------------------------------------------------------------


class Obliging:
    """Does what an exercise asks for, as soon as it may; else as little as it can."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise, self.table = exercise, exercises_of(exercise.system)
        self.open: list[str] | None = None

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        assert isinstance(view.pending, Choice)
        position = Position(system, view.state, view.pending)
        if self.open is None:
            asked = [*self.exercise.answers, *self.exercise.does]
            self.open = [self.table.pattern(position, view.side, text) for text in asked]
        for option in view.pending.options:
            words = self.table.words(position, option)
            met = [pattern for pattern in self.open if matches(words, [pattern])]
            if met:
                self.open = [pattern for pattern in self.open if pattern not in met]
                return option
        return declined(view.pending, self.table.declining)


@pytest.mark.parametrize("exercise", UP_FRONT, ids=lambda one: one.exercise)
def test_every_exercise_of_up_front_can_be_solved(exercise: Exercise):
    """By one who is told the solution, and by no more than that."""
    found = attempt(exercise, Obliging(exercise))
    assert found.solved, f"{found.problems} after {found.taken}"
    assert exercise.idea.endswith(".")


def test_up_front_tells_the_levels_apart():
    solved = {level: score(level, UP_FRONT)[0].solved for level in ("random", "greedy")}
    assert len(UP_FRONT) >= 40
    assert solved["random"] < len(UP_FRONT) / 3 < 2 * len(UP_FRONT) / 3 < solved["greedy"]


CARDS = {
    "turn": "german",
    "groups": [
        {"side": "german", "men": ["beck", "wolff"], "range": 1, "cards": ["movement advance"]},
        {"side": "american", "men": ["myers", {"id": "smith", "pinned": True}], "range": 2},
    ],
    "hands": {"german": ["woods", "fire 1 needs 1", "concealed -2"], "american": ["rally 2"]},
}


def played(*actions: str, **asked: object) -> list[str]:
    """What is wrong after these actions of the German, and after doing as little as may be from then on."""

    class Scripted:
        def __init__(self) -> None:
            self.left = list(actions)

        def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
            assert isinstance(view.pending, Choice)
            table = exercises_of("upfront")
            position = Position(system, view.state, view.pending)
            if self.left:
                action = table.case.full(position, Action.parse(self.left.pop(0)))
                assert action in view.pending.options, action
                return action
            return declined(view.pending, table.declining)

    exercise = Exercise(
        exercise="X", title="", idea="", side="german", situation=CARDS, system="upfront", **asked
    )  # type: ignore[arg-type]
    return list(attempt(exercise, Scripted()).problems)


@pytest.mark.parametrize(
    ("wanted", "right", "wrong"),
    [
        ({"group": "g1", "terrain": ["woods"]}, ["terrain g1+woods"], []),
        ({"group": "g1", "moving": False}, ["terrain g1+woods"], []),
        ({"group": "g1", "moving": True, "range": 1}, [], ["terrain g1+woods"]),
        ({"group": "g1", "terrain": ["open"]}, ["open-ground g1+woods"], ["terrain g1+woods"]),
        ({"card": "concealed -2"}, ["terrain g1+woods"], ["open-ground g1+concealed_-2"]),
        ({"card": "woods", "held": False}, ["terrain g1+woods"], []),
        ({"man": "smith", "pinned": True}, [], None),
        ({"man": "smith", "pinned": False}, None, []),
        ({"man": "myers", "gone": True}, None, []),
        ({"group": "a1", "gone": True}, None, []),
        ({"group": "a9", "gone": True}, [], None),
    ],
)
def test_how_cards_must_lie_in_the_end(wanted: dict[str, Any], right: Any, wrong: Any):
    if right is not None:
        assert played(*right, end=[wanted]) == []
    if wrong is not None:
        assert len(played(*wrong, end=[wanted])) == 1


def test_cards_are_called_by_what_they_do():
    assert played("terrain g1+woods", answers=["terrain g1+woods"]) == []
    assert played("open-ground g1+woods", answers=["terrain g1+woods"]) != []
    assert played("terrain g1+woods", does=["terrain g1+*"], never=["open-ground *"]) == []
    with pytest.raises(ExerciseError, match="german has no 'pillbox'"):
        played(answers=["terrain g1+pillbox"])


def test_draws_can_be_named_and_are_average_otherwise():
    """A fire of strength 2 at men of Morale 5 and, pinned, Panic 4: a black 6 takes both, a middling card nobody."""
    shot = ["fire g1+fire_1 a1", "declare", "resolve"]
    standing = [{"man": "myers", "pinned": False}, {"man": "smith", "pinned": True}]
    still = {**CARDS, "groups": [{**CARDS["groups"][0], "cards": []}, CARDS["groups"][1]]}  # type: ignore[index]
    exercise = Exercise(
        exercise="X",
        title="",
        idea="",
        side="german",
        situation=still,
        system="upfront",
        end=standing,
        until="actions",
    )
    for dice, unharmed in (([], True), (["black 6", "black 6"], False)):
        again = msgspec.structs.replace(exercise, dice=dice, does=shot[:1])
        assert attempt(again, Obliging(again)).solved == unharmed


def test_it_ends_when_it_says():
    with pytest.raises(ExerciseError, match="neither a number of player turns nor actions or discards"):
        played(until="dawn", never=["x"])
    whole = ["terrain g1+woods", "done", "done", "draw - - 3"]
    assert played(*whole, until="actions", does=["draw *"]) == ["'draw *' was never done"]
    assert played(*whole, does=["draw *"]) == []
    # The German's next turn is the third from here.
    assert played(until="2", does=["terrain *"]) == ["'terrain *' was never done"]
    assert played("done", "done", "done", "terrain g1+woods", until="3", does=["terrain *"]) == []


def test_a_system_without_exercises_says_so() -> None:
    with (
        registered(SYSTEMS["sk1"], TOY),
        pytest.raises(NotOffered, match="no exercises of 'toy'; there are of: sk1"),
    ):
        load_exercises("toy")
    with pytest.raises(UnknownSystem, match="there are: sk1, elst, sl, upfront"):
        load_exercises("chess")


class GuessWanted(msgspec.Struct, forbid_unknown_fields=True):
    over: bool


class GuessTable:
    """The guessing game of the kernel's tests: all that a further system has to tell."""

    folder, declining, wanted = "exercises/toy", ("pass",), GuessWanted

    @property
    def case(self) -> Any:
        return self

    def build(self, situation: dict[str, Any]) -> Any:
        return Toy().begin("T1")

    def ending(self, position: Any, until: str) -> Any:
        return lambda now: False

    def pattern(self, position: Any, side: str, text: str) -> str:
        return text

    def words(self, position: Any, action: Action) -> str:
        return str(action)

    def average(self, position: Any, asked: Chance) -> Outcome:
        return Outcome((4,) * asked.dice) if asked.dice else Outcome(drawn=asked.pool[0])

    def problems(self, position: Any, side: str, wanted: GuessWanted) -> list[str]:
        return [] if wanted.over else ["it is over"]


def test_another_system_needs_a_table_and_no_more():
    toy = Exercise(
        exercise="T", title="", idea="", side="red", situation={}, system="toy", end=[{"over": True}]
    )
    with registered(dataclasses.replace(TOY, exercises=lambda system: GuessTable())):  # type: ignore[arg-type]
        assert attempt(toy, find_player("random")).solved
        assert not attempt(msgspec.structs.replace(toy, end=[{"over": False}]), find_player("random")).solved

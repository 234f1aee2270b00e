"""The tactical exercises: they can be set up, they can be solved, and they tell the levels apart."""

from __future__ import annotations

import pytest

from defilade.ai import find_player
from defilade.ai.tactician import Level, TacticianPlayer
from defilade.lab.exercises import (
    Attempt,
    Exercise,
    ExerciseError,
    attempt,
    load_exercises,
    matches,
    score,
)
from defilade.rules.content_files import ContentFiles

EXERCISES = load_exercises()
AT_A_GLANCE = Level("at a glance", ("balanced",))


def test_there_are_enough_of_them():
    assert len(EXERCISES) >= 60
    assert all(one.idea.endswith(".") for one in EXERCISES)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda one: one.exercise)
def test_the_tactician_finds_the_idea(exercise: Exercise):
    """Without looking ahead: the plans themselves must know these."""
    found = attempt(exercise, TacticianPlayer(AT_A_GLANCE))
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

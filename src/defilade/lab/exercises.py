"""Tactical exercises: a position with one right idea, and what counts as having found it.

An exercise is a situation as in a case, the side to play, and what must, may and must not be done.  A level plays
it; the enemy does nothing that the rules do not force on him, and dice and cards fall as they do on average.  What that
means in a system its table says (`ExerciseTable`).  The format is described in `docs/opponent.md`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from defilade import strict_yaml
from defilade.ai import Player, for_a_game
from defilade.kernel import Action, Chance, Choice, Outcome, Over, Position, make_view
from defilade.rules.content_files import ContentFiles
from defilade.strict_yaml import BadFile
from defilade.systems import FIRST, exercises_of, find_player
from defilade.systems.tables import ExerciseTable, UnknownPlace

MAX_DECISIONS = 400


class ExerciseError(BadFile):
    """An exercise that cannot be read or set up; says which and where."""


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that has happened before the exercise begins, and what fell or was drawn for it."""

    do: str
    dice: list[list[int] | str] = []


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One exercise as written in its file."""

    exercise: str
    title: str
    idea: str
    """The one right idea, as one would tell it to a player."""
    side: str
    situation: dict[str, Any]
    before: list[Before] = []
    dice: list[list[int] | str] = []
    """What falls or is drawn while the exercise is played; after that, and without it, what does on average."""
    answers: list[str] = []
    """The first decision must be one of these; without anything else asked for, it is the only one."""
    does: list[str] = []
    """Each of these must be done some time."""
    never: list[str] = []
    """None of these may be done at any time."""
    once: list[str] = []
    """Each of these may be done once at most."""
    end: list[dict[str, Any]] = []
    """How things must stand in the end, in the words of the system."""
    until: str = ""
    """When it is judged, in the words of the system; else at the next end of a phase or turn."""
    system: str = FIRST


class Attempt(msgspec.Struct, frozen=True):
    """A level's attempt at an exercise."""

    exercise: str
    title: str
    taken: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def solved(self) -> bool:
        return not self.problems


class Score(msgspec.Struct, frozen=True):
    """How many exercises a level solves."""

    level: str
    solved: int
    total: int
    failed: tuple[str, ...]


# -- reading -----------------------------------------------------------------------------------------------


def load_exercises(system: str = FIRST, content: ContentFiles | None = None) -> list[Exercise]:
    """Every exercise of a system that ships, file by file; an owner's own files count too."""
    content = content or ContentFiles()
    table = exercises_of(system)
    found: list[Exercise] = []
    for name in content.names(table.folder, ".yaml"):
        file = content.read(name)
        for number, plain in enumerate(strict_yaml.documents(file.name, file.text, ExerciseError), 1):
            one = strict_yaml.convert(file.name, plain, Exercise, ExerciseError, f"exercise {number}")
            one = msgspec.structs.replace(one, system=system)
            if not (one.answers or one.does or one.never or one.once or one.end):
                raise ExerciseError(file.name, one.exercise, "says nothing of what counts as solved")
            for wanted in one.end:
                strict_yaml.convert(file.name, wanted, table.wanted, ExerciseError, f"{one.exercise}: end")
            found.append(one)
    names = [one.exercise for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ExerciseError(table.folder, name, "two exercises have this name")
    return found


# -- playing -----------------------------------------------------------------------------------------------


def attempt(exercise: Exercise, player: Player, seed: int = 1) -> Attempt:
    """Let a player try an exercise."""
    run = _Run(exercise, exercises_of(exercise.system))
    run.play(player, random.Random(f"{exercise.exercise}/{seed}"))
    return Attempt(exercise.exercise, exercise.title, tuple(run.taken), tuple(run.problems()))


def score(level: str, exercises: Iterable[Exercise], seed: int = 1) -> tuple[Score, list[Attempt]]:
    """What a level makes of the exercises."""
    attempts = [attempt(exercise, find_player(level), seed) for exercise in exercises]
    failed = tuple(one.exercise for one in attempts if not one.solved)
    return Score(level, len(attempts) - len(failed), len(attempts), failed), attempts


class _Run:
    """An exercise under way."""

    def __init__(self, exercise: Exercise, table: ExerciseTable) -> None:
        self.exercise, self.table = exercise, table
        self.taken: list[str] = []
        self.dice = list(exercise.dice)
        try:
            self.position: Position[Any]
            self.position, _ = table.case.build(exercise.situation)
            self._run_on([])
            for step in exercise.before:
                self._before(step)
            self.is_over = table.ending(self.position, exercise.until)
            self.answers, self.does, self.never, self.once = (
                [table.pattern(self.position, exercise.side, text) for text in asked]
                for asked in (exercise.answers, exercise.does, exercise.never, exercise.once)
            )
        except UnknownPlace as error:
            raise ExerciseError(table.folder, f"{exercise.exercise}: {error.place}", error.problem) from None

    def _before(self, step: Before) -> None:
        try:
            self.position.advance(self.table.case.full(self.position, Action.parse(step.do)))
        except Exception as error:
            raise ExerciseError(
                self.table.folder, f"{self.exercise.exercise}: before {step.do!r}", str(error)
            ) from error
        self._run_on(list(step.dice))

    def _run_on(self, dice: list[list[int] | str]) -> None:
        while isinstance(self.position.pending, Chance):
            self._fall(self.position.pending, dice)

    def _fall(self, asked: Chance, dice: list[list[int] | str]) -> None:
        """The next of the dice or cards that the exercise names; else what falls on average."""
        if not dice:
            self.position.advance(self.table.average(self.position, asked))
            return
        given = dice.pop(0)
        outcome = Outcome(drawn=given) if isinstance(given, str) else Outcome(tuple(given))
        self.position.advance(self.table.case.drawn(self.position, asked, outcome))

    def play(self, player: Player, rng: random.Random) -> None:
        asked = self.exercise
        player = for_a_game(player)
        only_first = not (asked.does or asked.never or asked.once or asked.end)
        for _ in range(MAX_DECISIONS):
            moment = self.position.pending
            if isinstance(moment, Over) or self.is_over(self.position):
                return
            if isinstance(moment, Chance):
                self._fall(moment, self.dice)
            elif moment.side != self.exercise.side:
                self.position.advance(declined(moment, self.table.declining))
            else:
                self._decide(player, rng)
                if only_first:
                    return

    def _decide(self, player: Player, rng: random.Random) -> None:
        view = make_view(self.position.system, self.position, self.exercise.side, len(self.taken))
        action = player.choose(view, self.position.system, rng)
        self.taken.append(self.table.words(self.position, action))
        self.position.advance(action)

    # -- judging -------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What is wrong with what was done."""
        found = []
        if self.answers and not (self.taken and matches(self.taken[0], self.answers)):
            first = self.taken[0] if self.taken else "nothing"
            found.append(f"the first decision was {first!r}, not one of {', '.join(self.answers)}")
        for pattern in self.does:
            if not any(matches(taken, [pattern]) for taken in self.taken):
                found.append(f"{pattern!r} was never done")
        for pattern in self.once:
            if sum(matches(taken, [pattern]) for taken in self.taken) > 1:
                found.append(f"{pattern!r} was done more than once")
        for taken in self.taken:
            if matches(taken, self.never):
                found.append(f"{taken!r} was done")
        for wanted in self.exercise.end:
            entry = msgspec.convert(wanted, self.table.wanted)
            found += self.table.problems(self.position, self.exercise.side, entry)
        return found


def matches(taken: str, patterns: Sequence[str]) -> bool:
    """Whether an action is one of those described; `*` stands for anything.

    >>> matches("move g1", ["move g*"]), matches("fire", ["pass"])
    (True, False)
    """
    return any(fnmatchcase(taken, pattern) for pattern in patterns)


def declined(choice: Choice, verbs: Sequence[str]) -> Action:
    """What does least, for a side that is not being tested."""
    for verb in verbs:
        for option in choice.options:
            if option.verb == verb:
                return option
    return choice.options[0]

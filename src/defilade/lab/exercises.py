"""Tactical exercises: a position with one right idea, and what counts as having found it.

An exercise is a situation as in a case, the side to play, and what must, may and must not be done.  A level plays
it; the enemy does nothing that the rules do not force on him, and the dice fall as they do on average.  The
format is described in `docs/opponent.md`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from defilade import strict_yaml
from defilade.ai import Player, find_player
from defilade.kernel import Action, Chance, Choice, Outcome, Over, Position, make_view
from defilade.lab.case_tables import UnknownPlace, table_for
from defilade.rules.content_files import ContentFiles
from defilade.rules.sk import los
from defilade.rules.sk.state import PHASES, SkPlay
from defilade.strict_yaml import BadFile

FOLDER = "exercises/sk"
MAX_DECISIONS = 400
DECLINING = ("pass", "done", "stop", "no-leader", "none", "end-rout", "alone", "declare")
"""What the enemy answers with where he may."""


class ExerciseError(BadFile):
    """An exercise that cannot be read or set up; says which and where."""


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that has happened before the exercise begins, and the dice that fell for it."""

    do: str
    dice: list[list[int]] = []


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit must stand in the end."""

    unit: str
    at: list[str] = []
    """In one of these hexes."""
    not_at: list[str] = []
    unseen: bool = False
    """In no unbroken enemy's sight."""
    beside: str = ""
    """In or next to the hex of this unit."""
    squads: int = 0
    """With that many squads and half-squads of its side in its hex at most, itself counted."""
    moved: bool | None = None
    broken: bool | None = None
    gone: bool = False
    """Eliminated, or off the map."""


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One exercise as written in its file."""

    exercise: str
    title: str
    idea: str
    """The one right idea, as one would tell it to a player."""
    side: str
    situation: dict[str, Any]
    before: list[Before] = []
    dice: list[list[int]] = []
    """What falls while the exercise is played; after that, and without it, an average throw."""
    answers: list[str] = []
    """The first decision must be one of these; without anything else asked for, it is the only one."""
    does: list[str] = []
    """Each of these must be done some time."""
    never: list[str] = []
    """None of these may be done at any time."""
    once: list[str] = []
    """Each of these may be done once at most."""
    end: list[Wanted] = []
    until: str = ""
    """The phase at whose end it is judged; that of the situation unless said otherwise."""
    system: str = "sk1"


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


def load_exercises(content: ContentFiles | None = None) -> list[Exercise]:
    """Every exercise that ships, file by file; an owner's own files count too."""
    content = content or ContentFiles()
    found: list[Exercise] = []
    for name in content.names(FOLDER, ".yaml"):
        file = content.read(name)
        for number, plain in enumerate(strict_yaml.documents(file.name, file.text, ExerciseError), 1):
            one = strict_yaml.convert(file.name, plain, Exercise, ExerciseError, f"exercise {number}")
            if not (one.answers or one.does or one.never or one.once or one.end):
                raise ExerciseError(file.name, one.exercise, "says nothing of what counts as solved")
            found.append(one)
    names = [one.exercise for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ExerciseError(FOLDER, name, "two exercises have this name")
    return found


# -- playing -----------------------------------------------------------------------------------------------


def attempt(exercise: Exercise, player: Player, seed: int = 1) -> Attempt:
    """Let a player try an exercise."""
    run = _Run(exercise)
    run.play(player, random.Random(f"{exercise.exercise}/{seed}"))
    return Attempt(exercise.exercise, exercise.title, tuple(run.taken), tuple(run.problems()))


def score(level: str, exercises: Iterable[Exercise], seed: int = 1) -> tuple[Score, list[Attempt]]:
    """What a level makes of the exercises."""
    attempts = [attempt(exercise, find_player(level), seed) for exercise in exercises]
    failed = tuple(one.exercise for one in attempts if not one.solved)
    return Score(level, len(attempts) - len(failed), len(attempts), failed), attempts


class _Run:
    """An exercise under way."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.table = table_for(exercise.system)
        self.taken: list[str] = []
        self.dice = [Outcome(tuple(throw)) for throw in exercise.dice]
        try:
            self.position: Position[Any]
            self.position, _ = self.table.build(exercise.situation)
        except UnknownPlace as error:
            raise ExerciseError(FOLDER, f"{exercise.exercise}: {error.place}", error.problem) from None
        for step in exercise.before:
            self._before(step)
        state = self.position.state
        self.began = (state.turn, state.attacker)
        self.last = PHASES.index(exercise.until or state.phase)

    def _before(self, step: Before) -> None:
        try:
            self.position.advance(self.table.full(self.position, Action.parse(step.do)))
        except Exception as error:
            raise ExerciseError(
                FOLDER, f"{self.exercise.exercise}: before {step.do!r}", str(error)
            ) from error
        throws = [Outcome(tuple(throw)) for throw in step.dice]
        while isinstance(self.position.pending, Chance):
            self.position.advance(throws.pop(0) if throws else average(self.position.pending))

    @property
    def g(self) -> SkPlay:
        play = self.position.system.play(self.position.state)
        assert isinstance(play, SkPlay)
        return play

    def play(self, player: Player, rng: random.Random) -> None:
        asked = self.exercise
        only_first = not (asked.does or asked.never or asked.once or asked.end)
        for _ in range(MAX_DECISIONS):
            moment = self.position.pending
            if isinstance(moment, Over) or self._is_over():
                return
            if isinstance(moment, Chance):
                self.position.advance(self.dice.pop(0) if self.dice else average(moment))
            elif moment.side != self.exercise.side:
                self.position.advance(declined(moment))
            else:
                self._decide(player, rng)
                if only_first:
                    return

    def _decide(self, player: Player, rng: random.Random) -> None:
        view = make_view(self.position.system, self.position, self.exercise.side, len(self.taken))
        action = player.choose(view, self.position.system, rng)
        self.taken.append(self.words(action))
        self.position.advance(action)

    def _is_over(self) -> bool:
        state = self.position.state
        return (state.turn, state.attacker) != self.began or PHASES.index(state.phase) > self.last

    def words(self, action: Action) -> str:
        """An action as exercises write it: with the hex as players say it."""
        return str(msgspec.structs.replace(action, at=self.g.labels.get(action.at, action.at)))

    # -- judging -------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What is wrong with what was done."""
        asked = self.exercise
        found = []
        if asked.answers and not (self.taken and matches(self.taken[0], asked.answers)):
            first = self.taken[0] if self.taken else "nothing"
            found.append(f"the first decision was {first!r}, not one of {', '.join(asked.answers)}")
        for pattern in asked.does:
            if not any(matches(taken, [pattern]) for taken in self.taken):
                found.append(f"{pattern!r} was never done")
        for pattern in asked.once:
            if sum(matches(taken, [pattern]) for taken in self.taken) > 1:
                found.append(f"{pattern!r} was done more than once")
        for taken in self.taken:
            if matches(taken, asked.never):
                found.append(f"{taken!r} was done")
        for wanted in asked.end:
            found += self._end_problems(wanted)
        return found

    def _end_problems(self, wanted: Wanted) -> list[str]:
        g = self.g
        unit = g.state.units.get(wanted.unit)
        if unit is None or wanted.gone:
            return [] if (unit is None) == wanted.gone else [f"{wanted.unit} is {'not ' * wanted.gone}gone"]
        here = g.place_name(unit.hex)
        found = []
        if wanted.at and here not in wanted.at:
            found.append(f"{unit.id} is in {here}, not in {' or '.join(wanted.at)}")
        if here in wanted.not_at:
            found.append(f"{unit.id} is in {here}")
        if wanted.unseen and any(not other.broken for other in los.known_enemies(g, unit)):
            found.append(f"{unit.id} in {here} is in the enemy's sight")
        if wanted.beside and g.map.distance(unit.hex, g.unit(wanted.beside).hex) > 1:
            found.append(f"{unit.id} in {here} is not beside {wanted.beside}")
        crowd = sum(1 for other in g.side_in(unit.hex, unit.side) if other.is_mmc)
        if wanted.squads and crowd > wanted.squads:
            found.append(f"{unit.id} is one of {crowd} squads in {here}")
        for name in ("moved", "broken"):
            asked = getattr(wanted, name)
            if asked is not None and getattr(unit, name) != asked:
                found.append(f"{unit.id} is{'' if getattr(unit, name) else ' not'} {name}")
        return found


def matches(taken: str, patterns: Sequence[str]) -> bool:
    """Whether an action is one of those described; `*` stands for anything.

    >>> matches("move g1", ["move g*"]), matches("fire", ["pass"])
    (True, False)
    """
    return any(fnmatchcase(taken, pattern) for pattern in patterns)


def average(chance: Chance) -> Outcome:
    """A throw as it falls on average: 7 with two dice, 4 with one."""
    if chance.pool:
        return Outcome(drawn=chance.pool[0])
    return Outcome((3, 4) if chance.dice == 2 else (4,) * chance.dice)


def declined(choice: Choice) -> Action:
    """What does least, for a side that is not being tested."""
    for verb in DECLINING:
        for option in choice.options:
            if option.verb == verb:
                return option
    return choice.options[0]

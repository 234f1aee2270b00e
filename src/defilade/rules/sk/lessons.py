"""Lessons: guided positions to learn the game from, read strictly from ``content/learn``.

A lesson is a situation on part of a board, with dice that always fall the same.  The player goes through its steps;
the other side answers from a list.  `way` is how a player can do it: the tests go that way.
"""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.presentation import LessonStep, LessonView
from defilade.rules.sk import situation
from defilade.rules.sk.card import MapPart, Scenario
from defilade.rules.sk.scenario import sketch
from defilade.rules.sk.sequence import Sequence
from defilade.rules.sk.situation import Situation
from defilade.rules.sk.state import PHASES, State
from defilade.rules.sk.system import SkSystem

FOLDER = "learn"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One lesson as written down."""

    id: str
    title: str
    goal: str
    side: str
    """The side that the player plays."""
    seed: str
    rows: str
    """The hexrows of the board that are shown."""
    situation: Situation
    steps: tuple[LessonStep, ...]
    way: tuple[str, ...]
    """What the player does, answer by answer."""
    replies: tuple[str, ...] = ()
    """What the other side answers, in order; it holds back where it has nothing to say."""


@cache
def load_lessons() -> dict[str, Lesson]:
    """Every lesson by its id, in the order in which they are learned."""
    content = ContentFiles()
    found = {}
    for name in content.names(FOLDER, ".yaml"):
        lesson = parse(content.read(name), Lesson)
        if lesson.id != PurePosixPath(name).stem:
            raise ContentError(name, "id", f"the lesson calls itself {lesson.id!r}")
        found[lesson.id] = lesson
    return found


def card_of(lesson: Lesson) -> Scenario:
    """The card that a lesson is played by: part of a board and no forces of its own."""
    spec = lesson.situation
    card = sketch(
        board=spec.board,
        sides=spec.sides,
        month=spec.month,
        turns=spec.turns,
        moves_first=spec.attacker,
        special=spec.special,
        victory=spec.victory,
    )
    part = MapPart(boards=card.map.boards, north=card.map.north, rows={spec.board: lesson.rows})
    return msgspec.structs.replace(card, id=lesson.id, title=lesson.title, map=part, situation=lesson.goal)


def start(system: SkSystem, lesson: Lesson) -> State:
    """The state before the first moment of a lesson."""
    g = situation.set_out(lesson.situation, system, lesson.id)
    g.push(Sequence(PHASES.index(lesson.situation.phase)))
    return g.state


def view_of(lesson: Lesson) -> LessonView:
    sides = lesson.situation.sides
    return LessonView(lesson.id, lesson.title, lesson.goal, sides, lesson.side, lesson.steps, lesson.replies)

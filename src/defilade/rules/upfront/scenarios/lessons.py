"""Lessons: guided positions to learn the game from, read strictly from ``content/upfront/learn``.

They follow the game's own programmed instruction: a few rules at a time, each played before the next ones come.
"""

from __future__ import annotations

from functools import cache

import msgspec

from defilade.rules.lesson_files import WrittenLesson, read_lessons, shown_lesson
from defilade.rules.presentation import LessonView
from defilade.rules.upfront.game.play import Table
from defilade.rules.upfront.game.scenario import Scenario
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.ground.setting_out import Situation, set_out, sketch

FOLDER = "upfront/learn"


class Lesson(WrittenLesson, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One lesson as written down."""

    situation: Situation


@cache
def load_lessons() -> dict[str, Lesson]:
    """Every lesson by its id, in the order in which they are learned."""
    return read_lessons(FOLDER, Lesson)


def sides_of(lesson: Lesson) -> tuple[str, ...]:
    """Those who have groups, in the order in which these are listed."""
    return tuple(dict.fromkeys(group.side for group in lesson.situation.groups))


def card_of(lesson: Lesson) -> Scenario:
    """The card that a lesson is played by."""
    return msgspec.structs.replace(
        sketch(lesson.situation),
        id=lesson.id,
        title=lesson.title,
        situation=lesson.goal,
        players=sides_of(lesson),
        victory_text=lesson.goal,
    )


def start(table: Table, lesson: Lesson) -> State:
    """The state before the first moment of a lesson."""
    return set_out(lesson.situation, table).state


def view_of(lesson: Lesson, system: str) -> LessonView:
    return shown_lesson(lesson, system, sides_of(lesson))

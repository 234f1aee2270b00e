"""Lessons: guided positions to learn the game from, read strictly from ``content/sl/learn``.

A lesson is a situation on part of a board, with dice that always fall the same.
"""

from __future__ import annotations

from functools import cache

import msgspec

from defilade.rules.lesson_files import WrittenLesson, read_lessons, shown_lesson
from defilade.rules.presentation import LessonView
from defilade.rules.sl.card import Scenario
from defilade.rules.sl.library import Library
from defilade.rules.sl.setting_out import Situation, card_of, set_out
from defilade.rules.sl.state import PHASES, State, Table
from defilade.tactics.sequence import Sequence

FOLDER = "sl/learn"


class Lesson(WrittenLesson, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One lesson as written down."""

    situation: Situation


@cache
def load_lessons() -> dict[str, Lesson]:
    """Every lesson by its id, in the order in which they are learned."""
    return read_lessons(FOLDER, Lesson)


def card_of_lesson(lesson: Lesson, kit: Library) -> Scenario:
    """The card that a lesson is played by: part of a board and no forces of its own."""
    card = card_of(lesson.situation, kit)
    return msgspec.structs.replace(card, id=lesson.id, title=lesson.title, situation=lesson.goal)


def start(table: Table, lesson: Lesson) -> State:
    """The state before the first moment of a lesson."""
    g = set_out(lesson.situation, table)
    g.push(Sequence(PHASES.index(lesson.situation.phase)))
    return g.state


def view_of(lesson: Lesson, system: str) -> LessonView:
    return shown_lesson(lesson, system, lesson.situation.sides)

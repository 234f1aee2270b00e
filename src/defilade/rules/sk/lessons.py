"""Lessons: guided positions to learn the game from, read strictly from ``content/learn``.

A lesson is a situation on part of a board, with dice that always fall the same.
"""

from __future__ import annotations

from functools import cache

import msgspec

from defilade.rules.lesson_files import WrittenLesson, read_lessons, shown_lesson
from defilade.rules.presentation import LessonView
from defilade.rules.sk.card import MapPart, Scenario
from defilade.rules.sk.library import Library
from defilade.rules.sk.scenario import sketch
from defilade.rules.sk.setting_out import Situation, set_out
from defilade.rules.sk.state import PHASES, State, Table
from defilade.tactics.sequence import Sequence


class Lesson(WrittenLesson, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One lesson as written down."""

    rows: str
    """The hexrows of the board that are shown."""
    situation: Situation


@cache
def load_lessons(folder: str) -> dict[str, Lesson]:
    """Every lesson by its id, in the order in which they are learned."""
    return read_lessons(folder, Lesson)


def card_of(lesson: Lesson, kit: Library) -> Scenario:
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
        kit=kit,
    )
    part = MapPart(boards=card.map.boards, north=card.map.north, rows={spec.board: lesson.rows})
    return msgspec.structs.replace(card, id=lesson.id, title=lesson.title, map=part, situation=lesson.goal)


def start(table: Table, lesson: Lesson) -> State:
    """The state before the first moment of a lesson."""
    g = set_out(lesson.situation, table)
    g.push(Sequence(PHASES.index(lesson.situation.phase)))
    return g.state


def view_of(lesson: Lesson, system: str) -> LessonView:
    return shown_lesson(lesson, system, lesson.situation.sides)

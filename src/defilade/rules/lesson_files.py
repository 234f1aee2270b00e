"""Lessons as they are written down, of whatever system: guided positions whose chance always falls the same.

The player goes through the steps; the other side answers from a list.  `way` is how a player can do it: the tests go
that way.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TypeVar

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.presentation import LessonStep, LessonView
from defilade.tactics.names import Side


class WrittenLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every lesson has. A system adds its position."""

    id: str
    title: str
    goal: str
    side: Side
    """The side that the player plays."""
    seed: str
    steps: tuple[LessonStep, ...]
    way: tuple[str, ...]
    """What the player does, answer by answer."""
    replies: tuple[str, ...] = ()
    """What the other side answers, in order; it holds back where it has nothing to say."""


L = TypeVar("L", bound=WrittenLesson)


def read_lessons(folder: str, kind: type[L]) -> dict[str, L]:
    """Every lesson of a folder by its id, in the order in which they are learned."""
    content = ContentFiles()
    found = {}
    for name in content.names(folder, ".yaml"):
        lesson = parse(content.read(name), kind)
        if lesson.id != PurePosixPath(name).stem:
            raise ContentError(name, "id", f"the lesson calls itself {lesson.id!r}")
        found[lesson.id] = lesson
    return found


def shown_lesson(lesson: WrittenLesson, system: str, sides: Sequence[str]) -> LessonView:
    return LessonView(
        lesson.id, system, lesson.title, lesson.goal, tuple(sides), lesson.side, lesson.steps, lesson.replies
    )

"""The lessons: each can be gone through to its end in the way that it gives, on the real engine."""

from __future__ import annotations

import pytest

from defilade.kernel import Action, Chance, Choice, Committed, Event, Session
from defilade.rules.catalog import find_card, find_system
from defilade.rules.presentation import LessonGoal, presenter_of
from defilade.rules.reference import rule
from defilade.rules.sk.lessons import Lesson, load_lessons
from defilade.rules.sk.sequence import PHASE_NAMES

LESSONS = load_lessons()
HOLDING_BACK = ("pass", "done", "stop", "end-rout", "no-leader", "none", "cancel")
MOST_ANSWERS = 200


class Pupil:
    """Goes through a lesson as the table does, and says which steps he has got through."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.session = Session(find_system("sk1"), lesson.id, {}, Committed(lesson.seed))
        self.way, self.replies = list(lesson.way), list(lesson.replies)
        self.step, self.since = 0, 0

    @property
    def goal(self) -> LessonGoal | None:
        return self.lesson.steps[self.step].until if self.step < len(self.lesson.steps) else None

    def go(self) -> None:
        for _ in range(MOST_ANSWERS):
            self.session.run_chance()
            while self.goal is not None and self.reached(self.goal):
                self.step, self.since = self.step + 1, len(self.session.taken)
            if self.goal is None:
                return
            self.session.take(self.answer())

    def answer(self) -> Action:
        choice = self.session.pending
        assert isinstance(choice, Choice), self.stuck()
        if choice.side == self.lesson.side:
            assert self.way, self.stuck()
            return Action.parse(self.way.pop(0))
        if self.replies and Action.parse(self.replies[0]) in choice.options:
            return Action.parse(self.replies.pop(0))
        held = [option for verb in HOLDING_BACK for option in choice.options if option.verb == verb]
        return held[0] if held else choice.options[-1]

    def stuck(self) -> str:
        return f"{self.lesson.id} does not get on with step {self.step}: {self.session.pending}"

    def reached(self, goal: LessonGoal) -> bool:
        state, choice = self.session.position.state, self.session.pending
        assert not isinstance(choice, Chance)
        new: list[Event] = [event for taken in self.session.taken[self.since :] for event in taken.events]
        offered = [option.verb for option in choice.options] if isinstance(choice, Choice) else []
        phases = [event.text for event in new if event.kind == "phase"]
        unit = state.units.get(goal.unit)
        return (
            (not goal.event or any(event.kind == goal.event for event in new))
            and (not goal.offered or goal.offered in offered)
            and (not goal.hex or (unit is not None and unit.hex == goal.hex))
            and (not goal.phase or state.phase == goal.phase or f"{PHASE_NAMES[goal.phase]}." in phases)
        )


def test_there_are_eight_lessons_in_order() -> None:
    assert list(LESSONS) == [f"L{n}" for n in range(1, 9)]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_can_be_completed(lesson: Lesson) -> None:
    pupil = Pupil(lesson)
    pupil.go()
    assert pupil.step == len(lesson.steps) - 1, pupil.stuck()
    assert not pupil.way
    assert lesson.steps[-1].until is None


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_names_what_there_is(lesson: Lesson) -> None:
    session = Session(find_system("sk1"), lesson.id, {}, Committed(lesson.seed))
    state = session.position.state
    known = {*state.units, *state.weapons, *find_system("sk1").play(state).map.names}
    for step in lesson.steps:
        assert known.issuperset(step.show)
        assert all(rule(id) for id in step.rules)


def test_lessons_are_no_scenarios() -> None:
    system = find_system("sk1")
    assert not set(system.lessons()) & set(system.scenarios())
    assert find_card("L1").title == "Moving"
    assert system.seed_of("L1") and not system.seed_of("S1")


def test_lessons_are_shown() -> None:
    shown = presenter_of(find_system("sk1")).lessons()
    assert [lesson.id for lesson in shown] == list(LESSONS)

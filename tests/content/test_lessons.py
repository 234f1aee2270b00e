"""The lessons: each can be gone through to its end in the way that it gives, on the real engine."""

from __future__ import annotations

import pytest

from content.lesson_pupil import Pupil
from defilade.kernel import Committed, Session
from defilade.rules.lesson_files import WrittenLesson
from defilade.rules.reference import rule
from defilade.rules.sk.lessons import Lesson, load_lessons
from defilade.rules.sl.lessons import load_lessons as load_classic_lessons
from defilade.rules.upfront.scenarios.lessons import Lesson as CardLesson
from defilade.rules.upfront.scenarios.lessons import load_lessons as load_card_lessons
from defilade.systems import find_card, find_system, presenter_of

LESSONS = load_lessons("learn")
GUN_LESSONS = load_lessons("skf/learn")
CARD_LESSONS = load_card_lessons()
CLASSIC_LESSONS = load_classic_lessons()
EVERY: dict[str, WrittenLesson] = {**LESSONS, **GUN_LESSONS, **CLASSIC_LESSONS, **CARD_LESSONS}


def test_there_are_eight_lessons_in_order() -> None:
    assert list(LESSONS) == [f"L{n}" for n in range(1, 9)]


def test_guns_tanks_and_artillery_are_learned_in_six_steps() -> None:
    assert list(GUN_LESSONS) == [f"G{n}" for n in range(1, 7)]


def test_squad_leader_is_learned_in_six_steps() -> None:
    assert list(CLASSIC_LESSONS) == [f"Q{n}" for n in range(1, 7)]


def test_up_front_is_learned_in_six_steps() -> None:
    assert list(CARD_LESSONS) == [f"U{n}" for n in range(1, 7)]


@pytest.mark.parametrize("lesson", EVERY.values(), ids=EVERY)
def test_a_lesson_can_be_completed(lesson: WrittenLesson) -> None:
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


@pytest.mark.parametrize("lesson", GUN_LESSONS.values(), ids=GUN_LESSONS)
def test_a_gun_lesson_names_what_there_is(lesson: Lesson) -> None:
    system = find_system("elst")
    state = Session(system, lesson.id, {}, Committed(lesson.seed)).position.state
    known = {*state.units, *state.weapons, *state.vehicles, *system.play(state).map.names}
    for step in lesson.steps:
        assert known.issuperset(step.show)
        assert all(rule(id) for id in step.rules)


@pytest.mark.parametrize("lesson", CLASSIC_LESSONS.values(), ids=CLASSIC_LESSONS)
def test_a_lesson_of_squad_leader_names_what_there_is(lesson: WrittenLesson) -> None:
    system = find_system("sl")
    state = Session(system, lesson.id, {}, Committed(lesson.seed)).position.state
    known = {*state.units, *state.weapons, *system.play(state).map.names}
    for step in lesson.steps:
        assert known.issuperset(step.show)
        assert all(rule(id) for id in step.rules)


@pytest.mark.parametrize("lesson", CARD_LESSONS.values(), ids=CARD_LESSONS)
def test_a_card_lesson_names_what_there_is(lesson: CardLesson) -> None:
    system = find_system("upfront")
    state = Session(system, lesson.id, {}, Committed(lesson.seed)).position.state
    known = {*state.units, *state.groups, *(card for hand in state.hands.values() for card in hand)}
    for step in lesson.steps:
        assert known.issuperset(step.show)
        assert all(rule(id) for id in step.rules)


def test_lessons_are_no_scenarios() -> None:
    system = find_system("sk1")
    assert not set(system.lessons()) & set(system.scenarios())
    assert find_card("L1").title == "Moving"
    assert system.seed_of("L1") and not system.seed_of("S1")


def test_lessons_are_shown() -> None:
    for system, lessons in (
        ("sk1", list(LESSONS)),
        ("elst", list(GUN_LESSONS)),
        ("sl", list(CLASSIC_LESSONS)),
        ("upfront", list(CARD_LESSONS)),
    ):
        shown = presenter_of(find_system(system)).lessons()
        assert [lesson.id for lesson in shown] == lessons

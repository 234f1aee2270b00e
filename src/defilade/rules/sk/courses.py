"""Which answers of the Starter Kit are given as one: shots and marches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, System
from defilade.kernel.composition import all_of, first_of
from defilade.rules.courses import Course, Opening
from defilade.rules.march_courses import march_openings
from defilade.rules.sk import fire_courses, move_courses
from defilade.rules.sk.state import SkPlay, State


@all_of
def other_openings(g: SkPlay, choice: Choice) -> Iterable[Opening]:
    """What else opens a course here?"""
    return ()


@first_of
def other_course(
    g: SkPlay,
    system: System[State],
    action: Action | None,
    picks: Sequence[str] | None,
    via: Sequence[str],
) -> Course | None:
    """The course of another section that this option opens, or without one the question itself."""


def openings(g: SkPlay, choice: Choice) -> tuple[Opening, ...]:
    """What opens a course here. A shot that is all there is to decide about, and a move under way, stand open."""
    found = []
    for option in choice.options:
        if fire_courses.opens(option):
            found.append(Opening(str(option), hex=option.at, standing=not option.at))
        elif option.verb == "move":
            found.append(Opening(str(option), option.who))
    found += other_openings(g, choice)
    found += march_openings(g, choice, move_courses.MARCHING)
    return tuple(found)


def course(
    system: System[State], state: State, text: str, picks: Sequence[str] | None, via: Sequence[str]
) -> Course | None:
    action = Action.parse(text) if text else None
    play = system.play(state)
    assert isinstance(play, SkPlay)
    other = other_course(play, system, action, picks, via)
    if other is not None:
        return other
    if action is not None and fire_courses.opens(action):
        return fire_courses.fire_course(system, state, action, picks)
    return move_courses.move_course(system, state, action, picks or (), via)

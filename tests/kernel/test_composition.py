"""Parts, hooks and how they are composed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import (
    CompositionError,
    Entries,
    Part,
    Rules,
    all_of,
    any_of,
    bar,
    first_of,
    handed_on,
    modified,
    only,
    told,
)


class Game:
    def __init__(self, *parts: Part) -> None:
        self.rules = Rules(parts)
        self.heard: list[str] = []


@bar
def moving_bar(g: Game, unit: str) -> Refusal | None:
    """Why may this unit not move?"""


@any_of
def is_hidden(g: Game, unit: str) -> bool:
    """Is this unit out of sight?"""
    return unit == "ghost"


@all_of
def marks(g: Game, unit: str) -> Iterable[str]:
    """What lies on this unit?"""
    return ()


@first_of
def cost(g: Game, unit: str) -> int:
    """What does a step cost?"""
    return 1


@told
def on_moved(g: Game, unit: str) -> None:
    """A unit has moved."""


@handed_on
def allowance(g: Game, points: int, unit: str) -> int:
    """How far may it go?"""
    return points


@only
def destroy(g: Game, unit: str) -> str:
    """Take a unit off the map."""
    raise NotImplementedError


@modified
def check_lines(g: Game, unit: str) -> Iterable[Line]:
    """What changes a check of this unit?"""
    return ()


def test_where_nobody_answers_the_question_answers_itself() -> None:
    g = Game()
    assert moving_bar(g, "a") is None
    assert is_hidden(g, "ghost") and not is_hidden(g, "a")
    assert marks(g, "a") == []
    assert cost(g, "a") == 1
    assert allowance(g, 4, "a") == 4
    on_moved(g, "a")


def test_answers_come_in_the_order_of_the_parts() -> None:
    mud, snow = Part(), Part()

    @snow.answers(moving_bar)
    def in_snow(g: Game, unit: str) -> Refusal | None:
        return Refusal("snow", "T:2")

    @mud.answers(moving_bar)
    def in_mud(g: Game, unit: str) -> Refusal | None:
        return Refusal("mud", "T:1") if unit == "a" else None

    for part, value in ((mud, "mud"), (snow, "snow")):
        part.answers(marks)(lambda g, unit, value=value: (value,))
        part.answers(on_moved)(lambda g, unit, value=value: g.heard.append(value))
        part.answers(allowance)(
            lambda g, points, unit, value=value: points * 2 if value == "mud" else points - 1
        )
    g = Game(mud, snow)
    assert moving_bar(g, "a") == Refusal("mud", "T:1")
    assert moving_bar(g, "b") == Refusal("snow", "T:2")
    assert marks(g, "a") == ["mud", "snow"]
    assert allowance(g, 4, "a") == 7
    on_moved(g, "a")
    assert g.heard == ["mud", "snow"]
    assert allowance(Game(snow, mud), 4, "a") == 6


def test_first_answer_may_be_nothing_but_not_none() -> None:
    free = Part()
    free.answers(cost)(lambda g, unit: 0 if unit == "a" else None)
    assert cost(Game(free), "a") == 0
    assert cost(Game(free), "b") == 1


def test_one_yes_is_enough() -> None:
    part = Part()
    part.answers(is_hidden)(lambda g, unit: False)
    part.answers(is_hidden)(lambda g, unit: unit == "scout")
    assert is_hidden(Game(part), "scout") and not is_hidden(Game(part), "a")


def test_exactly_one_part_does_what_only_one_can() -> None:
    one, other = Part(), Part()
    one.answers(destroy)(lambda g, unit: f"{unit} gone")
    other.answers(destroy)(lambda g, unit: f"{unit} away")
    assert destroy(Game(one), "a") == "a gone"
    with pytest.raises(CompositionError, match="destroy> wants one answer and has 2"):
        Rules([one, other])
    with pytest.raises(CompositionError, match="destroy> wants one answer and has 0"):
        Rules([], hooks=[destroy])


def test_modifiers_stand_in_the_order_of_their_steps_and_can_be_listed() -> None:
    late, early = Part(), Part()

    @late.modifies(check_lines, "T:9", step=2)
    def leadership(g: Game, unit: str) -> Iterable[Line]:
        yield Line("leader", -1, "T:9")

    @early.modifies(check_lines, "T:3", "T:4", step=1)
    def terrain(g: Game, unit: str) -> Iterable[Line]:
        if unit == "a":
            yield Line("woods", 1, "T:3")

    g = Game(late, early)
    assert [line.rule for line in check_lines(g, "a")] == ["T:3", "T:9"]
    assert [line.rule for line in check_lines(g, "b")] == ["T:9"]
    assert [(m.name, m.step, m.rules) for m in check_lines.of(g.rules)] == [
        ("terrain", 1, ("T:3", "T:4")),
        ("leadership", 2, ("T:9",)),
    ]


class Verb(NamedTuple):
    name: str
    cost: int


VERBS = Entries[Verb]("verbs of a move", key=lambda verb: verb.name)


def test_entries_are_found_by_their_key_and_stand_once() -> None:
    part, twin = Part(), Part()
    part.adds(VERBS, Verb("enter", 1), Verb("stop", 0))
    twin.adds(VERBS, Verb("stop", 2))
    assert list(VERBS(Game(part))) == ["enter", "stop"]
    assert VERBS(Game(part))["enter"].cost == 1
    assert VERBS(Game()) == {}
    with pytest.raises(CompositionError, match="verbs of a move> has two entries 'stop'"):
        Rules([part, twin])


def test_entries_may_have_an_order_of_their_own() -> None:
    by_cost = Entries[Verb]("verbs by cost", key=lambda verb: verb.name, order=lambda verb: verb.cost)
    part = Part()
    part.adds(by_cost, Verb("enter", 1), Verb("stop", 0))
    assert list(by_cost(Game(part))) == ["stop", "enter"]


def test_a_part_may_consist_of_others() -> None:
    inner = Part()
    inner.answers(is_hidden)(lambda g, unit: True)
    inner.adds(VERBS, Verb("stop", 0))
    g = Game(Part(inner))
    assert is_hidden(g, "a") and "stop" in VERBS(g)


def test_a_hook_says_what_it_asks() -> None:
    assert moving_bar.__doc__ == "Why may this unit not move?"
    assert repr(moving_bar).endswith("test_composition.moving_bar>")
    part = Part()
    part.answers(is_hidden)(lambda g, unit: True)
    assert list(Rules([part]).answered()) == [is_hidden]

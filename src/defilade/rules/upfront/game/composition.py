"""What a section of Up Front can bring besides answers: actions of a group, free actions, ways to discard, and words.

The sequence of play lists what these offer and knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Action, Refusal
from defilade.kernel import composition as kernel
from defilade.kernel.composition import Entries
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group

Words = Callable[[UfPlay, Action], str]


class GroupAction(msgspec.Struct, frozen=True):
    """Something that a group can do as its action (UF:4.2-a): move, fire, rally, infiltrate or fight hand to hand
    (UF:4.24), or alter itself (UF:4.25). The first of `who` is always the acting group.

    `take` carries it out and calls `g.spend(group)` once the action is taken for good.
    """

    verb: str
    options: Callable[[UfPlay, Group], Iterable[Action]]
    take: Callable[[UfPlay, Group, Action], None]
    words: Words
    why_not: Callable[[UfPlay, Group, Action], Refusal | None] | None = None


class FreeAction(msgspec.Struct, frozen=True):
    """Something that a side may do in its own turn without spending an action."""

    verb: str
    options: Callable[[UfPlay, str], Iterable[Action]]
    take: Callable[[UfPlay, str, Action], None]
    words: Words


class Discard(msgspec.Struct, frozen=True):
    """A way to get rid of an unused card (UF:4.3-b). The first of `who` is always the card.

    Discards are all picked before the first is carried out (UF:4.3-qa).  Then `take` is called for each in turn: the
    card has left the hand and `take` must put it somewhere (`g.bury`, `g.discard`, on a group).
    """

    verb: str
    options: Callable[[UfPlay, str], Iterable[Action]]
    take: Callable[[UfPlay, str, Action], None]
    words: Words


GROUP_ACTIONS = Entries[GroupAction]("actions of a group", key=lambda action: action.verb)
FREE_ACTIONS = Entries[FreeAction]("free actions", key=lambda action: action.verb)
DISCARDS = Entries[Discard]("ways to discard", key=lambda discard: discard.verb)


class Wording(NamedTuple):
    """How an option of a procedure reads."""

    verb: str
    words: Words


WORDINGS = Entries[Wording]("words for options", key=lambda wording: wording.verb)


class Part(kernel.Part):
    """What one section of Up Front brings."""

    def action(self, verb: str, options: Any, take: Any, words: Words, why_not: Any = None) -> None:
        self.adds(GROUP_ACTIONS, GroupAction(verb, options, take, words, why_not))

    def free_action(self, verb: str, options: Any, take: Any, words: Words) -> None:
        self.adds(FREE_ACTIONS, FreeAction(verb, options, take, words))

    def discard(self, verb: str, options: Any, take: Any, words: Words) -> None:
        self.adds(DISCARDS, Discard(verb, options, take, words))

    def wording(self, verb: str, words: Words) -> None:
        self.adds(WORDINGS, Wording(verb, words))


def words_for(g: UfPlay, verb: str) -> Words | None:
    """How an action of this verb reads."""
    every = (
        DISCARDS(g).get(verb),
        FREE_ACTIONS(g).get(verb),
        GROUP_ACTIONS(g).get(verb),
        WORDINGS(g).get(verb),
    )
    return next((found.words for found in every if found is not None), None)

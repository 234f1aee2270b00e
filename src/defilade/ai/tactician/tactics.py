"""What a system tells the opponent: its plans, a quick answer to anything, and how good a position is.

A system that supplies a `Tactics` is played by the same search as all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from defilade.kernel import Action, ChanceSource, Choice, Position
from defilade.tactics.names import Side


class Proposal(msgspec.Struct, frozen=True):
    """Something that could be done now, and the plan that it begins."""

    action: Action
    plan: str
    """The name of the plan; the tactics follow it when it is played on."""
    value: float = 0.0
    """What the plan itself expects of it beside the other proposals, in the currency of `evaluate`."""


class Line(Protocol):
    """Plays both sides of one line from where it begins; it may remember what it is about."""

    def reply(self, position: Position[Any], choice: Choice, plan: str = "") -> Action:
        """A quick and sensible answer to a choice of either side, following a plan if one is named."""


class Ahead(Protocol):
    """What a look ahead needs to know of a system."""

    def luck(self, seed: int) -> ChanceSource:
        """The luck of a round; the step that it is asked for is the number of epochs since the line began."""

    def line(self) -> Line:
        """Somebody to play both sides of a line ahead."""

    def evaluate(self, position: Position[Any], side: Side) -> float:
        """How good a position is for a side; the same unit for all positions of a system."""

    def epoch(self, position: Position[Any], side: Side) -> Any:
        """A value that changes where a look ahead of a side may end: with each player turn, for one."""

    def work(self, position: Position[Any]) -> int:
        """About what it takes to answer at a glance what a line waits for, and to go on from there: in hundredths
        of a millisecond of an ordinary machine, by what can be counted."""


class Tactics(Ahead, Protocol):
    """A system in the eyes of the opponent. Positions are full ones: the real one as far as the side knows it,
    the rest imagined."""

    doubt: float
    """How far off the plans' own judgement of a proposal usually is, in the currency of `evaluate`."""
    margin: float
    """By how much better something else must be found than what the plans trust most, in the same currency."""
    currency: str
    """What `evaluate` counts, in the players' words: 1 is one of these."""

    def phase(self, position: Position[Any]) -> str:
        """The phase, in the widest sense: the decisions of a side over which its thinking is spread."""

    def proposals(self, position: Position[Any], choice: Choice, plans: Sequence[str]) -> list[Proposal]:
        """What the plans would do, the most trusted first; never empty, each action once. Of one plan, what it
        would do and no more."""

    def strange(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        """The options that no plan knows anything of: all of them where it is the whole question that is strange."""

    def strange_at_a_glance(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        """The options that the quick look knows nothing of, in the same way."""

    def alike(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        """Options of a set-up that are about as good as the best, so that no two games need begin alike; none where one
        is to be taken."""

    def searches(self, position: Position[Any], choice: Choice) -> bool:
        """Whether this is a decision that is worth playing out."""

    def is_critical(self, position: Position[Any], choice: Choice) -> bool:
        """Whether it is one of the few that must be played out even in a hurry: much hangs on it, and it takes
        few steps to see what comes of it."""

    def reasons(self, position: Position[Any], choice: Choice, action: Action) -> list[str]:
        """Two or three reasons, with odds, for or against an action, in plain words."""

    def means(self, plan: str) -> str:
        """What a plan is about, in plain words; nothing for a name that is no plan."""

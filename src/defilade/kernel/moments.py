"""The three kinds of moment, what answers them, and what they leave behind.

A game stands at a `Choice`, a `Chance` or `Over`.  A choice is answered by one of its listed `Action`s, a
chance by an `Outcome`.  Either leaves `Event`s, which carry the rule ids they apply and, where a number was
added up, the `Breakdown` that shows how.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel.encoding import always
from defilade.kernel.names import Side


class Action(msgspec.Struct, frozen=True, order=True):
    """What a side does: a verb, the counters it concerns, where, and how.

    >>> str(Action("move", ("g3", "g7"), "yK5", "road"))
    'move g3+g7 yK5 road'
    >>> Action.parse("move g3+g7 yK5 road") == Action("move", ("g3", "g7"), "yK5", "road")
    True
    >>> str(Action("done")), str(Action("target", (), "yN5"))
    ('done', 'target - yN5')
    """

    verb: str
    who: tuple[str, ...] = ()
    at: str = ""
    how: str = ""

    def __str__(self) -> str:
        words = [self.verb, "+".join(self.who) or "-", self.at or "-", self.how or "-"]
        while len(words) > 1 and words[-1] == "-":
            words.pop()
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Action:
        words = text.split()
        if not 1 <= len(words) <= 4:
            raise ValueError(f"an action is 'verb who at how', 1 to 4 words; got {text!r}")
        verb, who, at, how = (*words, "-", "-", "-")[:4]
        return cls(
            verb,
            () if who == "-" else tuple(who.split("+")),
            "" if at == "-" else at,
            "" if how == "-" else how,
        )


class Outcome(msgspec.Struct, frozen=True):
    """What chance brought: faces of dice in the order asked for (a DR is coloured die, white die), or the card,
    chit or counter drawn from the pool that was offered."""

    dice: tuple[int, ...] = ()
    drawn: str = ""

    def __str__(self) -> str:
        return self.drawn or ",".join(str(face) for face in self.dice)


Step = Action | Outcome


class Choice(msgspec.Struct, frozen=True):
    """A side must choose one of `options`; the list is complete."""

    side: Side
    asks: str
    options: tuple[Action, ...]
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    at: str = ""


class Chance(msgspec.Struct, frozen=True):
    """Dice are to be thrown (`dice` six-sided ones unless `faces` says otherwise) or one of `pool` is drawn.

    What a `secret` pool holds is nobody's to know: no view shows it."""

    asks: str
    dice: int = 0
    faces: int = 6
    pool: tuple[str, ...] = ()
    side: Side = ""
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    secret: bool = False

    def admits(self, outcome: Outcome) -> bool:
        if self.pool:
            return outcome.drawn in self.pool and not outcome.dice
        return (
            len(outcome.dice) == self.dice
            and not outcome.drawn
            and all(1 <= face <= self.faces for face in outcome.dice)
        )


class Over(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game has ended. `winner` is empty in a draw."""

    winner: Side
    why: str
    rules: tuple[str, ...] = ()


Moment = Choice | Chance | Over


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a breakdown: what, how much (as shown), by which rule."""

    label: str
    value: int | float
    """Whole numbers stay whole when a frame that holds a line is written down and read back."""
    rule: str
    sign: str = always("+")
    """`+` adds the value to the dice, `x` multiplies firepower, `=` states a figure, `fp` adds firepower."""


class Breakdown(msgspec.Struct, frozen=True):
    """How a number came about. Preview, log line and test assertion are all this one thing."""

    title: str
    lines: tuple[Line, ...]
    total: float = 0
    column: int = 0
    rules: tuple[str, ...] = ()

    @property
    def drm(self) -> int:
        return int(sum(line.value for line in self.lines if line.sign == "+"))

    def value(self, rule: str) -> float | None:
        """The value of the line with this rule id, if there is one."""
        return next((line.value for line in self.lines if line.rule == rule), None)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something happened. `seen_by` empty means that everybody saw it."""

    kind: str
    text: str
    rules: tuple[str, ...] = ()
    side: Side = ""
    who: tuple[str, ...] = ()
    at: str = ""
    dice: tuple[int, ...] = ()
    breakdown: Breakdown | None = None
    seen_by: tuple[str, ...] = ()

    def visible_to(self, side: Side) -> bool:
        return not self.seen_by or side in self.seen_by


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done, and the rule that says so."""

    reason: str
    rule: str = ""


class IllegalAction(Exception):
    """An action or outcome that the moment does not admit. The state was not touched."""

    def __init__(self, refusal: Refusal, step: Step | None = None) -> None:
        self.refusal = refusal
        self.step = step
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        super().__init__(f"{refusal.reason}{rule}")


def drm_lines(lines: Iterable[Line]) -> int:
    """The sum of the dice modifiers among `lines`."""
    return int(sum(line.value for line in lines if line.sign == "+"))

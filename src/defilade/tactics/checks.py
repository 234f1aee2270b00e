"""Checks of units by dice: morale, pin, task and rally checks are one procedure.

A section declares a frame for its check and a `CheckKind` that says what it is called, which number it must not exceed,
which lines modify the dice, and what follows; `check_procedure` makes the procedure of it.  The lines are the odds
before, the log line after, and what a test compares.

Several checks of one kind that a hex must take are a `CheckRound`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, dice_sums
from defilade.kernel.composition import Part, only
from defilade.kernel.encoding import always
from defilade.tactics.play import AnyBoard, BoardPlay
from defilade.tactics.units import Unit

PART = Part()

ATTACK = "attack"
"""What most checks come from."""


class Thrown(NamedTuple):
    """How a check came out."""

    dice: tuple[int, ...]
    original: int
    final: int
    level: int
    passed: bool
    exactly: bool
    """It passed, and no higher roll would have."""

    @property
    def failed_by(self) -> int:
        return self.final - self.level


class CheckKind(NamedTuple):
    """A kind of check: a unit throws dice, and the final roll must not exceed a number."""

    event: str
    title: str
    """As in `MC of 4-6-7 A`."""
    asks: Callable[[Any, Any, Unit], str]
    level: Callable[[Any, Any, Unit], int]
    lines: Callable[[Any, Any, Unit], tuple[Line, ...]]
    taken: Callable[[Any, Any, Unit, Thrown], None]
    """What follows. It ends the frame, or goes on with it."""
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Rules that the roll carries out besides."""
    when_passed: tuple[str, ...] = ()
    against: str = "morale"
    verdicts: tuple[str, str] = ("passes.", "fails.")
    always_fails: int = 0
    """An original roll that fails whatever it adds up to."""
    dice: int = 2
    faces: int = 6
    states_level: bool = False
    """Its breakdown states the number to reach, not the final roll."""
    given: Callable[[Any, Any], tuple[int, ...]] = lambda g, frame: ()
    """Dice that have fallen already, and count for this check."""
    goes_on: Callable[[Any, Any, Unit], bool] = lambda g, frame, unit: False
    """Go on with what a check that has been thrown left to do; yes if there was something."""


def sum_up(g: BoardPlay[Any], kind: CheckKind, frame: Frame, unit: Unit) -> Breakdown:
    """What a check adds up to before its dice; `total` is the number that the final roll must not exceed."""
    lines = kind.lines(g, frame, unit)
    return Breakdown(
        f"{kind.title} of {g.name(unit)}", lines, total=kind.level(g, frame, unit), rules=kind.rules
    )


def thrown(kind: CheckKind, level: int, drm: int, dice: tuple[int, ...]) -> Thrown:
    """How dice come out against a number."""
    original = sum(dice)
    highest = level - drm
    if kind.always_fails:
        highest = min(highest, kind.always_fails - 1)
    return Thrown(dice, original, original + drm, level, original <= highest, original == highest)


def chance_to_pass(level: int, drm: int, always_fails: int = 0, dice: int = 2, faces: int = 6) -> float:
    """The exact chance that a check is passed.

    >>> round(chance_to_pass(7, 0) * 36), round(chance_to_pass(12, -1, 12) * 36), chance_to_pass(1, 0)
    (21, 35, 0.0)
    """
    highest = level - drm
    if always_fails:
        highest = min(highest, always_fails - 1)
    ways = sum(number for total, number in dice_sums(dice, faces) if total <= highest)
    return float(ways / faces**dice)


def check_procedure(part: Part, frame_type: type[Frame], kind: CheckKind) -> None:
    """Make the procedure of a frame with a field `unit`: the unit checks, unless it is gone."""

    @part.decisions(frame_type)
    def ask(g: BoardPlay[Any], frame: Any) -> Chance | None:
        unit = g.state.units.get(frame.unit)
        if unit is None or kind.given(g, frame) or _left(frame):
            return None
        return Chance(
            kind.asks(g, frame, unit),
            dice=kind.dice,
            faces=kind.faces,
            side=unit.side,
            rules=kind.rules,
            about=(unit.id,),
        )

    @ask
    def take(g: BoardPlay[Any], frame: Any, answer: Action | Outcome | None) -> None:
        unit = g.state.units.get(frame.unit)
        if unit is None:
            g.pop()
        elif not kind.goes_on(g, frame, unit):
            dice = answer.dice if isinstance(answer, Outcome) else kind.given(g, frame)
            _resolve(g, kind, frame, unit, dice)


def _left(frame: Any) -> bool:
    """Whether the dice have fallen and something is still to do."""
    return getattr(frame, "failed_by", None) is not None


def _resolve(g: BoardPlay[Any], kind: CheckKind, frame: Frame, unit: Unit, dice: tuple[int, ...]) -> None:
    beforehand = sum_up(g, kind, frame, unit)
    level = int(beforehand.total)
    found = thrown(kind, level, beforehand.drm, dice)
    shown = beforehand if kind.states_level else msgspec.structs.replace(beforehand, total=found.final)
    g.say(
        kind.event,
        f"{g.name(unit)} rolls {found.original}, final {found.final}, against {kind.against} {level}: "
        + kind.verdicts[0 if found.passed else 1],
        *kind.rules,
        *kind.also,
        *(kind.when_passed if found.passed else ()),
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=dice,
        breakdown=shown,
    )
    kind.taken(g, frame, unit, found)


# -- rounds ------------------------------------------------------------------------------------------------


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a round of checks: who, and the number that is added to its dice."""

    unit: str
    drm: int = 0


class CheckRound(Frame):
    """Checks of one kind of the units in one hex, one after the other, in the order of `check_order`.

    `helpers` are the leaders who have passed unharmed so far; they help in a round of the same attack that follows,
    too.
    """

    kind: str
    queue: tuple[Check, ...]
    why: str = ""
    source: str = always(ATTACK)
    helpers: tuple[str, ...] = ()


@only
def check_order(g: AnyBoard, unit: Unit) -> tuple[int, ...]:
    """When does a unit take its check among those of its hex? The lowest goes first."""
    raise NotImplementedError


@only
def check_of(g: AnyBoard, unit: Unit, check: Check, frame: CheckRound) -> Frame | None:
    """Which procedure is this check of a round? None where the unit need not take it any more."""
    raise NotImplementedError


def check_round(
    g: BoardPlay[Any], kind: str, checks: Iterable[Check], *, why: str, source: str, helpers: tuple[str, ...]
) -> CheckRound:
    """A round of checks in the order in which they must be taken."""
    ordered = sorted(checks, key=lambda check: check_order(g, g.unit(check.unit)))
    return CheckRound(kind, tuple(ordered), why, source, helpers)


def check_rounds(
    g: BoardPlay[Any], checks: Iterable[tuple[str, Check]], helpers: tuple[str, ...]
) -> list[CheckRound]:
    """The checks (kind and entry) that one attack asks of a hex, in the order in which they must be taken."""
    both = sorted(checks, key=lambda entry: check_order(g, g.unit(entry[1].unit)))
    return [
        CheckRound(kind, tuple([check for _, check in entries]), helpers=helpers)
        for kind, entries in groupby(both, key=itemgetter(0))
    ]


@PART.automatic(CheckRound)
def run_check_round(g: BoardPlay[Any], frame: CheckRound) -> None:
    if not frame.queue:
        g.pop()
        below = g.state.stack[-1] if g.state.stack else None
        if type(below) is CheckRound:
            below.helpers = frame.helpers
        return
    check, *rest = frame.queue
    frame.queue = tuple(rest)
    unit = g.state.units.get(check.unit)
    if unit is None:
        return
    found = check_of(g, unit, check, frame)
    if found is not None:
        g.push(found)


def report_helper(g: BoardPlay[Any], leader: Unit) -> None:
    """A leader who passed unharmed helps those who check after him in the same round."""
    below = g.state.stack[-1] if g.state.stack else None
    if type(below) is CheckRound:
        below.helpers = (*below.helpers, leader.id)


def best_of(leaders: Iterable[Unit], value: Callable[[Unit], int]) -> Unit | None:
    """The leader with the best modifier, the first of equals. Modifiers of several never add up."""
    return min(leaders, key=value, default=None)

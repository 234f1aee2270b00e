"""What becomes of a stored game under the rules of now.

A game is the *same* when every step is still taken and tells the same events.  It is *migrated* when every step
is still taken, but something differs: it goes on, as the rules of now have it.  It is *pinned* when a step is no
longer taken: it cannot go on from there, and stays readable as a record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from defilade.kernel.engine import Position, System
from defilade.kernel.log import Entry, GameLog, LogError, check_version
from defilade.kernel.moments import Chance, Choice, Event, IllegalAction, Over

Verdict = Literal["same", "migrated", "pinned"]


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step (0 is the start) that does not do what it did: what it told then, and what now. Both are empty where
    only the state differs, as far as the log can tell."""

    step: int
    taken: str
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step that is no longer taken, why, and by which rule."""

    step: int
    taken: str
    reason: str
    rule: str = ""

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return (
            f"step {self.step} ({self.taken}): {self.reason}{rule}" if self.step else f"{self.reason}{rule}"
        )


class Replayed(msgspec.Struct, omit_defaults=True):
    """A game, played again."""

    steps: int
    """How many it has."""
    differences: list[Difference] = msgspec.field(default_factory=list)
    stop: Stop | None = None
    other_states: int = 0
    """Steps that tell the same but leave a state that is written differently."""
    goes_on_from: int = 0
    """The step of a kept state from which a stopped game goes on all the same."""

    @property
    def verdict(self) -> Verdict:
        if self.stop is not None and not self.goes_on_from:
            return "pinned"
        return "migrated" if self.stop is not None or self.differences else "same"


def replayed(log: GameLog, find_system: Callable[[str], System[Any]]) -> Replayed:
    """Play a stored game with the rules of now."""
    found = Replayed(len(log.entries))
    try:
        system = find_system(log.system)
        check_version(log, system)
        position, events = system.begin(log.scenario, log.options)
    except Exception as error:
        found.stop = Stop(0, "the start", reason_of(error))
        return found
    _compare(found, 0, "the start", position.bears(log.start), log.opening if log.tells else None, events)
    for number, entry in enumerate(log.entries, 1):
        try:
            _take(found, number, entry, log.tells, position)
        except Exception as error:
            found.stop = stop_at(number, entry, error)
            return found
    _compare_end(found, log, position)
    return found


def stop_at(number: int, entry: Entry, error: Exception) -> Stop:
    """Why a step was not taken."""
    rule = error.refusal.rule if isinstance(error, IllegalAction) else ""
    return Stop(number, entry.told, reason_of(error), rule)


def reason_of(error: Exception) -> str:
    """A refusal in its own words; of a failure, which it was."""
    if isinstance(error, IllegalAction):
        return error.refusal.reason
    if isinstance(error, LogError):
        return str(error)
    return f"the rules of now fail here: {type(error).__name__}: {error}"


def _take(found: Replayed, number: int, entry: Entry, tells: bool, position: Position[Any]) -> None:
    moment = position.pending
    asked = moment.side if isinstance(moment, Choice | Chance) else ""
    if asked != entry.side:
        was, now = f"asked of {entry.side or 'nobody'}", f"asked of {asked or 'nobody'}"
        found.differences.append(Difference(number, entry.told, (was,), (now,)))
    events = position.advance(entry.step)
    _compare(found, number, entry.told, position.bears(entry.digest), entry.events if tells else None, events)


def _compare(
    found: Replayed,
    number: int,
    taken: str,
    same_state: bool,
    then: Sequence[Event] | None,
    now: Sequence[Event],
) -> None:
    if then is None:
        if not same_state:
            found.differences.append(Difference(number, taken))
        return
    if list(then) != list(now):
        was, is_now = _only_in(then, now), _only_in(now, then)
        found.differences.append(Difference(number, taken, was, is_now))
    elif not same_state:
        found.other_states += 1


def _only_in(these: Sequence[Event], those: Sequence[Event]) -> tuple[str, ...]:
    return tuple(told(event) for event in these if event not in those)


def told(event: Event) -> str:
    """An event in a line, with what its number is made of, so that two that differ look different."""
    rules = f" [{', '.join(event.rules)}]" if event.rules else ""
    lines = event.breakdown.lines if event.breakdown else ()
    sums = "; ".join(f"{line.label} {line.sign}{line.value} [{line.rule}]" for line in lines)
    return f"{event.text}{rules}" + (f" ({sums})" if sums else "")


def _compare_end(found: Replayed, log: GameLog, position: Position[Any]) -> None:
    moment = position.pending
    if isinstance(moment, Over) and log.result != moment.winner:
        was, now = log.result or "nobody", moment.winner or "nobody"
        found.differences.append(
            Difference(len(log.entries), "the end", (f"{was} won",), (f"{now} has won: {moment.why}",))
        )

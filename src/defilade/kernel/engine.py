"""The engine: `pending` and `apply` over any system.

A `System` is a composition: procedures, a state type, and the few functions that only it can give (how a game
starts, what a side may see, how an action reads).  A `Position` is a state together with its pending moment,
worked out once.
"""

from __future__ import annotations

import hashlib
import operator
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from defilade.kernel.encoding import Fields, encode_as_format_1
from defilade.kernel.frames import Frame, Procedures
from defilade.kernel.moments import (
    Action,
    Breakdown,
    Chance,
    Choice,
    Event,
    IllegalAction,
    Moment,
    Outcome,
    Over,
    Refusal,
    Step,
)
from defilade.kernel.names import Side

MAX_AUTOMATIC_STEPS = 10_000
"""A procedure that goes on by itself for longer than this is a defect: the engine says so instead of hanging."""

DIGEST_MARK = "2:"
"""What digests begin with that leave out defaults. Those of logs of format 1 have no mark."""


class HasStack(Protocol):
    stack: list[Frame]


S = TypeVar("S", bound=HasStack)


class Play(Generic[S]):
    """What a procedure works with: the state it may change, and the events it leaves.

    Systems subclass it to hang their unchanging parts (map, tables, scenario) beside the state.
    """

    __slots__ = ("events", "silent", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []
        self.silent = False

    def push(self, frame: Frame) -> None:
        self.state.stack.append(frame)

    def push_in_order(self, *frames: Frame) -> None:
        """Push frames so that the first of them runs first."""
        self.state.stack.extend(reversed(frames))

    def pop(self) -> Frame:
        return self.state.stack.pop()

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def say(
        self,
        kind: str,
        text: str,
        *rules: str,
        side: Side = "",
        who: tuple[str, ...] = (),
        at: str = "",
        dice: tuple[int, ...] = (),
        breakdown: Breakdown | None = None,
        seen_by: tuple[str, ...] = (),
    ) -> None:
        if not self.silent:
            self.events.append(Event(kind, text, rules, side, who, at, dice, breakdown, seen_by))


class Outlook(msgspec.Struct, frozen=True):
    """What an option means for some of those whom it concerns: who, the figures and the odds."""

    label: str
    breakdown: Breakdown
    odds: Mapping[str, float]


class Described(msgspec.Struct, frozen=True):
    """An option in words: a label, the rules behind it, and the preview of its odds where there is one.

    Where one and the same throw means different things for different pieces, `each` has all of them, and the
    preview itself is that of the first."""

    label: str
    rules: tuple[str, ...] = ()
    breakdown: Breakdown | None = None
    odds: Mapping[str, float] | None = None
    each: tuple[Outlook, ...] = ()


class System(ABC, Generic[S]):
    """A rule system: what the kernel must be told, and nothing more."""

    id: str
    version: str
    """The number of its rules: one more when a correction makes games that were stored before go differently."""
    procedures: Procedures

    @abstractmethod
    def scenarios(self) -> tuple[str, ...]:
        """The ids of the scenarios that this system can start."""

    def lessons(self) -> tuple[str, ...]:
        """The ids of positions to learn from. They are started like scenarios, but are not listed among them."""
        return ()

    def seed_of(self, scenario: str) -> str:
        """The seed of a game whose dice always fall the same, as in a lesson; empty for all others."""
        return ""

    @abstractmethod
    def start(self, scenario: str, options: Mapping[str, str]) -> S:
        """The state before the first moment. Raises a named error for an unknown scenario or option."""

    @abstractmethod
    def sides(self, state: S) -> tuple[str, ...]: ...

    def team(self, state: S, side: Side) -> str:
        """With whom a side wins and loses: sides of the same team do. Otherwise each is for itself."""
        return side

    @abstractmethod
    def play(self, state: S) -> Play[S]: ...

    @abstractmethod
    def state_type(self) -> type[S]: ...

    def fields_of_format_1(self) -> Fields:
        """What logs of format 1 wrote down of each struct; nothing where a system is younger than that format."""
        return {}

    @abstractmethod
    def redact(self, state: S, side: Side) -> S:
        """A copy of the state without what `side` may not know. `side` may be `spectator`."""

    def has_secrets(self, state: S) -> bool:
        """Whether sides may come to know different things in this game. It follows from what everybody knows,
        such as the scenario, and so gives nothing away itself."""
        return True

    @abstractmethod
    def determinize(self, view: S, side: Side, rng: random.Random) -> S:
        """A full state that is consistent with a redacted one."""

    @abstractmethod
    def describe(self, state: S, action: Action) -> Described: ...

    @abstractmethod
    def clone(self, state: S) -> S: ...

    def why_not(self, state: S, choice: Choice, action: Action) -> Refusal:
        """The reason why an unlisted action is refused, asked of the procedure that is running."""
        top = state.stack[-1]
        explain = self.procedures.by_type[type(top)].why_not
        if explain is not None:
            refusal = explain(self.play(self.clone(state)), top, action)
            if isinstance(refusal, Refusal):
                return refusal
        rule = choice.rules[0] if choice.rules else ""
        return Refusal(f"'{action}' is not among the choices for: {choice.asks}", rule)

    # -- the engine proper -------------------------------------------------------------------------------

    def pending(self, state: S) -> Moment:
        """What the game waits for. Never changes the state."""
        if not state.stack:
            return self.result(state)
        top = state.stack[-1]
        moment = self.procedures.by_type[type(top)].ask(self.play(state), top)
        if moment is None:
            raise AssertionError(f"{type(top).__name__} should have been run on")
        return moment

    @abstractmethod
    def result(self, state: S) -> Over:
        """The result of a game whose stack has run empty."""

    def settle(self, play: Play[S]) -> Choice | Chance | None:
        """Run automatic frames until somebody must decide, dice must fall, or the stack is empty (None)."""
        by_type = self.procedures.by_type
        stack = play.state.stack
        for _ in range(MAX_AUTOMATIC_STEPS):
            if not stack:
                return None
            top = stack[-1]
            procedure = by_type[type(top)]
            moment = procedure.ask(play, top)
            if moment is not None:
                if type(moment) is Choice and not moment.options:
                    raise AssertionError(f"{type(top).__name__} asks {moment.asks!r} but offers no option")
                return moment
            procedure.take(play, top, None)
        raise AssertionError(f"{type(stack[-1]).__name__} does not come to rest")

    def begin(
        self, scenario: str, options: Mapping[str, str] | None = None
    ) -> tuple[Position[S], list[Event]]:
        """A new game, run on to its first moment."""
        play = self.play(self.start(scenario, options or {}))
        moment = self.settle(play)
        return Position(self, play.state, moment), play.events

    # -- writing down --------------------------------------------------------------------------------------

    def encode(self, state: S) -> bytes:
        """The state as JSON, without the fields that hold their defaults. Tables keep their order: what a game offers
        and does first depends on it, and a state read back must go on exactly like the one written down."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """Read a state back. Raises `msgspec.ValidationError` or `msgspec.DecodeError` where it is not one."""
        plain = msgspec.json.decode(data)
        stack = plain.get("stack", []) if isinstance(plain, dict) else None
        if not isinstance(stack, list):
            raise msgspec.ValidationError("a state is an object with a stack")
        frames = [self._frame(entry) for entry in stack]
        plain["stack"] = []
        state = msgspec.convert(plain, self.state_type())
        state.stack.extend(frames)
        return state

    def _frame(self, entry: Any) -> Frame:
        tag = entry.get("frame") if isinstance(entry, dict) else None
        kind = self.procedures.by_tag.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise msgspec.ValidationError(f"unknown frame {tag!r} on the stack")
        return msgspec.convert(entry, kind)


class Position(Generic[S]):
    """A state and what it waits for.

    `apply` leaves this position alone and gives a new one; `advance` moves this one on, for those who own it.
    """

    __slots__ = ("_pending", "state", "system")

    def __init__(self, system: System[S], state: S, pending: Choice | Chance | None = None) -> None:
        self.system = system
        self.state = state
        self._pending: Moment | None = pending

    @property
    def pending(self) -> Moment:
        moment = self._pending
        if moment is None:
            moment = self._pending = self.system.pending(self.state)
        return moment

    def clone(self) -> Position[S]:
        twin = Position(self.system, self.system.clone(self.state))
        twin._pending = self._pending
        return twin

    def check(self, step: Step) -> None:
        """Refuse a step that the moment does not admit; the state is not touched."""
        moment = self.pending
        if type(moment) is Choice:
            if type(step) is not Action:
                raise IllegalAction(
                    Refusal(f"{moment.side} must choose first: {moment.asks}", _rule(moment)), step
                )
            if step not in moment.options:
                raise IllegalAction(self.system.why_not(self.state, moment, step), step)
        elif type(moment) is Chance:
            if type(step) is not Outcome:
                raise IllegalAction(Refusal(f"dice or a draw come first: {moment.asks}", _rule(moment)), step)
            if not moment.admits(step):
                raise IllegalAction(Refusal(f"'{step}' is no outcome of: {moment.asks}", _rule(moment)), step)
        else:
            raise IllegalAction(Refusal("the game is over"), step)

    def advance(self, step: Step) -> list[Event]:
        self.check(step)
        system = self.system
        play = system.play(self.state)
        top = self.state.stack[-1]
        system.procedures.by_type[type(top)].take(play, top, step)
        self._pending = system.settle(play)
        return play.events

    def apply(self, step: Step) -> tuple[Position[S], list[Event]]:
        self.check(step)
        twin = self.clone()
        return twin, twin.advance(step)

    def digest(self) -> str:
        return DIGEST_MARK + digest_of(self.system.encode(self.state))

    def bears(self, digest: str) -> bool:
        """Whether a digest was taken of this state, whatever format it was written in."""
        if digest.startswith(DIGEST_MARK):
            return self.digest() == digest
        return digest_of(encode_as_format_1(self.state, self.system.fields_of_format_1())) == digest


def _rule(moment: Choice | Chance) -> str:
    """The rule by which it is this that the game waits for."""
    return moment.rules[0] if moment.rules else ""


def digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


T = TypeVar("T", bound=msgspec.Struct)


class _Copier(Protocol):
    def __call__(self, struct: T, /) -> T: ...


shallow: _Copier = operator.methodcaller("__copy__")
"""A shallow copy of a struct. `copy.copy` takes longer to find out how to make it than this takes."""


def copy_frames(stack: list[Frame]) -> list[Frame]:
    """Frames hold immutable values only, so a shallow copy of each is enough."""
    return [shallow(frame) for frame in stack]

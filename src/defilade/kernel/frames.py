"""Running procedures as data.

A procedure in progress is a `Frame`: a plain struct on the state's stack, never a generator or a callback.  A
system registers, for each frame type, how the frame asks (a choice, a chance, or nothing because it goes on by
itself) and how it takes the answer.  The engine runs the top frame until somebody must decide or dice must fall.

Frames hold immutable values only (numbers, strings, tuples, frozen structs); a procedure assigns a frame's
fields anew.  So a shallow copy of each frame is a full clone of everything that is in progress.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from defilade.kernel.moments import Action, Chance, Choice, Outcome


class Frame(msgspec.Struct, tag_field="frame", tag=str.lower, omit_defaults=True):
    """One procedure in progress. Its name is in saved games, so a frame keeps it."""


F = TypeVar("F", bound=Frame)

Ask = Callable[[Any, Any], Choice | Chance | None]
Take = Callable[[Any, Any, Any], None]
WhyNot = Callable[[Any, Any, Action], Any]


class Procedure(msgspec.Struct, frozen=True):
    frame: type[Frame]
    ask: Ask
    take: Take
    why_not: WhyNot | None = None


class Procedures:
    """The procedures that a system is composed of, by frame type."""

    def __init__(self, *parts: Procedures) -> None:
        self.by_type: dict[type[Frame], Procedure] = {}
        self.by_tag: dict[str, type[Frame]] = {}
        for part in parts:
            for procedure in part.by_type.values():
                self.add(procedure)

    def add(self, procedure: Procedure) -> None:
        tag = procedure.frame.__struct_config__.tag
        assert isinstance(tag, str)
        known = self.by_tag.setdefault(tag, procedure.frame)
        if known is not procedure.frame:
            raise ValueError(f"two frame types share the tag {tag!r}: {known} and {procedure.frame}")
        self.by_type[procedure.frame] = procedure

    def decisions(
        self, frame: type[F], *, why_not: WhyNot | None = None
    ) -> Callable[[Ask], Callable[[Take], Take]]:
        """Register `ask` and `take` for a frame::

        @procedures.decisions(PrepFire)
        def ask(play, frame): ...
        @ask
        def take(play, frame, answer): ...
        """

        def with_ask(ask: Ask) -> Callable[[Take], Take]:
            def with_take(take: Take) -> Take:
                self.add(Procedure(frame, ask, take, why_not))
                return take

            return with_take

        return with_ask

    def automatic(self, frame: type[F]) -> Callable[[Callable[[Any, Any], None]], Callable[[Any, Any], None]]:
        """Register a frame that never asks: it does its work, pushes what must come first, or pops itself."""

        def register(work: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
            self.add(Procedure(frame, _asks_nothing, lambda play, top, _: work(play, top)))
            return work

        return register


def _asks_nothing(play: Any, frame: Any) -> None:
    return None


Answer = Action | Outcome | None

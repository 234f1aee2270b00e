"""A game at a table: position, log, undo and views together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Generic

import msgspec

from defilade.kernel.chance import ChanceSource, Committed
from defilade.kernel.engine import Position, S, System
from defilade.kernel.log import GameLog, entry_of
from defilade.kernel.moments import Action, Chance, Choice, Event, Moment, Outcome, Over, Step
from defilade.kernel.names import Side

SPECTATOR = "spectator"


class UndoRefused(Exception):
    """Something came out since that step that cannot be unseen: the opponent must consent."""


class View(msgspec.Struct, Generic[S]):
    """All that a side ever gets: the state without what it may not know, what the game waits for, and the events
    that it saw."""

    side: Side
    state: S
    pending: Moment
    step: int
    events: tuple[Event, ...]


class Taken(msgspec.Struct):
    """A step that was taken, with what is needed to take it back."""

    before: Position[Any]
    step: Step
    side: Side
    events: list[Event]
    reveals: bool


def came_out(before: Moment, step: Step, after: Moment, events: Sequence[Event]) -> bool:
    """Whether a step brought out something that cannot be unseen: dice, a reveal, or the other side's turn."""
    handed_over = isinstance(after, Choice) and isinstance(before, Choice) and after.side != before.side
    return isinstance(step, Outcome) or handed_over or any(event.kind == "reveal" for event in events)


class Session(Generic[S]):
    """One game: takes steps, writes the log, gives views, undoes."""

    def __init__(
        self,
        system: System[S],
        scenario: str,
        options: Mapping[str, str] | None = None,
        source: ChanceSource | None = None,
    ) -> None:
        self.system = system
        self.source: ChanceSource = source if source is not None else Committed.fresh()
        self.position, self.opening = system.begin(scenario, options)
        self.log = GameLog(
            system.id,
            system.version,
            scenario,
            dict(options or {}),
            self.position.digest(),
            opening=tuple(self.opening),
        )
        if isinstance(self.source, Committed):
            self.log.commitment = self.source.commitment
        self.taken: list[Taken] = []

    @property
    def pending(self) -> Moment:
        return self.position.pending

    @property
    def step(self) -> int:
        return len(self.taken)

    def take(self, step: Step) -> list[Event]:
        """Take one step. Raises `IllegalAction` and changes nothing where it is not admitted."""
        moment = self.pending
        before = self.position
        self.position, events = before.apply(step)
        side = moment.side if isinstance(moment, Choice | Chance) else ""
        after = self.position.pending
        self.taken.append(Taken(before, step, side, events, came_out(moment, step, after, events)))
        self.log.entries.append(entry_of(self.position.digest(), side, step, events))
        if isinstance(after, Over):
            self.log.result = after.winner
            if isinstance(self.source, Committed):
                self.log.seed = self.source.seed
        return events

    def roll(self) -> list[Event]:
        """Let chance have its way where the game waits for it."""
        moment = self.pending
        if not isinstance(moment, Chance):
            raise ValueError("the game does not wait for chance")
        return self.take(self.source.draw(moment, self.step + 1))

    def run_chance(self) -> list[Event]:
        """Throw all dice until a side must choose or the game is over."""
        events: list[Event] = []
        while isinstance(self.pending, Chance):
            events += self.roll()
        return events

    def undoable(self, side: Side) -> int:
        """How many steps `side` may take back by itself: its own choices since the last thing that came out."""
        count = 0
        for taken in reversed(self.taken):
            if taken.reveals or taken.side != side or not isinstance(taken.step, Action):
                break
            count += 1
        return count

    def undo(self, side: Side, steps: int = 1, *, consent: bool = False) -> None:
        """Take back `steps` steps. Beyond what `undoable` allows the opponent's consent is needed."""
        if not 1 <= steps <= len(self.taken):
            raise UndoRefused(f"{steps} steps cannot be taken back: {len(self.taken)} have been taken")
        if steps > self.undoable(side) and not consent:
            raise UndoRefused(
                "dice, a reveal or the other side's choice came after that: the opponent must agree"
            )
        self.position = self.taken[-steps].before
        del self.taken[-steps:]
        del self.log.entries[-steps:]
        self.log.result = ""
        self.log.seed = ""

    def view(self, side: Side) -> View[S]:
        return make_view(self.system, self.position, side, self.step, self.seen_events(side))

    def seen_events(self, side: Side) -> tuple[Event, ...]:
        every = [*self.opening, *(event for taken in self.taken for event in taken.events)]
        return tuple(event for event in every if event.visible_to(side))


def make_view(
    system: System[S], position: Position[S], side: Side, step: int, events: tuple[Event, ...] = ()
) -> View[S]:
    """The one place where a position becomes what a side may see."""
    moment = position.pending
    if isinstance(moment, Choice) and moment.side != side:
        moment = Choice(moment.side, moment.asks, (), moment.rules)
    elif isinstance(moment, Chance) and moment.secret:
        moment = msgspec.structs.replace(moment, pool=())
    return View(side, system.redact(position.state, side), moment, step, events)


def determinized(system: System[S], view: View[S], rng: random.Random) -> Position[S]:
    """A position that the view's side could be in, for a player that wants to look ahead."""
    return Position(system, system.determinize(view.state, view.side, rng))

"""A move in progress, as a ledger of the points that it spends step by step.

The `Moving` frame lies on the stack from the moment a unit or stack begins to move until all its members have ended
their move.  What a moving unit may do next are the verbs that the sections of a system bring (`MOVE_VERBS`).  Whoever
spends points draws what `mf_spent` answers with: the other side's interrupts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Entries, Part, all_of, only
from defilade.kernel.encoding import always
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.play import AnyBoard, BoardPlay

PART = Part()

STOP = Action("stop")


class Mover(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one unit has done in its move."""

    unit: str
    spent: float = always(0.0)
    hexes: int = 0
    """Hexes entered."""
    assault: bool = False
    """Has declared Assault Movement."""
    off_road: bool = False
    """Has crossed a hexside without a road, or entered a hex at more than the rate of the road."""
    road_rate: bool = False
    """Came into its present hex, a woods-road, at the road rate."""
    exposed: bool = False
    """Came into its present hex without taking the cover that it could have paid for."""
    climbed_from: str = ""
    """The lower hex from which it came into its present one."""
    leaders: tuple[str, ...] = ()
    """Leaders with whom it has moved from the start."""
    portage: int = 0
    """MF that portage has cost it so far: what it drops on the way it has carried all the same."""
    smoke_tried: bool = False
    weapons_tried: tuple[str, ...] = ()
    """SW that it has tried to recover, where it may try once."""
    ended: bool = False
    """Its move is over, though nothing has broken or pinned it."""
    mf_in: tuple[tuple[str, float], ...] = ()
    """(hex, MF spent in it)."""
    shots: tuple[tuple[str, str, int], ...] = ()
    """(hex, unit or SW, how often that has attacked it there)."""
    residual: tuple[tuple[str, int], ...] = ()
    """(hex, DRM of the latest Residual FP attack on it there)."""

    def mf_spent_in(self, hex: Hex) -> float:
        return next((mf for place, mf in self.mf_in if place == hex), 0.0)

    def shots_by(self, hex: Hex, element: str) -> int:
        return next((n for place, who, n in self.shots if place == hex and who == element), 0)

    def residual_drm(self, hex: Hex) -> int | None:
        return next((drm for place, drm in self.residual if place == hex), None)


class Moving(Frame):
    """A unit or stack on the move."""

    members: tuple[str, ...]
    """Those who move together now."""
    waiting: tuple[str, ...] = ()
    """Those who split off and may still move, each on its own or together."""
    movers: tuple[Mover, ...] = ()
    """The record of every unit of the stack, also of those who have stopped, broken or been pinned."""
    begun: bool = False
    """Somebody of the stack has spent MF."""
    part_begun: bool = False
    """The members have spent MF since they began to move together."""


class MoveRules(NamedTuple):
    """The rules by which a unit moves on, and a stack parts; and what an action outside the move is refused with."""

    move: tuple[str, ...]
    split: tuple[str, ...]
    not_moving: Refusal
    has_moved: Refusal
    has_begun: Refusal


@only
def move_rules(g: AnyBoard) -> MoveRules:
    """By which rules does a move go?"""
    raise NotImplementedError


@only
def left_to_spend(g: AnyBoard, frame: Moving) -> Sequence[Any]:
    """What may each member of the moving stack still spend?"""
    raise NotImplementedError


@all_of
def mf_spent(g: AnyBoard, hex: Hex, units: tuple[str, ...]) -> Iterable[Frame]:
    """Units have spent MF in a hex: what does that draw before they are asked again?"""
    return ()


class MoveVerb(NamedTuple):
    """Something that units on the move may do next.

    `place` is where its options stand in the list; `why_not` says why an action of this verb is not among them.
    The third argument is what the members have left to spend."""

    verb: str
    place: int
    options: Callable[[Any, Moving, Sequence[Any]], Iterable[Action]]
    take: Callable[[Any, Moving, Action], None]
    why_not: Callable[[Any, Moving, Sequence[Any], Action], Refusal | None]


MOVE_VERBS = Entries[MoveVerb]("verbs of a move", key=lambda verb: verb.verb, order=lambda verb: verb.place)


# -- the record --------------------------------------------------------------------------------------------


def move_in_progress(g: BoardPlay[Any]) -> Moving | None:
    """The move in progress, if there is one."""
    for frame in reversed(g.state.stack):
        if isinstance(frame, Moving):
            return frame
    return None


def mover_of(g: BoardPlay[Any], unit_id: UnitId) -> Mover | None:
    """How a unit of the move in progress has moved; None for all others."""
    frame = move_in_progress(g)
    return record_of(frame, unit_id) if frame is not None else None


def record_of(frame: Moving, unit_id: UnitId) -> Mover | None:
    for mover in frame.movers:
        if mover.unit == unit_id:
            return mover
    return None


def the_record(frame: Moving, unit_id: UnitId) -> Mover:
    mover = record_of(frame, unit_id)
    if mover is None:
        raise KeyError(f"{unit_id} is not part of the move")
    return mover


def note(frame: Moving, unit_id: UnitId, **changes: Any) -> Mover:
    """Change a unit's record, or begin one."""
    old = record_of(frame, unit_id)
    if old is None:
        new = Mover(unit_id, **changes)
        frame.movers = (*frame.movers, new)
        return new
    new = msgspec.structs.replace(old, **changes)
    frame.movers = tuple([new if mover is old else mover for mover in frame.movers])
    return new


def note_spent(frame: Moving, unit_id: UnitId, mf: float, hex: Hex, **changes: Any) -> Mover:
    """Write down MF spent in `hex`, in the order in which hexes are entered, and what else has changed."""
    frame.begun = frame.part_begun = True
    mover = the_record(frame, unit_id)
    others = tuple([entry for entry in mover.mf_in if entry[0] != hex])
    spent_there = (hex, mover.mf_spent_in(hex) + mf)
    return note(
        frame, unit_id, spent=mover.spent + mf, exposed=False, mf_in=(*others, spent_there), **changes
    )


def able(g: BoardPlay[Any], frame: Moving, unit_ids: Iterable[str]) -> tuple[str, ...]:
    """Those of `unit_ids` who can go on: alive, neither broken nor pinned, not ended."""
    units = g.state.units
    return tuple(
        [
            uid
            for uid in unit_ids
            if (unit := units.get(uid)) is not None
            and not unit.broken
            and not unit.pinned
            and not the_record(frame, uid).ended
        ]
    )


def place_of(g: BoardPlay[Any], frame: Moving) -> str:
    return g.unit(frame.members[0]).hex


# -- the procedure -----------------------------------------------------------------------------------------


def why_not_moving(g: BoardPlay[Any], frame: Moving, action: Action) -> Refusal | None:
    """Why an action is not among the options of a move."""
    if action.verb == "move":
        unit = g.state.units.get(action.who[0]) if action.who else None
        if not frame.members:
            return move_rules(g).not_moving
        if unit is None:
            return None
        return move_rules(g).has_moved if unit.moved else move_rules(g).has_begun
    verb = MOVE_VERBS(g).get(action.verb)
    if verb is None or not frame.members:
        return None
    return verb.why_not(g, frame, left_to_spend(g, frame), action)


@PART.decisions(Moving, why_not=why_not_moving)
def ask_moving(g: BoardPlay[Any], frame: Moving) -> Choice | None:
    if frame.members:
        at = place_of(g, frame)
        place = f"in {g.place_name(at)}" if at else "off the map"
        asks = f"{g.names(frame.members)} {place}: what next?"
        return Choice(
            g.attacker, asks, move_options(g, frame), move_rules(g).move, about=frame.members, at=at
        )
    if not frame.waiting:
        return None
    still = (*(Action("move", (uid,)) for uid in frame.waiting), STOP)
    return Choice(g.attacker, "Who of the stack moves on?", still, move_rules(g).split, about=frame.waiting)


def move_options(g: BoardPlay[Any], frame: Moving) -> tuple[Action, ...]:
    """Everything that the members may do now."""
    members = left_to_spend(g, frame)
    found: list[Action] = []
    for verb in MOVE_VERBS(g).values():
        found += verb.options(g, frame, members)
    return tuple(found)


@all_of
def move_ends(g: AnyBoard, frame: Moving) -> Iterable[Frame]:
    """A move is over: what is kept of its ledger, and what follows?"""
    return ()


@ask_moving
def take_moving(g: BoardPlay[Any], frame: Moving, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        g.push_in_order(*move_ends(g, frame))
    elif answer.verb == "move":
        frame.members, frame.part_begun = answer.who, False
        frame.waiting = tuple([uid for uid in frame.waiting if uid not in answer.who])
    else:
        MOVE_VERBS(g)[answer.verb].take(g, frame, answer)

"""A march as one decision: who goes along, in which manner, and where to.

A move stays a row of single steps that the other side may interrupt (SK1:3.3.1-c): what is put together here are the
actions that a player would take one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Choice, Position, System
from defilade.rules.courses import Course, Role, Taker
from defilade.rules.sk import movement, wording
from defilade.rules.sk.spending import left_of
from defilade.rules.sk.state import SkPlay, State
from defilade.rules.sk.ways import Scout
from defilade.tactics.moving import STOP, Moving, place_of

ROLES = {"join": "Take along", "assault": "How", "double-time": "How"}
"""What is settled before a move begins, by verb."""

MOST_STOPS = 2
"""A move that has been split up is ended twice: for those who move and for those who wait."""


def others(g: SkPlay) -> list[Action]:
    """While some move: those who could move once they have stopped."""
    frame = g.state.stack[-1]
    if not isinstance(frame, Moving) or not (frame.members or frame.waiting):
        return []
    busy = {*frame.members, *frame.waiting}
    return [
        Action("move", (unit.id,))
        for unit in g.state.units.values()
        if unit.id not in busy and movement.move_refusal(g, unit) is None
    ]


def move_course(
    system: System[State], state: State, action: Action | None, picks: Sequence[str], via: Sequence[str]
) -> Course | None:
    """The move that an option opens, or without one the move that is under way. None where there is none."""
    position = Position(system, system.clone(state))
    taken: list[Action] = []
    ending = _begin(position, action, taken) if action is not None else ""
    if ending is None or not isinstance(_frame(position), Moving):
        return None
    offered = _settled(position)
    on = []
    for pick in picks:
        chosen = next((option for option in _settled(position) if str(option) == pick), None)
        if chosen is not None:
            position.advance(chosen)
            on.append(chosen)
    g, frame = system.play(position.state), _frame(position)
    assert isinstance(g, SkPlay) and isinstance(frame, Moving)
    if not frame.members:
        return None
    still = _settled(position)
    ways = Scout(g, left_of(g, frame)).ways(via)
    return Course(
        action="" if action is None else str(action),
        label=f"Move {g.names(frame.members)}",
        steps=tuple(str(one) for one in (*taken, *on)),
        do="Begin the move" if taken or on else "",
        roles=_roles(g, [*dict.fromkeys((*offered, *still))], on, still),
        ways=tuple(ways),
        start=place_of(g, frame),
        unit="MF",
        note=ending if ways else f"{ending} There is nowhere to go.".strip(),
    )


def _begin(position: Position[State], action: Action, taken: list[Action]) -> str | None:
    """Take the option; a move under way is ended first, and the words say so. None where it cannot be."""
    words = ""
    for _ in range(MOST_STOPS + 1):
        choice = position.pending
        if not isinstance(choice, Choice):
            return None
        if action in choice.options:
            position.advance(action)
            taken.append(action)
            return words
        g = position.system.play(position.state)
        frame = _frame(position)
        if action.verb != "move" or STOP not in choice.options or not isinstance(frame, Moving):
            return None
        if frame.members and isinstance(g, SkPlay):
            words = f"{g.doing(frame.members, 'ends its', 'end their')} move here."
        position.advance(STOP)
        taken.append(STOP)
    return None


def _frame(position: Position[State]) -> object:
    return position.state.stack[-1] if position.state.stack else None


def _settled(position: Position[State]) -> list[Action]:
    """What may be settled before the first step."""
    choice = position.pending
    if not isinstance(choice, Choice):
        return []
    return [option for option in choice.options if option.verb in ROLES]


def _roles(
    g: SkPlay, offered: Sequence[Action], on: Sequence[Action], still: Sequence[Action]
) -> tuple[Role, ...]:
    roles: dict[str, list[Taker]] = {}
    for option in offered:
        if option in on or option in still:
            pieces = option.who if option.verb == "join" else ()
            taker = Taker(str(option), wording.words(g, option), pieces, option in on)
            roles.setdefault(ROLES[option.verb], []).append(taker)
    return tuple(Role(heading, tuple(takers)) for heading, takers in roles.items())


def is_standing(frame: object) -> bool:
    """Whether the question is where units that move now go next."""
    return isinstance(frame, Moving) and bool(frame.members)

"""A march as one decision: who goes along, in which manner, and where to.

A move stays a row of single steps that the other side may interrupt: what is put together here are the actions that a
player would take one by one. Where one can get to is the system's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from defilade.kernel import Action, Choice, Position, Refusal, System
from defilade.rules.courses import Course, Opening, Role, Taker, Way
from defilade.tactics.moving import STOP, Moving, place_of
from defilade.tactics.play import BoardPlay
from defilade.tactics.units import Unit

MOST_STOPS = 2
"""A move that has been split up is ended twice: for those who move and for those who wait."""


class Marching(NamedTuple):
    """What a system says of its moves."""

    roles: Mapping[str, str]
    """What is settled before a move begins, by verb, and under which heading."""
    words: Callable[[Any, Action], str]
    move_refusal: Callable[[Any, Unit], Refusal | None]
    ways: Callable[[Position[Any], Sequence[str]], Sequence[Way]]
    """Where those who move now could go, over these hexes first."""


def frame_of(position: Position[Any]) -> object:
    return position.state.stack[-1] if position.state.stack else None


def others(g: BoardPlay[Any], marching: Marching) -> list[Action]:
    """While some move: those who could move once they have stopped."""
    frame = g.state.stack[-1]
    if not isinstance(frame, Moving) or not (frame.members or frame.waiting):
        return []
    busy = {*frame.members, *frame.waiting}
    return [
        Action("move", (unit.id,))
        for unit in g.state.units.values()
        if unit.id not in busy and marching.move_refusal(g, unit) is None
    ]


def march_openings(g: BoardPlay[Any], choice: Choice, marching: Marching) -> list[Opening]:
    """A move under way stands open; who could move after it ends it."""
    found: list[Opening] = []
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, Moving) and top.members:
        if STOP in choice.options:
            found += [Opening(str(option), option.who) for option in others(g, marching)]
        found.append(Opening("", standing=True))
    return found


def march_course(
    system: System[Any],
    state: Any,
    action: Action | None,
    picks: Sequence[str],
    via: Sequence[str],
    marching: Marching,
) -> Course | None:
    """The move that an option opens, or without one the move that is under way. None where there is none."""
    position = Position(system, system.clone(state))
    taken: list[Action] = []
    ending = _begin(position, action, taken) if action is not None else ""
    if ending is None or not isinstance(frame_of(position), Moving):
        return None
    offered = _settled(position, marching)
    on = []
    for pick in picks:
        chosen = next((option for option in _settled(position, marching) if str(option) == pick), None)
        if chosen is not None:
            position.advance(chosen)
            on.append(chosen)
    g, frame = system.play(position.state), frame_of(position)
    assert isinstance(g, BoardPlay) and isinstance(frame, Moving)
    if not frame.members:
        return None
    still = _settled(position, marching)
    ways = marching.ways(position, via)
    return Course(
        action="" if action is None else str(action),
        label=f"Move {g.names(frame.members)}",
        steps=tuple(str(one) for one in (*taken, *on)),
        do="Begin the move" if taken or on else "",
        roles=_roles(g, [*dict.fromkeys((*offered, *still))], on, still, marching),
        ways=tuple(ways),
        start=g.map.ground_hex(place_of(g, frame)),
        unit="MF",
        note=ending if ways else f"{ending} There is nowhere to go.".strip(),
    )


def _begin(position: Position[Any], action: Action, taken: list[Action]) -> str | None:
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
        frame = frame_of(position)
        if action.verb != "move" or STOP not in choice.options or not isinstance(frame, Moving):
            return None
        if frame.members and isinstance(g, BoardPlay):
            words = f"{g.doing(frame.members, 'ends its', 'end their')} move here."
        position.advance(STOP)
        taken.append(STOP)
    return None


def _settled(position: Position[Any], marching: Marching) -> list[Action]:
    """What may be settled before the first step."""
    choice = position.pending
    if not isinstance(choice, Choice):
        return []
    return [option for option in choice.options if option.verb in marching.roles]


def _roles(
    g: BoardPlay[Any],
    offered: Sequence[Action],
    on: Sequence[Action],
    still: Sequence[Action],
    marching: Marching,
) -> tuple[Role, ...]:
    roles: dict[str, list[Taker]] = {}
    for option in offered:
        if option in on or option in still:
            pieces = option.who if option.verb == "join" else ()
            taker = Taker(str(option), marching.words(g, option), pieces, option in on)
            roles.setdefault(marching.roles[option.verb], []).append(taker)
    return tuple(Role(heading, tuple(takers)) for heading, takers in roles.items())

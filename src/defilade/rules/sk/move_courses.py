"""A march of the Starter Kit as one decision (SK1:3.3.1-c): what is settled first, and the ways there are."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Position, System
from defilade.rules.courses import Course, Way
from defilade.rules.march_courses import Marching, frame_of, march_course
from defilade.rules.sk import movement, wording
from defilade.rules.sk.spending import left_of
from defilade.rules.sk.state import SkPlay, State
from defilade.rules.sk.ways import Scout
from defilade.tactics.moving import Moving

ROLES = {"join": "Take along", "assault": "How", "double-time": "How"}
"""What is settled before a move begins, by verb."""


def ways(position: Position[State], via: Sequence[str]) -> list[Way]:
    g, frame = position.system.play(position.state), frame_of(position)
    assert isinstance(g, SkPlay) and isinstance(frame, Moving)
    return Scout(g, left_of(g, frame)).ways(via)


MARCHING = Marching(ROLES, wording.words, movement.move_refusal, ways)


def move_course(
    system: System[State], state: State, action: Action | None, picks: Sequence[str], via: Sequence[str]
) -> Course | None:
    return march_course(system, state, action, picks, via, MARCHING)

"""A glance ahead: what an attack would be if everybody who may took part in it.

A player who points at a target, or is asked whether he fires, wants to know what it is worth before he names the
firers one by one.  The answer comes from the very declaration that he would make.
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Choice, Described, Position, System
from defilade.rules.sk import firers, wording
from defilade.rules.sk.state import SkPlay, State
from defilade.tactics.declaring_fire import DECLARE, DeclareFire

OPENINGS = ("target", "fire")
"""What an attack begins with."""

MOST_FIRERS = 40


def whole_attack(system: System[State], state: State, action: Action) -> Described | None:
    """The attack that an option opens, made by all who can join it and directed by the leader offered first. None
    where it opens none, or where the odds would tell of the LOS (SK1:3.2-h)."""
    play = system.play(state)
    assert isinstance(play, SkPlay)
    if action.verb not in OPENINGS or firers.is_strict(play):
        return None
    position = Position(system, system.clone(state))
    position.advance(action)
    if not isinstance(_top(position), DeclareFire):
        return None
    _add_everybody(position)
    choice = position.pending
    if not isinstance(choice, Choice) or DECLARE not in choice.options:
        return None
    found = _described(position, DECLARE)
    position.advance(DECLARE)
    directing = _first(position, "direct")
    if directing is not None and isinstance(_top(position), DeclareFire):
        found = _described(position, directing)
    return msgspec.structs.replace(found, label=wording.words(play, action))


def _add_everybody(position: Position[State]) -> None:
    for _ in range(MOST_FIRERS):
        adding = _first(position, "add")
        if adding is None:
            return
        position.advance(adding)


def _first(position: Position[State], verb: str) -> Action | None:
    choice = position.pending
    if not isinstance(choice, Choice):
        return None
    return next((option for option in choice.options if option.verb == verb), None)


def _top(position: Position[State]) -> object:
    return position.state.stack[-1] if position.state.stack else None


def _described(position: Position[State], action: Action) -> Described:
    play = position.system.play(position.state)
    assert isinstance(play, SkPlay)
    return wording.describe(play, action)

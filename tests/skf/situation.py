"""Situations for the tests of the full Starter Kit: those of the first, under the rules of the later book.

s = Situation("y", "PFPh", "german", [...])
"""

from __future__ import annotations

from typing import Any

from defilade.kernel import Chance, Choice, Outcome, Position
from defilade.rules.sk.state import State
from defilade.rules.sk.system import SkSystem
from defilade.systems import find_system
from sk.situation import Situation as AnySituation

Plain = dict[str, Any]


def full_kit() -> SkSystem:
    system = find_system("elst")
    assert isinstance(system, SkSystem)
    return system


def movement_phase_of(card: str, side: str) -> Position[State]:
    """A game of a card in the first MPh of a side: everybody has set up somewhere and done nothing else."""
    system = full_kit()
    position: Position[State] = Position(system, system.start(card, {}))
    for _ in range(2_000):
        state, moment = position.state, position.pending
        if state.phase == "MPh" and state.attacker == side:
            return position
        if isinstance(moment, Chance):
            position.advance(Outcome((3, 4, 3, 4)[: moment.dice]))
            continue
        assert isinstance(moment, Choice)
        idle = [
            o
            for o in moment.options
            if o.verb in ("done", "pass", "stop", "end", "not-yet", "none", "end-rout")
        ]
        position.advance(idle[0] if idle else moment.options[len(moment.options) // 2])
    raise AssertionError("the MPh does not come")


class Situation(AnySituation):
    """A position under the rules of the full kit."""

    def __init__(self, board: str, phase: str, attacker: str, units: list[Plain], **more: Any) -> None:
        super().__init__(board, phase, attacker, units, full_kit(), **more)

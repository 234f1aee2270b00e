"""Situations for the tests of the full Starter Kit: those of the first, under the rules of the later book.

s = Situation("y", "PFPh", "german", [...])
"""

from __future__ import annotations

from typing import Any

from defilade.kernel import Action, Chance, Choice, Outcome, Position
from defilade.rules.sk.full.artillery.batteries import eye_of
from defilade.rules.sk.full.artillery.requests import Request, hexrow_of, places
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

    def do(self, *actions: Any) -> Situation:
        """An Artillery Request may be given as its hex alone, also where it is asked for step by step."""
        for action in actions:
            asked = self.action(action)
            if asked.verb == "request" and not AnySituation.offers(self, asked):
                if AnySituation.offers(self, "elsewhere"):
                    super().do("elsewhere")
                if self.options("hexrow"):
                    super().do(Action("hexrow", how=hexrow_of(self.g, asked.at)))
            super().do(asked)
        return self

    def offers(self, text: str) -> bool:
        asked, top = self.action(text), self.state.stack[-1] if self.state.stack else None
        if asked.verb != "request" or not isinstance(top, Request):
            return super().offers(text)
        battery = self.state.batteries[top.battery]
        eye = eye_of(self.g, battery)
        return eye is not None and asked.at in places(
            self.g, battery, eye, "" if battery.rockets else top.mission
        )

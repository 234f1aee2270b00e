"""The Starter Kit as the opponent's search sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from defilade.ai.starter_kit_plans import policy
from defilade.ai.starter_kit_plans.evaluation import evaluate
from defilade.ai.starter_kit_plans.picture import Picture
from defilade.ai.starter_kit_plans.reasons import reasons
from defilade.ai.starter_kit_plans.stances import STANCES
from defilade.ai.tactician.tactics import Proposal
from defilade.kernel import Action, Choice, Position
from defilade.rules.sk.advance import AdvancePhase
from defilade.rules.sk.first_fire import FirstFire
from defilade.rules.sk.movement import MovementPhase
from defilade.rules.sk.moving import Moving
from defilade.rules.sk.prep_fire import PrepFirePhase
from defilade.rules.sk.state import SkPlay

FIRST_CHOICE = 0.1
"""How much the most trusted plan is preferred, in squads."""

SEARCHED = (PrepFirePhase, MovementPhase, AdvancePhase, FirstFire, Moving)
"""Decisions that set a course; the rest follows from them."""


class StarterKitTactics:
    """Stances are the plans; where they would do different things, those are the proposals."""

    def proposals(self, position: Position[Any], choice: Choice, plans: Sequence[str]) -> list[Proposal]:
        g = play_of(position)
        found: dict[Action, Proposal] = {}
        for number, plan in enumerate(plans):
            action = policy.decide(g, choice, STANCES[plan])
            if action not in found:
                found[action] = Proposal(action, plan, 0.0 if number else FIRST_CHOICE)
        return list(found.values())

    def searches(self, position: Position[Any], choice: Choice) -> bool:
        return isinstance(position.state.stack[-1], SEARCHED)

    def line(self) -> Line:
        return Line()

    def evaluate(self, position: Position[Any], side: str) -> float:
        return evaluate(play_of(position), side)

    def epoch(self, position: Position[Any]) -> Any:
        return position.state.turn, position.state.attacker

    def reasons(self, position: Position[Any], choice: Choice, action: Action) -> list[str]:
        return reasons(Picture(play_of(position), choice.side), choice, action)


class Line:
    """Both sides of a line that is played ahead."""

    def __init__(self) -> None:
        self.pilots: dict[str, policy.Pilot] = {}

    def reply(self, position: Position[Any], choice: Choice, plan: str = "") -> Action:
        pilot = self.pilots.setdefault(choice.side, policy.Pilot())
        return pilot.decide(play_of(position), choice, STANCES[plan or "balanced"])


def play_of(position: Position[Any]) -> SkPlay:
    play = cast(SkPlay, position.system.play(position.state))
    play.silent = True
    return play

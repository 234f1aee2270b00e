"""The Starter Kit as the opponent's search sees it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, cast

from defilade.ai.starter_kit.plans import advance_plans, fire_plans, movement_plans, policy, set_up_plans
from defilade.ai.starter_kit.plans.reasons import reasons
from defilade.ai.starter_kit.questions import strangers
from defilade.ai.starter_kit.reading.evaluation import evaluate
from defilade.ai.starter_kit.reading.picture import Picture, picture_of
from defilade.ai.starter_kit.reading.stances import STANCES
from defilade.ai.tactician.tactics import Proposal
from defilade.kernel import Action, ChanceSource, Choice, Position, Sampled
from defilade.rules.sk.advance import AdvancePhase
from defilade.rules.sk.first_fire import FIRE, PASS, FirstFire, targets_left
from defilade.rules.sk.movement import MovementPhase
from defilade.rules.sk.prep_fire import PrepFirePhase
from defilade.rules.sk.state import MPH, PFPH, SkPlay
from defilade.tactics.moving import Moving
from defilade.tactics.names import Side
from defilade.tactics.set_up import PlaceGroup

OTHER_TEMPER = 0.1
"""By how much less a stance other than the most trusted one is believed, in squads."""
MOST = 4
"""Proposals that are weighed at most."""
CLEAR = 0.5
"""What is so much worse than the best is not weighed at all."""

PLAIN = 0.15
"""Close combat that promises more than this is not played out: it is a plain case."""

STEP = 8
WORK = {
    "AdvancePhase": (30, 45),
    "AdvancingFirePhase": (25, 30),
    "Aiming": (2, 50),
    "DeclareFire": (8, 6),
    "DefensiveFirePhase": (25, 30),
    "Driving": (0, 320),
    "FirstFire": (10, 10),
    "MovementPhase": (85, 230),
    "Moving": (17, 10),
    "PrepFirePhase": (130, 340),
}
"""The work of an answer by the question: for Infantry, and for each vehicle and Gun."""

SEARCHED = (PrepFirePhase, AdvancePhase, FirstFire, MovementPhase)
"""Decisions that set a course; the rest follows from them."""


class StarterKitTactics:
    """Plans and stances propose; where they would do different things the search decides."""

    doubt: float = 0.3
    margin: float = 0.1
    currency: str = "squads"

    def proposals(self, position: Position[Any], choice: Choice, plans: Sequence[str]) -> list[Proposal]:
        g = play_of(position)
        best = policy.decide(g, choice, STANCES[plans[0]])
        found = {best: Proposal(best, plans[0])}
        if len(plans) > 1:
            worth = alternatives(picture_of(g, choice.side, STANCES[plans[0]]), choice)
            top = worth.get(best, 0.0)
            for action, value in worth.items():
                if action not in found and top - value < CLEAR:
                    found[action] = Proposal(action, plans[0], min(0.0, value - top))
            for plan in plans[1:]:
                action = policy.decide(g, choice, STANCES[plan])
                found.setdefault(action, Proposal(action, plan, -OTHER_TEMPER))
        return sorted(found.values(), key=lambda one: -one.value)[:MOST]

    def strange(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return policy.strange_to_plans(play_of(position), choice)

    def strange_at_a_glance(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return policy.leading_on(position.state.stack[-1], strangers(position.state, choice.options))

    def alike(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        top = position.state.stack[-1]
        if isinstance(top, PlaceGroup) and choice.options[0].verb == "place":
            return set_up_plans.about_as_good(picture_of(play_of(position), choice.side), choice.options)
        if isinstance(top, MovementPhase):
            return movement_plans.first_to_enter(picture_of(play_of(position), choice.side), choice.options)
        if type(top) is Moving:
            return movement_plans.entries_alike(
                picture_of(play_of(position), choice.side), top, choice.options
            )
        return ()

    def searches(self, position: Position[Any], choice: Choice) -> bool:
        return isinstance(position.state.stack[-1], SEARCHED)

    def is_critical(self, position: Position[Any], choice: Choice) -> bool:
        """Whether to go in with the knife: it takes a few steps to see what comes of it."""
        top = position.state.stack[-1]
        if not isinstance(top, AdvancePhase):
            return False
        found = advance_plans.advances(picture_of(play_of(position), choice.side), choice.options)
        return any(one.into and one.gain < PLAIN for one in found)

    def luck(self, seed: int) -> ChanceSource:
        return Sampled(random.Random(seed))

    def line(self) -> Line:
        return Line()

    def evaluate(self, position: Position[Any], side: Side) -> float:
        return evaluate(play_of(position), side)

    def epoch(self, position: Position[Any], side: Side) -> Any:
        return position.state.turn, position.state.attacker

    def work(self, position: Position[Any]) -> int:
        moment = position.pending
        if not isinstance(moment, Choice) or len(moment.options) == 1:
            return STEP
        state = position.state
        for_infantry, for_each_heavy = WORK.get(type(state.stack[-1]).__name__, (STEP, 0))
        if for_each_heavy:
            for_each_heavy *= len(state.vehicles) + sum(
                1 for one in state.weapons.values() if one.facing >= 0
            )
        return STEP + for_infantry + for_each_heavy

    def phase(self, position: Position[Any]) -> str:
        state = position.state
        return f"{state.turn} {state.attacker} {state.phase}"

    def reasons(self, position: Position[Any], choice: Choice, action: Action) -> list[str]:
        # A picture that is kept knows the ground as it is, but not what is being decided: that must be new.
        return reasons(Picture(play_of(position), choice.side), choice, action)

    def means(self, plan: str) -> str:
        return STANCES[plan].means if plan in STANCES else ""


def alternatives(picture: Picture, choice: Choice) -> dict[Action, float]:
    """What else a plan sees in a decision, with what it makes of it."""
    top = picture.g.state.stack[-1]
    options = choice.options
    if isinstance(top, PrepFirePhase):
        worth = {option: fire.value for fire, option in fire_plans.attacks(picture, PFPH, options)[:2]}
        return {**worth, options[-1]: fire_plans.WORTH_A_SHOT[PFPH]}
    if isinstance(top, FirstFire) and FIRE in options:
        fire = fire_plans.battery_of(picture, MPH, top.hex, targets_left(picture.g, top)).best()
        return {FIRE: fire.value, PASS: fire_plans.WORTH_A_SHOT[MPH]} if fire.shots else {}
    if isinstance(top, AdvancePhase):
        worth = {one.action: one.gain for one in advance_plans.advances(picture, options)[:3]}
        return {**worth, options[-1]: advance_plans.ENOUGH}
    return {}


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

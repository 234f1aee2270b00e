"""Up Front as the opponent's search sees it: an information-set search.

What a side does not know, the hands of the others and the pile, is dealt anew for every line from exactly the cards
that it has not seen, and all proposals meet the same deal and the same draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from defilade.ai.tactician.luck import SameLuck
from defilade.ai.tactician.tactics import Proposal
from defilade.ai.upfront import acting, discarding
from defilade.ai.upfront.decisions import DECISIONS, Mind, decide, stance_of
from defilade.ai.upfront.draws import Draws, draws_for
from defilade.ai.upfront.evaluation import evaluate
from defilade.ai.upfront.reasons import reasons
from defilade.ai.upfront.stances import AT_A_GLANCE, MEANS
from defilade.kernel import Action, ChanceSource, Choice, Position
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.infantry.concealment import Concealing
from defilade.rules.upfront.infantry.discards import AnswerTerrain
from defilade.rules.upfront.infantry.hero import HeroAmong, HeroWindow
from defilade.rules.upfront.turn.sequence import Turn

OTHER_TEMPER = 0.15
"""By how much less a stance other than the most trusted one is believed."""
MOST = 4
"""Proposals that are weighed at most."""
CLEAR = 1.2
"""What is so much worse than the best is not weighed at all."""
TRIFLES = ("entrench", "done")
"""What is done where there is nothing better to do: nothing hangs on which of them it is."""
STEP, ANSWER = 8, 13
"""The work of a step, and of an answer beside."""
SEARCHED = (AnswerTerrain, Concealing, HeroWindow, HeroAmong)
"""Decisions that set a course; the rest follows from them."""


class UpFrontTactics:
    """Plans and stances propose; where they would do different things the search decides."""

    doubt: float = 0.2
    margin: float = 0.2
    currency: str = "riflemen"

    def __init__(self) -> None:
        self.draws: dict[str, Draws] = {}
        """What is left to draw, counted once for each side and decision."""

    def proposals(self, position: Position[Any], choice: Choice, plans: Sequence[str]) -> list[Proposal]:
        g = play_of(position)
        draws = self.draws[choice.side] = draws_for(g, choice.side)
        trusted = stance_of(g, choice.side, plans[0])
        best = decide(g, choice, trusted, draws)
        found = {best: Proposal(best, plans[0])}
        if len(plans) > 1 and self.searches(position, choice):
            mind = Mind(g, choice.side, trusted, draws)
            worth = alternatives(mind, choice)
            top = worth.get(best, 0.0)
            for action, value in worth.items():
                if action not in found and top - value < CLEAR and excludes(best, action):
                    found[action] = Proposal(action, plans[0], min(0.0, value - top))
            for plan in plans[1:]:
                action = decide(g, choice, stance_of(g, choice.side, plan), draws)
                if action not in found and excludes(best, action):
                    less = min(0.0, worth_of(mind, choice, action) - top)
                    if -less < CLEAR:
                        found[action] = Proposal(action, plan, less - OTHER_TEMPER)
        if all(action.verb in TRIFLES for action in found):
            return [found[best]]
        return sorted(found.values(), key=lambda one: -one.value)[:MOST]

    def strange(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return ()

    def strange_at_a_glance(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return ()

    def alike(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return ()

    def searches(self, position: Position[Any], choice: Choice) -> bool:
        frame = position.state.stack[-1]
        if isinstance(frame, Turn):
            return frame.stage == "actions"
        return isinstance(frame, SEARCHED) or type(frame) not in DECISIONS

    def is_critical(self, position: Position[Any], choice: Choice) -> bool:
        """A turn of cards is short: whatever is worth playing out is soon seen."""
        return self.searches(position, choice)

    def luck(self, seed: int) -> ChanceSource:
        return SameLuck(seed)

    def line(self) -> Line:
        return Line(self.draws)

    def evaluate(self, position: Position[Any], side: str) -> float:
        return evaluate(play_of(position), side, self.draws.get(side))

    def epoch(self, position: Position[Any], side: str) -> Any:
        """The turns of all others are one, however many they are: each of them has his answer."""
        return position.state.mover == side

    def work(self, position: Position[Any]) -> int:
        moment = position.pending
        return STEP + (ANSWER if isinstance(moment, Choice) and len(moment.options) > 1 else 0)

    def phase(self, position: Position[Any]) -> str:
        """A player turn; what is asked in those of the others is spread over each of them by itself."""
        state = position.state
        return f"{state.turn} {state.mover}"

    def reasons(self, position: Position[Any], choice: Choice, action: Action) -> list[str]:
        return reasons(play_of(position), choice, action)

    def means(self, plan: str) -> str:
        return MEANS.get(plan, "")


def excludes(best: Action, other: Action) -> bool:
    """Whether it is one or the other: the same group or the same card. What does not exclude the best comes after it
    anyway, so that nothing is learned by doing it first."""
    return best.verb == "done" or other.verb == "done" or not set(best.who).isdisjoint(other.who)


def alternatives(mind: Mind, choice: Choice) -> dict[Action, float]:
    """What else there is to a decision, with what the plan makes of it: of an action together with all that the other
    groups can still do, of doing nothing by the discards."""
    frame = mind.g.state.stack[-1]
    options = choice.options
    if isinstance(frame, Turn) and frame.stage == "actions":
        found = acting.ranked(mind.actions, options)
        worth = {
            action: _with_the_rest(value, action, found) for value, action in _of_each_kind(found)[:MOST]
        }
        worth[options[-1]] = discarding.if_nothing_is_done(mind.discards)
        unknown = [o for o in options[:-1] if o.verb not in acting.VERBS and o.verb not in acting.IDLE]
        return {**dict.fromkeys(unknown[:2], -OTHER_TEMPER), **worth}
    return dict.fromkeys(options[:3], -OTHER_TEMPER) | {options[-1]: -OTHER_TEMPER}


def worth_of(mind: Mind, choice: Choice, action: Action) -> float:
    """What a plan makes of an action that another one would take; nothing where it does not reckon in advance."""
    frame = mind.g.state.stack[-1]
    if not isinstance(frame, Turn) or frame.stage != "actions" or action.verb not in acting.VERBS:
        return 0.0
    actions = mind.actions
    return _with_the_rest(actions.value(action), action, acting.ranked(actions, choice.options))


def _with_the_rest(value: float, action: Action, found: list[tuple[float, Action]]) -> float:
    return acting.together([(value, action), *(one for one in found if one[1] != action)])


def _of_each_kind(found: list[tuple[float, Action]]) -> list[tuple[float, Action]]:
    """The best of each group and verb first: two ways of doing the same thing teach little."""
    seen: set[tuple[str, str, str]] = set()
    first = []
    for value, action in found:
        key = action.verb, action.who[0] if action.who else "", action.how if action.verb == "move" else ""
        if key not in seen:
            seen.add(key)
            first.append((value, action))
    return first


class Line:
    """Both sides of a line that is played ahead: one's own goes by the plan, the enemy takes what looks best to him at
    a glance. What is left to draw is counted once for each side."""

    def __init__(self, draws: dict[str, Draws]) -> None:
        self.draws = draws

    def reply(self, position: Position[Any], choice: Choice, plan: str = "") -> Action:
        g = play_of(position)
        draws = self.draws.get(choice.side)
        if draws is None:
            draws = self.draws[choice.side] = draws_for(g, choice.side)
        stance = stance_of(g, choice.side, plan) if plan else AT_A_GLANCE
        return decide(g, choice, stance, draws)


def play_of(position: Position[Any]) -> UfPlay:
    play = cast(UfPlay, position.system.play(position.state))
    play.silent = True
    return play

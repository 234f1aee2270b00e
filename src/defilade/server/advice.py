"""What the computer would do in somebody's place, and after a game, what it was thinking.

Both are worked out by the processes that play, from the view of the side that decides.  A look back is for games that
are over: it tells what a side knew.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from defilade.ai import DEFAULT_LEVEL
from defilade.ai.explaining import Explanation
from defilade.kernel import Action, Choice, Position, View, make_view
from defilade.server import views
from defilade.server.computer import Asker, Computer, DidNotThink, Question, WhyQuestion, fallback
from defilade.server.game import COMPUTER, Game, NotTaken
from defilade.server.protocol import DecisionView, Hinted, Recalled, WeighedView

ADVISER = DEFAULT_LEVEL
"""Who gives hints, and says what it would have done in the place of a person."""


def question_for(game: Game, level: str, view: View[Any], step: int) -> Question:
    """All that the computer is told; `step` is that of the table when it is asked."""
    chance = hashlib.blake2b(f"{game.seed}:{step}".encode(), digest_size=8).digest()
    return Question(
        system=game.system.id,
        level=level,
        side=view.side,
        step=view.step,
        state=game.system.encode(view.state),
        choice=msgspec.json.encode(view.pending),
        chance=int.from_bytes(chance),
    )


def asker_of(game: Game) -> Asker:
    """For whom the computer thinks in a game: whoever opened its table."""
    maker = game.maker
    return Asker(maker.person or game.id, game.id, bool(game.humans), maker.address)


def why_question_for(game: Game, level: str, view: View[Any], step: int, taken: str = "") -> WhyQuestion:
    asked = question_for(game, level, view, step)
    return WhyQuestion(**msgspec.structs.asdict(asked), taken=taken)


# -- in the game -------------------------------------------------------------------------------------------


async def hint(computer: Computer, game: Game, side: str, request: str) -> Hinted:
    """What the computer would do in a side's place, and why."""
    choice, step = game.check_turn(side), game.step
    view = views.view_of(game, side)
    question = why_question_for(game, ADVISER, view, step)
    try:
        found = await computer.explain(question, asker_of(game))
    except DidNotThink:
        found = Explanation(str(fallback(choice.options, question.chance)), "", ())
    game.check_step(step)
    return Hinted(request, found.action, label_of(game, view, found.action), found.reasons, found.chance)


def label_of(game: Game, view: View[Any], action: str) -> str:
    return game.presenter.labels(view.state, (Action.parse(action),))[0]


# -- after the game ----------------------------------------------------------------------------------------


def decision_before(game: Game, moment: int) -> DecisionView | None:
    """The last decision on the way to a moment; none while the game runs, or before anything was decided."""
    if game.result is None:
        return None
    at = next((at for at in range(min(moment, game.moment) - 1, -1, -1) if game.line[at].is_action), None)
    if at is None:
        return None
    side = game.line[at].side
    computers = [one.side for one in game.seats.values() if one.kind == COMPUTER] or game.sides
    others = [n for n, mark in enumerate(game.line) if mark.is_action and mark.side in computers]
    return DecisionView(
        moment=at,
        side=side,
        computer=game.seats[side].kind == COMPUTER,
        before=next((n + 1 for n in reversed(others) if n < at), None),
        after=next((n + 1 for n in others if n > at), None),
    )


def asked_back(game: Game, moment: int) -> DecisionView:
    """The decision that a look back is about. Refused while the game runs."""
    if game.result is None:
        raise NotTaken(
            "forbidden", "while the game runs this would tell what the other side knows; ask when it is over"
        )
    found = decision_before(game, moment)
    if found is None:
        raise NotTaken("unavailable", "nothing had been decided by then")
    return found


async def recalled(
    computer: Computer, game: Game, decision: DecisionView, position: Position[Any], taken: str, request: str
) -> Recalled:
    """What a decision was about; `position` is where it stood, `taken` what was done."""
    view = make_view(game.system, position, decision.side, decision.moment)
    choice = view.pending
    assert isinstance(choice, Choice)
    level = game.seats[decision.side].level if decision.computer else ADVISER
    # The step of the table was that of the row before the decision's own, unless somebody offered a draw just then.
    step = game.line[decision.moment].seq - 1
    try:
        found = await computer.explain(why_question_for(game, level, view, step, taken), asker_of(game))
    except DidNotThink as error:
        raise NotTaken("unavailable", "the computer could not work it out") from error
    agrees = found.action == taken
    return Recalled(
        id=request,
        moment=decision.moment,
        side=decision.side,
        level=level,
        asks=choice.asks,
        done=label_of(game, view, taken),
        forced=len(choice.options) == 1,
        plan=found.plan,
        reasons=found.reasons if agrees else found.taken_reasons,
        rather="" if agrees else label_of(game, view, found.action),
        rather_reasons=() if agrees else found.reasons,
        weighed=tuple(
            WeighedView(
                label=label_of(game, view, one.action),
                plan=one.plan,
                rounds=one.rounds,
                edge=one.edge,
                done=one.action == taken,
                best=one.action == found.action,
            )
            for one in found.weighed
        ),
        unit=found.unit,
    )

"""A phase in which sides act, one thing after the other, until they are done or have nothing left to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.tactics.play import BoardPlay

DONE = Action("done")


class ActingPhase(Frame):
    """What such phases are made of. `turn` is the place of the side that acts now."""

    turn: int = 0


def the_attacker(g: BoardPlay[Any]) -> tuple[str, ...]:
    return (g.attacker,)


def the_defender(g: BoardPlay[Any]) -> tuple[str, ...]:
    return (g.defender,)


def both_sides(g: BoardPlay[Any]) -> tuple[str, ...]:
    """ATTACKER first, then DEFENDER."""
    return g.in_order()


def acting_phase(
    part: Part,
    frame_type: type[ActingPhase],
    asks: str,
    rules: tuple[str, ...],
    options: Callable[[Any, str], Sequence[Action]],
    take: Callable[[Any, str, Action], None],
    *,
    sides: Callable[[Any], tuple[str, ...]] = the_attacker,
    why_not: Callable[[Any, str, Action], Refusal | None] | None = None,
    may_be_done: Callable[[Any, Sequence[Action]], bool] = lambda g, options: True,
    side_done: Callable[[Any, str], None] | None = None,
) -> None:
    """Make the procedure of a phase: `options` are what a side may do now; without any it is not asked. It is offered
    to be done where `may_be_done` says so of the options; `side_done` is told when a side has finished."""

    def refusal(g: BoardPlay[Any], frame: ActingPhase, action: Action) -> Refusal | None:
        return why_not(g, sides(g)[frame.turn], action) if why_not is not None else None

    @part.decisions(frame_type, why_not=refusal)
    def ask(g: BoardPlay[Any], frame: ActingPhase) -> Choice | None:
        acting = sides(g)
        if frame.turn >= len(acting):
            return None
        side = acting[frame.turn]
        found = tuple(options(g, side))
        if not found:
            return None
        return Choice(side, asks, (*found, DONE) if may_be_done(g, found) else found, rules)

    @ask
    def go_on(g: BoardPlay[Any], frame: ActingPhase, answer: Action | Outcome | None) -> None:
        acting = sides(g)
        if isinstance(answer, Action) and answer != DONE:
            take(g, acting[frame.turn], answer)
        elif frame.turn >= len(acting):
            g.pop()
        else:
            frame.turn += 1
            if side_done is not None:
                side_done(g, acting[frame.turn - 1])

"""Random selection: chance picks some of several units, a die each."""

from __future__ import annotations

from typing import Any

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part, any_of
from defilade.kernel.encoding import always
from defilade.tactics.play import AnyBoard, BoardPlay

PART = Part()


@any_of
def ties_roll_again(g: AnyBoard) -> bool:
    """Does a random selection pick just as many as are asked for, so that ties roll again?"""
    return False


class RandomSelection(Frame):
    """Chance picks `count` of `units`: one die each, the highest are picked and all ties with the last of
    them.

    The frame right below must have a field `selected: tuple[str, ...]`, which is set when this frame is
    done.  No dice fall where everybody is picked anyway.
    """

    units: tuple[str, ...]
    count: int = 1
    why: str = ""
    rule: str = always("")
    picked: tuple[str, ...] = ()
    """Those who are picked for certain, while the rest roll again."""


@PART.decisions(RandomSelection)
def ask_random_selection(g: BoardPlay[Any], frame: RandomSelection) -> Chance | None:
    if len(frame.units) <= frame.count:
        return None
    return Chance(
        f"Random selection among {g.names(frame.units)}: {frame.why or 'the highest dr'}.",
        dice=len(frame.units),
        rules=(frame.rule,),
        about=frame.units,
    )


@ask_random_selection
def take_random_selection(g: BoardPlay[Any], frame: RandomSelection, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome) and ties_roll_again(g) and _tied(frame, answer.dice):
        return
    g.pop()
    picked = (*frame.picked, *frame.units)
    if isinstance(answer, Outcome):
        last = sorted(answer.dice, reverse=True)[frame.count - 1]
        found = tuple(uid for uid, face in zip(frame.units, answer.dice, strict=True) if face >= last)
        picked = (*frame.picked, *found)
        g.say(
            "random_selection",
            f"Random selection picks {g.names(picked)}.",
            frame.rule,
            who=picked,
            dice=answer.dice,
        )
    below = g.state.stack[-1]
    below.selected = picked


def _tied(frame: RandomSelection, dice: tuple[int, ...]) -> bool:
    """Whether more have the last number that counts than can be picked: then only they roll again."""
    last = sorted(dice, reverse=True)[frame.count - 1]
    above = tuple(uid for uid, face in zip(frame.units, dice, strict=True) if face > last)
    tied = tuple(uid for uid, face in zip(frame.units, dice, strict=True) if face == last)
    if len(above) + len(tied) == frame.count:
        return False
    frame.picked = (*frame.picked, *above)
    frame.units, frame.count = tied, frame.count - len(above)
    return True

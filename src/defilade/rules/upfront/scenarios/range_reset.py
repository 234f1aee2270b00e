"""Resetting range chits by consent at a reshuffle (UF:5.62)."""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import on_new_deck
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.scenarios.three_sides import still_in
from defilade.rules.upfront.turn.sequence import on_turn_starts

PART = Part()

DUE = "range_reset"


class ResetRanges(Frame):
    """Both players are asked whether the chits of one side go down and those of the other up by the same number."""

    steps: int
    agreed: int = 0


def out_of_order(chits: list[int]) -> int:
    """How far chits lie above 5 or below 0."""
    return sum(max(0, chit - 5) + max(0, -chit) for chit in chits)


def best_steps(first: list[int], second: list[int]) -> int:
    """By how much the first side's chits should go down and the second's up: the fewest odd chits, the smallest step.

    >>> best_steps([6, 3, 0], [-2, -3])
    2
    >>> best_steps([-2, -3], [6, 3, 0])
    -2
    """
    if out_of_order(first + second) == 0:
        return 0

    def odd(step: int) -> tuple[int, int]:
        return out_of_order([chit - step for chit in first] + [chit + step for chit in second]), abs(step)

    return min(range(-10, 11), key=odd)


@PART.answers(on_new_deck)
def remember(g: UfPlay, table: str) -> None:
    g.state.facts[DUE] = "yes"


@PART.answers(on_turn_starts)
def offer(g: UfPlay, side: str) -> None:
    """At the first turn after a reshuffle, if it would help; only where two sides face each other, so when the third of
    three is out too (UF:J.1-c)."""
    sides = still_in(g)
    if g.state.facts.pop(DUE, "") and len(sides) == 2:
        first, second = ([group.range for group in g.groups_of(side)] for side in sides)
        steps = best_steps(first, second)
        if steps:
            g.push(ResetRanges(steps))


@PART.decisions(ResetRanges)
def ask_reset_ranges(g: UfPlay, frame: ResetRanges) -> Choice:
    sides = still_in(g)
    first, second = (g.side_name(side) for side in sides)
    way = ("down", "up") if frame.steps > 0 else ("up", "down")
    asks = f"Agree to reset the range chits: {first} {way[0]} and {second} {way[1]} by {abs(frame.steps)}?"
    return Choice(sides[frame.agreed], asks, (Action("agree"), Action("no")), ("UF:5.62",))


@ask_reset_ranges
def take_reset_ranges(g: UfPlay, frame: ResetRanges, answer: Answer) -> None:
    assert isinstance(answer, Action)
    frame.agreed += 1
    sides = still_in(g)
    if answer.verb == "no":
        g.pop()
    elif frame.agreed == len(sides):
        g.pop()
        first, second = sides
        for side, step in ((first, -frame.steps), (second, frame.steps)):
            for group in g.groups_of(side):
                g.update_group(group, range=group.range + step)
        g.say("range_reset", "The range chits are reset; all Relative Ranges stay the same.", "UF:5.62")


PART.wording("agree", lambda g, a: "Agree")

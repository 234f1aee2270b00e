"""Dice that a scenario card asks for at the start of each Rally Phase: weather, and forces that come by chance.

A card's rule of this sort is an entry here: when it is rolled for, what is asked, and what the dice do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Entries, Part
from defilade.rules.sk.card_rules import SpecialRule
from defilade.rules.sk.rally import rally_opens
from defilade.rules.sk.state import SkPlay

PART = Part()


class CardDice(NamedTuple):
    """What a kind of special rule rolls for."""

    kind: type[SpecialRule]
    asks: str
    dice: int
    due: Callable[[SkPlay, Any], bool]
    take: Callable[[SkPlay, Any, tuple[int, ...]], None]


CARD_DICE = Entries[CardDice]("dice of the card", key=lambda entry: entry.kind)


class ReinforcementStep(Frame):
    """The dice of the card at the start of a Rally Phase. `left` are the places of the rules still to be
    rolled for."""

    left: tuple[int, ...] = ()
    begun: bool = False


@PART.answers(rally_opens)
def roll_first(g: SkPlay) -> list[Frame]:
    """SK1:3.1a: the card's dice come before all that is due stands ready off the map."""
    return [ReinforcementStep()]


def rules_to_roll(g: SkPlay) -> tuple[int, ...]:
    kinds = CARD_DICE(g)
    return tuple(
        [
            place
            for place, rule in enumerate(g.scenario.special_rules)
            if (entry := kinds.get(type(rule))) is not None and entry.due(g, rule)
        ]
    )


@PART.decisions(ReinforcementStep)
def ask_reinforcement_step(g: SkPlay, frame: ReinforcementStep) -> Chance | None:
    if not frame.left:
        return None
    rule = g.scenario.special_rules[frame.left[0]]
    entry = CARD_DICE(g)[type(rule)]
    return Chance(entry.asks, dice=entry.dice, side=g.attacker, rules=(rule.rule,))


@ask_reinforcement_step
def take_reinforcement_step(g: SkPlay, frame: ReinforcementStep, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        if frame.begun:
            g.pop()
        else:
            frame.begun = True
            frame.left = rules_to_roll(g)
        return
    rule = g.scenario.special_rules[frame.left[0]]
    frame.left = frame.left[1:]
    CARD_DICE(g)[type(rule)].take(g, rule, answer.dice)

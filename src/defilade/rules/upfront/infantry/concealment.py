"""Concealed cards against attacks (UF:9.1 to UF:9.3, UF:6.44).

The defender is asked whether he holds such a card or not, so that being asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame, Line, Refusal
from defilade.kernel.composition import bar, first_of, question
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import (
    MISSION,
    OTHER,
    SHOTS,
    Attack,
    attack_lines,
    breakdown,
)
from defilade.rules.upfront.game.cards import CONCEALED, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Unit
from defilade.rules.upfront.infantry.hero import could_hold

PART = Part()


@question
def concealed_strength(g: UfPlay, side: str, /) -> int:
    """What is added to the Concealed cards of a side?"""
    raise NotImplementedError


@bar
def concealment_bar(g: UfPlay, attack: Attack, /) -> Refusal | None:
    """Why may no Concealed card be played against this attack?"""


@bar
def concealment_bar_for(g: UfPlay, attack: Attack, unit: Unit | None, /) -> Refusal | None:
    """Why does a Concealed card do nothing for this card?"""


@first_of
def threat_words(g: UfPlay, attack: Attack, /) -> str | None:
    """What is a defender told before he plays a Concealed card?"""


class Concealing(Frame):
    """The defender may play one Concealed card against the attack of the frame below, which has an `attack`."""

    attack: Attack


def hand_back(g: UfPlay, attack: Attack) -> None:
    """Give the attack, as a card has changed it, to the frame below that makes it."""
    g.state.stack[-1].attack = attack  # type: ignore[attr-defined]


def may_conceal(g: UfPlay, attack: Attack) -> bool:
    """Whether the defender is asked: nothing bars it (UF:9.5), and he may hold a card for all that is known."""
    defender = g.group(attack.target).side
    return concealment_bar(g, attack) is None and could_hold(g, defender, CONCEALED)


def concealed_value(g: UfPlay, side: str, use: Use) -> int:
    """What a Concealed card is worth to a side against an attack and in Close Combat."""
    return int(use.value + sum(function(g, side) for function in concealed_strength.answers(g)))


def threat(g: UfPlay, attack: Attack) -> str:
    """What the defender is told of the attack."""
    for words in threat_words.answers(g):
        told: str | None = words(g, attack)
        if told is not None:
            return told
    summed = breakdown(g, attack)
    return f"{summed.title} with strength {int(summed.total)}"


def answered(g: UfPlay, frame: Concealing, action: Action) -> tuple[Attack, str]:
    """The attack as it would be with this answer, and the side that gives it."""
    side = g.group(frame.attack.target).side
    use = g.usable(side, action.who[0], CONCEALED) if action.who else None
    value = concealed_value(g, side, use) if use is not None else 0
    return replace(frame.attack, concealed=value), side


@PART.decisions(Concealing)
def ask_concealing(g: UfPlay, frame: Concealing) -> Choice:
    attack = frame.attack
    side = g.group(attack.target).side
    options = [Action("conceal", (card,)) for card, _ in g.holds(side, CONCEALED)]
    asks = f"{threat(g, attack)}: conceal the group?"
    return Choice(side, asks, (*options, Action("no")), ("UF:9.1-a",), at=attack.target)


@ask_concealing
def take_concealing(g: UfPlay, frame: Concealing, answer: Answer) -> None:
    g.pop()
    assert isinstance(answer, Action)
    if answer.verb == "no":
        return
    side = g.group(frame.attack.target).side
    (card,) = answer.who
    use = g.usable(side, card, CONCEALED)
    assert use is not None
    g.spend_card(side, card)  # UF:9.2, UF:9.3
    value = concealed_value(g, side, use)
    hand_back(g, replace(frame.attack, concealed=value))
    g.say(
        "concealed",
        f"{g.group_name(frame.attack.target)} is concealed: -{value}.",
        "UF:9.1-a",
        side=side,
        who=(card,),
        at=frame.attack.target,
    )


@PART.modifies(attack_lines, "UF:9.1-a", step=OTHER)
def concealed(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:6.44: last of all. Against ordnance and Fire Missions the card makes a hit less likely, and that is all
    (UF:9.1-b, UF:40.21-c)."""
    if attack.kind in SHOTS or attack.kind == MISSION:
        return
    if attack.concealed and concealment_bar_for(g, attack, unit) is None:
        yield Line("Concealed", -attack.concealed, "UF:9.1-a")


PART.wording("conceal", lambda g, a: f"Play {g.card_name(a.who[0])}")

"""Options in words: what a player reads on a button, with the odds where there are any."""

from __future__ import annotations

from defilade.kernel import Action, Described
from defilade.kernel.composition import first_of
from defilade.rules.upfront.game.attack import Attack, breakdown
from defilade.rules.upfront.game.composition import words_for
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.infantry.concealment import Concealing, answered
from defilade.rules.upfront.infantry.fire import DeclareFire, Firing, fire_attack, prepared, with_cards
from defilade.rules.upfront.infantry.firepower import firepower_lines
from defilade.rules.upfront.infantry.odds import attack_odds


@first_of
def described_by_section(g: UfPlay, action: Action, /) -> Described | None:
    """What does this option of a section come to, in numbers?"""


def words(g: UfPlay, action: Action) -> str:
    wording = words_for(g, action.verb)
    return wording(g, action) if wording is not None else str(action)


def describe(g: UfPlay, action: Action) -> Described:
    """An option of the moment that the game stands at, fire with its strength and its odds."""
    label = words(g, action)
    for section in described_by_section.answers(g):
        described: Described | None = section(g, action)
        if described is not None:
            return replace(described, label=label)
    found = _attack_shown(g, action)
    if found is None:
        return Described(label)
    attack, side = found
    summed = breakdown(g, attack)
    if attack.firer and side == attack.side:  # UF:6.2: who brings the firepower that the Fire cards need
        summed = replace(summed, lines=(*firepower_lines(g, attack), *summed.lines))
    rules = tuple(dict.fromkeys(line.rule for line in summed.lines))
    return Described(label, rules, summed, attack_odds(g, attack, side))


def _attack_shown(g: UfPlay, action: Action) -> tuple[Attack, str] | None:
    """The attack that an option leads to, and the side that looks at it."""
    top = g.state.stack[-1] if g.state.stack else None
    if action.verb == "fire" and action.at in g.state.groups:
        group = g.group(action.who[0])
        return with_cards(g, fire_attack(group, g.group(action.at)), action.who[1:]), group.side
    if isinstance(top, DeclareFire) and action.verb in ("declare", "add"):
        attack = prepared(g, top)
        return with_cards(g, attack, (*attack.cards, *action.who)), attack.side
    if isinstance(top, Firing) and action.verb == "resolve":
        return top.attack, top.attack.side
    if isinstance(top, Concealing):
        return answered(g, top, action)
    return None

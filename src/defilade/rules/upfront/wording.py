"""Options in words: what a player reads on a button, with the odds where there are any."""

from __future__ import annotations

from defilade.kernel import Action, Described
from defilade.rules.upfront.attack import breakdown
from defilade.rules.upfront.fire import DeclareFire, fire_attack, prepared, with_cards
from defilade.rules.upfront.odds import attack_odds
from defilade.rules.upfront.play import UfPlay, replace


def words(g: UfPlay, action: Action) -> str:
    wording = g.rules.words.get(action.verb)
    return wording(g, action) if wording is not None else str(action)


def describe(g: UfPlay, action: Action) -> Described:
    """An option of the moment that the game stands at, fire with its strength and its odds."""
    label = words(g, action)
    top = g.state.stack[-1] if g.state.stack else None
    if action.verb == "fire" and action.at in g.state.groups:
        attack = fire_attack(g.group(action.who[0]), g.group(action.at))
        attack = with_cards(g, attack, action.who[1:])
    elif isinstance(top, DeclareFire) and action.verb in ("declare", "add"):
        attack = prepared(g, top)
        if action.verb == "add":
            attack = with_cards(g, attack, (*attack.cards, *action.who))
    elif action.verb == "resolve" and getattr(top, "attack", None) is not None:
        attack = top.attack  # type: ignore[union-attr]
    elif action.verb == "conceal" and getattr(top, "attack", None) is not None:
        use = g.usable(g.group(top.attack.target).side, action.who[0], "concealed")  # type: ignore[union-attr]
        assert use is not None
        attack = replace(top.attack, concealed=use.value)  # type: ignore[union-attr]
    else:
        return Described(label)
    summed = breakdown(g, attack)
    rules = tuple(dict.fromkeys(line.rule for line in summed.lines))
    return Described(label, rules, summed, attack_odds(g, attack))

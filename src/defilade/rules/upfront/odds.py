"""Exact odds of an attack, from what is public.

Every card that has not been seen is as likely to come up as any other.  The chances of a draw are those among all
cards that may still be in the pile: the deck without what lies open and without the hand of the side that looks.
"""

from __future__ import annotations

from defilade.kernel.composition import question
from defilade.rules.upfront import values
from defilade.rules.upfront.attack import Attack, strength
from defilade.rules.upfront.cards import ActionCard
from defilade.rules.upfront.fire import targets_of
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.state import HIDDEN, Man


@question
def chances_in(g: UfPlay, attack: Attack, cards: list[ActionCard], /) -> dict[str, float]:
    """What are the chances of a draw among these cards?"""
    raise NotImplementedError


def possible_draws(g: UfPlay, side: str) -> list[ActionCard]:
    """The cards that may come up, for all that a side knows."""
    tray = g.tray(side)
    seen = {*tray.discards, *tray.shown, *tray.held, *tray.removed, *tray.buried.get(side, ())}
    seen.update(card for card in g.hand(side) if card != HIDDEN)
    for group in g.state.groups.values():
        seen.update(laid.card for laid in group.laid if laid.terrain != "open" or laid.by == side)
        if group.offered is not None:
            seen.add(group.offered.card)
    return [card for card in g.deck.values() if card.id not in seen]


def man_odds(g: UfPlay, man: Man, attack: Attack, cards: list[ActionCard]) -> tuple[float, float]:
    """The chances that a man is removed, and that he is newly pinned, by one resolution."""
    total = strength(g, attack, man)
    out = values.panic(g, man) if man.pinned else values.kia(g, man)
    out = min(out, values.kia(g, man))
    down = out if man.pinned else values.morale(g, man)
    removed = sum(total + card.rnc >= out for card in cards)
    pinned = sum(down <= total + card.rnc < out for card in cards)
    return removed / len(cards), pinned / len(cards)


def attack_odds(g: UfPlay, attack: Attack, side: str) -> dict[str, float]:
    """For each man of the target group who is attacked the chances to be removed and to be pinned, for all that `side`
    knows; and what else a section reckons with."""
    cards = possible_draws(g, side)
    found: dict[str, float] = {}
    struck = (g.unit(uid) for uid in targets_of(g, attack)) if cards else ()
    for man in struck:
        if not isinstance(man, Man):
            continue
        removed, down = man_odds(g, man, attack, cards)
        found[f"{g.name(man)} out"] = removed
        if not man.pinned:
            found[f"{g.name(man)} pinned"] = down
    for section in chances_in.answers(g) if cards else ():
        found |= section(g, attack, cards)
    return found

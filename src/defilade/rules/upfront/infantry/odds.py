"""Exact odds of an attack, from what is public.

Every card that has not been seen is as likely to come up as any other.  The chances of a draw are those among all
cards that may still be in the pile: the deck without what lies open and without the hand of the side that looks.
"""

from __future__ import annotations

from collections import Counter

from defilade.kernel.composition import first_of, question
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.attack import Attack, strength
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.losses import fate_of_panic
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import HIDDEN, KIA, Man
from defilade.rules.upfront.infantry.fire import targets_of


@question
def chances_in(g: UfPlay, attack: Attack, cards: list[ActionCard], /) -> dict[str, float]:
    """What are the chances of a draw among these cards?"""
    raise NotImplementedError


@first_of
def other_fate(g: UfPlay, man: Man, fate: str, panics: bool, lowest: bool, card: ActionCard, /) -> str | None:
    """What becomes of a man instead, whom this card would remove, as the odds call it? `panics`: by panic, to this
    fate; else by a KIA result, `lowest`: a lower one would not kill."""


OUT, PINNED = "out", "pinned"


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


def man_odds(g: UfPlay, man: Man, attack: Attack, cards: list[ActionCard]) -> Counter[str]:
    """How many of the cards remove a man, newly pin him, or do something else to him in one resolution (UF:6.5-c)."""
    total = strength(g, attack, man)
    deadly, steady = values.kia(g, man), values.panic(g, man) if man.pinned else values.morale(g, man)
    counted = Counter[str]()
    for card in cards:
        result = total + card.rnc
        if result >= deadly:
            counted[other_fate(g, man, KIA, False, result == deadly, card) or OUT] += 1
        elif result >= steady and man.pinned:
            counted[other_fate(g, man, fate_of_panic(man, card), True, False, card) or OUT] += 1
        elif result >= steady:
            counted[PINNED] += 1
    return counted


def attack_odds(g: UfPlay, attack: Attack, side: str) -> dict[str, float]:
    """For each man of the target group who is attacked the chances to be removed and to be pinned, wounded or enraged,
    for all that `side` knows; and what else a section reckons with."""
    cards = possible_draws(g, side)
    found: dict[str, float] = {}
    struck = (g.unit(uid) for uid in targets_of(g, attack)) if cards else ()
    for man in struck:
        if not isinstance(man, Man):
            continue
        counted = man_odds(g, man, attack, cards)
        always = (OUT,) if man.pinned else (OUT, PINNED)
        for what in dict.fromkeys((*always, *counted)):
            found[f"{g.name(man)} {what}"] = counted[what] / len(cards)
    for section in chances_in.answers(g) if cards else ():
        found |= section(g, attack, cards)
    return found

"""Fire attacks: which cards against whom, when to carry them out, and when to answer with a Concealed card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from defilade.ai.upfront.ground import denied
from defilade.ai.upfront.hand import Hand
from defilade.ai.upfront.picture import Picture
from defilade.rules.upfront.game.attack import Attack, strength
from defilade.rules.upfront.game.cards import FIRE
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.infantry.fire import fire_attack, with_cards
from defilade.rules.upfront.infantry.firepower import group_firepower

SEEN_THROUGH = 0.88
"""What is left of an attack on average, because the target may conceal itself."""
MOST_CARDS = 4
WORTH_DRAWING = 0.04
"""An attack that does less than this is not carried out: every draw can break a weapon."""


class Shot(msgspec.Struct, frozen=True):
    """An attack with these Fire cards and what it is worth."""

    group: str
    target: str
    cards: tuple[str, ...]
    strength: int
    harm: float
    value: float


def harm_of(picture: Picture, attack: Attack) -> float:
    """What an attack as it stands does on average, men between groups and infiltrators aside."""
    target, total = picture.g.group(attack.target), strength(picture.g, attack)
    return picture.harm(target, total) + denied(picture, target, total)


def shots(picture: Picture, hand: Hand, group: Group, target: Group, first: str = "") -> Iterator[Shot]:
    """Every set of Fire cards that a group can use on a target."""
    g = picture.g
    attack = fire_attack(group, target)
    firepower = group_firepower(g, attack)
    cards = [(card, use) for card, use in g.holds(group.side, FIRE) if use.needs <= firepower][:MOST_CARDS]
    for number in range(1, len(cards) + 1):
        for chosen in combinations(cards, number):
            if sum(use.needs for _, use in chosen) > firepower:
                continue
            names = tuple(card for card, _ in chosen)
            if first and first not in names:
                continue
            made = with_cards(g, attack, names)
            total = strength(g, made)
            harm = picture.harm(target, total) + denied(picture, target, total)
            cost = sum(hand.cost(card) for card in names)
            value = picture.stance.fire * SEEN_THROUGH * harm - cost
            yield Shot(group.id, target.id, names, total, harm, value)


def best_shot(picture: Picture, hand: Hand, group: Group, target: Group) -> Shot | None:
    """The best set of cards; None where nothing is worth being drawn for."""
    found = [shot for shot in shots(picture, hand, group, target) if shot.harm > WORTH_DRAWING]
    return max(found, key=lambda shot: shot.value, default=None)

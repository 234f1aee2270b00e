"""Who may belong to a force of a type of troops (UF:39.7, UF:37.1)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Refusal
from defilade.rules.upfront.game.library import Library

ELITE, SECOND, PARTISAN = "elite", "second", "partisan"
ELITE_LEAST, SECOND_MOST = 2, 4
"""Morale that an elite man has at least, and one of the second line at most (UF:39.7-a, UF:39.7-c)."""


def man_refusal(box: Library, troops: str, man: str) -> Refusal | None:
    """Why a man may not be bought for a force of this type, if he may not. All of a side are of one type, which is
    why the type is asked for and not the man's (UF:39.7-b)."""
    quality = box.troops[troops].quality
    card = box.men[man]
    if card.nation != box.troops[troops].nation:
        return Refusal(f"{card.name} does not belong to these troops", "UF:39.7-b")
    if quality == ELITE and card.morale < ELITE_LEAST:
        return Refusal(f"{card.name} has Morale {card.morale}: too little for elite troops", "UF:39.7-a")
    if quality == SECOND and card.morale > SECOND_MOST:
        return Refusal(f"{card.name} has Morale {card.morale}: too much for second line troops", "UF:39.7-c")
    return None


def partisan_refusal(
    box: Library, troops: str, men: Iterable[str], machines: Iterable[str]
) -> Refusal | None:
    """Why these cards are no force of partisans, if they are none; other troops are free in this."""
    if box.troops[troops].quality != PARTISAN:
        return None
    if any(machines):
        return Refusal("partisans never have a vehicle or an infantry gun", "UF:37.1-e")
    if sum(bool(box.men[man].role) for man in men) > 1:
        return Refusal("partisans have one leader at most", "UF:37.1-d")
    return None

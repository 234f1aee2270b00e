"""A force that is bought card by card (UF:43.2): what can still be had, and what may wait until it is finished."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Refusal
from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, card_refusal, refusals
from defilade.rules.upfront.designs.dyo_tables import DyoTables
from defilade.rules.upfront.game.library import Library

replace = msgspec.structs.replace

UNFINISHED = ("UF:3.2-a", "UF:43.2-f")
"""What may still be wrong while a force grows: too few men, a leader missing."""


def may_wait(refusal: Refusal) -> bool:
    return refusal.rule in UNFINISHED and "too large" not in refusal.reason


def with_card(box: Library, force: Purchase, key: str) -> Purchase:
    if key in box.machines:
        return replace(force, machines=(*force.machines, key))
    return replace(force, men=(*force.men, key))


def without_cards(force: Purchase, keys: Iterable[str]) -> Purchase:
    """The force without some cards, what they carry and when they come."""
    gone = set(keys)
    later = {d: tuple(card for card in wave if card not in gone) for d, wave in force.reinforcements.items()}
    return replace(
        force,
        men=tuple(man for man in force.men if man not in gone),
        machines=tuple(one for one in force.machines if one not in gone),
        secondary={man: weapon for man, weapon in force.secondary.items() if man not in gone},
        reinforcements={decks: wave for decks, wave in later.items() if wave},
    )


def wrong_now(box: Library, tables: DyoTables, force: Purchase, terms: Terms) -> list[Refusal]:
    """What is wrong with a force that is not finished yet."""
    return [one for one in refusals(box, tables, force, terms) if not may_wait(one)]


def second_leader(box: Library, force: Purchase, terms: Terms, key: str) -> Refusal | None:
    """One leader of each kind, and no more than two (UF:43.2-f)."""
    role = box.men[key].role if key in box.men else ""
    leaders = [box.men[man].role for man in force.men if box.men[man].role]
    if terms.leaders and role and (role in leaders or len(leaders) >= 2):
        return Refusal("the force has its leaders", "UF:43.2-f")
    return None


def why_not_add(box: Library, tables: DyoTables, force: Purchase, terms: Terms, key: str) -> Refusal | None:
    """Why a card cannot be had now: by itself, or because of what is bought already."""
    alone = card_refusal(box, force, terms, key) or second_leader(box, force, terms, key)
    if alone is not None:
        return alone
    known = {one.reason for one in wrong_now(box, tables, force, terms)}
    found = wrong_now(box, tables, with_card(box, force, key), terms)
    return next((one for one in found if one.reason not in known), None)


def cards_of(box: Library, nation: str) -> list[str]:
    """All that a nation can have: leaders, other men, guns and vehicles."""
    men = [key for key, man in box.men.items() if man.nation == nation]
    men.sort(key=lambda key: not box.men[key].role)
    return men + [key for key, one in box.machines.items() if one.nation == nation]

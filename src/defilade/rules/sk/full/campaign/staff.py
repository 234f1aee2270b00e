"""Orders for a side that leaves a step of the Refit Phase to its staff: legal, plain, and the same every time."""

from __future__ import annotations

from defilade.kernel.chance import Scripted
from defilade.rules.sk.full.campaign import initiative, purchase, replenishment
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    INITIATIVE,
    PURCHASE,
    REFIT,
    STRIKE,
    Book,
    CampaignError,
    InitiativeOrders,
    Orders,
    Purchase,
    PurchaseOrders,
    RefitOrders,
    Returned,
    StrikeOrders,
    clone,
)
from defilade.rules.sk.full.campaign.recovery import recombine_pool
from defilade.rules.sk.full.campaign.refit import no_orders
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import SQUAD

WISHES = {
    GERMAN: ("I2", "V2", "I3", "G1", "V3", "O1", "V4", "I1", "HW1", "O2", "V1", "G2", "O3"),
    BRITISH: ("I1", "V2", "O2", "V1", "HW2", "O1", "G1", "HW1"),
}
"""What is bought, the most wanted first, as far as the CPP go."""


def orders(book: Book, side: Side) -> Orders:
    """What a staff does: it buys for the Entry Area, brings back whom it can, and the British attack while they may."""
    work = Work(clone(book), Scripted(()))
    if book.step == REFIT:
        return _replenish(work, side)
    if book.step == PURCHASE:
        return _purchase(work, side)
    if book.step == INITIATIVE:
        return InitiativeOrders(attack=initiative.may_attack(work, side))
    if book.step == STRIKE:
        return _strike(work)
    return no_orders(book, side)


def _replenish(work: Work, side: Side) -> RefitOrders:
    recombine_pool(work, side)
    left = replenishment.allowance(work, side)
    found = []
    for type, count in work.side(side).pool.items():
        for _ in range(count):
            is_squad = work.kit.counters[type].kind == SQUAD
            if is_squad and left >= 2 and replenishment.returned_as(work, type):
                found.append(Returned(type, ENTRY))
                left -= 2
    return RefitOrders(replenish=tuple(found))


def _purchase(work: Work, side: Side) -> PurchaseOrders:
    chosen: tuple[Purchase, ...] = ()
    for id in WISHES[side]:
        more = (*chosen, Purchase(id))
        try:
            purchase.check_orders(work, side, PurchaseOrders(more))
        except CampaignError:
            continue
        chosen = more
    return PurchaseOrders(chosen)


def _strike(work: Work) -> StrikeOrders:
    """Around the building that the campaign is about."""
    limits = work.tables.strike
    return StrikeOrders("II", "RR", 4, 3 + limits.rows)

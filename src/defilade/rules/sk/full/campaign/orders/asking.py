"""Asking a side for its orders, option by option, and handing them in.

What was picked so far is kept in the book (`Book.drafts`), so that a player can go away in between. Everything offered
is legal, and so are the orders that come of it. What one side picks is nobody else's to see until a step is carried
out.
"""

from __future__ import annotations

from collections.abc import Callable

from defilade.kernel.chance import Scripted
from defilade.rules.sk.full.campaign import staff
from defilade.rules.sk.full.campaign.book import (
    DEPLOY,
    ESCAPE,
    INITIATIVE,
    PLAY,
    PURCHASE,
    REFIT,
    SHIFT,
    STRIKE,
    Book,
    CampaignError,
    clone,
)
from defilade.rules.sk.full.campaign.campaign import enter_later
from defilade.rules.sk.full.campaign.orders.escape import EscapeDraft
from defilade.rules.sk.full.campaign.orders.initiative import InitiativeDraft, StrikeDraft
from defilade.rules.sk.full.campaign.orders.options import ADD, Asked, Draft, Reader
from defilade.rules.sk.full.campaign.orders.purchase import PurchaseDraft
from defilade.rules.sk.full.campaign.orders.refit import RefitDraft
from defilade.rules.sk.full.campaign.orders.set_up import DeployDraft, InitialDraft
from defilade.rules.sk.full.campaign.orders.shift import ShiftDraft
from defilade.rules.sk.full.campaign.refit import submit, waits_for
from defilade.rules.sk.full.campaign.set_up import INITIAL
from defilade.rules.sk.full.campaign.tables import BRITISH
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side

MOST_PICKS = 400
"""No orders take more; who goes on beyond it is told to hand in."""

DRAFTS: dict[str, Callable[[Reader], Draft]] = {
    ESCAPE: EscapeDraft,
    SHIFT: ShiftDraft,
    REFIT: RefitDraft,
    PURCHASE: PurchaseDraft,
    INITIATIVE: InitiativeDraft,
    DEPLOY: DeployDraft,
    STRIKE: StrikeDraft,
    INITIAL: InitialDraft,
}


def step_for(book: Book, side: Side) -> str:
    """The step for which a side may write something; empty where there is none."""
    if side in waits_for(book):
        return book.step
    return INITIAL if book.step == PLAY and not book.played and side == BRITISH else ""


def draft_of(book: Book, side: Side) -> Draft:
    step = step_for(book, side)
    if not step:
        raise CampaignError(f"nothing is asked of the {side} side now", "DAE:4.5")
    return DRAFTS[step](Reader(Work(clone(book), Scripted(())), side, book.drafts.get(side, ())))


def as_begun(book: Book) -> Book:
    """DAE:4.42-a: the book with what the British have said of their first scenario."""
    said = book.drafts.get(BRITISH, ())
    if step_for(book, BRITISH) != INITIAL or not said:
        return book
    return enter_later(_drafted(book, BRITISH, ()), BRITISH, [one.removeprefix(ADD) for one in said])


def ask(book: Book, side: Side) -> Asked:
    """What a side is asked next for the present step, and all that it may say."""
    draft = draft_of(book, side)
    asks, rule = draft.asks()
    return Asked(
        side,
        step_for(book, side),
        asks,
        rule,
        tuple(draft.options()),
        tuple(draft.given()),
        draft.ready(),
        bool(book.drafts.get(side)),
    )


def pick(book: Book, side: Side, said: str) -> Book:
    """Write one thing more down."""
    before = book.drafts.get(side, ())
    if not any(option.pick == said for option in draft_of(book, side).options()):
        raise CampaignError("that is not one of the options", "DAE:4.5")
    if len(before) >= MOST_PICKS:
        raise CampaignError("these orders are long enough to be handed in", "DAE:4.5")
    return _drafted(book, side, (*before, said))


def take_back(book: Book, side: Side) -> Book:
    """Forget what was said last."""
    draft_of(book, side)
    return _drafted(book, side, book.drafts.get(side, ())[:-1])


def start_again(book: Book, side: Side) -> Book:
    draft_of(book, side)
    return _drafted(book, side, ())


def hand_in(book: Book, side: Side) -> Book:
    draft = draft_of(book, side)
    if not draft.ready():
        raise CampaignError("something is still open", "DAE:4.5")
    return submit(_drafted(book, side, ()), side, draft.orders())


def leave_to_staff(book: Book, side: Side) -> Book:
    """The staff gives the orders of this step, whatever was drafted."""
    if side not in waits_for(book):
        raise CampaignError(f"nothing is asked of the {side} side now", "DAE:4.5")
    return submit(_drafted(book, side, ()), side, staff.orders(book, side))


def _drafted(book: Book, side: Side, picks: tuple[str, ...]) -> Book:
    new = clone(book)
    new.drafts.pop(side, None)
    if picks:
        new.drafts[side] = picks
    return new

"""The Refit Phase (DAE:4.5): its steps in their order, for both sides at once.

A book waits for the orders of both sides for the next step that asks for any; when it has them, `proceed` carries the
step out, and all that follows by itself, up to the next that asks:

    scenario -> 4.501 to 4.505 -> *escape* 4.506 to 4.510 -> *shift* 4.511, 4.5121 to 4.5123 -> *refit* 4.5123 to 4.514
    -> *purchase* 4.515, 4.516 -> *initiative* 4.517 -> a scenario (*deploy*, *strike* before a German one), or the next
    date's shift
"""

from __future__ import annotations

from defilade.hexgrid import GameMap
from defilade.kernel.chance import ChanceSource, Scripted
from defilade.rules.sk.full.campaign import (
    deployment,
    escape,
    initiative,
    purchase,
    reinforcement_groups,
    repair,
    replenishment,
    shifts,
)
from defilade.rules.sk.full.campaign.book import (
    DEPLOY,
    ESCAPE,
    IDLE,
    INITIATIVE,
    ORDERS,
    OVER,
    PLAY,
    PURCHASE,
    REFIT,
    SHIFT,
    STRIKE,
    Book,
    CampaignError,
    DeployOrders,
    EscapeOrders,
    InitiativeOrders,
    Orders,
    PurchaseOrders,
    RefitOrders,
    ShiftOrders,
    StrikeOrders,
    clone,
    clone_forces,
    date_id,
)
from defilade.rules.sk.full.campaign.control_and_areas import control_at_start, record_front
from defilade.rules.sk.full.campaign.recovery import recombine, tend_wounded
from defilade.rules.sk.full.campaign.scenario_end import end_scenario, shock_and_bog
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, campaign_tables
from defilade.rules.sk.full.campaign.victory import end_campaign
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side

AFTERNOON = "Afternoon"


def waits_for(book: Book) -> tuple[str, ...]:
    """The sides whose orders for the present step are not in yet."""
    if book.step in (PLAY, OVER):
        return ()
    asked = {DEPLOY: (BRITISH,), STRIKE: (GERMAN,)}.get(book.step, SIDES)
    return tuple(side for side in asked if side not in book.orders)


def submit(book: Book, side: Side, orders: Orders, board: GameMap | None = None) -> Book:
    """Write the orders of a side down, in secret; what the rules do not allow is refused with a `CampaignError`."""
    if book.step not in ORDERS or type(orders) is not ORDERS[book.step] or side not in waits_for(book):
        raise CampaignError(f"nothing of the kind is asked of the {side} side now", "DAE:4.5")
    check(Work(clone(book), Scripted(()), board), side, orders)
    new = clone(book)
    new.orders[side] = orders
    return new


def check(work: Work, side: Side, orders: Orders) -> None:
    match orders:
        case EscapeOrders():
            escape.check_orders(work, side, orders)
        case ShiftOrders():
            shifts.check_orders(work, side, orders)
        case RefitOrders():
            repair.check_cannibalised(work, side, orders)
            replenishment.check_orders(work, side, orders)
        case PurchaseOrders():
            purchase.check_orders(work, side, orders)
        case InitiativeOrders():
            initiative.check_orders(work, side, orders)
        case DeployOrders():
            deployment.check_deployment(work, side, orders)
        case StrikeOrders():
            deployment.check_strike(work, orders)


def proceed(book: Book, chance: ChanceSource, board: GameMap | None = None) -> Book:
    """Carry the present step out, once all its orders are in."""
    if book.step not in ORDERS or waits_for(book):
        raise CampaignError("orders are missing", "DAE:4.5")
    work = Work(clone(book), chance, board)
    said, work.book.orders = dict(book.orders), {}
    RUN[book.step](work, said)
    return work.book


# -- the steps ---------------------------------------------------------------------------------------------------


def after_scenario(book: Book, chance: ChanceSource, board: GameMap | None = None) -> Book:
    """DAE:4.501 to DAE:4.505, of a book into which a scenario has just been entered; on the last date the first three
    steps are the end (DAE:4.2-b)."""
    work = Work(clone(book), chance, board)
    end_scenario(work)
    if work.book.date == len(work.tables.dates) - 1 and not work.book.striking:
        end_campaign(work)
        return work.book
    shock_and_bog(work)
    record_front(work)
    escape.sort_out(work)
    work.book.step = ESCAPE
    return work.book


def _escape(work: Work, said: dict[str, Orders]) -> None:
    """DAE:4.506 to DAE:4.510"""
    book = work.book
    for side in SIDES:
        orders = said[side]
        assert isinstance(orders, EscapeOrders)
        escape.carry_out(work, side, orders)
    tend_wounded(work)
    recombine(work)
    control_at_start(work)
    book.known = {side: clone_forces(work.forces(side)) for side in SIDES}
    if book.striking:  # DAE:4.5171-b: on the same date a British Assault follows
        book.striking = False
        work.say("DAE:4.5171-b", "After the German strike comes a British Assault.")
        initiative.prepare_british_assault(work)
    else:
        _new_date(work)


def _new_date(work: Work) -> None:
    """DAE:4.510"""
    book = work.book
    if book.date == len(work.tables.dates) - 1:  # an Idle last date: nothing more can come
        end_campaign(work)
        return
    book.date += 1
    book.step = SHIFT
    work.say("DAE:4.510", f"CG Date {date_id(book, work.tables)}.")


def _shift(work: Work, said: dict[str, Orders]) -> None:
    """DAE:4.511, and of 4.512 what is rolled for. An area left empty stays its side's (DAE:4.511-c): the front was
    recorded."""
    for side in SIDES:
        orders = said[side]
        assert isinstance(orders, ShiftOrders)
        shifts.carry_out(work, side, orders)
    repair.repair_all(work)
    work.book.step = REFIT


def _refit(work: Work, said: dict[str, Orders]) -> None:
    """The rest of 4.512, DAE:4.513 and DAE:4.514"""
    orders = {side: one for side, one in said.items() if isinstance(one, RefitOrders)}
    for side in SIDES:
        repair.cannibalise(work, side, orders[side])
    repair.finish(work, just_played_in_the_afternoon(work))
    for side in SIDES:
        replenishment.replenish(work, side, orders[side])
    for side in SIDES:
        replenishment.replenish_cpp(work, side)
    work.book.step = PURCHASE


def just_played_in_the_afternoon(work: Work) -> bool:
    """DAE:4.5127: this is the first Refit Phase date after an Afternoon scenario."""
    last = work.tables.dates[work.book.date - 1]
    played = work.book.played
    return last.part == AFTERNOON and bool(played) and played[-1].date == last.id


def _purchase(work: Work, said: dict[str, Orders]) -> None:
    """DAE:4.515, DAE:4.516"""
    for side in SIDES:
        orders = said[side]
        assert isinstance(orders, PurchaseOrders)
        for line in purchase.buy(work, side, orders):
            reinforcement_groups.receive(work, side, line)
    work.book.step = INITIATIVE


def _initiative(work: Work, said: dict[str, Orders]) -> None:
    """DAE:4.517; two Idles, and the steps from DAE:4.510 on are repeated."""
    german, british = said[GERMAN], said[BRITISH]
    assert isinstance(german, InitiativeOrders)
    assert isinstance(british, InitiativeOrders)
    if initiative.reveal(work, german, british) == IDLE:
        work.say("DAE:4.517", "An Idle date: no scenario.")
        _new_date(work)


def _deploy(work: Work, said: dict[str, Orders]) -> None:
    orders = said[BRITISH]
    assert isinstance(orders, DeployOrders)
    deployment.deploy(work, orders)
    work.book.step = STRIKE


def _strike(work: Work, said: dict[str, Orders]) -> None:
    orders = said[GERMAN]
    assert isinstance(orders, StrikeOrders)
    deployment.declare(work, orders)
    work.book.step = PLAY


RUN = {
    ESCAPE: _escape,
    SHIFT: _shift,
    REFIT: _refit,
    PURCHASE: _purchase,
    INITIATIVE: _initiative,
    DEPLOY: _deploy,
    STRIKE: _strike,
}


def no_orders(book: Book, side: Side) -> Orders:
    """What happens where a side says nothing for a step; an Attack Chit that was bought is played."""
    if book.step == INITIATIVE:
        date = date_id(book, campaign_tables())
        return InitiativeOrders(attack=book.sides[side].bought_chit == date)
    empty: Orders = ORDERS[book.step]()
    return empty

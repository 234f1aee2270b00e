"""Purchasing Reinforcement Groups (DAE:4.515)."""

from __future__ import annotations

from collections import Counter

import msgspec

from defilade.rules.sk.full.campaign.book import ENTRY, CampaignError, PurchaseLine, PurchaseOrders, date_id
from defilade.rules.sk.full.campaign.control_and_areas import can_enter_in_the_north, is_isolated
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, GroupType
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side

CHIT = "chit"
SURCHARGED = ("I", "V", "HW")
FREE_ON_MAP = ("G", "O")
MORNING = "Morning"


def bought_before(work: Work, side: Side, id: str) -> int:
    return sum(1 for line in work.side(side).record if line.id == id)


def has_chit(orders: PurchaseOrders) -> bool:
    return any(one.id == "Chit" for one in orders.buy)


def price(work: Work, group: GroupType, on_map: bool, chit: bool) -> int:
    """DAE:4.5151-a: one CPP more for I, V and HW on the map, unless a German Attack Chit is played (DAE:4.5154)."""
    more = work.tables.on_map_cost if on_map and group.kind in SURCHARGED and not chit else 0
    return group.cost + more


def total(work: Work, side: Side, orders: PurchaseOrders) -> int:
    chit = has_chit(orders)
    return sum(price(work, work.tables.group(side, one.id), one.area != ENTRY, chit) for one in orders.buy)


def check_orders(work: Work, side: Side, orders: PurchaseOrders) -> None:
    counts = Counter(one.id for one in orders.buy)
    for id, count in counts.items():
        try:
            group = work.tables.group(side, id)
        except KeyError:
            raise CampaignError(f"there is no group {id} on your chart", "DAE:4.515-b") from None
        _check_limits(work, side, group, count)
    infantry = sum(1 for one in orders.buy if work.tables.group(side, one.id).kind == "I")
    if side == GERMAN and infantry > 1:
        raise CampaignError("one I group of any kind a date", "DAE:4.515-d")
    for one in orders.buy:
        if one.area != ENTRY:
            _check_on_map(work, side, work.tables.group(side, one.id), one.area)
    if total(work, side, orders) > work.side(side).cpp:
        raise CampaignError(
            f"that costs {total(work, side, orders)} CPP of {work.side(side).cpp}", "DAE:4.515-a"
        )


def _check_limits(work: Work, side: Side, group: GroupType, count: int) -> None:
    if count > group.date_max:
        raise CampaignError(f"{group.date_max} {group.name} a date", "DAE:4.5151-b")
    if bought_before(work, side, group.id) + count > group.cg_max:
        raise CampaignError(f"{group.cg_max} {group.name} in the campaign", "DAE:4.5151-b")
    if group.not_on == date_id(work.book, work.tables):
        raise CampaignError("no Attack Chit is bought on the last date", "DAE:4.5154")


def _check_on_map(work: Work, side: Side, group: GroupType, id: str) -> None:
    area = work.area(id)
    if area is None or area.side != side or is_isolated(work, side, id):
        raise CampaignError("a group sets up in a friendly area that is not Isolated", "DAE:4.5151-a")
    if group.kind == CHIT:
        raise CampaignError("a chit is not set up", "DAE:4.5154")
    morning = work.tables.dates[work.book.date].part == MORNING
    if side == BRITISH and group.kind == "V" and morning:
        raise CampaignError("no tanks on the map in a Morning scenario", "DAE:4.5127-a")
    if side == GERMAN and group.kind in SURCHARGED and not can_enter_in_the_north(work, side):
        raise CampaignError("with the north edge lost nothing is bought for the map", "DAE:4.5152")


def buy(work: Work, side: Side, orders: PurchaseOrders) -> list[PurchaseLine]:
    """Take the CPP and write the lines of the record; what each group brings is rolled for next (DAE:4.516)."""
    book = work.side(side)
    chit, date = has_chit(orders), date_id(work.book, work.tables)
    spent, lines = 0, []
    for one in orders.buy:
        group = work.tables.group(side, one.id)
        cost = price(work, group, one.area != ENTRY, chit)
        spent += cost
        number = bought_before(work, side, one.id) + 1
        on_map = one.area != ENTRY
        line = PurchaseLine(
            work.new_id(side, f"{group.id}-"),
            date,
            group.id,
            group.name,
            number,
            group.cg_max - number,
            "O" if on_map else "E",
            one.area,
            module=group.module,
        )
        book.record.append(line)
        lines.append(line)
        rule = "DAE:4.5154" if group.kind == CHIT else "DAE:4.5153"
        work.say(rule, f"{group.name} for {cost} CPP, {work.place(one.area)}.", side, secret=True)
        if group.kind == CHIT:
            book.bought_chit = date
    book.cpp -= spent
    last = book.roster[-1]
    bought = tuple(one.id for one in orders.buy)
    book.roster[-1] = msgspec.structs.replace(last, bought=bought, spent=spent, left=book.cpp)
    return lines

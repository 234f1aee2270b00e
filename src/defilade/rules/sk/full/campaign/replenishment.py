"""MMC and CPP Replenishment (DAE:4.513, DAE:4.514)."""

from __future__ import annotations

from collections import Counter

from defilade.rules.sk.full.campaign.book import ENTRY, CampaignError, RefitOrders, RosterLine, date_id
from defilade.rules.sk.full.campaign.control_and_areas import is_isolated
from defilade.rules.sk.full.campaign.recovery import recombine_pool
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import CREW, SQUAD, Unit


def half_squads_lost(work: Work, side: Side) -> int:
    """Squad equivalents in the pool, in half-squads. Crews are none."""
    kinds = work.kit.counters
    sizes = {
        type: 2 if kinds[type].kind == SQUAD else 0 if kinds[type].kind == CREW else 1
        for type in work.side(side).pool
    }
    return sum(sizes[type] * count for type, count in work.side(side).pool.items())


def allowance(work: Work, side: Side) -> int:
    """DAE:4.513-a: a quarter of the squad equivalents, rounded down; in half-squads."""
    return 2 * (half_squads_lost(work, side) * work.tables.replenished_percent // 200)


def returned_as(work: Work, type: str) -> str:
    """DAE:4.513-a, DAE:4.513-b: the next lower quality; none for what cannot come back."""
    special = work.tables.ss_replenishment
    counters = work.kit.counters
    if type in special:
        return special[type]
    halves = {counters[squad].half_squad: counters[lower].half_squad for squad, lower in special.items()}
    if counters[type].underlined_morale:
        return halves.get(type, "")
    return counters[type].replacement or type


def check_orders(work: Work, side: Side, orders: RefitOrders) -> None:
    rule = "DAE:4.513-a"
    recombine_pool(work, side)
    wanted = Counter(one.type for one in orders.replenish)
    pool = work.side(side).pool
    for type, count in wanted.items():
        if count > pool.get(type, 0) or not returned_as(work, type):
            raise CampaignError(f"there are not so many {type} who can come back", rule)
    size = sum(2 if work.kit.counters[one.type].kind == SQUAD else 1 for one in orders.replenish)
    if size > allowance(work, side):
        raise CampaignError(f"only {allowance(work, side) // 2} squad equivalents come back", rule)
    for one in orders.replenish:
        area = work.area(one.area)
        mine = one.area == ENTRY or (area is not None and area.side == side)
        if not mine or is_isolated(work, side, one.area):
            raise CampaignError("they come to a Setup or Entry Area of yours that is not Isolated", rule)


def replenish(work: Work, side: Side, orders: RefitOrders) -> None:
    """They are no RG of any kind: they get no line of the record."""
    rules = {True: "DAE:4.513-b", False: "DAE:4.513-a"}
    for one in orders.replenish:
        type = returned_as(work, one.type)
        counter = work.kit.counters[type]
        unit = Unit(work.new_id(side, "r"), side, type, counter.kind)
        work.forces(side).units[unit.id] = unit
        work.retain(side, unit.id, one.area)
        lost = work.kit.counters[one.type]
        says = f"A {lost.name} comes back as a {counter.name} in {work.place(one.area)}."
        work.say(rules[lost.underlined_morale], says, side, secret=True)
    work.side(side).pool = {}


def replenish_cpp(work: Work, side: Side) -> None:
    """DAE:4.514-a: the base number of the date (DAE:4.514-b) less a secret dr, added to what was left."""
    book = work.side(side)
    base = work.tables.dates[work.book.date].base[side]
    dice = work.roll("CPP Replenishment", side, "DAE:4.514-a", 1)
    gained = max(base - dice[0], 0)
    start = book.cpp
    book.cpp = start + gained
    book.roster.append(RosterLine(date_id(work.book, work.tables), start, gained, book.cpp, left=book.cpp))
    says = f"{gained} CPP ({base} less {dice[0]}); {book.cpp} in all."
    work.say("DAE:4.514-a", says, side, secret=True, dice=dice)

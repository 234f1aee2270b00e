"""Forces bought with points, for scenarios that players design themselves (SL:17).

The prices of the several boxes are not to be compared with each other (SL:17.2); they say what a force is worth beside
another one of the same list.  For vehicles and guns no price is printed: there the players agree on one, in the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from defilade.kernel import Breakdown, Line, Refusal
from defilade.rules.content_files import ContentFiles, parse
from defilade.rules.counter_sheets import Provenance
from defilade.rules.sl.card import Group, Scenario
from defilade.rules.sl.library import Library
from defilade.tactics.counters import Counter
from defilade.tactics.names import Side
from defilade.tactics.units import LEADER, SQUAD

AMERICAN, BRITISH, FINNISH = "american", "british", "finnish"
GREEN, SNIPER, SINGLE = "G", "sniper", "leader"
SISSI = "fin-838"


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SL:17.1: what is printed, but for the men."""

    provenance: Provenance
    weapons: dict[str, int]
    by_year: dict[str, dict[int, int]]
    in_other_hands: dict[str, dict[str, int]]
    snipers: dict[str, tuple[int, ...]]
    armour_leaders: dict[str, int]
    works: dict[str, int]
    mounts: dict[str, int]
    singles: dict[str, int]
    sappers: int
    smoke: int
    smoke_inherent: dict[str, int]
    without_smoke: int
    skis: int
    concealment: int
    paste_percent: int
    paste_since: int


class Bill(NamedTuple):
    """What a group costs, and what of it cannot be bought."""

    price: Breakdown
    refused: tuple[Refusal, ...]


@cache
def prices(overlay: Path | None = None) -> Prices:
    return parse(ContentFiles(overlay).read("sl/purchase.yaml"), Prices)


def month_of(card: Scenario) -> int:
    return int(card.date[:4]) * 100 + int(card.date[5:7])


# -- men ---------------------------------------------------------------------------------------------------


def price_of(card: Scenario, kit: Library, counter: Counter) -> int | None:
    """SL:17.2-a, SL:17.2-b, SL:17.2-d, SL:17.2-g to SL:17.2-k: as printed, or as the players have agreed. SL:3.11.3-b:
    what American squads cost besides depends on their experience, for which no figures are given: on that they
    agree, too."""
    if counter.id in card.agreed_points:
        return card.agreed_points[counter.id]
    if counter.kind == SNIPER:
        drm = int(counter.id[-1])
        row = prices().snipers.get(counter.nationality, prices().snipers["german"])
        return row[drm - 1] if drm <= len(row) else None
    points = kit.peoples.points
    listed = counter.id in points.counters or counter.name in points.leaders.get(counter.nationality, {})
    return kit.worth.get(counter.id) if listed or counter.id in half_squads(kit) else None


@cache
def _half_squads(ids: tuple[tuple[str, str], ...], listed: frozenset[str]) -> frozenset[str]:
    return frozenset(half for whole, half in ids if whole in listed)


def half_squads(kit: Library) -> frozenset[str]:
    """Those of squads that have a price: by their squad's."""
    pairs = tuple((one.id, one.half_squad) for one in kit.counters.values() if one.half_squad)
    return _half_squads(pairs, frozenset(kit.peoples.points.counters))


def men(card: Scenario, kit: Library, group: Group) -> Iterator[Line | Refusal]:
    """SL:3.11.3-b: green units come by themselves, and are never bought."""
    for counter_id, count in group.units.items():
        counter = kit.counters[counter_id]
        price = price_of(card, kit, counter)
        if counter.cls == GREEN:
            yield Refusal(f"{counter.name}: green units are never bought", "SL:3.11.3-b")
        elif price is None:
            yield Refusal(f"{counter.name}: no price is printed, and none agreed on", "SL:17.2")
        else:
            yield Line(named(count, counter.name), count * price, "SL:17.1")


def armour_leaders(card: Scenario, kit: Library, group: Group) -> Iterator[Line | Refusal]:
    """SL:17.2-a, SL:17.2-d, SL:17.2-g to SL:17.2-i, SL:17.2-k: as leaders, and a little more or less."""
    for counter_id, count in group.armour_leaders.items():
        counter = kit.counters[counter_id]
        more = prices().armour_leaders.get(counter.nationality)
        plain = price_of(card, kit, counter)
        if more is None or plain is None:
            yield Refusal(f"{counter.name}: no price is printed for armour leaders", "SL:17.2")
        else:
            yield Line(named(count, f"{counter.name} in an AFV"), count * (plain + more), "SL:17.1")


# -- weapons and vehicles ------------------------------------------------------------------------------------


def nationality_of(kit: Library, group: Group) -> str:
    return next((kit.counters[one].nationality for one in group.units), group.side)


def weapon_price(card: Scenario, kit: Library, group: Group, weapon: str) -> int | None:
    """SL:17.2-e: radios by the year; SL:17.2-g, SL:17.2-h: what stands on one counter for all costs each his own."""
    found = prices()
    if weapon in card.agreed_points:
        return card.agreed_points[weapon]
    own = found.in_other_hands.get(nationality_of(kit, group), {})
    if weapon in own:
        return own[weapon]
    if weapon in found.by_year:
        rows = found.by_year[weapon]
        year = min(max(int(card.date[:4]), min(rows)), max(rows))
        return rows[year]
    return found.weapons.get(weapon)


def weapons(card: Scenario, kit: Library, group: Group) -> Iterator[Line | Refusal]:
    for weapon, count in group.weapons.items():
        name, price = kit.weapons[weapon].name, weapon_price(card, kit, group, weapon)
        if price is None:
            yield Refusal(f"{name}: no price is printed, and none agreed on", "SL:17.2")
        else:
            yield Line(named(count, name), count * price, "SL:17.1")


def vehicles(card: Scenario, kit: Library, group: Group) -> Iterator[Line | Refusal]:
    """SL:8.12.1: paste against magnetic mines costs a twentieth more of each vehicle, from the middle of 1944 on."""
    found = prices()
    for type_id, count in group.vehicles.items():
        name, price = kit.garage.types[type_id].name, card.agreed_points.get(type_id)
        if price is None:
            yield Refusal(f"{name}: agree on its price", "SL:17.2")
            continue
        yield Line(named(count, name), count * price, "SL:17.2")
        if type_id in group.pasted:
            more = count * price * found.paste_percent / 100
            yield Line(f"{name}: anti-magnetic paste", more, "SL:8.12.1")
    for type_id in group.pasted:
        if type_id not in group.vehicles or not kit.garage.types[type_id].armoured:
            yield Refusal(f"{type_id}: only AFVs of the group are coated", "SL:8.12.1")
    if group.pasted and month_of(card) < found.paste_since:
        yield Refusal("there is no anti-magnetic paste before the middle of 1944", "SL:8.12.1")


# -- what they can do ------------------------------------------------------------------------------------------


def squads_in(kit: Library, group: Group) -> int:
    return sum(count for one, count in group.units.items() if kit.counters[one].kind == SQUAD)


def capabilities(card: Scenario, kit: Library, group: Group) -> Iterator[Line | Refusal]:
    """SL:17.2-o. SL:3.10.3-b: whom Americans designate for flamethrowers and charges is in the price of these, so they
    have as many such squads as weapons for them."""
    found, squads = prices(), squads_in(kit, group)
    if group.engineers and nationality_of(kit, group) == AMERICAN:
        weapons = sum(count for one, count in group.weapons.items() if kit.weapons[one].kind in ("FT", "DC"))
        if squads > weapons:
            yield Refusal("each designated squad comes with a weapon of its own", "SL:3.10.3-b")
    elif group.engineers:
        yield Line(named(squads, "sappers"), squads * found.sappers, "SL:17.2-o")
    yield from smoke(kit, group)
    if group.skis and SISSI not in group.units:
        units = sum(count for one, count in group.units.items() if kit.counters[one].kind != LEADER)
        yield Line(named(units, "on skis"), units * found.skis, "SL:17.2-p")
    if group.concealment:
        yield Line(named(group.concealment, '"?"'), group.concealment * found.concealment, "SL:17.2-o")
    if group.mounted:
        yield mounted(kit, group)


def smoke(kit: Library, group: Group) -> Iterator[Line]:
    """SL:17.2-p: a squad that may use smoke grenades pays for it, but for those in whose price it is already, who are
    cheaper without. SL:3.16.3-b: British sappers buy it like others."""
    found = prices()
    inherent = sum(count for one, count in group.units.items() if one in found.smoke_inherent)
    if group.smoke:
        others = squads_in(kit, group) - inherent
        if others:
            rule = "SL:3.16.3-b" if nationality_of(kit, group) == BRITISH else "SL:17.2-p"
            yield Line(named(others, "with smoke grenades"), others * found.smoke, rule)
        return
    for one, price in found.smoke_inherent.items():
        count = group.units.get(one, 0)
        if count:
            yield Line("without smoke grenades", count * (found.without_smoke - price), "SL:17.2-p")


def mounted(kit: Library, group: Group) -> Line:
    """SL:17.2-o: whoever rides; SL:17.2-p: that they know how is in the price."""
    found = prices()
    total = 0
    for one, count in group.units.items():
        alone = kit.counters[one].kind == LEADER
        total += count * (found.singles if alone else found.mounts).get(
            group.mounted, found.mounts[group.mounted]
        )
    return Line(f"mounts: {group.mounted}", total, "SL:17.2-o")


def works(card: Scenario, kit: Library, group: Group) -> Iterator[Line]:
    """SL:17.2-n"""
    for kind, count in group.works.items():
        yield Line(named(count, kind), count * prices().works[kind], "SL:17.2-n")


# -- the bill --------------------------------------------------------------------------------------------------


def named(count: int, name: str) -> str:
    return f"{count} {name}"


ENTRIES = (men, armour_leaders, weapons, vehicles, capabilities, works)


def bill_of(card: Scenario, kit: Library, group: Group) -> Bill:
    found = [one for entry in ENTRIES for one in entry(card, kit, group)]
    lines = tuple([one for one in found if isinstance(one, Line)])
    refused = tuple([one for one in found if isinstance(one, Refusal)])
    total = sum(line.value for line in lines)
    return Bill(Breakdown(group.name, lines, total=total, rules=("SL:17.1",)), refused)


def points_of(card: Scenario, kit: Library, side: Side) -> float:
    return sum(bill_of(card, kit, group).price.total for group in of_side(card, side))


def of_side(card: Scenario, side: Side) -> Iterable[Group]:
    return (group for group in card.groups if group.side == side)


def design_refusals(card: Scenario, kit: Library, most: dict[Side, int] | None = None) -> list[Refusal]:
    """Why players may not play a scenario of their own with these forces, each side for so many points at most."""
    found = [refusal for group in card.groups for refusal in bill_of(card, kit, group).refused]
    for side, limit in (most or {}).items():
        spent = points_of(card, kit, side)
        if spent > limit:
            found.append(Refusal(f"the {side} side costs {spent:g} points of {limit}", "SL:17.1"))
    return found

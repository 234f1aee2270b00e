"""Buying a force (UF:43.2 to UF:43.7): what it costs, and why it may not be had.

>>> from defilade.rules.upfront.designs.dyo_tables import dyo_tables
>>> from defilade.rules.upfront.game.library import library
>>> force = Purchase("german", ("beck", "wolff"), troops="ss")
>>> [(line.label, line.value) for line in cost(library(), dyo_tables(), force).lines]
[('men', 22), ('elite troops', 1.15)]
>>> points(library(), dyo_tables(), force)
26
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

import msgspec

from defilade.kernel import Breakdown, Line, Refusal
from defilade.rules.upfront.designs.dyo_tables import DyoTables, is_available
from defilade.rules.upfront.game.force_types import PARTISAN, man_refusal, partisan_refusal
from defilade.rules.upfront.game.library import ASL, COMMISSAR, SL, Library
from defilade.rules.upfront.game.scenario import Force
from defilade.rules.upfront.game.secondary_weapons import (
    ATMM,
    RADIO,
    anti_tank_refusal,
    carry_refusal,
    charge_refusal,
)

replace = msgspec.structs.replace

MOST_GROUPS, MOST_IN_GROUP, FEWEST_IN_GROUP = 4, 10, 2
GUNS, VEHICLES = "ig", "afv"
KINDS = (GUNS, VEHICLES)
QUALITY_NAMES = {"second": "second line", "line": "line", "elite": "elite", PARTISAN: "partisan"}
KIND_NAMES = {GUNS: "guns", VEHICLES: "vehicles"}


def agreed_kinds(*, machines: bool = True, guns: bool = True, vehicles: bool = True) -> tuple[str, ...]:
    """The kinds that may be bought by agreement: `machines` is said of both, the others of one each (UF:43.2-e)."""
    wanted = {GUNS: guns, VEHICLES: vehicles}
    return tuple(kind for kind in KINDS if machines and wanted[kind])


class Purchase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A force as a player writes it down."""

    nation: str
    men: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    secondary: dict[str, str] = {}
    """Man -> the secondary weapon he carries."""
    radio: int = 5
    """The strength of the artillery, if somebody has a radio."""
    troops: str = ""
    """Type of troops; line troops unless given."""
    snipers: int = 0
    """Snipers to be paid for: 1 for the ability, 2 with a second one."""
    reinforcements: dict[int, tuple[str, ...]] = {}
    """Decks -> men and machines of the force that come only after so many."""

    @property
    def later(self) -> tuple[str, ...]:
        return tuple(card for wave in self.reinforcements.values() for card in wave)

    @property
    def cards(self) -> tuple[str, ...]:
        return (*self.men, *self.machines)

    @property
    def starting(self) -> tuple[str, ...]:
        return tuple(card for card in self.cards if card not in self.later)


class Terms(msgspec.Struct, frozen=True):
    """Under what terms a force is bought."""

    limit: int = 0
    """The most points; 0: as many as one likes."""
    year: str = ""
    """The half-year; empty: any card may be had."""
    role: str = ""
    machines: tuple[str, ...] = KINDS
    """Which kinds of guns and vehicles may be bought, as the players have agreed (UF:43.2-e)."""
    leaders: bool = True
    """Whether exactly one SL and one ASL are asked for (UF:43.2-f)."""
    has_sniper: bool = False
    """The side has a Sniper without paying."""
    base: Force | None = None
    """The force of a scenario that the purchase joins (UF:43.1)."""


# -- what it costs -----------------------------------------------------------------------------------------------


def _price(box: Library, card: str) -> int:
    return box.men[card].points if card in box.men else box.machines[card].points


def _secondary_price(tables: DyoTables, force: Purchase, weapon: str) -> int:
    """UF:43.7"""
    if weapon == RADIO:
        return tables.radio[force.nation][force.radio]
    return tables.secondary[weapon].points


def _carried(tables: DyoTables, force: Purchase, bearers: Iterable[str]) -> int:
    return sum(_secondary_price(tables, force, w) for man, w in force.secondary.items() if man in bearers)


def troop_quality(box: Library, force: Purchase) -> str:
    return box.troops[force.troops].quality if force.troops else "line"


def cost(box: Library, tables: DyoTables, force: Purchase, *, has_sniper: bool = False) -> Breakdown:
    """The points of a force, line by line. All fractions are rounded up (UF:43.4)."""
    lines = list(_cost_lines(box, tables, force, has_sniper))
    total = int(sum(line.value for line in lines))
    quality = troop_quality(box, force)
    percent = tables.troops[quality]
    if percent != 100:
        named = {"second": "second line", PARTISAN: "partisans"}.get(quality, f"{quality} troops")
        lines.append(Line(named, percent / 100, "UF:43.5", "x"))
        total = -(-total * percent // 100)
    return Breakdown(f"{box.nations[force.nation].name} force", tuple(lines), total)


def _cost_lines(box: Library, tables: DyoTables, force: Purchase, has_sniper: bool) -> Iterator[Line]:
    later = force.later
    men = sum(_price(box, man) for man in force.men if man not in later)
    machines = sum(_price(box, machine) for machine in force.machines if machine not in later)
    carried = _carried(tables, force, set(force.secondary) - set(later))
    for label, value, rule in (
        ("men", men, "UF:43.2-b"),
        ("guns and vehicles", machines, "UF:43.2-b"),
        ("secondary weapons", carried, "UF:43.7"),
    ):
        if value:
            yield Line(label, value, rule)
    for decks, wave in sorted(force.reinforcements.items()):
        full = sum(_price(box, card) for card in wave) + _carried(tables, force, wave)
        percent = tables.reinforcements[decks]
        yield Line(f"{full} points that come after deck {decks}", ceil(full * percent / 100), "UF:43.4")
    snipers = (0 if has_sniper else tables.sniper) if force.snipers else 0
    snipers += tables.second_sniper if force.snipers > 1 else 0
    if snipers:
        yield Line("Sniper" if force.snipers == 1 else "two Snipers", snipers, "UF:43.6-b")


def points(box: Library, tables: DyoTables, force: Purchase, *, has_sniper: bool = False) -> int:
    return int(cost(box, tables, force, has_sniper=has_sniper).total)


# -- why it may not be had ---------------------------------------------------------------------------------------


def refusals(box: Library, tables: DyoTables, force: Purchase, terms: Terms) -> list[Refusal]:
    """Everything that is wrong with a force, in the order in which a buyer would put it right."""
    strange = list(unknown(box, tables, force, terms.base))
    if strange:
        return strange
    found = [*_by_card(box, tables, force, terms), *_whole(box, force, terms)]
    spent = points(box, tables, force, has_sniper=terms.has_sniper)
    if terms.limit and spent > terms.limit:
        found.append(Refusal(f"it costs {spent} points; {terms.limit} are allowed", "UF:43.2-b"))
    return found


def joined(force: Purchase, base: Force) -> Purchase:
    """A scenario's force together with what is bought for it (UF:43.1)."""
    first = base.reinforcements
    return replace(
        force,
        men=(*base.men, *force.men),
        machines=(*base.machines, *force.machines),
        secondary={**base.secondary, **force.secondary},
        reinforcements={**({0: first} if first else {}), **force.reinforcements},
    )


def _whole(box: Library, force: Purchase, terms: Terms) -> Iterator[Refusal]:
    """What is wrong with the force as a whole, together with that which it joins; not what was so before."""
    if terms.base is None:
        yield from _as_a_whole(box, force, terms)
        return
    nothing = replace(force, men=(), machines=(), secondary={}, reinforcements={})
    before = {one.rule for one in _as_a_whole(box, joined(nothing, terms.base), terms)}
    found = _as_a_whole(box, joined(force, terms.base), terms)
    yield from (one for one in found if one.rule not in before)


def unknown(box: Library, tables: DyoTables, force: Purchase, base: Force | None = None) -> Iterator[Refusal]:
    """What is no card, chit or figure of the game. Men of the scenario's own force can carry something too."""
    if force.nation not in box.nations:
        yield Refusal(f"there is no nationality {force.nation!r}; there are {', '.join(box.nations)}")
        return
    for man in force.men:
        if man not in box.men or box.men[man].nation != force.nation:
            yield Refusal(f"there is no {force.nation} man {man!r}", "UF:43.2-b")
    for machine in force.machines:
        if machine not in box.machines or box.machines[machine].nation != force.nation:
            yield Refusal(f"there is no {force.nation} gun or vehicle {machine!r}", "UF:43.2-b")
    if len(set(force.cards)) != len(force.cards):
        twice = next(card for card in force.cards if force.cards.count(card) > 1)
        yield Refusal(f"{twice} can be bought once only", "UF:43.2-b")
    if force.troops and force.troops not in box.troops:
        yield Refusal(f"there are no troops {force.troops!r}; there are {', '.join(box.troops)}", "UF:43.5")
    for man, weapon in force.secondary.items():
        if man not in (*force.men, *(base.men if base is not None else ())):
            yield Refusal(f"{man} is to carry a {weapon} but is not in the force", "UF:43.7")
        if weapon != RADIO and weapon not in tables.secondary:
            yield Refusal(f"there is no secondary weapon {weapon!r}", "UF:43.7")
    if force.radio not in tables.radio[force.nation]:
        strengths = ", ".join(map(str, tables.radio[force.nation]))
        yield Refusal(f"artillery has strength {strengths}, not {force.radio}", "UF:43.7")
    if not 0 <= force.snipers <= 2:
        yield Refusal("a side has one Sniper, or two", "UF:43.6-b")
    for decks, wave in force.reinforcements.items():
        if decks not in tables.reinforcements:
            yield Refusal(f"reinforcements come after one, two or three decks, not {decks}", "UF:43.4")
        for card in wave:
            if card not in force.cards or force.later.count(card) > 1:
                yield Refusal(f"{card} must be in the force, and come once", "UF:43.4")


def _by_card(box: Library, tables: DyoTables, force: Purchase, terms: Terms) -> Iterator[Refusal]:
    for card in force.cards:
        refusal = card_refusal(box, force, terms, card)
        if refusal is not None:
            yield refusal
    for man, weapon in force.secondary.items():
        refusal = secondary_refusal(box, tables, force, terms, man, weapon)
        if refusal is not None:
            yield refusal


def card_refusal(box: Library, force: Purchase, terms: Terms, card: str) -> Refusal | None:
    """Why a Personality card may not be in a force at all, if it may not."""
    if card in box.machines:
        kind = box.machines[card].kind
        if kind not in terms.machines:
            return Refusal(f"{KIND_NAMES[kind]} are left out by agreement", "UF:43.2-e")
        name, when = box.machines[card].name, box.machines[card].available
    else:
        name, when = box.men[card].name, box.men[card].available
    if terms.year and not is_available(when, terms.year):
        return Refusal(f"{name} is not available in {terms.year}", "UF:43.2-d")
    return man_refusal(box, force.troops, card) if force.troops and card in box.men else None


def secondary_refusal(
    box: Library, tables: DyoTables, force: Purchase, terms: Terms, man: str, weapon: str
) -> Refusal | None:
    if weapon == ATMM and force.nation == "american":
        return Refusal("Americans have no magnetic mines", "UF:31.1")
    when = tables.secondary[weapon].available if weapon in tables.secondary else ""
    if terms.year and not is_available(when, terms.year):
        return Refusal(f"there is no {weapon} in {terms.year}", "UF:43.7")
    held = terms.base.secondary.get(man, "") if terms.base is not None else ""
    return carry_refusal(box, box.men[man].weapon, (held,), weapon)


def _as_a_whole(box: Library, force: Purchase, terms: Terms) -> Iterator[Refusal]:
    carried = force.secondary.values()
    whole = [
        charge_refusal(box, force.nation, len(force.men), carried),
        anti_tank_refusal(box, force.nation, len(force.men), carried),
    ]
    if force.troops:
        whole.append(partisan_refusal(box, force.troops, force.men, force.machines))
    if terms.leaders:
        whole.append(_leaders(box, force))
    yield from (refusal for refusal in whole if refusal is not None)
    yield from _groups(box, force)
    yield from _reinforcements(box, force)


def _leaders(box: Library, force: Purchase) -> Refusal | None:
    """UF:43.2-f; partisans have but one leader (UF:37.1-d)."""
    roles = [box.men[man].role for man in force.men if box.men[man].role]
    if force.troops and box.troops[force.troops].quality == PARTISAN:
        return Refusal("a leader is needed", "UF:43.2-f") if not roles else None
    wanted = ([SL, ASL], [SL, COMMISSAR], [COMMISSAR, ASL])
    if not any(sorted(roles) == sorted(one) for one in wanted):
        return Refusal(
            "one SL and one ASL are needed, no more; a Commissar may stand in for either", "UF:43.2-f"
        )
    return None


def _groups(box: Library, force: Purchase) -> Iterator[Refusal]:
    """It must be possible to form groups: a vehicle is one by itself (UF:3.2-a, UF:28.11)."""
    vehicles = sum(box.machines[card].kind == "afv" for card in force.starting if card in box.machines)
    men = sum(card in box.men for card in force.starting)
    guns = len(force.starting) - men - vehicles
    if men < FEWEST_IN_GROUP or (men < 2 * FEWEST_IN_GROUP and not vehicles and not guns):
        yield Refusal("there must be men enough for two groups of two at the start", "UF:3.2-a")
    if vehicles > MOST_GROUPS - 1 or men + guns > MOST_IN_GROUP * (MOST_GROUPS - vehicles):
        yield Refusal("the force is too large for four groups of ten", "UF:3.2-a")


def _reinforcements(box: Library, force: Purchase) -> Iterator[Refusal]:
    if len(force.later) * 2 > len(force.starting):
        yield Refusal(
            f"{len(force.later)} reinforcements are more than half of {len(force.starting)} cards at the start",
            "UF:43.41",
        )

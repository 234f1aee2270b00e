"""Games of one's own design in Up Front (UF:43)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Literal

import msgspec

from defilade.kernel import Refusal
from defilade.rules.content_files import ContentError
from defilade.rules.designs import DESIGN
from defilade.rules.upfront.designs.dyo import (
    Award,
    BidSituation,
    DyoError,
    attack_terms,
    balanced,
    bid_game,
    draw_situation,
    drawn_year,
    has_sniper,
    random_force,
    replay,
    replay_terms,
    settle_bids,
    unlike,
)
from defilade.rules.upfront.designs.dyo_builder import cards_of, may_wait, why_not_add, with_card
from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, agreed_kinds, cost, refusals, unknown
from defilade.rules.upfront.designs.dyo_tables import DyoTables, dyo_tables
from defilade.rules.upfront.game.library import Library, library
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import (
    ATTACKER,
    DEFENDER,
    Force,
    Role,
    Scenario,
    design_text,
    load_scenarios,
    sides_of,
)
from defilade.rules.upfront.game.secondary_weapons import RADIO, carry_refusal
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.faces import unit_card
from defilade.rules.upfront.turn.setup import force_units
from defilade.systems.campaigns import NamedChoice, NotPossible
from defilade.systems.designing import (
    Assessed,
    AssessForce,
    BalanceDesign,
    BidDesign,
    Bought,
    CardPrice,
    ChanceForce,
    CostLine,
    Design,
    DesignedScenario,
    DesignOffer,
    DesignScenario,
    DrawDesign,
    DrawnDesign,
    Duel,
    ForceWish,
    NationOffer,
    Objection,
    ReplayDesign,
    SecondaryOffer,
)

ATTACK, DEFENCE, RIVAL = "attack", "defence", "rival"
CHANCE_LIMIT = {ATTACK: 380, DEFENCE: 250, RIVAL: 380}
"""Points for forces of a bid game that chance puts together; players may spend what they like."""
SPREAD = 0.15
SECONDARY_NAMES = {
    "atmm": "Magnetic mine",
    "panzerfaust": "Panzerfaust",
    "demolition-charge": "Demolition Charge",
}


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios that two players can change."""
    return {name: card for name, card in load_scenarios().items() if not card.players and card.dyo}


# -- what there is -------------------------------------------------------------------------------------------


@cache
def offer() -> DesignOffer:
    box, tables = library(), dyo_tables()
    return DesignOffer(
        scenarios=tuple(
            DesignScenario(
                card.id, card.title, card.victory_text, card.opponents, card.attackers(), dict(card.dyo)
            )
            for card in scenarios().values()
        ),
        years=tuple(sorted(tables.time_frame.years)),
        nations=tuple(_nation(box, tables, nation) for nation in box.nations),
        victories=tuple(package.text for package in tables.victory),
        sniper=tables.sniper,
        second_sniper=tables.second_sniper,
    )


def _nation(box: Library, tables: DyoTables, nation: str) -> NationOffer:
    troops = [
        NamedChoice("" if one.quality == "line" else key, one.name)
        for key, one in box.troops.items()
        if one.nation == nation
    ]
    secondary = [
        SecondaryOffer(key, SECONDARY_NAMES.get(key, key), price.points)
        for key, price in tables.secondary.items()
    ]
    return NationOffer(
        id=nation,
        name=box.nations[nation].people,
        cards=tuple(_cards(box, nation)),
        troops=tuple(sorted(troops, key=lambda one: one.id != "")),
        secondary=(*secondary, SecondaryOffer("radio", "Radio", 0)),
        radio={str(strength): price for strength, price in tables.radio[nation].items()},
    )


@cache
def _system() -> UfSystem:
    return UfSystem()


def _cards(box: Library, nation: str) -> Iterator[CardPrice]:
    first = next(iter(scenarios()))
    g = UfPlay(State(scenario=first, options={}, sides=(nation,)), _system().table(first))
    keys = cards_of(box, nation)
    men = tuple(key for key in keys if key in box.men)
    machines = tuple(key for key in keys if key in box.machines)
    for unit in force_units(g, nation, Force(nation, men, machines=machines)):
        if unit.card in box.machines:
            kind: Literal["leader", "man", "gun", "vehicle"]
            kind = "vehicle" if box.machines[unit.card].kind == "afv" else "gun"
            yield CardPrice(unit_card(g, unit), box.machines[unit.card].points, kind)
        else:
            man = box.men[unit.card]
            yield CardPrice(unit_card(g, unit), man.points, "leader" if man.role else "man")


# -- a force -------------------------------------------------------------------------------------------------


def terms_of(design: Design, part: str) -> tuple[str, Terms]:
    """Whose force it is, and under what terms it is bought."""
    if isinstance(design, BidDesign):
        if {design.attacker, design.defender} not in ({"german", "american"}, {"german", "russian"}):
            raise NotPossible("attacker", "the German fights one of the others")
        if part not in CHANCE_LIMIT:
            raise NotPossible("part", f"there are {', '.join(CHANCE_LIMIT)}")
        if part == DEFENCE:
            return design.defender, Terms(year=design.year, role=DEFENDER, has_sniper=True, leaders=False)
        return design.attacker, attack_terms(design.year)
    card, roles = _scenario(design)
    if part not in roles:
        raise NotPossible("part", f"there are {' and '.join(roles)}")
    if isinstance(design, BalanceDesign):
        free = has_sniper(card, part, roles[part])
        base = card.force(part, roles[part])
        return part, Terms(limit=design.points, role=roles[part], leaders=False, has_sniper=free, base=base)
    return part, replay_terms(library(), card, part, roles[part], design.year, machines=_agreed(design))


def _agreed(design: ReplayDesign) -> tuple[str, ...]:
    """Which kinds of guns and vehicles may be bought where the scenario has none of them (UF:43.2-e)."""
    return agreed_kinds(machines=design.machines, guns=design.guns, vehicles=design.vehicles)


def _scenario(design: ReplayDesign | BalanceDesign) -> tuple[Scenario, dict[str, str]]:
    card = scenarios().get(design.scenario)
    if card is None:
        raise NotPossible("scenario", f"{design.scenario} cannot be changed")
    if design.opponent not in card.opponents:
        raise NotPossible("opponent", f"there are {', '.join(card.opponents)}")
    if design.attacker and design.attacker not in card.attackers():
        raise NotPossible("attacker", f"there are {', '.join(card.attackers()) or 'none'}")
    options = {"opponent": design.opponent} | ({"attacker": design.attacker} if design.attacker else {})
    return card, sides_of(card, options)


def purchase(wish: ForceWish) -> Purchase:
    waves = {int(decks): wave for decks, wave in wish.reinforcements.items() if decks.isdecimal() and wave}
    plain = {**msgspec.structs.asdict(wish), "reinforcements": waves}
    return Purchase(**plain)


def bought(force: Purchase) -> Bought:
    waves = {str(decks): wave for decks, wave in force.reinforcements.items()}
    return Bought(**{**msgspec.structs.asdict(force), "reinforcements": waves})


def assess(asked: AssessForce) -> Assessed:
    """What a force costs, what is wrong with it, and which cards cannot be had now."""
    box, tables = library(), dyo_tables()
    nation, terms = terms_of(asked.design, asked.part)
    force = purchase(asked.force)
    if force.nation != nation:
        raise NotPossible("force", f"that is a {force.nation} force, not a {nation} one")
    strange = next(unknown(box, tables, force, terms.base), None)
    if strange is not None:
        raise NotPossible("force", strange.reason)
    found = _objections(asked.design, force, refusals(box, tables, force, terms))
    summed = cost(box, tables, force, has_sniper=terms.has_sniper)
    barred = {}
    for key in cards_of(box, nation):
        why = None if key in force.cards else why_not_add(box, tables, force, terms, key)
        why = why or _in_force(asked.design, nation, key)
        if why is not None:
            barred[key] = Objection(why.reason, why.rule)
    return Assessed(
        points=int(summed.total),
        limit=terms.limit,
        lines=tuple(CostLine(line.label, float(line.value), line.sign, line.rule) for line in summed.lines),
        wrong=tuple(Objection(one.reason, one.rule) for one in found if not may_wait(one)),
        missing=tuple(Objection(one.reason, one.rule) for one in found if may_wait(one)),
        barred=barred,
        bearers=tuple(_bearers(box, terms)),
    )


def _bearers(box: Library, terms: Terms) -> Iterator[str]:
    """Men of the force that the purchase joins who can carry something more (UF:43.1, UF:43.7)."""
    if terms.base is None:
        return
    for man in terms.base.men:
        held = terms.base.secondary.get(man, "")
        if carry_refusal(box, box.men[man].weapon, (held,), RADIO) is None:
            yield man


def _objections(design: Design, force: Purchase, found: list[Refusal]) -> list[Refusal]:
    """What else a scenario says of its forces stays when it is played again (UF:43.2-e)."""
    if isinstance(design, ReplayDesign):
        card, roles = _scenario(design)
        strange = unlike(library(), card, roles[force.nation], force)
        return found if strange is None else [*found, strange]
    return found


def _in_force(design: Design, nation: str, key: str) -> Refusal | None:
    """Who is in the scenario already cannot be bought, nor can a second leader (UF:43.1)."""
    if not isinstance(design, BalanceDesign):
        return None
    card, roles = _scenario(design)
    base = card.force(nation, roles[nation])
    if key in (*base.men, *base.machines):
        return Refusal("the scenario has this card already", "UF:43.1")
    box = library()
    if key in box.men and box.men[key].role:
        return Refusal("the force has its leaders", "UF:43.1")
    return None


def by_chance(asked: ChanceForce) -> Bought:
    box = library()
    nation, _ = terms_of(asked.design, asked.part)
    if asked.troops and (asked.troops not in box.troops or box.troops[asked.troops].nation != nation):
        raise NotPossible("troops", f"there are no {nation} troops {asked.troops!r}")
    return bought(_chance_force(asked.design, asked.part, asked.troops))


def _chance_force(design: Design, part: str, troops: str = "") -> Purchase:
    box, tables, rng = library(), dyo_tables(), random.SystemRandom()
    nation, terms = terms_of(design, part)
    if isinstance(design, BidDesign):
        limit = CHANCE_LIMIT[part] * rng.uniform(1 - SPREAD, 1 + SPREAD)
        terms = msgspec.structs.replace(terms, limit=int(limit))
    elif isinstance(design, BalanceDesign):
        return _additions(design, terms)
    else:
        card, roles = _scenario(design)
        troops = card.force(nation, roles[nation]).troops or troops
    with _bad_force():
        return random_force(box, tables, rng, nation, terms, troops)


def _additions(design: BalanceDesign, terms: Terms) -> Purchase:
    """Men and machines for the points that were bid, as long as they last."""
    box, tables, rng = library(), dyo_tables(), random.SystemRandom()
    force = Purchase(design.side)
    keys = [key for key in cards_of(box, design.side) if _in_force(design, design.side, key) is None]
    for key in rng.sample(keys, len(keys)):
        if why_not_add(box, tables, force, terms, key) is None:
            force = with_card(box, force, key)
    return force


def draw(asked: DrawDesign) -> DrawnDesign:
    """Turn cards over for the year, or for all of a bid game (UF:43.31 to UF:43.34)."""
    box, tables, rng = library(), dyo_tables(), random.SystemRandom()
    if asked.opponent:
        if asked.opponent not in tables.time_frame.columns:
            raise NotPossible("opponent", f"there are {', '.join(tables.time_frame.columns)}")
        return DrawnDesign(drawn_year(box, tables, rng, asked.opponent))
    found = draw_situation(box, tables, rng)
    return DrawnDesign(found.year, found.attacker, found.defender, found.victory, found.decks)


# -- the game ------------------------------------------------------------------------------------------------


class Opened(msgspec.Struct, frozen=True):
    """A scenario of the players' own once their forces lie open: whose part of it plays which side, and what he is told
    of how it came about."""

    card: Scenario
    sides: dict[str, str]
    told: dict[str, tuple[str, ...]]


def made(design: Design, forces: Mapping[str, ForceWish], side: str) -> Opened:
    """The scenario as the one who begins it sees it; forces that nobody has bought are put together by chance."""
    if isinstance(design, BalanceDesign):
        return _balanced(design, forces, side)
    part = buyers_of(design, side)[0]
    found = opened(design, _forces(design, forces, parts_of(design)))
    return Opened(found.card, {part: found.sides[part]}, {part: found.told[part]})


def parts_of(design: Duel) -> tuple[str, ...]:
    """The forces that a game is made of."""
    if isinstance(design, BidDesign):
        return DEFENCE, ATTACK, RIVAL
    return tuple(_scenario(design)[1])


def buyers_of(design: Duel, side: str = "") -> tuple[str, str]:
    """Who buys in secret: the part of the one who begins, and that of the other. `side` is the one that he plays; in a
    bid game both think of an attack (UF:43.2-b, UF:43.36-a)."""
    if isinstance(design, BidDesign):
        return ATTACK, RIVAL
    mine = _my_side(side, _scenario(design)[1])
    (other,) = (part for part in parts_of(design) if part != mine)
    return mine, other


def opened(design: Duel, forces: Mapping[str, Purchase]) -> Opened:
    """Open the forces together and make the scenario of them."""
    with _bad_force():
        return _replayed(design, forces) if isinstance(design, ReplayDesign) else _bid(design, forces)


@contextmanager
def _bad_force() -> Iterator[None]:
    try:
        yield
    except (DyoError, ContentError) as error:
        raise NotPossible("force", str(error)) from error


def checked(design: Duel, part: str, wish: ForceWish, defence: ForceWish | None = None) -> int:
    """What a force costs that is handed in. One of which no game can be made is refused now, and to its owner: when the
    others are ready they must not hear why."""
    found = assess(AssessForce(design, part, wish))
    faults = [
        f"{one.reason} ({one.rule})" if one.rule else one.reason for one in (*found.wrong, *found.missing)
    ]
    if faults:
        raise NotPossible("force", "; ".join(faults))
    opened(design, _trial(design, part, purchase(wish), defence))
    return found.points


def _trial(design: Duel, part: str, force: Purchase, defence: ForceWish | None) -> dict[str, Purchase]:
    """A force among others with which a game could begin."""
    if isinstance(design, ReplayDesign):
        return {one: force if one == part else _chance_force(design, one) for one in parts_of(design)}
    if part == DEFENCE:
        return {DEFENCE: force, **dict.fromkeys((ATTACK, RIVAL), _chance_force(design, ATTACK))}
    held = purchase(defence) if defence is not None else _chance_force(design, DEFENCE)
    return {DEFENCE: held, ATTACK: force, RIVAL: force}


def _forces(design: Design, given: Mapping[str, ForceWish], parts: tuple[str, ...]) -> dict[str, Purchase]:
    if set(given) - set(parts):
        raise NotPossible("forces", f"there are {', '.join(parts)}")
    return {part: purchase(given[part]) if part in given else _chance_force(design, part) for part in parts}


def _my_side(side: str, roles: Mapping[str, str]) -> str:
    mine = side or next(iter(roles))
    if mine not in roles:
        raise NotPossible("side", f"there are {' and '.join(roles)}")
    return mine


def _replayed(design: ReplayDesign, forces: Mapping[str, Purchase]) -> Opened:
    card, roles = _scenario(design)
    options = {"opponent": design.opponent} | ({"attacker": design.attacker} if design.attacker else {})
    scenario = replay(
        library(),
        dyo_tables(),
        random.SystemRandom(),
        card,
        f"{card.id}-R",
        design.year,
        forces,
        options,
        machines=_agreed(design),
    )
    spent = ", ".join(f"{nation.capitalize()} {value}" for nation, value in scenario.dyo.items())
    first = scenario.first.capitalize()
    told: dict[str, tuple[str, ...]] = {
        side: (
            f"Points spent: {spent}.",
            f"You play the {side.capitalize()} side; the {first} side plays first.",
        )
        for side in roles
    }
    return Opened(scenario, {side: side for side in roles}, told)


def _balanced(design: BalanceDesign, forces: Mapping[str, ForceWish], side: str) -> Opened:
    box, tables = library(), dyo_tables()
    card, roles = _scenario(design)
    if design.side not in roles:
        raise NotPossible("side", f"there are {' and '.join(roles)}")
    force = _forces(design, forces, (design.side,))[design.side]
    role: Role = "attacker" if roles[design.side] == ATTACKER else "defender" if roles[design.side] else ""
    attacker = design.attacker or card.attacker
    two = msgspec.structs.replace(card, opponents=(design.opponent,), attacker=attacker)
    with _bad_force():
        scenario = balanced(box, tables, two, f"{card.id}-X", force, design.points, role=role)
    names = [*(box.men[man].name for man in force.men), *(box.machines[m].name for m in force.machines)]
    names += [
        f"{SECONDARY_NAMES.get(weapon, weapon)} for {box.men[man].name}"
        for man, weapon in force.secondary.items()
    ]
    told = f"{design.side.capitalize()} has more for {design.points} points: {', '.join(names) or 'nobody'}."
    mine = _my_side(side, roles)
    return Opened(scenario, {mine: mine}, {mine: (told,)})


def _bid(design: BidDesign, forces: Mapping[str, Purchase]) -> Opened:
    box, tables = library(), dyo_tables()
    situation = BidSituation(design.attacker, design.defender, design.year, design.victory, design.decks)
    bids = {ATTACK: forces[ATTACK], RIVAL: forces[RIVAL]}
    award = settle_bids(box, tables, random.SystemRandom(), situation, bids)
    scenario = bid_game(box, tables, situation, "UF-BID", bids[award.attacker], forces[DEFENCE])
    sides = {award.attacker: design.attacker, award.defender: design.defender}
    return Opened(scenario, sides, {part: tuple(_bids_told(award, part, sides[part])) for part in bids})


def _bids_told(award: Award, part: str, side: str) -> Iterator[str]:
    mine, other = award.spent[part], award.spent[RIVAL if part == ATTACK else ATTACK]
    yield f"Your attack costs {mine} points, the other {other}."
    if mine == other:
        yield "A draw has decided who makes it (UF:43.36-b)."
    yield f"You play the {side.capitalize()} side; the attacker plays first."


# -- all of it ---------------------------------------------------------------------------------------------


class UpFrontDesigns:
    """Play balance, scenarios played again, and bid games."""

    def offer(self) -> DesignOffer:
        return offer()

    def assess(self, asked: AssessForce) -> Assessed:
        return assess(asked)

    def by_chance(self, asked: ChanceForce) -> Bought:
        return by_chance(asked)

    def draw(self, asked: DrawDesign) -> DrawnDesign:
        return draw(asked)

    def made(self, design: Design, forces: Mapping[str, ForceWish], side: str) -> DesignedScenario:
        return _shown(made(design, forces, side))

    def buyers(self, design: Duel, side: str) -> tuple[str, str]:
        return buyers_of(design, side)

    def known_to_both(self, design: Duel) -> str:
        """Both think of an attack against the same defence (UF:43.35)."""
        return DEFENCE if isinstance(design, BidDesign) else ""

    def nation(self, design: Duel, part: str) -> str:
        return terms_of(design, part)[0]

    def checked(self, design: Duel, part: str, wish: ForceWish, known: ForceWish | None = None) -> int:
        return checked(design, part, wish, known)

    def bought(self, wish: ForceWish) -> Bought:
        return bought(purchase(wish))

    def opened(self, design: Duel, forces: Mapping[str, ForceWish]) -> DesignedScenario:
        return _shown(opened(design, {part: purchase(wish) for part, wish in forces.items()}))

    def title(self, design: Duel) -> str:
        when = f"{'early' if design.year.endswith('a') else 'late'} {design.year[:4]}"
        if isinstance(design, BidDesign):
            return f"{design.attacker.capitalize()} attacks {design.defender.capitalize()}, {when}"
        return f"{scenarios()[design.scenario].title}, {when}"


def _shown(found: Opened) -> DesignedScenario:
    return DesignedScenario(found.card.id, {DESIGN: design_text(found.card)}, found.sides, found.told)

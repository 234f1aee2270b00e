"""Design Your Own (UF:43): play balance, replay and bid games, each turned into a scenario that can be played.

Secret bids and forces are handed in sealed and opened together: the functions here take them all at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

import msgspec
import yaml

from defilade.kernel import Refusal
from defilade.rules.content_files import ContentFile
from defilade.rules.designs import DesignError
from defilade.rules.upfront.designs.dyo_force import (
    KINDS,
    QUALITY_NAMES,
    Purchase,
    Terms,
    points,
    refusals,
    troop_quality,
)
from defilade.rules.upfront.designs.dyo_tables import (
    Attackers,
    DyoTables,
    decks_of,
    position_of,
    quality_of,
    victory_of,
    year_of,
)
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.library import Library
from defilade.rules.upfront.game.scenario import (
    ATTACKER,
    DEFENDER,
    Cower,
    Force,
    Role,
    Scenario,
    read_scenario,
    replace,
    sides_of,
)
from defilade.rules.upfront.game.victory_conditions import Segments

PROVENANCE = "designed by the players"


class DyoError(DesignError):
    """A game that cannot be designed so: says all that is wrong, with the rules."""

    def __init__(self, what: str, found: Iterable[Refusal]) -> None:
        self.refusals = tuple(found)
        told = "; ".join(f"{one.reason} ({one.rule})" if one.rule else one.reason for one in self.refusals)
        super().__init__(f"{what}: {told}")


def check(box: Library, tables: DyoTables, who: str, force: Purchase, terms: Terms) -> None:
    """Raise a `DyoError` if a force may not be bought so."""
    found = refusals(box, tables, force, terms)
    if found:
        raise DyoError(who, found)


def check_type(box: Library, who: str, force: Purchase, quality: str) -> None:
    """Where the type of troops was drawn for the force must be of it (UF:43.5-t)."""
    if quality and quality != troop_quality(box, force):
        reason = f"{QUALITY_NAMES[quality]} troops were drawn, not {QUALITY_NAMES[troop_quality(box, force)]}"
        raise DyoError(who, [Refusal(reason, "UF:43.5-t")])


# -- draws -------------------------------------------------------------------------------------------------------


def draw_card(box: Library, rng: random.Random) -> ActionCard:
    """A card from a full deck, as its Random Numbers are needed before the game."""
    return rng.choice(list(box.deck.values()))


def draw_off(box: Library, rng: random.Random, players: list[str]) -> str:
    """Equal bids are settled by a draw: the highest Random Number with its sign (UF:4.1-b, UF:43.36-b)."""
    while True:
        drawn = {player: draw_card(box, rng).rnc for player in players}
        best = [player for player, number in drawn.items() if number == max(drawn.values())]
        if len(best) == 1:
            return best[0]


def plays_first(box: Library, rng: random.Random, spent: Mapping[str, int]) -> str:
    """UF:4.1-b: who has spent fewer points; with equal points a draw tells."""
    least = [side for side, total in spent.items() if total == min(spent.values())]
    return least[0] if len(least) == 1 else draw_off(box, rng, least)


# -- forces into scenarios ---------------------------------------------------------------------------------------


def as_force(force: Purchase, role: Role) -> Force:
    """A bought force as a scenario lists it."""
    arrivals = {card: decks for decks, wave in force.reinforcements.items() for card in wave}
    return Force(
        nation=force.nation,
        men=force.men,
        role=role,
        machines=force.machines,
        secondary=dict(force.secondary),
        troops=force.troops,
        reinforcements=force.later,
        snipers=max(1, force.snipers),
        artillery=force.radio if force.radio != 5 else 0,
        arrivals=arrivals,
    )


def has_sniper(card: Scenario, nation: str, role: str) -> bool:
    """The scenario lets the side use its Sniper cards."""
    return not any(cower.card == "sniper" and cower.to in ("", nation, role) for cower in card.cower)


def with_sniper(cower: tuple[Cower, ...], nation: str, role: str, others: Iterable[str]) -> tuple[Cower, ...]:
    """Cower cards once a side has bought the use of its Sniper cards (UF:43.6-c)."""
    kept = []
    for one in cower:
        if one.card != "sniper" or one.to not in ("", nation, role):
            kept.append(one)
        elif not one.to:
            kept += [replace(one, to=other) for other in others]
    return tuple(kept)


def scenario_text(card: Scenario) -> str:
    """A scenario as the text of its file."""
    plain = msgspec.to_builtins(card)
    return str(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110))


def finished(box: Library, card: Scenario) -> Scenario:
    """The scenario as it will be read back: whatever would be wrong with its file is told now."""
    return read_scenario(ContentFile(card.id, scenario_text(card)), box)


# -- play balance ------------------------------------------------------------------------------------------------


class Balance(msgspec.Struct, frozen=True):
    """How a play balance bid went: who plays the side that both want, and what the other may spend."""

    winner: str
    loser: str
    points: int


def settle_balance(box: Library, rng: random.Random, bids: Mapping[str, int]) -> Balance:
    """UF:43.1: the higher bid gets the side; the other player spends it. Equal bids are settled by a draw."""
    if len(bids) != 2 or any(bid < 0 for bid in bids.values()):
        raise DyoError("bids", [Refusal("two players bid, nothing or more", "UF:43.1")])
    best = max(bids.values())
    highest = [player for player, bid in bids.items() if bid == best]
    winner = highest[0] if len(highest) == 1 else draw_off(box, rng, highest)
    (loser,) = (player for player in bids if player != winner)
    return Balance(winner, loser, best)


def balanced(
    box: Library,
    tables: DyoTables,
    card: Scenario,
    key: str,
    extra: Purchase,
    bid: int,
    *,
    role: Role = "",
) -> Scenario:
    """UF:43.1: a scenario whose weaker side has more for the points that were bid, of its own type of troops and at
    their price (UF:39.7-b). The side that bought nothing plays first (UF:4.1-b)."""
    base = card.force(extra.nation, role)
    extra = extra if extra.troops else replace(extra, troops=base.troops)
    found = refusals(box, tables, extra, Terms(leaders=False, base=base))
    spent = points(box, tables, extra, has_sniper=has_sniper(card, extra.nation, role)) if not found else 0
    if spent > bid:
        found.append(Refusal(f"it costs {spent} points; {bid} were bid", "UF:43.2-b"))
    for name in sorted(set(base.men + base.machines) & set(extra.cards)):
        found.append(Refusal(f"{name} is in the force already", "UF:43.1"))
    for man in extra.men:
        if man in box.men and box.men[man].role:
            found.append(Refusal(f"{box.men[man].name} leads already another squad", "UF:43.1"))
    if extra.troops != base.troops:
        found.append(Refusal("all of a side are of one type of troops", "UF:39.7-b"))
    if found:
        raise DyoError(f"{extra.nation} additions", found)
    more = as_force(extra, role)
    force = replace(
        base,
        men=base.men + more.men,
        machines=base.machines + more.machines,
        secondary={**base.secondary, **more.secondary},
        reinforcements=base.reinforcements + more.reinforcements,
        arrivals={**base.arrivals, **more.arrivals},
        snipers=max(base.snipers, more.snipers),
        artillery=more.artillery or base.artillery,
        groups=(),
        crews={},
    )
    cower = card.cower
    opponents = [nation for nation in (*card.opponents, "german") if nation != extra.nation]
    if extra.snipers:
        cower = with_sniper(cower, extra.nation, role, opponents)
    forces = tuple(force if one is base else one for one in card.forces)
    other = "german" if extra.nation != "german" else card.opponents[0]
    first = ({ATTACKER: DEFENDER, DEFENDER: ATTACKER}.get(role, other)) if spent else card.first
    fresh = replace(
        card,
        id=key,
        title=f"{card.title}, with {bid} points",
        forces=forces,
        cower=cower,
        first=first,
        opponents=_only(card, extra.nation),
        provenance=f"{card.provenance}; {PROVENANCE}",
    )
    return finished(box, fresh)


def _only(card: Scenario, nation: str) -> tuple[str, ...]:
    """The opponents of the German who are left: the one who has been strengthened, or all of them."""
    return card.opponents if nation == "german" else (nation,)


# -- replay ------------------------------------------------------------------------------------------------------


def limit_for(card: Scenario, nation: str, role: str) -> int:
    """UF:43.2-b, UF:43.2-c: the points printed for a side of a scenario."""
    for key in (role, nation, "each"):
        if key in card.dyo:
            return card.dyo[key]
    raise DyoError(card.id, [Refusal("no points are printed for this scenario", "UF:43.2-c")])


def kinds_used(box: Library, card: Scenario) -> set[str]:
    """Which kinds of guns and vehicles a scenario has."""
    return {box.machines[key].kind for force in card.forces for key in force.machines}


def replay_terms(
    box: Library, card: Scenario, nation: str, role: str, year: str, *, machines: tuple[str, ...] = KINDS
) -> Terms:
    """UF:43.2-a, UF:43.2-b, UF:43.2-e: guns or vehicles only if the scenario has some or the players agree."""
    allowed = {*machines, *kinds_used(box, card)}
    return Terms(
        limit=limit_for(card, nation, role),
        year=year,
        role=role,
        machines=tuple(kind for kind in KINDS if kind in allowed),
        has_sniper=has_sniper(card, nation, role),
    )


def replay(
    box: Library,
    tables: DyoTables,
    rng: random.Random,
    card: Scenario,
    key: str,
    year: str,
    forces: Mapping[str, Purchase],
    options: Mapping[str, str],
    *,
    machines: tuple[str, ...] = KINDS,
) -> Scenario:
    """UF:43.2-a: a scenario with forces of the players' own; all else of it stays (UF:43.2-e). Both forces were
    chosen in secret and are opened here together."""
    roles = sides_of(card, options)
    if set(forces) != set(roles):
        raise DyoError(card.id, [Refusal(f"forces are wanted for {' and '.join(roles)}", "UF:43.2-b")])
    spent, bought, cower = {}, [], card.cower
    for nation, role in roles.items():
        force = forces[nation]
        if force.nation != nation:
            raise DyoError(nation, [Refusal(f"that is a {force.nation} force", "UF:43.2-b")])
        terms = replay_terms(box, card, nation, role, year, machines=machines)
        check(box, tables, nation, force, terms)
        strange = unlike(box, card, role, force)
        if strange is not None:
            raise DyoError(nation, [strange])
        spent[nation] = points(box, tables, force, has_sniper=terms.has_sniper)
        bought.append(as_force(force, _role(role)))
        if force.snipers:
            cower = with_sniper(cower, nation, role, [other for other in roles if other != nation])
    opponent = next((nation for nation in roles if nation != "german"), card.opponents[0])
    fresh = replace(
        card,
        id=key,
        title=f"{card.title}, {year}",
        forces=tuple(bought),
        cower=cower,
        date=year,
        first=plays_first(box, rng, spent),
        opponents=(opponent,),
        attacker=_attacker(roles),
        provenance=f"{card.provenance}; forces {PROVENANCE}",
        dyo=spent,
    )
    return finished(box, fresh)


def unlike(box: Library, card: Scenario, role: str, force: Purchase) -> Refusal | None:
    """UF:43.2-e: what else the scenario says stays, so partisans, elite and second line troops are these again. In two
    parts there are no reinforcements: the card says so where it prints the points (UF:43.2-c)."""
    wanted = card.force(force.nation, role).troops
    if wanted and force.troops != wanted:
        return Refusal(f"{box.troops[wanted].name} fight here", "UF:43.2-e")
    if isinstance(card.victory, Segments) and force.reinforcements:
        return Refusal("there are no reinforcements in a scenario of two parts", "UF:43.2-c")
    return None


def _role(role: str) -> Role:
    return "attacker" if role == ATTACKER else "defender" if role == DEFENDER else ""


def _attacker(roles: Mapping[str, str]) -> str:
    attacker = next((nation for nation, role in roles.items() if role == ATTACKER), "")
    return "" if not attacker else "german" if attacker == "german" else "opponent"


def drawn_year(box: Library, tables: DyoTables, rng: random.Random, opponent: str) -> str:
    return year_of(tables, draw_card(box, rng), opponent)


# -- bids --------------------------------------------------------------------------------------------------------


class BidSituation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What chance says of a Bid DYO before anybody buys anything (UF:43.31 to UF:43.34)."""

    attacker: str
    defender: str
    year: str
    victory: int
    """The row of the Victory Condition table, 1 to 8."""
    decks: int
    attacking_troops: str = ""
    defending_troops: str = ""
    """Quality of the troops where the players draw for it (UF:43.5-t): second, line or elite."""


def draw_situation(
    box: Library, tables: DyoTables, rng: random.Random, *, troop_types: bool = False
) -> BidSituation:
    """UF:43.3: a draw for each table."""
    sides: Attackers = position_of(tables, draw_card(box, rng))
    opponent = sides.attacker if sides.attacker != "german" else sides.defender
    year = drawn_year(box, tables, rng, opponent)
    package = victory_of(tables, draw_card(box, rng))
    decks = decks_of(tables, draw_card(box, rng))
    types = ["", ""]
    if troop_types:
        types = [quality_of(tables, draw_card(box, rng), n, year) for n in (sides.attacker, sides.defender)]
    victory = tables.victory.index(package) + 1
    return BidSituation(sides.attacker, sides.defender, year, victory, decks, types[0], types[1])


class Award(msgspec.Struct, frozen=True):
    """Who attacks after the bids are opened, with what he spent."""

    attacker: str
    defender: str
    spent: Mapping[str, int]


def attack_terms(year: str) -> Terms:
    """Under what terms an attack is bought for a bid: leaders are asked for in a replay only (UF:43.2-f)."""
    return Terms(year=year, role=ATTACKER, leaders=False)


def settle_bids(
    box: Library, tables: DyoTables, rng: random.Random, situation: BidSituation, bids: Mapping[str, Purchase]
) -> Award:
    """UF:43.36-a: the cheaper attack is made by the player who thought of it; equal ones are settled by a draw
    (UF:43.36-b)."""
    if len(bids) != 2:
        raise DyoError("bids", [Refusal("two players bid to attack", "UF:43.36-a")])
    for player, force in bids.items():
        if force.nation != situation.attacker:
            reason = f"the {situation.attacker} side attacks, not the {force.nation}"
            raise DyoError(player, [Refusal(reason, "UF:43.31")])
        check(box, tables, player, force, attack_terms(situation.year))
        check_type(box, player, force, situation.attacking_troops)
    spent = {player: points(box, tables, force) for player, force in bids.items()}
    least = [player for player, total in spent.items() if total == min(spent.values())]
    attacker = least[0] if len(least) == 1 else draw_off(box, rng, least)
    (defender,) = (player for player in bids if player != attacker)
    return Award(attacker, defender, spent)


def bid_game(
    box: Library,
    tables: DyoTables,
    situation: BidSituation,
    key: str,
    attack: Purchase,
    defence: Purchase,
) -> Scenario:
    """UF:43.3: the drawn situation with the defence that both have agreed on (UF:43.35) and the winning attack. The
    attacker plays first (UF:4.1-b, UF:43.36-b)."""
    check(box, tables, "attack", attack, attack_terms(situation.year))
    terms = Terms(year=situation.year, role=DEFENDER, has_sniper=True, leaders=False)
    check(box, tables, "defence", defence, terms)
    check_type(box, "attack", attack, situation.attacking_troops)
    check_type(box, "defence", defence, situation.defending_troops)
    if (attack.nation, defence.nation) != (situation.attacker, situation.defender):
        reason = f"{situation.attacker} attacks {situation.defender}"
        raise DyoError("nationalities", [Refusal(reason, "UF:43.31")])
    package = tables.victory[situation.victory - 1]
    opponent = situation.attacker if situation.attacker != "german" else situation.defender
    card = Scenario(
        id=key,
        title="A designed engagement",
        type="bid",
        date=situation.year,
        decks=situation.decks,
        first=ATTACKER,
        forces=(as_force(attack, "attacker"), as_force(defence, "defender")),
        victory=package.condition,
        victory_rule=package.rule,
        victory_text=package.text,
        provenance=PROVENANCE,
        opponents=(opponent,),
        attacker="german" if situation.attacker == "german" else "opponent",
        outlawed=dict(package.outlawed),
        outlawed_rule=package.rule,
        cower=allotted(package.rule, package.cower, attack),
        special=package.special,
        dyo={
            ATTACKER: points(box, tables, attack),
            DEFENDER: points(box, tables, defence, has_sniper=True),
        },
    )
    return finished(box, card)


def allotted(rule: str, named: Iterable[str], attack: Purchase) -> tuple[Cower, ...]:
    """Who may use Minefield, Pillbox and Sniper cards: mines nobody, the Pillbox never the attacker (UF:43.6-a), a
    Sniper the defender, and the attacker if he has paid for it (UF:43.6-c)."""
    found = [Cower(card, "", rule) for card in named]
    found.append(Cower("minefield", "", "UF:43.6-a"))
    if "pillbox" not in named:
        found.append(Cower("pillbox", ATTACKER, "UF:43.6-a"))
    if not attack.snipers:
        found.append(Cower("sniper", ATTACKER, "UF:43.6-c"))
    return tuple(found)


# -- a force to start from ---------------------------------------------------------------------------------------


def random_force(
    box: Library, tables: DyoTables, rng: random.Random, nation: str, terms: Terms, troops: str = ""
) -> Purchase:
    """A force that may be bought under these terms, put together by chance: a leader of each kind, then men and guns
    as long as points last."""

    def fits(force: Purchase) -> bool:
        found = refusals(box, tables, force, msgspec.structs.replace(terms, leaders=False))
        return not any(one.rule != "UF:3.2-a" or "too large" in one.reason for one in found)

    force = Purchase(nation, troops=troops)
    leaders = [k for k, man in box.men.items() if man.nation == nation and man.role]
    men = [k for k, man in box.men.items() if man.nation == nation and not man.role]
    machines = [k for k, one in box.machines.items() if one.nation == nation and one.kind in terms.machines]
    rng.shuffle(leaders)
    for role in ("SL", "ASL"):
        for key in leaders:
            bigger = replace(force, men=(*force.men, key))
            if box.men[key].role == role and fits(bigger):
                force = bigger
                break
    rng.shuffle(men)
    rng.shuffle(machines)
    for key in (*men[:4], *machines[:1], *men[4:12]):
        bigger = (
            replace(force, machines=(*force.machines, key))
            if key in box.machines
            else replace(force, men=(*force.men, key))
        )
        if fits(bigger):
            force = bigger
    check(box, tables, nation, force, terms)
    return force

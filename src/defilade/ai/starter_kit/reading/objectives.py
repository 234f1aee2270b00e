"""What the scenario is about, read from its typed victory condition.

A condition is broken down into sites: buildings to hold or to clear, or an edge to leave over.  How well each
side can make itself felt at a site by the end of the game gives the chance of each site, and those give the
chance of the game.  It is a judgement, not a calculation, but it moves the right way with every step, loss and
passing turn, for both sides and every kind of condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from defilade.ai.starter_kit.reading.lay import FAR, Lay, lay_of
from defilade.ai.starter_kit.reading.worth import full_worth, vehicle_worth
from defilade.hexgrid import GameMap
from defilade.rules.sk import victory
from defilade.rules.sk.card import Scenario
from defilade.rules.sk.state import AFPH, APH, MPH, PFPH, RPH, RTPH, SkPlay
from defilade.rules.sk.victory_figures import mobile_afv
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.victory_conditions import (
    ControlBuildingHexesAtOnce,
    ControlBuildings,
    ExitAtOnce,
    ExitNearAtOnce,
    FirepowerOn,
    MobileAfv,
    NoGoodOrderInBuildings,
    NoGoodOrderMmcNear,
    VictoryCondition,
)

PACE = 4.5
"""MF that a squad covers in a turn, the advance counted."""
NEAR, FADES = 0.85, 0.5
"""How much a unit counts at a site beside which it stands, and how much less if it needs all the time left."""
BROKEN_COUNTS, LEADER_COUNTS, MELEE_COUNTS = 0.3, 0.3, 0.5
OUT_COUNTS = 1.6
"""Points that are out beside points that may still get out."""
MOST_TERMS = 64
"""For so many places of things to be hunted it is kept how units are felt there."""
HOLDS = 1.25
"""Those inside count for more than their numbers."""


class Site(NamedTuple):
    """A place that decides something: a building, or the edge to leave over."""

    name: str
    hexes: frozenset[str]
    weight: float = 1.0


class Terms(NamedTuple):
    """A victory condition as this module sees it."""

    taker: str
    """The side that has to take, clear or leave something to win."""
    holder: str
    sites: tuple[Site, ...]
    needed: float
    presence: bool = False
    """The holder needs just to be there; else the taker needs control."""
    leaders_count: bool = False
    leaving: bool = False
    afv: bool = False
    """The sites are where the holder's mobile AFV are now."""


def read_terms(scenario: Scenario, board: GameMap) -> Terms | None:
    """The terms of a scenario; None where the card sets no condition."""
    condition = scenario.victory
    if condition is None:
        return None
    taker = condition.winner
    holder = next(side for side in scenario.sides if side != taker)
    match condition:
        case NoGoodOrderInBuildings():
            sites = _buildings(board, victory.building_ids(board, condition.buildings))
            return Terms(taker, holder, sites, len(sites), presence=True, leaders_count=True)
        case NoGoodOrderMmcNear():
            near = victory.hexes_near(board, condition.centre, condition.within, condition.terrain)
            return Terms(taker, holder, _grouped(board, near), 1, presence=True)
        case ControlBuildings():
            sites = _buildings(board, victory.building_ids(board, condition.buildings))
            return Terms(taker, holder, sites, condition.at_least)
        case ControlBuildingHexesAtOnce():
            hexes = victory.building_hexes_of_board(board, condition.board)
            return Terms(taker, holder, _grouped(board, frozenset(hexes)), condition.at_least)
        case ExitAtOnce():
            edge = frozenset(scenario.exit_hexes(board))
            return Terms(taker, holder, (Site("the edge", edge),), condition.at_least, leaving=True)
        case ExitNearAtOnce():
            edge = frozenset(scenario.exit_hexes(board))
            needed = condition.at_least * len(condition.near)
            return Terms(taker, holder, (Site("the edge", edge),), needed, leaving=True)
        case FirepowerOn():
            # Who holds the ground from which the hex is seen keeps the other's FP off it.
            near = victory.overlooking(board, condition.hex, condition.within)
            return Terms(taker, holder, (Site(condition.hex, near),), 1, presence=True)
    return None


def _buildings(board: GameMap, ids: tuple[str, ...]) -> tuple[Site, ...]:
    return tuple([Site(name, frozenset(board.buildings[name])) for name in ids])


def _grouped(board: GameMap, hexes: frozenset[str]) -> tuple[Site, ...]:
    """Hexes by the building that they belong to, weighted by how many there are."""
    found: dict[str, list[str]] = {}
    for hex in sorted(hexes):
        found.setdefault(board.building_of.get(hex, hex), []).append(hex)
    return tuple([Site(name, frozenset(inside), len(inside)) for name, inside in found.items()])


_terms: dict[tuple[int, int], tuple[GameMap, VictoryCondition | None, Terms | None]] = {}


def terms_of(g: SkPlay) -> Terms | None:
    """The terms of a game, kept for its card and map."""
    if isinstance(g.scenario.victory, MobileAfv):
        return _afv_terms(g, g.scenario.victory)
    key = (id(g.map), id(g.scenario.victory))
    found = _terms.get(key)
    if found is None or found[0] is not g.map or found[1] is not g.scenario.victory:
        found = _terms[key] = (g.map, g.scenario.victory, read_terms(g.scenario, g.map))
    return found[2]


def _afv_terms(g: SkPlay, condition: MobileAfv) -> Terms | None:
    """Whoever must stop the enemy's AFV goes where they are."""
    hunted = mobile_afv(g, condition.winner)
    if not hunted:
        return None
    sites = tuple([Site(afv.id, frozenset([afv.hex])) for afv in hunted])
    taker = g.enemy_of(condition.winner)
    return Terms(taker, condition.winner, sites, len(sites), presence=True, afv=True)


# -- time --------------------------------------------------------------------------------------------------


def last_turn(g: SkPlay, side: Side) -> int:
    """The last turn in which a side moves."""
    card = g.scenario
    return card.turns - (0 if side == card.moves_first or not card.half_turn_at_end else 1)


def turns_left(g: SkPlay, side: Side) -> float:
    """Player turns in which a side can still move, the present one counted by what is left of it."""
    state = g.state
    first = side == g.scenario.moves_first
    last = last_turn(g, side)
    if not state.turn:
        return float(last)
    later = last - state.turn
    if state.attacker == side:
        if state.phase in (RPH, PFPH, MPH):
            return later + 1.0
        return later + (0.25 if state.phase in (AFPH, RTPH, APH) else 0.0)
    return float(max(later, 0) if first else max(later + 1, 0))


def turns_after(g: SkPlay, side: Side) -> float:
    """Player turns in which a side can still move when the present one, if it is its own, is over."""
    if g.state.turn and g.state.attacker == side:
        return float(last_turn(g, side) - g.state.turn)
    return turns_left(g, side)


def reach(way: float, turns: float) -> float:
    """How much a unit that far from a site (in MF) counts there, with so many turns left to get there."""
    if way <= 0:
        return 1.0
    if turns <= 0:
        return 0.0
    march = way / PACE
    slack = turns - march + 0.4
    if slack <= 0:
        return 0.0
    return NEAR * (1 - FADES * min(1.0, march / max(turns, 0.5))) * min(1.0, slack)


# -- the chances -------------------------------------------------------------------------------------------


class Prospects:
    """How the game stands with respect to its condition: who can make himself felt where."""

    def __init__(self, g: SkPlay) -> None:
        self.g = g
        terms = terms_of(g)
        assert terms is not None
        self.terms = terms
        self.lay: Lay = lay_of(g)
        self.ways = [self.lay.way(site.hexes) for site in terms.sites]
        self.exits = exits_in_use(g, terms, self.ways[0]) if terms.leaving else frozenset()
        self.way_to_exits = self.lay.way(self.exits) if self.exits else {}
        self.turns = {side: turns_left(g, side) for side in (terms.taker, terms.holder)}
        self.turns_after = {side: turns_after(g, side) for side in (terms.taker, terms.holder)}
        if len(self.lay.felt) > MOST_TERMS:  # those of AFV go where they go
            self.lay.felt.clear()
        self._known_felt = self.lay.felt.setdefault(terms, {})
        self.taking = [0.0] * len(terms.sites)
        self.holding = [0.0] * len(terms.sites)
        for unit in g.state.units.values():
            sums = self.taking if unit.side == terms.taker else self.holding
            strength = self.strength(unit)
            for place, share in enumerate(self.presence_of(unit)):
                sums[place] += strength * share
        if terms.afv:
            for place, site in enumerate(terms.sites):
                self.holding[place] += vehicle_worth(g, g.vehicle(site.name))
        self.held = [self._is_held(site) for site in terms.sites]

    def strength(self, unit: Unit) -> float:
        """What a unit counts for where it stands. Leaving the map counts by the card's points."""
        if self.terms.leaving and unit.side == self.terms.taker:
            value = float(victory.exit_value(self.g, unit))
        elif unit.is_leader:
            value = 0.6 if self.terms.leaders_count and unit.side == self.terms.holder else LEADER_COUNTS
        else:
            value = full_worth(self.g, unit)
        if unit.broken:
            value *= BROKEN_COUNTS
        return value * MELEE_COUNTS if unit.melee else value

    def presence_of(self, unit: Unit) -> tuple[float, ...]:
        if unit.hex:
            return self.felt(unit.side, unit.hex)
        return self._on_the_way(unit)

    def felt(self, side: Side, hex: Hex) -> tuple[float, ...]:
        """How much a unit of a side in a hex counts at each site."""
        if self.exits and side == self.terms.holder:
            return (reach(self.way_to_exits.get(hex, FAR), self.turns[side]),)
        return self._felt(self.turns[side], hex)

    def felt_next(self, side: Side, hex: Hex) -> tuple[float, ...]:
        """The same for a hex in which it is only at the end of this player turn."""
        if self.exits and side == self.terms.holder:
            return (reach(self.way_to_exits.get(hex, FAR), self.turns_after[side]),)
        return self._felt(self.turns_after[side], hex)

    def _felt(self, turns: float, hex: Hex) -> tuple[float, ...]:
        key = (turns, hex)
        known = self._known_felt
        found = known.get(key)
        if found is None:
            found = known[key] = tuple([reach(way.get(hex, FAR), turns) for way in self.ways])
        return found

    def _on_the_way(self, unit: Unit) -> tuple[float, ...]:
        """Off the map: it counts from its edge, from the turn on which it comes."""
        if not unit.edges:
            return (0.0,) * len(self.ways)
        g = self.g
        known = self.lay.entries.setdefault(self.terms, {})
        key = (unit.group, unit.edges)
        ways = known.get(key)
        if ways is None:
            hexes = g.scenario.entry_hexes(unit.group, unit.edges, g.map)
            ways = known[key] = tuple([min(way.get(hex, FAR) for hex in hexes) for way in self.ways])
        turns = self.turns[unit.side] - max(0, unit.due - max(g.state.turn, 1))
        return tuple([reach(way + 1, turns) for way in ways])

    def _is_held(self, site: Site) -> bool:
        """Whether the taker has the site now; where presence is asked, whether the holder is not there."""
        g, terms = self.g, self.terms
        if terms.afv:
            return False
        if terms.presence:
            return not any(
                u.side == terms.holder and u.good_order and (u.is_mmc or terms.leaders_count)
                for hex in site.hexes
                for u in g.units_in(hex)
            )
        return g.state.building_control.get(site.name) == terms.taker

    def site_chance(self, place: int, taking: float, holding: float) -> float:
        """The chance of the taker at one site."""
        weight = 0.03
        held = self.held[place]
        strong = holding * HOLDS
        return (taking * taking + weight * held) / (taking * taking + strong * strong + weight)

    def chances(self) -> list[float]:
        return [
            self.site_chance(place, self.taking[place], self.holding[place])
            for place in range(len(self.terms.sites))
        ]

    def chance(self) -> float:
        """The chance that the taker wins."""
        if self.terms.leaving:
            return self.leaving_chance(self.taking[0], self.holding[0])
        return self.combined(self.chances())

    def leaving_chance(self, taking: float, holding: float, more: float = 0.0) -> float:
        """The chance that enough get out, with those who are out already and `more` points beside them."""
        terms = self.terms
        out = self.g.state.exited.get(terms.taker, 0) + more
        if out >= terms.needed:
            return 1.0
        strong = (OUT_COUNTS * out + taking) / terms.needed
        against = holding / 6
        return strong * strong / (strong * strong + against * against + 0.02)

    def worth_leaving(self, units: Sequence[Unit]) -> float:
        """What it adds to the chance of the game that these units leave the map now."""
        points = float(sum(victory.exit_value(self.g, unit) for unit in units))
        own = sum(self.strength(unit) * self.presence_of(unit)[0] for unit in units)
        base = self.taking[0] - own
        holding = self.holding[0]
        return self.leaving_chance(base, holding, points) - self.leaving_chance(base, holding)

    def combined(self, chances: list[float]) -> float:
        """The chance of the game from those of its sites, tempered so that no site ever counts for nothing."""
        terms = self.terms
        if terms.presence:
            cleared = 1.0
            for chance in chances:
                cleared *= chance
            return 0.5 * cleared + 0.5 * sum(chances) / len(chances)
        if self.by_number:
            return self._of_number(self._expected(chances))
        sharp = at_least(chances, int(terms.needed))
        return 0.6 * sharp + 0.4 * min(1.0, sum(chances) / terms.needed)

    def pulls(self, unit: Unit) -> tuple[float, ...]:
        """What it is worth to the unit's side, site by site, that it stands there rather than nowhere: the
        chance of the game that hangs on it."""
        terms = self.terms
        strength = self.strength(unit)
        takes = unit.side == terms.taker
        own = self.presence_of(unit)
        if terms.leaving:
            base = (self.taking if takes else self.holding)[0] - strength * own[0]
            with_it, without = base + strength, base
            if takes:
                gain = self.leaving_chance(with_it, self.holding[0]) - self.leaving_chance(
                    without, self.holding[0]
                )
            else:
                gain = self.leaving_chance(self.taking[0], without) - self.leaving_chance(
                    self.taking[0], with_it
                )
            return (gain,)
        chances = self.chances()
        slope = self.slope(chances) if self.by_number else 0.0
        sums = self.taking if takes else self.holding
        found = []
        for place, site in enumerate(terms.sites):
            base = sums[place] - strength * own[place]
            if takes:
                high = self.site_chance(place, base + strength, self.holding[place])
                low = self.site_chance(place, base, self.holding[place])
            else:
                high = self.site_chance(place, self.taking[place], base)
                low = self.site_chance(place, self.taking[place], base + strength)
            if slope:
                found.append(slope * site.weight * (high - low))
            else:
                found.append(self._difference(chances, place, high, low))
        return tuple(found)

    @property
    def by_number(self) -> bool:
        """Whether it is the number of hexes that counts, not which buildings."""
        return not self.terms.presence and self.terms.needed > len(self.terms.sites) / 2 > 3

    def slope(self, chances: list[float]) -> float:
        """What one hex more adds to the chance of the game."""
        expected = self._expected(chances)
        return (self._of_number(expected + 1) - self._of_number(expected - 1)) / 2

    def _expected(self, chances: list[float]) -> float:
        return sum([site.weight * chance for site, chance in zip(self.terms.sites, chances, strict=True)])

    def _of_number(self, expected: float) -> float:
        needed = self.terms.needed
        sharp = 1 / (1 + exp(-(expected - needed) / (0.15 * needed)))
        return 0.6 * sharp + 0.4 * min(1.0, expected / needed)

    def _difference(self, chances: list[float], place: int, high: float, low: float) -> float:
        kept = chances[place]
        chances[place] = high
        better = self.combined(chances)
        chances[place] = low
        worse = self.combined(chances)
        chances[place] = kept
        return better - worse


DETOUR = 1.0
"""MF by which a way out may be longer than the shortest and still be one that is used."""


def exits_in_use(g: SkPlay, terms: Terms, way_out: dict[str, float]) -> frozenset[str]:
    """The hexes over which the taker's units really leave: for each unit on the map those that are about nearest to it.
    Who bars the way stands there, not anywhere along the edge."""
    lay = lay_of(g)
    edge = sorted(terms.sites[0].hexes)
    found: set[str] = set()
    for hex in sorted({unit.hex for unit in g.on_map(terms.taker) if unit.is_mmc}):
        shortest = way_out.get(hex, FAR)
        if shortest >= FAR:
            continue
        found.update(out for out in edge if lay.way(frozenset([out])).get(hex, FAR) <= shortest + DETOUR)
    return frozenset(found)


# -- pace --------------------------------------------------------------------------------------------------

MARCH = 0.055
"""What one MF nearer to its goal is worth for each squad of a side that must act."""
PATIENCE, HURRY = 0.6, 1.6
"""How much of that holds however much time there is, and how it grows with the share of it that is needed."""
TO_FIGHT = 1.0
CALM = 0.5
"""How much of it holds for a side that would win as things stand: those who come up late are to come up."""
GUARDED_AGAINST = 2 * PACE
"""How near (in MF) enemies must be for a place that is held to be guarded against them."""
WATCH = 0.35
"""What is left to watch a place that nobody threatens, beside what an undefended one asks for to be taken."""
GARRISON = 1.0
"""What it is worth to a squad to stay in a place that it holds while the enemy can come."""
ARRIVED = 0.35
"""What being there is worth beside being next to it."""


class Pace:
    """What the passing of time asks of a side: to be on its way, and where to. Most of one that must do
    something to win, and less of one that has only to be there."""

    def __init__(self, prospects: Prospects, side: Side) -> None:
        g, terms = prospects.g, prospects.terms
        self.side = side
        self.acts = must_act(prospects) == side
        self.prospects = prospects
        self.goals = wanted(prospects, side)
        self.way = prospects.lay.way(frozenset().union(*self.goals)) if self.goals else {}
        self.leaving = terms.leaving
        self.guarded: set[int] = set()
        """The ways (by identity: the lay keeps them) to places that are held and that the enemy can reach."""
        self.goal_of = self._assigned(g) if len(self.goals) > 1 else {}
        turns = max(0.5, prospects.turns[side])
        self.weight = 1.0 if self.acts else CALM
        self.rate = self.weight * MARCH * (PATIENCE + HURRY * min(1.5, self._needed(g) / turns))

    def _needed(self, g: SkPlay) -> float:
        """Turns that the side still needs on average: the march, and a turn to fight."""
        ways = [self.way_of(u).get(u.hex, FAR) for u in g.on_map(self.side) if u.is_mmc and u.good_order]
        return sum(ways) / len(ways) / PACE + TO_FIGHT if ways else 2 * TO_FIGHT

    def _assigned(self, g: SkPlay) -> dict[str, frozenset[str]]:
        """Each squad gets one of the goals, the nearest first, as many squads a goal as it is defended."""
        lay, enemy = self.prospects.lay, g.enemy_of(self.side)
        ways = [lay.way(goal) for goal in self.goals]
        held = {
            site.hexes
            for site, is_held in zip(self.prospects.terms.sites, self.prospects.held, strict=True)
            if is_held and self.side == self.prospects.terms.taker
        }
        defence = [
            self._needs(g, enemy, way, goal in held) for goal, way in zip(self.goals, ways, strict=True)
        ]
        self.guarded.update(
            id(way)
            for goal, way, needs in zip(self.goals, ways, defence, strict=True)
            if goal in held and needs > WATCH
        )
        squads = [u for u in g.state.units.values() if u.side == self.side and u.is_mmc]
        room = [len(squads) * part / sum(defence) for part in defence]
        pairs = sorted(
            (way.get(unit.hex, FAR) if unit.hex else FAR, unit.id, place)
            for unit in squads
            for place, way in enumerate(ways)
        )
        found: dict[str, frozenset[str]] = {}
        for _, uid, place in pairs:
            if uid not in found and room[place] > 0.25:
                found[uid] = self.goals[place]
                room[place] -= 1
        return found

    def _needs(self, g: SkPlay, enemy: Side, way: dict[str, float], held: bool) -> float:
        """How much of the force a goal asks for: what is to be taken by those who sit there, what is held by those who
        could come."""
        near, least = (GUARDED_AGAINST, WATCH) if held else (PACE / 2, 1.0)
        return least + sum(
            full_worth(g, u)
            for u in g.on_map(enemy)
            if u.is_mmc and not u.broken and way.get(u.hex, FAR) <= near
        )

    def way_of(self, unit: Unit) -> dict[str, float]:
        """MF from anywhere to where a unit is to go."""
        goal = self.goal_of.get(unit.id)
        return self.way if goal is None else self.prospects.lay.way(goal)

    def at(self, hex: Hex, way: dict[str, float]) -> float:
        """What it is worth to a squad to be in a hex, as far as getting there in time goes."""
        if not self.goals:
            return 0.0
        left = way.get(hex, FAR)
        there = 0.0
        if left <= 0 and not self.leaving:
            there = GARRISON if id(way) in self.guarded else self.weight * ARRIVED
        return there - self.rate * min(left, 40.0)


def must_act(prospects: Prospects) -> str:
    """The side that would lose if the game ended as things stand."""
    terms = prospects.terms
    if terms.leaving:
        return terms.taker
    if terms.presence:
        has_it = all(prospects.held)
    else:
        has_it = (
            sum(s.weight for s, held in zip(terms.sites, prospects.held, strict=True) if held) >= terms.needed
        )
    return terms.holder if has_it else terms.taker


def wanted(prospects: Prospects, side: Side) -> list[frozenset[str]]:
    """Where a side has to get to. Several goals: to each of them; else wherever it can."""
    terms, g = prospects.terms, prospects.g
    if terms.leaving:
        return [terms.sites[0].hexes] if side == terms.taker else []
    if side == terms.holder and terms.afv:
        return []
    if side == terms.holder:
        return [frozenset(hex for site in terms.sites for hex in site.hexes)]
    if prospects.by_number:
        control = g.state.hex_control
        return [frozenset(h for site in terms.sites for h in site.hexes if control.get(h) != side)]
    places = [place for place, held in enumerate(prospects.held) if not held]
    if not places:
        return [frozenset(hex for site in terms.sites for hex in site.hexes)]
    if terms.presence:
        return [terms.sites[place].hexes for place in places]
    # What is held stays held: it is a goal like those that are still missing, and the only one when none is missing.
    kept = [place for place, held in enumerate(prospects.held) if held]
    missing = int(terms.needed) - len(kept)
    chances = prospects.chances()
    taken = sorted(places, key=lambda place: -chances[place])[:missing] if missing > 0 else []
    return [terms.sites[place].hexes for place in [*taken, *kept]]


def at_least(chances: list[float], needed: int) -> float:
    """The chance that at least so many of independent things happen.

    >>> round(at_least([0.5, 0.5], 1), 2), round(at_least([0.5, 0.5], 2), 2)
    (0.75, 0.25)
    """
    spread = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for count in range(len(spread) - 1, 0, -1):
            spread[count] = spread[count] * (1 - chance) + spread[count - 1] * chance
        spread[0] *= 1 - chance
    return sum(spread[needed:])

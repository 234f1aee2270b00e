"""The ways open to a routing unit (SK1:3.6): steps, stops and the cover that it must make for.

A routing unit has 6 MF.  When it begins, the cover that it may make for is settled (`destinations`): the
nearest in MF, and what is nearer but may be ignored.  It takes any way there that the rules allow and its MF
last for.  What a way may do depends on the enemies that have seen the unit on it (SK1:3.6-k2), so the search
runs over hexes together with the enemies that have seen it so far.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from defilade.kernel import Refusal
from defilade.kernel.composition import any_of, handed_on
from defilade.rules.sk import los, stacking, terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.search import Reach, explore, first_reached
from defilade.tactics.units import Unit

NOT_ADJACENT = Refusal("a rout goes from hex to adjacent hex", "SK1:3.6-f")
ENEMY_THERE = Refusal("an enemy unit is in that hex", "SK1:3.6-k")
NOT_ENOUGH_MF = Refusal("it has not enough of its 6 MF left", "SK1:3.6-f")
TOWARD = Refusal("that is nearer to an enemy unit in whose LOS it is", "SK1:3.6-k")
TURNS_BACK = Refusal("that is nearer to an enemy unit in whose LOS it was in this RtPh", "SK1:3.6-k2")
ADJACENT_AGAIN = Refusal("it is adjacent to an enemy unit and would be adjacent to it again", "SK1:3.6-l")
STOP_AT_COVER = Refusal("it has reached cover and may only go on into other cover", "SK1:3.6-n")
NOT_THE_WAY = Refusal("it must make for the nearest woods or building, counted in MF", "SK1:3.6-j")


@any_of
def may_shun(g: SkPlay, hex: Hex) -> bool:
    """May a routing unit stay out of a hex, though the nearest cover lies in it or behind it?"""
    return False


Place = tuple[str, int]
"""A hex, and as bits the enemy hexes that have seen the unit by the time it is there."""


@handed_on
def rout_allowance(g: SkPlay, mf: float, party: list[Unit]) -> float:
    """Who of a routing party has fewer MF than others?"""
    return mf


@any_of
def is_no_refuge(g: SkPlay, start: str, hex: Hex) -> bool:
    """May cover be passed over by one who begins to rout in `start`, wherever the enemy is?"""
    return False


def rout_mf(g: SkPlay, party: list[Unit]) -> float:
    """SK1:3.6-f: never more, whoever routs."""
    return rout_allowance(g, g.library.tables.movement.rout_mf, party)


def has_unbroken(g: SkPlay, hex: Hex, side: Side) -> bool:
    """An unbroken unit of a side, or a vehicle."""
    units = g.state.units
    if g.state.vehicles and g.tank_of(hex, side) is not None:
        return True
    return any((unit := units[uid]).side == side and not unit.broken for uid in g.state.stacks.get(hex, ()))


class Ground:
    """The map as a routing party sees it at one moment; it lives no longer than one look at the options."""

    def __init__(self, g: SkPlay, party: list[Unit], start: str) -> None:
        self.g = g
        self.party = party
        self.side = party[0].side
        self.start = start
        """Where the rout began."""
        enemy = g.enemy_of(self.side)
        units = g.state.units
        self.enemies = [
            hex for hex, stack in g.state.stacks.items() if any(units[uid].side == enemy for uid in stack)
        ]
        for vehicle in g.state.vehicles.values():
            if (
                vehicle.side == enemy
                and not vehicle.wreck
                and vehicle.hex
                and vehicle.hex not in self.enemies
            ):
                self.enemies.append(vehicle.hex)
        self.bits = {hex: 1 << place for place, hex in enumerate(self.enemies)}
        self.beside: dict[str, int] = {}
        """Hex -> the enemy hexes adjacent to it."""
        self.deadly: set[str] = set()
        """Hexes adjacent to, or together with, an unbroken enemy (SK1:3.6-a)."""
        for hex, bit in self.bits.items():
            unbroken = has_unbroken(g, hex, enemy)
            if unbroken:
                self.deadly.add(hex)
            for near in g.map.adjacent[hex]:
                self.beside[near] = self.beside.get(near, 0) | bit
                if unbroken and los.hindrance(g, hex, near) >= 0:
                    self.deadly.add(near)
        self._in_sight: dict[str, int] = {}
        self._distances: dict[str, list[int]] = {}
        self._room: dict[str, bool] = {}

    # -- hexes ---------------------------------------------------------------------------------------------

    def in_sight(self, hex: Hex) -> int:
        """The enemy hexes in whose LOS a hex lies, the enemies there broken or not (SK1:3.6-k)."""
        bits = self._in_sight.get(hex)
        if bits is None:
            bits = 0
            for enemy, bit in self.bits.items():
                if los.hindrance(self.g, enemy, hex) >= 0:
                    bits |= bit
            self._in_sight[hex] = bits
        return bits

    def distances(self, hex: Hex) -> list[int]:
        """Range to each enemy hex."""
        found = self._distances.get(hex)
        if found is None:
            distance = self.g.map.distance
            found = self._distances[hex] = [distance(hex, enemy) for enemy in self.enemies]
        return found

    def has_room(self, hex: Hex) -> bool:
        """SK1:3.6-p: whether the party fits in."""
        found = self._room.get(hex)
        if found is None:
            empty = hex not in self.g.state.stacks and stacking.room_in(self.g, hex) is None
            found = empty or stacking.refusal(self.g, self.side, hex, self.party) is None
            self._room[hex] = found
        return found

    def is_cover(self, hex: Hex) -> bool:
        return terrain.is_cover(self.g, hex)

    def may_end_in(self, hex: Hex) -> bool:
        """SK1:3.6-a: not beside the enemy; and a rout leads away from where it began."""
        return hex != self.start and hex not in self.deadly

    def must_stop_in(self, hex: Hex) -> bool:
        """SK1:3.6-n: cover that is not adjacent to an enemy unit, other than where the rout began
        (SK1:3.6-o)."""
        return hex != self.start and hex not in self.beside and self.is_cover(hex)

    # -- steps ---------------------------------------------------------------------------------------------

    def nearer_to(self, seen: int, origin: str, hex: Hex) -> int:
        """The enemies that have seen the unit and to which the step leads nearer (SK1:3.6-k, SK1:3.6-k2)."""
        if not seen:
            return 0
        before, after = self.distances(origin), self.distances(hex)
        bits = 0
        for place in range(len(self.enemies)):
            if after[place] < before[place]:
                bits |= 1 << place
        return bits & seen

    def step_refusal(self, origin: str, seen: int, hex: Hex) -> Refusal | None:
        """Why the unit may not step from `origin` to `hex`, whatever it makes for. Any other approach to the
        enemy is allowed (SK1:3.6-m)."""
        if hex in self.bits:
            return ENEMY_THERE
        if self.beside.get(origin, 0) & self.beside.get(hex, 0):
            return ADJACENT_AGAIN
        nearer = self.nearer_to(seen, origin, hex)
        if nearer:
            return TOWARD if nearer & self.in_sight(origin) else TURNS_BACK
        if not self.has_room(hex):
            return stacking.refusal(self.g, self.side, hex, self.party)
        return None

    def steps(self, place: Place) -> list[tuple[Place, float]]:
        """The legal steps from a place, at their lowest cost."""
        origin, seen = place
        into_cover_only = self.must_stop_in(origin)
        found = []
        for hex in self.g.map.adjacent[origin]:
            if into_cover_only and not self.is_cover(hex):
                continue
            if self.step_refusal(origin, seen, hex) is None:
                cost = terrain.cheapest_entry(self.g, self.party[0], origin, hex)
                found.append(((hex, seen | self.in_sight(hex)), cost))
        return found

    def explore(self, hex: Hex, seen: int, limit: float) -> Reach[Place]:
        return explore((hex, seen), self.steps, limit)

    # -- enemies as bits -----------------------------------------------------------------------------------

    def hexes_of(self, bits: int) -> tuple[str, ...]:
        return tuple([hex for hex, bit in self.bits.items() if bits & bit])

    def bits_of(self, hexes: Iterable[str]) -> int:
        bits = 0
        for hex in hexes:
            bits |= self.bits.get(hex, 0)
        return bits


def can_end_somewhere(g: SkPlay, party: list[Unit]) -> bool:
    """Whether there is a hex, in cover or not, where a legal rout of this party could end."""
    start = party[0].hex
    ground = Ground(g, party, start)
    place = (start, ground.in_sight(start))
    return (
        first_reached(place, ground.steps, rout_mf(g, party), lambda p: ground.may_end_in(p[0])) is not None
    )


def destinations(ground: Ground, reach: Reach[Place]) -> tuple[tuple[str, ...], bool]:
    """The cover that a unit may make for from where it begins, and whether none of it binds the unit.

    SK1:3.6-j: the nearest in MF. SK1:3.6-q: cover no farther from a Known enemy than the unit is now, where its rout
    begins (SKF:3.6-m), can be passed over, so that what comes next is open too.
    SK1:3.6-r: where none is left, any hex will do.
    """
    start, known = reach.start
    costs: dict[str, float] = {}
    for (hex, _), cost in reach.cost.items():
        if ground.may_end_in(hex) and ground.is_cover(hex) and cost < costs.get(hex, inf):
            costs[hex] = cost
    here = ground.distances(start)
    binding = inf
    for hex, cost in _costs_that_bind(ground, reach, costs).items():
        ignored = _may_ignore(known, here, ground.distances(hex)) or is_no_refuge(ground.g, start, hex)
        if cost < binding and not ignored:
            binding = cost
    return tuple([hex for hex, cost in costs.items() if cost <= binding]), binding == inf


def _costs_that_bind(ground: Ground, reach: Reach[Place], costs: dict[str, float]) -> dict[str, float]:
    """What the ways to cover cost that a unit can be made to take."""
    if not ground.g.state.batteries:
        return costs
    shunned = {hex for hex, _ in reach.cost if may_shun(ground.g, hex)}
    if not shunned:
        return costs

    def steps(place: Place) -> list[tuple[Place, float]]:
        return [
            (next_place, cost) for next_place, cost in ground.steps(place) if next_place[0] not in shunned
        ]

    found: dict[str, float] = {}
    for (hex, _), cost in explore(reach.start, steps, rout_mf(ground.g, ground.party)).cost.items():
        if hex in costs and cost < found.get(hex, inf):
            found[hex] = cost
    return found


def _may_ignore(known: int, here: list[int], there: list[int]) -> bool:
    return any(known >> place & 1 and there[place] <= here[place] for place in range(len(here)))


def open_ways(
    ground: Ground, reach: Reach[Place], goals: list[Place], left: float
) -> tuple[tuple[str, str], ...]:
    """The first steps (hex and rate) from which some goal can still be reached with the MF left."""
    to_goal = reach.cost_to(goals)
    ways: list[tuple[str, str]] = []
    for place, _ in reach.steps[reach.start]:
        if place in to_goal:
            ways += steps_into(ground, reach, [place], left - to_goal[place])
    return tuple(ways)


def steps_into(
    ground: Ground, reach: Reach[Place], places: Iterable[Place], left: float
) -> list[tuple[str, str]]:
    """The steps (hex and rate) from the start into adjacent places that cost no more than `left`."""
    g, unit, origin = ground.g, ground.party[0], reach.start[0]
    return [
        (hex, rate)
        for hex, _ in places
        for rate in terrain.rates(g, origin, hex)
        if terrain.entry_cost(g, unit, origin, hex, rate) <= left
    ]


def straight_steps(reach: Reach[Place], goals: Iterable[str]) -> list[str]:
    """The hexes with which a cheapest way to one of the goals begins."""
    found = []
    for goal in goals:
        least = min([cost for (hex, _), cost in reach.cost.items() if hex == goal])
        ends = [place for place, cost in reach.cost.items() if place[0] == goal and cost == least]
        to_goal = reach.cost_to(ends)
        for place, cost in reach.steps[reach.start]:
            if place in to_goal and cost + to_goal[place] == least:
                found.append(place[0])
    return found


def way_refusal(ground: Ground, seen: Iterable[str], hex: Hex, left: float) -> Refusal:
    """The rule that keeps a routing unit from a hex that is not among its ways."""
    g, unit = ground.g, ground.party[0]
    if hex not in g.map.adjacent[unit.hex]:
        return NOT_ADJACENT
    refusal = ground.step_refusal(unit.hex, ground.bits_of(seen) | ground.in_sight(unit.hex), hex)
    if refusal is not None:
        return refusal
    if terrain.cheapest_entry(g, unit, unit.hex, hex) > left:
        return NOT_ENOUGH_MF
    if ground.must_stop_in(unit.hex) and not ground.is_cover(hex):
        return STOP_AT_COVER
    return NOT_THE_WAY

"""How the computer sees a position of Squad Leader: what it wants to hold, how far that is, and who can fire where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from defilade.hexgrid import GameMap
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.tables import KIA, MC, FireTable
from defilade.rules.sl.victory import building_named, completely_occupies, hexes_held, judged
from defilade.rules.sl.winning import (
    Both,
    BuildingGains,
    EnemyLosses,
    HexesOfBuilding,
    LastUnbroken,
    SlCondition,
)
from defilade.tactics.fire_table import chance_at_most, column_for, result_odds
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit
from defilade.tactics.victory_conditions import ControlBuildings, NoGoodOrderInBuildings

FAR = 99.0
WORTH = {SQUAD: 1.0, HALF_SQUAD: 0.5, CREW: 0.6}
LOST_BY_BREAKING = 0.55
"""How much of a unit is gone when it breaks."""
SHARE = 0.5
"""How much of all the fire that could fall on a hex is expected to fall there."""
MOVING, IN_THE_OPEN = -1, -1
CARELESS = 0.7
"""How much less it minds losses when in the last turn it has still to win the game."""
STAIRS = 1.0
"""MF from one storey to the next."""


class Firer(NamedTuple):
    """An enemy stack that could fire: from where, how strongly, and how far it reaches at full strength."""

    hex: Hex
    fp: float
    range: int


class Picture:
    """One side's picture of one position. Everything is worked out when first asked for."""

    def __init__(self, g: SlPlay, side: Side) -> None:
        self.g, self.side, self.enemy = g, side, g.enemy_of(side)
        self._danger: dict[tuple[str, bool], float] = {}
        self.fields: dict[str, dict[str, float]] = {}
        """Kind of weapon -> what it would do from each hex (`special_weapons.field`)."""

    # -- what is worth having ----------------------------------------------------------------------------

    @cached_property
    def goals(self) -> frozenset[str]:
        """Places that this side wants to come to or stay in, upstairs as well."""
        condition = self.g.scenario.victory
        return frozenset(wanted(self.g, self.side, condition)) if condition is not None else frozenset()

    @cached_property
    def attacks(self) -> bool:
        """Whether this side must get somewhere to win."""
        condition = self.g.scenario.victory
        return condition is not None and must_act(self.g, self.side, condition)

    def hurry(self, early: float, late: float) -> float:
        """A price that grows with the turns."""
        return early + late * min(1.0, self.g.state.turn / max(1, self.g.scenario.turns))

    @cached_property
    def care(self) -> float:
        """How much it minds losses: who must get somewhere to win, and has not, the less the fewer turns are left."""
        condition = self.g.scenario.victory
        if not self.attacks or condition is None or judged(self.g, condition).winner == self.side:
            return 1.0
        return 1.0 - CARELESS * min(1.0, self.g.state.turn / max(1, self.g.scenario.turns))

    @cached_property
    def ways(self) -> dict[str, float]:
        return ways_to(self.g.map, self.goals, tuple(sorted(_costs(self.g).items()))) if self.goals else {}

    def way(self, hex: Hex) -> float:
        """MF from a hex to the nearest goal; 0 where there are none."""
        if not self.goals:
            return 0.0
        found = self.ways.get(hex)
        return found if found is not None else self.ways.get(self.g.map.ground_hex(hex), FAR)

    # -- what is dangerous ---------------------------------------------------------------------------------

    @cached_property
    def firers(self) -> tuple[Firer, ...]:
        g = self.g
        found = []
        for hex in g.state.stacks:
            able = [unit for unit in g.side_in(hex, self.enemy) if unit.is_mmc and unit.good_order]
            if able:
                fp = float(sum(g.counter(unit).fp for unit in able))
                guns = [g.weapon_type(weapon) for unit in able for weapon in g.weapons_of(unit)]
                fp += sum(kind.fp for kind in guns if kind.is_machine_gun)
                reach = max(g.counter(unit).range for unit in able)
                found.append(Firer(hex, fp, max([reach, *(kind.range for kind in guns)])))
        return tuple(found)

    def fire_on(self, hex: Hex) -> float:
        """All the FP that enemies could bring to bear on a hex."""
        g, total = self.g, 0.0
        for firer in self.firers:
            distance = g.map.distance(firer.hex, hex)
            if distance > 2 * firer.range or firer.hex == hex or not terrain.sees(g, firer.hex, hex):
                continue
            total += firer.fp * (2.0 if distance == 1 else 0.5 if distance > firer.range else 1.0)
        return total

    def danger(self, hex: Hex, *, moving: bool) -> float:
        """What enemy fire on an ordinary squad in a hex can be expected to take of it."""
        key = hex, moving
        found = self._danger.get(key)
        if found is None:
            g = self.g
            drm = g.terrain_of(hex).tem
            if moving:
                drm += MOVING + (IN_THE_OPEN if terrain.is_open(g, hex) else 0)
            column = column_for(g.fire_table.columns, SHARE * self.fire_on(hex))
            found = self._danger[key] = harm(g.tables.infantry_fire_table, column, drm, 0, 7)
        return found

    def crowd(self, hex: Hex, unit: Unit) -> list[Unit]:
        """Friends in a hex."""
        return [other for other in self.g.side_in(hex, self.side) if other.id != unit.id]


@lru_cache(maxsize=20_000)
def harm(table: FireTable, column: int | None, drm: int, cowering: int, level: int) -> float:
    """The share of a unit of this morale that an attack takes on average."""
    total = 0.0
    for found, chance in result_odds(table.result, column, drm, cowering).items():
        if found.kind == KIA:
            total += chance
        elif found.kind == MC:
            total += chance * (1.0 - chance_at_most(min(level - found.number, 11))) * LOST_BY_BREAKING
    return total


def worth(g: SlPlay, unit: Unit) -> float:
    """What a unit counts for, in squads."""
    if unit.is_leader:
        return 0.45 - 0.2 * min(0, morale.leadership(g, unit))
    return WORTH.get(unit.kind, 0.3) * (0.6 + 0.1 * g.counter(unit).fp)


# -- the victory condition in hexes ------------------------------------------------------------------------


def wanted(g: SlPlay, side: Side, condition: SlCondition) -> set[str]:
    match condition:
        case BuildingGains():
            return _of_gains(g, side, condition)
        case HexesOfBuilding():
            hexes = g.map.buildings[building_named(g, condition.building)]
            lacking = [hex for hex in hexes if g.state.hex_control.get(hex) != side]
            found = {place for hex in lacking for place in to_take(g, side, [hex])}
            return found or storeys_of(g, hexes)
        case Both():
            return wanted(g, side, condition.gains) | wanted(g, side, condition.hexes)
        case EnemyLosses():
            return {g.map.ground_hex(unit.hex) for unit in g.on_map(g.enemy_of(side))}
        case LastUnbroken():
            return {g.map.resolve(name) for name in condition.hexes}
        case ControlBuildings() | NoGoodOrderInBuildings():
            named = [building_named(g, name) for name in condition.buildings]
            control = g.state.building_control
            lacking = [one for one in named if side == condition.winner and control.get(one) != side]
            return _to_take_or_keep(g, side, lacking, named)


def _of_gains(g: SlPlay, side: Side, condition: BuildingGains) -> set[str]:
    """The attacker wants what he has not yet; the defender stays there."""
    names = list(condition.gains)
    attacks = side == condition.winner
    lacking = [
        building_named(g, name) for name in names if attacks and not completely_occupies(g, side, name)
    ]
    return _to_take_or_keep(g, side, lacking, [building_named(g, name) for name in names])


def _to_take_or_keep(g: SlPlay, side: Side, lacking: Sequence[str], named: Sequence[str]) -> set[str]:
    """What is left to do in the buildings that a side lacks; where it lacks none, all of those that count."""
    found = {place for one in lacking for place in to_take(g, side, g.map.buildings[one])}
    return found or {place for one in named for place in storeys_of(g, g.map.buildings[one])}


def to_take(g: SlPlay, side: Side, hexes: Sequence[str]) -> set[str]:
    """Where to go for a building that is not ours yet: to the enemy in it; where none is seen but it is not ours
    though we are in it, to the rooms where he must be hiding; otherwise anywhere in it."""
    places = storeys_of(g, hexes)
    theirs = {place for place in places if g.has_side(place, g.enemy_of(side))}
    if theirs:
        return theirs
    ours = {place for place in places if any(one.is_mmc and one.good_order for one in g.side_in(place, side))}
    return places - ours or places


def storeys_of(g: SlPlay, hexes: Sequence[str]) -> set[str]:
    """These hexes and all that is above them."""
    return {place for hex in hexes for place in g.map.places_in(hex)}


def must_act(g: SlPlay, side: Side, condition: SlCondition) -> bool:
    match condition:
        case HexesOfBuilding():
            return hexes_held(g, side, condition.building) < condition.at_least
        case Both():
            return side == condition.gains.winner or must_act(g, side, condition.hexes)
        case _:
            return side == condition.winner


def _costs(g: SlPlay) -> dict[str, float]:
    """MF by kinds of terrain."""
    return {name: kind.mf for name, kind in g.tables.terrain.kinds.items()}


@lru_cache(maxsize=64)
def ways_to(
    game_map: GameMap, goals: frozenset[str], costs: tuple[tuple[str, float], ...]
) -> dict[str, float]:
    """MF from each place to the nearest of these, roughly: by the terrain that is entered, and the stairs."""
    price = dict(costs)
    found = dict.fromkeys(goals, 0.0)
    heap = [(0.0, goal) for goal in sorted(goals)]
    while heap:
        spent, hex = heappop(heap)
        if spent > found[hex]:
            continue
        step = price.get(game_map.terrain[hex], 2.0)
        ground = game_map.ground_hex(hex)
        for near in game_map.adjacent[hex]:
            if game_map.ground_hex(near) == ground:
                cost = spent + STAIRS
            else:
                cost = spent + (0.5 if game_map.road_between(near, hex) else step)
            if cost < found.get(near, FAR):
                found[near] = cost
                heappush(heap, (cost, near))
    return found

"""How the computer sees a position of Squad Leader: what it wants to hold, how far that is, and who can fire where."""

from __future__ import annotations

from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from defilade.hexgrid import GameMap
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.tables import KIA, MC, FireTable
from defilade.rules.sl.victory import building_named, completely_occupies, hexes_held
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
        """Hexes that this side wants to come to or stay in."""
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
    def ways(self) -> dict[str, float]:
        return ways_to(self.g.map, self.goals, tuple(sorted(_costs(self.g).items()))) if self.goals else {}

    def way(self, hex: Hex) -> float:
        """MF from a hex to the nearest goal; 0 where there are none."""
        return self.ways.get(self.g.map.ground_hex(hex), FAR) if self.goals else 0.0

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
            return {hex for hex in hexes if g.state.hex_control.get(hex) != side} or set(hexes)
        case Both():
            return wanted(g, side, condition.gains) | wanted(g, side, condition.hexes)
        case EnemyLosses():
            return {g.map.ground_hex(unit.hex) for unit in g.on_map(g.enemy_of(side))}
        case LastUnbroken():
            return {g.map.resolve(name) for name in condition.hexes}
        case ControlBuildings() | NoGoodOrderInBuildings():
            named = [building_named(g, name) for name in condition.buildings]
            control = g.state.building_control
            if side == condition.winner:
                named = [one for one in named if control.get(one) != side] or named
            return {hex for one in named for hex in g.map.buildings[one]}


def _of_gains(g: SlPlay, side: Side, condition: BuildingGains) -> set[str]:
    """The attacker wants what he has not yet; the defender stays there."""
    names = list(condition.gains)
    if side == condition.winner:
        names = [name for name in names if not completely_occupies(g, side, name)] or names
    return {hex for name in names for hex in g.map.buildings[building_named(g, name)]}


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
    """MF from each hex to the nearest of these, roughly: by the terrain that is entered."""
    price = dict(costs)
    found = dict.fromkeys(goals, 0.0)
    heap = [(0.0, goal) for goal in sorted(goals)]
    while heap:
        spent, hex = heappop(heap)
        if spent > found[hex]:
            continue
        step = price.get(game_map.terrain[hex], 2.0)
        for near in game_map.adjacent[hex]:
            cost = spent + (0.5 if game_map.road_between(near, hex) else step)
            if cost < found.get(near, FAR):
                found[near] = cost
                heappush(heap, (cost, near))
    return found

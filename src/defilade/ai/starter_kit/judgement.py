"""How a player sees a position: what is worth having, what is dangerous, what a unit is worth."""

from __future__ import annotations

from typing import NamedTuple

from defilade.ai.starter_kit import ground
from defilade.rules.sk import ift, los, morale, victory
from defilade.rules.sk.state import SkPlay
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.units import CREW, FINAL, FIRST, HALF_SQUAD, LEADER, PREP, SQUAD, Unit
from defilade.tactics.victory_conditions import (
    EXITS,
    ControlBuildingHexesAtOnce,
    ControlBuildings,
    ExitAtOnce,
    ExitNearAtOnce,
    FirepowerOn,
    NoGoodOrderInBuildings,
    NoGoodOrderMmcNear,
)

BROKEN_IS_WORTH, REDUCED_IS_WORTH, PINNED_IS_WORTH = 0.55, 0.65, 0.15
"""What it is worth to do that to an enemy, where eliminating him is worth 1."""

ORDINARY_MORALE = 7


class Gun(NamedTuple):
    """Firepower of one enemy stack: what it can bring to bear, and how far."""

    hex: str
    arms: tuple[tuple[float, int], ...]
    """(FP, normal range) of each unit and SW."""


class Judgement:
    """One side's judgement of one position. Everything is worked out when first asked for."""

    def __init__(self, g: SkPlay, side: str) -> None:
        self.g = g
        self.side = side
        self.enemy = g.enemy_of(side)
        self._guns: list[Gun] | None = None
        self._danger: dict[tuple[str, bool], float] = {}
        self._goals: frozenset[str] | None = None
        self._lacking = -1
        self._attacks: bool | None = None

    # -- what is worth having ----------------------------------------------------------------------------

    @property
    def attacks(self) -> bool:
        """Whether this side must get somewhere to win, rather than stay where it is."""
        if self._attacks is None:
            self._attacks = must_attack(self.g, self.side)
        return self._attacks

    @property
    def leaves_map(self) -> bool:
        """Whether this side wins by leaving the map."""
        condition = self.g.scenario.victory
        return isinstance(condition, EXITS) and condition.winner == self.side

    @property
    def goals(self) -> frozenset[str]:
        """Hexes that this side wants units in and has too few in yet."""
        if self._goals is None:
            wanted = frozenset(wanted_hexes(self.g, self.side))
            self._goals = wanted or frozenset(key_hexes(self.g, self.side))
        return self._goals

    @property
    def lacking(self) -> int:
        """In how many of the buildings that count nobody of this side is."""
        if self._lacking < 0:
            wanted = wanted_hexes(self.g, self.side)
            self._lacking = len({self.g.map.building_of.get(hex, hex) for hex in wanted})
        return self._lacking

    def way(self, hex: str) -> float:
        """MF from a hex to the nearest goal; 0 at one, or where there are none."""
        if not self.goals:
            return 0.0
        return ground.way_to(self.g.map, self.goals).get(hex, ground.FAR)

    # -- what is dangerous ---------------------------------------------------------------------------------

    @property
    def guns(self) -> list[Gun]:
        if self._guns is None:
            self._guns = list(enemy_guns(self.g, self.enemy))
        return self._guns

    def danger(self, hex: str, *, moving: bool) -> float:
        """What enemy fire on an ordinary squad in a hex could be expected to do, as a share of the squad."""
        key = (hex, moving)
        found = self._danger.get(key)
        if found is None:
            found = self._danger[key] = self._expected_harm(hex, moving)
        return found

    def _expected_harm(self, hex: str, moving: bool) -> float:
        g = self.g
        total = 0.0
        least = 9
        for gun in self.guns:
            hindrance = los.hindrance(g, gun.hex, hex)
            if hindrance < 0:
                continue
            fp = _fp_at(gun, g.map.distance(gun.hex, hex))
            if fp:
                total += fp
                least = min(least, hindrance)
        if not total:
            return 0.0
        drm = ground.cover(g.map, hex) + least
        if moving:
            drm -= 1 + (ground.is_open(g.map, hex) and not least)
        return harm(g, ift.column(g, total), drm, 1, ORDINARY_MORALE)

    def nearest_enemy(self, hex: str) -> int:
        distance = self.g.map.distance
        return min((distance(hex, unit.hex) for unit in self.g.on_map(self.enemy)), default=99)


def _fp_at(gun: Gun, distance: int) -> float:
    total = 0.0
    for fp, reach in gun.arms:
        if distance <= reach:
            total += fp * (2 if distance == 1 else 1)
        elif distance <= 2 * reach:
            total += fp / 2
    return total


def enemy_guns(g: SkPlay, enemy: str) -> list[Gun]:
    """Everybody of a side who can still shoot, stack by stack."""
    found: dict[str, list[tuple[float, int]]] = {}
    for unit in g.on_map(enemy):
        if unit.broken or unit.melee:
            continue
        share = 0.5 if unit.pinned or unit.fire == FIRST else 0.25 if unit.fire in (FINAL, PREP) else 1.0
        counter = g.counter(unit)
        arms = found.setdefault(unit.hex, [])
        if counter.fp:
            arms.append((counter.fp * share, counter.range))
    for weapon in g.state.weapons.values():
        if weapon.owner and not weapon.malfunctioned and weapon.hex in found:
            owner = g.state.units.get(weapon.owner)
            kind = g.weapon_types[weapon.type]
            if owner is not None and owner.side == enemy and kind.kind != "DC":
                share = 0.5 if owner.pinned or owner.kind == LEADER or weapon.fire else 1.0
                found[weapon.hex].append((kind.fp * share * (1 + 0.2 * kind.rof), kind.range))
    return [Gun(hex, tuple(arms)) for hex, arms in found.items() if arms]


_HARM: dict[tuple[int | None, int, int, int, bool], float] = {}


def harm(g: SkPlay, column: int | None, drm: int, cowering: int, level: int, broken: bool = False) -> float:
    """What an attack does on average to a unit of this morale, as a share of it. Exact but for leaders."""
    key = (column, drm, cowering, level, broken)
    found = _HARM.get(key)
    if found is None:
        found = _HARM[key] = sum(
            chance * _harm_of(result.kind, result.number, level, broken)
            for result, chance in ift.odds(g, column, drm, cowering).items()
        )
    return found


def _harm_of(kind: str, number: int, level: int, broken: bool) -> float:
    if kind == "KIA":
        return 0.9
    if kind == "K":
        return 0.7
    if kind == "MC":
        fails = 1 - chance_at_most(min(11, level - number))
        return fails * (REDUCED_IS_WORTH if broken else BROKEN_IS_WORTH)
    if kind == "PTC" and not broken:
        return (1 - chance_at_most(level)) * PINNED_IS_WORTH
    return 0.0


def worth(g: SkPlay, unit: Unit) -> float:
    """A unit in squads, its SW counted."""
    base = {SQUAD: 1.0, HALF_SQUAD: 0.5, CREW: 0.6, LEADER: 0.7}[unit.kind]
    if unit.kind == LEADER:
        base -= 0.2 * morale.leadership(g, unit)
    return base * (0.6 if unit.broken else 1.0)


# -- goals -------------------------------------------------------------------------------------------------


def must_attack(g: SkPlay, side: str) -> bool:
    """Who has to fulfil the victory condition; and who has to be somewhere and has nobody there."""
    condition = g.scenario.victory
    if condition is None:
        return False
    if condition.winner == side:
        return True
    keys = frozenset(key_hexes(g, side))
    return bool(keys) and not any(unit.hex in keys and unit.good_order for unit in g.on_map(side))


def key_hexes(g: SkPlay, side: str) -> tuple[str, ...]:
    """The hexes that decide the scenario."""
    condition = g.scenario.victory
    match condition:
        case NoGoodOrderInBuildings() | ControlBuildings():
            return tuple(sorted(victory.building_hexes(g.map, condition.buildings)))
        case ControlBuildingHexesAtOnce():
            return victory.building_hexes_of_board(g.map, condition.board)
        case NoGoodOrderMmcNear():
            near = victory.hexes_near(g.map, condition.centre, condition.within, condition.terrain)
            return tuple(sorted(near))
        case ExitAtOnce() | ExitNearAtOnce():
            edge = g.scenario.exit_hexes(g.map)
            return edge if side == condition.winner else ()
        case FirepowerOn():
            return tuple(sorted(victory.overlooking(g.map, condition.hex, condition.within)))
    return ()


def wanted_hexes(g: SkPlay, side: str) -> list[str]:
    """Those of them that this side does not hold yet."""
    condition = g.scenario.victory
    keys = key_hexes(g, side)
    if isinstance(condition, ExitNearAtOnce):
        lacking = victory.exits_lacking(g, condition)
        return [hex for hex in keys if any(hex in g.scenario.exits_near(name, g.map) for name in lacking)]
    if isinstance(condition, ExitAtOnce):
        return list(keys)
    if isinstance(condition, ControlBuildingHexesAtOnce) and condition.winner == side:
        return [hex for hex in keys if g.state.hex_control.get(hex) != side]
    if isinstance(condition, ControlBuildings) and condition.winner == side:
        control = g.state.building_control
        return [hex for hex in keys if control.get(g.map.building_of[hex]) != side]
    building_of = g.map.building_of
    held = {building_of.get(u.hex) for u in g.on_map(side) if u.is_mmc and u.good_order} - {None}
    return [hex for hex in keys if building_of.get(hex) not in held]

"""Where the enemy stands, as targets: what fire out of any hex could do to the best of them."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from defilade.ai.starter_kit.reading.lay import Lay, lay_of
from defilade.ai.starter_kit.reading.worth import harm, worth
from defilade.rules.sk import ift, los, morale
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit

KEPT = 64


class Target(NamedTuple):
    """An enemy stack: where, its most valuable unit, and what all of it is worth."""

    hex: Hex
    unit: Unit
    worth: float


class EffectMap(dict[str, float]):
    """What firepower of a range would take from the best target, in squads, by the hex it fires out of."""

    def __init__(self, targets: Targets, fp: float, reach: int, spared: str) -> None:
        super().__init__()
        self.targets, self.fp, self.reach, self.spared = targets, fp, reach, spared

    def __missing__(self, hex: Hex) -> float:
        stacks = [target for target in self.targets.stacks if target.hex != self.spared]
        found = self[hex] = max([self._effect(hex, target) for target in stacks], default=0.0)
        return found

    def _effect(self, hex: Hex, target: Target) -> float:
        g = self.targets.g
        fp, reach = self.fp, self.reach
        distance = g.map.distance(hex, target.hex)
        if not distance or distance > 2 * reach:
            return 0.0
        hindrance = los.hindrance(g, hex, target.hex)
        if hindrance < 0:
            return 0.0
        fp *= 2 if distance == 1 else 0.5 if distance > reach else 1
        drm = self.targets.lay.tem[target.hex] + hindrance
        level = morale.morale_level(g, target.unit)
        return target.worth * harm(g, ift.column(g, fp), drm, 1, target.unit, level)


class Targets:
    """The stacks of a side, and what could be done to them."""

    def __init__(self, g: SkPlay, side: Side) -> None:
        self.g = g
        """A game in which things stand like this; only what the map hangs on is asked of it."""
        self.lay: Lay = lay_of(g)
        self.stacks: list[Target] = []
        for hex, stack in g.state.stacks.items():
            units = [unit for uid in stack if (unit := g.state.units[uid]).side == side and not unit.melee]
            if units:
                best = max(units, key=lambda unit: worth(g, unit))
                self.stacks.append(Target(hex, best, sum(worth(g, unit) for unit in units)))
        tanks = [
            tank.hex
            for tank in g.state.vehicles.values()
            if tank.side == side and tank.hex and not tank.wreck
        ]
        self.hexes = frozenset([*(unit.hex for unit in g.on_map(side)), *tanks])
        self.broken_at = frozenset([unit.hex for unit in g.on_map(side) if unit.broken and not unit.melee])
        # A squad in Good Order that stands for the others where one has to be imagined.
        ranked = sorted(g.on_map(side), key=lambda u: (u.kind != SQUAD, u.broken, u.type))
        self.ordinary = ranked[0] if ranked else None
        self._effects: dict[tuple[float, int, str], EffectMap] = {}

    def effects(self, fp: float, reach: int, spared: str = "") -> EffectMap:
        """What firepower of that range would do, hex by hex; a stack that is `spared` does not count."""
        key = (fp, reach, spared)
        found = self._effects.get(key)
        if found is None:
            found = self._effects[key] = EffectMap(self, fp, reach, spared)
        return found


_kept: OrderedDict[tuple[object, ...], Targets] = OrderedDict()


def targets_of(g: SkPlay, side: Side) -> Targets:
    """The targets that a side offers as things stand; the latest ones are kept."""
    state = g.state
    standing = tuple(
        [
            (unit.type, unit.hex, unit.broken, unit.pinned, unit.wounded)
            for unit in state.units.values()
            if unit.hex and unit.side == side
        ]
    )
    tanks = tuple([tank.hex for tank in state.vehicles.values() if tank.side == side and not tank.wreck])
    key = (id(g.map), id(g.library), side, standing, tanks, tuple(state.smoke.items()), state.snow)
    found = _kept.get(key)
    if found is None or found.lay.board is not g.map:
        found = _kept[key] = Targets(g, side)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
        found.g = g
    return found

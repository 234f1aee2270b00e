"""Where the enemy stands, as targets: what fire out of any hex could do to the best of them."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from defilade.ai.starter_kit_plans.lay import Lay, lay_of
from defilade.ai.starter_kit_plans.worth import harm, worth
from defilade.rules.sk import ift, los, morale
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import SQUAD, Unit

KEPT = 64


class Target(NamedTuple):
    """An enemy stack: where, its most valuable unit, and what all of it is worth."""

    hex: str
    unit: Unit
    worth: float


class Targets:
    """The stacks of a side, and what could be done to them."""

    def __init__(self, g: SkPlay, side: str) -> None:
        self.lay: Lay = lay_of(g)
        self.stacks: list[Target] = []
        for hex, stack in g.state.stacks.items():
            units = [unit for uid in stack if (unit := g.state.units[uid]).side == side]
            if units:
                best = max(units, key=lambda unit: worth(g, unit))
                self.stacks.append(Target(hex, best, sum(worth(g, unit) for unit in units)))
        self.hexes = tuple([target.hex for target in self.stacks])
        self.broken_at = frozenset([unit.hex for unit in g.on_map(side) if unit.broken and not unit.melee])
        # A squad in Good Order that stands for the others where one has to be imagined.
        ranked = sorted(g.on_map(side), key=lambda u: (u.kind != SQUAD, u.broken, u.type))
        self.ordinary = ranked[0] if ranked else None
        self._effects: dict[tuple[str, float, int, str], float] = {}

    def best_effect(self, g: SkPlay, hex: str, fp: float, reach: int, spared: str = "") -> float:
        """What firepower of that range out of a hex would take from the best target, in squads; a stack that
        is `spared` does not count."""
        key = (hex, fp, reach, spared)
        found = self._effects.get(key)
        if found is None:
            found = max(
                (self._effect(g, hex, fp, reach, target) for target in self.stacks if target.hex != spared),
                default=0.0,
            )
            self._effects[key] = found
        return found

    def _effect(self, g: SkPlay, hex: str, fp: float, reach: int, target: Target) -> float:
        distance = g.map.distance(hex, target.hex)
        if not distance or distance > 2 * reach:
            return 0.0
        hindrance = los.hindrance(g, hex, target.hex)
        if hindrance < 0:
            return 0.0
        fp *= 2 if distance == 1 else 0.5 if distance > reach else 1
        level = morale.morale_level(g, target.unit)
        return target.worth * harm(
            g, ift.column(g, fp), self.lay.tem[target.hex] + hindrance, 1, target.unit, level
        )


_kept: OrderedDict[tuple[object, ...], Targets] = OrderedDict()


def targets_of(g: SkPlay, side: str) -> Targets:
    """The targets that a side offers as things stand; the latest ones are kept."""
    state = g.state
    standing = tuple(
        [
            (unit.type, unit.hex, unit.broken, unit.pinned, unit.wounded)
            for unit in state.units.values()
            if unit.hex and unit.side == side
        ]
    )
    key = (id(g.map), id(g.library), side, standing, tuple(state.smoke.items()), state.snow)
    found = _kept.get(key)
    if found is None or found.lay.board is not g.map:
        found = _kept[key] = Targets(g, side)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
    return found

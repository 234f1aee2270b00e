"""What counters are worth, in squads, and what fire does to them on average.

Everything that plans weigh is in one currency: an ordinary squad in Good Order is about 1.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.rules.sk import ift, morale
from defilade.rules.sk.library import Library
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import SQUAD, Unit, Weapon
from defilade.tactics.vehicles import MA, Vehicle

BROKEN_KEEPS = 0.5
"""What a broken unit is still worth, as a share of its worth in Good Order."""
HUNTED_KEEPS = 0.2
"""The same with an unbroken enemy beside it: it must get away or is lost."""
REDUCED_KEEPS = 0.45
WOUNDED_KEEPS = 0.75
PIN_COSTS = 0.12

SHOCKED_KEEPS, STUCK_KEEPS, DISARMED_KEEPS = 0.6, 0.7, 0.4
ORDNANCE = 0.6
"""What a gun, a mortar or an anti-tank weapon is worth beside its crew."""
WEAPONS = {"LMG": 0.15, "MMG": 0.3, "HMG": 0.4, "FT": 0.3, "DC": 0.1}

HarmKey = tuple[int, int, int, int, str, bool, bool, bool]


class Scales:
    """The worth of counters and the average harm of attacks, as one library of counters and tables has them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.counters: dict[str, float] = {}
        self.harm: dict[HarmKey, float] = {}


_scales: dict[int, Scales] = {}


def scales_of(g: SkPlay) -> Scales:
    """The scales of a game's library; kept, because they cost more than a decision may."""
    found = _scales.get(id(g.library))
    if found is None or found.library is not g.library:
        found = _scales[id(g.library)] = Scales(g.library)
    return found


# -- counters ----------------------------------------------------------------------------------------------


def full_worth(g: SkPlay, unit: Unit) -> float:
    """A unit in Good Order without its SW: firepower, morale and, of a leader, what he does for others."""
    counters = scales_of(g).counters
    found = counters.get(unit.type)
    if found is None:
        counter = g.counters[unit.type]
        if unit.is_leader:
            found = 0.6 - 0.3 * counter.leadership + 0.05 * (counter.morale - 8)
        else:
            size = 0.55 if unit.kind == SQUAD else 0.27
            found = size + 0.07 * counter.fp + 0.01 * counter.range + 0.08 * (counter.morale - 7)
        counters[unit.type] = found
    return found * 0.8 if unit.wounded else found


def worth(g: SkPlay, unit: Unit) -> float:
    """A unit in its present state, without its SW and whatever stands beside it."""
    value = full_worth(g, unit)
    if unit.broken:
        return value * BROKEN_KEEPS
    return value - PIN_COSTS * value if unit.pinned else value


def vehicle_worth(g: SkPlay, vehicle: Vehicle) -> float:
    """A vehicle in its present state: its gun, its armor and its machine guns; nothing of a wreck."""
    if vehicle.wreck:
        return 0.0
    kind = g.vehicle_types[vehicle.type]
    value = 1.5 + kind.ma.caliber / 100 + 0.05 * (kind.af_front + kind.af_side) + 0.05 * (kind.bmg + kind.cmg)
    if not vehicle.good_order:
        value *= SHOCKED_KEEPS
    if vehicle.recalled or MA in vehicle.disabled:
        value *= DISARMED_KEEPS
    return value * STUCK_KEEPS if vehicle.bogged or vehicle.immobilized else value


def weapon_worth(g: SkPlay, weapon: Weapon) -> float:
    value = WEAPONS.get(g.weapon_types[weapon.type].kind, ORDNANCE)
    return 0.3 * value if weapon.malfunctioned else value


# -- what fire does ----------------------------------------------------------------------------------------


def harm(g: SkPlay, column: int | None, drm: int, cowering: int, unit: Unit, level: int) -> float:
    """The share of a unit's full worth that an attack takes on average. Exact over the 36 throws and the
    checks that follow, leaders' help apart."""
    if column is None:
        return 0.0
    pinnable = morale.may_be_pinned(unit)
    key = (column, drm, cowering, level, unit.type, unit.broken, pinnable, unit.wounded)
    known = scales_of(g).harm
    found = known.get(key)
    if found is None:
        found = known[key] = _average(g, column, drm, cowering, unit)
    return found


def _average(g: SkPlay, column: int, drm: int, cowering: int, unit: Unit) -> float:
    return harm_of(ift.fates(g, unit, ift.odds(g, column, drm, cowering), 1), unit)


def harm_of(fates: dict[str, float], unit: Unit) -> float:
    """The share of a unit's full worth that these chances take."""
    left = BROKEN_KEEPS if unit.broken else 1.0
    keeps = WOUNDED_KEEPS if unit.is_leader else REDUCED_KEEPS
    taken = fates["eliminated"] * left + fates["reduced"] * left * (1 - keeps)
    taken += fates["reduced and broken"] * (1 - keeps * BROKEN_KEEPS)
    return taken + fates["broken"] * (1 - BROKEN_KEEPS) + fates["pinned"] * PIN_COSTS


def share_lost(parts: Iterable[float]) -> float:
    """What several attacks do together: each finds only what the others have left.

    >>> round(share_lost([0.5, 0.5]), 2)
    0.75
    """
    left = 1.0
    for part in parts:
        left *= 1 - part
    return 1 - left

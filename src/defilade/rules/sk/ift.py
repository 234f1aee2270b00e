"""The Infantry Fire Table (SK1:QRDC-ift): columns, results and exact odds.

Values are in the library's tables; the arithmetic of columns and dice is shared by all systems with a fire
table.
"""

from __future__ import annotations

import msgspec

from defilade.rules.sk import elr, morale
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.fire_table import (
    chance_at_most,
    chance_exactly,
    column_for,
    picked_chance,
    result_odds,
)
from defilade.tactics.random_selection import ties_roll_again
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit

NO_EFFECT = FireResult("none")
CHECKS = ("MC", "K", "KIA")

FATES = ("eliminated", "reduced and broken", "reduced", "broken", "pinned", "unharmed")
"""Who is `reduced` alone is in Good Order still, or was broken before."""


def column(g: SkPlay, fp: float) -> int | None:
    """SK1:3.2.1-a: the place of the highest column not above the FP; None under 1 FP."""
    return column_for(g.library.tables.infantry_fire_table.columns, fp)


def column_fp(g: SkPlay, place: int | None) -> int:
    """The FP that a column is named by; 0 for none."""
    return 0 if place is None else g.library.tables.infantry_fire_table.columns[place]


def result(g: SkPlay, place: int | None, final_dr: int) -> FireResult:
    """The cell for a column and a final DR. Below the lowest column nothing happens (SK1:3.2-r)."""
    if place is None:
        return NO_EFFECT
    return g.library.tables.infantry_fire_table.result(place, final_dr)


def could_cause_check(g: SkPlay, place: int | None, drm: int, cowering: int) -> bool:
    """SK1:3.2.1-z2: whether some roll, doubles on the column left after cowering, gives at least a NMC."""
    return any(found.kind in CHECKS for found in odds(g, place, drm, cowering))


def odds(g: SkPlay, place: int | None, drm: int, cowering: int = 0) -> dict[FireResult, float]:
    """The exact odds of every result of an attack; `cowering` is the shift on doubles."""
    return result_odds(lambda used, dr: result(g, used, dr), place, drm, cowering)


def class_of(found: FireResult) -> str:
    """A result as the odds preview groups it: KIA, K, 4MC .. 1MC, NMC, PTC or `-`."""
    return found.kind if found.kind in ("KIA", "K") else str(found)


def fates(g: SkPlay, unit: Unit, results: dict[FireResult, float], targets: int) -> dict[str, float]:
    """What becomes of one target: the exact chances of each end of the attack itself for it, as one of
    `targets` units with the same odds. Leaders' help and the checks for lost leaders are left out."""
    total = dict.fromkeys(FATES, 0.0)
    for found, chance in results.items():
        for fate, part in _fate(g, unit, found, targets).items():
            total[fate] += chance * part
    return total


def chance_to_be_picked(g: SkPlay, units: int, count: int) -> float:
    """The chance of one of several units in a random selection of `count`."""
    return min(1.0, count / units) if ties_roll_again(g) else picked_chance(units, count)


def _fate(g: SkPlay, unit: Unit, found: FireResult, targets: int) -> dict[str, float]:
    if found.kind == "KIA":
        picked = chance_to_be_picked(g, targets, found.number)
        spared = reduction_fate(g, unit) if unit.broken else {"broken": 1.0}
        return _mixed(picked, {"eliminated": 1.0}, spared)
    if found.kind == "K":
        picked = chance_to_be_picked(g, targets, 1)
        return _mixed(picked, k_fate(g, unit, found.number), check_fate(g, unit, found.number))
    if found.kind == "MC":
        return check_fate(g, unit, found.number)
    if found.kind == "PTC" and not unit.broken and morale.may_be_pinned(unit):
        passes = chance_at_most(morale.morale_level(g, unit))
        return {"unharmed": passes, "pinned": 1 - passes}
    return {"unharmed": 1.0}


def reduction_fate(g: SkPlay, unit: Unit) -> dict[str, float]:
    """Casualty reduction (SK1:3.2.1-e); a leader's light wound counts as reduced."""
    if unit.kind == SQUAD:
        return {"reduced": 1.0}
    if unit.is_mmc:
        return {"eliminated": 1.0}
    table = g.library.tables.wound
    light = table.light_up_to - (table.already_wounded_drm if unit.wounded else 0)
    return {"reduced": light / 6, "eliminated": 1 - light / 6}


def k_fate(g: SkPlay, unit: Unit, drm: int) -> dict[str, float]:
    """What a K does to the unit that it picks: the half-squad that it leaves of a squad has to pass the MC as well
    (SK1:3.2.1-d2)."""
    if unit.kind != SQUAD:
        return reduction_fate(g, unit)
    rest = msgspec.structs.replace(unit, type=g.counters[unit.type].half_squad, kind=HALF_SQUAD)
    check = check_fate(g, rest, drm)
    lost, breaks = check.get("eliminated", 0.0), check.get("broken", 0.0)
    return {"eliminated": lost, "reduced and broken": breaks, "reduced": 1 - lost - breaks}


def check_fate(g: SkPlay, unit: Unit, drm: int) -> dict[str, float]:
    """A MC with a number, without leaders' help."""
    highest = min(11, morale.morale_level(g, unit) - drm)
    twelve = chance_exactly(12)
    passes = chance_at_most(highest)
    if unit.broken:
        fate = _mixed(1 - passes - twelve, reduction_fate(g, unit), {})
        fate["eliminated"] = fate.get("eliminated", 0.0) + twelve
        fate["unharmed"] = passes
        return fate
    fate = _mixed(twelve, reduction_fate(g, unit), {})
    fate["reduced and broken"] = fate.pop("reduced", 0.0)  # SK1:3.2.1-l
    exactly = chance_exactly(highest) if morale.may_be_pinned(unit) else 0.0
    fate["pinned"] = exactly
    fate["unharmed"] = passes - exactly
    fate["broken"] = 1 - passes - twelve
    return fate


def replaced_chance(g: SkPlay, unit: Unit, drm: int) -> float:
    """The chance that a MC ends in replacement by ELR (SK1:5.1-b)."""
    if unit.broken or not elr.replaces(g, unit, unit.elr + 1):
        return 0.0
    return 1 - chance_at_most(morale.morale_level(g, unit) + unit.elr - drm)


def _mixed(chance: float, then: dict[str, float], otherwise: dict[str, float]) -> dict[str, float]:
    fate: dict[str, float] = {}
    for name, part in then.items():
        fate[name] = fate.get(name, 0.0) + chance * part
    for name, part in otherwise.items():
        fate[name] = fate.get(name, 0.0) + (1 - chance) * part
    return fate

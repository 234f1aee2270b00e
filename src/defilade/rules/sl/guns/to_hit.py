"""What makes guns hit more or less easily: their barrels, their crews, and what is close (SL:13.3, SL:10.1.6-b).

What a hit does to men is read on the column of the calibre (SL:13.19.1), on that of mortars one lower.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.yard import vehicles_in
from defilade.rules.sl.weapons.anti_tank_fire import hits_it_twice, lines_of_gunner
from defilade.rules.sl.weapons.launchers import barrel_of, is_gun, kind_of_launcher, stands
from defilade.tactics.units import Unit, Weapon

PART = Part()

PINNED, ADJACENT, WRECK = 2, -2, 1
SMALL = 40


@PART.answers(lines_of_gunner)
def by_its_barrel(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    barrel = barrel_of(g, weapon)
    if barrel is None or not barrel.length:
        return []
    drm = g.anti_tank.to_hit.length_drm(barrel.length, max(1, g.map.distance(stands(g, unit), target)))
    words = "short barrel" if barrel.length == "*" else "long barrel"
    return [Line(words, drm, "SL:10.1.6-b")] if drm else []


@PART.answers(lines_of_gunner)
def case_d(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """SL:3.24.2-d. No leader of the hex helps (SL:10.1.5, SL:13.8-a)."""
    return [Line("pinned", PINNED, "SL:3.24.2-d")] if is_gun(g, weapon) and unit.pinned else []


@PART.answers(lines_of_gunner)
def case_l(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """SL:13.3: at what is in the next hex."""
    if barrel_of(g, weapon) is None or g.map.distance(stands(g, unit), target) != 1:
        return []
    return [Line("adjacent", ADJACENT, "SL:13.3")]


@PART.answers(lines_of_gunner)
def behind_a_wreck(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """SL:7.1.23: a wreck in the hex of a gun, whoever fires: it, or an enemy at it."""
    if not is_gun(g, weapon):
        return []
    here = g.map.ground_hex(stands(g, unit))
    wrecks = any(vehicle.wreck for vehicle in vehicles_in(g, here))
    return [Line("a wreck beside it", WRECK, "SL:7.1.23")] if wrecks else []


@PART.answers(hits_it_twice)
def small_rounds(g: SlPlay, weapon: Weapon) -> bool:
    """SL:13.13.1: of guns of 40 mm or less."""
    barrel = barrel_of(g, weapon)
    mortar = barrel is not None and kind_of_launcher(g, weapon).mortar
    return barrel is not None and barrel.calibre <= SMALL and not mortar

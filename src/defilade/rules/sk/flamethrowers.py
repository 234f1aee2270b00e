"""Flamethrowers (SK1:4.2): who may use one, and the risk of carrying one."""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Unit, Weapon

FT = "FT"

PINNED = Refusal("a pinned unit cannot fire a FT", "SK1:4.2-d")
TWO = Refusal("a unit may not use two FT", "SK1:4.2-d2")
ALONE = Refusal("a FT attacks alone, never with another attack", "SK1:4.2-e")
NO_LEADERSHIP = Refusal("leadership has no part in a FT attack", "SK1:4.2-c3")


def is_flamethrower(g: SkPlay, weapon: Weapon) -> bool:
    return g.weapon_types[weapon.type].kind == FT


def refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why this unit may not use this FT now."""
    if unit.pinned:
        return PINNED
    for other in unit.weapons_used:
        used = g.state.weapons.get(other)
        if used is not None and used.id != weapon.id and is_flamethrower(g, used):
            return TWO
    return None


def carrier_line(g: SkPlay, target: Unit) -> Line | None:
    """SK1:4.2-f: every IFT attack on the holder of FT has -1 for each."""
    carried = sum(
        1 for weapon in g.state.weapons.values() if weapon.owner == target.id and is_flamethrower(g, weapon)
    )
    if not carried:
        return None
    entry = g.library.tables.fire_drm.entries.target_with_ft
    return Line(f"{g.name(target)} carries FT", carried * entry.drm, entry.rule)

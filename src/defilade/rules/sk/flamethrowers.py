"""Flamethrowers (SK1:4.2): who may use one, how it attacks, and the risk of carrying one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.attack_plan import ignores_cover
from defilade.rules.sk.firers import directing_bar, fires_apart, joining_bar, weapon_bar
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import CARRIED, Aim, Firing, fitting_factors, target_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Unit, Weapon

PART = Part()

FT = "FT"

PINNED = Refusal("a pinned unit cannot fire a FT", "SK1:4.2-d")
TWO = Refusal("a unit may not use two FT", "SK1:4.2-d2")
ALONE = Refusal("a FT attacks alone, never with another attack", "SK1:4.2-e")
NO_LEADERSHIP = Refusal("leadership has no part in a FT attack", "SK1:4.2-c3")


@PART.answers(fires_apart, ignores_cover)
def is_flamethrower(g: SkPlay, weapon: Weapon) -> bool:
    """It fires apart from all others (SK1:4.2-e), and no TEM helps against it (SK1:4.2-c)."""
    return g.weapon_types[weapon.type].kind == FT


def is_flame(g: SkPlay, shot: Shot) -> bool:
    return bool(shot.weapon) and is_flamethrower(g, g.state.weapons[shot.weapon])


@PART.answers(weapon_bar)
def refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why this unit may not use this FT now."""
    if not is_flamethrower(g, weapon):
        return None
    if unit.pinned:
        return PINNED
    for other in unit.weapons_used:
        used = g.state.weapons.get(other)
        if used is not None and used.id != weapon.id and is_flamethrower(g, used):
            return TWO
    return None


@PART.answers(joining_bar)
def attacks_alone(g: SkPlay, shots: tuple[Shot, ...], new: Shot) -> Refusal | None:
    """SK1:4.2-e"""
    return ALONE if is_flame(g, new) or any(is_flame(g, shot) for shot in shots) else None


@PART.answers(directing_bar)
def undirected(g: SkPlay, shots: Sequence[Shot]) -> Refusal | None:
    """SK1:4.2-c3; so it is never saved from cowering either (SKF:3.2.2-n)."""
    return NO_LEADERSHIP if any(is_flame(g, shot) for shot in shots) else None


@PART.answers(fitting_factors)
def factors_of_flame(g: SkPlay, lines: list[Line], firing: Firing) -> list[Line]:
    """Neither Point Blank, triple or not (SKF:4.2-b), nor Advancing Fire touches a FT (SK1:4.2-b, SK1:4.2-b3); long
    range does (SK1:4.2-a2)."""
    if firing.weapon is None or not is_flamethrower(g, firing.weapon):
        return lines
    table = g.library.tables.fire_factors.entries
    unfelt = (table.point_blank.rule, table.advancing_fire.rule, table.triple_point_blank.rule)
    kept = [line for line in lines if line.rule not in unfelt]
    far = table.long_range.rule
    return [msgspec.structs.replace(line, rule="SK1:4.2-a2") if line.rule == far else line for line in kept]


@PART.modifies(target_lines, "SK1:4.2-f", step=CARRIED)
def carrier_lines(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SK1:4.2-f: every IFT attack on the holder of FT has -1 for each."""
    carried = sum(
        1 for weapon in g.state.weapons.values() if weapon.owner == unit.id and is_flamethrower(g, weapon)
    )
    if not carried:
        return []
    entry = g.library.tables.fire_drm.entries.target_with_ft
    return [Line(f"{g.name(unit)} carries FT", carried * entry.drm, entry.rule)]

"""Gunshields (SKF:6.6) and emplacement (SKF:6.3): the cover that a Gun gives to its crew."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.full.ordnance.shots import Gunshot, gun_of, tables, the_ordnance
from defilade.rules.sk.full.ordnance.to_hit import EMPLACEMENT_RULE, GUNSHIELD_RULE
from defilade.rules.sk.full.ordnance_tables import SHIELDED
from defilade.rules.sk.state import SkPlay
from defilade.tactics.arcs import in_arc
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()


def emplaced_gun(g: SkPlay, unit: Unit) -> Weapon | None:
    """SKF:6.3-a, SKF:6.3-c: the Emplaced Gun that a crew mans."""
    if unit.kind != CREW:
        return None
    gun = gun_of(g, unit.id)
    return gun if gun is not None and gun.emplaced else None


def shield(g: SkPlay, unit: Unit, from_hex: Hex, *, mortar: bool) -> int:
    """SKF:6.6-a: what the gunshield adds against fire from a hex; 0 where it does not protect."""
    if unit.kind != CREW or not unit.good_order or unit.hazardous or not from_hex or from_hex == unit.hex:
        return 0
    gun = gun_of(g, unit.id)
    if gun is None or the_ordnance(g, gun).type not in SHIELDED:
        return 0
    if not in_arc(g.map, unit.hex, gun.facing, from_hex):
        return 0
    table = tables(g).gunshield
    return table.mortars if mortar else table.fire


@PART.modifies(target_lines, EMPLACEMENT_RULE, step=COVER)
def emplacement(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SKF:6.3-b: +2 in place of the terrain's TEM, where that is better."""
    if not aim.covered or emplaced_gun(g, unit) is None:
        return []
    better = tables(g).emplacement.tem - terrain.tem(g, unit.hex).value
    return [Line("Emplaced, beyond the terrain's TEM", better, EMPLACEMENT_RULE)] if better > 0 else []


@PART.modifies(target_lines, GUNSHIELD_RULE, step=COVER)
def gunshield(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SKF:6.6-a, SKF:6.6-b: in place of TEM and Emplacement, where it is better than both; it needs all firers in the
    covered arc. A FT ignores it as it does all cover."""
    if not aim.covered or not aim.hexes:
        return []
    least = min(shield(g, unit, hex, mortar=False) for hex in aim.hexes)
    if not least:
        return []
    other = terrain.tem(g, unit.hex).value
    if emplaced_gun(g, unit) is not None:
        other = max(other, tables(g).emplacement.tem)
    better = least - other
    return [Line("gunshield, beyond other cover", better, GUNSHIELD_RULE)] if better > 0 else []


def near_miss_lines(g: SkPlay, shot: Gunshot, unit: Unit, cover: float) -> list[Line]:
    """SKF:6.6-b, SKF:6.7-c: after a hit the gunshield modifies the IFT DR though TEM modified the To Hit DR; on the
    ATT, where TEM modifies the same DR, only by what it is better."""
    value = shield(g, unit, shot.hex, mortar=the_ordnance(g, shot.weapon).mortar)
    better = value - max(cover, 0)
    return [Line("gunshield", better, GUNSHIELD_RULE)] if better > 0 else []

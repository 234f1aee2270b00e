"""Those who man Guns, beside their fire: how much room they take, what hides them, and whom they keep from routing.

Source: SKF:2.0-z, SKF:3.6 and SKF:1.1.1-az.
"""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk import machine_guns
from defilade.rules.sk.full.hills import is_sheltered
from defilade.rules.sk.full.ordnance.gunshields import emplaced_gun
from defilade.rules.sk.full.ordnance.shots import is_gun, the_ordnance
from defilade.rules.sk.interdiction import could_hit
from defilade.rules.sk.rout import dug_in
from defilade.rules.sk.stacking import stacking_size
from defilade.rules.sk.state import SkPlay
from defilade.tactics.arcs import in_arc
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit

PART = Part()

INTERDICTS_UNDER = 17
"""SKF:3.6-q: the range, in hexes, below which a hit by To Hit counts."""


@PART.answers(stacking_size)
def with_a_gun(g: SkPlay, half_squads: int, unit: Unit) -> int:
    """SKF:2.0-z: a crew or half-squad with a Gun takes the room of a squad."""
    if any(weapon.owner == unit.id and is_gun(g, weapon) for weapon in g.state.weapons.values()):
        return max(half_squads, 2)
    return half_squads


@PART.answers(dug_in, is_sheltered)
def emplaced(g: SkPlay, unit: Unit) -> bool:
    """SKF:3.6-b, SKF:3.6-v: who has the TEM of an Emplaced Gun is not in the open; and needs no height."""
    return emplaced_gun(g, unit) is not None


@PART.answers(could_hit)
def with_ordnance(g: SkPlay, enemy: Unit, hex: Hex, distance: int) -> bool:
    """SKF:3.6-q: a Gun or Mortar that could hit the hex, or strike it with its IFE. None that must turn first, is
    captured or is not manned by those it wants, which are all positive DRM (SKF:3.6-r), the last not on the IFT."""
    if distance >= INTERDICTS_UNDER:
        return False
    for weapon in g.weapons_of(enemy):
        if (
            g.weapon_type(weapon).ordnance is None
            or weapon.malfunctioned
            or machine_guns.captured(enemy, weapon)
        ):
            continue
        ordnance = the_ordnance(g, weapon)
        if ordnance.latw or ordnance.no_he or distance < ordnance.min_range:
            continue
        if ordnance.max_range and distance > ordnance.max_range:
            continue
        if not ordnance.gun:
            if enemy.is_mmc:
                return True
        elif (enemy.kind == CREW or ordnance.ife) and in_arc(g.map, enemy.hex, weapon.facing, hex):
            return True
    return False

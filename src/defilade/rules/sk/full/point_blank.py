"""Triple Point Blank Fire, and fire while the enemy is in one's own hex (SKF:3.2.2.1)."""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.firers import aiming_bar, fires_within_hex, joining_bar
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Unit

PART = Part()

ENEMY_IN_HEX = Refusal("there is an enemy in its own hex, and it may fire at nobody else", "SKF:3.2.2.1-c")
NOT_FROM_OUTSIDE = Refusal("fire within a hex is no part of an attack from outside", "SKF:3.2.2.1-c")


@PART.answers(fires_within_hex)
def within_hex(g: SkPlay) -> bool:
    """SKF:3.2.2.1-a: enemies who are in the same hex and not in melee with each other. Of vehicles only the crews that
    look out are targets, with their own +2 (SKF:3.2.2.1-b)."""
    return True


@PART.answers(aiming_bar)
def enemy_in_hex(g: SkPlay, unit: Unit, target: str) -> Refusal | None:
    """SKF:3.2.2.1-c"""
    if target == unit.hex:
        return None
    enemy = g.enemy_of(unit.side)
    if g.has_side(unit.hex, enemy) or g.tank_of(unit.hex, enemy) is not None:
        return ENEMY_IN_HEX
    return None


@PART.answers(joining_bar)
def alone_in_hex(g: SkPlay, shots: tuple[Shot, ...], new: Shot) -> Refusal | None:
    """Those in the hex strike the enemy only, those outside everybody in it: that is not one attack."""
    hexes = {g.unit(shot.unit).hex for shot in shots}
    joining = g.unit(new.unit).hex
    side = g.unit(new.unit).side
    if hexes == {joining}:
        return None
    contested = [hex for hex in (*hexes, joining) if g.has_side(hex, g.enemy_of(side))]
    return NOT_FROM_OUTSIDE if contested else None


@PART.modifies(shot_factors, "SKF:3.2.2.1-a", step=0)
def triple(g: SkPlay, firing: Firing) -> list[Line]:
    if firing.distance:
        return []
    entry = g.library.tables.fire_factors.entries.triple_point_blank
    return [Line("Triple Point Blank Fire", float(entry.multiplier), entry.rule, "x")]

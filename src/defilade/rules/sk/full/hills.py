"""Hills (SKF:1.1.1): the way up, and what height is worth to those who are shot at from below.

A hex and all in it are on the level of its dot (SKF:1.1.1-aq), which the map knows; a crest line runs between two
adjacent hexes of different levels (SKF:1.1.1-aw).  A hill hex without other terrain is Open Ground (SKF:1.1.1-as): it
has no terrain kind of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.hexgrid import GameMap
from defilade.hexgrid.coords import hexside
from defilade.kernel import Line
from defilade.kernel.composition import Part, any_of
from defilade.rules.sk import terrain
from defilade.rules.sk.first_fire import lost_cover
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.terrain import looks_down, way_in
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.moving import mover_of
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

RULE = "SKF:1.1.1-az"


def is_uphill(game_map: GameMap, origin: str, hex: Hex) -> bool:
    """SKF:1.1.1-aw: whether a step crosses a crest line upward. From off the map it crosses none."""
    return bool(origin) and game_map.level(origin) < game_map.level(hex)


@PART.answers(way_in)
def uphill(g: SkPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SKF:1.1.1-ax: Infantry pays the cost of terrain (SKF:2.0-i) twice, whatever its rate; what smoke costs comes on
    top."""
    if not is_uphill(g.map, origin, hex):
        return cost
    return g.library.tables.movement.uphill * cost


# -- height advantage --------------------------------------------------------------------------------------


def entered_by(game_map: GameMap, firer: str, target: str) -> frozenset[int]:
    """The hexsides (directions) of the target's hex that a line from the firer crosses; two where it comes in over a
    corner."""
    (fx, fy), (tx, ty) = game_map.centres[firer], game_map.centres[target]
    out = (fx - tx, fy - ty)
    found = set()
    for direction in range(6):
        (ax, ay), (bx, by) = hexside((tx, ty), direction)
        one = out[0] * (ay - ty) - out[1] * (ax - tx)
        other = out[0] * (by - ty) - out[1] * (bx - tx)
        faces = out[0] * (ax + bx - 2 * tx) + out[1] * (ay + by - 2 * ty) > 0
        if faces and one * other <= 0:
            found.add(direction)
    return frozenset(found)


def from_below(g: SkPlay, hex: Hex, seen_from: str, climbed_from: str = "") -> bool:
    """Whether fire from a hex comes from lower ground, and not over the crest line that the target has just climbed
    (SKF:1.1.1-bb)."""
    if g.map.level(seen_from) >= g.map.level(hex):
        return False
    if not climbed_from:
        return True
    crossed = g.map.direction(hex, climbed_from)
    return crossed not in entered_by(g.map, seen_from, hex)


@any_of
def is_sheltered(g: SkPlay, unit: Unit) -> bool:
    """Has a unit a positive TEM of its own, whatever its hex gives?"""
    return False


def has_other_cover(g: SkPlay, unit: Unit, seen_from: str) -> bool:
    """Whether a unit has TEM against fire from another hex without the height."""
    if is_sheltered(g, unit):
        return True
    return terrain.tem(g, unit.hex).value > 0 and lost_cover(g, unit, seen_from) is None


def height_advantage(g: SkPlay, unit: Unit, hexes: Sequence[str], phase: str) -> bool:
    """SKF:1.1.1-az: whether a unit has the height over all fire from these hexes, of which the least favourable
    counts for the attack, as with hindrances."""
    mover = mover_of(g, unit.id) if phase == MPH else None
    climbed_from = mover.climbed_from if mover is not None else ""
    return any(
        from_below(g, unit.hex, hex, climbed_from) and not has_other_cover(g, unit, hex) for hex in hexes
    )


@PART.modifies(target_lines, RULE, step=COVER)
def height_lines(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    if not aim.covered or not g.map.level(unit.hex) or not height_advantage(g, unit, aim.hexes, aim.phase):
        return []
    return [Line("Height Advantage", g.library.tables.fire_drm.height_advantage, RULE)]


@PART.answers(looks_down)
def above_the_firer(g: SkPlay, hex: Hex, seen_from: str, climbed_from: str) -> bool:
    """SKF:1.1.1-ba: who has the Height Advantage is not in the open for those who look up. In a hex with TEM of its own
    there is no FFMO in any case, but for a road through woods, whose TEM is gone when it matters."""
    return from_below(g, hex, seen_from, climbed_from)

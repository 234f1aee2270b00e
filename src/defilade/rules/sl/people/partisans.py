"""Partisans at home in the woods (SL:3.14), and Gurkhas in the hills and with the knife (SL:3.16).

In all else they are infantry like others (SL:3.14.9). Woods hexes that touch are one wood.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain
from defilade.rules.sl.advance import advanced_into
from defilade.rules.sl.close_combat import against_target, combat_fp, combat_over, contested
from defilade.rules.sl.movement import mf_allowed, step_bar, what_is_left
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.visibility import dim
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

PARTISAN, GURKHA, ITALIAN = "partisan", "gurkha", "italian"
WOODS = "woods"
LEAST_WOOD = 3
"""Woods hexes that make a wood in which one can be ambushed."""
MOST_MF = 8
IN_THE_HILLS = Refusal("the MF that Gurkhas have more in the hills are for hills only", "SL:3.16.5")


def at_home(g: SlPlay, unit: Unit) -> bool:
    """SL:3.14.5, SL:3.14.7: an unbroken partisan, or who is with one, be it a leader alone (SL:3.14-q3)."""
    if unit.hex in g.state.betrayed:  # SL:3.30.7-g
        return False
    if nationality(g, unit) == PARTISAN:
        return not unit.broken
    return any(
        nationality(g, other) == PARTISAN and not other.broken
        for other in g.side_in(unit.hex, unit.side)
        if other.id != unit.id
    )


# -- moving and cover --------------------------------------------------------------------------------------


@PART.answers(terrain.price_of_entry)
def paths_in_the_woods(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:3.14.2: 1 MF a woods hex, twice that uphill."""
    if g.map.terrain[hex] != WOODS or g.map.road_between(origin, hex) or not at_home(g, unit):
        return cost
    up = g.tables.movement.uphill if g.map.level(hex) > g.map.level(origin) else 1
    return cost - (g.terrain_of(hex).mf - 1) * up


@PART.modifies(target_lines, "SL:3.14.3", step=COVER)
def well_hidden(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:3.14.3: the woods protect them twice as well."""
    kind = g.terrain_of(unit.hex)
    special = nationality(g, unit) == PARTISAN and unit.hex not in g.state.betrayed
    if g.map.terrain[unit.hex] != WOODS or not special or not aim.covered:
        return []
    return [Line("partisans in the woods", kind.tem, "SL:3.14.3")]


# -- ambush (SL:3.14.4) ------------------------------------------------------------------------------------


def wood_of(g: SlPlay, hex: Hex) -> set[str]:
    """The woods hexes that hang together with one."""
    found: set[str] = set()
    queue = [hex] if g.map.terrain[hex] == WOODS else []
    while queue:
        here = queue.pop()
        if here not in found:
            found.add(here)
            queue += [near for near in g.map.adjacent[here] if g.map.terrain[near] == WOODS]
    return found


@PART.answers(advanced_into)
def into_the_trap(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:3.14.4-a: who advances at partisans in a wood is attacked first; SL:3.14.4-b: in a wood of three hexes or
    more, from another hex of it. SL:3.14-q1: never where the partisans come; SL:3.14.4-c: not again in a melee."""
    enemies = [other for other in g.side_in(unit.hex, g.enemy_of(unit.side)) if not other.captive]
    wood = wood_of(g, unit.hex)
    if len(wood) < LEAST_WOOD or origin not in wood or any(other.melee for other in enemies):
        return
    if not any(not other.broken and at_home(g, other) for other in enemies) or unit.hex in g.state.ambushes:
        return
    g.state.ambushes = (*g.state.ambushes, unit.hex)
    g.state.waylaid = (*g.state.waylaid, unit.hex)
    g.say(
        "partisan_ambush",
        f"The partisans have waited in {g.place_name(unit.hex)}.",
        "SL:3.14.4-a",
        side=g.enemy_of(unit.side),
        at=unit.hex,
    )


@PART.answers(against_target)
def gone_among_the_trees(g: SlPlay, unit: Unit) -> Iterable[Line]:
    """SL:6.3.6.3: whoever has waylaid the enemy gets away without a penalty, the next time that they fight."""
    if unit.id in g.state.withdrawing and unit.hex in g.state.waylaid and nationality(g, unit) == PARTISAN:
        drm = g.tables.close_combat.against_withdrawing.drm + (1 if dim(g, unit.hex) else 0)
        yield Line("partisans slip away", -drm, "SL:6.3.6.3")


@PART.answers(combat_over)
def only_once(g: SlPlay, hex: Hex) -> list[Frame]:
    """SL:6.3.6.3: in the first CCPh after the ambush, which is over when nobody strikes first any more."""
    first = hex in g.state.ambushes or g.state.struck_first
    if hex in g.state.waylaid and not (first and contested(g, hex)):
        g.state.waylaid = tuple([other for other in g.state.waylaid if other != hex])
    return []


# -- Gurkhas -----------------------------------------------------------------------------------------------


@PART.answers(combat_fp)
def with_the_kukri(g: SlPlay, fp: float, unit: Unit) -> float:
    """SL:3.16.7: their firepower is doubled in close combat, tripled where all enemies are Italians."""
    if nationality(g, unit) != GURKHA or unit.is_leader:
        return fp
    enemies = g.side_in(unit.hex, g.enemy_of(unit.side))
    return fp * (3 if enemies and all(nationality(g, other) == ITALIAN for other in enemies) else 2)


def in_the_hills(g: SlPlay, frame: Moving, unit: Unit) -> bool:
    """Whether a Gurkha has been on hill hexes only since he set out."""
    track = g.state.tracks.get(unit.id)
    way = track.hexes if track is not None and frame.begun else ()
    return nationality(g, unit) == GURKHA and all(g.map.level(hex) > 0 for hex in (unit.hex, *way))


@PART.answers(mf_allowed)
def used_to_mountains(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:3.16.5: a MF more as long as all the way leads over hills; 8 are the most they have."""
    if nationality(g, unit) != GURKHA:
        return mf
    return min(mf + in_the_hills(g, frame, unit), MOST_MF)


@PART.answers(step_bar)
def hills_only(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:3.16.5: who leaves the hills has one MF less."""
    if not in_the_hills(g, frame, unit) or g.map.level(hex) > 0:
        return None
    left = next((member.mf for member in what_is_left(g, frame) if member.unit.id == unit.id), 0.0)
    return IN_THE_HILLS if left - 1 < terrain.cost_for(g, unit, unit.hex, hex) else None

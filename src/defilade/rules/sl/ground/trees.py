"""Orchards and forest roads (SL:14.16, SL:14.17): what trees do to those who move under them."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sl.fire import caught_in_the_open, moves_here, not_in_the_open
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.tactics.attack_plan import Aim
from defilade.tactics.units import Unit

PART = Part()

WOODS = "woods"


@PART.answers(not_in_the_open)
def behind_an_orchard(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:14.16-b: for who fires through an orchard a mover is not in the open."""
    return any(firer != unit.hex and g.map.hindrance(firer, unit.hex) > 0 for firer in aim.hexes)


@PART.answers(caught_in_the_open)
def on_a_forest_road(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:14.17-d: who came along the road, if every line to him is free of the woods of his hex. In all else the hex is
    woods (SL:14.17.2)."""
    track = moves_here(g, unit, unit.hex)
    if (
        aim.phase != DFPH
        or track is None
        or g.map.terrain[unit.hex] != WOODS
        or unit.hex not in track.by_road
    ):
        return False
    return bool(aim.hexes) and not any(
        g.map.touches_art(firer, unit.hex, unit.hex, WOODS) for firer in aim.hexes
    )

"""Orchard-roads (SKF:1.1.1): roads lined by trees.

Who comes along the road moves as on any road (SKF:1.1.1-af), in the open for all whose line keeps within the road
(SKF:1.1.1-ah), and it does him no harm that the trees hinder nobody along it (SKF:1.1.1-ag, see `los_profile`).  In all
else the hex is an orchard (SKF:1.1.1-ai): so he may also walk among the trees, and then has no road bonus
(SKF:1.1.1-l).
"""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.terrain import lined_by_trees
from defilade.tactics.names import Hex

PART = Part()

ORCHARD = "orchard"


@PART.answers(lined_by_trees)
def orchard_road(g: SkPlay, hex: Hex) -> bool:
    return g.map.terrain[hex] == ORCHARD

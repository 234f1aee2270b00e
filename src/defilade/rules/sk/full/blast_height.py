"""What an observer sees of rounds that burst above the ground (DAE:2.32).

Source: Decision at Elst, 2.32, the line to the Blast Height of a Spotting Round or a Fire for Effect. What he does with
it is told in the rest of section 2.
"""

from __future__ import annotations

from defilade.hexgrid import GameMap, Location
from defilade.tactics.names import Hex


def sees_blast_height(area: GameMap, observer: Location, hex: Hex) -> bool:
    """DAE:2.32-a: a blast is seen anywhere on the map, unless a steeple stands in the way, or an obstacle beside the
    observer than which he is no higher."""
    half_levels = 2 * area.stands_at(observer)
    for obstacle in area.risen(observer.hex, hex):
        if any(one in area.relief.steeples for one in obstacle.hexes):
            return False
        beside = any(area.distance(observer.hex, one) == 1 for one in obstacle.hexes)
        if beside and half_levels <= obstacle.top:
            return False
    return True

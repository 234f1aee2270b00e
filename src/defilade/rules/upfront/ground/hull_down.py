"""Hull Down (UF:28.9): vehicles and guns of which little more than the turret or the shield shows."""

from __future__ import annotations

from defilade.rules.upfront.game.attack import ORDNANCE, Attack
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Machine, Unit
from defilade.rules.upfront.infantry.terrain import is_moving, no_cover, terrain_of
from defilade.rules.upfront.transfers.flanking import has_flanking_fire

PART = Part()


def is_hull_down(g: UfPlay, attack: Attack) -> bool:
    """Whether a vehicle or gun of the target group is Hull Down to this ordnance fire: on a Wall (UF:8.91), or on a
    Hill to a firer that is not on one (UF:8.33, UF:28.9-a). Not on the move (UF:28.9-b), not to a mortar (UF:28.91)
    and not to Flanking Fire (UF:28.94). Fire without ordnance knows no Hull Down (UF:28.9-qa)."""
    if attack.kind != ORDNANCE or not attack.firer:
        return False
    target = g.group(attack.target)
    if not any(isinstance(unit, Machine) for unit in g.members(target)) or is_moving(target):
        return False
    terrain = terrain_of(target)
    if terrain == "hill":
        covered = terrain_of(g.group(attack.firer)) != "hill"
    else:
        covered = terrain == "walls"
    return covered and not has_flanking_fire(g, attack)


@PART.answers(no_cover)
def cover_is_used_up(g: UfPlay, attack: Attack, unit: Unit | None) -> bool:
    """UF:28.92: the terrain made the hit harder; it does not make it weaker too."""
    return (unit is None or isinstance(unit, Machine)) and is_hull_down(g, attack)

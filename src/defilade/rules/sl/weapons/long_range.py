"""Machine guns fire far beyond their normal range: over 16 hexes as a leader sees it through his glasses (SL:8.9.5)."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sl.fire import Attack, dice_read
from defilade.rules.sl.state import SlPlay
from defilade.tactics.declaring_fire import must_be_directed
from defilade.tactics.fire_groups import Shot

PART = Part()

TOO_FAR = 16
"""Hexes beyond which a leader must direct a machine gun."""


def is_far(g: SlPlay, shot: Shot, target: str) -> bool:
    if not shot.weapon or not g.weapon_type(g.state.weapons[shot.weapon]).is_machine_gun:
        return False
    return g.map.distance(g.unit(shot.unit).hex, target) > TOO_FAR


@PART.answers(must_be_directed)
def far_fire_needs_a_leader(g: SlPlay, shots: tuple[Shot, ...], target: str) -> bool:
    """SL:8.9.5.1-a: whatever his modifier."""
    return any(is_far(g, shot, target) for shot in shots)


@PART.answers(dice_read)
def lower_die_twice(g: SlPlay, dice: tuple[int, ...], attack: Attack) -> tuple[int, ...]:
    """SL:8.9.5.1-b: the lower die counts twice; for a breakdown the dice count as they fell."""
    if any(is_far(g, shot, attack.target) for shot in attack.shots):
        return (*dice, min(dice))
    return dice

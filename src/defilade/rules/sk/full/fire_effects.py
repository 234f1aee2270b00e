"""What fire does, where the full kit has it otherwise (SKF:3.2.3, SKF:1.2.1)."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.morale import markers_lost, moves_apart
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import move_in_progress, record_of
from defilade.tactics.random_selection import ties_roll_again
from defilade.tactics.units import Unit

PART = Part()


@PART.answers(ties_roll_again)
def exactly_so_many(g: SkPlay) -> bool:
    """SKF:3.2.3-c: as many as the number says, and no more for equal dice."""
    return True


@PART.answers(markers_lost)
def no_longer_exhausted(g: SkPlay, unit: Unit) -> Unit:
    """SKF:3.2.3-k: the CX counter goes with the Pin."""
    return g.update(unit, cx=False) if unit.cx else unit


@PART.answers(moves_apart)
def separately(g: SkPlay, leader: Unit, unit: Unit) -> bool:
    """SKF:1.2.1-b: in the MPh a leader helps those who move with him, or stay where he stays."""
    move = move_in_progress(g)
    if move is None:
        return False
    on_the_move = [record_of(move, one.id) is not None for one in (leader, unit)]
    together = [one.id in move.members for one in (leader, unit)]
    return on_the_move[0] != on_the_move[1] or together[0] != together[1]

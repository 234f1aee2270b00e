"""Room to set up: who does not fit into the part of his area that is in play, within the stacking limits
(SK1:3.3-l, SKF:7.4-d), is not set up there (DAE:4.2-j, DAE:4.5171-c)."""

from __future__ import annotations

from defilade.rules.sk.full.campaign.control_and_areas import enterable
from defilade.rules.sk.full.campaign.deployment import hexes_for
from defilade.rules.sk.full.campaign.work import Work
from defilade.rules.sk.full.vehicle_charts import NONE
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

SQUADS, LEADERS, VEHICLES = "squads", "leaders", "vehicles"


def hexes_to_set_up(
    work: Work, side: Side, piece: Unit | Vehicle, in_play: frozenset[str]
) -> tuple[str, ...]:
    """The hexes in play where a piece that was Retained in an area may be set up."""
    return tuple(hex for hex in hexes_for(work, side, piece) if hex in in_play and enterable(work.board, hex))


class Room:
    """What is left of the hexes of a scenario while the forces of a side are counted in, one piece after the other.

    Pieces that share hexes share their room.
    """

    def __init__(self, work: Work) -> None:
        self.work = work
        self.taken: dict[tuple[str, tuple[str, ...]], int] = {}

    def takes(self, piece: Unit | Vehicle, hexes: tuple[str, ...]) -> bool:
        """Count a piece in if there is room for it in these hexes."""
        what, size, limit = self._size(piece)
        if what == VEHICLES:
            hexes = tuple(hex for hex in hexes if self._can_stand(piece, hex))
        inside = set(hexes)
        used = sum(
            taken
            for (kind, places), taken in self.taken.items()
            if kind == what and not inside.isdisjoint(places)
        )
        if used + size > limit * len(hexes):
            return False
        key = (what, hexes)
        self.taken[key] = self.taken.get(key, 0) + size
        return True

    def _size(self, piece: Unit | Vehicle) -> tuple[str, int, int]:
        """As what a piece counts, how much, and how much a hex takes."""
        limits = self.work.kit.tables.stacking
        if not isinstance(piece, Unit):
            return VEHICLES, 1, 1
        if piece.is_leader:
            return LEADERS, 1, limits.leaders
        return SQUADS, self.work.half_squads([piece]), 2 * limits.squads

    def _can_stand(self, piece: Unit | Vehicle, hex: Hex) -> bool:
        movement = self.work.kit.vehicles[piece.type].movement
        return self.work.kit.charts.mp[movement].get(self.work.board.terrain[hex]) != NONE

"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.mines import booby_traps, clearing, flails, mine_attack, mined_vehicles, minefields

MINE_PARTS = tuple(
    module.PART for module in (mine_attack, minefields, clearing, mined_vehicles, flails, booby_traps)
)

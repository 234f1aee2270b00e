"""Ponds (DAE:1.2): nobody enters them, and no smoke is placed in them."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.smoke import smoke_bar
from defilade.rules.sk.stacking import Room, room_in
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex

PART = Part()

POND = "pond"
NO_SMOKE = Refusal("no smoke is placed in a pond", "DAE:1.2")
NOBODY = Room(0, 0, "DAE:1.2")


@PART.answers(room_in)
def no_room(g: SkPlay, hex: Hex) -> Room | None:
    return NOBODY if g.map.terrain.get(hex) == POND else None


@PART.answers(smoke_bar)
def no_smoke(g: SkPlay, hex: Hex) -> Refusal | None:
    return NO_SMOKE if g.map.terrain.get(hex) == POND else None

"""LOS to the Blast Height of a SR or FFE (DAE:2.32)."""

from __future__ import annotations

from defilade.rules.sk.full.artillery.batteries import Eye, area_of, hex_of, smoke_from
from defilade.rules.sk.full.blast_height import sees_blast_height
from defilade.rules.sk.state import SkPlay
from defilade.tactics.artillery import SR, Battery
from defilade.tactics.names import Hex


def sees_blast(g: SkPlay, battery: Battery, eye: Eye, *, through_smoke: bool = False) -> bool:
    """Whether the Observer sees the Blast Height of the battery's counter; of an FFE that of any hex of its Blast Area.
    A SR beyond the edge is out of his sight (DAE:2.32-b). `through_smoke` disregards Smoke."""
    if battery.counter == SR:
        lies_in = hex_of(g, battery)
        hexes = [lies_in] if lies_in else []
    else:
        hexes = sorted(area_of(g, battery))
    return any(sees_height(g, eye, hex, through_smoke=through_smoke) for hex in hexes)


def sees_height(g: SkPlay, eye: Eye, hex: Hex, *, through_smoke: bool = False) -> bool:
    """DAE:2.32-a: it is seen from everywhere, except behind a Steeple, or behind an obstacle that the Observer is
    adjacent to and not higher than. Enough Smoke hides it as it hides everything (DAE:2.33-e)."""
    if not through_smoke:
        if smoke_from(g, eye, hex) >= g.library.tables.fire_drm.blocking_hindrance.total:
            return False
    return hex == eye.place.hex or sees_blast_height(eye.map, eye.place, hex)

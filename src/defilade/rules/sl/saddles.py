"""Who rides what (SL:4.12.12): as much as all sections need to know of mounts."""

from __future__ import annotations

from defilade.rules.sl.state import CYCLE, SIDECAR, Mount, SlPlay
from defilade.tactics.units import Unit

MOTORCYCLES = frozenset({CYCLE, SIDECAR})
SINGLE_MEN = {CYCLE: 2, SIDECAR: 3}
"""SL:4.10.1: how many of them one machine takes."""


def mount_of(g: SlPlay, unit: Unit) -> Mount | None:
    return next((mount for mount in g.state.mounts.values() if unit.id in mount.riders), None)


def rides(g: SlPlay, unit: Unit, kind: str) -> bool:
    mount = mount_of(g, unit)
    return mount is not None and mount.kind == kind


def motorcycle_of(g: SlPlay, unit: Unit) -> Mount | None:
    """The motorcycle that a unit is on, with or without a sidecar. Who is put back to where he walked is on foot."""
    mount = mount_of(g, unit) if g.state.mounts else None
    if mount is None or mount.kind not in MOTORCYCLES or mount.hex != unit.hex:
        return None
    return mount


def seats(mount: Mount, unit: Unit) -> int:
    """How many of its like a counter takes: a squad, half-squad or crew and a leader (SL:4.12.15-a, SL:4.10.1), or
    single men where it is one machine. Scouts, heroes and snipers are like leaders (SL:4.10.8)."""
    if not mount.single:
        return 1
    return 0 if unit.is_mmc else SINGLE_MEN.get(mount.kind, 1)

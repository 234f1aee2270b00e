"""Who rides what (SL:4.12.12): as much as all sections need to know of mounts."""

from __future__ import annotations

from defilade.rules.sl.state import Mount, SlPlay
from defilade.tactics.units import Unit


def mount_of(g: SlPlay, unit: Unit) -> Mount | None:
    return next((mount for mount in g.state.mounts.values() if unit.id in mount.riders), None)


def rides(g: SlPlay, unit: Unit, kind: str) -> bool:
    mount = mount_of(g, unit)
    return mount is not None and mount.kind == kind

"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.mounts import skis

MOUNTS = tuple(module.PART for module in (skis,))

"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.mounts import bicycles, cavalry, charging, fire_at_riders, horses, riding, skis

MOUNTS = tuple(module.PART for module in (skis, riding, cavalry, fire_at_riders, charging, horses, bicycles))

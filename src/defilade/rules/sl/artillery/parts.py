"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.artillery import barrage, batteries, correcting, radio, spotting

ARTILLERY = tuple(module.PART for module in (batteries, radio, spotting, correcting, barrage))

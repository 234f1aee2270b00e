"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.ground import marsh, storeys

GROUND = tuple(module.PART for module in (storeys, marsh))

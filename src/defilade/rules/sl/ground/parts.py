"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.ground import climbing, crushing, fires, low_ground, marsh, slopes, storeys, trees

GROUND = tuple(module.PART for module in (storeys, low_ground, marsh, slopes, trees, climbing, fires))

FALLEN_HOUSES = (crushing.PART,)
"""After all that is done to those inside."""

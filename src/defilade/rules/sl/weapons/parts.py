"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.weapons import breakdown, handing_out, machine_guns

WEAPONS = tuple(module.PART for module in (handing_out, machine_guns, breakdown))

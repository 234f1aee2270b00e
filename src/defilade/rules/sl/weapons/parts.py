"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.weapons import breakdown, captured, handing_out, machine_guns, usage

WEAPONS = tuple(module.PART for module in (handing_out, usage, captured, machine_guns, breakdown))

"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.weapons import (
    breakdown,
    burning,
    captured,
    flamethrowers,
    handing_out,
    machine_guns,
    usage,
    words,
)

WEAPONS = (
    handing_out.PART,
    usage.PART,
    captured.PART,
    machine_guns.PART,
    flamethrowers.PART,
    burning.PART,
    breakdown.PART,
    words.PART,
)

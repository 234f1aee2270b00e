"""The parts that this room brings, in the order in which they are asked."""

from __future__ import annotations

from defilade.rules.sl.people import (
    aftermath,
    arms,
    berserk,
    berserk_afvs,
    berserk_crews,
    carried,
    charge,
    command,
    elan,
    experience,
    flight,
    guards,
    heroes,
    integrity,
    interrogation,
    partisans,
    prisoners,
    promotion,
    surrender,
    tally,
    traits,
)

PEOPLE = tuple(
    module.PART
    for module in (
        flight,
        surrender,
        prisoners,
        guards,
        interrogation,
        traits,
        heroes,
        berserk,
        berserk_crews,
        charge,
        berserk_afvs,
        promotion,
        integrity,
        experience,
        command,
        elan,
        aftermath,
        arms,
        tally,
    )
)
WAYS = (partisans.PART, carried.PART, guards.PACE, elan.AFTER_OVERRUNS)
"""How some walk, and what comes of overruns: asked when all others have said what they can."""

"""The parts that this room brings, in the order in which they are asked."""

from __future__ import annotations

from defilade.rules.sl.people import (
    berserk,
    charge,
    guards,
    heroes,
    integrity,
    interrogation,
    prisoners,
    promotion,
    surrender,
    traits,
)

PEOPLE = tuple(
    module.PART
    for module in (
        surrender,
        prisoners,
        guards,
        interrogation,
        traits,
        heroes,
        berserk,
        charge,
        promotion,
        integrity,
    )
)

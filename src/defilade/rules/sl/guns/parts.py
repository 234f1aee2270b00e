"""The parts that this room brings."""

from __future__ import annotations

from defilade.rules.sl.guns import (
    acquisition,
    covered_arc,
    emplacing,
    from_hiding,
    mortars,
    pieces,
    rate_of_fire,
    to_hit,
    words,
)

GUNS = tuple(
    module.PART
    for module in (
        pieces,
        emplacing,
        covered_arc,
        rate_of_fire,
        to_hit,
        acquisition,
        mortars,
        from_hiding,
        words,
    )
)

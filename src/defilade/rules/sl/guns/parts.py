"""The parts that this room brings."""

from __future__ import annotations

from defilade.rules.sl.guns import (
    acquisition,
    covered_arc,
    emplacing,
    from_hiding,
    gun_targets,
    in_overrun,
    indirect,
    mortars,
    pieces,
    pushing,
    quick_fire,
    rate_of_fire,
    recoilless_guns,
    shots_at_guns,
    to_hit,
    towing,
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
        gun_targets,
        shots_at_guns,
        in_overrun,
        indirect,
        quick_fire,
        recoilless_guns,
        pushing,
        towing,
        from_hiding,
        words,
    )
)

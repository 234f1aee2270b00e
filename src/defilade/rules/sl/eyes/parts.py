"""The parts that this room brings."""

from __future__ import annotations

from defilade.rules.sl.eyes import (
    ambush,
    area_fire,
    coming_out,
    concealment,
    gaining,
    hidden,
    losing,
    searching,
    secret_set_up,
    secrets,
    stealth,
)

EYES = tuple(
    module.PART
    for module in (
        concealment,
        hidden,
        secret_set_up,
        secrets,
        area_fire,
        coming_out,
        gaining,
        losing,
        stealth,
        searching,
        ambush,
    )
)

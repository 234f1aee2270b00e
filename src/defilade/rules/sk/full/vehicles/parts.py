"""The sections on vehicles, in their order."""

from __future__ import annotations

from defilade.rules.sk.full.vehicles import (
    bog,
    bounding_fire,
    crew_exposed,
    mechanical_reliability,
    movement,
    set_up,
    shock,
    start_and_stop,
    stun_and_recall,
    to_kill,
    turning,
    vehicular_mg,
)

MODULES = (
    set_up,
    shock,
    movement,
    start_and_stop,
    mechanical_reliability,
    turning,
    bog,
    crew_exposed,
    vehicular_mg,
    bounding_fire,
    to_kill,
    stun_and_recall,
)

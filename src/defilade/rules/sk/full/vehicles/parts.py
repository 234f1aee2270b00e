"""The sections on vehicles, in their order."""

from __future__ import annotations

from defilade.rules.sk.full.vehicles import (
    bog,
    crew_exposed,
    mechanical_reliability,
    movement,
    set_up,
    start_and_stop,
    turning,
)

MODULES = (
    set_up,
    movement,
    start_and_stop,
    mechanical_reliability,
    turning,
    bog,
    crew_exposed,
)

"""The sections of ordnance, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sk.full.ordnance import (
    acquisition,
    aiming,
    ammunition,
    effect,
    guns,
    guns_as_targets,
    gunshields,
    intensive_fire,
    resolution,
    target_types,
    to_hit,
)

MODULES = (
    to_hit,
    target_types,
    ammunition,
    effect,
    intensive_fire,
    guns,
    resolution,
    aiming,
    gunshields,
    guns_as_targets,
    acquisition,
)

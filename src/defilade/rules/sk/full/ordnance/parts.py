"""The sections of ordnance, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sk.full.ordnance import (
    acquisition,
    aiming,
    ammunition,
    backblast,
    effect,
    gun_set_up,
    guns,
    guns_as_targets,
    gunshields,
    hidden_placement,
    ife,
    intensive_fire,
    light_weapons,
    manhandling,
    resolution,
    smoke_shells,
    target_types,
    to_hit,
    turning,
)

MODULES = (
    to_hit,
    target_types,
    ammunition,
    smoke_shells,
    effect,
    intensive_fire,
    guns,
    resolution,
    aiming,
    turning,
    gunshields,
    guns_as_targets,
    acquisition,
    light_weapons,
    backblast,
    ife,
    manhandling,
    gun_set_up,
    hidden_placement,
)

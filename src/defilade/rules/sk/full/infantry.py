"""The sections of the full kit about Infantry, terrain and smoke that differ from the first kit's."""

from __future__ import annotations

from defilade.rules.sk.full import (
    fire_effects,
    gun_crews,
    hills,
    movement,
    orchard_roads,
    point_blank,
    promotions,
    residual_fire,
    routing,
    smoke,
    weapons,
)

MODULES = (
    hills,
    orchard_roads,
    smoke,
    point_blank,
    weapons,
    residual_fire,
    fire_effects,
    movement,
    routing,
    promotions,
    gun_crews,
)

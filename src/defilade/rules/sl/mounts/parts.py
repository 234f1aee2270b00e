"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.mounts import (
    bicycles,
    cavalry,
    charging,
    facing_afvs,
    fire_at_riders,
    horses,
    motor_breaks,
    motor_finds,
    motor_fire,
    motorcycles,
    out_of_melee,
    pushing,
    riding,
    skis,
)

MOUNTS = tuple(
    module.PART
    for module in (
        skis,
        riding,
        cavalry,
        fire_at_riders,
        facing_afvs,
        charging,
        horses,
        out_of_melee,
        bicycles,
        motorcycles,
        motor_fire,
        motor_breaks,
        pushing,
        motor_finds,
    )
)

"""The parts that this room brings."""

from __future__ import annotations

from defilade.rules.sl.eyes import (
    ambush,
    area_fire,
    coming_out,
    concealment,
    driven_over,
    fire_as_they_move,
    fire_before_discovery,
    gaining,
    hidden,
    hidden_weapons,
    losing,
    night,
    night_moves,
    scouting,
    scouts,
    searching,
    secret_set_up,
    secrets,
    sniped,
    sniper_generation,
    snipers,
    star_shells,
    stealth,
    unseen_rally,
    vehicles_concealed,
    words,
)

EYES = tuple(
    module.PART
    for module in (
        fire_before_discovery,
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
        night,
        star_shells,
        night_moves,
        unseen_rally,
        scouts,
        scouting,
        snipers,
        sniper_generation,
        sniped,
        fire_as_they_move,
        driven_over,
        hidden_weapons,
        vehicles_concealed,
        words,
    )
)

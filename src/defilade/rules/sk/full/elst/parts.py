"""The sections on the map and the troops of Decision at Elst."""

from __future__ import annotations

from defilade.rules.sk.full.elst import (
    ambush,
    blind_shots,
    heads_out,
    polder,
    polder_vehicles,
    pond,
    smoke_from_afar,
    steeple,
    suspicion,
    troops,
)

MODULES = (
    steeple,
    pond,
    polder,
    polder_vehicles,
    troops,
    smoke_from_afar,
    ambush,
    blind_shots,
    suspicion,
    heads_out,
)

"""The sections on the map and the troops of Decision at Elst."""

from __future__ import annotations

from defilade.rules.sk.full.elst import (
    ambush,
    heads_out,
    polder,
    polder_vehicles,
    pond,
    smoke_from_afar,
    steeple,
    suspicion,
    troops,
)

MODULES = (steeple, pond, polder, polder_vehicles, troops, smoke_from_afar, ambush, suspicion, heads_out)

"""The sections on the map and the troops of Decision at Elst."""

from __future__ import annotations

from defilade.rules.sk.full.elst import polder, polder_vehicles, pond, smoke_from_afar, steeple, troops

MODULES = (steeple, pond, polder, polder_vehicles, troops, smoke_from_afar)

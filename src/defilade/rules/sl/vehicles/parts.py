"""The parts of this room, for the system's list."""

from __future__ import annotations

from defilade.rules.sl import visibility
from defilade.rules.sl.vehicles import (
    against_vehicles,
    crews,
    displacement,
    driving,
    exposed,
    immobilization,
    nerve,
    overrun,
    parking,
    shelter,
    words,
)

VEHICLES = (
    parking.PART,
    exposed.PART,
    against_vehicles.PART,
    nerve.PART,
    crews.PART,
    immobilization.PART,
    driving.PART,
    overrun.PART,
    displacement.PART,
    shelter.PART,
    words.PART,
    visibility.PART,
)

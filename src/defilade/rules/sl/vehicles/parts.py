"""The parts of this room, for the system's list."""

from __future__ import annotations

from defilade.rules.sl import unarmed, visibility
from defilade.rules.sl.vehicles import (
    afv_fear,
    against_vehicles,
    armour_leaders,
    crews,
    displacement,
    driving,
    exposed,
    immobilization,
    nerve,
    overrun,
    parking,
    penetration,
    scrounging,
    shelter,
    storming,
    vehicle_bypass,
    vehicle_combat,
    words,
)

VEHICLES = (
    parking.PART,
    scrounging.PART,
    exposed.PART,
    against_vehicles.PART,
    armour_leaders.PART,
    nerve.PART,
    crews.PART,
    penetration.PART,
    immobilization.PART,
    driving.PART,
    overrun.PART,
    vehicle_bypass.PART,
    displacement.PART,
    shelter.PART,
    storming.PART,
    afv_fear.PART,
    vehicle_combat.PART,
    words.PART,
    visibility.PART,
    unarmed.PART,
)

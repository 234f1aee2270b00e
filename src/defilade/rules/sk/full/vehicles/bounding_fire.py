"""Bounding First Fire (SKF:3.3.2.2): a vehicle fires in its own move."""

from __future__ import annotations

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.full.vehicles import vehicular_mg
from defilade.rules.sk.full.vehicles.driving import DRIVE_VERBS, DriveVerb, Driving
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import Vehicle

PART = Part()

NO_SHOT = Refusal("none of its MG can fire there now", "SKF:3.3.2.2-a")
NOT_YET = Refusal("it fires in its MPh after having spent MP", "SKF:3.3.2.2-a")


def mg_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    """SKF:3.3.2.2-a: also into its own hex."""
    if not frame.begun or not vehicle.hex:
        return []
    return vehicular_mg.options_of(g, vehicle)


def fire_mg(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    vehicular_mg.attack(g, action, everybody_in(g, action.at, g.enemy_of(vehicle.side)))


PART.adds(
    DRIVE_VERBS,
    DriveVerb("mg", 70, mg_options, fire_mg, lambda g, f, v, a: NO_SHOT if f.begun else NOT_YET),
)

"""Crews with their heads out or in (SKF:7.7): CE and BU.

The section is lost; charts, examples and the rules that refer to it stand for it (see the rulings).
"""

from __future__ import annotations

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.sk import terrain
from defilade.rules.sk.full.vehicles.driving import DRIVE_VERBS, DriveVerb, Driving
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import PREP
from defilade.tactics.vehicles import BOUNDING, ONE_MAN_TURRET, Vehicle

PART = Part()

OPEN, BUTTON = Action("open-up"), Action("button-up")

TWICE = Refusal("its crew has changed between CE and BU in this phase already", "SKF:7.7-a")
FIRED = Refusal("its crew stays as it is after Prep Fire and with Bounding Fire", "SKF:7.7-a")
IN_BUILDING = Refusal("in a building its crew stays inside", "SKF:1.1.1-i")
FORCED = Refusal("its crew was forced to button up in this player turn", "SKF:7.7-d")
NO_MORE = Refusal("the crew of a one-man turret that was Stunned does not come out again", "SKF:7.10-k")


@bar
def crew_bar(g: SkPlay, vehicle: Vehicle) -> Refusal | None:
    """What else keeps a crew from going from CE to BU, or back?"""


def change_refusal(g: SkPlay, vehicle: Vehicle) -> Refusal | None:
    """Why a crew may not go from CE to BU or back now."""
    if not vehicle.good_order:
        return FORCED
    if vehicle.ce_changed == g.state.phase:
        return TWICE
    if vehicle.fire in (PREP, BOUNDING):
        return FIRED
    barred = crew_bar(g, vehicle)
    if barred is not None:
        return barred
    if vehicle.ce:
        return None
    if vehicle.buttoned:
        return FORCED
    if vehicle.hex and terrain.is_building(g, vehicle.hex):
        return IN_BUILDING
    if vehicle.stunned and g.vehicle_type(vehicle).turret == ONE_MAN_TURRET:
        return NO_MORE
    return None


def change(g: SkPlay, vehicle: Vehicle) -> Vehicle:
    """SKF:7.7-a"""
    vehicle = g.update_vehicle(vehicle, ce=not vehicle.ce, ce_changed=g.state.phase)
    g.say(
        "crew",
        f"The crew of {g.vehicle_name(vehicle)} {'looks out' if vehicle.ce else 'buttons up'}.",
        "SKF:7.7-a",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return vehicle


def button_up(g: SkPlay, vehicle: Vehicle, *rules: str) -> Vehicle:
    """SKF:7.7-d: a crew that is forced inside stays there for the rest of the player turn."""
    if vehicle.ce:
        g.say(
            "crew",
            f"The crew of {g.vehicle_name(vehicle)} buttons up.",
            "SKF:7.7-d",
            *rules,
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
        )
    return g.update_vehicle(vehicle, ce=False, buttoned=True)


def options(g: SkPlay, vehicle: Vehicle) -> list[Action]:
    if change_refusal(g, vehicle) is not None:
        return []
    return [BUTTON if vehicle.ce else OPEN]


def _change(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    change(g, vehicle)


def _why_not(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> Refusal | None:
    if (action == OPEN) == vehicle.ce:
        return Refusal("it is so already", "SKF:7.7-a")
    return change_refusal(g, vehicle)


PART.adds(
    DRIVE_VERBS,
    DriveVerb("open-up", 60, lambda g, f, v: options(g, v) if not v.ce else (), _change, _why_not),
    DriveVerb("button-up", 61, lambda g, f, v: options(g, v) if v.ce else (), _change, _why_not),
)

"""Turning hull and turret in the MPh (SKF:3.3.2-d, SKF:3.3.2-h)."""

from __future__ import annotations

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.full.vehicles.bog import bog_frames
from defilade.rules.sk.full.vehicles.driving import (
    DRIVE_VERBS,
    DriveVerb,
    Driving,
    mp_refusal,
    spend,
    vehicle_turned,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.vehicles import Vehicle

PART = Part()

NOT_STARTED = Refusal("it must start before it turns its VCA", "SKF:3.3.2-i")
STUCK = Refusal("a vehicle that is bogged or immobilized cannot turn its VCA", "SKF:7.6-c")
NO_TURRET = Refusal("it has no turret", "SKF:7.2-a")
NEXT_SPINE = Refusal("it turns by one hexspine at a time", "SKF:3.3.2-d")
AS_IT_IS = Refusal("the turret points there already", "SKF:3.3.2-h")


def turn_cost(g: SkPlay, vehicle: Vehicle) -> int:
    """SKF:3.3.2-d: MP a hexspine."""
    return 2 if terrain.is_cover(g, vehicle.hex) else 1


def turn_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle, facing: int) -> Refusal | None:
    if not vehicle.mobile:
        return STUCK
    if not frame.running or not vehicle.hex:
        return NOT_STARTED
    if arcs.turns_between(vehicle.vca, facing) != 1:
        return NEXT_SPINE
    return mp_refusal(g, frame, turn_cost(g, vehicle))


def turn_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    around = ((vehicle.vca - 1) % 6, (vehicle.vca + 1) % 6)
    return [Action("steer", (), "", str(f)) for f in around if turn_refusal(g, frame, vehicle, f) is None]


def turn(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-d: a hexspine for 1 MP, or for 2 with a Bog Check in woods or a building; who bogs has not turned
    (SKF:7.6-b)."""
    facing = int(action.how)
    cost = turn_cost(g, vehicle)
    if terrain.is_cover(g, vehicle.hex):
        spend(g, frame, cost, before=bog_frames(g, vehicle, at_half=False, facing=facing))
        return
    turn_hull(g, vehicle, facing)
    spend(g, frame, cost)


def turn_hull(g: SkPlay, vehicle: Vehicle, facing: int) -> Vehicle:
    """The turret goes with the hull."""
    tca = (vehicle.tca + facing - vehicle.vca) % 6
    vehicle = g.update_vehicle(vehicle, vca=facing, tca=tca)
    g.say(
        "turn",
        f"{g.vehicle_name(vehicle)} turns {arcs.FACING_NAMES[facing]}.",
        "SKF:3.3.2-d",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    vehicle_turned(g, vehicle)
    return vehicle


def turret_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle, facing: int) -> Refusal | None:
    if not g.vehicle_type(vehicle).turreted:
        return NO_TURRET
    if not vehicle.hex:
        return Refusal("off the map it may only move on", "SKF:3.3-d")
    if facing == (vehicle.tca if frame.tca_to < 0 else frame.tca_to):
        return AS_IT_IS
    return mp_refusal(g, frame, 1)


def turret_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    now = vehicle.tca if frame.tca_to < 0 else frame.tca_to
    around = (now + 1) % 6
    if turret_refusal(g, frame, vehicle, around) is not None:
        return []  # what bars one facing bars all others
    return [Action("turret", (), "", str(facing)) for facing in arcs.FACINGS if facing != now]


def turret(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-h: announced here, done with the next MP spent."""
    frame.tca_to = int(action.how)


def is_facing(how: str) -> bool:
    """Whether a text names one of the six facings."""
    return len(how) == 1 and how in "012345"


PART.adds(
    DRIVE_VERBS,
    DriveVerb(
        "steer",
        20,
        turn_options,
        turn,
        lambda g, f, v, a: turn_refusal(g, f, v, int(a.how)) if is_facing(a.how) else None,
    ),
    DriveVerb(
        "turret",
        25,
        turret_options,
        turret,
        lambda g, f, v, a: turret_refusal(g, f, v, int(a.how)) if is_facing(a.how) else None,
    ),
)

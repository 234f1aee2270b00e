"""Start, stop and Delay MP (SKF:3.3.2-i, SKF:3.3.2-j, SKF:3.3.2-m)."""

from __future__ import annotations

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import melee
from defilade.rules.sk.full.vehicles.driving import DRIVE_VERBS, DriveVerb, Driving, mp_refusal, spend
from defilade.rules.sk.full.vehicles.mechanical_reliability import start_frames
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import Vehicle

PART = Part()

START, HALT, DELAY, SLOWER = Action("start"), Action("halt"), Action("delay"), Action("slower")

RUNNING = Refusal("it has started already", "SKF:3.3.2-i")
STOPPED = Refusal("it has stopped", "SKF:3.3.2-j")
NOT_STOPPED = Refusal("only a stopped vehicle Delays", "SKF:3.3.2-m")
OFF_MAP = Refusal("off the map it may only move on", "SKF:3.3-d")
CANNOT_START = Refusal("a vehicle that is bogged or immobilized cannot start", "SKF:2.0-m")
TRAPPED = Refusal("it may not stop in the hex of an enemy AFV that it could not harm", "SKF:3.3.2-q")
RECALLED = Refusal("a Recalled AFV leaves as fast as it can", "SKF:7.10-m")


def start_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if frame.running:
        return RUNNING
    return mp_refusal(g, frame, 1) if vehicle.mobile else CANNOT_START


def start(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-i: one MP in the hex where it stands, under fire there but not as a moving target."""
    frame.running = True
    frame.starts += 1
    _say(g, vehicle, "starts", "SKF:3.3.2-i")
    melee.clear_melee(g, vehicle.hex)  # SKF:3.8-ab: Non-Stopped it holds nobody
    spend(g, frame, 1, before=start_frames(g, vehicle))


def halt_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if not frame.running:
        return STOPPED
    if not vehicle.hex:
        return OFF_MAP
    if frame.trapped:
        return TRAPPED
    if vehicle.recalled:
        return RECALLED
    return None if frame.may_still_stop else mp_refusal(g, frame, 1)


def halt(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-j: one MP to stop; it may start again for another."""
    frame.running = frame.may_still_stop = False
    vehicle = g.update_vehicle(vehicle, motion=False)
    _say(g, vehicle, "stops", "SKF:3.3.2-j")
    spend(g, frame, 0 if frame.all_spent else 1)
    frame.paused = True


def delay_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if frame.running:
        return NOT_STOPPED
    if vehicle.recalled and vehicle.mobile:
        return RECALLED
    return mp_refusal(g, frame, 1)


def delay(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-m: MP spent without moving, one at a time (SKF:3.3.2.2-b)."""
    _say(g, vehicle, "Delays", "SKF:3.3.2-m")
    spend(g, frame, 1)
    frame.paused = True


def slower_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if not frame.running or not vehicle.mobile:
        return Refusal("only who enters a hex spends more MP on it", "SKF:3.3.2-m")
    if vehicle.recalled:
        return RECALLED
    return mp_refusal(g, frame, frame.extra + 2)


def slower(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-m: one MP more than needed is to be spent on the next hex."""
    frame.extra += 1


def _say(g: SkPlay, vehicle: Vehicle, does: str, rule: str) -> None:
    g.say(
        "drive",
        f"{g.vehicle_name(vehicle)} {does} in {g.place_name(vehicle.hex)}.",
        rule,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )


PART.adds(
    DRIVE_VERBS,
    DriveVerb(
        "start",
        5,
        lambda g, f, v: [START] if start_refusal(g, f, v) is None else [],
        start,
        lambda g, f, v, a: start_refusal(g, f, v),
    ),
    DriveVerb(
        "halt",
        30,
        lambda g, f, v: [HALT] if halt_refusal(g, f, v) is None else [],
        halt,
        lambda g, f, v, a: halt_refusal(g, f, v),
    ),
    DriveVerb(
        "delay",
        35,
        lambda g, f, v: [DELAY] if delay_refusal(g, f, v) is None else [],
        delay,
        lambda g, f, v, a: delay_refusal(g, f, v),
    ),
    DriveVerb(
        "slower",
        40,
        lambda g, f, v: [SLOWER] if slower_refusal(g, f, v) is None else [],
        slower,
        lambda g, f, v, a: slower_refusal(g, f, v),
    ),
)

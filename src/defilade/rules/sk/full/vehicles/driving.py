"""A vehicle on the move (SKF:3.3.2): what it has spent, what it may still do, and what each MP draws.

`Driving` is a `Moving` with one mover that is a vehicle, so that First Fire and Residual FP read it like any move.
Every section that lets a moving vehicle do something brings a `DriveVerb`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Entries, told
from defilade.kernel.encoding import always
from defilade.rules.sk import terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import Mover, Moving, mf_spent, move_in_progress, note, the_record
from defilade.tactics.vehicles import Vehicle


class Driving(Moving):
    """One vehicle's move. It ends when its MPh is over, or when something has happened to it that stops it."""

    vehicle: str = ""
    running: bool = False
    """Non-Stopped: it has started, or began in Motion, and has not stopped since (SKF:2.0-u)."""
    tca_to: int = -1
    """Where the turret is to point with the next MP spent (SKF:3.3.2-h)."""
    extra: int = 0
    """MP that are to be spent beyond the cost of the next hex (SKF:3.3.2-m)."""
    starts: int = 0
    """Start MP spent."""
    all_spent: bool = False
    """It has entered a hex with all its MP (SKF:3.3.2-t)."""
    may_still_stop: bool = False
    """It has spent all its MP to enter woods, after which it may stop (SKF:1.1.1-q)."""
    trapped: bool = False
    """It is in the hex of an enemy AFV that it could not harm: it may not stop there of its own will (SKF:3.3.2-q)."""
    paused: bool = False
    """What it spent last was to stop or to Delay."""
    out_of: str = ""
    """The polder hex that it has got out of and not yet left (DAE:1.3-h)."""
    all_out: bool = False
    """It has declared that all its MP go into the next hex (DAE:1.3-i)."""
    over: bool = False
    shot_after: float = always(-1.0)
    """The MP that it had spent when its MA last fired in this move."""
    dared: tuple[str, ...] = ()
    """Units that have passed their PAATC against it (SKF:3.3.4-b)."""


@told
def vehicle_turned(g: SkPlay, vehicle: Vehicle) -> None:
    """A vehicle has moved, or turned its hull or turret, without firing."""


class DriveVerb(NamedTuple):
    """Something that a vehicle on the move may do next. `place` is where its options stand in the list."""

    verb: str
    place: int
    options: Callable[[SkPlay, Driving, Vehicle], Iterable[Action]]
    take: Callable[[SkPlay, Driving, Vehicle, Action], None]
    why_not: Callable[[SkPlay, Driving, Vehicle, Action], Refusal | None]


DRIVE_VERBS = Entries[DriveVerb](
    "verbs of a vehicle's move", key=lambda verb: verb.verb, order=lambda verb: verb.place
)


def driving(g: SkPlay) -> Driving | None:
    """The vehicle's move in progress, if there is one."""
    found = move_in_progress(g)
    return found if isinstance(found, Driving) else None


def record(frame: Driving) -> Mover:
    return the_record(frame, frame.vehicle)


def allowance(g: SkPlay, vehicle: Vehicle) -> int:
    return g.vehicle_type(vehicle).mp


def mp_left(g: SkPlay, frame: Driving) -> float:
    if frame.all_spent:
        return 0.0
    return allowance(g, g.vehicle(frame.vehicle)) - record(frame).spent


def mp_refusal(g: SkPlay, frame: Driving, cost: float) -> Refusal | None:
    left = mp_left(g, frame)
    if cost > left:
        return Refusal(f"it has {left:g} MP left and needs {cost:g}", "SKF:3.3.2-a")
    return None


def non_stopped(g: SkPlay, vehicle: Vehicle) -> bool:
    """SKF:2.0-u: in its own move, no stop MP since it last started; otherwise it is in Motion (SKF:2.0-r)."""
    frame = driving(g)
    if frame is not None and frame.vehicle == vehicle.id:
        return frame.running
    return vehicle.motion


def spend(
    g: SkPlay, frame: Driving, mp: float, *, before: tuple[Frame, ...] = (), after: tuple[Frame, ...] = ()
) -> None:
    """Write down MP spent in the vehicle's hex, turn its turret where that was announced, and let the DEFENDER
    answer. `before` comes before his fire, `after` comes after it."""
    vehicle = g.vehicle(frame.vehicle)
    hex = vehicle.hex
    frame.begun = frame.part_begun = True
    frame.paused = False
    g.state.fired = ()
    mover = record(frame)
    others = tuple([entry for entry in mover.mf_in if entry[0] != hex])
    note(frame, vehicle.id, spent=mover.spent + mp, mf_in=(*others, (hex, mover.mf_spent_in(hex) + mp)))
    g.update_vehicle(g.vehicle(vehicle.id), mp_in=record(frame).mf_in)
    turn_turret(g, frame, mp)
    g.push_in_order(*before, *mf_spent(g, hex, (vehicle.id,)), *after)


def turn_turret(g: SkPlay, frame: Driving, mp: float) -> None:
    """SKF:3.3.2-h: the turret turns at no cost while MP are spent; in woods or a building two of them at least."""
    vehicle = g.vehicle(frame.vehicle)
    if frame.tca_to < 0 or (mp < 2 and terrain.is_cover(g, vehicle.hex)):
        return
    vehicle_turned(g, g.update_vehicle(vehicle, tca=frame.tca_to))
    frame.tca_to = -1


def may_go_on(g: SkPlay, frame: Driving) -> bool:
    vehicle = g.state.vehicles.get(frame.vehicle)
    return vehicle is not None and vehicle.good_order and not frame.over

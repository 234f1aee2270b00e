"""Vehicles in polder (DAE:1.3): in at the cost of the terrain, out with 4 MP and a Bog Check."""

from __future__ import annotations

from defilade.kernel import Action, Described, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.full.elst.polder import is_polder
from defilade.rules.sk.full.vehicles.bog import BogCheck, bog_passed, more_bog_lines
from defilade.rules.sk.full.vehicles.driving import (
    DRIVE_VERBS,
    DriveVerb,
    Driving,
    driving,
    mp_refusal,
    record,
    spend,
)
from defilade.rules.sk.full.vehicles.movement import driving_bar
from defilade.rules.sk.full.vehicles.ways import on_road
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.wording import in_words
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import Vehicle

PART = Part()

VERB = "leave-polder"
OUT = Action(VERB)
ALL_OUT = Action(VERB, how="all")
"""DAE:1.3-i: all other MP go into the new hex."""

POLDER, POLDER_ALL_OUT = "polder", "polder, all MP"
EXIT_MP = 4
HASTY_DRM = 3

NOT_OUT = Refusal("it must first get out of the polder: 4 MP and a Bog Check", "DAE:1.3-h")
NOT_IN_POLDER = Refusal("it is in no polder, or has got out of it", "DAE:1.3-h")
NOT_RUNNING = Refusal("it must be moving to get out of a polder", "DAE:1.3-h")
HAS_SPENT = Refusal("it has spent MP on something else than starting", "DAE:1.3-i")


@PART.answers(driving_bar)
def stuck(g: SkPlay, vehicle: Vehicle, origin: str, hex: Hex) -> Refusal | None:
    """DAE:1.3-h; DAE:1.3-j: not along a road."""
    if not origin or not is_polder(g, origin):
        return None
    if on_road(g, origin, hex) if hex else terrain.road_leaves_map(g, origin):
        return None
    move = driving(g)
    return None if move is not None and move.out_of == origin else NOT_OUT


def exit_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> Refusal | None:
    if not vehicle.hex or not is_polder(g, vehicle.hex) or frame.out_of == vehicle.hex:
        return NOT_IN_POLDER
    if not vehicle.mobile or not frame.running:
        return NOT_RUNNING
    if action == ALL_OUT and record(frame).spent > frame.starts:
        return HAS_SPENT
    return mp_refusal(g, frame, EXIT_MP)


def leave(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """DAE:1.3-h: MP and Bog Check are both in the polder hex."""
    frame.all_out = action == ALL_OUT
    g.say(
        "polder",
        f"{g.vehicle_name(vehicle)} tries to get out of the polder in {g.place_name(vehicle.hex)} for {EXIT_MP} MP.",
        "DAE:1.3-h",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    spend(g, frame, EXIT_MP, before=(BogCheck(vehicle.id, why=POLDER_ALL_OUT if frame.all_out else POLDER),))


PART.adds(
    DRIVE_VERBS,
    DriveVerb(
        VERB,
        4,
        lambda g, f, v: [one for one in (OUT, ALL_OUT) if exit_refusal(g, f, v, one) is None],
        leave,
        exit_refusal,
    ),
)


@PART.modifies(more_bog_lines, "DAE:1.3-i")
def hasty(g: SkPlay, vehicle: Vehicle, why: str) -> list[Line]:
    return [Line("out of the polder, not with all MP", HASTY_DRM, "DAE:1.3-i")] if why == POLDER else []


@PART.answers(bog_passed)
def is_out(g: SkPlay, vehicle: Vehicle, why: str) -> None:
    move = driving(g)
    if move is not None and why in (POLDER, POLDER_ALL_OUT):
        move.out_of = vehicle.hex


@PART.answers(in_words)
def describe(g: SkPlay, action: Action) -> Described | None:
    if action.verb != VERB:
        return None
    ending = ", and all other MP into the next hex" if action == ALL_OUT else ""
    return Described(f"Get out of the polder: {EXIT_MP} MP and a Bog Check{ending}", ("DAE:1.3-h",))

"""Mechanical Reliability (SKF:3.3.2-s) and the Panther that stalls (DAE:VN-Panther)."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.full.vehicles.driving import allowance, driving, record, spend
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import Vehicle

PART = Part()


class StartCheck(Frame):
    """A vehicle prone to failure has started, or made a Motion attempt good: its DR."""

    vehicle: str


class Stalled(Frame):
    """DAE:VN-Panther-a: how many Delay MP a stalled vehicle loses."""

    vehicle: str


def start_frames(g: SkPlay, vehicle: Vehicle) -> tuple[Frame, ...]:
    kind = g.vehicle_type(vehicle)
    return (StartCheck(vehicle.id),) if kind.red_mp or kind.stalls else ()


def fails_on(g: SkPlay, vehicle: Vehicle) -> int:
    return g.vehicle_type(vehicle).fails_on


@PART.decisions(StartCheck)
def ask_start_check(g: SkPlay, frame: StartCheck) -> Chance:
    vehicle = g.vehicle(frame.vehicle)
    stalls = g.vehicle_type(vehicle).stalls
    return Chance(
        f"{g.vehicle_name(vehicle)} starts: on {fails_on(g, vehicle)} it {'stalls' if stalls else 'breaks down'}.",
        dice=2,
        side=vehicle.side,
        rules=("DAE:VN-Panther-a",) if stalls else ("SKF:3.3.2-s",),
        about=(vehicle.id,),
    )


@ask_start_check
def take_start_check(g: SkPlay, frame: StartCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle = g.vehicle(frame.vehicle)
    if sum(answer.dice) < fails_on(g, vehicle):
        return
    stalls = g.vehicle_type(vehicle).stalls
    g.say(
        "start_fails",
        f"{g.vehicle_name(vehicle)} {'stalls' if stalls else 'breaks down and is Immobilized'}.",
        "DAE:VN-Panther-a" if stalls else "SKF:3.3.2-s",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )
    move = driving(g)
    mine = move is not None and move.vehicle == vehicle.id
    if move is not None and mine:
        move.running = False
    if not stalls:
        g.update_vehicle(vehicle, immobilized=True, motion=False)
    elif mine:
        g.push(Stalled(vehicle.id))
    else:
        g.update_vehicle(vehicle, motion=False)


@PART.decisions(Stalled)
def ask_stalled(g: SkPlay, frame: Stalled) -> Chance:
    vehicle = g.vehicle(frame.vehicle)
    return Chance(
        f"{g.vehicle_name(vehicle)} has stalled: the DR is what it loses in Delay MP.",
        dice=2,
        side=vehicle.side,
        rules=("DAE:VN-Panther-a",),
        about=(vehicle.id,),
    )


@ask_stalled
def take_stalled(g: SkPlay, frame: Stalled, answer: Action | Outcome | None) -> None:
    """DAE:VN-Panther-a: the DR in Delay MP, the one to stop among them; DAE:VN-Panther-b: more than it has is all it
    has, and it is a moving target only for having changed hex before."""
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle, move = g.vehicle(frame.vehicle), driving(g)
    assert move is not None
    left = allowance(g, vehicle) - record(move).spent
    lost = min(left, sum(answer.dice))
    g.say(
        "stalled",
        f"{g.vehicle_name(vehicle)} loses {lost:g} MP.",
        "DAE:VN-Panther-a",
        "DAE:VN-Panther-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )
    spend(g, move, lost)

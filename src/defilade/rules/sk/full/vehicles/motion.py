"""Motion Status attempts of the DEFENDER's vehicles (SKF:3.3.2.1)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import los, terrain
from defilade.rules.sk.first_fire import FirstFire, first_fire_options, first_fire_taken
from defilade.rules.sk.full.vehicles.bog import bog_frames
from defilade.rules.sk.full.vehicles.driving import vehicle_turned
from defilade.rules.sk.full.vehicles.mechanical_reliability import start_frames
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.moving import move_in_progress, record_of
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.vehicles import Vehicle

PART = Part()

KEEP = Action("keep")


class MotionAttempt(Frame):
    """SKF:3.3.2.1-a: the dr of a vehicle that tries to get going; `limit` is what it needs or less."""

    vehicle: str
    limit: int


class Bearing(Frame):
    """SKF:3.3.2.1-c: a vehicle that made its attempt good may turn hull and turret at no cost."""

    vehicle: str
    hull_done: bool = False


def seen_spending(g: SkPlay, vehicle: Vehicle, movers: tuple[str, ...]) -> float:
    """MF or MP that the movers have spent in hexes that the vehicle sees: the most that one of them has."""
    move = move_in_progress(g)
    if move is None:
        return 0.0
    found = [0.0]
    for uid in movers:
        mover = record_of(move, uid)
        if mover is not None:
            found.append(sum(mf for hex, mf in mover.mf_in if los.hindrance(g, vehicle.hex, hex) >= 0))
    return max(found)


def was_seen(g: SkPlay, vehicle: Vehicle, movers: tuple[str, ...]) -> bool:
    """SKF:3.3.2.1-b: whether an enemy was in its LOS as the player turn began."""
    return any(f"{vehicle.id} {uid}" in g.state.seen_at_start for uid in movers)


@PART.answers(player_turn_begins)
def note_what_is_seen(g: SkPlay) -> None:
    """Who sees whom as the player turn begins."""
    seen = []
    enemies = [(unit.id, unit.hex) for unit in g.on_map(g.attacker)]
    enemies += [
        (v.id, v.hex) for v in g.state.vehicles.values() if v.side == g.attacker and v.hex and not v.wreck
    ]
    for vehicle in g.state.vehicles.values():
        if vehicle.side == g.attacker or vehicle.wreck or not vehicle.hex:
            continue
        seen += [f"{vehicle.id} {uid}" for uid, hex in enemies if los.hindrance(g, vehicle.hex, hex) >= 0]
    g.state.seen_at_start = tuple(seen)


def may_try(g: SkPlay, vehicle: Vehicle, movers: tuple[str, ...]) -> bool:
    """SKF:3.3.2.1-b"""
    return (
        vehicle.side == g.defender
        and bool(vehicle.hex)
        and vehicle.mobile
        and not vehicle.motion_tried
        and not vehicle.fire
        and not was_seen(g, vehicle, movers)
        and seen_spending(g, vehicle, movers) >= 1
    )


@PART.answers(first_fire_options)
def attempts(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    return [Action("get-going", (v.id,)) for v in g.state.vehicles.values() if may_try(g, v, window.units)]


@PART.answers(first_fire_taken)
def attempt(g: SkPlay, window: FirstFire, action: Action) -> bool:
    if action.verb != "get-going":
        return False
    vehicle = g.update_vehicle(g.vehicle(action.who[0]), motion_tried=True)
    g.push(MotionAttempt(vehicle.id, int(seen_spending(g, vehicle, window.units))))
    return True


@PART.decisions(MotionAttempt)
def ask_motion_attempt(g: SkPlay, frame: MotionAttempt) -> Chance:
    return Chance(
        f"Motion Status attempt of {g.vehicle_name(frame.vehicle)}: {frame.limit} or less.",
        dice=1,
        side=g.vehicle(frame.vehicle).side,
        rules=("SKF:3.3.2.1-a",),
        about=(frame.vehicle,),
    )


@ask_motion_attempt
def take_motion_attempt(g: SkPlay, frame: MotionAttempt, answer: Action | Outcome | None) -> None:
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle = g.vehicle(frame.vehicle)
    works = answer.dice[0] <= frame.limit
    g.say(
        "motion",
        f"{g.vehicle_name(vehicle)} tries to get going, dr {answer.dice[0]}: {'Motion' if works else 'it does not'}.",
        "SKF:3.3.2.1-a",
        "SKF:3.3.2.1-c",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )
    if works:
        was_in_motion = vehicle.motion
        g.update_vehicle(vehicle, motion=True)
        g.push_in_order(*(() if was_in_motion else start_frames(g, vehicle)), Bearing(vehicle.id))


@PART.decisions(Bearing)
def ask_bearing(g: SkPlay, frame: Bearing) -> Choice | None:
    vehicle = g.vehicle(frame.vehicle)
    if not vehicle.motion or not vehicle.mobile:
        return None  # SKF:3.3.2.1-c: it broke down
    verb, now = ("turret", vehicle.tca) if frame.hull_done else ("steer", vehicle.vca)
    if verb == "turret" and not g.vehicle_type(vehicle).turreted:
        return None
    options = [Action(verb, (), "", str(facing)) for facing in arcs.FACINGS if facing != now]
    asks = f"{g.vehicle_name(vehicle)} is in Motion: which way does its {'turret' if frame.hull_done else 'hull'} turn?"
    return Choice(vehicle.side, asks, (KEEP, *options), ("SKF:3.3.2.1-c",), (vehicle.id,), vehicle.hex)


@ask_bearing
def take_bearing(g: SkPlay, frame: Bearing, answer: Action | Outcome | None) -> None:
    vehicle = g.vehicle(frame.vehicle)
    if not isinstance(answer, Action):
        g.pop()
        return
    if frame.hull_done:
        g.pop()
        if answer != KEEP:
            vehicle_turned(g, g.update_vehicle(vehicle, tca=int(answer.how)))
        return
    frame.hull_done = True
    if answer == KEEP:
        return
    facing = int(answer.how)
    if terrain.is_cover(g, vehicle.hex):
        g.push_in_order(*bog_frames(g, vehicle, at_half=False, facing=facing))
    else:
        turned = g.update_vehicle(vehicle, vca=facing, tca=(vehicle.tca + facing - vehicle.vca) % 6)
        vehicle_turned(g, turned)

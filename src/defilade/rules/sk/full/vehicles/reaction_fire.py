"""CC Reaction Fire (SKF:3.3.4): Infantry attacks a vehicle that moves in its hex."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.first_fire import FirstFire, first_fire_options, first_fire_taken, shots_refusal
from defilade.rules.sk.full.vehicles.ccv import VehicleAssault
from defilade.rules.sk.full.vehicles.driving import Driving, driving
from defilade.rules.sk.full.vehicles.paatc import TankCheck
from defilade.rules.sk.morale import FPF as FPF_CHECK
from defilade.rules.sk.morale import MoraleCheck
from defilade.rules.sk.prep_fire import mark_whole_unit
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import note, the_record
from defilade.tactics.names import Hex
from defilade.tactics.units import FINAL, FIRST, Unit

PART = Part()

NOT_FIT = Refusal("only Good Order unpinned Infantry reacts to a vehicle", "SKF:3.3.4-a")


class Reaction(Frame):
    """A unit (perhaps with a leader) reacts: it dares (SKF:3.3.4-b), attacks, and is marked."""

    units: tuple[str, ...]
    vehicle: str
    dared: bool = False
    checked: bool = False
    attacked: bool = False
    desperate: bool = False
    """As Final Protective Fire: the CC DR is its NMC (SKF:3.3.4-a)."""
    dice: tuple[int, ...] = ()


def reacting_refusal(g: SkPlay, unit: Unit, move: Driving, hex: Hex) -> Refusal | None:
    if unit.broken or unit.melee or unit.pinned:
        return NOT_FIT
    return shots_refusal(g, unit.id, hex, (move.vehicle,))


@PART.answers(first_fire_options)
def may_react(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    move = driving(g)
    if move is None or move.vehicle not in window.units:
        return []
    vehicle = g.vehicle(move.vehicle)
    if vehicle.wreck or vehicle.hex != window.hex:
        return []
    fit = [u for u in g.side_in(window.hex, g.defender) if reacting_refusal(g, u, move, window.hex) is None]
    leaders = [unit for unit in fit if unit.is_leader]
    found = [Action("react", (unit.id,), window.hex) for unit in fit]
    return found + [
        Action("react", (u.id, leader.id), window.hex) for u in fit if u.is_mmc for leader in leaders
    ]


@PART.answers(first_fire_taken)
def react(g: SkPlay, window: FirstFire, action: Action) -> bool:
    if action.verb != "react":
        return False
    move = driving(g)
    assert move is not None
    desperate = any(g.unit(uid).fire == FINAL for uid in action.who)
    g.push(Reaction(action.who, move.vehicle, desperate=desperate))
    return True


@PART.automatic(Reaction)
def run_reaction(g: SkPlay, frame: Reaction) -> None:
    move = driving(g)
    if move is None or not all(uid in g.state.units for uid in frame.units):
        g.pop()
        return
    mmc = [unit for uid in frame.units if (unit := g.unit(uid)).is_mmc]
    known = f"paatc {frame.units[0]}"
    if mmc and not frame.checked:
        frame.checked = True
        if known in move.dared:
            frame.dared = True
        else:
            g.push(TankCheck(mmc[0].id, frame.vehicle))
        return
    if mmc and not frame.dared:
        g.pop()  # it is pinned and does not react
        return
    if not frame.attacked:
        frame.attacked = True
        if mmc:
            move.dared = (*move.dared, known)
        fired = any(g.unit(uid).fire or g.unit(uid).weapons_used for uid in frame.units)
        _mark(g, frame, move)
        g.push(VehicleAssault(frame.units, frame.vehicle, less=1 if fired else 0))  # SKF:3.3.4-c
        return
    g.pop()
    if frame.desperate and frame.dice:
        g.push_in_order(
            *(
                MoraleCheck(uid, why="Final Protective Fire", source=FPF_CHECK, dice=frame.dice)
                for uid in frame.units
            )
        )


def _mark(g: SkPlay, frame: Reaction, move: Driving) -> None:
    """SKF:3.3.4-a: it and its weapons have fired: First Fire, or Final Fire for whoever was marked already."""
    hex = g.vehicle(frame.vehicle).hex
    mover = the_record(move, move.vehicle)
    counts = {(place, who): n for place, who, n in mover.shots}
    for uid in frame.units:
        unit = g.unit(uid)
        mark_whole_unit(g, unit, FINAL if unit.fire in (FIRST, FINAL) else FIRST)
        counts[hex, uid] = counts.get((hex, uid), 0) + 1
    note(move, move.vehicle, shots=tuple([(place, who, n) for (place, who), n in counts.items()]))
    g.say(
        "react",
        f"{g.names(frame.units)} react to {g.vehicle_name(frame.vehicle)} in close combat.",
        "SKF:3.3.4-a",
        side=g.defender,
        who=frame.units,
        at=hex,
    )

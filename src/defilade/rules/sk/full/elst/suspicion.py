"""Fire of a vehicle's MG at a hex in which nobody is to be seen, but somebody may be hidden (DAE:DaE1-f).

A list of all such hexes would be long, so the vehicle is picked first, then the hex, then its MG.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Described, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.elst.ambush import hides_somebody
from defilade.rules.sk.full.vehicles import vehicular_mg
from defilade.rules.sk.full.vehicles.driving import DRIVE_VERBS, DriveVerb, Driving
from defilade.rules.sk.prep_fire import fire_begins, fire_options
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.unseen import may_be_unseen
from defilade.rules.sk.wording import in_words
from defilade.tactics.names import Hex, Side
from defilade.tactics.vehicles import Vehicle

PART = Part()

RULE = "DAE:DaE1-f"
SUSPECT, BACK = "suspect", Action("back")
NOTHING_THERE = Refusal("none of its MG can fire where somebody could be hidden", RULE)


class Suspicion(Frame):
    """A vehicle fires its MG where somebody may be hidden. `hex`: once it is chosen."""

    vehicle: str
    hex: Hex = ""


def suspected(g: SkPlay, vehicle: Vehicle) -> Iterable[str]:
    """The empty hexes at which it can fire and where an enemy could be hidden."""
    for hex in g.map.names:
        if g.state.stacks.get(hex) or g.vehicles_in(hex) or not may_be_unseen(g, hex, vehicle.side):
            continue
        if vehicular_mg.gun_sets(g, vehicle, hex, vehicular_mg.ready(g, vehicle)):
            yield hex


def options_of(g: SkPlay, vehicle: Vehicle) -> list[Action]:
    if not hides_somebody(g, g.enemy_of(vehicle.side)) or not vehicular_mg.ready(g, vehicle):
        return []
    return [Action(SUSPECT, (vehicle.id,))] if next(iter(suspected(g, vehicle)), "") else []


@PART.answers(fire_options)
def in_fire_phases(g: SkPlay, phase: str, side: Side) -> Iterable[Action]:
    return [a for v in g.state.vehicles.values() if v.side == side and not v.wreck for a in options_of(g, v)]


@PART.answers(fire_begins)
def begin_in_phase(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    if action.verb != SUSPECT:
        return False
    g.push(Suspicion(action.who[0]))
    return True


def in_its_move(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Iterable[Action]:
    return options_of(g, vehicle) if frame.begun and vehicle.hex else ()


PART.adds(
    DRIVE_VERBS,
    DriveVerb(
        SUSPECT,
        71,
        in_its_move,
        lambda g, frame, vehicle, action: g.push(Suspicion(vehicle.id)),
        lambda g, frame, vehicle, action: NOTHING_THERE,
    ),
)


@PART.decisions(Suspicion)
def ask_suspicion(g: SkPlay, frame: Suspicion) -> Choice:
    vehicle = g.vehicle(frame.vehicle)
    name = g.vehicle_name(vehicle)
    if not frame.hex:
        hexes = tuple(Action("at", (), hex) for hex in suspected(g, vehicle))
        return Choice(vehicle.side, f"Which empty hex does {name} fire at?", (*hexes, BACK), (RULE,))
    guns = tuple(vehicular_mg.attack_options(g, vehicle, frame.hex, vehicular_mg.ready(g, vehicle)))
    asks = f"With which MG does {name} fire at {g.place_name(frame.hex)}?"
    return Choice(vehicle.side, asks, (*guns, BACK), (RULE,), at=frame.hex)


@ask_suspicion
def take_suspicion(g: SkPlay, frame: Suspicion, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer.verb == "at":
        frame.hex = answer.at
        return
    g.pop()
    if answer != BACK:
        vehicular_mg.attack(g, answer, ())


@PART.answers(in_words)
def describe(g: SkPlay, action: Action) -> Described | None:
    if action.verb == SUSPECT and action.who:
        return Described(f"{g.vehicle_name(action.who[0])} fires MG where somebody may be hidden", (RULE,))
    if not g.state.stack or not isinstance(g.state.stack[-1], Suspicion):
        return None
    if action.verb == "at":
        return Described(f"At {g.place_name(action.at)}", (RULE,))
    return Described("At nothing") if action == BACK else None

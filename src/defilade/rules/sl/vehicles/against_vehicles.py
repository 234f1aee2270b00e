"""What the DEFENDER may do against a vehicle: on its move, before it leaves a hex (SL:5.6.7.1-a), and in the DFPh where
it stands (SL:5.6.7.1-b).

Sections that attack vehicles enter their ways of doing so in `VEHICLE_ATTACKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Entries, Part, any_of
from defilade.rules.sl import firers
from defilade.rules.sl.fire import in_the_hex
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.exposed import exposed_of
from defilade.rules.sl.vehicles.yard import of_side
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.names import Hex, Side

PART = Part()

DONE = Action("done")


class VehicleAttack(NamedTuple):
    """A way of attacking a vehicle in Defensive Fire. Its actions name the vehicle last in `who`."""

    verb: str
    options: Callable[[Any, str, Vehicle], Iterable[Action]]
    begin: Callable[[Any, str, Action], None]


VEHICLE_ATTACKS = Entries[VehicleAttack]("attacks on a vehicle", key=lambda attack: attack.verb)


@any_of
def somebody_may_lurk(g: SlPlay, side: Side, vehicle: Vehicle) -> bool:
    """Is a side asked although it may have nothing against a vehicle, so that the question tells nothing?"""
    return False


class AgainstVehicle(Frame):
    """A vehicle on the move has spent MP in a hex: the other side may act before it goes on."""

    vehicle: str
    hex: Hex


def attacks_on(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    found: list[Action] = []
    for attack in VEHICLE_ATTACKS(g).values():
        found += attack.options(g, side, vehicle)
    return found


def begin_attack(g: SlPlay, side: Side, action: Action) -> None:
    VEHICLE_ATTACKS(g)[action.verb].begin(g, side, action)


def interrupts(g: SlPlay, frame: AgainstVehicle) -> list[Action]:
    vehicle = g.state.vehicles[frame.vehicle]
    if not vehicle.manned or vehicle.hex != frame.hex:
        return []
    side = g.enemy_of(vehicle.side)
    found = attacks_on(g, side, vehicle)
    if exposed_of(g, vehicle) and firers.firers(g, side, vehicle.hex):
        found.append(Action("target", (), vehicle.hex))
    return found


@PART.decisions(AgainstVehicle)
def ask_against(g: SlPlay, frame: AgainstVehicle) -> Choice | None:
    found = interrupts(g, frame)
    vehicle = g.state.vehicles[frame.vehicle]
    if not found and not somebody_may_lurk(g, g.enemy_of(vehicle.side), vehicle):
        return None
    name = g.piece_name(vehicle.id)
    return Choice(
        g.enemy_of(vehicle.side),
        f"{name} is in {g.place_name(vehicle.hex)}: do you act against it before it goes on?",
        (*found, DONE),
        ("SL:5.6.7.1-a", "SL:7.2.5.1-a"),
        (vehicle.id,),
        vehicle.hex,
    )


@ask_against
def take_against(g: SlPlay, frame: AgainstVehicle, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
        return
    side = g.enemy_of(g.state.vehicles[frame.vehicle].side)
    if answer.verb == "target":
        g.push(DeclareFire(DFPH, side, answer.at, in_the_hex(g, answer.at)))
    else:
        begin_attack(g, side, answer)


@PART.answers(other_acts)
def in_the_dfph(g: SlPlay, side: Side) -> list[Action]:
    """SL:5.6.7.1-b: where it ends it may be attacked in the DFPh."""
    if g.state.phase != DFPH or not g.state.vehicles:
        return []
    return [action for vehicle in of_side(g, g.enemy_of(side)) for action in attacks_on(g, side, vehicle)]


@PART.answers(acted_otherwise)
def take_up(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb in VEHICLE_ATTACKS(g):
        begin_attack(g, side, action)

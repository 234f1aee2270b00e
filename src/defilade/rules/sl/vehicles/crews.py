"""Crews leave their vehicles: on their own account, or because they have to (SL:11.32.1, SL:11.35)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part, all_of
from defilade.rules.sl.advance import advanced_otherwise, other_advances, unit_refusal
from defilade.rules.sl.morale import unit_gone
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.exposed import crew_steady, passes, say_check
from defilade.rules.sl.vehicles.yard import change, crew_morale, kind_of, passengers_of, set_down
from defilade.tactics.names import Side
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import CREW, Unit

PART = Part()


@all_of
def crew_out(g: SlPlay, vehicle: Vehicle, crew: Unit) -> Iterable[Frame]:
    """A crew has left its vehicle on its own account: what does it do besides?"""
    return ()


class BailOutCheck(Frame):
    """SL:11.32.1: an immobilized AFV is attacked with success once more: does its crew stay in it?"""

    vehicle: str


def crew_counter(g: SlPlay, vehicle: Vehicle) -> str:
    """The counter of a crew of this nation on foot, the first in the list, elite or not; none where there is none.
    SL:3.22.2-b: of Americans one with a morale of 6; SL:3.22.3, SL:3.22.4: of British and French a 2-3-7; SL:3.18.3: of
    neutrals a 2-2-7."""
    nation = kind_of(g, vehicle).nationality
    found = [c.id for c in g.counters.values() if c.kind == CREW and c.nationality == nation]
    return found[0] if found else ""


def abandon(g: SlPlay, vehicle: Vehicle, *rules: str) -> Unit | None:
    """SL:11.35.3: crew and passengers stand beneath it. SL:3.3.4: an armour leader becomes part of the crew."""
    for unit in passengers_of(g, vehicle):
        vehicle = set_down(g, vehicle, unit, vehicle.hex, acted=True)
    leader = vehicle.leader
    vehicle = change(
        g, vehicle, abandoned=True, ce=False, motion=False, leader="", leader_shown=False, berserk=False
    )
    g.say(
        "abandoned",
        f"The crew leaves {g.piece_name(vehicle.id)}.",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    crew = crew_steps_out(g, vehicle)
    if crew is not None:
        # SL:5.6.8.1-d; having no way, they do not go to ground (SL:5.6.10-q2).
        g.state.hazards[crew.id] = crew.hex
    if crew is not None and leader:
        g.state.dismounted[crew.id] = leader
    return crew


def crew_steps_out(g: SlPlay, vehicle: Vehicle) -> Unit | None:
    """The counter of its crew beneath a vehicle; none of what has no armour."""
    counter = crew_counter(g, vehicle)
    if not counter or not kind_of(g, vehicle).armoured:
        return None
    used = [unit.letter for unit in g.state.units.values() if unit.type == counter]
    crew = g.add_unit(
        Unit(
            g.new_id(vehicle.side[0]),
            vehicle.side,
            counter,
            CREW,
            hex=vehicle.hex,
            group=vehicle.group,
            letter=free_letter(used),
            acted=True,
            moved=True,
        )
    )
    g.state.bailed_out = (*g.state.bailed_out, crew.id)
    return crew


# -- back into a vehicle -----------------------------------------------------------------------------------


def may_man(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """SL:3.3.5-b, SL:11.35.7: a crew of its nation, from the same or an adjacent hex, not in the player turn in which
    it was left."""
    near = vehicle.hex == unit.hex or vehicle.hex in g.map.adjacent.get(unit.hex, ())
    same = g.counter(unit).nationality == kind_of(g, vehicle).nationality
    enemies = g.has_side(vehicle.hex, g.enemy_of(unit.side))
    return (
        unit.kind == CREW
        and near
        and same
        and not enemies
        and not unit.moved
        and vehicle.abandoned
        and not vehicle.wreck
        and unit_refusal(g, unit) is None
    )


@PART.answers(other_advances)
def who_mans(g: SlPlay, side: Side) -> list[Action]:
    left = [vehicle for vehicle in g.state.vehicles.values() if vehicle.hex and vehicle.abandoned]
    return [
        Action("man", (unit.id, vehicle.id), vehicle.hex)
        for vehicle in left
        for unit in g.on_map(side)
        if may_man(g, unit, vehicle)
    ]


@PART.answers(advanced_otherwise)
def man(g: SlPlay, side: Side, action: Action) -> None:
    """SL:3.3.5-a: an armour leader among them leads it again."""
    if action.verb != "man":
        return
    unit, vehicle = g.unit(action.who[0]), g.state.vehicles[action.who[1]]
    leader = g.state.dismounted.pop(unit.id, "")
    g.remove(unit)
    g.state.bailed_out = tuple([uid for uid in g.state.bailed_out if uid != unit.id])
    change(g, vehicle, abandoned=False, side=side, leader=leader, sealed=False)
    g.say(
        "mans",
        f"{g.counter(unit).name} mans {g.piece_name(vehicle.id)}.",
        "SL:3.3.5-b",
        "SL:11.35.7",
        side=side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    unit_gone(g, vehicle.hex)  # SL:3.29-q1: in it the crew guards nobody


@PART.decisions(BailOutCheck)
def ask_bail_out(g: SlPlay, frame: BailOutCheck) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    if not vehicle.manned:
        return None
    asks = f"Does the crew of {g.piece_name(vehicle.id)} stay in it?"
    return Chance(asks, dice=2, side=vehicle.side, rules=("SL:11.32.1",), about=(vehicle.id,))


@ask_bail_out
def take_bail_out(g: SlPlay, frame: BailOutCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle = g.state.vehicles[frame.vehicle]
    level = crew_morale(g, vehicle)
    passed = passes(level, 0, answer.dice)
    say_check(g, vehicle, "crew of ", level, 0, answer.dice, passed=passed)
    if not passed:
        abandon(g, vehicle, "SL:11.32.1", "SL:11.35.4")
    else:
        crew_steady(g, vehicle, 0, answer.dice)

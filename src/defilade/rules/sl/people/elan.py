"""The personal leaders of a Campaign Game: what they are worth in command, and the Elan they earn in a battle.

A scenario card that belongs to a campaign names each player's own leader.  What he earns is counted here, for the
campaign's book between the scenarios; the schedule of what else earns Elan is not in the rules at hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Frame, Line
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.people.command import command_besides
from defilade.rules.sl.people.prisoners import captured
from defilade.rules.sl.state import CCPH, RTPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.driving import among_enemies
from defilade.rules.sl.vehicles.exposed import OVERRUN
from defilade.rules.sl.vehicles.yard import change, of_side
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import SQUAD, Unit

PART = Part()
AFTER_OVERRUNS = Part()
"""What looks at an overrun when it has been carried out."""

LIGHT_WOUND = 3
"""SL:3.4.7"""
FOR_A_CAPTURE = {CCPH: 6, RTPH: 2}
"""SL:3.29-q2: twice what the elimination of a squad earns."""


def personal_leader(g: SlPlay, side: Side) -> Unit | None:
    """A player's own leader, as long as he is in the battle."""
    counter = g.scenario.personal_leaders.get(side)
    mine = (unit for unit in g.on_map(side) if unit.type == counter and not unit.captive)
    return next(mine, None) if counter else None


def earn(g: SlPlay, leader: Unit, points: int, rule: str) -> None:
    g.state.elan[leader.side] = g.state.elan.get(leader.side, 0) + points
    text = f"{g.name(leader)} earns {points} Elan Points."
    g.say("elan", text, rule, side=leader.side, who=(leader.id,), at=leader.hex)


@PART.answers(command_besides)
def at_the_head_of_his_men(g: SlPlay, side: Side) -> list[Line]:
    """SL:3.1.6: his modifier helps with every die; who would do harm is left out of it."""
    leader = personal_leader(g, side)
    worth = -morale.leadership(g, leader) if leader is not None and not leader.broken else 0
    return [Line("personal leader", worth, "SL:3.1.6")] if worth > 0 else []


@PART.answers(morale.stays_wounded)
def bears_his_wound(g: SlPlay, unit: Unit) -> None:
    leader = personal_leader(g, unit.side)
    if leader is not None and leader.id == unit.id:
        earn(g, leader, LIGHT_WOUND, "SL:3.4.7")


@PART.answers(captured)
def takes_a_squad(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:3.29-q2: he is with those who take it, or has broken it from his AFV."""
    taken = g.state.units.get(unit.id)
    points = FOR_A_CAPTURE.get(g.state.phase, 0)
    if taken is None or taken.kind != SQUAD or not taken.captive or not points:
        return
    leader = personal_leader(g, taken.side)
    if leader is not None and not leader.broken and leader.hex == taken.hex:
        earn(g, leader, points, "SL:3.29-q2")
        return
    vehicle = personal_vehicle(g, taken.side)
    if vehicle is not None and g.state.ridden_down.get(taken.id) == vehicle.id:
        earn_in(g, vehicle, points)


# -- from an AFV -------------------------------------------------------------------------------------------


class RiddenDown(Frame):
    """An AFV has overrun these units, which were unbroken before."""

    vehicle: str
    units: tuple[str, ...]


def personal_vehicle(g: SlPlay, side: Side) -> Vehicle | None:
    """The AFV from which a player's own leader leads, if he is an armour leader."""
    counter = g.scenario.personal_leaders.get(side)
    mine = (vehicle for vehicle in of_side(g, side) if vehicle.manned and vehicle.leader == counter)
    return next(mine, None) if counter else None


def earn_in(g: SlPlay, vehicle: Vehicle, points: int) -> None:
    """His deed says where he is (SL:3.3.2-a)."""
    side = vehicle.side
    g.state.elan[side] = g.state.elan.get(side, 0) + points
    change(g, vehicle, leader_shown=True)
    name = g.counters[vehicle.leader].name
    text = f"{name} in {g.piece_name(vehicle.id)} earns {points} Elan Points."
    g.say("elan", text, "SL:3.29-q2", "SL:3.29-q9", side=side, who=(vehicle.id,), at=vehicle.hex)


@AFTER_OVERRUNS.answers(among_enemies)
def who_stands_there(g: SlPlay, vehicle: Vehicle, action: Action) -> Iterable[Frame]:
    """SL:3.29-q9: of every AFV, so that nobody learns from it where the armour leader is."""
    if action.verb != OVERRUN or not g.scenario.personal_leaders:
        return []
    there = g.side_in(action.at, g.enemy_of(vehicle.side))
    return [RiddenDown(vehicle.id, tuple([unit.id for unit in there if not unit.broken]))]


@PART.automatic(RiddenDown)
def note_who_broke(g: SlPlay, frame: RiddenDown) -> None:
    """SL:3.29-q9: whom the overrun has broken."""
    g.pop()
    for uid in frame.units:
        unit = g.state.units.get(uid)
        if unit is not None and unit.broken:
            g.state.ridden_down[uid] = frame.vehicle


@PART.answers(player_turn_begins)
def too_late(g: SlPlay) -> None:
    """SL:3.29-q9: who is captured in a later player turn is no deed of his."""
    g.state.ridden_down = {}

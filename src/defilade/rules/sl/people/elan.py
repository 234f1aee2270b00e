"""The personal leaders of a Campaign Game: what they are worth in command, and the Elan they earn in a battle.

A scenario card that belongs to a campaign names each player's own leader.  What he earns is counted here, for the
campaign's book between the scenarios; the schedule of what else earns Elan is not in the rules at hand.
"""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.people.command import command_besides
from defilade.rules.sl.people.prisoners import captured
from defilade.rules.sl.state import CCPH, RTPH, SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit

PART = Part()

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
    """SL:3.29-q2: he is with those who take it."""
    taken = g.state.units.get(unit.id)
    points = FOR_A_CAPTURE.get(g.state.phase, 0)
    if taken is None or taken.kind != SQUAD or not taken.captive or not points:
        return
    leader = personal_leader(g, taken.side)
    if leader is not None and not leader.broken and leader.hex == taken.hex:
        earn(g, leader, points, "SL:3.29-q2")

"""What scenario cards ask for besides: a roll for the first move, and defenders who fight fanatically."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl.morale import changed_morale
from defilade.rules.sl.set_up import before_first_turn
from defilade.rules.sl.state import SlPlay
from defilade.tactics.sequence import moves_first
from defilade.tactics.units import Unit

PART = Part()

FANATIC = 1
"""By how much fanatics have a better morale, broken or not (ruling on SL:S2-2.2)."""


class FirstMoveRoll(Frame):
    """SL:S3-turn: each side rolls a die, the higher one moves first; equal dice are rolled again."""


@PART.answers(before_first_turn)
def roll_for_first_move(g: SlPlay) -> Iterable[Frame]:
    if g.scenario.first_by_roll:
        yield FirstMoveRoll()


@PART.decisions(FirstMoveRoll)
def ask_first_move(g: SlPlay, frame: FirstMoveRoll) -> Chance | None:
    if g.state.moves_first:
        return None
    first, second = g.state.sides
    asks = f"Who moves first? A die for the {first.capitalize()} and one for the {second.capitalize()}."
    return Chance(asks, dice=2, side=first, rules=("SL:S3-turn",))


@ask_first_move
def take_first_move(g: SlPlay, frame: FirstMoveRoll, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    mine, theirs = answer.dice
    first, second = g.state.sides
    if mine != theirs:
        g.state.moves_first = first if mine > theirs else second
    who = f"{g.state.moves_first.capitalize()} moves first." if mine != theirs else "Equal dice: again."
    text = f"{first.capitalize()} rolls {mine}, {second.capitalize()} {theirs}: {who}"
    g.say("first_move", text, "SL:S3-turn", side=g.state.moves_first, dice=answer.dice)


@PART.answers(moves_first)
def as_the_dice_have_it(g: SlPlay) -> str:
    return g.state.moves_first or g.scenario.moves_first


@PART.answers(changed_morale)
def fanatics(g: SlPlay, level: int, unit: Unit) -> int:
    """SL:S2-2.2: as long as they are in that building."""
    for entry in g.scenario.fanatics:
        building = g.map.building_of.get(g.map.ground_hex(unit.hex)) if unit.hex else None
        named = [g.map.building_of[g.map.resolve(name)] for name in entry.buildings]
        if unit.side == entry.side and building in named:
            return level + FANATIC
    return level

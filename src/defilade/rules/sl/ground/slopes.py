"""Slopes (SL:14.7 to SL:14.9): cliffs, which nobody walks over, and double crests, two levels at once.

That it costs double to go uphill, and what is seen from hills, is with the terrain.
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, terrain
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

OVER_A_CLIFF = Refusal("nobody walks over a cliff", "SL:14.8.6")
TIMES = 2


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def over_a_cliff(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    return OVER_A_CLIFF if g.map.hexside_kind(origin, hex) == terrain.CLIFF else None


@PART.answers(terrain.price_of_entry, terrain.price_of_passing)
def over_two_crests(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:14.9.2, SL:14.9.3: twice what it would cost otherwise, up or down."""
    return cost * TIMES if terrain.is_double_crest(g, origin, hex) else cost


class ScrambleUp(Frame):
    """SL:14.9.8: an advance over a double crest comes off on less than a 6."""

    unit: str
    hex: Hex


@PART.answers(advance.hurdle)
def is_steep(g: SlPlay, unit: Unit, hex: Hex) -> Frame | None:
    return ScrambleUp(unit.id, hex) if terrain.is_double_crest(g, unit.hex, hex) else None


@PART.decisions(ScrambleUp)
def ask_scramble(g: SlPlay, frame: ScrambleUp) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"{g.name(unit)} advances over a double crest into {g.place_name(frame.hex)}: 5 or less."
    return Chance(asks, dice=1, side=unit.side, rules=("SL:14.9.8",), about=(unit.id,))


@ask_scramble
def take_scramble(g: SlPlay, frame: ScrambleUp, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    if answer.dice[0] < 6:
        advance.carry_out(g, unit, frame.hex)
        return
    g.say(
        "too_steep",
        f"{g.name(unit)} does not get over the crest.",
        "SL:14.9.8",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )

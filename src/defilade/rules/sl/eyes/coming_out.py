"""Giving up concealment and hiding: whoever under a "?" fires or does anything else that shows is put on the map first.

The owner takes a "?" off, or shows hidden units, and they act like all others from then on (SL:2.3.9.1-a, SL:2.5.2). As
long as a side has anything out of sight it is asked in every fire phase and MPh, so that the question tells nothing.
"""

from __future__ import annotations

from defilade.kernel import Action
from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.concealment import counters_in, is_concealed, uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_hexes, hidden_in, reveal
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Side

PART = Part()

UNCOVER, SHOW = "uncover", "show"


@PART.answers(other_acts)
def ways_to_come_out(g: SlPlay, side: Side) -> list[Action]:
    """A hex with "?" at a time (SL:2.3.9.5), and a hex with hidden units: they stay hidden whatever others do there
    (SL:2.5.4-42B)."""
    hexes = dict.fromkeys(unit.hex for unit in g.on_map(side) if is_concealed(unit))
    counters = [Action(UNCOVER, (), hex) for hex in hexes]
    return counters + [Action(SHOW, (), hex) for hex in hidden_hexes(g, side)]


@PART.answers(acted_otherwise)
def come_out(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == UNCOVER and counters_in(g, action.at, side):
        uncover_hex(g, action.at, side, "given up", "SL:2.3.9.1-a", "SL:2.3.9.5")
    elif action.verb == SHOW:
        reveal(g, hidden_in(g, action.at, side), "given up", "SL:2.5.2", "SL:2.5.3")

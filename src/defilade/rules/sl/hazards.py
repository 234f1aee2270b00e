"""Hazardous movement (SL:5.6.8.1-d): what men do who cannot look after themselves for the time being.

Climbers, those who wade through deep water, and a crew that gets out of its AFV are noted where they do so.
"""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sl.fire import in_great_danger
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.tactics.attack_plan import Aim
from defilade.tactics.sequence import phase_ends, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()


@PART.answers(in_great_danger)
def at_it(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    return g.state.hazards.get(unit.id) == unit.hex


@PART.answers(phase_ends)
def out_of_danger(g: SlPlay, phase: str) -> None:
    if phase == DFPH:
        g.state.hazards = {}


@PART.answers(player_turn_begins)
def nobody_at_it(g: SlPlay) -> None:
    g.state.hazards = {}

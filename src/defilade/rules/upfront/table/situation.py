"""Situations: a position described in a few lines, for cases, tests, tutorials and exercises.

A situation names the groups with their men, range chits and the cards on them, the hands, and whose turn it is.
Cards are named by their id (`c42`) or by what they do (`fire 4`, `flank movement`, `concealed -2`, `woods`).  It is
built into an ordinary position of a game, from which play goes on by the rules.
"""

from __future__ import annotations

from defilade.kernel import Event, Position
from defilade.rules.upfront.game.scenario import Scenario
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.ground.setting_out import (
    GroupEntry,
    LooseEntry,
    SideEntry,
    Situation,
    SituationError,
    card_in_hand,
    find_draw,
    set_out,
    sketch,
    with_card_ids,
)
from defilade.rules.upfront.system import UfSystem

__all__ = [
    "GroupEntry",
    "LooseEntry",
    "SideEntry",
    "Situation",
    "SituationError",
    "build_situation",
    "card_in_hand",
    "find_draw",
    "sketch",
    "with_card_ids",
]


def build_situation(spec: Situation, base: UfSystem | None = None) -> tuple[Position[State], list[Event]]:
    """The position that a situation describes, run on to its first moment."""
    system, scenario = _system_for(spec, base)
    g = set_out(spec, system.table(scenario.id, spec.options))
    moment = system.settle(g)
    return Position(system, g.state, moment), g.events


def _system_for(spec: Situation, base: UfSystem | None) -> tuple[UfSystem, Scenario]:
    if spec.scenario:
        system = base or UfSystem()
        return system, system.scenario(spec.scenario)
    scenario = sketch(spec)
    return UfSystem({scenario.id: scenario}, base.box if base is not None else None), scenario

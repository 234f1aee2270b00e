"""Situations: a position described in a few lines, from which play goes on by the rules."""

from __future__ import annotations

from defilade.kernel import Event, Position
from defilade.rules.sl.setting_out import Situation, SituationError, card_of, place_in, set_out
from defilade.rules.sl.state import PHASES, State
from defilade.rules.sl.system import SlSystem
from defilade.tactics import sequence
from defilade.tactics.sequence import Sequence

__all__ = ["Situation", "SituationError", "build_situation"]


def build_situation(spec: Situation, base: SlSystem) -> tuple[Position[State], list[Event]]:
    """The position that a situation describes, run on to its first moment."""
    system, scenario = _system_for(spec, base)
    g = set_out(spec, system.table_of(scenario))
    g.push(Sequence(PHASES.index(spec.phase) + 1))
    sequence.begin_phase(g, spec.phase)
    g.state.fired = tuple((place_in(g, a, "fired"), place_in(g, b, "fired")) for a, b in spec.fired)
    moment = system.settle(g)
    return Position(system, g.state, moment), g.events


def _system_for(spec: Situation, base: SlSystem) -> tuple[SlSystem, str]:
    if spec.scenario:
        base.scenario(spec.scenario)
        return base, spec.scenario
    card = card_of(spec, base.library)
    return base.with_scenarios({card.id: card}), card.id

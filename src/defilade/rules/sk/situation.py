"""Situations: a position described in a few lines, for cases, tests, tutorials and exercises.

A situation names the board, the units with their states and SW, the phase and whose player turn it is.  It is built
into an ordinary position of a game, from which play goes on by the rules.
"""

from __future__ import annotations

from defilade.kernel import Event, Play, Position
from defilade.rules.sk.scenario import Scenario, sketch
from defilade.rules.sk.setting_out import Situation, SituationError, UnitEntry, WeaponEntry, place_in, set_out
from defilade.rules.sk.state import PHASES, State
from defilade.rules.sk.system import SkSystem
from defilade.tactics import sequence
from defilade.tactics.sequence import Sequence

__all__ = ["Situation", "SituationError", "UnitEntry", "WeaponEntry", "build_situation"]


def build_situation(spec: Situation, base: SkSystem | None = None) -> tuple[Position[State], list[Event]]:
    """The position that a situation describes, run on to its first moment."""
    system, scenario = _system_for(spec, base)
    g = set_out(spec, system.table_of(scenario.id, spec.options.get("balance", "")))
    state = g.state
    g.push(Sequence(PHASES.index(spec.phase) + 1))
    sequence.begin_phase(g, spec.phase)
    state.fired = tuple((place_in(g, a, "fired"), place_in(g, b, "fired")) for a, b in spec.fired)
    play: Play[State] = g
    moment = system.settle(play)
    return Position(system, state, moment), g.events


def _system_for(spec: Situation, base: SkSystem | None) -> tuple[SkSystem, Scenario]:
    if spec.scenario:
        system = base or SkSystem()
        return system, system.scenario(spec.scenario)
    if not spec.board:
        raise SituationError("a situation needs a board or a scenario")
    scenario = sketch(
        board=spec.board,
        sides=spec.sides or _sides_of(spec),
        month=spec.month,
        turns=spec.turns,
        moves_first=spec.attacker,
        special=spec.special,
        victory=spec.victory,
        kit=base.library if base is not None else None,
        half_turn_at_end=spec.half_turn_at_end,
    )
    alone = {scenario.id: scenario}
    return base.with_scenarios(alone) if base is not None else SkSystem(alone), scenario


NATIONS = {"ger": "german", "rus": "russian", "usa": "american", "ame": "american"}


def _sides_of(spec: Situation) -> tuple[str, ...]:
    """The two sides, by the nationality of the counters where they are not named."""
    found = [
        spec.attacker,
        *(entry.side or NATIONS.get(entry.type.split("-")[0], "") for entry in spec.units),
    ]
    sides = tuple(dict.fromkeys(side for side in found if side))
    if len(sides) == 1:
        sides = (sides[0], "russian" if sides[0] == "german" else "german")
    return sides

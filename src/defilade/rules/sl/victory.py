"""Who has won: control of buildings, judged when the turn marker has reached the end."""

from __future__ import annotations

from defilade.kernel import Over
from defilade.kernel.composition import Part
from defilade.rules.sl.state import SlPlay
from defilade.tactics import control
from defilade.tactics.control import control_rule, controlled_buildings, takes_control
from defilade.tactics.sequence import final_result
from defilade.tactics.units import Unit
from defilade.tactics.victory_conditions import ControlBuildings

PART = Part(control.PART)

RULE = "SL:S2-VC-a"


@PART.answers(control_rule)
def rule_of_control(g: SlPlay) -> str:
    return RULE


@PART.answers(takes_control)
def can_control(g: SlPlay, unit: Unit) -> bool:
    """Who is unbroken and not locked in melee."""
    return unit.is_mmc and unit.good_order


def fought_for(g: SlPlay) -> tuple[str, ...]:
    """The buildings that the victory condition names."""
    named: tuple[str, ...] = getattr(g.scenario.victory, "buildings", ())
    return tuple(dict.fromkeys(g.map.building_of[g.map.resolve(name)] for name in named))


def progress(g: SlPlay) -> list[str]:
    """How things stand, in words."""
    condition = g.scenario.victory
    return [condition.text, f"If the game ended now: {check_end(g).why}"] if condition else []


@PART.answers(final_result)
def check_end(g: SlPlay) -> Over:
    condition = g.scenario.victory
    if not isinstance(condition, ControlBuildings):
        return Over("", "The game has ended; no victory condition was set.")
    ids = tuple(g.map.building_of[g.map.resolve(name)] for name in condition.buildings)
    held = controlled_buildings(g, condition.winner, ids)
    wins = len(held) >= condition.at_least
    winner = condition.winner if wins else g.enemy_of(condition.winner)
    text = f"{winner.capitalize()} wins: {condition.winner.capitalize()} controls {len(held)} of {len(ids)} buildings."
    return Over(winner, text, (condition.rule,))

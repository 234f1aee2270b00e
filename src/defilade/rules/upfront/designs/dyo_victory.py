"""Victory conditions of the Victory Condition table that no scenario card has (UF:43.33-g, UF:43.33-h)."""

from __future__ import annotations

from defilade.kernel import Over
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import ATTACKER
from defilade.rules.upfront.game.victory_conditions import BreakThem, HalfUpon
from defilade.rules.upfront.infantry.terrain import reduces_fire
from defilade.rules.upfront.infantry.victory import fulfils, victory_at_end, victory_now
from defilade.rules.upfront.scenarios.scenario_rules import attacker_wins, defender_wins, in_role, under_way

PART = Part()


def upon_the_enemy(g: UfPlay, attacker: str) -> int:
    """Cards in cover at Relative Range 5 to an enemy group (UF:16.42-a)."""
    enemies = g.enemy_groups(attacker)
    total = 0
    for group in g.groups_of(attacker):
        if reduces_fire(g, group):
            if any(relative_range(group, enemy) == 5 for enemy in enemies):
                total += sum(fulfils(g, unit) for unit in g.members(group))
    return total


@PART.answers(victory_now)
def half_are_upon_them(g: UfPlay) -> Over | None:
    """UF:43.33-g"""
    if not isinstance(g.scenario.victory, HalfUpon) or not under_way(g):
        return None
    attacker = in_role(g, ATTACKER)
    if upon_the_enemy(g, attacker) * 2 < g.side(attacker).cards:
        return None
    return attacker_wins(g, "Half of the attacking force is upon the defender.", "UF:43.33-g")


@PART.answers(victory_at_end)
def defender_still_stands(g: UfPlay) -> Over | None:
    """UF:43.33-g, UF:43.33-h: time is the defender's friend. A Broken Squad on either side has ended the game long
    before (UF:16.5-a)."""
    if isinstance(g.scenario.victory, HalfUpon | BreakThem):
        return defender_wins(g, "Time is up and the defender still stands.", "UF:16.3-a")
    return None

"""Close combat: with whom to fight whom."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.quick.judgement import Judgement
from defilade.ai.starter_kit.reading.worth import worth
from defilade.kernel import Action
from defilade.rules.sk.close_combat_attack import make_attack, place_on_table
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, combat_below, free_attackers
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.odds_table import kill_chances


def choose_attack(j: Judgement, frame: DeclareCloseCombat, options: Sequence[Action]) -> Action:
    """Everybody attacks: whom, is where most can be hoped for."""
    with_options = [option for option in options if option.verb == "with"]
    more_targets = [option for option in options if option.verb == "attack"]
    if not frame.targets:
        if not more_targets:
            return options[0]
        return max(more_targets, key=lambda option: _hope(j, frame, option.who))
    if not frame.attackers and more_targets:
        now = _hope(j, frame, ())
        best = max(more_targets, key=lambda option: _hope(j, frame, option.who))
        if _hope(j, frame, best.who) > now:
            return best
    if with_options:
        return max(with_options, key=lambda option: len(option.who))
    return next((option for option in options if option.verb == "declare"), options[0])


def _hope(j: Judgement, frame: DeclareCloseCombat, more: tuple[str, ...]) -> float:
    """What an attack by everybody who is free can be expected to kill, in squads."""
    g = j.g
    combat = combat_below(g)
    targets = [g.unit(uid) for uid in (*frame.targets, *more)]
    groups = free_attackers(g, combat, frame)
    attackers = [unit for group in groups for unit in group.members if not unit.broken]
    if not attackers or not targets:
        return 0.0
    attack = make_attack(g, frame.side, combat.ambusher, attackers, targets)
    return hope_of(j, attack)


def hope_of(j: Judgement, attack: CloseCombatAttack) -> float:
    g = j.g
    _, kill = place_on_table(g, attack)
    total = 0.0
    for place, uid in enumerate(attack.targets):
        chances = kill_chances(kill, attack.drm_against(place))
        total += worth(g, g.unit(uid)) * (chances.below + 0.5 * chances.on / len(attack.targets))
    return total

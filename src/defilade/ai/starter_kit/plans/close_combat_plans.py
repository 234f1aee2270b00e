"""Close combat: whether to go in, and who fights whom, by exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.worth import REDUCED_KEEPS
from defilade.kernel import Action
from defilade.rules.sk.close_combat_attack import FightingGroup, make_attack, place_on_table
from defilade.rules.sk.close_combat_declaration import (
    DeclareCloseCombat,
    combat_below,
    free_attackers,
    free_targets,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.names import Side
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.units import Unit

MOST = 3
"""Groups of a side up to which every way to pair them off is looked at."""

Pairing = list[tuple[tuple[FightingGroup, ...], tuple[FightingGroup, ...]]]


def expected_kill(picture: Picture, attack: CloseCombatAttack) -> float:
    """What an attack kills on average, in squads. Exact but for who is picked for a reduction."""
    g = picture.g
    _, kill = place_on_table(g, attack)
    total = 0.0
    for place, uid in enumerate(attack.targets):
        chances = kill_chances(kill, attack.drm_against(place))
        reduced = chances.on * (1 - REDUCED_KEEPS) / len(attack.targets)
        total += picture.value_of(g.unit(uid)) * (chances.below + reduced)
    return total


def attack_by(
    picture: Picture, side: Side, ambusher: str, own: Sequence[FightingGroup], theirs: Sequence[FightingGroup]
) -> CloseCombatAttack:
    attackers = [unit for group in own for unit in group.members if not unit.broken]
    targets = [unit for group in theirs for unit in group.members]
    return make_attack(picture.g, side, ambusher, attackers, targets)


def pairings(own: Sequence[FightingGroup], theirs: Sequence[FightingGroup]) -> Iterator[Pairing]:
    """Ways to set groups on groups: everybody on everybody, and each on one of them."""
    mmc = [group for group in theirs if not group.base.is_leader]
    squads = [group for group in own if not group.base.is_leader]
    if len(mmc) > 1 and squads:
        yield [(tuple(squads), tuple(mmc))]
    if len(own) > MOST or len(theirs) > MOST:
        for target in theirs:
            yield [(tuple(squads or own[:1]), (target,))]
        return
    for aims in product(range(len(theirs)), repeat=len(own)):
        found: Pairing = []
        for place, target in enumerate(theirs):
            group = tuple([own[number] for number, aim in enumerate(aims) if aim == place])
            if group:
                found.append((group, (target,)))
        # A leader who attacks alone does so alone (SK1:3.8-k).
        if all(len(group) == 1 or not any(one.base.is_leader for one in group) for group, _ in found):
            yield found


def choose_attack(picture: Picture, frame: DeclareCloseCombat, options: Sequence[Action]) -> Action:
    """The next step of declaring the attacks that promise most."""
    g = picture.g
    combat = combat_below(g)
    if frame.attackers:
        return _go_on(picture, frame, options)
    own = free_attackers(g, combat, frame)
    theirs = [*free_targets(g, combat, frame)]
    if frame.targets:
        return _with(g, frame, options)
    best, chosen = -1.0, None
    for pairing in pairings(own, theirs):
        value = sum(
            expected_kill(picture, attack_by(picture, frame.side, combat.ambusher, a, t)) for a, t in pairing
        )
        if value > best:
            best, chosen = value, pairing
    if chosen:
        action = Action("attack", chosen[0][1][0].ids)
        if action in options:
            return action
    return next((option for option in options if option.verb == "attack"), options[0])


def _with(g: SkPlay, frame: DeclareCloseCombat, options: Sequence[Action]) -> Action:
    """Targets are being named: more of them, or those who attack them."""
    picture = Picture(g, frame.side)
    combat = combat_below(g)
    own = free_attackers(g, combat, frame)
    named = set(frame.targets)
    held = [unit for unit in g.side_in(combat.hex, g.enemy_of(frame.side)) if unit.id in named]
    everybody = [
        unit for group in own if not group.base.is_leader for unit in group.members if not unit.broken
    ]
    everybody = everybody or [unit for unit in own[0].members if not unit.broken]
    now = expected_kill(picture, make_attack(g, frame.side, combat.ambusher, everybody, held))
    for option in options:
        if option.verb == "attack":
            more = [*held, *(g.unit(uid) for uid in option.who)]
            if expected_kill(picture, make_attack(g, frame.side, combat.ambusher, everybody, more)) > now:
                return option
    return _go_on(picture, frame, options)


def _go_on(picture: Picture, frame: DeclareCloseCombat, options: Sequence[Action]) -> Action:
    """Add the attacker who helps most; declare when nobody who is left would do more here than elsewhere."""
    g = picture.g
    combat = combat_below(g)
    targets = [g.unit(uid) for uid in frame.targets]
    begun = [g.unit(uid) for uid in frame.attackers]
    more = [option for option in options if option.verb == "with"]
    declare = next((option for option in options if option.verb == "declare"), None)
    value = (
        expected_kill(picture, make_attack(g, frame.side, combat.ambusher, begun, targets)) if begun else 0.0
    )
    elsewhere = bool(free_targets(g, combat, frame))
    best, chosen = value if begun else -1.0, None
    for option in more:
        units = [*begun, *(g.unit(uid) for uid in option.who)]
        found = expected_kill(picture, make_attack(g, frame.side, combat.ambusher, units, targets))
        found += 0.001 * len(option.who)
        if found > best + (0.1 if elsewhere and begun else 0.0):
            best, chosen = found, option
    if chosen is not None:
        return chosen
    return declare or (more[0] if more else options[0])


def choose_leader_place(picture: Picture, options: Sequence[Action]) -> Action:
    """A leader fights with the strongest unbroken squad."""
    g = picture.g

    def value(option: Action) -> tuple[float, str]:
        if option.verb == "alone":
            return -1.0, ""
        host = g.unit(option.who[1])
        return (0.0 if host.broken else g.counter(host).fp + 1.0), host.id

    return max(options, key=value)


# -- going in ----------------------------------------------------------------------------------------------


LOCKED = 0.15
"""What it is worth that an enemy squad is held in melee: it neither fires nor moves."""
AMBUSHED_WHEN_TIRED = 0.1


def assault_value(picture: Picture, ours: Sequence[Unit], theirs: Sequence[Unit]) -> float:
    """What close combat promises: their losses less ours, both at their best and at the same time, and what
    holding on to them is worth to those of us who live."""
    if not ours or not theirs:
        return 0.0
    fighting = [unit for unit in theirs if not unit.broken]
    hit = _best_kill(picture, picture.side, ours, theirs)
    if not fighting:
        return hit + 0.05
    lost = _best_kill(picture, picture.enemy, fighting, ours)
    all_ours = sum(picture.value_of(unit) for unit in ours)
    live = max(0.0, 1 - lost / all_ours)
    squads = sum(1 for unit in fighting if not unit.is_leader)
    held = LOCKED * live * min(squads, sum(1 for unit in ours if not unit.is_leader))
    tired = AMBUSHED_WHEN_TIRED if any(unit.cx for unit in ours) else 0.0
    return hit - lost / max(0.4, picture.stance.close_combat) + held - tired


def clearing_chance(picture: Picture, ours: Sequence[Unit], theirs: Sequence[Unit]) -> float:
    """About how likely it is that close combat clears the hex."""
    everybody = sum(picture.value_of(unit) for unit in theirs)
    return min(1.0, _best_kill(picture, picture.side, ours, theirs) / everybody) if everybody else 1.0


def _best_kill(picture: Picture, side: Side, ours: Sequence[Unit], theirs: Sequence[Unit]) -> float:
    """The best of: all on all, or all on one squad. Leaders fight and fall with a squad, if there is one."""
    g = picture.g
    squads = [unit for unit in ours if not unit.is_leader]
    attackers = list(ours) if squads else list(ours[:1])
    defenders = [unit for unit in theirs if not unit.is_leader]
    alone = [[unit] for unit in (defenders if defenders else theirs)]
    if defenders and len(defenders) < len(theirs):
        alone[0] += [unit for unit in theirs if unit.is_leader]
    return max(
        expected_kill(picture, make_attack(g, side, "", attackers, aim)) for aim in ([*theirs], *alone)
    )

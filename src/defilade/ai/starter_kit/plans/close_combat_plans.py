"""Close combat: whether to go in, and who fights whom, by exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from defilade.ai.starter_kit.plans.close_combat_stakes import chance_to_clear, stakes_of
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.worth import REDUCED_KEEPS, WOUNDED_KEEPS
from defilade.kernel import Action
from defilade.rules.sk.close_combat_attack import (
    CloseCombat,
    FightingGroup,
    fighting_groups,
    make_attack,
    place_on_table,
)
from defilade.rules.sk.close_combat_declaration import (
    DeclareCloseCombat,
    combat_below,
    free_attackers,
    free_targets,
)
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.names import Side
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.units import SQUAD, Unit

MOST = 3
"""Groups of a side up to which every way to pair them off is looked at."""

Pairing = list[tuple[tuple[FightingGroup, ...], tuple[FightingGroup, ...]]]


def expected_kill(picture: Picture, attack: CloseCombatAttack) -> float:
    """What an attack kills on average, in squads. Exact but for who is picked for a reduction."""
    g = picture.g
    _, kill = place_on_table(g, attack)
    total = 0.0
    for place, uid in enumerate(attack.targets):
        unit = g.unit(uid)
        chances = kill_chances(kill, attack.drm_against(place))
        reduced = chances.on * taken_by_reduction(unit) / len(attack.targets)
        total += picture.value_of(unit) * (chances.below + reduced)
    return total


def taken_by_reduction(unit: Unit) -> float:
    """The share of a unit that a casualty reduction takes."""
    if unit.is_leader:
        return 1 - WOUNDED_KEEPS
    return 1 - REDUCED_KEEPS if unit.kind == SQUAD else 1.0


def attack_by(
    picture: Picture, side: Side, ambusher: str, own: Sequence[FightingGroup], theirs: Sequence[FightingGroup]
) -> CloseCombatAttack:
    attackers = [unit for group in own for unit in group.members if not unit.broken]
    targets = [unit for group in theirs for unit in group.members]
    return make_attack(picture.g, side, ambusher, attackers, targets)


def pairings(own: Sequence[FightingGroup], theirs: Sequence[FightingGroup]) -> Iterator[Pairing]:
    """Ways to set groups on groups: every attack by some of ours on some of theirs, all of ours in one."""
    if len(own) > MOST or len(theirs) > MOST:
        mmc = [group for group in theirs if not group.base.is_leader]
        squads = [group for group in own if not group.base.is_leader]
        if len(mmc) > 1 and squads:
            yield [(tuple(squads), tuple(mmc))]
        for target in theirs:
            yield [(tuple(squads or own[:1]), (target,))]
        return
    for attacks in partitions(own):
        # A leader who attacks alone does so alone (SK1:3.8-k), and is attacked alone.
        if any(len(group) > 1 and any(one.base.is_leader for one in group) for group in attacks):
            continue
        for aims in product(range(len(attacks) + 1), repeat=len(theirs)):
            found: Pairing = []
            for number, group in enumerate(attacks):
                targets = tuple([one for one, aim in zip(theirs, aims, strict=True) if aim == number])
                if len(targets) > 1 and any(one.base.is_leader for one in targets):
                    break
                if targets:
                    found.append((group, targets))
            else:
                if found and (len(found) == len(attacks) or len(attacks) > len(theirs)):
                    yield found


def partitions(groups: Sequence[FightingGroup]) -> Iterator[list[tuple[FightingGroup, ...]]]:
    """Every way to form attacks of all these."""
    if not groups:
        yield []
        return
    first, rest = groups[0], groups[1:]
    for found in partitions(rest):
        yield [(first,), *found]
        for place, attack in enumerate(found):
            yield [*found[:place], (first, *attack), *found[place + 1 :]]


class Fight:
    """What the attacks of a side in a hex promise, as they are being declared."""

    def __init__(self, picture: Picture, combat: CloseCombat, side: Side) -> None:
        self.picture, self.combat, self.side = picture, combat, side
        self.enemy = picture.g.enemy_of(side)
        self.stakes = stakes_of(picture, combat.hex)
        self._attacks: dict[tuple[tuple[str, ...], tuple[str, ...]], CloseCombatAttack] = {}

    def value(self, pairing: Pairing) -> float:
        """What they kill on average, and in the last Close Combat Phase what is decided by who is left."""
        attacks = [self.attack(self.side, own, theirs) for own, theirs in pairing]
        total = sum(expected_kill(self.picture, attack) for attack in attacks)
        stakes = self.stakes
        if stakes is None:
            return total
        g, combat = self.picture.g, self.combat
        made = [attack for attack in combat.attacks if attack.side == self.side]
        cleared = chance_to_clear(g, (*made, *attacks), stakes.theirs)
        first = {self.side: "ours", self.enemy: "theirs"}.get(combat.ambusher, "")
        return total + stakes.value(self.lost, cleared, first)

    @cached_property
    def lost(self) -> float:
        """The chance that none of ours is left: by what the enemy has declared, or by the worst that he can."""
        g, combat = self.picture.g, self.combat
        assert self.stakes is not None
        declared = [attack for attack in combat.attacks if attack.side == self.enemy]
        if declared:
            return chance_to_clear(g, declared, self.stakes.ours)
        theirs = [group for group in fighting_groups(g, combat, self.enemy) if not group.base.broken]
        own = fighting_groups(g, combat, self.side)
        return max(
            (
                chance_to_clear(g, [self.attack(self.enemy, a, t) for a, t in pairing], self.stakes.ours)
                for pairing in pairings(theirs, own)
            ),
            default=0.0,
        )

    def attack(
        self, side: Side, own: tuple[FightingGroup, ...], theirs: tuple[FightingGroup, ...]
    ) -> CloseCombatAttack:
        key = tuple([one.base.id for one in own]), tuple([one.base.id for one in theirs])
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = attack_by(self.picture, side, self.combat.ambusher, own, theirs)
        return found


def choose_attack(picture: Picture, frame: DeclareCloseCombat, options: Sequence[Action]) -> Action:
    """The next step of declaring the attacks that promise most."""
    g = picture.g
    combat = combat_below(g)
    if frame.attackers:
        return _go_on(picture, frame, options)
    own = free_attackers(g, combat, frame)
    named = set(frame.targets)
    begun = [group for group in fighting_groups(g, combat, g.enemy_of(frame.side)) if group.base.id in named]
    fight = Fight(picture, combat, frame.side)
    best, chosen = -1.0, None
    for pairing in pairings(own, [*begun, *free_targets(g, combat, frame)]):
        at = next((at for at, (_, theirs) in enumerate(pairing) if not begun or begun[0] in theirs), None)
        if at is None or any(group not in pairing[at][1] for group in begun):
            continue
        value = fight.value(pairing)
        if value > best:
            best, chosen = value, pairing[at]
    if chosen is not None:
        attackers, targets = chosen
        meant = [Action("attack", one.ids) for one in targets if one not in begun]
        meant = meant or [
            Action("with", tuple([unit.id for unit in one.members if not unit.broken])) for one in attackers
        ]
        for action in meant:
            if action in options:
                return action
    wanted = "with" if begun else "attack"
    return next((option for option in options if option.verb == wanted), options[0])


def _go_on(picture: Picture, frame: DeclareCloseCombat, options: Sequence[Action]) -> Action:
    """Add the attacker who helps most; declare when nobody who is left would do more here than elsewhere."""
    g = picture.g
    combat = combat_below(g)
    fight = Fight(picture, combat, frame.side)
    free = free_targets(g, combat, frame)
    left = free_attackers(g, combat, frame)
    theirs = tuple([one for one in fighting_groups(g, combat, fight.enemy) if one.base.id in frame.targets])
    begun = tuple([one for one in fighting_groups(g, combat, fight.side) if one.base.id in frame.attackers])
    declare = next((option for option in options if option.verb == "declare"), None)

    def value(attackers: tuple[FightingGroup, ...], others: list[FightingGroup]) -> float:
        further = [*pairings(others, free)] if others and free else [[]]
        return max(fight.value([(attackers, theirs), *rest]) for rest in further or [[]])

    best = value(begun, left) if declare is not None else -1.0
    chosen = declare
    for option in options:
        joining = next((one for one in left if one.base.id in option.who), None)
        if option.verb != "with" or joining is None:
            continue
        found = value((*begun, joining), [one for one in left if one is not joining]) + 0.001
        if found > best:
            best, chosen = found, option
    return chosen or options[0]


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

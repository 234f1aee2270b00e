"""Boxed firepower (UF:28.3-b, UF:28.31): what small arms, grenades and flamethrowers can do to armour."""

from __future__ import annotations

from defilade.kernel.composition import question
from defilade.rules.upfront.game.attack import FIRE, Attack
from defilade.rules.upfront.game.cards import FIRE as FIRE_CARD
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Man
from defilade.rules.upfront.infantry.firepower import shooters
from defilade.rules.upfront.infantry.flamethrowers import flame_firepower, has_flamethrower


@question
def machine_flames(g: UfPlay, attack: Attack, /) -> int:
    """How much of the fire of the machines in the group is a flamethrower's?"""
    raise NotImplementedError


INHERENT_RANGE = 5
"""The Relative Range at which every man has a boxed firepower of 1 (UF:28.7-a)."""


def grenadiers(g: UfPlay, attack: Attack) -> list[Man]:
    """The men whose inherent boxed firepower counts: all who are not pinned and do not abstain, whatever they carry
    (UF:28.7-a)."""
    if attack.kind != FIRE or attack.range != INHERENT_RANGE:
        return []
    able = [unit for unit in shooters(g, attack) if isinstance(unit, Man) and not unit.pinned]
    return [man for man in able if man.id not in attack.abstain]


def boxed_firepower(g: UfPlay, attack: Attack, *, inherent: bool) -> int:
    """The boxed firepower of the firing group: flamethrowers (UF:22.5), and the inherent one of the others where
    the target is open to it."""
    if attack.kind != FIRE or not attack.firer:
        return 0
    total = flame_firepower(g, attack) + sum(f(g, attack) for f in machine_flames.answers(g))
    if inherent:
        burning = flame_firepower(g, attack) > 0
        total += sum(not (burning and has_flamethrower(g, man)) for man in grenadiers(g, attack))
    return int(total)


def needed_firepower(g: UfPlay, attack: Attack) -> int:
    """What the Fire cards of the attack need together."""
    nation = g.side(attack.side).nation
    uses = [g.deck[card].use(nation, FIRE_CARD) for card in attack.cards]
    return sum(use.needs for use in uses if use is not None)


def reaches_armour(g: UfPlay, attack: Attack, *, inherent: bool) -> bool:
    """UF:28.31, UF:28.7-b, UF:22.5: boxed firepower must cover all that the Fire cards need."""
    boxed = boxed_firepower(g, attack, inherent=inherent)
    return boxed > 0 and needed_firepower(g, attack) <= boxed

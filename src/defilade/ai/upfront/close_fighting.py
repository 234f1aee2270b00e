"""Infiltration and Close Combat by their odds."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.upfront.picture import Picture
from defilade.kernel import Action
from defilade.rules.upfront import values
from defilade.rules.upfront.close_combat import close_combat_value
from defilade.rules.upfront.infiltration import infiltration_column
from defilade.rules.upfront.pillbox import in_pillbox
from defilade.rules.upfront.state import Group, Machine, Man, Unit

LATER = 0.6
"""What a fight that comes only next turn is worth beside one now: the enemy has a turn in between."""
ENOUGH = 0.12


def fight(picture: Picture, man: Unit, enemy: Unit, *, better: int = 0) -> float:
    """What a fight man against man brings on average. Equal totals kill both (UF:20.7)."""
    g = picture.g
    lead = int(close_combat_value(g, man).total) - int(close_combat_value(g, enemy).total) + better
    win, both = picture.draws.margins(lead)
    lose = 1 - win - both
    gain, loss = picture.loss(enemy), picture.loss(man)
    return win * gain - lose * loss + both * (gain - loss)


def melee(picture: Picture, man: Man, target: Group) -> float:
    """A fight against whoever comes up in a group."""
    enemies = picture.g.members(target)
    if not enemies or any(isinstance(unit, Machine) for unit in enemies):
        return 0.0
    return sum(fight(picture, man, enemy) for enemy in enemies) / len(enemies)


def attempt(picture: Picture, action: Action) -> float:
    """What sending a man brings: `send man [card]` at a group."""
    g = picture.g
    man, target = g.man(action.who[0]), g.group(action.at)
    column = int(infiltration_column(g, man, target).total)
    inside = picture.draws.red_in(column)
    if in_pillbox(target):
        then = 0.2
    else:
        then = LATER * max(0.0, melee(picture, man, target))
    if len(action.who) > 1:
        return inside * then - 0.25
    passes = picture.draws.below(values.morale(g, man))
    return passes * inside * then - (1 - passes) * picture.pinning(man)


def entry(picture: Picture, action: Action) -> float:
    """What letting an infiltrator fight brings: `enter-combat man [card]`."""
    g = picture.g
    man = g.man(action.who[0])
    value = melee(picture, man, g.group(man.infiltrates))
    if len(action.who) > 1:
        return value - 0.3
    passes = picture.draws.below(values.morale(g, man))
    return passes * value - (1 - passes) * picture.pinning(man)


def best_of(options: Sequence[Action], verb: str, value: dict[Action, float]) -> Action | None:
    """The best option of a verb, if it is worth anything."""
    found = [option for option in options if option.verb == verb and value[option] > ENOUGH]
    return max(found, key=lambda option: value[option], default=None)

"""Infiltration and Close Combat by their odds."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.upfront.picture import Picture
from defilade.kernel import Action, Frame
from defilade.rules.upfront.close_quarters.berserk import enemies_at_hand
from defilade.rules.upfront.close_quarters.close_combat import Melee, close_combat_value, melee_value
from defilade.rules.upfront.fortifications.pillbox import in_pillbox
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.state import Group, Machine, Man, Unit
from defilade.rules.upfront.infantry.hero import as_if, roused
from defilade.rules.upfront.transfers.infiltration import Infiltrating, infiltration_column
from defilade.rules.upfront.vehicles.afv_close_combat import DESTROYS, IMMOBILIZES, Assault, assault_strength

LATER = 0.6
"""What a fight that comes only next turn is worth beside one now: the enemy has a turn in between."""
ENOUGH = 0.12
STOPPED = 0.4
"""What a vehicle that cannot move any more has lost of its worth."""


def fight(picture: Picture, man: Unit, enemy: Unit, *, better: int = 0) -> float:
    """What a fight man against man brings on average. Equal totals kill both (UF:20.7)."""
    g = picture.g
    lead = int(close_combat_value(g, man).total) - int(close_combat_value(g, enemy).total) + better
    return outcome(picture, man, enemy, lead)


def outcome(picture: Picture, man: Unit, enemy: Unit, lead: int) -> float:
    """The same where the difference of the values is known."""
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


def assault(picture: Picture, man: Man, vehicle: Machine, charge: bool = False) -> float:
    """What an attack on a vehicle brings on average (UF:28.82-a)."""
    total = int(assault_strength(picture.g, man, vehicle, charge).total)
    killed = 1 - picture.draws.at_least(1 - total)
    stopped = picture.draws.at_least(IMMOBILIZES - total)
    destroyed = picture.draws.at_least(DESTROYS - total)
    lost = picture.loss(vehicle) * (destroyed + STOPPED * (stopped - destroyed))
    return lost - killed * picture.loss(man)


def at_stake(picture: Picture, frame: Frame) -> float:
    """What a draw that is about to be made is worth to the side that thinks: an infiltration, a fight, an attack on a
    vehicle."""
    g = picture.g
    if isinstance(frame, Infiltrating):
        planned = frame.attempts[frame.next]
        man, target = g.man(planned.man), g.group(planned.target)
        inside = picture.draws.red_in(int(infiltration_column(g, man, target, frame.veil).total))
        vehicle = next((unit for unit in g.members(target) if isinstance(unit, Machine)), None)
        then = assault(picture, man, vehicle) if vehicle is not None else LATER * melee(picture, man, target)
        return -inside * max(0.0, then)
    if isinstance(frame, Assault):
        return -assault(picture, g.man(frame.man), g.machine(frame.vehicle), frame.charge)
    assert isinstance(frame, Melee)
    own, enemy = frame.attackers[0], frame.defenders[0]
    if frame.attack_side != picture.side:
        own, enemy = enemy, own
    lead = int(melee_value(g, frame, own).total - melee_value(g, frame, enemy).total)
    return outcome(picture, g.unit(own), g.unit(enemy), lead)


def charge(picture: Picture, man: Man) -> float:
    """What a berserk man brings who charges whom he likes best (UF:20.91-a)."""
    fights = [melee(picture, man, group) for group in enemies_at_hand(picture.g, man)]
    return max(fights, default=0.0)


def with_hero(picture: Picture, frame: Frame, unit: Unit) -> float:
    """What a Hero card for this card changes before such a draw, the card being rallied by it too. A vehicle with a
    roof is none the worse for being Buttoned Up."""
    now = at_stake(picture, frame)
    with as_if(picture.g, (roused(picture.g, unit),)):
        then = at_stake(picture, frame)
    return then - now + (picture.pinning(unit) if unit.pinned and not picture.g.has_roof(unit) else 0.0)


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

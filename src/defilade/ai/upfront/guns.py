"""Guns, mortars, light anti-tank weapons, vehicles and artillery: what their attacks bring, by exact odds."""

from __future__ import annotations

from collections import Counter

from defilade.ai.upfront.ground import denied
from defilade.ai.upfront.picture import Picture
from defilade.rules.upfront.game.attack import OVERRUN, Attack, strength
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.state import Group, Machine
from defilade.rules.upfront.ground.to_hit import numbers, piece_of, scoring, shot_at, to_hit, worth
from defilade.rules.upfront.ordnance.overrun import has_flames, overrun_value

STOPPED, STUNNED = 0.35, 0.2
"""What is lost of a vehicle that cannot move any more, and of one whose crew is stunned."""
CREW = 0.12
"""What a hit on a vehicle's crew brings, of its worth."""


def shot(picture: Picture, attack: Attack) -> float:
    """What a shot takes from its target on average, before anything is drawn (UF:25.3, UF:25.4)."""
    g = picture.g
    step = int(to_hit(g, attack).total)
    if not numbers(step):
        return 0.0
    scored = Counter(card.number for card in scoring(g, attack, step, picture.draws.cards))
    total = 0.0
    for number, count in scored.items():
        struck = replace(attack, added=worth(g, attack, step, number), black=True)
        total += count / picture.draws.number * effect(picture, struck)
    return total


def effect(picture: Picture, attack: Attack) -> float:
    """What a hit does, or any attack whose strength stands."""
    g = picture.g
    target = g.group(attack.target)
    total = strength(g, attack)
    vehicle = next((u for u in g.members(target) if isinstance(u, Machine) and u.kind == "afv"), None)
    if vehicle is None:
        return picture.harm(target, total) + denied(picture, target, total)
    return on_armor(picture, vehicle, total) if attack.boxed else CREW * picture.worth(vehicle)


def on_armor(picture: Picture, vehicle: Machine, total: int) -> float:
    plate = picture.g.library.machines[vehicle.card].armor
    if plate is None:
        return 0.0
    at_least = picture.draws.at_least
    killed = at_least(plate.kill - total)
    stunned = max(0.0, at_least(plate.stun - total) - killed)
    stopped = max(0.0, at_least(plate.immobilize - total) - killed - stunned)
    held = picture.worth(vehicle)
    return killed * picture.loss(vehicle) + (STUNNED * stunned + STOPPED * stopped) * held


def aimed(picture: Picture, group: str, unit: str, target: str, how: str) -> Attack | None:
    """The shot of an option `shoot group unit card` at a group."""
    g = picture.g
    piece = piece_of(g, g.unit(unit))
    return shot_at(g, piece, g.group(group), g.group(target), how) if piece is not None else None


def overrun(picture: Picture, group: Group, target: Group) -> float:
    """A vehicle among men: what its Overrun value does to them."""
    g = picture.g
    vehicle = next(unit for unit in g.members(group) if isinstance(unit, Machine))
    value = overrun_value(g, vehicle)
    attack = Attack(
        OVERRUN,
        group.side,
        target.id,
        group.id,
        relative_range(group, target),
        strength=value,
        shooter=vehicle.id,
        ignores_terrain=has_flames(g, vehicle),
    )
    return picture.harm(target, strength(g, attack))

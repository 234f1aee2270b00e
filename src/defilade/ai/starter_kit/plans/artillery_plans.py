"""Artillery: on whom it is called down, when a Spotting Round lies well enough, and when fire goes on or is stopped."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.plans.fire_plans import expected_harm
from defilade.ai.starter_kit.plans.gunnery import value_of_vehicle
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import Action
from defilade.rules.sk.full.artillery import fire_for_effect
from defilade.rules.sk.full.artillery.batteries import (
    RADIUS,
    ROCKET_RADIUS,
    eye_of,
    known_enemy_hexes,
)
from defilade.rules.sk.full.artillery.orders import Orders
from defilade.rules.sk.full.artillery.requests import Request
from defilade.tactics.artillery import FFE2, HE, SMOKE, SR, Battery, blast_area
from defilade.tactics.names import Hex

WORTH_IT = 0.15
"""Expected harm, in squads, from which a Fire Mission is opened or goes on."""
TOO_NEAR = 1.3
"""How much more a friend counts than an enemy: artillery strikes all alike."""
AT_ARMOR = 0.04
"""The share of a vehicle that fire for effect takes, about."""
MOST_AIMS = 24
MIDDLE = 0.1
"""How much more counts who is in the middle: rounds err."""


def harm_at(picture: Picture, battery: Battery, point: tuple[int, int]) -> float:
    """What fire for effect would take with its middle in a place: by the attack on each of its hexes."""
    g = picture.g
    radius = ROCKET_RADIUS if battery.rockets else RADIUS
    return sum([_harm_in(picture, battery, hex) for hex in blast_area(g.map, point, radius)])


def _harm_in(picture: Picture, battery: Battery, hex: Hex) -> float:
    key = ("fire for effect", battery.id, hex)
    found: float | None = picture.found.get(key)
    if found is None:
        g = picture.g
        targets = fire_for_effect.everything_in(g, hex)
        total = 0.0
        if targets:
            attack = fire_for_effect.attack_on(g, battery, hex, targets)
            total = expected_harm(picture, fire_for_effect.plan(g, attack))
        for tank in g.vehicles_in(hex):
            if not tank.wreck:
                done = AT_ARMOR * value_of_vehicle(picture, tank)
                total += done if tank.side == picture.enemy else -done
        found = picture.found[key] = total * TOO_NEAR if total < 0 else total
    return found


def best_aim(picture: Picture, battery: Battery, hexes: Sequence[str]) -> tuple[float, str]:
    """The hex in which fire for effect would do most."""
    g = picture.g
    eye = eye_of(g, battery)
    enemies = known_enemy_hexes(g, battery, eye) if eye is not None else []
    near = [hex for hex in hexes if any(g.map.distance(hex, enemy) <= 1 for enemy in enemies)] or list(hexes)
    if len(near) > MOST_AIMS * 4:
        near = near[:: len(near) // (MOST_AIMS * 4) + 1]
    found = [(harm_at(picture, battery, g.map.centres[hex]), hex) for hex in near]
    return max(
        found,
        key=lambda aim: (aim[0] + MIDDLE * _harm_in(picture, battery, aim[1]), aim[1]),
        default=(0.0, ""),
    )


def orders(picture: Picture, frame: Orders, options: Sequence[Action]) -> Action:
    """What to tell a battery: fire where it lies well, correct where it lies ill."""
    g = picture.g
    battery = g.state.batteries[frame.battery]
    by_verb = {(option.verb, option.how): option for option in options}
    aimed = harm_at(picture, battery, battery.at) if battery.at is not None else 0.0
    best, _ = best_aim(picture, battery, known_neighbourhood(picture, battery))
    convert, correct = by_verb.get(("convert", HE)), by_verb.get(("correct", HE))
    if convert is not None and aimed > WORTH_IT and aimed >= 0.6 * best:
        return convert
    if correct is not None and best > WORTH_IT:
        return correct
    if convert is not None and aimed > WORTH_IT:
        return convert
    if battery.counter == FFE2 and battery.mission == HE:
        if ("correct", "") in by_verb and best > WORTH_IT and best > 1.5 * max(aimed, 0.0):
            return by_verb["correct", ""]
        if aimed < 0 and ("cancel-fire", "") in by_verb:
            return by_verb["cancel-fire", ""]
    if battery.counter == SR and ("correct", "") in by_verb and best > WORTH_IT:
        return by_verb["correct", ""]
    for verb in ("aim", "spotting-round", "leave-it"):
        if (verb, "") in by_verb and (verb != "aim" or best > WORTH_IT / 2):
            return by_verb[verb, ""]
    return by_verb.get(("hold", ""), options[-1])


def known_neighbourhood(picture: Picture, battery: Battery) -> list[str]:
    """Hexes with enemies in sight, and those beside them."""
    g = picture.g
    eye = eye_of(g, battery)
    enemies = known_enemy_hexes(g, battery, eye) if eye is not None else []
    return list(dict.fromkeys(hex for enemy in enemies for hex in (enemy, *g.map.adjacent.get(enemy, ()))))


def request(picture: Picture, frame: Request, options: Sequence[Action]) -> Action:
    """Where it is to come down."""
    battery = picture.g.state.batteries[frame.battery]
    hexes = [option.at for option in options if option.verb == "request"]
    if frame.mission == SMOKE or not hexes:
        return options[0]
    _, hex = best_aim(picture, battery, hexes)
    return next((option for option in options if option.at == hex), options[0])

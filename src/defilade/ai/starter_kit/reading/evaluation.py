"""How good a position is for a side, in squads: what is left of each side, and how the scenario stands."""

from __future__ import annotations

from defilade.ai.starter_kit.reading.objectives import Pace, Prospects, must_act, terms_of, turns_left
from defilade.ai.starter_kit.reading.threat import LATER, threat_of
from defilade.ai.starter_kit.reading.worth import (
    BROKEN_KEEPS,
    HUNTED_KEEPS,
    full_worth,
    vehicle_worth,
    weapon_worth,
    worth,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

STAKE = 12.0
"""What winning rather than losing is worth."""
LEFT = 0.45
"""What a point that has left the map is worth: those who are out are not lost."""
EXPOSED_WAITER, EXPOSED_MOVER = 0.45, 0.2
"""How much of the fire that could be brought on a side counts: before the enemy's turn, and before its own."""
FIRE_SPREADS = 1.5
"""Shots that each stack gets in, beside the squads that they could be aimed at."""
DRIVES = 0.5
"""How much it counts that a vehicle comes nearer to what decides the game: it helps, but seldom holds ground."""
WON = 20.0
"""A game that is won is worth more than any position."""


def evaluate(g: SkPlay, side: Side) -> float:
    """The position for a side: above 0 it is better off."""
    over = g.state.over
    if over is not None:
        return WON if over.winner == side else -WON if over.winner else 0.0
    enemy = g.enemy_of(side)
    mine, theirs = material(g, side) - exposure(g, side), material(g, enemy) - exposure(g, enemy)
    total = material_weight(g) * (mine - theirs)
    terms = terms_of(g)
    if terms is None:
        return total
    prospects = Prospects(g)
    chance = prospects.chance()
    total += STAKE * ((chance if side == terms.taker else 1 - chance) - 0.5)
    acting = must_act(prospects)
    behind = march(prospects, acting)
    return total + (behind if side == acting else -behind)


def march(prospects: Prospects, side: Side) -> float:
    """How far the side that must act has come, in squads; 0 or less."""
    g = prospects.g
    pace = Pace(prospects, side)
    return sum(
        pace.at(unit.hex, pace.way_of(unit)) * full_worth(g, unit) * (BROKEN_KEEPS if unit.broken else 1.0)
        for unit in g.on_map(side)
        if unit.is_mmc
    ) + sum(
        pace.at(vehicle.hex, pace.way) * vehicle_worth(g, vehicle) * DRIVES
        for vehicle in g.state.vehicles.values()
        if vehicle.side == side and vehicle.hex and not vehicle.wreck
    )


def material_weight(g: SkPlay) -> float:
    """In the last turns it counts less and less who is left, and more and more where."""
    if g.scenario.victory is None:
        return 1.0
    left = min(turns_left(g, side) for side in g.state.sides)
    return 0.35 + 0.65 * min(1.0, left / 3)


def material(g: SkPlay, side: Side) -> float:
    """All that a side has left, in play or still to come."""
    total = LEFT * g.state.exited.get(side, 0)
    units = g.state.units
    for unit in units.values():
        if unit.side == side:
            total += standing_worth(g, unit)
    for weapon in g.state.weapons.values():
        owner = units.get(weapon.owner)
        if owner is not None and owner.side == side:
            total += weapon_worth(g, weapon) * (BROKEN_KEEPS if owner.broken else 1.0)
    for vehicle in g.state.vehicles.values():
        if vehicle.side == side:
            total += vehicle_worth(g, vehicle)
    return total


def exposure(g: SkPlay, side: Side) -> float:
    """What a side must expect to lose to fire where it stands; more if the other side is to move next."""
    threat = threat_of(g, g.enemy_of(side))
    if not threat.shooters:
        return 0.0
    units = [unit for unit in g.on_map(side) if not unit.melee]
    squads = sum(1 for unit in units if unit.is_mmc and not unit.broken)
    share = min(1.0, max(0.4, FIRE_SPREADS * len(threat.shooters) / (squads + 1)))
    share *= EXPOSED_MOVER if g.state.attacker == side else EXPOSED_WAITER
    return share * sum([threat.at(unit.hex, unit, LATER) * worth(g, unit) for unit in units])


def standing_worth(g: SkPlay, unit: Unit) -> float:
    """A unit where it is: broken beside the enemy it is as good as lost."""
    if not unit.broken or not unit.hex:
        return worth(g, unit)
    return full_worth(g, unit) * (HUNTED_KEEPS if is_hunted(g, unit.hex, unit.side) else BROKEN_KEEPS)


def is_hunted(g: SkPlay, hex: Hex, side: Side) -> bool:
    """Whether an unbroken enemy stands in or beside a hex."""
    units, stacks = g.state.units, g.state.stacks
    for near in (hex, *g.map.adjacent[hex]):
        for uid in stacks.get(near, ()):
            unit = units[uid]
            if unit.side != side and not unit.broken:
                return True
    return False

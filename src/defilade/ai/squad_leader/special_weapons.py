"""Flamethrowers and demolition charges: where they are worth it, by the exact odds of what they would do."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.ai.squad_leader.shooting import value_of_attack
from defilade.kernel import Action
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.fire import Attack
from defilade.rules.sl.state import AFPH, CONCEALED, DFPH, PFPH, SlPlay, clone_state
from defilade.rules.sl.vehicles.penetration import KillRoll, face_hit, kill_number
from defilade.rules.sl.weapons.burning import BURN, FLAMES
from defilade.rules.sl.weapons.captured import lowered_by
from defilade.rules.sl.weapons.demolition import CHARGE, EXPLODE, PLACE, THROW, THROW_AT
from defilade.rules.sl.weapons.flamethrowers import FLAME, FLAMETHROWER
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import chance_at_most, column_for
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

VERBS = frozenset({FLAME, BURN, EXPLODE, PLACE, THROW, THROW_AT})
WORTH_FUEL, WORTH_A_CHARGE = 0.12, 0.3
"""Expected harm, in squads, from which a weapon is used that may not come again."""
REACH = {FLAMETHROWER: 2, CHARGE: 1}
STRENGTH = {FLAMETHROWER: 20.0, CHARGE: 30.0}
PROMISE = 0.8
"""How much of what could be done from a hex is counted on."""
A_VEHICLE = 2.0
"""What a vehicle is worth, in squads."""


# -- where to be with one ------------------------------------------------------------------------------------


def pull(p: Picture, unit: Unit, hex: Hex) -> float:
    """What it is worth to a unit with a flamethrower or a charge to be in a hex: what it could do from there."""
    g, value = p.g, 0.0
    for weapon in g.weapons_of(unit):
        kind = g.weapon_type(weapon).kind
        if kind in REACH:
            value += PROMISE * field(p, kind).get(g.map.ground_hex(hex), 0.0)
    return value


def field(p: Picture, kind: str) -> dict[str, float]:
    """For every hex within reach of enemies, what the weapon would do to the best of them."""
    found = p.fields.get(kind)
    if found is None:
        found = p.fields[kind] = {}
        for target in p.g.state.stacks:
            if p.g.has_side(target, p.enemy):
                spread_out(p, kind, target, found)
    return found


def spread_out(p: Picture, kind: str, target: str, found: dict[str, float]) -> None:
    g = p.g
    fp, drm = STRENGTH[kind], g.terrain_of(target).tem if kind == CHARGE else 0
    enemies = g.side_in(target, p.enemy)
    if all(unit.kind == CONCEALED for unit in enemies):
        fp /= 2
    column = column_for(g.fire_table.columns, fp)
    table = g.tables.infantry_fire_table
    value = sum(
        worth(g, unit) * harm(table, column, drm, 0, morale.morale_level(g, unit)) for unit in enemies
    )
    ground = g.map.ground_hex(target)
    ring = {ground}
    for _ in range(REACH[kind]):
        ring |= {near for hex in ring for near in g.map.adjacent[hex]}
    for hex in ring - {ground}:
        if value > found.get(hex, 0.0) and terrain.sees(g, hex, target):
            found[hex] = value


# -- using it --------------------------------------------------------------------------------------------------


def twin_of(g: SlPlay) -> SlPlay:
    twin = copy.copy(g)
    twin.state = clone_state(g.state)
    return twin


def value_of_flame(p: Picture, option: Action) -> float:
    """At those in a hex, or at those who came by there (SL:5.6.1-b)."""
    uid, wid, *movers = option.who
    g = twin_of(p.g) if movers else p.g
    for mover in movers:
        g.place(g.unit(mover), option.at)
    targets = g.state.stacks.get(option.at, ())
    if not targets:
        return 0.0
    return value_of_attack(p, g, Attack(g.state.phase, p.side, option.at, targets, (Shot(uid, wid),)))


def value_of_charge(p: Picture, option: Action, phase: str) -> float:
    """As if it lay there already; who throws it is hit as well (SL:8.11.9.2)."""
    uid, wid, *movers = option.who
    g = twin_of(p.g)
    for mover in movers:
        if mover in g.state.units:
            g.place(g.unit(mover), option.at)
    unit, weapon = g.unit(uid), g.state.weapons[wid]
    number = g.weapon_type(weapon).breakdown - lowered_by(g, unit, weapon)
    g.update_weapon(weapon, owner="", hex=unit.hex, placed_at=option.at, placed_x=number)
    targets = g.state.stacks.get(option.at, ())
    if not targets or not unit.hex:
        return 0.0
    value = value_of_attack(p, g, Attack(phase, p.side, option.at, targets, (), charge=wid))
    if phase == DFPH:
        value += value_of_attack(p, g, Attack(phase, p.side, unit.hex, (uid,), (), charge=wid))
    return value


def value_against_vehicle(p: Picture, option: Action) -> float:
    """The chance that the kill roll goes through."""
    g, vehicle = p.g, p.g.state.vehicles[option.who[-1]]
    column = FLAMES if option.verb == BURN else CHARGE
    face = face_hit(g, vehicle, g.unit(option.who[0]).hex) if g.unit(option.who[0]).hex else "rear"
    number = kill_number(g, KillRoll(vehicle.id, column, face, p.side, ""))
    return A_VEHICLE * chance_at_most(min(number, 12)) if number is not None and number > 1 else 0.0


def value_of(p: Picture, option: Action) -> float:
    """What using a weapon promises, less what it costs to have it no more."""
    if option.verb in (BURN, THROW_AT):
        return value_against_vehicle(p, option) - WORTH_FUEL
    if option.verb == FLAME:
        return value_of_flame(p, option) - WORTH_FUEL
    if option.verb == EXPLODE:
        g = p.g
        targets = g.state.stacks.get(option.at, ())
        return value_of_attack(p, g, Attack(AFPH, p.side, option.at, targets, (), charge=option.who[0]))
    if option.verb == PLACE and len(option.who) > 2:
        return value_against_vehicle(p, option) - WORTH_A_CHARGE
    return value_of_charge(p, option, DFPH if option.verb == THROW else AFPH) - WORTH_A_CHARGE


def best_use(
    p: Picture, options: Sequence[Action], staying: Callable[[Action], float] = lambda option: 0.0
) -> Action | None:
    """The special weapon that is worth most now; none where it is better kept. `staying` is what else it costs."""
    best, chosen = 0.0, None
    for option in options:
        if option.verb not in VERBS:
            continue
        value = value_of(p, option) - (staying(option) if p.g.state.phase == PFPH else 0.0)
        if value > best:
            best, chosen = value, option
    return chosen

"""Riders: whom cavalry charges, by the odds, which way it gallops, and when to get off a horse or a motorcycle."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.squad_leader.going import best_way, standing
from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.kernel import Action
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.mounts.charging import charge_refusal, strikes
from defilade.rules.sl.mounts.gallop import goals, in_reach, run_on
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.saddles import motorcycle_of, mount_of, rides
from defilade.rules.sl.state import HORSE, Run
from defilade.tactics.fire_table import column_for
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

WORTH_A_CHARGE = 0.1
"""What a charge must promise beyond what the ride may cost, in squads."""
NEAR = 4.0
"""MF to a goal from which riders go on on foot."""
IN_TOUCH = 7
"""Hexes to the nearest enemy from which motorcyclists stay in the saddle."""
RIDDEN_BY_FIRE = 0.35
"""How much of the fire that could meet riders on their last steps is expected to."""


def riding(p: Picture, unit: Unit) -> bool:
    return bool(p.g.state.mounts) and rides(p.g, unit, HORSE)


def promise(p: Picture, units: Sequence[Unit], hex: Hex) -> float:
    """What a charge at a hex promises, in squads."""
    g, table = p.g, p.g.tables.cavalry
    wheat = g.map.terrain[hex] == terrain.WHEAT and g.scenario.wheat_stands
    leaders = [morale.leadership(g, unit) for unit in units if unit.is_leader]
    drm = (table.charge_drm // 2 if wheat else table.charge_drm) + min([0, *leaders])
    total = 0.0
    for rider in units:
        if not rider.is_mmc:
            continue
        fp = g.counter(rider).fp * table.charge_factor * (0.5 if wheat else 1.0)
        column = column_for(g.fire_table.columns, fp)
        for enemy in g.side_in(hex, p.enemy):
            level = morale.morale_level(g, enemy)
            done = harm(g.tables.infantry_fire_table, column, drm + g.terrain_of(hex).tem, 0, level)
            total += done * worth(g, enemy) * (0.6 if enemy.broken else 1.0)
    return total


def best_charge(p: Picture, units: Sequence[Unit], mf: float) -> tuple[float, str]:
    """The hex whose charge promises most beyond its danger, and by how much."""
    g = p.g
    unit = next((one for one in units if one.is_mmc), None)
    if unit is None:
        return 0.0, ""
    best, chosen = 0.0, ""
    stake = sum(worth(g, one) for one in units)
    for hex in goals(g, unit, Run(())).targets:
        gain = promise(p, units, hex) - RIDDEN_BY_FIRE * p.danger(hex, moving=True) * stake
        if gain > best and in_reach(g, unit, Run((), goals=(hex,)), unit.hex, (), mf):
            best, chosen = gain, hex
    return best, chosen


def charging_mover(p: Picture, options: Sequence[Action]) -> Action | None:
    """Who has somebody to ride down goes first."""
    g = p.g
    if not g.state.mounts:
        return None
    best, chosen = WORTH_A_CHARGE, None
    for option in options:
        unit = g.unit(option.who[0]) if option.verb == "move" else None
        mount = mount_of(g, unit) if unit is not None else None
        if unit is None or mount is None or mount.kind != HORSE or mount.winded or not unit.is_mmc:
            continue
        if unit.id in g.state.mounted_at or g.weapons_of(unit):
            continue
        gain, _ = best_charge(p, [unit], g.tables.cavalry.mf + g.tables.cavalry.mf_charging)
        if gain > best:
            best, chosen = gain, option
    return chosen


def choose_ride(p: Picture, frame: Moving, options: Sequence[Action]) -> Action | None:
    """The next step of riders; none where they move like anybody."""
    g = p.g
    members = what_is_left(g, frame)
    units = [member.unit for member in members]
    if not units or not all(riding(p, unit) for unit in units):
        return None
    if g.state.run is not None:
        return gallop(p, frame, g.state.run, options)
    along = with_them(p, frame, options)
    if along is not None:
        return along
    charge = next((option for option in options if option.verb == "charge"), None)
    if charge is not None and charge_refusal(g, frame, members) is None:
        mf = min(member.mf for member in members) + g.tables.cavalry.mf_charging
        if best_charge(p, units, mf)[0] > WORTH_A_CHARGE:
            return charge
    return on_or_off(p, frame, options)


def with_them(p: Picture, frame: Moving, options: Sequence[Action]) -> Action | None:
    """Who rides the same horses goes along."""
    mounts = [mount_of(p.g, p.g.unit(uid)) for uid in frame.members]
    riders = {uid for mount in mounts if mount is not None for uid in mount.riders}
    return next((one for one in options if one.verb == "join" and one.who[0] in riders), None)


def gallop(p: Picture, frame: Moving, run: Run, options: Sequence[Action]) -> Action:
    """Straight to the best target; after that to where one stands best."""
    g = p.g
    members = what_is_left(g, frame)
    unit = next((member.unit for member in members if member.unit.is_mmc), members[0].unit)
    left = min(member.mf for member in members)
    enters = {option.at: option for option in options if option.verb == "enter"}
    stop = next((option for option in options if option.verb == "stop"), None)
    if not enters:
        return stop or options[-1]
    way = run.way if run.at == unit.hex else ()
    riders = [member.unit for member in members]
    fresh = [hex for hex in goals(g, unit, run).targets if not ridden_down(p, run, hex)]
    targets = sorted(fresh, key=lambda hex: (-promise(p, riders, hex), hex))
    for target in targets:
        aim = Run(run.units, run.at, way, run.struck, run.came_from, (target,))
        found = towards(p, aim, unit, left, tuple(enters))
        if found:
            return enters[found]
    value, step = best_way(p, unit, left, tuple(enters))
    if stop is not None and standing(p, unit, unit.hex) >= value:
        return stop
    return enters[step]


def ridden_down(p: Picture, run: Run, hex: Hex) -> bool:
    """Whether somebody there has been attacked in this charge."""
    struck = {mark.partition(" ")[2] for mark in run.struck}
    return any(enemy.id in struck for enemy in p.g.side_in(hex, p.enemy))


def towards(p: Picture, aim: Run, unit: Unit, left: float, steps: Sequence[str]) -> str:
    """The step from which most MF are left for the attack that is meant, the least dangerous of these."""
    g = p.g
    best: tuple[float, float, str] | None = None
    for hex in steps:
        way = run_on(g, aim, unit.hex, hex)
        rest = left - terrain.cost_for(g, unit, unit.hex, hex)
        if strikes(g, aim, unit, hex, way):
            return hex
        if not in_reach(g, unit, aim, hex, way, rest):
            continue
        need = least(p, aim, unit, hex, way, rest)
        key = need, p.danger(hex, moving=True), hex
        if best is None or key < best:
            best = key
    return best[2] if best is not None else ""


def least(p: Picture, aim: Run, unit: Unit, hex: Hex, way: tuple[int, ...], most: float) -> float:
    """About how many MF an attack takes from there."""
    low = 0.0
    for mf in range(1, int(most) + 1):
        if in_reach(p.g, unit, aim, hex, way, float(mf)):
            return float(mf)
        low = float(mf)
    return low + 1


def on_or_off(p: Picture, frame: Moving, options: Sequence[Action]) -> Action | None:
    """Near what decides the game riders get off: they can hold no house from the saddle."""
    off = next((option for option in options if option.verb == "dismount"), None)
    if off is None or not frame.begun:
        return None
    here = p.g.unit(frame.members[0]).hex
    return off if p.way(here) <= NEAR and not p.way(here) == 0 else None


def choose_wheels(p: Picture, frame: Moving, options: Sequence[Action]) -> Action | None:
    """What motorcyclists do besides riding on: set out together, and get off near what decides the game."""
    g = p.g
    units = [g.unit(uid) for uid in frame.members]
    if not any(motorcycle_of(g, unit) is not None for unit in units):
        return None
    along = with_them(p, frame, options)
    if along is not None:
        return along
    off = next((option for option in options if option.verb == "dismount"), None)
    on_foot = any(motorcycle_of(g, unit) is None for unit in units)
    return off if off is not None and (on_foot or (frame.begun and p.way(units[0].hex) <= NEAR)) else None


def off_the_saddle(p: Picture, options: Sequence[Action]) -> Action | None:
    """In the APh motorcyclists get off where they may have to fight."""
    for option in options:
        unit = p.g.unit(option.who[0]) if option.verb == "dismount" else None
        if unit is None or motorcycle_of(p.g, unit) is None:
            continue
        enemies = (p.g.map.distance(unit.hex, enemy.hex) for enemy in p.g.on_map(p.enemy))
        if p.way(unit.hex) <= NEAR or min(enemies, default=IN_TOUCH) < IN_TOUCH:
            return option
    return None

"""Where to go: towards what decides the game, under cover, out of the enemy's fire; and into close combat."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from defilade.ai.squad_leader import special_weapons
from defilade.ai.squad_leader.earthworks import price_of_mines
from defilade.ai.squad_leader.picture import Picture, worth
from defilade.kernel import Action
from defilade.rules.sl import close_combat, terrain
from defilade.rules.sl.eyes.coming_on import ComeOn, first_step
from defilade.rules.sl.movement import what_is_left
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.units import Unit

ENOUGH = 0.06
"""By how much a place must be better to go there."""
AT_GOAL, COVERED = 0.7, 0.07
HURRY, LATE = 0.1, 0.2
"""What a MF on the way to a goal is worth to who must get there: at the start, and so much more at the end."""
UNDER_FIRE = 1.0
OF_A_VEHICLE = 1.0
"""What an attack on a vehicle, or on who rides in it, promises in close combat."""
CROWDED = 0.08
WITH_LEADER = 0.06
UNSEEN = 0.2
"""What it is worth to come on under a "?"."""
ALONE = 0.9
"""What it costs a leader to be where nobody is whom he could lead. A goal alone is worth nothing to him: he cannot
take it."""


def standing(p: Picture, unit: Unit, hex: Hex) -> float:
    """What it is worth to a unit to stand in a hex, in squads."""
    g, way = p.g, p.way(hex)
    friends = p.crowd(hex, unit)
    squads = sum(1 for other in friends if not other.is_leader)
    alone = unit.is_leader and not squads
    value = AT_GOAL * (way == 0 and bool(p.goals) and not alone)
    value -= (p.hurry(HURRY, LATE) if p.attacks else 0.03) * min(way, 30.0)
    value += COVERED * g.terrain_of(hex).tem
    value -= UNDER_FIRE * p.care * p.danger(hex, moving=False) * worth(g, unit)
    value += special_weapons.pull(p, unit, hex)
    led = any(other.is_leader and not other.broken for other in friends)
    if unit.is_leader:
        return value + WITH_LEADER * min(squads, 2) - WITH_LEADER * led - ALONE * alone
    return value - CROWDED * max(0, squads - 1) + WITH_LEADER * led


def stays(p: Picture, unit: Unit) -> bool:
    """A leader stays with those whom he can rally; who holds a goal stays where he is."""
    if unit.is_leader and any(other.broken for other in p.crowd(unit.hex, unit)):
        return True
    if p.way(unit.hex) == 0 and p.goals:
        return True
    return not p.attacks and p.danger(unit.hex, moving=False) < 0.15 and p.way(unit.hex) < 4


def choose_mover(p: Picture, options: Sequence[Action]) -> Action:
    """Whoever is better off elsewhere; squads before leaders, who go along; the nearest to the goal first."""
    g = p.g
    done = next((option for option in options if option.verb == "done"), options[-1])
    best, chosen = 0.0, None
    for option in options:
        if option.verb != "move":
            continue
        unit = g.unit(option.who[0])
        if stays(p, unit):
            continue
        here = standing(p, unit, unit.hex)
        if not any(standing(p, unit, hex) > here + ENOUGH for hex in within(p, unit.hex, 2)):
            continue
        gain = 1.0 + (not unit.is_leader) - 0.01 * p.way(unit.hex)
        if gain > best:
            best, chosen = gain, option
    return chosen if chosen is not None else done


def within(p: Picture, hex: Hex, steps: int) -> list[str]:
    adjacent, found, edge = p.g.map.adjacent, {hex}, [hex]
    for _ in range(steps):
        edge = [near for one in edge for near in adjacent[one] if near not in found]
        found.update(edge)
    return [one for one in found if one != hex and not p.g.has_side(one, p.enemy)]


def choose_step(p: Picture, frame: Moving, options: Sequence[Action]) -> Action:
    """The next step of a move: the first one of the best way to anywhere in reach."""
    g = p.g
    members = what_is_left(g, frame)
    if not members:
        return options[-1]
    if not frame.begun and all(not member.unit.is_leader for member in members):
        for option in options:
            if option.verb == "join":
                other = g.unit(option.who[0])
                if other.is_leader and not any(one.broken for one in p.crowd(other.hex, other)):
                    return option
    enters = {option.at: option for option in options if option.verb == "enter" and not option.how}
    stop = next((option for option in options if option.verb == "stop"), None)
    if not enters:
        return stop or options[-1]
    unit = next((one.unit for one in members if not one.unit.is_leader), members[0].unit)
    left = min(member.mf for member in members)
    value, step = best_way(p, unit, left, tuple(enters))
    if stop is not None and standing(p, unit, unit.hex) + ENOUGH >= value:
        return stop
    return enters[step]


def best_way(p: Picture, unit: Unit, left: float, first: Sequence[str]) -> tuple[float, str]:
    """The best hex in reach and the first step towards it. Danger on the way counts step by step."""
    g = p.g
    heap: list[tuple[float, float, str, str]] = []
    for hex in first:
        cost = terrain.cost_for(g, unit, unit.hex, hex)
        risk = p.danger(hex, moving=True) + price_of_mines(p, unit, unit.hex, hex)
        heappush(heap, (risk, cost, hex, hex))
    best, chosen = -1e9, first[0]
    seen: dict[str, float] = {}
    while heap:
        risk, spent, hex, step = heappop(heap)
        if seen.get(hex, 1e9) <= spent:
            continue
        seen[hex] = spent
        value = standing(p, unit, hex) - UNDER_FIRE * p.care * risk * worth(g, unit)
        if value > best:
            best, chosen = value, step
        for near in g.map.adjacent[hex]:
            total = spent + terrain.cost_for(g, unit, hex, near)
            if total <= left and seen.get(near, 1e9) > total and not g.has_side(near, p.enemy):
                more = p.danger(near, moving=True) + price_of_mines(p, unit, hex, near)
                heappush(heap, (risk + more, total, near, step))
    return best, chosen


# -- coming on ---------------------------------------------------------------------------------------------


def choose_comer(p: Picture, options: Sequence[Action]) -> Action:
    """Squads before leaders, who come with them; under a "?" where that is no worse a place to come on."""
    g = p.g
    coming = [option for option in options if option.verb == "come-on"]
    men = [option for option in coming if not g.unit(option.who[0]).is_leader] or coming
    unit = g.unit(men[0].who[0])
    unseen = [option for option in options if option.verb == "steal-in" and option.who == (unit.id,)]
    over = g.scenario.entry_hexes(unit.group, g.map)
    best = max(standing(p, unit, hex) for hex in over)
    stolen = max(unseen, key=lambda option: (standing(p, unit, option.at), option.at), default=None)
    if stolen is None or standing(p, unit, stolen.at) + UNSEEN < best:
        return men[0]
    return stolen


def choose_entry(p: Picture, frame: ComeOn, options: Sequence[Action]) -> Action:
    """A leader goes along with squads; then on over the hex from which the best way leads."""
    g = p.g
    units = [g.unit(uid) for uid in frame.members]
    if not any(unit.is_leader for unit in units):
        for option in options:
            if option.verb == "join" and g.unit(option.who[0]).is_leader:
                return option
    over = [option.at for option in options if option.verb == "enter"]
    if not over:
        return options[-1]
    unit = next((one for one in units if not one.is_leader), units[0])
    left = min(one.mf for one in what_is_left(g, first_step(frame.members)))
    _, step = best_way(p, unit, left, over)
    return next(option for option in options if option.verb == "enter" and option.at == step)


# -- advance and close combat ------------------------------------------------------------------------------


def choose_advance(p: Picture, options: Sequence[Action]) -> Action:
    """The advance that gains most; into close combat where the odds are good."""
    g = p.g
    best, chosen = ENOUGH, options[-1]
    for option in options:
        if option.verb != "advance":
            continue
        unit = g.unit(option.who[0])
        if g.has_side(option.at, p.enemy):
            gain = close_combat_gain(p, unit, option.at)
        elif stays(p, unit):
            continue
        else:
            gain = standing(p, unit, option.at) - standing(p, unit, unit.hex)
            gain -= price_of_mines(p, unit, unit.hex, option.at) * worth(g, unit)
        if gain > best:
            best, chosen = gain, option
    return chosen


def close_combat_gain(p: Picture, unit: Unit, hex: Hex) -> float:
    """What close combat in a hex promises, in squads: their losses less ours, and the hex if it counts."""
    g = p.g
    ours = [other for other in g.side_in(hex, p.side) if not other.broken] + [unit]
    theirs = g.side_in(hex, p.enemy)
    support = [
        other
        for near in g.map.adjacent[g.map.ground_hex(hex)]
        for other in g.side_in(near, p.side)
        if other.id != unit.id and other.good_order and not other.pinned and not other.advanced
    ]
    fp = close_combat.close_combat_fp
    own = sum(fp(g, one) for one in ours) + 0.5 * sum(fp(g, one) for one in support[:2])
    against = sum(fp(g, one) for one in theirs)
    fighting = [one for one in theirs if not one.broken]
    back = sum(fp(g, one) for one in fighting)
    won = killed(p, own, against, 0 if fighting else -2) * sum(worth(g, one) for one in theirs)
    lost = killed(p, back, own, 0) * sum(worth(g, one) for one in ours) if back else 0.0
    return won - lost + 0.25 * (p.way(hex) == 0 and p.attacks) + 0.05 * (not fighting)


def killed(p: Picture, attack: float, defence: float, drm: int) -> float:
    """The chance that an attack in close combat eliminates its targets."""
    if not attack or not defence:
        return 0.0
    _, number = p.g.tables.close_combat.kill(attack, defence)
    chances = kill_chances(number, drm)
    return chances.below + chances.on


def choose_attack(p: Picture, options: Sequence[Action]) -> Action:
    """One target at a time, with everybody and a leader."""
    for verb in ("with", "lead", "declare"):
        ready = [option for option in options if option.verb == verb]
        if ready:
            return ready[0]
    targets = [option for option in options if option.verb == "attack"]
    if not targets:
        return options[-1]

    def promise(option: Action) -> float:
        unit = p.g.state.units.get(option.who[0])
        if unit is None:
            return OF_A_VEHICLE
        return worth(p.g, unit) / max(1.0, close_combat.close_combat_fp(p.g, unit))

    return max(targets, key=promise)

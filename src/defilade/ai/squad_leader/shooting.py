"""Whom to shoot at, with whom, and whether it is worth it: by the exact odds of the attack."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.kernel import Action
from defilade.rules.sl import fire, firers, morale
from defilade.rules.sl.state import PFPH, SlPlay, clone_state
from defilade.rules.sl.weapons import fire_through, machine_guns
from defilade.tactics.attack_plan import shot_firepower
from defilade.tactics.declaring_fire import DECLARE, DeclareFire
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.fire_table import column_for
from defilade.tactics.units import Unit

WORTH_FIRE = 0.03
"""Expected harm, in squads, from which a shot is taken."""
STAYING = 0.05
"""What it costs to Prep Fire and stay; more for who should be elsewhere."""


def best_attack(
    p: Picture, phase: str, target: str, targets: tuple[str, ...], begun: tuple[Shot, ...] = ()
) -> tuple[float, tuple[Shot, ...]]:
    """The fire group that does most harm to a target hex, and the expected harm in squads."""
    g = p.g
    begun_by = {shot.unit for shot in begun if not shot.weapon}
    able = [unit for unit in firers.firers(g, p.side, target) if unit.id not in begun_by]
    own = [Shot(unit.id) for unit in able]
    ranked = sorted(own, key=lambda shot: -shot_firepower(g, shot, target, targets)[1])
    group = list(begun)
    for shot in ranked:
        unit = g.unit(shot.unit)
        if firers.gives_up_own_fp(g, unit, group):
            continue
        if not group or firers.group_refusal(g, tuple(group), unit) is None:
            group.append(shot)
    while guns := machine_guns.gun_shots(g, p.side, target, group):
        group.append(max(guns, key=lambda shot: shot_firepower(g, shot, target, targets)[1]))
    if not group:
        return 0.0, ()
    shots = without_idle(p, tuple(group), target, targets, len(begun))
    return value_of(p, phase, shots, target, targets), shots


def without_idle(
    p: Picture, shots: tuple[Shot, ...], target: str, targets: tuple[str, ...], fixed: int
) -> tuple[Shot, ...]:
    """Leave out those, the weakest first, without whom the column stays the same: they can shoot elsewhere."""
    g = p.g
    strength = {shot: shot_firepower(g, shot, target, targets)[1] for shot in shots}
    total = sum(strength.values())
    columns = g.fire_table.columns
    column = column_for(columns, total)
    kept = list(shots)
    for shot in reversed(shots[max(fixed, 1) :]):
        rest = tuple(one for one in kept if one is not shot)
        if column_for(columns, total - strength[shot]) == column and _hangs_together(p, rest):
            total -= strength[shot]
            kept = list(rest)
    return tuple(kept)


def _hangs_together(p: Picture, shots: Sequence[Shot]) -> bool:
    return all(firers.group_refusal(p.g, shots, p.g.unit(shot.unit)) is None for shot in shots)


def value_of(p: Picture, phase: str, shots: tuple[Shot, ...], target: str, targets: tuple[str, ...]) -> float:
    """Expected harm to the enemy, less harm to friends, in the hex and behind it."""
    g = p.g
    attack = fire.Attack(phase, p.side, target, targets, shots, best_leaders(p, phase, shots))
    total = value_of_attack(p, g, attack)
    for hex in hexes_of(g, shots):  # machine guns strike who stands behind, friends among them
        for leg in next(iter(fire_through.ways_through(g, attack, hex)), ()):
            there = g.state.stacks.get(leg.place, ())
            if there:
                on = fire.Attack(phase, p.side, leg.place, there, leg.shots, attack.leaders)
                total += value_of_attack(p, g, on)
    return total


def value_of_attack(p: Picture, g: SlPlay, attack: fire.Attack) -> float:
    """Expected harm to the enemy, less harm to friends, in one hex."""
    plan, total = fire.plan_of(g, attack), 0.0
    for group in plan.groups:
        for uid in group.units:
            unit = g.state.units.get(uid)
            if unit is None:
                continue
            level = morale.morale_level(g, unit)
            done = harm(g.tables.infantry_fire_table, plan.column, group.drm, plan.cowering, level)
            done *= worth(g, unit) * (0.6 if unit.broken else 1.0)
            total += done if unit.side == p.enemy else -done
    return total


def best_leaders(p: Picture, phase: str, shots: tuple[Shot, ...]) -> tuple[str, ...]:
    """In each hex the best leader; any is better than none: who is directed does not cower."""
    here = firers.leaders_of_group(p.g, phase, shots)
    return tuple([min(few, key=lambda uid: morale.leadership(p.g, p.g.unit(uid))) for few in here])


def price_of_staying(p: Picture, phase: str, units: Sequence[Unit]) -> float:
    """Who Prep Fires does not move."""
    if phase != PFPH:
        return WORTH_FIRE
    price = STAYING
    for unit in units:
        way = p.way(unit.hex)
        if way and p.attacks:
            price = max(price, min(0.6, 0.12 + 0.04 * way))
    return price


def put_back(p: Picture, option: Action) -> Picture:
    """The picture with those who passed through a hex standing there, as they do for the attack (SL:5.6.1-b)."""
    if not option.who:
        return p
    twin = copy.copy(p.g)
    twin.state = clone_state(p.g.state)
    for uid in option.who:
        twin.place(twin.unit(uid), option.at)
    return Picture(twin, p.side)


def choose_target(p: Picture, phase: str, options: Sequence[Action]) -> Action:
    """The best target if it is worth it, otherwise done."""
    g = p.g
    best, chosen = 0.0, None
    for option in options:
        if option.verb != "target":
            continue
        there = put_back(p, option)
        targets = there.g.state.stacks.get(option.at, ())
        if not targets:
            continue
        value, shots = best_attack(there, phase, option.at, targets)
        if shots and value > max(best, price_of_staying(p, phase, [g.unit(shot.unit) for shot in shots])):
            best, chosen = value, option
    return chosen if chosen is not None else options[-1]


def choose_firer(p: Picture, frame: DeclareFire, options: Sequence[Action]) -> Action:
    """Put the attack together, one firer at a time, then the leaders."""
    directing = [option for option in options if option.verb == "direct"]
    if directing:
        return min(directing, key=lambda option: morale.leadership(p.g, p.g.unit(option.who[0])))
    _, shots = best_attack(p, frame.phase, frame.target, frame.targets, frame.shots)
    for shot in shots:
        adding = Action("add", tuple([part for part in (shot.unit, shot.weapon, shot.second) if part]))
        if shot not in frame.shots and adding in options:
            return adding
    if DECLARE in options:
        return DECLARE
    return next((option for option in options if option.verb == "add"), options[-1])

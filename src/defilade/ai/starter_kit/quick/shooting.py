"""Whom to shoot at, with whom, and when it is worth it."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.fire_groups import (
    best_leaders,
    choose_leader,
    leaders_are_asked_for,
    next_of_group,
    strongest_first,
)
from defilade.ai.starter_kit.quick.judgement import Judgement
from defilade.ai.starter_kit.reading.worth import full_worth, harm
from defilade.kernel import Action
from defilade.rules.sk import attack_plan, ift, morale
from defilade.rules.sk.firers import FPF, SUBSEQUENT, joining_refusal
from defilade.rules.sk.state import MPH, PFPH
from defilade.tactics.attack_plan import shot_firepower
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot

FPF_RISK = 0.35
"""What it costs, on average, that a unit using FPF checks its own morale."""
SUBSEQUENT_COST = 0.08
"""What it costs to be marked Final Fire early."""

WORTH_FIRST_FIRE, WORTH_LATER_FIRE = 0.18, 0.02
"""Expected harm, in squads, from which a shot is taken; first fire is saved for better targets."""


def best_attack(
    j: Judgement, phase: str, target: str, targets: tuple[str, ...], begun: tuple[Shot, ...] = ()
) -> tuple[float, tuple[Shot, ...]]:
    """The fire group that does most harm to a target hex for its price, and the expected harm in squads."""
    g = j.g
    group = list(begun)
    for _, shot in strongest_first(g, j.side, phase, target, targets):
        if joining_refusal(g, tuple(group), shot) is None:
            group.append(shot)
    if not group:
        return 0.0, ()
    shots = without_idle(j, tuple(group), target, targets, len(begun))
    return value_of(j, phase, shots, target, targets), shots


def without_idle(
    j: Judgement, shots: tuple[Shot, ...], target: str, targets: Sequence[str], fixed: int
) -> tuple[Shot, ...]:
    """Leave out those, weakest first, without whom the column stays the same: they can shoot elsewhere."""
    g = j.g
    strength = [shot_firepower(g, shot, target, targets)[1] for shot in shots]
    total = sum(strength)
    column = ift.column(g, total)
    kept = list(shots)
    for place in range(len(shots) - 1, max(fixed, 1) - 1, -1):
        if ift.column(g, total - strength[place]) == column:
            total -= strength[place]
            kept.remove(shots[place])
    return tuple(kept)


CREW = 0.2
"""What an attack on the crew of a vehicle is worth, roughly."""


def value_of(j: Judgement, phase: str, shots: tuple[Shot, ...], target: str, targets: Sequence[str]) -> float:
    """Expected harm to the enemy, less harm to friends in the hex and the price of firing so."""
    g = j.g
    leaders = best_leaders(g, phase, shots)
    plan = attack_plan.plan_attack(g, phase, shots, target, targets, leaders)
    total = 0.0
    for group in plan.groups:
        for uid in group.units:
            unit = g.state.units.get(uid)
            if unit is None:
                total += CREW  # the crew of a vehicle that looks out
                continue
            level = morale.morale_level(g, unit)
            done = harm(g, plan.column, group.drm, plan.cowering, unit, level) * full_worth(g, unit)
            total += done if unit.side == j.enemy else -done
    price = sum(FPF_RISK for uid in {s.unit for s in shots if s.mode == FPF} if uid)
    price += sum(SUBSEQUENT_COST for shot in shots if shot.mode == SUBSEQUENT)
    return total - price


# -- decisions ---------------------------------------------------------------------------------------------


def choose_target(j: Judgement, phase: str, options: Sequence[Action]) -> Action:
    """A fire phase: the best target if it is worth it, otherwise done."""
    g = j.g
    best, chosen = 0.0, None
    for option in options:
        if option.verb != "target":
            continue
        targets = g.state.stacks[option.at]
        value, shots = best_attack(j, phase, option.at, targets)
        if shots and value > max(best, price_of_staying(j, phase, shots)):
            best, chosen = value, option
    if chosen is not None:
        return chosen
    charges = [option for option in options if option.verb == "set-off"]
    return charges[0] if charges else options[-1]


def price_of_staying(j: Judgement, phase: str, shots: tuple[Shot, ...]) -> float:
    """Who Prep Fires does not move: that is only worth it for a good shot, or for those who are where they
    should be."""
    if phase != PFPH:
        return WORTH_LATER_FIRE
    g = j.g
    price = 0.0
    for uid in {shot.unit for shot in shots}:
        unit = g.unit(uid)
        way = j.way(unit.hex)
        price = max(price, 0.05 if way == 0 or not j.attacks else min(0.6, 0.15 + 0.05 * way))
    return price


def choose_first_fire(
    j: Judgement, options: Sequence[Action], target: str, movers: tuple[str, ...]
) -> Action:
    """A moving enemy can be shot at: worth it?"""
    value, shots = best_attack(j, MPH, target, movers)
    fire = next((option for option in options if option.verb == "fire"), None)
    if fire is not None and shots and value > WORTH_FIRST_FIRE:
        return fire
    return next(option for option in options if option.verb == "pass")


def choose_firer(j: Judgement, frame: DeclareFire, options: Sequence[Action]) -> Action:
    """Put the attack together, one firer at a time, then the leaders."""
    if leaders_are_asked_for(frame, options):
        return choose_leader(j.g, options)
    _, shots = best_attack(j, frame.phase, frame.target, frame.targets, frame.shots)
    return next_of_group(frame, shots, options)

"""Whom to shoot at, with whom, and when to hold fire: by the exact expected effect of every attack.

Firing has a price: the same firers might do more elsewhere, later in the phase, or by moving instead.  An
attack is made where what it does is worth more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defilade.ai.starter_kit.fire_groups import (
    best_leaders,
    choose_leader,
    leaders_are_asked_for,
    next_of_group,
    strongest_first,
)
from defilade.ai.starter_kit.plans import movement_plans
from defilade.ai.starter_kit.plans.gunnery import harm_to_crew, value_of_vehicle
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.worth import harm
from defilade.kernel import Action
from defilade.rules.sk import attack_plan, ift, morale
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.firers import FPF, SUBSEQUENT, joining_refusal
from defilade.rules.sk.state import AFPH, MPH, PFPH
from defilade.tactics.attack_plan import Plan
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

ELSEWHERE = 0.6
"""How much of what a firer could do to another target counts against using it here."""
WORTH_A_SHOT = {PFPH: 0.04, MPH: 0.03, AFPH: 0.005}
FPF_RISK = 0.3
"""What FPF takes of a unit's worth on average: its own DR is a morale check."""
SUBSEQUENT_PRICE = 0.04
RESIDUAL = 0.01
"""What each FP of residual in a hex is worth."""


class Fire(NamedTuple):
    """An attack that could be made: what it does for its price, and how it adds up."""

    value: float
    """Expected harm in squads, less what the firers might do instead."""
    harm: float
    shots: tuple[Shot, ...]
    leaders: tuple[str, ...] = ()


NO_FIRE = Fire(0.0, 0.0, ())


# -- one attack --------------------------------------------------------------------------------------------


def expected_harm(picture: Picture, plan: Plan) -> float:
    """What an attack takes from the enemy on average, less what it takes from friends in the hex."""
    g = picture.g
    total = 0.0
    for group in plan.groups:
        for uid in group.units:
            unit = g.state.units.get(uid)
            if unit is None:
                total += crew_harm(picture, plan, group.drm, uid)
                continue
            level = morale.morale_level(g, unit)
            done = harm(g, plan.column, group.drm, plan.cowering, unit, level) * picture.value_of(unit)
            total += done if unit.side == picture.enemy else -done
    return total


def crew_harm(picture: Picture, plan: Plan, drm: int, vehicle_id: str) -> float:
    """What an attack takes from a vehicle by way of its crew, which looks out."""
    g = picture.g
    vehicle = g.state.vehicles[vehicle_id]
    done = harm_to_crew(g, vehicle, ift.odds(g, plan.column, drm, plan.cowering))
    done *= value_of_vehicle(picture, vehicle)
    return done if vehicle.side == picture.enemy else -done


def price_of_mode(picture: Picture, shots: Sequence[Shot]) -> float:
    """What Subsequent First Fire and FPF cost those who use them."""
    price = 0.0
    for uid in dict.fromkeys(shot.unit for shot in shots if shot.mode in (FPF, SUBSEQUENT)):
        modes = {shot.mode for shot in shots if shot.unit == uid}
        price += FPF_RISK * picture.value_of(picture.g.unit(uid)) if FPF in modes else SUBSEQUENT_PRICE
    return price


class Battery:
    """Everybody who may fire at one target now, hex by hex, and the attacks that they could make of it."""

    def __init__(self, picture: Picture, phase: str, target: str, targets: tuple[str, ...]) -> None:
        self.picture = picture
        self.phase = phase
        self.target = target
        self.targets = targets
        g = picture.g
        self.by_hex: dict[str, list[Shot]] = {}
        for _, shot in strongest_first(g, picture.side, phase, target, targets):
            self.by_hex.setdefault(g.unit(shot.unit).hex, []).append(shot)
        self._prices: dict[str, float] = {}
        self.committed: frozenset[str] = frozenset()

    def joined(self, begun: Sequence[Shot], hex: Hex) -> tuple[Shot, ...]:
        """What has been declared with all that can be added from a hex. Leaders direct rather than fire."""
        g = self.picture.g
        group = list(begun)
        for shot in self.by_hex[hex]:
            if g.unit(shot.unit).is_leader and len(self.by_hex[hex]) > 1:
                continue
            if joining_refusal(g, tuple(group), shot) is None:
                group.append(shot)
        return tuple(group)

    def fire(self, shots: tuple[Shot, ...], price: float) -> Fire:
        g, picture = self.picture.g, self.picture
        leaders = best_leaders(g, self.phase, shots)
        plan = attack_plan.plan_attack(g, self.phase, shots, self.target, self.targets, leaders)
        done = expected_harm(picture, plan) - price_of_mode(picture, shots)
        if self.phase == MPH:
            done += RESIDUAL * plan.column_fp / 2
        return Fire(done * picture.stance.fire - price, done, shots, leaders)

    def best(self, begun: tuple[Shot, ...] = ()) -> Fire:
        """The best attack: the best hex, then others as long as they add more than their price."""
        key = ("fire", self.phase, self.target, self.targets, begun)
        found: Fire | None = self.picture.found.get(key)
        if found is None:
            found = self.picture.found[key] = self._find_best(begun)
        return found

    def _find_best(self, begun: tuple[Shot, ...]) -> Fire:
        found = self.fire(begun, 0.0) if begun else NO_FIRE
        self.committed = frozenset([self.picture.g.unit(shot.unit).hex for shot in begun])
        spent = 0.0
        left = [hex for hex in self.by_hex if not begun or self.joined(begun, hex) != begun]
        while left:
            best, chosen = found, ""
            for hex in left:
                shots = self.joined(found.shots, hex)
                if shots == found.shots:
                    continue
                fire = self.fire(shots, spent + self.price(hex))
                if fire.value > best.value or not best.shots:
                    best, chosen = fire, hex
            if not chosen:
                break
            found = best
            spent += self.price(chosen)
            left.remove(chosen)
        return found

    def price(self, hex: Hex) -> float:
        """What the firers of a hex might do instead; nothing where some of them fire already."""
        if hex in self.committed:
            return 0.0
        found = self._prices.get(hex)
        if found is None:
            found = self._prices[hex] = price_of_firing(
                self.picture, self.phase, hex, self.target, self.by_hex[hex]
            )
        return found


def battery_of(picture: Picture, phase: str, target: str, targets: tuple[str, ...]) -> Battery:
    """Everybody who may fire at a target now."""
    key = ("battery", phase, target, targets)
    found: Battery | None = picture.found.get(key)
    if found is None:
        found = picture.found[key] = Battery(picture, phase, target, targets)
    return found


# -- the price of firing -----------------------------------------------------------------------------------


def price_of_firing(picture: Picture, phase: str, hex: Hex, target: str, shots: Sequence[Shot]) -> float:
    g = picture.g
    units = {uid: g.unit(uid) for uid in dict.fromkeys(shot.unit for shot in shots)}
    fp = 0.0
    reach = 0
    for unit in units.values():
        own, far = picture.strength(unit)
        fp, reach = fp + own, max(reach, far)
    fp /= 2 if phase == AFPH else 1
    other = picture.targets.effects(fp, reach, target)[hex] * picture.material_weight
    price = ELSEWHERE * other
    if phase == PFPH:
        price += sum(price_of_staying(picture, unit) for unit in units.values())
    elif phase == MPH:
        price = max(price, price_of_first_fire(picture, hex, fp, reach, target))
    return price


def price_of_staying(picture: Picture, unit: Unit) -> float:
    """Who Prep Fires does not move: what a move would have promised, with Advancing Fire after it."""
    if unit.is_leader:
        return 0.0
    gain = picture.gains.get(unit.id)
    if gain is None:
        gain = picture.gains[unit.id] = movement_plans.gain_of(picture, unit)[0]
    if gain <= movement_plans.ENOUGH:
        return 0.0
    return gain


def price_of_first_fire(picture: Picture, hex: Hex, fp: float, reach: int, target: str) -> float:
    """What may still come into the sights of a firer that holds its fire: Final Fire at those at rest, and
    movers who show themselves in the open."""
    final = picture.targets.effects(fp, reach)[hex] * picture.material_weight
    still = picture.enemies_to_move
    coming = picture.typical_shot(fp) * (1 - 0.75**still) if still else 0.0
    return picture.stance.hold_fire * max(0.55 * final, 0.45 * coming)


# -- decisions ---------------------------------------------------------------------------------------------


def attacks(picture: Picture, phase: str, options: Sequence[Action]) -> list[tuple[Fire, Action]]:
    """Every target with the best attack on it, the best first."""
    found = []
    for option in options:
        if option.verb == "target":
            targets = everybody_in(picture.g, option.at, picture.enemy)
            fire = battery_of(picture, phase, option.at, targets).best()
            if fire.shots:
                found.append((fire, option))
    found.sort(key=lambda entry: (-entry[0].value, entry[1]))
    return found


def choose_target(picture: Picture, phase: str, options: Sequence[Action]) -> Action:
    """A fire phase: the best attack if there is one worth it."""
    for fire, option in attacks(picture, phase, options):
        if fire.value > WORTH_A_SHOT.get(phase, 0.005):
            return option
        break
    for option in options:
        if option.verb == "set-off":
            return option
    return options[-1]


def choose_first_fire(
    picture: Picture, options: Sequence[Action], target: str, movers: tuple[str, ...]
) -> Action:
    """A moving enemy can be shot at: now, or hold fire?"""
    fire = battery_of(picture, MPH, target, movers).best()
    yes = next((option for option in options if option.verb == "fire"), None)
    if yes is not None and fire.shots and fire.value > WORTH_A_SHOT[MPH]:
        return yes
    return next(option for option in options if option.verb == "pass")


def next_firer(
    picture: Picture, frame: DeclareFire, options: Sequence[Action], planned: Fire | None = None
) -> tuple[Action, Fire]:
    """Put the attack together, one firer at a time, then the leaders; with the attack that is meant."""
    if leaders_are_asked_for(frame, options):
        return choose_leader(picture.g, options), NO_FIRE
    fire = planned
    if fire is None:
        fire = battery_of(picture, frame.phase, frame.target, frame.targets).best(frame.shots)
    return next_of_group(frame, fire.shots, options), fire

"""When guns, main armaments, machine guns of vehicles and anti-tank weapons fire, at what and how; and turning.

Every option is worth what it takes from the enemy on average, less what the same weapon could do instead: at another
target, later in the phase, by moving, or by staying hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defilade.ai.starter_kit.plans import tank_plans
from defilade.ai.starter_kit.plans.fire_plans import expected_harm, price_of_staying
from defilade.ai.starter_kit.plans.gunnery import (
    assault_takes,
    daring,
    mg_attack,
    panzerfaust_chance,
    panzerfaust_shot,
    shot_value,
    sw_at_armor,
    value_of_vehicle,
)
from defilade.ai.starter_kit.plans.hunters import best_shot, hunters_of, outlook_from
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import Action, Refusal
from defilade.rules.sk import los, morale
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.first_fire import FirstFire, targets_left
from defilade.rules.sk.full.ordnance.aiming import Aiming, shot_action, shots_now, target_hexes
from defilade.rules.sk.full.ordnance.aiming import occasion_of as occasion_of_aiming
from defilade.rules.sk.full.ordnance.guns import all_firers, mode_of
from defilade.rules.sk.full.ordnance.occasions import occasion_in
from defilade.rules.sk.full.ordnance.shots import INTENSIVE, Firer, Occasion
from defilade.rules.sk.full.vehicles import sw_against_armor
from defilade.rules.sk.full.vehicles.driving import driving
from defilade.rules.sk.state import MPH, PFPH
from defilade.tactics import arcs
from defilade.tactics.names import Hex
from defilade.tactics.units import Weapon

GUN_VERBS = frozenset(["gun", "mg", "at-armor", "panzerfaust", "react"])
TURN_VERBS = frozenset(["turn", "swing", "pivot"])

HIDDEN = 0.25
"""What it is worth to stay hidden."""
AGAIN = 0.06
"""What Intensive Fire costs: the weapon breaks down more easily."""
ONE_LESS = 0.04
"""What a Panzerfaust is worth that is not fired, and what the check may cost."""
LATER = 0.5
"""How much of what a weapon could do to those at rest, or to others, counts against firing at a mover."""
COMES_BACK = 0.35
"""How much of a shot of Prep Fire a vehicle has in the AFPh, too, if it moves instead."""
DARED = 0.3
"""What it costs a unit to go at a tank with its hands."""
WORTH_A_TURN = 0.08
TURNS_FOR = 0.25
"""How much of what a weapon could do after turning counts."""


class HeavyFire(NamedTuple):
    """An option and what it is worth beside doing nothing."""

    value: float
    action: Action


# -- what is worth what ------------------------------------------------------------------------------------


def attacks(
    picture: Picture, phase: str, options: Sequence[Action], window: FirstFire | None = None
) -> list[HeavyFire]:
    """All that can be fired here beside fire groups, the best first."""
    occasion = Occasion(phase, picture.side) if window is None else occasion_in(picture.g, window)
    found = []
    for option in options:
        if option.verb not in GUN_VERBS:
            continue
        value = _value(picture, occasion, option, window)
        if value > 0:
            found.append(HeavyFire(value, option))
    found.sort(key=lambda fire: (-fire.value, fire.action))
    return found


def _value(picture: Picture, occasion: Occasion, option: Action, window: FirstFire | None) -> float:
    g = picture.g
    if option.verb == "gun":
        return gun_value(picture, occasion, option)
    if option.verb == "mg":
        vehicle = g.vehicle(option.who[0])
        targets = targets_left(g, window) if window is not None else everybody_in(g, option.at, picture.enemy)
        plan = mg_attack(g, vehicle, option.at, tuple(option.how.split("+")), targets)
        return expected_harm(picture, plan) - price_of_vehicle(picture, occasion.phase, vehicle.id)
    if option.verb == "at-armor":
        unit, weapon, vehicle = (
            g.unit(option.who[0]),
            g.state.weapons[option.who[1]],
            g.vehicle(option.who[2]),
        )
        mode = sw_against_armor.mode_against(g, unit, weapon, vehicle)
        value = sw_at_armor(picture, unit, weapon, vehicle, mode or "")
        return value - picture.opportunity(unit, unit.hex)
    if option.verb == "panzerfaust":
        return panzerfaust_value(picture, occasion, option)
    return react_value(picture, option)


def gun_value(picture: Picture, occasion: Occasion, option: Action) -> float:
    """The best shot of a weapon now, less its price."""
    firer = next((one for one in all_firers(picture.g, occasion) if one.weapon == option.who[1]), None)
    if firer is None:
        return 0.0
    best = max([value for value, _ in shots_by_hex(picture, firer, occasion)], default=0.0)
    return best - price_of_gun(picture, firer, occasion) if best else 0.0


def shots_by_hex(picture: Picture, firer: Firer, occasion: Occasion) -> list[tuple[float, str]]:
    """What the best shot at each hex that a weapon may fire at is worth."""
    g = picture.g
    found = []
    for hex in target_hexes(g, firer, occasion):
        mode = mode_of(g, firer, occasion, hex)
        if not isinstance(mode, Refusal):
            value = best_shot(picture, g, firer, occasion, hex, mode)[0]
            found.append((value - AGAIN if mode == INTENSIVE else value, hex))
    return found


def price_of_gun(picture: Picture, firer: Firer, occasion: Occasion) -> float:
    g = picture.g
    price = 0.0
    if any(gun.weapon == firer.weapon for gun in g.state.hidden.get(picture.side, ())):
        price += HIDDEN
    if occasion.phase == MPH and occasion.side != g.attacker:
        later = LATER * picture.stance.hold_fire * _best_at_rest(picture, firer)
        price += max(0.0, later - _rate(g.state.weapons[firer.weapon], picture))
    unit = g.state.units.get(firer.id)
    if unit is None:
        return price + price_of_vehicle(picture, occasion.phase, firer.id)
    if occasion.phase == PFPH and firer.facing < 0:
        price += price_of_staying(picture, unit)
    return price


def _rate(weapon: Weapon, picture: Picture) -> float:
    """What is left of the price where a weapon may well fire again."""
    return 0.1 * picture.g.weapon_type(weapon).rof


def _best_at_rest(picture: Picture, firer: Firer) -> float:
    """What a weapon could do to those at rest, as in the DFPh that follows."""
    key = ("at rest", firer)
    found: float | None = picture.found.get(key)
    if found is None:
        occasion = Occasion(PFPH, picture.side)
        best = 0.0
        for hex in target_hexes(picture.g, firer, occasion):
            best = max(best, best_shot(picture, picture.g, firer, occasion, hex, "prep")[0])
        found = picture.found[key] = best
    return found


def price_of_vehicle(picture: Picture, phase: str, vehicle_id: str) -> float:
    """Who Prep Fires does not drive."""
    if phase != PFPH:
        return 0.0
    gain = tank_plans.gain_of(picture, picture.g.vehicle(vehicle_id))
    return max(0.0, gain)


def panzerfaust_value(picture: Picture, occasion: Occasion, option: Action) -> float:
    g = picture.g
    unit = g.unit(option.who[0])
    vehicle = option.who[1] if len(option.who) > 1 else ""
    world, shot = panzerfaust_shot(g, unit, option.at, vehicle, occasion.phase)
    done = panzerfaust_chance(g, unit, vehicle) * shot_value(picture, shot, occasion.targets, world)
    return done - ONE_LESS - (0.05 if not vehicle else 0.0)


def react_value(picture: Picture, option: Action) -> float:
    """Infantry goes at a vehicle that has come into its hex."""
    g = picture.g
    move = driving(g)
    if move is None:
        return 0.0
    vehicle = g.vehicle(move.vehicle)
    units = [g.unit(uid) for uid in option.who]
    lead = next((unit for unit in units if unit.is_mmc), units[0])
    takes = daring(g, lead) * assault_takes(g, option.who, vehicle.id)
    return takes * value_of_vehicle(picture, vehicle) - 0.1 * DARED * len(units)


# -- turning -----------------------------------------------------------------------------------------------


def turns(picture: Picture, options: Sequence[Action]) -> list[HeavyFire]:
    """Turning at the end of a phase: towards what could be fired at, and the thick armor to what threatens."""
    valued = [
        HeavyFire(turn_value(picture, option), option) for option in options if option.verb in TURN_VERBS
    ]
    found = [turn for turn in valued if turn.value > WORTH_A_TURN]
    found.sort(key=lambda fire: (-fire.value, fire.action))
    return found


def turn_value(picture: Picture, option: Action) -> float:
    g = picture.g
    facing = int(option.how)
    if option.verb == "turn":
        weapon = g.state.weapons[option.who[1]]
        if not weapon.hex:
            return 0.0  # hidden: it was laid where it is to fire
        gain = covered(picture, weapon.hex, facing) - covered(picture, weapon.hex, weapon.facing)
        return TURNS_FOR * gain
    vehicle = g.vehicle(option.who[0])
    worth = value_of_vehicle(picture, vehicle)
    hunters = hunters_of(g, picture.enemy)
    if option.verb == "pivot":
        before = hunters.loss(vehicle, vehicle.hex, vehicle.vca, moving=False)
        after = hunters.loss(vehicle, vehicle.hex, facing, moving=False)
        gain = worth * (before - after)
        if not g.vehicle_type(vehicle).turreted:
            gain += TURNS_FOR * (
                outlook_from(picture, vehicle, vehicle.hex, facing)[0]
                - outlook_from(picture, vehicle, vehicle.hex, vehicle.vca)[0]
            )
        return gain
    _, where = outlook_from(picture, vehicle, vehicle.hex, vehicle.vca)
    if not where or arcs.in_arc(g.map, vehicle.hex, vehicle.tca, where):
        return 0.0
    return 0.1 if arcs.in_arc(g.map, vehicle.hex, facing, where) else 0.0


def covered(picture: Picture, hex: Hex, facing: int) -> float:
    """What of the enemy a gun covers and sees."""
    g = picture.g
    worth = sum(
        stack.worth
        for stack in picture.targets.stacks
        if arcs.in_arc(g.map, hex, facing, stack.hex) and los.hindrance(g, hex, stack.hex) >= 0
    )
    return worth + sum(
        value_of_vehicle(picture, tank)
        for tank in g.state.vehicles.values()
        if tank.side == picture.enemy
        and tank.hex
        and not tank.wreck
        and arcs.in_arc(g.map, hex, facing, tank.hex)
        and los.hindrance(g, hex, tank.hex) >= 0
    )


# -- laying a weapon ---------------------------------------------------------------------------------------


def aim(picture: Picture, frame: Aiming, options: Sequence[Action]) -> Action:
    """The hex, then the shot, then who helps."""
    g = picture.g
    if frame.shot is not None:
        return _detail(picture, options)
    if frame.target:
        values = {shot_action(shot): shot_value(picture, shot, frame.targets) for shot in shots_now(g, frame)}
        return max(options, key=lambda option: (values.get(option, 0.0), option.how))
    occasion = occasion_of_aiming(frame)
    firer = next((one for one in all_firers(g, occasion) if one.weapon == frame.weapon), None)
    if firer is None:
        return options[0]
    best = max(shots_by_hex(picture, firer, occasion), default=(0.0, ""))
    return next((option for option in options if option.verb == "at" and option.at == best[1]), options[0])


def _detail(picture: Picture, options: Sequence[Action]) -> Action:
    """A second man at the weapon, a leader who helps, and no backblast where it can be avoided."""
    for verb in ("with", "careful", "backblast"):
        for option in options:
            if option.verb == verb:
                return option
    leaders = [option for option in options if option.verb == "direct"]
    best = min(leaders, key=lambda option: _leads(picture, option), default=None)
    if best is not None and _leads(picture, best) <= 0:
        return best
    return options[-1]


def _leads(picture: Picture, option: Action) -> int:
    return morale.leadership(picture.g, picture.g.unit(option.who[0]))

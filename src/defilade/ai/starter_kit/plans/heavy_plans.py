"""The plans' answers about guns, vehicles and artillery, for the questions that only these ask and for those that they
share with Infantry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from defilade.ai.starter_kit.plans import (
    ambush_plans,
    artillery_plans,
    fire_plans,
    gun_plans,
    heavy_set_up_plans,
    movement_plans,
    tank_plans,
)
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import Action, Frame
from defilade.rules.sk.advance import AdvancePhase
from defilade.rules.sk.advancing_fire import AdvancingFirePhase
from defilade.rules.sk.final_fire import DefensiveFirePhase
from defilade.rules.sk.first_fire import FirstFire, targets_left
from defilade.rules.sk.full.artillery.orders import Orders
from defilade.rules.sk.full.artillery.phase import ArtilleryStep
from defilade.rules.sk.full.artillery.requests import Request
from defilade.rules.sk.full.elst.ambush import SHOW, Hide
from defilade.rules.sk.full.ordnance.aiming import Aiming
from defilade.rules.sk.full.ordnance.gun_set_up import LayGuns
from defilade.rules.sk.full.ordnance.hidden_placement import HideGuns
from defilade.rules.sk.full.ordnance.resolution import OneOfThem, RateOrResidual
from defilade.rules.sk.full.vehicles.driving import Driving
from defilade.rules.sk.full.vehicles.set_up import PlaceVehicles
from defilade.rules.sk.movement import MovementPhase
from defilade.rules.sk.prep_fire import PrepFirePhase
from defilade.rules.sk.state import AFPH, DFPH, MPH, PFPH, SkPlay

Options = Sequence[Action]
Plan = Callable[[Picture, Any, Options], Action | None]

KNOWN_VERBS = gun_plans.GUN_VERBS | gun_plans.TURN_VERBS | {"drive", "open-up", "button-up", SHOW}
"""What these plans know among the options of questions that Infantry is asked as well."""


def fire_phase(phase: str) -> Plan:
    def choose(picture: Picture, frame: Frame, options: Options) -> Action | None:
        """The best of what guns and fire groups could do; then turning; nothing where neither is worth it."""
        heavy = gun_plans.attacks(picture, phase, options)
        light = fire_plans.attacks(picture, phase, options)
        enough = fire_plans.WORTH_A_SHOT.get(phase, 0.005)
        best = heavy[0].value if heavy else 0.0
        if best > enough and (not light or best >= light[0][0].value):
            return heavy[0].action
        if light and light[0][0].value > enough:
            return None
        if any(option.verb == "set-off" for option in options):
            return None
        turned = gun_plans.turns(picture, options)
        return turned[0].action if turned else None

    return choose


def first_fire(picture: Picture, frame: FirstFire, options: Options) -> Action | None:
    """At a mover: what does most, if it is worth more than to wait."""
    heavy = gun_plans.attacks(picture, MPH, options, frame)
    enough = fire_plans.WORTH_A_SHOT[MPH]
    targets = targets_left(picture.g, frame)
    light = 0.0
    if targets and any(option.verb == "fire" for option in options):
        light = fire_plans.battery_of(picture, MPH, frame.hex, targets).best().value
    if heavy and heavy[0].value > max(enough, light):
        return heavy[0].action
    verb = "fire" if light > enough else "pass"
    return next((option for option in options if option.verb == verb), None)


def who_moves(picture: Picture, frame: MovementPhase, options: Options) -> Action | None:
    """Infantry first, so that it is known what lies ahead of tanks; then those that gain by driving, or must."""
    infantry = [option for option in options if option.verb == "move"]
    if infantry and movement_plans.movers(picture, infantry):
        return None
    gains = tank_plans.drivers(picture, options)
    if not gains:
        return None
    obliged = not any(option.verb == "done" for option in options)
    if gains[0][0] > tank_plans.ENOUGH or (obliged and not infantry):
        return gains[0][1]
    if obliged:
        motion = [option for _, option in gains if picture.g.vehicle(option.who[0]).motion]
        return motion[0] if motion else gains[0][1]
    return next(option for option in options if option.verb == "done")


def crews(picture: Picture, frame: AdvancePhase, options: Options) -> Action | None:
    return tank_plans.crew_in_advance(picture, options)


def call(picture: Picture, frame: ArtilleryStep, options: Options) -> Action:
    """A battery that can be reached is called: it costs nothing."""
    return options[0]


def one_of_them(picture: Picture, frame: OneOfThem, options: Options) -> Action:
    """The most valuable of those who may be picked, unless chance is as good."""
    named = [option for option in options if option.who]
    g = picture.g
    return max(named, key=lambda option: picture.value_of(g.unit(option.who[0])), default=options[-1])


def rate(picture: Picture, frame: RateOrResidual, options: Options) -> Action:
    """Another shot is worth more than what is left of this one."""
    return next((option for option in options if option.verb == "keep-rate"), options[0])


ANSWERS: dict[type[Frame], Plan] = {
    PrepFirePhase: fire_phase(PFPH),
    DefensiveFirePhase: fire_phase(DFPH),
    AdvancingFirePhase: fire_phase(AFPH),
    FirstFire: first_fire,
    MovementPhase: who_moves,
    AdvancePhase: crews,
}
"""To questions that Infantry is asked as well: an action, or none where Infantry's plans may answer."""

OWN_ANSWERS: dict[type[Frame], Plan] = {
    Aiming: gun_plans.aim,
    Driving: tank_plans.next_of_drive,
    LayGuns: heavy_set_up_plans.lay,
    HideGuns: heavy_set_up_plans.hide,
    Hide: ambush_plans.hide,
    PlaceVehicles: heavy_set_up_plans.place_vehicle,
    ArtilleryStep: call,
    Orders: artillery_plans.orders,
    Request: artillery_plans.request,
    OneOfThem: one_of_them,
    RateOrResidual: rate,
}
"""To questions of their own."""


def is_asked(frame: Frame, options: Options) -> bool:
    """Whether guns, vehicles or artillery have a say in a question."""
    kind = type(frame)
    return kind in OWN_ANSWERS or (kind in ANSWERS and any(option.verb in KNOWN_VERBS for option in options))


def answers_alone(g: SkPlay, frame: Frame) -> bool:
    """Whether these plans have an answer to whatever a question offers. Where a vehicle goes that is Recalled or stuck
    they do not know."""
    if isinstance(frame, Driving):
        vehicle = g.state.vehicles.get(frame.vehicle)
        return vehicle is not None and not vehicle.recalled and vehicle.mobile
    return type(frame) in OWN_ANSWERS


def answer(picture: Picture, frame: Frame, options: Options) -> Action | None:
    """An answer to a question in which they have a say; none where they leave it to others."""
    shown = ambush_plans.show(picture, frame, options)
    if shown is not None:
        return shown
    plan = OWN_ANSWERS.get(type(frame)) or ANSWERS.get(type(frame))
    return plan(picture, frame, options) if plan is not None else None

"""Snipers against vehicles (SL:5.7.17): at a soft vehicle as a whole, or at an AFV crew that looks out.

Nobody aboard a soft vehicle is a target by himself (SL:5.7.17.1-c). What makes vehicles on the move hard to hit
counts in place of what makes men on the move easy.
"""

from __future__ import annotations

from itertools import takewhile

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.snipers import (
    SniperCheck,
    at_work,
    is_sniper,
    looks,
    printed_drm,
    standing,
)
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.state import AFPH, DFPH, PFPH, SlPlay
from defilade.rules.sl.tables import KIA, MC, Hit
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack, somebody_may_lurk
from defilade.rules.sl.vehicles.exposed import (
    CrewCheck,
    SoftCheck,
    crew_fails,
    lines_of_exposed,
    lost_otherwise,
)
from defilade.rules.sl.vehicles.yard import is_afv, kind_of, of_side, passengers_of, set_down, wreck
from defilade.tactics.attack_plan import Aim, Firing, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

SNIPE_AT = "snipe-at"

MOVING = 2
"""Case J (SL:13.16.1-a)."""
BRIEFLY, SHORTLY = 1, 3
"""MP in his sight up to which Cases O and P add one each (SL:13.16.1-b)."""


class VehicleShot(Frame):
    """A sniper fires at a vehicle."""

    sniper: str
    vehicle: str
    phase: str


class SurvivalRoll(Frame):
    """SL:5.7.17.1-b: do these get out of a vehicle that was lost on the move?"""

    vehicle: str
    unit: str


def moves(g: SlPlay, vehicle: Vehicle) -> bool:
    return vehicle.motion or (vehicle.moved and g.state.phase not in (PFPH, AFPH))


def mp_in_sight(g: SlPlay, hex: Hex, vehicle: Vehicle) -> float | None:
    """SL:13.16.2: the MP that it has spent in unbroken sight; None where it has been in sight from the first."""
    way = g.state.driven.get(vehicle.id, ())
    seen = list(takewhile(lambda place: terrain.sees(g, hex, place[0]), reversed(way)))
    return None if len(seen) == len(way) else sum(mp for _, mp in seen)


def hard_to_hit(g: SlPlay, sniper: Unit, vehicle: Vehicle) -> int:
    """SL:5.7.17.1-a: Cases J, O and P; nothing that moves is concealed here, so that K never counts."""
    if not moves(g, vehicle):
        return 0
    spent = mp_in_sight(g, sniper.hex, vehicle) if g.state.phase not in (PFPH, AFPH) else None
    short = 0 if spent is None else (spent <= BRIEFLY) + (spent <= SHORTLY)
    return MOVING + short


def may_be_sniped(g: SlPlay, sniper: Unit, vehicle: Vehicle) -> bool:
    """SL:5.7.17.1-a, SL:5.7.17.2: a soft vehicle, or an AFV whose crew looks out."""
    here = standing(g, sniper)
    if not vehicle.manned or vehicle.hex == here.hex or (is_afv(g, vehicle) and not vehicle.ce):
        return False
    far = g.map.distance(here.hex, vehicle.hex) > 2 * g.counter(sniper).range
    return not far and terrain.sees(g, here.hex, vehicle.hex)


def shots_at(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    return [
        Action(SNIPE_AT, (sniper.id, vehicle.id), vehicle.hex)
        for sniper in at_work(g, side)
        if may_be_sniped(g, sniper, vehicle)
    ]


@PART.answers(other_acts)
def in_his_own_fire_phases(g: SlPlay, side: Side) -> list[Action]:
    if g.state.phase == DFPH or not g.state.vehicles:
        return []
    return [action for vehicle in of_side(g, g.enemy_of(side)) for action in shots_at(g, side, vehicle)]


def shoot(g: SlPlay, side: Side, action: Action) -> None:
    sniper = g.unit(action.who[0])
    g.state.sniped = (*g.state.sniped, sniper.id)
    g.push(VehicleShot(sniper.id, action.who[1], g.state.phase))


@PART.answers(acted_otherwise)
def shoots(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == SNIPE_AT and g.state.phase != DFPH:
        shoot(g, side, action)


PART.adds(VEHICLE_ATTACKS, VehicleAttack(SNIPE_AT, shots_at, shoot))


@PART.answers(somebody_may_lurk)
def a_sniper_perhaps(g: SlPlay, side: Side, vehicle: Vehicle) -> bool:
    target = vehicle.manned and (vehicle.ce or not is_afv(g, vehicle))
    return target and any(g.unit(uid).side == side and is_sniper(g.unit(uid)) for uid in g.state.unseen)


def drm_at(g: SlPlay, sniper: Unit, vehicle: Vehicle) -> int:
    """SL:5.7.9: his DRM is halved and doubled like a firepower."""
    here = standing(g, sniper)
    distance = g.map.distance(here.hex, vehicle.hex)
    factor = 1.0
    for line in shot_factors(g, Firing(Shot(sniper.id), here, None, distance, (vehicle.id,), vehicle.hex)):
        factor *= line.value
    lines = lines_of_exposed(g, vehicle.id, Aim((here.hex,), g.state.phase, True)) or ()
    return int(printed_drm(sniper) * factor + sum(line.value for line in lines)) + hard_to_hit(
        g, here, vehicle
    )


@PART.decisions(VehicleShot)
def ask_shot(g: SlPlay, frame: VehicleShot) -> Chance:
    sniper, vehicle = g.unit(frame.sniper), g.state.vehicles[frame.vehicle]
    asks = f"A sniper fires at {g.piece_name(vehicle.id)} in {g.place_name(vehicle.hex)}."
    return Chance(asks, dice=2, side=sniper.side, rules=("SL:5.7.17.1-a",), about=(vehicle.id,))


@ask_shot
def take_shot(g: SlPlay, frame: VehicleShot, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    sniper, vehicle = g.unit(frame.sniper), g.state.vehicles[frame.vehicle]
    column = column_for(g.fire_table.columns, g.counter(sniper).fp)
    found = g.fire_table.result(column, sum(answer.dice) + drm_at(g, sniper, vehicle))
    rule = "SL:5.7.17.2" if is_afv(g, vehicle) else "SL:5.7.17.1-a"
    words = "hit" if found.kind == KIA else found.words("a miss")
    g.say(
        "sniper",
        f"A {sniper.side} sniper at {g.piece_name(vehicle.id)}: roll {sum(answer.dice)}, {words}.",
        rule,
        side=sniper.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )
    beside = tuple([unit.id for unit in g.side_in(vehicle.hex, vehicle.side) if looks(unit)])
    g.push_in_order(*struck(g, vehicle, found), SniperCheck(sniper.id, beside))


def struck(g: SlPlay, vehicle: Vehicle, found: Hit) -> list[Frame]:
    """SL:5.7.17.2: a crew suffers what it would suffer from other fire; SL:5.7.17.1-a: a soft vehicle, too."""
    if found.kind == MC and is_afv(g, vehicle):
        return [CrewCheck(vehicle.id, found.number)]
    if found.kind == MC:
        return [SoftCheck(vehicle.id, found.number, sniped=True)]
    if found.kind != KIA:
        return []
    if is_afv(g, vehicle):
        crew_fails(g, vehicle, "SL:5.7.17.2")
        return []
    return shot_dead(g, vehicle)


def shot_dead(g: SlPlay, vehicle: Vehicle) -> list[Frame]:
    """SL:5.7.17.1-b: who sits in it gets out where it stands; on the move they must be lucky."""
    inside = passengers_of(g, vehicle)
    rolls: list[Frame] = []
    if moves(g, vehicle):
        rolls = [SurvivalRoll(vehicle.id, unit.id) for unit in inside]
    for unit in inside:
        vehicle = set_down(g, vehicle, unit, vehicle.hex, acted=True)
    wreck(g, vehicle, "has lost its driver to a sniper", "SL:5.7.17.1-a", "SL:5.7.17.1-b")
    return rolls


@PART.answers(lost_otherwise)
def driver_shot(g: SlPlay, vehicle: Vehicle, check: SoftCheck) -> bool:
    if check.sniped:
        g.push_in_order(*shot_dead(g, vehicle))
    return check.sniped


@PART.decisions(SurvivalRoll)
def ask_survival(g: SlPlay, frame: SurvivalRoll) -> Chance:
    unit = g.unit(frame.unit)
    number = kind_of(g, g.state.vehicles[frame.vehicle]).survival
    asks = f"Does {g.name(unit)} get out? On {number} or less."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:5.7.17.1-b",), about=(unit.id,))


@ask_survival
def take_survival(g: SlPlay, frame: SurvivalRoll, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    saved = sum(answer.dice) <= kind_of(g, g.state.vehicles[frame.vehicle]).survival
    g.say(
        "survival",
        f"{g.name(unit)} {'gets out' if saved else 'dies in it'}.",
        "SL:5.7.17.1-b",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )
    if not saved:
        for weapon in g.weapons_of(unit):
            g.remove_weapon(weapon)
        g.remove(unit)

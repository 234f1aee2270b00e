"""Vehicular smoke dispensers (SKF:7.5)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import los, terrain
from defilade.rules.sk.first_fire import FirstFire, first_fire_options, first_fire_taken
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.vehicles.driving import (
    DRIVE_VERBS,
    DriveVerb,
    Driving,
    driving,
    mp_refusal,
    non_stopped,
    spend,
)
from defilade.rules.sk.full.vehicles.vehicular_mg import month_of, turn_drm
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import CLOSE_DEFENCE, CMG, SMOKE_MORTAR, SMOKE_POTS, Vehicle

PART = Part()

TRIED = Refusal("it has tried in this player turn", "SKF:7.5-a")
FIRED = Refusal("it has fired a weapon in this player turn", "SKF:7.5-a")
NOT_FIT = Refusal("its crew is Stunned or Shocked", "SKF:7.5-a")
NONE_THERE = Refusal("it has no such dispenser", "SKF:7.5-a")
NEEDS_CE = Refusal("smoke pots need a CE crew", "SKF:7.5-h")
NEEDS_BU = Refusal("it is used from inside, while BU", "SKF:7.5-i")
IN_BUILDING = Refusal("a smoke mortar does not fire from inside a building", "SKF:7.5-f")
OUT_OF_REACH = Refusal("a smoke mortar reaches 1 to 3 hexes that it sees", "SKF:7.5-f")
MORTAR_REACH = 3


class Dispense(Frame):
    """The usage DR of a dispenser. `turned` is the DRM for turning the turret."""

    vehicle: str
    kind: str
    hex: Hex
    turned: int = 0


def number_of(g: SkPlay, vehicle: Vehicle, kind: str) -> int:
    """The usage number at the date; 0 where there is none. What places no smoke is no smoke dispenser
    (DAE:VN-Tiger-a)."""
    printed = g.vehicle_type(vehicle)
    if kind == CLOSE_DEFENCE and printed.no_smoke:
        return 0
    dated = printed.dispensers.get(kind, ())
    return next((entry.number for entry in dated if entry.holds(month_of(g))), 0)


def refusal(g: SkPlay, vehicle: Vehicle, kind: str, hex: Hex) -> Refusal | None:
    """Why a dispenser may not be used at a hex now."""
    if not number_of(g, vehicle, kind) or not vehicle.hex:
        return NONE_THERE
    if not vehicle.good_order:
        return NOT_FIT
    if vehicle.smoke_tried:
        return TRIED
    if vehicle.fired:
        return FIRED
    if kind == SMOKE_POTS and not vehicle.ce:
        return NEEDS_CE
    if kind == CLOSE_DEFENCE and vehicle.ce:
        return NEEDS_BU
    if kind == SMOKE_MORTAR:
        if terrain.is_building(g, vehicle.hex):
            return IN_BUILDING
        if not 1 <= g.map.distance(vehicle.hex, hex) <= MORTAR_REACH or not los.sees(g, vehicle.hex, hex):
            return OUT_OF_REACH
    return None


def choices(g: SkPlay, vehicle: Vehicle) -> list[Action]:
    if vehicle.smoke_tried or vehicle.fired or not vehicle.good_order or not vehicle.hex:
        return []
    found = []
    for kind in g.vehicle_type(vehicle).dispensers:
        hexes = reached(g, vehicle) if kind == SMOKE_MORTAR else [vehicle.hex]
        found += [
            Action("dispense", (vehicle.id,), hex, kind)
            for hex in hexes
            if refusal(g, vehicle, kind, hex) is None
        ]
    return found


def reached(g: SkPlay, vehicle: Vehicle) -> list[str]:
    found = {vehicle.hex}
    for _ in range(MORTAR_REACH):
        found |= {near for hex in found for near in g.map.adjacent[hex]}
    return sorted(found - {vehicle.hex})


def begin(g: SkPlay, action: Action) -> None:
    """SKF:7.5-f: the turret turns to where a smoke mortar fires."""
    vehicle = g.update_vehicle(g.vehicle(action.who[0]), smoke_tried=True)
    turned = 0
    if action.how == SMOKE_MORTAR and not arcs.in_arc(g.map, vehicle.hex, vehicle.tca, action.at):
        facings = arcs.facings_to(g.map, vehicle.hex, action.at)
        best = min(facings, key=lambda facing: arcs.turns_between(vehicle.tca, facing))
        turned = turn_drm(g, vehicle, CMG, arcs.turns_between(vehicle.tca, best))
        g.update_vehicle(vehicle, tca=best)
    g.push(Dispense(vehicle.id, action.how, action.at, turned))


def usage_breakdown(g: SkPlay, frame: Dispense) -> Breakdown:
    vehicle = g.vehicle(frame.vehicle)
    lines = []
    if not vehicle.ce:
        lines.append(Line("BU", 1, "SKF:7.5-d"))
    if frame.kind == SMOKE_MORTAR:
        if frame.turned:
            lines.append(Line("turned its turret", frame.turned, "SKF:7.5-g"))
        if non_stopped(g, vehicle):
            lines.append(Line("moving", 2, "SKF:7.5-g"))
        lines += los.los_lines(g, vehicle.hex, frame.hex)
    return Breakdown(
        f"{frame.kind} of {g.vehicle_name(vehicle)}",
        tuple(lines),
        total=number_of(g, vehicle, frame.kind),
        rules=("SKF:7.5-a",),
    )


@PART.decisions(Dispense)
def ask_dispense(g: SkPlay, frame: Dispense) -> Chance:
    added_up = usage_breakdown(g, frame)
    return Chance(
        f"{added_up.title}: {added_up.total:g} or less.",
        dice=2,
        side=g.vehicle(frame.vehicle).side,
        rules=("SKF:7.5-a",),
        about=(frame.vehicle,),
    )


@ask_dispense
def take_dispense(g: SkPlay, frame: Dispense, answer: Action | Outcome | None) -> None:
    """SKF:7.5-b: in its own MPh a success costs 1 MP, a failure none. No Weapon has been used (SKF:7.5-j)."""
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle = g.vehicle(frame.vehicle)
    added_up = usage_breakdown(g, frame)
    final = sum(answer.dice) + added_up.drm
    works = final <= added_up.total
    rules = {SMOKE_MORTAR: "SKF:7.5-f", SMOKE_POTS: "SKF:7.5-h", CLOSE_DEFENCE: "SKF:7.5-i"}
    g.say(
        "smoke",
        f"{added_up.title}: DR {sum(answer.dice)}, final {final}: "
        + (f"smoke in {g.place_name(frame.hex)}." if works else "no smoke."),
        "SKF:7.5-a",
        rules.get(frame.kind, "SKF:7.5-e"),
        side=vehicle.side,
        who=(vehicle.id,),
        at=frame.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    if not works:
        return
    smoke.place(g, frame.hex, vehicle.side)
    move = driving(g)
    if move is not None and move.vehicle == vehicle.id:
        spend(g, move, 1)


# -- when ------------------------------------------------------------------------------------------------------


def own_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    return [] if mp_refusal(g, frame, 1) is not None else choices(g, vehicle)


def own_why_not(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> Refusal | None:
    return mp_refusal(g, frame, 1) or refusal(g, vehicle, action.how, action.at)


PART.adds(
    DRIVE_VERBS,
    DriveVerb("dispense", 65, own_options, lambda g, f, v, a: begin(g, a), own_why_not),
)


@PART.answers(first_fire_options)
def in_enemy_mph(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    """SKF:7.5-c: after MF or MP spent in the vehicle's LOS."""
    found = []
    for vehicle in g.state.vehicles.values():
        if vehicle.side == g.defender and vehicle.hex and los.hindrance(g, vehicle.hex, window.hex) >= 0:
            found += choices(g, vehicle)
    return found


@PART.answers(first_fire_taken)
def in_window(g: SkPlay, window: FirstFire, action: Action) -> bool:
    if action.verb != "dispense":
        return False
    begin(g, action)
    return True

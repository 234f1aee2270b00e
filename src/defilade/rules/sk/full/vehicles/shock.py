"""The Rally Phase of vehicles: weapons are repaired (SKF:3.1-f), and the Shocked recuperate (SKF:7.10-e, SKF:3.1-n)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.full.vehicles.stun_and_recall import recall
from defilade.rules.sk.full.vehicles.wrecks import destroy
from defilade.rules.sk.rally import before_markers, other_repair, other_repairs
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side
from defilade.tactics.vehicles import AAMG, MA, SHOCK, UNCONFIRMED_KILL, Vehicle

PART = Part()

RECOVERS = {SHOCK: 2, UNCONFIRMED_KILL: 3}
REPAIR = "repair-gun"


class WeaponRepair(Frame):
    """SKF:3.1-f: a dr for a broken weapon of a vehicle."""

    vehicle: str
    weapon: str


class Recuperation(Frame):
    """SKF:7.10-e: a dr for a Shocked vehicle."""

    vehicle: str


# -- repair ------------------------------------------------------------------------------------------------


@PART.answers(other_repairs)
def repairable(g: SkPlay, side: Side) -> list[Action]:
    """SKF:3.1-f, with all other repairs (SKF:3.1-b). SKF:7.2-b: not while Shocked, UK or Stunned; SKF:7.8-b: an AAMG
    only while CE."""
    found = []
    for vehicle in g.state.vehicles.values():
        if vehicle.side != side or not vehicle.good_order or not vehicle.hex:
            continue
        for weapon in broken_weapons(g, vehicle):
            if weapon != AAMG or vehicle.ce:
                found.append(Action(REPAIR, (vehicle.id,), "", weapon))
    return found


def broken_weapons(g: SkPlay, vehicle: Vehicle) -> list[str]:
    """SKF:2.0-ab: a vehicle's MA and MG are Weapons."""
    gun = g.armament_of(vehicle)
    broken = list(vehicle.broken)
    if gun is not None and gun.malfunctioned and MA not in vehicle.disabled:
        broken.append(MA)
    return broken


@PART.answers(other_repair)
def repair(g: SkPlay, action: Action) -> Frame | None:
    return WeaponRepair(action.who[0], action.how) if action.verb == REPAIR else None


@PART.decisions(WeaponRepair)
def ask_weapon_repair(g: SkPlay, frame: WeaponRepair) -> Chance:
    return Chance(
        f"Repair of the {frame.weapon.upper()} of {g.vehicle_name(frame.vehicle)}: 1 repairs it, 6 disables it.",
        dice=1,
        side=g.vehicle(frame.vehicle).side,
        rules=("SKF:3.1-f", "SKF:7.8-b"),
        about=(frame.vehicle,),
    )


@ask_weapon_repair
def take_weapon_repair(g: SkPlay, frame: WeaponRepair, answer: Action | Outcome | None) -> None:
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle, face = g.vehicle(frame.vehicle), answer.dice[0]
    words = {1: "is repaired", 6: "is disabled for good"}.get(face, "stays broken")
    g.say(
        "repair",
        f"The {frame.weapon.upper()} of {g.vehicle_name(vehicle)} {words}, dr {face}.",
        "SKF:3.1-f",
        "SKF:7.2-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )
    if face not in (1, 6):
        return
    left = tuple(gun for gun in vehicle.broken if gun != frame.weapon)
    vehicle = g.update_vehicle(vehicle, broken=left)
    if frame.weapon == MA:
        gun = g.armament_of(vehicle)
        if gun is not None and face == 1:
            g.update_weapon(gun, malfunctioned=False)
    if face == 6:
        disable(g, vehicle, frame.weapon)


def disable(g: SkPlay, vehicle: Vehicle, weapon: str) -> Vehicle:
    """A weapon out of action for good; without its main armament a vehicle is Recalled (SKF:7.10-n)."""
    vehicle = g.update_vehicle(vehicle, disabled=(*vehicle.disabled, weapon))
    return recall(g, vehicle, "SKF:7.10-n") if weapon == MA else vehicle


# -- recuperation ------------------------------------------------------------------------------------------


@PART.answers(before_markers)
def recuperate(g: SkPlay) -> Iterable[Frame]:
    """SKF:3.1-b: after the rallies of units, and before DM comes off them."""
    shocked = [vehicle for vehicle in g.state.vehicles.values() if vehicle.shock]
    order = sorted(shocked, key=lambda vehicle: vehicle.side != g.attacker)
    return [Recuperation(vehicle.id) for vehicle in order]


@PART.decisions(Recuperation)
def ask_recuperation(g: SkPlay, frame: Recuperation) -> Chance | None:
    vehicle = g.vehicle(frame.vehicle)
    if not vehicle.shock:
        return None
    return Chance(
        f"{g.vehicle_name(vehicle)} {'may be lost' if vehicle.shock == UNCONFIRMED_KILL else 'is Shocked'}: "
        f"it recovers on {RECOVERS[vehicle.shock]} or less.",
        dice=1,
        side=vehicle.side,
        rules=("SKF:3.1-n", "SKF:7.10-e"),
        about=(vehicle.id,),
    )


@ask_recuperation
def take_recuperation(g: SkPlay, frame: Recuperation, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle, face = g.vehicle(frame.vehicle), answer.dice[0]
    if face > RECOVERS[vehicle.shock]:
        if vehicle.shock == UNCONFIRMED_KILL:
            destroy(g, vehicle, "does not recover from its Shock", "SKF:7.10-e")
            return
        g.update_vehicle(vehicle, shock=UNCONFIRMED_KILL)
        words = "does not recover: an Unconfirmed Kill"
    else:
        g.update_vehicle(vehicle, shock="")
        words = "recovers from its Shock"
    g.say(
        "shock",
        f"{g.vehicle_name(vehicle)} {words}, dr {face}.",
        "SKF:7.10-e",
        "SKF:3.1-n",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )

"""Vehicles as the table shows them: seen from above, hull and turret each its own way, with all that lies on them."""

from __future__ import annotations

from defilade.rules.board_scene import bearing
from defilade.rules.presentation import ArcView, CounterView, Print, StateMark
from defilade.rules.sk.counter_views import FARTHEST, FIRE_MARKS, ROF_WORDS, acquired_mark, links_of
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.names import Side
from defilade.tactics.units import Weapon
from defilade.tactics.vehicles import (
    ARMORED_CAR,
    STUN_RECALL,
    UNCONFIRMED_KILL,
    Vehicle,
    VehicleType,
)

WRECK = StateMark("wreck", "wreck", "SKF:2.0-ac", "WRECK", "bad")
CE = StateMark("ce", "crew exposed", "SKF:7.7-a", "CE", "calm")
BU = StateMark("bu", "buttoned up", "SKF:7.7-a")
MOTION = StateMark("motion", "in Motion", "SKF:2.0-r", "MOTION", "moving")
IMMOBILIZED = StateMark("immobilized", "Immobilized", "SKF:2.0-m", "IMMOB", "bad")
RECALLED = StateMark("recall", "Recalled", "SKF:7.10-m", "RECALL", "bad")
LOW_AMMO = StateMark("low_ammo", "Low Ammo", "SKF:7.2.1", "LOW AMMO", "tired")
MOVED = StateMark("moved", "has moved", "SKF:3.3.2-a")


def marks_of(vehicle: Vehicle) -> list[StateMark]:
    """What lies on a vehicle."""
    if vehicle.wreck:
        return [WRECK]
    found = [CE if vehicle.ce else BU]
    if vehicle.motion:
        found.append(MOTION)
    if vehicle.bogged:
        words = "mired" if vehicle.mired else "bogged"
        found.append(StateMark("bog", words, "SKF:7.6-c", words.upper(), "bad"))
    if vehicle.immobilized:
        found.append(IMMOBILIZED)
    if vehicle.shock:
        unconfirmed = vehicle.shock == UNCONFIRMED_KILL
        words, tag = ("Unconfirmed Kill", "UK") if unconfirmed else ("Shocked", "SHOCK")
        found.append(StateMark("shock", words, "SKF:7.10-d", tag, "bad"))
    if vehicle.stun:
        words = "STUN" if vehicle.stun == STUN_RECALL else "Stunned"
        found.append(StateMark("stun", words, "SKF:7.10-i", "STUN", "bad"))
    if vehicle.stunned:
        found.append(StateMark("stunned", "stunned before: +1", "SKF:7.10-j", "+1", "wound"))
    if vehicle.recalled:
        found.append(RECALLED)
    if vehicle.low_ammo:
        found.append(LOW_AMMO)
    if vehicle.fire:
        found.append(FIRE_MARKS[vehicle.fire])
    found += [_out(gun, "malfunctioned") for gun in vehicle.broken]
    found += [_out(gun, "disabled") for gun in vehicle.disabled]
    return found


def _out(gun: str, how: str) -> StateMark:
    return StateMark(how, f"{gun.upper()} {how}", "SKF:7.8-b", f"{gun.upper()} ✕", "bad")


def shape_of(kind: VehicleType) -> str:
    if kind.movement == ARMORED_CAR:
        return "armored-car"
    return "tank" if kind.turreted else "assault-gun"


def prints_of(kind: VehicleType) -> tuple[Print, ...]:
    gun = f"{kind.ma.caliber}{kind.ma.length}"
    found = [
        Print("top", kind.name.removeprefix("PzKpfw ")),
        Print("bottom", gun, means="Main armament: caliber and length of the barrel", rule="SKF:7.2-a"),
        Print(
            "bottom-right",
            f"{kind.af_front}/{kind.af_side}",
            means="Armor of the hull: in front; at the sides and the rear",
            rule="SKF:7.1-a",
        ),
        Print("right", f"{kind.mp}", means="Movement points a turn", rule="SKF:3.3.2-a"),
    ]
    if kind.ma.rof:
        found.append(Print("left", str(kind.ma.rof), True, ROF_WORDS, "DAE:QRDC-rof"))
    return tuple(found)


def arcs_of(kind: VehicleType, vehicle: Vehicle) -> tuple[ArcView, ...]:
    if vehicle.wreck or not vehicle.hex:
        return ()
    hull = ArcView(bearing(vehicle.vca), 60, FARTHEST, "hull", f"VCA, {FACING_NAMES[vehicle.vca]}")
    if not kind.turreted:
        return (hull,)
    return (hull, ArcView(bearing(vehicle.tca), 60, FARTHEST, "gun", f"TCA, {FACING_NAMES[vehicle.tca]}"))


def vehicle_view(g: SkPlay, vehicle: Vehicle) -> CounterView:
    kind = g.vehicle_type(vehicle)
    gun = g.armament_of(vehicle)
    marks = marks_of(vehicle)
    if gun is not None and gun.malfunctioned and "ma" not in vehicle.disabled:
        marks.append(_out("ma", "malfunctioned"))
    if gun is not None and gun.acquired:
        marks.append(acquired_mark(gun))
    facing = f"facing {FACING_NAMES[vehicle.vca]}"
    if kind.turreted and vehicle.tca != vehicle.vca:
        facing += f", turret {FACING_NAMES[vehicle.tca]}"
    words = [f"{kind.nationality.capitalize()} {g.vehicle_name(vehicle)}", *(mark.text for mark in marks)]
    if vehicle.hex:
        words.insert(1, facing)
    if gun is not None:
        words += ammo_of(gun)
    return CounterView(
        id=vehicle.id,
        side=vehicle.side,
        nationality=kind.nationality,
        kind="vehicle",
        name=kind.name,
        letter=vehicle.letter,
        weapon="AFV",
        rof=kind.ma.rof or None,
        breakdown=kind.ma.breakdown,
        states=tuple(marks),
        shape=shape_of(kind),
        bearing=bearing(vehicle.vca) if vehicle.hex else 330,
        turret=(bearing(vehicle.tca) if vehicle.hex else 330) if kind.turreted else None,
        prints=prints_of(kind),
        arcs=arcs_of(kind, vehicle),
        links=links_of(g, gun) if gun is not None else (),
        broken=vehicle.wreck,
        pale=vehicle.moved and g.state.phase == MPH,
        words=", ".join(words),
    )


def printed_vehicle(kind: VehicleType, side: Side) -> CounterView:
    """A vehicle as it comes out of the box."""
    return CounterView(
        id=kind.id,
        side=side,
        nationality=kind.nationality,
        kind="vehicle",
        name=kind.name,
        weapon="AFV",
        shape=shape_of(kind),
        bearing=330,
        turret=330 if kind.turreted else None,
        prints=prints_of(kind),
        words=f"{kind.nationality.capitalize()} {kind.name}",
    )


def ammo_of(gun: Weapon) -> list[str]:
    return [f"no {ammo} left" for ammo in gun.spent_ammo]

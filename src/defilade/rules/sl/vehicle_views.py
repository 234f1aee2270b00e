"""Vehicles as the table shows them: seen from above, hull and turret each its own way, with all that lies on them."""

from __future__ import annotations

from defilade.rules.board_scene import bearing
from defilade.rules.presentation import CounterView, StateMark
from defilade.rules.scene_parts import ArcView, Print
from defilade.rules.sl.state import MPH, SlPlay
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, HALFTRACK, SP_GUN, TANK, Vehicle, VehicleType
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.names import Side
from defilade.tactics.vehicles import NO_TURRET

SHAPES = {TANK: "tank", SP_GUN: "assault-gun", ARMOURED_CAR: "armored-car", HALFTRACK: "half-track"}
OTHER_SHAPE = "carrier"
WITH_TURRETS = ("tank", "armored-car")
FARTHEST = 40
ASKEW = 330
"""How a vehicle lies beside the map."""

WRECK = StateMark("wreck", "wreck", "SL:11.19.1", "WRECK", "bad")
ABLAZE = StateMark("wreck", "burning wreck", "SL:11.20.6", "ABLAZE", "bad")
ABANDONED = StateMark("abandoned", "abandoned", "SL:11.35.3", "ABAND", "bad")
CE = StateMark("ce", "crew exposed", "SL:11.8.1-b", "CE", "calm")
BUTTONED = StateMark("bu", "buttoned up", "SL:11.9.1-a")
STUNNED = StateMark("stun", "stunned", "SL:11.8.3-d", "STUN", "bad")
SHAKEN = StateMark("stunned", "stunned before: +1", "SL:11.8.3-b", "+1", "wound")
IMMOBILIZED = StateMark("immobilized", "immobilized", "SL:11.32.1", "IMMOB", "bad")
MOTION = StateMark("motion", "in motion", "SL:11.31.2", "MOTION", "moving")
BERSERK = StateMark("berserk", "berserk", "SL:3.25-q2", "BERSERK", "bad")
BYPASS = StateMark("bypass", "beside the obstacle of its hex", "SL:7.1.12", "BYPASS", "moving")
MOVED = StateMark("moved", "has moved", "SL:11.26.4")


def vehicle_view(g: SlPlay, vehicle: Vehicle) -> CounterView:
    kind = g.garage.types[vehicle.type]
    marks = marks_of(g, vehicle, kind)
    words = [f"{kind.nationality.capitalize()} {g.piece_name(vehicle.id)}", *(mark.text for mark in marks)]
    if vehicle.hex:
        words.insert(1, f"facing {FACING_NAMES[vehicle.vca]}")
    shape = SHAPES.get(kind.kind, OTHER_SHAPE)
    turreted = kind.turret != NO_TURRET and shape in WITH_TURRETS
    return CounterView(
        id=vehicle.id,
        side=vehicle.side,
        nationality=kind.nationality,
        kind="vehicle",
        name=kind.name,
        letter=vehicle.letter,
        weapon="AFV",
        rof=kind.rof if kind.rof > 1 else None,
        states=marks,
        shape=shape,
        bearing=bearing(vehicle.vca) if vehicle.hex else ASKEW,
        turret=(bearing(vehicle.tca) if vehicle.hex else ASKEW) if turreted else None,
        prints=prints_of(kind),
        arcs=arcs_of(kind, vehicle),
        broken=vehicle.wreck,
        pale=vehicle.moved and g.state.phase == MPH,
        words=", ".join(words),
    )


def printed_vehicle(kind: VehicleType, side: Side) -> CounterView:
    """A vehicle as it comes out of the box."""
    shape = SHAPES.get(kind.kind, OTHER_SHAPE)
    return CounterView(
        id=kind.id,
        side=side,
        nationality=kind.nationality,
        kind="vehicle",
        name=kind.name,
        weapon="AFV",
        rof=kind.rof if kind.rof > 1 else None,
        shape=shape,
        bearing=ASKEW,
        turret=ASKEW if kind.turret != NO_TURRET and shape in WITH_TURRETS else None,
        prints=prints_of(kind),
        words=f"{kind.nationality.capitalize()} {kind.name}",
    )


def marks_of(g: SlPlay, vehicle: Vehicle, kind: VehicleType) -> tuple[StateMark, ...]:
    """What lies on a vehicle, and who is in it."""
    if vehicle.wreck:
        return (ABLAZE if vehicle.burning else WRECK,)
    found = []
    if vehicle.abandoned:
        found.append(ABANDONED)
    elif kind.armoured:
        found.append(CE if vehicle.ce else BUTTONED)
    flags = (
        (vehicle.stun > 0, STUNNED),
        (vehicle.shaken and not vehicle.stun, SHAKEN),
        (vehicle.berserk, BERSERK),
        (vehicle.immobilized, IMMOBILIZED),
        (vehicle.motion, MOTION),
        (bool(vehicle.bypass), BYPASS),
        (vehicle.moved, MOVED),
    )
    found += [mark for holds, mark in flags if holds]
    found += [
        StateMark("malfunction", f"{gun.upper()} malfunctioned", "SL:10.9.2.2", f"{gun.upper()} ✕", "bad")
        for gun in vehicle.broken
    ]
    if vehicle.leader:
        name = g.counters[vehicle.leader].name
        found.append(StateMark("armour_leader", f"led by {name}", "SL:3.3.1", name, "calm"))
    riders = [uid for uid in vehicle.passengers if uid in g.state.units]
    if riders:
        found.append(StateMark("passengers", f"carries {g.names(riders)}", "SL:11.37.3", f"+{len(riders)}"))
    return tuple(found)


def prints_of(kind: VehicleType) -> tuple[Print, ...]:
    found = [
        Print("top", kind.name.removeprefix("PzKw ")),
        Print("right", str(kind.mp), means="Movement points a turn", rule="SL:11.26.2"),
    ]
    if kind.gun:
        fp = f" ({kind.ife})" if kind.ife else ""
        means = "Main armament: calibre and length; its firepower on the fire table"
        found.append(Print("bottom", f"{kind.gun}{fp}", means=means, rule="SL:10.1.6-b"))
    if kind.machine_guns:
        guns = "/".join(str(fp) if fp else "-" for fp in (kind.bmg, kind.cmg, kind.aamg))
        means = "Machine guns: in the bow, beside the gun, on the roof"
        found.append(Print("left", guns, means=means, rule="SL:11.7.1-a"))
    if kind.front is not None:
        armour = f"{kind.front}/{kind.side if kind.side is not None else '★'}"
        found.append(Print("bottom-right", armour, means="Armour: in front; at the sides and the rear"))
    return tuple(found)


def arcs_of(kind: VehicleType, vehicle: Vehicle) -> tuple[ArcView, ...]:
    if not vehicle.manned or not vehicle.hex:
        return ()
    hull = ArcView(bearing(vehicle.vca), 60, FARTHEST, "hull", f"VCA, {FACING_NAMES[vehicle.vca]}")
    if kind.turret == NO_TURRET:
        return (hull,)
    return (hull, ArcView(bearing(vehicle.tca), 60, FARTHEST, "gun", f"TCA, {FACING_NAMES[vehicle.tca]}"))

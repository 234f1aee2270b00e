"""Vehicles as the table shows them: a counter each, with its facing and state in marks and words."""

from __future__ import annotations

from defilade.rules.presentation import CounterView, StateMark
from defilade.rules.sk.state import SkPlay
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.vehicles import STUN_RECALL, UNCONFIRMED_KILL, Vehicle


def marks_of(vehicle: Vehicle) -> list[StateMark]:
    """What lies on a vehicle."""
    if vehicle.wreck:
        return [StateMark("wreck", "wreck", "SKF:2.0-ac")]
    crew = ("ce", "crew exposed") if vehicle.ce else ("bu", "buttoned up")
    found = [StateMark(*crew, "SKF:7.7-a")]
    if vehicle.motion:
        found.append(StateMark("motion", "in Motion", "SKF:2.0-r"))
    if vehicle.bogged:
        found.append(StateMark("bog", "mired" if vehicle.mired else "bogged", "SKF:7.6-c"))
    if vehicle.immobilized:
        found.append(StateMark("immobilized", "Immobilized", "SKF:2.0-m"))
    if vehicle.shock:
        words = "Unconfirmed Kill" if vehicle.shock == UNCONFIRMED_KILL else "Shocked"
        found.append(StateMark("shock", words, "SKF:7.10-d"))
    if vehicle.stun:
        found.append(StateMark("stun", "STUN" if vehicle.stun == STUN_RECALL else "Stunned", "SKF:7.10-i"))
    if vehicle.stunned:
        found.append(StateMark("stunned", "+1", "SKF:7.10-j"))
    if vehicle.recalled:
        found.append(StateMark("recall", "Recalled", "SKF:7.10-m"))
    if vehicle.fire:
        found.append(StateMark(vehicle.fire, f"{vehicle.fire} fire", "SKF:3.3.2.2-a"))
    found += [StateMark("malfunction", f"{gun.upper()} malfunctioned", "SKF:7.8-b") for gun in vehicle.broken]
    found += [StateMark("disabled", f"{gun.upper()} disabled", "SKF:7.8-b") for gun in vehicle.disabled]
    return found


def vehicle_view(g: SkPlay, vehicle: Vehicle) -> CounterView:
    kind = g.vehicle_type(vehicle)
    marks = marks_of(vehicle)
    facing = f"facing {FACING_NAMES[vehicle.vca]}"
    if kind.turreted and vehicle.tca != vehicle.vca:
        facing += f", turret {FACING_NAMES[vehicle.tca]}"
    words = [f"{kind.nationality.capitalize()} {g.vehicle_name(vehicle)}", *(mark.text for mark in marks)]
    if vehicle.hex:
        words.insert(1, facing)
        marks.insert(0, StateMark("facing", facing, "SKF:2.0-aa"))
    return CounterView(
        id=vehicle.id,
        side=vehicle.side,
        nationality=kind.nationality,
        kind="sw",
        name=kind.name,
        letter=vehicle.letter,
        weapon="AFV",
        rof=kind.ma.rof or None,
        breakdown=kind.ma.breakdown,
        states=tuple(marks),
        words=", ".join(words),
    )

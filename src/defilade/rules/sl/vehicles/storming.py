"""Infantry advances onto an AFV to fight it (SL:7.2.6.1, SL:7.2.6.2), as many as there is room for (SL:7.2.6-q1)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.advance import (
    advanced_into,
    advanced_otherwise,
    goal_bar,
    goals,
    other_advances,
    unit_refusal,
)
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.saddles import rides
from defilade.rules.sl.state import APH, HORSE, MPH, SlPlay
from defilade.rules.sl.terrain import entry_bar
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.nerve import FAILED, Paamc, braced, may_check, nerve_lost
from defilade.rules.sl.vehicles.yard import is_afv, manned_in
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins
from defilade.tactics.units import Unit

PART = Part()

NEEDS_NERVE = Refusal("it needs a passed Pre-AFV Attack Morale Check", "SL:7.2.6.2")
NOT_ON_FOOT = Refusal("infantry goes to an enemy vehicle in the APh only", "SL:4.1.11")

OTHER_WAY = Option(
    "other_way",
    "Another advance after a failed check",
    "A unit that fails its Pre-AFV Attack Morale Check in the APh may advance elsewhere.",
    ("SL:7.2.6-36A",),
    "convention",
)
PART.adds(OPTIONS, OTHER_WAY)


def enemy_afvs(g: SlPlay, unit: Unit, hex: Hex) -> list[Vehicle]:
    return [vehicle for vehicle in manned_in(g, hex, g.enemy_of(unit.side)) if is_afv(g, vehicle)]


@PART.answers(goal_bar)
def only_with_nerve(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:7.2.6.2"""
    if not g.state.vehicles:
        return None
    afvs = enemy_afvs(g, unit, hex)
    return NEEDS_NERVE if afvs and not any(braced(g, unit, vehicle.id) for vehicle in afvs) else None


@PART.answers(entry_bar)
def not_in_the_mph(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    if g.state.phase != MPH or not g.state.vehicles:
        return None
    if rides(g, unit, HORSE):
        afvs = enemy_afvs(g, unit, hex)
        return (
            NEEDS_NERVE if afvs and not any(braced(g, unit, one.id) for one in afvs) else None
        )  # SL:4.12.19
    return NOT_ON_FOOT if manned_in(g, hex, g.enemy_of(unit.side)) else None


@PART.answers(other_advances)
def who_checks(g: SlPlay, side: Side) -> list[Action]:
    """SL:7.2.6-q2: to pass the check obliges nobody to go there."""
    if not any(vehicle.hex and vehicle.manned for vehicle in g.state.vehicles.values()):
        return []
    return [
        Action("brace", (unit.id, vehicle.id), hex)
        for unit in g.on_map(side)
        if unit_refusal(g, unit) is None
        for hex in goals(g, unit)
        for vehicle in enemy_afvs(g, unit, hex)
        if may_check(g, unit, vehicle.id) and not braced(g, unit, vehicle.id)
    ]


@PART.answers(advanced_otherwise)
def check(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "brace":
        g.push(Paamc(*action.who))


@PART.answers(nerve_lost)
def stays_where_it_is(g: SlPlay, unit: Unit) -> None:
    """SL:7.2.6-q2: who has passed may go elsewhere; who has failed only by the convention of SL:7.2.6-36A."""
    if g.state.phase == APH and g.state.paamc.get(unit.id) == FAILED and not OTHER_WAY.on(g):
        g.update(unit, advanced=True)


@PART.answers(advanced_into)
def remembers_the_way(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:7.2.6.6, SL:1.3.1-p8.3: where it came from."""
    if g.state.vehicles and manned_in(g, unit.hex, g.enemy_of(unit.side)):
        g.state.stormed[unit.id] = origin


@PART.answers(phase_begins)
def forget(g: SlPlay, phase: str) -> None:
    if phase == APH:
        g.state.stormed = {}


def came_from(g: SlPlay, units: Sequence[Unit]) -> list[tuple[Unit, str]]:
    return [(unit, g.state.stormed[unit.id]) for unit in units if unit.id in g.state.stormed]

"""Weapons and vehicles are destroyed by those who have them, before the enemy gets them (SL:8.7)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.close_combat import contested, contested_otherwise
from defilade.rules.sl.state import CCPH, SCOUT, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import crew_steps_out
from defilade.rules.sl.vehicles.yard import (
    change,
    immobilize,
    is_afv,
    of_side,
    passengers_of,
    set_down,
    wreck,
)
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens
from defilade.tactics.units import Unit, Weapon

PART = Part()

NEAR = 4
"""Hexes within which an enemy makes anybody think of it (ruling on SL:8.7.1-a)."""
DONE = Action("done")


class Scuttling(Frame):
    """At the beginning of a CCPh a side destroys what it has; `single` are the single men who have done so."""

    side: Side
    single: tuple[str, ...] = ()


@PART.answers(phase_opens)
def before_close_combat(g: SlPlay, phase: str) -> Iterable[Frame]:
    if phase != CCPH:
        return []
    return [Scuttling(side) for side in g.in_order()]


def enemy_near(g: SlPlay, hex: Hex, side: Side) -> bool:
    enemy = g.enemy_of(side)
    on_foot = any(g.has_side(there, enemy) and g.map.distance(hex, there) <= NEAR for there in g.state.stacks)
    return on_foot or any(g.map.distance(hex, vehicle.hex) <= NEAR for vehicle in of_side(g, enemy))


def fights(g: SlPlay, hex: Hex) -> bool:
    return contested(g, hex) or contested_otherwise(g, hex)


def may_scuttle(g: SlPlay, unit: Unit) -> bool:
    """SL:8.7.1-a: unbroken, not berserk, and in no close combat."""
    fit = not (unit.broken or unit.berserk or unit.melee or unit.captive) and bool(unit.hex)
    return fit and not fights(g, unit.hex) and enemy_near(g, unit.hex, unit.side)


def doomed(g: SlPlay, frame: Scuttling) -> list[tuple[Unit, Weapon]]:
    """SL:8.7.1-a: an MMC as much as it likes, a single man one thing in a CCPh."""
    units = [unit for unit in g.on_map(frame.side) if unit.id not in frame.single and in_reach(g, unit)]
    return [(unit, weapon) for unit in units if may_scuttle(g, unit) for weapon in in_reach(g, unit)]


def in_reach(g: SlPlay, unit: Unit) -> list[Weapon]:
    """What a unit has; SL:3.7-q8: a scout, who has nothing, sees to what lies in his hex."""
    return g.loose_weapons(unit.hex) if unit.kind == SCOUT else list(g.weapons_of(unit))


def doomed_vehicles(g: SlPlay, side: Side) -> list[Vehicle]:
    """SL:8.7.1-b: by their own crews, who are in them."""
    return [
        vehicle
        for vehicle in of_side(g, side)
        if vehicle.able and not fights(g, vehicle.hex) and enemy_near(g, vehicle.hex, side)
    ]


@PART.decisions(Scuttling)
def ask_scuttling(g: SlPlay, frame: Scuttling) -> Choice | None:
    found = []
    for unit, weapon in doomed(g, frame):
        found.append(Action("destroy", (unit.id, weapon.id)))
        if not weapon.malfunctioned:
            found.append(Action("jam", (unit.id, weapon.id)))  # SL:8.7-q1
    for vehicle in doomed_vehicles(g, frame.side):
        found.append(Action("destroy", (vehicle.id,)))
        if not vehicle.immobilized:
            found.append(Action("cripple", (vehicle.id,)))
    if not found:
        return None
    asks = "Is anything destroyed, so that the enemy does not get it?"
    return Choice(frame.side, asks, (*found, DONE), ("SL:8.7.1-a",))


@ask_scuttling
def take_scuttling(g: SlPlay, frame: Scuttling, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
    elif len(answer.who) == 1:
        scuttle(g, g.state.vehicles[answer.who[0]], destroyed=answer.verb == "destroy")
    else:
        unit, weapon = g.unit(answer.who[0]), g.state.weapons[answer.who[1]]
        spoil(g, unit, weapon, destroyed=answer.verb == "destroy")
        if not unit.is_mmc:
            frame.single = (*frame.single, unit.id)


def spoil(g: SlPlay, unit: Unit, weapon: Weapon, *, destroyed: bool) -> None:
    """SL:8.7-q1: destroyed, or only jammed."""
    g.say(
        "scuttled",
        f"{g.name(unit)} {'destroys' if destroyed else 'jams'} the {g.weapon_name(weapon)}.",
        "SL:8.7.1-a" if destroyed else "SL:8.7-q1",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
    )
    if destroyed:
        g.remove_weapon(weapon)
    else:
        g.update_weapon(weapon, malfunctioned=True)


def scuttle(g: SlPlay, vehicle: Vehicle, *, destroyed: bool) -> None:
    """SL:8.7.1-b: those in it get out of it first."""
    if not destroyed:
        immobilize(g, vehicle, "by its own crew", "SL:8.7.1-b")
        return
    for unit in passengers_of(g, vehicle):
        vehicle = set_down(g, vehicle, unit, vehicle.hex)
    survived = is_afv(g, vehicle) and crew_steps_out(g, vehicle) is not None
    wreck(g, change(g, vehicle, crew_survived=survived), "is destroyed by its own crew", "SL:8.7.1-b")


PART.adds(
    SPOKEN,
    Spoken("destroy", lambda g, action: f"Destroy: {g.names(action.who)}"),
    Spoken("jam", lambda g, action: f"Jam: {g.names(action.who)}"),
    Spoken("cripple", lambda g, action: f"Make it useless: {g.names(action.who)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("destroy", OptionLook("Destroy", "danger", rare=True)),
    VerbLook("jam", OptionLook("Jam", rare=True)),
    VerbLook("cripple", OptionLook("Make useless", "danger", rare=True)),
)

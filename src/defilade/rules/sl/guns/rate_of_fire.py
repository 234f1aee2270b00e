"""How often a gun fires in a player turn (SL:10.1.9), and Intensive Fire (SL:13.11)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.guns.pieces import guns, is_heavy, served
from defilade.rules.sl.state import DFPH, MPH, PFPH, SlPlay
from defilade.rules.sl.vehicles.yard import kind_of, vehicles_in
from defilade.rules.sl.weapons.anti_tank_fire import lines_of_gunner, taken_aim
from defilade.rules.sl.weapons.captured import breakdown_changed
from defilade.rules.sl.weapons.launchers import (
    fires_again,
    is_gun,
    is_light_mortar,
    kind_of_launcher,
    launching_bar,
    marker,
)
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import HERO, Unit, Weapon

PART = Part()

INTENSIVE = "intensive"
MORE, HARDER, WORN = 1, 2, 2
"""SL:13.11.2, SL:13.11.3, SL:13.11.6"""
QUICK = 3
"""The rate of fire from which one need not wait for a vehicle to move on (SL:13.16.6-a)."""
PART_OF_MOVE = 4

ONE_TARGET = Refusal("all its shots of a phase are at the same target", "SL:10.1.9-b")
NOT_YET = Refusal(
    "it has fired at this vehicle, which has gone on by less than a quarter of its MP", "SL:13.16.6-a"
)


def rate(g: SlPlay, unit: Unit, weapon: Weapon) -> int:
    """SL:10.1.9-a: its shots in a player turn. SL:10.4.10.1-b: one of a light mortar for a single man."""
    if is_light_mortar(g, weapon) and not unit.is_mmc:
        return 1
    return max(1, g.weapon_type(weapon).rof) + MORE * served(g, weapon).intensive


@PART.answers(fires_again)
def shots_left(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """SL:10.1.9-a: all in the same phase. What is fired at vehicles on the move is the beginning of Defensive Fire."""
    if not is_gun(g, weapon) or weapon.fire != marker(g) or not served(g, weapon).shots:
        return False
    return served(g, weapon).shots < rate(g, unit, weapon)


@PART.answers(taken_aim)
def count_it(g: SlPlay, unit: Unit, weapon: Weapon, at: tuple[str, ...], hex: Hex) -> None:
    if is_gun(g, weapon):
        old = served(g, weapon)
        vehicle = next((uid for uid in at if uid in g.state.vehicles), "")
        g.state.served[weapon.id] = msgspec.structs.replace(
            old, shots=old.shots + 1, at=hex, vehicle=vehicle, spent=mp_spent(g, vehicle)
        )


@PART.answers(launching_bar)
def same_target(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:10.1.9-b, SL:13.9.3-b: of mortars, infantry howitzers and artillery."""
    before = served(g, weapon)
    if not before.shots or not kind_of_launcher(g, weapon).one_target:
        return None
    return None if before.at == target else ONE_TARGET


@PART.answers(launching_bar)
def waits_for_it_to_go_on(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:13.16.6-a: at a vehicle on its way."""
    before = served(g, weapon)
    if g.state.phase != MPH or not before.shots or g.weapon_type(weapon).rof >= QUICK:
        return None
    for vehicle in vehicles_in(g, g.map.ground_hex(target)):
        gone_on = mp_spent(g, vehicle.id) - before.spent
        if vehicle.id == before.vehicle and gone_on * PART_OF_MOVE < kind_of(g, vehicle).mp:
            return NOT_YET
    return None


def mp_spent(g: SlPlay, vehicle: str) -> float:
    return sum(mp for _, mp in g.state.driven.get(vehicle, ()))


# -- Intensive Fire ----------------------------------------------------------------------------------------


def intensive_options(g: SlPlay, side: Side) -> list[Action]:
    """SL:13.11.4: not in the AFPh; SL:13.11.5: before it fires; SL:3.24.2-b: not by the pinned. SL:8.21.6: never of a
    recoilless rifle."""
    found = []
    for weapon in guns(g, side):
        unit = g.unit(weapon.owner)
        if not is_heavy(g, weapon) or kind_of_launcher(g, weapon).recoilless or served(g, weapon).intensive:
            continue
        idle = unit.hex and not (unit.broken or unit.melee or unit.pinned or unit.ti or unit.captive)
        if idle and not weapon.fire and not weapon.malfunctioned and not unit.fire and unit.kind != HERO:
            found.append(Action(INTENSIVE, (unit.id, weapon.id)))
    return found


@PART.answers(other_acts)
def may_declare_it(g: SlPlay, side: Side) -> list[Action]:
    return intensive_options(g, side) if g.state.phase in (PFPH, DFPH) else []


@PART.answers(acted_otherwise)
def declare_it(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != INTENSIVE:
        return
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    g.state.served[weapon.id] = msgspec.structs.replace(served(g, weapon), intensive=True)
    g.say(
        "intensive",
        f"{g.name(unit)} goes over to Intensive Fire with the {g.weapon_name(weapon)}.",
        "SL:13.11.5",
        side=side,
        who=(unit.id, weapon.id),
        at=unit.hex,
    )


@PART.answers(lines_of_gunner)
def in_haste(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """SL:13.11.3: on all its rolls, the first as well."""
    hasty = is_gun(g, weapon) and (served(g, weapon).intensive or served(g, weapon).hurried)
    return [Line("Intensive Fire", HARDER, "SL:13.11.3")] if hasty else []


@PART.answers(breakdown_changed)
def wears_it_out(g: SlPlay, number: int, unit: Unit, weapon: Weapon) -> int:
    """SL:13.11.6; a malfunction ends it all (SL:13.11.7)."""
    hasty = is_gun(g, weapon) and (served(g, weapon).intensive or served(g, weapon).hurried)
    return number - WORN if hasty else number

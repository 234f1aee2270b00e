"""Guns in tow (SL:10.2.7 to SL:10.2.14): hooked up by a crew or squad, dragged along, and set down again.

A gun in tow is in nobody's hands, goes where its vehicle goes, and is lost with it (SL:10.2.11). One that falls to the
enemy with its vehicle may be moved, and be moved again once it is unhooked (SL:8.6-q10).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import StateMark
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.anti_tank import ROUND
from defilade.rules.sl.guns.gun_targets import destroy_gun
from defilade.rules.sl.guns.pieces import is_heavy
from defilade.rules.sl.movement import moved_otherwise, other_moves
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign, marks_of_weapon
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_fire import firing_bar
from defilade.rules.sl.vehicle_pieces import HALFTRACK, JEEP, TRUCK, Vehicle
from defilade.rules.sl.vehicles.driving import (
    NEVER,
    Driving,
    driven_into,
    must_drive_on,
    price_of_driving,
)
from defilade.rules.sl.vehicles.vehicle_bypass import bypass_bar
from defilade.rules.sl.vehicles.yard import change, kind_of, of_side, wrecked
from defilade.rules.sl.weapons.launchers import barrel_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import CREW, SQUAD, Unit, Weapon

PART = Part()

HOOK, UNHOOK = "hook", "unhook"
TRACTORS = (TRUCK, JEEP, HALFTRACK)
BIG, SLOW = 88, 100
"""SL:10.2.9, SL:10.2.8-a"""
DOUBLE = 2
IN_TOW = StateMark("in_tow", "in tow", "SL:10.2.7-a", "TOW", "calm")

NO_WAY_ROUND = Refusal("with a gun in tow it goes around nothing", "SL:11.29.1-b")
NO_FIRE = Refusal("a vehicle that has a gun in tow does not fire", "SL:10.2.7-b")


def in_tow(g: SlPlay, vehicle: Vehicle) -> Weapon | None:
    """What a vehicle tows."""
    return next((g.state.weapons[gun] for gun, one in g.state.towed.items() if one == vehicle.id), None)


def is_slow(g: SlPlay, gun: Weapon) -> bool:
    """SL:10.2.8-a: it takes the whole MPh."""
    barrel = barrel_of(g, gun)
    return barrel is not None and (barrel.calibre >= SLOW or barrel.mount == ROUND)


def may_tow(g: SlPlay, vehicle: Vehicle, gun: Weapon) -> bool:
    """SL:10.2.7-a; SL:10.2.9: a big gun by what carries a squad; one gun each. SL:10.2.7-b: not if it has fired."""
    kind, barrel = kind_of(g, vehicle), barrel_of(g, gun)
    strong = barrel is not None and (barrel.calibre < BIG or kind.squads > 0)
    free = vehicle.mobile and not vehicle.fire and in_tow(g, vehicle) is None
    return kind.kind in TRACTORS and strong and free


def hands(g: SlPlay, unit: Unit) -> bool:
    """SL:10.2.14: an unbroken crew or squad that has not come in this MPh; SL:10.2.7-b: nor fired."""
    idle = not (unit.moved or unit.acted or unit.fire or unit.melee or unit.captive or unit.broken)
    return unit.kind in (CREW, SQUAD) and idle


def time_left(g: SlPlay, vehicle: Vehicle, gun: Weapon) -> bool:
    """SL:10.2.12-a: it has come with half its MP left; SL:10.2.8-a: for a slow gun it has not moved at all."""
    spent = sum(mp for _, mp in g.state.driven.get(vehicle.id, ()))
    return spent == 0 if is_slow(g, gun) else spent * 2 <= kind_of(g, vehicle).mp


def hook_options(g: SlPlay, side: Side) -> list[Action]:
    """SL:10.8.5: what was captured is not moved, unless it was in tow."""
    tractors = [
        vehicle for vehicle in of_side(g, side) if vehicle.hex and kind_of(g, vehicle).kind in TRACTORS
    ]
    found = []
    for vehicle in tractors:
        for gun in g.state.weapons.values():
            if gun.hex != vehicle.hex or not is_heavy(g, gun) or gun.id in g.state.towed or gun.fire:
                continue
            if gun.side != side and gun.id not in g.state.taken_in_tow:
                continue
            if not may_tow(g, vehicle, gun) or not time_left(g, vehicle, gun) or gun.moved:
                continue
            for unit in g.side_in(vehicle.hex, side):
                if hands(g, unit) and gun.owner in ("", unit.id):
                    found.append(Action(HOOK, (unit.id, gun.id, vehicle.id), vehicle.hex))
    return found


def unhook_options(g: SlPlay, side: Side) -> list[Action]:
    """SL:10.2.13-a: at the start of its move, with all its MP; by men in the hex or on it."""
    found = []
    for vehicle in of_side(g, side):
        gun = in_tow(g, vehicle)
        if gun is None or vehicle.drove or not vehicle.mobile or vehicle.fire:
            continue
        riders = [g.state.units[uid] for uid in vehicle.passengers if uid in g.state.units]
        for unit in [*g.side_in(vehicle.hex, side), *riders]:
            if hands(g, unit):
                found.append(Action(UNHOOK, (unit.id, gun.id, vehicle.id), vehicle.hex))
    return found


@PART.answers(other_moves)
def hooks(g: SlPlay, side: Side) -> list[Action]:
    if not g.state.vehicles or not g.state.weapons:
        return []
    return [*hook_options(g, side), *unhook_options(g, side)]


@PART.answers(moved_otherwise)
def take_up(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == HOOK:
        hook(g, *action.who)
    elif action.verb == UNHOOK:
        unhook(g, *action.who)


def hook(g: SlPlay, unit_id: str, gun_id: str, vehicle_id: str) -> None:
    """SL:10.2.12-a: neither goes anywhere in this MPh any more; nobody stands behind its shield (SL:10.2.15-c)."""
    unit, vehicle = g.update(g.unit(unit_id), acted=True), g.state.vehicles[vehicle_id]
    gun = g.update_weapon(g.state.weapons[gun_id], owner="", emplaced=False, moved=True)
    g.state.towed[gun.id] = vehicle.id
    g.state.laid.pop(gun.id, None)
    change(g, vehicle, drove=True)
    g.say(
        "hooks",
        f"{g.name(unit)} hooks the {g.weapon_name(gun)} to {g.piece_name(vehicle.id)}.",
        "SL:10.2.12-a",
        side=unit.side,
        who=(unit.id, gun.id, vehicle.id),
        at=vehicle.hex,
    )


def unhook(g: SlPlay, unit_id: str, gun_id: str, vehicle_id: str) -> None:
    """SL:10.2.13-a: then it must leave the hex, with half its MP; SL:10.2.8-a: with a slow gun it has none left."""
    unit, vehicle, gun = g.unit(unit_id), g.state.vehicles[vehicle_id], g.state.weapons[gun_id]
    if gun.side != unit.side and gun.id not in g.state.taken_in_tow:
        g.state.taken_in_tow = (*g.state.taken_in_tow, gun.id)
    del g.state.towed[gun.id]
    facing = gun.facing if gun.facing >= 0 else vehicle.vca
    g.update_weapon(gun, owner=unit.id if unit.hex else "", hex=vehicle.hex, facing=facing)
    g.say(
        "unhooks",
        f"{g.name(unit)} unhooks the {g.weapon_name(gun)} from {g.piece_name(vehicle.id)}.",
        "SL:10.2.13-a",
        side=unit.side,
        who=(unit.id, gun.id, vehicle.id),
        at=vehicle.hex,
    )
    vehicle = change(g, vehicle, drove=True)
    if is_slow(g, gun):
        g.update(unit, acted=True)
        return
    g.state.unhooked[vehicle.id] = vehicle.hex
    g.state.driven[vehicle.id] = ((vehicle.hex, kind_of(g, vehicle).mp / 2),)
    g.push(Driving(vehicle.id, kind_of(g, vehicle).mp / 2))


# -- on the way --------------------------------------------------------------------------------------------


@PART.answers(price_of_driving)
def drags_it(g: SlPlay, cost: float, vehicle: Vehicle, origin: str, hex: Hex) -> float:
    """SL:10.2.7-a: twice as much, and over no wall or hedge, nor a hedgerow (SL:14.6.8-b)."""
    if in_tow(g, vehicle) is None:
        return cost
    return NEVER if g.map.hexside_kind(origin, hex) in ("wall", "hedge", "hedgerow") else cost * DOUBLE


@PART.answers(bypass_bar)
def not_with_a_gun(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """SL:11.29.1-b"""
    return NO_WAY_ROUND if in_tow(g, vehicle) is not None else None


@PART.answers(driven_into)
def follows(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> None:
    gun = in_tow(g, vehicle)
    if gun is not None:
        g.update_weapon(gun, hex=hex, moved=True)


@PART.answers(must_drive_on)
def leaves_the_gun(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:10.2.13-a"""
    return g.state.unhooked.get(vehicle.id) == vehicle.hex


@PART.answers(phase_ends)
def another_phase(g: SlPlay, phase: str) -> None:
    g.state.unhooked = {}


@PART.answers(wrecked)
def goes_with_it(g: SlPlay, vehicle: Vehicle) -> None:
    """SL:10.2.11"""
    gun = in_tow(g, vehicle)
    if gun is not None:
        del g.state.towed[gun.id]
        destroy_gun(g, gun, "SL:10.2.11")


@PART.answers(firing_bar)
def holds_its_fire(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    return NO_FIRE if in_tow(g, vehicle) is not None else None


@PART.answers(marks_of_weapon)
def marked(g: SlPlay, weapon: Weapon) -> Iterable[StateMark]:
    return [IN_TOW] if weapon.id in g.state.towed else []


PART.adds(
    SPOKEN,
    Spoken(
        HOOK,
        lambda g, action: (
            f"{g.name(action.who[0])} hooks the {g.weapon_name(action.who[1])} to {g.piece_name(action.who[2])}"
        ),
    ),
    Spoken(
        UNHOOK,
        lambda g, action: (
            f"{g.name(action.who[0])} unhooks the {g.weapon_name(action.who[1])} from {g.piece_name(action.who[2])}"
        ),
    ),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(HOOK, OptionLook("Hook it up", rare=True)),
    VerbLook(UNHOOK, OptionLook("Unhook it", rare=True)),
)
PART.adds(EVENT_SIGNS, EventSign("hooks", "passing"), EventSign("unhooks", "passing"))

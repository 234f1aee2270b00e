"""Demolition charges against an AFV (SKF:4.3-f, SKF:4.3-g).

The chart of the position DR is not known; that DR tells hull from turret, and changes nothing else (see the rulings).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.charge_placement import cost, x_number
from defilade.rules.sk.demolition import goes_off_otherwise, remove
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicle_charts import CHARGE
from defilade.rules.sk.full.vehicles.armor import part_hit
from defilade.rules.sk.full.vehicles.paatc import TankCheck
from defilade.rules.sk.full.vehicles.to_kill import KillRoll
from defilade.rules.sk.spending import Left, mf_refusal, spend_in_place
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.units import SQUAD, Weapon
from defilade.tactics.vehicles import HULL, Vehicle

PART = Part()

VERB = "mine"
MOTION_DRM = 2
NOT_THERE = Refusal("a DC is placed on an enemy AFV in an adjacent hex", "SKF:4.3-f")


class MineTank(Frame):
    """A unit is about to place a DC on an AFV: an MMC must dare first."""

    unit: str
    weapon: str
    vehicle: str
    checked: bool = False
    dared: bool = False


class MinePlaced(Frame):
    """The fire that this drew is over: is the charge in position?"""

    unit: str
    weapon: str
    vehicle: str


class TankBlast(Frame):
    """SKF:4.3-g: the position DR of a charge on an AFV."""

    charge: str


def refusal(g: SkPlay, member: Left, weapon: Weapon, vehicle: Vehicle) -> Refusal | None:
    unit = member.unit
    if weapon.owner != unit.id or g.weapon_type(weapon).kind != "DC" or not unit.hex:
        return NOT_THERE
    if vehicle.side == unit.side or vehicle.wreck or vehicle.hex not in g.map.adjacent[unit.hex]:
        return NOT_THERE
    if len(unit.weapons_used) >= (2 if unit.kind == SQUAD else 1):
        return Refusal(f"{g.name(unit)} has used as many SW as it may", "SK1:4.0-r2")
    return mf_refusal(g, member, cost(g, unit, vehicle.hex), member.in_place)


def options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not g.state.vehicles:
        return []
    return [
        Action(VERB, (member.unit.id, weapon.id, vehicle.id), vehicle.hex)
        for member in members
        for weapon in g.weapons_of(member.unit)
        for vehicle in g.state.vehicles.values()
        if refusal(g, member, weapon, vehicle) is None
    ]


def why_not(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    found = next((member for member in members if action.who and member.unit.id == action.who[0]), None)
    if found is None or len(action.who) != 3 or action.who[1] not in g.state.weapons:
        return NOT_THERE
    vehicle = g.state.vehicles.get(action.who[2])
    return refusal(g, found, g.state.weapons[action.who[1]], vehicle) if vehicle is not None else NOT_THERE


def begin(g: SkPlay, frame: Moving, action: Action) -> None:
    unit, weapon, vehicle = action.who
    g.push(MineTank(unit, weapon, vehicle))


PART.adds(MOVE_VERBS, MoveVerb(VERB, 45, options, begin, why_not))


@PART.automatic(MineTank)
def run_mine_tank(g: SkPlay, frame: MineTank) -> None:
    """SKF:4.3-f: an MMC takes a PAATC first; who fails is pinned and places nothing."""
    unit = g.unit(frame.unit)
    if unit.is_mmc and not frame.checked:
        frame.checked = True
        g.push(TankCheck(unit.id, frame.vehicle))
        return
    g.pop()
    move = g.state.stack[-1]
    assert isinstance(move, Moving)
    if unit.is_mmc and not frame.dared:
        move.members = tuple([uid for uid in move.members if uid != unit.id])
        return
    hex = g.vehicle(frame.vehicle).hex
    placed = MinePlaced(frame.unit, frame.weapon, frame.vehicle)
    spend_in_place(g, move, unit.id, cost(g, unit, hex), after=(placed,))


@PART.automatic(MinePlaced)
def run_mine_placed(g: SkPlay, frame: MinePlaced) -> None:
    """SKF:4.3-g: the facing is that of the hexside it was placed through, whatever the AFV does then."""
    g.pop()
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    vehicle = g.state.vehicles.get(frame.vehicle)
    if (
        unit is None
        or weapon is None
        or vehicle is None
        or unit.broken
        or unit.pinned
        or weapon.owner != unit.id
    ):
        g.say("placement", "The demolition charge is not placed.", "SK1:4.3-e", side=g.attacker)
        return
    hull = arcs.direction_hit(g.map, unit.hex, vehicle.hex, vehicle.vca)
    turret = arcs.direction_hit(g.map, unit.hex, vehicle.hex, vehicle.tca)
    g.update_weapon(
        weapon,
        owner="",
        hex=vehicle.hex,
        placed_at=vehicle.hex,
        placed_on=vehicle.id,
        placed_facings=(hull, turret),
        placed_drm=g.library.tables.fire_drm.entries.cx.drm if unit.cx else 0,
        placed_x=x_number(g, unit, weapon),
    )
    used = (*unit.weapons_used, weapon.id)
    g.update(unit, weapons_used=used, no_fp=unit.no_fp or unit.kind != SQUAD or len(used) > 1)
    g.say(
        "placement",
        f"{g.name(unit)} has placed a demolition charge on the {g.vehicle_name(vehicle)}.",
        "SKF:4.3-f",
        side=unit.side,
        who=(unit.id, weapon.id, vehicle.id),
        at=vehicle.hex,
    )


@PART.answers(goes_off_otherwise)
def on_a_tank(g: SkPlay, charge: Weapon) -> Frame | None:
    return TankBlast(charge.id) if charge.placed_on else None


@PART.decisions(TankBlast)
def ask_tank_blast(g: SkPlay, frame: TankBlast) -> Chance | None:
    charge = g.state.weapons[frame.charge]
    vehicle = g.state.vehicles.get(charge.placed_on)
    if vehicle is None or vehicle.wreck or vehicle.hex != charge.placed_at:
        return None
    return Chance(
        f"Position DR of the charge on the {g.vehicle_name(vehicle)}: hull or turret?",
        dice=2,
        side=g.attacker,
        rules=("SKF:4.3-g",),
        about=(vehicle.id,),
    )


def charge_number(g: SkPlay, charge: Weapon) -> int:
    """SKF:4.3-g: the TK#, less what a CX placer costs, and less the DRM of a vehicle in Motion (SKF:3.3.2-r)."""
    moving = MOTION_DRM if g.vehicle(charge.placed_on).motion else 0
    return kit_of(g).to_kill.demolition_charge.number - charge.placed_drm - moving


@ask_tank_blast
def take_tank_blast(g: SkPlay, frame: TankBlast, answer: Action | Outcome | None) -> None:
    g.pop()
    charge = g.state.weapons[frame.charge]
    if isinstance(answer, Outcome):
        place = part_hit(answer.dice)
        hull, turret = charge.placed_facings
        g.push(
            KillRoll(
                charge.placed_on,
                CHARGE,
                "DC",
                place=place,
                facing=hull if place == HULL else turret,
                number=charge_number(g, charge),
                dud_on=charge.placed_x,
                fp=float(g.weapon_type(charge).fp),
                side=g.attacker,
            )
        )
    remove(g, charge.id)

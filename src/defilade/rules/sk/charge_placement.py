"""Placing a demolition charge (SK1:4.3-c to -h2). Its attack comes in the AFPh."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.sk import morale, terrain
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left, member_of, mf_refusal, spend_in_place
from defilade.rules.sk.state import AFPH, SkPlay
from defilade.tactics.counters import ELITE
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit, Weapon

PART = Part()

RULE = "SK1:4.3-c"


class Placement(Frame):
    """A charge is being placed: it is in position if the placer comes through the fire that this draws."""

    unit: str
    weapon: str
    hex: Hex


@bar
def charge_bar(g: SkPlay, unit: Unit) -> Refusal | None:
    """Why may a unit not place another demolition charge?"""


def refusal(g: SkPlay, unit: Unit, weapon: Weapon, hex: Hex) -> Refusal | None:
    """Why a moving unit may not place a charge, its MF apart."""
    if g.weapon_type(weapon).kind != "DC" or weapon.owner != unit.id:
        return Refusal(f"{g.name(unit)} has no such demolition charge", RULE)
    if not unit.hex or hex not in g.map.adjacent[unit.hex]:
        return Refusal("a demolition charge is placed in an adjacent hex", RULE)
    if not g.has_side(hex, g.enemy_of(unit.side)):
        return Refusal(f"there is no enemy in {g.place_name(hex)}", RULE)
    barred = charge_bar(g, unit)
    if barred is not None:
        return barred
    limit = 2 if unit.kind == SQUAD else 1
    if len(unit.weapons_used) >= limit:
        return Refusal(
            f"{g.name(unit)} has used as many SW as it may", "SK1:4.0-r2" if limit == 2 else "SK1:4.0-s"
        )
    return None


def cost(g: SkPlay, unit: Unit, hex: Hex) -> float:
    """MF that the unit would need to enter the target location."""
    return terrain.cheapest_entry(g, unit, unit.hex, hex)


def x_number(g: SkPlay, unit: Unit, weapon: Weapon) -> int:
    """The X# that the placer gives the charge."""
    rolls = g.library.tables.support_weapon_rolls
    number = g.weapon_type(weapon).breakdown
    if unit.is_mmc and g.counter(unit).cls != ELITE:
        number -= rolls.non_elite_x_penalty  # SK1:4.3-h2
    if unit.is_mmc and morale.is_inexperienced(g, unit):
        number -= rolls.inexperienced_penalty  # SK1:4.0-q
    if weapon.side != unit.side:
        number -= rolls.captured_penalty  # SK1:4.0-p2
    return number


def options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    found = []
    for member in members:
        for weapon in g.weapons_of(member.unit):
            if g.weapon_type(weapon).kind != "DC" or not member.unit.hex:
                continue
            for hex in g.map.adjacent[member.unit.hex]:
                if placement_refusal(g, member, weapon.id, hex) is None:
                    found.append(Action("place", (member.unit.id, weapon.id), hex))
    return found


def placement_refusal(g: SkPlay, member: Left, weapon_id: str, hex: Hex) -> Refusal | None:
    found = refusal(g, member.unit, g.state.weapons[weapon_id], hex)
    if found is not None:
        return found
    return mf_refusal(g, member, cost(g, member.unit, hex), member.in_place)


def why_not(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if not action.who or action.who[0] not in g.state.units:
        return None
    member = member_of(members, action.who[0])
    if member is None:
        return NOT_MOVING_NOW
    if len(action.who) != 2 or action.who[1] not in g.state.weapons:
        return None
    return placement_refusal(g, member, action.who[1], action.at)


def place_charge(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:4.3-d: movement in the placer's own hex; the charge is in position after the fire that it draws."""
    (unit_id, weapon_id), hex = action.who, action.at
    unit = g.unit(unit_id)
    g.say(
        "placing",
        f"{g.name(unit)} sets out to place a demolition charge in {g.place_name(hex)}.",
        "SK1:4.3-c",
        "SK1:4.3-d",
        side=unit.side,
        who=(unit_id, weapon_id),
        at=unit.hex,
    )
    mf = cost(g, unit, hex)
    spend_in_place(g, frame, unit_id, mf, after=(Placement(unit_id, weapon_id, hex),))


PART.adds(MOVE_VERBS, MoveVerb("place", 40, options, place_charge, why_not))


@PART.automatic(Placement)
def run_placement(g: SkPlay, frame: Placement) -> None:
    g.pop()
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    if unit is None or weapon is None or unit.broken or unit.pinned or weapon.owner != unit.id:
        g.say("placement", "The demolition charge is not placed.", "SK1:4.3-e", side=g.attacker, at=frame.hex)
        return
    drm = g.library.tables.fire_drm.entries.cx.drm if unit.cx else 0  # SK1:4.3-g
    g.update_weapon(
        weapon,
        owner="",
        hex=frame.hex,
        placed_at=frame.hex,
        placed_drm=drm,
        placed_x=x_number(g, unit, weapon),
    )
    used = (*unit.weapons_used, weapon.id)
    gives_up_fp = unit.kind in (HALF_SQUAD, CREW) or (
        unit.kind == SQUAD and len(used) > 1
    )  # SK1:4.0-s, SK1:4.0-r2
    g.update(
        unit,
        weapons_used=used,
        no_fp=unit.no_fp or gives_up_fp,
        used_weapon_in=AFPH if unit.is_leader else unit.used_weapon_in,  # SK1:4.0-t2
    )
    g.say(
        "placement",
        f"{g.name(unit)} has placed the demolition charge in {g.place_name(frame.hex)}.",
        "SK1:4.3-f",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=frame.hex,
    )

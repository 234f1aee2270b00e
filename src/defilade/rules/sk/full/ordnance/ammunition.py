"""Ammunition (SKF:6.0, SKF:6.2): what a weapon has, depletion numbers, and the FP of each kind against Infantry."""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import ift, terrain
from defilade.rules.sk.full.ordnance.shots import (
    Gunshot,
    gun_of,
    kind_of,
    month,
    shot_bar,
    tables,
    the_ordnance,
)
from defilade.rules.sk.full.ordnance_tables import ATT, ITT, VTT
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.moving import mover_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.ordnance import AP, APCR, APDS, HE, HEAT, SMOKE, WP, Ordnance
from defilade.tactics.units import Unit, Weapon

PART = Part()

NO_MORE = Refusal("it has no such ammunition, or no more of it", "SKF:6.2-b")
NO_AP = Refusal("an overscored caliber fires no AP", "SKF:6.0")
NO_HE = Refusal("an underscored caliber fires no HE but for a limited supply", "SKF:6.0")
NOT_ON_ATT = Refusal("on the ATT only HE, Smoke and WP are fired", "SKF:2.0-f")
ONLY_ATT = Refusal("Smoke and WP are fired on the ATT only", "SKF:3.2.4-d")
NO_HEAT_TARGET = Refusal("HEAT is fired at Infantry in buildings, at Guns and at vehicles", "SKF:6.2-g")

ARMOR_PIERCING = (AP, APCR, APDS)


def is_unlimited(gun: Ordnance, ammo: str) -> bool:
    """SKF:6.2-a: HE and AP, unless the caliber is scored or a depletion number is given."""
    if ammo in gun.ammo:
        return False
    return (ammo == HE and not gun.no_he) or (ammo == AP and not gun.no_ap and not gun.mortar)


def depletion_number(g: SkPlay, weapon: Weapon, ammo: str) -> int:
    """The depletion number that holds in this month (SKF:6.2-d); 0 where there is none."""
    kind = g.weapon_type(weapon)
    now = month(g)
    if ammo == HEAT:
        since = tables(g).heat_since
        if now < getattr(since, kind.nationality, since.others):
            return 0
    found = [row.number for row in the_ordnance(g, weapon).ammo.get(ammo, ()) if row.holds(now)]
    return found[0] if found else 0


def has(g: SkPlay, weapon: Weapon, ammo: str) -> bool:
    """Whether a weapon may fire, or try to fire, this ammunition."""
    gun = the_ordnance(g, weapon)
    if ammo in weapon.spent_ammo:
        return False
    return is_unlimited(gun, ammo) or depletion_number(g, weapon, ammo) > 0


def available(g: SkPlay, weapon: Weapon) -> list[str]:
    """All that it may try to fire, the usual first."""
    return [ammo for ammo in (HE, AP, APCR, APDS, HEAT, SMOKE, WP) if has(g, weapon, ammo)]


def fits(target_type: str, ammo: str) -> Refusal | None:
    """SKF:2.0-f, SKF:2.0-l, SKF:3.2.4-c, SKF:3.2.4-d: which ammunition goes with which Target Type."""
    if target_type == ATT:
        return None if ammo in (HE, SMOKE, WP) else NOT_ON_ATT
    return ONLY_ATT if ammo in (SMOKE, WP) else None


@PART.answers(shot_bar)
def not_in_supply(g: SkPlay, shot: Gunshot) -> Refusal | None:
    gun = the_ordnance(g, shot.weapon)
    if gun.latw:
        return None
    found = fits(shot.type, shot.ammo)
    if found is not None:
        return found
    if not has(g, g.state.weapons[shot.weapon], shot.ammo):
        if shot.ammo == AP and gun.no_ap:
            return NO_AP
        return NO_HE if shot.ammo == HE and gun.no_he else NO_MORE
    if shot.ammo == HEAT and shot.type == ITT and not heat_target(g, shot.phase, shot.side, shot.target):
        return NO_HEAT_TARGET
    return None


def takes_heat(g: SkPlay, unit: Unit) -> bool:
    """SKF:6.2-g, SKF:4.4-b: Infantry that has the TEM of a building, or mans a Gun."""
    return terrain.is_building(g, unit.hex) or gun_of(g, unit.id) is not None


def heat_target(g: SkPlay, phase: str, side: Side, hex: Hex) -> bool:
    """Whether a hex has anybody whom a side may fire HEAT at: among those on the move in the enemy's MPh."""
    on_the_move = phase == MPH and side == g.defender
    if any(
        unit.side != side and takes_heat(g, unit) and (not on_the_move or mover_of(g, unit.id) is not None)
        for unit in g.units_in(hex)
    ):
        return True
    return not on_the_move and any(
        weapon.hex == hex and weapon.facing >= 0 and not weapon.owner for weapon in g.state.weapons.values()
    )


def default_ammo(g: SkPlay, weapon: Weapon, target_type: str) -> str:
    """SKF:6.2-a: HE on the ITT and ATT, AP on the VTT, where it has them."""
    wanted = (AP, HE) if target_type == VTT else (HE, AP)
    return next((ammo for ammo in wanted if has(g, weapon, ammo)), HE)


def is_special(g: SkPlay, shot: Gunshot) -> bool:
    """Whether a shot is one with ammunition that may run out; the charges of a LATW are none (SKF:4.4-b)."""
    gun = the_ordnance(g, shot.weapon)
    return not gun.latw and not is_unlimited(gun, shot.ammo)


# -- depletion -------------------------------------------------------------------------------------------------


def is_depleted_by(g: SkPlay, shot: Gunshot, original: int) -> tuple[bool, bool]:
    """SKF:6.2-b: whether it has the ammunition for this shot, and whether it has none after it."""
    number = depletion_number(g, g.state.weapons[shot.weapon], shot.ammo)
    gun = the_ordnance(g, shot.weapon)
    if not number or is_unlimited(gun, shot.ammo):
        return True, False
    return original <= number, original >= number


# -- FP --------------------------------------------------------------------------------------------------------


def fp_line(g: SkPlay, shot: Gunshot) -> Line:
    """The FP of this ammunition against Infantry before Target Type and Critical Hit."""
    table = tables(g)
    kind = kind_of(g, shot)
    gun = kind.ordnance
    assert gun is not None
    if gun.latw:
        return Line(kind.name, kind.fp, _latw_rule(gun), "fp")
    if shot.ammo in (APCR, APDS):
        return Line(f"{shot.ammo} against Infantry", table.composite_fp, "SKF:6.2-f", "fp")
    if shot.ammo == AP:  # DAE:QRDC-57ap: what the 6-pounder has when its HE has run out (DAE:VN-6pdr)
        fp = table.ap.small_fp if gun.caliber < table.ap.large_from else table.ap.large_fp
        return Line(f"{gun.gun_type} AP against Infantry", fp, "SKF:6.2-e", "fp")
    full = table.fp_of(gun.caliber)
    if shot.ammo == HEAT:
        place = ift.column(g, full)
        lower = None if place is None else max(place - table.heat_columns_lower, 0)
        return Line(f"{gun.gun_type} HEAT, one column lower", ift.column_fp(g, lower), "SKF:6.2-g", "fp")
    return Line(f"{gun.gun_type} HE", full, "SKF:3.2.4-ab", "fp")


def _latw_rule(gun: Ordnance) -> str:
    return {"PSK": "SKF:4.4.1-e", "PIAT": "SKF:4.4.5-c", "PF": "SKF:4.4.2-k"}.get(gun.type, "SKF:4.4.1-d")

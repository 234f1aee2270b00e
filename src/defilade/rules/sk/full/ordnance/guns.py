"""Guns and other ordnance in the hands of Infantry (SKF:1.2.6, SKF:3.2.4-h): who may fire what, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.kernel import Refusal
from defilade.kernel.composition import Part, all_of, bar, told
from defilade.rules.sk import firers, melee, terrain
from defilade.rules.sk.firers import ADVANCING, FIRE_PHASES, fires_apart, weapon_bar
from defilade.rules.sk.full.ordnance.intensive_fire import intensive_refusal
from defilade.rules.sk.full.ordnance.shots import (
    FIXED,
    FREE,
    FULL,
    INTENSIVE,
    Firer,
    Gunshot,
    Occasion,
    firer_bar,
    is_gun,
    manning,
    ordnance_of,
    other_firers,
    other_mode,
    rate,
    the_ordnance,
    turned_to,
)
from defilade.rules.sk.full.ordnance.to_hit import is_captured, is_non_qualified
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.state import AFPH, CCPH, SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.ordnance import BAZ, MTR, PSK, Ordnance
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import LARGE, SMALL

PART = Part()

MUST_HIT = Refusal("it is Ordnance: it must hit before it harms", "SKF:3.2.4-a")
NEEDS_MMC = Refusal("a Gun is fired by an MMC that mans it", "SKF:1.2.6-b")
TWO_SMC = Refusal("one SMC alone cannot fire it", "SKF:4.4.1-b")
NOT_FROM_BUILDING = Refusal("a Mortar may not fire from a building", "SKF:1.1.1-g")
MOVED = Refusal("Guns and Mortars that moved may not fire in the AFPh", "SKF:3.5-c")
INTENSIVE_SPENT = Refusal("it is under an Intensive Fire counter", "SKF:3.2.4-v")
NOT_HERE = Refusal(
    "only small Guns, and AT and INF Guns that are not large, stand in a building", "SKF:1.2.6-d"
)


@bar
def gun_place_bar(g: SkPlay, hex: Hex) -> Refusal | None:
    """Why may no Gun be in a place?"""


def may_stand_in(g: SkPlay, gun: Ordnance, hex: Hex) -> bool:
    """SKF:1.2.6-d"""
    if gun_place_bar(g, hex) is not None:
        return False
    if not terrain.is_building(g, hex):
        return True
    return gun.size == SMALL or (gun.type in ("AT", "INF") and gun.size != LARGE)


@PART.answers(weapon_bar)
def no_ift(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SKF:3.2.4-a, SKF:2.0-w: an ATR (SKF:4.4.4-b) and a Gun with an IFE (SKF:6.8-a) fire on the IFT, nothing else."""
    ordnance = ordnance_of(g, weapon)
    if ordnance is None or ordnance.ife or ordnance.type == "ATR":
        return None
    return MUST_HIT


@PART.answers(fires_apart)
def no_fire_group(g: SkPlay, weapon: Weapon) -> bool:
    """Ordnance never combines, nor does it keep others in its hex from firing at the same target; an ATR on the IFT is
    like any other SW."""
    ordnance = ordnance_of(g, weapon)
    return ordnance is not None and ordnance.type != "ATR"


# -- who can fire ----------------------------------------------------------------------------------------------


def infantry_firers(g: SkPlay, side: Side) -> Iterator[Firer]:
    """SKF:3.2.4-h: possessed ordnance of a side that works."""
    units = g.state.units
    for weapon in g.state.weapons.values():
        if not weapon.owner or weapon.malfunctioned or g.weapon_types[weapon.type].ordnance is None:
            continue
        unit = units.get(weapon.owner)
        if unit is None or unit.side != side or not unit.hex:
            continue
        firer = firer_of(g, unit, weapon)
        if firer_refusal(g, firer) is None:
            yield firer


def firer_of(g: SkPlay, unit: Unit, weapon: Weapon) -> Firer:
    ordnance = the_ordnance(g, weapon)
    mount = FREE if not ordnance.gun else FULL if ordnance.full_turn else FIXED  # SKF:2.0-v
    return Firer(unit.id, weapon.id, unit.hex, weapon.facing, mount)


@all_of
def hidden_firers(g: SkPlay, occasion: Occasion) -> Iterable[Firer]:
    """Which hidden Guns has a side?"""
    return ()


@told
def reveal_firer(g: SkPlay, firer: str, why: str) -> None:
    """Ordnance is about to fire, or to turn: if it was hidden it is so no longer."""


def all_firers(g: SkPlay, occasion: Occasion) -> list[Firer]:
    found = [*infantry_firers(g, occasion.side), *hidden_firers(g, occasion), *other_firers(g, occasion)]
    return [firer for firer in found if firer_bar(g, firer, occasion) is None]


def firer_refusal(g: SkPlay, firer: Firer) -> Refusal | None:
    """Why ordnance of Infantry cannot fire now, whatever the phase and the target."""
    unit, weapon = g.unit(firer.id), g.state.weapons[firer.weapon]
    ordnance = the_ordnance(g, weapon)
    if weapon.owner != unit.id:
        return firers.NOT_POSSESSED
    if weapon.malfunctioned:
        return firers.MALFUNCTIONED
    if unit.broken:
        return firers.BROKEN
    if unit.melee:
        return melee.melee_refusal(unit)
    if unit.is_leader:
        if ordnance.gun:
            return NEEDS_MMC
        if ordnance.type in (BAZ, PSK) and not partners(g, unit, weapon):
            return TWO_SMC
    if ordnance.mortar and terrain.is_building(g, firer.hex):
        return NOT_FROM_BUILDING
    return firers.hands_refusal(g, unit, weapon)


def partners(g: SkPlay, unit: Unit, weapon: Weapon) -> list[str]:
    """SKF:4.4.1-b, SKF:4.5-a: the SMC who may help another SMC with a weapon."""
    if not unit.is_leader:
        return []
    return [
        other.id
        for other in g.side_in(unit.hex, unit.side)
        if other.is_leader
        and other.id != unit.id
        and not other.broken
        and (weapon.id in other.weapons_used or firers.smc_refusal(g, other) is None)
    ]


def mode_of(g: SkPlay, firer: Firer, occasion: Occasion, target: str) -> str | Refusal:
    """The mode in which ordnance may fire at a hex in this phase, or why not."""
    unit = g.state.units.get(firer.id)
    if unit is None:
        return other_mode(g, firer, occasion, target) or MUST_HIT
    weapon = g.state.weapons[firer.weapon]
    if weapon.intensive:
        return INTENSIVE_SPENT
    if occasion.phase == AFPH and moved_in_mph(g, weapon):
        return MOVED
    mode = FIRE_PHASES(g)[occasion.phase].shot_mode(g, unit, weapon, target, occasion.targets)
    if not isinstance(mode, Refusal):
        return mode
    again = intensive_refusal(g, unit, weapon, occasion, target)
    if again is None:
        return INTENSIVE
    return again if weapon.fire else mode


def moved_in_mph(g: SkPlay, weapon: Weapon) -> bool:
    ordnance = the_ordnance(g, weapon)
    return (weapon.moved or weapon.manhandled) and (ordnance.gun or ordnance.mortar)


# -- rate of fire ----------------------------------------------------------------------------------------------


@PART.answers(rate)
def lowered_rate(g: SkPlay, rof: int, shot: Gunshot) -> int:
    """SKF:3.2.4-l, DAE:QRDC-rof, SKF:3.2.4-e, SKF:4.5-b"""
    ordnance = the_ordnance(g, shot.weapon)
    unit = manning(g, shot)
    if shot.mode in (INTENSIVE, ADVANCING) or (unit is not None and unit.pinned):
        return 0
    if shot.type == ATT and not ordnance.mortar:
        return 0
    if unit is not None and unit.is_leader and not shot.second:
        return 0  # SKF:4.5-b
    lowered = is_captured(g, shot) + is_non_qualified(g, shot)
    if shot.turns and shot.mount == FIXED and not _small_mortar_gun(ordnance):
        lowered += 1
    return rof - lowered


def _small_mortar_gun(ordnance: Ordnance) -> bool:
    """SKF:3.2.4-l: Mortars of 76 to 82 mm turn without loss."""
    return ordnance.type == MTR and 76 <= ordnance.caliber <= 82


@PART.answers(turned_to)
def point(g: SkPlay, shot: Gunshot) -> None:
    weapon = g.state.weapons[shot.weapon]
    if manning(g, shot) is not None and is_gun(g, weapon):
        g.update_weapon(weapon, facing=shot.facing)


@PART.answers(phase_ends)
def clear(g: SkPlay, phase: str) -> None:
    """Intensive Fire counters come off at the end of the AFPh; what was turned or pushed may be again next turn."""
    if phase == AFPH:
        for weapon in list(g.state.weapons.values()):
            if weapon.intensive:
                g.update_weapon(weapon, intensive=False)
    elif phase == CCPH:
        for weapon in list(g.state.weapons.values()):
            if weapon.turned or weapon.manhandled:
                g.update_weapon(weapon, turned="", manhandled=False)
        for unit in list(g.state.units.values()):
            if unit.hazardous:
                g.update(unit, hazardous=False)

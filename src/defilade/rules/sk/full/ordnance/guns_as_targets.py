"""Guns as targets (SKF:6.7, DAE:QRDC-gundest): Direct Hits, Near Misses, and Guns that nobody mans."""

from __future__ import annotations

import msgspec

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part
from defilade.rules.sk import ift, morale
from defilade.rules.sk.full.ordnance.ammunition import ARMOR_PIERCING
from defilade.rules.sk.full.ordnance.effect import Effect
from defilade.rules.sk.full.ordnance.gunshields import near_miss_lines
from defilade.rules.sk.full.ordnance.resolution import say_effect, strike_units, strikes_a_gun
from defilade.rules.sk.full.ordnance.shots import Gunshot, gun_of
from defilade.rules.sk.full.ordnance.to_hit import cover_of_gun
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.morale import CasualtyReduction
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Unit, Weapon

PART = Part()

RULE = "SKF:6.7-b"


@PART.answers(strikes_a_gun)
def on_a_gun(g: SkPlay, shot: Gunshot, found: Effect, dice: tuple[int, ...], gun: str) -> list[Frame] | None:
    if gun:
        _strike_bare_gun(g, shot, found, dice, g.state.weapons[gun])
        return []
    unit = g.unit(found.units[0])
    manned = gun_of(g, unit.id)
    if manned is None:
        return None
    return _strike_manned_gun(g, shot, found, dice, unit, manned)


def _strike_manned_gun(
    g: SkPlay, shot: Gunshot, found: Effect, dice: tuple[int, ...], unit: Unit, gun: Weapon
) -> list[Frame]:
    original = dice[0] + dice[1]
    if found.critical:  # SKF:6.1-d
        say_effect(g, shot, found, original, dice, "the Gun and its men are lost")
        lose(g, gun, "SKF:6.1-d")
        morale.eliminate(g, unit, "is eliminated with its Gun", "SKF:6.1-d")
        return []
    result = ift.result(g, found.column, original + found.drm)
    if result.kind == "KIA":
        say_effect(g, shot, found, original, dice, f"{result}, a Direct Hit")
        lose(g, gun, RULE)
        morale.eliminate(g, unit, "is eliminated with its Gun", RULE)
        return []
    if result.kind == "K":
        say_effect(g, shot, found, original, dice, f"{result}, a Direct Hit")
        _damage(g, shot, gun)
        return [CasualtyReduction(unit.id)]
    # SKF:6.7-c: a Near Miss, on the same DR with the gunshield
    cover = sum(line.value for line in found.lines) if shot.type == ATT else 0
    shield = near_miss_lines(g, shot, unit, cover)
    missed = msgspec.structs.replace(found, lines=(*found.lines, *shield))
    return strike_units(g, shot, missed, original, dice)


def _strike_bare_gun(g: SkPlay, shot: Gunshot, found: Effect, dice: tuple[int, ...], gun: Weapon) -> None:
    """A Gun that nobody mans: only a Direct Hit harms it, and a Critical Hit. On the ATT the TEM of its hex counts, or
    what it is dug in."""
    original = dice[0] + dice[1]
    if found.critical:  # SKF:6.1-d
        say_effect(g, shot, found, original, dice, "the Gun is lost")
        lose(g, gun, "SKF:6.1-d")
        return
    lines: tuple[Line, ...] = ()
    if shot.type == ATT:
        lines = tuple(msgspec.structs.replace(line, rule="SKF:3.2.4-d") for line in cover_of_gun(g, gun))
    found = msgspec.structs.replace(found, lines=lines)
    result = ift.result(g, found.column, original + found.drm)
    say_effect(g, shot, found, original, dice, str(result) if result.kind in ("KIA", "K") else "a Near Miss")
    if result.kind == "KIA":
        lose(g, gun, RULE)
    elif result.kind == "K":
        _damage(g, shot, gun)


def lose(g: SkPlay, gun: Weapon, rule: str) -> None:
    g.say("weapon_lost", f"The {g.weapon_name(gun)} is destroyed.", rule, who=(gun.id,), at=gun.hex)
    g.remove_weapon(gun)


def _damage(g: SkPlay, shot: Gunshot, gun: Weapon) -> None:
    """SKF:6.7-b: a K malfunctions the Gun; of AP it eliminates it (DAE:QRDC-gun_ap)."""
    if shot.ammo in ARMOR_PIERCING:
        lose(g, gun, "DAE:QRDC-gun_ap")
    else:
        malfunctions(g, gun)


def malfunctions(g: SkPlay, gun: Weapon) -> None:
    if not gun.malfunctioned:
        g.say("malfunction", f"The {g.weapon_name(gun)} malfunctions.", RULE, who=(gun.id,), at=gun.hex)
        g.update_weapon(gun, malfunctioned=True)

"""Guns as targets (SL:13.17): dug in, behind their shields, and what a hit does to them and their crews.

A gun that is dug in, and its crew, are a target by themselves (SL:13.17.8-a); one that has been moved is struck with
all others in its hex (SL:13.17.8-c), and hit like a small vehicle (SL:13.17.3-a).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.guns.covered_arc import covers
from defilade.rules.sl.guns.pieces import is_heavy, serves
from defilade.rules.sl.state import DFPH, MPH, SlPlay
from defilade.rules.sl.tables import KIA, MC
from defilade.rules.sl.vehicles.yard import vehicles_in
from defilade.rules.sl.weapons.anti_tank_fire import lines_to_hit
from defilade.rules.sl.weapons.launchers import barrel_of, kind_of_launcher, launcher, stands
from defilade.rules.sl.weapons.shells import (
    Shell,
    burst,
    kinds_of_targets,
    lines_of_hit,
    shell_fp,
    those_aimed_at,
)
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

DUG_IN, SHIELD = 2, 2
SMALL_GUN, GUN, VAST_GUN = 2, 1, 0
"""SL:13.17.3-a: the size of a gun that is not dug in."""
LIGHT = 40
WRECK = 1
SHIELD_RULE = "SL:10.3.3"


def dug_in(g: SlPlay, unit: Unit) -> Weapon | None:
    """The gun of a unit, if it is dug in."""
    return next((weapon for weapon in serves(g, unit) if weapon.emplaced), None)


def its_gun(g: SlPlay, unit: Unit) -> Weapon | None:
    return next(iter(serves(g, unit)), None)


# -- to hit it ---------------------------------------------------------------------------------------------


@PART.answers(kinds_of_targets)
def gun_by_gun(g: SlPlay, found: list[str], hex: Hex) -> list[str]:
    """SL:13.17.8-a: each gun that is dug in and seen, and then the others."""
    apart = {
        unit.id: weapon.id
        for unit in g.units_in(hex)
        if (weapon := dug_in(g, unit)) is not None and not is_concealed(unit)
    }
    others = [unit for unit in g.units_in(hex) if unit.id not in apart]
    return [*apart.values(), *([""] if others else [])] if apart else found


@PART.answers(those_aimed_at)
def one_or_the_others(g: SlPlay, targets: tuple[str, ...], frame: Shell) -> tuple[str, ...]:
    """SL:13.17.8-a: what strikes the one spares the other."""
    if frame.gun:
        weapon = g.state.weapons.get(frame.gun)
        return (weapon.owner,) if weapon is not None and weapon.owner in targets else ()
    return tuple([uid for uid in targets if uid not in g.state.units or dug_in(g, g.unit(uid)) is None])


@PART.answers(lines_to_hit)
def as_a_target(g: SlPlay, lines: list[Line], unit: Unit, weapon: Weapon, target: str) -> list[Line]:
    """SL:13.17.2-a, SL:13.17.2-b: dug in, in place of a wall or hedge; it helps against hits, not on the fire table.
    SL:8.16-q4: shaped charges fired at the crew do not feel it. SL:13.17.3-a: moved, it is hit like a vehicle. The
    shield keeps no shot from hitting (SL:10.3.7-a). SL:7.1.23: a wreck beside it is in the way."""
    lines = [line for line in lines if line.rule != SHIELD_RULE]
    man = g.state.units.get(target)
    gun = its_gun(g, man) if man is not None and not is_concealed(man) else None
    if gun is None or man is None:
        return lines
    back = launcher(g, weapon)
    own_table = back is not None and bool(back.to_hit)
    if gun.emplaced and not own_table:
        sides = {entry.rule for entry in g.tables.fire_drm.hexside.values()}
        lines = [line for line in lines if line.rule not in sides]
        lines.append(Line("dug in", DUG_IN, "SL:13.17.2-a"))
        barrel = barrel_of(g, gun)
        if barrel is not None and barrel.vast:
            lines.append(Line("as large as a vehicle", -easier(g, unit, man), "SL:10.1.15-a"))
    elif not gun.emplaced and not own_table:
        lines.append(Line("a gun in the open", size_of(g, gun) - easier(g, unit, man), "SL:13.17.3-a"))
    if any(vehicle.wreck for vehicle in vehicles_in(g, g.map.ground_hex(man.hex))):
        lines.append(Line("a wreck beside it", WRECK, "SL:7.1.23"))
    return lines


def easier(g: SlPlay, unit: Unit, man: Unit) -> int:
    """By how much a vehicle is hit more easily than a man, so far away."""
    distance = max(1, g.map.distance(stands(g, unit), man.hex))
    table = g.anti_tank.to_hit
    return table.number("vehicle", distance, red=False) - table.number("infantry", distance, red=False)


def size_of(g: SlPlay, gun: Weapon) -> int:
    """SL:13.17.3-a"""
    barrel = barrel_of(g, gun)
    if barrel is None or barrel.vast:
        return VAST_GUN
    return SMALL_GUN if barrel.calibre <= LIGHT else GUN


# -- shields (SL:10.3) -------------------------------------------------------------------------------------


def shielded(g: SlPlay, man: Unit, hexes: Sequence[str]) -> bool:
    """SL:10.3.2-a: fire from hexes that the gun covers; SL:10.3.5: its own crew, unbroken, and nobody else. SL:10.3.4,
    SL:10.3.6: neither while the gun is moved, nor on the way to it."""
    gun = its_gun(g, man)
    if gun is None or man.kind != CREW or man.broken or not hexes:
        return False
    if not kind_of_launcher(g, gun).shield or gun.side != man.side:
        return False
    if g.state.phase in (MPH, DFPH) and (man.moved or gun.moved):
        return False
    here = stands(g, man) or man.hex
    same = g.map.ground_hex(here)
    return all(g.map.ground_hex(hex) != same and covers(g, gun, here, hex) for hex in hexes)


def beneath(g: SlPlay, unit: Unit) -> list[Unit]:
    """The unit itself, or those that lie under a "?"."""
    covered = g.state.covered.get(unit.id)
    if covered is None:
        return [unit]
    return [g.unit(uid) for uid in covered.units]


@PART.modifies(target_lines, SHIELD_RULE, "SL:2.3-q1", step=COVER)
def behind_its_shield(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:2.3-q1: a crew under a "?" has it as well; with others under the same "?" it does not claim it."""
    if not aim.covered or not aim.hexes:
        return []
    men = beneath(g, unit)
    if is_concealed(unit):
        found = bool(men) and all(shielded_at(g, man, unit.hex, aim.hexes) for man in men)
    else:
        found = shielded(g, unit, aim.hexes)
    return [Line("gun shield", SHIELD, SHIELD_RULE)] if found else []


def shielded_at(g: SlPlay, man: Unit, hex: Hex, hexes: Sequence[str]) -> bool:
    gun = its_gun(g, man)
    if gun is None or man.kind != CREW or man.broken or not kind_of_launcher(g, gun).shield:
        return False
    return all(g.map.ground_hex(one) != g.map.ground_hex(hex) and covers(g, gun, hex, one) for one in hexes)


# -- what a hit does (SL:13.17.4) --------------------------------------------------------------------------


def direct_hit(g: SlPlay, frame: Shell, dice: tuple[int, ...]) -> bool:
    """SL:13.17.4-a: an unmodified KIA."""
    return unmodified(g, frame, dice) == KIA


def unmodified(g: SlPlay, frame: Shell, dice: tuple[int, ...]) -> str:
    weapon = g.state.weapons.get(frame.weapon)
    fp = shell_fp(g, g.weapon_type(weapon).fp, weapon) if weapon is not None else 0
    return g.tables.infantry_fire_table.result(column_for(g.fire_table.columns, fp), sum(dice)).kind


@PART.answers(lines_of_hit)
def shield_against_shells(g: SlPlay, lines: list[Line], frame: Shell, target: str) -> list[Line]:
    """SL:10.3.7-a, SL:13.17.4-b: of a near miss only; SL:10.3.2-b: not against mortars; SL:10.3.7-b: not in a critical
    hit."""
    man = g.state.units.get(target)
    weapon, unit = g.state.weapons.get(frame.weapon), g.state.units.get(frame.unit)
    if man is None or weapon is None or unit is None or target in frame.critical or not frame.burst:
        return lines
    if kind_of_launcher(g, weapon).mortar or direct_hit(g, frame, frame.burst):
        return lines
    here = stands(g, unit)
    found = bool(here) and shielded(g, man, (here,))
    return [*lines, Line("gun shield", SHIELD, SHIELD_RULE)] if found else lines


@PART.answers(burst)
def strikes_the_gun(g: SlPlay, frame: Shell, struck: dict[str, tuple[str, int]]) -> None:
    """SL:13.17.4-a: a direct hit destroys it, its crew too; SL:10.3.7-b: a critical hit likewise. SL:13.17.4-b: of a
    near miss the coloured die must be no higher than the level of the MC."""
    for uid, (kind, level) in struck.items():
        man = g.state.units.get(uid)
        for gun in [] if man is None else serves(g, man):
            lost = uid in frame.critical or kind == KIA
            near = kind == MC and frame.burst[0] <= level
            if lost or near:
                destroy_gun(g, gun, "SL:13.17.4-a" if lost else "SL:13.17.4-b")
                if uid in frame.critical and uid in g.state.units:
                    morale.eliminate(g, g.unit(uid), "is eliminated", "SL:10.3.7-b")


def destroy_gun(g: SlPlay, gun: Weapon, *rules: str) -> None:
    g.say(
        "weapon_lost",
        f"The {g.weapon_name(gun)} is destroyed.",
        *rules,
        side=gun.side,
        who=(gun.id,),
        at=gun.hex,
    )
    g.remove_weapon(gun)


def guns_in(g: SlPlay, hex: Hex) -> Iterable[Weapon]:
    ground = g.map.ground_hex(hex)
    return [
        weapon
        for weapon in g.state.weapons.values()
        if weapon.hex and g.map.ground_hex(weapon.hex) == ground and is_heavy(g, weapon)
    ]

"""Target Acquisition (SKF:6.10, SKF:6.11): what a weapon has fired at it hits more easily again.

A weapon remembers units, which it follows as long as it sees them, or the hex that it fired into.  Who of a stack that
has scattered keeps the acquisition the firer decides by what he fires at next (SKF:6.10-e).
"""

from __future__ import annotations

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part
from defilade.rules.sk import los
from defilade.rules.sk.attack import Attack, attack_over
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.full.ordnance.resolution import to_hit_rolled
from defilade.rules.sk.full.ordnance.shots import (
    Gunshot,
    tables,
    target_th_lines,
    the_ordnance,
)
from defilade.rules.sk.full.ordnance.to_hit import CASE_20
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.interdiction import has_interdicted, loses_by_it
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.moving import mf_spent, mover_of
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.ordnance import SMOKE, WP
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part()

SEEN_LAST = "@"


def applies(g: SkPlay, weapon: Weapon, target: str, hex: Hex) -> bool:
    """Whether what a weapon has acquired is this target in this hex."""
    return bool(weapon.acquired) and (
        target in weapon.acquired or hex in weapon.acquired or SEEN_LAST + hex in weapon.acquired
    )


@PART.modifies(target_th_lines, "DAE:QRDC-case20", step=CASE_20)
def acquired(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:6.10-a; Smoke has it, too (SKF:6.10-f); LATW never gain it."""
    weapon = g.state.weapons[shot.weapon]
    if not holds(g, weapon):
        return []
    # SKF:6.10-h: on the ATT the hex of whoever was acquired is, and with it all who are there
    aimed = (target, *_enemies(g, shot)) if shot.type == ATT else (target,)
    if not any(applies(g, weapon, each, shot.target) for each in aimed):
        return []
    return [Line("Acquired Target", weapon.acquired_drm, tables(g).cases.acquired.rule)]


def may_acquire(g: SkPlay, shot: Gunshot) -> bool:
    """Guns, light mortars (SKF:4.5-c) and main armaments, that is."""
    return not the_ordnance(g, shot.weapon).latw


@PART.answers(to_hit_rolled)
def gain(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    """SKF:6.10-a: -1, then -2, never more; SKF:6.11: on the ATT it belongs to the hex; SKF:6.10-h: it changes with
    the Target Type. SKF:6.10-b: another target ends it, and so does Smoke (SKF:6.10-f)."""
    weapon = g.state.weapons[shot.weapon]
    if not may_acquire(g, shot):
        return
    if shot.ammo in (SMOKE, WP):
        lose(g, weapon, "SKF:6.10-f")
        return
    steps = tables(g).acquisition.steps
    enemies = _enemies(g, shot)
    same = holds(g, weapon) and any(applies(g, weapon, target, shot.target) for target in (enemies or ("",)))
    if shot.blocked or fires_on_the_move(g, shot):  # nobody acquires what he does not see
        if not same:
            lose(g, weapon, "SKF:6.10-b")
        return
    place = steps.index(weapon.acquired_drm) + 1 if same and weapon.acquired_drm in steps else 0
    drm = steps[min(place, len(steps) - 1)]
    now = (shot.target,) if shot.type == ATT or not enemies else enemies
    if same and (now, drm) == (weapon.acquired, weapon.acquired_drm):
        return
    g.update_weapon(
        weapon,
        acquired=now,
        acquired_drm=drm,
        acquired_from=_stand(g, weapon),
        acquired_in=shot.target,
    )
    rule = "SKF:6.11" if shot.type == ATT else "SKF:6.10-a"
    g.say(
        "acquired",
        f"{g.place_name(shot.target)} is acquired by the {g.weapon_name(weapon)} ({drm}).",
        rule,
        side=shot.side,
        who=(weapon.id,),
        at=shot.target,
    )


def fires_on_the_move(g: SkPlay, shot: Gunshot) -> bool:
    """SKF:6.10-g: nothing is acquired in Bounding First Fire, nor by a vehicle in Motion."""
    vehicle = g.state.vehicles.get(shot.firer)
    if vehicle is None:
        return False
    return vehicle.motion or (shot.phase == MPH and shot.side == g.attacker)


def _enemies(g: SkPlay, shot: Gunshot) -> tuple[str, ...]:
    """Whom a shot is fired at: in the enemy's MPh those on the move, whom alone it may hit (SKF:3.2.4-k)."""
    if shot.aimed_at:
        return (shot.aimed_at,)
    there = [unit.id for unit in g.units_in(shot.target) if unit.side != shot.side]
    there += [tank.id for tank in g.vehicles_in(shot.target) if tank.side != shot.side and not tank.wreck]
    if shot.phase != MPH or shot.side != g.defender:
        return tuple(there)
    return tuple([uid for uid in there if mover_of(g, uid) is not None])


# -- losing it -------------------------------------------------------------------------------------------------


def holds(g: SkPlay, weapon: Weapon) -> bool:
    """SKF:6.10-b, SKF:6.10-c: whether the weapon is where it was, and in the hands that it was in, to keep what it has
    acquired."""
    if not weapon.acquired or weapon.malfunctioned or not weapon.owner:
        return False
    unit = g.state.units.get(weapon.owner)
    if unit is not None and not unit.good_order:
        return False
    vehicle = g.state.vehicles.get(weapon.owner)
    if vehicle is not None and not vehicle.good_order:
        return False
    return weapon.acquired_from in ("", _stand(g, weapon))


def _stand(g: SkPlay, weapon: Weapon) -> str:
    """Where a weapon stands, and with whom."""
    vehicle = g.state.vehicles.get(weapon.owner)
    return f"{vehicle.hex if vehicle is not None else weapon.hex} {weapon.owner}"


def has_acquired_in(g: SkPlay, weapon: Weapon, hex: Hex) -> bool:
    """Whether what a weapon has acquired is in a hex, or the hex itself."""
    if hex in weapon.acquired or SEEN_LAST + hex in weapon.acquired:
        return True
    there = (*g.state.stacks.get(hex, ()), *(vehicle.id for vehicle in g.vehicles_in(hex)))
    return any(target in weapon.acquired for target in there)


def lose(g: SkPlay, weapon: Weapon, rule: str) -> None:
    if not weapon.acquired:
        return
    g.update_weapon(weapon, acquired=(), acquired_drm=0, acquired_from="", acquired_in="")
    g.say("acquisition_lost", f"The {g.weapon_name(weapon)} loses its acquisition.", rule, who=(weapon.id,))


def review(g: SkPlay) -> None:
    """Take away what can no longer be kept, and follow acquired units (SKF:6.10-d, SKF:6.10-i)."""
    for weapon in list(g.state.weapons.values()):
        if not weapon.acquired:
            continue
        if not holds(g, weapon):
            lose(g, weapon, "SKF:6.10-c")
        else:
            _forget_the_dead(g, weapon)


def _forget_the_dead(g: SkPlay, weapon: Weapon) -> None:
    left = tuple(
        [
            target
            for target in weapon.acquired
            if target in g.map.index or target.startswith(SEEN_LAST) or _is_on_map(g, target)
        ]
    )
    if not left:
        lose(g, weapon, "SKF:6.10-b")
    elif left != weapon.acquired:
        g.update_weapon(weapon, acquired=left)


def _is_on_map(g: SkPlay, target: str) -> bool:
    unit = g.state.units.get(target)
    if unit is not None:
        return bool(unit.hex)
    vehicle = g.state.vehicles.get(target)
    return vehicle is not None and bool(vehicle.hex)


@PART.answers(phase_ends)
def at_phase_end(g: SkPlay, phase: str) -> None:
    review(g)


@PART.answers(attack_over)
def inherent_fp(g: SkPlay, attack: Attack) -> None:
    """SKF:6.10-c: a crew that fires its own FP loses it; SKF:6.10-b: so does IFE."""
    for shot in attack.shots:
        for weapon in list(g.state.weapons.values()):
            if weapon.acquired and weapon.owner == shot.unit and shot.weapon in ("", weapon.id):
                lose(g, weapon, "SKF:6.10-b" if shot.weapon else "SKF:6.10-c")


def _acquired_by(g: SkPlay, owner: Side) -> list[Weapon]:
    return [weapon for weapon in g.state.weapons.values() if weapon.acquired and weapon.owner == owner]


@PART.answers(loses_by_it)
def would_lose(g: SkPlay, enemy: Unit | Vehicle) -> bool:
    return bool(_acquired_by(g, enemy.id))


@PART.answers(has_interdicted)
def interdiction(g: SkPlay, enemy: Unit | Vehicle) -> None:
    """SKF:6.10-c: those who interdict lose what they have acquired."""
    for weapon in _acquired_by(g, enemy.id):
        lose(g, weapon, "SKF:6.10-c")


@PART.answers(mf_spent)
def follow(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> list[Frame]:
    """SKF:6.10-d: a unit that leaves LOS leaves the acquisition in the hex in which it was seen last, for whoever of
    its side comes there; SKF:6.10-i: whether it is seen costs nothing to check."""
    for weapon in list(g.state.weapons.values()):
        if not weapon.acquired:
            continue
        if holds(g, weapon):
            _follow(g, weapon, hex, units)
        elif weapon.owner in units:  # SKF:6.10-b: it has left its location
            lose(g, weapon, "SKF:6.10-b")
    return []


@PART.answers(came_in)
def follow_all(g: SkPlay, hex: Hex, side: Side) -> None:
    """Also those who rout or advance: in the MPh `follow` knows their way."""
    if g.state.phase == MPH:
        return
    units = tuple([unit.id for unit in g.side_in(hex, side)])
    for weapon in list(g.state.weapons.values()):
        if weapon.acquired and holds(g, weapon):
            _follow(g, weapon, hex, units)


def _follow(g: SkPlay, weapon: Weapon, hex: Hex, units: tuple[str, ...]) -> None:
    found = list(weapon.acquired)
    from_hex = _stand(g, weapon).split()[0]
    if SEEN_LAST + hex in found and any(_side_of(g, uid) != _side(g, weapon) for uid in units):
        found.remove(SEEN_LAST + hex)
        found += [uid for uid in units if uid not in found]
    followed = [uid for uid in units if uid in found]
    if not followed:
        return
    if los.sees(g, from_hex, hex):
        g.update_weapon(weapon, acquired=tuple(found), acquired_in=hex)
        return
    for uid in followed:
        found.remove(uid)
        last = seen_before(g, uid, from_hex) or (weapon.acquired_in if weapon.acquired_in != hex else "")
        if last and SEEN_LAST + last not in found:
            found.append(SEEN_LAST + last)
    if found:
        g.update_weapon(weapon, acquired=tuple(found))
    else:
        lose(g, weapon, "SKF:6.10-d")


def _side_of(g: SkPlay, mover: Side) -> str:
    """The side of a unit or vehicle that moves."""
    unit = g.state.units.get(mover)
    return unit.side if unit is not None else g.vehicle(mover).side


def _side(g: SkPlay, weapon: Weapon) -> str:
    unit = g.state.units.get(weapon.owner)
    return unit.side if unit is not None else weapon.side


def seen_before(g: SkPlay, unit_id: UnitId, from_hex: Hex) -> str:
    """The last hex of a unit's move that can be seen from a hex, before the one it is in."""
    from_move = mover_of(g, unit_id)
    if from_move is None:
        return ""
    way = [hex for hex, _ in from_move.mf_in][:-1]
    return next((hex for hex in reversed(way) if los.sees(g, from_hex, hex)), "")

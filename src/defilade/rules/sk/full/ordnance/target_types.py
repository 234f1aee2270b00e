"""Target Types, ranges and covered arcs: which shots a weapon may fire at a hex (SKF:3.2.4-c to -g, -m to -o)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import los
from defilade.rules.sk.firers import NO_LOS, is_strict
from defilade.rules.sk.full.ordnance import ammunition
from defilade.rules.sk.full.ordnance.shots import (
    FREE,
    OWN,
    Firer,
    Gunshot,
    Occasion,
    distance,
    exposed_targets,
    shot_bar,
    the_ordnance,
    vehicle_targets,
)
from defilade.rules.sk.full.ordnance.to_hit import hit_number
from defilade.rules.sk.full.ordnance_tables import ATT, ITT, VTT
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.arcs import facings_to, in_arc, turns_between
from defilade.tactics.moving import move_in_progress
from defilade.tactics.names import Hex, Side
from defilade.tactics.ordnance import ATR, HEAT, SMOKE, WP

PART = Part()

OUT_OF_RANGE = Refusal("the target is nearer or farther than the weapon fires", "SKF:3.2.4-m")
NO_NUMBER = Refusal("the To Hit chart has no number at that range", "SKF:3.2.4-i")
ONLY_ATT = Refusal("Mortars use the Area Target Type only", "SKF:3.2.4-d")
NOT_LATW = Refusal("light anti-tank weapons have a table of their own, or use the VTT", "SKF:4.4-a")
OWN_HEX = Refusal("into its own hex no weapon fires on the Area Target Type", "SKF:3.2.4-f")
NO_TARGET = Refusal("no enemy whom this could harm is there", "SKF:3.2.4-b")
ONLY_AREA = Refusal("an empty hex is fired at on the Area Target Type", "SKF:6.11")
NOT_IN_ARC = Refusal("the target is not in the covered arc", "SKF:3.2.4-o")
NOT_THAT_WAY = Refusal("the vehicle came in through a hexside outside the covered arc", "SKF:3.2.4-t")
NO_BUILDING = Refusal(
    "a shaped charge is fired at Infantry with the TEM of a building, at Guns and at vehicles", "SKF:4.4-b"
)
ONLY_MOVERS = Refusal("in the MPh only the units on the move are fired at", "SKF:3.2.4-k")


def may_be_shot(g: SkPlay, shot: Gunshot) -> Refusal | None:
    """Why a shot may not be fired as it is declared; LOS apart."""
    found = range_refusal(g, shot) or type_refusal(g, shot) or arc_refusal(g, shot)
    return found if found is not None else shot_bar(g, shot)


def range_refusal(g: SkPlay, shot: Gunshot) -> Refusal | None:
    """SKF:3.2.4-m, SKF:6.9-b"""
    gun = the_ordnance(g, shot.weapon)
    away = distance(g, shot)
    if away < gun.min_range or (gun.max_range and away > gun.max_range):
        return OUT_OF_RANGE
    return NO_NUMBER if hit_number(g, shot) is None else None


def type_refusal(g: SkPlay, shot: Gunshot) -> Refusal | None:
    gun = the_ordnance(g, shot.weapon)
    if gun.mortar:  # SKF:6.9-a
        return None if shot.type == ATT else ONLY_ATT
    if gun.latw:
        wanted = OWN if gun.to_hit else VTT
        if shot.type != wanted:
            return NOT_LATW
        if (
            shot.type == OWN
            and not shot.aimed_at
            and not ammunition.heat_target(g, shot.phase, shot.side, shot.target)
        ):
            return NO_BUILDING
    elif shot.type == OWN:
        return NOT_LATW
    if shot.hex == shot.target and (shot.type == ATT or (shot.type == OWN and not shot.aimed_at)):
        return OWN_HEX
    if shot.type == VTT and not shot.aimed_at:
        return NO_TARGET
    return None


def arc_refusal(g: SkPlay, shot: Gunshot) -> Refusal | None:
    """SKF:3.2.4-o: it fires into its covered arc, to which it may turn first. Its own hex no facing covers; there it
    fires at who came in through a hexside of the arc that it turns to (SKF:3.2.4-t)."""
    if shot.mount == FREE:
        return None
    seen = shot.target if shot.hex != shot.target else came_from(g, shot.hex, shot.firer)
    if not seen or in_arc(g.map, shot.hex, shot.facing, seen):
        return None
    return NOT_IN_ARC if shot.hex != shot.target else NOT_THAT_WAY


def came_from(g: SkPlay, hex: Hex, firer: str) -> str:
    """SKF:3.2.4-t: the hex from which a vehicle on the move, other than the firer, has come into `hex`; none if nobody
    has."""
    move = move_in_progress(g)
    for mover in move.movers if move is not None else ():
        vehicle = g.state.vehicles.get(mover.unit)
        way = [place for place, _ in mover.mf_in]
        if (
            vehicle is not None
            and vehicle.id != firer
            and vehicle.hex == hex
            and len(way) > 1
            and way[-1] == hex
        ):
            return way[-2]
    return ""


# -- what may be chosen ----------------------------------------------------------------------------------------


def facings(g: SkPlay, firer: Firer, target: str) -> list[tuple[int, int]]:
    """The facings in which a weapon may fire at a hex, each with the hexspines to turn: none where it covers it."""
    if firer.mount == FREE:
        return [(-1, 0)]
    seen = target if firer.hex != target else came_from(g, target, firer.id)
    if not seen or in_arc(g.map, firer.hex, firer.facing, seen):
        return [(firer.facing, 0)]
    return [(facing, turns_between(firer.facing, facing)) for facing in facings_to(g.map, firer.hex, seen)]


def has_targets(g: SkPlay, occasion: Occasion, hex: Hex) -> bool:
    if occasion.phase == MPH:
        return bool(occasion.targets) or bool(vehicle_targets(g, occasion, hex))
    return has_infantry(g, occasion, hex) or bool(vehicle_targets(g, occasion, hex))


def shots_at(g: SkPlay, firer: Firer, occasion: Occasion, target: str, mode: str) -> Iterator[Gunshot]:
    """Every shot that a weapon may fire at a hex."""
    for facing, turns in facings(g, firer, target):
        for target_type, ammo, vehicle in _manners(g, firer, occasion, target):
            shot = Gunshot(
                firer=firer.id,
                weapon=firer.weapon,
                hex=firer.hex,
                target=target,
                phase=occasion.phase,
                side=occasion.side,
                mode=mode,
                type=target_type,
                ammo=ammo,
                aimed_at=vehicle,
                facing=facing,
                turns=turns,
                mount=firer.mount,
            )
            if may_be_shot(g, shot) is None:
                yield shot


def _manners(g: SkPlay, firer: Firer, occasion: Occasion, target: str) -> Iterator[tuple[str, str, str]]:
    """Target Type, ammunition and, on the VTT, the vehicle."""
    gun = the_ordnance(g, firer.weapon)
    weapon = g.state.weapons[firer.weapon]
    vehicles = vehicle_targets(g, occasion, target)
    infantry = has_infantry(g, occasion, target)
    exposed = any(exposed_targets(g, occasion, target))
    if gun.latw:
        if infantry and gun.type != ATR:
            yield OWN, HEAT, ""
        for vehicle in vehicles:
            yield (OWN, HEAT, vehicle) if gun.to_hit else (VTT, "AP", vehicle)
        return
    for ammo in ammunition.available(g, weapon):
        if (infantry or exposed) and not gun.mortar and ammo not in (SMOKE, WP):
            yield ITT, ammo, ""
        if ammunition.fits(ATT, ammo) is None:
            yield ATT, ammo, ""
        if not gun.mortar and ammo not in (SMOKE, WP):
            for vehicle in vehicles:
                yield VTT, ammo, vehicle


def left_guns(g: SkPlay, side: Side) -> list[str]:
    """Where Guns of the enemies of a side stand that nobody mans."""
    return [
        weapon.hex
        for weapon in g.state.weapons.values()
        if weapon.facing >= 0 and weapon.hex and not weapon.owner and weapon.side != side
    ]


def has_infantry(g: SkPlay, occasion: Occasion, hex: Hex) -> bool:
    if occasion.phase == MPH:
        return any(uid in g.state.units for uid in occasion.targets)
    return g.has_side(hex, g.enemy_of(occasion.side)) or hex in left_guns(g, occasion.side)


def may_see(g: SkPlay, hex: Hex, target: str) -> Refusal | None:
    """SK1:3.2-h: where nobody may check first, every hex may be fired at."""
    if hex == target or is_strict(g) or los.sees(g, hex, target):
        return None
    return NO_LOS

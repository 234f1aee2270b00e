"""What a hit on a vehicle will do, before its dice: where it may be struck, and what the To Kill DR comes to there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from defilade.kernel import Outlook
from defilade.kernel.composition import Part
from defilade.rules.sk import ift
from defilade.rules.sk.attack_plan import crew_lines
from defilade.rules.sk.full.ordnance.effect import firepower
from defilade.rules.sk.full.ordnance.previews import MISS, further_outlooks, hit_classes
from defilade.rules.sk.full.ordnance.shots import Gunshot, Hit, distance, the_ordnance
from defilade.rules.sk.full.ordnance_tables import ATT, ITT
from defilade.rules.sk.full.vehicles.area_results import area_result
from defilade.rules.sk.full.vehicles.armor import part_hit
from defilade.rules.sk.full.vehicles.sw_against_armor import ArmorFire, mg_roll, to_hit_breakdown
from defilade.rules.sk.full.vehicles.targets import kill_roll, seen_from
from defilade.rules.sk.full.vehicles.to_kill import NOTHING, KillRoll, kill_breakdown, outcome
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import Aim
from defilade.tactics.vehicles import Vehicle

PART = Part()

HARMLESS = "hit, no effect"
DICE = tuple(product(range(1, 7), repeat=2))
PLACES = ((6, 1), (1, 6))
"""To Hit dice that strike the hull, and the turret."""


def hit_of(g: SkPlay, shot: Gunshot, dice: tuple[int, ...], critical: bool) -> Hit:
    gun = the_ordnance(g, shot.weapon)
    return Hit(shot, shot.aimed_at, gun.caliber, gun.length, distance(g, shot), dice, critical, gun.to_kill)


def chances(g: SkPlay, frame: KillRoll) -> dict[str, float]:
    """The exact chances of each result of a TK DR."""
    added_up = kill_breakdown(g, frame)
    if added_up is None:
        return {HARMLESS: 1.0}
    found: dict[str, float] = {}
    for dice in DICE:
        original = sum(dice)
        dud = bool(frame.dud_on) and original >= frame.dud_on
        place = frame.place or part_hit(dice)
        result = NOTHING if dud else outcome(frame.ammo, place, original, int(added_up.total))
        _count(found, result)
    return found


def _count(found: dict[str, float], result: str, chance: float = 1 / len(DICE)) -> None:
    name = HARMLESS if result == NOTHING else result
    found[name] = found.get(name, 0.0) + chance


def area_chances(g: SkPlay, shot: Gunshot, vehicle: Vehicle) -> dict[str, float]:
    """SKF:7.11-a: what an ATT hit does to a vehicle; its crew apart."""
    fp = firepower(g, shot, critical=False)[1]
    found: dict[str, float] = {}
    for dice in DICE:
        _count(found, area_result(g, vehicle, fp, dice, seen_from(g, shot)))
    return found


def crew_chances(g: SkPlay, shot: Gunshot, vehicle: Vehicle, critical: bool) -> dict[str, float]:
    """SKF:7.12-a: what an ITT hit comes to on the IFT for the crew."""
    column = ift.column(g, firepower(g, shot, critical=critical)[1])
    lines = crew_lines(g, vehicle, Aim((), g.state.phase, covered=False))
    drm = int(sum(line.value for line in lines))
    found: dict[str, float] = {}
    for dice in DICE:
        _count(found, ift.class_of(ift.result(g, column, sum(dice) + drm)))
    return found


def armor_fire_chances(g: SkPlay, frame: ArmorFire) -> dict[str, float]:
    """SKF:4.1-f: a MG at a vehicle, from its To Hit DR on."""
    added_up = to_hit_breakdown(g, frame)
    found: dict[str, float] = {}
    for dice in DICE:
        if sum(dice) + added_up.drm > added_up.total:
            _count(found, MISS)
            continue
        for name, chance in chances(g, mg_roll(g, frame, dice)).items():
            _count(found, name, chance / len(DICE))
    return found


@PART.answers(hit_classes)
def killed(
    g: SkPlay, shot: Gunshot, target: str, dice: tuple[int, ...], critical: bool
) -> dict[str, float] | None:
    if target not in g.state.vehicles:
        return None
    if shot.type == ATT:
        return area_chances(g, shot, g.vehicle(target))
    if shot.type == ITT:
        return crew_chances(g, shot, g.vehicle(target), critical)
    return chances(g, kill_roll(g, hit_of(g, shot, dice, critical)))


@PART.answers(further_outlooks)
def to_kill(g: SkPlay, shot: Gunshot) -> Iterable[Outlook]:
    """SKF:3.2.4-ag: the hull, or the turret where the coloured die is lower. In one's own hex the dice tell the facing,
    too, so that one of many is shown for each."""
    if shot.aimed_at not in g.state.vehicles:
        return []
    found = []
    for dice in PLACES:
        frame = kill_roll(g, hit_of(g, shot, dice, False))
        added_up = kill_breakdown(g, frame)
        if added_up is not None:
            found.append(Outlook(f"To Kill, {frame.facing} {frame.place}", added_up, chances(g, frame)))
    return found

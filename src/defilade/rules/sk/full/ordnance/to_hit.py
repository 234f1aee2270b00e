"""The To Hit number of a shot, and what modifies its DR (SKF:3.2.4, DAE:QRDC-thdrm).

Every case of the card is a modifier here or in the section that it belongs to; TEM, Hindrances and the way in which a
target moves are those of every fire attack.
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk import first_fire, los, machine_guns, morale, terrain
from defilade.rules.sk.firers import ADVANCING
from defilade.rules.sk.full.ordnance.shots import (
    OWN,
    Gunshot,
    distance,
    firer_lines,
    is_gun,
    kind_of,
    manning,
    month,
    tables,
    target_th_lines,
    the_ordnance,
)
from defilade.rules.sk.full.ordnance_tables import ATT, ITT, VTT, HitNumber
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.attack_plan import COVER, MOVEMENT, Aim, target_lines
from defilade.tactics.ordnance import APCR, APDS, SMOKE, WP
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

# Where the modifiers stand in the breakdown: in the order of the card.
(
    CASE_1,
    CASE_2,
    CASE_3,
    CASE_4,
    CASE_5,
    CASE_6,
    CASE_7,
    CASE_8,
    CASE_9,
    CASE_10,
    CASE_11,
    CASE_12,
    CASE_13,
    CASE_14,
    CASE_15,
    CASE_16,
    CASE_17,
    CASE_18,
    CASE_19,
    CASE_20,
    CASE_21,
    CASE_22,
    CASE_23,
    CASE_24,
    CASE_25,
) = range(1, 26)

GUNSHIELD_RULE = "SKF:6.6-a"
EMPLACEMENT_RULE = "SKF:6.3-a"


# -- the number ------------------------------------------------------------------------------------------------


def is_captured(g: SkPlay, shot: Gunshot) -> bool:
    unit = manning(g, shot)
    return unit is not None and machine_guns.captured(unit, g.state.weapons[shot.weapon])


def is_non_qualified(g: SkPlay, shot: Gunshot) -> bool:
    """SKF:3.2.4-z: a Gun in the hands of others than a crew."""
    unit = manning(g, shot)
    return unit is not None and unit.kind != CREW and the_ordnance(g, shot.weapon).gun


def uses_red(g: SkPlay, shot: Gunshot) -> bool:
    """SKF:3.2.4-j: the ATT always; some nations; Non-Qualified and Captured Use (SKF:5.5)."""
    if shot.type == ATT or is_captured(g, shot) or is_non_qualified(g, shot):
        return True
    kind = kind_of(g, shot)
    gun = kind.ordnance
    if gun is None or not gun.caliber:  # DAE:QRDC-mgth: an ATR in the hands of an Inexperienced MMC
        unit = manning(g, shot)
        return unit is not None and unit.is_mmc and morale.is_inexperienced(g, unit)
    return gun.red_until >= month(g) or tables(g).to_hit.uses_red(kind.nationality, month(g))


def hit_number(g: SkPlay, shot: Gunshot) -> HitNumber | None:
    """SKF:3.2.4-i: by weapon, Target Type and range; None where the tables have none."""
    kind = kind_of(g, shot)
    gun = kind.ordnance
    assert gun is not None
    away = distance(g, shot)
    if shot.type == OWN:  # SKF:4.4-a; of a PF 10 less 2 a hex, SKF:4.4.2-h
        return HitNumber(gun.to_hit[away], 0) if away < len(gun.to_hit) else None
    if gun.latw:  # SKF:4.4.4-a: an ATR has the numbers of a MG
        return tables(g).to_hit.machine_gun_number(away, red=uses_red(g, shot))
    return tables(g).to_hit.number(gun, kind.nationality, shot.type, away, red=uses_red(g, shot))


# -- lines of the firer ----------------------------------------------------------------------------------------


def in_building(g: SkPlay, shot: Gunshot) -> bool:
    return terrain.is_building(g, shot.hex)


@PART.modifies(firer_lines, "DAE:QRDC-case01", "DAE:QRDC-case12", step=CASE_1)
def advancing_fire(g: SkPlay, shot: Gunshot) -> list[Line]:
    """SKF:3.5-a: in the AFPh a +2 takes the place of halving; LATW have it as their Case 12."""
    if shot.mode != ADVANCING or manning(g, shot) is None:
        return []
    cases = tables(g).cases
    if the_ordnance(g, shot.weapon).latw:
        return [Line("fire in the AFPh", cases.latw.drm, cases.latw.rule)]
    case = cases.advancing_fire
    value = case.in_building if in_building(g, shot) else case.drm
    return [Line("fire in the AFPh", value, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case02", step=CASE_2)
def pinned(g: SkPlay, shot: Gunshot) -> list[Line]:
    unit = manning(g, shot)
    if unit is None or not unit.pinned:
        return []
    case = tables(g).cases.pinned
    return [Line("pinned firer", case.drm, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case03", step=CASE_3)
def non_qualified(g: SkPlay, shot: Gunshot) -> list[Line]:
    if not is_non_qualified(g, shot):
        return []
    case = tables(g).cases.non_qualified
    return [Line("Non-Qualified Use", case.drm, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case04", step=CASE_4)
def captured(g: SkPlay, shot: Gunshot) -> list[Line]:
    if not is_captured(g, shot):
        return []
    case = tables(g).cases.captured
    return [Line("captured", case.drm, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case05", step=CASE_5)
def cx(g: SkPlay, shot: Gunshot) -> list[Line]:
    """A firer, or the leader who directs him, who is CX."""
    there = [g.state.units.get(uid) for uid in (shot.firer, shot.second, shot.leader)]
    if not any(unit is not None and unit.cx for unit in there):
        return []
    case = tables(g).cases.cx
    return [Line("CX", case.drm, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case06", step=CASE_6)
def leadership(g: SkPlay, shot: Gunshot) -> list[Line]:
    """Never for Guns and vehicles: see who may direct."""
    if not shot.leader:
        return []
    leader = g.unit(shot.leader)
    value = morale.leadership(g, leader)
    return [Line(f"leadership of the {g.name(leader)}", value, tables(g).cases.leadership.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case07", step=CASE_7)
def smoke_shot(g: SkPlay, shot: Gunshot) -> list[Line]:
    case = tables(g).cases.smoke
    if shot.ammo not in (SMOKE, WP) or distance(g, shot) >= case.below:
        return []
    return [Line("fires Smoke", case.drm, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case08", step=CASE_8)
def turned(g: SkPlay, shot: Gunshot) -> list[Line]:
    """SKF:3.2.4-p: the first, second and third hexspine, on the shot after the turn only; doubled in a building.
    SKF:3.2.4-r: a 360-degree mount has less."""
    if not shot.turns:
        return []
    case = tables(g).cases.turned
    steps = {"full": case.full, "slow": case.slow}.get(shot.mount, case.fixed)
    value = sum(steps[: shot.turns])
    if in_building(g, shot):
        value *= case.in_building
    words = "hexspine" if shot.turns == 1 else "hexspines"
    return [Line(f"turned {shot.turns} {words}", value, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case10", step=CASE_10)
def own_hex(g: SkPlay, shot: Gunshot) -> list[Line]:
    if shot.hex != shot.target or the_ordnance(g, shot.weapon).latw:
        return []
    case = tables(g).cases.own_hex
    return [
        Line("fire within its own hex", case.in_building if in_building(g, shot) else case.drm, case.rule)
    ]


@PART.modifies(firer_lines, "DAE:QRDC-case11", step=CASE_11)
def composite_far(g: SkPlay, shot: Gunshot) -> list[Line]:
    case = tables(g).cases.composite_far
    if shot.ammo not in (APCR, APDS) or distance(g, shot) < case.from_:
        return []
    return [Line(f"{shot.ammo} at this range", case.drm, case.rule)]


@PART.modifies(firer_lines, "DAE:QRDC-case18", step=CASE_18)
def hindrances(g: SkPlay, shot: Gunshot) -> list[Line]:
    """Every Hindrance of the LOS."""
    rule = tables(g).cases.hindrance.rule
    found = (
        los.los_lines(g, shot.hex, shot.target) if shot.hex != shot.target else los.smoke_lines(g, shot.hex)
    )
    if shot.hex in g.state.smoke and shot.hex != shot.target:  # SKF:1.2.5-f
        found.append(
            Line(f"out of the smoke in {g.place_name(shot.hex)}", g.library.tables.smoke.out_of, rule)
        )
    return [msgspec.structs.replace(line, rule=rule) for line in found]


# -- lines of the target ---------------------------------------------------------------------------------------


def lines_by_step(g: SkPlay, shot: Gunshot, unit: Unit, step: int, *, covered: bool) -> list[Line]:
    """What a fire attack from the firer's hex would add for this unit by its cover, its movement or what it carries."""
    aim = Aim((shot.hex,), shot.phase, covered)
    return [
        line
        for modifier in target_lines.of(g.rules)
        if modifier.step == step
        for line in modifier.lines(g, unit, aim)
    ]


def cover_of_gun(g: SkPlay, gun: Weapon) -> list[Line]:
    """What a Gun that nobody mans has: the TEM of its hex, or SKF:6.3-a, what it is dug in."""
    found = terrain.tem(g, gun.hex)
    dug_in = tables(g).emplacement.tem
    if gun.emplaced and dug_in > found.value:
        return [Line("Emplaced", dug_in, EMPLACEMENT_RULE)]
    return [found] if found.value else []


@PART.modifies(target_th_lines, "DAE:QRDC-case17", EMPLACEMENT_RULE, step=CASE_17)
def tem(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:3.2.4-c, SKF:3.2.4-d: TEM modifies the To Hit DR except on the ATT. Of the cover of a Gun's crew the
    gunshield never counts here (SKF:6.6-b)."""
    unit = g.state.units.get(target)
    if shot.type == ATT or (unit is None and target not in g.state.weapons):
        return []
    if unit is not None and not unit.hex:
        return []  # hidden: see there
    rule = tables(g).cases.tem.rule
    if unit is None:
        found = cover_of_gun(g, g.state.weapons[target])
    else:
        found = [
            line for line in lines_by_step(g, shot, unit, COVER, covered=True) if line.rule != GUNSHIELD_RULE
        ]
        lost = first_fire.lost_cover(g, unit, shot.hex) if shot.phase == MPH else None
        found += [lost] if lost is not None else []
    return [
        line if line.rule == EMPLACEMENT_RULE else msgspec.structs.replace(line, rule=rule) for line in found
    ]


@PART.modifies(target_th_lines, "DAE:QRDC-case19", step=CASE_19)
def movement(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """FFNAM and FFMO. A unit that pushes a Gun has its own case instead."""
    unit = g.state.units.get(target)
    if unit is None or unit.hazardous or not unit.hex or shot.phase != MPH:
        return []
    rule = tables(g).cases.movement.rule
    found = lines_by_step(g, shot, unit, MOVEMENT, covered=False)
    return [msgspec.structs.replace(line, rule=rule) for line in found]


@PART.modifies(target_th_lines, "DAE:QRDC-case22", step=CASE_22)
def size(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:6.7-a: a Gun, manned or not, is a small, average or large target."""
    owned = (weapon for weapon in g.state.weapons.values() if weapon.owner == target and is_gun(g, weapon))
    gun = next(owned, None) if target in g.state.units else g.state.weapons.get(target)
    if gun is None:
        return []
    case = tables(g).cases.size
    of_gun = the_ordnance(g, gun).size
    value = case.drm(of_gun)
    return [Line(f"{of_gun} Gun", value, case.rule)] if value else []


@PART.modifies(target_th_lines, "DAE:QRDC-case23", step=CASE_23)
def empty_hex(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:6.11: nobody is there to be aimed at."""
    if target:
        return []
    case = tables(g).cases.empty_hex
    return [Line("fire at an empty hex", case.drm, case.rule)]


def th_lines(g: SkPlay, shot: Gunshot, target: str) -> tuple[Line, ...]:
    """All modifiers of the To Hit DR against one target."""
    return (*firer_lines(g, shot), *target_th_lines(g, shot, target))


def critical_on(shot: Gunshot) -> bool:
    """SKF:6.1-a: whether an original 2 that hits is a Critical Hit; on the ITT the chart says (SKF:6.1-b)."""
    return shot.type in (ATT, VTT, OWN)


def is_critical(shot: Gunshot, number: HitNumber, original: int, final: int) -> bool:
    if final > number.to_hit:
        return False
    if shot.type == ITT:
        return final <= number.critical
    return critical_on(shot) and original == 2

"""What a fire attack adds up to (SK1:3.2, SK1:3.2.1): firepower, column and DRM, line by line.

Everything that is added up lies in a `Plan`: the preview before the dice, the breakdown in the log after
them and the odds are all read from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from defilade.kernel import Breakdown, Line
from defilade.kernel.composition import Part, any_of, first_of, handed_on, modified
from defilade.rules.sk import ift, los, morale, terrain
from defilade.rules.sk.firers import Shot, hexes_of
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.units import LEADER, Unit, Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part()

# Where the modifiers of a DR stand in its breakdown: those that all targets have in common, then those of one target.
HINDRANCE, LEADERSHIP, FIRERS = range(3)
MOVEMENT, COVER, CARRIED = range(3)


class Firing(NamedTuple):
    """One firer whose FP is being worked out."""

    shot: Shot
    unit: Unit
    weapon: Weapon | None
    distance: int
    targets: Sequence[str]


class Aim(NamedTuple):
    """How an attack meets a target: from which hexes (none for attacks without firers), when, and whether terrain
    protects from it."""

    hexes: Sequence[str]
    phase: str
    covered: bool


@modified
def shot_factors(g: SkPlay, firing: Firing) -> Iterable[Line]:
    """What doubles or halves the FP of one firer (SK1:3.2-n)?"""
    return ()


@handed_on
def fitting_factors(g: SkPlay, lines: list[Line], firing: Firing) -> list[Line]:
    """Which of these factors does the firer's weapon not feel?"""
    return lines


@first_of
def fp_bonus(g: SkPlay, firing: Firing) -> Line | None:
    """What is added to the FP of one firer after its factors? The sum is rounded up (SK1:3.5-b2)."""


@modified
def attack_lines(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> Iterable[Line]:
    """Which DRM have all targets of an attack in common?"""
    return ()


@modified
def target_lines(g: SkPlay, unit: Unit, aim: Aim) -> Iterable[Line]:
    """Which DRM has one target of its own?"""
    return ()


@modified
def crew_lines(g: SkPlay, vehicle: Vehicle, aim: Aim) -> Iterable[Line]:
    """Which DRM has a crew that looks out of its vehicle?"""
    return ()


@any_of
def never_cowers(g: SkPlay, shots: Sequence[Shot]) -> bool:
    """Is this attack not subject to cowering?"""
    return False


@any_of
def ignores_cover(g: SkPlay, weapon: Weapon) -> bool:
    """Does terrain not protect from this SW?"""
    return False


class TargetGroup(msgspec.Struct, frozen=True):
    """Targets with the same modifiers."""

    units: tuple[str, ...]
    lines: tuple[Line, ...]
    drm: int


class Plan(msgspec.Struct, frozen=True):
    """An attack added up: its FP line by line, its column, by how much it may cower, and the DRM of each
    target."""

    title: str
    fp_lines: tuple[Line, ...]
    fp: float
    column: int | None
    column_fp: int
    cowering: int
    groups: tuple[TargetGroup, ...]

    def breakdown(self, group: TargetGroup, *more: Line, column_fp: int | None = None) -> Breakdown:
        column = self.column_fp if column_fp is None else column_fp
        return Breakdown(
            self.title,
            (*self.fp_lines, *more, *group.lines),
            total=self.fp,
            column=column,
            rules=("SK1:3.2.1-a", "SK1:3.2.1-b"),
        )


def plan_attack(
    g: SkPlay,
    phase: str,
    shots: Sequence[Shot],
    target: str,
    targets: Sequence[str],
    leaders: Sequence[str] = (),
) -> Plan:
    """Add up an attack by units and weapons (SK1:QRDC-drm, DAE:QRDC-iftdrm). A FT has hindrances and CX too
    (SK1:4.2-c2)."""
    fp_lines, fp = firepower(g, shots, target, targets)
    covered = not any(shot.weapon and ignores_cover(g, g.state.weapons[shot.weapon]) for shot in shots)
    common = attack_lines(g, shots, target, leaders)
    aim = Aim(hexes_of(g, shots), phase, covered)
    found = []
    for uid in targets:
        unit = g.state.units.get(uid)
        if unit is not None:
            found.append((uid, (*common, *target_lines(g, unit, aim))))
        elif uid in g.state.vehicles:
            found.append((uid, (*common, *crew_lines(g, g.state.vehicles[uid], aim))))
    title = f"{names_of(g, shots)} at {g.place_name(target)}"
    return _plan(g, title, fp_lines, fp, cowering_shift(g, shots, leaders), found)


def plan_without_firers(
    g: SkPlay,
    title: str,
    fp: Line,
    target: str,
    targets: Sequence[str],
    phase: str,
    common: Sequence[Line] = (),
) -> Plan:
    """Add up Residual FP or a demolition charge: no leaders, no line of sight, no cowering (SK1:3.2-s)."""
    return plan_of_lines(g, title, (fp,), fp.value, targets, Aim((), phase, covered=True), common)


def plan_of_lines(
    g: SkPlay,
    title: str,
    fp_lines: Sequence[Line],
    fp: float,
    targets: Sequence[str],
    aim: Aim,
    common: Sequence[Line] = (),
) -> Plan:
    """Add up an attack whose FP is given line by line, and which does not cower."""
    found = []
    for uid in targets:
        unit = g.state.units.get(uid)
        if unit is not None:
            found.append((uid, (*common, *target_lines(g, unit, aim))))
        elif uid in g.state.vehicles:
            found.append((uid, (*common, *crew_lines(g, g.state.vehicles[uid], aim))))
    return _plan(g, title, fp_lines, fp, 0, found)


def plan_of_targets(
    g: SkPlay,
    title: str,
    fp_lines: Sequence[Line],
    fp: float,
    found: Sequence[tuple[str, tuple[Line, ...]]],
) -> Plan:
    """Add up an attack whose FP and whose DRM against each target are given line by line."""
    return _plan(g, title, fp_lines, fp, 0, found)


def _plan(
    g: SkPlay,
    title: str,
    fp_lines: Sequence[Line],
    fp: float,
    cowering: int,
    found: Sequence[tuple[str, tuple[Line, ...]]],
) -> Plan:
    """Put targets with equal DRM together, in the order of the targets."""
    groups: dict[int, tuple[list[str], tuple[Line, ...]]] = {}
    for uid, lines in found:
        drm = int(sum(line.value for line in lines))
        groups.setdefault(drm, ([], lines))[0].append(uid)
    place = ift.column(g, fp)
    return Plan(
        title,
        tuple(fp_lines),
        fp,
        place,
        ift.column_fp(g, place),
        cowering,
        tuple(TargetGroup(tuple(units), lines, drm) for drm, (units, lines) in groups.items()),
    )


def preview(
    g: SkPlay,
    phase: str,
    shots: Sequence[Shot],
    target: str,
    targets: Sequence[str],
    leaders: Sequence[str] = (),
) -> Breakdown:
    """The breakdown of an attack before its dice, for the first of its targets."""
    added_up = plan_attack(g, phase, shots, target, targets, leaders)
    return added_up.breakdown(added_up.groups[0])


def odds(g: SkPlay, added_up: Plan, group: int = 0) -> dict[str, float]:
    """The exact odds of each class of result (KIA, K, 4MC .. NMC, PTC, -) for a group of targets."""
    total: dict[str, float] = {}
    for found, chance in results(g, added_up, group).items():
        name = ift.class_of(found)
        total[name] = total.get(name, 0.0) + chance
    return total


def results(g: SkPlay, added_up: Plan, group: int = 0) -> dict[FireResult, float]:
    """The exact odds of each cell of the IFT for a group of targets."""
    return ift.odds(g, added_up.column, added_up.groups[group].drm, added_up.cowering)


def target_odds(g: SkPlay, added_up: Plan) -> dict[str, dict[str, float]]:
    """For each target what becomes of it (see `ift.fates`)."""
    found = {}
    for number, group in enumerate(added_up.groups):
        cells = results(g, added_up, number)
        for uid in group.units:
            if uid in g.state.units:
                found[uid] = ift.fates(g, g.unit(uid), cells, len(group.units))
    return found


# -- firepower ---------------------------------------------------------------------------------------------


def firepower(
    g: SkPlay, shots: Sequence[Shot], target: str, targets: Sequence[str]
) -> tuple[list[Line], float]:
    """The FP of each firer with its factors, and the total. Fractions are kept (SK1:3.2-m)."""
    lines: list[Line] = []
    total = 0.0
    for shot in shots:
        mine, fp = shot_firepower(g, shot, target, targets)
        lines += mine
        total += fp
    return lines, total


def shot_firepower(g: SkPlay, shot: Shot, target: str, targets: Sequence[str]) -> tuple[list[Line], float]:
    """One firer's FP (DAE:QRDC-iftfp): the printed one, all doublings and halvings (SK1:3.2-n), then Assault Fire. What
    sets nations apart is in the printed factors (SK1:5.2-a); a SW's are used like an MMC's (SK1:1.2.4-b)."""
    unit = g.unit(shot.unit)
    weapon = g.state.weapons[shot.weapon] if shot.weapon else None
    name = shot_name(g, shot)
    distance = g.map.distance(unit.hex, target)
    if weapon is None:
        base = Line(name, g.counter(unit).fp, "SK1:1.2.2-c", "fp")
    else:
        kind = g.weapon_type(weapon)
        base = Line(name, kind.fp, "SK1:4.1-a" if kind.is_mg else "SK1:4.2-a", "fp")
    lines = [base]
    fp = base.value
    firing = Firing(shot, unit, weapon, distance, targets)
    for factor in fitting_factors(g, shot_factors(g, firing), firing):
        fp *= factor.value
        lines.append(msgspec.structs.replace(factor, label=f"{name}: {factor.label}"))
    bonus = fp_bonus(g, firing)
    if bonus is not None:
        lines.append(msgspec.structs.replace(bonus, label=f"{name}: {bonus.label}"))
        fp = float(math.ceil(fp + bonus.value))  # SK1:3.5-b2
    return lines, fp


@PART.modifies(shot_factors, "SK1:3.2-k", step=0)
def point_blank(g: SkPlay, firing: Firing) -> list[Line]:
    """Whoever fires on the IFT: Infantry, MG, ATR and IFE (SKF:3.2.2-a)."""
    entry = g.library.tables.fire_factors.entries.point_blank
    return (
        [Line("Point Blank Fire", float(entry.multiplier), entry.rule, "x")] if firing.distance == 1 else []
    )


@PART.modifies(shot_factors, "SK1:3.2-l", step=1)
def long_range(g: SkPlay, firing: Firing) -> list[Line]:
    weapon = firing.weapon
    normal = g.counters[firing.unit.type].range if weapon is None else g.weapon_types[weapon.type].range
    if firing.distance <= normal:
        return []
    entry = g.library.tables.fire_factors.entries.long_range
    return [Line("long range", float(entry.multiplier), entry.rule, "x")]


@PART.modifies(shot_factors, "SK1:3.2.1-u2", step=4)
def pinned_firer(g: SkPlay, firing: Firing) -> list[Line]:
    entry = g.library.tables.fire_factors.entries.pinned
    return [Line("pinned", float(entry.multiplier), entry.rule, "x")] if firing.unit.pinned else []


def area_fire(g: SkPlay) -> float:
    return float(g.library.tables.fire_factors.entries.area_fire.multiplier)  # SK1:2.0-b, SKF:2.0-d


def cowering_shift(g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> int:
    """By how many columns doubles would shift the attack: MMC attacks that no leader directs (SK1:3.2-p,
    SK1:3.2-p3), further if an Inexperienced MMC takes part (SK1:3.2-q). A FT cowers like the rest
    (SK1:4.2-b2), neither ordnance nor vehicles do (SKF:3.2.2-i)."""
    if leaders or never_cowers(g, shots):
        return 0
    mmc = [unit for shot in shots if (unit := g.unit(shot.unit)).kind != LEADER]
    if not mmc:
        return 0
    table = g.library.tables.fire_factors
    if any(morale.is_inexperienced(g, unit) for unit in mmc):
        return table.cowering_columns_inexperienced
    return table.cowering_columns


# -- modifiers of the DR -----------------------------------------------------------------------------------


@PART.modifies(
    attack_lines,
    "SK1:2.0-k",
    "SK1:1.1.2-k",
    "SK1:1.1.2-m",
    "SK1:3.3-v",
    "SK1:S4-ssr1",
    "SKF:2.0-k",
    "SKF:1.1.1-z",
    "SKF:1.1.1-ad",
    "SKF:1.1.1-aj",
    "SKF:1.1.1-an",
    "SKF:1.2.5-e",
    step=HINDRANCE,
)
def hindrance_lines(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SK1:2.0-k: of a group's hexes the worst hindered LOS counts for the whole attack."""
    hexes = hexes_of(g, shots)
    worst = max(hexes, key=lambda hex: los.hindrance(g, hex, target))
    return los.los_lines(g, worst, target)


@PART.modifies(attack_lines, "SK1:3.2-x", "SK1:3.2-y", step=LEADERSHIP)
def leadership_lines(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SK1:3.2-x; of several hexes' leaders the worst (SK1:3.2-y)."""
    if not leaders:
        return []
    worst = max((g.unit(uid) for uid in leaders), key=lambda leader: morale.leadership(g, leader))
    rule = "SK1:3.2-x" if len(leaders) == 1 else "SK1:3.2-y"
    return [Line(f"leadership of the {g.name(worst)}", morale.leadership(g, worst), rule)]


@PART.modifies(attack_lines, "SK1:3.3-p", step=FIRERS)
def cx_lines(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SK1:3.3-p, SKF:3.3.1-i: +1, never more, if a firer or the leader who directs is CX."""
    firing = {shot.unit for shot in shots} | {shot.second for shot in shots if shot.second} | set(leaders)
    if not any(g.unit(uid).cx for uid in firing):
        return []
    entry = g.library.tables.fire_drm.entries.cx
    return [Line("CX", entry.drm, entry.rule)]


@PART.modifies(
    target_lines, "SK1:1.1.2-b2", "SK1:1.1.2-k2", "SK1:1.1.2-m3", "SK1:1.1.2-g", "SK1:1.1.2-d", step=COVER
)
def tem_lines(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SK1:3.2.1-b: the TEM of the target's hex."""
    if not aim.covered:
        return []
    line = terrain.tem(g, unit.hex)
    return [line] if line.value else []


# -- words -------------------------------------------------------------------------------------------------


def shot_name(g: SkPlay, shot: Shot) -> str:
    if not shot.weapon:
        return g.name(shot.unit)
    weapon = g.weapon_name(shot.weapon)
    if shot.second:
        return f"{g.name(shot.unit)} and {g.name(shot.second)} with {weapon}"
    return f"{g.name(shot.unit)} with {weapon}"


def names_of(g: SkPlay, shots: Sequence[Shot]) -> str:
    return ", ".join(shot_name(g, shot) for shot in shots)

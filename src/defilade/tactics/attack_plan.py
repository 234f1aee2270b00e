"""What a fire attack adds up to: firepower, column and DRM, line by line.

Everything that is added up lies in a `Plan`: the preview before the dice, the breakdown in the log after
them and the odds are all read from it.  The factors and modifiers are the system's; here is how they are put together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Breakdown, Line
from defilade.kernel.composition import first_of, handed_on, modified, only
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.fire_table import column_for, shifted
from defilade.tactics.play import AnyBoard, BoardPlay
from defilade.tactics.units import Unit, Weapon

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
    target: str = ""
    """The hex that it fires at."""


class Aim(NamedTuple):
    """How an attack meets a target: from which hexes (none for attacks without firers), when, and whether terrain
    protects from it."""

    hexes: Sequence[str]
    phase: str
    covered: bool


@only
def printed_fp(g: AnyBoard, shot: Shot, unit: Unit, weapon: Weapon | None) -> Line:
    """What FP does one firer have before all factors?"""
    raise NotImplementedError


@modified
def shot_factors(g: AnyBoard, firing: Firing) -> Iterable[Line]:
    """What doubles or halves the FP of one firer?"""
    return ()


@handed_on
def fitting_factors(g: AnyBoard, lines: list[Line], firing: Firing) -> list[Line]:
    """Which of these factors does the firer's weapon not feel?"""
    return lines


@first_of
def fp_bonus(g: AnyBoard, firing: Firing) -> Line | None:
    """What is added to the FP of one firer after its factors? The sum is rounded up."""


@modified
def attack_lines(g: AnyBoard, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> Iterable[Line]:
    """Which DRM have all targets of an attack in common?"""
    return ()


@modified
def target_lines(g: AnyBoard, unit: Unit, aim: Aim) -> Iterable[Line]:
    """Which DRM has one target of its own?"""
    return ()


@first_of
def other_target_lines(g: AnyBoard, piece: str, aim: Aim) -> Sequence[Line] | None:
    """Which DRM has a target that is no unit of infantry? None where it is no target any more."""


@only
def cowering_shift(g: AnyBoard, shots: Sequence[Shot], leaders: Sequence[str]) -> int:
    """By how many columns would doubles shift the attack?"""
    raise NotImplementedError


@first_of
def columns_more(
    g: AnyBoard, shots: Sequence[Shot], target: str, targets: Sequence[str], fp: float
) -> Line | None:
    """What raises an attack to a higher column than that of its FP, and by how many?"""


@only
def attack_rules(g: AnyBoard) -> tuple[str, ...]:
    """By which rules is an attack added up?"""
    raise NotImplementedError


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
    rules: tuple[str, ...] = ()

    def breakdown(self, group: TargetGroup, *more: Line, column_fp: int | None = None) -> Breakdown:
        column = self.column_fp if column_fp is None else column_fp
        return Breakdown(
            self.title,
            (*self.fp_lines, *more, *group.lines),
            total=self.fp,
            column=column,
            rules=self.rules,
        )


def column_name(g: BoardPlay[Any], place: int | None) -> int:
    """The FP that a column is named by; 0 for none."""
    return 0 if place is None else g.fire_table.columns[place]


def target_lines_of(g: BoardPlay[Any], targets: Sequence[str], aim: Aim) -> list[tuple[str, Sequence[Line]]]:
    """The DRM of each target of its own; those who are no targets any more are left out."""
    found: list[tuple[str, Sequence[Line]]] = []
    units = g.state.units
    for uid in targets:
        unit = units.get(uid)
        lines = target_lines(g, unit, aim) if unit is not None else other_target_lines(g, uid, aim)
        if lines is not None:
            found.append((uid, lines))
    return found


def plan_shots(
    g: BoardPlay[Any],
    title: str,
    shots: Sequence[Shot],
    target: str,
    targets: Sequence[str],
    leaders: Sequence[str],
    phase: str,
    *,
    covered: bool,
) -> Plan:
    """Add up an attack by units and weapons."""
    fp_lines, fp = firepower(g, shots, target, targets)
    common = attack_lines(g, shots, target, leaders)
    aim = Aim(hexes_of(g, shots), phase, covered)
    found = [(uid, (*common, *lines)) for uid, lines in target_lines_of(g, targets, aim)]
    plan = plan_of_targets(g, title, fp_lines, fp, found, cowering_shift(g, shots, leaders))
    more = columns_more(g, shots, target, targets, fp)
    return plan if more is None else raised(g, plan, more)


def raised(g: BoardPlay[Any], plan: Plan, more: Line) -> Plan:
    """The same attack some columns higher."""
    place = int(more.value) - 1 if plan.column is None else plan.column + int(more.value)
    return msgspec.structs.replace(
        plan, fp_lines=(*plan.fp_lines, more), column=place, column_fp=column_name(g, place)
    )


def plan_of_lines(
    g: BoardPlay[Any],
    title: str,
    fp_lines: Sequence[Line],
    fp: float,
    targets: Sequence[str],
    aim: Aim,
    common: Sequence[Line] = (),
) -> Plan:
    """Add up an attack whose FP is given line by line, and which does not cower."""
    found = [(uid, (*common, *lines)) for uid, lines in target_lines_of(g, targets, aim)]
    return plan_of_targets(g, title, fp_lines, fp, found)


def plan_of_targets(
    g: BoardPlay[Any],
    title: str,
    fp_lines: Sequence[Line],
    fp: float,
    found: Sequence[tuple[str, tuple[Line, ...]]],
    cowering: int = 0,
) -> Plan:
    """Add up an attack whose FP and whose DRM against each target are given line by line. Targets with equal DRM stand
    together, in the order of the targets."""
    groups: dict[int, tuple[list[str], tuple[Line, ...]]] = {}
    for uid, lines in found:
        drm = int(sum(line.value for line in lines))
        groups.setdefault(drm, ([], lines))[0].append(uid)
    place = column_for(g.fire_table.columns, fp)
    return Plan(
        title,
        tuple(fp_lines),
        fp,
        place,
        column_name(g, place),
        cowering,
        tuple(TargetGroup(tuple(units), lines, drm) for drm, (units, lines) in groups.items()),
        attack_rules(g),
    )


class Struck(NamedTuple):
    """The column that an attack came to after cowering, and the result of each group of targets."""

    place: int | None
    shift: int
    results: list[tuple[TargetGroup, Any]]


def resolve(g: BoardPlay[Any], plan: Plan, dice: Sequence[int]) -> Struck:
    """Read the fire table for a throw: doubles make an attack cower that can."""
    shift = plan.cowering if len(set(dice)) == 1 else 0
    place = shifted(plan.column, shift)
    original = sum(dice)
    table = g.fire_table
    return Struck(place, shift, [(group, table.result(place, original + group.drm)) for group in plan.groups])


# -- firepower ---------------------------------------------------------------------------------------------


def firepower(
    g: BoardPlay[Any], shots: Sequence[Shot], target: str, targets: Sequence[str]
) -> tuple[list[Line], float]:
    """The FP of each firer with its factors, and the total. Fractions are kept."""
    lines: list[Line] = []
    total = 0.0
    for shot in shots:
        mine, fp = shot_firepower(g, shot, target, targets)
        lines += mine
        total += fp
    return lines, total


def shot_firepower(
    g: BoardPlay[Any], shot: Shot, target: str, targets: Sequence[str]
) -> tuple[list[Line], float]:
    """One firer's FP: the printed one, all doublings and halvings, then what is added."""
    unit = g.unit(shot.unit)
    weapon = g.state.weapons[shot.weapon] if shot.weapon else None
    distance = g.map.distance(unit.hex, target)
    base = printed_fp(g, shot, unit, weapon)
    lines = [base]
    fp = base.value
    firing = Firing(shot, unit, weapon, distance, targets, target)
    for factor in fitting_factors(g, shot_factors(g, firing), firing):
        fp *= factor.value
        lines.append(msgspec.structs.replace(factor, label=f"{base.label}: {factor.label}"))
    bonus = fp_bonus(g, firing)
    if bonus is not None:
        lines.append(msgspec.structs.replace(bonus, label=f"{base.label}: {bonus.label}"))
        fp = float(math.ceil(fp + bonus.value))
    return lines, fp


def normal_range(g: BoardPlay[Any], unit: Unit, weapon: Weapon | None) -> int:
    """How far a firer reaches with its printed firepower."""
    return g.counters[unit.type].range if weapon is None else g.weapon_types[weapon.type].range


# -- words -------------------------------------------------------------------------------------------------


def shot_name(g: BoardPlay[Any], shot: Shot) -> str:
    if not shot.weapon:
        return g.name(shot.unit)
    weapon = g.weapon_name(shot.weapon)
    if shot.second:
        return f"{g.name(shot.unit)} and {g.name(shot.second)} with {weapon}"
    return f"{g.name(shot.unit)} with {weapon}"


def names_of(g: BoardPlay[Any], shots: Sequence[Shot]) -> str:
    return ", ".join(shot_name(g, shot) for shot in shots)

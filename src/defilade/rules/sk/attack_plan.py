"""What a fire attack adds up to (SK1:3.2, SK1:3.2.1): firepower, column and DRM, line by line.

Everything that is added up lies in a `Plan`: the preview before the dice, the breakdown in the log after
them and the odds are all read from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from defilade.kernel import Breakdown, Line
from defilade.kernel.composition import first_of
from defilade.rules.sk import flamethrowers, ift, los, machine_guns, morale, terrain
from defilade.rules.sk.firers import ADVANCING, FINAL_ADJACENT, FPF, SUBSEQUENT, Shot, hexes_of
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.units import LEADER, SQUAD, Unit, Weapon


@first_of
def added_cover(g: SkPlay, hex: str) -> Line | None:
    """What does a hex add to the TEM of its terrain?"""


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
    """Add up an attack by units and weapons (SK1:QRDC-drm). A FT has hindrances and CX too (SK1:4.2-c2)."""
    fp_lines, fp = firepower(g, shots, target, targets)
    flame = any(is_flame(g, shot) for shot in shots)
    common = common_lines(g, shots, target, leaders)
    hexes = hexes_of(g, shots)
    found = []
    for uid in targets:
        unit = g.state.units.get(uid)
        if unit is not None:
            found.append((uid, (*common, *target_lines(g, unit, hexes, phase, flame=flame))))
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
    found = []
    for uid in targets:
        unit = g.state.units.get(uid)
        if unit is not None:
            found.append((uid, (*common, *target_lines(g, unit, (), phase, flame=False))))
    return _plan(g, title, (fp,), fp.value, 0, found)


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
    """One firer's FP: the printed one, all doublings and halvings (SK1:3.2-n), then Assault Fire. What sets
    nations apart is in the printed factors (SK1:5.2-a); a SW's are used like an MMC's (SK1:1.2.4-b)."""
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
    for factor in factors(g, shot, unit, weapon, distance, targets):
        fp *= factor.value
        lines.append(msgspec.structs.replace(factor, label=f"{name}: {factor.label}"))
    bonus = assault_fire(g, shot, unit, distance)
    if bonus is not None:
        lines.append(msgspec.structs.replace(bonus, label=f"{name}: {bonus.label}"))
        fp = float(math.ceil(fp + bonus.value))  # SK1:3.5-b2
    return lines, fp


def factors(
    g: SkPlay, shot: Shot, unit: Unit, weapon: Weapon | None, distance: int, targets: Sequence[str]
) -> list[Line]:
    """Every doubling and halving that applies to one firer."""
    flame = weapon is not None and flamethrowers.is_flamethrower(g, weapon)
    normal_range = g.counter(unit).range if weapon is None else g.weapon_type(weapon).range
    found = (
        point_blank(g, distance) if not flame else None,  # SK1:4.2-b
        long_range(g, distance, normal_range, flame=flame),
        far_machine_gun(g, weapon, distance, targets),
        lone_gunner(g, shot, unit),
        pinned_firer(g, unit),
        advancing_fire(g, shot) if not flame else None,  # SK1:4.2-b3
        marked_firer(g, shot),
    )
    return [line for line in found if line is not None]


def point_blank(g: SkPlay, distance: int) -> Line | None:
    entry = g.library.tables.fire_factors.entries.point_blank
    return Line("Point Blank Fire", float(entry.multiplier), entry.rule, "x") if distance == 1 else None


def long_range(g: SkPlay, distance: int, normal_range: int, *, flame: bool) -> Line | None:
    if distance <= normal_range:
        return None
    entry = g.library.tables.fire_factors.entries.long_range
    return Line("long range", float(entry.multiplier), "SK1:4.2-a2" if flame else entry.rule, "x")


def far_machine_gun(g: SkPlay, weapon: Weapon | None, distance: int, targets: Sequence[str]) -> Line | None:
    """SK1:4.1-f: beyond 16 hexes a directed MG is Area Fire against unbroken Infantry."""
    if weapon is None or not machine_guns.beyond_reach(g, distance):
        return None
    units = g.state.units
    if all(units[uid].broken for uid in targets if uid in units):
        return None
    return Line("Area Fire beyond 16 hexes", _area(g), "SK1:4.1-f", "x")


def lone_gunner(g: SkPlay, shot: Shot, unit: Unit) -> Line | None:
    """SK1:4.1-b: one SMC fires a MG as Area Fire; two fire it in full (SK1:4.1-b2)."""
    if unit.kind != LEADER or shot.second or not g.weapon_type(g.state.weapons[shot.weapon]).is_mg:
        return None
    return Line("single SMC, Area Fire", _area(g), "SK1:4.1-b", "x")


def _area(g: SkPlay) -> float:
    return float(g.library.tables.fire_factors.entries.area_fire.multiplier)  # SK1:2.0-b


def pinned_firer(g: SkPlay, unit: Unit) -> Line | None:
    entry = g.library.tables.fire_factors.entries.pinned
    return Line("pinned", float(entry.multiplier), entry.rule, "x") if unit.pinned else None


def advancing_fire(g: SkPlay, shot: Shot) -> Line | None:
    entry = g.library.tables.fire_factors.entries.advancing_fire
    return (
        Line("Advancing Fire", float(entry.multiplier), entry.rule, "x") if shot.mode == ADVANCING else None
    )


def marked_firer(g: SkPlay, shot: Shot) -> Line | None:
    """A firer marked First or Final Fire: in the MPh Subsequent First Fire or FPF, in the DFPh at adjacent
    hexes."""
    value = float(g.library.tables.fire_factors.entries.first_fire_marker.multiplier)
    if shot.mode == SUBSEQUENT:
        return Line("Subsequent First Fire", value, "SK1:3.3.1-l", "x")
    if shot.mode == FPF:
        return Line("Final Protective Fire", value, "SK1:3.3.1-n", "x")
    if shot.mode == FINAL_ADJACENT:
        return Line("marked First Fire", value, "SK1:3.4-b", "x")
    return None


def assault_fire(g: SkPlay, shot: Shot, unit: Unit, distance: int) -> Line | None:
    """SK1:3.5-b: the own FP of a squad with underlined FP (SK1:1.2.2-d) in the AFPh, not at long range
    (SK1:3.5-b3)."""
    counter = g.counter(unit)
    if shot.mode != ADVANCING or shot.weapon or unit.kind != SQUAD or not counter.assault_fire:
        return None
    if distance > counter.range:
        return None
    return Line(
        "Assault Fire, fractions up", g.library.tables.fire_factors.assault_fire_bonus, "SK1:3.5-b", "fp"
    )


def cowering_shift(g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> int:
    """By how many columns doubles would shift the attack: MMC attacks that no leader directs (SK1:3.2-p,
    SK1:3.2-p3), further if an Inexperienced MMC takes part (SK1:3.2-q). A FT cowers like the rest
    (SK1:4.2-b2)."""
    if leaders:
        return 0
    mmc = [unit for shot in shots if (unit := g.unit(shot.unit)).kind != LEADER]
    if not mmc:
        return 0
    table = g.library.tables.fire_factors
    if any(morale.is_inexperienced(g, unit) for unit in mmc):
        return table.cowering_columns_inexperienced
    return table.cowering_columns


# -- modifiers of the DR -----------------------------------------------------------------------------------


def common_lines(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """The DRM that every target of an attack has in common."""
    lines = hindrance_lines(g, shots, target)
    for line in (leadership_line(g, leaders), cx_line(g, shots, leaders)):
        if line is not None:
            lines.append(line)
    return lines


def hindrance_lines(g: SkPlay, shots: Sequence[Shot], target: str) -> list[Line]:
    """SK1:2.0-k: of a group's hexes the worst hindered LOS counts for the whole attack."""
    hexes = hexes_of(g, shots)
    worst = max(hexes, key=lambda hex: los.hindrance(g, hex, target))
    return los.los_lines(g, worst, target)


def leadership_line(g: SkPlay, leaders: Sequence[str]) -> Line | None:
    """SK1:3.2-x; of several hexes' leaders the worst (SK1:3.2-y)."""
    if not leaders:
        return None
    worst = max((g.unit(uid) for uid in leaders), key=lambda leader: morale.leadership(g, leader))
    rule = "SK1:3.2-x" if len(leaders) == 1 else "SK1:3.2-y"
    return Line(f"leadership of the {g.name(worst)}", morale.leadership(g, worst), rule)


def cx_line(g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> Line | None:
    """SK1:3.3-p: +1, never more, if a firer or the leader who directs is CX."""
    firing = {shot.unit for shot in shots} | {shot.second for shot in shots if shot.second} | set(leaders)
    if not any(g.unit(uid).cx for uid in firing):
        return None
    entry = g.library.tables.fire_drm.entries.cx
    return Line("CX", entry.drm, entry.rule)


def target_lines(g: SkPlay, unit: Unit, hexes: Sequence[str], phase: str, *, flame: bool) -> list[Line]:
    """The DRM of one target: movement, TEM, FT that it carries. Against a FT there is no TEM, and so none that a
    road could take away (SK1:4.2-c, SK1:1.1.2-h)."""
    lines = movement_lines(g, unit, hexes, phase, covered=not flame)
    if not flame:
        lines += tem_lines(g, unit)
    carried = flamethrowers.carrier_line(g, unit)
    if carried is not None:
        lines.append(carried)
    return lines


def tem_lines(g: SkPlay, unit: Unit) -> list[Line]:
    """SK1:3.2.1-b: the TEM of the target's hex, and what a scenario adds to it."""
    found = (terrain.tem(g, unit.hex, vs=unit), added_cover(g, unit.hex))
    return [line for line in found if line is not None and line.value]


def movement_lines(
    g: SkPlay, unit: Unit, hexes: Sequence[str], phase: str, *, covered: bool
) -> list[Line]:
    """FFNAM, FFMO and, where TEM counts, the cover lost on a woods-road, in the MPh. A group with several hexes
    has the least favourable of their cases: FFMO needs an unhindered LOS from all of them."""
    if phase != MPH:
        return []  # SK1:3.4-d2
    from defilade.rules.sk import first_fire

    cases = []
    for hex in hexes or ("",):
        lines = first_fire.moving_modifiers(g, unit, hex)
        lost = first_fire.lost_cover(g, unit, hex) if covered else None
        cases.append([*lines, lost] if lost is not None else lines)
    return max(cases, key=lambda lines: sum(line.value for line in lines))


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


def is_flame(g: SkPlay, shot: Shot) -> bool:
    return bool(shot.weapon) and flamethrowers.is_flamethrower(g, g.state.weapons[shot.weapon])

"""What a fire attack adds up to (SK1:3.2, SK1:3.2.1): firepower, column and DRM, line by line.

Everything that is added up lies in a `Plan`: the preview before the dice, the breakdown in the log after
them and the odds are all read from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Breakdown, Line
from defilade.kernel.composition import Part, any_of, modified
from defilade.rules.sk import ift, los, morale, terrain
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.attack_plan import (
    COVER,
    FIRERS,
    HINDRANCE,
    LEADERSHIP,
    Aim,
    Firing,
    Plan,
    attack_lines,
    attack_rules,
    cowering_shift,
    names_of,
    normal_range,
    other_target_lines,
    plan_of_lines,
    plan_shots,
    printed_fp,
    shot_factors,
    shot_name,
    target_lines,
)
from defilade.tactics.fire_groups import Shot, hexes_of, worst_leader
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part()


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
    covered = not any(shot.weapon and ignores_cover(g, g.state.weapons[shot.weapon]) for shot in shots)
    title = f"{names_of(g, shots)} at {g.place_name(target)}"
    return plan_shots(g, title, shots, target, targets, leaders, phase, covered=covered)


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


@PART.answers(printed_fp)
def firepower_on_the_counter(g: SkPlay, shot: Shot, unit: Unit, weapon: Weapon | None) -> Line:
    """What sets nations apart is in the printed factors (SK1:5.2-a); a SW's are used like an MMC's (SK1:1.2.4-b). All
    doublings and halvings follow (SK1:3.2-n, DAE:QRDC-iftfp), fractions are kept (SK1:3.2-m), then Assault Fire
    (SK1:3.5-b2)."""
    name = shot_name(g, shot)
    if weapon is None:
        return Line(name, g.counter(unit).fp, "SK1:1.2.2-c", "fp")
    kind = g.weapon_type(weapon)
    return Line(name, kind.fp, "SK1:4.1-a" if kind.is_mg else "SK1:4.2-a", "fp")


@PART.answers(attack_rules)
def rules_of_the_table(g: SkPlay) -> tuple[str, ...]:
    return "SK1:3.2.1-a", "SK1:3.2.1-b"


@PART.answers(other_target_lines)
def lines_of_crews(g: SkPlay, piece: str, aim: Aim) -> list[Line] | None:
    vehicle = g.state.vehicles.get(piece)
    return crew_lines(g, vehicle, aim) if vehicle is not None else None


@PART.modifies(shot_factors, "SK1:3.2-k", step=0)
def point_blank(g: SkPlay, firing: Firing) -> list[Line]:
    """Whoever fires on the IFT: Infantry, MG, ATR and IFE (SKF:3.2.2-a)."""
    entry = g.library.tables.fire_factors.entries.point_blank
    return (
        [Line("Point Blank Fire", float(entry.multiplier), entry.rule, "x")] if firing.distance == 1 else []
    )


@PART.modifies(shot_factors, "SK1:3.2-l", step=1)
def long_range(g: SkPlay, firing: Firing) -> list[Line]:
    if firing.distance <= normal_range(g, firing.unit, firing.weapon):
        return []
    entry = g.library.tables.fire_factors.entries.long_range
    return [Line("long range", float(entry.multiplier), entry.rule, "x")]


@PART.modifies(shot_factors, "SK1:3.2.1-u2", step=4)
def pinned_firer(g: SkPlay, firing: Firing) -> list[Line]:
    entry = g.library.tables.fire_factors.entries.pinned
    return [Line("pinned", float(entry.multiplier), entry.rule, "x")] if firing.unit.pinned else []


def area_fire(g: SkPlay) -> float:
    return float(g.library.tables.fire_factors.entries.area_fire.multiplier)  # SK1:2.0-b, SKF:2.0-d


@PART.answers(cowering_shift)
def cowers(g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> int:
    """By how many columns doubles would shift the attack: MMC attacks that no leader directs (SK1:3.2-p,
    SK1:3.2-p3), further if an Inexperienced MMC takes part (SK1:3.2-q). A FT cowers like the rest
    (SK1:4.2-b2), neither ordnance nor vehicles do (SKF:3.2.2-i)."""
    if leaders or never_cowers(g, shots):
        return 0
    mmc = [unit for shot in shots if not (unit := g.unit(shot.unit)).is_leader]
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
    worst = worst_leader(g, leaders, lambda leader: morale.leadership(g, leader))
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

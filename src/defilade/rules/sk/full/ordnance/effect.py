"""What a hit adds up to on the IFT (SKF:3.2.4, SKF:6.1): column and DRM for each unit that was hit."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Breakdown, Line
from defilade.kernel.composition import Part
from defilade.rules.sk import first_fire, ift, terrain
from defilade.rules.sk.full.ordnance.ammunition import fp_line
from defilade.rules.sk.full.ordnance.shots import Gunshot, effect_lines, the_ordnance
from defilade.rules.sk.full.ordnance.to_hit import EMPLACEMENT_RULE, GUNSHIELD_RULE, lines_by_step
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.attack_plan import CARRIED, COVER, MOVEMENT
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

COVERED, AIR_BURSTS, MOVED, LOADED = range(4)

AIR_BURST_RULE = "SKF:1.1.1-t"
AIR_BURST_DRM = -1


class Effect(msgspec.Struct, frozen=True):
    """Units that were hit alike: the FP and column of the hit, and its DRM."""

    units: tuple[str, ...]
    critical: bool
    fp_lines: tuple[Line, ...]
    fp: float
    column: int | None
    lines: tuple[Line, ...]

    @property
    def drm(self) -> int:
        return int(sum(line.value for line in self.lines))

    def breakdown(self, g: SkPlay, title: str) -> Breakdown:
        return Breakdown(
            title,
            (*self.fp_lines, *self.lines),
            total=self.fp,
            column=ift.column_fp(g, self.column),
            rules=("SKF:3.2.4-ab", "SKF:3.2.4-ad"),
        )


def firepower(g: SkPlay, shot: Gunshot, *, critical: bool) -> tuple[tuple[Line, ...], float]:
    """SKF:3.2.4-ab: the column of the caliber, of half of it on the ATT; SKF:6.1-c: a Critical Hit doubles all of it.
    Nothing else touches it (SKF:3.2.4-ad)."""
    base = fp_line(g, shot)
    if critical:
        return (base, Line("Critical Hit", 2.0, "SKF:6.1-c", "x")), base.value * 2
    if shot.type == ATT:
        return (base, Line("Area Target Type", 0.5, "SKF:3.2.4-ab", "x")), base.value / 2
    return (base,), float(base.value)


def bursts_in_the_air(g: SkPlay, shot: Gunshot, hex: Hex) -> bool:
    """SKF:1.1.1-t: mortar fire in woods."""
    return the_ordnance(g, shot.weapon).mortar and terrain.is_woods(g, hex)


def cover(g: SkPlay, shot: Gunshot, unit: Unit) -> list[Line]:
    """The cover that the unit has against this shot, the gunshield apart. Air Bursts take the woods away from it
    (SKF:1.1.1-t), not what a Gun is dug in (SKF:6.3-b)."""
    found = [
        line for line in lines_by_step(g, shot, unit, COVER, covered=True) if line.rule != GUNSHIELD_RULE
    ]
    if shot.phase == MPH:
        lost = first_fire.lost_cover(g, unit, shot.hex)
        found += [lost] if lost is not None else []
    if not bursts_in_the_air(g, shot, unit.hex):
        return found
    woods = terrain.tem(g, unit.hex)
    dug_in = any(line.rule == EMPLACEMENT_RULE for line in found)
    if dug_in:  # the line says by how much it is better than the woods
        return [
            msgspec.structs.replace(line, value=line.value + woods.value)
            if line.rule == EMPLACEMENT_RULE
            else line
            for line in found
            if line != woods
        ]
    return [line for line in found if line != woods]


@PART.modifies(effect_lines, "SKF:3.2.4-d", "SKF:6.1-c", EMPLACEMENT_RULE, step=COVERED)
def covered(g: SkPlay, shot: Gunshot, unit: Unit, critical: bool) -> list[Line]:
    """SKF:3.2.4-d: TEM counts here on the ATT; SKF:6.1-c: a Critical Hit turns what is positive of it about."""
    found = cover(g, shot, unit)
    if critical:
        return [Line(f"{line.label}, reversed", -line.value, "SKF:6.1-c") for line in found if line.value > 0]
    if shot.type != ATT:
        return []
    return [
        line if line.rule == EMPLACEMENT_RULE else msgspec.structs.replace(line, rule="SKF:3.2.4-d")
        for line in found
        if line.value
    ]


@PART.modifies(effect_lines, AIR_BURST_RULE, step=AIR_BURSTS)
def air_bursts(g: SkPlay, shot: Gunshot, unit: Unit, critical: bool) -> list[Line]:
    if not bursts_in_the_air(g, shot, unit.hex):
        return []
    return [Line("Air Bursts", AIR_BURST_DRM, AIR_BURST_RULE)]


@PART.modifies(effect_lines, "SKF:6.1-c", step=MOVED)
def caught_moving(g: SkPlay, shot: Gunshot, unit: Unit, critical: bool) -> list[Line]:
    """SKF:6.1-c: FFMO and FFNAM count on the IFT as well after a Critical Hit."""
    if not critical or shot.phase != MPH or unit.hazardous:
        return []
    found = lines_by_step(g, shot, unit, MOVEMENT, covered=False)
    return [msgspec.structs.replace(line, rule="SKF:6.1-c") for line in found]


@PART.modifies(effect_lines, "SK1:4.2-f", step=LOADED)
def loaded(g: SkPlay, shot: Gunshot, unit: Unit, critical: bool) -> list[Line]:
    """What a unit carries that makes every IFT attack on it worse."""
    return lines_by_step(g, shot, unit, CARRIED, covered=True)


def effects_of(g: SkPlay, shot: Gunshot, units: Sequence[str], critical: Sequence[str]) -> list[Effect]:
    """The hit on each unit, those with the same column and DRM together."""
    found: dict[tuple[bool, int], tuple[list[str], tuple[Line, ...]]] = {}
    for uid in units:
        lines = tuple(effect_lines(g, shot, g.unit(uid), uid in critical))
        drm = int(sum(line.value for line in lines))
        found.setdefault((uid in critical, drm), ([], lines))[0].append(uid)
    result = []
    for (is_critical, _), (who, lines) in found.items():
        fp_lines, fp = firepower(g, shot, critical=is_critical)
        result.append(Effect(tuple(who), is_critical, fp_lines, fp, ift.column(g, fp), lines))
    return result

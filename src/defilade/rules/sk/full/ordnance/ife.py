"""Infantry Firepower Equivalent (SKF:6.8): small automatic guns that fire on the IFT as if they were MG."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.attack import Attack, attack_over
from defilade.rules.sk.attack_plan import never_cowers
from defilade.rules.sk.firers import directing_bar, joining_bar, weapon_bar
from defilade.rules.sk.full.ordnance.shots import ordnance_of, tables
from defilade.rules.sk.machine_guns import breakdown_in_hands, rate_in_hands
from defilade.rules.sk.state import SkPlay
from defilade.tactics.arcs import facings_to, in_arc, turns_between
from defilade.tactics.attack_plan import FIRERS, attack_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

ALONE = Refusal("a weapon that uses its IFE joins no fire group", "SKF:6.8-c")
UNDIRECTED = Refusal("leadership has no part in the fire of an IFE", "SKF:6.8-c")
NEEDS_MMC = Refusal("a Gun is fired by an MMC that mans it", "SKF:1.2.6-b")
SPENT = Refusal("it is under an Intensive Fire counter", "SKF:3.2.4-v")


def has_ife(g: SkPlay, weapon: Weapon) -> bool:
    """Such a Gun counts as a MG: SKF:6.8-d, it uses Subsequent First Fire, FPF and adjacent Final Fire as MG do."""
    ordnance = ordnance_of(g, weapon)
    return ordnance is not None and ordnance.ife > 0


def uses_ife(g: SkPlay, shot: Shot) -> bool:
    return bool(shot.weapon) and has_ife(g, g.state.weapons[shot.weapon])


@PART.answers(weapon_bar)
def barred(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    if not has_ife(g, weapon):
        return None
    if unit.is_leader:
        return NEEDS_MMC
    return SPENT if weapon.intensive else None


@PART.answers(joining_bar)
def alone(g: SkPlay, shots: tuple[Shot, ...], new: Shot) -> Refusal | None:
    return ALONE if uses_ife(g, new) or any(uses_ife(g, shot) for shot in shots) else None


@PART.answers(directing_bar)
def undirected(g: SkPlay, shots: Sequence[Shot]) -> Refusal | None:
    return UNDIRECTED if any(uses_ife(g, shot) for shot in shots) else None


@PART.answers(never_cowers)
def steady(g: SkPlay, shots: Sequence[Shot]) -> bool:
    """SKF:6.8-c"""
    return any(uses_ife(g, shot) for shot in shots)


@PART.answers(rate_in_hands)
def slower(g: SkPlay, rof: int, unit: Unit, weapon: Weapon) -> int:
    """SKF:6.8-b, SKF:3.2.4-l: one lower, and one more in the hands of others than a crew."""
    if not has_ife(g, weapon):
        return rof
    return rof - 1 - (unit.kind != CREW)


@PART.answers(breakdown_in_hands)
def weaker(g: SkPlay, number: int, unit: Unit, weapon: Weapon) -> int:
    """SKF:6.12-b: in the hands of others than a crew."""
    return number - tables(g).lowered.breakdown if has_ife(g, weapon) and unit.kind != CREW else number


# -- the covered arc -------------------------------------------------------------------------------------------


def turn_for(g: SkPlay, weapon: Weapon, target: str) -> tuple[int, int]:
    """The facing that covers a target with the fewest hexspines to turn."""
    if in_arc(g.map, weapon.hex, weapon.facing, target):
        return weapon.facing, 0
    turns = [
        (turns_between(weapon.facing, facing), facing) for facing in facings_to(g.map, weapon.hex, target)
    ]
    fewest, facing = min(turns)
    return facing, fewest


@PART.modifies(attack_lines, "SKF:6.8-a", step=FIRERS)
def turned(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SKF:6.8-a: the DRM of Case 8 is on the IFT DR."""
    for shot in shots:
        if not uses_ife(g, shot):
            continue
        weapon = g.state.weapons[shot.weapon]
        ordnance = ordnance_of(g, weapon)
        turns = turn_for(g, weapon, target)[1]
        if ordnance is None or not turns:
            continue
        case = tables(g).cases.turned
        value = sum((case.full if ordnance.full_turn else case.fixed)[:turns])
        if terrain.is_building(g, weapon.hex):
            value *= case.in_building
        return [Line(f"turned {turns} hexspines", value, "SKF:6.8-a")]
    return []


@PART.answers(attack_over)
def point(g: SkPlay, attack: Attack) -> None:
    for shot in attack.shots:
        weapon = g.state.weapons.get(shot.weapon)
        if weapon is not None and weapon.facing >= 0 and has_ife(g, weapon):
            g.update_weapon(weapon, facing=turn_for(g, weapon, attack.target)[0])

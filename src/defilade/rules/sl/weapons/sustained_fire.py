"""Sustained fire of machine guns (SL:8.9.7): a column more, at the risk of losing the gun."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Frame, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.fire import Attack, before_attack
from defilade.rules.sl.firers import declaring_otherwise, other_additions
from defilade.rules.sl.state import AFPH, SlPlay
from defilade.rules.sl.weapons.captured import is_captured
from defilade.rules.sl.weapons.machine_guns import gun_shots, why_no_gun
from defilade.rules.sl.weapons.ways_of_fire import SUSTAINED, fires, firing
from defilade.tactics.attack_plan import columns_more, shot_firepower
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import column_for
from defilade.tactics.units import Unit, Weapon

PART = Part()

NOT_THEIRS = Refusal("captured machine guns are not used in sustained fire", "SL:8.9.7.2-b")
ON_THE_MOVE = Refusal("who has moved uses no sustained fire in the AFPh", "SL:8.9.7.1-c")
PINNED = Refusal("the pinned use no sustained fire", "SL:3.24.2-b")
UNDERMANNED = Refusal("sustained fire takes the full crew of a gun", "SL:8.9.7.1-c")


def sustained_refusal(g: SlPlay, unit: Unit, weapon: Weapon, second: str = "") -> Refusal | None:
    """Why a unit, or two leaders, may not use sustained fire. There is none in close combat and in overruns, in which
    nothing of this is asked."""
    if is_captured(unit, weapon):
        return NOT_THEIRS
    if unit.pinned:
        return PINNED
    if not unit.is_mmc and not second:
        return UNDERMANNED
    moved = unit.moved or (second and g.unit(second).moved)
    return ON_THE_MOVE if g.state.phase == AFPH and moved else None


@PART.answers(other_additions)
def may_be_sustained(
    g: SlPlay, frame: DeclareFire, free: list[Unit]
) -> Iterable[tuple[Action, tuple[Shot, ...]]]:
    """SL:8.9.7.2-a: announced before the dice, as the gun joins the attack."""
    found: list[tuple[Action, tuple[Shot, ...]]] = []
    for shot in gun_shots(g, frame.side, frame.target, frame.shots):
        unit, weapon = g.unit(shot.unit), g.state.weapons[shot.weapon]
        if sustained_refusal(g, unit, weapon, shot.second) is None:
            who = tuple([part for part in (shot.unit, shot.weapon, shot.second) if part])
            found.append((Action("add", who, "", SUSTAINED), (firing(shot, SUSTAINED),)))
    return found


@PART.answers(declaring_otherwise)
def why_not_sustained(g: SlPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    if action.how != SUSTAINED or unit is None or len(action.who) < 2 or action.who[1] not in g.state.weapons:
        return None
    found = why_no_gun(g, frame, action)
    second = action.who[2] if len(action.who) > 2 else ""
    return found or sustained_refusal(g, unit, g.state.weapons[action.who[1]], second)


@PART.answers(columns_more)
def a_column_more(
    g: SlPlay, shots: Sequence[Shot], target: str, targets: Sequence[str], fp: float
) -> Line | None:
    """SL:8.9.7.1-a: after all factors, and after the FP of the whole group have been added up. SL:8.9.7.4: one column,
    however many guns, and only if they have as much FP between them as is missing to it."""
    guns = [shot for shot in shots if fires(shot, SUSTAINED)]
    if not guns:
        return None
    columns = g.fire_table.columns
    place = column_for(columns, fp)
    following = 0 if place is None else place + 1
    if following >= len(columns):
        return None
    theirs = sum(shot_firepower(g, shot, target, targets)[1] for shot in guns)
    if theirs < columns[following] - fp:
        return None
    return Line("sustained fire", 1, "SL:8.9.7.1-a", "=")


@PART.answers(before_attack)
def say_so(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    guns = tuple([shot.weapon for shot in attack.shots if fires(shot, SUSTAINED)])
    if guns:
        g.say(
            "sustained",
            f"{g.names(guns)}: sustained fire.",
            "SL:8.9.7.2-a",
            side=attack.side,
            who=guns,
            at=attack.target,
        )
    return ()

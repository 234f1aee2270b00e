"""Support weapons as the full kit has them (SKF:1.2.4.1, SKF:4.0, SKF:4.1, SKF:4.3): rate of fire, breakdown, and
what their use costs."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.attack import Attack, attack_rolled, lost_for_good, which_breaks_down
from defilade.rules.sk.charge_placement import charge_bar
from defilade.rules.sk.effects import fate_drm
from defilade.rules.sk.firers import ADVANCING, FINAL_ADJACENT, FPF, SUBSEQUENT, keeps_own_fp, own_fp_returns
from defilade.rules.sk.machine_guns import loses_rate, lowered_breakdown
from defilade.rules.sk.state import DFPH, MPH, SkPlay
from defilade.tactics.units import FINAL, FIRST, Unit, Weapon

PART = Part()

AGAIN = (SUBSEQUENT, FPF, FINAL_ADJACENT)
"""Fire of those who are marked First or Final Fire."""

ONE_CHARGE = Refusal("a unit uses one demolition charge", "SKF:4.3-b")


# -- rate of fire ------------------------------------------------------------------------------------------


@PART.answers(loses_rate)
def no_rate(g: SkPlay, weapon: Weapon, mode: str) -> bool:
    """SKF:1.2.4.1-b, SKF:3.5-d: one shot in the AFPh. A weapon whose user is marked Final Fire is marked with him, and
    so has no further shot either (SKF:1.2.4.1-a)."""
    return mode == ADVANCING


# -- breakdown ---------------------------------------------------------------------------------------------


@PART.answers(lowered_breakdown)
def fired_again(g: SkPlay, number: int, weapon: Weapon, mode: str) -> int:
    """SKF:3.4-b, SKF:4.1-e: also in Final Fire of a MG that is marked First Fire."""
    if mode != FINAL_ADJACENT or not g.weapon_type(weapon).is_mg:
        return number
    return number - g.library.tables.support_weapon_rolls.subsequent_fire_penalty


@PART.answers(lost_for_good)
def overheated(g: SkPlay, attack: Attack, weapon: Weapon) -> bool:
    """SKF:3.3.3-h, SKF:4.1-e: a MG that fires again and rolls its own B# is gone."""
    kind = g.weapon_type(weapon)
    if not kind.is_mg or sum(attack.dice) < kind.breakdown:
        return False
    return any(shot.weapon == weapon.id and shot.mode in AGAIN for shot in attack.shots)


class BreakdownSelection(Frame):
    """Several MG of one attack have rolled their B#: one of them breaks down (SKF:4.1-d). The attack is the frame right
    below."""

    weapons: tuple[str, ...]


@PART.answers(which_breaks_down)
def one_of_them(g: SkPlay, attack: Attack) -> Frame | None:
    """Those of a vehicle, which are no counters, see to it themselves."""
    counters = all(weapon in g.state.weapons for weapon in attack.broken_down)
    return BreakdownSelection(attack.broken_down) if counters else None


@PART.decisions(BreakdownSelection)
def ask_breakdown_selection(g: SkPlay, frame: BreakdownSelection) -> Chance:
    names = ", ".join(g.weapon_name(weapon) for weapon in frame.weapons)
    return Chance(
        f"Which breaks down, {names}? The highest dr.",
        dice=len(frame.weapons),
        rules=("SKF:4.1-d",),
        about=frame.weapons,
    )


@ask_breakdown_selection
def take_breakdown_selection(g: SkPlay, frame: BreakdownSelection, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    highest = max(answer.dice)
    left = tuple(weapon for weapon, face in zip(frame.weapons, answer.dice, strict=True) if face == highest)
    if len(left) > 1:
        frame.weapons = left
        return
    g.pop()
    attack = g.state.stack[-1]
    assert isinstance(attack, Attack)
    attack.broken_down = left
    attack.lasting = lasting(attack, left)


def lasting(attack: Attack, without: Sequence[str]) -> float:
    """The FP of an attack without some of its SW."""
    return sum(
        fp for shot, fp in zip(attack.shots, attack.shot_fp, strict=True) if shot.weapon not in without
    )


@PART.answers(fate_drm)
def plain_dr(g: SkPlay, drm: int) -> int:
    """SKF:4.0-i: the dr for the weapons of a lost unit is read as it falls."""
    return 0


# -- what the use of weapons costs -------------------------------------------------------------------------


@PART.answers(keeps_own_fp)
def costs_nothing(g: SkPlay, mode: str) -> bool:
    """SKF:4.0-l: in Subsequent First Fire, FPF and Final Fire at adjacent units no own FP is given up."""
    return mode in AGAIN


@PART.answers(own_fp_returns)
def has_it_again(g: SkPlay, unit: Unit) -> bool:
    """SKF:4.0-l: who gave it up in First Fire has it for those again; he is marked First Fire for it."""
    return g.state.phase in (MPH, DFPH) and unit.fire in (FIRST, FINAL) and unit.side == g.defender


@PART.answers(attack_rolled)
def marked_by_weapons(g: SkPlay, attack: Attack, kept: set[str]) -> None:
    """SKF:4.0-l: a unit that has given up its own FP in First Fire has fired it for all purposes."""
    if attack.phase != MPH:
        return
    for uid in dict.fromkeys(shot.unit for shot in attack.shots):
        unit = g.unit(uid)
        if unit.is_mmc and unit.no_fp and not unit.fire:
            g.update(unit, fire=FIRST)


@PART.answers(charge_bar)
def one_charge(g: SkPlay, unit: Unit) -> Refusal | None:
    """SKF:4.3-b"""
    for used in unit.weapons_used:
        weapon = g.state.weapons.get(used)
        if weapon is not None and g.weapon_type(weapon).kind == "DC":
            return ONE_CHARGE
    return None

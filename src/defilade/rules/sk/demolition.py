"""Demolition charges in the AFPh (SK1:4.3): the attack of a charge that was operably placed in the MPh.

Placing one is movement and is dealt with there; the placer leaves his DRM and X# on the charge.
"""

from __future__ import annotations

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part, first_of
from defilade.rules.sk.attack import ATTACK_KINDS, CHARGE, Attack, AttackKind
from defilade.rules.sk.attack_plan import plan_without_firers
from defilade.rules.sk.firers import weapon_bar
from defilade.rules.sk.state import AFPH, SkPlay
from defilade.tactics.attack_plan import Plan
from defilade.tactics.units import Unit, Weapon

PART = Part()

IS_PLACED = Refusal("a DC is placed in the MPh; it is not fired", "SK1:4.3-a")


@PART.answers(weapon_bar)
def not_fired(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return IS_PLACED if g.weapon_types[weapon.type].kind == "DC" else None


@first_of
def goes_off_otherwise(g: SkPlay, charge: Weapon) -> Frame | None:
    """How does a charge go off that was not placed against Infantry?"""


def placed_charges(g: SkPlay) -> list[Weapon]:
    """The charges that wait to go off."""
    return [weapon for weapon in g.state.weapons.values() if weapon.placed_at]


def set_off(g: SkPlay, charge: Weapon) -> None:
    """SK1:4.3-a: it attacks everybody in the location. In an empty hex it is spent without effect."""
    other = goes_off_otherwise(g, charge)
    targets = g.state.stacks.get(charge.placed_at, ())
    if other is not None:
        g.push(other)
    elif targets:
        g.push(Attack(AFPH, g.attacker, charge.placed_at, targets, fp=_fp(g, charge), charge=charge.id))
    else:
        remove(g, charge.id)


def plan(g: SkPlay, frame: Attack) -> Plan:
    """SK1:4.3-a2, SK1:4.3-a4: the FP is neither doubled nor halved; TEM counts (SK1:4.3-a3), so does a CX
    placer (SK1:4.3-g)."""
    charge = g.state.weapons[frame.charge]
    place = charge.placed_at
    common = [Line("placed by a CX unit", charge.placed_drm, "SK1:4.3-g")] if charge.placed_drm else []
    fp = Line("DC", _fp(g, charge), "SK1:4.3-a", "fp")
    return plan_without_firers(g, f"DC in {g.place_name(place)}", fp, place, frame.targets, AFPH, common)


def _fp(g: SkPlay, charge: Weapon) -> float:
    return float(g.weapon_type(charge).fp)


def fails(g: SkPlay, frame: Attack) -> bool:
    """SK1:4.3-h: it works on an original DR below its X# only."""
    charge, dice = g.state.weapons[frame.charge], frame.dice
    number = charge.placed_x or g.weapon_type(charge).breakdown
    if sum(dice) < number:
        return False
    g.say(
        "charge_fails",
        f"The DC in {g.place_name(charge.placed_at)} does not work: DR {sum(dice)} against X{number}.",
        "SK1:4.3-h",
        who=(charge.id,),
        at=charge.placed_at,
        dice=dice,
    )
    return True


def remove(g: SkPlay, charge_id: str) -> None:
    """SK1:4.3-h: either way it is removed from play."""
    charge = g.state.weapons[charge_id]
    g.say(
        "weapon_lost", f"The DC in {g.place_name(charge.placed_at)} is spent.", "SK1:4.3-h", who=(charge.id,)
    )
    g.remove_weapon(charge)


PART.adds(
    ATTACK_KINDS,
    AttackKind(
        CHARGE,
        words=lambda g, frame: f"DC in {g.place_name(frame.target)}",
        plan=plan,
        fails=fails,
        over=lambda g, frame: remove(g, frame.charge),
    ),
)

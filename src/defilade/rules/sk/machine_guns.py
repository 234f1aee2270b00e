"""Machine guns (SK1:4.1), and what all fired support weapons share: rate of fire and breakdown (SK1:1.2.4,
SK1:4.0)."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import any_of, handed_on
from defilade.rules.sk import morale
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import ELITE
from defilade.tactics.units import Unit, Weapon

SUBSEQUENT_MODES = ("subsequent", "fpf")
RATE_MODES = ("prep", "first", "final", "advancing")
"""Fire that leaves room for another shot. Subsequent First Fire, FPF and the second shot of a First Fire
marked weapon end in a Final Fire marker whatever the dice say (SK1:3.3.1-m, SK1:3.4-b)."""

NEEDS_LEADER = Refusal("at that range a MG fires only if a leader directs it", "SK1:4.1-e")


@any_of
def loses_rate(g: SkPlay, weapon: Weapon, mode: str) -> bool:
    """Does a SW get no further shot in this kind of fire, whatever the dice say?"""
    return False


@handed_on
def lowered_breakdown(g: SkPlay, number: int, weapon: Weapon, mode: str) -> int:
    """What else lowers the B# or X# of a SW?"""
    return number


def captured(unit: Unit, weapon: Weapon) -> bool:
    """A SW of the other side's colour (SKF:4.0-j: Guns too)."""
    return unit.side != weapon.side


@handed_on
def rate_in_hands(g: SkPlay, rof: int, unit: Unit, weapon: Weapon) -> int:
    """What else changes the ROF of a weapon that these men fire on the IFT?"""
    return rof


@handed_on
def breakdown_in_hands(g: SkPlay, number: int, unit: Unit, weapon: Weapon) -> int:
    """What else changes its B#?"""
    return number


def rate_of_fire(g: SkPlay, unit: Unit, weapon: Weapon) -> int:
    """The ROF in these hands (SK1:1.2.4-c): one less when captured (SK1:4.0-p), none when pinned
    (SK1:3.2.1-u3)."""
    if unit.pinned:
        return 0
    rof = rate_in_hands(g, g.weapon_type(weapon).rof, unit, weapon)
    return rof - g.library.tables.support_weapon_rolls.captured_rof_penalty if captured(unit, weapon) else rof


def keeps_rate(g: SkPlay, unit: Unit, weapon: Weapon, mode: str, coloured_die: int) -> bool:
    """SK1:1.2.4-c, SK1:1.4-b: the coloured die at or under the ROF lets the SW fire again in this phase."""
    if mode not in RATE_MODES or coloured_die > rate_of_fire(g, unit, weapon):
        return False
    return not loses_rate(g, weapon, mode)


def breakdown_number(g: SkPlay, unit: Unit, weapon: Weapon, mode: str = "") -> int:
    """The B# or X# (SK1:2.0-c, SKF:2.0-ad) of a SW in these hands. Every lowering adds up (SK1:4.0-p2, SK1:4.0-q)."""
    kind = g.weapon_type(weapon)
    rolls = g.library.tables.support_weapon_rolls
    number = breakdown_in_hands(g, kind.breakdown, unit, weapon)  # SK1:4.1-g2: 12 where none is printed
    if captured(unit, weapon):
        number -= rolls.captured_penalty
    if not unit.is_leader:
        if morale.is_inexperienced(g, unit):
            number -= rolls.inexperienced_penalty
        if kind.removed and g.counter(unit).cls != ELITE:
            number -= rolls.non_elite_x_penalty  # SK1:4.2-g2, SK1:4.3-h2; leaders are elite (SK1:1.2.1-a)
    if kind.is_mg and mode in SUBSEQUENT_MODES:
        number -= rolls.subsequent_fire_penalty  # SK1:4.1-h
    return lowered_breakdown(g, number, weapon, mode)


def break_down(g: SkPlay, weapon: Weapon, *rules: str, for_good: bool = False) -> None:
    """SK1:1.2.4-d: a SW with a B# is flipped; one with an X# is removed from play (SK1:2.0-c), and so is one that is
    lost `for_good`."""
    name = g.weapon_name(weapon)
    if for_good or g.weapon_type(weapon).removed:
        g.say("weapon_lost", f"{name} is removed from play.", *rules, who=(weapon.id,), at=weapon.hex)
        g.remove_weapon(weapon)
    else:
        g.say("malfunction", f"{name} malfunctions.", *rules, who=(weapon.id,), at=weapon.hex)
        g.update_weapon(weapon, malfunctioned=True)


def beyond_reach(g: SkPlay, weapon: Weapon, distance: int) -> bool:
    """SK1:4.1-e: whether a MG needs a directing leader at this range. A Gun that fires like one does not: it is no SW
    (SKF:3.2.2-b)."""
    if distance <= g.library.tables.support_weapon_rolls.mg_maximum_range:
        return False
    gun = g.weapon_types[weapon.type].ordnance
    return gun is None or not gun.gun

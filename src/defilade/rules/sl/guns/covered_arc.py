"""Where a gun points (SL:10.1.5.1), and how it is turned to fire at something else (SL:13.9).

Its covered arc is that of an AFV. With its trail it is turned by three hexspines in a fire phase at most, a gun on a
round mount as far as one likes. What that costs adds up for all its shots that come after it (SL:13.9.6).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.anti_tank import ROUND
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.guns.pieces import guns, is_heavy, served
from defilade.rules.sl.movement import moved_otherwise, other_moves
from defilade.rules.sl.state import AFPH, DFPH, MPH, PFPH, SlPlay
from defilade.rules.sl.weapons.anti_tank_fire import lines_of_gunner, taken_aim
from defilade.rules.sl.weapons.launchers import barrel_of, launching_bar, stands
from defilade.tactics.arcs import FACING_NAMES, FACINGS, facings_to, in_arc, turns_between
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, HERO, PREP, Unit, Weapon

PART = Part()

TURN = "turn-gun"
MOST = 3
"""SL:13.9.3-a"""
FIRST, FURTHER, ROUND_EACH = 3, 1, 1
"""SL:13.9.1-c, SL:13.9.1-a"""
LATE_COMER = 2
"""SL:13.8-e: To Hit of who has only come to the gun."""

OUT_OF_ARC = Refusal("a gun is turned by three hexspines in a phase", "SL:13.9.3-a")
IN_ITS_HEX = Refusal("what is in its own hex is in no gun's covered arc", "SL:10.1.5.1")
ONLY_AHEAD = Refusal("a hero does not turn a gun", "SL:3.8.6-d")
JUST_COME = Refusal("who has only come to a gun does not turn it in the same phase", "SL:13.9.5-d")


def covers(g: SlPlay, weapon: Weapon, here: Hex, target: str) -> bool:
    """Whether a place is in a gun's covered arc; all are of what has none."""
    if weapon.facing < 0:
        return True
    return in_arc(g.map, g.map.ground_hex(here), weapon.facing, g.map.ground_hex(target))


def hexspines(g: SlPlay, weapon: Weapon, here: Hex, target: str) -> int:
    """By how many a gun must be turned to cover a hex."""
    if weapon.facing < 0:
        return 0
    ways = facings_to(g.map, g.map.ground_hex(here), g.map.ground_hex(target))
    return min(turns_between(weapon.facing, facing) for facing in ways)


def price(g: SlPlay, weapon: Weapon, spines: int) -> int:
    """SL:13.9.1-a, SL:13.9.1-c: Case A. SL:10.1.17: less on a round mount."""
    if not spines:
        return 0
    barrel = barrel_of(g, weapon)
    if barrel is not None and barrel.mount == ROUND:
        return ROUND_EACH * spines
    return FIRST + FURTHER * (spines - 1)


def turning_refusal(g: SlPlay, unit: Unit, weapon: Weapon, spines: int) -> Refusal | None:
    barrel = barrel_of(g, weapon)
    if not spines or barrel is None:
        return None
    if unit.kind == HERO:
        return ONLY_AHEAD
    if unit.moved and not weapon.moved:
        return JUST_COME
    if barrel.mount != ROUND and served(g, weapon).turned + spines > MOST:
        return OUT_OF_ARC
    return None


@PART.answers(launching_bar)
def must_cover_it(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:10.1.5.1, SL:13.9.5-a: it is turned so that it covers its target."""
    if weapon.facing < 0:
        return None
    here = stands(g, unit)
    if g.map.ground_hex(here) == g.map.ground_hex(target):
        return IN_ITS_HEX
    return turning_refusal(g, unit, weapon, hexspines(g, weapon, here, target))


def turn_to(g: SlPlay, weapon: Weapon, facing: int) -> Weapon:
    """SL:13.9.6: the first hexspine costs as much again each time that it is turned."""
    spines = turns_between(weapon.facing, facing)
    if not spines:
        return weapon
    old = served(g, weapon)
    g.state.served[weapon.id] = msgspec.structs.replace(
        old, turned=old.turned + spines, turning=old.turning + price(g, weapon, spines)
    )
    return g.update_weapon(weapon, facing=facing)


@PART.answers(taken_aim)
def turns_as_it_aims(g: SlPlay, unit: Unit, weapon: Weapon, at: tuple[str, ...], hex: Hex) -> None:
    """SL:13.9.5-a: no further than it must. A gun that is turned is no moving target for it."""
    here = g.map.ground_hex(stands(g, unit))
    there = g.map.ground_hex(hex)
    if weapon.facing < 0 or here == there:
        return
    ways = facings_to(g.map, here, there)
    turn_to(g, weapon, min(ways, key=lambda facing: turns_between(weapon.facing, facing)))


@PART.answers(lines_of_gunner)
def case_a(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """SL:13.9.1-c, SL:13.9.6; SL:13.8-e: of who has come to a gun that stayed where it was."""
    if weapon.facing < 0:
        return []
    here = stands(g, unit)
    found = served(g, weapon).turning + price(g, weapon, hexspines(g, weapon, here, target))
    lines = [Line("turned", found, "SL:13.9.1-c")] if found else []
    if g.state.phase == AFPH and unit.moved and not weapon.moved:
        lines.append(Line("only just manned", LATE_COMER, "SL:13.8-e"))
    return lines


# -- turning without firing (SL:13.9.5-b, SL:10.2.6) -------------------------------------------------------


def pivot_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """Whether it stays as it is: crews turn guns, in their MPh and where they could fire."""
    return bool(
        unit.kind != CREW
        or unit.broken
        or unit.melee
        or unit.ti
        or unit.captive
        or not unit.hex
        or weapon.malfunctioned
        or weapon.fire
        or (unit.fire and not unit.weapons_used)
        or unit.moved
        or weapon.moved
    )


def pivots(g: SlPlay, side: Side) -> list[Action]:
    found = []
    for weapon in guns(g, side):
        unit = g.unit(weapon.owner)
        if weapon.facing < 0 or not is_heavy(g, weapon) or pivot_refusal(g, unit, weapon):
            continue
        for facing in FACINGS:
            spines = turns_between(weapon.facing, facing)
            if spines and turning_refusal(g, unit, weapon, spines) is None:
                found.append(Action(TURN, (unit.id, weapon.id), "", FACING_NAMES[facing]))
    return found


@PART.answers(other_moves)
def in_the_mph(g: SlPlay, side: Side) -> list[Action]:
    """SL:10.2.6, SL:13.9.5-c: what it costs counts in the AFPh."""
    return pivots(g, side)


@PART.answers(other_acts)
def in_a_fire_phase(g: SlPlay, side: Side) -> list[Action]:
    """SL:13.9.5-b: in the PFPh it gives up fire and movement for it; in the AFPh a gun is turned as it fires only."""
    return pivots(g, side) if g.state.phase in (PFPH, DFPH) else []


@PART.answers(acted_otherwise, moved_otherwise)
def turn(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != TURN:
        return
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    weapon = turn_to(g, weapon, FACING_NAMES.index(action.how))
    if g.state.phase == PFPH:
        g.update_weapon(weapon, fire=PREP)
        g.update(unit, fire=PREP)
    elif g.state.phase == MPH:
        g.update(unit, acted=True)
    g.say(
        "turns_gun",
        f"{g.name(unit)} turns the {g.weapon_name(weapon)} to the {action.how}.",
        "SL:10.2.6",
        "SL:13.9.5-b",
        side=side,
        who=(unit.id, weapon.id),
        at=unit.hex,
    )

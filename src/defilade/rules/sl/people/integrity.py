"""Battlefield Integrity (SL:3.27): a side's morale falls with its losses. An option; scenario cards may call for it.

What a side has left is counted, not what it has lost: so squads that were reduced or have turned Green (SL:3.11.4-b)
count as lost in part. Who was a prisoner is lost for good (SL:3.27.9), and only once (SL:3.27-q1).
"""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sl.fire import Attack, attack_done
from defilade.rules.sl.morale import changed_morale, unit_gone, unit_joins, unit_leaves
from defilade.rules.sl.nations import owner
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.yard import is_afv, of_side
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import game_opens, phase_begins, phase_ends
from defilade.tactics.units import HERO, Unit

PART = Part()

INTEGRITY = Option(
    "integrity",
    "Battlefield Integrity",
    "A side whose infantry has lost 40, 60 and 80 in 100 of its point value drops a morale level each time; armour on "
    "its side, or only on the other, shifts these marks.",
    ("SL:3.27.1",),
)
PART.adds(OPTIONS, INTEGRITY)

MARKS = (40, 60, 80)
"""SL:3.27.2, SL:3.27.3: losses in 100 at which morale drops."""
SUPPORTED = (50, 70, 90)
"""SL:3.27.5: with armour of its own."""
UNSUPPORTED = (30, 50, 70, 90)
"""SL:3.27.6: facing armour without any."""
OUTNUMBERED = 2
AT_GUN = "AT"


def worth_left(g: SlPlay, side: Side) -> int:
    """SL:3.27.1: infantry only, wherever it rides; no support weapons, vehicles or their crews, in them or out of them
    (SL:3.27.8)."""
    crews = g.state.bailed_out
    return sum(
        g.worth[unit.type]
        for unit in g.state.units.values()
        if owner(unit) == side and not unit.captive and not unit.escaped and unit.type in g.worth
        if unit.id not in crews
    )


def afvs(g: SlPlay, side: Side) -> int:
    """SL:3.27-q2: also those that are immobilized, stunned or have nothing left to fire with."""
    return sum(is_afv(g, vehicle) for vehicle in of_side(g, side))


def at_guns(g: SlPlay, side: Side) -> bool:
    """SL:3.27.6: whether somebody of a side mans an AT Gun that works."""
    return any(
        g.weapon_type(weapon).kind == AT_GUN
        and not weapon.malfunctioned
        and (crew := g.state.units.get(weapon.owner)) is not None
        and crew.side == side
        and not crew.captive
        for weapon in g.state.weapons.values()
    )


def marks(g: SlPlay, side: Side) -> tuple[int, ...]:
    """SL:3.27.5, SL:3.27.6: they shift with every AFV that comes or is lost (SL:3.27.7)."""
    own, theirs = afvs(g, side), afvs(g, g.enemy_of(side))
    if own and theirs <= OUTNUMBERED * own:
        return SUPPORTED
    return UNSUPPORTED if theirs and not own and not at_guns(g, side) else MARKS


def levels_due(g: SlPlay, side: Side) -> int:
    """SL:3.27.2 to SL:3.27.6: how many morale levels its losses cost a side."""
    base = g.state.strength.get(side, 0)
    if base <= 0:
        return 0
    lost = 100 * (base - worth_left(g, side)) / base
    return sum(lost >= mark for mark in marks(g, side))


def levels_lost(g: SlPlay, side: Side) -> int:
    """How many it is down now."""
    return g.state.integrity.get(side, 0)


def recount(g: SlPlay) -> None:
    """SL:3.27.2, SL:3.27.7: changes take effect at once."""
    for side in g.state.strength:
        levels = levels_due(g, side)
        if levels != levels_lost(g, side):
            g.state.integrity[side] = levels
            g.say(
                "integrity",
                f"The morale of {side.capitalize()} is {levels} below normal."
                if levels
                else f"The morale of {side.capitalize()} is normal again.",
                "SL:3.27.2" if levels else "SL:3.27.4",
                side=side,
            )


@PART.answers(changed_morale)
def disheartened(g: SlPlay, level: int, unit: Unit) -> int:
    """Of all units of the side (SL:3.27.2) but heroes (SL:3.8.3-b)."""
    return level if unit.kind == HERO else level - levels_lost(g, owner(unit))


@PART.answers(game_opens)
def count_forces(g: SlPlay) -> None:
    """SL:3.27.1: who starts the game."""
    for side in g.state.sides if INTEGRITY.on(g) else ():
        g.state.strength[side] = worth_left(g, side)


@PART.answers(unit_joins)
def reinforced(g: SlPlay, unit: Unit) -> None:
    """SL:3.27.4; so do leaders who come forward in play (SL:3.6.5)."""
    if unit.side in g.state.strength:
        g.state.strength[unit.side] += g.worth[unit.type]
    recount(g)


@PART.answers(unit_leaves)
def not_counted_as_lost(g: SlPlay, unit: Unit) -> None:
    """SL:3.4.1-c: who is evacuated is not lost, nor there to be."""
    side = owner(unit)
    if side in g.state.strength and not unit.escaped and not unit.captive:
        g.state.strength[side] -= g.worth[unit.type]


@PART.answers(unit_gone)
def after_a_loss(g: SlPlay, hex: Hex) -> None:
    recount(g)


@PART.answers(attack_done)
def after_an_attack(g: SlPlay, attack: Attack) -> None:
    recount(g)


@PART.answers(phase_begins, phase_ends)
def at_the_latest(g: SlPlay, phase: str) -> None:
    """Whatever has changed the standing of AFVs."""
    recount(g)

"""Going berserk (SL:3.25): who does, what it takes to stop them, and how they come back to their senses.

How they charge is in `charge`. A broken unit that goes berserk is broken no more.
"""

from __future__ import annotations

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part, any_of, told
from defilade.rules.sl import morale
from defilade.rules.sl.close_combat import against_target, mark_melee
from defilade.rules.sl.fire import Attack
from defilade.rules.sl.firers import directing_bar, fire_bar
from defilade.rules.sl.marches.double_time import DOUBLE_TIME
from defilade.rules.sl.morale import (
    MoraleCheck,
    check_taken,
    failed_otherwise,
    never_pinned,
    other_morale,
    unit_lost,
)
from defilade.rules.sl.nations import nation, on_eastern_front
from defilade.rules.sl.people.prisoners import set_free
from defilade.rules.sl.state import AFPH, CCPH, PFPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import wrecked
from defilade.rules.sl.withdrawal import stands_fast
from defilade.tactics.checks import ATTACK, CheckKind, Thrown, check_procedure
from defilade.tactics.leader_loss import BROKEN, note_leader_loss
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import HALF_SQUAD, HERO, LEADER, MULTI_MEN, SQUAD, Unit

PART = Part()

ANYBODY = frozenset({*MULTI_MEN, LEADER})
"""Who can go berserk: no hero (SL:3.8.3-b), and nobody who is not there."""
BERSERK_MORALE = 10
BERSERK_ROLL = 2
NUMBERS = (2, 3, 4)
"""The results of the fire table in whose checks anybody goes berserk."""

NO_PREP_FIRE = Refusal("berserk units do not fire in the PFPh", "SL:3.25.3-b")
HAS_CHARGED = Refusal("who has charged does not fire in the AFPh", "SL:3.25-q3")
NO_MIND_FOR_IT = Refusal("a berserk leader directs nobody's Prep Fire", "SL:3.25.3-b")


@any_of
def stays_at_its_weapon(g: SlPlay, unit: Unit) -> bool:
    """Does a berserk unit not charge, but stay with a weapon and fire it, in the PFPh as well?"""
    return False


@told
def went_berserk(g: SlPlay, unit: Unit) -> None:
    """A unit has gone berserk."""


# -- going berserk -----------------------------------------------------------------------------------------


def berserk_rule(g: SlPlay, frame: MoraleCheck, unit: Unit) -> str:
    """SL:3.25.1-a: a 2 in a 2, 3 or 4 MC; SL:3.25.1-b: Russians, SS and Gurkhas in any check for fire, the SS against
    Russians only (SL:3.13.7)."""
    if frame.source != ATTACK:
        return ""
    mine = nation(g, unit)
    if mine.berserk_rule and (on_eastern_front(g) or not mine.berserk_east_only):
        return mine.berserk_rule
    return "SL:3.25.1-a" if frame.drm in NUMBERS else ""


@PART.answers(check_taken)
def perhaps_berserk(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    here = g.state.units.get(unit.id)
    if found.original != BERSERK_ROLL or here is None or here.berserk or here.kind not in ANYBODY:
        return
    rule = berserk_rule(g, frame, here)
    if not rule:
        return
    if here.captive:
        here = set_free(g, here)
        g.say(
            "breaks_out",
            f"{g.name(here)} turns on its captors!",
            "SL:3.29-q7",
            side=here.side,
            who=(here.id,),
            at=here.hex,
        )
    go_berserk(g, here, rule)
    mark_melee(g, here.hex)  # SL:3.29-q7: at half its strength, as one who was a prisoner


def go_berserk(g: SlPlay, unit: Unit, rule: str) -> None:
    unit = g.update(unit, berserk=True, broken=False, pinned=False, dm=False)
    g.state.broke = tuple([uid for uid in g.state.broke if uid != unit.id])
    g.say("berserk", f"{g.name(unit)} goes berserk!", rule, side=unit.side, who=(unit.id,), at=unit.hex)
    went_berserk(g, unit)
    if unit.is_leader:
        others = [
            other
            for other in g.side_in(unit.hex, unit.side)
            if other.id != unit.id
            and not other.broken
            and not other.berserk
            and not other.captive
            and other.kind != HERO
        ]
        g.push_in_order(*(Contagion(other.id, unit.id) for other in others))


class Contagion(Frame):
    """SL:3.25.7: a unit may follow its berserk leader."""

    unit: str
    leader: str


def contagion_lines(g: SlPlay, frame: Contagion, unit: Unit) -> tuple[Line, ...]:
    leader = g.state.units.get(frame.leader)
    value = morale.leadership(g, leader, (unit,)) if leader is not None else 0
    return (Line("leadership of the berserk leader", value, "SL:3.25.7"),) if value else ()


def infected(g: SlPlay, frame: Contagion, unit: Unit, found: Thrown) -> None:
    g.pop()
    if found.passed and not unit.broken and not unit.berserk:
        go_berserk(g, unit, "SL:3.25.7")


def contagion_level(g: SlPlay, unit: Unit) -> int:
    """SL:3.25.7: Desperation Morale, which counts here for Americans, too (SL:3.10-q1)."""
    return morale.desperation_level(g, unit, nation(g, unit).desperation)


check_procedure(
    PART,
    Contagion,
    CheckKind(
        event="contagion",
        title="Berserk",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} follow its berserk leader?",
        level=lambda g, frame, unit: contagion_level(g, unit),
        lines=contagion_lines,
        taken=infected,
        rules=("SL:3.25.7",),
        against="Desperation Morale",
        verdicts=("it follows him.", "it stays sane."),
    ),
)


# -- what it takes to stop them ----------------------------------------------------------------------------


@PART.answers(other_morale)
def berserk_morale(g: SlPlay, unit: Unit) -> int | None:
    """SL:3.25.2-a"""
    return max(0, morale.changed_morale(g, BERSERK_MORALE, unit)) if unit.berserk else None


@any_of
def spared(g: SlPlay, unit: Unit) -> bool:
    """Does a berserk unit lose something else in its place?"""
    return False


@PART.answers(failed_otherwise)
def never_breaks(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> bool | None:
    """SL:3.25.2-b: a squad is reduced to a berserk half-squad, whatever is smaller dies."""
    if not unit.berserk:
        return None
    if spared(g, unit):
        return True
    note_leader_loss(g, unit, BROKEN)
    if unit.kind == SQUAD:
        name = g.name(unit)
        unit = g.update(unit, type=g.counter(unit).half_squad, kind=HALF_SQUAD)
        g.say(
            "reduced",
            f"{name} is reduced to a berserk {g.name(unit)}.",
            "SL:3.25.2-b",
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )
    else:
        morale.eliminate(g, unit, "is eliminated", "SL:3.25.2-b")
    return True


@PART.answers(never_pinned)
def not_pinned(g: SlPlay, unit: Unit) -> bool:
    """SL:3.24.1-a"""
    return unit.berserk


@PART.answers(fire_bar)
def when_they_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:3.25.3-b: in the DFPh and the AFPh only; SL:3.25-q3: not after a charge."""
    if not unit.berserk or stays_at_its_weapon(g, unit):
        return None
    if g.state.phase == PFPH:
        return NO_PREP_FIRE
    return HAS_CHARGED if g.state.phase == AFPH and unit.moved else None


@PART.answers(directing_bar)
def directs_nobody(g: SlPlay, leader: Unit) -> Refusal | None:
    """Who directs in the PFPh cannot move (SL:3.2.2-b), and he must."""
    return NO_MIND_FOR_IT if leader.berserk and g.state.phase == PFPH else None


@PART.answers(stands_fast)
def no_way_back(g: SlPlay, unit: Unit) -> bool:
    """They are there to destroy the enemy (SL:3.25.3-a)."""
    return unit.berserk


@PART.answers(against_target)
def off_their_guard(g: SlPlay, unit: Unit) -> list[Line]:
    """SL:3.25-q8: they always go at double time (SL:3.25.5), and are as exhausted."""
    return [Line("berserk", -1, "SL:3.25-q8")] if unit.berserk and DOUBLE_TIME.on(g) else []


# -- coming back to their senses ---------------------------------------------------------------------------


@PART.answers(unit_lost)
def avenged(g: SlPlay, unit: Unit) -> None:
    """SL:3.25.8-a: who of them has a part in it: the firers of the attack under way, or who fights in that hex."""
    if g.state.phase == CCPH:
        killers = [enemy.id for enemy in g.side_in(unit.hex, g.enemy_of(unit.side)) if enemy.berserk]
    else:
        attacks = [frame for frame in g.state.stack if isinstance(frame, Attack)]
        shots = [shot.unit for frame in attacks if frame.side != unit.side for shot in frame.shots]
        killers = [uid for uid in shots if uid in g.state.units and g.unit(uid).berserk]
    fresh = [uid for uid in killers if uid not in g.state.avengers]
    g.state.avengers = (*g.state.avengers, *fresh)


@PART.answers(wrecked)
def avenged_on_a_vehicle(g: SlPlay, vehicle: Vehicle) -> None:
    """SL:3.25.8-a: those who fight it in its hex."""
    if g.state.phase == CCPH:
        enemies = g.side_in(vehicle.hex, g.enemy_of(vehicle.side))
        fresh = [one.id for one in enemies if one.berserk and one.id not in g.state.avengers]
        g.state.avengers = (*g.state.avengers, *fresh)


@PART.answers(phase_ends)
def to_their_senses(g: SlPlay, phase: str) -> None:
    """SL:3.25.8-a, which for the SS makes a choice of old automatic (SL:3.13.9)."""
    for uid in g.state.avengers:
        unit = g.state.units.get(uid)
        if unit is not None and unit.berserk:
            g.update(unit, berserk=False)
            g.say(
                "sane",
                f"{g.name(unit)} comes to its senses.",
                "SL:3.25.8-a",
                side=unit.side,
                who=(uid,),
                at=unit.hex,
            )
    g.state.avengers = ()

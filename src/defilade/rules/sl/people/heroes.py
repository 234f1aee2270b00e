"""Heroes (SL:3.8): how they come about, what they stand, and what they lend to a fire group.

A wounded hero goes to ground with the attack that wounds him, however far he has come (SL:3.8.8).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part, told
from defilade.rules.sl import close_combat, morale
from defilade.rules.sl.fire import INSPIRES
from defilade.rules.sl.firers import group_refusal, other_additions
from defilade.rules.sl.morale import (
    MoraleCheck,
    check_taken,
    failed_otherwise,
    formed,
    never_pinned,
    unit_joins,
    unled,
    unshaken,
)
from defilade.rules.sl.movement import mf_allowed
from defilade.rules.sl.nations import nation, nationality, on_eastern_front
from defilade.rules.sl.stacking import takes_no_room
from defilade.rules.sl.state import DFPH, SCOUT, SNIPER, SlPlay
from defilade.tactics.attack_plan import LEADERSHIP, attack_lines
from defilade.tactics.checks import ATTACK, Thrown
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import Moving
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import HERO, LEADER, MULTI_MEN, Unit

PART = Part()

ANYBODY = frozenset({*MULTI_MEN, LEADER, SCOUT, SNIPER})
HERO_ROLL = 2
"""An original roll of a check for fire that can make a hero."""
TRY, DECLINE = Action("try-hero"), Action("no-hero")


def is_hero(unit: Unit) -> bool:
    return unit.kind == HERO


# -- what they stand (SL:3.8.2, SL:3.8.3) ------------------------------------------------------------------


@PART.answers(failed_otherwise)
def hit(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> bool | None:
    """SL:3.8.2-a: a failed check turns him to his wounded side; SL:3.8.2-b: once wounded, or with a 12, he dies."""
    if not is_hero(unit):
        return None
    if found.original == 12 or not g.counter(unit).replacement:
        morale.eliminate(g, unit, "falls", "SL:3.8.2-b")
    else:
        wound_hero(g, unit)
    return True


def wound_hero(g: SlPlay, unit: Unit) -> None:
    """SL:3.8.2-a; SL:3.8.5-b, SL:3.8.8: who is wounded on his way stops there."""
    unit = g.update(unit, type=g.counter(unit).replacement)
    g.say("wound", f"{g.name(unit)} is wounded.", "SL:3.8.2-a", side=unit.side, who=(unit.id,), at=unit.hex)
    track = g.state.tracks.get(unit.id)
    if g.state.phase == DFPH and track is not None and not track.grounded:
        morale.ground(g, unit, "SL:3.8.5-b")


@PART.answers(unshaken)
def checks_for_fire_only(g: SlPlay, unit: Unit) -> bool:
    """SL:3.8.3-a"""
    return is_hero(unit)


@PART.answers(unled)
def leads_himself(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    """SL:3.8.3-a: leadership has no effect on a hero."""
    return is_hero(unit)


@PART.answers(never_pinned)
def not_pinned(g: SlPlay, unit: Unit) -> bool:
    """SL:3.8.8; a hero's own fire does not cower either."""
    return is_hero(unit)


@PART.answers(takes_no_room)
def needs_no_room(g: SlPlay, unit: Unit) -> bool:
    """SL:3.8.4"""
    return is_hero(unit)


@PART.answers(mf_allowed)
def hero_allowance(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:3.8.5-a: 6 MF, 3 when wounded; no leader makes him faster, and he makes nobody faster."""
    if not is_hero(unit):
        return mf
    table = g.tables.movement
    return table.smc if g.counter(unit).replacement else table.inexperienced


# -- what they lend to others (SL:3.8.10) --------------------------------------------------------------------


@PART.answers(other_additions)
def leads_on(g: SlPlay, frame: DeclareFire, free: list[Unit]) -> list[tuple[Action, tuple[Shot, ...]]]:
    """SL:3.8.10-a, SL:3.8.10-b: a hero within normal range may join others' attack without firing himself, from any hex
    of the group."""
    if not frame.shots:
        return []
    return [
        (Action("add", (unit.id,), "", INSPIRES), (Shot(unit.id, mode=INSPIRES),))
        for unit in free
        if is_hero(unit)
        and g.map.distance(unit.hex, frame.target) <= g.counter(unit).range
        and group_refusal(g, frame.shots, unit) is None
    ]


@PART.modifies(attack_lines, "SL:3.8.10-a", step=LEADERSHIP)
def example_of_heroes(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:3.8.10-b: besides leadership, and one for each hero."""
    heroes = [shot for shot in shots if shot.mode == INSPIRES]
    if len(heroes) == len(shots):
        return []
    return [Line(f"example of the {g.name(shot.unit)}", -1, "SL:3.8.10-a") for shot in heroes]


@PART.answers(close_combat.example)
def leads_on_in_melee(g: SlPlay, unit: Unit) -> Line | None:
    """SL:3.8.10-a: in close combat, too, one for each hero (SL:3.8.10-b)."""
    return Line(f"example of the {g.name(unit)} ({unit.id})", -1, "SL:3.8.10-a") if is_hero(unit) else None


# -- how they come about (SL:3.8.11) -----------------------------------------------------------------------


class HeroCreation(Frame):
    """A unit has thrown a 2 in a check that fire caused. Its owner says whether he tries; then a die."""

    unit: str
    trying: bool = False


@PART.answers(check_taken)
def perhaps_a_hero(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    """SL:3.8.11-a: whether the unit is broken or goes berserk makes no difference."""
    if found.original != HERO_ROLL or frame.source != ATTACK:
        return
    found_unit = g.state.units.get(unit.id)
    if found_unit is not None and found_unit.kind in ANYBODY and not found_unit.captive:
        g.push(HeroCreation(unit.id))


def hero_drm(g: SlPlay, unit: Unit) -> int:
    """SL:3.8.11-b: Finns, Japanese, Gurkhas and partisans; Germans on the Eastern Front."""
    mine = nation(g, unit)
    return mine.hero + (mine.hero_east if on_eastern_front(g) else 0)


@PART.decisions(HeroCreation)
def ask_hero(g: SlPlay, frame: HeroCreation) -> Choice | Chance | None:
    unit = g.state.units.get(frame.unit)
    if unit is None:
        return None
    if frame.trying:
        asks = f"Does a hero step forward from the {g.name(unit)}? A 1 or 2."
        return Chance(asks, dice=1, side=unit.side, rules=("SL:3.8.11-a",), about=(unit.id,))
    asks = f"{g.name(unit)} rolled a 2: do you try for a hero?"
    return Choice(unit.side, asks, (TRY, DECLINE), ("SL:3.8.11-a",), (unit.id,), unit.hex)


@ask_hero
def take_hero(g: SlPlay, frame: HeroCreation, answer: Action | Outcome | None) -> None:
    if answer == TRY:
        frame.trying = True
        return
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit = g.unit(frame.unit)
    drm = hero_drm(g, unit)
    comes = answer.dice[0] + drm <= 2
    lines = (Line("nation", drm, "SL:3.8.11-b"),) if drm else ()
    g.say(
        "hero",
        f"{g.name(unit)} rolls {answer.dice[0]}{f'{drm:+d}' if drm else ''}: "
        + ("a hero." if comes else "no hero."),
        "SL:3.8.11-a",
        *(line.rule for line in lines),
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )
    if comes:
        make_hero(g, unit)


@told
def hero_made(g: SlPlay, hero: Unit, base: Unit) -> None:
    """Somebody has become a hero, or has come out of a squad as one."""


def hero_type(g: SlPlay, unit: Unit) -> str:
    """The counter of an unwounded hero of a unit's nation."""
    mine = nationality(g, unit)
    return next(
        counter.id
        for counter in g.counters.values()
        if counter.kind == HERO and counter.nationality == mine and counter.replacement
    )


def make_hero(g: SlPlay, unit: Unit) -> Unit:
    """SL:3.8.11-a: from a squad beside it; SL:3.8.11-c: a single man becomes the hero himself."""
    kind = hero_type(g, unit)
    letter = free_letter([other.letter for other in g.state.units.values() if other.type == kind])
    if not unit.is_mmc:
        g.say(
            "becomes_hero",
            f"{g.name(unit)} is no {unit.kind} any more: he is a hero.",
            "SL:3.8.11-c",
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )
        hero = g.update(
            unit,
            type=kind,
            kind=HERO,
            letter=letter,
            broken=False,
            pinned=False,
            dm=False,
            berserk=False,
            wounded=False,
            wounds=0,
        )
        hero_made(g, hero, unit)
        melee_goes_on(g, hero)
        return hero
    hero = Unit(
        g.new_id(unit.side[0]),
        unit.side,
        kind,
        HERO,
        hex=unit.hex,
        group=unit.group,
        letter=letter,
        melee=unit.melee,
        moved=unit.moved,
        acted=unit.acted,
    )
    hero = g.add_unit(hero)
    track = g.state.tracks.get(unit.id)
    if track is not None:
        g.state.tracks[hero.id] = track
    unit_joins(g, hero)
    formed(g, hero, unit)
    hero_made(g, hero, unit)
    return hero


def melee_goes_on(g: SlPlay, unit: Unit) -> None:
    """A man on his feet again among enemies fights on."""
    if g.has_side(unit.hex, g.enemy_of(unit.side)):
        g.update(unit, melee=True)

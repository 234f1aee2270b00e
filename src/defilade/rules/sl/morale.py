"""Morale: checks, breaking, casualties, wounded leaders and the loss of leaders (SL:3.20, SL:3.4, SL:3.24).

It is enemy fire or the loss of a leader that makes units check, but for what other sections say (SL:3.20.2); with two
leaders lost the others check twice more (SL:3.20-q5).

Every procedure that harms a unit goes through this module, so that a unit breaks or dies in one way only.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part, any_of, first_of, handed_on, told
from defilade.kernel.encoding import always
from defilade.rules.sl.state import DFPH, PFPH, SlPlay
from defilade.tactics import checks, leader_loss
from defilade.tactics.checks import (
    ATTACK,
    Check,
    CheckKind,
    CheckRound,
    Thrown,
    best_of,
    check_of,
    check_order,
    check_procedure,
)
from defilade.tactics.leader_loss import (
    BROKEN,
    LEADER_LOSS,
    LeaderLoss,
    LossChecks,
    leader_lost,
    loss_checks,
    note_leader_loss,
)
from defilade.tactics.names import Hex
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit

PART = Part(checks.PART, leader_loss.PART)

RALLYING = "rally"
"""A check that comes from a rally attempt in the same hex."""


@told
def unit_gone(g: SlPlay, hex: Hex) -> None:
    """A unit in this hex has broken or is out of the game."""


@any_of
def busy(g: SlPlay, leader: Unit) -> bool:
    """Has a leader something else to do than to help those of his hex?"""
    return False


@told
def unit_joins(g: SlPlay, unit: Unit) -> None:
    """A unit has come into being, or into play."""


@told
def formed(g: SlPlay, unit: Unit, of: Unit) -> None:
    """A unit has been formed of another, which stays beside it."""


@told
def unit_leaves(g: SlPlay, unit: Unit) -> None:
    """A unit leaves the game without being lost."""


@told
def unit_lost(g: SlPlay, unit: Unit) -> None:
    """A unit is about to be eliminated: it is still there."""


# -- what a unit is worth ----------------------------------------------------------------------------------


@first_of
def other_morale(g: SlPlay, unit: Unit) -> int | None:
    """Which morale has a unit that does not go by its counter?"""


@handed_on
def changed_morale(g: SlPlay, level: int, unit: Unit) -> int:
    """What has raised or lowered the morale of a unit?"""
    return level


@handed_on
def changed_leadership(g: SlPlay, value: int, leader: Unit, troops: Sequence[Unit]) -> int:
    """How does a leader do with these troops, who has this modifier with his own?"""
    return value


@any_of
def unled(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    """Does this leader's modifier not reach this unit, though they share a hex?"""
    return False


def printed_morale(g: SlPlay, unit: Unit, *, broken: bool) -> int:
    counter = g.counters[unit.type]
    level = counter.broken_morale if broken else counter.morale
    return max(0, changed_morale(g, level - wounds_of(unit), unit))


def morale_level(g: SlPlay, unit: Unit) -> int:
    """SL:1.1.2.3-a: the printed morale, of the broken side when broken (SL:3.20.5-b); a wounded leader's is lower by
    one a wound (SL:3.4.2, SL:3.4.5)."""
    found = other_morale(g, unit)
    return printed_morale(g, unit, broken=unit.broken) if found is None else found


def normal_morale(g: SlPlay, unit: Unit) -> int:
    """That of the good side, whatever state it is in."""
    return printed_morale(g, unit, broken=False)


def wounds_of(unit: Unit) -> int:
    return unit.wounds + 1 if unit.wounded else 0


def desperation_level(g: SlPlay, unit: Unit, less: int | None = None) -> int:
    """SL:3.23.6-b: Desperation Morale is the normal morale minus 4."""
    return normal_morale(g, unit) - (g.tables.rally.desperation.drm if less is None else less)


def leadership(g: SlPlay, leader: Unit, troops: Sequence[Unit] = ()) -> int:
    """SL:1.1.2.4, SL:3.2.1-a, whether he is pinned or not (SL:3.24.2-e); a wounded leader's modifier is one poorer a
    wound, but no poorer than 0 (SL:3.4.2)."""
    value = g.counters[leader.type].leadership
    if value < 0:
        value = min(0, value + wounds_of(leader))
    return changed_leadership(g, value, leader, troops)


def leaders_helping(g: SlPlay, unit: Unit) -> list[Unit]:
    """SL:3.2.6, SL:3.20-q1: the other unbroken leaders of its hex, never the unit itself (SL:3.20.7). One who breaks or
    dies helps no more (SL:3.2.5)."""
    return [
        other
        for other in g.side_in(unit.hex, unit.side)
        if other.is_leader
        and other.id != unit.id
        and not other.broken
        and not busy(g, other)
        and not unled(g, other, unit)
    ]


def leader_lines(g: SlPlay, unit: Unit, rule: str) -> tuple[Line, ...]:
    """SL:3.2.7: of several leaders one modifier applies, the owner's choice. It may not be declined (SL:3.2-q1)."""
    best = best_of(leaders_helping(g, unit), lambda leader: leadership(g, leader, (unit,)))
    if best is None or not leadership(g, best, (unit,)):
        return ()
    return (Line(f"leadership of the {g.name(best)}", leadership(g, best, (unit,)), rule),)


# -- the morale check --------------------------------------------------------------------------------------


PHOSPHORUS = "phosphorus"
"""Of what a MC can come that is neither fire nor the loss of a leader (SL:9.16.9.5-a)."""


class MoraleCheck(Frame):
    """A MC of one unit (SL:3.20.1), with everything that follows from it. `phase` is that of the fire."""

    unit: str
    drm: int = 0
    why: str = ""
    source: str = always(ATTACK)
    phase: str = ""


@PART.answers(check_order)
def leaders_first(g: SlPlay, unit: Unit) -> tuple[int, ...]:
    """SL:3.20.3, SL:5.1.8-b: leaders before others."""
    return (0, -morale_level(g, unit)) if unit.is_leader else (1, 0)


@PART.answers(check_of)
def check_of_round(g: SlPlay, unit: Unit, check: Check, frame: CheckRound) -> Frame | None:
    return MoraleCheck(unit.id, check.drm, frame.why, frame.source, g.state.phase)


def level_of_check(g: SlPlay, frame: MoraleCheck, unit: Unit) -> int:
    """SL:3.20-q4: who has only just been broken checks for his leader as if he were not."""
    if frame.source == LEADER_LOSS and unit.id in g.state.broke:
        return normal_morale(g, unit)
    return morale_level(g, unit)


def lines_of_check(g: SlPlay, frame: MoraleCheck, unit: Unit) -> tuple[Line, ...]:
    """SL:5.5.6-c: the number of the result; SL:3.20.4-b: for a lost leader nothing but another's leadership."""
    label = f"result {frame.drm}" if frame.source != PHOSPHORUS else "in white phosphorus, less the cover"
    rule = "SL:5.5.6-c" if frame.source != PHOSPHORUS else "SL:9.16.9.5-a"
    number = (Line(label, frame.drm, rule),) if frame.drm else ()
    return (*number, *leader_lines(g, unit, "SL:3.2.6"))


def words_of_check(g: SlPlay, frame: MoraleCheck, unit: Unit) -> str:
    why = f" ({frame.why})" if frame.why else ""
    return f"Morale check of {g.name(unit)}, morale {level_of_check(g, frame, unit)}{why}."


@told
def check_taken(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    """A unit has taken a MC, and what came of it has been carried out. It may be gone."""


@first_of
def failed_otherwise(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> bool | None:
    """Carry out the failure of a unit that does not break like others; yes where that has been done."""


@any_of
def never_pinned(g: SlPlay, unit: Unit) -> bool:
    """Can a unit be neither pinned nor sent to ground?"""
    return False


def checked(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    g.pop()
    take_result(g, frame, unit, found)
    check_taken(g, frame, unit, found)


def take_result(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    if found.passed:
        if found.exactly and frame.source == ATTACK and not never_pinned(g, unit):
            barely_passed(g, frame, unit)
        return
    if failed_otherwise(g, frame, unit, found):
        return
    note_leader_loss(g, unit, BROKEN)  # SL:3.20.4-a: broken already or not
    if found.original == 12 and frame.source == ATTACK:
        if unit.broken and not unit.is_leader:
            eliminate(g, unit, "is eliminated", "SL:3.20.8-b")
        else:
            casualty(g, unit, "SL:3.20.8-a", "SL:3.20.8-b")
    elif unit.broken:
        casualty(g, unit, "SL:3.20.6-a", "SL:3.20.6-b")
    else:
        break_unit(g, unit)


MC = CheckKind(
    event="morale_check",
    title="MC",
    asks=words_of_check,
    level=level_of_check,
    lines=lines_of_check,
    taken=checked,
    rules=("SL:3.20.1",),
    always_fails=12,
)
check_procedure(PART, MoraleCheck, MC)


@any_of
def never_grounded(g: SlPlay, unit: Unit) -> bool:
    """Does a mover under Defensive Fire not go to ground?"""
    return False


def barely_passed(g: SlPlay, frame: MoraleCheck, unit: Unit) -> None:
    """SL:3.24.1-a: pinned by Prep Fire; SL:5.6.10.1-a: a mover under Defensive Fire goes to ground."""
    if unit.broken:
        return
    track = g.state.tracks.get(unit.id)
    if frame.phase == PFPH and not unit.pinned:
        g.update(unit, pinned=True)
        g.say(
            "pinned", f"{g.name(unit)} is pinned.", "SL:3.24.1-a", side=unit.side, who=(unit.id,), at=unit.hex
        )
    elif frame.phase == DFPH and track is not None and not track.grounded and not never_grounded(g, unit):
        ground(g, unit)
        if unit.is_leader:
            for other in g.side_in(unit.hex, unit.side):
                theirs = g.state.tracks.get(other.id)
                if (
                    theirs is not None
                    and theirs.move == track.move
                    and not theirs.grounded
                    and not other.broken
                    and not never_grounded(g, other)
                ):
                    ground(g, other, "SL:5.6.10.2")


@told
def gone_to_ground(g: SlPlay, unit: Unit) -> None:
    """A unit on its way has gone to ground in its hex."""


def ground(g: SlPlay, unit: Unit, rule: str = "SL:5.6.10.1-a") -> None:
    track = g.state.tracks[unit.id]
    g.state.tracks[unit.id] = msgspec.structs.replace(track, grounded=True)
    g.say("grounded", f"{g.name(unit)} goes to ground.", rule, side=unit.side, who=(unit.id,), at=unit.hex)
    gone_to_ground(g, unit)


def break_unit(g: SlPlay, unit: Unit) -> Unit:
    """SL:3.20.5-a: the counter is turned over."""
    unit = g.update(unit, broken=True, pinned=False)
    g.state.broke = (*g.state.broke, unit.id)
    g.say("breaks", f"{g.name(unit)} breaks.", "SL:3.20.5-a", side=unit.side, who=(unit.id,), at=unit.hex)
    unit_gone(g, unit.hex)
    return g.unit(unit.id)


# -- losses ------------------------------------------------------------------------------------------------


def casualty(g: SlPlay, unit: Unit, squad_rule: str, other_rule: str) -> None:
    """A squad becomes a broken half-squad, a leader is wounded (SL:3.4.1-a), all others die."""
    if unit.kind == SQUAD and not unit.captive:
        before = g.name(unit)
        if not unit.broken:
            g.state.broke = (*g.state.broke, unit.id)
        unit = g.update(unit, type=g.counter(unit).half_squad, kind=HALF_SQUAD, broken=True, pinned=False)
        g.say(
            "reduced",
            f"{before} is reduced to a broken {g.name(unit)}.",
            squad_rule,
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )
        unit_gone(g, unit.hex)
    elif unit.is_leader:
        wound(g, unit)
    else:
        eliminate(g, unit, "is eliminated", other_rule)


def eliminate(g: SlPlay, unit: Unit, why: str, *rules: str) -> None:
    """The one way in which a unit dies. `why` reads after its name."""
    unit_lost(g, unit)
    g.say("eliminated", f"{g.name(unit)} {why}.", *rules, side=unit.side, who=(unit.id,), at=unit.hex)
    g.remove(unit)
    g.state.tracks.pop(unit.id, None)
    unit_gone(g, unit.hex)


class WoundCheck(Frame):
    """SL:3.4.1-a: a leader who would be lost checks against Desperation Morale, whatever his nation."""

    unit: str


class Evacuation(Frame):
    """SL:3.4.1-c: a light wound. His side evacuates him or keeps him."""

    unit: str


EVACUATE, STAY = Action("evacuate"), Action("stay")


def wound(g: SlPlay, leader: Unit) -> None:
    """SL:3.4-q1: a wound itself makes nobody check."""
    g.say(
        "wound",
        f"{g.name(leader)} is wounded.",
        "SL:3.4.1-a",
        side=leader.side,
        who=(leader.id,),
        at=leader.hex,
    )
    g.push(WoundCheck(leader.id))


def wound_checked(g: SlPlay, frame: WoundCheck, unit: Unit, found: Thrown) -> None:
    g.pop()
    if found.passed:
        g.push(Evacuation(unit.id))
    else:
        eliminate(g, unit, "is seriously wounded and out of the game", "SL:3.4.1-b")


def wound_lines(g: SlPlay, unit: Unit) -> tuple[Line, ...]:
    """SL:3.4.5: one more to roll for each wound that he has already; another leader helps him (SL:3.2.6)."""
    before = (Line("wounded before", wounds_of(unit), "SL:3.4.5"),) if unit.wounded else ()
    return (*before, *leader_lines(g, unit, "SL:3.2.6"))


check_procedure(
    PART,
    WoundCheck,
    CheckKind(
        event="wound_check",
        title="Wound",
        asks=lambda g, frame, unit: f"{g.name(unit)} is hit: a check against {desperation_level(g, unit)}.",
        level=lambda g, frame, unit: desperation_level(g, unit),
        lines=lambda g, frame, unit: wound_lines(g, unit),
        taken=wound_checked,
        rules=("SL:3.4.1-a",),
        against="Desperation Morale",
        verdicts=("a light wound.", "a serious wound."),
    ),
)


@told
def stays_wounded(g: SlPlay, unit: Unit) -> None:
    """A lightly wounded leader stays with his men."""


@PART.decisions(Evacuation)
def ask_evacuation(g: SlPlay, frame: Evacuation) -> Choice:
    unit = g.unit(frame.unit)
    asks = f"{g.name(unit)} is lightly wounded: does he leave, or stay with his men?"
    return Choice(unit.side, asks, (STAY, EVACUATE), ("SL:3.4.1-c",), (unit.id,), unit.hex)


@ask_evacuation
def take_evacuation(g: SlPlay, frame: Evacuation, answer: Action | Outcome | None) -> None:
    g.pop()
    unit = g.unit(frame.unit)
    if answer == EVACUATE:
        unit_leaves(g, unit)
        g.say("evacuated", f"{g.name(unit)} is evacuated.", "SL:3.4.1-c", side=unit.side, at=unit.hex)
        g.remove(unit)
        g.state.tracks.pop(unit.id, None)
        unit_gone(g, unit.hex)
    else:
        unit = g.update(unit, wounded=True, wounds=wounds_of(unit), broken=False)
        g.say("stays", f"{g.name(unit)} stays, in good order.", "SL:3.4.1-c", side=unit.side, at=unit.hex)
        stays_wounded(g, unit)


# -- the loss of leaders -----------------------------------------------------------------------------------


@PART.answers(leader_lost)
def remembered(g: SlPlay, leader: Unit, kind: str) -> LeaderLoss:
    return LeaderLoss(
        g.name(leader),
        leader.side,
        leader.hex,
        morale_level(g, leader),
        leadership(g, leader),
        kind,
        leader.id,
    )


@any_of
def unshaken(g: SlPlay, unit: Unit) -> bool:
    """Does a unit not check when a leader beside it is lost?"""
    return False


@PART.answers(loss_checks)
def checks_for_lost_leader(g: SlPlay, loss: LeaderLoss) -> LossChecks:
    """SL:3.20.4-a: all others in his hex take a NMC, a leader whose own failure came before among them (SL:3.20-q2)."""
    units = [
        unit for unit in g.side_in(loss.hex, loss.side) if unit.id != loss.leader and not unshaken(g, unit)
    ]
    return LossChecks("MC", "normal morale check", f"the {loss.name} is lost", "SL:3.20.4-a", units, 0, ())

"""What guards do with their prisoners: leave them behind (SL:3.29-q8), or execute them (SL:3.29.7-b)."""

from __future__ import annotations

from defilade.kernel import Action, Frame
from defilade.kernel.composition import Part
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.advance import advanced_into
from defilade.rules.sl.fire import MARKS
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.morale import changed_morale
from defilade.rules.sl.movement import allowance, entered, mf_allowed
from defilade.rules.sl.nations import nation, owner
from defilade.rules.sl.people.prisoners import (
    guard_of,
    is_guard,
    killed_in_captivity,
    look_after_prisoners,
)
from defilade.rules.sl.saddles import rides
from defilade.rules.sl.state import APH, HORSE, MPH, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends, phase_opens
from defilade.tactics.units import HERO, PREP, Unit

PART = Part()
PACE = Part()
"""Asked last, when all is known of how fast somebody rides."""

PART.adds(
    SPOKEN,
    Spoken("leave-prisoners", lambda g, action: f"{g.names(action.who)} will leave its prisoners behind"),
    Spoken("execute", lambda g, action: f"Execute {g.names(action.who)}"),
)


@PACE.answers(mf_allowed)
def at_their_pace(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:3.29-q5: mounted cavalry may guard prisoners, and goes no faster than on foot."""
    if not rides(g, unit, HORSE) or not is_guard(g, unit):
        return mf
    led = any(other.is_leader for other in map(g.unit, frame.members) if other.id != unit.id)
    return min(mf, allowance(g, unit, led=led))


# -- leaving them ------------------------------------------------------------------------------------------


class LeavingPrisoners(ActingPhase):
    """Before units move or advance, their owner says which guards will leave their prisoners where they are."""


@PART.answers(phase_opens)
def who_leaves(g: SlPlay, phase: str) -> list[Frame]:
    """SL:3.29-q8: only by going away, in one's own MPh or APh. Who is taken along keeps the guard's pace, also at
    double time (SL:3.29-q6)."""
    return [LeavingPrisoners()] if phase in (MPH, APH) and g.state.guards else []


def leave_options(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action("leave-prisoners", (unit.id,))
        for unit in g.on_map(side)
        if is_guard(g, unit) and not unit.melee and unit.id not in g.state.leaving
    ]


def will_leave(g: SlPlay, side: Side, action: Action) -> None:
    g.state.leaving = (*g.state.leaving, action.who[0])


acting_phase(
    PART,
    LeavingPrisoners,
    "Which guard leaves its prisoners behind if it goes?",
    ("SL:3.29-q8",),
    leave_options,
    will_leave,
)


@PART.answers(phase_ends)
def all_stay_again(g: SlPlay, phase: str) -> None:
    g.state.leaving = ()
    g.state.executing = ()


@PART.answers(entered)
def gone_on_foot(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    if g.state.leaving:
        look_after_prisoners(g, origin)


@PART.answers(advanced_into)
def gone_in_the_aph(g: SlPlay, unit: Unit, origin: str) -> None:
    if g.state.leaving:
        look_after_prisoners(g, origin)


# -- executing them ----------------------------------------------------------------------------------------


def executioner(g: SlPlay, prisoner: Unit) -> Unit | None:
    """SL:3.29.7-b, SL:3.16.8: a guard of the SS, a Russian, a Japanese or a Gurkha, who has not fired yet.
    In melee nobody has the time (SL:6.3-q2)."""
    guard = guard_of(g, prisoner)
    if guard is None or guard.melee or guard.broken or not nation(g, guard).execution_rule:
        return None
    return guard if not guard.fire or guard.id in g.state.executing else None


@PART.answers(other_acts)
def executions(g: SlPlay, side: Side) -> list[Action]:
    found = [g.unit(uid) for uid in g.state.guards if uid in g.state.units]
    return [
        Action("execute", (unit.id,))
        for unit in found
        if unit.side == side and executioner(g, unit) is not None
    ]


@PART.answers(acted_otherwise)
def execute(g: SlPlay, side: Side, action: Action) -> None:
    """SL:3.29.7-c: the guard has fired with that. One who guards several may kill them
    all in one fire phase."""
    if action.verb != "execute":
        return
    prisoner = g.unit(action.who[0])
    guard = executioner(g, prisoner)
    assert guard is not None
    rule = nation(g, guard).execution_rule
    g.update(guard, fire=MARKS.get(g.state.phase, PREP))
    g.state.executing = (*g.state.executing, guard.id)
    killed_in_captivity(g, prisoner, guard.side)
    embitter(g, prisoner)
    morale.eliminate(g, prisoner, "is executed", rule, "SL:3.29.7-c")


def seen_by_their_own(g: SlPlay, prisoner: Unit) -> bool:
    return any(
        not other.captive and terrain.sees(g, other.hex, prisoner.hex) for other in g.on_map(prisoner.captive)
    )


def embitter(g: SlPlay, prisoner: Unit) -> None:
    """SL:3.30.5: in sight of his friends, once a game."""
    side = prisoner.captive
    if side in g.state.embittered or not seen_by_their_own(g, prisoner):
        return
    g.state.embittered = (*g.state.embittered, side)
    g.say(
        "embittered",
        f"{side.capitalize()} have seen it: their morale is one higher from now on.",
        "SL:3.30.5",
        side=side,
    )


@PART.answers(changed_morale)
def with_a_grudge(g: SlPlay, level: int, unit: Unit) -> int:
    """SL:3.30.5: all of them but prisoners; heroes need no reason."""
    if unit.captive or unit.kind == HERO:
        return level
    return level + (owner(unit) in g.state.embittered)

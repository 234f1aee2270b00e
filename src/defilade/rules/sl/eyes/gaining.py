"""Gaining concealment: who kept quiet for a whole player turn of his own may get a "?" (SL:2.3.8)."""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import (
    contents,
    counters_in,
    cover,
    gives_cover,
    is_concealed,
    unseen_now,
)
from defilade.rules.sl.fire import harassed
from defilade.rules.sl.marches.sewers import come_up_unseen
from defilade.rules.sl.state import CCPH, RPH, SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends, phase_opens, player_turn_begins
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()

CONCEAL = "conceal"
ALL, DONE = Action("conceal-all"), Action("done")

NOT_QUIET = Refusal(
    "it has not been quiet, out of the way and in cover for all of its player turn", "SL:2.3.8.1-a"
)


class GainConcealment(Frame):
    """The units of a side that may be covered now that its player turn is over."""

    side: Side
    units: tuple[str, ...]


# -- who was not quiet (SL:2.3.8.1-a) -----------------------------------------------------------------------


@PART.answers(player_turn_begins)
def all_are_quiet_again(g: SlPlay) -> None:
    g.state.busy = ()


@PART.answers(harassed)
def checked_morale(g: SlPlay, unit: Unit) -> None:
    """Also who passes the MC that fire makes him take."""
    note_busy(g, unit)


@PART.answers(phase_ends)
def look_who_is_busy(g: SlPlay, phase: str) -> None:
    for unit in g.on_map(g.attacker):
        if unit.id not in g.state.busy and is_busy(g, unit):
            note_busy(g, unit)
    if phase == CCPH:
        quiet = [unit for unit in g.on_map(g.attacker) if may_gain(g, unit)]
        for counter in [unit for unit in quiet if is_concealed(unit)]:
            thicken(g, counter.id)
        g.state.quiet = tuple([unit.id for unit in quiet if not is_concealed(unit)])


def is_busy(g: SlPlay, unit: Unit) -> bool:
    """Moved, fired or made smoke, ran, or stood beside an enemy. By night it is close combat that counts, not who is
    near (SL:2.8.20)."""
    if unit.moved or unit.fire or unit.advanced or unit.routed or unit.weapons_used or unit.melee:
        return True
    return not at_night(g) and terrain.adjacent_enemy(g, unit.hex, unit.side)


def note_busy(g: SlPlay, unit: Unit) -> None:
    g.state.busy = (*g.state.busy, unit.id)


def at_night(g: SlPlay) -> bool:
    return g.scenario.night


@any_of
def gains_nothing(g: SlPlay, unit: Unit) -> bool:
    """Does a unit get no "?" where it is, however quiet it keeps?"""
    return False


def may_gain(g: SlPlay, unit: Unit) -> bool:
    """SL:2.3.8.1-a: also broken units; SL:2.3.8-q1: who is under a "?" already gains another one by night only
    (SL:2.8.20). Prisoners and who lies on them (SL:3.29.13) are there for all to see."""
    if unit.id in g.state.busy or unit.captive or unit.berserk or unit.id in g.state.guards.values():
        return False
    if gains_nothing(g, unit):
        return False
    if is_concealed(unit):
        return at_night(g) and bool(contents(g, unit.id))
    return at_night(g) or gives_cover(g, unit.hex)  # SL:2.3.8.1-b; snipers as well (SL:5.7-q6)


# -- the counters ------------------------------------------------------------------------------------------


@PART.answers(phase_opens)
def at_the_end_of_the_turn(g: SlPlay, phase: str) -> list[Frame]:
    """The player turn before is over; nothing has happened since (SL:1.3.1-p8.4)."""
    if phase != RPH or not g.state.quiet:
        return []
    units, g.state.quiet = g.state.quiet, ()
    side = g.unit(units[0]).side
    return [GainConcealment(side, units)]


def thicken(g: SlPlay, counter: str) -> None:
    """SL:2.8.20: one more "?" for units that lie under one; nobody sees how many there are."""
    covered = g.state.covered[counter]
    g.state.covered[counter] = msgspec.structs.replace(covered, dummies=covered.dummies + 1)


def by_hex(g: SlPlay, units: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for uid in units:
        hex = g.unit(uid).hex
        found[hex] = (*found.get(hex, ()), uid)
    return found


@PART.decisions(GainConcealment, why_not=lambda g, frame, action: NOT_QUIET)
def ask_gain(g: SlPlay, frame: GainConcealment) -> Choice | None:
    if not frame.units:
        return None
    hexes = by_hex(g, frame.units)
    options = [Action(CONCEAL, who, hex) for hex, who in hexes.items()]
    more = (ALL,) if len(options) > 1 else ()
    asks = "Which of those who kept quiet are concealed?"
    return Choice(frame.side, asks, (*options, *more, DONE), ("SL:2.3.8.1-a", "SL:2.3.8.1-b"), frame.units)


@ask_gain
def take_gain(g: SlPlay, frame: GainConcealment, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
        return
    chosen = frame.units if answer == ALL else answer.who
    frame.units = tuple([uid for uid in frame.units if uid not in chosen])
    for hex, who in by_hex(g, chosen).items():
        put_under(g, frame.side, hex, who)


@PART.answers(come_up_unseen)
def put_under(g: SlPlay, side: Side, hex: Hex, who: tuple[str, ...]) -> None:
    """Under the "?" that lies there, if one does."""
    names = g.names(who)
    there = counters_in(g, hex, side)
    if there:
        counter = there[0]
        for uid in who:
            g.place(g.unit(uid), OFF_MAP)
        unseen_now(g, who)
        covered = g.state.covered[counter.id]
        g.state.covered[counter.id] = msgspec.structs.replace(covered, units=(*covered.units, *who))
    else:
        counter = g.update(cover(g, side, hex, who), acted=True, moved=True)
    g.say(
        "concealed",
        f"{names} in {g.place_name(hex)}: under {g.name(counter)} from now on.",
        "SL:2.3.8.1-a",
        side=side,
        who=(*who, counter.id),
        at=hex,
    )

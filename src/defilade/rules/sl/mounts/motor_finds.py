"""Motorcycles that somebody finds: a die in the Rally Phase says if he can use them (SL:4.10.29 to SL:4.10.32)."""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.morale import formed, leader_lines
from defilade.rules.sl.mounts.motorcycles import knows
from defilade.rules.sl.mounts.riding import on_top
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.saddles import MOTORCYCLES, mount_of, seats
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import CCPH, Mount, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_ends, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

START = "start-motorcycle"

NOTHING_THERE = Refusal("there is no motorcycle for it here", "SL:4.10.29")
NO_NEED = Refusal("it knows motorcycles, and this one runs", "SL:4.10.29")
NOT_IDLE = Refusal("who tries again has done nothing else in the player turn before", "SL:4.10.30")
TRIED = Refusal("that has been tried in this RPh", "SL:4.10.30")
NOT_FREE = Refusal("among enemies, or broken, nobody tries it", "SL:4.10.29")


class FindingMotorcycles(ActingPhase):
    """Both sides' units may try the motorcycles beside them."""


class StartAttempt(Frame):
    """A unit tries a motorcycle; its die is due."""

    unit: str
    mount: str


PART.adds(RALLY_STEPS, RallyStep(3, "motorcycles", FindingMotorcycles))


def start_refusal(g: SlPlay, unit: Unit | None, mount: Mount | None) -> Refusal | None:
    if unit is None or mount is None or mount.kind not in MOTORCYCLES or mount.hex != unit.hex:
        return NOTHING_THERE
    if on_top(g, mount) or mount_of(g, unit) is not None or not seats(mount, unit):
        return NOTHING_THERE
    if not unit.good_order or unit.captive or g.has_side(unit.hex, g.enemy_of(unit.side)):
        return NOT_FREE
    if knows(g, unit) and not mount.malfunctioned:
        return NO_NEED
    if unit.id in g.state.starters or mount.id in g.state.starters:
        return TRIED
    return NOT_IDLE if mount.malfunctioned and unit.id not in g.state.rested else None


def start_options(g: SlPlay, side: Side) -> list[Action]:
    if not g.state.mounts:
        return []
    return [
        Action(START, (unit.id, mount.id))
        for unit in g.on_map(side)
        for mount in g.state.mounts.values()
        if start_refusal(g, unit, mount) is None
    ]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    if action.verb != START:
        return None
    uid, mid = (*action.who, "", "")[:2]
    return start_refusal(g, g.state.units.get(uid), g.state.mounts.get(mid))


acting_phase(
    PART,
    FindingMotorcycles,
    "Which unit tries to use a motorcycle?",
    ("SL:4.10.29", "SL:4.10.30"),
    start_options,
    lambda g, side, action: g.push(StartAttempt(*action.who)),
    sides=both_sides,
    why_not=why_not,
)


@PART.decisions(StartAttempt)
def ask_start(g: SlPlay, frame: StartAttempt) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"Does the {g.name(unit)} know how to use the {g.piece_name(frame.mount)}?"
    return Chance(asks, dice=1, side=unit.side, rules=("SL:4.10.29",), about=(unit.id,))


def of_the_nation(g: SlPlay, unit: Unit) -> tuple[Line, ...]:
    """SL:4.10.32"""
    drm = g.tables.motorcycles.use_drm.get(nationality(g, unit), 0)
    return (Line(nationality(g, unit).capitalize(), drm, "SL:4.10.32"),) if drm else ()


@ask_start
def take_start(g: SlPlay, frame: StartAttempt, answer: Action | Outcome | None) -> None:
    """SL:4.10.31: leaders help, but save nothing; SL:4.10.32: where somebody comes from can do both."""
    assert isinstance(answer, Outcome)
    g.pop()
    unit, mount, table = g.unit(frame.unit), g.state.mounts[frame.mount], g.tables.motorcycles
    g.state.starters = (*g.state.starters, unit.id, mount.id)
    native, led = of_the_nation(g, unit), leader_lines(g, unit, "SL:4.10.31")
    rough = sum(answer.dice) + int(sum(line.value for line in native))
    final = rough + int(sum(line.value for line in led))
    lost, runs = rough >= table.lost, final <= table.usable
    verdict = "it is lost" if lost else "it runs" if runs else "it does not start"
    g.say(
        "motorcycle",
        f"{g.name(unit)} tries the {g.piece_name(mount.id)}: {sum(answer.dice)}, final {final}: {verdict}.",
        "SL:4.10.29",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
        breakdown=Breakdown("Use of a motorcycle", (*native, *led), total=final, rules=("SL:4.10.29",)),
    )
    if lost:
        del g.state.mounts[mount.id]
        return
    if runs and not knows(g, unit):
        g.state.taught = (*g.state.taught, unit.id)
    side = unit.side if runs else mount.side
    g.state.mounts[mount.id] = msgspec.structs.replace(mount, malfunctioned=not runs, side=side)


# -- who has rested (SL:4.10.30) ---------------------------------------------------------------------------


@PART.answers(phase_ends)
def look_who_has_rested(g: SlPlay, phase: str) -> None:
    if phase != CCPH:
        return
    idle = any(mount.malfunctioned for mount in g.state.mounts.values())
    g.state.rested = tuple([uid for uid, unit in g.state.units.items() if idle and has_rested(unit)])


def has_rested(unit: Unit) -> bool:
    done = unit.moved or unit.advanced or unit.fire or unit.no_fp or unit.weapons_used or unit.directed
    return bool(unit.hex) and not done and not unit.melee and not unit.broken


@PART.answers(player_turn_begins)
def try_again(g: SlPlay) -> None:
    g.state.starters = ()


# -- what is handed on -------------------------------------------------------------------------------------


@PART.answers(formed)
def of_the_same_troop(g: SlPlay, unit: Unit, of: Unit) -> None:
    """The other half of a squad knows what it knows."""
    if of.id in g.state.motorcyclists:
        g.state.motorcyclists = (*g.state.motorcyclists, unit.id)
    elif of.id in g.state.taught:
        g.state.taught = (*g.state.taught, unit.id)


PART.adds(SPOKEN, Spoken(START, lambda g, action: f"{g.name(action.who[0])} tries the motorcycle"))
PART.adds(OPTION_LOOKS, VerbLook(START, OptionLook("Try a motorcycle")))

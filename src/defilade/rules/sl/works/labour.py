"""Work that takes a unit its whole player turn, in the PFPh: digging in (SL:15.3.2-a), clearing wire (SL:15.1.5) and
clearing mines (SL:15.7.13.1).

Each unit throws two dice by itself, a leader may help one of them, and all of them do nothing else in that player turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Entries, Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import morale
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.firers import directing_bar
from defilade.rules.sl.movement import on_foot_bar
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import PFPH, SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

WITH, ALONE = "helped-by", Action("unhelped")

BUSY = Refusal("a leader who helps with such work directs nothing else", "SL:15.3.4")

PART.adds(
    SPOKEN,
    Spoken(WITH, lambda g, action: f"{g.name(action.who[0])} helps"),
    Spoken(ALONE.verb, lambda g, action: "No leader helps"),
)
PART.adds(OPTION_LOOKS, VerbLook(WITH, OptionLook("Helped by")))
PART.adds(EVENT_SIGNS, EventSign("work", "result"))


class Task(NamedTuple):
    """A kind of work: by whom and where it may be done, what must be thrown at most, and what comes of it."""

    verb: str
    rule: str
    leader_rule: str
    what: str
    """As in: it digs in in this place."""
    places: Callable[[SlPlay, Unit], Iterable[str]]
    needed: Callable[[SlPlay, Unit], int]
    lines: Callable[[SlPlay, Unit, str], list[Line]]
    leaders: Callable[[SlPlay, Unit, str], list[Unit]]
    done: Callable[[SlPlay, Unit, str], None]
    untold: Callable[[SlPlay, Unit, str], int] = lambda g, unit, hex: 0
    """What counts besides, and would tell too much."""


TASKS = Entries[Task]("work of the PFPh", key=lambda task: task.verb)


class Toil(Frame):
    """A unit at work. `led` is set when it is settled who helps it."""

    verb: str
    unit: str
    hex: Hex
    leader: str = ""
    led: bool = False


def idle(unit: Unit) -> bool:
    """SL:15.3.5, SL:15.1.7, SL:15.7.13.3: who has done anything else in this phase does not work."""
    busy = unit.fire or unit.ti or unit.no_fp or unit.weapons_used or unit.directed
    return unit.good_order and not unit.melee and not unit.captive and not unit.berserk and not busy


def can_work(g: SlPlay, unit: Unit) -> bool:
    """Squads and the like, on foot. Who is under a "?" comes out first (SL:2.3.9.1-a); who is out of command does no
    work (SL:3.1.10)."""
    if unit.id in g.state.withheld:
        return False
    return unit.is_mmc and not is_concealed(unit) and idle(unit) and on_foot_bar(g, unit) is None


def helpers_in(g: SlPlay, side: Side, hexes: Iterable[str]) -> list[Unit]:
    """Leaders who have nothing else to do."""
    return [unit for hex in hexes for unit in g.side_in(hex, side) if unit.is_leader and idle(unit)]


@PART.answers(other_acts)
def work_to_do(g: SlPlay, side: Side) -> list[Action]:
    if g.state.phase != PFPH or side != g.attacker:
        return []
    return [
        Action(task.verb, (unit.id,), hex)
        for task in TASKS(g).values()
        for unit in g.on_map(side)
        if can_work(g, unit)
        for hex in task.places(g, unit)
    ]


@PART.answers(acted_otherwise)
def set_to_work(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb in TASKS(g):
        g.push(Toil(action.verb, action.who[0], action.at))


@PART.decisions(Toil)
def ask_toil(g: SlPlay, frame: Toil) -> Choice | Chance:
    task, unit = TASKS(g)[frame.verb], g.unit(frame.unit)
    helpers = [] if frame.led else task.leaders(g, unit, frame.hex)
    if helpers:
        asks = f"Who helps the {g.name(unit)}?"
        options = (*(Action(WITH, (leader.id,)) for leader in helpers), ALONE)
        return Choice(unit.side, asks, options, (task.leader_rule,), (unit.id,), frame.hex)
    place = g.place_name(frame.hex)
    asks = f"{g.name(unit)} {task.what} in {place}: {task.needed(g, unit)} or less."
    return Chance(asks, dice=2, side=unit.side, rules=(task.rule,), about=(unit.id,))


@ask_toil
def take_toil(g: SlPlay, frame: Toil, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led, frame.leader = True, answer.who[0] if answer.who else ""
        return
    assert isinstance(answer, Outcome)
    g.pop()
    task, unit = TASKS(g)[frame.verb], g.unit(frame.unit)
    lines = task.lines(g, unit, frame.hex)
    if frame.leader:
        leader = g.update(g.unit(frame.leader), ti=True)
        value = morale.leadership(g, leader, (unit,))
        lines = [*lines, Line(f"leadership of the {g.name(leader)}", value, task.leader_rule)]
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    needed = task.needed(g, unit)
    finished = final + task.untold(g, unit, frame.hex) <= needed
    unit = g.update(unit, ti=True)
    g.say(
        "work",
        f"{g.name(unit)} {task.what} in {g.place_name(frame.hex)}: {needed} or less, roll {sum(answer.dice)}, "
        f"final {final}: " + ("done." if finished else "not done."),
        task.rule,
        side=unit.side,
        who=(unit.id,),
        at=frame.hex,
        dice=answer.dice,
        breakdown=Breakdown("Work", tuple(lines), total=final, column=needed, rules=(task.rule,)),
    )
    if finished:
        task.done(g, unit, frame.hex)


@PART.answers(directing_bar)
def has_his_hands_full(g: SlPlay, leader: Unit) -> Refusal | None:
    """SL:15.3.4, SL:15.7.13.2"""
    return BUSY if leader.ti else None

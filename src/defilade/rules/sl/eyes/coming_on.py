"""Coming on from off the map, in the MPh: in the open, or under a "?" where nobody sees it (SL:2.4.1-c, SL:4.1.8-5A).

Who waits off the map has a turn from which it may come (`Unit.due`) and edges over which it does.  It pays for the
first hex as for any other; a road that runs over the edge is a road.  The enemy knows who is to come, but not who of
them lies under which "?": so all of a group are out of sight (`State.unseen`) until they are seen on the map.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.entries import entry_area
from defilade.rules.presentation import AreaView
from defilade.rules.sl import movement
from defilade.rules.sl.eyes.concealment import cover, seen_now, unseen_now, whereabouts
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.movement import (
    NOT_YOURS,
    entered,
    entry_refusal,
    moved_otherwise,
    moving_bar,
    other_moves,
    what_is_left,
)
from defilade.rules.sl.set_up import stands_ready
from defilade.rules.sl.shown import areas
from defilade.rules.sl.state import MPH, SlPlay
from defilade.tactics.moving import STOP, Mover, Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()

COME_ON, STEAL_IN = "come-on", "steal-in"

NOT_DUE = Refusal("it is not yet to come on", "SL:2.4.1-c")
WATCHED = Refusal("an unbroken enemy sees that hex", "SL:2.4.1-c")
NOT_OVER_THERE = Refusal("it does not come on there", "SL:4.1.8-5A")


class ComeOn(Frame):
    """Units that come on together, in the open: who is with them, and over which hex?"""

    members: tuple[str, ...]
    assault: bool = False


@PART.answers(stands_ready)
def out_of_everybodys_sight(g: SlPlay, group: int) -> None:
    unseen_now(g, [unit.id for unit in g.state.units.values() if unit.group == group])


# -- who may, and where ------------------------------------------------------------------------------------


def coming_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    if unit.side != g.attacker:
        return NOT_YOURS
    if not unit.is_due(g.state.turn):
        return NOT_DUE
    return movement.HAS_MOVED if unit.acted else moving_bar(g, unit)


def ready_to_come(g: SlPlay, side: Side) -> list[Unit]:
    units = [unit for unit in g.state.units.values() if unit.side == side and unit.due]
    return [unit for unit in units if coming_bar(g, unit) is None]


def first_step(members: tuple[str, ...], assault: bool = False) -> Moving:
    """The move of units that are about to enter their first hex."""
    return Moving(members, movers=tuple([Mover(uid, assault=assault) for uid in members]))


def goals(g: SlPlay, members: tuple[str, ...], assault: bool = False) -> list[str]:
    """SL:4.1.8-5A: the hexes of the edge that they can pay for."""
    move = first_step(members, assault)
    left = what_is_left(g, move)
    over = g.scenario.entry_hexes(g.unit(members[0]).group, g.map)
    return [hex for hex in over if entry_refusal(g, move, left, hex) is None]


def is_watched(g: SlPlay, hex: Hex, side: Side) -> bool:
    """By night movement alone gives nobody away (SL:2.8.16-a)."""
    return not g.scenario.night and watched(g, hex, side)


@PART.answers(phase_begins)
def call_them_up(g: SlPlay, phase: str) -> None:
    fresh = [unit for unit in g.state.units.values() if unit.side == g.attacker and unit.due == g.state.turn]
    if phase != MPH or not fresh:
        return
    edges = " or ".join(dict.fromkeys(edge for unit in fresh for edge in unit.edges))
    g.say(
        "reinforcements",
        f"{g.attacker.capitalize()} reinforcements may come on over the {edges} edge.",
        "SL:4.1.8-5A",
        side=g.attacker,
    )


@PART.answers(other_moves)
def ways_to_come_on(g: SlPlay, side: Side) -> list[Action]:
    """SL:2.4.1-c: a "?" for each unit, one after the other."""
    found: list[Action] = []
    unwatched: dict[str, bool] = {}
    for unit in ready_to_come(g, side):
        over = goals(g, (unit.id,))
        if over:
            found.append(Action(COME_ON, (unit.id,)))
        for hex in over:
            if hex not in unwatched:
                unwatched[hex] = not is_watched(g, hex, side)
            if unwatched[hex]:
                found.append(Action(STEAL_IN, (unit.id,), hex))
    return found


@PART.answers(movement.other_move_bar)
def no_way_on(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    if action.verb not in (COME_ON, STEAL_IN) or unit is None:
        return None
    found = coming_bar(g, unit)
    if found is not None or action.verb == COME_ON:
        return found
    if action.at not in goals(g, (unit.id,)):
        return NOT_OVER_THERE
    return WATCHED if is_watched(g, action.at, side) else None


@PART.answers(moved_otherwise)
def come_on(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == COME_ON:
        g.update(g.unit(action.who[0]), acted=True)
        seen_now(g, action.who)
        g.push(ComeOn(action.who))
    elif action.verb == STEAL_IN:
        steal_in(g, side, action.who[0], action.at)


@PART.answers(entered)
def has_come_on(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    if not origin:
        for uid in frame.members:
            g.update(g.unit(uid), due=0, edges=())


# -- under a "?" -------------------------------------------------------------------------------------------


def steal_in(g: SlPlay, side: Side, uid: str, hex: Hex) -> None:
    """SL:2.4.1-c: nobody is told who it is. It moves on as a "?"."""
    unit = g.unit(uid)
    counter = cover(g, side, OFF_MAP, (uid,))
    g.update(counter, acted=True)
    g.update(g.unit(uid), due=0, edges=(), acted=True)
    move = first_step((counter.id,))
    g.push(move)
    movement.enter(g, move, Action("enter", (), hex))
    left = g.state.units.get(counter.id)
    if left is not None and not left.hex:
        del g.state.covered[counter.id]
        g.remove(left)
    if not whereabouts(g, g.unit(uid)):  # turned back by somebody who was hidden there (SL:2.5.5-a)
        g.update(g.unit(uid), due=unit.due, edges=unit.edges)


# -- in the open -------------------------------------------------------------------------------------------


def join_refusal(g: SlPlay, frame: ComeOn, unit: Unit) -> Refusal | None:
    """SL:4.1.5: who goes together is named before they set out."""
    if unit.id in frame.members or unit.group != g.unit(frame.members[0]).group:
        return movement.NOT_IN_STACK
    return coming_bar(g, unit)


def why_not(g: SlPlay, frame: ComeOn, action: Action) -> Refusal | None:
    if action.verb == "enter":
        move = first_step(frame.members, frame.assault)
        over = g.scenario.entry_hexes(g.unit(frame.members[0]).group, g.map)
        if action.at not in over:
            return NOT_OVER_THERE
        return entry_refusal(g, move, what_is_left(g, move), action.at)
    unit = g.state.units.get(action.who[0]) if action.verb == "join" and action.who else None
    return join_refusal(g, frame, unit) if unit is not None else None


@PART.decisions(ComeOn, why_not=why_not)
def ask_come_on(g: SlPlay, frame: ComeOn) -> Choice:
    options = [Action("enter", (), hex) for hex in goals(g, frame.members, frame.assault)]
    for unit in ready_to_come(g, g.attacker):
        if join_refusal(g, frame, unit) is None:
            options.append(Action("join", (unit.id,)))
    if not frame.assault:
        options.append(Action("assault"))
    asks = f"{g.names(frame.members)} off the map: where do they come on?"
    rules = ("SL:4.1.2", "SL:4.1.8-5A")
    return Choice(g.attacker, asks, (*options, STOP), rules, about=frame.members)


@ask_come_on
def take_come_on(g: SlPlay, frame: ComeOn, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer.verb == "join":
        g.update(g.unit(answer.who[0]), acted=True)
        seen_now(g, answer.who)
        frame.members = (*frame.members, *answer.who)
    elif answer.verb == "assault":
        frame.assault = True
    else:
        g.pop()
        if answer.verb == "enter":
            move = first_step(frame.members, frame.assault)
            g.push(move)
            movement.enter(g, move, answer)


# -- at the table ------------------------------------------------------------------------------------------


@PART.answers(areas)
def edges_of_entry(g: SlPlay) -> Iterable[AreaView]:
    """Where groups come on of which somebody is not known to be on the map."""
    for number, group in enumerate(g.scenario.groups):
        coming = any(unit.due and not unit.hex and unit.group == number for unit in g.state.units.values())
        if group.enters is not None and coming:
            yield entry_area(group.side, group.enters.turn, g.scenario.entry_hexes(number, g.map))

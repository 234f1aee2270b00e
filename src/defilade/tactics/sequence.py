"""The runner of a sequence of play: game turns of player turns, player turns of phases.

The `Sequence` frame lies at the bottom of the stack for the whole game and pushes one phase after the other.  Which
phases there are, and in which order, a system says once (`order_of_play`); what a phase is, its section brings
(`PHASE_ENTRIES`).  What lasts until a phase or a player turn ends is no flag that somebody must remember to take back,
but a `Marker` with its lifetime.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Frame, Over
from defilade.kernel.composition import Entries, Part, all_of, first_of, only, told
from defilade.tactics.names import Side
from defilade.tactics.play import AnyBoard, BoardPlay

PART = Part()


class Phase(NamedTuple):
    """A phase of the player turn, by the short form of its name, and the procedure that it is."""

    id: str
    name: str
    frame: Callable[[], Frame]


PHASE_ENTRIES = Entries[Phase]("phases of a player turn", key=lambda phase: phase.id)
"""Every phase section brings its own; `order_of_play` says when it comes."""


class Order(NamedTuple):
    """The phases of a player turn in their order, and the rules by which the sequence runs."""

    phases: tuple[str, ...]
    phase_rules: tuple[str, ...] = ()
    player_turn_rules: tuple[str, ...] = ()
    """Whose player turn it is."""
    turn_rules: tuple[str, ...] = ()
    """The turn marker moves on."""
    end_rules: tuple[str, ...] = ()
    """The turn marker reaches the end."""
    half_turn_rules: tuple[str, ...] = ()
    """It does so in the middle of a turn."""


NEXT_PHASE, NEXT_PLAYER_TURN = "next phase", "next player turn"
UNITS, WEAPONS = "units", "weapons"


class Marker(NamedTuple):
    """Something noted on units or weapons that comes off by itself.

    `until` is the phase at whose end it comes off, or the next phase or player turn, when that begins."""

    field: str
    until: str
    of: str = UNITS
    blank: Any = False
    """What the field holds without the marker."""
    values: tuple[Any, ...] = ()
    """The markers of this field that come off then; all where none are named."""


MARKERS = Entries[Marker](
    "markers with a lifetime", key=lambda marker: (marker.of, marker.field, marker.until, marker.values)
)


@only
def order_of_play(g: AnyBoard) -> Order:
    """Which phases has a player turn, and by which rules?"""
    raise NotImplementedError


@first_of
def moves_first(g: AnyBoard) -> str:
    """Which side has the first player turn of each game turn?"""
    found: str = g.scenario.moves_first
    return found


@told
def game_opens(g: AnyBoard) -> None:
    """The first turn is about to begin."""


@told
def phase_begins(g: AnyBoard, phase: str) -> None:
    """A phase is about to be called out: what was noted for the last one is forgotten."""


@told
def phase_ends(g: AnyBoard, phase: str) -> None:
    """A phase is over: what lasts no longer comes off."""


@all_of
def phase_opens(g: AnyBoard, phase: str) -> Iterable[Frame]:
    """What is done at the very start of a phase, before all else in it?"""
    return ()


@told
def player_turn_begins(g: AnyBoard) -> None:
    """A new player turn: what was noted for the old one is forgotten."""


@all_of
def game_turn_ended(g: AnyBoard, turn: int) -> Iterable[Frame]:
    """A game turn is over, and not the last: what comes before the next begins?"""
    return ()


@told
def before_judging(g: AnyBoard) -> None:
    """Whoever judges the position next must find all of it settled, the control of places for one."""


@told
def marker_at_the_end(g: AnyBoard) -> None:
    """The turn marker has reached the end: what comes to light before the position is judged?"""


@first_of
def wins_at_once(g: AnyBoard) -> Over | None:
    """Is the game won at this moment?"""


@only
def final_result(g: AnyBoard) -> Over:
    """Who has won now that the turn marker has reached the end?"""
    raise NotImplementedError


@all_of
def after_the_game(g: AnyBoard) -> Iterable[Frame]:
    """The game has been decided: what is thrown for and written down before the table is cleared?"""
    return ()


class TheEnd(Frame):
    """What follows a decided game is settled: its result stands."""

    over: Over


class Sequence(Frame):
    """The game's own procedure. `next` is the place of the phase to come; -1 before the first turn."""

    next: int = -1


class ImmediateVictoryCheck(Frame):
    """Pushed after whatever can win a game at once: ends the game where it did."""


@PART.automatic(Sequence)
def run_sequence(g: BoardPlay[Any], frame: Sequence) -> None:
    if frame.next < 0:
        frame.next = 0
        game_opens(g)
        begin_player_turn(g, 1, moves_first(g))
        return
    phases = order_of_play(g).phases
    ended = phases[frame.next - 1] if frame.next else ""
    if ended and ended == g.state.phase:  # a lesson begins before a phase, with none behind it
        end_phase(g, ended)
    if ends_at_once(g):
        return
    if frame.next == len(phases):
        frame.next = 0
        end_player_turn(g)
    else:
        phase = phases[frame.next]
        frame.next += 1
        begin_phase(g, phase)


@PART.automatic(ImmediateVictoryCheck)
def run_immediate_victory_check(g: BoardPlay[Any], frame: ImmediateVictoryCheck) -> None:
    g.pop()
    ends_at_once(g)


def ends_at_once(g: BoardPlay[Any]) -> bool:
    before_judging(g)
    over = wins_at_once(g)
    if over is None:
        return False
    finish(g, over)
    return True


def finish(g: BoardPlay[Any], over: Over) -> None:
    """The game is over: nothing is in progress any more, but what is settled afterwards."""
    g.state.stack.clear()
    after = list(after_the_game(g))
    if after:
        g.push_in_order(*after, TheEnd(over))
    else:
        end(g, over)


def end(g: BoardPlay[Any], over: Over) -> None:
    g.state.over = over
    g.say("over", over.why, *over.rules, side=over.winner)


@PART.automatic(TheEnd)
def run_the_end(g: BoardPlay[Any], frame: TheEnd) -> None:
    g.pop()
    end(g, frame.over)


def come_off(g: BoardPlay[Any], until: str) -> None:
    """Take off all markers that last until now."""
    markers = [marker for marker in MARKERS(g).values() if marker.until == until]
    if not markers:
        return
    for table, of in ((g.state.units, UNITS), (g.state.weapons, WEAPONS)):
        mine = [marker for marker in markers if marker.of == of]
        for piece in list(table.values()) if mine else ():
            changes = {
                marker.field: marker.blank
                for marker in mine
                if (found := getattr(piece, marker.field)) != marker.blank
                and (not marker.values or found in marker.values)
            }
            if changes:
                table[piece.id] = msgspec.structs.replace(piece, **changes)


def begin_player_turn(g: BoardPlay[Any], turn: int, attacker: Side) -> None:
    """The side whose player turn it is is the ATTACKER."""
    g.state.turn = turn
    g.state.attacker = attacker
    come_off(g, NEXT_PLAYER_TURN)
    player_turn_begins(g)
    g.say(
        "player_turn",
        f"Turn {turn} of {g.scenario.turns}: {attacker.capitalize()} player turn.",
        *order_of_play(g).player_turn_rules,
        side=attacker,
    )


def begin_phase(g: BoardPlay[Any], phase: str) -> None:
    g.state.phase = phase
    phase_begins(g, phase)
    come_off(g, NEXT_PHASE)
    found = PHASE_ENTRIES(g)[phase]
    g.say("phase", f"{found.name}.", *order_of_play(g).phase_rules, side=g.state.attacker)
    g.push(found.frame())
    g.push_in_order(*phase_opens(g, phase))


def end_phase(g: BoardPlay[Any], phase: str) -> None:
    phase_ends(g, phase)
    come_off(g, phase)


def end_player_turn(g: BoardPlay[Any]) -> None:
    """Roles change; when the new ATTACKER has had his player turn already, the marker moves on."""
    state, card, order = g.state, g.scenario, order_of_play(g)
    new_attacker = g.defender
    first = moves_first(g)
    turn = state.turn + 1 if new_attacker == first else state.turn
    half = turn == card.turns and card.half_turn_at_end and new_attacker != first
    if turn > card.turns or half:
        rules = order.half_turn_rules if half else order.end_rules
        g.say("turn_record", "The turn marker reaches END.", *rules)
        marker_at_the_end(g)
        before_judging(g)
        finish(g, final_result(g))
        return
    if turn != state.turn:
        g.say("turn_record", f"The turn marker moves on to turn {turn}.", *order.turn_rules)
    ended = state.turn
    begin_player_turn(g, turn, new_attacker)
    if turn != ended:
        g.push_in_order(*game_turn_ended(g, ended))

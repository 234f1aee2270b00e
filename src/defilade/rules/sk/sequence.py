"""The sequence of play (SK1:3.0) and the turn record (SK1:3.9).

The `Sequence` frame lies at the bottom of the stack for the whole game and pushes one phase after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from defilade.kernel import Frame, Over
from defilade.kernel.composition import Entries, Part, all_of, first_of, only, told
from defilade.rules.sk.state import PHASES, SkPlay

PART = Part()


class Phase(NamedTuple):
    """A phase of the player turn, by the short form of its name, and the procedure that it is."""

    id: str
    name: str
    frame: Callable[[], Frame]


PHASE_ENTRIES = Entries[Phase]("phases of a player turn", key=lambda phase: phase.id)
"""Every phase section brings its own; `PHASES` is their order."""


@told
def phase_ends(g: SkPlay, phase: str) -> None:
    """A phase is over: markers and the like that last no longer come off."""


@all_of
def phase_opens(g: SkPlay, phase: str) -> Iterable[Frame]:
    """What is done at the very start of a phase, before all else in it?"""
    return ()


@told
def player_turn_begins(g: SkPlay) -> None:
    """A new player turn: what was noted for the old one is forgotten."""


@all_of
def game_turn_ended(g: SkPlay, turn: int) -> Iterable[Frame]:
    """A game turn is over, and not the last: what comes before the next begins?"""
    return ()


@told
def before_judging(g: SkPlay) -> None:
    """Whoever judges the position next must find all of it settled, the control of places for one."""


@first_of
def wins_at_once(g: SkPlay) -> Over | None:
    """Is the game won at this moment?"""


@only
def final_result(g: SkPlay) -> Over:
    """Who has won now that the turn marker has reached END (SK1:3.9-b)?"""
    raise NotImplementedError


class Sequence(Frame):
    """The game's own procedure. `next` is the place in `PHASES` of the phase to come; -1 before the first turn."""

    next: int = -1


class ImmediateVictoryCheck(Frame):
    """Pushed after whatever can win a game at once: ends the game where it did."""


@PART.automatic(Sequence)
def run_sequence(g: SkPlay, frame: Sequence) -> None:
    if frame.next < 0:
        frame.next = 0
        open_game(g)
        begin_player_turn(g, 1, g.scenario.moves_first)
        return
    ended = PHASES[frame.next - 1] if frame.next else ""
    if ended and ended == g.state.phase:  # a lesson begins before a phase, with none behind it
        phase_ends(g, ended)
    if ends_at_once(g):
        return
    if frame.next == len(PHASES):
        frame.next = 0
        end_player_turn(g)
    else:
        phase = PHASES[frame.next]
        frame.next += 1
        begin_phase(g, phase)


@PART.automatic(ImmediateVictoryCheck)
def run_immediate_victory_check(g: SkPlay, frame: ImmediateVictoryCheck) -> None:
    g.pop()
    ends_at_once(g)


def ends_at_once(g: SkPlay) -> bool:
    before_judging(g)
    over = wins_at_once(g)
    if over is None:
        return False
    finish(g, over)
    return True


def finish(g: SkPlay, over: Over) -> None:
    """The game is over: nothing is in progress any more."""
    g.state.over = over
    g.state.stack.clear()
    g.say("over", over.why, *over.rules, side=over.winner)


def open_game(g: SkPlay) -> None:
    """Tell the players what they are in for."""
    scale, turns = g.library.tables.scale, g.scenario.turns
    g.say(
        "opening",
        f"{g.scenario.title}: {turns} turns, about {turns * scale.turn_minutes} minutes of battle "
        f"on hexes of {scale.hex_metres} metres. {g.scenario.victory_text}.",
        "SK1:1.0-a",
        "SK1:1.3-a",
    )


def begin_player_turn(g: SkPlay, turn: int, attacker: str) -> None:
    """SK1:2.0-a, SK1:2.0-p: the side whose player turn it is is the ATTACKER."""
    state = g.state
    state.turn = turn
    state.attacker = attacker
    state.mmc_self_rally = ""
    for unit in list(state.units.values()):
        if (
            unit.was_pinned
            or unit.no_fp
            or unit.weapons_used
            or unit.directed
            or unit.used_weapon_in
            or unit.moved
            or unit.rally_tried
            or unit.advanced
            or unit.was_cx
        ):
            g.update(
                unit,
                was_pinned=False,
                no_fp=False,
                weapons_used=(),
                directed=(),
                directed_in="",
                directed_again=(),
                directed_again_in="",
                used_weapon_in="",
                moved=False,
                rally_tried=False,
                advanced=False,
                was_cx=False,
            )
    for weapon in list(state.weapons.values()):
        if weapon.moved or weapon.carrier or weapon.fire:
            g.update_weapon(weapon, moved=False, carrier="", fire="")
    player_turn_begins(g)
    g.say(
        "player_turn",
        f"Turn {turn} of {g.scenario.turns}: {attacker.capitalize()} player turn.",
        "SK1:2.0-a",
        "SK1:2.0-p",
        side=attacker,
    )


def begin_phase(g: SkPlay, phase: str) -> None:
    """SK1:3.0-a: the eight phases come in a fixed order."""
    state = g.state
    state.phase = phase
    state.fired = ()
    for unit in list(state.units.values()):
        if unit.acted:
            g.update(unit, acted=False)
    for weapon in list(state.weapons.values()):
        if weapon.recovered or weapon.passed:
            g.update_weapon(weapon, recovered=False, passed=False)
    found = PHASE_ENTRIES(g)[phase]
    g.say("phase", f"{found.name}.", "SK1:3.0-a", side=state.attacker)
    g.push(found.frame())
    g.push_in_order(*phase_opens(g, phase))


def end_player_turn(g: SkPlay) -> None:
    """SK1:3.9-a: roles change; when the new ATTACKER has had his player turn already, the marker moves on."""
    state = g.state
    new_attacker = g.defender
    turn = state.turn + 1 if new_attacker == g.scenario.moves_first else state.turn
    last = g.scenario.turns
    half = turn == last and g.scenario.half_turn_at_end and new_attacker != g.scenario.moves_first
    if turn > last or half:  # SK1:3.9-b, SK1:3.9-c
        g.say("turn_record", "The turn marker reaches END.", "SK1:3.9-c" if half else "SK1:3.9-b")
        finish(g, final_result(g))
        return
    if turn != state.turn:
        g.say("turn_record", f"The turn marker moves on to turn {turn}.", "SK1:3.9-a")
    ended = state.turn
    begin_player_turn(g, turn, new_attacker)
    if turn != ended:
        g.push_in_order(*game_turn_ended(g, ended))

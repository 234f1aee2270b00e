"""SL:1.3: the sequence of play, as data for the shared runner."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from defilade.kernel import Frame
from defilade.kernel.composition import Entries, Part
from defilade.rules.sl.state import AFPH, CCPH, DFPH, PHASES, RPH, SlPlay
from defilade.tactics import sequence
from defilade.tactics.sequence import (
    MARKERS,
    NEXT_PHASE,
    NEXT_PLAYER_TURN,
    PHASE_ENTRIES,
    WEAPONS,
    Marker,
    Order,
    Phase,
    game_opens,
    order_of_play,
    phase_begins,
    phase_ends,
    player_turn_begins,
)
from defilade.tactics.units import PREP

PART = Part(sequence.PART)

ORDER = Order(
    phases=PHASES,
    phase_rules=("SL:1.3.1-p0",),
    player_turn_rules=("SL:1.3.1-a", "SL:1.3.1-b"),
    turn_rules=("SL:1.3.1-c",),
    end_rules=("SL:1.3.1-c",),
    half_turn_rules=("SL:1.3.1-c",),
)

PART.adds(
    MARKERS,
    Marker("dm", RPH),  # SL:3.23.6-c
    Marker("rally_tried", NEXT_PHASE),  # SL:3.23-q1
    Marker("fire", AFPH, blank="", values=(PREP,)),  # SL:1.3.1-p5.4
    Marker("fire", NEXT_PLAYER_TURN, blank=""),  # SL:5.1.2-a
    Marker("no_fp", NEXT_PLAYER_TURN),  # SL:5.1.2-a
    Marker("weapons_used", NEXT_PLAYER_TURN, blank=()),  # SL:8.3
    Marker("fire", NEXT_PLAYER_TURN, of=WEAPONS, blank=""),  # SL:5.1.2-a
    Marker("recovered", NEXT_PHASE, of=WEAPONS),  # SL:1.3.1-p1.3
    Marker("directed", NEXT_PLAYER_TURN, blank=()),  # SL:3.2.2-a
    Marker("moved", NEXT_PLAYER_TURN),
    Marker("acted", NEXT_PHASE),
    Marker("routed", NEXT_PHASE),
    Marker("advanced", NEXT_PLAYER_TURN),
    Marker("pinned", CCPH),  # SL:3.24.1-c
)


class RallyStep(NamedTuple):
    """A step of the Rally Phase: its number in the sequence of play, and the procedure that it is."""

    number: int
    name: str
    frame: Callable[[], Frame]


RALLY_STEPS = Entries[RallyStep](
    "steps of the Rally Phase", key=lambda step: step.name, order=lambda step: step.number
)
"""Every section brings its own: leaders (1), scouts, deployment (2), repair (3), rally (4), radio, fires, wind (5),
artillery (6, 7), night (8, 9), interrogation (10), fear of AFVs (11), surrender (12), Command Control (13)."""


class RallySteps(Frame):
    """The Rally Phase, step by step: first leaders (SL:1.3.1-p1.1), then scouts and deployment (SL:1.3.1-p1.2), later
    the night's visibility (SL:1.3.1-p1.8) and star shells (SL:1.3.1-p1.9), last Command Control (SL:1.3.1-p1.13)."""

    taken: tuple[str, ...] = ()


PART.adds(PHASE_ENTRIES, Phase(RPH, "Rally Phase", RallySteps))


@PART.automatic(RallySteps)
def run_rally_steps(g: SlPlay, frame: RallySteps) -> None:
    for name, step in RALLY_STEPS(g).items():
        if name not in frame.taken:
            frame.taken = (*frame.taken, name)
            g.push(step.frame())
            return
    g.pop()


@PART.answers(order_of_play)
def eight_phases(g: SlPlay) -> Order:
    """SL:1.3.1-p0: eight phases in a fixed order; two player turns are a game turn (SL:1.3.1-b)."""
    return ORDER


@PART.answers(game_opens)
def open_game(g: SlPlay) -> None:
    card = g.scenario
    g.say(
        "opening",
        f"{card.title}: {card.turns} turns of two minutes. {card.victory_text}.",
        "SL:1.3.1-b",
    )


@PART.answers(player_turn_begins)
def forget_moves(g: SlPlay) -> None:
    g.state.tracks = {}
    g.state.moves = 0
    g.state.climbed_outside = ()


@PART.answers(phase_begins)
def forget_targets(g: SlPlay, phase: str) -> None:
    g.state.fired = ()


@PART.answers(phase_ends)
def take_up_tracks(g: SlPlay, phase: str) -> None:
    """SL:1.3.1-p4.3: Track counters are taken up when the DFPh ends."""
    if phase == DFPH:
        g.state.tracks = {}

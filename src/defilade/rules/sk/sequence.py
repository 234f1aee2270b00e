"""The sequence of play of the Starter Kit (SK1:3.0) and the turn record (SK1:3.9), as data for the shared runner.

SK1:2.0-a, SK1:2.0-p: the side whose player turn it is is the ATTACKER. SK1:3.9-a: roles change; when the new ATTACKER
has had his player turn already, the turn marker moves on."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.sk.state import PHASES, SkPlay
from defilade.tactics import sequence
from defilade.tactics.sequence import (
    MARKERS,
    NEXT_PHASE,
    NEXT_PLAYER_TURN,
    WEAPONS,
    Marker,
    Order,
    game_opens,
    order_of_play,
    phase_begins,
    player_turn_begins,
)

PART = Part(sequence.PART)


@bar
def agreement_bar(g: SkPlay) -> Refusal | None:
    """Why may the players not end the game by agreement at this moment?"""


ORDER = Order(
    phases=PHASES,
    phase_rules=("SK1:3.0-a",),
    player_turn_rules=("SK1:2.0-a", "SK1:2.0-p"),
    turn_rules=("SK1:3.9-a",),
    end_rules=("SK1:3.9-b",),
    half_turn_rules=("SK1:3.9-c",),
)

PART.adds(
    MARKERS,
    Marker("was_pinned", NEXT_PLAYER_TURN),
    Marker("no_fp", NEXT_PLAYER_TURN),
    Marker("weapons_used", NEXT_PLAYER_TURN, blank=()),
    Marker("directed", NEXT_PLAYER_TURN, blank=()),
    Marker("directed_in", NEXT_PLAYER_TURN, blank=""),
    Marker("directed_again", NEXT_PLAYER_TURN, blank=()),
    Marker("directed_again_in", NEXT_PLAYER_TURN, blank=""),
    Marker("used_weapon_in", NEXT_PLAYER_TURN, blank=""),
    Marker("moved", NEXT_PLAYER_TURN),
    Marker("rally_tried", NEXT_PLAYER_TURN),
    Marker("advanced", NEXT_PLAYER_TURN),
    Marker("was_cx", NEXT_PLAYER_TURN),
    Marker("moved", NEXT_PLAYER_TURN, WEAPONS),
    Marker("carrier", NEXT_PLAYER_TURN, WEAPONS, blank=""),
    Marker("fire", NEXT_PLAYER_TURN, WEAPONS, blank=""),
    Marker("acted", NEXT_PHASE),
    Marker("recovered", NEXT_PHASE, WEAPONS),
    Marker("passed", NEXT_PHASE, WEAPONS),
)


@PART.answers(order_of_play)
def eight_phases(g: SkPlay) -> Order:
    """SK1:3.0-a: the eight phases come in a fixed order."""
    return ORDER


@PART.answers(game_opens)
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


@PART.answers(player_turn_begins)
def new_self_rallies(g: SkPlay) -> None:
    g.state.mmc_self_rally = ""


@PART.answers(phase_begins)
def new_targets(g: SkPlay, phase: str) -> None:
    g.state.fired = ()

"""Fire before a discovery, a convention (SL:2.5.5-42D): who comes upon hidden men is fired at on his way there first.

Before a move goes into a hex where somebody hides its enemy may put the movers back, as in the DFPh, into the hexes
where they have been. Afterwards he fires at them only where the discovery has left them.
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import movement
from defilade.rules.sl.eyes.fire_as_they_move import HOLD
from defilade.rules.sl.eyes.hidden import hidden_in
from defilade.rules.sl.fire import in_the_hex
from defilade.rules.sl.fire_phases import path_unseen, put_back
from defilade.rules.sl.firers import can_reach, ready
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.movement import turned_back
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving, able
from defilade.tactics.names import Hex

PART = Part()

FIRE_FIRST = Option(
    "fire-before-discovery",
    "Fire before a discovery",
    "Who is about to come upon hidden units is fired at in the hexes of his way before, or not at all.",
    ("SL:2.5.5-42D",),
    "convention",
)
PART.adds(OPTIONS, FIRE_FIRST)


class BeforeDiscovery(Frame):
    """The move below goes into a hex where somebody hides; its enemy may fire at the hexes before."""

    hex: Hex


def below(g: SlPlay) -> Moving:
    return next(frame for frame in reversed(g.state.stack) if isinstance(frame, Moving))


def resumed(g: SlPlay) -> bool:
    return any(isinstance(frame, BeforeDiscovery) for frame in g.state.stack)


@PART.answers(turned_back)
def not_before_the_fire(g: SlPlay, frame: Moving, hex: Hex) -> bool:
    """Nobody fires at where a move began (SL:5.6.4)."""
    if not FIRE_FIRST.on(g) or resumed(g) or not hidden_in(g, hex, g.defender):
        return False
    first = frame.members[0]
    if first not in g.state.tracks or bypass.status(g, g.unit(first)) is not None:
        return False
    g.push(BeforeDiscovery(hex))
    return True


def shots_before(g: SlPlay, who: tuple[str, ...]) -> list[Action]:
    """At the hexes of their way, where they are now among them."""
    there = tuple([uid for uid in who if uid in g.state.units and not g.unit(uid).broken])
    if not there or there[0] not in g.state.tracks:
        return []
    firing = ready(g, g.defender)
    found = []
    for hex in g.state.tracks[there[0]].hexes:
        watching = [unit for unit in firing if not path_unseen(g, unit, there, hex)]
        if can_reach(g, watching, hex):
            found.append(Action("target", () if hex == g.unit(there[0]).hex else there, hex))
    return found


@PART.decisions(BeforeDiscovery)
def ask_before(g: SlPlay, frame: BeforeDiscovery) -> Choice | None:
    move = below(g)
    options = shots_before(g, move.members)
    if not options:
        return None
    asks = f"{g.names(move.members)} will find somebody: do you fire at their way before?"
    return Choice(g.defender, asks, (*options, HOLD), ("SL:2.5.5-42D",), move.members)


@ask_before
def take_before(g: SlPlay, frame: BeforeDiscovery, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != HOLD:
        if answer.who:
            put_back(g, answer.who, answer.at)
        g.push(DeclareFire(DFPH, g.defender, answer.at, in_the_hex(g, answer.at)))
        return
    move = below(g)
    move.members = able(g, move, [uid for uid in move.members if uid in g.state.units])
    who = move.members
    if who:
        movement.enter(g, move, Action("enter", (), frame.hex))
    g.state.stack.remove(frame)
    for uid in who:
        track, unit = g.state.tracks.get(uid), g.state.units.get(uid)
        if track is not None and unit is not None:
            left = tuple([hex for hex in track.hexes if hex == unit.hex])
            g.state.tracks[uid] = msgspec.structs.replace(track, hexes=left)

"""Smoke before all else in a fire phase (SKF:6.2-h), where something else waits for it.

Ordnance may fire Smoke until its side has fired anything else.  Artillery off the map is called only when all of that
has been tried (DAE:2.1-c), so whoever calls it next is asked for his Smoke first.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.ordnance import aiming
from defilade.rules.sk.full.ordnance.shots import Gunshot, Occasion, shot_bar
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side
from defilade.tactics.ordnance import SMOKE, WP

PART = Part()

DONE = Action("done")
RULES = ("SKF:6.2-h", "DAE:2.1-c")
SMOKE_ONLY = Refusal("before the artillery is called only Smoke and WP are fired", "DAE:2.1-c")


class SmokeFirst(Frame):
    """A side fires the Smoke and WP of its ordnance before its artillery is called."""

    side: Side


def is_open(g: SkPlay) -> bool:
    return any(isinstance(frame, SmokeFirst) for frame in g.state.stack)


@PART.answers(shot_bar)
def nothing_else(g: SkPlay, shot: Gunshot) -> Refusal | None:
    return SMOKE_ONLY if shot.ammo not in (SMOKE, WP) and is_open(g) else None


@PART.decisions(SmokeFirst)
def ask_smoke_first(g: SkPlay, frame: SmokeFirst) -> Choice | None:
    options = aiming.gun_options(g, Occasion(g.state.phase, frame.side))
    if not options:
        return None
    asks = "Which weapon fires Smoke or WP before the artillery is called?"
    return Choice(frame.side, asks, (*options, DONE), RULES)


@ask_smoke_first
def take_smoke_first(g: SkPlay, frame: SmokeFirst, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer.verb == aiming.GUN:
        aiming.begin(g, Occasion(g.state.phase, frame.side), answer)
        return
    g.pop()

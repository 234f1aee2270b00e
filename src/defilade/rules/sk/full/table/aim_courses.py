"""Aiming artillery as one decision: every hex that the Observer may name is clicked on the map.

The rules ask for it step by step where there are many, so that lists stay short; here the steps to each hex are put
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, System
from defilade.kernel.composition import Part
from defilade.rules.courses import Course, Opening, Way
from defilade.rules.sk.courses import other_course, other_openings
from defilade.rules.sk.full.artillery.batteries import RADIUS, ROCKET_RADIUS, battery_name, eye_of
from defilade.rules.sk.full.artillery.requests import ELSEWHERE, Request, hexrow_of, mission_now, places
from defilade.rules.sk.state import SkPlay, State
from defilade.tactics.artillery import blast_area
from defilade.tactics.names import Hex

PART = Part()


def request_of(g: SkPlay) -> Request | None:
    top = g.state.stack[-1] if g.state.stack else None
    return top if isinstance(top, Request) else None


@PART.answers(other_openings)
def requests(g: SkPlay, choice: Choice) -> Iterable[Opening]:
    return [Opening("", standing=True)] if request_of(g) is not None else []


@PART.answers(other_course)
def aim_course(
    g: SkPlay,
    system: System[State],
    action: Action | None,
    picks: Sequence[str] | None,
    via: Sequence[str],
) -> Course | None:
    frame = request_of(g)
    if frame is None or action is not None:
        return None
    battery = g.state.batteries[frame.battery]
    eye = eye_of(g, battery)
    choice = system.pending(g.state)
    if eye is None or not isinstance(choice, Choice):
        return None
    radius = ROCKET_RADIUS if battery.rockets else RADIUS
    found = []
    for hex in places(g, battery, eye, mission_now(battery, frame)):
        steps = steps_to(g, hex, choice.options)
        if steps:
            covers = tuple(sorted(blast_area(g.map, g.map.centres[hex], radius)))
            found.append(Way(hex, 0.0, 0.0, (), tuple(map(str, steps)), covers=covers))
    return Course(
        action="",
        label=f"Where does the {battery_name(g, battery)} aim?",
        steps=(),
        ways=tuple(found),
        start="",
    )


def steps_to(g: SkPlay, hex: Hex, options: Sequence[Action]) -> list[Action]:
    """The answers that lead to a hex from what is asked now; none where it cannot be named any more."""
    wanted, row = Action("request", (), hex), Action("hexrow", how=hexrow_of(g, hex))
    if wanted in options:
        return [wanted]
    if row in options:
        return [row, wanted]
    return [ELSEWHERE, row, wanted] if ELSEWHERE in options else []

"""OBA in the sequence of play (DAE:2.1-c, DAE:2.11): at the start of a side's PFPh or DFPh.

All its batteries act, one after the other; then Smoke is laid, then HE is resolved (DAE:2.33-h).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.full.artillery import radio as radios
from defilade.rules.sk.full.artillery.batteries import assemble, eye_of, may_observe, of_side, radio_of
from defilade.rules.sk.full.artillery.battery_access import may_draw
from defilade.rules.sk.full.artillery.blast_height import sees_blast
from defilade.rules.sk.full.artillery.cancelling import cancel, remove_counter
from defilade.rules.sk.full.artillery.fire_for_effect import Bombardment
from defilade.rules.sk.full.ordnance.smoke_first import SmokeFirst
from defilade.rules.sk.full.ordnance.smoke_shells import note_other_fire
from defilade.rules.sk.state import DFPH, PFPH, SkPlay
from defilade.tactics.artillery import FFE1, FFE2, FFEC, SMOKE, Battery
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_opens

PART = Part()

DONE = Action("done")


class ArtilleryStep(Frame):
    """A side's batteries at the start of its fire phase. `called` have been tried, `closed` says that no more will be,
    `fired` have been resolved."""

    side: Side
    called: tuple[str, ...] = ()
    closed: bool = False
    fired: tuple[str, ...] = ()


@PART.answers(phase_opens)
def artillery_first(g: SkPlay, phase: str) -> Iterable[Frame]:
    assemble(g)
    if phase not in (PFPH, DFPH):
        return []
    side = g.attacker if phase == PFPH else g.defender
    # DAE:2.1-c: after all Smoke of ordnance
    return [SmokeFirst(side), ArtilleryStep(side)] if of_side(g, side) else []


def has_use(battery: Battery) -> bool:
    """Whether calling the battery can lead to anything."""
    return bool(battery.counter) or battery.access or may_draw(battery)


def callable_now(g: SkPlay, frame: ArtilleryStep) -> list[Battery]:
    return [
        battery
        for battery in of_side(g, frame.side)
        if battery.id not in frame.called
        and has_use(battery)
        and may_observe(g, battery)
        and not has_failed(g, frame, battery)
    ]


def has_failed(g: SkPlay, frame: ArtilleryStep, battery: Battery) -> bool:
    """DAE:2.1-d: whether its Observer has tried another radio in this phase, and reached nobody."""
    radio = radio_of(g, battery)
    tried = [g.state.batteries[one] for one in frame.called]
    hands = {
        other.owner
        for one in tried
        if not one.contact and (other := radio_of(g, one)) is not None and other.owner
    }
    return radio is not None and radio.owner in hands


@PART.decisions(ArtilleryStep)
def ask_artillery_step(g: SkPlay, frame: ArtilleryStep) -> Choice | None:
    if frame.closed:
        return None
    options = [Action("call", (battery.id,)) for battery in callable_now(g, frame)]
    if not options:
        return None
    return Choice(frame.side, "Which battery do you call?", (*options, DONE), ("DAE:2.1-c", "DAE:2.11-a"))


@ask_artillery_step
def take_artillery_step(g: SkPlay, frame: ArtilleryStep, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != DONE:
        frame.called = (*frame.called, answer.who[0])
        note_other_fire(g, frame.side)
        radios.begin(g, g.state.batteries[answer.who[0]])
    elif not frame.closed:
        frame.closed = True
        for battery in of_side(g, frame.side):
            if battery.id not in frame.called:
                not_called(g, battery)
        for battery in of_side(g, frame.side):
            without_contact(g, battery)
    else:
        _resolve_next(g, frame)


def not_called(g: SkPlay, battery: Battery) -> None:
    """DAE:2.11-a: who does not roll loses Contact; DAE:2.11-c: and Access with it, where an Observer who could have
    rolled does not see the Blast Height. DAE:2.11-d: else he keeps it."""
    if battery.contact:
        battery = radios.lose_contact(g, battery, "DAE:2.11-a")
    eye = eye_of(g, battery)
    if battery.counter and eye is not None and not sees_blast(g, battery, eye):
        battery = g.update_battery(battery, access=False)
        cancel(g, battery, "DAE:2.11-c")


def without_contact(g: SkPlay, battery: Battery) -> None:
    """DAE:2.11-b: a SR stays, a FFE:2 is resolved where it is, a FFE:C goes. DAE:2.9-d: a rocket FFE:2 out of sight is
    Cancelled whoever is in contact."""
    if battery.contact:
        return
    if battery.counter == FFEC:
        remove_counter(g, battery, "DAE:2.11-b")
    elif battery.counter == FFE2 and battery.rockets:
        eye = eye_of(g, battery)
        if eye is None or not sees_blast(g, battery, eye, through_smoke=True):
            cancel(g, battery, "DAE:2.9-d")


def _resolve_next(g: SkPlay, frame: ArtilleryStep) -> None:
    waiting = [b for b in of_side(g, frame.side) if b.counter in (FFE1, FFE2) and b.id not in frame.fired]
    if not waiting:
        g.pop()
        return
    waiting.sort(key=lambda battery: battery.mission != SMOKE)  # DAE:2.33-h
    frame.fired = (*frame.fired, waiting[0].id)
    g.push(Bombardment(waiting[0].id))

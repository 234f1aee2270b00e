"""Correcting and withdrawing (SL:9.1.12, SL:9.1.13), in the seventh step of either Rally Phase (SL:1.3.1-p1.7).

With contact a side does one thing with each battery: it moves the spotting round, has it fire for effect, moves that or
lets it fall where it is, makes it a spotting round again, or takes it away.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.artillery.batteries import (
    change,
    counter_gone,
    in_view,
    name_of,
    now,
    observed_from,
    spent,
)
from defilade.rules.sl.artillery.spotting import (
    REQUEST,
    Access,
    Landing,
    blind,
    hexes_seen,
    out_of_arc,
    request,
    say_counter,
)
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import FFE, SR, Module, SlPlay
from defilade.tactics.acting import DONE

PART = Part()

FIRE, SPOT, CANCEL, KEEP = "fire-for-effect", "spot", "withdraw-fire", "leave-it"
FAR = 18
"""SL:9.1.13-a, in place of the three hexes of SL:9.1.12.1 to SL:9.1.12.3."""

TOO_FAR = Refusal("fire is corrected by 18 hexes at most", "SL:9.1.13-a")

PART.adds(
    SPOKEN,
    Spoken(FIRE, lambda g, action: f"Fire for effect on {g.place_name(action.at)}"),
    Spoken(SPOT, lambda g, action: f"A spotting round on {g.place_name(action.at)}"),
    Spoken(CANCEL, lambda g, action: "The fire is called off"),
    Spoken(KEEP, lambda g, action: "The spotting round stays where it is"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(FIRE, OptionLook("Fire for effect on", "primary", hex="target")),
    VerbLook(SPOT, OptionLook("Spotting round on", hex="special", rare=True)),
    VerbLook(CANCEL, OptionLook("Call it off", "quiet")),
    VerbLook(KEEP, OptionLook("Leave it", idle=4)),
)


class Corrections(Frame):
    """Every battery with a counter on the map, one after the other: first whether it still has access to more fire,
    then what its side does with it."""

    done: tuple[str, ...] = ()
    access: tuple[str, ...] = ()


PART.adds(RALLY_STEPS, RallyStep(7, "artillery corrections", Corrections))


def due(g: SlPlay, frame: Corrections) -> Module | None:
    for side in g.in_order():
        for module in g.state.modules.values():
            if module.side == side and module.counter in (SR, FFE) and module.id not in frame.done:
                return module
    return None


def corrections(g: SlPlay, frame: Corrections, module: Module) -> list[Action]:
    """SL:9.1.12; SL:9.1.15-a: both where it is and where it goes must be seen; without access no fire for effect."""
    found = [Action(KEEP, (module.id,), module.at)] if module.counter == SR else []
    found.append(Action(CANCEL, (module.id,)))
    if not in_view(g, module, module.at):
        return found
    goals = [hex for hex in hexes_seen(g, module) if g.map.distance(hex, module.at) <= FAR]
    found += [Action(SPOT, (module.id,), hex) for hex in goals if hex != module.at or module.counter == FFE]
    if module.barred != now(g) and not spent(g, module):
        found += [Action(FIRE, (module.id,), hex) for hex in goals if not out_of_arc(g, module, hex)]
    return found


@PART.decisions(Corrections)
def ask_corrections(g: SlPlay, frame: Corrections) -> Choice | None:
    module = due(g, frame)
    if module is None or not fit(g, module) or not asked_for_access(g, frame, module):
        return None
    asks = f"{name_of(g, module)} on {g.place_name(module.at)}: what does it do?"
    rules = ("SL:9.1.12", "SL:1.3.1-p1.7")
    return Choice(module.side, asks, tuple(corrections(g, frame, module)), rules, at=module.at)


def fit(g: SlPlay, module: Module) -> bool:
    """SL:9.1.15-e: fire for effect goes on only as long as a leader in contact sees it; SL:9.1.15-d: a spotting round
    lies on where nobody sees it for the time being."""
    return bool(observed_from(g, module)) and (module.counter == SR or in_view(g, module, module.at))


def asked_for_access(g: SlPlay, frame: Corrections, module: Module) -> bool:
    """SL:9.8.2-c: thrown for before anybody decides; SL:9.8.3-a: for fire for effect alone, so of a spotting round only
    where it is to fire."""
    return module.counter == SR or module.id in frame.access


@ask_corrections
def take_corrections(g: SlPlay, frame: Corrections, answer: Action | Outcome | None) -> None:
    module = due(g, frame)
    if module is None:
        g.pop()
    elif not isinstance(answer, Action):
        if not fit(g, module):
            frame.done = (*frame.done, module.id)
            counter_gone(g, module, "nobody in contact sees it any more", "SL:9.1.15-e")
        else:
            frame.access = (*frame.access, module.id)
            g.push(Access(module.id, FFE))
    else:
        frame.done = (*frame.done, module.id)
        carry_out(g, frame, module, answer)


def carry_out(g: SlPlay, frame: Corrections, module: Module, action: Action) -> None:
    if action.verb == CANCEL:
        counter_gone(g, module, "it is called off", "SL:9.1.12.4")
        g.push(NewRequest(module.id))
    elif action.verb == FIRE and module.id not in frame.access:
        g.push_in_order(
            *blind(g, module, action.at), Access(module.id, FFE, action.at), Shift(module.id, FFE, action.at)
        )
    elif action.verb in (FIRE, SPOT):
        first = blind(g, module, action.at) if action.verb == FIRE else []
        g.push_in_order(*first, Shift(module.id, FFE if action.verb == FIRE else SR, action.at))


class Shift(Frame):
    """A counter is turned over, and moved if it is to be: what it will be is said before anything is thrown
    (SL:9.1.13-b)."""

    module: str
    kind: str
    aim: str


@PART.automatic(Shift)
def run_shift(g: SlPlay, frame: Shift) -> None:
    g.pop()
    module = g.state.modules[frame.module]
    if frame.kind == FFE and module.barred == now(g):
        return
    distance = g.map.distance(module.at, frame.aim)
    if distance:
        g.push(Landing(module.id, frame.aim, frame.kind, distance))
    else:
        rule = "SL:9.1.12.2" if frame.kind == FFE else "SL:9.1.12.3"
        say_counter(g, change(g, module, counter=frame.kind), rule)


class NewRequest(Frame):
    """SL:9.1.12.4: in place of what was taken away another request may be laid."""

    module: str


@PART.decisions(NewRequest)
def ask_new_request(g: SlPlay, frame: NewRequest) -> Choice | None:
    module = g.state.modules[frame.module]
    if module.barred == now(g) or spent(g, module):
        return None
    goals = tuple([Action(REQUEST, (module.id,), hex) for hex in hexes_seen(g, module)])
    asks = f"{name_of(g, module)}: where is its fire asked for now?"
    return Choice(module.side, asks, (*goals, DONE), ("SL:9.1.12.4",)) if goals else None


@ask_new_request
def take_new_request(g: SlPlay, frame: NewRequest, answer: Action | Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Action) and answer != DONE:
        request(g, g.state.modules[frame.module].side, answer)

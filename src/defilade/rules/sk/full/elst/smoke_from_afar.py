"""Smoke that comes down once (DAE:DaE3-g, DAE:DaE3-h): for a leader whom his side has designated in secret.

It needs no radio and no chits.  What it leaves are the counters of ordnance Smoke, which grow old like those.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Described, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import los
from defilade.rules.sk.card_rules import SmokeFromAfar
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.artillery.requests import hexrow_of
from defilade.rules.sk.full.ordnance.smoke_first import SmokeFirst
from defilade.rules.sk.full.ordnance.smoke_shells import note_other_fire
from defilade.rules.sk.setup import before_placing
from defilade.rules.sk.state import PFPH, SkPlay
from defilade.rules.sk.wording import in_words
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal, guess, has_secrets
from defilade.tactics.sequence import phase_opens
from defilade.tactics.units import Unit

PART = Part()

RULE, AREA_RULE = "DAE:DaE3-g", "DAE:DaE3-h"
CALL, NOT_YET = Action("call-smoke"), Action("not-yet")
BACK = Action("back")


class Designate(Frame):
    """A side says in secret who will call its Smoke. Whom it named is not in the frame, which everybody sees."""

    side: Side


class CallSmoke(Frame):
    """As its PFPh begins a side may have its Smoke now. `hexrow`: where it is asked for."""

    side: Side
    calling: bool = False
    hexrow: str = ""


class SmokeFalls(Frame):
    """Smoke has been asked for in a hex: the dr for it, and one for where it drifts."""

    side: Side
    hex: Hex
    drifts: bool = False


def rule_of(g: SkPlay, side: Side) -> SmokeFromAfar | None:
    return next((rule for rule in g.scenario.rules_of(SmokeFromAfar) if rule.side == side), None)


# -- the leader ------------------------------------------------------------------------------------------------


@PART.answers(before_placing)
def designate_first(g: SkPlay, number: int) -> Iterable[Frame]:
    side = g.scenario.groups[number].side
    first = next(place for place, group in enumerate(g.scenario.groups) if group.side == side and group.setup)
    return [Designate(side)] if number == first and rule_of(g, side) is not None else []


def leaders_of(g: SkPlay, side: Side) -> list[Unit]:
    return [unit for unit in g.state.units.values() if unit.side == side and unit.is_leader]


@PART.decisions(Designate)
def ask_designate(g: SkPlay, frame: Designate) -> Choice:
    options = tuple(Action("designate", (leader.id,)) for leader in leaders_of(g, frame.side))
    return Choice(frame.side, "Which leader will call your Smoke? The enemy is not told.", options, (RULE,))


@ask_designate
def take_designate(g: SkPlay, frame: Designate, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    g.pop()
    leader = answer.who[0]
    g.state.smoke_caller = {**g.state.smoke_caller, frame.side: leader}
    g.say(
        "designated",
        f"{g.name(g.unit(leader))} will call the Smoke.",
        RULE,
        side=frame.side,
        who=(leader,),
        seen_by=(frame.side,),
    )


def caller(g: SkPlay, side: Side) -> Unit | None:
    """The leader, if he is on the map in Good Order."""
    unit = g.state.units.get(g.state.smoke_caller.get(side, ""))
    return unit if unit is not None and unit.hex and unit.good_order else None


# -- the call --------------------------------------------------------------------------------------------------


@PART.answers(phase_opens)
def may_call(g: SkPlay, phase: str) -> Iterable[Frame]:
    """After the Smoke of ordnance. It is asked for as long as it is to be had, whoever may call it: so the question
    tells nothing."""
    side = g.attacker
    if phase != PFPH or rule_of(g, side) is None or side in g.state.smoke_called:
        return []
    return [SmokeFirst(side), CallSmoke(side)]


def hexes_seen(g: SkPlay, side: Side) -> list[str]:
    unit = caller(g, side)
    if unit is None:
        return []
    return [hex for hex in g.map.names if hex not in g.map.below and los.sees(g, unit.hex, hex)]


@PART.decisions(CallSmoke)
def ask_call_smoke(g: SkPlay, frame: CallSmoke) -> Choice:
    """Staged: whether, in which hexrow, in which hex."""
    side = frame.side
    if not frame.calling:
        options = (CALL, NOT_YET) if caller(g, side) is not None else (NOT_YET,)
        return Choice(
            side, "Do you call your Smoke in this Prep Fire Phase? You have it once.", options, (RULE,)
        )
    seen = hexes_seen(g, side)
    if not frame.hexrow:
        rows = dict.fromkeys(hexrow_of(g, hex) for hex in seen)
        found = tuple(Action("hexrow", how=row) for row in rows)
        return Choice(side, "In which hexrow shall the Smoke fall?", (*found, BACK), (RULE,))
    found = tuple(Action("smoke-at", (), hex) for hex in seen if hexrow_of(g, hex) == frame.hexrow)
    return Choice(side, "In which hex shall the Smoke fall?", (*found, BACK), (RULE,))


@ask_call_smoke
def take_call_smoke(g: SkPlay, frame: CallSmoke, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer == CALL:
        frame.calling = True
    elif answer.verb == "hexrow":
        frame.hexrow = answer.how
    elif answer == BACK:
        frame.calling, frame.hexrow = bool(frame.hexrow), ""
    elif answer.verb == "smoke-at":
        g.pop()
        unit = caller(g, frame.side)
        assert unit is not None
        g.state.smoke_called = (*g.state.smoke_called, frame.side)
        note_other_fire(g, frame.side)
        g.say(
            "smoke_called",
            f"{g.name(unit)} calls for Smoke in {g.place_name(answer.at)}.",
            RULE,
            side=frame.side,
            who=(unit.id,),
            at=answer.at,
        )
        g.push(SmokeFalls(frame.side, answer.at))
    else:
        g.pop()


# -- where it falls --------------------------------------------------------------------------------------------


@PART.decisions(SmokeFalls)
def ask_smoke_falls(g: SkPlay, frame: SmokeFalls) -> Chance:
    rule = rule_of(g, frame.side)
    assert rule is not None
    asks = (
        f"Direction in which the Smoke drifts from {g.place_name(frame.hex)}."
        if frame.drifts
        else f"Smoke in {g.place_name(frame.hex)}: accurate on {rule.accurate} or less."
    )
    return Chance(asks, dice=1, side=frame.side, rules=(RULE,))


@ask_smoke_falls
def take_smoke_falls(g: SkPlay, frame: SmokeFalls, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    die, rule = answer.dice[0], rule_of(g, frame.side)
    assert rule is not None
    if not frame.drifts and die > rule.accurate:
        frame.drifts = True
        g.say(
            "smoke_called",
            f"dr {die}: the Smoke drifts.",
            RULE,
            side=frame.side,
            at=frame.hex,
            dice=answer.dice,
        )
        return
    g.pop()
    middle: str | None = frame.hex
    if frame.drifts:
        middle = g.map.neighbours[frame.hex][die - 1]
    g.say(
        "smoke_called",
        f"dr {die}: the Smoke falls in {g.place_name(middle)}."
        if middle
        else f"dr {die}: it falls off the map.",
        RULE,
        AREA_RULE,
        side=frame.side,
        at=middle or "",
        dice=answer.dice,
    )
    if middle is not None:
        for hex in (middle, *(near for near in g.map.neighbours[middle] if near is not None)):
            smoke.place(g, hex, frame.side)  # DAE:DaE3-h: it disperses and goes with his PFPh


# -- views and words -------------------------------------------------------------------------------------------


@PART.answers(conceal)
def hide(g: SkPlay, side: Side) -> None:
    if g.state.smoke_caller:
        g.state.smoke_caller = {owner: who for owner, who in g.state.smoke_caller.items() if owner == side}


@PART.answers(has_secrets)
def is_secret(g: SkPlay) -> bool:
    return bool(g.scenario.rules_of(SmokeFromAfar))


@PART.answers(guess)
def guess_caller(g: SkPlay, side: Side, rng: random.Random) -> None:
    for rule in g.scenario.rules_of(SmokeFromAfar):
        leaders = leaders_of(g, rule.side)
        if rule.side != side and leaders and rule.side not in g.state.smoke_caller:
            chosen = rng.choice(leaders).id
            g.state.smoke_caller = {**g.state.smoke_caller, rule.side: chosen}


@PART.answers(in_words)
def describe(g: SkPlay, action: Action) -> Described | None:
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, Designate) and action.verb == "designate":
        return Described(f"{g.name(g.unit(action.who[0]))} will call it", (RULE,))
    if not isinstance(top, CallSmoke):
        return None
    match action.verb:
        case "call-smoke":
            return Described("Call the Smoke now", (RULE, AREA_RULE))
        case "not-yet":
            return Described("Not in this phase", (RULE,))
        case "hexrow":
            return Described(f"Hexrow {action.how}")
        case "smoke-at":
            return Described(f"Smoke in {g.place_name(action.at)} and around it", (RULE, AREA_RULE))
        case "back":
            return Described("Something else")
    return None

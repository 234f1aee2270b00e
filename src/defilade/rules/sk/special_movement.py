"""Assault Movement (SK1:3.3-n) and Double Time (SK1:3.3-o): declared before any MF is spent."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note, place_of, the_record
from defilade.tactics.units import Unit

PART = Part()

ASSAULT = Action("assault")

NOT_BOTH = Refusal("Assault Movement and Double Time exclude each other", "SK1:3.3-n")


def double_time_refusal(g: SkPlay, frame: Moving, unit: Unit) -> Refusal | None:
    """SK1:3.3-o: only at the start, and not by the broken, pinned, wounded or CX, nor with Assault Movement
    (SKF:3.3.1-h)."""
    if unit.id not in frame.members:
        return NOT_MOVING_NOW
    if frame.part_begun or the_record(frame, unit.id).spent:
        return Refusal("Double Time is declared before any MF is spent", "SK1:3.3-o")
    if the_record(frame, unit.id).assault:
        return NOT_BOTH
    if unit.wounded:
        return Refusal(f"{g.name(unit)} is wounded", "SK1:3.2.1-g")
    if unit.cx or unit.was_cx:
        return Refusal(
            f"{g.name(unit)} was CX when the MPh began" if unit.was_cx else "it is CX", "SK1:3.3-r"
        )
    return None


def double_time_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if frame.part_begun:
        return []
    ready = [uid for uid in frame.members if double_time_refusal(g, frame, g.unit(uid)) is None]
    each = [Action("double-time", (uid,)) for uid in ready]
    return [Action("double-time", tuple(ready)), *each] if len(ready) > 1 else each


def assault_refusal(g: SkPlay, frame: Moving) -> Refusal | None:
    """SK1:3.3-n: for the whole stack, before any MF is spent, and not with Double Time."""
    for uid in frame.members:
        mover = the_record(frame, uid)
        if mover.spent or mover.assault:
            return Refusal("Assault Movement is declared before any MF is spent", "SK1:3.3-n")
        if g.state.units[uid].cx:  # the only CX markers of the ATTACKER in his MPh are those of Double Time
            return NOT_BOTH
    return None


def why_not_double_time(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    return double_time_refusal(g, frame, unit) if unit is not None else None


def assault_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [ASSAULT] if not frame.part_begun and assault_refusal(g, frame) is None else []


def double_time(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:3.3-o: 2 MF more, and a CX marker."""
    for uid in action.who:
        unit = g.update(g.unit(uid), cx=True)
        g.say(
            "cx",
            f"{g.name(unit)} uses Double Time and is CX.",
            "SK1:3.3-o",
            side=unit.side,
            who=(uid,),
            at=unit.hex,
        )


def declare_assault(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:3.3-n"""
    for uid in frame.members:
        note(frame, uid, assault=True)
    g.say(
        "assault",
        f"{g.doing(frame.members, 'uses', 'use')} Assault Movement.",
        "SK1:3.3-n",
        side=g.attacker,
        who=frame.members,
        at=place_of(g, frame),
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb("double-time", 70, double_time_options, double_time, why_not_double_time),
    MoveVerb(
        "assault",
        80,
        assault_options,
        declare_assault,
        lambda g, frame, members, action: assault_refusal(g, frame),
    ),
)

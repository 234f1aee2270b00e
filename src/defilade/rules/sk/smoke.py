"""Smoke grenades (SK1:3.3-s to -x)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, bar, handed_on, told
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left, member_of, mf_refusal, spend_in_place
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, move_in_progress, note
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit

PART = Part()

RULE = "SK1:3.3-s"
ENDS_MOVE_ON = 6


class SmokeAttempt(Frame):
    """A moving unit has spent its MF to place smoke; its dr is due."""

    unit: str
    hex: Hex


@handed_on
def smoke_exponent(g: SkPlay, exponent: int, unit: Unit) -> int:
    """What changes the smoke exponent of a unit?"""
    return exponent


@bar
def smoke_bar(g: SkPlay, hex: Hex) -> Refusal | None:
    """Why may no smoke be placed in a hex?"""


@told
def smoke_thrown(g: SkPlay, unit: Unit, hex: Hex) -> None:
    """A unit has placed smoke in a hex."""


def exponent(g: SkPlay, unit: Unit) -> int:
    """The smoke exponent in force (SK1:1.2.2-e); 0 where none is printed."""
    return smoke_exponent(g, g.counter(unit).smoke, unit)


def cost(g: SkPlay, unit: Unit, hex: Hex) -> int:
    """SK1:3.3-s2"""
    table = g.library.tables.movement
    return table.smoke_own_hex if hex == unit.hex else table.smoke_adjacent_hex


def refusal(g: SkPlay, unit: Unit, hex: Hex, *, tried: bool) -> Refusal | None:
    """Why a moving unit may not try to place smoke in `hex`, its MF apart."""
    if exponent(g, unit) == 0:
        return Refusal(f"{g.name(unit)} has no smoke exponent", "SK1:1.2.2-e")
    if tried:
        return Refusal(f"{g.name(unit)} has already tried to place smoke in this MPh", "SK1:3.3-t2")
    if not unit.hex:
        return Refusal(f"{g.name(unit)} is off the map", RULE)
    if hex != unit.hex and hex not in g.map.adjacent[unit.hex]:
        return Refusal("smoke goes into the unit's own hex or an adjacent one", "SK1:3.3-s2")
    return smoke_bar(g, hex)


def options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    found = []
    for member in members:
        unit = member.unit
        if not unit.hex or member.mover.smoke_tried or not exponent(g, unit):
            continue
        for hex in (unit.hex, *g.map.adjacent[unit.hex]):
            if (
                mf_refusal(g, member, cost(g, unit, hex), member.in_place) is None
                and smoke_bar(g, hex) is None
            ):
                found.append(Action("smoke", (unit.id,), hex))
    return found


def why_not(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if not action.who or action.who[0] not in g.state.units:
        return None
    member = member_of(members, action.who[0])
    if member is None:
        return NOT_MOVING_NOW
    found = refusal(g, member.unit, action.at, tried=member.mover.smoke_tried)
    return found or mf_refusal(g, member, cost(g, member.unit, action.at), member.in_place)


def attempt(g: SkPlay, frame: Moving, action: Action) -> None:
    """The MF are paid whether or not smoke appears (SK1:3.3-s2)."""
    unit_id, hex = action.who[0], action.at
    note(frame, unit_id, smoke_tried=True)
    mf = cost(g, g.unit(unit_id), hex)
    spend_in_place(g, frame, unit_id, mf, SmokeAttempt(unit_id, hex))


PART.adds(MOVE_VERBS, MoveVerb("smoke", 20, options, attempt, why_not))


@PART.decisions(SmokeAttempt)
def ask_smoke_attempt(g: SkPlay, frame: SmokeAttempt) -> Chance:
    unit = g.unit(frame.unit)
    return Chance(
        f"Smoke in {g.place_name(frame.hex)}: {exponent(g, unit)} or less",
        dice=1,
        side=unit.side,
        rules=(RULE,),
        about=(unit.id,),
    )


@ask_smoke_attempt
def take_smoke_attempt(g: SkPlay, frame: SmokeAttempt, answer: Outcome) -> None:
    g.pop()
    unit = g.unit(frame.unit)
    roll = answer.dice[0]
    final = roll + (g.library.tables.fire_drm.entries.cx.drm if unit.cx else 0)  # SK1:3.3-t
    placed = final <= exponent(g, unit)
    if placed:
        g.state.smoke[frame.hex] = g.library.tables.fire_drm.entries.smoke_per_hex.drm  # SK1:3.3-v
    does = "places" if placed else "fails to place"
    g.say(
        "smoke",
        f"{g.name(unit)} {does} smoke in {g.place_name(frame.hex)} (dr {final}).",
        RULE,
        *(("SK1:3.3-t",) if unit.cx else ()),
        side=unit.side,
        who=(unit.id,),
        at=frame.hex,
        dice=answer.dice,
    )
    if placed:
        smoke_thrown(g, unit, frame.hex)
    if roll == ENDS_MOVE_ON:
        move = move_in_progress(g)
        if move is not None:
            note(move, unit.id, ended=True)
        g.say(
            "end_move",
            f"{g.name(unit)} must end its MPh.",
            "SK1:3.3-u",
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )


@PART.answers(phase_ends)
def clear(g: SkPlay, phase: str) -> None:
    """SK1:3.3-x: smoke grenades come off the map."""
    if phase == MPH:
        g.state.smoke.clear()

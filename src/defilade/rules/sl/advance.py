"""The Advance Phase (SL:4.4): unbroken units go on by one hex, also at the enemy."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part, all_of, bar, first_of, told
from defilade.rules.sl import stacking, terrain
from defilade.rules.sl.state import APH, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import PHASE_ENTRIES, Phase
from defilade.tactics.units import Unit

PART = Part()

NOT_THE_ATTACKER = Refusal("only the attacker advances", "SL:1.3.1-p7.1")
BROKEN = Refusal("only unbroken units advance", "SL:1.3.1-p7.1")
IN_MELEE = Refusal("units in melee stay in their hex", "SL:6.3.1")
ONE_HEX = Refusal("a unit advances one hex", "SL:4.4.1-a")


@bar
def advance_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why does a unit not advance in this APh, though it is in good order?"""


@first_of
def hurdle(g: SlPlay, unit: Unit, hex: Hex) -> Frame | None:
    """What decides whether an advance comes off at all?"""


@all_of
def further_goals(g: SlPlay, unit: Unit) -> Iterable[str]:
    """To which places may a unit advance besides those beside it?"""
    return ()


@bar
def goal_bar(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """Why may a unit that advances not go to this place?"""


@all_of
def other_advances(g: SlPlay, side: Side) -> Iterable[Action]:
    """What else than to advance may a side do in its APh?"""
    return ()


@told
def advanced_otherwise(g: SlPlay, side: Side, action: Action) -> None:
    """A side does in its APh what is no advance."""


@all_of
def ways_in(g: SlPlay, unit: Unit, hex: Hex) -> Iterable[str]:
    """In which other ways than into the open may a unit advance to a place?"""
    return ()


@told
def advanced_so(g: SlPlay, unit: Unit, how: str) -> None:
    """A unit has advanced in such a way."""


@all_of
def after_advances(g: SlPlay, side: Side) -> Iterable[Frame]:
    """What comes in the APh when a side has advanced?"""
    return ()


@all_of
def before_leaving(g: SlPlay, unit: Unit, hex: Hex) -> Iterable[Frame]:
    """What must a unit that advances go through before it leaves its hex?"""
    return ()


@told
def advanced_into(g: SlPlay, unit: Unit, origin: str) -> None:
    """A unit has come into its hex from another in the APh."""


class AdvancePhase(ActingPhase):
    """The ATTACKER advances unit by unit until he is done."""


PART.adds(PHASE_ENTRIES, Phase(APH, "Advance Phase", AdvancePhase))


def unit_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if unit.side != g.attacker or not unit.hex:
        return NOT_THE_ATTACKER
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    return ONE_HEX if unit.advanced else advance_bar(g, unit)


def goals(g: SlPlay, unit: Unit) -> list[str]:
    """SL:4.4.1-a: one hex, or one level by the stairs."""
    near = [*g.map.adjacent[unit.hex], *further_goals(g, unit)]
    return [hex for hex in dict.fromkeys(near) if terrain.entry_bar(g, unit, unit.hex, hex) is None]


def advance_refusal(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    found = unit_refusal(g, unit)
    if found is not None:
        return found
    if hex not in goals(g, unit):
        return terrain.entry_bar(g, unit, unit.hex, hex) or ONE_HEX
    return goal_bar(g, unit, hex) or stacking.refusal(g, unit.side, hex, (unit,))  # SL:4.3.2, SL:6.3.3


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "advance" and action.who else None
    return advance_refusal(g, unit, action.at) if unit is not None and action.at in g.map.index else None


def advance_options(g: SlPlay, side: Side) -> list[Action]:
    advances = [
        Action("advance", (unit.id,), hex, how)
        for unit in g.on_map(side)
        if unit_refusal(g, unit) is None
        for hex in goals(g, unit)
        if goal_bar(g, unit, hex) is None and stacking.refusal(g, unit.side, hex, (unit,)) is None
        for how in ("", *ways_in(g, unit, hex))
    ]
    return advances + other_advances(g, side)


def advance(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != "advance":
        advanced_otherwise(g, side, action)
        return
    unit = g.unit(action.who[0])
    first = hurdle(g, unit, action.at)
    if first is None:
        carry_out(g, unit, action.at, action.how)
    else:
        g.update(unit, advanced=True)
        g.push(first)


class Leaves(Frame):
    """A unit that advances has gone through what kept it in its hex; unbroken it goes on."""

    unit: str
    hex: Hex
    how: str = ""


def carry_out(g: SlPlay, unit: Unit, hex: Hex, how: str = "") -> None:
    first = list(before_leaving(g, unit, hex))
    if first:
        g.update(unit, advanced=True)
        g.push_in_order(*first, Leaves(unit.id, hex, how))
    else:
        go(g, unit, hex, how)


@PART.automatic(Leaves)
def run_leaves(g: SlPlay, frame: Leaves) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is not None and not unit.broken:
        go(g, unit, frame.hex, frame.how)


def go(g: SlPlay, unit: Unit, hex: Hex, how: str) -> None:
    origin, side = unit.hex, unit.side
    unit = g.place(unit, hex, advanced=True)
    fight = g.has_side(unit.hex, g.defender)
    g.say(
        "advance",
        f"{g.name(unit)} advances into {g.place_name(unit.hex)}" + (", into close combat." if fight else "."),
        "SL:4.4.1-a",
        *(("SL:4.1.11",) if fight else ()),
        side=side,
        who=(unit.id,),
        at=unit.hex,
    )
    if how:
        advanced_so(g, unit, how)
    advanced_into(g, unit, origin)
    seize(g, hex)


acting_phase(
    PART,
    AdvancePhase,
    "Which units advance?",
    ("SL:1.3.1-p7.1", "SL:4.4.1-a"),
    advance_options,
    advance,
    why_not=why_not,
    side_done=lambda g, side: g.push_in_order(*after_advances(g, side)),
)

"""The Advance Phase (SL:4.4): unbroken units go on by one hex, also at the enemy."""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import stacking
from defilade.rules.sl.state import APH, SlPlay
from defilade.tactics.control import seize
from defilade.tactics.sequence import PHASE_ENTRIES, Phase
from defilade.tactics.units import Unit

PART = Part()

DONE = Action("done")

NOT_THE_ATTACKER = Refusal("only the attacker advances", "SL:1.3.1-p7.1")
BROKEN = Refusal("only unbroken units advance", "SL:1.3.1-p7.1")
IN_MELEE = Refusal("units in melee stay in their hex", "SL:6.3.1")
ONE_HEX = Refusal("a unit advances one hex", "SL:4.4.1-a")


class AdvancePhase(Frame):
    """The ATTACKER advances unit by unit until he is done."""


PART.adds(PHASE_ENTRIES, Phase(APH, "Advance Phase", AdvancePhase))


def unit_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if unit.side != g.attacker or not unit.hex:
        return NOT_THE_ATTACKER
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    return ONE_HEX if unit.advanced else None


def advance_refusal(g: SlPlay, unit: Unit, hex: str) -> Refusal | None:
    found = unit_refusal(g, unit)
    if found is not None:
        return found
    if hex not in g.map.adjacent[unit.hex]:
        return ONE_HEX
    return stacking.refusal(g, unit.side, hex, (unit,))  # SL:4.3.2, SL:6.3.3


def why_not(g: SlPlay, frame: AdvancePhase, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "advance" and action.who else None
    return advance_refusal(g, unit, action.at) if unit is not None and action.at in g.map.index else None


@PART.decisions(AdvancePhase, why_not=why_not)
def ask_advance_phase(g: SlPlay, frame: AdvancePhase) -> Choice | None:
    options = [
        Action("advance", (unit.id,), hex)
        for unit in g.on_map(g.attacker)
        if unit_refusal(g, unit) is None
        for hex in g.map.adjacent[unit.hex]
        if stacking.refusal(g, unit.side, hex, (unit,)) is None
    ]
    if not options:
        return None
    return Choice(g.attacker, "Which units advance?", (*options, DONE), ("SL:1.3.1-p7.1", "SL:4.4.1-a"))


@ask_advance_phase
def take_advance_phase(g: SlPlay, frame: AdvancePhase, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
        return
    unit = g.place(g.unit(answer.who[0]), answer.at, advanced=True)
    fight = g.has_side(unit.hex, g.defender)
    g.say(
        "advance",
        f"{g.name(unit)} advances into {g.place_name(unit.hex)}" + (", into close combat." if fight else "."),
        "SL:4.4.1-a",
        *(("SL:4.1.11",) if fight else ()),
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )
    seize(g, unit.hex)

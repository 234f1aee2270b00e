"""Infantry in whose hex an AFV has ended its move makes way after the DFPh (SL:7.1.16-c)."""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part, told
from defilade.rules.sl import morale, stacking
from defilade.rules.sl.state import AFPH, SlPlay
from defilade.rules.sl.terrain import CLIFF
from defilade.rules.sl.vehicles.afv_fear import unused_to_afvs
from defilade.rules.sl.vehicles.yard import is_afv, of_side, vehicles_in
from defilade.tactics.control import seize
from defilade.tactics.sequence import phase_opens
from defilade.tactics.units import Unit

PART = Part()


@told
def made_way(g: SlPlay, unit: Unit, origin: str) -> None:
    """A unit has made way for an AFV."""


class Displacement(Frame):
    """Units that make way, one after the other."""

    units: tuple[str, ...]


@PART.answers(phase_opens)
def who_makes_way(g: SlPlay, phase: str) -> list[Frame]:
    """Right after the DFPh. An immobilized AFV moves nobody out (SL:7.1-q1, SL:7.1.24-q1), nor one that is there since
    before; one beside the obstacle of the hex only those who are not used to AFVs (SL:11.29.22)."""
    if phase != AFPH or not g.state.vehicles:
        return []
    afvs = [v for v in of_side(g, g.attacker) if v.moved and not v.immobilized and is_afv(g, v)]
    units = [
        unit.id
        for afv in afvs
        for unit in g.side_in(afv.hex, g.defender)
        if not unit.melee and (not afv.bypass or unused_to_afvs(g, unit))
    ]
    return [Displacement(tuple(units))] if units else []


def ways_out(g: SlPlay, unit: Unit) -> list[str]:
    """SL:7.1.16-c: not to enemies, over a cliff, or where there is no room."""
    enemy = g.enemy_of(unit.side)
    return [
        hex
        for hex in g.map.adjacent[unit.hex]
        if not g.has_side(hex, enemy)
        and not any(other.side == enemy and other.manned for other in vehicles_in(g, hex))
        and g.map.hexside_kind(unit.hex, hex) != CLIFF
        and stacking.refusal(g, unit.side, hex, (unit,)) is None
    ]


@PART.decisions(Displacement)
def ask_displacement(g: SlPlay, frame: Displacement) -> Choice | None:
    unit = g.state.units.get(frame.units[0]) if frame.units else None
    if unit is None:
        return None
    hexes = ways_out(g, unit)
    if not hexes:
        return None
    options = tuple([Action("make-way", (unit.id,), hex) for hex in hexes])
    asks = f"{g.name(unit)} makes way for the AFV: where to?"
    return Choice(unit.side, asks, options, ("SL:7.1.16-c",), (unit.id,), unit.hex)


@ask_displacement
def take_displacement(g: SlPlay, frame: Displacement, answer: Action | Outcome | None) -> None:
    """It is no moving target for that (SL:7.1-q6)."""
    if not frame.units:
        g.pop()
        return
    unit = g.state.units.get(frame.units[0])
    frame.units = frame.units[1:]
    if unit is None:
        return
    if not isinstance(answer, Action):
        morale.eliminate(g, unit, "has nowhere to go", "SL:7.1.16-c")
        return
    origin = unit.hex
    unit = g.place(unit, answer.at)
    g.say(
        "makes_way",
        f"{g.name(unit)} makes way to {g.place_name(answer.at)}.",
        "SL:7.1.16-c",
        side=unit.side,
        who=(unit.id,),
        at=answer.at,
    )
    seize(g, answer.at)
    made_way(g, unit, origin)

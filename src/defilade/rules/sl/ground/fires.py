"""Buildings on fire (SL:8.14.15): whoever is in one leaves it in the next Rout Phase, and nobody goes in.

Only what Molotov cocktails set alight burns so far; it does not spread, and nobody puts it out.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.presentation import MarkerView
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.eyes.concealment import uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.eyes.night import light_sources
from defilade.rules.sl.ground.leaving import get_out_to, ways_out
from defilade.rules.sl.rout import driven_off
from defilade.rules.sl.shown import markers
from defilade.rules.sl.state import RTPH, SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends, phase_opens
from defilade.tactics.units import Unit

PART = Part()

LEAVE, STAY = "leave-fire", Action("stay-in-fire")

IN_FLAMES = Refusal("it is on fire", "SL:8.14.15")


def burns(g: SlPlay, hex: Hex) -> bool:
    return hex in g.state.fires


def set_on_fire(g: SlPlay, hex: Hex, side: Side, *rules: str) -> None:
    """Whoever hides there comes to light: he must get out."""
    g.state.fires[hex] = side
    g.say("fire", f"{g.place_name(hex)} is on fire.", *rules, side=side, at=hex)
    for owner in g.state.sides:
        uncover_hex(g, hex, owner, "the building burns", *rules)
        reveal(g, hidden_in(g, hex, owner), "the building burns", *rules)


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def nobody_goes_in(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:14.17-a: also by a road through it, or around it."""
    return IN_FLAMES if hex in g.state.fires else None


@PART.answers(driven_off)
def no_place_to_rest(g: SlPlay, unit: Unit) -> bool:
    """Broken units rout out of it."""
    return unit.hex in g.state.fires


@PART.answers(light_sources)
def lights_up(g: SlPlay) -> list[tuple[str, int]]:
    """SL:2.8.25"""
    return [(hex, g.tables.night.fire_light) for hex in g.state.fires]


# -- getting out -----------------------------------------------------------------------------------------------


class LeaveFire(Frame):
    """An unbroken unit in a burning hex goes into one beside it, before the others rout."""

    unit: str


@PART.answers(phase_opens)
def get_out(g: SlPlay, phase: str) -> list[Frame]:
    """SL:8.14.15, SL:1.3.1-p6.2: no harm comes to who leaves in time; who fights hand to hand cannot (SL:6.3-q1)."""
    if phase != RTPH or not g.state.fires:
        return []
    return [
        LeaveFire(unit.id)
        for side in g.in_order()
        for unit in g.on_map(side)
        if unit.hex in g.state.fires and not unit.broken and not unit.melee and not unit.captive
    ]


@PART.decisions(LeaveFire)
def ask_leave(g: SlPlay, frame: LeaveFire) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    ways = ways_out(g, unit) if unit is not None and burns(g, unit.hex) else []
    if unit is None or not ways:
        return None
    options = tuple([Action(LEAVE, (unit.id,), hex) for hex in ways])
    asks = f"{g.name(unit)} is in a burning building: where does it go?"
    return Choice(unit.side, asks, (*options, STAY), ("SL:8.14.15",), (unit.id,), unit.hex)


@ask_leave
def take_leave(g: SlPlay, frame: LeaveFire, answer: Action | Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Action) and answer != STAY:
        get_out_to(g, g.unit(frame.unit), answer.at, "leaves_fire", "the fire", "SL:8.14.15")


@PART.answers(phase_ends)
def burnt(g: SlPlay, phase: str) -> None:
    """Whoever is still there dies, and what lies there is lost (SL:8.8.1-f)."""
    if phase != RTPH or not g.state.fires:
        return
    for unit in [unit for unit in g.on_map() if unit.hex in g.state.fires]:
        morale.eliminate(g, unit, "dies in the flames", "SL:8.14.15")
    for weapon in [weapon for weapon in g.state.weapons.values() if weapon.hex in g.state.fires]:
        g.say("weapon_lost", f"{g.weapon_name(weapon)} burns.", "SL:8.8.1-f", at=weapon.hex)
        g.remove_weapon(weapon)


@PART.answers(markers)
def flames(g: SlPlay) -> Iterable[MarkerView]:
    for hex, side in g.state.fires.items():
        yield MarkerView(g.map.ground_hex(hex), "smoke", "fire", side, "SL:8.14.15")

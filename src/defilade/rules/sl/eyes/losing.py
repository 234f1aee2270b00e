"""Losing concealment: being seen where nothing conceals (SL:2.3.7, SL:2.3.9)."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain
from defilade.rules.sl.advance import advanced_into
from defilade.rules.sl.eyes.concealment import contents, gives_cover, is_concealed, uncover, uncover_hex
from defilade.rules.sl.marches.portage import taking_bar
from defilade.rules.sl.state import RTPH, SlPlay
from defilade.rules.sl.vehicles.yard import of_side
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins, phase_ends
from defilade.tactics.units import Unit

PART = Part()

HANDS_SHOWN = Refusal("who takes up a weapon is seen: he comes into the open first", "SL:5.8.8")


def eyes_of(g: SlPlay, side: Side) -> list[Unit]:
    """SL:2.3.9-q2, SL:2.3.9.6: unbroken units that are still there. Who is out of sight himself does not give away
    what he sees."""
    return [
        unit for unit in g.on_map(side) if not unit.broken and not is_concealed(unit) and not unit.captive
    ]


def watched(g: SlPlay, hex: Hex, side: Side) -> bool:
    """Whether a hex lies in the sight of an unbroken enemy of a side."""
    enemy = g.enemy_of(side)
    places = dict.fromkeys(unit.hex for unit in eyes_of(g, enemy))
    places.update(dict.fromkeys(vehicle.hex for vehicle in of_side(g, enemy) if vehicle.able))
    return any(terrain.sees(g, place, hex) for place in places)


@PART.answers(taking_bar)
def not_from_under_cover(g: SlPlay, unit: Unit) -> Refusal | None:
    return HANDS_SHOWN if is_concealed(unit) else None


@PART.answers(phase_ends)
def look_around(g: SlPlay, phase: str) -> None:
    """SL:2.3.7: a "?" in the open lasts until an enemy sees it; SL:2.4-q2: also one who has come since. Beside it or
    not: in woods and buildings it stays (SL:2.3.9.2-a, SL:2.3.9.2-b, in place of SL:2.3.9.1-c)."""
    if g.scenario.night:  # SL:2.8.12-a, SL:2.8.13: nobody beside it matters in the dark
        return
    for side in g.state.sides:
        for hex in dict.fromkeys(unit.hex for unit in g.on_map(side) if is_concealed(unit)):
            if not gives_cover(g, hex) and watched(g, hex, side):
                uncover_hex(g, hex, side, "seen in the open", "SL:2.3.7")


@PART.answers(advanced_into)
def away_from_the_manhole(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:4.9.8-b: who has come up out of the sewers unseen is seen when he goes on; when he fires, like anybody."""
    if unit.id not in g.state.units or not is_concealed(unit) or not g.state.surfaced:
        return
    if any(one.id in g.state.surfaced for one in contents(g, unit.id)):
        uncover(g, unit, "it leaves the sewer entrance", "SL:4.9.8-b")


@PART.answers(phase_begins)
def runners_show_themselves(g: SlPlay, phase: str) -> None:
    """SL:2.3.9.1-a: broken units that must rout do so in sight of everybody."""
    if phase != RTPH:
        return
    for counter in [unit for unit in g.on_map() if is_concealed(unit)]:
        hex, side = counter.hex, counter.side
        exposed = not terrain.is_cover(g, hex) or terrain.adjacent_enemy(g, hex, side)
        if exposed and counter.id in g.state.units and any(unit.broken for unit in contents(g, counter.id)):
            uncover_hex(g, hex, side, "its men run", "SL:2.3.9.1-a")

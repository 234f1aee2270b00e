"""Vehicles among those whom nobody sees: driven over (SL:2.5.6), overrun by night (SL:2.8.11), and looking for them
(SL:2.3.9.4)."""

from __future__ import annotations

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.eyes.night import flashes, is_dark, is_lit
from defilade.rules.sl.eyes.searching import Search, near_hex
from defilade.rules.sl.fire import DEFENSIVE
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.driving import comes_upon, drive_ends, stopped_short
from defilade.rules.sl.vehicles.overrun import Overrun, overrun_bar, overrun_halved, ways_in
from defilade.rules.sl.vehicles.yard import change, is_afv
from defilade.tactics.names import Hex

PART = Part()

IN_THE_DARK = Refusal("by night AFVs overrun only whom light or flashes show", "SL:2.8.11-a")


@PART.answers(stopped_short)
def soft_vehicles_stop(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """SL:2.5.5-a: whatever is no AFV ends its move in the hex before."""
    found = hidden_in(g, hex, g.enemy_of(vehicle.side))
    if not found or is_afv(g, vehicle):
        return False
    reveal(g, found, "the enemy came upon them", "SL:2.5.5-a")
    return True


@PART.answers(comes_upon)
def over_the_hidden(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Frame]:
    """SL:2.5.6: they come to light, and the first that it meets it must overrun (SL:2.5.6-42C); it may go on then."""
    found = hidden_in(g, hex, g.enemy_of(vehicle.side))
    if not found:
        return []
    reveal(g, found, "they are driven over", "SL:2.5.6")
    if not ways_in(g, vehicle, hex):
        return []
    change(g, vehicle, overran=hex)
    return [Overrun(vehicle.id, hex)]


@PART.answers(overrun_bar)
def not_in_the_dark(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """SL:2.8.11-a: SL:2.8.11-b: it drives through all others, unless they have acted against it."""
    if not is_dark(g, hex) or flashes(g, hex):
        return None
    enemy = g.enemy_of(vehicle.side)
    return None if any(unit.fire == DEFENSIVE for unit in g.side_in(hex, enemy)) else IN_THE_DARK


@PART.answers(overrun_halved)
def dimly_seen(g: SlPlay, frame: Overrun) -> Line | None:
    """SL:2.8.11-a: the concealed in the light, and others out of it."""
    if not g.scenario.night:
        return None
    vehicle = g.state.vehicles[frame.vehicle]
    targets = g.side_in(frame.hex, g.enemy_of(vehicle.side))
    unseen = bool(targets) and all(is_concealed(unit) for unit in targets)
    if is_lit(g, frame.hex) and not unseen:
        return None
    return Line("seen dimly", g.tables.concealment.area_fire.factor, "SL:2.8.11-a", "x")


@PART.answers(drive_ends)
def looks_about(g: SlPlay, vehicle: Vehicle) -> list[Frame]:
    """SL:2.3.9.3-a: a vehicle is an enemy unit like others."""
    if not vehicle.hex or not vehicle.able or not near_hex(g, vehicle.hex, vehicle.side):
        return []
    return [Search((vehicle.id,))]

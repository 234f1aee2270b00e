"""Fire through wheat, brush and orchards: at what stands out of them (SL:14.11.3, SL:14.12.9-b), and at targets that
others see (SL:14.13.1, SL:14.16-c)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.area_fire import area_fire
from defilade.rules.sl.fire import in_view
from defilade.rules.sl.firers import sees_something, suspects
from defilade.rules.sl.growth import GROWTH, LOW, sees_past, sees_vehicle
from defilade.rules.sl.saddles import rides
from defilade.rules.sl.state import HORSE, SlPlay
from defilade.rules.sl.vehicles.exposed import exposed_of
from defilade.rules.sl.vehicles.yard import vehicles_in
from defilade.rules.sl.weapons.ways_of_fire import hexes_through
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side

PART = Part()


@PART.answers(sees_something)
def stands_out_in_it(g: SlPlay, origin: str, target: str) -> bool:
    """SL:14.11.3: a vehicle; SL:14.12.9-b: or riders."""
    vehicles = [vehicle for vehicle in vehicles_in(g, g.map.ground_hex(target)) if exposed_of(g, vehicle)]
    if any(sees_vehicle(g, origin, vehicle) for vehicle in vehicles):
        return True
    riders = any(rides(g, unit, HORSE) for unit in g.units_in(target))
    return riders and sees_past(g, origin, target, LOW)


@PART.answers(in_view)
def only_what_stands_out(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """Where nobody sees into the hex itself. Of a target that is only suspected everybody is struck."""
    units = g.state.units
    places = [units[uid].hex for uid in targets if uid in units]
    if any(terrain.sees(g, hex, place) for hex in hexes for place in places):
        return targets
    return tuple([uid for uid in targets if uid not in units or rides(g, units[uid], HORSE)]) or targets


@PART.answers(suspects)
def has_been_told_of_it(g: SlPlay, side: Side, shots: Sequence[Shot], origin: str, target: str) -> bool:
    """SL:14.13.1-a: one of the group sees the target; or somebody beside the firer does, and has fired at it. Through
    an orchard as well (SL:14.16-c)."""
    told = any(terrain.sees(g, g.unit(shot.unit).hex, target) for shot in shots) or any(
        (hex, target) in g.state.fired
        and terrain.sees(g, hex, target)
        and any(not unit.broken for unit in g.side_in(hex, side))
        for hex in (origin, *g.map.adjacent[g.map.ground_hex(origin)])
    )
    return told and sees_past(g, origin, target, GROWTH)


@PART.modifies(shot_factors, "SL:14.13.1-b", "SL:14.11.2-b", step=4)  # SL:5.4.6
def at_what_is_not_seen(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:14.13.1-b: only those of a group are halved who see nothing themselves. SL:14.11.2-b, SL:14.16.5-b: so are
    machine guns that fire on through wheat, or through more orchards than one sees past."""
    here, units = firing.unit.hex, g.state.units
    hidden = any(uid in units and not rides(g, units[uid], HORSE) for uid in firing.targets)
    if not here or not hidden or terrain.sees(g, here, firing.target):
        return []
    if not sees_past(g, here, firing.target, GROWTH) or area_fire(g, firing):
        return []
    rule = "SL:14.11.2-b" if hexes_through(firing.shot) else "SL:14.13.1-b"
    return [Line("not seen", g.tables.concealment.area_fire.factor, rule, "x")]

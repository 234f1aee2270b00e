"""Bicycles (SL:4.11): twice as far by road. They are infantry otherwise."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import movement, terrain
from defilade.rules.sl.card import DEEP_SNOW, MUD
from defilade.rules.sl.marches.double_time import DOUBLE_TIME
from defilade.rules.sl.marches.portage import load
from defilade.rules.sl.saddles import rides
from defilade.rules.sl.state import BICYCLE, MPH, SlPlay
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

BY_ROAD = Refusal("bicycles are ridden by road", "SL:4.11.2-a")
NO_DOUBLE_TIME = Refusal("bicycles are for games with double time", "SL:4.11.2-a")
TOO_SOFT = Refusal("bicycles sink in", "SL:4.11.9")
TOO_MUCH = Refusal("a cyclist carries two PP, a leader one", "SL:4.11.5")


@PART.answers(movement.step_bar)
def by_road(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:4.11.2-a. In the APh they go one hex anywhere (SL:4.11.2-c)."""
    if not rides(g, unit, BICYCLE):
        return None
    if not DOUBLE_TIME.on(g):
        return NO_DOUBLE_TIME
    if load(g, unit) > (2 if unit.is_mmc else 1):
        return TOO_MUCH
    if not g.map.road_between(unit.hex, hex):
        return BY_ROAD
    return None if g.scenario.ground in ("", *rideable(g, hex)) else TOO_SOFT


def rideable(g: SlPlay, hex: Hex) -> tuple[str, ...]:
    """SL:4.11.9: on what other ground a road carries bicycles: paved ones in mud, cleared ones in deep snow."""
    mud = (MUD,) if g.map.road_kinds.get(hex) == "paved" else ()
    return (*mud, DEEP_SNOW) if g.scenario.ploughed else mud


@PART.answers(terrain.price_of_entry)
def pedalling(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.11.2-a: half, but not uphill, nor in shellholes."""
    if g.state.phase != MPH or not rides(g, unit, BICYCLE) or not g.map.road_between(origin, hex):
        return cost
    hard = g.map.level(hex) > g.map.level(origin) or g.map.terrain[hex] == terrain.HOLES
    return cost if hard else cost / 2


@PART.answers(movement.entered)
def coasting(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:4.11.2-b: a MF for each level that is lost by road."""
    fallen = g.map.level(origin) - g.map.level(hex)
    for uid in frame.members:
        if fallen > 0 and g.map.road_between(origin, hex) and rides(g, g.unit(uid), BICYCLE):
            g.state.descents[uid] = g.state.descents.get(uid, 0) + fallen


@PART.answers(movement.mf_allowed)
def momentum(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    return mf if unit.id in g.state.skiers else mf + g.state.descents.get(unit.id, 0)

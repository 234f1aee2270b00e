"""What a HE FFE does while it lies on the map.

It hinders LOS (DAE:2.5-e), attacks whoever enters (DAE:2.51), unnerves its own side (DAE:2.54), and nobody has to rout
through it (DAE:2.6).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part
from defilade.rules.sk.attack import Attack
from defilade.rules.sk.entering import strikes_who_enter
from defilade.rules.sk.full.artillery.batteries import area_of, barrages, battery_name
from defilade.rules.sk.full.artillery.fire_for_effect import OBA_ON_ENTRY, attack_on
from defilade.rules.sk.los import obstacle_lines
from defilade.rules.sk.morale import morale_in_force
from defilade.rules.sk.rout_ways import may_shun
from defilade.rules.sk.state import SkPlay
from defilade.tactics.artillery import FFE2, FFEC
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

HINDRANCE = 1
MORALE_LOSS = 1


@PART.answers(obstacle_lines)
def blast_hindrance(g: SkPlay, a: str, b: str) -> list[Line]:
    """DAE:2.5-e: +1 in all, however many hexes of however many Blast Areas the line touches."""
    for battery in barrages(g):
        area = area_of(g, battery)
        if g.map.ground_hex(a) in area or g.map.ground_hex(b) in area or (a != b and _crosses(g, a, b, area)):
            return [Line("through a Blast Area", HINDRANCE, "DAE:2.5-e")]
    return []


def _crosses(g: SkPlay, a: str, b: str, area: frozenset[str]) -> bool:
    if a not in g.map.index or b not in g.map.index:  # an Observer off the map
        return False
    distance = g.map.distance
    length = distance(a, b)
    near = [hex for hex in area if distance(a, hex) + distance(hex, b) == length]
    if not near:
        return False
    return any(crossing.hex in area for crossing in g.map.between(a, b))


@PART.answers(strikes_who_enter)
def fire_on_who_enter(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> Iterable[Frame]:
    """DAE:2.51-a: each unit or stack that enters, in MPh, RtPh or APh; the others there are not touched.

    DAE:2.51-b: for routers it is an attack, not Interdiction. DAE:2.51-c: it spares nobody the next resolution."""
    found: list[Attack] = []
    for battery in barrages(g):
        # DAE:2.51-a: also who goes up into a Steeple there
        if battery.counter in (FFE2, FFEC) and g.map.ground_hex(hex) in area_of(g, battery):
            g.say(
                "oba_entered",
                f"{g.names(units)} in the {battery.counter} of the {battery_name(g, battery)}.",
                "DAE:2.51-a",
                *(("DAE:2.34-a",) if battery.counter == FFEC else ()),
                side=battery.side,
                who=units,
                at=hex,
            )
            found.append(attack_on(g, battery, hex, units, OBA_ON_ENTRY))
    return found


@PART.answers(morale_in_force)
def under_ones_own_guns(g: SkPlay, level: int, unit: Unit) -> int:
    """DAE:2.54"""
    for battery in barrages(g):
        if battery.side == unit.side and g.map.ground_hex(unit.hex) in area_of(g, battery):
            return level - MORALE_LOSS
    return level


@PART.answers(may_shun)
def not_into_the_fire(g: SkPlay, hex: Hex) -> bool:
    """DAE:2.6"""
    return any(g.map.ground_hex(hex) in area_of(g, battery) for battery in barrages(g))

"""Who is what: nation, quality and front of a unit (SL:3.9 to SL:3.19).

What a nation is good for is on its counters: the broken sides of Rumanian crews (SL:3.12.6) and of conscripts of
whatever nation (SL:3.16.9-b), British elite troops (SL:3.16.3-a), Finnish ranks (SL:3.17.5), Green squads that move and
stand fire as others do (SL:3.26.2) and take the place of Americans in play (SL:3.11.1). The SS has no other rules than
those of the following sections (SL:3.13.6), and allies fight together like one nation (SL:3.12-q1).

A counter's nationality is that of its men, whichever side they fight for; Volunteers of the Commonwealth and Poles and
Free French after the fall of their countries are British counters (SL:3.16.2), Hungarians and Bulgarians Axis minors
(SL:3.19.1), Frenchmen in arms after 1941 partisans (SL:3.15.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.rules.sl.peoples import Nation
from defilade.rules.sl.state import SlPlay
from defilade.tactics.counters import CONSCRIPT, ELITE, GREEN
from defilade.tactics.units import CREW, HERO, LEADER, Unit

NOBODY = Nation()
"""What is known of the men under a "?"."""


def nationality(g: SlPlay, unit: Unit) -> str:
    return g.counters[unit.type].nationality


def nation(g: SlPlay, unit: Unit) -> Nation:
    return g.peoples.nations.kinds.get(nationality(g, unit), NOBODY)


def owner(unit: Unit) -> str:
    """The side to which a unit belongs, also as a prisoner."""
    return unit.captive or unit.side


def on_eastern_front(g: SlPlay) -> bool:
    """SL:3.8.11-b, SL:3.13.7: wherever Russians or their partisans fight."""
    return any(
        g.counters[counter].nationality in ("russian", "partisan")
        for group in g.scenario.groups
        for counter in group.units
    ) or any(nationality(g, unit) == "russian" for unit in g.state.units.values())


def is_conscript(g: SlPlay, unit: Unit) -> bool:
    """SL:3.9.2, SL:3.9.3, SL:3.16.9-a: Volksgrenadiers, conscripts and Home Guard. Poor counters of other nations are
    line troops (SL:3.15.3-a, SL:3.18.4)."""
    return g.counters[unit.type].cls == CONSCRIPT and unit.kind not in (LEADER, HERO)


def is_green(g: SlPlay, unit: Unit) -> bool:
    return g.counters[unit.type].cls == GREEN


def is_inexperienced(g: SlPlay, unit: Unit) -> bool:
    """SL:3.26.1-a: Green troops are, too, but with an unbroken leader of their own nation beside them. Such company
    makes no difference to others (SL:3.11.6)."""
    if is_conscript(g, unit):
        return True
    return is_green(g, unit) and not any(
        other.is_leader and not other.broken and nationality(g, other) == nationality(g, unit)
        for other in g.side_in(unit.hex, unit.side)
        if other.id != unit.id
    )


def is_elite(g: SlPlay, unit: Unit) -> bool:
    """SL:3.28.3: single men count as elite. A crew's counter is of no class."""
    if unit.kind == CREW:
        return False
    return not unit.is_mmc or g.counters[unit.type].cls == ELITE


def same_nation(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    """SL:3.12.1: allied troops are those of another nationality. Among one's own there is no difference (SL:3.12-q2),
    but for the SS (SL:3.13.5) and partisans (SL:3.14.7)."""
    return nationality(g, leader) == nationality(g, unit)


def any_foreign(g: SlPlay, leader: Unit, troops: Iterable[Unit]) -> bool:
    return any(not same_nation(g, leader, unit) for unit in troops)

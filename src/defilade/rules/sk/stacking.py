"""How many units of a side fit into a hex (SK1:3.3-l)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from defilade.kernel import Refusal
from defilade.kernel.composition import first_of, handed_on
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import LEADER, SQUAD, Unit

RULE = "SK1:3.3-l"


class Room(NamedTuple):
    """How many of a side fit into a place: squads' worth of MMC, and leaders."""

    squads: int
    leaders: int
    rule: str


@first_of
def room_in(g: SkPlay, hex: Hex) -> Room | None:
    """Does a place have more or less room than other hexes?"""


def squad_equivalents(units: Iterable[Unit]) -> int:
    """The size of the MMC among `units`, in half-squads: two make a squad (SK1:1.2.2-a), and so do
    two crews (SKF:1.2.2-b)."""
    return sum([2 if unit.kind == SQUAD else 1 for unit in units if not unit.is_leader])


def leaders(units: Iterable[Unit]) -> int:
    return sum([1 for unit in units if unit.is_leader])


@handed_on
def stacking_size(g: SkPlay, half_squads: int, unit: Unit) -> int:
    """What makes a half-squad or crew larger than it is for stacking, in half-squads?"""
    return half_squads


def refusal(g: SkPlay, side: Side, hex: Hex, adding: Iterable[Unit]) -> Refusal | None:
    """Why `adding` cannot join the units that a side has in a hex, at any time of any phase (SKF:3.3.1-e)."""
    half_squads = smc = 0
    new = []
    for unit in adding:
        new.append(unit.id)
        if unit.kind == LEADER:
            smc += 1
        else:
            half_squads += 2 if unit.kind == SQUAD else stacking_size(g, 1, unit)
    units = g.state.units
    for uid in g.state.stacks.get(hex, ()):
        unit = units[uid]
        if unit.side != side or uid in new:
            continue
        if unit.kind == LEADER:
            smc += 1
        else:
            half_squads += 2 if unit.kind == SQUAD else stacking_size(g, 1, unit)
    room = room_in(g, hex) if room_in in g.rules.answers else None
    if room is None:
        limits = g.library.tables.stacking
        squads, most_leaders, rule = limits.squads, limits.leaders, RULE
    else:
        squads, most_leaders, rule = room
    if not squads and not most_leaders and (half_squads or smc):
        return Refusal(f"nobody may enter {g.place_name(hex)}", rule)
    if half_squads > 2 * squads:
        return Refusal(f"more than {squads} squads' worth of MMC would be in {g.place_name(hex)}", rule)
    if smc > most_leaders:
        return Refusal(f"more than {most_leaders} leaders would be in {g.place_name(hex)}", rule)
    return None

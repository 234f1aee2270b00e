"""Interdiction (SK1:3.6): what strikes a routing unit that steps into the open under enemy eyes."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part, any_of, first_of, told
from defilade.rules.sk import los, morale, terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

PART = Part()


class Interdiction(Frame):
    """A routing unit has been caught in the open (SK1:3.6-v); `leader` routs along with it.

    The morale check sets `passed`; it is None until then.
    """

    unit: str
    leader: str = ""
    checked: bool = False
    passed: bool | None = None


@any_of
def could_hit(g: SkPlay, enemy: Unit, hex: Hex, distance: int) -> bool:
    """Can a unit that has no FP for it interdict all the same, because it could hit there?"""
    return False


@first_of
def other_interdictor(
    g: SkPlay, side: Side, hex: Hex, road_rate: bool, climbed_from: str
) -> Unit | Vehicle | None:
    """What that is no Infantry interdicts a unit of `side` that is in the open in `hex`?"""


@any_of
def loses_by_it(g: SkPlay, enemy: Unit | Vehicle) -> bool:
    """Does whoever interdicts lose something by it, so that another who could do it does?"""
    return False


@told
def has_interdicted(g: SkPlay, enemy: Unit | Vehicle) -> None:
    """A unit or vehicle has interdicted another."""


# -- who can interdict -------------------------------------------------------------------------------------


def can_interdict(enemy: Unit) -> bool:
    """SK1:3.6-t: neither broken nor pinned, nor in melee (SK1:3.6-u) or CX (SK1:3.6-u2); having fired does
    not matter (SK1:3.6-w2). What else halves FP or adds a DRM (SKF:3.6-r) is long range, a lone leader's gun and smoke,
    which are asked for elsewhere."""
    return not (enemy.broken or enemy.pinned or enemy.melee or enemy.cx)


def interdiction_range(g: SkPlay, enemy: Unit) -> int:
    """The longest normal range at which a unit can bring at least 1 FP to bear; 0 if it has none."""
    reach = 0 if enemy.is_leader else g.counters[enemy.type].range
    for weapon in g.state.weapons.values():
        if weapon.owner != enemy.id or weapon.malfunctioned:
            continue
        kind = g.weapon_types[weapon.type]
        if kind.range <= reach or kind.kind == "DC":
            continue
        if kind.ordnance is not None and (kind.ordnance.to_hit or kind.ordnance.gun):
            continue  # whether it could hit is asked for elsewhere
        if enemy.is_leader and kind.is_mg and _is_alone(g, enemy):
            continue  # SK1:3.6-u3
        reach = kind.range
    return reach


def _is_alone(g: SkPlay, leader: Unit) -> bool:
    units = g.state.units
    return not any(
        uid != leader.id and (other := units[uid]).side == leader.side and not other.broken
        for uid in g.state.stacks[leader.hex]
    )


def interdictor(
    g: SkPlay, side: Side, hex: Hex, *, road_rate: bool = False, climbed_from: str = ""
) -> Unit | Vehicle | None:
    """An enemy that would interdict a unit of `side` in `hex`; one is enough however many there are."""
    return next(interdictors(g, side, hex, road_rate, climbed_from), None)


def who_interdicts(
    g: SkPlay, side: Side, hex: Hex, *, road_rate: bool, climbed_from: str
) -> Unit | Vehicle | None:
    """Of all who could, the first who loses nothing by it, or else the first."""
    first = None
    for enemy in interdictors(g, side, hex, road_rate, climbed_from):
        if not loses_by_it(g, enemy):
            return enemy
        first = first or enemy
    return first


def interdictors(
    g: SkPlay, side: Side, hex: Hex, road_rate: bool, climbed_from: str
) -> Iterator[Unit | Vehicle]:
    """All enemies that could interdict a unit of `side` in `hex`.

    SK1:3.6-z: he sees it in Open Ground as FFMO would ask, without any hindrance; so nobody is caught in an
    orchard (SK1:1.1.2-l2) or in grain (SK1:1.1.2-m3).
    """
    if not terrain.is_open_ground_for(g, hex) and not (road_rate and terrain.is_road_among_trees(g, hex)):
        return
    enemy = g.enemy_of(side)
    units = g.state.units
    for there, stack in g.state.stacks.items():
        if not g.has_side(there, enemy):
            continue
        if there == hex or los.hindrance(g, there, hex) != 0:
            continue
        if not terrain.is_open_ground_for(g, hex, there, road_rate=road_rate, climbed_from=climbed_from):
            continue
        distance = g.map.distance(there, hex)
        for uid in stack:
            unit = units[uid]
            if unit.side != enemy or not can_interdict(unit):
                continue
            if interdiction_range(g, unit) >= distance or could_hit(g, unit, hex, distance):
                yield unit
    other = other_interdictor(g, side, hex, road_rate, climbed_from)
    if other is not None:
        yield other


# -- the check ---------------------------------------------------------------------------------------------


def interdict(g: SkPlay, unit: Unit, enemy: Unit | Vehicle, leader: str) -> None:
    """SK1:3.6-y: one check for the hex. Nobody else there is touched (SK1:3.6-w)."""
    has_interdicted(g, enemy)
    g.say(
        "interdiction",
        f"{g.name(unit)} is interdicted in {g.place_name(unit.hex)} "
        f"by {g.name(enemy.id)} in {g.place_name(enemy.hex)}.",
        "SK1:3.6-t",
        "SK1:3.6-y",
        "SK1:3.6-z",
        side=enemy.side,
        who=(unit.id, enemy.id),
        at=unit.hex,
    )
    with_leader_losses(g, Interdiction(unit.id, leader))


def leading_lines(g: SkPlay, leader_id: UnitId) -> tuple[Line, ...]:
    """SK1:3.6-s2: the leader who routs along may lend his DRM; he does not where it would harm."""
    leader = g.state.units.get(leader_id)
    if leader is None or not morale.can_lead(leader):
        return ()
    value = morale.leadership(g, leader)
    return (Line(f"leadership of the {g.name(leader)}", value, "SK1:3.6-s2"),) if value < 0 else ()


@PART.automatic(Interdiction)
def run_interdiction(g: SkPlay, frame: Interdiction) -> None:
    if not frame.checked:
        frame.checked = True
        lines = leading_lines(g, frame.leader)
        # SK1:3.6-v: a NMC with all that it entails; SK1:3.6-v2: a broken unit that fails it is reduced.
        g.push(morale.MoraleCheck(frame.unit, why="interdiction", source=morale.INTERDICTION, lines=lines))
        return
    g.pop()
    leader = g.state.units.get(frame.leader)
    if frame.passed is False and leader is not None:
        morale.eliminate(g, leader, "is lost with the unit that he led back", "SK1:3.6-s3")

"""Motorcycles and bicycles that nobody rides: pushed like a load, also where nobody rides (SL:4.10.16, SL:4.11.4).

Who has taken hold of one in a MPh or APh has it until that phase is over. Out of woods or a building a motorcycle is
pushed to the edge first, and ridden off from there by the hexsides that stay clear, like in bypass (SL:4.10.16-b).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import advance, movement, terrain
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.marches.portage import also_carried, free, load, weighed
from defilade.rules.sl.mounts.motorcycles import (
    closed_refusal,
    ground_mp,
    quarters,
    total_mp,
)
from defilade.rules.sl.mounts.riding import got_on, mounting_bar, on_top, price_of_mounting
from defilade.rules.sl.movement import Left
from defilade.rules.sl.saddles import MOTORCYCLES, mount_of
from defilade.rules.sl.state import BICYCLE, HORSE, MPH, NAMES_OF_MOUNTS, SIDECAR, Bypass, Mount, SlPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, move_in_progress, record_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins
from defilade.tactics.units import Unit

PART = Part()

PUSH = "push"
AROUND = 1
"""MF of pushing one around what stands in a hex (SL:4.10.16-b)."""

NOTHING_THERE = Refusal("there is nothing for it to push", "SL:4.10.16-a")
TOO_MANY_MACHINES = Refusal("a man by himself pushes a single machine", "SL:4.10.16-a")
RIDES = Refusal("it is in the saddle", "SL:4.10.16-a")
PUSHES = Refusal("it pushes one already", "SL:4.10.16-a")
NO_TIME = Refusal("it has not the MF to push that", "SL:4.10.16-a")
TOO_MUCH = Refusal("a leader or hero never carries more than 3 PP", "SL:4.2.3")
NO_WAY_OUT = Refusal("it must be pushed into the clear first", "SL:4.10.16-b")


def wheels(mount: Mount) -> bool:
    return mount.kind != HORSE


def pushed_by(g: SlPlay, unit: Unit) -> Mount | None:
    return next((m for m in g.state.mounts.values() if wheels(m) and m.handler == unit.id), None)


def weight(g: SlPlay, mount: Mount, unit: Unit, *, rough: bool) -> float:
    """SL:4.10.16-a, SL:4.11.4: in PP."""
    table = g.tables.motorcycles
    if mount.kind == BICYCLE:
        return table.bicycles["mmc" if unit.is_mmc else "smc"]
    row = table.pushed_single if mount.single else table.pushed
    return row["rough" if rough and mount.kind == SIDECAR else "free"]


@PART.answers(also_carried)
def as_a_load(g: SlPlay, pp: float, unit: Unit) -> float:
    mount = pushed_by(g, unit) if g.state.mounts else None
    return pp if mount is None else pp + weight(g, mount, unit, rough=False)


def push_refusal(g: SlPlay, unit: Unit | None, mount: Mount | None) -> Refusal | None:
    if unit is None or mount is None or not wheels(mount) or mount.hex != unit.hex or on_top(g, mount):
        return NOTHING_THERE
    if mount.handler:
        return NOTHING_THERE
    if mount_of(g, unit) is not None:
        return RIDES
    if pushed_by(g, unit) is not None:
        return PUSHES
    single = mount.single or mount.kind == BICYCLE
    return None if unit.is_mmc or single else TOO_MANY_MACHINES


def pair(g: SlPlay, action: Action) -> tuple[Unit | None, Mount | None]:
    uid, mid = (*action.who, "", "")[:2]
    return g.state.units.get(uid), g.state.mounts.get(mid)


def refusal_on_the_move(
    g: SlPlay, frame: Moving, members: Sequence[Left], unit: Unit | None, mount: Mount | None
) -> Refusal | None:
    found = push_refusal(g, unit, mount)
    if found is not None or unit is None or mount is None:
        return found
    left = next((member for member in members if member.unit.id == unit.id), None)
    if left is None:
        return NOTHING_THERE
    if left.mover.assault:
        return movement.HAS_BEGUN
    more = weight(g, mount, unit, rough=False)
    if not unit.is_mmc and load(g, unit) + more > g.tables.portage.smc_most:
        return TOO_MUCH
    return NO_TIME if left.mf < cost_of_load(g, unit, more) else movement.must_go_on(g, frame, members)


def cost_of_load(g: SlPlay, unit: Unit, more: float) -> float:
    """The MF that so many more PP cost a unit."""
    now, spare = weighed(g, unit), free(g, unit)
    return max(0.0, now + more - spare) - max(0.0, now - spare)


def pushes(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action(PUSH, (member.unit.id, mount.id))
        for mount in g.state.mounts.values()
        for member in members
        if refusal_on_the_move(g, frame, members, member.unit, mount) is None
    ]


def take_hold(g: SlPlay, unit: Unit, mount: Mount) -> None:
    g.state.mounts[mount.id] = msgspec.structs.replace(mount, handler=unit.id, riders=())
    g.say(
        "push",
        f"{g.name(unit)} pushes the {NAMES_OF_MOUNTS[mount.kind]}.",
        "SL:4.11.4" if mount.kind == BICYCLE else "SL:4.10.16-a",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


def push(g: SlPlay, frame: Moving, action: Action) -> None:
    unit, mount = pair(g, action)
    assert unit is not None and mount is not None
    take_hold(g, unit, mount)


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        PUSH,
        39,
        pushes,
        push,
        lambda g, frame, members, action: refusal_on_the_move(g, frame, members, *pair(g, action)),
    ),
)
PART.adds(
    SPOKEN, Spoken(PUSH, lambda g, action: f"{g.name(action.who[0])} pushes {g.piece_name(action.who[1])}")
)
PART.adds(OPTION_LOOKS, VerbLook(PUSH, OptionLook("Push", rare=True)))


# -- the way -----------------------------------------------------------------------------------------------


@PART.answers(terrain.entry_bar)
def where_they_are_pushed(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.10.9-b, SL:14.10.2-b"""
    if not g.state.mounts or pushed_by(g, unit) is None:
        return None
    return closed_refusal(g, unit, hex)


def is_rough(g: SlPlay, origin: str, hex: Hex) -> bool:
    """SL:4.10.16-a: woods and buildings, and over walls and hedges."""
    by_road = g.map.road_between(origin, hex)
    over = g.map.hexside_kind(origin, hex) in ("wall", "hedge")
    return over or (g.map.terrain[hex] in bypass.OBSTACLES and not by_road)


def more_in_the_rough(g: SlPlay, unit: Unit, mount: Mount) -> float:
    """What rough ground adds to the load, in MF, the first time."""
    more = weight(g, mount, unit, rough=True) - weight(g, mount, unit, rough=False)
    return 0 if mount.rough else cost_of_load(g, unit, more)


@PART.answers(terrain.price_of_entry)
def through_the_rough(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    mount = pushed_by(g, unit) if g.state.mounts and g.state.phase == MPH else None
    if mount is None or not is_rough(g, origin, hex):
        return cost
    return cost + more_in_the_rough(g, unit, mount)


@PART.answers(movement.entered)
def pushed_along(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    for uid in frame.members:
        follow(g, g.unit(uid), origin)


@PART.answers(advance.advanced_into)
def pushed_in_the_aph(g: SlPlay, unit: Unit, origin: str) -> None:
    follow(g, unit, origin)


def follow(g: SlPlay, unit: Unit, origin: str) -> None:
    mount = pushed_by(g, unit) if g.state.mounts else None
    if mount is not None:
        rough = mount.rough or is_rough(g, origin, unit.hex)
        g.state.mounts[mount.id] = msgspec.structs.replace(
            mount, hex=unit.hex, moved=True, rough=rough, heading=-1
        )


@PART.answers(advance.other_advances)
def hands_on_it(g: SlPlay, side: Side) -> list[Action]:
    """SL:4.10.16-a: one hex, whatever it weighs."""
    if not g.state.mounts:
        return []
    return [
        Action(PUSH, (unit.id, mount.id))
        for unit in g.on_map(side)
        if advance.unit_refusal(g, unit) is None
        for mount in g.state.mounts.values()
        if push_refusal(g, unit, mount) is None
    ]


@PART.answers(advance.advanced_otherwise)
def took_hold(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == PUSH:
        unit, mount = pair(g, action)
        assert unit is not None and mount is not None
        take_hold(g, unit, mount)


@PART.answers(phase_begins)
def let_go(g: SlPlay, phase: str) -> None:
    for mount in list(g.state.mounts.values()):
        if wheels(mount) and (mount.handler or mount.rough):
            g.state.mounts[mount.id] = msgspec.structs.replace(mount, handler="", rough=False)


# -- out of woods and buildings (SL:4.10.16-b) -------------------------------------------------------------


def walled_in(g: SlPlay, hex: Hex) -> bool:
    """Whether it stands in woods or a building, and not on a road there."""
    return g.map.terrain[hex] in bypass.OBSTACLES and not g.map.roads.get(hex)


def ways_out(g: SlPlay, hex: Hex) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The hexsides that the obstacle leaves clear, and the hexes beyond them to which one can ride."""
    touched = bypass.touched(g, hex)
    clear = tuple([side for side in range(6) if side not in touched])
    beyond = [near for side in clear if (near := g.map.neighbours[hex][side]) is not None]
    return clear, tuple(beyond)


@PART.answers(mounting_bar)
def into_the_clear_first(g: SlPlay, unit: Unit, mount: Mount) -> Refusal | None:
    if mount.kind not in MOTORCYCLES or not walled_in(g, unit.hex):
        return None
    frame = move_in_progress(g)
    if g.state.phase != MPH or frame is None or unit.hex in g.map.below:
        return NO_WAY_OUT
    total = total_mp(g, mount, (unit,))
    halt = 0.0 if mount.halted == mount.hex else total / 4
    record = record_of(frame, unit.id)
    spent = (record.spent if record is not None else 0) + 1 + AROUND
    if mount.handler == unit.id:
        spent += cost_of_load_now(g, unit, mount)
    mf = movement.allowance(g, unit, led=False) - spent
    before = g.state.ridden.get(unit.id, 0)
    for near in ways_out(g, unit.hex)[1]:
        mp = ground_mp(g, unit.hex, near)
        taken = quarters(before + mp, total) - quarters(before, total)
        barred = closed_refusal(g, unit, near) is not None or g.has_side(near, g.defender)
        if mount.mp + halt + mp <= total and taken <= math.floor(mf) and not barred:
            return None
    return NO_WAY_OUT


def cost_of_load_now(g: SlPlay, unit: Unit, mount: Mount) -> float:
    """What pushing has cost a unit that pushes no more."""
    pushed = weight(g, mount, unit, rough=False)
    others = weighed(g, unit) - pushed
    spare = free(g, unit)
    return max(0.0, others + pushed - spare) - max(0.0, others - spare)


@PART.answers(price_of_mounting)
def around_what_stands_there(g: SlPlay, mf: float, unit: Unit, mount: Mount) -> float:
    if mount.kind not in MOTORCYCLES or g.state.phase != MPH:
        return mf
    pushed = cost_of_load_now(g, unit, mount) if mount.handler == unit.id else 0
    return mf + pushed + (AROUND if walled_in(g, unit.hex) else 0)


@PART.answers(got_on)
def beside_the_obstacle(g: SlPlay, unit: Unit, mount: Mount) -> None:
    """SL:4.10.16-b: it is ridden off like out of bypass."""
    if mount.kind not in MOTORCYCLES or not walled_in(g, unit.hex):
        return
    sides, beyond = ways_out(g, unit.hex)
    old = [one for one in g.state.bypasses.get(unit.id, ()) if one.hex != unit.hex]
    g.state.bypasses[unit.id] = (*old, Bypass(unit.hex, sides, beyond))

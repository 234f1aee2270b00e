"""The Movement Phase (SL:4.1, SL:4.3, SL:4.5): units and stacks move one after the other.

Nobody fires while they move: the DEFENDER's fire comes in the DFPh, at any hex of their way (SL:5.6.1-b), so the ledger
of a move is kept as its track.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar, first_of, handed_on, told
from defilade.rules.sl import stacking, terrain
from defilade.rules.sl.state import MPH, SlPlay, Track
from defilade.tactics import moving
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.control import seize
from defilade.tactics.counters import CONSCRIPT
from defilade.tactics.moving import (
    MOVE_VERBS,
    STOP,
    Mover,
    MoveRules,
    MoveVerb,
    Moving,
    left_to_spend,
    move_ends,
    move_rules,
    note,
    note_spent,
    place_of,
    the_record,
)
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import PHASE_ENTRIES, Phase
from defilade.tactics.units import Unit

PART = Part(moving.PART)

HAS_MOVED = Refusal("it has moved in this MPh", "SL:4.1.13")
HAS_FIRED = Refusal("who fired in the PFPh does not move", "SL:4.1.1")
DIRECTED = Refusal("a leader who directed fire in the PFPh does not move", "SL:3.2.2-b")
BROKEN = Refusal("a broken unit does not move in the MPh", "SL:3.21.1")
IN_MELEE = Refusal("units in melee stay in their hex", "SL:6.3.1")
NOT_YOURS = Refusal("it is not its player turn", "SL:1.3.1-a")
HAS_BEGUN = Refusal("the move has begun", "SL:4.1.12")
NOT_ADJACENT = Refusal("units move from hex to adjacent hex", "SL:4.1.2")
ENEMY_THERE = Refusal("infantry enters a hex with enemies in the APh only", "SL:4.1.11")
ONE_HEX = Refusal("Assault Movement is a move of one hex", "SL:4.5.1-b")
ALL_MF = Refusal("Assault Movement may not take all MF", "SL:4.5.3")
NOT_IN_STACK = Refusal("only units of the same hex that have not moved join", "SL:4.1.5")
TOO_FULL = Refusal("a move may not end in a hex that is too full", "SL:4.3.3")


@bar
def moving_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why does a unit not move in this MPh, though it is in good order?"""


@any_of
def leaves_melee(g: SlPlay, unit: Unit) -> bool:
    """May a unit in melee move out of it?"""
    return False


@handed_on
def mf_allowed(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """How many MF has a unit in this move?"""
    return mf


@first_of
def own_mf(g: SlPlay, frame: Moving, unit: Unit) -> float | None:
    """How many MF has a unit that nothing gives more or less?"""


@first_of
def price_in_words(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> str | None:
    """How is what a unit pays for a hex told, where it is not told in MF?"""


@handed_on
def mf_may_be_lost(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """How many of its MF has a unit only as long as it goes a certain way?"""
    return mf


def mf_at_risk(g: SlPlay, frame: Moving, unit: Unit) -> float:
    return mf_may_be_lost(g, 0.0, frame, unit)


@bar
def step_bar(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    """Why may a unit on the move not enter the next place?"""


@told
def entered(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """Units on the move have come from one place into the next."""


@told
def moved(g: SlPlay, frame: Moving) -> None:
    """A move is over."""


@any_of
def may_be_run_into(g: SlPlay, enemy: Unit, movers: Sequence[Unit]) -> bool:
    """Is an enemy no reason not to try and enter his hex?"""
    return False


@any_of
def turned_back(g: SlPlay, frame: Moving, hex: Hex) -> bool:
    """Are units on the move turned back where they try to enter?"""
    return False


@all_of
def other_moves(g: SlPlay, side: Side) -> Iterable[Action]:
    """What else than to move may a side do in its MPh?"""
    return ()


@bar
def other_move_bar(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    """Why may a side not do in its MPh what is no move?"""


@told
def moved_otherwise(g: SlPlay, side: Side, action: Action) -> None:
    """A side does in its MPh what is no move."""


@bar
def on_foot_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why is a unit not on foot?"""


@any_of
def may_always_go(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> bool:
    """May a unit go into the next hex though it has not the MF for it?"""
    return False


@bar
def assault_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why may a unit on foot not use Assault Movement from where it is?"""


@bar
def stop_bar(g: SlPlay, frame: Moving, unit: Unit) -> Refusal | None:
    """Why may the move of a unit not end where it is?"""


@any_of
def held_up(g: SlPlay, frame: Moving, action: Action) -> bool:
    """Must units on the move go through something before they leave their hex? They do so by this action afterwards."""
    return False


@told
def came_into(g: SlPlay, who: tuple[str, ...], hex: Hex) -> None:
    """Units come into the terrain of a hex in the MPh."""


@all_of
def after_moves(g: SlPlay, side: Side) -> Iterable[Frame]:
    """What is left to be done in the MPh when a side has moved?"""
    return ()


class MovementPhase(ActingPhase):
    """The ATTACKER moves any or all of his units (SL:4.1.1, SL:1.3.1-p3.2-a)."""


PART.adds(PHASE_ENTRIES, Phase(MPH, "Movement Phase", MovementPhase))


def move_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if unit.side != g.attacker or not unit.hex:
        return NOT_YOURS
    if unit.acted:
        return HAS_MOVED
    if unit.broken:
        return BROKEN
    if unit.melee and not leaves_melee(g, unit):
        return IN_MELEE
    if unit.directed:
        return DIRECTED
    return HAS_FIRED if unit.fire else moving_bar(g, unit)


def why_not_phase(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "move" and action.who else None
    return move_refusal(g, unit) if unit is not None else other_move_bar(g, side, action)


def phase_options(g: SlPlay, side: Side) -> list[Action]:
    moves = [Action("move", (unit.id,)) for unit in g.on_map(side) if move_refusal(g, unit) is None]
    return moves + other_moves(g, side)


def set_out(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != "move":
        moved_otherwise(g, side, action)
        return
    unit = g.update(g.unit(action.who[0]), acted=True)
    g.push(Moving((unit.id,), movers=(Mover(unit.id),)))


acting_phase(
    PART,
    MovementPhase,
    "Which unit moves next?",
    ("SL:4.1.1", "SL:4.1.2"),
    phase_options,
    set_out,
    why_not=why_not_phase,
    side_done=lambda g, side: g.push_in_order(*after_moves(g, side)),
)


# -- MF ----------------------------------------------------------------------------------------------------


class Left(NamedTuple):
    """What a member of the moving stack may still spend."""

    mover: Mover
    unit: Unit
    mf: float


def allowance(g: SlPlay, unit: Unit, *, led: bool) -> int:
    """SL:4.1.4.1, SL:4.1.4.2, SL:4.1.4.3; an MMC that a leader accompanies for the whole MPh has two more (SL:4.1.5);
    a wounded leader has 3 (SL:3.4.3-a)."""
    table = g.tables.movement
    if unit.is_leader:
        return table.inexperienced if unit.wounded else table.smc
    inexperienced = g.counters[unit.type].cls == CONSCRIPT  # SL:3.9.4
    return (table.inexperienced if inexperienced else table.mmc) + (table.with_leader if led else 0)


@PART.answers(left_to_spend)
def what_is_left(g: SlPlay, frame: Moving) -> list[Left]:
    units = [g.unit(uid) for uid in frame.members]
    found = []
    for unit in units:
        mover = the_record(frame, unit.id)
        led = any(other.is_leader for other in units if other.id != unit.id)
        own = own_mf(g, frame, unit)
        mf = mf_allowed(g, allowance(g, unit, led=led), frame, unit) if own is None else own
        found.append(Left(mover, unit, mf - mover.spent))
    return found


@PART.answers(move_rules)
def rules_of_moving(g: SlPlay) -> MoveRules:
    return MoveRules(("SL:4.1.2", "SL:4.1.6-a"), ("SL:4.1.13",), HAS_BEGUN, HAS_MOVED, HAS_BEGUN)


# -- verbs -------------------------------------------------------------------------------------------------


def entry_refusal(g: SlPlay, frame: Moving, members: Sequence[Left], hex: Hex) -> Refusal | None:
    origin = members[0].unit.hex
    movers = [member.unit for member in members]
    if any(not may_be_run_into(g, enemy, movers) for enemy in g.side_in(hex, g.defender)):
        return ENEMY_THERE
    left = []
    for member in members:
        found = terrain.entry_bar(g, member.unit, origin, hex) or step_bar(g, frame, member.unit, hex)
        if found is not None:
            return found
        if member.mover.assault and member.mover.hexes:
            return ONE_HEX
        cost = terrain.cost_for(g, member.unit, origin, hex)
        left.append(member.mf - cost)
        if cost > member.mf and not may_always_go(g, frame, member.unit, hex):
            return Refusal(f"{g.name(member.unit)} has {member.mf:g} MF left and needs {cost:g}", "SL:4.1.2")
        if member.mover.assault and cost == member.mf:
            return ALL_MF
    units = [member.unit for member in members]
    if stacking.refusal(g, g.attacker, hex, units) is None:
        return None
    sure = min(mf - mf_at_risk(g, frame, unit) for mf, unit in zip(left, units, strict=True))
    return None if not members[0].mover.assault and goes_on(g, units, hex, sure) else TOO_FULL


def must_go_on(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    """Why units on the move have no time for anything else: they could not stay where they are."""
    return stop_refusal(g, frame, members)


def goes_on(
    g: SlPlay, units: Sequence[Unit], hex: Hex, mf: float, past: frozenset[str] = frozenset()
) -> bool:
    """SL:4.3.3: whether units can go on from a hex that is too full to one that is not, through others as full."""
    for near in g.map.adjacent[hex]:
        if near in past or g.has_side(near, g.defender):
            continue
        left = mf - max(terrain.cost_for(g, unit, hex, near) for unit in units)
        if left < 0 or any(terrain.entry_bar(g, unit, hex, near) is not None for unit in units):
            continue
        full = stacking.refusal(g, g.attacker, near, units) is not None
        if not full or goes_on(g, units, near, left, past | {hex}):
            return True
    return False


def entry_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    near = g.map.adjacent[place_of(g, frame)]
    return [Action("enter", (), hex) for hex in near if entry_refusal(g, frame, members, hex) is None]


def why_not_enter(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if action.at not in g.map.adjacent[place_of(g, frame)]:
        return NOT_ADJACENT
    return entry_refusal(g, frame, members, action.at)


def enter(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.1.6-a; what is paid is spent (SL:4.1.12). Friends are no obstacle (SL:4.1.3-a)."""
    origin, hex = place_of(g, frame), action.at
    if held_up(g, frame, action) or turned_back(g, frame, hex):
        return
    first = g.unit(frame.members[0])
    cost = terrain.cost_for(g, first, origin, hex)
    paid = price_in_words(g, first, origin, hex) or f"{cost:g} MF"
    came_into(g, frame.members, hex)
    same_building = g.map.building_of.get(origin)
    indoors = same_building is not None and same_building == g.map.building_of.get(hex)
    for uid in frame.members:
        mine = terrain.cost_for(g, g.unit(uid), origin, hex)
        mover = note_spent(frame, uid, mine, hex)
        note(frame, uid, hexes=mover.hexes + 1, road_rate=indoors)
        g.place(g.unit(uid), hex, moved=True)
    g.say(
        "enter",
        f"{g.doing(frame.members, 'enters', 'enter')} {g.place_name(hex)} for {paid}.",
        "SL:4.1.6-a",
        side=g.attacker,
        who=frame.members,
        at=hex,
    )
    leave_track(g, frame, hex, indoors=indoors, by_road=terrain.by_road(g, origin, hex))
    entered(g, frame, origin, hex)
    seize(g, hex)


def leave_track(g: SlPlay, frame: Moving, hex: Hex, *, indoors: bool = False, by_road: bool = False) -> None:
    """SL:5.6.1-a, SL:5.6.1-c: the hexes in which units on foot spent MF are remembered for Defensive Fire."""
    for uid in frame.members:
        mover, old = the_record(frame, uid), g.state.tracks.get(uid)
        way = (*(old.hexes if old else ()), hex)
        inside = (*(old.indoors if old else ()), *((hex,) if indoors else ()))
        along = (*(old.by_road if old else ()), *((hex,) if by_road else ()))
        way = tuple(dict.fromkeys(way))
        paid = old.spent if old else ()
        spent = (*paid, mover.spent) if len(way) > len(paid) else paid
        ridden = old.riding if old else ()
        g.state.tracks[uid] = Track(
            g.state.moves, way, mover.assault, inside, by_road=along, spent=spent, riding=ridden
        )


def join_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    """SL:4.1.5: those who go together all the way are named before they set out."""
    if frame.begun:
        return []
    here = g.side_in(place_of(g, frame), g.attacker)
    return [Action("join", (unit.id,)) for unit in here if join_refusal(g, frame, unit) is None]


def join_refusal(g: SlPlay, frame: Moving, unit: Unit) -> Refusal | None:
    """SL:4.5.1-b: what has been declared is declared for all of them."""
    found = move_refusal(g, unit)
    return found or (no_assault(g, unit) if frame.movers[0].assault else None)


def no_assault(g: SlPlay, unit: Unit) -> Refusal | None:
    return on_foot_bar(g, unit) or assault_bar(g, unit)


def why_not_join(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    if frame.begun:
        return HAS_BEGUN
    if unit is None or unit.hex != place_of(g, frame):
        return NOT_IN_STACK
    return join_refusal(g, frame, unit)


def join(g: SlPlay, frame: Moving, action: Action) -> None:
    uid = action.who[0]
    g.update(g.unit(uid), acted=True)
    frame.members = (*frame.members, uid)
    frame.movers = (*frame.movers, Mover(uid, assault=frame.movers[0].assault))


def assault_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if frame.begun or members[0].mover.assault:
        return []
    on_foot = all(no_assault(g, member.unit) is None for member in members)  # SL:4.5.1-a, SL:4.5.3
    return [Action("assault")] if on_foot else []


def declare_assault(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.5.1-b: declared at the start."""
    for uid in frame.members:
        note(frame, uid, assault=True)
    g.say(
        "assault",
        f"{g.doing(frame.members, 'uses', 'use')} Assault Movement.",
        "SL:4.5.1-b",
        side=g.attacker,
        who=frame.members,
    )


def stop_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    """SL:4.3.3: hexes may be too full on the way, not at its end."""
    at = place_of(g, frame)
    for member in members:
        found = stop_bar(g, frame, member.unit)
        if found is not None:
            return found
    if not frame.begun or not any(member.mover.hexes for member in members):
        return None  # who has not left his hex may stay in it
    full = stacking.refusal(g, g.attacker, at, [member.unit for member in members]) is not None
    return TOO_FULL if full else None


def stop_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [STOP] if stop_refusal(g, frame, members) is None else []


def stop(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.1.13: once it is let go it moves no further."""
    if not frame.members:
        frame.waiting = ()  # who has left the others stays where he is
        return
    at = place_of(g, frame)
    g.say(
        "end_move",
        f"{g.doing(frame.members, 'ends its', 'end their')} move in {g.place_name(at)}.",
        "SL:4.1.13",
        side=g.attacker,
        who=frame.members,
        at=at,
    )
    frame.members = ()


PART.adds(
    MOVE_VERBS,
    MoveVerb("enter", 10, entry_options, enter, why_not_enter),
    MoveVerb("join", 20, join_options, join, why_not_join),
    MoveVerb("assault", 30, assault_options, declare_assault, lambda g, frame, members, action: HAS_BEGUN),
    MoveVerb(
        "stop", 40, stop_options, stop, lambda g, frame, members, action: stop_refusal(g, frame, members)
    ),
)


@PART.answers(move_ends)
def next_move(g: SlPlay, frame: Moving) -> list[Frame]:
    """Units that go together share a move; the next one is another."""
    g.state.moves += 1
    moved(g, frame)
    return []

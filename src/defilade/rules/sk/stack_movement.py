"""Stacks on the move (SK1:3.3-m): who joins, and who splits off and goes on by himself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import stacking
from defilade.rules.sk.movement import HAS_BEGUN, move_refusal
from defilade.rules.sk.moving import bound
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note, place_of, record_of, the_record
from defilade.tactics.names import UnitId
from defilade.tactics.units import Unit

PART = Part()


def joinable(g: SkPlay, frame: Moving) -> list[str]:
    """Those who may move along: others in the same place before anybody spends MF (SK1:3.3-m)."""
    if frame.part_begun:
        return []
    at = place_of(g, frame)
    if frame.begun:
        pool: Iterable[str] = frame.waiting
    elif at:
        pool = g.state.stacks.get(at, ())
    else:
        side = g.attacker
        pool = [uid for uid, unit in g.state.units.items() if not unit.hex and unit.side == side]
    return [uid for uid in pool if join_refusal(g, frame, g.unit(uid)) is None]


def enter_alike(g: SkPlay, unit: Unit, other: Unit) -> bool:
    """Whether two units off the map come on by the same edges over the same hexes."""
    if unit.edges != other.edges:
        return False
    card = g.scenario
    if unit.group == other.group or card.groups[unit.group].enters == card.groups[other.group].enters:
        return True
    return card.entry_hexes(unit.group, unit.edges, g.map) == card.entry_hexes(
        other.group, other.edges, g.map
    )


def join_refusal(g: SkPlay, frame: Moving, unit: Unit) -> Refusal | None:
    if unit.id in frame.members or frame.part_begun:
        return HAS_BEGUN
    first = g.unit(frame.members[0])
    if unit.hex != first.hex or not (unit.hex or enter_alike(g, unit, first)):
        return Refusal(f"{g.name(unit)} does not start in the same place", "SK1:3.3-m")
    if frame.begun:
        return None if unit.id in frame.waiting else NOT_MOVING_NOW
    found = move_refusal(g, unit)
    if found is not None or unit.hex:
        return found
    limits = g.library.tables.stacking
    stack = [*(g.unit(uid) for uid in frame.members), unit]
    if stacking.squad_equivalents(stack) > 2 * limits.squads or stacking.leaders(stack) > limits.leaders:
        return Refusal("the stack would be too high to enter any hex", stacking.RULE)
    return None


def join_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [Action("join", (uid,)) for uid in joinable(g, frame)]


def why_not_join(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    return join_refusal(g, frame, unit) if unit is not None else None


def join(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:3.3-m"""
    unit_id = action.who[0]
    frame.members = (*frame.members, unit_id)
    frame.waiting = tuple([uid for uid in frame.waiting if uid != unit_id])
    if record_of(frame, unit_id) is None:
        g.update(g.unit(unit_id), moved=True)
        note(frame, unit_id, assault=the_record(frame, frame.members[0]).assault)


def leave_refusal(g: SkPlay, frame: Moving, unit_id: UnitId) -> Refusal | None:
    """Why a member may not split off: an MMC that has used a leader's bonus ends with him (SK1:3.3-g)."""
    if unit_id not in frame.members:
        return NOT_MOVING_NOW
    if len(frame.members) < 2 or not frame.begun:
        return Refusal("there is no moving stack to split off from", "SK1:3.3-m")
    staying = [uid for uid in frame.members if uid != unit_id]
    for uid in frame.members:
        mover = the_record(frame, uid)
        if not bound(g, frame, mover):
            continue
        if uid == unit_id or not any(leader in staying for leader in mover.leaders):
            return Refusal(f"{g.name(uid)} has used MF that its leader gave it", "SK1:3.3-g")
    return None


def leave_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not frame.begun or len(members) < 2:
        return []
    return [Action("leave", (uid,)) for uid in frame.members if leave_refusal(g, frame, uid) is None]


def why_not_leave(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if not action.who or action.who[0] not in g.state.units:
        return None
    return leave_refusal(g, frame, action.who[0])


def leave(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:3.3-m: it waits where it is and may still move on its own before units outside the stack do."""
    unit_id = action.who[0]
    frame.members = tuple([uid for uid in frame.members if uid != unit_id])
    frame.waiting = (*frame.waiting, unit_id)
    g.say("split", f"{g.name(unit_id)} splits off from the moving stack.", "SK1:3.3-m", who=(unit_id,))


PART.adds(
    MOVE_VERBS,
    MoveVerb("join", 60, join_options, join, why_not_join),
    MoveVerb("leave", 100, leave_options, leave, why_not_leave),
)

"""MF as they are spent in a move (SK1:3.3-h, SK1:3.3-i), and the verbs of a move, each of which spends some or none.

Whoever spends MF draws what `mf_spent` answers with: Residual FP and Defensive First Fire (SK1:3.3.1-e).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defilade.kernel import Frame, Refusal
from defilade.rules.sk import moving, portage
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import Mover, Moving, mf_spent, note_spent, the_record
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.units import Unit

NOT_MOVING_NOW = Refusal("it is not among those who move now", "SK1:3.3-m")


# -- what is left ------------------------------------------------------------------------------------------


class Left(NamedTuple):
    """What a member of the moving stack may still spend: off the road, on it, and where it stands."""

    mover: Mover
    unit: Unit
    off_road: float
    on_road: float
    in_place: float


def left_of(g: SkPlay, frame: Moving) -> list[Left]:
    lent = moving.lending(g, frame)
    found = []
    for uid in frame.members:
        mover = the_record(frame, uid)
        off_road = moving.allowance(g, frame, mover, lent.get(uid, 0)) - mover.spent
        on_road = off_road + moving.road_bonus(g, mover)
        in_place = on_road if mover.hexes else off_road
        found.append(Left(mover, g.state.units[uid], off_road, on_road, in_place))
    return found


def mf_refusal(g: SkPlay, member: Left, cost: float, left: float) -> Refusal | None:
    """Why a member cannot spend `cost` of what it has `left`. Assault Movement keeps some (SK1:3.3-n)."""
    if cost > left:
        return Refusal(f"{g.name(member.unit)} has {max(left, 0):g} MF left and needs {cost:g}", "SK1:3.3-i")
    if member.mover.assault and cost == left:
        return Refusal(f"Assault Movement may not take all MF of the {g.name(member.unit)}", "SK1:3.3-n")
    return None


def member_of(members: Sequence[Left], unit_id: UnitId) -> Left | None:
    return next((member for member in members if member.unit.id == unit_id), None)


# -- spending ----------------------------------------------------------------------------------------------


def spend(g: SkPlay, frame: Moving, unit_ids: tuple[str, ...], mf: float, hex: Hex) -> None:
    """Write down MF spent in `hex`. A new expenditure gives every firer a new chance (SK1:3.3.1-c)."""
    lent = moving.lending(g, frame)
    g.state.fired = ()
    for uid in unit_ids:
        unit, mover = g.unit(uid), the_record(frame, uid)
        note_spent(
            frame,
            uid,
            mf,
            hex,
            leaders=tuple([leader.id for leader in moving.leaders_along(g, frame, mover)]),
            portage=max(mover.portage, portage.excess(g, unit, lent.get(uid, 0))),
        )
        portage.note_carried(g, unit, moved=False)


def spend_in_place(
    g: SkPlay, frame: Moving, unit_id: UnitId, mf: float, *then: Frame, after: tuple[Frame, ...] = ()
) -> None:
    """SK1:3.3.1-h: MF spent without entering make the unit a target where it is. `then` comes before the fire
    that this draws, `after` comes after it."""
    at = g.unit(unit_id).hex
    spend(g, frame, (unit_id,), mf, at)
    g.push_in_order(*then, *mf_spent(g, at, (unit_id,)), *after)

"""A move in progress: who moves, what each has spent and done, and what it may still spend (SK1:3.3).

The `Moving` frame lies on the stack from the moment a unit or stack begins to move until all its members have
ended their MPh.  Defensive First Fire and Residual FP read from it how a target moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from defilade.kernel import Frame
from defilade.kernel.encoding import always
from defilade.rules.sk import portage
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import CONSCRIPT, GREEN
from defilade.tactics.units import Unit


class Mover(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one unit has done in its move."""

    unit: str
    spent: float = always(0.0)
    hexes: int = 0
    """Hexes entered."""
    assault: bool = False
    """Has declared Assault Movement."""
    off_road: bool = False
    """Has crossed a hexside without a road, or entered a hex at more than the rate of the road."""
    road_rate: bool = False
    """Came into its present hex, a woods-road, at the road rate."""
    exposed: bool = False
    """Came into its present hex without taking the cover that it could have paid for."""
    climbed_from: str = ""
    """The lower hex from which it came into its present one."""
    leaders: tuple[str, ...] = ()
    """Leaders with whom it has moved from the start."""
    portage: int = 0
    """MF that portage has cost it so far: what it drops on the way it has carried all the same."""
    smoke_tried: bool = False
    weapons_tried: tuple[str, ...] = ()
    """SW that it has tried to recover, where it may try once."""
    ended: bool = False
    """Its MPh is over, though nothing has broken or pinned it."""
    mf_in: tuple[tuple[str, float], ...] = ()
    """(hex, MF spent in it)."""
    shots: tuple[tuple[str, str, int], ...] = ()
    """(hex, unit or SW, how often that has attacked it there)."""
    residual: tuple[tuple[str, int], ...] = ()
    """(hex, DRM of the latest Residual FP attack on it there)."""

    def mf_spent_in(self, hex: str) -> float:
        return next((mf for place, mf in self.mf_in if place == hex), 0.0)

    def shots_by(self, hex: str, element: str) -> int:
        return next((n for place, who, n in self.shots if place == hex and who == element), 0)

    def residual_drm(self, hex: str) -> int | None:
        return next((drm for place, drm in self.residual if place == hex), None)


class Moving(Frame):
    """A unit or stack on the move (SK1:3.3-m)."""

    members: tuple[str, ...]
    """Those who move together now."""
    waiting: tuple[str, ...] = ()
    """Those who split off and may still move, each on its own or together."""
    movers: tuple[Mover, ...] = ()
    """The record of every unit of the stack, also of those who have stopped, broken or been pinned."""
    begun: bool = False
    """Somebody of the stack has spent MF."""
    part_begun: bool = False
    """The members have spent MF since they began to move together."""


def moving(g: SkPlay) -> Moving | None:
    """The move in progress, if there is one."""
    for frame in reversed(g.state.stack):
        if isinstance(frame, Moving):
            return frame
    return None


def mover_of(g: SkPlay, unit_id: str) -> Mover | None:
    """How a unit of the move in progress has moved; None for all others."""
    frame = moving(g)
    return record(frame, unit_id) if frame is not None else None


def record(frame: Moving, unit_id: str) -> Mover | None:
    for mover in frame.movers:
        if mover.unit == unit_id:
            return mover
    return None


def the_record(frame: Moving, unit_id: str) -> Mover:
    mover = record(frame, unit_id)
    if mover is None:
        raise KeyError(f"{unit_id} is not part of the move")
    return mover


def note(frame: Moving, unit_id: str, **changes: Any) -> Mover:
    """Change a unit's record, or begin one."""
    old = record(frame, unit_id)
    if old is None:
        new = Mover(unit_id, **changes)
        frame.movers = (*frame.movers, new)
        return new
    new = msgspec.structs.replace(old, **changes)
    frame.movers = tuple([new if mover is old else mover for mover in frame.movers])
    return new


def able(g: SkPlay, frame: Moving, unit_ids: Iterable[str]) -> tuple[str, ...]:
    """Those of `unit_ids` who can go on: alive, neither broken nor pinned (SK1:3.2.1-u), not ended."""
    units = g.state.units
    return tuple(
        [
            uid
            for uid in unit_ids
            if (unit := units.get(uid)) is not None
            and not unit.broken
            and not unit.pinned
            and not the_record(frame, uid).ended
        ]
    )


# -- allowances --------------------------------------------------------------------------------------------


def base_mf(g: SkPlay, unit: Unit, *, led: bool) -> int:
    """SK1:3.3-e. A Green MMC is Inexperienced unless a leader moves along (SK1:5.4-a)."""
    tables = g.library.tables
    if unit.is_leader:
        return tables.wound.mf if unit.wounded else tables.movement.mf.leader  # SK1:3.2.1-g
    cls = g.counters[unit.type].cls
    if cls == CONSCRIPT or (cls == GREEN and not led):
        return tables.movement.mf.inexperienced_mmc
    return tables.movement.mf.mmc


def mf_allowance(
    g: SkPlay, unit: Unit, *, leader: Unit | None = None, double_time: bool = False, lent: int = 0
) -> int:
    """MF of a unit, portage counted (SK1:3.3-z, DAE:QRDC-mf). `leader` moves along; `lent` is IPC that he adds."""
    led = leader is not None
    return unladen_mf(g, unit, led=led, double_time=double_time) - portage.excess(g, unit, lent)  # SK1:4.0-l


def unladen_mf(g: SkPlay, unit: Unit, *, led: bool, double_time: bool) -> int:
    """MF of a unit that carries nothing."""
    table = g.library.tables.movement
    mf = base_mf(g, unit, led=led)
    if led and unit.is_mmc:
        mf += table.with_leader  # SK1:3.3-g
    if double_time and not unit.wounded:  # SK1:3.2.1-g: a wound on the way ends it
        mf += table.double_time  # SK1:3.3-o
    return mf


def leaders_along(g: SkPlay, frame: Moving, mover: Mover) -> list[Unit]:
    """Leaders who have moved with a unit from the start of its MPh and still do (SK1:3.3-g)."""
    units = g.state.units
    pool = mover.leaders if mover.spent else frame.members
    return [
        unit for uid in pool if uid in frame.members and uid != mover.unit and (unit := units[uid]).is_leader
    ]


def part_from(frame: Moving) -> None:
    """The members move off: leaders among them no longer move with those who stay behind (SK1:3.3-g)."""
    for mover in frame.movers:
        if mover.leaders and mover.unit not in frame.members:
            left = tuple([uid for uid in mover.leaders if uid not in frame.members])
            if left != mover.leaders:
                note(frame, mover.unit, leaders=left)


def lending(g: SkPlay, frame: Moving) -> dict[str, int]:
    """Which MMC of the moving stack have a leader's IPC (SK1:4.0-m): one leader helps one MMC.

    The leaders of the stack who carry nothing help those who are overloaded most.
    """
    if len(frame.members) == 1:
        return {}
    overloaded = [
        (over, uid)
        for uid in frame.members
        if (unit := g.state.units[uid]).is_mmc and (over := portage.excess(g, unit))
    ]
    if not overloaded:
        return {}
    lent: dict[str, int] = {}
    helping: set[str] = set()
    for _, uid in sorted(overloaded, key=lambda entry: -entry[0]):
        for leader in leaders_along(g, frame, the_record(frame, uid)):
            ipc = portage.lendable(g, leader)
            if ipc and leader.id not in helping:
                helping.add(leader.id)
                lent[uid] = ipc
                break
    return lent


def allowance(g: SkPlay, frame: Moving, mover: Mover, lent: int) -> int:
    """MF of a unit of the moving stack as it moves now, without the road bonus.

    What portage has already cost is not won back by dropping the load (SK1:4.0-d).
    """
    unit = g.state.units[mover.unit]
    led = bool(leaders_along(g, frame, mover))
    mf = unladen_mf(g, unit, led=led, double_time=unit.cx)
    return mf - max(mover.portage, portage.excess(g, unit, lent))


def allowance_alone(g: SkPlay, mover: Mover) -> int:
    """MF that a unit of the moving stack would have had without any leader."""
    unit = g.state.units[mover.unit]
    return mf_allowance(g, unit, double_time=unit.cx)


def road_bonus(g: SkPlay, mover: Mover) -> int:
    """SK1:1.1.2-f: one MF more for a unit that has moved along roads only."""
    return 0 if mover.off_road else g.library.tables.movement.road_bonus


def bound(g: SkPlay, frame: Moving, mover: Mover) -> bool:
    """Whether an MMC has spent MF that only a leader could give it: it must end with him (SK1:3.3-g)."""
    if g.state.units[mover.unit].is_leader or not mover.leaders:
        return False
    bonus = road_bonus(g, mover) if mover.hexes else 0
    return mover.spent > allowance_alone(g, mover) + bonus

"""A move in progress: who moves, what each has spent and done, and what it may still spend (SK1:3.3).

The `Moving` frame of the common floor lies on the stack until all of the stack have ended their MPh (SK1:3.3-m).
Who is broken or pinned does not go on (SK1:3.2.1-u).  Defensive First Fire and Residual FP read from it how a target
moves.
"""

from __future__ import annotations

from defilade.rules.sk import portage
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import CONSCRIPT, GREEN
from defilade.tactics.moving import Mover, Moving, note, the_record
from defilade.tactics.units import Unit

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

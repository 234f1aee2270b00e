"""What counts as lost where victory asks for it: the dead, captives, and who was killed by whom (SL:3.29)."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sl.fire import Attack
from defilade.rules.sl.morale import unit_lost
from defilade.rules.sl.nations import owner
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.victory import losses_counted, losses_needed
from defilade.rules.sl.winning import EnemyLosses
from defilade.tactics.names import Side
from defilade.tactics.units import HALF_SQUAD, LEADER, MULTI_MEN, Unit

PART = Part()

COUNTING = frozenset({*MULTI_MEN, LEADER})
"""Whose loss counts: no scout's (SL:3.7.6-b), and no other single man's who came up in play."""


def halves(unit: Unit) -> int:
    return (1 if unit.kind == HALF_SQUAD else 2) if unit.kind in COUNTING else 0


def note_loss(g: SlPlay, unit: Unit, times: int) -> None:
    if not isinstance(g.scenario.victory, EnemyLosses):
        return
    side = owner(unit)
    g.state.losses = {**g.state.losses, side: g.state.losses.get(side, 0) + times * halves(unit)}


@PART.answers(unit_lost)
def count_the_dead(g: SlPlay, unit: Unit) -> None:
    """SL:3.29.8: of prisoners those whom their own side kills, twice; their captors' victims count no more. Who has
    escaped is one unit like others, if he dies (SL:3.29.9)."""
    if not unit.captive:
        note_loss(g, unit, 1)
        return
    attacks = [frame for frame in g.state.stack if isinstance(frame, Attack)]
    if attacks and attacks[-1].side == unit.captive:
        note_loss(g, unit, 2)


@PART.answers(losses_counted)
def captives_count_twice(g: SlPlay, lost: int, side: Side) -> int:
    """SL:3.29.2: who is held at the end. SL:3.29-q10: broken men behind enemy lines are nobody's prisoners."""
    return lost + sum(2 * halves(unit) for unit in g.on_map() if unit.captive == side)


@PART.answers(losses_needed)
def executions_cost_one_more(g: SlPlay, units: int, condition: EnemyLosses) -> int:
    """SL:3.30.5-b: one more where an execution was seen; SL:3.30-q3: but never more than there are."""
    enemy = g.enemy_of(condition.winner)
    forces = sum(
        2 if g.counters[kind].kind != HALF_SQUAD else 1
        for group in g.scenario.groups
        if group.side == enemy
        for kind, count in group.units.items()
        if g.counters[kind].kind in COUNTING
        for _ in range(count)
    )
    needed = units + (enemy in g.state.embittered)
    return min(needed, max(units, forces // 2)) if forces else needed

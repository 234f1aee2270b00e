"""Questions that a player asks of the map before deciding: where to, seen by whom; and standing orders.

Nothing is decided here.  The answers are put together from the rules' own questions, so that what is shown is
what will be allowed.
"""

from __future__ import annotations

from defilade.hexgrid import UnknownHex
from defilade.kernel import Action, Choice
from defilade.rules.board_scene import los_view
from defilade.rules.presentation import LosView, NotShown, Orders, Reach, ReachedHex
from defilade.rules.sk import firers, los, movement
from defilade.rules.sk.first_fire import PASS, FirstFire, targets_left
from defilade.rules.sk.spending import Left, left_of
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.ways import Scout
from defilade.tactics.attack_plan import firepower
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import Mover, Moving, move_in_progress
from defilade.tactics.names import Hex, Side, UnitId

# -- where to ------------------------------------------------------------------------------------------------


def reach(g: SkPlay, unit_id: UnitId) -> Reach:
    """Where a unit, or the stack that moves with it, could get to with what it has left, if nobody stopped
    it."""
    members = _movers(g, unit_id)
    left = min(member.off_road for member in members)
    hexes = [ReachedHex(way.hex, way.cost, way.left, way.threats) for way in Scout(g, members).ways(())]
    return Reach(unit_id, left, tuple(hexes), "" if hexes else "It can go nowhere.")


def _movers(g: SkPlay, unit_id: UnitId) -> list[Left]:
    """The unit with those who move with it, and what each has left."""
    frame = move_in_progress(g)
    if frame is not None and unit_id in frame.members:
        return left_of(g, frame)
    unit = g.unit(unit_id)
    refusal = movement.move_refusal(g, unit)
    if refusal is not None:
        raise NotShown(refusal.reason)
    return left_of(g, Moving(members=(unit_id,), movers=(Mover(unit_id),)))


# -- line of sight -------------------------------------------------------------------------------------------


def line_of_sight(g: SkPlay, from_hex: Hex, to_hex: Hex) -> LosView:
    """A line with what it crosses, where the table allows to look (SK1:3.2-h)."""
    if firers.is_strict(g):
        raise NotShown("at this table LOS is checked when a shot has been declared")
    try:
        a, b = g.map.resolve(from_hex), g.map.resolve(to_hex)
    except UnknownHex as error:
        raise NotShown(str(error)) from error
    return los_view(g, a, b, los.verdict(g, a, b), los.hindrance(g, a, b))


# -- standing orders -----------------------------------------------------------------------------------------


def answer(g: SkPlay, choice: Choice, orders: Orders) -> Action | None:
    """What a side that has left orders answers; none where it wants to be asked."""
    top = g.state.stack[-1]
    if isinstance(top, FirstFire) and PASS in choice.options and not wants_first_fire(g, choice, top, orders):
        return PASS
    return choice.options[0] if len(choice.options) == 1 else None


def wants_first_fire(g: SkPlay, choice: Choice, frame: FirstFire, orders: Orders) -> bool:
    """Whether the DEFENDER wants to be asked about first fire at these movers (SK1:3.3.1-c)."""
    if orders.first_fire == "adjacent":
        return any(g.has_side(hex, choice.side) for hex in g.map.adjacent[frame.hex])
    if orders.first_fire == "min_fp":
        return most_firepower(g, choice.side, frame) >= orders.min_fp
    return orders.first_fire == "always"


def most_firepower(g: SkPlay, side: Side, frame: FirstFire) -> float:
    """The FP of everything that could fire at the movers out of one hex, where that is most."""
    targets = targets_left(g, frame)
    by_hex: dict[str, list[Shot]] = {}
    for shot in firers.possible_shots(g, MPH, side, frame.hex, targets):
        by_hex.setdefault(g.unit(shot.unit).hex, []).append(shot)
    return max((firepower(g, shots, frame.hex, targets)[1] for shots in by_hex.values()), default=0.0)

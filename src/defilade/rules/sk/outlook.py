"""Questions that a player asks of the map before deciding: where to, seen by whom; and standing orders.

Nothing is decided here.  The answers are put together from the rules' own questions, so that what is shown is
what will be allowed.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from defilade.hexgrid import Crossing, UnknownHex
from defilade.hexgrid.scene import paper
from defilade.kernel import Action, Choice
from defilade.rules.presentation import (
    LosCrossing,
    LosView,
    NotShown,
    Orders,
    Reach,
    ReachedHex,
    only_option,
)
from defilade.rules.sk import attack_plan, firers, los, movement, moving, setup, spending, terrain
from defilade.rules.sk.first_fire import PASS, FirstFire, targets_left
from defilade.rules.sk.moving import Mover, Moving
from defilade.rules.sk.spending import Left
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.units import Unit, Weapon

# -- where to ------------------------------------------------------------------------------------------------


def reach(g: SkPlay, unit_id: str) -> Reach:
    """Where a unit, or the stack that moves with it, could get to with what it has left, if nobody stopped
    it."""
    members = _movers(g, unit_id)
    best = _cheapest(g, members)
    left = min(member.off_road for member in members)
    enemies = threats(g, g.enemy_of(members[0].unit.side))
    hexes = [
        ReachedHex(hex, cost, max(left - cost, 0.0), seen_by(g, hex, enemies))
        for hex, cost in best.items()
        if hex != members[0].unit.hex
    ]
    return Reach(unit_id, left, tuple(hexes), "" if hexes else "It can go nowhere.")


def _movers(g: SkPlay, unit_id: str) -> list[Left]:
    """The unit with those who move with it, and what each has left."""
    frame = moving.moving(g)
    if frame is not None and unit_id in frame.members:
        return spending.left_to_spend(g, frame)
    unit = g.unit(unit_id)
    refusal = movement.move_refusal(g, unit)
    if refusal is not None:
        raise NotShown(refusal.reason)
    return spending.left_to_spend(g, Moving(members=(unit_id,), movers=(Mover(unit_id),)))


def _cheapest(g: SkPlay, members: Sequence[Left]) -> dict[str, float]:
    """The fewest MF to each hex. Whoever has kept to the road may have a bonus, so those ways are kept
    apart."""
    start = members[0].unit.hex
    on_road = all(not member.mover.off_road for member in members)
    queue: list[tuple[float, str, bool]] = [(0.0, start, on_road)]
    done: set[tuple[str, bool]] = set()
    best: dict[str, float] = {}
    while queue:
        cost, hex, on_road = heapq.heappop(queue)
        if (hex, on_road) in done:
            continue
        done.add((hex, on_road))
        best.setdefault(hex, cost)
        for further, entered, still_on_road in _steps(g, members, hex, cost, on_road, hex != start):
            if (entered, still_on_road) not in done:
                heapq.heappush(queue, (further, entered, still_on_road))
    return best


def _steps(
    g: SkPlay, members: Sequence[Left], hex: str, spent: float, on_road: bool, moved: bool
) -> Iterator[tuple[float, str, bool]]:
    """The hexes that can be entered next, with the MF spent by then."""
    now = [_after(member, spent, on_road, moved) for member in members]
    around = g.map.adjacent[hex] if hex else setup.may_enter(g, members[0].unit)
    for entered in around:
        for rate in terrain.rates(g, hex, entered):
            if movement.entry_refusal(g, now, hex, entered, rate) is None:
                cost = terrain.entry_cost(g, members[0].unit, hex, entered, rate)
                yield spent + cost, entered, on_road and terrain.along_road(g, hex, entered, rate)
                break


def _after(member: Left, spent: float, on_road: bool, moved: bool) -> Left:
    """A member after it has spent so much on the way."""
    mover = member.mover
    if moved and mover.assault:
        mover = msgspec.structs.replace(mover, hexes=mover.hexes + 1)
    most = member.on_road if on_road else member.off_road
    return member._replace(mover=mover, off_road=member.off_road - spent, on_road=most - spent)


class Threat(NamedTuple):
    """An enemy hex from which somebody could fire, and how far."""

    hex: str
    range: int


def threats(g: SkPlay, side: str) -> list[Threat]:
    """The hexes of a side from which unbroken units could fire, whatever they have done this turn."""
    found = []
    for hex in g.state.stacks:
        ranges = [
            firers.reach(g, unit, weapon)
            for unit in g.side_in(hex, side)
            if not unit.broken and not unit.melee
            for weapon in _arms(g, unit)
        ]
        if ranges:
            found.append(Threat(hex, max(ranges)))
    return found


def _arms(g: SkPlay, unit: Unit) -> list[Weapon | None]:
    """What a unit could fire with: its own FP (None) and SW that work."""
    working = [
        weapon
        for weapon in g.weapons_of(unit)
        if not weapon.malfunctioned and g.weapon_type(weapon).kind != "DC"
    ]
    return [*working, None] if unit.is_mmc else [*working]


def seen_by(g: SkPlay, hex: str, enemies: Sequence[Threat]) -> tuple[str, ...]:
    """The enemy hexes that have LOS and range to a hex. Where LOS may not be checked, none are told."""
    if firers.is_strict(g):
        return ()
    return tuple(
        [
            enemy.hex
            for enemy in enemies
            if g.map.distance(enemy.hex, hex) <= enemy.range and los.sees(g, enemy.hex, hex)
        ]
    )


# -- line of sight -------------------------------------------------------------------------------------------


def line_of_sight(g: SkPlay, from_hex: str, to_hex: str) -> LosView:
    """A line with what it crosses, where the table allows to look (SK1:3.2-h)."""
    if firers.is_strict(g):
        raise NotShown("at this table LOS is checked when a shot has been declared")
    try:
        a, b = g.map.resolve(from_hex), g.map.resolve(to_hex)
    except UnknownHex as error:
        raise NotShown(str(error)) from error
    verdict = los.verdict(g, a, b)
    hindrance = los.hindrance(g, a, b)
    at = paper(verdict.at) if verdict.at is not None else None
    return LosView(
        from_hex=a,
        to_hex=b,
        clear=hindrance >= 0,
        range=verdict.range,
        hindrance=max(hindrance, 0),
        text=los_words(g, a, b),
        crosses=tuple(_crossing(g, one) for one in verdict.crosses),
        stopped_at=(round(at[0], 2), round(at[1], 2)) if at is not None else None,
        rules=verdict.rules,
    )


def los_words(g: SkPlay, a: str, b: str) -> str:
    verdict, hindrance = los.verdict(g, a, b), los.hindrance(g, a, b)
    line = f"{g.place_name(a)} to {g.place_name(b)}, range {verdict.range}"
    if not verdict.clear and verdict.blocked_by:
        what = (verdict.what or "terrain").replace("_", " ")
        return f"{line}: blocked by {what} in {g.place_name(verdict.blocked_by)}."
    if hindrance < 0:
        return f"{line}: blocked, too much hinders it."
    return f"{line}: clear." if not hindrance else f"{line}: clear, hindrance +{hindrance}."


def _crossing(g: SkPlay, one: Crossing) -> LosCrossing:
    what = one.terrain.replace("_", " ")
    return LosCrossing(one.hex, g.place_name(one.hex), what, one.effect, one.drm, one.rule or "")


# -- standing orders -----------------------------------------------------------------------------------------


def answer(g: SkPlay, choice: Choice, orders: Orders) -> Action | None:
    """What a side that has left orders answers; none where it wants to be asked."""
    top = g.state.stack[-1]
    if isinstance(top, FirstFire) and PASS in choice.options and not wants_first_fire(g, choice, top, orders):
        return PASS
    return only_option(choice, orders)


def wants_first_fire(g: SkPlay, choice: Choice, frame: FirstFire, orders: Orders) -> bool:
    """Whether the DEFENDER wants to be asked about first fire at these movers (SK1:3.3.1-c)."""
    if orders.first_fire == "adjacent":
        return any(g.has_side(hex, choice.side) for hex in g.map.adjacent[frame.hex])
    if orders.first_fire == "min_fp":
        return most_firepower(g, choice.side, frame) >= orders.min_fp
    return orders.first_fire == "always"


def most_firepower(g: SkPlay, side: str, frame: FirstFire) -> float:
    """The FP of everything that could fire at the movers out of one hex, where that is most."""
    targets = targets_left(g, frame)
    by_hex: dict[str, list[firers.Shot]] = {}
    for shot in firers.possible_shots(g, MPH, side, frame.hex, targets):
        by_hex.setdefault(g.unit(shot.unit).hex, []).append(shot)
    return max(
        (attack_plan.firepower(g, shots, frame.hex, targets)[1] for shots in by_hex.values()), default=0.0
    )

"""Where cavalry can charge (SL:4.12.28, SL:4.12.31, SL:4.12.32): the run-up, the target and the way out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.state import HORSE, Run, SlPlay
from defilade.rules.sl.vehicles.exposed import exposed_of
from defilade.rules.sl.vehicles.nerve import FAILED
from defilade.rules.sl.vehicles.storming import NEEDS_NERVE
from defilade.rules.sl.vehicles.yard import is_afv, vehicles_in
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

OPEN_KINDS = ("open", terrain.WHEAT, terrain.HOLES)
"""SL:4.12.28, SL:4.12.31: what a charge goes over."""
NO_WAY_OUT = ("woods",)
RUN_UP = 4
NEVER = 999.0


class Goals(NamedTuple):
    """For each hex the least MF with which a charge that starts its run-up there, or goes there first, comes off."""

    least: dict[str, float]
    targets: tuple[str, ...]


def fit(g: SlPlay, hex: Hex) -> bool:
    return g.map.terrain[hex] in OPEN_KINDS and hex not in g.map.relief.depressions


def straight(way: Sequence[int]) -> bool:
    """SL:4.12.31: whether these directions lie within one covered arc, the two hexes before a facing."""
    return any(all(step in (arc, (arc + 1) % 6) for step in way) for arc in range(6))


def straight_end(way: tuple[int, ...]) -> tuple[int, ...]:
    """The last steps of a way that lie within one covered arc, no more than a run-up has."""
    way = way[-RUN_UP:]
    while not straight(way):
        way = way[1:]
    return way


def victims(g: SlPlay, side: Side, hex: Hex) -> list[str]:
    """SL:4.12.28, SL:4.12-q12: infantry, trucks and their passengers, and horses; AFVs and who is in them are not."""
    enemy = g.enemy_of(side)
    found = [unit.id for unit in g.side_in(hex, enemy) if not is_concealed(unit)]
    if g.state.vehicles:
        soft = [v for v in vehicles_in(g, hex) if v.side == enemy and not is_afv(g, v)]
        found += [piece for vehicle in soft for piece in exposed_of(g, vehicle)]
    mounts = g.state.mounts.values()
    alone = [m.id for m in mounts if m.hex == hex and m.side == enemy and m.kind == HORSE and not m.riders]
    return [*found, *alone]


def step_cost(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> float:
    barred = terrain.entry_bar(g, unit, origin, hex)
    if barred is not None and (barred != NEEDS_NERVE or g.state.paamc.get(unit.id) == FAILED):
        return NEVER  # SL:4.12.19: who has yet to check may pass
    return terrain.cost_for(g, unit, origin, hex)


def cost_of_leaving(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.12.32: the least MF that it takes to leave a hex that has been charged from `origin`."""
    ways = [
        step_cost(g, unit, hex, near)
        for near in around(g, hex)
        if near != origin and may_leave_to(g, near) and not g.has_side(near, g.enemy_of(unit.side))
    ]
    return min(ways, default=NEVER)


def may_leave_to(g: SlPlay, hex: Hex) -> bool:
    return g.map.terrain[hex] not in NO_WAY_OUT and hex not in g.map.relief.depressions


def charged_hexes(g: SlPlay, unit: Unit, run: Run) -> tuple[str, ...]:
    """Hexes with somebody whom a unit may attack, as far as all can see."""
    enemy = g.enemy_of(unit.side)
    hexes: dict[str, None] = {one.hex: None for one in g.on_map(enemy)}
    hexes.update({vehicle.hex: None for vehicle in g.state.vehicles.values() if vehicle.side == enemy})
    hexes.update({mount.hex: None for mount in g.state.mounts.values() if mount.side == enemy})
    return tuple(
        [
            hex
            for hex in hexes
            if hex
            and hex not in g.map.below
            and fit(g, hex)
            and (not run.goals or hex in run.goals)
            and victims(g, unit.side, hex)
        ]
    )


def goals(g: SlPlay, unit: Unit, run: Run) -> Goals:
    """Worked out once for a moment: it depends on where the enemies are, and on the map."""
    targets = charged_hexes(g, unit, run)
    enemies = frozenset(hex for hex in g.state.stacks if g.has_side(hex, g.enemy_of(unit.side)))
    key = ("goals of a charge", unit.side, targets, enemies, g.state.paamc.get(unit.id))
    found = g.scratch.get(key)
    if found is None:
        found = g.scratch[key] = Goals(backwards(g, unit, targets, enemies), targets)
    assert isinstance(found, Goals)
    return found


def backwards(g: SlPlay, unit: Unit, targets: Sequence[str], enemies: frozenset[str]) -> dict[str, float]:
    """From each target back over its run-ups, and on from where they start."""
    starts: dict[str, float] = {}
    for target in targets:
        for start, cost in run_ups(g, unit, target, enemies):
            if cost < starts.get(start, NEVER):
                starts[start] = cost
    least: dict[str, float] = {}
    heap = [(cost, hex) for hex, cost in starts.items()]
    heap.sort()
    while heap:
        cost, hex = heappop(heap)
        if hex in least:
            continue
        least[hex] = cost
        for before in around(g, hex):
            if before not in least and before not in enemies and hex not in enemies:
                step = step_cost(g, unit, before, hex)
                if step < NEVER:
                    heappush(heap, (cost + step, before))
    return least


def run_ups(g: SlPlay, unit: Unit, target: str, enemies: frozenset[str]) -> Iterable[tuple[str, float]]:
    """Where the four hexes before an attack may begin, and what they cost with the way out."""
    found: list[tuple[str, float]] = []

    def back(hex: Hex, way: tuple[int, ...], cost: float) -> None:
        for near in around(g, hex):
            into = direction(g, near, hex)
            longer = (into, *way)
            if not straight(longer):
                continue
            whole = cost + step_cost(g, unit, near, hex)
            if not way:
                whole += cost_of_leaving(g, unit, near, hex)
            if whole >= NEVER:
                continue
            if len(longer) == RUN_UP:
                found.append((near, whole))
            elif fit(g, near) and near not in enemies:
                back(near, longer, whole)

    back(target, (), 0.0)
    return found


def around(g: SlPlay, hex: Hex) -> list[str]:
    """The hexes about one, on the ground."""
    return [near for near in g.map.neighbours[hex] if near is not None]


def direction(g: SlPlay, origin: str, hex: Hex) -> int:
    return g.map.neighbours[origin].index(hex)


def run_on(g: SlPlay, run: Run, origin: str, hex: Hex) -> tuple[int, ...]:
    """The run-up with one more step: only over what is fit to gallop over."""
    if not fit(g, hex):
        return ()
    before = run.way if run.at == origin else ()
    return (*before, direction(g, origin, hex))[-RUN_UP:]


def in_reach(g: SlPlay, unit: Unit, run: Run, hex: Hex, way: tuple[int, ...], mf: float) -> bool:
    """Whether a charge can still come to an attack from a hex, with this run-up and so many MF."""
    found = goals(g, unit, run)
    if hex in found.least:
        if found.least[hex] <= mf:
            return True
    elif any(step_cost(g, unit, hex, near) + found.least.get(near, NEVER) <= mf for near in around(g, hex)):
        return True  # out of a hex with enemies
    return goes_through(g, unit, found.targets, hex, way[1 - RUN_UP :], mf, RUN_UP - 1)


def goes_through(
    g: SlPlay, unit: Unit, targets: Sequence[str], hex: Hex, way: tuple[int, ...], mf: float, steps: int
) -> bool:
    """Whether a target lies straight on."""
    for near in around(g, hex):
        longer = straight_end((*way, direction(g, hex, near)))
        if len(longer) + steps <= RUN_UP:
            continue
        left = mf - step_cost(g, unit, hex, near)
        if left < 0:
            continue
        if near in targets and len(longer) >= RUN_UP:
            if cost_of_leaving(g, unit, hex, near) <= left:
                return True
        elif steps > 1 and fit(g, near) and not g.has_side(near, g.enemy_of(unit.side)):
            if goes_through(g, unit, targets, near, longer, left, steps - 1):
                return True
    return False

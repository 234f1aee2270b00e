"""Hexes for situations, found by what a test needs of them, so that a redrawn board does not upset the
tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from defilade.hexgrid import GameMap, MapSpec, Placed, build_map
from defilade.rules.sk.terrain import los_profile
from sk.situation import Situation


@cache
def board(name: str = "y") -> GameMap:
    return build_map(MapSpec([Placed(name)]), los_profile(True))


@cache
def lines(
    distance: int, target: str = "open", firer: str = "open", hindrance: int = 0
) -> tuple[tuple[str, str], ...]:
    """Pairs (firer's hex, target hex) at a range, with these kinds of terrain and this hindrance (-1: no
    LOS)."""
    area = board()
    return tuple(
        (a, b)
        for a in area.names
        if area.terrain[a] == firer
        for b in area.names
        if area.terrain[b] == target and area.distance(a, b) == distance and area.hindrance(a, b) == hindrance
    )


def line(distance: int, target: str = "open", firer: str = "open", hindrance: int = 0) -> tuple[str, str]:
    """The first pair (firer's hex, target hex) of that kind."""
    return lines(distance, target, firer, hindrance)[0]


def chain(links: int, distance: int = 0) -> tuple[str, ...]:
    """So many firers' hexes in a row (no two of them adjacent but neighbours in it), then a target hex that
    all see, all of them in the open; the nearest of them at `distance` if it is given."""
    area = board()
    for target in area.names:
        if area.terrain[target] != "open":
            continue
        for row in _rows(area, target, links):
            if not distance or min(area.distance(hex, target) for hex in row) == distance:
                return (*row, target)
    raise LookupError(f"no row of {links} hexes")


def _rows(area: GameMap, target: str, links: int, row: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if len(row) == links:
        yield row
        return
    near = area.adjacent[row[-1]] if row else area.names
    for hex in near:
        if (
            hex != target
            and hex not in row
            and area.terrain[hex] == "open"
            and area.hindrance(hex, target) == 0
            and area.distance(hex, target) > 1
            and not any(hex in area.adjacent[other] for other in row[:-1])
        ):
            yield from _rows(area, target, links, (*row, hex))


def volley(targets: list[dict[str, Any]], *dice: int, terrain: str = "open", **more: Any) -> Situation:
    """Three 4-6-8 directed by an 8-0 (12 FP, no DRM, no cowering) prep fire at Russians three hexes away.

    The targets need no hex. With dice the attack is made; the first two are its DR.
    """
    here, there = line(3, target=terrain)
    firers = [{"id": f"g{n}", "type": "ger-468", "hex": here} for n in (1, 2, 3)]
    lead = {"id": "lead", "type": "ger-8-0", "hex": here}
    placed = [{"hex": there, **target} for target in targets]
    s = Situation("y", "PFPh", "german", [*firers, lead, *placed], **more)
    if dice:
        s.do(f"target - {there}", "add g1", "add g2", "add g3", "declare", "direct lead").roll(*dice)
    return s

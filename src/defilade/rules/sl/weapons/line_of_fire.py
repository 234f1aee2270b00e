"""The line of fire beyond its target: which hexes it enters one after the other (SL:8.9.2.2-b)."""

from __future__ import annotations

from fractions import Fraction

from defilade.hexgrid import GameMap
from defilade.hexgrid.coords import CORNERS, Point

Step = tuple[str, ...]
"""A hex that the line enters, or the two between which it runs along their hexside; the left one comes first."""


def _cross(way: Point, corner: Point) -> int:
    return way[0] * corner[1] - way[1] * corner[0]


def _along(way: Point, point: Point) -> int:
    return way[0] * point[0] + way[1] * point[1]


def stretch(way: Point, centre: Point) -> tuple[Fraction, bool] | None:
    """Where the line through the origin passes a hex about `centre`: the middle of its way there, and whether it only
    runs along a hexside. None where it misses the hex, or only touches a corner."""
    corners = [(centre[0] + x, centre[1] + y) for x, y in CORNERS]
    sides = [_cross(way, corner) for corner in corners]
    on = [corner for corner, side in zip(corners, sides, strict=True) if side == 0]
    if min(sides) >= 0 or max(sides) <= 0:
        if len(on) < 2:
            return None
        return Fraction(sum(_along(way, corner) for corner in on), 2), True
    met = [Fraction(_along(way, corner)) for corner in on]
    for number, (corner, side) in enumerate(zip(corners, sides, strict=True)):
        other, other_side = corners[(number + 1) % 6], sides[(number + 1) % 6]
        if side * other_side < 0:
            part = Fraction(side, side - other_side)
            met.append(_along(way, corner) + part * (_along(way, other) - _along(way, corner)))
    return (min(met) + max(met)) / 2, False


def beyond(game_map: GameMap, origin: str, target: str, reach: int) -> tuple[Step, ...]:
    """The hexes that the line from one centre through another enters after that other hex, up to a range. Along a
    hexside it enters two at once."""
    start, end = game_map.ground_hex(origin), game_map.ground_hex(target)
    a, b = game_map.centres[start], game_map.centres[end]
    way = (b[0] - a[0], b[1] - a[1])
    after = _along(way, way)
    found: dict[Fraction, list[tuple[int, str]]] = {}
    for hex in game_map.names:
        if hex == end or game_map.distance(start, hex) > reach:
            continue
        centre = (game_map.centres[hex][0] - a[0], game_map.centres[hex][1] - a[1])
        if _along(way, centre) <= 0:
            continue
        passed = stretch(way, centre)
        if passed is not None and passed[0] > after:
            found.setdefault(passed[0], []).append((_cross(way, centre), hex))
    return tuple(tuple(hex for _, hex in sorted(found[place])) for place in sorted(found))

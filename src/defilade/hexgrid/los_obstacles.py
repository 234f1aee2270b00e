"""What rises on the way of a line: art on its ground, the ground itself, and pairs of them that touch the line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from defilade.hexgrid.names import Hex

from .coords import Point
from .geometry import Polygon
from .los import Ground, Line
from .relief import Relief, Rise

HILL: Final = "hill"
FLAT: Final = Relief({}, {}, {}, {}, {}, {})


@dataclass(frozen=True)
class Obstacle:
    """Something on both sides of the line: where, how high (half-levels above level 0), what it hides behind it."""

    place: Fraction
    hexes: tuple[str, ...]
    kind: str
    top: int
    blind: int
    rule: str
    #: 1 for what stands on a hexside: the hex behind it is one of its own two
    beside: int = 0


def level_of(ground: Ground, hex: Hex, storey: int) -> int:
    """The level on which men in a location are; a steeple rises higher than the one storey that it is."""
    relief = ground.relief or FLAT
    if storey and hex in relief.steeples:
        return relief.level(hex) + ground.profile.relief.steeple
    return relief.level(hex) + storey


def standing(ground: Ground, hex: Hex) -> Iterator[tuple[Polygon, str, int, int, str]]:
    """What rises in a hex: outline, kind, top (half-levels above level 0), what it hides behind it, and the rule."""
    relief, profile = ground.relief or FLAT, ground.profile
    base = 2 * relief.surface(hex)
    for art in ground.art.get(hex, ()):
        if art.kind in profile.obstacles:
            rise = _rise(ground, hex, art.kind)
            yield art.polygon, art.kind, base + rise.height, rise.blind, profile.obstacles[art.kind]
    for contour in relief.contours.get(hex, ()):
        yield contour.polygon, HILL, 2 * contour.level, 1, profile.relief.hill_rule


def _rise(ground: Ground, hex: Hex, kind: str) -> Rise:
    reading, storeys = ground.profile.relief, (ground.relief or FLAT).storeys
    if hex in storeys:
        return reading.building(storeys[hex])
    return reading.rises.get(kind, reading.obstacle)


def contacts(line: Line, things: Iterable[tuple[Polygon, Obstacle]]) -> Iterator[Obstacle]:
    """Where the line runs between two outlines that touch it from left and right."""
    left: list[tuple[int, int, Obstacle]] = []
    right: list[tuple[int, int, Obstacle]] = []
    for polygon, thing in things:
        sides = line.sides(polygon)
        if sides.count(0) > 1 and not min(sides) < 0 < max(sides):
            stretches = right if max(sides) > 0 else left
            stretches += [(*edge, thing) for edge in line.edges_on_it(polygon, sides)]
    for begin, end, one in left:
        for other_begin, other_end, other in right:
            if max(begin, other_begin) < min(end, other_end):
                yield _between_both(max(begin, other_begin), one, other)


def contacts_at(
    ground: Ground, side: tuple[Point, Point], hexes: Iterable[str]
) -> list[tuple[tuple[str, ...], str, int, int]]:
    """What stops a line along a hexside from both sides: hexes, kind, top and what it hides, of each."""
    things = [
        (polygon, Obstacle(Fraction(0), (hex,), kind, top, blind, rule))
        for hex in hexes
        for polygon, kind, top, blind, rule in standing(ground, hex)
    ]
    return [(one.hexes, one.kind, one.top, one.blind) for one in contacts(Line(*side), things)]


def _between_both(place: int, one: Obstacle, other: Obstacle) -> Obstacle:
    """Two things that touch the line from both sides stop it as high as the lower of them goes."""
    lower = min(one, other, key=lambda o: (o.top, o.hexes, o.kind))
    hexes = tuple(sorted({*one.hexes, *other.hexes}))
    return Obstacle(Fraction(place), hexes, lower.kind, lower.top, min(one.blind, other.blind), lower.rule)

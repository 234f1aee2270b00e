"""Line of sight between locations straight from its definition: slow, with fractions, for comparison only.

The line is cut at every place where it meets an edge of anything.  Between two cuts nothing changes, so it is enough
to look a hair's breadth to the left and to the right of the middle of each stretch, and see what stands there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from defilade.hexgrid import GameMap, Location
from defilade.hexgrid.coords import corners, distance

Spot = tuple[Fraction, Fraction]
Ring = tuple[tuple[int, int], ...]
HAIR = Fraction(1, 10**40)


@dataclass(frozen=True)
class Thing:
    """Something that rises in a hex: up to `top` half-levels, hiding `blind` hexes."""

    hex: str
    ring: Ring
    top: int
    blind: int
    hill: bool = False


def inside(ring: Ring, spot: Spot) -> bool:
    """Even-odd rule; the spot lies on no edge."""
    x, y = spot
    crossings = 0
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * Fraction(x2 - x1, y2 - y1):
            crossings += 1
    return crossings % 2 == 1


class SlowSight:
    """One line."""

    def __init__(self, area: GameMap, a: Location, b: Location) -> None:
        self.area, self.reading = area, area.profile.relief
        self.ends = (a, b)
        self.p, self.q = area.centres[a.hex], area.centres[b.hex]
        self.dx, self.dy = self.q[0] - self.p[0], self.q[1] - self.p[1]
        heights = [self.height(end) for end in self.ends]
        self.low, self.high = min(heights), max(heights)
        self.lower, self.upper = (a, b) if heights[0] <= heights[1] else (b, a)
        self.others = [hex for hex in area.names if hex not in (a.hex, b.hex) and self.stretch(hex)]

    def height(self, end: Location) -> int:
        steeple = end.storey and end.hex in self.area.relief.steeples
        return self.area.level(end.hex) + (self.reading.steeple if steeple else end.storey)

    # The line and places on it, as parts of it from 0 to 1.

    def cuts(self, ring: Ring) -> Iterator[Fraction]:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
            one = self.dx * (y1 - self.p[1]) - self.dy * (x1 - self.p[0])
            two = self.dx * (y2 - self.p[1]) - self.dy * (x2 - self.p[0])
            if one == two == 0:
                yield self.part(x1, y1)
                yield self.part(x2, y2)
            elif one * two <= 0:
                along = Fraction(one, one - two)
                yield self.part(x1 + along * (x2 - x1), y1 + along * (y2 - y1))

    def part(self, x: Fraction | int, y: Fraction | int) -> Fraction:
        if self.dx:
            return Fraction(x - self.p[0]) / self.dx
        return Fraction(y - self.p[1]) / self.dy

    def stretch(self, hex: str) -> tuple[Fraction, Fraction] | None:
        """The part of the line in a hex with its border; None if they do not meet or only in a point."""
        if self.p == self.q:
            return None
        found = sorted(t for t in self.cuts(corners(self.area.centres[hex])) if 0 <= t <= 1)
        return (found[0], found[-1]) if found and found[0] < found[-1] else None

    def beside(self, part: Fraction) -> tuple[Spot, Spot]:
        x, y = self.p[0] + part * self.dx, self.p[1] + part * self.dy
        return (x - self.dy * HAIR, y + self.dx * HAIR), (x + self.dy * HAIR, y - self.dx * HAIR)

    def stretches(self, rings: list[Ring]) -> Iterator[tuple[Spot, Spot]]:
        """Left and right of the middle of each stretch between two cuts."""
        cuts = sorted(
            {t for ring in rings for t in self.cuts(ring) if 0 < t < 1} | {Fraction(0), Fraction(1)}
        )
        for begin, end in pairwise(cuts):
            yield self.beside((begin + end) / 2)

    # What rises.

    def things(self) -> list[Thing]:
        area, reading = self.area, self.reading
        found = []
        for hex in self.others:
            base = 2 * (area.level(hex) + (hex in area.relief.depressions))
            for art in area.ground.art.get(hex, ()):
                if art.kind in area.profile.obstacles:
                    rise = reading.rises.get(art.kind, reading.obstacle)
                    if hex in area.relief.storeys:
                        rise = reading.buildings[min(area.storeys(hex), len(reading.buildings) - 1)]
                    found.append(Thing(hex, art.polygon, base + rise.height, rise.blind))
            for contour in area.relief.contours.get(hex, ()):
                found.append(Thing(hex, contour.polygon, 2 * contour.level, 1, hill=True))
        return found

    def stopped(self) -> bool:
        if self.p == self.q:
            return False
        return (
            self.stopped_by_things()
            or self.stopped_by_inherent()
            or self.stopped_by_hexsides()
            or self.stopped_by_drop()
            or self.stopped_by_slope()
            or self.stopped_in_depression()
        )

    def stopped_by_things(self) -> bool:
        things = self.things()
        for left, right in self.stretches([thing.ring for thing in things]):
            on_left = [thing for thing in things if inside(thing.ring, left)]
            on_right = [thing for thing in things if inside(thing.ring, right)]
            for one, other in product(on_left, on_right):
                low = min(one, other, key=lambda thing: (thing.top, thing.hex))
                blind = min(one.blind, other.blind)
                if self.too_high(low.top, blind, {one.hex, other.hex}, low.hill):
                    return True
        return False

    def too_high(self, top: int, blind: int, hexes: set[str], hill: bool = False, extra: int = 0) -> bool:
        """Whether something of this height on both sides of the line stops it."""
        reading = self.reading
        if top <= 2 * self.low:
            return False
        if self.low == self.high or top >= 2 * self.high:
            return True
        mine = self.area.relief.hills.get(self.upper.hex)
        if hill and not reading.own_hill_blinds and mine in [self.area.relief.hills.get(h) for h in hexes]:
            return False
        if blind == 0:
            return False
        if not (reading.sees_over_from_storeys if self.upper.storey else reading.sees_over):
            return True
        return any(self.blind(hex, top, blind) >= self.away(hex, self.lower) + extra for hex in hexes)

    def away(self, hex: str, end: Location) -> int:
        return distance(self.area.centres[hex], self.area.centres[end.hex])

    def blind(self, hex: str, top: int, blind: int) -> int:
        if self.reading.blind_every:
            blind += self.away(hex, self.upper) // self.reading.blind_every
        if self.reading.height_saves:
            levels_above = Fraction(2 * self.high - top, 2)
            while levels_above >= 2:
                levels_above -= 1
                blind -= 1
        return max(blind, 1)

    def stopped_by_inherent(self) -> bool:
        for hex in self.others:
            terrain = self.area.terrain[hex]
            effect = self.reading.between_levels.get(terrain, ("none", ""))[0]
            if self.low != self.high and effect == "obstacle" and self.among_trees(hex):
                rise = self.reading.rises.get(terrain, self.reading.obstacle)
                surface = self.area.level(hex) + (hex in self.area.relief.depressions)
                if self.too_high(2 * surface + rise.height, rise.blind, {hex}):
                    return True
        return False

    def among_trees(self, hex: str) -> bool:
        """Whether the line is in the inherent terrain of a hex: not where it keeps to the road of an avenue."""
        where = self.stretch(hex)
        assert where is not None
        ring = corners(self.area.centres[hex])
        along_hexside = not all(inside(ring, spot) for spot in self.beside((where[0] + where[1]) / 2))
        if along_hexside or not self.area.roads.get(hex):
            return True
        trees = [art.polygon for art in self.area.ground.art[hex] if art.kind == self.area.terrain[hex]]
        return any(
            all(any(inside(tree, spot) for tree in trees) for spot in both) for both in self.stretches(trees)
        )

    # Hexsides.

    def stopped_by_hexsides(self) -> bool:
        if self.range() <= 1:
            return False
        ending: dict[Fraction, dict[int, tuple[int, int, set[str]]]] = {}
        features = {one.side: one for many in self.area.relief.hexsides.values() for one in many}
        for feature in features.values():
            reading = self.reading.hexsides.get(feature.kind)
            hexes = set(feature.hexes)
            if reading is None or self.upper.hex in hexes:
                continue
            if self.lower.hex in hexes and (self.low == self.high or not reading.rise.blind):
                continue
            surface = max(self.area.level(h) + (h in self.area.relief.depressions) for h in hexes)
            found = (2 * surface + reading.rise.height, reading.rise.blind, hexes)
            sides = [self.dx * (y - self.p[1]) - self.dy * (x - self.p[0]) for x, y in feature.side]
            places = [self.part(x, y) for x, y in feature.side]
            if sides == [0, 0]:
                if not all(0 <= place <= 1 for place in places):
                    continue
                ends = {*corners(self.p), *corners(self.q)}
                if reading.along and not ends & set(feature.side) and self.too_high(*found, extra=1):
                    return True
            elif sides[0] * sides[1] < 0:
                part = Fraction(sides[0], sides[0] - sides[1])
                where = places_on(feature.side, part)
                if 0 < self.part(*where) < 1 and self.too_high(*found, extra=1):
                    return True
            elif 0 in sides and 0 < places[sides.index(0)] < 1:
                side = 1 if max(sides) > 0 else -1
                ending.setdefault(places[sides.index(0)], {})[side] = found
        return any(
            len(both) == 2 and self.too_high(*min(both.values(), key=lambda f: f[0]), extra=1)
            for both in ending.values()
        )

    # Slopes, drops, depressions.

    def range(self) -> int:
        return distance(self.p, self.q)

    def stopped_by_drop(self) -> bool:
        if not self.reading.steep or self.low == self.high or self.lower.storey or self.range() <= 1:
            return False
        foot = self.lower.hex
        (border,) = {t for t in self.cuts(corners(self.area.centres[foot])) if 0 < t < 1}
        edges = [hex for hex in self.others if border in (self.stretch(hex) or ())]
        hill = self.area.relief.hills.get(self.upper.hex)
        return bool(edges) and all(
            self.area.level(edge) + (edge in self.area.relief.depressions) - self.area.level(foot)
            >= self.reading.steep
            and self.area.relief.hills.get(edge) == hill
            for edge in edges
        )

    def stopped_by_slope(self) -> bool:
        if not self.reading.one_slope or self.low == self.high or self.ends[0].storey or self.ends[1].storey:
            return False
        for hex in self.others:
            begin, end = self.stretch(hex) or (Fraction(0), Fraction(0))
            ring = corners(self.area.centres[hex])
            both = all(inside(ring, spot) for spot in self.beside((begin + end) / 2))
            surface = self.area.level(hex) + (hex in self.area.relief.depressions)
            if both and surface < self.low:
                return True
        return False

    def stopped_in_depression(self) -> bool:
        needed = self.reading.out_of_depression
        if not needed or self.range() <= 1:
            return False
        if self.reading.depression_every:
            needed += self.range() // self.reading.depression_every
        sunk = [end for end in self.ends if end.hex in self.area.relief.depressions]
        for end in sunk:
            (other,) = (one for one in self.ends if one is not end)
            if self.height(other) - self.height(end) < needed:
                return True
        return False

    # Hindrances.

    def hindrance(self) -> int:
        if self.p == self.q:
            return 0
        counted: dict[tuple[Fraction, Fraction], int] = {}
        for hex in self.others:
            where = self.stretch(hex)
            assert where is not None
            counted[where] = max(counted.get(where, 0), self.hindrance_in(hex, where))
        return sum(counted.values())

    def hindrance_in(self, hex: str, where: tuple[Fraction, Fraction]) -> int:
        """Hexes with the same stretch of the line share a hexside with it: together they count once."""
        best = 0
        for kind, (drm, inherent, _) in self.area.profile.hindrances.items():
            surface = self.area.level(hex) + (hex in self.area.relief.depressions)
            effect = self.reading.between_levels.get(kind, ("none", ""))[0]
            if not (effect == "hindrance" if self.low != self.high else surface == self.low):
                continue
            if inherent:
                if self.area.terrain[hex] == kind and self.among_trees(hex):
                    best = max(best, drm)
                continue
            rings = [
                art.polygon
                for other in self.others
                if self.stretch(other) == where
                for art in self.area.ground.art.get(other, ())
                if art.kind == kind
            ]
            for left, right in self.stretches(rings):
                if any(inside(r, left) for r in rings) and any(inside(r, right) for r in rings):
                    best = max(best, drm)
        return best


def places_on(side: tuple[tuple[int, int], tuple[int, int]], part: Fraction) -> Spot:
    (x1, y1), (x2, y2) = side
    return x1 + part * (x2 - x1), y1 + part * (y2 - y1)


def slow_verdict(area: GameMap, a: Location, b: Location) -> tuple[bool, int]:
    """Whether the line is clear, and its hindrance."""
    slow = SlowSight(area, a, b)
    total = slow.hindrance()
    return not slow.stopped() and total < area.profile.blocking_total, total

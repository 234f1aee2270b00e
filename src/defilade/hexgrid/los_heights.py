"""Line of sight between locations with heights, exactly.

A line between two locations on one level is stopped by whatever is higher than that level on both sides of it: by
obstacle art, by ground, by what stands on hexsides.  Between levels it is stopped by what is as high as the upper end
or, as the system reads it, by anything higher than the lower end; where one sees over an obstacle, the blind hexes
behind it stay hidden.  Art in the two end hexes is left out, as on flat ground.  Nothing depends on which end is the
viewer's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from defilade.hexgrid.names import Hex

from .coords import Point, corners, direction_to, distance, hexside
from .geometry import Polygon
from .los import Crossing, Ground, Line, Touch, Verdict, art_met, in_inherent, last_straw, on_the_way
from .los_obstacles import FLAT, HILL, Obstacle, contacts, level_of, standing
from .relief import HexsideFeature, Location, Rise

CLIFF: Final = "cliff"


@dataclass(frozen=True)
class Hindering:
    """Something that lies in a hex for now and hinders lines through it: smoke, a fire, a wreck, a vehicle."""

    kind: str
    drm: int
    rule: str
    #: whether it also counts in the end hexes, and for lines along a hexside of its hex
    fills_hex: bool = False
    #: whether it counts only for lines on the level of its hex
    same_level: bool = True


def trace_heights(
    ground: Ground, a: Location, b: Location, lying: Mapping[str, tuple[Hindering, ...]] | None = None
) -> Verdict:
    """The verdict on the line between two locations, with everything it meets."""
    return _HighTrace(ground, a, b, lying or {}).verdict()


def trace_to_corner(ground: Ground, a: Location, b: Location, corner: int) -> Verdict:
    """The verdict on the line from a centre dot to a corner of another hex, at whose level it ends. What stands in that
    hex stops a line that comes to the corner through it."""
    return _HighTrace(ground, a, b, {}, corners(ground.centres[b.hex])[corner]).verdict()


def risen(ground: Ground, a: str, b: str) -> tuple[Obstacle, ...]:
    """Every obstacle that the line between two hexes meets, as high as it is, whether it would stop the line or not."""
    trace = _HighTrace(ground, Location(a), Location(b), {})
    found = [*trace.art_on_the_way(), *trace.inherent_on_the_way()]
    return tuple(sorted(found, key=lambda o: (o.place, o.hexes, o.kind)))


class _HighTrace:
    def __init__(
        self,
        ground: Ground,
        a: Location,
        b: Location,
        lying: Mapping[str, tuple[Hindering, ...]],
        corner: Point | None = None,
    ) -> None:
        self.ground, self.a, self.b, self.lying = ground, a, b, lying
        self.profile, self.reading = ground.profile, ground.profile.relief
        self.relief = ground.relief or FLAT
        self.line = Line(ground.centres[a.hex], corner or ground.centres[b.hex])
        self.to_corner = corner is not None
        self.range = distance(self.line.a, ground.centres[b.hex])
        self.way = on_the_way(ground, self.line.a, self.line.b)
        self.entered = [hex for hex, touch in self.way if touch.how != "vertex"]
        depicted = {kind: drm for kind, (drm, inherent, _) in self.profile.hindrances.items() if not inherent}
        self.fields = art_met(ground, self.line, self.entered, depicted)
        levels = [self._level(end) for end in (a, b)]
        self.low, self.high = min(levels), max(levels)
        # On one level it does not matter which end is called the upper one.
        self.lower, self.upper = (a, b) if levels[0] <= levels[1] else (b, a)

    def _level(self, end: Location) -> int:
        return level_of(self.ground, end.hex, end.storey)

    def verdict(self) -> Verdict:
        obstacles = sorted(self._blocking(), key=lambda o: (o.place, o.hexes, o.kind))
        crosses = self._crossings(obstacles)
        total = sum(crossing.drm for crossing in crosses)
        too_much = total >= self.profile.blocking_total
        first = obstacles[0] if obstacles else None
        blocked_by, what = None, None
        if first:
            blocked_by, what = first.hexes[0], first.kind
        elif too_much:
            blocked_by, what = last_straw(crosses, self.profile), "hindrance"
        return Verdict(
            clear=first is None and not too_much,
            range=self.range,
            hindrance=total,
            crosses=tuple(crosses),
            blocked_by=blocked_by,
            what=what,
            at=self.line.point(first.place) if first else None,
            rules=self._rules(obstacles, crosses, too_much),
        )

    # What stops the line.

    def _blocking(self) -> Iterator[Obstacle]:
        for obstacle in self._met():
            rule = self._stopped_by(obstacle)
            if rule is not None:
                yield replace(obstacle, rule=rule)
        yield from self._steep_drop()
        yield from self._leaves_the_slope()
        yield from self._in_depression()

    def _stopped_by(self, obstacle: Obstacle) -> str | None:
        """By which rule an obstacle stops the line; None if it does not."""
        reading = self.reading
        if obstacle.top <= 2 * self.low:
            return None
        if self.low == self.high:
            return obstacle.rule
        sees_over = reading.sees_over_from_storeys if self.upper.storey else reading.sees_over
        if obstacle.kind == HILL and self._own_hill(obstacle) and not reading.own_hill_blinds:
            return None if obstacle.top < 2 * self.high else reading.hill_rule
        if obstacle.blind == 0 and obstacle.top < 2 * self.high:
            return None
        if obstacle.top >= 2 * self.high or not sees_over:
            return obstacle.rule
        return reading.blind_rule if self._hides(obstacle) else None

    def _own_hill(self, obstacle: Obstacle) -> bool:
        own = self.relief.hills.get(self.upper.hex)
        return own is not None and any(self.relief.hills.get(hex) == own for hex in obstacle.hexes)

    def _hides(self, obstacle: Obstacle) -> bool:
        """Whether the lower end is in a blind hex of the obstacle."""
        reading = self.reading
        upper, lower = self.ground.centres[self.upper.hex], self.ground.centres[self.lower.hex]
        for hex in obstacle.hexes:
            at = self.ground.centres[hex]
            blind = obstacle.blind
            if reading.blind_every:
                blind += distance(upper, at) // reading.blind_every
            if reading.height_saves:
                blind -= max(0, (2 * self.high - obstacle.top) // 2 - 1)
            if distance(at, lower) + obstacle.beside <= max(1, blind):
                return True
        return False

    def _met(self) -> Iterator[Obstacle]:
        """What lies beyond the corner on which a line ends is not on its way."""
        found = self._met_on_the_line()
        return (one for one in found if one.place < self.line.whole()) if self.to_corner else found

    def _met_on_the_line(self) -> Iterator[Obstacle]:
        yield from self.art_on_the_way()
        if self.low != self.high:
            yield from self.inherent_on_the_way()
        yield from self._hexsides_met()

    def art_on_the_way(self) -> Iterator[Obstacle]:
        """Art and ground on both sides: crossed by the line, or touching it from left and right."""
        things = list(self._standing())
        for polygon, thing in things:
            sides = self.line.sides(polygon)
            if min(sides) < 0 < max(sides):
                yield replace(thing, place=self.line.first_cut(polygon, sides))
        yield from contacts(self.line, things)

    def _standing(self) -> Iterator[tuple[Polygon, Obstacle]]:
        """Everything that rises on the way: outline and how it stands."""
        nowhere = Fraction(0)
        for hex in self.entered:
            for polygon, kind, top, blind, rule in standing(self.ground, hex):
                yield polygon, Obstacle(nowhere, (hex,), kind, top, blind, rule)

    def inherent_on_the_way(self) -> Iterator[Obstacle]:
        """Inherent terrain that only hinders on its own level but stops lines between levels."""
        for hex, touch in self.way:
            effect, rule = self.reading.between_levels.get(self.ground.terrain[hex], ("", ""))
            if effect == "obstacle" and in_inherent(self.ground, self.line, hex, touch.how):
                terrain = self.ground.terrain[hex]
                rise = self.reading.rises.get(terrain, self.reading.obstacle)
                top = 2 * self.relief.surface(hex) + rise.height
                yield Obstacle(self.line.part(touch.enters), (hex,), terrain, top, rise.blind, rule)

    def _hexsides_met(self) -> Iterator[Obstacle]:
        """Walls and the like across the line, or along it, or ending on it from both sides."""
        left: dict[Point, Obstacle] = {}
        right: dict[Point, Obstacle] = {}
        for feature in self._hexsides_near():
            reading = self.reading.hexsides.get(feature.kind)
            place = self.line.meets_side(feature.side)
            if reading is None or place is None or self._left_out(feature, reading.rise):
                continue
            top = 2 * max(self.relief.surface(hex) for hex in feature.hexes) + reading.rise.height
            found = Obstacle(place, feature.hexes, feature.kind, top, reading.rise.blind, reading.rule, 1)
            sides = self.line.sides(feature.side)
            if sides == [0, 0]:
                if reading.along and not self._touches_an_end(feature):
                    yield found
            elif 0 not in sides:
                yield found
            else:
                (right if max(sides) > 0 else left)[feature.side[sides.index(0)]] = found
        for end in left.keys() & right.keys():
            yield min(left[end], right[end], key=lambda o: (o.top, o.hexes))

    def _hexsides_near(self) -> list[HexsideFeature]:
        """Each hexside with something on it, of the hexes on the way, once."""
        near = {feature.side: feature for hex, _ in self.way for feature in self.relief.hexsides.get(hex, ())}
        return list(near.values())

    def _left_out(self, feature: HexsideFeature, rise: Rise) -> bool:
        """A hexside of an end hex does not stop the line; but a high one hides who is lower behind it."""
        if self.range <= 1 or self.upper.hex in feature.hexes:
            return True
        if self.lower.hex not in feature.hexes:
            return False
        return self.low == self.high or rise.blind == 0

    def _touches_an_end(self, feature: HexsideFeature) -> bool:
        ends = {*corners(self.line.a), *corners(self.ground.centres[self.b.hex])}
        return any(corner in ends for corner in feature.side)

    # Slopes, drops and depressions.

    def _steep_drop(self) -> Iterator[Obstacle]:
        """The foot of a cliff or steep slope is hidden from the rest of its hill, but not from the edge itself."""
        if not self.reading.steep or self.low == self.high or self.lower.storey or self.range <= 1:
            return
        foot, hills = self.lower.hex, self.relief.hills
        edges = [hex for hex in self.entered if self._enters_from(hex, foot)]
        if not edges or any(
            self.relief.surface(edge) - self.relief.level(foot) < self.reading.steep
            or hills.get(edge) != hills.get(self.upper.hex)
            for edge in edges
        ):
            return
        feature = self.relief.hexside(edges[0], foot)
        is_cliff = feature is not None and feature.kind == CLIFF
        rule = self.reading.cliff_rule if is_cliff else self.reading.steep_rule
        place = self.line.meets_side(self._side_between(edges[0], foot)) or Fraction(0)
        yield Obstacle(place, tuple(edges), CLIFF if is_cliff else HILL, 2 * self.high, 1, rule)

    def _side_between(self, a: str, b: str) -> tuple[Point, Point]:
        at, to = self.ground.centres[a], self.ground.centres[b]
        direction = direction_to(at, to)
        assert direction is not None
        return hexside(at, direction)

    def _enters_from(self, hex: Hex, foot: str) -> bool:
        """Whether the line comes into the last hex over its hexside with this one."""
        if distance(self.ground.centres[hex], self.ground.centres[foot]) != 1:
            return False
        return self.line.meets_side(self._side_between(hex, foot)) is not None

    def _leaves_the_slope(self) -> Iterator[Obstacle]:
        """Where only one crest line may be crossed, ground lower than the lower end is another slope."""
        if not self.reading.one_slope or self.low == self.high or self.upper.storey or self.lower.storey:
            return
        for hex, touch in self.way:
            if touch.how in ("inside", "centre") and self.relief.surface(hex) < self.low:
                yield Obstacle(
                    self.line.part(touch.enters), (hex,), HILL, 2 * self.low, 1, self.reading.slope_rule
                )

    def _in_depression(self) -> Iterator[Obstacle]:
        """Those in a gully see adjacent hexes, and what is high enough above them."""
        needed = self.reading.out_of_depression
        if not needed or self.range <= 1:
            return
        if self.reading.depression_every:
            needed += self.range // self.reading.depression_every
        for end in (self.a, self.b):
            if end.hex not in self.relief.depressions:
                continue
            other = self.b if end is self.a else self.a
            if self._level(other) - self._level(end) < needed:
                place = Fraction(self.line.place(self.ground.centres[end.hex]))
                kind = self.relief.depressions[end.hex]
                yield Obstacle(place, (end.hex,), kind, 2 * self.high, 1, self.reading.depression_rule)

    # What hinders the line.

    def _crossings(self, obstacles: Iterable[Obstacle]) -> list[Crossing]:
        stopped = {hex: o for o in reversed(list(obstacles)) for hex in o.hexes}
        crosses = [*self._in_end_hex(self.a.hex)]
        for group in self._groups():
            strongest = max(
                (found for hex, touch in group for found in self._terrain_hindrances(hex, touch)),
                key=lambda found: (found.drm, found.hex),
                default=None,
            )
            lying = self._strongest_of_each_kind(
                found for hex, touch in group for found in self._lying_hindrances(hex, touch, at_end=False)
            )
            for hex, touch in group:
                if hex in stopped:
                    crosses.append(
                        Crossing(hex, touch.how, self.ground.terrain[hex], "obstacle", 0, stopped[hex].rule)
                    )
                elif strongest is not None and strongest.hex == hex:
                    crosses.append(strongest)
                else:
                    crosses.append(Crossing(hex, touch.how, self.ground.terrain[hex]))
                crosses += [one for one in lying if one.hex == hex]
        if self.b.hex != self.a.hex:
            crosses += self._in_end_hex(self.b.hex)
        return crosses

    def _groups(self) -> Iterator[list[tuple[str, Touch]]]:
        """Hex by hex; but the two hexes along whose common hexside the line runs make one group."""
        group: list[tuple[str, Touch]] = []
        for hex, touch in self.way:
            if group and not (
                group[0][1].how == touch.how == "hexside" and group[0][1].enters == touch.enters
            ):
                yield group
                group = []
            group.append((hex, touch))
        if group:
            yield group

    def _terrain_hindrances(self, hex: Hex, touch: Touch) -> Iterator[Crossing]:
        """What hinders in one hex: on its own level or, as the system reads it, between levels."""
        if touch.how == "vertex":
            return
        kinds = {met.kind for met in self.fields if hex in met.hexes}
        terrain = self.ground.terrain[hex]
        if self.profile.hindrances.get(terrain, (0, False, ""))[1] and in_inherent(
            self.ground, self.line, hex, touch.how
        ):
            kinds.add(terrain)
        for kind in sorted(kinds & self.profile.hindrances.keys()):
            drm, _, rule = self.profile.hindrances[kind]
            if self.low != self.high:
                effect, rule = self.reading.between_levels.get(kind, ("", ""))
                if effect != "hindrance":
                    continue
            elif self.relief.surface(hex) != self.low:
                continue
            yield Crossing(hex, touch.how, kind, "hindrance", drm, rule)

    def _lying_hindrances(self, hex: Hex, touch: Touch, at_end: bool) -> Iterator[Crossing]:
        for one in self.lying.get(hex, ()):
            if one.same_level and not (self.low == self.high == self.relief.level(hex)):
                continue
            if not one.fills_hex and (at_end or touch.how not in ("inside", "centre")):
                continue
            if touch.how != "vertex":
                yield Crossing(hex, touch.how, one.kind, "hindrance", one.drm, one.rule)

    def _in_end_hex(self, hex: Hex) -> list[Crossing]:
        here = Touch((0, 0), "centre", Fraction(0))
        return self._strongest_of_each_kind(self._lying_hindrances(hex, here, at_end=True))

    @staticmethod
    def _strongest_of_each_kind(found: Iterable[Crossing]) -> list[Crossing]:
        """Two smokes at one hexside, or in one hex, count once; a wreck in the smoke counts beside it."""
        best: dict[str, Crossing] = {}
        for one in sorted(found, key=lambda crossing: (crossing.drm, crossing.hex)):
            best[one.terrain] = one
        return [best[kind] for kind in sorted(best)]

    def _rules(
        self, obstacles: Iterable[Obstacle], crosses: Iterable[Crossing], too_much: bool
    ) -> tuple[str, ...]:
        """Every rule that the verdict rests on, once."""
        rules = [self.profile.trace_rule]
        if self.low != self.high:
            rules.append(self.reading.height_rule)
        rules += [obstacle.rule for obstacle in obstacles]
        rules += [crossing.rule for crossing in crosses if crossing.rule]
        if too_much:
            rules.append(self.profile.blocking_total_rule)
        return tuple(dict.fromkeys(rules))

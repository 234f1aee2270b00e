"""Line of sight, exactly.

The line runs from centre dot to centre dot (SK1:1.1-d). It is blocked where obstacle art lies on both sides
of it: where it crosses the inside of an outline, or runs exactly between two outlines that touch it from left
and right. Touching an outline from one side only does not block. Art in the two end hexes is left out.
Inherent terrain fills its hex with its hexsides; other hindrances count where they are drawn. All of it is
decided with whole numbers, and nothing depends on which end the line is looked at from, except which obstacle
is named first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from defilade.hexgrid.names import Hex

from .coords import COLUMN_STEP, CORNERS, ROW_STEP, Point, distance
from .geometry import Polygon, contains, divide, segments_meet
from .relief import Relief, ReliefReading

How = Literal["inside", "hexside", "vertex", "centre"]
Effect = Literal["none", "hindrance", "obstacle"]

SMOKE: Final = "smoke"


@dataclass(frozen=True)
class LosProfile:
    """How a system reads terrain for line of sight; rule ids come along as data."""

    #: terrain kind -> rule id
    obstacles: dict[str, str]
    #: terrain kind -> (DRM, inherent, rule id)
    hindrances: dict[str, tuple[int, bool, str]]
    own_hex_rule: str
    blocking_total: int
    blocking_total_rule: str
    trace_rule: str
    inherent_rule: str
    smoke_rule: str | None = None
    relief: ReliefReading = field(default_factory=ReliefReading)


@dataclass(frozen=True)
class Crossing:
    """What a line does in one hex on its way, and what that hex does to the line."""

    hex: Hex
    how: How
    terrain: str
    effect: Effect = "none"
    drm: int = 0
    rule: str | None = None


@dataclass(frozen=True)
class Verdict:
    """Whether a line is clear, by what and where it is blocked, and each hindrance with its rule."""

    clear: bool
    range: int
    hindrance: int
    crosses: tuple[Crossing, ...]
    blocked_by: str | None
    what: str | None
    at: Point | None
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Art:
    """A drawn outline, or its part, inside one hex."""

    kind: str
    polygon: Polygon


@dataclass(frozen=True)
class Ground:
    """What line of sight reads of a playing area."""

    centres: Mapping[str, Point]
    at: Mapping[Point, str]
    terrain: Mapping[str, str]
    art: Mapping[str, tuple[Art, ...]]
    profile: LosProfile
    #: None where the ground is flat
    relief: Relief | None = None
    #: hexes of inherent terrain with a road: what stays on the road in them is not in the terrain
    avenues: frozenset[str] = frozenset()


# Which hexes a line touches. That depends on the step from end to end only, not on where the line lies.


@dataclass(frozen=True, slots=True)
class Touch:
    """A hex touched on the way: its centre from the start, and the part of the line where it enters."""

    offset: Point
    how: How
    enters: Fraction


#: Half-planes of a hex about its centre: a*x + b*y <= c.
_HEX_SIDES: Final = ((0, 1, 100), (0, -1, 100), (1, 1, 200), (-1, -1, 200), (1, -1, 200), (-1, 1, 200))


@lru_cache(maxsize=2_000)
def touches(delta: Point) -> tuple[Touch, ...]:
    """All hexes strictly between the ends of a line, in the order in which it meets them."""
    dx, dy = delta
    if delta == (0, 0):
        return ()
    if dx < 0 or dy < 0:
        across, down = (-1 if dx < 0 else 1), (-1 if dy < 0 else 1)
        mirrored = (
            Touch((t.offset[0] * across, t.offset[1] * down), t.how, t.enters)
            for t in touches((abs(dx), abs(dy)))
        )
        return tuple(sorted(mirrored, key=_order))
    reach = max(abs(dx * cy - dy * cx) for cx, cy in CORNERS)
    found = []
    for offset in _centres_near(delta):
        aside = abs(dx * offset[1] - dy * offset[0])
        if aside > reach or offset in ((0, 0), delta):
            continue
        span = _span(delta, offset)
        if span is not None and span < 1:
            found.append(Touch(offset, _how(delta, aside, reach), span))
    return tuple(sorted(found, key=_order))


def _order(touch: Touch) -> tuple[Fraction, Point]:
    return touch.enters, touch.offset


def _how(delta: Point, aside: int, reach: int) -> How:
    if aside == 0:
        return "centre"
    if aside < reach:
        return "inside"
    along_hexsides = delta[1] == 0 or abs(delta[0]) == abs(delta[1])
    return "hexside" if along_hexsides else "vertex"


def _centres_near(delta: Point) -> Iterator[Point]:
    """Centres whose hex a line down to the right can touch, column by column."""
    dx, dy = delta
    for x in range(0, dx + 201, COLUMN_STEP):  # a line that ends on a corner may end left of a centre
        high = dy * max(0, x - 200) // dx if dx else 0
        low = dy * min(dx, x + 200) // dx + 1 if dx else dy
        shift = ROW_STEP // 2 if x // COLUMN_STEP % 2 else 0
        first = (high - 100 - shift) // ROW_STEP * ROW_STEP + shift
        yield from ((x, y) for y in range(first, low + 101, ROW_STEP))


def _span(delta: Point, offset: Point) -> Fraction | None:
    """Where along the line (0 to 1) it meets the hex, if it does between its ends."""
    enters, leaves = Fraction(0), Fraction(1)
    for a, b, c in _HEX_SIDES:
        slope = a * delta[0] + b * delta[1]
        limit = c + a * offset[0] + b * offset[1]
        if slope > 0:
            leaves = min(leaves, Fraction(limit, slope))
        elif slope < 0:
            enters = max(enters, Fraction(limit, slope))
    return enters if enters <= leaves else None


# What art does to a line.


@dataclass
class _Sides:
    """Stretches along a line where art of some kind touches it from the left and from the right."""

    left: list[tuple[int, int, str, str]] = field(default_factory=list)
    right: list[tuple[int, int, str, str]] = field(default_factory=list)

    def between(self) -> Iterator[tuple[int, str, str, str, str]]:
        """Stretches with art on both sides: where they begin, then hex and kind on the left, on the right."""
        for begin, end, hex, kind in self.left:
            for other_begin, other_end, other_hex, other_kind in self.right:
                if max(begin, other_begin) < min(end, other_end):
                    yield max(begin, other_begin), hex, kind, other_hex, other_kind


@dataclass(frozen=True)
class Line:
    """The straight line between two centre dots, and how things lie to it."""

    a: Point
    b: Point

    def place(self, point: Point) -> int:
        """A measure along the line (across it if it is not upright), growing from a to b."""
        axis = 0 if self.a[0] != self.b[0] else 1
        return (point[axis] - self.a[axis]) * (1 if self.b[axis] > self.a[axis] else -1)

    def whole(self) -> int:
        return self.place(self.b)

    def point(self, place: Fraction) -> Point:
        part, length = place.numerator, place.denominator * self.whole()
        return (
            self.a[0] + divide((self.b[0] - self.a[0]) * part, length),
            self.a[1] + divide((self.b[1] - self.a[1]) * part, length),
        )

    def sides(self, polygon: Sequence[Point]) -> list[int]:
        """For each corner, on which side of the line it lies (0: on it)."""
        (ax, ay), (bx, by) = self.a, self.b
        dx, dy = bx - ax, by - ay
        return [dx * (y - ay) - dy * (x - ax) for x, y in polygon]

    def first_cut(self, polygon: Polygon, sides: Sequence[int]) -> Fraction:
        """Where the line first passes from one side of the outline to the other."""
        cuts = []
        count = len(polygon)
        for i in range(count):
            if sides[i] == 0:
                continue
            j = i + 1
            while sides[j % count] == 0:
                j += 1
            if (sides[i] > 0) == (sides[j % count] > 0):
                continue
            if j > i + 1:
                cuts.append(Fraction(min(self.place(polygon[k % count]) for k in range(i + 1, j))))
            else:
                p, q = self.place(polygon[i]), self.place(polygon[j % count])
                cuts.append(Fraction(p * sides[j % count] - q * sides[i], sides[j % count] - sides[i]))
        return min(cuts)

    def edges_on_it(self, polygon: Polygon, sides: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where the outline's edges lie on the line, from place to place."""
        for i in range(len(polygon)):
            if sides[i - 1] == 0 and sides[i] == 0:
                p, q = self.place(polygon[i - 1]), self.place(polygon[i])
                yield min(p, q), max(p, q)

    def add_contact(self, polygon: Polygon, sides: Sequence[int], hex: Hex, kind: str, into: _Sides) -> None:
        """Note the outline's edges on the line; the art lies wholly on one side of it."""
        stretches = into.right if max(sides) > 0 else into.left
        stretches += [(begin, end, hex, kind) for begin, end in self.edges_on_it(polygon, sides)]

    def part(self, part: Fraction) -> Fraction:
        """The place so far along the line (0 to 1)."""
        return part * self.whole()

    def meets_side(self, side: tuple[Point, Point]) -> Fraction | None:
        """Where the line crosses, touches or begins to follow a hexside; None if it passes it by."""
        one, other = self.sides(side)
        p, q = self.place(side[0]), self.place(side[1])
        if one == other == 0:
            return Fraction(min(p, q))
        if (one > 0 and other > 0) or (one < 0 and other < 0):
            return None
        return Fraction(p * other - q * one, other - one)


@dataclass(frozen=True)
class Met:
    """Art of one kind that the line has on both sides, in one or two hexes."""

    place: Fraction
    hexes: tuple[str, ...]
    kind: str


def art_met(ground: Ground, line: Line, hexes: Iterable[str], kinds: Mapping[str, object]) -> list[Met]:
    """Every place where the line has drawn art of these kinds on both sides."""
    met: list[Met] = []
    contacts = _Sides()
    for hex in hexes:
        for art in ground.art.get(hex, ()):
            if art.kind not in kinds:
                continue
            sides = line.sides(art.polygon)
            if min(sides) < 0 < max(sides):
                met.append(Met(line.first_cut(art.polygon, sides), (hex,), art.kind))
            elif sides.count(0) > 1:
                line.add_contact(art.polygon, sides, hex, art.kind, contacts)
    for place, hex, kind, other, other_kind in contacts.between():
        met.append(Met(Fraction(place), (hex,) if hex == other else (hex, other), kind))
        if other_kind != kind:
            met.append(Met(Fraction(place), (other, hex), other_kind))
    return sorted(met, key=lambda m: (m.place, m.hexes, m.kind))


def in_inherent(ground: Ground, line: Line, hex: Hex, how: How) -> bool:
    """Whether the line is in the inherent terrain of a hex: the whole hex, but for the road of an avenue.

    Where the line keeps within the road as long as it is in the hex, the trees beside it do nothing (SKF:1.1.1-ag).
    """
    if how == "vertex":
        return False
    if how == "hexside" or hex not in ground.avenues:
        return True
    terrain = ground.terrain[hex]
    sides = (line.sides(art.polygon) for art in ground.art.get(hex, ()) if art.kind == terrain)
    return any(min(own) < 0 < max(own) for own in sides)


def hexside_effect(ground: Ground, side: tuple[Point, Point], hexes: Sequence[str]) -> int | None:
    """What the hexes at a hexside do to a line along it: None if it is blocked, else the DRM."""
    line = Line(*side)
    if art_met(ground, line, hexes, ground.profile.obstacles):
        return None
    hindrances = ground.profile.hindrances
    drawn = {kind: drm for kind, (drm, inherent, _) in hindrances.items() if not inherent}
    strengths = [drawn[met.kind] for met in art_met(ground, line, hexes, drawn)]
    for hex in hexes:
        drm, inherent, _ = hindrances.get(ground.terrain[hex], (0, False, ""))
        if inherent:
            strengths.append(drm)
    return max(strengths, default=0)


# The verdict.


def between(ground: Ground, a: str, b: str) -> list[tuple[str, Touch]]:
    """The hexes of the playing area that the line touches strictly between its ends."""
    return on_the_way(ground, ground.centres[a], ground.centres[b])


def on_the_way(ground: Ground, start: Point, end: Point) -> list[tuple[str, Touch]]:
    """The same from a centre dot to a point."""
    found = []
    for touch in touches((end[0] - start[0], end[1] - start[1])):
        hex = ground.at.get((start[0] + touch.offset[0], start[1] + touch.offset[1]))
        if hex is not None:
            found.append((hex, touch))
    return found


def trace(ground: Ground, a: str, b: str, smoke: Mapping[str, int] | None = None) -> Verdict:
    """The verdict on the line between two hexes, with everything it meets."""
    return _Trace(ground, a, b, smoke or {}).verdict()


def last_straw(crosses: Sequence[Crossing], profile: LosProfile) -> str:
    """The hex in which the hindrances reach the blocking total."""
    total = 0
    for crossing in crosses:
        total += crossing.drm
        if total >= profile.blocking_total:
            break
    return crossing.hex


class _Trace:
    def __init__(self, ground: Ground, a: str, b: str, smoke: Mapping[str, int]) -> None:
        self.ground, self.a, self.b, self.smoke = ground, a, b, smoke
        self.profile = ground.profile
        self.line = Line(ground.centres[a], ground.centres[b])
        self.way = between(ground, a, b)
        entered = [hex for hex, touch in self.way if touch.how != "vertex"]
        depicted = {kind: drm for kind, (drm, inherent, _) in self.profile.hindrances.items() if not inherent}
        self.obstacles = art_met(ground, self.line, entered, self.profile.obstacles)
        self.fields = art_met(ground, self.line, entered, depicted)

    def verdict(self) -> Verdict:
        crosses = [*self._own_smoke(self.a), *self._crossings()]
        if self.b != self.a:
            crosses += self._own_smoke(self.b)
        total = sum(crossing.drm for crossing in crosses)
        first = self.obstacles[0] if self.obstacles else None
        too_much = total >= self.profile.blocking_total
        return Verdict(
            clear=first is None and not too_much,
            range=distance(self.line.a, self.line.b),
            hindrance=total,
            crosses=tuple(crosses),
            blocked_by=first.hexes[0] if first else last_straw(crosses, self.profile) if too_much else None,
            what=first.kind if first else "hindrance" if too_much else None,
            at=self.line.point(first.place) if first else None,
            rules=self._rules(crosses, too_much),
        )

    def _own_smoke(self, hex: Hex) -> list[Crossing]:
        if not self.smoke.get(hex):
            return []
        return [Crossing(hex, "centre", SMOKE, "hindrance", self.smoke[hex], self._smoke_rule())]

    def _smoke_rule(self) -> str:
        return self.profile.smoke_rule or self.profile.inherent_rule

    def _crossings(self) -> Iterator[Crossing]:
        blocked = {hex: met.kind for met in reversed(self.obstacles) for hex in met.hexes}
        for group in self._groups():
            hindering = self._strongest(self._terrain_hindrance(hex, touch) for hex, touch in group)
            smoking = self._strongest(self._smoke_on_the_way(hex, touch) for hex, touch in group)
            for hex, touch in group:
                if hex in blocked:
                    rule = self.profile.obstacles[blocked[hex]]
                    yield Crossing(hex, touch.how, self.ground.terrain[hex], "obstacle", 0, rule)
                elif hindering and hindering.hex == hex:
                    yield hindering
                else:
                    yield Crossing(hex, touch.how, self.ground.terrain[hex])
                if smoking and smoking.hex == hex:
                    yield smoking

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

    def _strongest(self, hindrances: Iterable[Crossing | None]) -> Crossing | None:
        """Of two hexes that share a hexside with the line only one hindrance counts."""
        return max((h for h in hindrances if h), key=lambda h: (h.drm, h.hex), default=None)

    def _terrain_hindrance(self, hex: Hex, touch: Touch) -> Crossing | None:
        if touch.how == "vertex":
            return None
        kinds = [met.kind for met in self.fields if hex in met.hexes]
        terrain = self.ground.terrain[hex]
        if self.profile.hindrances.get(terrain, (0, False, ""))[1] and in_inherent(
            self.ground, self.line, hex, touch.how
        ):
            kinds.append(terrain)
        found = [
            Crossing(
                hex,
                touch.how,
                kind,
                "hindrance",
                self.profile.hindrances[kind][0],
                self.profile.hindrances[kind][2],
            )
            for kind in kinds
        ]
        return self._strongest(found)

    def _smoke_on_the_way(self, hex: Hex, touch: Touch) -> Crossing | None:
        if touch.how == "vertex" or not self.smoke.get(hex):
            return None
        return Crossing(hex, touch.how, SMOKE, "hindrance", self.smoke[hex], self._smoke_rule())

    def _rules(self, crosses: Sequence[Crossing], too_much: bool) -> tuple[str, ...]:
        """Every rule that the verdict rests on, once."""
        rules = [self.profile.trace_rule]
        if any(
            art.kind in self.profile.obstacles
            for hex in (self.a, self.b)
            for art in self.ground.art.get(hex, ())
        ):
            rules.append(self.profile.own_hex_rule)
        rules += [crossing.rule for crossing in crosses if crossing.rule]
        if any(crossing.how == "hexside" and self._is_inherent(crossing) for crossing in crosses):
            rules.append(self.profile.inherent_rule)
        if too_much:
            rules.append(self.profile.blocking_total_rule)
        return tuple(dict.fromkeys(rules))

    def _is_inherent(self, crossing: Crossing) -> bool:
        if crossing.effect != "hindrance":
            return False
        return crossing.terrain == SMOKE or self.profile.hindrances[crossing.terrain][1]


def touches_art(ground: Ground, a: str, b: str, hex: Hex, kind: str) -> bool:
    """Whether the line between two hexes meets drawn art of a kind in a hex, were it only in one point."""
    line = Line(ground.centres[a], ground.centres[b])
    return any(_meets(line, art.polygon) for art in ground.art.get(hex, ()) if art.kind == kind)


def _meets(line: Line, polygon: Polygon) -> bool:
    if contains(polygon, line.a) or contains(polygon, line.b):
        return True
    return any(
        segments_meet((line.a, line.b), side)
        for side in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )

"""Static line of sight over ground with heights, a row at a time: the same answers as `los_heights.trace_heights`.

It goes like a row on flat ground (`los_table`), but whether a screen counts depends on the levels of both ends: for
each pair of a screen and a hex behind it that is worked out at once, in arrays.  Few lines are left to the exact
routine, those about which edges decide: on edges of outlines on both sides, through the end of a wall or along it,
close under a hedgerow, and to the foot of a steep drop.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from .coords import COLUMN_STEP, ROW_STEP, Point, corners
from .geometry import hull
from .los import Ground, Line, art_met
from .los_heights import trace_heights
from .los_obstacles import FLAT, HILL, contacts_at, level_of, standing
from .los_table import ALONG_HEXSIDES, BESIDE_HEXSIDE, BLOCKED, Flags, Ints, Row, Screens, Sweep, Table
from .relief import Location

_NO_HILL = -1


class Role(IntEnum):
    """What a screen does."""

    #: stops lines as high as it goes
    OBSTACLE = 0
    #: the same, but only between levels
    BETWEEN = 1
    #: hinders lines on its level, or between levels
    HINDRANCE = 2


@dataclass(frozen=True)
class _Found:
    """One screen, before all of them become arrays."""

    hex: int
    outline: Sequence[Point]
    drawn: bool
    role: Role
    top: int = 0
    blind: int = 0
    hill: bool = False
    drm: int = 0
    drm_between: int = 0


@dataclass(frozen=True)
class _Hexside:
    """What the two hexes at a hexside do to a line along it."""

    #: role, hex, top, what it hides, and hill of each obstacle; one that is in two hexes is here twice
    obstacles: tuple[tuple[int, int, int, int, int], ...] = ()
    #: hex, surface, DRM on its level and DRM between levels
    hindrances: tuple[tuple[int, int, int, int], ...] = ()


_NOTHING = _Hexside()


class HighRowTracer:
    """Traces the rows of one playing area with heights, from the ground of a hex or from a storey above it."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.relief, self.reading = ground.relief or FLAT, ground.profile.relief
        self.names = tuple(ground.centres)
        self.places = {name: i for i, name in enumerate(self.names)}
        self.points = np.array(list(ground.centres.values()), dtype=np.int64)
        self.levels = self._numbers(self.relief.level(name) for name in self.names)
        self.surfaces = self._numbers(self.relief.surface(name) for name in self.names)
        self.hills = self._numbers(self.relief.hills.get(name, _NO_HILL) for name in self.names)
        self.sunk: Flags = np.array([name in self.relief.depressions for name in self.names], dtype=np.bool_)
        found = [one for i, name in enumerate(self.names) for one in self._screens_in(i, name)]
        self.screens = Screens.made_of([(one.hex, one.outline, one.drm, one.drawn) for one in found])
        self.role = self._numbers(one.role for one in found)
        self.top = self._numbers(one.top for one in found)
        self.blind = self._numbers(one.blind for one in found)
        self.is_hill: Flags = np.array([one.hill for one in found], dtype=np.bool_)
        self.drm_between = self._numbers(one.drm_between for one in found)
        self.walls = _Walls.of(self)
        #: whole hexes, where a line between levels may leave its one slope
        self.lows = Screens.made_of(
            [
                (i, corners(ground.centres[name]), 0, False)
                for i, name in enumerate(self.names)
                if self.reading.one_slope and self.surfaces[i] < self.surfaces.max()
            ]
        )
        self._hexsides: dict[Point, _Hexside] = {}

    @staticmethod
    def _numbers(found: Iterator[int]) -> Ints:
        return np.array(list(found), dtype=np.int64)

    def row(self, viewer: int, storey: int = 0) -> Row:
        """What is seen of the ground of all hexes from one location, in the order of the names."""
        return array("b", _HighRow(self, viewer, storey).make().tobytes())

    def exact(self, viewer: int, storey: int, target: int) -> int:
        a, b = Location(self.names[viewer], storey), Location(self.names[target])
        verdict = trace_heights(self.ground, a, b)
        return verdict.hindrance if verdict.clear else BLOCKED

    def _screens_in(self, i: int, name: str) -> Iterator[_Found]:
        ground, profile = self.ground, self.ground.profile
        for polygon, kind, top, blind, _ in standing(ground, name):
            yield _Found(i, hull(polygon), True, Role.OBSTACLE, top, blind, kind == HILL)
        for art in ground.art.get(name, ()):
            drm, inherent, _ = profile.hindrances.get(art.kind, (0, True, ""))
            if not inherent:
                between = drm if self._between(art.kind) == "hindrance" else 0
                yield _Found(i, hull(art.polygon), True, Role.HINDRANCE, drm=drm, drm_between=between)
        yield from self._inherent_in(i, name)

    def _inherent_in(self, i: int, name: str) -> Iterator[_Found]:
        terrain, profile = self.ground.terrain[name], self.ground.profile
        drm, inherent, _ = profile.hindrances.get(terrain, (0, False, ""))
        effect = self._between(terrain)
        whole: list[Sequence[Point]] = [corners(self.ground.centres[name])]
        if name in self.ground.avenues:
            whole = [hull(art.polygon) for art in self.ground.art.get(name, ()) if art.kind == terrain]
        for outline in whole:
            if inherent:
                between = drm if effect == "hindrance" else 0
                yield _Found(i, outline, False, Role.HINDRANCE, drm=drm, drm_between=between)
            if effect == "obstacle":
                rise = self.reading.rises.get(terrain, self.reading.obstacle)
                top = 2 * self.relief.surface(name) + rise.height
                yield _Found(i, outline, False, Role.BETWEEN, top, rise.blind)

    def _between(self, kind: str) -> str:
        return self.reading.between_levels.get(kind, ("", ""))[0]

    def hexside(self, start: Point, step: Point) -> _Hexside:
        """What lies along the hexside in the middle of a step between centres."""
        middle = (start[0] + step[0] // 2, start[1] + step[1] // 2)
        found = self._hexsides.get(middle)
        if found is None:
            at = self.ground.at
            beside = [(start[0] + dx, start[1] + dy) for dx, dy in BESIDE_HEXSIDE[step]]
            side = (
                (start[0] + step[0] // 3, start[1] + step[1] // 3),
                (start[0] + 2 * step[0] // 3, start[1] + 2 * step[1] // 3),
            )
            found = self._hexside(side, [at[spot] for spot in beside if spot in at])
            self._hexsides[middle] = found
        return found

    def _hexside(self, side: tuple[Point, Point], hexes: list[str]) -> _Hexside:
        ground, places = self.ground, self.places
        obstacles = []
        for stood, kind, top, blind in contacts_at(ground, side, hexes):
            hill = max(int(self.hills[places[hex]]) for hex in stood) if kind == HILL else _NO_HILL
            obstacles += [(int(Role.OBSTACLE), places[hex], top, blind, hill) for hex in stood]
        depicted = {
            kind: drm for kind, (drm, inherent, _) in ground.profile.hindrances.items() if not inherent
        }
        hindrances = []
        for met in art_met(ground, Line(*side), hexes, depicted):
            drm, between = depicted[met.kind], self._between(met.kind) == "hindrance"
            for hex in met.hexes:
                hindrances.append((places[hex], self.relief.surface(hex), drm, drm if between else 0))
        for hex in hexes:
            for one in self._inherent_in(places[hex], hex):
                if one.role == Role.BETWEEN:
                    obstacles.append((int(one.role), one.hex, one.top, one.blind, _NO_HILL))
                else:
                    hindrances.append((one.hex, self.relief.surface(hex), one.drm, one.drm_between))
        return _Hexside(tuple(obstacles), tuple(hindrances)) if obstacles or hindrances else _NOTHING

    @cached_property
    def under_steep(self) -> Flags:
        """Hexes at the foot of a drop as steep as the reading asks for."""
        found = np.zeros(len(self.names), dtype=np.bool_)
        at = self.ground.at
        for i, (x, y) in enumerate(self.points.tolist()):
            around = ((0, -200), (300, -100), (300, 100), (0, 200), (-300, 100), (-300, -100))
            beside = [at.get((x + dx, y + dy)) for dx, dy in around]
            highest = max((self.relief.surface(hex) for hex in beside if hex is not None), default=0)
            found[i] = bool(self.reading.steep) and highest - self.levels[i] >= self.reading.steep
        return found


@dataclass(frozen=True)
class _Walls:
    """What stands on hexsides, as far as the reading knows it: a screen each, and the second of its two hexes."""

    screens: Screens
    other: Ints
    top: Ints
    blind: Ints

    @classmethod
    def of(cls, tracer: HighRowTracer) -> _Walls:
        known = tracer.reading.hexsides
        features = {one.side: one for many in tracer.relief.hexsides.values() for one in many}
        standing = [one for one in features.values() if one.kind in known]
        places, surface = tracer.places, tracer.relief.surface
        numbers = [(places[one.hexes[0]], places[one.hexes[1]]) for one in standing]
        rises = [known[one.kind].rise for one in standing]
        tops = [
            2 * max(surface(hex) for hex in one.hexes) + rise.height
            for one, rise in zip(standing, rises, strict=True)
        ]
        return cls(
            Screens.made_of([(i, one.side, 0, False) for (i, _), one in zip(numbers, standing, strict=True)]),
            np.array([j for _, j in numbers], dtype=np.int64),
            np.array(tops, dtype=np.int64),
            np.array([rise.blind for rise in rises], dtype=np.int64),
        )


class _HighRow(Sweep):
    """One row: the levels of all hexes beside that of the viewer, and what the screens before them do."""

    def __init__(self, tracer: HighRowTracer, viewer: int, storey: int) -> None:
        super().__init__(tracer.points, tracer.screens, viewer)
        self.tracer, self.storey, self.reading = tracer, storey, tracer.reading
        self.level = level_of(tracer.ground, tracer.names[viewer], storey)
        self.low = np.minimum(tracer.levels, self.level)
        self.high = np.maximum(tracer.levels, self.level)
        self.even: Flags = self.low == self.high
        #: whether the viewer is the upper end
        self.above: Flags = tracer.levels < self.level
        self.range = self._ranges(np.full(len(self.low), viewer), np.arange(len(self.low)))
        self.ask = np.zeros(len(self.low), dtype=np.bool_)

    def make(self) -> Table:
        if len(self.screens.hex):
            self._lay_screens()
        self._lay_slopes()
        self._lay_hexsides()
        self._lay_walls()
        self._lay_depressions()
        self._note_delicate()
        blocked = self.blocked | (self.total >= self.tracer.ground.profile.blocking_total)
        row = np.where(blocked, BLOCKED, self.total).astype(np.int8)
        for target in np.flatnonzero(self.ask & ~self.blocked).tolist():
            row[target] = self.tracer.exact(self.viewer, self.storey, target)
        return row

    def _ranges(self, a: Ints, b: Ints) -> Ints:
        """Ranges in hexes between hexes given by their numbers."""
        across = np.abs(self.dx[b] - self.dx[a]) // COLUMN_STEP
        half_hexes = np.abs(self.dy[b] - self.dy[a]) // (ROW_STEP // 2)
        found: Ints = across + np.maximum(0, (half_hexes - across) // 2)
        return found

    # Screens.

    def _lay_screens(self) -> None:
        tracer = self.tracer
        screen, target = self.crossing()
        role, even = tracer.role[screen], self.even[target]
        stops = (role == Role.OBSTACLE) | ((role == Role.BETWEEN) & ~even)
        s, t = screen[stops], target[stops]
        hex = self.screens.hex[s]
        hill = np.where(tracer.is_hill[s], tracer.hills[hex], _NO_HILL)
        hit = self._stopped(tracer.top[s], tracer.blind[s], hex, t, hill, 0)
        self.blocked[t[hit]] = True
        hinders = role == Role.HINDRANCE
        s, t = screen[hinders], target[hinders]
        hex, even = self.screens.hex[s], even[hinders]
        on_its_level = tracer.surfaces[hex] == self.low[t]
        drm = np.where(even, np.where(on_its_level, self.screens.strength[s], 0), tracer.drm_between[s])
        self.add_hindrances(t[drm > 0], hex[drm > 0], drm[drm > 0])

    def _lay_slopes(self) -> None:
        """Ground lower than both ends, where only one crest line may be crossed between levels."""
        tracer, lows = self.tracer, self.tracer.lows
        if self.storey or not len(lows.hex) or self.level <= tracer.surfaces.min():
            return
        _, first, last = self.sectors(lows)
        begin = np.searchsorted(self.ring, first, side="right")
        end = np.searchsorted(self.ring, last, side="left")
        low, place = self.stretched(begin, np.where(lows.hex == self.viewer, begin, end))
        target, hex = self.order[place], lows.hex[low]
        leaves = ~self.even[target] & (tracer.surfaces[hex] < self.low[target])
        target, hex = target[leaves], hex[leaves]
        self.blocked[target[self.is_beyond(target, hex)]] = True

    def _stopped(self, top: Ints, blind: Ints, hex: Ints, target: Ints, hill: Ints, beside: int) -> Flags:
        """Whether an obstacle on the way stops the line: `los_heights` tells why."""
        reading = self.reading
        low, high = 2 * self.low[target], 2 * self.high[target]
        upper = np.where(self.above[target], self.viewer, target)
        sees_over = np.full(len(target), reading.sees_over)
        if self.storey:
            sees_over[self.above[target]] = reading.sees_over_from_storeys
        as_high = top >= high
        over = as_high | ((blind > 0) & (~sees_over | self._hides(top, blind, hex, target, upper, beside)))
        if not reading.own_hill_blinds:
            over = np.where((hill != _NO_HILL) & (hill == self.tracer.hills[upper]), as_high, over)
        found: Flags = (top > low) & (self.even[target] | over)
        return found

    def _hides(self, top: Ints, blind: Ints, hex: Ints, target: Ints, upper: Ints, beside: int) -> Flags:
        """Whether the lower end is in a blind hex of the obstacle."""
        reading = self.reading
        lower = np.where(self.above[target], target, self.viewer)
        if reading.blind_every:
            blind = blind + self._ranges(upper, hex) // reading.blind_every
        if reading.height_saves:
            blind = blind - np.maximum(0, (2 * self.high[target] - top) // 2 - 1)
        found: Flags = self._ranges(hex, lower) + beside <= np.maximum(1, blind)
        return found

    # Along hexsides.

    def _lay_hexsides(self) -> None:
        """Lines along hexsides: the two hexes at each of them, for all targets beyond."""
        tracer, places = self.tracer, self.tracer.ground.at
        start: Point = tracer.ground.centres[tracer.names[self.viewer]]
        reach = int(max(np.abs(self.dx).max(), np.abs(self.dy).max()))
        obstacles: list[tuple[int, int, int, int, int, int]] = []
        hindrances: list[tuple[int, int, int, int, int, int]] = []
        for step in ALONG_HEXSIDES:
            at = start
            sides: list[_Hexside] = []
            for _ in range(reach // max(abs(step[0]), abs(step[1]))):
                met = tracer.hexside(at, step)
                if met is not _NOTHING:
                    sides.append(met)
                at = (at[0] + step[0], at[1] + step[1])
                name = places.get(at)
                if name is not None and sides:
                    target = tracer.places[name]
                    for i, side in enumerate(sides):
                        obstacles += [(target, *one) for one in side.obstacles]
                        hindrances += [(target, i, *one) for one in side.hindrances]
        self._stop_along(obstacles)
        self._hinder_along(hindrances)

    def _stop_along(self, found: Sequence[tuple[int, int, int, int, int, int]]) -> None:
        if not found:
            return
        target, role, hex, top, blind, hill = np.array(found, dtype=np.int64).T
        hit = self._stopped(top, blind, hex, target, hill, 0)
        hit &= (role == Role.OBSTACLE) | ~self.even[target]
        self.blocked[target[hit]] = True

    def _hinder_along(self, found: Sequence[tuple[int, int, int, int, int, int]]) -> None:
        """Of two hexes that share a hexside with the line only one hindrance counts, the strongest."""
        best: dict[tuple[int, int], int] = {}
        for target, side, _, surface, drm, between in found:
            counts = (drm if surface == self.low[target] else 0) if self.even[target] else between
            best[target, side] = max(best.get((target, side), 0), counts)
        for (target, _), drm in best.items():
            self.total[target] += drm

    # What stands on hexsides.

    def _lay_walls(self) -> None:
        walls = self.tracer.walls
        if not len(walls.other):
            return
        _, first, last = self.sectors(walls.screens)
        begin = np.searchsorted(self.ring, first, side="left")
        wall, place = self.stretched(begin, np.searchsorted(self.ring, last, side="right"))
        target, key = self.order[place], self.ring[place]
        before = self.is_beyond(target, walls.screens.hex[wall]) | self.is_beyond(target, walls.other[wall])
        wall, target, key = wall[before], target[before], key[before]
        one, other = walls.screens.hex[wall], walls.other[wall]
        at_end = (one == self.viewer) | (other == self.viewer) | (one == target) | (other == target)
        # Beside an end only high ones do anything, to who is lower; lines through their own ends need a closer look.
        self.ask[target[at_end & ~self.even[target] & (walls.blind[wall] > 0)]] = True
        crossed = (key > first[wall]) & (key < last[wall])
        self.ask[target[~crossed & ~at_end]] = True
        plain = crossed & ~at_end
        w, t = wall[plain], target[plain]
        hill = np.full(len(w), _NO_HILL)
        for hexes in (one[plain], other[plain]):
            hit = self._stopped(walls.top[w], walls.blind[w], hexes, t, hill, 1)
            self.blocked[t[hit]] = True

    # Depressions, and lines that are left to the exact routine.

    def _lay_depressions(self) -> None:
        """Those in a gully see adjacent hexes, and what is high enough above them."""
        reading, sunk = self.reading, self.tracer.sunk
        if not reading.out_of_depression or not sunk.any():
            return
        needed = np.full(len(self.low), reading.out_of_depression)
        if reading.depression_every:
            needed = needed + self.range // reading.depression_every
        far = self.range > 1
        self.blocked |= far & sunk & (self.level - self.tracer.levels < needed)
        if sunk[self.viewer]:
            self.blocked |= far & (self.tracer.levels - self.level < needed)

    def _note_delicate(self) -> None:
        if len(self.screens.hex):
            self.ask[self.on_edges()] = True
        if self.reading.steep:
            under = self.tracer.under_steep
            foot = np.where(self.above, under, bool(under[self.viewer]) and not self.storey)
            self.ask |= foot & ~self.even & (self.range > 1)

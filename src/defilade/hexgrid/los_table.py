"""Static line of sight, a row at a time: from one hex to all others.

A row gives the same answers as `los.trace` without smoke.  What can stop or hinder a line is a *screen*: an
outline inside one hex, or a whole hex of inherent terrain.  Seen from the viewer's dot it covers a sector of
directions, and a line crosses the screen exactly if its direction lies strictly inside the sector.  So a row
needs the two outermost corners of every screen and one search for each; nothing is asked line by line.

Directions are compared as whole numbers (`direction_keys`), so a row is exact.  Lines that run along an edge of
some outline are left to the exact routine, those along hexsides to the two hexes that share each of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from .coords import COLUMN_STEP, CORNERS, ROW_STEP, Point, corners, direction_to
from .geometry import hull
from .los import Ground, hexside_effect, trace

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Table = npt.NDArray[np.int8]
#: Static line of sight from one hex to all others: -1 blocked, else the hindrance DRM.
Row: TypeAlias = "array[int]"

BLOCKED: Final = -1

#: Steps from a centre to the next one along hexsides; the hexside between takes up the middle third.
ALONG_HEXSIDES: Final = ((600, 0), (300, 300), (-300, 300), (-600, 0), (-300, -300), (300, -300))

#: A quarter of the circle is two units of a direction key. Two directions to whole points of a map differ by more
#: than one part in a million times a million, so that 40 binary places keep them apart.
_PLACES: Final = 40
_UNIT: Final = 1 << _PLACES
_CIRCLE: Final = 8 * _UNIT
_HALF_CIRCLE: Final = 4 * _UNIT
#: Strengths of hindrances are kept in the low bits of a number; none is as strong as this.
_STRENGTHS: Final = 64


def static_verdict(ground: Ground, a: str, b: str) -> int:
    """One entry of a row by the exact routine: -1 if blocked, else the hindrance DRM."""
    verdict = trace(ground, a, b)
    return verdict.hindrance if verdict.clear else BLOCKED


def direction_keys(dx: Ints, dy: Ints) -> Ints:
    """A whole number for each direction that grows clockwise on the screen, from -1 to 7 units.

    Equal for equal directions and different for different ones: it is the slope in that quarter of the circle
    in which the direction lies, rounded down far below what can tell two directions apart.

    >>> direction_keys(np.array([300, 0, -600, 600]), np.array([0, 200, 0, -600])) / _UNIT
    array([ 0.,  2.,  4., -1.])
    """
    wide = np.abs(dx) >= np.abs(dy)
    rise = np.where(wide, dy, -dx)
    run = np.where(wide, dx, dy)
    quarter = np.where(wide, np.where(dx > 0, 0, 4), np.where(dy > 0, 2, 6))
    # A place has no direction to itself; whoever asks leaves it out.
    slope: Ints = (rise << _PLACES) // np.where(run == 0, 1, run)
    return quarter * _UNIT + slope


@dataclass(frozen=True)
class Screens:
    """All screens of a playing area, their corners in one line."""

    x: Ints
    y: Ints
    #: where the corners of each screen start, and whose each corner is
    starts: Ints
    owner: Ints
    hex: Ints
    #: the hindrance DRM; 0 for an obstacle
    strength: Ints
    #: whether a line may run along its edge without hexsides having to do with it
    drawn: Flags

    @classmethod
    def of(cls, ground: Ground) -> Screens:
        """Those of flat ground."""
        return cls.made_of(
            [
                (i, outline, strength, drawn)
                for i, name in enumerate(ground.centres)
                for outline, strength, drawn in _screens_in(ground, name)
            ]
        )

    @classmethod
    def made_of(cls, found: Sequence[tuple[int, Sequence[Point], int, bool]]) -> Screens:
        """From number of the hex, corners, strength and whether it is drawn, of each."""
        points = [corner for _, outline, _, _ in found for corner in outline]
        lengths = [len(outline) for _, outline, _, _ in found]
        where = np.array(points, dtype=np.int64).reshape(-1, 2)
        return cls(
            x=where[:, 0].copy(),
            y=where[:, 1].copy(),
            starts=np.cumsum([0, *lengths])[:-1].astype(np.int64),
            owner=np.repeat(np.arange(len(found)), lengths),
            hex=np.array([i for i, _, _, _ in found], dtype=np.int64),
            strength=np.array([strength for _, _, strength, _ in found], dtype=np.int64),
            drawn=np.array([drawn for _, _, _, drawn in found], dtype=np.bool_),
        )


def _screens_in(ground: Ground, name: str) -> Iterator[tuple[tuple[Point, ...], int, bool]]:
    """Outline, strength (0: obstacle) and whether it is drawn art, for each screen in a hex."""
    profile = ground.profile
    for art in ground.art.get(name, ()):
        if art.kind in profile.obstacles:
            yield hull(art.polygon), 0, True
        elif art.kind in profile.hindrances and not profile.hindrances[art.kind][1]:
            yield hull(art.polygon), profile.hindrances[art.kind][0], True
    drm, inherent, _ = profile.hindrances.get(ground.terrain[name], (0, False, ""))
    if inherent and name in ground.avenues:
        for art in ground.art.get(name, ()):
            if art.kind == ground.terrain[name]:
                yield hull(art.polygon), drm, False
    elif inherent:
        yield corners(ground.centres[name]), drm, False


class RowTracer:
    """Traces the rows of one playing area."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.names = tuple(ground.centres)
        self.points = np.array(list(ground.centres.values()), dtype=np.int64)
        self.index = {at: i for i, at in enumerate(ground.centres.values())}
        self.screens = Screens.of(ground)
        if self.screens.strength.max(initial=0) >= _STRENGTHS:
            raise ValueError(f"a hindrance is weaker than {_STRENGTHS}")
        self._hexsides: dict[Point, int | None] = {}
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        self._reach = int((high - low).max())

    def row(self, viewer: int) -> Row:
        """What is seen from one hex, in the order of the names."""
        return array("b", _RowOf(self, viewer).make().tobytes())

    def hexside_effect(self, start: Point, step: Point) -> int | None:
        """What the hexes at a hexside do to lines along it: it lies in the middle of a step between centres."""
        middle = (start[0] + step[0] // 2, start[1] + step[1] // 2)
        if middle not in self._hexsides:
            side = (
                (start[0] + step[0] // 3, start[1] + step[1] // 3),
                (start[0] + 2 * step[0] // 3, start[1] + 2 * step[1] // 3),
            )
            beside = [_add(start, way) for way in BESIDE_HEXSIDE[step]]
            hexes = [self.ground.at[at] for at in beside if at in self.ground.at]
            self._hexsides[middle] = hexside_effect(self.ground, side, hexes)
        return self._hexsides[middle]

    def sides_ahead(self, start: Point) -> Iterator[tuple[Point, int]]:
        """The six ways along hexsides: each step, and how many of them can stay in the area."""
        for step in ALONG_HEXSIDES:
            yield step, self._reach // max(abs(step[0]), abs(step[1]))


def _add(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def _ways(step: Point) -> tuple[Point, ...]:
    """The two neighbours of a centre that lie beside a step along hexsides."""
    around = [(0, -200), (300, -100), (300, 100), (0, 200), (-300, 100), (-300, -100)]
    return tuple(one for one in around if direction_to(one, step) is not None)


BESIDE_HEXSIDE: Final = {step: _ways(step) for step in ALONG_HEXSIDES}


class Sweep:
    """The directions from one hex to all others in order, and which hexes lie behind a screen."""

    def __init__(self, points: Ints, screens: Screens, viewer: int) -> None:
        self.points, self.viewer, self.screens = points, viewer, screens
        self.dx, self.dy = (points - points[viewer]).T
        # Small numbers for what is asked of very many pairs.
        self.column = (self.dx // COLUMN_STEP).astype(np.int32)
        self.half_row = (self.dy // (ROW_STEP // 2)).astype(np.int32)
        keys = direction_keys(self.dx, self.dy)
        order = np.argsort(keys, kind="stable")
        order = order[order != viewer]
        # Twice round, so that a sector across the start of the circle is one stretch.
        self.order = np.concatenate([order, order])
        self.ring = np.concatenate([keys[order], keys[order] + _CIRCLE])
        self.blocked = np.zeros(len(keys), dtype=np.bool_)
        self.total = np.zeros(len(keys), dtype=np.int64)
        if len(screens.hex):
            self.keys, self.first, self.last = self.sectors(screens)

    def sectors(self, screens: Screens) -> tuple[Ints, Ints, Ints]:
        """The keys of all corners, and of the outermost two of each screen."""
        at = self.points[self.viewer]
        keys = direction_keys(screens.x - at[0], screens.y - at[1])
        first = np.minimum.reduceat(keys, screens.starts)
        last = np.maximum.reduceat(keys, screens.starts)
        # A screen covers less than half the circle; one that seems to cover more lies across its start.
        across = last - first >= _HALF_CIRCLE
        if across.any():
            keys = np.where(across[screens.owner] & (keys < 3 * _UNIT), keys + _CIRCLE, keys)
            first = np.minimum.reduceat(keys, screens.starts)
            last = np.maximum.reduceat(keys, screens.starts)
        return keys, first, last

    def crossing(self) -> tuple[Ints, Ints]:
        """Pairs of a screen and a hex to which the line goes through the screen."""
        begin = np.searchsorted(self.ring, self.first, side="right")
        end = np.searchsorted(self.ring, self.last, side="left")
        return self.behind(begin, end)

    def behind(self, begin: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Pairs of a screen and a hex behind it, for stretches of the ring that belong to the screens."""
        screen, place = self.stretched(begin, np.where(self.screens.hex == self.viewer, begin, end))
        target = self.order[place]
        beyond = self.is_beyond(target, self.screens.hex[screen])
        return screen[beyond], target[beyond]

    def stretched(self, begin: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Pairs of a number and each place in its stretch of the ring."""
        count = np.maximum(end - begin, 0)
        whose = np.repeat(np.arange(len(count)), count)
        return whose, np.arange(len(whose)) + np.repeat(begin - (np.cumsum(count) - count), count)

    def is_beyond(self, target: Ints, hex: Ints) -> Flags:
        """Whether a target lies beyond a hex that the line goes through.

        It does if it is farther along the line than the hex's dot is, since dots are farther from one another than a
        hex reaches. In true measure a step down is the square root of 3 times as long as one across, and hexrows are
        3 times as far apart as half rows.
        """
        column, half_row = self.column[target], self.half_row[target]
        found: Flags = (
            3 * column * (column - self.column[hex]) + half_row * (half_row - self.half_row[hex]) > 0
        )
        return found

    def add_hindrances(self, target: Ints, hex: Ints, strength: Ints) -> None:
        """Of several hindrances in one hex the strongest counts."""
        ordered = np.sort((target * len(self.dx) + hex) * _STRENGTHS + strength)
        line = ordered // _STRENGTHS
        strongest = np.append(line[1:] != line[:-1], True)[: len(line)]
        np.add.at(self.total, line[strongest] // len(self.dx), ordered[strongest] % _STRENGTHS)

    # Lines on edges.

    def on_edges(self) -> list[int]:
        """Hexes not yet hidden to which the line has edges of outlines on it from both sides, inside a hex."""
        left, right = self._edges_on_line(self.first), self._edges_on_line(self.last)
        return sorted(target for target in left & right if not self.blocked[target])

    def _edges_on_line(self, outer: Ints) -> set[int]:
        """Hexes to which the line runs along the outer edge of a drawn outline, on no hexside."""
        screens = self.screens
        on_it = np.add.reduceat(self.keys == outer[screens.owner], screens.starts, dtype=np.int64)
        edge = screens.drawn & (on_it > 1)
        begin = np.searchsorted(self.ring, outer, side="left")
        end = np.searchsorted(self.ring, outer, side="right")
        screen, target = self.behind(begin, np.where(edge, end, begin))
        dx, dy, hex = self.dx[target], self.dy[target], screens.hex[screen]
        aside = np.abs(dx * self.dy[hex] - dy * self.dx[hex])
        reach = np.max([np.abs(dx * y - dy * x) for x, y in CORNERS[:3]], axis=0)
        return set(target[aside < reach].tolist())


class _RowOf(Sweep):
    """One row on flat ground: what the screens on the way to all hexes do."""

    def __init__(self, tracer: RowTracer, viewer: int) -> None:
        super().__init__(tracer.points, tracer.screens, viewer)
        self.tracer = tracer

    def make(self) -> Table:
        if len(self.screens.hex):
            self._lay_screens()
        self._lay_hexsides()
        blocked = self.blocked | (self.total >= self.tracer.ground.profile.blocking_total)
        row = np.where(blocked, BLOCKED, self.total).astype(np.int8)
        if len(self.screens.hex):
            names, ground = self.tracer.names, self.tracer.ground
            for target in self.on_edges():
                row[target] = static_verdict(ground, names[self.viewer], names[target])
        return row

    def _lay_screens(self) -> None:
        screen, target = self.crossing()
        strength = self.screens.strength[screen]
        self.blocked[target[strength == 0]] = True
        hinders = strength > 0
        self.add_hindrances(target[hinders], self.screens.hex[screen[hinders]], strength[hinders])

    def _lay_hexsides(self) -> None:
        tracer = self.tracer
        viewer = tracer.ground.centres[tracer.names[self.viewer]]
        for step, most in tracer.sides_ahead(viewer):
            at, total, blocked = viewer, 0, False
            for _ in range(most):
                effect = tracer.hexside_effect(at, step)
                blocked = blocked or effect is None
                total += effect or 0
                at = _add(at, step)
                target = tracer.index.get(at)
                if target is not None:
                    self.total[target] += total
                    self.blocked[target] |= blocked


def build_table(ground: Ground) -> Table:
    """Static line of sight between all hexes, in the order of their names: -1 blocked, else the DRM."""
    tracer = RowTracer(ground)
    return np.array([tracer.row(i) for i in range(len(tracer.names))], dtype=np.int8)

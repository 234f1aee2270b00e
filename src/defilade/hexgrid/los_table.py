"""The static line of sight of a whole playing area, as one table.

`build_table` gives the same answers as `los.trace` without smoke, for all pairs at once. It rests on two
facts. Which hexes a line touches depends only on the step between its ends, so that is worked out once per
step. And the part of an outline inside one hex is crossed by a line exactly if it has corners strictly on
both sides of it. Lines that run along an edge of some outline are left to the exact routine; all else is
whole-number arithmetic in numpy.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from .coords import COLUMN_STEP, ROW_STEP, Point, hexside, step
from .geometry import Polygon
from .los import Ground, LosProfile, Touch, hexside_effect, touches, trace

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Table = npt.NDArray[np.int8]

BLOCKED: Final = -1

#: Changes whenever the same ground would give another table.
_FORMAT: Final = "defilade-los-1"
_HALF_ROW: Final = ROW_STEP // 2


def static_verdict(ground: Ground, a: str, b: str) -> int:
    """One entry of the table by the exact routine: -1 if blocked, else the hindrance DRM."""
    verdict = trace(ground, a, b)
    return verdict.hindrance if verdict.clear else BLOCKED


# Lines by the steps between their ends.


class _Lines:
    """Every way in which a line between two hexes of the area can touch a third, about that third hex.

    Arrays run in parallel, one entry a touch: the step of the line, the touched hex seen from its start, and
    the same as offsets in a lattice of all hex places.
    """

    def __init__(self, ground: Ground) -> None:
        self.names = tuple(ground.centres)
        points = np.array([ground.centres[name] for name in self.names], dtype=np.int64)
        self.places = points // np.array([COLUMN_STEP, _HALF_ROW])
        self._make_lattice()
        entries = list(self._entries())
        table = np.array([(*delta, *touch.offset) for delta, touch in entries], dtype=np.int64).reshape(-1, 4)
        self.dx, self.dy, ox, oy = table.T
        #: By which hexside of the touched hex the line runs; -1 if it goes through its inside.
        self.hexside = np.array([_hexside_on_line(*entry) for entry in entries], dtype=np.int64)
        #: How far aside the touched hex's centre lies from the line.
        self.aside = self.dx * oy - self.dy * ox
        self.to_start = -self._steps(ox, oy)
        self.to_end = self.to_start + self._steps(self.dx, self.dy)

    def _make_lattice(self) -> None:
        low = self.places.min(axis=0)
        wide, high = (int(n) for n in self.places.max(axis=0) - low + 1)
        # So much margin that a step from any hex by any line stays inside the lattice.
        self.stride = 3 * high
        self.spots = (self.places[:, 0] - low[0] + wide) * self.stride + self.places[:, 1] - low[1] + high
        self.index = np.full(3 * wide * self.stride, -1, dtype=np.int64)
        self.index[self.spots] = np.arange(len(self.names))

    def _steps(self, dx: Ints, dy: Ints) -> Ints:
        return dx // COLUMN_STEP * self.stride + dy // _HALF_ROW

    def _entries(self) -> Iterator[tuple[Point, Touch]]:
        """All touches by lines to the right (or straight down) that occur between two hexes."""
        across, down = self.places[:, 0], self.places[:, 1]
        for dx, dy in np.unique(self._all_steps(across, down), axis=0).tolist():
            if dx > 0 or (dx == 0 and dy > 0):
                delta = (dx * COLUMN_STEP, dy * _HALF_ROW)
                yield from ((delta, touch) for touch in touches(delta) if touch.how != "vertex")

    @staticmethod
    def _all_steps(across: Ints, down: Ints) -> Ints:
        dx = (across[None, :] - across[:, None]).ravel()
        dy = (down[None, :] - down[:, None]).ravel()
        return np.stack([dx, dy], axis=1)

    def through(self, hex: int) -> tuple[Ints, Ints, Ints]:
        """The touches of one hex by lines of the area: which entries, and their start and end hexes."""
        start = self.index[self.spots[hex] + self.to_start]
        end = self.index[self.spots[hex] + self.to_end]
        chosen = np.flatnonzero((start >= 0) & (end >= 0))
        return chosen, start[chosen], end[chosen]


def _hexside_on_line(delta: Point, touch: Touch) -> int:
    if touch.how != "hexside":
        return -1
    for direction in range(6):
        side = hexside(touch.offset, direction)
        if all(delta[0] * y == delta[1] * x for x, y in side):
            return direction
    raise AssertionError(f"no hexside of {touch.offset} lies on the line to {delta}")


# What a hex does to the lines through it.


@dataclass(frozen=True)
class _Outlines:
    """The outlines of one sort in a hex, about its centre, their corners in one row."""

    x: Ints
    y: Ints
    starts: Ints

    @classmethod
    def about(cls, centre: Point, polygons: list[Polygon]) -> _Outlines:
        corners = np.array([corner for polygon in polygons for corner in polygon], dtype=np.int64) - np.array(
            centre
        )
        lengths = [len(polygon) for polygon in polygons]
        return cls(corners[:, 0], corners[:, 1], np.cumsum([0, *lengths[:-1]]))

    def meet(self, dx: Ints, dy: Ints, aside: Ints) -> tuple[Flags, Flags]:
        """Which lines cross an outline, and which run along an edge of one that they do not cross."""
        sides = dx[:, None] * self.y - dy[:, None] * self.x + aside[:, None]
        low = np.minimum.reduceat(sides, self.starts, axis=1)
        high = np.maximum.reduceat(sides, self.starts, axis=1)
        crossed = (low < 0) & (high > 0)
        on_line = np.add.reduceat(sides == 0, self.starts, axis=1, dtype=np.int64)
        return np.any(crossed, axis=1), np.any((on_line > 1) & ~crossed, axis=1)


class _TableMaker:
    def __init__(self, ground: Ground) -> None:
        self.ground, self.profile = ground, ground.profile
        self.lines = _Lines(ground)
        count = len(self.lines.names)
        self.total = np.zeros((count, count), dtype=np.int64)
        self.blocked = np.zeros((count, count), dtype=np.bool_)
        self.delicate = np.zeros((count, count), dtype=np.bool_)

    def make(self) -> Table:
        for i, name in enumerate(self.lines.names):
            if self._matters(name):
                self._lay(i, name)
        total = self.total + self.total.T
        blocked = self.blocked | self.blocked.T | (total >= self.profile.blocking_total)
        result = np.where(blocked, BLOCKED, total).astype(np.int8)
        names = self.lines.names
        for a, b in np.argwhere(self.delicate).tolist():
            result[a, b] = result[b, a] = static_verdict(self.ground, names[a], names[b])
        return result

    def _matters(self, name: str) -> bool:
        return name in self.ground.art or self._inherent(name) > 0

    def _inherent(self, name: str) -> int:
        drm, inherent, _ = self.profile.hindrances.get(self.ground.terrain[name], (0, False, ""))
        return drm if inherent else 0

    def _lay(self, hex: int, name: str) -> None:
        chosen, start, end = self.lines.through(hex)
        sides = self.lines.hexside[chosen]
        inside = sides < 0
        self._lay_inside(name, chosen[inside], start[inside], end[inside])
        for direction in range(6):
            along = sides == direction
            if along.any():
                self._lay_hexside(name, direction, start[along], end[along])

    def _lay_inside(self, name: str, chosen: Ints, start: Ints, end: Ints) -> None:
        drm = np.full(len(chosen), self._inherent(name), dtype=np.int64)
        dx, dy, aside = self.lines.dx[chosen], self.lines.dy[chosen], self.lines.aside[chosen]
        for kinds, strength in self._layers():
            polygons = [art.polygon for art in self.ground.art.get(name, ()) if art.kind in kinds]
            if not polygons:
                continue
            crossed, along = _Outlines.about(self.ground.centres[name], polygons).meet(dx, dy, aside)
            self.delicate[start[along], end[along]] = True
            if strength is None:
                self.blocked[start[crossed], end[crossed]] = True
            else:
                drm = np.where(crossed, np.maximum(drm, strength), drm)
        self.total[start, end] += drm

    def _layers(self) -> Iterator[tuple[frozenset[str], int | None]]:
        """Kinds whose art works alike: all obstacles, then each drawn hindrance with its strength."""
        yield frozenset(self.profile.obstacles), None
        for kind, (drm, inherent, _) in self.profile.hindrances.items():
            if not inherent:
                yield frozenset({kind}), drm

    def _lay_hexside(self, name: str, direction: int, start: Ints, end: Ints) -> None:
        """Lines along a hexside, once for the two hexes that share it."""
        at = self.ground.centres[name]
        beyond = self.ground.at.get(step(at, direction))
        if beyond is not None and self._matters(beyond) and beyond < name:
            return
        hexes = [name] if beyond is None else [name, beyond]
        effect = hexside_effect(self.ground, hexside(at, direction), hexes)
        if effect is None:
            self.blocked[start, end] = True
        else:
            self.total[start, end] += effect


def build_table(ground: Ground) -> Table:
    """Static line of sight between all hexes, in the order of their names: -1 blocked, else the DRM."""
    return _TableMaker(ground).make()


# Kept tables.


def fingerprint(ground: Ground) -> str:
    """What the table of this ground depends on, as one hash."""
    read = (
        _FORMAT,
        _readable(ground.profile),
        list(ground.centres.items()),
        list(ground.terrain.items()),
        sorted((hex, [(art.kind, art.polygon) for art in arts]) for hex, arts in ground.art.items()),
    )
    return hashlib.sha256(msgspec.json.encode(read)).hexdigest()


def _readable(profile: LosProfile) -> tuple[object, ...]:
    hindrances = sorted((kind, drm, inherent) for kind, (drm, inherent, _) in profile.hindrances.items())
    return sorted(profile.obstacles), hindrances, profile.blocking_total


def cache_folder() -> Path | None:
    """Where tables are kept between runs. DEFILADE_CACHE names another folder, or none if empty."""
    chosen = os.environ.get("DEFILADE_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "defilade"


_KEPT: OrderedDict[str, Table] = OrderedDict()
_KEPT_IN_MEMORY: Final = 16
_KEPT_ON_DISK: Final = 64


def los_table(ground: Ground) -> Table:
    """The table of a ground: from memory, from disk, or built and kept."""
    key = fingerprint(ground)
    if key in _KEPT:
        _KEPT.move_to_end(key)
        return _KEPT[key]
    folder = cache_folder()
    table = _read(folder / f"los-{key}.bin", len(ground.centres)) if folder else None
    if table is None:
        table = build_table(ground)
        if folder:
            _write(folder / f"los-{key}.bin", table)
    _KEPT[key] = table
    while len(_KEPT) > _KEPT_IN_MEMORY:
        _KEPT.popitem(last=False)
    return table


def _read(file: Path, count: int) -> Table | None:
    """A kept table, or None if there is none or it is not whole: then it is simply built again."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    seal, body = data[:32], data[32:]
    if len(body) != count * count or hashlib.sha256(body).digest() != seal:
        return None
    return np.frombuffer(body, dtype=np.int8).reshape(count, count)


def _write(file: Path, table: Table) -> None:
    """Keep a table. A folder that can not be written to costs only time, so it is no error."""
    body = table.tobytes()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".los-", delete=False) as new:
            new.write(hashlib.sha256(body).digest() + body)
        os.replace(new.name, file)
        kept = sorted(file.parent.glob("los-*.bin"), key=lambda f: f.stat().st_mtime)
        for old in kept[:-_KEPT_ON_DISK]:
            old.unlink(missing_ok=True)
    except OSError:
        return

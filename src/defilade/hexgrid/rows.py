"""Rows of figures from one hex to all others: made when first asked for, kept small, shared between runs.

A row of line of sight is written to a file of the map, which is named by a hash of everything that the rows depend
on: one record a row, at its own place, with a seal.  So any number of processes can read and write at once: they
write the same bytes, and a record that is missing, torn or damaged has no valid seal and is traced again.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from defilade.hexgrid.names import Hex

from .coords import COLUMN_STEP, ROW_STEP, Point
from .los import Ground, LosProfile
from .los_table import Row, RowTracer
from .los_table_heights import HighRowTracer
from .relief import Location, Relief, ReliefReading

#: Changes whenever the same ground would give other rows, or they are kept in another form.
_FORMAT: Final = "defilade-los-2"
_SEAL: Final = 8
_KEPT_ON_DISK: Final = 64


class RangeRows(dict[str, Row]):
    """Ranges in hexes, by viewer; a row is in the order of the hexes."""

    def __init__(self, centres: Mapping[str, Point]) -> None:
        super().__init__()
        self._centres = centres
        places = np.array(list(centres.values()), dtype=np.int64)
        self._across = places[:, 0] // COLUMN_STEP
        self._half_rows = places[:, 1] // (ROW_STEP // 2)
        longest = int(np.ptp(self._across) + np.ptp(self._half_rows))
        self._code = "B" if longest < 256 else "H"

    def __missing__(self, hex: Hex) -> Row:
        x, y = self._centres[hex]
        across = np.abs(self._across - x // COLUMN_STEP)
        half_hexes = np.abs(self._half_rows - y // (ROW_STEP // 2))
        # As `coords.distance` has it: a step sideways also goes half a hex up or down.
        ranges = across + np.maximum(0, (half_hexes - across) // 2)
        self[hex] = row = array(self._code, ranges.astype(self._code).tobytes())
        return row


class SightRows(dict[str, Row]):
    """Static line of sight to the ground of all hexes: -1 blocked, else the hindrance DRM; in the order of the hexes.

    A viewer is called by his hex, or on a storey as a location is written (`yK5@1`).
    """

    def __init__(self, ground: Ground) -> None:
        super().__init__()
        self._ground = ground
        storeys = ground.relief.storeys if ground.relief else {}
        upstairs = [f"{hex}@{n + 1}" for hex in ground.centres for n in range(storeys.get(hex, 0))]
        self._hexes = len(ground.centres)
        self._places = {viewer: i for i, viewer in enumerate((*ground.centres, *upstairs))}

    def __missing__(self, viewer: str) -> Row:
        place = self._places[viewer]
        row = self._file.read(place) if self._file else None
        if row is None:
            row = self._trace(viewer, place)
            if self._file:
                self._file.write(place, row)
        self[viewer] = row
        return row

    def missing(self, viewers: Iterable[str] = ()) -> tuple[str, ...]:
        """The viewers, of these or of all, whose rows are not known yet."""
        return tuple([viewer for viewer in viewers or self._places if viewer not in self])

    def _trace(self, viewer: str, place: int) -> Row:
        relief = self._ground.relief
        if place < self._hexes and (relief is None or relief.is_level):
            return self._tracer.row(place)
        seen_from = Location.parse(viewer)
        return self._high_tracer.row(self._places[seen_from.hex], seen_from.storey)

    @cached_property
    def _tracer(self) -> RowTracer:
        return RowTracer(self._ground)

    @cached_property
    def _high_tracer(self) -> HighRowTracer:
        return HighRowTracer(self._ground)

    @cached_property
    def _file(self) -> _RowFile | None:
        folder = cache_folder()
        if folder is None:
            return None
        return _RowFile(folder, fingerprint(self._ground), self._hexes)


# Rows on disk.


def fingerprint(ground: Ground) -> str:
    """What the rows of this ground depend on, as one hash."""
    read = (
        _FORMAT,
        _readable(ground.profile),
        list(ground.centres.items()),
        list(ground.terrain.items()),
        sorted((hex, [(art.kind, art.polygon) for art in arts]) for hex, arts in ground.art.items()),
        sorted(ground.avenues),
        _heights(ground.relief, ground.profile.relief) if ground.relief else None,
    )
    return hashlib.sha256(msgspec.json.encode(read)).hexdigest()


def _readable(profile: LosProfile) -> tuple[object, ...]:
    hindrances = sorted((kind, drm, inherent) for kind, (drm, inherent, _) in profile.hindrances.items())
    return sorted(profile.obstacles), hindrances, profile.blocking_total


def _heights(relief: Relief, reading: ReliefReading) -> tuple[object, ...]:
    """Heights and how they are read, in an order of their own."""
    contours = {hex: [(one.level, one.polygon) for one in pieces] for hex, pieces in relief.contours.items()}
    sides = {hex: [(one.kind, one.side, one.hexes) for one in many] for hex, many in relief.hexsides.items()}
    by_hex = (relief.levels, contours, relief.depressions, sides, relief.storeys, relief.hills)
    return [sorted(one.items()) for one in by_hex], sorted(relief.steeples), reading


def cache_folder() -> Path | None:
    """Where rows are kept between runs. DEFILADE_CACHE names another folder, or none if empty."""
    chosen = os.environ.get("DEFILADE_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "defilade"


class _RowFile:
    """The rows of one map on disk. A folder that can not be read or written costs only time: it is no error."""

    def __init__(self, folder: Path, key: str, count: int) -> None:
        self._path = folder / f"los-{key}.rows"
        self._key = bytes.fromhex(key)
        self._count = count
        self._size = count + _SEAL

    def _seal(self, place: int, body: bytes) -> bytes:
        return hashlib.blake2b(place.to_bytes(8, "big") + body, digest_size=_SEAL, key=self._key).digest()

    def read(self, place: int) -> Row | None:
        try:
            with self._path.open("rb") as file:
                file.seek(place * self._size)
                record = file.read(self._size)
        except OSError:
            return None
        body, seal = record[: self._count], record[self._count :]
        if len(record) != self._size or self._seal(place, body) != seal:
            return None
        return array("b", body)

    def write(self, place: int, row: Row) -> None:
        body = row.tobytes()
        with suppress(OSError):
            is_new = not self._path.exists()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # Neither emptied nor appended to: others may be writing other rows.
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            with os.fdopen(handle, "r+b") as file:
                file.seek(place * self._size)
                file.write(body + self._seal(place, body))
            if is_new:
                self._tidy_up()

    def _tidy_up(self) -> None:
        """Forget the maps that were written to longest ago, and files of older versions."""
        folder = self._path.parent
        for old in folder.glob("los-*.bin"):
            old.unlink(missing_ok=True)
        kept = sorted(folder.glob("los-*.rows"), key=lambda file: file.stat().st_mtime)
        for old in kept[:-_KEPT_ON_DISK]:
            old.unlink(missing_ok=True)

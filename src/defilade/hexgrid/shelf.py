"""Playing areas that games share: a map never changes, so it is laid out once and kept while it is in use.

A map is loaded when a game first needs it.  As many are kept as fit, counted in hexes (the rows of a map grow with
the square of them); of more, the least lately used is forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from .gamemap import GameMap, build_map
from .los import LosProfile
from .placing import MapSpec

#: About twenty single boards, or three maps of eight boards each.
HEXES_KEPT: Final = 8_000


class MapShelf:
    """Maps by what they are made of; the newest one is always kept."""

    def __init__(self, hexes: int = HEXES_KEPT) -> None:
        self._hexes = hexes
        self._maps: OrderedDict[tuple[bytes, bytes, Path | None], GameMap] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._maps)

    def get(self, spec: MapSpec, profile: LosProfile, folder: Path | None = None) -> GameMap:
        """The playing area of a MapSpec, as `build_map` gives it."""
        key = (msgspec.json.encode(spec), msgspec.json.encode(profile), folder)
        with self._lock:
            found = self._maps.get(key)
            if found is None:
                found = self._maps[key] = build_map(spec, profile, folder)
            self._maps.move_to_end(key)
            while len(self._maps) > 1 and sum(len(one.names) for one in self._maps.values()) > self._hexes:
                self._maps.popitem(last=False)
        return found


_SHELF: Final = MapShelf()


def shared_map(spec: MapSpec, profile: LosProfile, folder: Path | None = None) -> GameMap:
    """The playing area of a MapSpec, from those that this process keeps."""
    return _SHELF.get(spec, profile, folder)

"""Parts of a map as a scenario card names them: by hexes, boards, hexrows and numbers."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from defilade.hexgrid import GameMap
from defilade.hexgrid.coords import BadHexName, column_of
from defilade.tactics.names import Hex


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Part of the map: every condition given must hold, and one of `any` where it is given."""

    hexes: tuple[str, ...] = ()
    board: str = ""
    rows: str = ""
    numbered_from: int | None = None
    numbered_to: int | None = None
    any: tuple[Area, ...] = ()
    away_from: str = ""
    """A hex from which it is `away` hexes or more."""
    away: int = 0

    def holds(self, game_map: GameMap, hex: Hex) -> bool:
        """Whether a hex of the map lies in it."""
        board, letters, number = game_map.grid_name(hex)
        return (
            (not self.hexes or hex in _resolved(self.hexes, game_map))
            and (not self.board or board == self.board)
            and (not self.rows or column_of(letters) in columns(self.rows))
            and (self.numbered_from is None or number >= self.numbered_from)
            and (self.numbered_to is None or number <= self.numbered_to)
            and (not self.any or any(part.holds(game_map, hex) for part in self.any))
            and (not self.away_from or game_map.distance(hex, game_map.resolve(self.away_from)) >= self.away)
        )


@lru_cache(maxsize=256)
def _resolved(names: tuple[str, ...], game_map: GameMap) -> frozenset[str]:
    return frozenset(game_map.resolve(name) for name in names)


def columns(rows: str) -> range:
    """The hexrows of a text like ``H-R``, as columns.

    >>> columns("A-C"), columns("T-GG")
    (range(0, 3), range(19, 33))
    """
    first, _, last = rows.partition("-")
    span = range(column_of(first), column_of(last) + 1)
    if not span:
        raise BadHexName(rows)
    return span


@lru_cache(maxsize=256)
def hexes_in(area: Area, game_map: GameMap) -> tuple[str, ...]:
    """The hexes of a map that lie in an area."""
    return tuple(hex for hex in game_map.names if area.holds(game_map, hex))

"""How boards lie in a playing area: joined edge to edge (SK1:1.1-a), shifted, turned about, cropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from defilade.hexgrid.names import Hex

from .board import Board, load_board
from .coords import (
    COLUMN_STEP,
    ROW_STEP,
    BadHexName,
    Point,
    centre,
    column_of,
    opposite,
    parse_name,
    row_letters,
)

JOINS: Final = ("above", "below", "left of", "right of")


class MapError(ValueError):
    """Boards that can not be put together as asked."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a board lies: joined to a board placed before ("above y"), shifted by hexes, turned about."""

    board: str
    rotated: bool = False
    join: str | None = None
    columns: int = 0
    rows: int = 0


class MapSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A playing area in words. `rows` crops a board to hexrows in its own letters, as in {y: A-P}, `numbers` to hexes
    with certain numbers, as in {elst: 7-18}."""

    boards: list[Placed]
    rows: dict[str, str] = {}
    grain_in_season: bool = True
    numbers: dict[str, str] = {}


@dataclass(frozen=True)
class PlacedBoard:
    """A board in its place in the plane of the playing area."""

    board: Board
    rotated: bool
    origin: Point
    first_column: int
    last_column: int
    first_number: int
    last_number: int

    def point(self, point: Point) -> Point:
        """A point of the board in the plane of the playing area."""
        x, y = point
        if self.rotated:
            x, y = self.board.size.width - x, self.board.size.height - y
        return self.origin[0] + x, self.origin[1] + y

    def direction(self, direction: int) -> int:
        return opposite(direction) if self.rotated else direction

    def hexes(self) -> list[str]:
        """The hexes of the board that are in play."""
        return [hex for hex in self.board.hexes if self.is_in_play(hex)]

    def is_in_play(self, hex: Hex) -> bool:
        column, number = parse_name(hex)
        return (
            self.first_column <= column <= self.last_column
            and self.first_number <= number <= self.last_number
        )

    def is_edge(self, hex: Hex) -> bool:
        """Whether a hex is cut in two by the edge of the board (SK1:1.1-c)."""
        x, y = centre(*parse_name(hex))
        return x in (0, self.board.size.width) or y in (0, self.board.size.height)


def place_boards(spec: MapSpec, folder: Path | None = None) -> tuple[PlacedBoard, ...]:
    """The boards of a MapSpec in their places; an owner's own boards in `folder` go before the shipped ones."""
    if not spec.boards:
        raise MapError("a playing area needs at least one board")
    placed: dict[str, PlacedBoard] = {}
    for where in spec.boards:
        if where.board in placed:
            raise MapError(f"board {where.board} is placed twice; hex names must be unique")
        board = load_board(where.board, folder)
        columns = _crop(board, spec.rows.get(where.board))
        numbers = _crop_numbers(board, spec.numbers.get(where.board))
        origin = _origin(where, board, placed)
        placed[where.board] = PlacedBoard(board, where.rotated, origin, *columns, *numbers)
    for what, given in (("rows", spec.rows), ("numbers", spec.numbers)):
        for unknown in given.keys() - placed.keys():
            raise MapError(f"{what} are given for board {unknown}, which is not placed")
    return tuple(placed.values())


def whole_board(board: Board) -> PlacedBoard:
    """A board that is all of its playing area."""
    return PlacedBoard(board, False, (0, 0), 0, board.size.columns - 1, 0, board.size.rows)


def _origin(where: Placed, board: Board, placed: Mapping[str, PlacedBoard]) -> Point:
    if where.rotated and (board.size.columns - 1) % 2:
        raise MapError(f"board {board.id} has an even number of hexrows and can not be turned about")
    x, y = COLUMN_STEP * where.columns, ROW_STEP * where.rows
    if where.columns % 2:
        raise MapError(f"board {board.id}: boards are shifted by an even number of hexrows")
    if where.join is None:
        if placed and not (x or y):
            raise MapError(f"board {board.id}: say where it joins a board placed before, as in 'above y'")
        return x, y
    how, _, other = where.join.rpartition(" ")
    if how not in JOINS or other not in placed:
        raise MapError(f"{where.join!r}: a join is one of {', '.join(JOINS)} and a board placed before")
    beside = placed[other]
    x, y = x + beside.origin[0], y + beside.origin[1]
    size, its = board.size, beside.board.size
    shift = {
        "above": (0, -size.height),
        "below": (0, its.height),
        "left of": (-size.width, 0),
        "right of": (its.width, 0),
    }
    return x + shift[how][0], y + shift[how][1]


def _crop(board: Board, rows: str | None) -> tuple[int, int]:
    if rows is None:
        return 0, board.size.columns - 1
    first, dash, last = rows.partition("-")
    try:
        columns = column_of(first), column_of(last if dash else first)
    except BadHexName as error:
        raise MapError(f"{rows!r}: hexrows are given as in A-P") from error
    if not 0 <= columns[0] <= columns[1] < board.size.columns:
        raise MapError(f"{rows!r}: board {board.id} has hexrows A to {row_letters(board.size.columns - 1)}")
    return columns


def _crop_numbers(board: Board, numbers: str | None) -> tuple[int, int]:
    if numbers is None:
        return 0, board.size.rows
    first, _, last = numbers.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise MapError(f"{numbers!r}: numbers of hexes are given as in 7-18")
    if not 0 <= int(first) <= int(last) <= board.size.rows:
        raise MapError(f"{numbers!r}: board {board.id} has hexes up to {board.size.rows}")
    return int(first), int(last)

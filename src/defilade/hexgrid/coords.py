"""Hex names, the grid and its plane.

Hexes stand flat side up in vertical hexrows A, B, .. Z, AA, BB, .. (left to right); numbers grow downward.
Every centre and corner has whole coordinates in an affine picture of the real plane, in which straight lines
stay straight; so line of sight can be decided with integers. To draw, multiply y by the square root of 3.

    >>> name_of(10, 5), parse_name("GG10")
    ('K5', (32, 10))
    >>> centre(10, 5), centre(11, 5)
    ((3000, 900), (3300, 1000))
    >>> distance(centre(*parse_name("I2")), centre(*parse_name("J5")))
    4
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

Point = tuple[int, int]

#: Distance between hexrows, and between hexes of a hexrow, in the plane.
COLUMN_STEP: Final = 300
ROW_STEP: Final = 200

#: Directions 0..5 clockwise from north: the step from a hex centre to its neighbour's.
DIRECTIONS: Final[tuple[Point, ...]] = (
    (0, -200),
    (300, -100),
    (300, 100),
    (0, 200),
    (-300, 100),
    (-300, -100),
)
DIRECTION_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")

#: Corners of a hex about its centre, clockwise on the screen; hexside d runs from CORNERS[d] to CORNERS[d +
#: 1].
CORNERS: Final[tuple[Point, ...]] = ((-100, -100), (100, -100), (200, 0), (100, 100), (-100, 100), (-200, 0))

_NAME = re.compile(r"([A-Z])(\1*)([0-9]{1,2})")


class BadHexName(ValueError):
    """A text that can not be the name of a hex."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is no hex name: a hexrow (A..Z, AA, BB, ..) and a number are needed, like K5"
        )
        self.text = text


class BoardSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many hexrows a board has, and how many whole hexes stand in its odd hexrows."""

    columns: int = 33
    rows: int = 10

    @property
    def width(self) -> int:
        return COLUMN_STEP * (self.columns - 1)

    @property
    def height(self) -> int:
        return ROW_STEP * self.rows


def row_letters(column: int) -> str:
    """The letters of a hexrow: 0 is A, 25 is Z, 26 is AA, 27 is BB."""
    return chr(ord("A") + column % 26) * (column // 26 + 1)


def column_of(letters: str) -> int:
    """The column of a hexrow's letters (A is 0)."""
    if not letters or not letters.isascii() or not letters.isupper() or len(set(letters)) != 1:
        raise BadHexName(letters)
    return ord(letters[0]) - ord("A") + 26 * (len(letters) - 1)


def name_of(column: int, number: int) -> str:
    return f"{row_letters(column)}{number}"


def parse_name(text: str) -> tuple[int, int]:
    """Column and number of a hex name without board letter; whether a grid has it is not asked."""
    found = _NAME.fullmatch(text)
    if not found:
        raise BadHexName(text)
    first, more, number = found.groups()
    return column_of(first + more), int(number)


def centre(column: int, number: int) -> Point:
    """The centre dot. Odd hexrows (A, C, ..) begin with a whole hex 1, even ones with a half-hex 0."""
    if column % 2 == 0:
        return COLUMN_STEP * column, ROW_STEP * (number - 1) + ROW_STEP // 2
    return COLUMN_STEP * column, ROW_STEP * number


def position(point: Point) -> tuple[int, int]:
    """Column and number of the hex with this centre; the inverse of `centre`."""
    column, y = point[0] // COLUMN_STEP, point[1]
    return column, (y + ROW_STEP // 2) // ROW_STEP if column % 2 == 0 else y // ROW_STEP


def numbers(size: BoardSize, column: int) -> range:
    """The numbers in a hexrow: 1..rows in odd hexrows, 0..rows (half-hexes at both ends) in even ones."""
    return range(1 if column % 2 == 0 else 0, size.rows + 1)


def on_board(size: BoardSize, column: int, number: int) -> bool:
    return 0 <= column < size.columns and number in numbers(size, column)


def board_hexes(size: BoardSize) -> list[str]:
    """All hexes of a board, hexrow by hexrow.

    >>> len(board_hexes(BoardSize()))
    346
    """
    return [name_of(column, n) for column in range(size.columns) for n in numbers(size, column)]


def step(point: Point, direction: int) -> Point:
    dx, dy = DIRECTIONS[direction]
    return point[0] + dx, point[1] + dy


def direction_to(a: Point, b: Point) -> int | None:
    """The direction of b from a if they are neighbours."""
    delta = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS.index(delta) if delta in DIRECTIONS else None


def opposite(direction: int) -> int:
    return (direction + 3) % 6


def distance(a: Point, b: Point) -> int:
    """Range in hexes between two centres: a step sideways also goes half a hex up or down."""
    across = abs(b[0] - a[0]) // COLUMN_STEP
    half_hexes = abs(b[1] - a[1]) // (ROW_STEP // 2)
    return across + max(0, (half_hexes - across) // 2)


def on_hex_grain(a: Point, b: Point) -> bool:
    """Whether the line between two centres runs through every centre on its way (SK1:2.0-i).

    >>> on_hex_grain(centre(2, 1), centre(6, 3)), on_hex_grain(centre(2, 1), centre(4, 1))
    (True, False)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx, dy) != (0, 0) and (dx == 0 or abs(dx) == 3 * abs(dy))


def on_alternate_grain(a: Point, b: Point) -> bool:
    """Whether the line between two centres runs along hexsides and through centres in turn."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx, dy) != (0, 0) and (dy == 0 or abs(dx) == abs(dy))


def corners(point: Point) -> tuple[Point, ...]:
    """The six corners of the hex about a centre, clockwise on the screen from the upper left one."""
    return tuple((point[0] + dx, point[1] + dy) for dx, dy in CORNERS)


def hexside(point: Point, direction: int) -> tuple[Point, Point]:
    """The two corners (vertices) of the hexside in a direction (SK1:2.0-j)."""
    around = corners(point)
    return around[direction], around[(direction + 1) % 6]


def hexside_middle(direction: int) -> Point:
    """The middle of a hexside, about the centre of its hex."""
    dx, dy = DIRECTIONS[direction]
    return dx // 2, dy // 2

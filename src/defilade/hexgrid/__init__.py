"""Coordinates, geometry, boards and line of sight. Knows no game."""

from .board import Board, BoardError, Building, Feature, Piece, Road, available_boards, load_board, read_board
from .coords import BadHexName, BoardSize

__all__ = [
    "BadHexName",
    "Board",
    "BoardError",
    "BoardSize",
    "Building",
    "Feature",
    "Piece",
    "Road",
    "available_boards",
    "load_board",
    "read_board",
]

"""Coordinates, geometry, boards and line of sight. Knows no game."""

from .board import Board, BoardError, Building, Feature, Piece, Road, available_boards, load_board, read_board
from .coords import BadHexName, BoardSize
from .gamemap import GameMap, MapError, MapSpec, Placed, UnknownHex, build_map
from .los import Crossing, LosProfile, Verdict

__all__ = [
    "BadHexName",
    "Board",
    "BoardError",
    "BoardSize",
    "Building",
    "Crossing",
    "Feature",
    "GameMap",
    "LosProfile",
    "MapError",
    "MapSpec",
    "Piece",
    "Placed",
    "Road",
    "UnknownHex",
    "Verdict",
    "available_boards",
    "build_map",
    "load_board",
    "read_board",
]

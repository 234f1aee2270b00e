"""Coordinates, geometry, boards and line of sight. Knows no game."""

from .board import Board, BoardError, Building, Feature, Piece, Road, available_boards, load_board, read_board
from .coords import BadHexName, BoardSize
from .facts import Facts, Problem, check_board, load_facts
from .gamemap import GameMap, UnknownHex, build_map, map_of_board
from .los import Crossing, LosProfile, Verdict
from .los_heights import Hindering
from .placing import MapError, MapSpec, Placed
from .relief import HexsideReading, Location, ReliefReading, Rise
from .shelf import MapShelf, shared_map

__all__ = [
    "BadHexName",
    "Board",
    "BoardError",
    "BoardSize",
    "Building",
    "Crossing",
    "Facts",
    "Feature",
    "GameMap",
    "HexsideReading",
    "Hindering",
    "Location",
    "LosProfile",
    "MapError",
    "MapShelf",
    "MapSpec",
    "Piece",
    "Placed",
    "Problem",
    "ReliefReading",
    "Rise",
    "Road",
    "UnknownHex",
    "Verdict",
    "available_boards",
    "build_map",
    "check_board",
    "load_board",
    "load_facts",
    "map_of_board",
    "read_board",
    "shared_map",
]

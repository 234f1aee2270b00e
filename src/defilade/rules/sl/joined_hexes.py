"""What hexes are called that two half-hexes of joined boards make up (SL:1.2.4)."""

from __future__ import annotations

from defilade.hexgrid import GameMap
from defilade.hexgrid.coords import centre, parse_name, row_letters
from defilade.hexgrid.names import Hex
from defilade.hexgrid.placing import PlacedBoard
from defilade.rules.compass import MapSide, side_of

OUTWARD: dict[MapSide, tuple[int, int]] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}


def labels_of_joined(game_map: GameMap, north: MapSide) -> dict[Hex, str]:
    """SL:1.2.4-b: a joined hex goes by the half on which its co-ordinate is printed; where that is on neither or on
    both, by the board that lies farthest to the north-east."""
    halves: dict[Hex, list[str]] = {}
    for alias, hex in game_map.aliases.items():
        halves.setdefault(hex, [hex]).append(alias)
    return {hex: label(namesake(game_map, names, north)) for hex, names in halves.items()}


def half(game_map: GameMap, name: str) -> tuple[PlacedBoard, Hex]:
    board = game_map.grid_name(name)[0]
    lying = next(one for one in game_map.placed if one.board.id == board)
    return lying, name.removeprefix(board)


def namesake(game_map: GameMap, names: list[str], north: MapSide) -> tuple[PlacedBoard, Hex]:
    found = [half(game_map, name) for name in names]
    printed = [one for one in found if shows_its_name(*one)]
    if len(printed) == 1:
        return printed[0]
    return max(found, key=lambda one: north_east(one[0], north))


def shows_its_name(lying: PlacedBoard, hex: Hex) -> bool:
    """Co-ordinates stand at the top of a hex, which the upper edge of a board cuts off."""
    return centre(*parse_name(hex))[1] > 0


def north_east(lying: PlacedBoard, north: MapSide) -> tuple[int, int]:
    """How far a board lies to the north-east, and of two that are level to the north."""
    up, right = OUTWARD[north], OUTWARD[side_of(north, "east")]
    size = lying.board.size
    x, y = 2 * lying.origin[0] + size.width, 2 * lying.origin[1] + size.height
    northward, eastward = x * up[0] + y * up[1], x * right[0] + y * right[1]
    return northward + eastward, northward


def label(found: tuple[PlacedBoard, Hex]) -> str:
    lying, hex = found
    column, number = parse_name(hex)
    return f"{lying.board.id}{row_letters(column)}{number}"

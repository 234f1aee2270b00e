"""What never changes on a map, worked out once: what entering a hex costs, and how far it is to somewhere."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from defilade.hexgrid import GameMap

ENTRY = {"open": 1.0, "orchard": 1.0, "grain": 1.5, "brush": 2.0, "woods": 2.0}
BUILDING = 2.0
COVER = {"woods": 1, "wooden_building": 2, "stone_building": 3}
"""How much better a hex is to be shot at in than Open Ground."""

FAR = 99.0


@lru_cache(maxsize=16)
def steps(board: GameMap) -> dict[str, tuple[tuple[str, float], ...]]:
    """Each hex's neighbours with the MF to enter them, by road where there is one."""
    return {
        hex: tuple([(beside, entry_cost(board, hex, beside)) for beside in board.adjacent[hex]])
        for hex in (*board.names, *board.below)
    }


def entry_cost(board: GameMap, origin: str, hex: str) -> float:
    return 1.0 if board.road_between(origin, hex) else ENTRY.get(board.terrain[hex], BUILDING)


@lru_cache(maxsize=256)
def way_to(board: GameMap, goals: frozenset[str]) -> dict[str, float]:
    """MF from every hex to the nearest of the goals."""
    found = dict.fromkeys(goals, 0.0)
    heap = [(0.0, goal) for goal in sorted(goals)]
    neighbours = steps(board)
    while heap:
        far, hex = heappop(heap)
        if far > found[hex]:
            continue
        # Walking back from the goal: what counts is the cost of entering the hex that one comes from.
        for beside, _ in neighbours[hex]:
            there = far + entry_cost(board, beside, hex)
            if there < found.get(beside, FAR):
                found[beside] = there
                heappush(heap, (there, beside))
    return found


def cover(board: GameMap, hex: str) -> int:
    return COVER.get(board.terrain[hex], 0)


def is_open(board: GameMap, hex: str) -> bool:
    return board.terrain[hex] == "open"

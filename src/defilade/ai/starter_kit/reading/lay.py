"""The lay of the land: what never changes on a map, worked out once from the terrain chart."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from defilade.rules.sk import terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex

FAR = 99.0


class Step(NamedTuple):
    """One hex onward: its cheapest entry, and whether a road leads there."""

    hex: Hex
    cost: float
    road: bool


class Lay:
    """A map as infantry sees it: cover, cost, and how far it is to somewhere."""

    def __init__(self, g: SkPlay) -> None:
        board = g.map
        self.board = board
        kinds = {hex: terrain.kind_of(g, hex) for hex in (*board.names, *board.below)}
        self.tem = {hex: int(kind.tem) for hex, kind in kinds.items()}
        self.cost = {hex: float(kind.mf) for hex, kind in kinds.items()}
        self.open = {hex: bool(kind.open_ground) for hex, kind in kinds.items()}
        self.cover = {hex: terrain.is_cover(g, hex) for hex in kinds}
        self.stone = {hex: board.terrain[hex] == "stone_building" for hex in kinds}
        road = float(g.library.tables.terrain.road.mf)
        self.steps: dict[str, tuple[Step, ...]] = {
            hex: tuple(
                [
                    Step(
                        near, road if (by_road := board.road_between(hex, near)) else self.cost[near], by_road
                    )
                    for near in board.adjacent[hex]
                ]
            )
            for hex in kinds
        }
        self.felt: dict[object, dict[tuple[float, str], tuple[float, ...]]] = {}
        """How much a unit in a hex counts at the sites of a scenario (by its terms), by turns left."""
        self.entries: dict[object, dict[tuple[int, tuple[str, ...]], tuple[float, ...]]] = {}
        """MF from where a group may enter to the sites of a scenario (by its terms)."""
        self.fields: dict[tuple[str, int], int] = {}
        """Open ground in sight and range, by hex and range."""
        self._ways: dict[frozenset[str], dict[str, float]] = {}

    def way(self, goals: frozenset[str]) -> dict[str, float]:
        """MF from every hex to the nearest of the goals; 0 in one."""
        found = self._ways.get(goals)
        if found is None:
            found = self._ways[goals] = self._measure(goals)
        return found

    def _measure(self, goals: frozenset[str]) -> dict[str, float]:
        found = dict.fromkeys(goals, 0.0)
        heap = [(0.0, goal) for goal in sorted(goals)]
        while heap:
            far, hex = heappop(heap)
            if far > found[hex]:
                continue
            for step in self.steps[hex]:
                # Walking back from the goal: what counts is the cost of entering the hex one comes from.
                there = far + (step.cost if step.road else self.cost[hex])
                if there < found.get(step.hex, FAR):
                    found[step.hex] = there
                    heappush(heap, (there, step.hex))
        return found


_lays: dict[tuple[int, bool], Lay] = {}


def lay_of(g: SkPlay) -> Lay:
    """The lay of a game's map; maps are shared between games and never change."""
    key = (id(g.map), g.scenario.grain_in_season)
    found = _lays.get(key)
    if found is None or found.board is not g.map:
        found = _lays[key] = Lay(g)
    return found

"""Cheapest ways over whatever can be stepped through: hexes, or hexes with what was seen on the way.

A place is any hashable value.  Where what was met on the way matters later, it is part of the place.

>>> roads = {"a": [("b", 1.0), ("c", 3.0)], "b": [("c", 1.0)], "c": [("d", 1.0)], "d": []}
>>> found = explore("a", roads.__getitem__, 3.0)
>>> found.cost
{'a': 0.0, 'b': 1.0, 'c': 2.0, 'd': 3.0}
>>> explore("a", roads.__getitem__, 3.0, ["c", "d"]).cost
{'a': 0.0, 'b': 1.0, 'c': 2.0}
>>> found.cost_to(["c"])
{'c': 0.0, 'b': 1.0, 'a': 2.0}
>>> first_reached("a", roads.__getitem__, 3.0, lambda place: place in "cd")
'c'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)

Steps = Callable[[Place], Iterable[tuple[Place, float]]]
"""The steps that lead on from a place: where to, and what the step costs (more than 0)."""


@dataclass(frozen=True, slots=True)
class Reach(Generic[Place]):
    """What can be reached from a start: the least cost of each place, and the steps that lead on from it."""

    start: Place
    cost: dict[Place, float]
    steps: dict[Place, list[tuple[Place, float]]]

    def cost_to(self, goals: Iterable[Place]) -> dict[Place, float]:
        """The least cost from each place to some goal, for the places from which there is a way."""
        back: dict[Place, list[tuple[Place, float]]] = {}
        for place, leads in self.steps.items():
            for beyond, cost in leads:
                back.setdefault(beyond, []).append((place, cost))
        least: dict[Place, float] = {}
        queue = [(0.0, tie, goal) for tie, goal in enumerate(goals)]
        tie = len(queue)
        while queue:
            spent, _, place = heappop(queue)
            if place in least:
                continue
            least[place] = spent
            for before, cost in back.get(place, ()):
                if before not in least:
                    tie += 1
                    heappush(queue, (spent + cost, tie, before))
        return least


def explore(start: Place, steps: Steps[Place], limit: float, goals: Collection[Place] = ()) -> Reach[Place]:
    """Everything that can be reached at a cost of no more than `limit`, in the order of cost; where there are goals
    nothing that is further than the nearest of them."""
    found: dict[Place, float] = {}
    taken: dict[Place, list[tuple[Place, float]]] = {}
    tie = 0
    queue: list[tuple[float, int, Place]] = [(0.0, tie, start)]
    while queue:
        spent, _, place = heappop(queue)
        if place in found:
            continue
        found[place] = spent
        if place in goals:
            limit = min(limit, spent)
        leads: list[tuple[Place, float]] = []
        taken[place] = leads
        for beyond, cost in steps(place):
            if spent + cost > limit:
                continue
            leads.append((beyond, cost))
            if beyond not in found:
                tie += 1
                heappush(queue, (spent + cost, tie, beyond))
    return Reach(start, found, taken)


def first_reached(
    start: Place, steps: Steps[Place], limit: float, wanted: Callable[[Place], bool]
) -> Place | None:
    """The nearest place other than the start that is wanted, if one can be reached."""
    done: set[Place] = set()
    tie = 0
    queue: list[tuple[float, int, Place]] = [(0.0, tie, start)]
    while queue:
        spent, _, place = heappop(queue)
        if place in done:
            continue
        if place != start and wanted(place):
            return place
        done.add(place)
        for beyond, cost in steps(place):
            if spent + cost <= limit and beyond not in done:
                tie += 1
                heappush(queue, (spent + cost, tie, beyond))
    return None

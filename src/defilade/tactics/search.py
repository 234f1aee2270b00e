"""Cheapest paths over whatever can be stepped through: hexes, or hexes with what was seen on the way."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def cheapest(
    start: Node, steps: Callable[[Node], Iterable[tuple[Node, float]]], limit: float
) -> dict[Node, float]:
    """The cost of the cheapest path to every node that costs no more than `limit`, in the order of cost.

    >>> cheapest(0, lambda n: [(n + 1, 1), (n * 2 + 2, 1.5)], 3)
    {0: 0.0, 1: 1.0, 2: 1.5, 3: 2.5, 4: 2.5, 6: 3.0}
    """
    found: dict[Node, float] = {}
    tie = 0
    queue: list[tuple[float, int, Node]] = [(0.0, tie, start)]
    while queue:
        cost, _, node = heapq.heappop(queue)
        if node in found:
            continue
        found[node] = cost
        for beyond, price in steps(node):
            if beyond not in found and cost + price <= limit:
                tie += 1
                heapq.heappush(queue, (cost + price, tie, beyond))
    return found

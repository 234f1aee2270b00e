"""Roads as smooth lines. The board knows by which hexsides a road leaves a hex; here it becomes a curve.

A road runs through the middles of the hexsides it crosses, so a road that goes straight across the grain of
the hexes is drawn straight. Roads never block a line of sight; in woods one keeps to the clear strip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from .artwork import Spot, along, curve_middle, smooth_path
from .coords import Point, opposite, step
from .scene import Scene, paper

Ways = Mapping[Point, Mapping[int, str]]


@dataclass
class RoadLine:
    """A road as a smooth line: the spots it runs through, and its kind from each spot to the next."""

    spots: list[Spot]
    kinds: list[str] = field(default_factory=list)
    #: The hexes where it starts and ends, if it does not leave the map.
    start: Point | None = None
    end: Point | None = None
    #: Hexes run through, each with the number of the spot where the road comes in.
    passes: list[tuple[Point, int]] = field(default_factory=list)

    def stretches(self) -> Iterator[tuple[str, str]]:
        """Kind and path of every stretch of one kind."""
        first = 0
        for i in range(1, len(self.kinds) + 1):
            if i == len(self.kinds) or self.kinds[i] != self.kinds[first]:
                yield self.kinds[first], smooth_path(self.spots, first, i)
                first = i


def road_lines(scene: Scene) -> list[RoadLine]:
    """The roads of a scene. At a junction the straightest pair of ways runs through; the others end on it."""
    ways: dict[Point, dict[int, str]] = {}
    for (at, way), kind in scene.roads.items():
        ways.setdefault(at, {})[way] = kind
    through = {at: _pair_ways(kinds) for at, kinds in ways.items()}
    wooded = {mark.at for mark in scene.hexes if mark.terrain == "woods"}
    every = [(at, way) for at in sorted(ways) for way in sorted(ways[at])]
    ends = [(at, way) for at, way in every if way not in through[at]]
    walked: set[tuple[Point, int]] = set()
    lines = []
    for at, way in ends + every:
        if (at, way) not in walked:
            lines.append(_walk(at, way, ways, through, walked, wooded))
    crossings = {at: curve_middle(line.spots, i) for line in lines for at, i in line.passes}
    for line in lines:
        _set_ends(line, crossings, scene.frame)
    return lines


def _pair_ways(kinds: Mapping[int, str]) -> dict[int, int]:
    """Which way a road goes on to, for every way into a hex: paved before dirt, straight before bent."""
    left = sorted(kinds)
    pairs: dict[int, int] = {}
    alone = len(left) == 2
    while len(left) > 1:
        bends = [
            (3 - min((a - b) % 6, (b - a) % 6), kinds[a] != "paved", a, b)
            for i, a in enumerate(left)
            for b in left[i + 1 :]
            if kinds[a] == kinds[b]
        ]
        if not bends or (min(bends)[0] > 1 and not alone):
            break
        _, _, a, b = min(bends)
        pairs[a], pairs[b] = b, a
        left.remove(a)
        left.remove(b)
    return pairs


def _walk(
    at: Point,
    way: int,
    ways: Ways,
    through: Mapping[Point, Mapping[int, int]],
    walked: set[tuple[Point, int]],
    wooded: Set[Point],
) -> RoadLine:
    """Follow a road from a hex until it ends; spots are the middles of the hexsides it crosses."""
    line = RoadLine([paper(at)], start=at)
    while True:
        walked.add((at, way))
        ahead = step(at, way)
        line.spots.append(paper(((at[0] + ahead[0]) / 2, (at[1] + ahead[1]) / 2)))
        line.kinds.append(ways[at][way])
        back = opposite(way)
        if back not in ways.get(ahead, {}) or (ahead, back) in walked:
            return line
        walked.add((ahead, back))
        if back not in through[ahead]:
            line.end = ahead
            line.spots.append(paper(ahead))
            line.kinds.append(ways[ahead][back])
            return line
        if ahead in wooded:
            # The clear strip through woods bows towards the centre; the road keeps to its middle.
            line.spots.append(_bow_middle(ahead, back, through[ahead][back]))
            line.kinds.append(ways[ahead][back])
        else:
            line.passes.append((ahead, len(line.spots) - 1))
        at, way = ahead, through[ahead][back]


def _bow_middle(at: Point, one: int, other: int) -> Spot:
    sides = [step(at, way) for way in (one, other)]
    return paper(((2 * at[0] + sides[0][0] + sides[1][0]) / 4, (2 * at[1] + sides[0][1] + sides[1][1]) / 4))


def _set_ends(line: RoadLine, crossings: Mapping[Point, Spot], frame: tuple[int, int, int, int]) -> None:
    """Let a line end on the road it joins, over the map's edge, or at a centre dot."""
    for end, at, beyond in ((line.start, 0, 1), (line.end, -1, -2)):
        if end is not None and end in crossings:
            line.spots[at] = crossings[end]
        elif end is None or end[0] in (frame[0], frame[2]):
            over = along(line.spots[beyond], line.spots[at], 1.5)
            line.spots.insert(0 if at == 0 else len(line.spots), over)
            line.kinds.insert(0 if at == 0 else len(line.kinds), line.kinds[at])

"""Roads as smooth lines. The board knows by which hexsides a road leaves a hex; here it becomes a curve.

A road runs through the middles of the hexsides it crosses, so a road that goes straight across the grain of
the hexes is drawn straight. Roads never block a line of sight; in woods and orchards one keeps to the clear strip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from defilade.drawing.artwork import Spot, along, curve_middle, smooth_path
from defilade.drawing.scene import Scene, paper
from defilade.hexgrid.coords import Point, opposite, step

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
    wooded = {mark.at for mark in scene.hexes if mark.terrain in ("woods", "orchard")}
    every = [(at, way) for at in sorted(ways) for way in sorted(ways[at])]
    walker = _Walker(ways, through, wooded)
    over_edge = [(at, way) for at, way in every if opposite(way) not in ways.get(step(at, way), {})]
    lines = [walker.enter(at, way) for at, way in over_edge if walker.is_new(at, way)]
    lines += [walker.leave(at, way) for at, way in every if way not in through[at] and walker.is_new(at, way)]
    lines += [walker.leave(at, way) for at, way in every if walker.is_new(at, way)]
    crossings = {at: curve_middle(line.spots, i) for line in lines for at, i in line.passes}
    for line in lines:
        _set_ends(line, crossings, scene.frame)
    return lines


def _pair_ways(kinds: Mapping[int, str]) -> dict[int, int]:
    """Which way a road goes on to, for every way into a hex: straight before bent, paved before dirt."""
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


class _Walker:
    """Follows roads hex by hex; the spots of a line are the middles of the hexsides it crosses."""

    def __init__(self, ways: Ways, through: Mapping[Point, Mapping[int, int]], wooded: Set[Point]) -> None:
        self.ways, self.through, self.wooded = ways, through, wooded
        self._walked: set[tuple[Point, int]] = set()

    def is_new(self, at: Point, way: int) -> bool:
        return (at, way) not in self._walked

    def enter(self, at: Point, way: int) -> RoadLine:
        """The road that comes in over the edge of the map by a hexside."""
        line = RoadLine([_hexside(at, way)])
        self._walked.add((at, way))
        self._arrive(line, at, way)
        return line

    def leave(self, at: Point, way: int) -> RoadLine:
        """The road that begins in a hex."""
        line = RoadLine([paper(at)], start=at)
        self._go_on(line, at, way)
        return line

    def _arrive(self, line: RoadLine, at: Point, back: int) -> None:
        onward = self.through[at].get(back)
        if onward is None:
            line.end = at
            line.spots.append(paper(at))
            line.kinds.append(self.ways[at][back])
            return
        if at in self.wooded:
            # The clear strip through trees bows towards the centre; the road keeps to its middle.
            line.spots.append(_bow_middle(at, back, onward))
            line.kinds.append(self.ways[at][back])
        else:
            line.passes.append((at, len(line.spots) - 1))
        self._go_on(line, at, onward)

    def _go_on(self, line: RoadLine, at: Point, way: int) -> None:
        self._walked.add((at, way))
        line.spots.append(_hexside(at, way))
        line.kinds.append(self.ways[at][way])
        ahead, back = step(at, way), opposite(way)
        if back in self.ways.get(ahead, {}) and self.is_new(ahead, back):
            self._walked.add((ahead, back))
            self._arrive(line, ahead, back)


def _hexside(at: Point, way: int) -> Spot:
    ahead = step(at, way)
    return paper(((at[0] + ahead[0]) / 2, (at[1] + ahead[1]) / 2))


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

"""Facts that a board must honour, and the proof that it does.

`<id>.facts.yaml` lies beside the board's file. It says what certain hexes are (`woods|building` for one of
several, `not:orchard` for what must not be) and how hexes relate: lines of sight with what they cross, roads,
ranges, the cost of moves. `check_board` tries every fact on the board and lists what does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import msgspec

from defilade.hexgrid.names import Hex

from .board import Board, BoardError, board_file, read_yaml
from .board_extras import ALSO_KINDS
from .board_relief import DEPRESSION_KINDS
from .coords import DIRECTION_NAMES, column_of, parse_name
from .gamemap import GameMap, UnknownHex, map_of_board
from .los import LosProfile, Verdict
from .placing import MapError
from .readings import READINGS
from .relief import BadLocation, Location


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the parts of a facts file share: no unknown keys."""


class Relation(_Part, frozen=True):
    """One relation between hexes; `kind` says which, and which of the other keys it reads."""

    kind: str
    hexes: list[str] = []
    range: int | None = None
    hindrance: int | None = None
    crosses: dict[str, str] | None = None
    by: list[str] | None = None
    cost_mf: list[float] | None = None
    terrain: str | None = None
    rows: str | None = None
    at_least: int | None = None
    direction: str | None = None
    why: str = ""


class Facts(_Part, frozen=True):
    """All facts of one board. `entry_costs` are the MF that a system asks per terrain, for `move`; `leaving_costs` what
    it costs besides to leave a hex but by road; `uphill` is by what a cost is multiplied on the way up; `heights` says
    how lines of sight read heights (`readings.READINGS`)."""

    board: str
    hexes: dict[str, list[str] | str] = {}
    relations: list[Relation] = []
    entry_costs: dict[str, float] = {}
    leaving_costs: dict[str, float] = {}
    uphill: float = 1
    heights: str = "plain"


@dataclass(frozen=True)
class Problem:
    """A fact that does not hold: where it stands, what it says, what the board says."""

    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, found {self.found}"


def load_facts(board_id: str, folder: Path | None = None) -> Facts:
    """The facts of a board; no facts if it has no such file."""
    file = board_file(board_id, ".facts.yaml", folder)
    if not file.is_file():
        return Facts(board=board_id)
    facts = read_yaml(file, Facts)
    if facts.board != board_id:
        raise BoardError(file.name, "board", f"these are facts of board {facts.board!r}, not of {board_id!r}")
    return facts


def survey_profile(board: Board) -> LosProfile:
    """How a board is read where no system says otherwise, by the way its terrain is drawn.

    Woods and buildings are obstacles, whole hexes (orchards) inherent hindrances, fields hindrances as drawn.
    """
    return LosProfile(
        obstacles={
            kind: "obstacle" for kind, style in board.kinds.items() if style in ("canopy", "building")
        },
        hindrances={
            kind: (1, style == "whole", "hindrance")
            for kind, style in board.kinds.items()
            if style in ("whole", "field")
        },
        own_hex_rule="own hex",
        blocking_total=6,
        blocking_total_rule="hindrance total",
        trace_rule="line of sight",
        inherent_rule="inherent terrain",
    )


def check_board(board: Board, facts: Facts, profile: LosProfile | None = None) -> list[Problem]:
    """Every fact that does not hold on the board."""
    if facts.heights not in READINGS:
        known = ", ".join(READINGS)
        return [Problem("heights", f"one of {known}", repr(facts.heights))]
    read = profile or replace(survey_profile(board), relief=READINGS[facts.heights])
    return list(_Survey(map_of_board(board, read), facts).problems())


class _Survey:
    """Tries the facts one by one on a map of the one board."""

    def __init__(self, ground: GameMap, facts: Facts) -> None:
        self.map, self.facts = ground, facts
        self.checks: dict[str, Callable[[Relation], Iterator[tuple[str, str]]]] = {
            "los_clear": self._los_clear,
            "los_hindered": self._los_hindered,
            "los_blocked": self._los_blocked,
            "los_clear_one_of": self._los_clear_one_of,
            "road": self._road,
            "adjacent": self._adjacent,
            "not_adjacent": self._not_adjacent,
            "range": self._range,
            "within": self._within,
            "move": self._move,
            "hexside": self._hexside,
            "same_building": self._same_building,
            "own_building": self._own_building,
            "count": self._count,
            "crest": self._crest,
            "direction": self._direction,
            "covered_arc": self._covered_arc,
        }

    def problems(self) -> Iterator[Problem]:
        for hex, words in self.facts.hexes.items():
            yield from self._hex(hex, [words] if isinstance(words, str) else words)
        for i, relation in enumerate(self.facts.relations):
            place = " ".join((f"relations[{i}]", relation.kind, *relation.hexes))
            if relation.kind not in self.checks:
                yield Problem(place, f"one of {', '.join(self.checks)}", f"unknown kind {relation.kind!r}")
                continue
            try:
                for expected, found in self.checks[relation.kind](relation):
                    yield Problem(place, expected, found)
            except (UnknownHex, BadLocation, MapError) as error:
                yield Problem(place, "hexes of the board", str(error))

    # Terrain.

    def _hex(self, hex: Hex, words: list[str]) -> Iterator[Problem]:
        try:
            name = self.map.resolve(hex)
        except UnknownHex as error:
            yield Problem(f"hex {hex}", "a hex of the board", str(error))
            return
        for word in words:
            wanted = word.removeprefix("not:")
            holds = any(self.is_terrain(name, kind) for kind in wanted.split("|"))
            if holds == word.startswith("not:"):
                yield Problem(f"hex {hex}", word, self._describe(name))

    def is_terrain(self, name: str, word: str) -> bool:
        """Whether a hex is what a word of the facts says; `building` and `road` name several kinds."""
        terrain, road = self.map.terrain[name], self.map.road_kinds.get(name)
        if word == "building":
            return name in self.map.building_of
        if word == "road":
            return road is not None
        if word in ("dirt_road", "paved_road"):
            return road == word.removesuffix("_road")
        if word.startswith("level:"):
            return word == f"level:{self.map.level(name)}"
        if word.startswith("storeys:"):
            return word == f"storeys:{self.map.storeys(name)}"
        if word in DEPRESSION_KINDS:
            return self.map.relief.depressions.get(name) == word
        if word in ("bridge", "stairs"):
            return name in (self.map.bridges if word == "bridge" else self.map.stairs)
        if word in ALSO_KINDS and name in self.map.also.get(word, ()):
            return True
        if word == "steeple":
            return name in self.map.relief.steeples
        if word == "hill":
            return self.map.level(name) > 0
        if word in ("woods_road", "orchard_road"):
            return terrain == word.removesuffix("_road") and road is not None
        return terrain == ("open" if word == "open_ground" else word)

    def _describe(self, name: str) -> str:
        road = self.map.road_kinds.get(name)
        with_road = f"{self.map.terrain[name]} with a {road} road" if road else self.map.terrain[name]
        return ", ".join((with_road, *self.map.besides(name)))

    # Lines of sight.

    def _los(self, relation: Relation) -> Verdict:
        a, b = (Location.parse(text) for text in relation.hexes)
        here, there = (Location(self.map.resolve(end.hex), end.storey) for end in (a, b))
        return self.map.sight(here, there) if a.storey or b.storey else self.map.los(here.hex, there.hex)

    def _los_clear(self, relation: Relation) -> Iterator[tuple[str, str]]:
        verdict = self._los(relation)
        if not verdict.clear:
            yield "clear", self._tell(verdict)
        yield from self._line_details(relation, verdict)

    def _los_hindered(self, relation: Relation) -> Iterator[tuple[str, str]]:
        verdict = self._los(relation)
        if not (verdict.clear and verdict.hindrance):
            yield "clear with a hindrance", self._tell(verdict)
        yield from self._line_details(relation, verdict)
        yield from self._blame(relation, verdict, "hindrance")

    def _los_blocked(self, relation: Relation) -> Iterator[tuple[str, str]]:
        verdict = self._los(relation)
        if verdict.clear:
            yield "blocked", self._tell(verdict)
        yield from self._line_details(relation, verdict)
        yield from self._blame(relation, verdict, "obstacle")

    def _los_clear_one_of(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """The first hex is seen, without hindrance, from at least one of the others."""
        target, *posts = (self.map.resolve(hex) for hex in relation.hexes)
        if not any(self._unhindered(post, target) for post in posts):
            yield "seen clearly from one of them", "seen from none"

    def _unhindered(self, a: str, b: str) -> bool:
        verdict = self.map.los(a, b)
        return verdict.clear and verdict.hindrance == 0

    def _line_details(self, relation: Relation, verdict: Verdict) -> Iterator[tuple[str, str]]:
        if relation.range is not None and verdict.range != relation.range:
            yield f"range {relation.range}", f"range {verdict.range}"
        if relation.hindrance is not None and verdict.hindrance != relation.hindrance:
            yield f"hindrance {relation.hindrance}", self._tell(verdict)
        if relation.crosses is not None:
            met = {self._short(crossing.hex): crossing.how for crossing in verdict.crosses}
            if met != relation.crosses:
                yield f"crosses {_told(relation.crosses)}", f"crosses {_told(met)}"

    def _blame(self, relation: Relation, verdict: Verdict, effect: str) -> Iterator[tuple[str, str]]:
        if relation.by is None:
            return
        guilty = sorted(
            {self._short(crossing.hex) for crossing in verdict.crosses if crossing.effect == effect}
        )
        if guilty != sorted(relation.by):
            yield f"{effect} in {', '.join(relation.by)}", f"{effect} in {', '.join(guilty) or 'no hex'}"

    def _tell(self, verdict: Verdict) -> str:
        if verdict.clear:
            return f"clear with hindrance {verdict.hindrance}"
        return f"blocked by {verdict.what} in {self._short(verdict.blocked_by or '')}"

    def _short(self, name: str) -> str:
        return name.removeprefix(self.map.placed[0].board.id)

    # The grid, roads and moves.

    def _road(self, relation: Relation) -> Iterator[tuple[str, str]]:
        for a, b in pairwise(relation.hexes):
            if not self.map.road_between(self.map.resolve(a), self.map.resolve(b)):
                yield f"a road from {a} to {b}", "none"

    def _adjacent(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """All hexes are adjacent to the first."""
        first, *others = (self.map.resolve(hex) for hex in relation.hexes)
        for other in others:
            if self.map.distance(first, other) != 1:
                yield f"{self._short(other)} adjacent", f"range {self.map.distance(first, other)}"

    def _not_adjacent(self, relation: Relation) -> Iterator[tuple[str, str]]:
        a, b = (self.map.resolve(hex) for hex in relation.hexes)
        if self.map.distance(a, b) <= 1:
            yield "not adjacent", f"range {self.map.distance(a, b)}"

    def _range(self, relation: Relation) -> Iterator[tuple[str, str]]:
        a, b = (self.map.resolve(hex) for hex in relation.hexes)
        if self.map.distance(a, b) != relation.range:
            yield f"range {relation.range}", f"range {self.map.distance(a, b)}"

    def _within(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """All hexes are within the range of the last."""
        *others, last = (self.map.resolve(hex) for hex in relation.hexes)
        for other in others:
            if self.map.distance(other, last) > (relation.range or 0):
                yield (
                    f"{self._short(other)} within {relation.range}",
                    f"range {self.map.distance(other, last)}",
                )

    def _move(self, relation: Relation) -> Iterator[tuple[str, str]]:
        path = [self.map.resolve(hex) for hex in relation.hexes]
        costs = [self._entry_cost(a, b) for a, b in pairwise(path)]
        if costs != relation.cost_mf:
            yield f"MF {relation.cost_mf}", f"MF {costs}"

    def _entry_cost(self, a: str, b: str) -> float | None:
        """What a step costs by the facts' own table; None where there is no such step or no such entry."""
        if self.map.direction(a, b) is None:
            return None
        by_road = self.map.road_between(a, b)
        kind = "building" if b in self.map.building_of else self.map.terrain[b]
        cost = self.facts.entry_costs.get("road" if by_road else kind)
        if cost is None:
            return None
        if self.map.level(b) > self.map.level(a):
            cost *= self.facts.uphill
        left = [kind for kind, hexes in self.map.also.items() if a in hexes and not by_road]
        return cost + sum(self.facts.leaving_costs.get(kind, 0) for kind in left)

    def _hexside(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """What stands on the hexside between two adjacent hexes; `none` if nothing does."""
        a, b = (self.map.resolve(hex) for hex in relation.hexes)
        found = self.map.hexside_kind(a, b) or "none"
        if found != (relation.terrain or "none"):
            yield f"{relation.terrain or 'none'} on the hexside", found

    def _crest(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """A crest line between two adjacent hexes: the second is one level higher than the first."""
        a, b = (self.map.resolve(hex) for hex in relation.hexes)
        rise = self.map.level(b) - self.map.level(a)
        if self.map.direction(a, b) is None or rise != 1:
            yield "a crest line, one level up", f"{rise:+d} levels at range {self.map.distance(a, b)}"

    def _direction(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """The second hex lies so many steps straight in a direction (N, NE, SE, S, SW, NW) from the first."""
        a, b = (self.map.resolve(hex) for hex in relation.hexes)
        at: str | None = a
        for _ in range(relation.range or 1):
            at = self.map.neighbours[at][DIRECTION_NAMES.index(relation.direction or "N")] if at else None
        if at != b:
            yield f"{relation.hexes[1]} to the {relation.direction}", self._short(at) if at else "no hex"

    def _covered_arc(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """The second and the third hex share a hexspine of the first: by these two an arc is named."""
        a, b, c = (self.map.resolve(hex) for hex in relation.hexes)
        ranges = [self.map.distance(*pair) for pair in ((a, b), (a, c), (b, c))]
        if ranges != [1, 1, 1]:
            yield "three hexes about one corner", f"ranges {ranges}"

    def _same_building(self, relation: Relation) -> Iterator[tuple[str, str]]:
        found = {self.map.building_of.get(self.map.resolve(hex)) for hex in relation.hexes}
        if len(found) != 1 or None in found:
            yield "one building", f"{len(found)} answers"

    def _own_building(self, relation: Relation) -> Iterator[tuple[str, str]]:
        found = [self.map.building_of.get(self.map.resolve(hex)) for hex in relation.hexes]
        if None in found or len(set(found)) != len(found):
            yield "each in a building of its own", ", ".join(str(building) for building in found)

    def _count(self, relation: Relation) -> Iterator[tuple[str, str]]:
        """At least so many hexes of a terrain in some hexrows."""
        first, _, last = (relation.rows or "A-ZZ").partition("-")
        columns = range(column_of(first), column_of(last or first) + 1)
        found = sum(
            parse_name(self._short(name))[0] in columns and self.is_terrain(name, relation.terrain or "open")
            for name in self.map.names
        )
        if found < (relation.at_least or 0):
            yield f"at least {relation.at_least} hexes of {relation.terrain}", str(found)


def _told(crosses: Mapping[str, str]) -> str:
    return ", ".join(f"{hex} {how}" for hex, how in sorted(crosses.items()))

"""A view as arrays of numbers, for programs that learn.

Everything is read off the scene that a side is shown, so nothing is in the arrays that the side may not know.
Own counters come before the enemy's: the same position looks the same from either chair.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from defilade.kernel import Action
from defilade.rules.presentation import BoardScene, CounterView, MapInfo, SideView

Array = npt.NDArray[np.float32]

COUNTER_PLANES = (
    "squads",
    "half-squads",
    "leaders",
    "firepower",
    "best leadership",
    "broken",
    "pinned",
    "has fired",
    "has moved",
    "support weapons",
)
"""For the counters of a side in a hex. Each value is between 0 and 1."""
GROUND_PLANES = ("cover", "building", "road")
MARKER_PLANES = ("smoke", "residual", "melee", "own control", "enemy control", "focus")
PLANES = (
    *(f"own {name}" for name in COUNTER_PLANES),
    *(f"enemy {name}" for name in COUNTER_PLANES),
    *GROUND_PLANES,
    *MARKER_PLANES,
)

SIDE_FIGURES = ("squads", "leaders", "broken", "lost", "exited", "waiting")
OPTION_FIGURES = ("verb", "hex", "hex of the first counter", "counters", "how")
CODES = 4096
"""Words of an action are numbers below this; the same word is always the same number."""

MOST = {"counters": 8, "firepower": 40, "leadership": 3, "cover": 4, "residual": 12, "force": 40}
"""What counts as 1: no stack or force comes near it."""
FIRED = frozenset({"prep", "first", "final", "advancing"})


class Encoder:
    """Turns the scenes of one map into arrays."""

    def __init__(self, info: MapInfo, scene: BoardScene, max_options: int) -> None:
        self.hexes = {hex.id: place for place, hex in enumerate(info.hexes)}
        self.max_options = max_options
        self.planes_shape = (len(PLANES), len(self.hexes))
        self.game_shape = (2 + len(scene.phases) + 2 * len(SIDE_FIGURES),)
        self.options_shape = (max_options, len(OPTION_FIGURES))
        self._ground = np.array(
            [
                [_part(abs(int(hex.tem)), "cover") for hex in info.hexes],
                [float(bool(hex.building)) for hex in info.hexes],
                [float(hex.road) for hex in info.hexes],
            ],
            dtype=np.float32,
        )

    def planes(self, scene: BoardScene, side: str) -> Array:
        """What lies in each hex: a row for each of `PLANES`, a column for each hex of the map."""
        found = np.zeros(self.planes_shape, dtype=np.float32)
        kinds = len(COUNTER_PLANES)
        for stack in scene.stacks:
            place = self.hexes[stack.hex]
            for counter in stack.counters:
                first = 0 if counter.side == side else kinds
                _add_counter(found[first : first + kinds, place], counter)
        first = 2 * kinds
        found[first : first + len(GROUND_PLANES)] = self._ground
        self._add_markers(found[first + len(GROUND_PLANES) :], scene, side)
        return np.clip(found, 0.0, 1.0)

    def _add_markers(self, rows: Array, scene: BoardScene, side: str) -> None:
        smoke, residual, melee, own, enemy, focus = range(len(MARKER_PLANES))
        for marker in scene.markers:
            place = self.hexes.get(marker.hex)
            if place is None:
                continue
            if marker.kind == "smoke":
                rows[smoke, place] = _part(int(marker.text), "cover")
            elif marker.kind == "residual":
                rows[residual, place] = _part(int(marker.text), "residual")
            elif marker.kind == "melee":
                rows[melee, place] = 1.0
            elif marker.kind == "control":
                rows[own if marker.side == side else enemy, place] = 1.0
        for hex in scene.focus:
            rows[focus, self.hexes[hex]] = 1.0

    def game(self, scene: BoardScene, side: str) -> Array:
        """How far the game is, whose player turn it is, the phase, and the forces of both sides."""
        figures = [scene.turn / max(1, scene.turns), float(scene.attacker == side)]
        figures += [float(phase.state == "now") for phase in scene.phases]
        for one in sorted(scene.sides, key=lambda one: one.id != side):
            figures += _side_figures(one)
        return np.clip(np.array(figures, dtype=np.float32), 0.0, 1.0)

    def options(self, scene: BoardScene, options: Sequence[Action]) -> npt.NDArray[np.int32]:
        """A row for each option: verb and manner as codes, hexes as places on the map from 1 on (0: none)."""
        found = np.zeros(self.options_shape, dtype=np.int32)
        where = {counter.id: stack.hex for stack in scene.stacks for counter in stack.counters}
        for row, option in enumerate(options):
            starts = where.get(option.who[0], "") if option.who else ""
            found[row] = (
                code(option.verb),
                self.hexes.get(option.at, -1) + 1,
                self.hexes.get(starts, -1) + 1,
                min(len(option.who), CODES),
                code(option.how),
            )
        return found

    def mask(self, options: Sequence[Action]) -> npt.NDArray[np.int8]:
        """1 for the numbers that stand for an option."""
        found = np.zeros(self.max_options, dtype=np.int8)
        found[: len(options)] = 1
        return found


def code(word: str) -> int:
    """A number for a word.

    >>> code(""), code("move") == code("move"), 0 < code("fire") <= CODES
    (0, True, True)
    """
    return zlib.crc32(word.encode()) % CODES + 1 if word else 0


def _part(value: float, of: str) -> float:
    return value / MOST[of]


def _add_counter(rows: Array, counter: CounterView) -> None:
    squads, halves, leaders, fp, leadership, broken, pinned, fired, moved, weapons = range(
        len(COUNTER_PLANES)
    )
    one = 1 / MOST["counters"]
    rows[fp] += _part(counter.fp or 0, "firepower")
    if counter.kind == "sw":
        rows[weapons] += one
        return
    marks = {mark.id for mark in counter.states}
    rows[{"squad": squads, "half_squad": halves, "crew": halves}.get(counter.kind, leaders)] += one
    # The printed leadership is a modifier: -1 helps, so it counts as 1.
    rows[leadership] = max(rows[leadership], _part(-(counter.leadership or 0), "leadership"))
    rows[broken] += one * counter.broken
    rows[pinned] += one * ("pin" in marks)
    rows[fired] += one * bool(marks & FIRED)
    rows[moved] += one * ("moved" in marks)
    for weapon in counter.weapons:
        rows[weapons] += one
        rows[fp] += _part(weapon.fp or 0, "firepower")


def _side_figures(side: SideView) -> list[float]:
    figures = (side.squads, side.leaders, side.broken, side.lost, side.exited, side.waiting)
    return [_part(float(value), "force") for value in figures]

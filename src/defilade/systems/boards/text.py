"""A position on a map as text: a map of hexes, and the stacks one by one.

Both are plain lines, so that they can be read aloud.  The map has two lines a hex: its name with a sign for
the terrain, and the units in it; neighbouring hexrows are half a hex apart, as on the board.  How its pieces and its
ground are called a system says (`BoardWords`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from defilade.drawing.boards import draw_map
from defilade.drawing.overlay import Counter, Overlay
from defilade.hexgrid import GameMap, Verdict
from defilade.tactics.play import BoardPlay
from defilade.tactics.units import Unit, Weapon

TERRAIN_SIGNS = {
    "open": ".",
    "woods": "w",
    "orchard": "o",
    "grain": "g",
    "brush": "b",
    "crag": "c",
    "shellholes": "h",
    "rubble": "r",
    "stone_building": "#",
    "wooden_building": "%",
}
CELL = 7
"""Letters a hexrow takes on the map."""
AROUND = 4
"""Hexes shown to each side of one."""
SIDE_COLOURS = {"german": "#b9c4cf", "russian": "#c9a06c", "american": "#a9b46d"}


@dataclass(frozen=True, eq=False)
class BoardWords:
    """What a system's pieces and ground are called in the terminal."""

    legend: str
    ground: Callable[[Any, str], str]
    """A hex's terrain, and what lies on it, in words."""
    marks: Callable[[Any, str], str]
    """Signs beside a hex's name on the map."""
    unit: Callable[[Any, Unit], str]
    short: Callable[[Any, Unit], Sequence[str]]
    """A unit's states, as short as they must be on a counter."""
    weapon: Callable[[Any, Weapon], str]
    others: Callable[[Any], Iterable[tuple[str, str, str]]]
    """(side, hex, words) of pieces that are no units."""
    los: Callable[[Any, str, str], Verdict]
    signs: Callable[[Any, str], str] = lambda g, hex: ""
    """What else is in a hex on the map, beside units."""
    hidden: Callable[[Any], Mapping[str, str]] = lambda g: {}
    """Where units are that are in secret on the map: unit -> hex."""


class BoardTextTable:
    """All of it for one position."""

    def __init__(self, g: BoardPlay[Any], words: BoardWords) -> None:
        self._g, self._words = g, words

    @property
    def map(self) -> GameMap:
        return self._g.map

    def place_name(self, hex: str) -> str:
        return self._g.place_name(hex)

    def los(self, a: str, b: str) -> Verdict:
        return self._words.los(self._g, a, b)

    # -- stacks ----------------------------------------------------------------------------------------------

    def stack_lines(self, hex: str) -> list[str]:
        """A hex, what is in it from top to bottom, and what lies about."""
        g, words = self._g, self._words
        lines = [f"{g.place_name(hex)}: {words.ground(g, hex)}"]
        for unit in reversed(g.units_in(hex)):
            lines.append(f"  {unit.side.capitalize()} {words.unit(g, unit)}")
        lines += [f"  {side.capitalize()} {text}" for side, at, text in words.others(g) if at == hex]
        lines += [f"  lying here: {words.weapon(g, weapon)}" for weapon in g.loose_weapons(hex)]
        if len(lines) == 1:
            lines.append("  nobody")
        return lines

    def force_lines(self) -> list[str]:
        """Every stack of each side, and what waits off the map."""
        g, words = self._g, self._words
        lines: list[str] = []
        others = list(words.others(g))
        for side in g.state.sides:
            lines.append(f"{side.capitalize()}:")
            for hex in [hex for hex in g.map.names if g.has_side(hex, side)]:
                units = "; ".join(words.unit(g, unit) for unit in reversed(g.side_in(hex, side)))
                lines.append(f"  {g.place_name(hex)} ({words.ground(g, hex)}): {units}")
            for whose, hex, text in others:
                if whose == side:
                    lines.append(f"  {g.place_name(hex) if hex else 'off the map'}: {text}")
            secret = words.hidden(g)
            off_map = [unit for unit in g.state.units.values() if unit.side == side and not unit.hex]
            for unit in off_map:
                if unit.id in secret:
                    lines.append(f"  {g.place_name(secret[unit.id])}, hidden: {words.unit(g, unit)}")
            waiting = [unit for unit in off_map if unit.id not in secret]
            if waiting:
                lines.append(f"  off the map: {'; '.join(words.unit(g, unit) for unit in waiting)}")
        loose = [weapon for weapon in g.state.weapons.values() if weapon.hex and not weapon.owner]
        if loose:
            lines.append("Lying about:")
            lines += [f"  {g.place_name(weapon.hex)}: {words.weapon(g, weapon)}" for weapon in loose]
        return lines

    # -- the map ---------------------------------------------------------------------------------------------

    def picture(self) -> str:
        """The map with all counters on it, as an SVG picture."""
        g = self._g
        counters = tuple(
            Counter(hex, self._counter(unit), SIDE_COLOURS.get(unit.side, "#dddddd"))
            for hex in g.state.stacks
            for unit in g.units_in(hex)
        )
        return draw_map(g.map, Overlay(counters=counters))

    def _counter(self, unit: Unit) -> tuple[str, ...]:
        """Id, factors and state, as small as a counter is."""
        return unit.id, self._g.name(unit), " ".join(self._words.short(self._g, unit)[:2])

    def map_lines(self, width: int, centre: str = "") -> list[str]:
        """The map, or what is around a hex, in bands of hexrows that fit the width."""
        g = self._g
        chosen = [hex for hex in g.map.names if not centre or g.map.distance(hex, centre) <= AROUND]
        columns = sorted({g.map.centres[hex][0] for hex in chosen})
        a_band = max(1, width // CELL)
        lines: list[str] = []
        for first in range(0, len(columns), a_band):
            band = columns[first : first + a_band]
            lines += self._band([hex for hex in chosen if g.map.centres[hex][0] in band], band)
            lines.append("")
        lines.append(self._words.legend)
        return lines

    def _band(self, hexes: Sequence[str], columns: Sequence[int]) -> list[str]:
        """One line for each half hex of height: a name line over a line of units."""
        rows: dict[int, dict[int, str]] = {}
        for hex in hexes:
            x, y = self._g.map.centres[hex]
            column = columns.index(x)
            rows.setdefault(y, {})[column] = self._name_cell(hex)
            rows.setdefault(y + 100, {}).setdefault(column, self._unit_cell(hex))
        lines = []
        for y in sorted(rows):
            cells = [rows[y].get(column, "").ljust(CELL) for column in range(len(columns))]
            lines.append("".join(cells).rstrip())
        return lines

    def _name_cell(self, hex: str) -> str:
        g = self._g
        sign = TERRAIN_SIGNS.get(g.map.terrain[hex], "?")
        road = "=" if hex in g.map.roads else ""
        return f"{g.place_name(hex)}{sign}{road}{self._words.marks(g, hex)}"

    def _unit_cell(self, hex: str) -> str:
        """`G2` for two German units, `G2R1` where both sides are; small letters where all of them are broken."""
        g = self._g
        parts = []
        for side in g.state.sides:
            units = g.side_in(hex, side)
            if units:
                letter = side[0].upper()
                parts.append(
                    f"{letter.lower() if all(unit.broken for unit in units) else letter}{len(units)}"
                )
        return "".join(parts) + self._words.signs(g, hex)


def states_in_words(unit: Unit, states: Mapping[str, str]) -> list[str]:
    """The states that a unit is in, by the fields that say so."""
    return [word for field, word in states.items() if getattr(unit, field)]

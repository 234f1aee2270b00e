"""A position of the Starter Kit as text: a map of hexes, and the stacks one by one.

Both are plain lines, so that they can be read aloud.  The map has two lines a hex: its name with a sign for
the terrain, and the units in it; neighbouring hexrows are half a hex apart, as on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.drawing.boards import draw_map
from defilade.drawing.overlay import Counter, Overlay
from defilade.hexgrid import GameMap, Verdict
from defilade.rules.presentation import NotShown
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.vehicle_views import vehicle_view
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

TERRAIN_SIGNS = {
    "open": ".",
    "woods": "w",
    "orchard": "o",
    "grain": "g",
    "stone_building": "#",
    "wooden_building": "%",
}
LEGEND = ". open  w woods  o orchard  g grain  # stone building  % wooden building  = road  ~ smoke"
CELL = 7
"""Letters a hexrow takes on the map."""
AROUND = 4
"""Hexes shown to each side of one."""

STATES = (
    ("broken", "broken"),
    ("dm", "DM"),
    ("pinned", "pinned"),
    ("cx", "CX"),
    ("wounded", "wounded"),
    ("melee", "in melee"),
)


SHORT_STATES = (
    ("broken", "BRK"),
    ("dm", "DM"),
    ("melee", "MEL"),
    ("pinned", "PIN"),
    ("cx", "CX"),
    ("wounded", "WND"),
)


def unit_words(g: SkPlay, unit: Unit) -> str:
    """`4-6-7 A (broken, DM) with MMG A`."""
    states = [word for field, word in STATES if getattr(unit, field)]
    if unit.fire:
        states.append(f"{unit.fire} fire")
    text = f"{unit.id} {g.name(unit)}" + (f" ({', '.join(states)})" if states else "")
    weapons = [weapon_words(g, weapon) for weapon in g.weapons_of(unit)]
    return text + (f" with {', '.join(weapons)}" if weapons else "")


def vehicle_words(g: SkPlay, vehicle: Vehicle) -> str:
    """`v3 Panther A, facing SE, buttoned up`."""
    return f"{vehicle.id} {vehicle_view(g, vehicle).words}"


def weapon_words(g: SkPlay, weapon: Weapon) -> str:
    state = ", malfunctioned" if weapon.malfunctioned else f", {weapon.fire} fire" if weapon.fire else ""
    return f"{weapon.id} {g.weapon_name(weapon)}{state}"


def terrain_words(g: SkPlay, hex: str) -> str:
    words = g.map.terrain[hex].replace("_", " ")
    road = " with a road" if hex in g.map.roads else ""
    smoke = ", smoke" if g.state.smoke.get(hex) else ""
    residual = g.state.residual.get(hex)
    return f"{words}{road}{smoke}" + (f", {residual} residual FP" if residual else "")


def stack_lines(g: SkPlay, hex: str) -> list[str]:
    """A hex, what is in it from top to bottom, and what lies about."""
    lines = [f"{g.place_name(hex)}: {terrain_words(g, hex)}"]
    for unit in reversed(g.units_in(hex)):
        lines.append(f"  {unit.side.capitalize()} {unit_words(g, unit)}")
    lines += [f"  {vehicle.side.capitalize()} {vehicle_words(g, vehicle)}" for vehicle in g.vehicles_in(hex)]
    lines += [f"  lying here: {weapon_words(g, weapon)}" for weapon in g.loose_weapons(hex)]
    if len(lines) == 1:
        lines.append("  nobody")
    return lines


def force_lines(g: SkPlay) -> list[str]:
    """Every stack of each side, and what waits off the map."""
    lines: list[str] = []
    for side in g.state.sides:
        lines.append(f"{side.capitalize()}:")
        hexes = [hex for hex in g.map.names if g.has_side(hex, side)]
        for hex in hexes:
            units = "; ".join(unit_words(g, unit) for unit in reversed(g.side_in(hex, side)))
            lines.append(f"  {g.place_name(hex)} ({terrain_words(g, hex)}): {units}")
        for vehicle in g.state.vehicles.values():
            if vehicle.side == side:
                place = g.place_name(vehicle.hex) if vehicle.hex else "off the map"
                lines.append(f"  {place}: {vehicle_words(g, vehicle)}")
        waiting = [unit for unit in g.state.units.values() if unit.side == side and not unit.hex]
        if waiting:
            lines.append(f"  off the map: {'; '.join(unit_words(g, unit) for unit in waiting)}")
    loose = [w for w in g.state.weapons.values() if w.hex and not w.owner]
    if loose:
        lines.append("Lying about:")
        lines += [f"  {g.place_name(weapon.hex)}: {weapon_words(g, weapon)}" for weapon in loose]
    return lines


SIDE_COLOURS = {"german": "#b9c4cf", "russian": "#c9a06c", "american": "#a9b46d"}


def picture(g: SkPlay) -> str:
    """The map with all counters on it, as an SVG picture."""
    counters = tuple(
        Counter(hex, _counter_lines(g, unit), SIDE_COLOURS.get(unit.side, "#dddddd"))
        for hex in g.state.stacks
        for unit in g.units_in(hex)
    )
    return draw_map(g.map, Overlay(counters=counters))


def _counter_lines(g: SkPlay, unit: Unit) -> tuple[str, ...]:
    """Id, factors and state, as small as a counter is."""
    states = [word for field, word in SHORT_STATES if getattr(unit, field)]
    return unit.id, g.name(unit), " ".join(states[:2])


def around(g: SkPlay, centre: str, reach: int) -> list[str]:
    """The hexes within so many hexes of one."""
    return [hex for hex in g.map.names if g.map.distance(hex, centre) <= reach]


def map_lines(g: SkPlay, hexes: Iterable[str] | None = None, width: int = 100) -> list[str]:
    """The map, or part of it, in bands of hexrows that fit the width."""
    chosen = list(hexes) if hexes is not None else list(g.map.names)
    columns = sorted({g.map.centres[hex][0] for hex in chosen})
    a_band = max(1, width // CELL)
    lines: list[str] = []
    for first in range(0, len(columns), a_band):
        band = columns[first : first + a_band]
        lines += _band_lines(g, [hex for hex in chosen if g.map.centres[hex][0] in band], band)
        lines.append("")
    lines.append(LEGEND)
    return lines


def _band_lines(g: SkPlay, hexes: Sequence[str], columns: Sequence[int]) -> list[str]:
    """One line for each half hex of height: a name line over a line of units."""
    rows: dict[int, dict[int, str]] = {}
    for hex in hexes:
        x, y = g.map.centres[hex]
        column = columns.index(x)
        rows.setdefault(y, {})[column] = _name_cell(g, hex)
        rows.setdefault(y + 100, {}).setdefault(column, _unit_cell(g, hex))
    lines = []
    for y in sorted(rows):
        cells = [rows[y].get(column, "").ljust(CELL) for column in range(len(columns))]
        lines.append("".join(cells).rstrip())
    return lines


def _name_cell(g: SkPlay, hex: str) -> str:
    sign = TERRAIN_SIGNS.get(g.map.terrain[hex], "?")
    road = "=" if hex in g.map.roads else ""
    smoke = "~" if g.state.smoke.get(hex) else ""
    return f"{g.place_name(hex)}{sign}{road}{smoke}"


def _unit_cell(g: SkPlay, hex: str) -> str:
    """`G2` for two German units, `G2R1` where both sides are; small letters where all of them are broken."""
    parts = []
    for side in g.state.sides:
        units = g.side_in(hex, side)
        if units:
            letter = side[0].upper()
            parts.append(f"{letter.lower() if all(unit.broken for unit in units) else letter}{len(units)}")
    return "".join(parts)


class StarterKitTextTable:
    """All of it for one position."""

    def __init__(self, g: SkPlay) -> None:
        self._g = g

    @property
    def map(self) -> GameMap:
        return self._g.map

    def place_name(self, hex: str) -> str:
        return self._g.place_name(hex)

    def map_lines(self, width: int, centre: str = "") -> list[str]:
        return map_lines(self._g, around(self._g, centre, AROUND) if centre else None, width)

    def force_lines(self) -> list[str]:
        return force_lines(self._g)

    def stack_lines(self, hex: str) -> list[str]:
        return stack_lines(self._g, hex)

    def picture(self) -> str:
        return picture(self._g)

    def los(self, a: str, b: str) -> Verdict:
        if self._g.state.options.get("los", "assisted") != "assisted":
            raise NotShown(
                "At this table lines of sight are not checked before a shot is declared [SK1:3.2-h]."
            )
        return self._g.map.los(a, b, self._g.state.smoke)

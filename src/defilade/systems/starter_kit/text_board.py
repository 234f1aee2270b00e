"""What pieces and ground of the Starter Kit are called in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.hexgrid import Verdict
from defilade.rules.presentation import NotShown
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.vehicle_views import vehicle_view
from defilade.systems.boards.text import BoardTextTable, BoardWords, states_in_words
from defilade.tactics.units import Unit, Weapon

LEGEND = (
    ". open  w woods  o orchard  g grain  # stone building  % wooden building  = road  ~ smoke  "
    "Gt German vehicle  x wreck  Gh Germans in hiding"
)
STATES = {
    "broken": "broken",
    "dm": "DM",
    "pinned": "pinned",
    "cx": "CX",
    "wounded": "wounded",
    "melee": "in melee",
}
SHORT_STATES = {
    "broken": "BRK",
    "dm": "DM",
    "melee": "MEL",
    "pinned": "PIN",
    "cx": "CX",
    "wounded": "WND",
}


def unit_words(g: SkPlay, unit: Unit) -> str:
    """`4-6-7 A (broken, DM) with MMG A`."""
    states = states_in_words(unit, STATES)
    if unit.fire:
        states.append(f"{unit.fire} fire")
    text = f"{unit.id} {g.name(unit)}" + (f" ({', '.join(states)})" if states else "")
    weapons = [weapon_words(g, weapon) for weapon in g.weapons_of(unit)]
    return text + (f" with {', '.join(weapons)}" if weapons else "")


def weapon_words(g: SkPlay, weapon: Weapon) -> str:
    state = ", malfunctioned" if weapon.malfunctioned else f", {weapon.fire} fire" if weapon.fire else ""
    return f"{weapon.id} {g.weapon_name(weapon)}{state}"


def vehicles(g: SkPlay) -> Iterator[tuple[str, str, str]]:
    """`v3 Panther A, facing SE, buttoned up`."""
    for vehicle in g.state.vehicles.values():
        yield vehicle.side, vehicle.hex, f"{vehicle.id} {vehicle_view(g, vehicle).words}"


def hidden(g: SkPlay) -> dict[str, str]:
    """Crews and units that lie hidden, as far as the side that looks knows where."""
    crews = {one.unit: one.hex for guns in g.state.hidden.values() for one in guns}
    return crews | {one.unit: one.hex for units in g.state.lurking.values() for one in units}


def signs(g: SkPlay, hex: str) -> str:
    """`Gt` for a German vehicle, `x` for a wreck, `Bh` where British lie hidden."""
    found = ["x" if one.wreck else f"{one.side[0].upper()}t" for one in g.vehicles_in(hex)]
    sides = {g.unit(unit).side for unit, place in hidden(g).items() if place == hex}
    return "".join([*found, *(f"{side[0].upper()}h" for side in sorted(sides))])


def terrain_words(g: SkPlay, hex: str) -> str:
    words = g.map.terrain[hex].replace("_", " ")
    road = " with a road" if hex in g.map.roads else ""
    smoke = ", smoke" if g.state.smoke.get(hex) else ""
    residual = g.state.residual.get(hex)
    return f"{words}{road}{smoke}" + (f", {residual} residual FP" if residual else "")


def los(g: SkPlay, a: str, b: str) -> Verdict:
    if g.state.options.get("los", "assisted") != "assisted":
        raise NotShown("At this table lines of sight are not checked before a shot is declared [SK1:3.2-h].")
    return g.map.los(a, b, g.state.smoke)


WORDS = BoardWords(
    legend=LEGEND,
    ground=terrain_words,
    marks=lambda g, hex: "~" if g.state.smoke.get(hex) else "",
    unit=unit_words,
    short=lambda g, unit: states_in_words(unit, SHORT_STATES),
    weapon=weapon_words,
    others=vehicles,
    los=los,
    signs=signs,
    hidden=hidden,
)


def text_table(g: SkPlay) -> BoardTextTable:
    return BoardTextTable(g, WORDS)

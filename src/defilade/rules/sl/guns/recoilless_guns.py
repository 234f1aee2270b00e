"""What is of recoilless rifles alone (SL:8.21): the dust that they raise, and the fires that they start.

The German ones are guns, which point somewhere (SL:8.21.1); turning them costs what it costs any gun (SL:8.21.4-b),
and they are pushed like light ones (SL:8.21.11). The American ones are support weapons, and turn as they like.
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl.ground.fires import burns, set_on_fire
from defilade.rules.sl.guns.acquisition import raises_dust
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.penetration import KillRoll, kill_thrown
from defilade.rules.sl.weapons.anti_tank_fire import shot_thrown
from defilade.rules.sl.weapons.launchers import kind_is_recoilless, stands
from defilade.rules.sl.weapons.recoilless import zone
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

FLASH = 12
"""SL:8.21.10"""
DUSTY = frozenset({"dry", "very dry"})


@PART.answers(raises_dust)
def in_dry_weather(g: SlPlay, weapon: Weapon) -> bool:
    """SL:8.21.6-b"""
    return kind_is_recoilless(g, weapon) and g.scenario.weather in DUSTY


class Kindling(Frame):
    """The blast of a recoilless rifle may set fire to what is behind it, each hex by a throw of its own. The frame is
    seen by both sides, and so does not say where that is."""

    unit: str
    side: Side
    target: Hex
    done: int = 0


def burnable(g: SlPlay, hex: Hex) -> int | None:
    """SL:16.2.3: at or above which two dice set a hex on fire."""
    name = g.map.terrain[hex]
    if name == "grain" and not g.scenario.wheat_stands:
        return None
    return g.tables.kindling.numbers.get(name)


def hexes_behind(g: SlPlay, frame: Kindling) -> list[Hex]:
    """Those that are still to be thrown for."""
    unit = g.state.units.get(frame.unit)
    home = stands(g, unit) if unit is not None else ""
    if not home:
        return []
    ground = [g.map.ground_hex(hex) for hex in zone(g, home, frame.target)]
    return [hex for hex in ground if burnable(g, hex) is not None][frame.done :]


@PART.answers(shot_thrown)
def as_it_is_fired(g: SlPlay, unit: Unit, target: str, dice: tuple[int, ...]) -> None:
    """SL:8.21.10: a To Hit roll of 12. The fire is looked for when the shot is over."""
    if sum(dice) == FLASH and any(
        kind_is_recoilless(g, weapon) and weapon.id in unit.weapons_used for weapon in g.weapons_of(unit)
    ):
        g.state.stack.insert(len(g.state.stack) - 1, Kindling(unit.id, unit.side, target))


@PART.answers(kill_thrown)
def as_it_strikes(g: SlPlay, frame: KillRoll, dice: tuple[int, ...]) -> None:
    """SL:8.21.10: a To Kill roll of 12 likewise."""
    weapon = g.state.weapons.get(frame.weapon)
    if sum(dice) == FLASH and weapon is not None and kind_is_recoilless(g, weapon) and weapon.owner:
        hex = g.state.vehicles[frame.vehicle].hex
        g.state.stack.insert(len(g.state.stack) - 1, Kindling(weapon.owner, frame.side, hex))


@PART.decisions(Kindling)
def ask_kindling(g: SlPlay, frame: Kindling) -> Chance | None:
    if not hexes_behind(g, frame):
        return None
    asks = "Does the blast set fire to what is behind it?"
    return Chance(asks, dice=2, side=frame.side, rules=("SL:8.21.10", "SL:16.2.3"), about=(frame.unit,))


@ask_kindling
def take_kindling(g: SlPlay, frame: Kindling, answer: Action | Outcome | None) -> None:
    """SL:16.2.4: nothing but the weather counts."""
    hexes = hexes_behind(g, frame)
    if not isinstance(answer, Outcome) or not hexes:
        g.pop()
        return
    frame.done += 1
    final = sum(answer.dice) + g.tables.kindling.weather.get(g.scenario.weather, 0)
    if final >= (burnable(g, hexes[0]) or 0) and not burns(g, hexes[0]):
        set_on_fire(g, hexes[0], frame.side, "SL:8.21.10", "SL:16.2.3")

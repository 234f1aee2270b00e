"""What lies on counters and hexes: the states that a unit or weapon is in, melees, and what the game is fought for."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel.composition import Part
from defilade.rules import board_scene
from defilade.rules.presentation import AreaView, MarkerView, StateMark
from defilade.rules.sl import victory
from defilade.rules.sl.shown import areas, markers, marks_of, marks_of_weapon
from defilade.rules.sl.state import SlPlay
from defilade.tactics.units import PREP, Unit, Weapon

PART = Part()

FIRE_MARKS = {
    PREP: StateMark("prep", "Prep Fire", "SL:1.3.1-p2.3", "PREP", "fire"),
    "defensive": StateMark("defensive", "Defensive Fire", "SL:5.6.2", "FIRED", "fire"),
    "advancing": StateMark("advancing", "Advancing Fire", "SL:5.4.5-a", "FIRED", "fire"),
}
BROKEN = StateMark("broken", "broken", "SL:3.20.5-a", tone="bad")
DM = StateMark("dm", "Desperation Morale", "SL:3.23.6-a", "DM", "bad")
PIN = StateMark("pin", "pinned", "SL:3.24.1-a", "PIN", "pin")
WOUND = StateMark("wound", "wounded", "SL:3.4.2", "WND", "wound")
MELEE = StateMark("melee", "in melee", "SL:6.3.1", "MELEE", "bad")
MOVED = StateMark("moved", "has moved", "SL:4.1.13")
MALFUNCTION = StateMark("malfunction", "malfunctioned", "SL:1.3.1-p1.3", tone="bad")

STOREYS = "SL:14.3.3-a"


@PART.answers(marks_of)
def states(g: SlPlay, unit: Unit) -> Iterable[StateMark]:
    marks = [
        mark
        for holds, mark in (
            (unit.broken, BROKEN),
            (unit.broken and unit.dm, DM),
            (unit.pinned, PIN),
            (unit.wounded, WOUND),
            (unit.melee, MELEE),
        )
        if holds
    ]
    if unit.fire in FIRE_MARKS:
        marks.append(FIRE_MARKS[unit.fire])
    if unit.moved:
        marks.append(MOVED)
    level = g.map.places_in(g.map.ground_hex(unit.hex)).index(unit.hex) if unit.hex else 0
    if level:
        marks.append(StateMark("level", f"on level {level}", STOREYS, f"LEVEL {level}", "calm"))
    return marks


@PART.answers(marks_of_weapon)
def states_of_weapon(g: SlPlay, weapon: Weapon) -> Iterable[StateMark]:
    if weapon.malfunctioned:
        yield MALFUNCTION
    if weapon.fire in FIRE_MARKS:
        yield FIRE_MARKS[weapon.fire]


@PART.answers(markers)
def fights_and_control(g: SlPlay) -> Iterable[MarkerView]:
    buildings = victory.fought_for(g)
    yield from board_scene.melee_markers(g, "SL:6.3.1")
    yield from board_scene.control_markers(g, buildings, victory.RULE)


@PART.answers(areas)
def objectives(g: SlPlay) -> Iterable[AreaView]:
    condition = g.scenario.victory
    hexes = tuple(hex for building in victory.fought_for(g) for hex in g.map.buildings[building])
    if condition and hexes:
        whose = getattr(condition, "winner", "")  # some conditions either side may fulfil
        yield AreaView("objective", hexes, whose, condition.text)

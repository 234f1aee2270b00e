"""Digging in during a game (SL:15.3.2-a), where the scenario or the players let men do so."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import ENTRENCHMENT, PFPH, SlPlay, Work
from defilade.rules.sl.works.entrenchments import dig_bar, entrenched
from defilade.rules.sl.works.labour import TASKS, Task, helpers_in
from defilade.rules.sl.works.works import build, go_inside
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import SQUAD, Unit

PART = Part()

DIGGING = Option(
    "digging-in",
    "Digging in",
    "Squads, half-squads and crews may dig in in their PFPh, instead of anything else in their player turn.",
    ("SL:15.3.2-a", "SL:15.3.5"),
)
PART.adds(OPTIONS, DIGGING)

DIG = "dig"
PART.adds(SPOKEN, Spoken(DIG, lambda g, action: f"{g.name(action.who[0])} digs in"))
PART.adds(OPTION_LOOKS, VerbLook(DIG, OptionLook("Dig in")))


def places(g: SlPlay, unit: Unit) -> list[str]:
    """SL:15.3.2-a: where it stands. One for all is enough."""
    hex = unit.hex
    if not DIGGING.on(g) or hex in g.state.trenching or entrenched(g, hex, unit.side):
        return []
    return [hex] if dig_bar(g, hex) is None else []


def needed(g: SlPlay, unit: Unit) -> int:
    """SL:15.3.2-a, SL:15.3.3; SL:15.3.2-b: squads, and neither cavalry nor partisans, whose counters are others."""
    table = g.tables.works
    number = table.dig[unit.kind]
    if unit.kind == SQUAD and unit.id not in g.state.cavalry:
        return table.dig_of_nations.get(nationality(g, unit), number)
    return number


def no_lines(g: SlPlay, unit: Unit, hex: Hex) -> list[Line]:
    return []


def leaders(g: SlPlay, unit: Unit, hex: Hex) -> list[Unit]:
    """SL:15.3.4"""
    return helpers_in(g, unit.side, [hex])


def done(g: SlPlay, unit: Unit, hex: Hex) -> None:
    g.state.trenching = (*g.state.trenching, hex)


PART.adds(TASKS, Task(DIG, "SL:15.3.2-a", "SL:15.3.4", "digs in", places, needed, no_lines, leaders, done))


@PART.answers(phase_ends)
def laid_over_all(g: SlPlay, phase: str) -> None:
    """SL:15.3.2-a: when the PFPh is over, over every unit in the hex."""
    if phase != PFPH:
        return
    for hex in g.state.trenching:
        build(g, Work(ENTRENCHMENT, hex, g.attacker))
        men = g.side_in(hex, g.attacker)
        for unit in men:
            go_inside(g, unit)
        g.say(
            "fortified",
            f"{g.doing([unit.id for unit in men], 'is', 'are')} entrenched in {g.place_name(hex)}.",
            "SL:15.3.2-a",
            side=g.attacker,
            who=tuple([unit.id for unit in men]),
            at=hex,
        )
    g.state.trenching = ()

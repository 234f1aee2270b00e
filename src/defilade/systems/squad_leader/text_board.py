"""What pieces and ground of Squad Leader are called in the terminal."""

from __future__ import annotations

from defilade.hexgrid import Verdict
from defilade.rules.presentation import NotShown
from defilade.rules.sl import firers
from defilade.rules.sl.counter_views import unit_view, weapon_view
from defilade.rules.sl.state import SlPlay
from defilade.systems.boards.text import BoardTextTable, BoardWords, states_in_words
from defilade.tactics.units import Unit, Weapon

LEGEND = (
    ". open  w woods  o orchard  g wheat  b brush  c crag  h shellholes  r rubble  "
    "# stone building  % wooden building  = road"
)
SHORT_STATES = {"broken": "BRK", "dm": "DM", "melee": "MEL", "pinned": "PIN", "wounded": "WND"}


def unit_words(g: SlPlay, unit: Unit) -> str:
    """`g3 4-6-7 A (broken) with LMG A`."""
    view = unit_view(g, unit, tuple(g.weapons_of(unit)))
    states = [mark.text for mark in view.states]
    text = f"{unit.id} {g.name(unit)}" + (f" ({', '.join(states)})" if states else "")
    return text + (f" with {', '.join(one.words for one in view.weapons)}" if view.weapons else "")


def weapon_words(g: SlPlay, weapon: Weapon) -> str:
    return f"{weapon.id} {weapon_view(g, weapon).words}"


def ground_words(g: SlPlay, hex: str) -> str:
    road = " with a road" if hex in g.map.roads else ""
    return f"{g.terrain_of(hex).name}{road}"


def los(g: SlPlay, a: str, b: str) -> Verdict:
    if firers.is_strict(g):
        raise NotShown(
            "At this table lines of sight are not looked at before a shot is declared [SL:2.1.2-a]."
        )
    return g.map.los(a, b)


WORDS = BoardWords(
    legend=LEGEND,
    ground=ground_words,
    marks=lambda g, hex: "",
    unit=unit_words,
    short=lambda g, unit: states_in_words(unit, SHORT_STATES),
    weapon=weapon_words,
    others=lambda g: (),
    los=los,
)


def text_table(g: SlPlay) -> BoardTextTable:
    return BoardTextTable(g, WORDS)

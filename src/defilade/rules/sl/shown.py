"""What sections add to the picture of a game: marks on counters, markers on hexes, areas, and signs of their events.

A section that brings a state, a marker or an event of its own answers here, so that the table shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from defilade.kernel.composition import Entries, all_of
from defilade.rules.presentation import AreaView, MarkerView, StateMark
from defilade.rules.signs import Sign
from defilade.rules.sl.state import SlPlay
from defilade.tactics.units import Unit, Weapon


class EventSign(NamedTuple):
    """How events of a kind are told and drawn."""

    kind: str
    sign: Sign


EVENT_SIGNS = Entries[EventSign]("signs of events", key=lambda entry: entry.kind)


@all_of
def marks_of(g: SlPlay, unit: Unit) -> Iterable[StateMark]:
    """What else is a unit marked with?"""
    return ()


@all_of
def marks_of_weapon(g: SlPlay, weapon: Weapon) -> Iterable[StateMark]:
    """What else is a support weapon marked with?"""
    return ()


@all_of
def markers(g: SlPlay) -> Iterable[MarkerView]:
    """Which markers lie on hexes?"""
    return ()


@all_of
def areas(g: SlPlay) -> Iterable[AreaView]:
    """Which hexes mean something for a side?"""
    return ()

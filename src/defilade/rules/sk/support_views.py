"""What comes from off the map, as the table shows it. Who has artillery answers."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.hexgrid import GameMap
from defilade.kernel.composition import all_of
from defilade.rules.presentation import AreaView, MarkerView, SupportView
from defilade.rules.sk.state import SkPlay


@all_of
def support(g: SkPlay) -> Iterable[SupportView]:
    """What off the map can a side call for?"""
    return ()


@all_of
def shell_markers(g: SkPlay) -> Iterable[MarkerView]:
    """Which markers of such support lie on the map?"""
    return ()


@all_of
def looked_from(g: SkPlay) -> Iterable[tuple[GameMap, str]]:
    """From which places beside those in play does somebody look, and on which map are they?"""
    return ()


@all_of
def shelled_areas(g: SkPlay) -> Iterable[AreaView]:
    """Which hexes lie under it?"""
    return ()

"""The values of a man that count now: Morale, Panic and KIA (UF:2.3, UF:10.1).

What changes them (a Commissar, a lost weapon, encirclement) is added by the sections that say so.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import all_of
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Man

PART = Part()


@all_of
def kia_lines(g: UfPlay, man: Man, /) -> Iterable[Line]:
    """What changes the KIA Value of a man?"""
    return ()


@all_of
def morale_lines(g: UfPlay, man: Man, /) -> Iterable[Line]:
    """What changes the Morale of a man?"""
    return ()


@all_of
def panic_lines(g: UfPlay, man: Man, /) -> Iterable[Line]:
    """What changes the Panic Value of a man?"""
    return ()


def morale(g: UfPlay, man: Man) -> int:
    return man.morale + _sum(morale_lines(g, man))


def panic(g: UfPlay, man: Man) -> int:
    return man.panic + _sum(panic_lines(g, man))


def kia(g: UfPlay, man: Man) -> int:
    """One higher on the pinned side (UF:10.1, UF:42.45-b)."""
    return man.kia + man.pinned + _sum(kia_lines(g, man))


def _sum(lines: list[Line]) -> int:
    return int(sum(line.value for line in lines))

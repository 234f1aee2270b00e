"""Fortifications for the tests of Squad Leader."""

from __future__ import annotations

from typing import Any

from defilade.rules.sl.state import ENTRENCHMENT, MINES, WIRE, Module, Work
from defilade.rules.sl.works.works import key_of


def built(*works: Work) -> dict[str, Work]:
    return {key_of(work.kind, work.hex, work.side): work for work in works}


def pit(hex: str, side: str = "german", **more: bool) -> Work:
    return Work(ENTRENCHMENT, hex, side, **more)


def strung(hex: str, side: str = "russian", **more: bool) -> Work:
    return Work(WIRE, hex, side, **more)


def mined(hex: str, factors: int = 6, side: str = "russian", hidden: bool = True) -> Work:
    return Work(MINES, hex, side, factors, hidden)


def battery(side: str = "german", caliber: int = 100, **more: Any) -> dict[str, Module]:
    """A battery by its side's first letter."""
    return {side[0]: Module(side[0], side, more.pop("nation", side), caliber, **more)}


def bunker(hex: str, facing: int = 1, kind: str = "bunker-1+3+5", side: str = "russian") -> Work:
    return Work(kind, hex, side, facing=facing)

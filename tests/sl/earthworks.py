"""Fortifications for the tests of Squad Leader."""

from __future__ import annotations

from defilade.rules.sl.state import ENTRENCHMENT, MINES, WIRE, Work
from defilade.rules.sl.works.works import key_of


def built(*works: Work) -> dict[str, Work]:
    return {key_of(work.kind, work.hex, work.side): work for work in works}


def pit(hex: str, side: str = "german", **more: bool) -> Work:
    return Work(ENTRENCHMENT, hex, side, **more)


def strung(hex: str, side: str = "russian", **more: bool) -> Work:
    return Work(WIRE, hex, side, **more)


def mined(hex: str, factors: int = 6, side: str = "russian", hidden: bool = True) -> Work:
    return Work(MINES, hex, side, factors, hidden)

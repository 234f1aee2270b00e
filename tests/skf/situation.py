"""Situations for the tests of the full Starter Kit: those of the first, under the rules of the later book.

s = Situation("y", "PFPh", "german", [...])
"""

from __future__ import annotations

from typing import Any

from defilade.rules.sk.system import SkSystem
from defilade.systems import find_system
from sk.situation import Situation as AnySituation

Plain = dict[str, Any]


def full_kit() -> SkSystem:
    system = find_system("elst")
    assert isinstance(system, SkSystem)
    return system


class Situation(AnySituation):
    """A position under the rules of the full kit."""

    def __init__(self, board: str, phase: str, attacker: str, units: list[Plain], **more: Any) -> None:
        super().__init__(board, phase, attacker, units, full_kit(), **more)

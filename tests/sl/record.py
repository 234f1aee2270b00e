"""Squad Leader as the program would know it. It is not offered to players yet: it has no table of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.kernel import System
from defilade.rules.sl.system import SlSystem
from defilade.systems import Card, SystemRecord


def card(system: System[Any], scenario: str, options: Mapping[str, str]) -> Card:
    assert isinstance(system, SlSystem)
    found = system.scenario(scenario)
    boards = tuple(placed.board for placed in found.map.boards)
    return Card(
        found.id,
        system.id,
        found.title,
        found.date,
        found.place,
        tuple(found.sides),
        found.turns,
        boards,
        found.victory_text,
        found.provenance,
    )


RECORD = SystemRecord("sl", "Squad Leader", SlSystem, card, books=("sl",))

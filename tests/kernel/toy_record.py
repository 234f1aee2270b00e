"""The guessing game as the program knows a system: one record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.kernel import System
from defilade.systems import Card, SystemRecord
from kernel.toy import Toy


def card(system: System[Any], scenario: str, options: Mapping[str, str]) -> Card:
    sides = system.sides(system.begin(scenario)[0].state)
    return Card(
        scenario, system.id, "Guess", "1944", "Nowhere", sides, 6, (), "Guess right twice", "original"
    )


TOY = SystemRecord("toy", "The guessing game", Toy, card)

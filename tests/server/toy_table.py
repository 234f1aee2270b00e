"""The guessing game as a system that the server can open tables for."""

from __future__ import annotations

from typing import Any

from defilade.kernel import System
from defilade.rules import catalog
from defilade.rules.catalog import Card, SystemEntry
from defilade.server.computer import Question
from defilade.server.computer import think as think_in_process
from kernel.toy import Toy

TOY = Toy()


def _card(system: System[Any], scenario: str) -> Card:
    return Card(
        scenario, "toy", "Guess", "1944", "Nowhere", ("red", "blue"), 6, (), "Guess right twice", "original"
    )


ENTRY = SystemEntry("The guessing game", lambda: TOY, _card)


def register(systems: dict[str, SystemEntry] = catalog.SYSTEMS) -> None:
    """Make the catalog know the game."""
    systems["toy"] = ENTRY


def think(question: Question) -> str:
    """A computer player of the guessing game, as the server's processes run it."""
    register()
    return think_in_process(question)

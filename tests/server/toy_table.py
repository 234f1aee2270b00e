"""The guessing game as a system that the server can open tables for."""

from __future__ import annotations

from typing import Any

from defilade.kernel import System
from defilade.rules import catalog
from defilade.rules.catalog import Card, SystemEntry
from defilade.server.computer import Question
from defilade.server.computer import think as think_in_process
from kernel.toy import Toy
from server.trio import SIDES, Trio

TOY, TRIO = Toy(), Trio()


def _card(system: System[Any], scenario: str) -> Card:
    sides = SIDES if system is TRIO else ("red", "blue")
    return Card(
        scenario, system.id, "Guess", "1944", "Nowhere", sides, 6, (), "Guess right twice", "original"
    )


ENTRY = SystemEntry("The guessing game", lambda: TOY, _card)
TRIO_ENTRY = SystemEntry("The guessing game for three", lambda: TRIO, _card)


def register(systems: dict[str, SystemEntry] = catalog.SYSTEMS) -> None:
    """Make the catalog know the game."""
    systems.update(toy=ENTRY, trio=TRIO_ENTRY)


def think(question: Question) -> str:
    """A computer player of the guessing game, as the server's processes run it."""
    register()
    return think_in_process(question)

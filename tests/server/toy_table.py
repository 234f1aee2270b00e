"""The guessing games as systems that the server can open tables for."""

from __future__ import annotations

from defilade.server.computer import Question
from defilade.server.computer import think as think_in_process
from defilade.systems import SYSTEMS, SystemRecord
from kernel.toy_record import TOY, card
from server.trio import Trio

TRIO = SystemRecord("trio", "The guessing game for three", Trio, card)


def register() -> None:
    """Make the program know them, beside its own."""
    SYSTEMS.update(toy=TOY, trio=TRIO)


def think(question: Question) -> str:
    """A computer player of the guessing game, as the server's processes run it."""
    register()
    return think_in_process(question)

"""How often each side has won a scenario between equal players, as the lab has measured it.

The figures lie beside the scenario cards, written by `defilade lab balance`.

>>> from defilade.rules.catalog import find_card
>>> found = measured(find_card("S1"))
>>> found is not None and sum(found.wins.values()) + found.draws == found.games
True
"""

from __future__ import annotations

from functools import cache

import msgspec

from defilade.rules.catalog import Card
from defilade.rules.content_files import ContentError, ContentFiles, parse

FILES = {"sk1": "sk/balance.yaml", "upfront": "upfront/balance.yaml"}
"""System -> where its figures are."""


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a scenario."""

    games: int
    wins: dict[str, int]
    players: str
    """The level that played both sides."""
    version: str
    """Of the program."""
    seed: int
    draws: int = 0
    even: Measured | None = None
    """The same with our changes for even chances, where there are any."""


def measured(card: Card) -> Measured | None:
    """The figures of a scenario; none where it has not been measured."""
    file = FILES.get(card.system)
    found = _figures(file).get(card.id) if file is not None else None
    if found is not None:
        _check(card, found)
        if found.even is not None:
            _check(card, found.even)
    return found


@cache
def _figures(file: str) -> dict[str, Measured]:
    return parse(ContentFiles().read(file), dict[str, Measured])


def _check(card: Card, found: Measured) -> None:
    file = FILES[card.system]
    if tuple(found.wins) != card.sides:
        raise ContentError(file, f"{card.id}.wins", f"needs the sides in order: {', '.join(card.sides)}")
    if sum(found.wins.values()) + found.draws != found.games:
        raise ContentError(file, f"{card.id}.games", "wins and draws do not add up to it")

"""How often each side has won a scenario between equal players, as the lab has measured it.

The figures lie beside the scenario cards, written by `defilade lab balance`.
"""

from __future__ import annotations

from functools import cache

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse

BALANCE = "balance"
"""The table option that a card's provisions go by, in every system."""
EVEN = "even"
"""The balance option that is ours: changes for even chances."""


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


class LevelFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a level is against the others."""

    level: str
    rating: float
    doubt: float
    games: int
    wins: int


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of computer opponent by strength, the best first."""

    scenarios: tuple[str, ...]
    version: str
    seed: int
    rated: tuple[LevelFigures, ...]


@cache
def levels_measured() -> Levels:
    return parse(ContentFiles().read("levels.yaml"), Levels)


def measured(file: str, scenario: str, sides: tuple[str, ...]) -> Measured | None:
    """The figures of a scenario in a file of figures; none where it has not been measured."""
    found = _figures(file).get(scenario)
    if found is not None:
        _check(file, scenario, sides, found)
        if found.even is not None:
            _check(file, scenario, sides, found.even)
    return found


@cache
def _figures(file: str) -> dict[str, Measured]:
    return parse(ContentFiles().read(file), dict[str, Measured])


def _check(file: str, scenario: str, sides: tuple[str, ...], found: Measured) -> None:
    if tuple(found.wins) != sides:
        raise ContentError(file, f"{scenario}.wins", f"needs the sides in order: {', '.join(sides)}")
    if sum(found.wins.values()) + found.draws != found.games:
        raise ContentError(file, f"{scenario}.games", "wins and draws do not add up to it")

"""The map of a game that brings its own card along, by an id of its own: the board, the month and the part in play.

Whoever asks for a map by this id learns nothing of the card.

>>> bare_map("map.elst.elst.9.II-RR.4-13").map.rows
{'elst': 'II-RR'}
"""

from __future__ import annotations

import msgspec

from defilade.hexgrid import Placed
from defilade.hexgrid.coords import BadHexName
from defilade.rules.sk.card import MapPart, Scenario, ScenarioError
from defilade.rules.sk.scenario import sketch
from defilade.tactics.areas import columns

MAP = "map"
WHOLE = "all"
MONTHS = range(1, 13)


def map_id(system: str, card: Scenario) -> str:
    """The id of a card's map; cards that bring themselves along are on one board."""
    board = card.map.boards[0].board
    rows, numbers = card.map.rows.get(board, WHOLE), card.map.numbers.get(board, WHOLE)
    return ".".join((MAP, system, board, str(card.month), rows, numbers))


def is_bare(id: str) -> bool:
    return id.startswith(f"{MAP}.")


def bare_map(id: str) -> Scenario:
    """A card with nothing but the map."""
    try:
        _, _, board, month, rows, numbers = id.split(".")
        if int(month) not in MONTHS:
            raise ValueError(month)
        if rows != WHOLE:
            columns(rows)
        if numbers != WHOLE:
            first, last = numbers.split("-")
            range(int(first), int(last) + 1)[0]
    except (ValueError, IndexError, BadHexName):
        raise ScenarioError(id, "map", "there is no such map") from None
    card = sketch(board, ("german", "british"), int(month), 1, "german")
    part = MapPart(
        boards=(Placed(board),),
        north="top",
        rows={} if rows == WHOLE else {board: rows},
        numbers={} if numbers == WHOLE else {board: numbers},
    )
    return msgspec.structs.replace(card, id=id, map=part)

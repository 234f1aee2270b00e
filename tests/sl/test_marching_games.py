"""Whole random games with all that units on the march can do: they end, and keep their books in order."""

from __future__ import annotations

import random
from functools import cache

import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.hexgrid import Placed
from defilade.kernel import Over
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area

FORCES = {
    "russian": ({"rus-447": 4, "rus-8-1": 2}, {"rus-mmg": 1, "rus-lmg": 1}),
    "german": ({"ger-467": 4, "ger-237": 2, "ger-8-1": 2}, {"ger-hmg": 1, "ger-lmg": 2}),
}


@cache
def marching(board: str, rows: str, mounted: str = "", **options: str) -> SlSystem:
    groups = tuple(
        Group(
            id=side,
            name=side,
            side=side,
            provenance="original",
            units=units,
            weapons=weapons,
            setup=Area(rows=rows),
            skis=True,
            mounted=mounted if side == "german" else "",
        )
        for side, (units, weapons) in FORCES.items()
    )
    card = Scenario(
        id="march",
        title="On the march",
        date="1943-01-01",
        place="",
        map=MapPart(boards=(Placed(board),), north="top", rows={board: rows}),
        turns=3,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=groups,
        options=options,
    )
    return SlSystem({card.id: card})


@pytest.mark.parametrize(
    ("board", "rows", "mounted", "options"),
    [
        ("1", "H-O", "", {"double-time": "on", "sewers": "on"}),
        ("2", "F-M", "", {"double-time": "on", "snow": "on"}),
        ("4", "L-S", "horse", {}),
        ("4", "L-S", "bicycle", {"double-time": "on"}),
    ],
    ids=["city", "snow", "horses", "bicycles"],
)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end(board: str, rows: str, mounted: str, options: dict[str, str], seed: int) -> None:
    system = marching(board, rows, mounted, **options)
    rng = random.Random(f"{board}/{seed}")
    position, _ = system.begin("march")
    for number in range(MOST_DECISIONS):
        if isinstance(position.pending, Over):
            break
        if number % 60 == 0:
            written = system.encode(position.state)
            assert system.encode(system.decode(written)) == written
            twin = position.clone()
            assert twin.digest() == position.digest()
        position.advance(random_step(position, rng))
    assert isinstance(position.pending, Over)

"""A small proving ground with every kind of terrain, and the Starter Kit's reading of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defilade.hexgrid import Board, GameMap, LosProfile, load_board, map_of_board
from defilade.hexgrid.board import BoardSpec, make_board

FOLDER = Path(__file__).parent / "boards"


@pytest.fixture(autouse=True)
def no_kept_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests build their tables; nothing is read from or left in the user's cache."""
    monkeypatch.setenv("DEFILADE_CACHE", "")


@pytest.fixture(scope="session")
def folder() -> Path:
    return FOLDER


@pytest.fixture(scope="session")
def profile() -> LosProfile:
    return LosProfile(
        obstacles={
            "woods": "SK1:1.1.2-g2",
            "stone_building": "SK1:1.1.2-c2",
            "wooden_building": "SK1:1.1.2-c2",
        },
        hindrances={"orchard": (1, True, "SK1:1.1.2-k"), "grain": (1, False, "SK1:1.1.2-m")},
        own_hex_rule="SK1:3.2-f",
        blocking_total=6,
        blocking_total_rule="SK1:3.2-j",
        trace_rule="SK1:3.2-e",
        inherent_rule="SK1:2.0-l",
        smoke_rule="SK1:3.3-v",
    )


@pytest.fixture(scope="session")
def proving_ground(profile: LosProfile) -> GameMap:
    return map_of_board(load_board("t", FOLDER), profile)


BoardMaker = Callable[..., Board]
MapMaker = Callable[..., GameMap]


@pytest.fixture(scope="session")
def board_with() -> BoardMaker:
    """A board of 9 hexrows and 8 rows with just the terrain that a test is about."""

    def make(**parts: Any) -> Board:
        data = {
            "id": "p",
            "title": "Patch",
            "provenance": "original",
            "size": {"columns": 9, "rows": 8},
            "terrain": {},
            "buildings": [],
            "roads": [],
        }
        return make_board(msgspec.convert({**data, **parts}, BoardSpec), "p.yaml")

    return make


@pytest.fixture(scope="session")
def map_with(board_with: BoardMaker, profile: LosProfile) -> MapMaker:
    """The same as a playing area."""
    return lambda **parts: map_of_board(board_with(**parts), profile)

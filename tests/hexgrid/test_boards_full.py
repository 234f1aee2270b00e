"""The boards of the full Starter Kit: their facts, how they join, and their lines of sight."""

from __future__ import annotations

import random

import pytest

from defilade.hexgrid import GameMap, MapSpec, Placed, build_map, check_board, load_board, load_facts
from defilade.hexgrid.coords import centre, parse_name
from defilade.rules.sk.full.los_profile import full_los_profile

BOARDS = ("w",)
GEOMORPHIC = ("w", "y")
EXITS = ("I1", "Y1", "I10", "Y10", "A6", "GG6")


@pytest.mark.parametrize("board", BOARDS)
def test_the_facts_hold(board: str) -> None:
    facts = load_facts(board)
    assert len(facts.hexes) >= 20 and len(facts.relations) >= 10
    assert [str(problem) for problem in check_board(load_board(board), facts)] == []
    assert [str(problem) for problem in check_board(load_board(board), facts, full_los_profile())] == []


@pytest.mark.parametrize("name", GEOMORPHIC)
def test_any_edge_fits_any_other(name: str) -> None:
    """Half-hexes are open ground on level 0; roads leave at the same places."""
    board = load_board(name)
    for hex in board.hexes:
        x, y = centre(*parse_name(hex))
        if x in (0, board.size.width) or y in (0, board.size.height):
            assert (board.terrain[hex], board.levels.get(hex, 0)) == ("open", 0), hex
            assert hex not in board.roads or hex in EXITS, hex
    assert all(hex in board.roads for hex in EXITS)


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("how", ["above", "below", "left of", "right of"])
def test_roads_run_on_from_board_to_board(how: str, rotated: bool) -> None:
    area = build_map(MapSpec([Placed("y"), Placed("w", rotated, f"{how} y")]), full_los_profile())
    crossed = [
        (a, b)
        for a, ways in area.roads.items()
        for way in ways
        if (b := area.neighbours[a][way]) is not None and a[0] != b[0]
    ]
    assert crossed and all(area.road_between(a, b) for a, b in crossed)


@pytest.mark.parametrize("board", BOARDS)
def test_lines_are_the_same_from_both_ends(board: str) -> None:
    area: GameMap = build_map(MapSpec([Placed(board)]), full_los_profile())
    chance = random.Random(board)
    for _ in range(400):
        a, b = chance.sample(area.names, 2)
        there, back = area.los(a, b), area.los(b, a)
        assert (there.clear, there.hindrance) == (back.clear, back.hindrance), (a, b)
        assert area.hindrance(a, b) == area.hindrance(b, a) == (there.hindrance if there.clear else -1), (
            a,
            b,
        )

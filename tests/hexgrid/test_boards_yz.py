"""The two boards that are shipped: their facts, and their lines of sight over all pairs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
import yaml

from defilade.hexgrid import (
    GameMap,
    LosProfile,
    MapSpec,
    Placed,
    build_map,
    check_board,
    load_board,
    load_facts,
    map_of_board,
)
from defilade.hexgrid.coords import on_alternate_grain, on_hex_grain
from defilade.hexgrid.los_table import build_table, static_verdict

GOLDEN = yaml.safe_load((Path(__file__).parent / "golden_lines.yaml").read_text())
BOARDS = ("y", "z")


@pytest.fixture(scope="module")
def boards(profile: LosProfile) -> dict[str, GameMap]:
    return {board: map_of_board(load_board(board), profile) for board in BOARDS}


@pytest.fixture(scope="module")
def two_halves(profile: LosProfile) -> GameMap:
    """Half of y under half of z turned about, row 1 to row 1."""
    placed = [Placed("y"), Placed("z", rotated=True, join="above y")]
    return build_map(MapSpec(placed, {"y": "A-P", "z": "R-GG"}), profile)


@pytest.mark.parametrize("board", BOARDS)
def test_the_facts_hold(board: str, profile: LosProfile) -> None:
    facts = load_facts(board)
    assert len(facts.hexes) >= 30
    assert len(facts.relations) >= 10
    assert [str(problem) for problem in check_board(load_board(board), facts, profile)] == []


@pytest.mark.parametrize("board", BOARDS)
def test_static_line_of_sight_is_symmetric(boards: dict[str, GameMap], board: str) -> None:
    table = build_table(boards[board].ground)
    assert table.shape == (346, 346)
    assert (table == table.T).all()
    assert (table.diagonal() == 0).all()


def chosen_pairs(area: GameMap) -> Iterator[tuple[str, str]]:
    """Every line along the hex grain or along hexsides, and as many others by lot."""
    delicate = [
        (a, b)
        for a, b in combinations(area.names, 2)
        if on_hex_grain(area.centres[a], area.centres[b])
        or on_alternate_grain(area.centres[a], area.centres[b])
    ]
    chance = random.Random(area.names[0])
    yield from delicate
    for _ in delicate:
        a, b = chance.sample(area.names, 2)
        yield a, b


def check_table(area: GameMap, pairs: Iterator[tuple[str, str]]) -> None:
    for a, b in pairs:
        assert area.hindrance(a, b) == static_verdict(area.ground, a, b), (a, b)


@pytest.mark.parametrize("board", BOARDS)
def test_the_table_equals_the_exact_routine(boards: dict[str, GameMap], board: str) -> None:
    check_table(boards[board], chosen_pairs(boards[board]))


def test_the_table_equals_the_exact_routine_on_two_half_boards(two_halves: GameMap) -> None:
    check_table(two_halves, chosen_pairs(two_halves))


@pytest.mark.soak
@pytest.mark.parametrize("area", [*BOARDS, "two_halves"])
def test_the_table_equals_the_exact_routine_on_all_pairs(
    boards: dict[str, GameMap], two_halves: GameMap, area: str
) -> None:
    ground = boards.get(area, two_halves)
    check_table(ground, ((a, b) for a in ground.names for b in ground.names))


def test_the_joined_half_boards_share_their_edge_hexes(two_halves: GameMap) -> None:
    assert two_halves.aliases == {
        f"z{z}0": f"y{y}0"
        for y, z in zip("BDFHJLNP", ("FF", "DD", "BB", "Z", "X", "V", "T", "R"), strict=True)
    }
    assert two_halves.neighbours["yA1"][0] == "zGG1"
    assert two_halves.neighbours["yO1"][0] == "zS1"


@pytest.mark.rule("SK1:3.2-e", "SK1:3.2-f", "SK1:2.0-l", "SK1:1.1.2-k", "SK1:1.1.2-m")
@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: f"{line['board']}-{line['from']}-{line['to']}")
def test_golden_lines(boards: dict[str, GameMap], line: dict[str, object]) -> None:
    area = boards[str(line["board"])]
    a, b = area.resolve(str(line["from"])), area.resolve(str(line["to"]))
    for verdict in (area.los(a, b), area.los(b, a)):
        assert verdict.clear == (line["los"] == "clear")
        assert verdict.hindrance == line["hindrance"]
    blocked_by = area.los(a, b).blocked_by
    assert blocked_by == (area.resolve(str(line["by"])) if "by" in line else None)


def test_golden_lines_are_many_and_varied() -> None:
    assert len(GOLDEN) >= 100
    kinds = Counter((line["board"], line["los"], bool(line["hindrance"])) for line in GOLDEN)
    assert min(kinds[board, "clear", False] for board in BOARDS) >= 10
    assert min(kinds[board, "clear", True] for board in BOARDS) >= 5
    assert min(kinds[board, "blocked", False] for board in BOARDS) >= 10

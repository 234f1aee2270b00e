"""The boards of the full Starter Kit and of Squad Leader: their facts, how they join, and their lines of sight."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from defilade.hexgrid import (
    GameMap,
    Location,
    MapSpec,
    Placed,
    build_map,
    check_board,
    load_board,
    load_facts,
)
from defilade.hexgrid.coords import centre, corners, parse_name
from defilade.rules.sk.full.los_profile import full_los_profile

from .slow_sight import slow_verdict

SQUAD_LEADER = ("1", "2", "3", "4")
BOARDS = ("v", "w", "x", "elst", *SQUAD_LEADER)
GEOMORPHIC = ("v", "w", "x", "y", *SQUAD_LEADER)
EXITS = ("I1", "Y1", "I10", "Y10", "A6", "GG6")


@pytest.mark.parametrize("board", BOARDS)
def test_the_facts_hold(board: str) -> None:
    facts = load_facts(board)
    assert len(facts.hexes) >= 14 and len(facts.relations) >= 10
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
@pytest.mark.parametrize("board", ["v", "w", "x", *SQUAD_LEADER])
def test_roads_run_on_from_board_to_board(board: str, how: str, rotated: bool) -> None:
    area = build_map(MapSpec([Placed("y"), Placed(board, rotated, f"{how} y")]), full_los_profile())
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


def check_against_definition(area: GameMap, posts: Sequence[Location], pairs: int, seed: str) -> None:
    """Lines of up to twelve hexes, so that many are clear."""
    chance = random.Random(seed)
    seen = 0
    for _ in range(pairs):
        a = chance.choice(posts)
        b = Location(chance.choice([hex for hex in area.names if area.distance(a.hex, hex) <= 12]))
        clear, hindrance = slow_verdict(area, a, b)
        found = area.location_hindrance(a, b)
        assert found == (hindrance if clear else -1), (a, b)
        seen += clear
    assert pairs / 8 < seen < pairs


@pytest.mark.parametrize(
    "board, pairs",
    [("v", 80), ("w", 80), ("x", 50), ("elst", 20), ("1", 40), ("2", 60), ("3", 60), ("4", 30)],
)
def test_lines_are_as_the_definition_says(board: str, pairs: int) -> None:
    area = build_map(MapSpec([Placed(board)]), full_los_profile())
    check_against_definition(area, area.locations(), pairs, board)


def test_lines_about_avenues_are_as_the_definition_says() -> None:
    for board, season in (("v", True), ("w", False)):
        area = build_map(MapSpec([Placed(board)]), full_los_profile(orchards_in_season=season))
        avenue = sorted(area.ground.avenues)
        posts = [
            Location(hex) for hex in area.names if min(area.distance(hex, one) for one in avenue) in (1, 2)
        ]
        check_against_definition(area, posts, 60, f"avenue/{board}")


def test_lines_from_the_steeple_are_as_the_definition_says(elst: GameMap) -> None:
    check_against_definition(elst, [Location("elstNN8", 1)], 25, "steeple")


@pytest.mark.soak
@pytest.mark.parametrize("board, pairs", [("v", 2_000), ("w", 2_000), ("x", 1_000), ("elst", 400)])
def test_many_lines_are_as_the_definition_says(board: str, pairs: int) -> None:
    area = build_map(MapSpec([Placed(board)]), full_los_profile())
    check_against_definition(area, area.locations(), pairs, f"many/{board}")


# Elst.


@pytest.fixture(scope="module")
def elst() -> GameMap:
    return build_map(MapSpec([Placed("elst")]), full_los_profile())


def test_elst_has_only_what_its_chart_knows(elst: GameMap) -> None:
    kinds = {"open", "orchard", "grain", "pond", "stone_building", "wooden_building"}
    assert set(elst.terrain.values()) == kinds
    assert set(elst.also) == {"polder"} and not elst.relief.levels and not elst.relief.hexsides
    assert elst.relief.steeples == {"elstNN8"}


@pytest.mark.rule("DAE:1.1-l")
def test_the_steeple_sees_every_hex_but_those_right_behind_an_obstacle(elst: GameMap) -> None:
    tower = Location("elstNN8", 1)
    hidden = 0
    for hex in elst.names[::7]:
        verdict = elst.sight(tower, Location(hex))
        if not verdict.clear:
            hidden += 1
            assert any(
                crossing.effect == "obstacle" and elst.distance(crossing.hex, hex) == 1
                for crossing in verdict.crosses
            ), hex
    assert 5 < hidden < 80


def test_the_example_of_the_campaign_can_be_drawn_on_elst(elst: GameMap) -> None:
    """Who holds what after its first day: the perimeters, two hexes about each building and road exit."""
    buildings = {hex.removeprefix("elst") for hex in elst.building_of}
    british = {"A12", "A19", "D13", "E13", "E17", "H13"}
    german = buildings - british
    rows = {"L6", "M6", "N5", "O5"}
    bend = {"H15", "I15", "M15", "M20"}

    def apart(hex: str, others: set[str]) -> int:
        return min(elst.distance(f"elst{hex}", f"elst{other}") for other in others)

    # Nobody's ground, and the squads that are cut off.
    assert all(apart(hex, buildings | british) >= 3 for hex in ("A15", "A16", "B15", "B16", "L12"))
    assert (apart("H17", {"H15"}), apart("H17", british)) == (2, 3)
    # Rings of two hexes touch where their middles are five apart: three German areas, and no fourth among them.
    assert min(apart(hex, german - rows) for hex in rows) >= 6
    assert min(apart(hex, german - bend - {"F14"}) for hex in bend) >= 6
    assert all(
        apart(hex.removeprefix("elst"), british) <= 2
        for hex in elst.names
        if elst.distance(hex, "elstF14") <= 2 and hex.removeprefix("elst") not in german
    )


def test_roads_leave_elst_where_they_should(elst: GameMap) -> None:
    edges = {
        hex.removeprefix("elst") for side in ("top", "bottom", "left", "right") for hex in elst.edge(side)
    }
    found = {hex.removeprefix("elst") for hex in elst.roads} & edges
    exits = {"A3", "A12", "A19", "TT6", "TT7", "TT20", "B0", "D0", "T0", "Z0", "DD0"}
    assert found == exits  # none of them over the southern edge


# Squad Leader.


def test_the_works_cover_their_inner_hex_wholly() -> None:
    """Board 1: a hex without an outer wall, so that every line through its inside is stopped."""
    city = load_board("1")
    inside = [piece for one in city.features for piece in one.pieces if piece.hex == "X4"]
    at = centre(*parse_name("X4"))
    assert any(set(piece.polygon) >= set(corners(at)) for piece in inside)


def test_the_dot_of_a_hex_can_lie_beside_its_house() -> None:
    """Board 4, P6."""
    farms = load_board("4")
    house = [one.outline for one in farms.features if one.hexes == ("P6",)]
    assert house and not any(inside(centre(*parse_name("P6")), outline) for outline in house)
    assert inside(
        centre(*parse_name("O6")), next(one.outline for one in farms.features if one.hexes == ("O6",))
    )


def inside(spot: tuple[int, int], outline: Sequence[tuple[int, int]]) -> bool:
    x, y = spot
    crossed = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossed = not crossed
    return crossed

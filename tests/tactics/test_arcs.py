"""Facings and covered arcs, on an open board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.hexgrid import GameMap, load_board, map_of_board
from defilade.rules.sk.terrain import los_profile
from defilade.tactics.arcs import (
    FACINGS,
    FRONT,
    REAR,
    SIDE,
    direction_hit,
    facings_to,
    front_hexes,
    in_arc,
    turns_between,
)


@pytest.fixture(scope="module")
def board() -> GameMap:
    return map_of_board(load_board("y"), los_profile(True))


def covered(board: GameMap, hex: str, facing: int, far: int) -> set[str]:
    return {
        name for name in board.names if board.distance(hex, name) <= far and in_arc(board, hex, facing, name)
    }


@pytest.mark.rule("SKF:3.2.4-n")
def test_an_arc_widens_by_a_hex_a_step(board: GameMap) -> None:
    """Two hexes at range 1, three at range 2, four at range 3, as the two hexrows run apart."""
    for facing in FACINGS:
        for far in (1, 2, 3):
            reached = {hex for hex in covered(board, "yK5", facing, far) if board.distance("yK5", hex) == far}
            assert len(reached) == far + 1


@pytest.mark.rule("SKF:3.2.4-n")
def test_a_gun_covers_one_enemy_and_turns_a_hexspine_for_the_other(board: GameMap) -> None:
    """The book's gun in E8 points at the hexspine from which it covers C7, not B7; turned to D7/D8 it covers both."""
    assert in_arc(board, "yE8", 5, "yC7")
    assert not in_arc(board, "yE8", 5, "yB7")
    assert set(front_hexes(board, "yE8", 4)) == {"yD7", "yD8"}
    assert in_arc(board, "yE8", 4, "yB7")
    assert turns_between(5, 4) == 1
    assert facings_to(board, "yE8", "yC7") == (4, 5)
    assert facings_to(board, "yE8", "yB7") == (4,)


def test_every_hex_is_covered_by_one_facing_or_two_along_a_hexrow(board: GameMap) -> None:
    for name in board.names:
        found = facings_to(board, "yK5", name)
        if name == "yK5":
            assert found == tuple(FACINGS)
        else:
            assert 1 <= len(found) <= 2
            assert len(found) == 1 or turns_between(*found) == 1


def test_its_own_hex_is_in_no_arc(board: GameMap) -> None:
    assert not any(in_arc(board, "yK5", facing, "yK5") for facing in FACINGS)


def test_front_hexes_off_the_map_are_left_out(board: GameMap) -> None:
    assert front_hexes(board, "yA5", 4) == ()


@pytest.mark.rule("SKF:3.2.4-ae")
def test_hexsides_tell_front_side_and_rear(board: GameMap) -> None:
    """Facing 1 is the east hexspine: its front is the north-east and the south-east hexside."""
    around = board.neighbours["yK5"]
    struck = [direction_hit(board, hex or "", "yK5", 1) for hex in around]
    assert struck == [SIDE, FRONT, FRONT, SIDE, REAR, REAR]


@pytest.mark.rule("SKF:3.2.4-ae")
def test_along_a_dividing_hexspine_the_better_side_is_struck(board: GameMap) -> None:
    """From K5 with facing 1 the front ends at hexspines 0 and 2; a line along either strikes the front, one along
    hexspine 3 or 5 the side."""
    centre = board.centres["yK5"]
    at = {point: name for name, point in board.centres.items()}
    along = {0: (300, -300), 2: (300, 300), 3: (-300, 300), 5: (-300, -300), 1: (600, 0), 4: (-600, 0)}
    struck = {
        spine: direction_hit(board, at[centre[0] + dx, centre[1] + dy], "yK5", 1)
        for spine, (dx, dy) in along.items()
    }
    assert struck == {0: FRONT, 1: FRONT, 2: FRONT, 3: SIDE, 4: REAR, 5: SIDE}


def test_a_line_from_its_own_hex_has_no_direction(board: GameMap) -> None:
    with pytest.raises(ValueError, match="no direction"):
        direction_hit(board, "yK5", "yK5", 0)


@given(a=st.sampled_from(FACINGS), b=st.sampled_from(FACINGS))
def test_turns_are_counted_the_shorter_way(a: int, b: int) -> None:
    assert turns_between(a, b) == turns_between(b, a) <= 3
    assert (turns_between(a, b) == 0) == (a == b)


@given(data=st.data(), facing=st.sampled_from(FACINGS))
def test_turning_board_and_piece_together_changes_nothing(
    board: GameMap, data: st.DataObject, facing: int
) -> None:
    """What is covered seen from one end is covered from the other by the opposite facing."""
    a, b = (data.draw(st.sampled_from(board.names)) for _ in range(2))
    assert in_arc(board, a, facing, b) == in_arc(board, b, (facing + 3) % 6, a)
    if a != b and in_arc(board, a, facing, b):
        assert direction_hit(board, b, a, facing) == FRONT
        assert direction_hit(board, b, a, (facing + 3) % 6) == REAR

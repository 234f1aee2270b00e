"""The hex grid: names, ranges, directions, hex grain."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.hexgrid import BadHexName, BoardSize, GameMap
from defilade.hexgrid.coords import (
    DIRECTIONS,
    Point,
    board_hexes,
    centre,
    column_of,
    corners,
    direction_to,
    distance,
    hexside,
    name_of,
    numbers,
    on_alternate_grain,
    on_board,
    on_hex_grain,
    opposite,
    parse_name,
    position,
    row_letters,
    step,
)

SIZE = BoardSize()
hexes = st.sampled_from(board_hexes(SIZE))


def at(name: str) -> Point:
    return centre(*parse_name(name))


@given(hexes)
def test_names_and_centres_go_both_ways(name: str) -> None:
    assert name_of(*parse_name(name)) == name
    assert position(at(name)) == parse_name(name)


@pytest.mark.parametrize("letters, column", [("A", 0), ("Z", 25), ("AA", 26), ("GG", 32), ("ZZ", 51)])
def test_hexrows_double_their_letter_after_z(letters: str, column: int) -> None:
    assert row_letters(column) == letters
    assert column_of(letters) == column


@pytest.mark.parametrize("text", ["", "K", "5", "AB3", "k5", "K-1", "K100", "K5 ", "Ä5"])
def test_a_bad_name_is_refused(text: str) -> None:
    with pytest.raises(BadHexName, match="like K5"):
        parse_name(text)


@pytest.mark.parametrize("letters", ["", "AB", "a", "Ä"])
def test_bad_hexrow_letters_are_refused(letters: str) -> None:
    with pytest.raises(BadHexName):
        column_of(letters)


@given(hexes, hexes, hexes)
def test_range_is_a_metric(a: str, b: str, c: str) -> None:
    assert (distance(at(a), at(b)) == 0) == (a == b)
    assert distance(at(a), at(b)) == distance(at(b), at(a))
    assert distance(at(a), at(c)) <= distance(at(a), at(b)) + distance(at(b), at(c))


def steps_from(start: Point) -> dict[Point, int]:
    """Ranges by walking from hex to hex."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for direction in range(6):
            there = step(here, direction)
            if there not in found and on_board(SIZE, *position(there)):
                found[there] = found[here] + 1
                queue.append(there)
    return found


@pytest.mark.parametrize("start", ["A1", "K5", "FF10", "GG10", "B0", "Q6"])
def test_range_is_the_number_of_steps(start: str) -> None:
    walked = steps_from(at(start))
    assert len(walked) == 346
    assert all(distance(at(start), there) == steps for there, steps in walked.items())


@given(hexes, st.integers(0, 5))
def test_directions_lead_there_and_back(name: str, direction: int) -> None:
    there = step(at(name), direction)
    assert direction_to(at(name), there) == direction
    assert step(there, opposite(direction)) == at(name)


@given(hexes, hexes)
def test_only_neighbours_have_a_direction(a: str, b: str) -> None:
    assert (direction_to(at(a), at(b)) is not None) == (distance(at(a), at(b)) == 1)


def test_an_even_hexrow_touches_its_number_and_the_next() -> None:
    around = [name_of(*position(step(at("F4"), direction))) for direction in range(6)]
    assert around == ["F3", "G4", "G5", "F5", "E5", "E4"]


@pytest.mark.rule("SK1:2.0-j")
@given(hexes, st.integers(0, 5))
def test_neighbours_share_the_two_vertices_of_a_hexside(name: str, direction: int) -> None:
    assert len(corners(at(name))) == 6
    there = step(at(name), direction)
    assert set(hexside(at(name), direction)) == set(hexside(there, opposite(direction)))
    assert set(hexside(at(name), direction)) == set(corners(at(name))) & set(corners(there))


@pytest.mark.rule("SK1:2.0-i")
def test_hex_grain_runs_through_the_centres() -> None:
    assert on_hex_grain(at("C1"), at("C5"))
    assert on_hex_grain(at("C1"), at("G3"))
    assert not on_hex_grain(at("C1"), at("E1"))
    assert not on_hex_grain(at("C1"), at("C1"))
    assert on_alternate_grain(at("C1"), at("E1"))
    assert on_alternate_grain(at("N5"), at("P5"))
    assert not on_alternate_grain(at("C1"), at("G3"))


@pytest.mark.rule("SK1:2.0-i")
def test_hex_grain_on_a_map_crosses_centres_only(proving_ground: GameMap) -> None:
    for a in proving_ground.names:
        for b in proving_ground.names:
            crossings = proving_ground.between(a, b)
            if on_hex_grain(proving_ground.centres[a], proving_ground.centres[b]):
                assert all(crossing.how == "centre" for crossing in crossings)
                assert len(crossings) == proving_ground.distance(a, b) - 1


def test_the_board_has_half_hexes_in_even_hexrows() -> None:
    assert list(numbers(SIZE, 0)) == list(range(1, 11))
    assert list(numbers(SIZE, 1)) == list(range(11))
    assert at("B0") == (300, 0)
    assert at("B10") == (300, SIZE.height)
    assert at("GG1")[0] == SIZE.width
    assert len(DIRECTIONS) == 6

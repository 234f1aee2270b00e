"""Exact geometry: areas, outlines, cuts."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from defilade.hexgrid.coords import BoardSize, board_hexes, centre, corners, parse_name
from defilade.hexgrid.geometry import (
    Polygon,
    box_half_planes,
    clip,
    contains,
    divide,
    double_area,
    hex_half_planes,
    is_simple,
    segments_meet,
    tidy,
)

SQUARE: Polygon = ((0, 0), (10, 0), (10, 10), (0, 10))
#: A fork with three prongs that point up, so that a level cut leaves three parts.
FORK: Polygon = tidy(
    [
        (0, 0),
        (10, 0),
        (10, 20),
        (20, 20),
        (20, 0),
        (30, 0),
        (30, 20),
        (40, 20),
        (40, 0),
        (50, 0),
        (50, 30),
        (0, 30),
    ]
)
small = st.integers(-300, 300)
points = st.tuples(small, small)


@st.composite
def triangles(draw: st.DrawFn) -> Polygon:
    polygon = tidy(draw(st.lists(points, min_size=3, max_size=3)))
    assume(polygon)
    return polygon


@pytest.mark.parametrize(
    "numerator, denominator, whole", [(7, 2, 4), (-7, 2, -4), (7, -2, -4), (6, 4, 2), (5, 4, 1)]
)
def test_division_rounds_halves_away_from_zero(numerator: int, denominator: int, whole: int) -> None:
    assert divide(numerator, denominator) == whole


def test_tidy_turns_clockwise_and_drops_idle_corners() -> None:
    assert double_area(tidy(reversed(SQUARE))) == 200
    assert tidy([(0, 0), (0, 0), (5, 0), (10, 0), (10, 10), (0, 10), (0, 0)]) == SQUARE
    assert tidy([(0, 0), (5, 5), (10, 10)]) == ()
    assert tidy([(0, 0), (5, 5)]) == ()


def test_outlines_that_cross_themselves_are_told() -> None:
    assert is_simple(SQUARE)
    assert is_simple(FORK)
    assert not is_simple(((0, 0), (10, 10), (10, 0), (0, 10)))
    assert not is_simple(((0, 0), (10, 0), (10, 10), (5, 0), (0, 10)))
    assert not is_simple(((0, 0), (10, 0), (10, 0), (0, 10)))


def test_contains_counts_the_outline_in() -> None:
    assert contains(SQUARE, (5, 5))
    assert contains(SQUARE, (10, 5))
    assert contains(SQUARE, (0, 0))
    assert not contains(SQUARE, (11, 5))
    assert contains(FORK, (5, 5))
    assert not contains(FORK, (15, 10))
    assert contains(FORK, (25, 25))


@given(triangles(), points)
def test_contains_agrees_with_half_planes(triangle: Polygon, point: tuple[int, int]) -> None:
    a, b, c = triangle
    inside = all(double_area((p, q, point)) >= 0 for p, q in ((a, b), (b, c), (c, a)))
    assert contains(triangle, point) == inside


def test_segments_meet_in_a_point_or_a_stretch() -> None:
    assert segments_meet(((0, 0), (10, 10)), ((0, 10), (10, 0)))
    assert segments_meet(((0, 0), (10, 0)), ((5, 0), (20, 0)))
    assert segments_meet(((0, 0), (10, 0)), ((10, 0), (10, 5)))
    assert not segments_meet(((0, 0), (10, 0)), ((11, 0), (20, 0)))
    assert not segments_meet(((0, 0), (10, 0)), ((0, 1), (10, 1)))


def test_a_cut_through_a_fork_leaves_three_prongs() -> None:
    prongs = clip(FORK, [(0, 1, 10)])
    assert sorted(prong[0][0] // 20 for prong in prongs) == [0, 1, 2]
    assert [double_area(prong) for prong in prongs] == [200, 200, 200]
    (handle,) = clip(FORK, [(0, -1, -20)])
    assert double_area(handle) == 1000


def test_a_cut_along_an_edge_or_through_a_corner_is_clean() -> None:
    assert clip(SQUARE, [(0, 1, 10)]) == (SQUARE,)
    assert clip(SQUARE, [(0, 1, 0)]) == ()
    (half,) = clip(SQUARE, [(1, 1, 10)])
    assert double_area(half) == 100
    diamond = tidy([(0, -10), (10, 0), (0, 10), (-10, 0)])
    (half,) = clip(diamond, [(0, 1, 0)])
    assert double_area(half) == 200


def test_prongs_that_touch_the_cut_with_a_corner_stay_apart() -> None:
    crown = tidy([(0, 0), (10, 10), (20, 0), (30, 10), (40, 0), (40, 20), (0, 20)])
    above = clip(crown, [(0, 1, 10)])
    assert sorted(double_area(part) for part in above) == [100, 100, 200]


@given(triangles())
def test_the_hexes_of_the_board_share_out_an_outline(triangle: Polygon) -> None:
    size = BoardSize(columns=5, rows=5)
    moved = tuple((x + 600, y + 500) for x, y in triangle)
    cut = 0
    for hex in board_hexes(size):
        at = centre(*parse_name(hex))
        for piece in clip(moved, hex_half_planes(at)):
            assert is_simple(piece)
            assert all(contains(corners(at), corner) for corner in piece)
            cut += double_area(piece)
    (whole,) = clip(moved, box_half_planes(size.width, size.height)) or ((),)
    # Each cut may move a corner by half a grid unit along its hexside.
    assert abs(cut - double_area(whole)) <= 6000


def test_a_hex_is_its_own_cut() -> None:
    around = corners((600, 500))
    assert double_area(clip(around, hex_half_planes((600, 500)))[0]) == double_area(around) == 120_000
    assert clip(around, hex_half_planes((600, 700))) == ()

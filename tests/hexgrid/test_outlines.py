"""Outlines made from a few words: houses, woods, fields, the strip that a road keeps clear."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.hexgrid.coords import CORNERS, Point, corners, hexside, hexside_middle, opposite, step
from defilade.hexgrid.geometry import Polygon, contains, double_area, is_simple
from defilade.hexgrid.outlines import ROAD_GAP, link, rectangle, rounded, terrain_art

HERE: Point = (3000, 900)
joins = st.lists(st.booleans(), min_size=6, max_size=6)
road_sets = st.lists(st.integers(0, 5), max_size=6, unique=True).map(sorted)
styles = st.sampled_from(["canopy", "field"])
HEX_AREA = double_area(CORNERS)


def true_area(polygon: Polygon) -> float:
    """Area in true measure, where a hex side is 200."""
    return double_area(polygon) / 2 * 3**0.5


def test_a_house_keeps_its_size_whichever_way_it_is_turned() -> None:
    for turn in range(0, 360, 5):
        house = rectangle(HERE, 20, -30, 160, 100, turn)
        assert true_area(house) == pytest.approx(16_000, rel=0.02)


def test_a_house_stands_where_it_is_put() -> None:
    assert rectangle(HERE, 0, 0, 200, 0, 0)[0] == (2900, 900)
    upright = rectangle(HERE, 0, 0, 100, 200, 0)
    assert upright == ((2950, 842), (3050, 842), (3050, 958), (2950, 958))
    turned = rectangle(HERE, 0, 0, 200, 100, 90)
    assert set(turned) == set(upright)
    assert rectangle(HERE, 60, 173, 10, 10, 0)[0] == (3055, 997)


def test_a_tower_is_round() -> None:
    tower = rounded(HERE, 0, 0, 120, 120, 0)
    assert len(tower) == 12
    assert true_area(tower) == pytest.approx(3 * 60 * 60, rel=0.02)


@pytest.mark.parametrize("direction", range(6))
def test_a_wing_links_two_centres(direction: int) -> None:
    there = step(HERE, direction)
    wing = link(HERE, there, 100, 50)
    assert contains(wing, HERE)
    assert contains(wing, there)
    assert true_area(wing) == pytest.approx((346.4 + 100) * 100, rel=0.02)


@given(styles, joins, road_sets, st.integers(0, 10**6))
def test_generated_outlines_are_sound(style: str, joined: list[bool], roads: list[int], seed: int) -> None:
    outlines = terrain_art(style, HERE, joined, roads, seed)
    assert len(outlines) == max(1, len(roads))
    for outline in outlines:
        assert is_simple(outline)
        assert all(contains(corners(HERE), corner) for corner in outline)


@given(styles, joins, st.integers(0, 10**6))
def test_woods_and_fields_fill_their_hex(style: str, joined: list[bool], seed: int) -> None:
    (outline,) = terrain_art(style, HERE, joined, [], seed)
    assert double_area(outline) >= HEX_AREA * 85 // 100
    assert contains(outline, HERE)


@given(styles, st.integers(0, 5), joins, joins, st.integers(0, 10**6))
def test_neighbours_of_a_kind_merge_over_their_hexside(
    style: str, direction: int, joined: list[bool], beyond: list[bool], seed: int
) -> None:
    """Both outlines run on the same stretch of the common hexside, if they agree about the third hexes."""
    joined[direction] = beyond[opposite(direction)] = True
    for turn in (1, -1):
        beyond[(opposite(direction) - turn) % 6] = joined[(direction + turn) % 6]
    side = set(hexside(HERE, direction))

    def on_side(outline: Polygon) -> set[Point]:
        (ax, ay), (bx, by) = side
        return {(x, y) for x, y in outline if (bx - ax) * (y - ay) == (by - ay) * (x - ax)}

    (here,) = terrain_art(style, HERE, joined, [], seed)
    (there,) = terrain_art(style, step(HERE, direction), beyond, [], seed)
    assert on_side(here) == on_side(there)
    assert len(on_side(here)) == 2


def middle_of_road(roads: list[int]) -> list[Point]:
    """Points of the road's middle line: one curve through the hex, or spokes from its centre."""
    if len(roads) != 2:
        return [(x * part // 4, y * part // 4) for x, y in map(hexside_middle, roads) for part in range(5)]
    (x1, y1), (x2, y2) = map(hexside_middle, roads)
    return [((x1 * (8 - t) ** 2 + x2 * t**2) // 64, (y1 * (8 - t) ** 2 + y2 * t**2) // 64) for t in range(9)]


@pytest.mark.parametrize(
    "roads", [list(pair) for pair in combinations(range(6), 2)] + [[1], [0, 2, 4], [0, 1, 3]]
)
def test_a_road_keeps_a_strip_clear(roads: list[int]) -> None:
    """No outline comes nearer to the middle of the road than the gap, save a little in sharp bends."""
    outlines = terrain_art("canopy", (0, 0), [True] * 6, roads, 7)
    for x, y in middle_of_road(roads):
        for outline in outlines:
            assert not contains(outline, (x, y))
            near = min((x - cx) ** 2 + 3 * (y - cy) ** 2 for cx, cy in outline)
            assert near >= (ROAD_GAP * 2 // 3) ** 2


def test_the_same_words_give_the_same_outline() -> None:
    once = terrain_art("canopy", HERE, [False] * 6, [1, 4], 5)
    assert once == terrain_art("canopy", HERE, [False] * 6, [1, 4], 5)
    assert once != terrain_art("canopy", HERE, [False] * 6, [1, 4], 6)
    assert terrain_art("whole", HERE, [False] * 6, [], 5) == [corners(HERE)]

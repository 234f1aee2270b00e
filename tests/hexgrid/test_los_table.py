"""Rows of static line of sight: equal to the exact routine, and quick."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.hexgrid import GameMap, LosProfile, MapSpec, Placed, build_map
from defilade.hexgrid.coords import BoardSize, board_hexes
from defilade.hexgrid.los_table import build_table, direction_keys, static_verdict


def exact_table(area: GameMap) -> list[list[int]]:
    return [[static_verdict(area.ground, a, b) for b in area.names] for a in area.names]


def test_the_table_equals_the_exact_routine(proving_ground: GameMap) -> None:
    table = build_table(proving_ground.ground)
    assert table.tolist() == exact_table(proving_ground)
    assert (table == table.T).all()
    assert set(np.unique(table)) >= {-1, 0, 1, 2}


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("rows", [{}, {"t": "C-H"}])
def test_it_does_on_turned_and_cropped_boards(
    folder: Path, profile: LosProfile, rotated: bool, rows: dict[str, str]
) -> None:
    area = build_map(MapSpec([Placed("t", rotated=rotated)], rows), profile, folder)
    assert build_table(area.ground).tolist() == exact_table(area)


def test_walls_on_the_line_are_left_to_the_exact_routine(map_with: Callable[..., GameMap]) -> None:
    left = [[540, 660], [600, 660], [600, 700], [540, 700]]
    right = [[600, 680], [660, 680], [660, 740], [600, 740]]
    area = map_with(buildings=[{"kind": "stone_building", "hexes": ["C4"], "outlines": [left, right]}])
    assert area.hindrance("pC2", "pC6") == -1
    assert build_table(area.ground).tolist() == exact_table(area)


def test_other_hindrances_add_up_to_the_blocking_total(map_with: Callable[..., GameMap]) -> None:
    area = map_with(terrain={"orchard": "C2 C3 C4 C5 C6", "grain": "C7 E3 E4", "woods": "G2 G3"})
    assert area.hindrance("pC1", "pC7") == 5
    assert area.hindrance("pC1", "pC8") == -1
    assert build_table(area.ground).tolist() == exact_table(area)


SMALL = board_hexes(BoardSize(columns=7, rows=4))
KINDS = ("open", "open", "open", "woods", "orchard", "grain", "house")


@st.composite
def patches(draw: st.DrawFn) -> dict[str, Any]:
    """A few hexes with any terrain, houses of any make that fit their hex, and a road down a hexrow."""
    kinds = dict(zip(SMALL, draw(st.lists(st.sampled_from(KINDS), min_size=33, max_size=33)), strict=False))
    houses = []
    for hex in [hex for hex, kind in kinds.items() if kind == "house"]:
        half = hex[0] in "AG" or hex[1] in "04"
        places = [(0, 0), (20, 0), (0, -20)] if half else [(30, 0), (0, -30), (50, 20), (-40, 40)]
        across, down = draw(st.sampled_from(places))
        wide, high = draw(st.sampled_from([(60, 60), (120, 60), (100, 80), (80, 100)]))
        shape = {"at": hex, "rect": [across, down, wide, high], "turn": 5 * draw(st.integers(0, 35))}
        houses.append({"kind": "stone_building", "hexes": [hex], "shapes": [shape]})
    terrain = {kind: [hex for hex in kinds if kinds[hex] == kind] for kind in ("woods", "orchard", "grain")}
    row = draw(st.sampled_from("ACE"))
    roads = [{"kind": "dirt", "path": [f"{row}{n}" for n in range(1, 5)]}]
    return {"size": {"columns": 7, "rows": 4}, "terrain": terrain, "buildings": houses, "roads": roads}


@settings(max_examples=60)
@given(patch=patches())
def test_it_does_on_any_ground(map_with: Callable[..., GameMap], patch: dict[str, Any]) -> None:
    area = map_with(**patch)
    exact = exact_table(area)
    assert build_table(area.ground).tolist() == exact
    assert exact == [list(column) for column in zip(*exact, strict=True)]


def test_a_full_board_takes_less_than_a_second(profile: LosProfile) -> None:
    area = build_map(MapSpec([Placed("y")]), profile)
    begin = time.process_time()
    build_table(area.ground)
    # Three times the budget of 1 s, for a busy machine; the bench measures the budget itself.
    assert time.process_time() - begin < 3


def test_directions_are_ordered_exactly() -> None:
    """Neighbouring fractions as far out as a map of eight boards in a row goes are told apart."""
    far = 264 * 300
    x = np.array([far, far - 1, far - 1, far, 0, -far, -far + 1, 0, far])
    y = np.array([1, 1, 2, far - 1, far, 2, 1, -far, -1])
    keys = direction_keys(x, y)
    around = np.concatenate([keys[8:], keys[:8]])
    assert (np.diff(around) > 0).all()
    assert (direction_keys(3 * x, 3 * y) == keys).all()
    assert (direction_keys(-x, -y) - keys == np.where(keys >= 3 << 40, -(4 << 40), 4 << 40)).all()


def test_edges_on_both_sides_inside_a_hex_block_from_far_away(map_with: Callable[..., GameMap]) -> None:
    """Two houses that a line along a hex grain passes between: their walls lie on it from left and right."""
    left = [[1140, 860], [1200, 860], [1200, 940], [1140, 940]]
    right = [[1200, 880], [1260, 880], [1260, 960], [1200, 960]]
    area = map_with(buildings=[{"kind": "stone_building", "hexes": ["E5"], "outlines": [left, right]}])
    assert area.hindrance("pE1", "pE8") == area.hindrance("pE4", "pE6") == -1
    assert area.hindrance("pE1", "pE5") == 0
    assert build_table(area.ground).tolist() == exact_table(area)

"""Boards with heights: what a file may say, and how it lies in a playing area."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from defilade.hexgrid import Board, BoardError, GameMap, LosProfile, MapSpec, Placed, build_map, load_board
from defilade.hexgrid.coords import centre, corners, parse_name
from defilade.hexgrid.geometry import clip, contains, hex_half_planes, is_simple

Make = Callable[..., Board]
MakeMap = Callable[..., GameMap]


def test_a_board_knows_its_levels(board_with: Make) -> None:
    board = board_with(hills={1: "C3 C4", 2: "D3"}, depressions={"gully": "C4 E5"})
    assert board.levels == {"C3": 1, "D3": 2, "E5": -1}
    assert board.depressions == {"C4": "gully", "E5": "gully"}


def test_a_flat_board_has_none(board_with: Make) -> None:
    board = board_with()
    assert (board.levels, board.contours, board.hexsides, board.bridges) == ({}, (), (), {})


def test_boards_that_are_shipped_are_flat() -> None:
    for name in ("y", "z"):
        board = load_board(name)
        assert (board.levels, board.contours, board.hexsides) == ({}, (), ())
        assert all(building.storeys == 0 for building in board.buildings.values())


def test_contours_stay_in_their_hex_and_hold_its_dot(folder: Path) -> None:
    board = load_board("h", folder)
    assert {(c.hex, c.level) for c in board.contours} == {
        (hex, n) for hex in board.hexes for n in range(1, board.levels.get(hex, 0) + 1)
    }
    for contour in board.contours:
        at = centre(*parse_name(contour.hex))
        assert is_simple(contour.outline)
        assert clip(contour.outline, hex_half_planes(at)) == (contour.outline,)
        assert contains(contour.outline, at)


def test_contours_run_on_over_hexsides_they_share(board_with: Make) -> None:
    board = board_with(hills={1: "E4 E5", 2: "E6"})
    shared = {tuple(corners(centre(*parse_name("E4")))[i]) for i in (3, 4)}
    outline = {c.hex: set(c.outline) for c in board.contours if c.level == 1}
    on_both = outline["E4"] & outline["E5"]
    assert len(on_both) == 2 and {y for _, y in on_both} == {y for _, y in shared}
    # The second level begins inside E6; the first goes on from E5.
    assert outline["E5"] & outline["E6"]


def test_a_higher_contour_keeps_inside_the_lower_one(board_with: Make) -> None:
    low, high = board_with(hills={2: "E4"}).contours
    assert (low.level, high.level) == (1, 2)
    assert all(contains(low.outline, corner) for corner in high.outline)


def test_buildings_have_storeys_and_stairs(folder: Path) -> None:
    board = load_board("h", folder)
    hall = board.buildings[board.building_of["L5"]]
    assert (hall.storeys, hall.stairs) == (2, frozenset({"L5"}))
    assert board.bridges == {"I5": "stone"}


@pytest.mark.parametrize(
    "parts, reason",
    [
        ({"hills": {0: "C3"}}, "hills are on levels 1 to 9"),
        ({"hills": {1: "C3", 2: "C3"}}, "given twice"),
        ({"hills": {1: "C99"}}, "off the board"),
        ({"depressions": {"moat": "C3"}}, "unknown kind 'moat'"),
        ({"depressions": {"gully": "C3", "stream": "C3"}}, "a depression already"),
        ({"hexsides": [{"kind": "fence", "sides": "C3-C4"}]}, "unknown kind 'fence'"),
        ({"hexsides": [{"kind": "wall", "sides": "C3"}]}, "as in C3-C4"),
        ({"hexsides": [{"kind": "wall", "sides": "C3-C5"}]}, "not adjacent"),
        ({"hexsides": [{"kind": "wall", "sides": "C3-C4 C4-C3"}]}, "given twice"),
        ({"hexsides": [{"kind": "cliff", "sides": "C3-C4"}]}, "on the same level"),
        ({"bridges": [{"kind": "stone", "hexes": "C3"}]}, "carries a road over"),
        ({"bridges": [{"kind": "rope", "hexes": "C3"}]}, "unknown kind of bridge"),
    ],
)
def test_what_can_not_be_is_refused(board_with: Make, parts: dict[str, object], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        board_with(**parts)


@pytest.mark.parametrize(
    "more, reason", [({"storeys": 12}, "0 to 9 storeys"), ({"stairs": "C4"}, "stairs in C4")]
)
def test_impossible_buildings_are_refused(board_with: Make, more: dict[str, object], reason: str) -> None:
    house = {"kind": "stone_building", "hexes": "C3", "shapes": [{"at": "C3", "rect": [0, 0, 90, 90]}]}
    with pytest.raises(BoardError, match=reason):
        board_with(buildings=[{**house, **more}])


# In a playing area.


@pytest.fixture
def hilly(folder: Path, profile: LosProfile) -> Callable[[bool], GameMap]:
    return lambda rotated: build_map(MapSpec([Placed("h", rotated=rotated)]), profile, folder)


def test_a_map_knows_what_its_boards_know(hilly: Callable[[bool], GameMap]) -> None:
    area = hilly(False)
    assert [area.level(hex) for hex in ("hA1", "hC4", "hD4", "hE5", "hI6", "hB7")] == [0, 1, 2, 3, -1, -1]
    assert (area.storeys("hL5"), area.storeys("hL6"), area.storeys("hJ4"), area.storeys("hA1")) == (
        2,
        2,
        0,
        0,
    )
    assert area.stairs == {"hL5"}
    assert area.hexside_kind("hJ5", "hJ6") == area.hexside_kind("hJ6", "hJ5") == "wall"
    assert area.hexside_kind("hA1", "hA2") is None
    assert area.bridges == {"hI5": "stone"}
    assert area.relief.hills["hC4"] == area.relief.hills["hE5"] != area.relief.hills["hN3"]


def test_turning_a_hilly_board_does_not_change_its_lines(hilly: Callable[[bool], GameMap]) -> None:
    plain, turned = hilly(False), hilly(True)
    for a in plain.names[::7]:
        for b in plain.names[::3]:
            assert plain.hindrance(a, b) == turned.hindrance(a, b)


def test_hills_meet_over_joined_edges(tmp_path: Path, profile: LosProfile) -> None:
    text = (
        "id: {id}\ntitle: Half a hill\nprovenance: original\nsize: {{columns: 9, rows: 4}}\nterrain: {{}}\n"
    )
    text += "buildings: []\nroads: []\nhills: {{1: {hexes}}}\n"
    (tmp_path / "m.yaml").write_text(text.format(id="m", hexes="D3 D4"))
    (tmp_path / "n.yaml").write_text(text.format(id="n", hexes="D0 D1"))
    area = build_map(MapSpec([Placed("m"), Placed("n", join="below m")]), profile, tmp_path)
    assert [area.level(hex) for hex in ("mD3", "mD4", "nD1", "nD2")] == [1, 1, 1, 0]
    assert len(set(area.relief.hills.values())) == 1
    assert len(area.relief.contours["mD4"]) == 2
    # Over both halves of the merged hex the hill stands in the way.
    assert not area.los("mC4", "nE1").clear
    assert not area.los("mB4", "mF4").clear
    assert not area.los("mD2", "nD3").clear


def test_without_heights_a_map_is_flat(map_with: MakeMap) -> None:
    assert map_with(terrain={"woods": "C4"}).ground.relief is None
    assert map_with(hills={1: "C4"}).ground.relief is not None

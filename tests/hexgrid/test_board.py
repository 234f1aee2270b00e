"""The board file: what it means, and how it refuses what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.hexgrid import Board, BoardError, available_boards, load_board, read_board
from defilade.hexgrid.geometry import double_area

GOOD = """\
id: b
title: Test
provenance: original
size: {columns: 9, rows: 8}
terrain:
  woods: C3 C4
buildings:
- {kind: stone_building, hexes: [E4], shapes: [{at: E4, rect: [0, 0, 150, 100]}]}
roads:
- {kind: dirt, path: A4 B4 C5 D5}
"""


@pytest.fixture
def board(folder: Path) -> Board:
    return load_board("t", folder)


def test_terrain_is_read_hex_by_hex(board: Board) -> None:
    assert board.terrain["C3"] == "woods"
    assert board.terrain["F3"] == "orchard"
    assert board.terrain["J4"] == "grain"
    assert board.terrain["E2"] == "stone_building"
    assert board.terrain["A1"] == "open"
    assert set(board.terrain) == set(board.hexes)


def test_a_building_may_span_hexes_and_is_one(board: Board) -> None:
    assert board.buildings["G2"].hexes == ("G2", "G3")
    assert board.building_of["G3"] == "G2"
    assert board.building_of["C5"] == "barn"
    outlines = [feature for feature in board.features if feature.building == "G2"]
    assert [sorted({piece.hex for piece in feature.pieces}) for feature in outlines] == [["G2", "G3"], ["G3"]]


def test_pieces_add_up_to_the_outline(board: Board) -> None:
    for feature in board.features:
        pieces = sum(double_area(piece.polygon) for piece in feature.pieces)
        assert abs(pieces - double_area(feature.outline)) < 500


def test_nothing_is_drawn_off_the_board(board: Board) -> None:
    for feature in board.features:
        for x, y in feature.outline:
            assert 0 <= x <= board.size.width
            assert 0 <= y <= board.size.height


def test_roads_leave_by_hexsides(board: Board) -> None:
    assert board.roads["C1"] == (0, 3)
    assert board.roads["E4"] == (2, 4, 5)
    assert board.roads["G6"] == (0, 3)
    assert board.roads["A4"] == (2,)
    assert board.road_kinds["E4"] == "paved"
    assert board.road_kinds["D3"] == "dirt"
    first = board.road_paths[0]
    assert (first.start, first.end, first.hexes[0], first.hexes[-1]) == (0, 3, "C1", "G6")


def test_outlines_by_hand_replace_the_generated_ones(tmp_path: Path) -> None:
    text = GOOD + "outlines:\n- {hex: C3, outlines: [[[550, 450], [650, 450], [650, 550], [550, 550]]]}\n"
    (tmp_path / "b.yaml").write_text(text)
    board = load_board("b", tmp_path)
    (drawn,) = [feature for feature in board.features if feature.hexes == ("C3",)]
    assert drawn.outline == ((550, 450), (650, 450), (650, 550), (550, 550))


def test_a_board_can_add_kinds(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text(GOOD.replace("woods: C3 C4", "brush: C3 C4") + "kinds: {brush: field}\n")
    assert load_board("b", tmp_path).terrain["C3"] == "brush"


def test_own_boards_go_before_shipped_ones(tmp_path: Path) -> None:
    (tmp_path / "y.yaml").write_text(GOOD.replace("id: b", "id: y"))
    assert load_board("y", tmp_path).size.columns == 9
    assert load_board("z", tmp_path).size.columns == 33
    assert {"y", "z"} <= set(available_boards())
    (tmp_path / "b.yaml").write_text(GOOD)
    assert "b" in available_boards(tmp_path)


BAD = {
    "unknown key": ("title: Test", "title: Test\ncolour: red", "colour", ""),
    "unknown key in a building": ("hexes: [E4],", "hexes: [E4], height: 2,", "height", "buildings[0]"),
    "missing part": ("roads:\n- {kind: dirt, path: A4 B4 C5 D5}\n", "", "roads", ""),
    "wrong type": ("rows: 8", "rows: many", "int", "size.rows"),
    "bad size": ("columns: 9", "columns: 1", "hexrows", "size"),
    "bad id": ("id: b", "id: B!", "small letters", "id"),
    "key twice": ("terrain:\n  woods: C3 C4", "terrain:\n  woods: C3\n  woods: C4", "given twice", "line 7"),
    "hex off the board": ("C3 C4", "C3 C9", "C9 is off the board", "terrain.woods"),
    "no half-hex in odd rows": ("C3 C4", "C3 C0", "C0 is off the board", "terrain.woods"),
    "no hex name": ("C3 C4", "C3 forest", "'forest' is no hex name", "terrain.woods"),
    "terrain twice": ("woods: C3 C4", "woods: C3 C4\n  grain: C4", "C4 is given twice", "terrain.grain"),
    "building on woods": ("hexes: [E4]", "hexes: [E4, C4]", "C4 is given twice: woods", "buildings[0] (E4)"),
    "unknown terrain": ("woods: C3", "wods: C3", "unknown kind 'wods'", "terrain.wods"),
    "building as terrain": ("woods: C3", "stone_building: C3", "unknown kind", "terrain.stone_building"),
    "unknown building": (
        "stone_building",
        "straw_building",
        "unknown kind 'straw_building'",
        "buildings[0] (E4)",
    ),
    "no hexes": ("hexes: [E4]", "hexes: []", "at least one hex", "buildings[0]"),
    "unknown way to draw": (
        "title: Test",
        "title: Test\nkinds: {brush: paint}",
        "no way to draw",
        "kinds.brush",
    ),
    "road leaps": ("A4 B4 C5 D5", "A4 B4 D5", "from B4 to D5", "roads[0]"),
    "unknown road": ("kind: dirt", "kind: gravel", "unknown kind of road", "roads[0]"),
    "road of one hex": ("A4 B4 C5 D5", "A4", "two hexes", "roads[0]"),
    "road to no edge": ("A4 B4 C5 D5", "A4 B4 C5 edge", "C5 has no whole hexside", "roads[0]"),
    "road over a half-hex": ("A4 B4 C5 D5", "edge B0 B1", "B0 has no whole hexside", "roads[0]"),
    "odd turn": ("100]}", "100], turn: 7}", "multiples of 5", "buildings[0] (E4).shapes[0]"),
    "no shape": ("rect: [0, 0, 150, 100]", "turn: 5", "exactly one of", "buildings[0] (E4).shapes[0]"),
    "shape nowhere": ("at: E4, ", "", "`at`", "buildings[0] (E4).shapes[0]"),
    "flat shape": ("150, 100]", "150, 0]", "greater than 0", "buildings[0] (E4).shapes[0]"),
    "link too far": (
        "at: E4, rect: [0, 0, 150, 100]",
        "link: [E4, E6], width: 90",
        "not adjacent",
        "buildings[0] (E4)",
    ),
    "link without width": (
        "at: E4, rect: [0, 0, 150, 100]",
        "link: [E4, E5]",
        "needs a width",
        "buildings[0] (E4)",
    ),
    "art in another hex": ("[0, 0, 150", "[150, 0, 150", "runs into F", "buildings[0] (E4)"),
    "hex without art": ("hexes: [E4]", "hexes: [E4, E5]", "nothing of the building", "buildings[0] (E4)"),
    "outline off the board": (
        "shapes: [{at: E4, rect: [0, 0, 150, 100]}]",
        "outlines: [[[1150, 700], [1200, -700], [1250, 700]]]",
        "runs off the board at (1200, -700)",
        "buildings[0] (E4).outlines[0]",
    ),
    "crossed outline": (
        "shapes: [{at: E4, rect: [0, 0, 150, 100]}]",
        "outlines: [[[1150, 650], [1250, 750], [1250, 650], [1150, 760]]]",
        "must not cross itself",
        "buildings[0] (E4).outlines[0]",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_file_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    right, wrong, reason, place = BAD[name]
    assert right in GOOD
    (tmp_path / "b.yaml").write_text(GOOD.replace(right, wrong, 1))
    with pytest.raises(BoardError) as caught:
        load_board("b", tmp_path)
    assert caught.value.file == "b.yaml"
    assert reason in caught.value.problem
    assert caught.value.place.startswith(place)
    assert str(caught.value).startswith("b.yaml: ")
    assert str(caught.value).endswith(caught.value.problem)


BAD_OUTLINES = {
    "open hex": ("A1", "no terrain to be drawn", [[[50, 50], [60, 50], [60, 60]]]),
    "building hex": ("E4", "no terrain to be drawn", [[[1150, 650], [1250, 650], [1250, 750]]]),
    "into the next hex": ("C3", "runs into", [[[550, 450], [650, 450], [650, 950]]]),
}


@pytest.mark.parametrize("name", BAD_OUTLINES)
def test_wrong_outlines_are_refused(name: str, tmp_path: Path) -> None:
    hex, reason, outlines = BAD_OUTLINES[name]
    (tmp_path / "b.yaml").write_text(f"{GOOD}outlines:\n- {{hex: {hex}, outlines: {outlines}}}\n")
    with pytest.raises(BoardError, match=reason):
        load_board("b", tmp_path)


def test_a_hex_is_drawn_once(tmp_path: Path) -> None:
    drawn = "- {hex: C3, outlines: [[[550, 450], [650, 450], [650, 550]]]}\n"
    (tmp_path / "b.yaml").write_text(f"{GOOD}outlines:\n{drawn}{drawn}")
    with pytest.raises(BoardError, match="drawn twice"):
        load_board("b", tmp_path)


def test_a_building_is_named_once(tmp_path: Path) -> None:
    second = "- {id: E4, kind: stone_building, hexes: [E6], shapes: [{at: E6, rect: [0, 0, 90, 90]}]}\nroads:"
    (tmp_path / "b.yaml").write_text(GOOD.replace("roads:", second))
    with pytest.raises(BoardError, match="building E4 is given twice"):
        load_board("b", tmp_path)


def test_a_file_cut_short_is_refused_wherever_it_breaks(tmp_path: Path) -> None:
    for length in range(len(GOOD)):
        (tmp_path / "b.yaml").write_text(GOOD[:length])
        with pytest.raises(BoardError):
            load_board("b", tmp_path)


def test_files_that_are_no_text_or_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00id")
    with pytest.raises(BoardError, match="can not be read"):
        read_board(tmp_path / "b.yaml")
    with pytest.raises(BoardError, match="there is no such board"):
        load_board("nowhere", tmp_path)
    with pytest.raises(BoardError, match="there is no such board"):
        load_board("../b", tmp_path)
    (tmp_path / "c.yaml").write_text(GOOD)
    with pytest.raises(BoardError, match="calls itself 'b'"):
        load_board("c", tmp_path)
    (tmp_path / "d.yaml").write_text("- 1\n")
    with pytest.raises(BoardError):
        load_board("d", tmp_path)

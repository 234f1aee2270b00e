"""Pictures of boards with heights: the outlines that block are those that are drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from defilade.drawing.artwork import ring_path
from defilade.drawing.boards import draw_board, draw_map
from defilade.drawing.scene import board_scene, map_scene, paper_ring
from defilade.hexgrid import Board, GameMap, LosProfile, load_board, map_of_board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board(folder: Path) -> Board:
    return load_board("h", folder)


@pytest.fixture(scope="module")
def picture(board: Board) -> str:
    return draw_board(board)


def layers(svg: str) -> list[str]:
    found = ElementTree.fromstring(svg).findall(f"{SVG}g[@clip-path]/{SVG}g")
    return [layer.get("class", "") for layer in found]


def layer(svg: str, name: str) -> ElementTree.Element:
    (found,) = (g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("class") == name)
    return found


def test_heights_have_layers_of_their_own(picture: str) -> None:
    assert layers(picture) == [
        "ground",
        "hills",
        "fields",
        "rough",
        "beds",
        "yards",
        "roads",
        "bridges",
        "orchards trees",
        "woods",
        "buildings",
        "crests",
        "hexsides",
        "stairs",
        "grid",
        "centres",
        "names",
    ]


def test_a_flat_picture_has_none_of_them(board_with: Callable[..., Board]) -> None:
    picture = draw_board(board_with(terrain={"woods": "C4"}))
    assert not {"hills", "rough", "beds", "hexsides", "bridges", "stairs"} & set(layers(picture))
    assert "crest" not in picture


def test_contours_are_drawn_as_they_block(board: Board, picture: str) -> None:
    hills = layer(picture, "hills")
    tints = [node.get("d", "") for node in hills if node.get("fill")]
    assert len(tints) == 3
    for contour in board.contours:
        assert ring_path(paper_ring(contour.outline)) in tints[contour.level - 1]


def test_each_level_has_its_own_tint(picture: str) -> None:
    fills = [node.get("fill") for node in layer(picture, "hills") if node.get("fill")]
    assert len(set(fills)) == 3


def test_everything_that_is_there_is_drawn(picture: str) -> None:
    for kind in ("brush", "marsh", "pond", "crag", "rubble", "wall", "hedge", "hedgerow", "cliff"):
        assert len(layer(picture, kind)) > 0
    assert {node.get("class") for node in layer(picture, "beds")} == {"bed gully", "bed stream"}
    assert len(layer(picture, "stairs")) == 1
    assert len(layer(picture, "bridges")) == 3


def test_rough_ground_is_drawn_inside_its_outline(board: Board, picture: str) -> None:
    outlines = [feature.outline for feature in board.features if feature.kind == "pond"]
    water = next(node.get("d", "") for node in layer(picture, "pond"))
    assert water == "".join(ring_path(paper_ring(outline)) for outline in outlines)


def test_a_map_shows_the_same_as_its_board(board: Board, profile: LosProfile) -> None:
    area: GameMap = map_of_board(board, profile)
    one, other = board_scene(board).relief, map_scene(area).relief
    assert one is not None and other is not None
    assert (one.contours, one.depressions, one.levels) == (other.contours, other.depressions, other.levels)
    assert (one.bridges, one.stairs) == (other.bridges, other.stairs)
    assert {kind for kind, _, _ in one.hexsides} == {kind for kind, _, _ in other.hexsides}
    assert draw_map(area) == draw_map(area)


def test_a_crest_line_under_trees_shows(board_with: Callable[..., Board]) -> None:
    wooded = draw_board(board_with(hills={1: "C4"}, terrain={"woods": "C4"}))
    assert 'class="under"' in wooded
    assert 'class="under"' not in draw_board(board_with(hills={1: "C4"}, terrain={"woods": "E4"}))


def test_hexes_of_a_hill_have_their_level_beside_the_name(board_with: Callable[..., Board]) -> None:
    picture = draw_board(board_with(hills={1: "C4", 2: "C5"}))
    assert ">C5<tspan" in picture and ">+2</tspan>" in picture
    assert ">C6</text>" in picture

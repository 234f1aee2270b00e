"""Pictures of boards and playing areas."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import pairwise
from math import hypot

import pytest

from defilade.drawing.artwork import CROWNS, Cover, Spot, crowns, curve_handles, number, ring_path, tinted
from defilade.drawing.boards import THUMBNAIL, Look, draw_board, draw_map
from defilade.drawing.overlay import Counter, Highlight, Label, NoSuchPlace, Overlay, Thread
from defilade.drawing.roadlines import RoadLine, road_lines
from defilade.drawing.roofs import is_rectangle, roofs
from defilade.drawing.scene import Scene, add_road, board_scene, map_scene, paper, paper_ring
from defilade.hexgrid.board import Board, load_board
from defilade.hexgrid.coords import centre, corners, parse_name
from defilade.hexgrid.facts import survey_profile
from defilade.hexgrid.gamemap import GameMap, build_map
from defilade.hexgrid.placing import MapSpec, Placed

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = [
    "ground",
    "fields",
    "yards",
    "roads",
    "orchards trees",
    "woods",
    "buildings",
    "grid",
    "centres",
    "names",
]


@pytest.fixture(scope="module", params=["y", "z"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture(scope="module")
def joined() -> GameMap:
    """Half of y below half of z, which is turned about: their row-1 edges meet."""
    spec = MapSpec([Placed("y"), Placed("z", rotated=True, join="above y")], {"y": "A-P", "z": "R-GG"})
    return build_map(spec, survey_profile(load_board("y")))


def tree(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def layer_names(svg: str) -> list[str]:
    return [group.get("class", "") for group in tree(svg).findall(f"{SVG}g[@clip-path]/{SVG}g")]


def texts(svg: str, kind: str) -> list[str]:
    return [node.text or "" for node in tree(svg).iter(f"{SVG}text") if node.get("class") == kind]


def at(hex: str) -> tuple[int, int]:
    return centre(*parse_name(hex))


# The whole picture.


def test_the_same_board_gives_the_same_text(board: Board) -> None:
    assert draw_board(board) == draw_board(load_board(board.id))


def test_a_picture_is_sound_svg_with_one_group_a_layer(board: Board) -> None:
    svg = draw_board(board)
    assert layer_names(svg) == LAYERS
    assert tree(svg).findall(f"{SVG}g")[-1].get("class") == "overlay"
    assert tree(svg).get("viewBox") == "0 0 2880 1039.2"


def test_every_hex_is_named_once(board: Board) -> None:
    assert texts(draw_board(board), "name") == list(board.hexes)


def test_what_is_drawn_is_what_blocks(board: Board) -> None:
    svg = draw_board(board)
    for feature in board.features:
        assert ring_path(paper_ring(feature.outline)) in svg, (feature.kind, feature.hexes)


def test_a_kind_of_a_boards_own_is_shown_too(board_with: Callable[..., Board]) -> None:
    vines = board_with(kinds={"vineyard": "field"}, terrain={"vineyard": "C3 C4"})
    svg = draw_board(vines)
    assert svg.count('class="other vineyard"') == 2


def test_two_boards_on_one_page_do_not_share_definitions() -> None:
    ids = [set(re.findall(r' id="(\w+)"', draw_board(load_board(name)))) for name in "yz"]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_a_thumbnail_is_small_and_bare(board: Board) -> None:
    svg = draw_board(board, look=THUMBNAIL)
    assert layer_names(svg) == LAYERS[:-3]
    assert (tree(svg).get("width"), tree(svg).get("height")) == ("480", "173")


def test_layers_can_be_left_out(board: Board) -> None:
    assert layer_names(draw_board(board, look=Look(names=False))) == LAYERS[:-1]


# Woods, roofs, colours.


def test_tree_crowns_stay_inside_their_wood() -> None:
    rings = [paper_ring(corners(at(hex))) for hex in ("F6", "G6")]
    cover = Cover(rings)
    trees = crowns(cover, "test")
    assert len(trees) > 60
    assert {radius for _, radius in trees} <= set(CROWNS)
    assert all(cover.holds_circle(spot, radius) for spot, radius in trees)


def test_crowns_grow_across_the_hexside_of_two_woods_hexes() -> None:
    """Neighbouring woods hexes are one wood: no bald line between them."""
    north, south = (paper_ring(corners(at(hex))) for hex in ("G6", "G7"))
    seam = north[3][1]
    over = [spot for spot, radius in crowns(Cover([north, south]), "seam") if abs(spot[1] - seam) < radius]
    assert len(over) >= 5


def test_a_roof_stays_inside_the_walls() -> None:
    main = [(0.0, 0.0), (80.0, 0.0), (80.0, 40.0), (0.0, 40.0)]
    wing = [(50.0, 20.0), (76.0, 20.0), (76.0, 70.0), (50.0, 70.0)]
    faces = [part for part in roofs([main, wing], "#808080", "test") if part.startswith("<path fill")]
    spots = [
        (float(x), float(y))
        for face in faces
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", face.split(' d="')[1])
    ]
    assert len(faces) >= 4
    assert all(0 <= x <= 80 and 0 <= y <= (70 if 50 <= x <= 76 else 40) for x, y in spots)


def test_the_lit_side_of_a_roof_is_the_brighter_one() -> None:
    """Light falls from the upper left: on a ridge from left to right the north side is bright."""
    main = [(0.0, 0.0), (80.0, 0.0), (80.0, 40.0), (0.0, 40.0)]
    faces = [part for part in roofs([main], "#808080", "gable") if part.startswith("<path fill")]
    brightness = {}
    for face in faces:
        fill, _, path = face.partition('" stroke')
        brightness["north" if "M0 0L80 0" in path else "other"] = fill[-6:]
    assert int(brightness["north"], 16) > int(brightness["other"], 16)


def test_only_square_cornered_outlines_get_a_ridge() -> None:
    assert is_rectangle([(0, 0), (10, 0), (10, 5), (0, 5)])
    assert not is_rectangle([(0, 0), (10, 0), (14, 5), (4, 5)])
    assert not is_rectangle([(0, 0), (10, 0), (5, 5)])


def test_numbers_and_tints() -> None:
    assert [number(value) for value in (1.0, 2.25, -0.01)] == ["1", "2.2", "0"]
    assert tinted("#000000", 2.0) == "#ffffff"


# Roads.


def scene_of(*paths: str, woods: str = "") -> Scene:
    """Roads alone, on no board in particular."""
    roads: dict[tuple[tuple[int, int], int], str] = {}
    for path in paths:
        kind, *hexes = path.split()
        add_road(roads, [at(hex) for hex in hexes], kind)
    plain = board_scene(load_board("y"))
    marks = tuple(
        type(mark)(mark.name, mark.at, "woods" if mark.name in woods.split() else "open")
        for mark in plain.hexes
    )
    return Scene("roads", marks, (), roads, plain.frame, plain.places)


def curve(line: RoadLine) -> list[Spot]:
    """Spots all along a road."""
    found = []
    for i in range(len(line.spots) - 1):
        one, two = curve_handles(line.spots, i)
        for step in range(9):
            t = step / 8
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points = (line.spots[i], one, two, line.spots[i + 1])
            found.append(
                (
                    sum(w * p[0] for w, p in zip(weights, points, strict=True)),
                    sum(w * p[1] for w, p in zip(weights, points, strict=True)),
                )
            )
    return found


def test_a_road_across_the_grain_is_drawn_straight() -> None:
    (line,) = road_lines(scene_of("dirt E5 F5 G6 H5 I6 J5 K6 L5 M6"))
    level = paper((0, 1050))[1]
    middle = [spot for spot in curve(line) if paper(at("H5"))[0] < spot[0] < paper(at("K6"))[0]]
    assert middle
    assert all(abs(spot[1] - level) < 0.01 for spot in middle)


def test_a_side_road_ends_on_the_road_it_joins() -> None:
    lines = road_lines(scene_of("dirt E5 F5 G6 H5 I6 J5 K6", "dirt H5 H6 H7"))
    through, side = sorted(lines, key=lambda line: -len(line.spots))
    assert min(hypot(a[0] - side.spots[0][0], a[1] - side.spots[0][1]) for a in curve(through)) < 0.5


def test_a_crossing_lets_both_roads_through() -> None:
    lines = road_lines(scene_of("dirt H3 H4 H5 H6", "dirt F5 G5 H4 I4 J3"))
    assert sorted(len(line.spots) for line in lines) == [5, 6]


def test_roads_keep_to_the_clear_strip_in_woods(board: Board) -> None:
    woods = [paper_ring(feature.outline) for feature in board.features if feature.kind == "woods"]
    cover = Cover(woods)
    for line in road_lines(board_scene(board)):
        assert not any(cover.holds(spot) for spot in curve(line))


def test_a_bent_road_in_woods_follows_the_bow_of_its_strip() -> None:
    (bent,) = road_lines(scene_of("dirt G5 H5 I6", woods="H5"))
    (free,) = road_lines(scene_of("dirt G5 H5 I6"))
    assert len(bent.spots) == len(free.spots) + 1


def test_roads_cross_the_edges_where_boards_join(board: Board) -> None:
    """Any two boards of the set fit: long edges at hexrows I and Y, short edges at number 6."""
    assert all(0 in board.roads[hex] for hex in ("I1", "Y1"))
    assert all(3 in board.roads[hex] for hex in ("I10", "Y10"))
    assert all(hex in board.roads for hex in ("A6", "GG6"))
    ends = {line.spots[0] for line in road_lines(board_scene(board))}
    ends |= {line.spots[-1] for line in road_lines(board_scene(board))}
    left, right = paper((0, 0))[0], paper((board.size.width, 0))[0]
    assert any(x < left for x, _ in ends)
    assert any(x > right for x, _ in ends)


def test_a_road_over_the_edge_is_one_smooth_line() -> None:
    """The road of board y enters at I1, turns there and leaves at Y10: it is not broken at the centre dot."""
    lines = road_lines(board_scene(load_board("y")))
    edge = paper((at("I1")[0], 0))
    (line,) = [line for line in lines if edge in line.spots]
    assert paper(at("I1")) not in line.spots
    assert line.spots[0][1] < 0
    assert line.spots[-1][1] > paper((0, 2000))[1]


# Playing areas.


def test_a_joined_map_names_hexes_with_their_board(joined: GameMap) -> None:
    names = texts(draw_map(joined), "name")
    assert "yK5" in names
    assert "zS3" in names
    assert len(names) == len(joined.names)


def test_a_rotated_board_is_drawn_turned_about(joined: GameMap) -> None:
    outlines = {one.outline for one in map_scene(joined).art if one.building == "zX2"}
    board = load_board("z")
    shapes = [feature.outline for feature in board.features if feature.building == "X2"]
    assert outlines == {tuple((9600 - x, -y) for x, y in outline) for outline in shapes}


def test_a_road_runs_on_over_the_join_and_changes_its_kind_there(joined: GameMap) -> None:
    scene = map_scene(joined)
    seam = paper(((at("I1")[0]), 0))
    (line,) = [line for line in road_lines(scene) if seam in line.spots]
    where = line.spots.index(seam)
    assert {line.kinds[where - 1], line.kinds[where]} == {"dirt", "paved"}
    assert all(hypot(b[0] - a[0], b[1] - a[1]) < 130 for a, b in pairwise(line.spots))


def test_a_cropped_map_shows_only_hexes_in_play(joined: GameMap) -> None:
    scene = map_scene(joined)
    assert scene.frame == (0, -2000, 4700, 2000)
    assert not any(one.building in ("yQ9", "zL2") for one in scene.art)
    assert any(one.building == "yP5" for one in scene.art)


def test_grain_out_of_season_is_stubble() -> None:
    spec = MapSpec([Placed("y")], grain_in_season=False)
    scene = map_scene(build_map(spec, survey_profile(load_board("y"))))
    kinds = [one.kind for one in scene.art]
    assert "stubble" in kinds
    assert "grain" not in kinds


def test_a_single_board_keeps_its_short_names() -> None:
    one = build_map(MapSpec([Placed("y")], {"y": "A-V"}), survey_profile(load_board("y")))
    svg = draw_map(one, Overlay(highlights=(Highlight("yN5"), Highlight("N6"))))
    assert "N5" in texts(svg, "name")
    assert "W5" not in texts(svg, "name")


# Overlays.


def test_counters_of_one_hex_are_fanned_out() -> None:
    stack = tuple(Counter("N5", ("7-4-7",)) for _ in range(3))
    svg = draw_board(load_board("y"), Overlay(counters=stack))
    squares = [node for node in tree(svg).iter(f"{SVG}rect") if node.get("class") == "counter-edge"]
    assert len({(square.get("x"), square.get("y")) for square in squares}) == 3


def test_a_blocked_line_of_sight_is_drawn_up_to_the_obstacle() -> None:
    svg = draw_board(load_board("y"), Overlay(threads=(Thread("I2", "K4", (2760, 540)), Thread("I2", "F3"))))
    assert svg.count('class="stopped"') == 1
    assert svg.count('class="thread-edge"') == 2


def test_overlay_texts_are_escaped() -> None:
    svg = draw_board(load_board("y"), Overlay(labels=(Label("K5", "<b>&"),)))
    assert texts(svg, "label") == ["<b>&"]


def test_an_overlay_off_the_map_is_refused() -> None:
    with pytest.raises(NoSuchPlace, match="hex K55 is not on 'Village"):
        draw_board(load_board("y"), Overlay(labels=(Label("K55", "?"),)))

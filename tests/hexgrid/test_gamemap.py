"""Playing areas: joined, turned about and cropped boards under one grid."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from defilade.drawing.scene import map_scene
from defilade.hexgrid import GameMap, LosProfile, MapError, MapSpec, Placed, UnknownHex, build_map
from defilade.hexgrid.coords import opposite, parse_name

Build = Callable[..., GameMap]

BOARD = """\
id: {id}
title: Quarter board
provenance: original
size: {{columns: 9, rows: 4}}
terrain:
  woods: {woods}
  grain: G2
buildings:
- {{kind: stone_building, hexes: [{house}], shapes: [{{at: {house}, rect: [0, 0, 120, 90]}}]}}
roads:
- {{kind: dirt, path: edge C1 C2 C3 C4 edge}}
- {{kind: paved, path: A3 B2 C3 D2 E3 F2 G3 H2 I3}}
"""


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("boards")
    (folder / "m.yaml").write_text(BOARD.format(id="m", woods="E2 B0 F4", house="H4"))
    (folder / "n.yaml").write_text(BOARD.format(id="n", woods="E2 D4", house="B4"))
    (folder / "o.yaml").write_text(
        BOARD.format(id="o", woods="A2", house="H0").replace("columns: 9", "columns: 10")
    )
    return folder


@pytest.fixture
def build(boards: Path, profile: LosProfile) -> Build:
    def make(*placed: Placed, rows: dict[str, str] | None = None, grain_in_season: bool = True) -> GameMap:
        return build_map(MapSpec(list(placed), rows or {}, grain_in_season), profile, boards)

    return make


M = Placed("m")


def check_grid(area: GameMap) -> None:
    """What holds on every playing area."""
    assert len(set(area.names)) == len(area.names)
    assert [area.index[name] for name in area.names] == list(range(len(area.names)))
    for name in area.names:
        assert area.resolve(name) == name
        assert area.adjacent[name] == tuple(hex for hex in area.neighbours[name] if hex)
        for direction, there in enumerate(area.neighbours[name]):
            if there is not None:
                assert area.neighbours[there][opposite(direction)] == name
                assert area.direction(name, there) == direction
                assert area.distance(name, there) == 1
    for alias, name in area.aliases.items():
        assert area.resolve(alias) == name
        assert alias not in area.index
        assert alias in area.also_called(name)


@pytest.mark.rule("SK1:1.1-b")
def test_hexes_are_called_by_board_hexrow_and_number(build: Build) -> None:
    area = build(M)
    check_grid(area)
    assert area.resolve("C2") == area.resolve("mC2") == area.resolve(" mC2 ") == "mC2"
    assert area.grid_name("mC2") == ("m", "C", 2)
    assert area.grid_name(area.resolve("I4")) == ("m", "I", 4)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("C9", "board m has no hex C9"),
        ("mC9", "no hex C9"),
        ("zC2", "like yK5"),
        ("", "like yK5"),
        ("c2", "like yK5"),
    ],
)
def test_an_unknown_hex_is_refused_with_the_reason(build: Build, text: str, reason: str) -> None:
    with pytest.raises(UnknownHex, match=reason) as caught:
        build(M).resolve(text)
    assert caught.value.text == text


@pytest.mark.rule("SK1:1.1-a", "SK1:1.1-c", "SL:1.2.4-a")
def test_boards_join_along_the_long_edge(build: Build) -> None:
    area = build(M, Placed("n", join="below m"))
    check_grid(area)
    assert area.aliases == {"nB0": "mB4", "nD0": "mD4", "nF0": "mF4", "nH0": "mH4"}
    assert area.neighbours["mC4"][3] == "nC1"
    assert area.neighbours["mB4"][3] == "nB1"
    assert area.distance("mC4", "nC4") == 4
    assert len(area.names) == 40 * 2 + 8 - 4 - 8


@pytest.mark.rule("SK1:1.1-a", "SK1:1.1-c")
def test_boards_join_along_the_short_edge(build: Build) -> None:
    area = build(M, Placed("n", join="right of m"))
    check_grid(area)
    assert area.aliases == {f"nA{n}": f"mI{n}" for n in range(1, 5)}
    assert area.neighbours["mI2"] == ("mI1", "nB1", "nB2", "mI3", "mH2", "mH1")
    assert area.road_between("mH2", "mI3")
    assert area.road_between("mI3", "nB2")


def test_joins_mirror_each_other(build: Build) -> None:
    over, under = build(M, Placed("n", join="below m")), build(Placed("n"), Placed("m", join="above n"))
    assert over.distance("mC1", "nC4") == under.distance("mC1", "nC4")
    left, right = build(M, Placed("n", join="left of m")), build(Placed("n"), Placed("m", join="right of n"))
    assert left.distance("mC1", "nC4") == right.distance("mC1", "nC4")


@pytest.mark.rule("SK1:1.1-b")
def test_several_boards_need_the_board_in_a_name(build: Build) -> None:
    area = build(M, Placed("n", join="below m"))
    with pytest.raises(UnknownHex, match="mC2 or nC2"):
        area.resolve("C2")


def test_a_board_turned_about_lies_the_other_way_round(build: Build) -> None:
    plain, turned = build(M), build(Placed("m", rotated=True))
    check_grid(turned)
    for name in plain.names:
        around = plain.neighbours[name]
        assert turned.neighbours[name] == tuple(around[opposite(direction)] for direction in range(6))
        assert set(turned.roads.get(name, ())) == {opposite(d) for d in plain.roads.get(name, ())}
    assert plain.terrain == turned.terrain
    assert turned.edge("top") == tuple(reversed(plain.edge("bottom")))
    assert turned.edge("left") == tuple(reversed(plain.edge("right")))


def test_turning_a_board_does_not_change_its_lines_of_sight(build: Build) -> None:
    plain, turned = build(M), build(Placed("m", rotated=True))
    for a in plain.names:
        for b in plain.names:
            assert plain.hindrance(a, b) == turned.hindrance(a, b)
            one, other = plain.los(a, b), turned.los(a, b)
            assert (one.clear, one.hindrance, one.blocked_by) == (
                other.clear,
                other.hindrance,
                other.blocked_by,
            )


def test_a_turned_board_joins_row_one_to_row_one(build: Build) -> None:
    area = build(M, Placed("n", rotated=True, join="above m"))
    check_grid(area)
    assert area.aliases == {"nB0": "mH0", "nD0": "mF0", "nF0": "mD0", "nH0": "mB0"}
    assert area.neighbours["mC1"][0] == "nG1"
    # The road over m's C1 meets n's G1, where n has no road: it does not go on.
    assert not area.road_between("mC1", "nG1")
    assert area.edge("top")[0] == "nI4"
    assert area.edge("bottom")[0] == "mA4"


def test_roads_go_on_over_joined_edges(build: Build) -> None:
    area = build(M, Placed("n", join="below m"))
    assert area.road_between("mC4", "nC1")
    assert not area.road_between("mC4", "mB4")
    assert not area.road_between("mC4", "nC2")
    assert area.road_kinds["mC3"] == "paved"


def test_a_cropped_board_ends_at_its_hexrows(build: Build) -> None:
    area = build(M, rows={"m": "C-F"})
    check_grid(area)
    assert {area.grid_name(name)[1] for name in area.names} == {"C", "D", "E", "F"}
    assert area.edge("left") == ("mC1", "mC2", "mC3", "mC4")
    assert area.edge("right") == ("mF0", "mF1", "mF2", "mF3", "mF4")
    assert area.edge("top") == ("mC1", "mD0", "mE1", "mF0")
    assert area.edge("bottom") == ("mC4", "mD4", "mE4", "mF4")
    with pytest.raises(UnknownHex, match="only hexrows C to F"):
        area.resolve("A1")


def test_half_boards_make_one_area(build: Build) -> None:
    area = build(M, Placed("n", rotated=True, join="above m"), rows={"m": "A-D", "n": "F-I"})
    check_grid(area)
    assert area.aliases == {"nF0": "mD0", "nH0": "mB0"}
    assert area.edge("right") == ("nF4", "nF3", "nF2", "nF1", "mD0", "mD1", "mD2", "mD3", "mD4")


def test_an_unknown_edge_is_refused(build: Build) -> None:
    with pytest.raises(MapError, match="top, bottom, left, right"):
        build(M).edge("north")


@pytest.mark.rule("SK1:1.1.2-a", "SK1:1.1-c")
def test_a_merged_hex_has_one_terrain_and_the_art_of_both_halves(build: Build) -> None:
    area = build(M, Placed("n", join="above m"))
    # m's B0 is woods, n's B4 a building: the board placed first decides.
    assert area.terrain["mB0"] == "woods"
    assert "mB0" not in area.building_of
    assert {art.kind for art in area.ground.art["mB0"]} == {"woods", "stone_building"}
    # m's D0 is open, n's D4 woods.
    assert area.terrain["mD0"] == "woods"


def test_buildings_that_meet_in_a_merged_hex_are_one(build: Build) -> None:
    area = build(M, Placed("n", rotated=True, join="below m"))
    assert area.aliases["nB4"] == "mH4"
    assert area.building_of["mH4"] == "mH4"
    assert area.buildings == {"mH4": ("mH4",)}
    apart = build(M, Placed("n", join="below m"))
    assert apart.buildings == {"mH4": ("mH4",), "nB4": ("nB4",)}


@pytest.mark.rule("SK1:1.1.2-n")
def test_grain_out_of_season_is_open_ground(build: Build) -> None:
    summer, winter = build(M), build(M, grain_in_season=False)
    assert (summer.terrain["mG2"], winter.terrain["mG2"]) == ("grain", "open")
    assert (summer.hindrance("mG1", "mG3"), winter.hindrance("mG1", "mG3")) == (1, 0)


def test_lines_of_sight_cross_joined_edges(build: Build) -> None:
    area = build(M, Placed("n", join="above m"))
    for a in area.names[::3]:
        for b in area.names:
            assert area.hindrance(a, b) == area.hindrance(b, a)
    assert [crossing.hex for crossing in area.between("nC4", "mC2")] == ["mC1"]
    # The woods of n's D4 block in the merged hex, though only half of it is drawn.
    verdict = area.los("nE4", "mC1")
    assert [(crossing.hex, crossing.how) for crossing in verdict.crosses] == [("mD0", "centre")]
    assert verdict.blocked_by == "mD0"


@pytest.mark.parametrize(
    "placed, rows, reason",
    [
        ([], {}, "at least one board"),
        ([M, M], {}, "placed twice"),
        ([M, Placed("n")], {}, "say where it joins"),
        ([M, Placed("n", join="under m")], {}, "a join is one of"),
        ([M, Placed("n", join="above z")], {}, "a join is one of"),
        ([M, Placed("n", join="below m", rows=-1)], {}, "overlap"),
        ([M, Placed("n", join="below m", columns=1)], {}, "even number of hexrows"),
        ([Placed("o", rotated=True)], {}, "can not be turned about"),
        ([M], {"m": "A-Q"}, "has hexrows A to I"),
        ([M], {"m": "D-B"}, "has hexrows A to I"),
        ([M], {"m": "1-2"}, "as in A-P"),
        ([M], {"n": "A-C"}, "not placed"),
    ],
)
def test_impossible_areas_are_refused(
    build: Build, placed: list[Placed], rows: dict[str, str], reason: str
) -> None:
    with pytest.raises(MapError, match=reason):
        build(*placed, rows=rows)


def test_boards_can_be_shifted_along_an_edge(build: Build) -> None:
    area = build(M, Placed("n", join="below m", columns=2))
    check_grid(area)
    assert area.aliases == {"nB0": "mD4", "nD0": "mF4", "nF0": "mH4"}
    one_row = build(M, rows={"m": "C"})
    assert {area.grid_name(name)[1] for name in one_row.names} == {"C"}


# Cropped to numbers.


def test_a_board_can_be_cropped_to_numbers(profile: LosProfile) -> None:
    spec = MapSpec([Placed("elst")], {"elst": "B-H"}, numbers={"elst": "6-16"})
    area = build_map(spec, profile)
    assert {parse_name(name.removeprefix("elst"))[1] for name in area.names} == set(range(6, 17))
    assert len(area.names) == 7 * 11
    assert area.resolve("B12") == "elstB12"
    with pytest.raises(UnknownHex, match="only hexes numbered 6 to 16 of board elst are in play"):
        area.resolve("B5")
    with pytest.raises(UnknownHex, match="only hexrows B to H"):
        area.resolve("J12")
    assert set(area.edge("top")) == {f"elst{row}6" for row in "BCDEFGH"}
    assert area.neighbours["elstC6"][0] is None and area.neighbours["elstD16"][3] is None


def test_a_crop_that_is_none_is_refused(profile: LosProfile) -> None:
    for numbers, reason in (
        ("7", "as in 7-18"),
        ("7-x", "as in 7-18"),
        ("9-7", "up to 10"),
        ("1-11", "up to 10"),
    ):
        with pytest.raises(MapError, match=reason):
            build_map(MapSpec([Placed("y")], numbers={"y": numbers}), profile)
    with pytest.raises(MapError, match="numbers are given for board z, which is not placed"):
        build_map(MapSpec([Placed("y")], numbers={"z": "1-5"}), profile)


def test_a_picture_shows_the_hexes_in_play(profile: LosProfile) -> None:
    whole = map_scene(build_map(MapSpec([Placed("y")]), profile))
    part = map_scene(build_map(MapSpec([Placed("y")], numbers={"y": "4-6"}), profile))
    assert whole.frame == (0, 0, 9600, 2000)
    assert part.frame == (0, 600, 9600, 1300)

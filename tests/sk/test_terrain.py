"""Terrain: costs, cover and how line of sight reads it (SK1:1.1.2)."""

from __future__ import annotations

import pytest

from defilade.hexgrid import GameMap, MapSpec, Placed, UnknownHex, build_map, coords
from defilade.rules.sk import terrain
from defilade.rules.sk.library import library
from defilade.rules.sk.terrain import ROAD, TERRAIN, los_profile, playing_area
from sk.situation import Situation

SQUAD = {"id": "r", "type": "rus-447"}


def area(*boards: str, grain: bool = True) -> GameMap:
    return playing_area(MapSpec([Placed(board) for board in boards]), los_profile(grain))


def hex_of(kind: str, board: str = "y", *, road: bool = False) -> str:
    board_map = area(board)
    return next(
        hex
        for hex in board_map.names
        if board_map.terrain[hex] == kind and bool(board_map.roads.get(hex)) == road
    )


def moving(hex: str = "yI4", board: str = "y", **more: object) -> Situation:
    """A Russian squad in the MPh, with nobody to shoot at it."""
    return Situation(board, "MPh", "russian", [{**SQUAD, "hex": hex}], **more)


def cost(s: Situation, hex: str, rate: str = TERRAIN) -> float:
    beside = s.g.map.adjacent[hex][0]
    return terrain.entry_cost(s.g, s.unit("r"), beside, hex, rate)


# -- the map -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:1.1-a")
def test_boards_join_into_one_grid() -> None:
    joined = playing_area(MapSpec([Placed("y"), Placed("z", join="below y")]), los_profile(True))
    seam = [
        hex for hex in joined.names if {hex[0], *(near[0] for near in joined.adjacent[hex])} == {"y", "z"}
    ]
    assert seam, "hexes of one board are neighbours of hexes of the other"
    assert all(joined.distance(a, b) == 1 for a in seam for b in joined.adjacent[a])


@pytest.mark.rule("SK1:1.1-b")
def test_a_hex_is_named_by_board_row_and_number() -> None:
    board = area("y")
    assert board.resolve("K2") == "yK2" == board.resolve("yK2")
    assert board.grid_name("yK2") == ("y", "K", 2)
    assert len(set(board.names)) == len(board.names)
    with pytest.raises(UnknownHex):
        board.resolve("K77")


@pytest.mark.rule("SK1:1.1-c")
def test_a_half_hex_on_the_edge_is_played_like_any_other() -> None:
    s = moving("yI1")
    assert "yJ0" in s.g.map.index
    s.do("move r", "enter - J0")
    assert s.unit("r").hex == "yJ0"


@pytest.mark.rule("SK1:1.1-d")
def test_line_of_sight_runs_from_dot_to_dot() -> None:
    # C1 to C5 runs through the dots of C2, C3 and C4; its ends do not count as crossed
    crossed = area("y").between("yC1", "yC5")
    assert [(crossing.hex, crossing.how) for crossing in crossed] == [
        ("yC2", "centre"),
        ("yC3", "centre"),
        ("yC4", "centre"),
    ]


@pytest.mark.rule("SK1:2.0-i")
def test_hex_grain() -> None:
    board = area("y")
    assert [crossing.how for crossing in board.between("yC1", "yG3")] == ["centre"] * 3
    assert coords.on_hex_grain(coords.centre(2, 1), coords.centre(6, 3))
    assert not coords.on_hex_grain(coords.centre(2, 1), coords.centre(6, 4))


@pytest.mark.rule("SK1:2.0-j")
def test_six_hexsides_of_two_vertices_each() -> None:
    board = area("y")
    assert len(board.neighbours["yK5"]) == 6
    assert len(set(board.adjacent["yK5"])) == 6
    sides = {frozenset(coords.hexside((0, 0), direction)) for direction in range(6)}
    assert len(sides) == 6 and all(len(side) == 2 for side in sides)


@pytest.mark.rule("SK1:1.1.2-a")
def test_one_kind_of_terrain_governs_a_hex() -> None:
    s = moving("yI4")
    for hex in s.g.map.names:
        kind = terrain.kind_of(s.g, hex)
        assert cost(s, hex) == kind.mf
        assert terrain.tem(s.g, hex).value == kind.tem


# -- the chart -----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SK1:QRDC-terrain",
    "SK1:1.1.2-b",
    "SK1:1.1.2-b2",
    "SK1:1.1.2-c",
    "SK1:1.1.2-d",
    "SK1:1.1.2-g",
    "SK1:1.1.2-k2",
    "SK1:1.1.2-m2",
    "SK1:1.1.2-m3",
)
@pytest.mark.parametrize(
    ("kind", "mf", "tem", "rallies", "in_the_open"),
    [
        ("open", 1, 0, False, True),
        ("orchard", 1, 0, False, False),
        ("grain", 1.5, 0, False, False),
        ("woods", 2, 1, True, False),
        ("wooden_building", 2, 2, True, False),
        ("stone_building", 2, 3, True, False),
    ],
)
def test_the_terrain_chart(kind: str, mf: float, tem: int, rallies: bool, in_the_open: bool) -> None:
    s = moving(month=7)
    hex = hex_of(kind)
    assert cost(s, hex) == mf
    assert terrain.tem(s.g, hex).value == tem
    assert terrain.rally_bonus(s.g, hex) is rallies
    assert terrain.is_open_ground_for(s.g, hex) is in_the_open
    assert terrain.is_building(s.g, hex) is kind.endswith("building")
    assert terrain.is_cover(s.g, hex) is rallies


@pytest.mark.rule("SK1:1.1.2-e")
def test_a_road_is_open_ground() -> None:
    s = moving()
    hex = hex_of("open", road=True)
    assert cost(s, hex) == 1
    assert terrain.tem(s.g, hex).value == 0
    assert terrain.is_open_ground_for(s.g, hex)


@pytest.mark.rule("SK1:1.1.2-n")
def test_grain_counts_from_june_to_september() -> None:
    season = library().tables.terrain.grain_season
    assert [month for month in range(1, 13) if season.includes(month)] == [6, 7, 8, 9]
    hex = hex_of("grain")
    winter = moving(month=12)
    assert cost(winter, hex) == 1
    assert terrain.is_open_ground_for(winter.g, hex)
    assert cost(moving(month=9), hex) == 1.5


# -- line of sight -------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:1.1.2-c2", "SK1:1.1.2-g2")
def test_buildings_and_woods_block() -> None:
    profile = los_profile(True)
    assert profile.obstacles == {
        "woods": "SK1:1.1.2-g2",
        "wooden_building": "SK1:1.1.2-c2",
        "stone_building": "SK1:1.1.2-c2",
    }
    # the building in J3 stands between I2 and K4
    verdict = area("y").los("yI2", "yK4")
    assert not verdict.clear and verdict.blocked_by == "yJ3"
    assert "SK1:1.1.2-c2" in verdict.rules


@pytest.mark.rule("SK1:1.1.2-j")
def test_the_road_is_a_gap_in_the_woods() -> None:
    board = area("y")
    assert board.terrain["yG3"] == "woods" and board.roads["yG3"]
    assert board.los("yI2", "yF3").clear


@pytest.mark.rule("SK1:1.1.2-k")
def test_an_orchard_between_hinders() -> None:
    verdict = area("y").los("yI2", "yJ5")
    assert verdict.clear and verdict.hindrance == 1
    assert [crossing.hex for crossing in verdict.crosses if crossing.drm] == ["yJ4"]


@pytest.mark.rule("SK1:1.1.2-m", "SK1:1.1.2-n")
def test_grain_hinders_only_in_season() -> None:
    summer, winter = area("y"), area("y", grain=False)
    pair = next(
        (a, b)
        for a in summer.names
        for b in summer.names
        if summer.hindrance(a, b) == 1 and [c.terrain for c in summer.los(a, b).crosses if c.drm] == ["grain"]
    )
    assert winter.hindrance(*pair) == 0
    assert winter.los(*pair).clear


@pytest.mark.rule("SK1:2.0-l")
def test_inherent_terrain_counts_along_its_hexside() -> None:
    board = area("y")
    profile = los_profile(True)
    assert {kind: inherent for kind, (_, inherent, _) in profile.hindrances.items()} == {
        "orchard": True,
        "grain": False,
    }
    along = [
        crossing
        for a in board.names
        for b in board.names
        if board.distance(a, b) == 2 and board.hindrance(a, b) > 0
        for crossing in board.los(a, b).crosses
        if crossing.how == "hexside" and crossing.terrain == "orchard" and crossing.drm
    ]
    assert along


# -- woods-roads ---------------------------------------------------------------------------------------------

# On board y the road runs F3 - G3 - H2; G3 is woods. From I2 one looks down the road, from H3 through the
# green.


def woods_road(firer: str, rate: str) -> Situation:
    s = Situation(
        "y",
        "MPh",
        "russian",
        [{**SQUAD, "hex": "F3"}, {"id": "g", "type": "ger-467", "hex": firer}],
    )
    return s.do("move r", f"enter - G3 {rate}".strip(), "fire", "add g", "declare").roll(3, 4)


@pytest.mark.rule("SK1:1.1.2-h2")
def test_a_woods_road_costs_the_road_rate_along_the_road() -> None:
    s = moving("yF3")
    s.do("move r")
    assert s.offers("enter - G3 road")
    s.do("enter - G3 road")
    assert s.said("enters G3 for 1 MF")


@pytest.mark.rule("SK1:1.1.2-h2")
def test_the_road_rate_needs_a_road_hexside() -> None:
    s = moving("yH3")
    s.do("move r")
    assert s.offers("enter - G3")
    assert s.refusal("enter - G3 road").rule == "SK1:1.1.2-h2"


@pytest.mark.rule("SK1:1.1.2-h")
def test_on_the_road_in_the_woods_there_is_no_cover() -> None:
    lines = woods_road("yI2", "road").breakdown()
    assert lines.drm == -2
    assert lines.value("SK1:1.1.2-h") == -1
    assert lines.value("SK1:3.3.1-j") == -1


@pytest.mark.rule("SK1:4.2-c", "SK1:1.1.2-h")
def test_a_flamethrower_knows_no_cover_that_the_road_could_take_away() -> None:
    firer = {"id": "g", "type": "ger-468", "hex": "yI2", "sw": [{"id": "ft", "type": "ger-ft"}]}
    s = Situation("y", "MPh", "russian", [{**SQUAD, "hex": "F3"}, firer])
    lines = s.do("move r", "enter - G3 road", "fire", "add g+ft", "declare").roll(3, 4).breakdown()
    assert lines.drm == -2
    assert lines.value("SK1:3.3.1-i") == lines.value("SK1:3.3.1-j") == -1
    assert lines.value("SK1:1.1.2-h") is None


@pytest.mark.rule("SK1:1.1.2-h")
def test_a_line_through_the_green_leaves_the_cover() -> None:
    lines = woods_road("yH3", "road").breakdown()
    assert lines.drm == 1 - 1
    assert lines.value("SK1:3.3.1-j") is None


@pytest.mark.rule("SK1:1.1.2-i")
def test_the_woods_rate_keeps_the_cover() -> None:
    s = woods_road("yI2", "")
    assert s.said("enters G3 for 2 MF")
    assert s.breakdown().drm == 1 - 1


@pytest.mark.rule("SK1:1.1.2-l", "SK1:1.1.2-m3")
@pytest.mark.parametrize("kind", ["orchard", "grain"])
def test_no_ffmo_in_orchard_and_grain(kind: str) -> None:
    board = area("y")
    start, hex, firer = next(
        (start, hex, firer)
        for hex in board.names
        if board.terrain[hex] == kind
        for start in board.adjacent[hex]
        if board.terrain[start] == "open"
        for firer in board.names
        if board.distance(firer, hex) == 2
        and board.hindrance(firer, hex) == 0
        and board.distance(firer, start) > 1
    )
    s = Situation(
        "y",
        "MPh",
        "russian",
        [{**SQUAD, "hex": start}, {"id": "g", "type": "ger-467", "hex": firer}],
        month=7,
    )
    s.do("move r", f"enter - {hex}", "fire", "add g", "declare").roll(3, 4)
    assert s.breakdown().drm == -1
    assert s.breakdown().value("SK1:3.3.1-j") is None


@pytest.mark.rule("SK1:1.1.2-l2")
def test_interdiction_asks_for_open_ground_which_an_orchard_is_not() -> None:
    s = moving()
    assert not terrain.is_open_ground_for(s.g, hex_of("orchard"), "yI4")


@pytest.mark.rule("SK1:3.3-w")
def test_smoke_in_a_hex_costs_one_more_to_enter() -> None:
    s = moving("yI4", smoke={"I3": 2})
    assert terrain.entry_cost(s.g, s.unit("r"), "yI4", "yI3") == 2
    assert terrain.entry_cost(s.g, s.unit("r"), "yI3", "yI4") == 1
    assert terrain.entry_cost(s.g, s.unit("r"), "yI4", "yI3", ROAD) == 2


def test_build_map_is_what_a_playing_area_is_made_by() -> None:
    spec = MapSpec([Placed("z")])
    assert playing_area(spec, los_profile(True)).names == build_map(spec, los_profile(True)).names

"""Line of sight with heights: a hand-made situation for every rule, under two readings of the same ground.

Columns of the patch run straight up and down, so that a line from C2 to C7 passes the dots of C3 to C6.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from defilade.hexgrid import Board, GameMap, LosProfile, MapError, Verdict, load_board, map_of_board
from defilade.hexgrid.los import trace
from defilade.hexgrid.los_heights import Hindering, trace_heights
from defilade.hexgrid.readings import BLIND_HEXES, ONE_SLOPE
from defilade.hexgrid.relief import BadLocation, HexsideReading, Location, Rise

from .slow_sight import slow_verdict

Maker = Callable[..., GameMap]

ONE = LosProfile(
    obstacles={"woods": "SKF:1.1.1-n", "stone_building": "SKF:1.1.1-e", "wooden_building": "SKF:1.1.1-e"},
    hindrances={
        "orchard": (1, True, "SKF:1.1.1-z"),
        "grain": (1, False, "SKF:1.1.1-aj"),
        "brush": (1, False, "SKF:1.1.1-an"),
    },
    own_hex_rule="SKF:3.2.1-d",
    blocking_total=6,
    blocking_total_rule="SKF:3.2.1-h",
    trace_rule="SKF:3.2.1-a",
    inherent_rule="SKF:2.0-o",
    relief=replace(
        ONE_SLOPE,
        hill_rule="SKF:1.1.1-ar",
        height_rule="SKF:3.2.1-i",
        slope_rule="SKF:3.2.1-i",
        blind_rule="DAE:1.1-l",
        between_levels={"orchard": ("obstacle", "SKF:1.1.1-ac")},
    ),
)
BLIND = LosProfile(
    obstacles={
        "woods": "SL:14.15.1-a",
        "stone_building": "SL:14.3.4-a",
        "wooden_building": "SL:14.3.4-a",
        "grain": "SL:14.11.2-a",
        "brush": "SL:14.12.9-a",
        "rubble": "SL:14.4.3-a",
    },
    hindrances={},
    own_hex_rule="SL:2.1.7",
    blocking_total=99,
    blocking_total_rule="",
    trace_rule="SL:2.1.1-a",
    inherent_rule="",
    relief=replace(
        BLIND_HEXES,
        hexsides={
            "wall": HexsideReading(Rise(1, 0), "SL:14.5.1-a"),
            "hedge": HexsideReading(Rise(1, 0), "SL:14.5.1-a"),
            "hedgerow": HexsideReading(Rise(2, 1), "SL:14.6.3-a"),
        },
        between_levels={"orchard": ("obstacle", "SL:14.16.6")},
        hill_rule="SL:2.1.14",
        height_rule="SL:2.1.5",
        blind_rule="SL:2.2.1",
        cliff_rule="SL:2.2.6-b",
        steep_rule="SL:14.9.1-c",
        depression_rule="SL:14.21.5",
    ),
)


@pytest.fixture
def one(board_with: Callable[..., Board]) -> Maker:
    """A patch as those read it who know one slope only."""
    return lambda **parts: map_of_board(board_with(**parts), ONE)


@pytest.fixture
def blind(board_with: Callable[..., Board]) -> Maker:
    """A patch as those read it who know blind hexes."""
    return lambda **parts: map_of_board(board_with(**parts), BLIND)


def see(area: GameMap, a: str, b: str, **lying: Hindering) -> Verdict:
    there = {area.resolve(hex): (one,) for hex, one in lying.items()}
    ends = [Location.parse(text) for text in (a, b)]
    here, yonder = (Location(area.resolve(end.hex), end.storey) for end in ends)
    verdict, back = area.sight(here, yonder, there), area.sight(yonder, here, there)
    assert (verdict.clear, verdict.hindrance, verdict.range) == (back.clear, back.hindrance, back.range)
    return verdict


def seen_from(area: GameMap, a: str, column: str = "C", rows: int = 8) -> str:
    """Which numbers of the column below a hex are seen from it."""
    first = int(Location.parse(a).hex[1:]) + 1
    return "".join(f" {n}" for n in range(first, rows + 1) if see(area, a, f"{column}{n}").clear).strip()


def house(hex: str, storeys: int = 0) -> dict[str, Any]:
    return {
        "kind": "stone_building",
        "hexes": [hex],
        "storeys": storeys,
        "shapes": [{"at": hex, "rect": [0, 0, 120, 100]}],
    }


# Locations.


def test_a_plain_hex_is_the_short_form_of_its_ground() -> None:
    assert Location.parse("yK5") == Location("yK5")
    assert Location.parse(" yK5@2 ") == Location("yK5", 2)
    assert [str(Location("yK5")), str(Location("yK5", 1))] == ["yK5", "yK5@1"]
    with pytest.raises(BadLocation, match="like yK5@1"):
        Location.parse("yK5@up")


def test_a_map_knows_its_locations(one: Maker) -> None:
    area = one(buildings=[house("C4", storeys=2)])
    assert [str(place) for place in area.locations() if place.hex == "pC4"] == ["pC4", "pC4@1", "pC4@2"]
    assert len(area.locations()) == len(area.names) + 2
    with pytest.raises(MapError, match="has 0 storeys"):
        area.sight(Location("pC3", 1), Location("pC4"))
    with pytest.raises(MapError, match="not traced"):
        area.sight(Location("pC3", 0, (1,)), Location("pC4"))


# One slope.


@pytest.mark.rule("SKF:1.1.1-ar", "SKF:3.2.1-b")
def test_a_hill_blocks_for_those_below(one: Maker) -> None:
    verdict = see(one(hills={1: "C4"}), "C2", "C6")
    assert (verdict.clear, verdict.what, verdict.blocked_by) == (False, "hill", "pC4")
    assert "SKF:1.1.1-ar" in verdict.rules
    assert see(one(hills={1: "D4"}), "C2", "C6").clear


@pytest.mark.rule("SKF:1.1.1-aq")
def test_a_hex_is_on_the_level_of_its_dot(one: Maker) -> None:
    area = one(hills={1: "C3", 2: "C4"})
    assert [area.level(hex) for hex in ("pC2", "pC3", "pC4")] == [0, 1, 2]


@pytest.mark.rule("SKF:1.1.1-au")
def test_from_hill_to_hill_nothing_below_matters(one: Maker) -> None:
    low = one(hills={1: "C2 C6"}, terrain={"woods": "C4", "orchard": "C3", "grain": "C5"})
    verdict = see(low, "C2", "C6")
    assert (verdict.clear, verdict.hindrance) == (True, 0)


@pytest.mark.rule("SKF:1.1.1-at")
def test_woods_on_a_hill_are_two_levels_high(one: Maker) -> None:
    assert not see(one(hills={1: "C2 C4 C6"}, terrain={"woods": "C4"}), "C2", "C6").clear
    assert see(one(hills={1: "C2 C4 C6"}), "C2", "C6").clear


@pytest.mark.rule("SKF:3.2.1-i", "SKF:1.1.1-aw")
def test_one_looks_down_over_the_crest_line_of_ones_own_hex(one: Maker) -> None:
    area = one(hills={1: "C2 C3"})
    assert seen_from(area, "C3") == "4 5 6 7 8"
    # From C2 the line crosses a hexside before it comes to the crest line.
    assert seen_from(area, "C2") == "3"
    assert "SKF:1.1.1-ar" in see(area, "C2", "C6").rules


@pytest.mark.rule("SKF:3.2.1-i")
def test_no_second_crest_line_is_crossed(one: Maker) -> None:
    assert not see(one(hills={1: "C2 C5"}), "C2", "C7").clear
    steps = one(hills={2: "C2", 1: "C3"})
    assert seen_from(steps, "C2") == "3"
    valley = see(one(hills={2: "C2", 1: "C6"}), "C2", "C6")
    assert (valley.clear, valley.rules[-1]) == (False, "SKF:3.2.1-i")
    # Both crest lines in one hex are one slope.
    assert seen_from(one(hills={2: "C2"}), "C2") == "3 4 5 6 7 8"


@pytest.mark.rule("SKF:3.2.1-j", "SKF:1.1.1-n", "SKF:1.1.1-e")
def test_nobody_sees_past_an_obstacle_but_into_it(one: Maker) -> None:
    for parts in ({"terrain": {"woods": "C4"}}, {"buildings": [house("C4")]}):
        assert seen_from(one(hills={1: "C2"}, **parts), "C2") == "3 4"
        assert seen_from(one(hills={2: "C2"}, **parts), "C2") == "3 4"


@pytest.mark.rule("SKF:1.1.1-ac", "SKF:1.1.1-z", "SKF:1.1.1-ae")
def test_an_orchard_in_season_blocks_between_levels(one: Maker) -> None:
    area = one(hills={1: "C2"}, terrain={"orchard": "C4"})
    verdict = see(area, "C2", "C6")
    assert (verdict.clear, verdict.what, verdict.rules[-1]) == (False, "orchard", "SKF:1.1.1-ac")
    assert see(area, "C2", "C4").hindrance == 0 and see(area, "C2", "C4").clear
    assert see(area, "C3", "C6").hindrance == 1
    # Along its hexside too: the whole hex is orchard.
    along = one(hills={1: "C4"}, terrain={"orchard": "D4"})
    assert not see(along, "C4", "E4").clear


@pytest.mark.rule("SKF:1.1.1-ad")
def test_an_orchard_out_of_season_hinders_between_levels(board_with: Callable[..., Board]) -> None:
    bare = replace(ONE, relief=replace(ONE.relief, between_levels={"orchard": ("hindrance", "SKF:1.1.1-ad")}))
    area = map_of_board(board_with(hills={1: "C2"}, terrain={"orchard": "C4 C5"}), bare)
    verdict = see(area, "C2", "C6")
    assert (verdict.clear, verdict.hindrance, verdict.rules[-1]) == (True, 2, "SKF:1.1.1-ad")


@pytest.mark.rule("SKF:1.1.1-av", "SKF:1.1.1-aj", "SKF:1.1.1-an")
def test_grain_and_brush_hinder_on_their_own_level_alone(one: Maker) -> None:
    area = one(hills={1: "C2"}, terrain={"grain": "C4", "brush": "C5"})
    assert see(area, "C2", "C7").hindrance == 0
    assert see(area, "C3", "C7").hindrance == 2
    raised = one(hills={1: "C2 C4 C6"}, terrain={"grain": "C4"})
    assert see(raised, "C2", "C6").hindrance == 1


@pytest.mark.rule("DAE:1.1-l")
def test_from_a_steeple_one_sees_all_but_the_hex_behind_an_obstacle(one: Maker) -> None:
    area = one(buildings=[house("C2", storeys=2)], terrain={"woods": "C4"})
    assert seen_from(area, "C2@2") == "3 4 6 7 8"
    assert seen_from(area, "C2") == "3 4"
    assert "DAE:1.1-l" in see(area, "C2@2", "C5").rules
    assert see(area, "C2@2", "C2").clear


@pytest.mark.rule("SKF:7.4.1", "SKF:2.0-k")
def test_wrecks_hinder_between_those_on_their_level(one: Maker) -> None:
    wreck = Hindering("wreck", 1, "SKF:7.4.1")
    area = one(hills={1: "E2"})
    assert see(area, "C2", "C6", C4=wreck).hindrance == 1
    assert see(area, "C2", "C4", C4=wreck).hindrance == 0
    assert see(area, "C4", "C6", C4=wreck).hindrance == 0
    assert see(area, "E2", "E6", E4=wreck).hindrance == 0
    # A line along the hexside does not go through its hex.
    assert see(area, "C4", "E4", D4=wreck).hindrance == 0


@pytest.mark.rule("SKF:3.2.1-d", "SKF:3.2.1-h")
def test_smoke_counts_in_the_end_hexes_and_between_levels(one: Maker) -> None:
    smoke = Hindering("smoke", 3, "SKF:1.2.5-e", fills_hex=True, same_level=False)
    area = one(hills={1: "C2"})
    assert see(area, "C2", "C6", C6=smoke).hindrance == 3
    assert see(area, "C2", "C6", C2=smoke).hindrance == 3
    thick = see(area, "C2", "C6", C4=smoke, C5=smoke)
    assert (thick.clear, thick.what, thick.rules[-1]) == (False, "hindrance", "SKF:3.2.1-h")
    # Where the total is reached, though the line goes on.
    assert see(area, "C2", "C8", C4=smoke, C5=smoke).blocked_by == "pC5"
    assert area.los("pC2", "pC6", {"pC4": 2}).hindrance == 2


# Blind hexes.


@pytest.mark.rule("SL:2.1.14", "SL:2.1.9")
def test_hills_block_those_below_and_not_their_equals(blind: Maker) -> None:
    area = blind(hills={1: "C4 C6 E2 E4 E6"})
    assert not see(area, "C2", "C7").clear
    assert see(area, "C2", "C4").clear
    assert see(area, "E2", "E6").clear
    assert not see(blind(hills={1: "C2 C6", 2: "C4"}), "C2", "C6").clear


@pytest.mark.rule("SL:2.1.15-a", "SL:2.1.15-c", "SL:2.1.13")
def test_one_must_be_higher_than_what_one_looks_over(blind: Maker) -> None:
    assert seen_from(blind(hills={1: "C2"}, terrain={"woods": "C4"}), "C2") == "3 4"
    plateau = blind(hills={1: "C2 C3"})
    assert (seen_from(plateau, "C2"), seen_from(plateau, "C3")) == ("3", "4 5 6 7 8")


@pytest.mark.rule("SL:2.1.5", "SL:2.2.1", "SL:2.2.5-a", "SL:2.2.5-b", "SL:2.1.10")
def test_the_hex_behind_an_obstacle_is_blind(blind: Maker) -> None:
    area = blind(hills={2: "C2"}, terrain={"woods": "C4"})
    assert seen_from(area, "C2") == "3 4 6 7 8"
    verdict = see(area, "C5", "C2")
    assert (verdict.clear, verdict.blocked_by, verdict.rules[-1]) == (False, "pC4", "SL:2.2.1")


@pytest.mark.rule("SL:2.2.2")
def test_far_obstacles_hide_more(blind: Maker) -> None:
    size = {"columns": 5, "rows": 30}
    ten = blind(size=size, hills={2: "C1"}, terrain={"woods": "C11"})
    assert seen_from(ten, "C1", rows=16).endswith("10 11 14 15 16")
    nine = blind(size=size, hills={2: "C1"}, terrain={"woods": "C10"})
    assert seen_from(nine, "C1", rows=16).endswith("10 12 13 14 15 16")
    twenty = blind(size=size, hills={2: "C1"}, terrain={"woods": "C21"})
    assert seen_from(twenty, "C1", rows=26).endswith("20 21 25 26")


@pytest.mark.rule("SL:2.2.4")
def test_height_over_an_obstacle_saves_blind_hexes(blind: Maker) -> None:
    for level, seen in ((3, "6 7 8"), (4, "6 7 8"), (5, "5 6 7 8")):
        area = blind(hills={level: "C2"}, buildings=[house("C3", storeys=2)])
        assert seen_from(area, "C2") == f"3 {seen}"
    # Never less than one.
    assert seen_from(blind(hills={9: "C2"}, terrain={"woods": "C4"}), "C2") == "3 4 6 7 8"


@pytest.mark.rule("SL:2.2.6-a")
def test_crest_lines_of_the_own_hill_hide_nothing(blind: Maker) -> None:
    assert seen_from(blind(hills={2: "C2", 1: "C3"}), "C2") == "3 4 5 6 7 8"
    other = blind(hills={2: "C2", 1: "C5"})
    assert seen_from(other, "C2") == "3 4 5 7 8"


@pytest.mark.rule("SL:2.2.6-b", "SL:2.2-q1", "SL:14.8.3")
def test_the_foot_of_a_cliff_is_blind_but_from_its_edge(blind: Maker) -> None:
    area = blind(hills={3: "C2", 2: "C3"}, hexsides=[{"kind": "cliff", "sides": "C3-C4"}])
    assert seen_from(area, "C2") == "3 5 6 7 8"
    assert see(area, "C2", "C4").rules[-1] == "SL:2.2.6-b"
    assert see(area, "C2", "C4").what == "cliff"
    assert seen_from(area, "C3") == "4 5 6 7 8"


@pytest.mark.rule("SL:14.9.1-c")
def test_so_is_that_of_a_double_crest(blind: Maker) -> None:
    area = blind(hills={3: "C2", 2: "C3"})
    assert seen_from(area, "C2") == "3 5 6 7 8"
    assert see(area, "C2", "C4").rules[-1] == "SL:14.9.1-c"


@pytest.mark.rule("SL:14.8.4")
def test_a_cliff_does_not_stop_a_line_along_it(blind: Maker) -> None:
    area = blind(hills={2: "D3"}, hexsides=[{"kind": "cliff", "sides": "D3-D4"}])
    assert see(area, "A4", "I4").clear


@pytest.mark.rule("SL:14.5.1-a", "SL:2.1.8", "SL:2.1.15-b")
def test_walls_stop_lines_that_do_not_begin_or_end_at_them(blind: Maker) -> None:
    for kind in ("wall", "hedge"):
        area = blind(hills={1: "C1"}, hexsides=[{"kind": kind, "sides": "C4-C5"}])
        verdict = see(area, "C2", "C7")
        assert (verdict.clear, verdict.what, verdict.rules[-1]) == (False, kind, "SL:14.5.1-a")
        assert see(area, "C4", "C7").clear and see(area, "C2", "C5").clear
        assert see(area, "C1", "C7").clear


@pytest.mark.rule("SL:14.5.1-b")
def test_a_line_along_a_wall_is_free_where_the_wall_touches_an_end(blind: Maker) -> None:
    area = blind(hexsides=[{"kind": "wall", "sides": "D3-D4"}])
    assert see(area, "C4", "I4").clear
    assert not see(area, "A4", "I4").clear
    assert see(area, "A4", "E4").clear


@pytest.mark.rule("SL:14.6.3-a")
def test_a_hedgerow_is_a_level_high_and_hides_who_is_behind_it(blind: Maker) -> None:
    area = blind(hills={2: "C1"}, hexsides=[{"kind": "hedgerow", "sides": "C4-C5"}])
    assert seen_from(area, "C1") == "2 3 4 6 7 8"
    assert seen_from(area, "C4") == "5 6 7 8"
    assert seen_from(area, "C2") == "3 4 5"
    assert (
        seen_from(blind(hills={1: "C1"}, hexsides=[{"kind": "hedgerow", "sides": "C4-C5"}]), "C1") == "2 3 4"
    )


@pytest.mark.rule("SL:14.21.5", "SL:14.21-b", "SL:14.21.6-a")
def test_who_is_in_a_gully_sees_little(blind: Maker) -> None:
    area = blind(hills={2: "C1", 1: "E1"}, depressions={"gully": "C5 C7 C8 E5"})
    assert area.level("pC5") == -1
    assert not see(area, "C3", "C5").clear
    assert see(area, "C4", "C5").clear
    assert see(area, "C1", "C5").clear
    assert not see(area, "E1", "E5").clear
    assert see(area, "C5", "C7").rules[-1] == "SL:14.21.5" and not see(area, "C5", "C7").clear
    assert see(area, "C7", "C8").clear
    # Nobody's line on the ground is stopped by it.
    assert see(area, "C4", "C6").clear


@pytest.mark.rule("SL:2.2.3")
def test_far_gullies_ask_for_more_height(blind: Maker) -> None:
    size = {"columns": 5, "rows": 14}
    gully = {"gully": "C10 C11"}
    two, three = (blind(size=size, hills={level: "C1"}, depressions=gully) for level in (2, 3))
    assert see(two, "C1", "C10").clear and not see(two, "C1", "C11").clear
    assert see(three, "C1", "C11").clear


@pytest.mark.rule("SL:14.3.20.6-a", "SL:14.3.6-a", "SL:14.3.5", "SL:14.3.7-a", "SL:14.3.4-b")
def test_storeys_see_and_hide_by_their_height(blind: Maker) -> None:
    post = blind(buildings=[house("C2", storeys=2)], terrain={"woods": "C4"})
    assert seen_from(post, "C2@2") == "3 4 6 7 8"
    assert seen_from(post, "C2@1") == seen_from(post, "C2") == "3 4"
    # A house of one and a half levels hides all from level 1, one hex from level 2; a taller one two from level 3.
    for level, storeys, seen in ((1, 0, "3 4"), (2, 0, "3 4 6 7 8"), (1, 1, "3 4"), (2, 1, "3 4 6 7 8")):
        area = blind(hills={level: "C2"}, buildings=[house("C4", storeys=storeys)])
        assert seen_from(area, "C2") == seen
    assert seen_from(blind(hills={2: "C2"}, buildings=[house("C4", storeys=2)]), "C2") == "3 4"
    assert seen_from(blind(hills={3: "C2"}, buildings=[house("C4", storeys=2)]), "C2") == "3 4 7 8"


@pytest.mark.rule("SL:14.3.10", "SL:14.3.8")
def test_a_third_level_hides_three_hexes_from_level_four(blind: Maker) -> None:
    assert seen_from(blind(hills={4: "C2"}, buildings=[house("C4", storeys=3)]), "C2") == "3 4 8"


@pytest.mark.rule("SL:14.11.2-a", "SL:14.12.9-a")
def test_wheat_and_brush_stop_their_own_level_and_hide_nothing(blind: Maker) -> None:
    for kind in ("grain", "brush"):
        area = blind(hills={1: "C1"}, terrain={kind: "C4"})
        assert seen_from(area, "C2") == "3 4"
        assert seen_from(area, "C1") == "2 3 4 5 6 7 8"


@pytest.mark.rule("SL:14.4.3-a")
def test_rubble_stands_like_woods(blind: Maker) -> None:
    area = blind(hills={2: "C1"}, terrain={"rubble": "C4"})
    assert seen_from(area, "C2") == "3 4"
    assert seen_from(area, "C1") == "2 3 4 6 7 8"


@pytest.mark.rule("SL:14.16.6")
def test_the_hex_behind_an_orchard_is_blind_from_above(blind: Maker) -> None:
    assert seen_from(blind(hills={2: "C2"}, terrain={"orchard": "C4"}), "C2") == "3 4 6 7 8"


@pytest.mark.rule("SL:2.1.7")
def test_neighbours_always_see_each_other(hilly: dict[str, GameMap]) -> None:
    for area in hilly.values():
        for a in area.names:
            assert all(area.los(a, b).clear for b in area.adjacent[a])


def test_walls_that_end_on_the_line_from_both_sides_stop_it(blind: Maker) -> None:
    area = blind(hexsides=[{"kind": "hedge", "sides": "E4-D4 E4-D3"}])
    # From C4 along the hexside D3-D4 into the corner of E4: both hedges end there, one on each side.
    assert not see(area, "C4", "G4").clear
    half = blind(hexsides=[{"kind": "hedge", "sides": "E4-D4"}])
    assert see(half, "C4", "G4").clear


# The whole of it.


@pytest.fixture(scope="module")
def hilly(folder: Path) -> dict[str, GameMap]:
    board = load_board("h", folder)
    return {"one": map_of_board(board, ONE), "blind": map_of_board(board, BLIND)}


def check_symmetry(area: GameMap, pairs: int, seed: int) -> None:
    places, chance = area.locations(), random.Random(seed)
    seen = 0
    for _ in range(pairs):
        a, b = chance.choice(places), chance.choice(places)
        there, back = area.sight(a, b), area.sight(b, a)
        assert (there.clear, there.hindrance, there.range) == (back.clear, back.hindrance, back.range), (a, b)
        seen += there.clear
    assert pairs / 10 < seen < pairs / 2


def check_against_definition(area: GameMap, pairs: int, seed: int) -> None:
    places, chance = area.locations(), random.Random(seed)
    for _ in range(pairs):
        a, b = chance.choice(places), chance.choice(places)
        verdict = area.sight(a, b)
        clear, hindrance = slow_verdict(area, a, b)
        assert verdict.clear == clear, (a, b)
        if clear:
            assert verdict.hindrance == hindrance, (a, b)


@pytest.mark.parametrize("reading", ["one", "blind"])
def test_lines_are_the_same_from_both_ends(hilly: dict[str, GameMap], reading: str) -> None:
    check_symmetry(hilly[reading], 2_500, 1)


@pytest.mark.parametrize("reading", ["one", "blind"])
def test_lines_are_as_the_definition_says(hilly: dict[str, GameMap], reading: str) -> None:
    check_against_definition(hilly[reading], 500, 2)


@pytest.mark.soak
@pytest.mark.parametrize("reading", ["one", "blind"])
def test_a_hundred_thousand_lines_are_the_same_from_both_ends(
    hilly: dict[str, GameMap], reading: str
) -> None:
    check_symmetry(hilly[reading], 50_000, 3)


@pytest.mark.soak
@pytest.mark.parametrize("reading", ["one", "blind"])
def test_twenty_thousand_lines_are_as_the_definition_says(hilly: dict[str, GameMap], reading: str) -> None:
    check_against_definition(hilly[reading], 10_000, 4)


def test_the_quick_figure_is_that_of_the_verdict(hilly: dict[str, GameMap]) -> None:
    area, chance = hilly["one"], random.Random(5)
    for _ in range(400):
        a, b = chance.choice(area.names), chance.choice(area.names)
        verdict = area.los(a, b)
        assert area.hindrance(a, b) == area.hindrance(b, a) == (verdict.hindrance if verdict.clear else -1)


def test_on_flat_ground_nothing_is_different(proving_ground: GameMap) -> None:
    ground = proving_ground.ground
    for a in proving_ground.names:
        for b in proving_ground.names[::3]:
            flat, high = trace(ground, a, b), trace_heights(ground, Location(a), Location(b))
            assert (flat.clear, flat.hindrance, flat.crosses) == (high.clear, high.hindrance, high.crosses)

"""What a hex is besides its terrain, avenues, steeples and scenery: what a file may say, and what lines make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from defilade.drawing.boards import draw_board
from defilade.hexgrid import (
    Board,
    BoardError,
    Facts,
    GameMap,
    Location,
    LosProfile,
    MapError,
    check_board,
    map_of_board,
)
from defilade.hexgrid.los_table import build_table
from defilade.hexgrid.readings import ONE_SLOPE

Make = Callable[..., Board]
MakeMap = Callable[..., GameMap]
CHURCH = {
    "kind": "stone_building",
    "hexes": "C2 D2",
    "steeple": "C2",
    "shapes": [{"link": ["C2", "D2"], "width": 90}],
}


def house(hex: str) -> dict[str, Any]:
    shapes = [{"at": hex, "rect": [0, 0, 160, 120]}]
    return {"kind": "stone_building", "hexes": hex, "shapes": shapes}


# Polder.


@pytest.mark.rule("DAE:1.3-a")
def test_polder_is_besides_the_terrain_of_its_hex(map_with: MakeMap) -> None:
    area = map_with(terrain={"orchard": "C3"}, also={"polder": "C3 C4"})
    assert area.also == {"polder": {"pC3", "pC4"}}
    assert (area.terrain["pC3"], area.terrain["pC4"]) == ("orchard", "open")


@pytest.mark.rule("DAE:1.3-a")
def test_polder_does_nothing_to_a_line(map_with: MakeMap) -> None:
    dry, wet = map_with(terrain={"grain": "C4"}), map_with(terrain={"grain": "C4"}, also={"polder": "C3 C4"})
    assert (build_table(dry.ground) == build_table(wet.ground)).all()


def test_a_board_has_its_ditches_drawn(board_with: Make) -> None:
    assert 'class="ditch"' in draw_board(board_with(also={"polder": "C3"}))
    assert 'class="ditch"' not in draw_board(board_with())


@pytest.mark.parametrize(
    "parts, reason",
    [
        ({"also": {"swamp": "C3"}}, "unknown kind 'swamp'"),
        ({"also": {"polder": "C3 C3"}}, "given twice"),
        ({"also": {"polder": "C99"}}, "off the board"),
        ({"scenery": [{"kind": "railway", "path": "C3"}]}, "needs two hexes"),
        ({"scenery": [{"kind": "railway", "path": "C3 C5"}]}, "not adjacent"),
        ({"scenery": [{"kind": "railway", "at": "C3"}]}, "can not be drawn so"),
        ({"scenery": [{"kind": "tower", "at": "C3"}]}, "can not be drawn so"),
        ({"buildings": [{**CHURCH, "steeple": "C5"}]}, "steeple in C5, not of the building"),
        ({"buildings": [{**CHURCH, "storeys": 1}]}, "storeys or a steeple"),
    ],
)
def test_what_is_refused(board_with: Make, parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        board_with(**parts)


# Scenery.


def test_scenery_is_drawn_and_does_nothing(board_with: Make, profile: LosProfile) -> None:
    drawn = board_with(
        buildings=[house("E5")],
        scenery=[{"kind": "railway", "path": "A3 B3 C4 D4"}, {"kind": "windmill", "at": "E5"}],
    )
    plain = board_with(buildings=[house("E5")])
    picture = draw_board(drawn)
    assert 'class="railway"' in picture and 'class="sails"' in picture
    assert 'class="railway"' not in draw_board(plain)
    areas = [map_of_board(board, profile) for board in (drawn, plain)]
    assert areas[0].terrain == areas[1].terrain and areas[0].roads == areas[1].roads == {}
    assert (build_table(areas[0].ground) == build_table(areas[1].ground)).all()


# Steeples.


@pytest.fixture
def town(board_with: Make, profile: LosProfile) -> GameMap:
    read = replace(profile, relief=replace(ONE_SLOPE, blind_rule="DAE:1.1-l"))
    return map_of_board(board_with(buildings=[CHURCH, house("C5")], terrain={"orchard": "E4"}), read)


@pytest.mark.rule("DAE:1.1-a")
def test_one_hex_of_the_church_has_the_steeple(town: GameMap) -> None:
    assert (town.storeys("pC2"), town.storeys("pD2")) == (1, 0)
    assert town.relief.steeples == {"pC2"}
    with pytest.raises(MapError, match="has 0 storeys"):
        town.sight(Location("pD2", 1), Location("pC5"))


@pytest.mark.rule("DAE:1.1-l")
def test_the_steeple_sees_over_all_but_the_hex_behind(town: GameMap) -> None:
    seen = [town.sight(Location("pC2", 1), Location(f"pC{n}")).clear for n in range(3, 9)]
    assert seen == [True, True, True, False, True, True]
    hidden = town.sight(Location("pC6"), Location("pC2", 1))
    assert (hidden.clear, hidden.blocked_by, "DAE:1.1-l" in hidden.rules) == (False, "pC5", True)
    assert not town.los("pC2", "pC7").clear
    # Behind the orchard likewise; into it, and farther behind, one sees.
    tower = Location("pC2", 1)
    assert [town.sight(tower, Location(hex)).clear for hex in ("pE4", "pF4", "pG5")] == [True, False, True]


def test_a_steeple_is_drawn(board_with: Make) -> None:
    assert 'class="steeple"' in draw_board(board_with(buildings=[CHURCH]))


# Avenues: a road through an orchard.


@pytest.fixture
def avenue(map_with: MakeMap) -> GameMap:
    """A road straight down hexrow C through an orchard of six hexes."""
    trees = {"orchard": "C3 C4 C5 D3 D4 D5"}
    return map_with(terrain=trees, roads=[{"kind": "dirt", "path": "C1 C2 C3 C4 C5 C6 C7"}])


@pytest.mark.rule("SKF:1.1.1-ag", "SKF:1.1.1-ai")
def test_along_the_road_the_trees_beside_it_do_nothing(avenue: GameMap) -> None:
    assert avenue.hindrance("pC1", "pC7") == 0
    assert avenue.hindrance("pD1", "pD7") == 3
    # Across the road, or leaving it, one is among the trees.
    assert avenue.hindrance("pB3", "pE5") == avenue.los("pB3", "pE5").hindrance == 2
    assert avenue.hindrance("pC2", "pD6") > 0
    # Along a hexside of the avenue too: inherent terrain goes that far.
    assert avenue.hindrance("pB2", "pD1") == avenue.los("pB2", "pD1").hindrance


@pytest.mark.rule("SKF:1.1.1-ag")
def test_between_levels_the_road_stays_free_too(board_with: Make, profile: LosProfile) -> None:
    read = replace(profile, relief=ONE_SLOPE)
    parts: dict[str, Any] = {"hills": {1: "C2 E2"}, "terrain": {"orchard": "C4 E4"}}
    area = map_of_board(board_with(**parts, roads=[{"kind": "dirt", "path": "C2 C3 C4 C5 C6"}]), read)
    assert area.los("pC2", "pC6").clear
    assert not area.los("pE2", "pE6").clear


def test_rows_know_avenues(avenue: GameMap) -> None:
    for a in avenue.names:
        for b in avenue.names:
            verdict = avenue.los(a, b)
            assert avenue.hindrance(a, b) == (verdict.hindrance if verdict.clear else -1), (a, b)


# In words.


def test_what_a_hex_is_besides_its_terrain_in_words(map_with: MakeMap) -> None:
    area = map_with(
        hills={1: "C4 E5"}, depressions={"gully": "E5 G5"}, also={"polder": "C4"}, buildings=[CHURCH]
    )
    words = {hex: area.besides(f"p{hex}") for hex in ("C4", "C5", "E5", "G5", "C2", "D2")}
    assert words == {
        "C4": ("level 1", "polder"),
        "C5": (),
        "E5": ("gully",),
        "G5": ("level -1", "gully"),
        "C2": ("steeple",),
        "D2": (),
    }


# Facts.


def problems(board: Board, **facts: Any) -> list[str]:
    return [str(p) for p in check_board(board, msgspec.convert({"board": "p", **facts}, Facts))]


def test_facts_of_polders_steeples_and_crests(board_with: Make) -> None:
    board = board_with(
        terrain={"orchard": "F4"},
        roads=[{"kind": "dirt", "path": "F3 F4 F5"}],
        hills={1: "G4 G5"},
        buildings=[CHURCH],
        also={"polder": "F4 E5"},
    )
    hexes = {
        "F4": ["orchard_road", "polder"],
        "C2": "steeple",
        "G4": "hill",
        "D2": ["not:steeple", "not:hill"],
    }
    costs: dict[str, Any] = {
        "entry_costs": {"open": 1, "road": 1, "orchard": 1},
        "leaving_costs": {"polder": 1},
        "uphill": 2,
    }
    relations = [
        {"kind": "crest", "hexes": ["F4", "G4"]},
        {"kind": "direction", "hexes": ["C4", "E3"], "direction": "NE", "range": 2},
        {"kind": "covered_arc", "hexes": ["C4", "C3", "D3"]},
        {"kind": "move", "hexes": ["F4", "G4"], "cost_mf": [3]},
        {"kind": "move", "hexes": ["F4", "F5"], "cost_mf": [1]},
        {"kind": "move", "hexes": ["E5", "F4"], "cost_mf": [2]},
        {"kind": "los_blocked", "hexes": ["C1", "C4"]},
        {"kind": "los_clear", "hexes": ["C2@1", "C8"]},
    ]
    assert problems(board, hexes=hexes, relations=relations, heights="one_slope", **costs) == []
    wrong = [
        {"kind": "crest", "hexes": ["G4", "F4"]},
        {"kind": "crest", "hexes": ["G4", "G5"]},
        {"kind": "direction", "hexes": ["C4", "E3"], "direction": "NE"},
        {"kind": "covered_arc", "hexes": ["C4", "C3", "D4"]},
        {"kind": "move", "hexes": ["F4", "G4"], "cost_mf": [1]},
    ]
    found = problems(board, relations=wrong, **costs)
    assert [text.split(":")[0].split("]")[0] for text in found] == [f"relations[{i}" for i in range(5)]
    assert problems(board, heights="steep") == [
        "heights: expected one of plain, one_slope, blind_hexes, found 'steep'"
    ]


# Streets.


def test_sewer_entrances_and_sidewalks_are_drawn_and_do_nothing_to_a_line(
    board_with: Make, map_with: MakeMap
) -> None:
    street = {"also": {"sewer_entrance": "C3"}, "scenery": [{"kind": "sidewalk", "path": "C3 C4 D4"}]}
    drawn = draw_board(board_with(**street))
    assert 'class="lid"' in drawn and '<g class="sidewalk">' in drawn
    assert 'class="lid"' not in draw_board(board_with(also={"polder": "C3"}))
    area = map_with(**street)
    assert area.besides("pC3") == ("sewer entrance",) and area.besides("pC4") == ()
    assert (build_table(area.ground) == build_table(map_with().ground)).all()


def test_a_house_among_woods_has_its_trees(board_with: Make) -> None:
    bare = board_with(buildings=[house("C3")])
    among = board_with(buildings=[house("C3")], also={"woods": "C3"})
    assert 'class="tree"' in draw_board(among) and 'class="tree"' not in draw_board(bare)

"""Facts of a board: every kind holds where it should and is reported where it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from defilade.hexgrid import Board, BoardError, Facts, LosProfile, check_board, load_board, load_facts


@pytest.fixture(scope="module")
def board(folder: Path) -> Board:
    return load_board("t", folder)


def problems(board: Board, **facts: Any) -> list[str]:
    return [str(p) for p in check_board(board, msgspec.convert({"board": "t", **facts}, Facts))]


HOLDS = {
    "C3": ["woods", "road", "woods_road", "dirt_road", "not:building", "not:open"],
    "B2": ["woods", "not:road", "not:woods_road"],
    "E2": ["building", "stone_building", "woods|building", "not:woods|orchard"],
    "G3": "wooden_building",
    "F3": "orchard",
    "E4": ["paved_road", "open", "open_ground", "not:dirt_road"],
    "I4": "grain",
}


def test_what_a_hex_is(board: Board) -> None:
    assert problems(board, hexes=HOLDS) == []


@pytest.mark.parametrize(
    "hex, word, found",
    [
        ("C3", "building", "woods with a dirt road"),
        ("E2", "woods|orchard", "stone_building"),
        ("F3", "not:orchard", "orchard"),
        ("E2", "not:woods|building", "stone_building"),
        ("A1", "road", "open"),
        ("C3", "paved_road", "woods with a dirt road"),
    ],
)
def test_what_a_hex_is_not(board: Board, hex: str, word: str, found: str) -> None:
    assert problems(board, hexes={hex: word}) == [f"hex {hex}: expected {word}, found {found}"]


COSTS = {"open": 1, "road": 1, "woods": 2, "building": 2}
RELATIONS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"kind": "los_clear", "hexes": ["C1", "C2"]}, {"hexes": ["E1", "E3"]}),
    (
        {"kind": "los_clear", "hexes": ["E3", "G4"], "hindrance": 1, "range": 2, "crosses": {"F3": "centre"}},
        {"crosses": {"F3": "inside"}},
    ),
    ({"kind": "los_clear", "hexes": ["E3", "G4"], "range": 2}, {"range": 3}),
    ({"kind": "los_clear", "hexes": ["E3", "G4"], "hindrance": 1}, {"hindrance": 0}),
    ({"kind": "los_hindered", "hexes": ["E3", "G4"], "hindrance": 1, "by": ["F3"]}, {"by": ["F4"]}),
    ({"kind": "los_hindered", "hexes": ["E3", "G4"]}, {"hexes": ["C1", "C2"]}),
    ({"kind": "los_blocked", "hexes": ["E1", "E3"], "by": ["E2"]}, {"by": ["E1"]}),
    ({"kind": "los_blocked", "hexes": ["E1", "E3"]}, {"hexes": ["C1", "C2"]}),
    ({"kind": "los_clear_one_of", "hexes": ["E3", "E1", "F2"]}, {"hexes": ["E3", "E1", "G4"]}),
    ({"kind": "road", "hexes": ["C1", "C2", "C3", "D3"]}, {"hexes": ["C1", "C2", "D2"]}),
    ({"kind": "adjacent", "hexes": ["C3", "C2", "D3"]}, {"hexes": ["C3", "C5"]}),
    ({"kind": "not_adjacent", "hexes": ["C3", "C5"]}, {"hexes": ["C3", "C2"]}),
    ({"kind": "range", "hexes": ["C3", "C5"], "range": 2}, {"range": 3}),
    ({"kind": "within", "hexes": ["C3", "C4", "C5"], "range": 2}, {"range": 1}),
    ({"kind": "move", "hexes": ["C2", "C3", "B2", "B1"], "cost_mf": [1, 2, 1]}, {"cost_mf": [2, 2, 1]}),
    ({"kind": "move", "hexes": ["E1", "E2"], "cost_mf": [2]}, {"hexes": ["E1", "E3"]}),
    ({"kind": "same_building", "hexes": ["G2", "G3"]}, {"hexes": ["G2", "E2"]}),
    ({"kind": "own_building", "hexes": ["G2", "E2"]}, {"hexes": ["G2", "G3"]}),
    ({"kind": "count", "terrain": "building", "at_least": 4}, {"at_least": 5}),
    ({"kind": "count", "terrain": "building", "rows": "A-E", "at_least": 2}, {"at_least": 3}),
]


@pytest.mark.parametrize("right, change", RELATIONS)
def test_relations_hold_or_are_reported(board: Board, right: dict[str, Any], change: dict[str, Any]) -> None:
    assert problems(board, relations=[right], entry_costs=COSTS) == []
    (problem,) = problems(board, relations=[{**right, **change}], entry_costs=COSTS)
    assert problem.startswith(f"relations[0] {right['kind']}")


def test_unknown_hexes_and_kinds_are_reported(board: Board) -> None:
    (hex,) = problems(board, hexes={"Q9": "woods"})
    assert "no hex Q9" in hex
    (relation,) = problems(board, relations=[{"kind": "range", "hexes": ["C3", "Q9"], "range": 1}])
    assert "no hex Q9" in relation
    (kind,) = problems(board, relations=[{"kind": "friendship", "hexes": []}])
    assert "unknown kind 'friendship'" in kind


def test_a_system_may_read_the_terrain_its_own_way(board: Board, profile: LosProfile) -> None:
    facts = msgspec.convert(
        {"board": "t", "relations": [{"kind": "los_clear", "hexes": ["E1", "E3"]}]}, Facts
    )
    blind = LosProfile({}, {}, "", 6, "", "", "")
    assert check_board(board, facts, profile)
    assert check_board(board, facts, blind) == []


def test_facts_are_read_strictly(tmp_path: Path) -> None:
    assert load_facts("nowhere", tmp_path) == Facts(board="nowhere")
    (tmp_path / "t.facts.yaml").write_text("board: t\nhexes: {C3: woods}\n")
    assert load_facts("t", tmp_path).hexes == {"C3": "woods"}
    (tmp_path / "t.facts.yaml").write_text("board: u\n")
    with pytest.raises(BoardError, match="facts of board 'u'"):
        load_facts("t", tmp_path)
    (tmp_path / "t.facts.yaml").write_text("board: t\nrelations: [{kind: road, hexs: [C3]}]\n")
    with pytest.raises(BoardError, match=r"relations\[0\]"):
        load_facts("t", tmp_path)


# Heights.


@pytest.fixture(scope="module")
def hilly(folder: Path) -> Board:
    return load_board("h", folder)


def test_facts_about_heights_hold(hilly: Board) -> None:
    hexes = {
        "A1": "level:0",
        "D4": ["level:2", "not:level:1", "crag"],
        "I6": ["stream", "level:-1", "marsh"],
        "B7": ["gully", "not:stream"],
        "L5": ["storeys:2", "stairs"],
        "L6": "not:stairs",
        "I5": "bridge",
    }
    relations = [
        {"kind": "hexside", "hexes": ["J5", "J6"], "terrain": "wall"},
        {"kind": "hexside", "hexes": ["A1", "A2"], "terrain": "none"},
        {"kind": "los_clear", "hexes": ["L5@2", "O6"]},
        {"kind": "los_blocked", "hexes": ["A4", "Q5"]},
    ]
    assert problems(hilly, hexes=hexes, relations=relations) == []


def test_facts_about_heights_that_do_not_hold_are_told(hilly: Board) -> None:
    assert problems(hilly, hexes={"D4": "level:1", "B7": "stream"}) == [
        "hex D4: expected level:1, found crag, level 2",
        "hex B7: expected stream, found open, level -1, gully",
    ]
    relations = [
        {"kind": "hexside", "hexes": ["J5", "J6"], "terrain": "hedge"},
        {"kind": "los_clear", "hexes": ["A1@1", "A2"]},
    ]
    wrong_side, no_storey = problems(hilly, relations=relations)
    assert wrong_side.endswith("expected hedge on the hexside, found wall")
    assert "has 0 storeys" in no_storey

"""Lines of sight of Squad Leader (SL:2.1, SL:2.2) on small patches of ground, with the reading that the game has."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.hexgrid import GameMap, map_of_board
from defilade.hexgrid.board import BoardSpec, make_board
from defilade.rules.sl.library import library
from defilade.rules.sl.terrain import los_profile
from sl.secrets import secret_card


@pytest.fixture(autouse=True)
def no_kept_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", "")


def ground(**parts: Any) -> GameMap:
    plain = {
        "id": "p",
        "title": "Patch",
        "provenance": "original",
        "size": {"columns": 9, "rows": 8},
        "terrain": {},
        "buildings": [],
        "roads": [],
    }
    board = make_board(msgspec.convert({**plain, **parts}, BoardSpec), "p.yaml")
    return map_of_board(board, los_profile(secret_card(), library()))


def seen(area: GameMap, a: str, last: int = 8) -> str:
    """Which numbers of the column below a hex are seen from it, and see it."""
    column, first = a[0], int(a[1:]) + 1
    found = []
    for number in range(first, last + 1):
        one, other = area.los(f"p{a}", f"p{column}{number}"), area.los(f"p{column}{number}", f"p{a}")
        assert one.clear == other.clear
        if one.clear:
            found.append(str(number))
    return " ".join(found)


def house(*hexes: str, storeys: int = 0, **shape: Any) -> dict[str, Any]:
    shapes = [{"at": hex, "rect": [0, 0, 120, 100], **shape} for hex in hexes]
    return {"kind": "stone_building", "hexes": list(hexes), "storeys": storeys, "shapes": shapes}


@pytest.mark.rule("SL:2.1.1-c", "SL:2.1.10")
def test_a_line_is_the_same_from_both_ends_and_at_every_try() -> None:
    area = ground(terrain={"woods": "C4 E3 F5 B6"}, hills={1: "D4 D5", 2: "D6"})
    for a in area.names:
        for b in area.names:
            verdict = area.los(a, b)
            assert verdict.clear == area.los(b, a).clear == area.los(a, b).clear


@pytest.mark.rule("SL:2.1.4", "SL:2.1.1-b", "SL:2.1.6")
def test_into_the_first_woods_or_building_and_no_farther_inside_a_building_either() -> None:
    assert seen(ground(terrain={"woods": "C4"}), "C2") == "3 4"
    row = ground(buildings=[house("C3", "C4", "C5")])
    assert seen(row, "C3") == "4"
    wings = ground(buildings=[house("C3", "C5")])
    assert seen(wings, "C3") == "4 5"


@pytest.mark.rule("SL:2.1-q1", "SL:2.1-q2")
def test_what_stands_beside_the_dot_of_ones_own_hex_hides_nothing() -> None:
    aside = ground(buildings=[house("C4", rect=[0, 60, 120, 40])])
    assert seen(aside, "C4") == "5 6 7 8"
    assert seen(aside, "C2") == "3 4"


@pytest.mark.rule("SL:2.1.5", "SL:2.1.15-a", "SL:2.1.11-a", "SL:2.2.1", "SL:2.2.5-a", "SL:2.2.5-b")
def test_level_one_is_as_high_as_woods_and_small_houses_on_the_ground() -> None:
    for obstacle in ({"terrain": {"woods": "C4"}}, {"buildings": [house("C4")]}):
        assert seen(ground(hills={1: "C2"}, **obstacle), "C2") == "3 4"
        assert seen(ground(hills={2: "C2"}, **obstacle), "C2") == "3 4 6 7 8"


@pytest.mark.rule("SL:2.1.11-b")
def test_level_two_is_as_high_as_a_large_building_or_as_woods_on_level_one() -> None:
    assert seen(ground(hills={2: "C2"}, buildings=[house("C4", storeys=2)]), "C2") == "3 4"
    assert seen(ground(hills={2: "C2", 1: "C4"}, terrain={"woods": "C4"}), "C2") == "3 4"
    assert seen(ground(hills={3: "C2", 1: "C4"}, terrain={"woods": "C4"}), "C2") == "3 4 6 7 8"


@pytest.mark.rule("SL:2.1.11-c")
def test_level_three_is_as_high_as_woods_on_level_two() -> None:
    assert seen(ground(hills={3: "C2", 2: "C4"}, terrain={"woods": "C4"}), "C2") == "3 4"
    assert "6" in seen(ground(hills={4: "C2", 2: "C4"}, terrain={"woods": "C4"}), "C2")


@pytest.mark.rule("SL:2.1.12", "SL:2.1.13", "SL:2.1.14", "SL:2.1.15-c", "SL:2.1.9")
def test_hills_block_and_show_only_what_their_crest_lines_allow() -> None:
    hill = ground(hills={1: "C4 C5"})
    assert {hill.level(hex) for hex in ("pC4", "pC5")} == {1} and hill.level("pC3") == 0
    assert seen(hill, "C2") == "3 4"
    plateau = ground(hills={1: "C2 C3"})
    assert (seen(plateau, "C2"), seen(plateau, "C3")) == ("3", "4 5 6 7 8")
    assert "6" in seen(ground(hills={1: "C2 C6"}), "C2")


@pytest.mark.rule("SL:2.1.8", "SL:2.1.15-b")
def test_over_walls_and_hedges_from_beside_them_or_from_above() -> None:
    for kind in ("wall", "hedge"):
        sides = [{"kind": kind, "sides": "C4-C5"}]
        assert seen(ground(hexsides=sides), "C4") == "5 6 7 8"
        assert seen(ground(hexsides=sides), "C2") == "3 4 5"
        assert seen(ground(hexsides=sides, hills={1: "C2"}), "C2") == "3 4 5 6 7 8"


@pytest.mark.rule("SL:2.2.1", "SL:2.2.2", "SL:2.2.4")
def test_woods_twenty_hexes_away_hide_three_hexes_or_one() -> None:
    """SL1-317 of the given cases: from one level above the woods, and from three."""
    size = {"columns": 5, "rows": 30}
    for level, beyond in ((2, "25 26"), (4, "23 24 25 26")):
        far = ground(size=size, hills={level: "C1"}, terrain={"woods": "C21"})
        assert seen(far, "C1", 26).endswith(f"20 21 {beyond}")


@pytest.mark.rule("SL:2.2.2", "SL:2.2.4")
def test_far_obstacles_hide_more_and_great_heights_less() -> None:
    size = {"columns": 5, "rows": 30}
    ten = ground(size=size, hills={2: "C1"}, terrain={"woods": "C11"})
    assert seen(ten, "C1", 16).endswith("10 11 14 15 16")
    higher = ground(size=size, hills={3: "C1"}, terrain={"woods": "C11"})
    assert seen(higher, "C1", 16).endswith("10 11 13 14 15 16")


@pytest.mark.rule("SL:2.2.3")
def test_far_gullies_ask_for_more_height() -> None:
    size = {"columns": 5, "rows": 14}
    two, three = (
        ground(size=size, hills={level: "C1"}, depressions={"gully": "C10 C11"}) for level in (2, 3)
    )
    assert "11" not in seen(two, "C1", 11).split() and "11" in seen(three, "C1", 11).split()


@pytest.mark.rule("SL:2.2.6-a", "SL:2.2.6-b", "SL:2.2-q1")
def test_crest_lines_of_ones_own_hill_hide_nothing_but_its_cliffs_do() -> None:
    assert seen(ground(hills={2: "C2", 1: "C3"}), "C2") == "3 4 5 6 7 8"
    assert seen(ground(hills={2: "C2", 1: "C5"}), "C2") == "3 4 5 7 8"
    cliff = ground(hills={3: "C2", 2: "C3"}, hexsides=[{"kind": "cliff", "sides": "C3-C4"}])
    assert seen(cliff, "C2") == "3 5 6 7 8"


@pytest.mark.rule("SL:1.2.2")
def test_lines_run_from_dot_to_dot() -> None:
    assert seen(ground(buildings=[house("C3")]), "C1") == "2 3"
    beside_the_dot = ground(buildings=[house("C3", rect=[140, 0, 60, 60])])
    assert seen(beside_the_dot, "C1") == "2 3 4 5 6 7 8"
    near_dot = {**house("C3", rect=[140, 0, 60, 60])}
    assert (
        seen(ground(buildings=[{**near_dot, "shapes": [{"at": "C3", "rect": [20, 0, 60, 60]}]}]), "C1")
        == "2 3"
    )

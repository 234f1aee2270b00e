"""What an observer sees of rounds that burst above the ground."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.hexgrid import GameMap, Location, MapSpec, Placed, build_map, map_of_board
from defilade.hexgrid.board import BoardSpec, make_board
from defilade.rules.sk.full.blast_height import sees_blast_height
from defilade.rules.sk.full.los_profile import full_los_profile

pytestmark = pytest.mark.rule("DAE:2.32-a")


def patch(*, orchards: bool = True, **parts: Any) -> GameMap:
    data = {"id": "p", "title": "Patch", "provenance": "original", "size": {"columns": 9, "rows": 8}}
    empty = {"terrain": {}, "buildings": [], "roads": []}
    board = make_board(msgspec.convert({**data, **empty, **parts}, BoardSpec), "p.yaml")
    return map_of_board(board, full_los_profile(orchards_in_season=orchards))


def house(hex: str, **more: Any) -> dict[str, Any]:
    shapes = [{"at": hex, "rect": [0, 0, 120, 100]}]
    return {"kind": "stone_building", "hexes": [hex], "shapes": shapes, **more}


def sees(area: GameMap, a: str, b: str) -> bool:
    post = Location.parse(a)
    return sees_blast_height(area, Location(f"p{post.hex}", post.storey), f"p{b}")


def test_a_blast_is_seen_over_what_is_farther_off() -> None:
    area = patch(terrain={"woods": "C4"}, buildings=[house("E4")])
    assert not area.los("pC2", "pC7").clear
    assert sees(area, "C2", "C7") and sees(area, "E2", "E7")


def test_not_over_an_obstacle_right_before_the_observer() -> None:
    for parts in ({"terrain": {"woods": "C3"}}, {"buildings": [house("C3")]}, {"hills": {1: "C3"}}):
        assert not sees(patch(**parts), "C2", "C7")
        assert sees(patch(**parts), "C2", "C3")  # into it one sees


def test_from_higher_up_one_sees_over_that_too() -> None:
    area = patch(terrain={"woods": "C3"}, hills={1: "C2"})
    assert not sees(area, "C2", "C7")  # as high as the woods
    assert sees(patch(terrain={"woods": "C3"}, hills={2: "C2"}), "C2", "C7")
    tower = patch(buildings=[house("C2", steeple="C2"), house("C3")])
    assert sees(tower, "C2@1", "C7") and not sees(tower, "C2", "C7")


def test_orchards_stand_in_the_way_in_season() -> None:
    parts: dict[str, Any] = {"terrain": {"orchard": "C3"}}
    assert not sees(patch(**parts), "C2", "C7")
    assert sees(patch(orchards=False, **parts), "C2", "C7")


def test_not_past_a_steeple() -> None:
    area = patch(buildings=[house("C5", steeple="C5")])
    assert not sees(area, "C2", "C7")
    assert sees(area, "C2", "C5") and sees(area, "C5@1", "C8")


def test_the_observer_of_the_example() -> None:
    area = build_map(MapSpec([Placed("elst")]), full_los_profile())
    post = Location("elstNN8", 1)
    assert all(sees_blast_height(area, post, f"elst{hex}") for hex in ("JJ11", "MM15", "JJ10"))

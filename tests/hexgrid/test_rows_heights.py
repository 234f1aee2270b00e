"""Rows of lines of sight over ground with heights: the same figures as the exact routine, kept on disk like others."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from defilade.hexgrid import (
    Board,
    GameMap,
    Location,
    LosProfile,
    MapSpec,
    Placed,
    build_map,
    load_board,
    map_of_board,
)
from defilade.hexgrid.coords import BoardSize, board_hexes
from defilade.hexgrid.los_heights import trace_heights
from defilade.hexgrid.los_table_heights import HighRowTracer
from defilade.hexgrid.readings import BLIND_HEXES, ONE_SLOPE
from defilade.hexgrid.relief import HexsideReading, ReliefReading, Rise
from defilade.hexgrid.rows import SightRows, fingerprint
from defilade.rules.sk.full.los_profile import full_los_profile

Make = Callable[..., Board]
READINGS = {
    "one": ONE_SLOPE,
    "bare": replace(ONE_SLOPE, between_levels={"orchard": ("hindrance", "bare")}),
    "blind": BLIND_HEXES,
    # Every other number and switch differs from the two that are in use.
    "odd": replace(
        BLIND_HEXES,
        blind_every=3,
        height_saves=False,
        own_hill_blinds=True,
        one_slope=True,
        sees_over_from_storeys=False,
        depression_every=4,
        out_of_depression=1,
        hexsides={"wall": HexsideReading(Rise(2, 2), "wall"), "hedge": HexsideReading(Rise(1, 0), "hedge")},
    ),
}


def read_as(profile: LosProfile, reading: ReliefReading) -> LosProfile:
    hindrances = {**profile.hindrances, "brush": (2, False, "brush")}
    return replace(profile, hindrances=hindrances, relief=reading)


def exact(area: GameMap, a: Location, b: Location) -> int:
    verdict = trace_heights(area.ground, a, b)
    return verdict.hindrance if verdict.clear else -1


def check(area: GameMap, viewers: list[Location]) -> None:
    for a in viewers:
        for hex in area.names:
            assert area.location_hindrance(a, Location(hex)) == exact(area, a, Location(hex)), (a, hex)


def country(chance: random.Random) -> dict[str, Any]:
    """A patch of ground with a little of everything, at random."""
    size = BoardSize(9, 8)
    hexes = board_hexes(size)
    chance.shuffle(hexes)
    take = iter(hexes)
    terrain = {
        kind: [next(take) for _ in range(chance.randrange(2, 7))]
        for kind in ("woods", "orchard", "grain", "brush", "rubble")
    }
    houses = [
        {
            "kind": "stone_building",
            "hexes": [hex],
            "storeys": chance.choice((0, 0, 1, 2)),
            "shapes": [
                {
                    "at": hex,
                    "rect": [chance.randrange(-30, 30), 0, 160, 110],
                    "turn": 5 * chance.randrange(36),
                }
            ],
        }
        for hex in (next(take) for _ in range(4))
        if hex[0] not in "AI" and hex[1:] not in ("0", "8")
    ]
    levels = {hex: chance.choice((0, 0, 0, 1, 1, 2, 3)) for hex in hexes}
    free = list(take)
    return {
        "terrain": terrain,
        "buildings": houses,
        "hills": {n: [hex for hex in sorted(levels) if levels[hex] == n] for n in (1, 2, 3)},
        "depressions": {"gully": free[:3], "stream": free[3:5]},
        "roads": [{"kind": "dirt", "path": "C1 C2 C3 C4 C5 C6 C7"}],
        "seed": chance.randrange(1000),
    }


def sides(board: Board, chance: random.Random) -> list[dict[str, str]]:
    area = map_of_board(board, full_los_profile())
    pairs = sorted({tuple(sorted((a[1:], b[1:]))) for a in area.names for b in area.adjacent[a]})
    return [
        {"kind": chance.choice(("wall", "hedge", "hedgerow")), "sides": f"{a}-{b}"}
        for a, b in chance.sample(pairs, 14)
    ]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seed", range(3))
def test_rows_equal_the_exact_routine_on_any_ground(
    board_with: Make, profile: LosProfile, seed: int, reading: str
) -> None:
    chance = random.Random(f"country/{seed}")
    parts = country(chance)
    board = board_with(**parts, hexsides=sides(board_with(**parts), chance))
    area = map_of_board(board, read_as(profile, READINGS[reading]))
    check(area, chance.sample(area.locations(), 9))


@pytest.mark.parametrize("reading", READINGS)
def test_rows_equal_the_exact_routine_on_the_hilly_board(
    folder: Path, profile: LosProfile, reading: str
) -> None:
    area = map_of_board(load_board("h", folder), read_as(profile, READINGS[reading]))
    check(area, random.Random(reading).sample(area.locations(), 6))
    upstairs = [place for place in area.locations() if place.storey]
    check(area, upstairs[:2])


@pytest.mark.parametrize("board", ["w", "elst"])
def test_rows_equal_the_exact_routine_on_boards_of_the_full_kit(board: str) -> None:
    area = build_map(MapSpec([Placed(board)]), full_los_profile())
    places = random.Random(board).sample(area.locations(), 3)
    if board == "elst":
        places = [Location("elstNN8", 1)]
    check(area, places)


@pytest.mark.soak
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seed", range(100, 140))
def test_rows_equal_the_exact_routine_on_much_ground(
    board_with: Make, profile: LosProfile, seed: int, reading: str
) -> None:
    chance = random.Random(f"country/{seed}")
    parts = country(chance)
    board = board_with(**parts, hexsides=sides(board_with(**parts), chance))
    area = map_of_board(board, read_as(profile, READINGS[reading]))
    check(area, list(area.locations()))


def test_lines_from_storey_to_storey(folder: Path, profile: LosProfile) -> None:
    area = map_of_board(load_board("h", folder), read_as(profile, BLIND_HEXES))
    upstairs = [place for place in area.locations() if place.storey]
    for a in upstairs:
        for b in upstairs:
            assert area.location_hindrance(a, b) == area.location_hindrance(b, a) == exact(area, a, b)


# On disk.


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Which rows were traced and not read."""
    rows: list[tuple[int, int]] = []
    trace = HighRowTracer.row

    def noting(self: HighRowTracer, viewer: int, storey: int = 0) -> object:
        rows.append((viewer, storey))
        return trace(self, viewer, storey)

    monkeypatch.setattr(HighRowTracer, "row", noting)
    return rows


def test_rows_with_heights_are_kept(
    folder: Path,
    profile: LosProfile,
    traced: list[tuple[int, int]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path))
    area = map_of_board(load_board("h", folder), read_as(profile, BLIND_HEXES))
    tower = next(place for place in area.locations() if place.storey)
    first = [SightRows(area.ground)[viewer] for viewer in (area.names[40], str(tower))]
    assert traced == [(40, 0), (area.index[tower.hex], tower.storey)]
    again = SightRows(area.ground)
    assert [again[viewer] for viewer in (area.names[40], str(tower))] == first
    assert len(traced) == 2


def test_other_heights_or_another_reading_are_other_rows(board_with: Make, profile: LosProfile) -> None:
    parts: list[dict[str, Any]] = [
        {},
        {"hills": {1: "C4"}},
        {"hills": {2: "C4"}},
        {"hexsides": [{"kind": "wall", "sides": "C4-C5"}]},
        {"hexsides": [{"kind": "hedge", "sides": "C4-C5"}]},
        {"depressions": {"gully": "C4"}},
    ]
    grounds = [map_of_board(board_with(**one), read_as(profile, ONE_SLOPE)).ground for one in parts]
    grounds.append(map_of_board(board_with(**parts[1]), read_as(profile, BLIND_HEXES)).ground)
    assert len({fingerprint(ground) for ground in grounds}) == len(grounds)


def test_a_line_between_two_outlines_that_touch_it(board_with: Make, profile: LosProfile) -> None:
    """Woods drawn as two halves whose common edge lies on the line, inside the hex."""
    x, y = 600, 700
    halves = [
        [[x - 80, y - 50], [x, y - 50], [x, y + 50], [x - 80, y + 50]],
        [[x, y - 50], [x + 80, y - 50], [x + 80, y + 50], [x, y + 50]],
    ]
    for outlines, seen in ((halves, -1), (halves[:1], 0)):
        board = board_with(
            terrain={"woods": "C4"}, hills={1: "G4"}, outlines=[{"hex": "C4", "outlines": outlines}]
        )
        area = map_of_board(board, read_as(profile, ONE_SLOPE))
        assert area.hindrance("pC2", "pC6") == exact(area, Location("pC2"), Location("pC6")) == seen

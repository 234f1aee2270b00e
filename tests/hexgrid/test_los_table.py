"""The table of static line of sight: equal to the exact routine, quick, and kept safely."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.hexgrid import GameMap, LosProfile, MapSpec, Placed, build_map
from defilade.hexgrid import los_table as tables
from defilade.hexgrid.coords import BoardSize, board_hexes
from defilade.hexgrid.los_table import build_table, cache_folder, fingerprint, los_table, static_verdict


def exact_table(area: GameMap) -> list[list[int]]:
    return [[static_verdict(area.ground, a, b) for b in area.names] for a in area.names]


def test_the_table_equals_the_exact_routine(proving_ground: GameMap) -> None:
    table = build_table(proving_ground.ground)
    assert table.tolist() == exact_table(proving_ground)
    assert (table == table.T).all()
    assert set(np.unique(table)) >= {-1, 0, 1, 2}


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("rows", [{}, {"t": "C-H"}])
def test_it_does_on_turned_and_cropped_boards(
    folder: Path, profile: LosProfile, rotated: bool, rows: dict[str, str]
) -> None:
    area = build_map(MapSpec([Placed("t", rotated=rotated)], rows), profile, folder)
    assert build_table(area.ground).tolist() == exact_table(area)


def test_walls_on_the_line_are_left_to_the_exact_routine(map_with: Callable[..., GameMap]) -> None:
    left = [[540, 660], [600, 660], [600, 700], [540, 700]]
    right = [[600, 680], [660, 680], [660, 740], [600, 740]]
    area = map_with(buildings=[{"kind": "stone_building", "hexes": ["C4"], "outlines": [left, right]}])
    assert area.hindrance("pC2", "pC6") == -1
    assert build_table(area.ground).tolist() == exact_table(area)


def test_other_hindrances_add_up_to_the_blocking_total(map_with: Callable[..., GameMap]) -> None:
    area = map_with(terrain={"orchard": "C2 C3 C4 C5 C6", "grain": "C7 E3 E4", "woods": "G2 G3"})
    assert area.hindrance("pC1", "pC7") == 5
    assert area.hindrance("pC1", "pC8") == -1
    assert build_table(area.ground).tolist() == exact_table(area)


SMALL = board_hexes(BoardSize(columns=7, rows=4))
KINDS = ("open", "open", "open", "woods", "orchard", "grain", "house")


@st.composite
def patches(draw: st.DrawFn) -> dict[str, Any]:
    """A few hexes with any terrain, houses of any make that fit their hex, and a road down a hexrow."""
    kinds = dict(zip(SMALL, draw(st.lists(st.sampled_from(KINDS), min_size=33, max_size=33)), strict=False))
    houses = []
    for hex in [hex for hex, kind in kinds.items() if kind == "house"]:
        half = hex[0] in "AG" or hex[1] in "04"
        places = [(0, 0), (20, 0), (0, -20)] if half else [(30, 0), (0, -30), (50, 20), (-40, 40)]
        across, down = draw(st.sampled_from(places))
        wide, high = draw(st.sampled_from([(60, 60), (120, 60), (100, 80), (80, 100)]))
        shape = {"at": hex, "rect": [across, down, wide, high], "turn": 5 * draw(st.integers(0, 35))}
        houses.append({"kind": "stone_building", "hexes": [hex], "shapes": [shape]})
    terrain = {kind: [hex for hex in kinds if kinds[hex] == kind] for kind in ("woods", "orchard", "grain")}
    row = draw(st.sampled_from("ACE"))
    roads = [{"kind": "dirt", "path": [f"{row}{n}" for n in range(1, 5)]}]
    return {"size": {"columns": 7, "rows": 4}, "terrain": terrain, "buildings": houses, "roads": roads}


@settings(max_examples=60, deadline=None)
@given(patch=patches())
def test_it_does_on_any_ground(map_with: Callable[..., GameMap], patch: dict[str, Any]) -> None:
    area = map_with(**patch)
    exact = exact_table(area)
    assert build_table(area.ground).tolist() == exact
    assert exact == [list(column) for column in zip(*exact, strict=True)]


def test_a_full_board_takes_less_than_a_second(profile: LosProfile) -> None:
    area = build_map(MapSpec([Placed("y")]), profile)
    begin = time.perf_counter()
    build_table(area.ground)
    # Three times the budget of 1 s, for a busy machine; the bench measures the budget itself.
    assert time.perf_counter() - begin < 3


def test_kept_tables_are_read_back(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path / "new"))
    monkeypatch.setattr(tables, "_KEPT", type(tables._KEPT)())
    table = los_table(proving_ground.ground)
    (file,) = (tmp_path / "new").iterdir()
    assert los_table(proving_ground.ground) is table
    tables._KEPT.clear()
    monkeypatch.setattr(tables, "build_table", lambda ground: pytest.fail("should have been read from disk"))
    assert (los_table(proving_ground.ground) == table).all()
    assert file.name == f"los-{fingerprint(proving_ground.ground)}.bin"


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "longer"])
def test_a_damaged_table_is_built_again(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path))
    monkeypatch.setattr(tables, "_KEPT", type(tables._KEPT)())
    table = los_table(proving_ground.ground)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    bad = {
        "cut": whole[:-7],
        "flip": whole[:100] + bytes([whole[100] ^ 1]) + whole[101:],
        "empty": b"",
        "longer": whole * 2,
    }
    file.write_bytes(bad[damage])
    tables._KEPT.clear()
    assert (los_table(proving_ground.ground) == table).all()
    assert file.read_bytes() == whole


def test_no_table_is_kept_where_none_can_be(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(tables, "_KEPT", type(tables._KEPT)())
    assert los_table(proving_ground.ground).shape == (71, 71)


def test_few_tables_are_kept(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for i in range(80):
        (tmp_path / f"los-{i}.bin").write_bytes(b"old")
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path))
    monkeypatch.setattr(tables, "_KEPT", type(tables._KEPT)())
    los_table(proving_ground.ground)
    assert len(list(tmp_path.glob("los-*.bin"))) == 64
    assert (tmp_path / f"los-{fingerprint(proving_ground.ground)}.bin").exists()


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() is None
    monkeypatch.delenv("DEFILADE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/defilade")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert cache_folder() == Path.home() / ".cache" / "defilade"


def test_the_fingerprint_follows_the_ground(map_with: Callable[..., GameMap]) -> None:
    plain = fingerprint(map_with().ground)
    assert plain == fingerprint(map_with().ground)
    assert plain != fingerprint(map_with(terrain={"woods": "C4"}).ground)
    assert plain != fingerprint(map_with(terrain={"orchard": "C4"}).ground)

"""Rows of figures between hexes: made when asked for, kept on disk safely; maps that are shared and forgotten."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from defilade.hexgrid import GameMap, LosProfile, MapShelf, MapSpec, Placed, build_map
from defilade.hexgrid.coords import distance
from defilade.hexgrid.los_table import RowTracer, static_verdict
from defilade.hexgrid.rows import SightRows, cache_folder, fingerprint
from defilade.lab.big_map import eight_boards, measure_apart

Maker = Callable[..., GameMap]


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Which rows were traced and not read."""
    rows: list[int] = []
    trace = RowTracer.row

    def noting(self: RowTracer, viewer: int) -> object:
        rows.append(viewer)
        return trace(self, viewer)

    monkeypatch.setattr(RowTracer, "row", noting)
    return rows


# Rows in memory.


def test_only_rows_that_are_asked_for_are_traced(map_with: Maker, traced: list[int]) -> None:
    area = map_with(terrain={"woods": "C4"})
    assert area.rows_traced == 0
    assert area.hindrance("pC2", "pC6") == area.hindrance("pC2", "pC7") == -1
    assert traced == [area.index["pC2"]]
    assert area.rows_traced == 1


def test_ranges_are_those_of_the_grid(proving_ground: GameMap) -> None:
    for a, at in proving_ground.centres.items():
        for b, to in proving_ground.centres.items():
            assert proving_ground.distance(a, b) == distance(at, to)


def test_ranges_of_a_long_map_do_not_overflow(tmp_path: Path, profile: LosProfile) -> None:
    spec = eight_boards(tmp_path)
    names = [placed.board for placed in spec.boards]
    row = [Placed(names[0])]
    row += [Placed(name, join=f"right of {before}") for before, name in pairwise(names)]
    area = build_map(MapSpec(row), profile, tmp_path)
    assert area.distance("aA1", "hGG1") == 256
    assert area.distance("aA1", "hGG10") == 256
    assert area.distance("aA1", "bGG10") == 64


# Eight boards.


def test_eight_boards_make_one_map(tmp_path: Path, profile: LosProfile) -> None:
    area = build_map(eight_boards(tmp_path), profile, tmp_path)
    assert len(area.names) == 2644
    chance = random.Random(8)
    seen = 0
    for a in chance.sample(area.names, 6):
        for b in chance.sample(area.names, 40):
            exact = static_verdict(area.ground, a, b)
            assert area.hindrance(a, b) == exact
            seen += exact >= 0
        for b in chance.sample(area.names, 3):
            assert area.hindrance(a, b) == area.hindrance(b, a)
    assert seen > 5


def test_eight_boards_stay_within_their_budgets() -> None:
    found = measure_apart()
    assert found.hexes == 2644
    # Times with much to spare for a busy machine; the bench measures the budgets themselves.
    assert found.start < 20 and found.row < 400
    assert found.memory < 100


@pytest.mark.soak
def test_every_line_of_eight_boards_is_the_same_from_both_ends(tmp_path: Path, profile: LosProfile) -> None:
    area = build_map(eight_boards(tmp_path), profile, tmp_path)
    rows = [area._sight[name] for name in area.names]
    for i, row in enumerate(rows):
        assert all(row[j] == rows[j][i] for j in range(i))


# Rows on disk.


def look(area: GameMap) -> list[int]:
    sight = SightRows(area.ground)
    return [value for hex in area.names for value in sight[hex]]


def test_kept_rows_are_read_back(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, traced: list[int]
) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path / "new"))
    first = look(proving_ground)
    assert len(traced) == 71
    assert look(proving_ground) == first
    assert len(traced) == 71
    (file,) = (tmp_path / "new").iterdir()
    assert file.name == f"los-{fingerprint(proving_ground.ground)}.rows"


def test_rows_written_out_of_order_leave_the_others_missing(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, traced: list[int]
) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path))
    last = proving_ground.names[-1]
    SightRows(proving_ground.ground)[last]
    assert traced == [70]
    assert look(proving_ground)
    assert sorted(traced) == list(range(71))


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "longer", "moved"])
def test_damaged_rows_are_traced_again(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, traced: list[int], damage: str
) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path))
    first = look(proving_ground)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    bad = {
        "cut": whole[:-7],
        "flip": whole[:100] + bytes([whole[100] ^ 1]) + whole[101:],
        "empty": b"",
        "longer": whole * 2,
        "moved": whole[79:158] + whole[:79] + whole[158:],
    }
    file.write_bytes(bad[damage])
    traced.clear()
    assert look(proving_ground) == first
    assert len(traced) == {"cut": 1, "flip": 1, "empty": 71, "longer": 0, "moved": 2}[damage]
    assert file.read_bytes()[: len(whole)] == whole


def test_no_row_is_kept_where_none_can_be(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path / "file"))
    assert len(look(proving_ground)) == 71 * 71


def test_few_maps_are_kept_on_disk(
    proving_ground: GameMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for i in range(80):
        (tmp_path / f"los-{i}.rows").write_bytes(b"old")
    (tmp_path / "los-old.bin").write_bytes(b"older")
    monkeypatch.setenv("DEFILADE_CACHE", str(tmp_path))
    look(proving_ground)
    assert len(list(tmp_path.iterdir())) == 64
    assert (tmp_path / f"los-{fingerprint(proving_ground.ground)}.rows").exists()


WRITER = """
from defilade.hexgrid import MapSpec, Placed, build_map
from defilade.rules.sk.terrain import los_profile
area = build_map(MapSpec([Placed("y")]), los_profile(True))
print(sum(area.hindrance(a, b) for a in area.names[:120] for b in area.names))
"""


def test_many_processes_write_at_once(tmp_path: Path) -> None:
    writing = {**os.environ, "DEFILADE_CACHE": str(tmp_path)}
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER], env=writing, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    sums = {one.communicate()[0] for one in running}
    after = subprocess.run([sys.executable, "-c", WRITER], env=writing, stdout=subprocess.PIPE, check=True)
    assert sums == {after.stdout}
    assert len(list(tmp_path.iterdir())) == 1


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() is None
    monkeypatch.delenv("DEFILADE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/defilade")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert cache_folder() == Path.home() / ".cache" / "defilade"


def test_the_fingerprint_follows_the_ground(map_with: Maker) -> None:
    plain = fingerprint(map_with().ground)
    assert plain == fingerprint(map_with().ground)
    assert plain != fingerprint(map_with(terrain={"woods": "C4"}).ground)
    assert plain != fingerprint(map_with(terrain={"orchard": "C4"}).ground)


# Maps that games share.


def test_games_on_the_same_ground_share_a_map(profile: LosProfile) -> None:
    shelf = MapShelf()
    assert shelf.get(MapSpec([Placed("y")]), profile) is shelf.get(MapSpec([Placed("y")]), profile)
    assert shelf.get(MapSpec([Placed("y")], {"y": "A-P"}), profile) is not shelf.get(
        MapSpec([Placed("y")]), profile
    )


def test_the_least_lately_used_map_is_forgotten(folder: Path, profile: LosProfile) -> None:
    whole, part, other = (MapSpec([Placed("t")], rows) for rows in ({}, {"t": "A-C"}, {"t": "A-F"}))
    sizes = [len(build_map(spec, profile, folder).names) for spec in (whole, part, other)]
    shelf = MapShelf(hexes=sum(sizes) - 1)
    first = shelf.get(whole, profile, folder)
    small = shelf.get(part, profile, folder)
    assert shelf.get(whole, profile, folder) is first
    shelf.get(other, profile, folder)
    assert len(shelf) == 2
    assert shelf.get(whole, profile, folder) is first
    assert shelf.get(part, profile, folder) is not small


def test_a_map_larger_than_the_shelf_is_still_kept(folder: Path, profile: LosProfile) -> None:
    shelf = MapShelf(hexes=10)
    found = shelf.get(MapSpec([Placed("t")]), profile, folder)
    assert shelf.get(MapSpec([Placed("t")]), profile, folder) is found
    assert len(shelf) == 1

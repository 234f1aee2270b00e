"""A board of the tests with all the terrain that boards 1 to 4 do not have, on flat ground but for one hill."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sl.table import Table, system

# From the left: marsh and a pond, a stream, a gully with woods in it, orchards, wheat and brush in rows, a hill with a
# cliff and a double crest, walls and hedges, woods with a road, a house in the woods, and one of two storeys.
BOARD = """
id: q
title: The wilds
provenance: original
size: {columns: 26, rows: 10}
terrain:
  marsh: C3 C4 D3 D4 C5
  pond: C6 C7 D6 D5
  woods: J5 S5 T4 T5 T6 S8
  orchard: L3 L4 L5 L6 M4
  grain: N4 N5
  brush: P4 P5
  crag: Q8
  shellholes: X3 X5 Y3
buildings:
  - {kind: wooden_building, hexes: W4, shapes: [{at: W4, rect: [0, 0, 200, 120]}]}
  - {kind: wooden_building, hexes: Y7 Y8, storeys: 1, shapes: [{link: [Y7, Y8], width: 140, over: 70}]}
  - {kind: stone_building, hexes: W8, shapes: [{at: W8, rect: [0, 0, 200, 120]}]}
roads:
  - {kind: dirt, path: S7 S6 S5 S4 S3}
  - {kind: dirt, path: Q5 Q6 Q7}
  - {kind: dirt, path: Y2 Y3 Y4}
depressions:
  stream: G1 G2 G3 G4 G5 G6 G7 G8
  gully: J2 J3 J4 J5 J6 J7
hills:
  1: P8 P9 Q7 R7
  2: R8
  3: Q9
hexsides:
  - {kind: cliff, sides: Q8-R8}
  - {kind: wall, sides: U3-U4}
  - {kind: hedge, sides: U6-U7}
  - {kind: hedgerow, sides: U8-U9}
also: {woods: W4}
"""


@pytest.fixture
def wilds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The board lies in the owner's folder for the time of a test."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "q.yaml").write_text(BOARD, encoding="utf-8")
    monkeypatch.setenv("DEFILADE_CONTENT", str(tmp_path))
    system.cache_clear()
    yield
    system.cache_clear()


def wild(phase: str, *units: dict[str, Any], **more: Any) -> Table:
    return Table(phase, list(units), board="q", **more)

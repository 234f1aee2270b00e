"""What a map of eight boards costs a process: measured in a process of its own by `defilade bench`.

The boards are copies of two shipped ones under other names, four abreast and two deep.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from defilade.hexgrid import GameMap, MapSpec, Placed, build_map, load_board
from defilade.hexgrid.board import boards_folder
from defilade.hexgrid.facts import survey_profile

MODELS = ("y", "z")
NAMES = "abcdefgh"
ROWS = 60
"""How many rows are traced to know what one costs."""
MEGABYTE = 1_000_000


class BigMap(msgspec.Struct, frozen=True):
    """Hexes, seconds to start, milliseconds of a cold row, megabytes of the process with every row traced."""

    hexes: int
    start: float
    row: float
    memory: float


def measure_apart() -> BigMap:
    """The figures of a fresh process."""
    quiet = {**os.environ, "DEFILADE_CACHE": ""}
    ran = subprocess.run(
        [sys.executable, "-m", "defilade.lab.big_map"], check=True, capture_output=True, env=quiet
    )
    return msgspec.json.decode(ran.stdout, type=BigMap)


def measure() -> BigMap:
    """The figures of this process. It keeps no rows on disk: all are cold."""
    with TemporaryDirectory() as folder:
        spec = eight_boards(Path(folder))
        profile = survey_profile(load_board(MODELS[0]))
        started = time.perf_counter()
        game_map = build_map(spec, profile, Path(folder))
        game_map.hindrance(game_map.names[0], game_map.names[-1])
        start = time.perf_counter() - started
    times = []
    every = len(game_map.names) // ROWS
    for hex in game_map.names[1::every]:
        started = time.perf_counter()
        game_map.hindrance(hex, game_map.names[0])
        times.append((time.perf_counter() - started) * 1e3)
    return BigMap(len(game_map.names), start, sorted(times)[len(times) // 2], memory(game_map))


def eight_boards(folder: Path) -> MapSpec:
    """Writes the boards into a folder; how they lie."""
    placed = []
    for i, name in enumerate(NAMES):
        model = MODELS[i % 2]
        text = (boards_folder() / f"{model}.yaml").read_text(encoding="utf-8")
        copy = text.replace(f"\nid: {model}\n", f"\nid: {name}\n")
        (folder / f"{name}.yaml").write_text(copy, encoding="utf-8")
        join = None if i == 0 else f"right of {NAMES[i - 1]}" if i < 4 else f"below {NAMES[i - 4]}"
        placed.append(Placed(name, join=join))
    return MapSpec(placed)


def memory(game_map: GameMap) -> float:
    """The most memory that the process had, and what the rows not yet traced would add to it."""
    for hex in game_map.names:
        game_map.distance(hex, game_map.names[0])
    missing = len(game_map.names) - game_map.rows_traced
    return most_memory() + missing * len(game_map.names) / MEGABYTE


def most_memory() -> float:
    """Megabytes at the peak; 0 where the system does not tell. (What `resource` tells counts the parent too.)"""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) * 1024 / MEGABYTE


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(measure()))

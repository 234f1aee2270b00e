"""Games that were written down once replay for ever, state by state."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.kernel import read_log, verify
from defilade.rules.catalog import find_system

LOGS = sorted((Path(__file__).parents[1] / "golden").glob("*.log"))


def test_there_are_golden_games():
    assert [path.name for path in LOGS] == ["s1.log", "s3.log"]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_same_states(path):
    log = read_log(path)
    assert log.result, "a golden game is a whole game"
    assert log.seed, "its dice can be checked"
    assert verify(log, find_system) == len(log.entries)
